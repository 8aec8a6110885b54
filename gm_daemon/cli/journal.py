"""cli: the journal of a game: every input, what it led to, and by which clause."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from gm_daemon.cli import add_config_argument

if TYPE_CHECKING:
    from gm_daemon.config import Settings
    from gm_daemon.store.journal import Entry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the game and the config file."""
    parser.add_argument("game", metavar="GAME", help="the name of the game")
    add_config_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print a line for each input and, indented, what it led to."""
    import asyncio

    from gm_daemon.config import load

    return asyncio.run(_journal(load(args.config), args.game))


async def _journal(settings: Settings, name: str) -> int:
    from gm_daemon.errors import InputError
    from gm_daemon.store import games, journal
    from gm_daemon.store.reading import open_to_read

    async with open_to_read(settings.database) as session:
        game = await games.game_named(session, name)
        if game is None:
            raise InputError(f"there is no game {name!r}: `gm-daemon status` lists them")
        entries = await journal.entries(session, game.id)
    for entry in entries:
        print(f"{entry.step:>4}  {entry.at:%Y-%m-%d %H:%M:%S} UTC  {_cause(entry)}")
        for line in _effects(entry):
            print(f"      {line}")
    return 0


def _cause(entry: Entry) -> str:
    match entry.cause:
        case "letter":
            return f"letter {entry.letter_id} of {entry.input['seat']}"
        case "clock":
            return f"the {entry.input['kind']} clock of {entry.input['due']}"
    return "the game begins"


def _effects(entry: Entry) -> list[str]:
    import json

    lines = []
    for effect in json.loads(entry.effects):
        match effect:
            case {"effect": "Note", "clause": clause, "text": text}:
                lines.append(f"{clause}: {text}")
            case {"effect": "Mail", "template": template, "to": to}:
                lines.append(f"mail {template} to {', '.join(recipient['person'] for recipient in to)}")
            case {"effect": "SetClock", "kind": kind, "due": due}:
                lines.append(f"{kind} clock set to {due}")
    return lines
