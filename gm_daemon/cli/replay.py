"""cli: derive a game again from its journal, input by input, and compare."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from gm_daemon.cli import add_config_argument

if TYPE_CHECKING:
    from gm_daemon.config import Settings
    from gm_daemon.core.effects import Step
    from gm_daemon.formats.dwc.game import Game
    from gm_daemon.store.journal import Entry
    from gm_daemon.store.letters import StoredLetter


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the game and the config file."""
    parser.add_argument("game", metavar="GAME", help="the name of the game")
    add_config_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print what was compared; 1 when an input leads to other effects, or all of them to another state."""
    import asyncio

    from gm_daemon.config import load

    return asyncio.run(_replay(load(args.config), args.game))


async def _replay(settings: Settings, name: str) -> int:
    from gm_daemon.core.effects import effects_text
    from gm_daemon.errors import InputError
    from gm_daemon.formats.dwc.game import game_to_document
    from gm_daemon.store import games, journal, letters
    from gm_daemon.store.reading import open_to_read

    async with open_to_read(settings.database) as session:
        stored = await games.game_named(session, name)
        if stored is None:
            raise InputError(f"there is no game {name!r}: `gm-daemon status` lists them")
        entries = await journal.entries(session, stored.id)
        numbers = sorted({entry.letter_id for entry in entries if entry.letter_id is not None})
        stored_letters = {number: await letters.letter(session, number) for number in numbers}
    game: Game | None = None
    for entry in entries:
        step = _step(game, entry, stored_letters)
        if effects_text(step.effects) != entry.effects:
            print(f"{name}: step {entry.step} ({entry.cause}) leads to other effects now:")
            print(_first_difference(entry.effects, effects_text(step.effects)))
            return 1
        game = step.state
    if game is not None and game_to_document(game) != stored.state:
        print(f"{name}: all {len(entries)} steps give the same effects, but the stored state is another one")
        return 1
    print(f"{name}: {len(entries)} steps replayed, every effect and the state are the same")
    return 0


def _step(game: Game | None, entry: Entry, stored: dict[int, StoredLetter]) -> Step[Game]:
    from gm_daemon.inputs import clock_step, letter_step, start_step
    from gm_daemon.mail.reading import read_letter

    if game is None:
        return start_step(entry.input, entry.at)
    if entry.letter_id is not None:
        kept = stored[entry.letter_id]
        return letter_step(game, read_letter(kept.raw, truncated=kept.truncated), entry.input, entry.at)
    return clock_step(game, entry.input, entry.at)


def _first_difference(old: str, new: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    before = max(0, at - 60)
    return f"  journal: ...{old[before : at + 60]}...\n  now:     ...{new[before : at + 60]}..."
