"""diplomacy: adjudicate one phase: a position and orders in, a resolution and the next position out."""

from __future__ import annotations

from collections.abc import Sequence

from gm_daemon.diplomacy.adjustments import adjustment, owners_after, settle_adjustments, units_after_winter
from gm_daemon.diplomacy.board import Board, standard_board
from gm_daemon.diplomacy.movement import Movement
from gm_daemon.diplomacy.orders import Order, Unit
from gm_daemon.diplomacy.phase import PhaseKind, Season
from gm_daemon.diplomacy.position import Position
from gm_daemon.diplomacy.resolution import Resolution
from gm_daemon.diplomacy.retreats import settle_retreats
from gm_daemon.diplomacy.rulebook import Rulebook


def adjudicate(
    position: Position, orders: Sequence[Order], rulebook: Rulebook, board: Board | None = None
) -> Resolution:
    """Apply the rules to one phase.

    Orders count in the order given: the first possible one for a unit, or for a build or removal that is due, is
    obeyed. A unit without a possible order holds, disbands when dislodged, or is chosen by the removal rule in winter.
    Empty `owners` mean that ownership is unknown: then nothing changes hands, and a winter always follows a Fall.
    """
    board = board or standard_board()
    if position.phase.kind is PhaseKind.MOVEMENT:
        return _adjudicate_movement(position, orders, rulebook, board)
    if position.phase.kind is PhaseKind.RETREAT:
        return _adjudicate_retreats(position, orders, board)
    return _adjudicate_winter(position, orders, board)


def _adjudicate_movement(position: Position, orders: Sequence[Order], rulebook: Rulebook, board: Board) -> Resolution:
    movement = Movement(position, orders, rulebook, board)
    units = movement.units_after()
    contested = movement.contested(units)
    dislodged = movement.dislodged(units, contested)
    retreating = tuple(row for row in dislodged if row.options)
    if retreating:
        after = Position(position.phase.retreats, units, position.owners, retreating, contested)
    else:
        after = _end_season(position, units, board)
    return Resolution(
        phase=position.phase,
        outcomes=movement.outcomes(),
        ordered=len(orders),
        after=after,
        dislodged=dislodged,
        contested=contested,
    )


def _adjudicate_retreats(position: Position, orders: Sequence[Order], board: Board) -> Resolution:
    outcomes, units, disbanded = settle_retreats(position, orders, board)
    after = _end_season(position, units, board)
    return Resolution(position.phase, outcomes, len(orders), after, disbanded=disbanded)


def _adjudicate_winter(position: Position, orders: Sequence[Order], board: Board) -> Resolution:
    outcomes, built, removed, by_rule = settle_adjustments(position, orders, board)
    units = units_after_winter(position.units, built, (*removed, *by_rule))
    after = Position(position.phase.next_season, units, position.owners)
    return Resolution(
        position.phase, outcomes, len(orders), after, built=built, removed=removed, removed_by_rule=by_rule
    )


def _end_season(position: Position, units: tuple[Unit, ...], board: Board) -> Position:
    """Return the position after a season's moves and retreats; centres change hands in Fall only."""
    following = position.phase.next_season
    if position.phase.season is Season.SPRING or not position.owners:
        return Position(following, units, position.owners)
    owners = owners_after(position.owners, units, board)
    winter = Position(following, units, owners)
    powers = {unit.power for unit in units} | set(owners.values())
    if any(adjustment(winter, power, board) for power in powers):
        return winter
    return Position(following.next_season, units, owners)
