"""cli: what stands now in every game, without what is secret."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from gm_daemon.cli import add_config_argument

if TYPE_CHECKING:
    from gm_daemon.config import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the config file."""
    add_config_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print a paragraph for each game, then the outbox."""
    import asyncio

    from gm_daemon.config import load

    return asyncio.run(_status(load(args.config)))


async def _status(settings: Settings) -> int:
    from gm_daemon.diplomacy.board import standard_board
    from gm_daemon.formats.dwc.ending import end_in_words
    from gm_daemon.formats.dwc.game import game_from_document
    from gm_daemon.formats.dwc.needs import needed
    from gm_daemon.outbox.compose import when
    from gm_daemon.store import games, outbox
    from gm_daemon.store.reading import open_to_read

    async with open_to_read(settings.database) as session:
        stored = await games.all_games(session)
        queued, failed = await outbox.waiting(session)
    for row in stored:
        game = game_from_document(row.state)
        if game.end is not None:
            print(f"{row.name}: over. {end_in_words(game.end)}")
            continue
        print(f"{row.name}: {game.position.phase.title}, until {when(game.deadline, settings.director.zone)}")
        owing = [power for power in needed(game.position, game.seats, standard_board()) if power not in game.sets]
        print(f"  orders missing from: {', '.join(owing) or 'nobody'}")
        for seat in game.seats:
            centres, units = len(game.position.centres_of(seat.power)), len(game.position.units_of(seat.power))
            if centres or units:
                print(f"  {seat.power:<8} {centres:>2} centres, {units:>2} units, {seat.person or 'nobody'}")
    if not stored:
        print("No game yet: `gm-daemon new GAME` makes one.")
    print(f"Mails waiting: {queued}; undeliverable: {failed}.")
    return 0
