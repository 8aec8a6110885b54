"""demo: the real daemon as a child process, so that it can be stopped, killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from pathlib import Path

import gm_daemon

_PATIENCE = 15.0


class Child:
    """`gm-daemon` commands on one config file; what they say goes to a log file."""

    def __init__(self, config: Path, log: Path) -> None:
        self._config = config
        self._log = log
        self._process: Process | None = None

    async def make_game(self, name: str) -> int:
        """Run `gm-daemon new`; return its exit code."""
        return await (await self._start("new", name)).wait()

    async def start(self) -> None:
        """Start `gm-daemon run`."""
        self._process = await self._start("run")

    def ended(self) -> bool:
        """Tell whether the daemon has ended without being asked to."""
        return self._process is not None and self._process.returncode is not None

    async def kill(self) -> None:
        """Kill the daemon with SIGKILL, which leaves it no time for anything."""
        # Forgotten first: whoever asks meanwhile whether it ended by itself must not hear yes.
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def stop(self) -> None:
        """Stop the daemon with SIGTERM, as a system does; kill it if that takes too long."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), _PATIENCE)
        await self.kill()

    async def _start(self, *command: str) -> Process:
        # The package need not be installed: the child finds it where this process found it.
        places = [str(Path(gm_daemon.__file__).parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
        words = [sys.executable, "-m", "gm_daemon", *command, "-c", str(self._config)]
        with self._log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                *words, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, env=environment
            )
