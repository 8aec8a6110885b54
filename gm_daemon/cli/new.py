"""cli: make a game from its section of the config file and queue the mails that open it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gm_daemon.cli import add_config_argument

if TYPE_CHECKING:
    from gm_daemon.config import GameSettings, Settings
    from gm_daemon.diplomacy.position import Position
    from gm_daemon.formats.dwc.start import Opening


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the game and the config file."""
    parser.add_argument("game", metavar="GAME", help="the name of its section: [games.GAME]")
    add_config_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Make the game; say who plays what and when the first deadline is."""
    import asyncio

    from gm_daemon.config import load

    return asyncio.run(_new(load(args.config), args.game))


async def _new(settings: Settings, name: str) -> int:
    from gm_daemon.errors import InputError
    from gm_daemon.running import open_house

    if name not in settings.games:
        known = ", ".join(sorted(settings.games)) or "none"
        raise InputError(f"{settings.path}: there is no [games.{name}] (games in the file: {known})")
    opening = opening_of(settings.games[name], settings)
    async with open_house(settings) as house:
        try:
            await house.daemon.begin(opening)
        except ValueError as error:
            raise InputError(str(error)) from error
    print(f"Game {name} is made, {opening.position.phase.title} is open.")
    for seat in opening.seats:
        print(f"  {seat.power:<8} {opening.names[seat.person] if seat.person else 'nobody (civil disorder)'}")
    if opening.seed is not None:
        print(f"The powers were drawn from the seed {opening.seed!r}.")
    print("The mails that open it are queued: a running `gm-daemon run` sends them within half a minute.")
    return 0


def opening_of(game: GameSettings, settings: Settings) -> Opening:
    """Return what a game of the config file begins with. Raises InputError for a bad position file."""
    import secrets

    from gm_daemon.diplomacy.board import standard_board
    from gm_daemon.diplomacy.position import starting_position
    from gm_daemon.formats.dwc.start import Opening, drawn_seats, given_seats

    seed = None
    if game.seats is None:
        seed = game.seed or secrets.token_hex(8)
        seats = drawn_seats(game.players, seed)
    else:
        seats = given_seats(game.seats)
    position = starting_position(standard_board()) if game.position is None else _position(game.position)
    people = {seat.person for seat in seats if seat.person}
    names = {name: f"{person.name} <{person.address}>" for name, person in settings.people.items() if name in people}
    return Opening(game.name, game.rules, seats, position, names, settings.director.id, seed)


def _position(file: Path) -> Position:
    import json

    from gm_daemon.diplomacy.board import standard_board
    from gm_daemon.diplomacy.documents import position_from_json
    from gm_daemon.errors import InputError

    try:
        return position_from_json(json.loads(file.read_text("utf-8")), standard_board())
    except ValueError as error:
        raise InputError(f"{file}: {error}") from error
