"""formats/dwc: an order as read, bound to the unit of the power that gives it."""

from __future__ import annotations

from dataclasses import replace

from gm_daemon.diplomacy.orders import Build, Disband, Order, Remove, Retreat, Unit, Waive
from gm_daemon.diplomacy.phase import PhaseKind
from gm_daemon.diplomacy.position import Position


def own_units(power: str, position: Position) -> tuple[Unit, ...]:
    """Return the units that a power has to order in this phase: in retreats, only those driven out."""
    if position.phase.kind is PhaseKind.RETREAT:
        return tuple(row.unit for row in position.dislodged if row.unit.power == power)
    return position.units_of(power)


def owned(order: Order, power: str, position: Position) -> Order | None:
    """Return the order for the power's real unit, with its true kind and coast, or None if it has none there.

    C.6: a wrong letter or coast before a province is no riddle, since one unit at most stands there.
    """
    match order:
        case Waive():
            return Waive(power)
        case Build(unit):
            return Build(replace(unit, power=power))
        case Retreat() | Disband() if position.phase.kind is not PhaseKind.RETREAT:
            return None
        case Remove() if position.phase.kind is not PhaseKind.ADJUSTMENT:
            return None
    real = next((unit for unit in own_units(power, position) if unit.province == order.unit.province), None)
    return None if real is None else replace(order, unit=real)
