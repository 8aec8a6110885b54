"""formats/dwc: a resolution as the results mail prints it."""

from __future__ import annotations

from collections.abc import Mapping

from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.explain import explain
from gm_daemon.diplomacy.orders import power_of
from gm_daemon.diplomacy.phase import PhaseKind
from gm_daemon.diplomacy.position import Position
from gm_daemon.diplomacy.resolution import Resolution
from gm_daemon.diplomacy.wording import unit_in_words
from gm_daemon.formats.dwc.facts import OrderFate, PhaseReport, PowerFates, PowerLine
from gm_daemon.formats.dwc.game import Game, Seat


def report(resolution: Resolution, before: Position, seats: tuple[Seat, ...], board: Board) -> PhaseReport:
    """Return a closed phase with every order and its reason, power by power in the order of the seats."""
    fates = (
        PowerFates(
            seat.power,
            tuple(
                OrderFate(outcome.order.bare, explain(outcome, board))
                for outcome in resolution.outcomes
                if power_of(outcome.order) == seat.power
            ),
        )
        for seat in seats
    )
    return PhaseReport(
        title=resolution.phase.title,
        fates=tuple(fate for fate in fates if fate.orders),
        events=tuple(_events(resolution, before, board)),
    )


def table_of(game: Game, names: Mapping[str, str], board: Board) -> tuple[PowerLine, ...]:
    """Return the board as a table, a row for each power in the order of the seats. `names` are of the persons."""
    return tuple(
        PowerLine(
            power=seat.power,
            player=None if seat.person is None else names.get(seat.person, seat.person),
            units=tuple(unit.bare for unit in game.position.units_of(seat.power)),
            centres=game.position.centres_of(seat.power),
        )
        for seat in game.seats
    )


def _events(resolution: Resolution, before: Position, board: Board) -> list[str]:
    events = [
        f"{unit.power}'s {unit_in_words(unit, board)} had nowhere to retreat to and is destroyed."
        for unit in resolution.destroyed
    ]
    if resolution.contested:
        events.append(f"Left empty by a standoff: {', '.join(sorted(resolution.contested))}.")
    if resolution.phase.kind is not PhaseKind.ADJUSTMENT:
        for centre, owner in sorted(resolution.after.owners.items()):
            former = before.owners.get(centre)
            if former != owner:
                lost = f", lost by {former}" if former else ""
                events.append(f"{board.name_of(centre)} now belongs to {owner}{lost}.")
    return events
