"""diplomacy: orders in full names, as a person would read them aloud."""

from __future__ import annotations

from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Unit,
    UnitKind,
    Waive,
)

_KINDS = {UnitKind.ARMY: "Army", UnitKind.FLEET: "Fleet"}


def unit_in_words(unit: Unit, board: Board) -> str:
    """Return `Army Paris` or `Fleet St Petersburg (south coast)`."""
    return _unit(unit.kind, unit.location, board)


def order_in_words(order: Order, board: Board) -> str:
    """Return the order as a sentence in full names: `Army Paris supports Army Marseilles to Burgundy`."""
    match order:
        case Hold(unit):
            return f"{unit_in_words(unit, board)} holds"
        case Move(unit, target, via):
            by_sea = " by convoy" if via else ""
            return f"{unit_in_words(unit, board)} moves to {_place(target, board)}{by_sea}"
        case Support(unit, kind, location, None):
            return f"{unit_in_words(unit, board)} supports {_unit(kind, location, board)} to hold"
        case Support(unit, kind, location, target):
            supported = _unit(kind, location, board)
            return f"{unit_in_words(unit, board)} supports {supported} to {_place(target or '', board)}"
        case Convoy(unit, kind, location, target):
            passenger = _unit(kind, location, board)
            return f"{unit_in_words(unit, board)} convoys {passenger} to {_place(target, board)}"
        case Retreat(unit, target):
            return f"{unit_in_words(unit, board)} retreats to {_place(target, board)}"
        case Disband(unit):
            return f"{unit_in_words(unit, board)} disbands"
        case Build(unit):
            return f"Build {unit_in_words(unit, board)}"
        case Remove(unit):
            return f"Remove {unit_in_words(unit, board)}"
        case Waive():
            return "Waive one build"


def _unit(kind: UnitKind, location: str, board: Board) -> str:
    return f"{_KINDS[kind]} {_place(location, board)}"


def _place(location: str, board: Board) -> str:
    code, _, coast = location.partition("/")
    # A coast that the province does not have is kept as the player wrote it.
    known = not coast or location in board.provinces[code].coasts
    return board.name_of(location) if known else f"{board.name_of(code)} ({coast})"
