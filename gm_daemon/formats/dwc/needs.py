"""formats/dwc: who has something to decide in a phase.

C.4, D.1: only these powers are waited for. Forced outcomes (no legal retreat, every unit to be removed, no free home
centre) are carried out without asking; a phase in which nobody decides is passed over.
"""

from __future__ import annotations

from gm_daemon.diplomacy.adjustments import adjustment, free_builds, free_homes
from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.phase import PhaseKind
from gm_daemon.diplomacy.position import Position
from gm_daemon.diplomacy.wording import unit_in_words
from gm_daemon.formats.dwc.game import Seat


def needed(position: Position, seats: tuple[Seat, ...], board: Board) -> tuple[str, ...]:
    """Return the powers, in the order of the seats, whose players have a choice in this phase."""
    return tuple(seat.power for seat in seats if seat.person is not None and tasks_of(seat.power, position, board))


def tasks_of(power: str, position: Position, board: Board) -> tuple[str, ...]:
    """Return in sentences what a power may decide in this phase; nothing when all is forced or it has no part."""
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            count = len(position.units_of(power))
            return (f"orders for {count} unit{'s' if count > 1 else ''}",) if count else ()
        case PhaseKind.RETREAT:
            return tuple(
                f"{unit_in_words(row.unit, board)} was driven out: it may retreat to {_listed(row.options)}, or disband"
                for row in position.dislodged
                if row.unit.power == power and row.options
            )
        case PhaseKind.ADJUSTMENT:
            return _adjustments(power, position, board)


def _adjustments(power: str, position: Position, board: Board) -> tuple[str, ...]:
    builds, units = free_builds(position, power, board), len(position.units_of(power))
    if builds:
        plural = "s" if builds > 1 else ""
        return (f"up to {builds} build{plural}, in {_listed(free_homes(position, power, board))}",)
    removals = -adjustment(position, power, board)
    if 0 < removals < units:
        return (f"{removals} removal{'s' if removals > 1 else ''}, out of {units} units",)
    return ()


def _listed(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
