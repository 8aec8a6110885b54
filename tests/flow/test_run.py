"""flow: `gm-daemon run` as a process of its own: signals, exit codes, and what it says when something is wrong."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from gm_daemon.cli.new import opening_of
from gm_daemon.config import load
from gm_daemon.demo.servers import EmbeddedServers
from gm_daemon.running import open_house
from gm_daemon.store.engine import open_store
from tests.flow.house import Table, config_text

ROOT = Path(__file__).parents[2]


class Child:
    """A running `gm-daemon run` and what it has logged."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.log = ""
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            self.log += line.decode()

    async def says(self, words: str) -> None:
        """Wait until the log holds these words."""
        async with asyncio.timeout(30):
            while words not in self.log:  # noqa: ASYNC110 - what is waited for is another program's doing
                await asyncio.sleep(0.02)

    async def ends(self) -> int:
        """Wait for the process to end and return its exit code."""
        async with asyncio.timeout(30):
            code = await self.process.wait()
            await self._reading
        return code


@asynccontextmanager
async def daemon(config: Path, *options: str) -> AsyncIterator[Child]:
    command = (sys.executable, "-m", "gm_daemon", "run", "-c", str(config), *options)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=asyncio.subprocess.PIPE)
    child = Child(process)
    try:
        yield child
    finally:
        if process.returncode is None:
            process.kill()
        await child.ends()


async def test_stops_on_sigterm_and_reads_the_config_again_on_sighup(tmp_path: Path) -> None:
    async with EmbeddedServers() as servers:
        file = tmp_path / "config.toml"
        file.write_text(config_text(servers), "utf-8")
        settings = load(file)
        async with open_house(settings) as house:
            await house.daemon.begin(opening_of(settings.games["G1"], settings))
            async with daemon(file) as child:
                await child.says("at work for gm@play.example.org")
                file.write_text("nonsense", "utf-8")
                child.process.send_signal(signal.SIGHUP)
                await child.says("the new config is not used, the old one stays")
                text = config_text(servers).replace(
                    'address = "italy@players.example.org"', 'address = "italy@new.example.org"'
                )
                file.write_text(text, "utf-8")
                child.process.send_signal(signal.SIGHUP)
                await child.says("config read again")
                seated = Table(servers, house, None)
                await seated.send("italy@new.example.org", "F NAP - ION")
                await seated.answer("italy@new.example.org", 1)
                child.process.send_signal(signal.SIGTERM)

                assert await child.ends() == 0
                assert "stopped" in child.log
                assert "secret" not in child.log


async def test_a_refused_login_is_said_once_with_what_to_do(tmp_path: Path) -> None:
    async with EmbeddedServers() as servers:
        file = tmp_path / "config.toml"
        file.write_text(config_text(servers).replace('password = "secret"', 'password = "wrong"'), "utf-8")
        async with daemon(file, "--verbose") as child:
            await child.says("attempt 3 failed")
            child.process.send_signal(signal.SIGTERM)

            assert await child.ends() == 0
            assert child.log.count("ERROR") == 1
            assert "password" in child.log
            assert "Traceback" not in child.log
            assert "wrong" not in child.log


async def test_a_database_of_a_newer_version_ends_it(tmp_path: Path) -> None:
    async with EmbeddedServers() as servers:
        file = tmp_path / "config.toml"
        file.write_text(config_text(servers), "utf-8")
        await (await open_store(load(file).database)).close()
        with sqlite3.connect(tmp_path / "gm_daemon.db") as database:
            database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.close()
        async with daemon(file) as child:
            assert await child.ends() == 2
            (line,) = child.log.splitlines()
            assert "a newer gm-daemon wrote this database" in line


async def test_a_bad_config_ends_it_with_all_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[mail]\naddress = "x"\n[deadline]\nmove = "5 dais"\n', "utf-8")
    async with daemon(file) as child:
        assert await child.ends() == 2
        assert "deadline.move" in child.log
        assert "mail.address" in child.log
        assert "Traceback" not in child.log
