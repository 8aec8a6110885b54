"""cli: play a whole game by mail on this machine, with mail servers and players of its own."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gm_daemon.demo.play import Outcome, Progress

_NEEDED = ("aiosmtpd", "pymap", "rich")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=Path("demo-out"), help="where to leave it all (demo-out)"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="decides who plays which power (1)")
    parser.add_argument("--no-progress", action="store_true", help="no progress bar")


def run(args: argparse.Namespace) -> int:
    """Play, then say where to look. Returns 0 only when the game ended as it was recorded, with every mail in place."""
    import asyncio
    import importlib.util

    from gm_daemon.errors import InputError

    if missing := [name for name in _NEEDED if importlib.util.find_spec(name) is None]:
        raise InputError(f"the demo needs {', '.join(missing)}: pip install 'gm-daemon[demo]'")
    from gm_daemon.demo.play import Play

    with _bar(shown=sys.stderr.isatty() and not args.no_progress) as watch:
        outcome = asyncio.run(Play(args.out, seed=args.seed, watch=watch).run())
    print(_summary(outcome, args.out))
    return 1 if outcome.differences else 0


@contextlib.contextmanager
def _bar(*, shown: bool) -> Iterator[Callable[[Progress], None]]:
    if not shown:
        yield lambda progress: None
        return
    from rich import progress as rich
    from rich.console import Console

    columns = (
        rich.TextColumn("{task.description:<22}"),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TextColumn("phases, {task.fields[mails]} mails"),
        rich.TimeElapsedColumn(),
    )
    with rich.Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("The board is set", total=None, mails=0)

        def watch(now: Progress) -> None:
            bar.update(
                task,
                description=now.open or "The game is over",
                completed=now.closed,
                total=now.phases,
                mails=now.mails,
            )

        yield watch


def _summary(outcome: Outcome, folder: Path) -> str:
    verdict = (
        ["Something is not as it must be:", *(f"  {difference}" for difference in outcome.differences)]
        if outcome.differences
        else ["The final position equals the recorded one, and every letter got its answer."]
    )
    return "\n".join(
        [
            outcome.end,
            *verdict,
            "",
            f"{len(outcome.letters)} letters of seven people and {len(outcome.mails)} mails of the game master "
            f"in {outcome.seconds:.0f} s. Look at",
            f"  {folder / 'mails'}/        every mail, numbered in order of its time",
            f"  {folder / 'daemon.log'}    what the daemon said",
            f"  gm-daemon journal DEMO -c {folder / 'config.toml'}    every decision with its clause",
            f"  gm-daemon replay DEMO -c {folder / 'config.toml'}     the game derived again from its letters",
        ]
    )
