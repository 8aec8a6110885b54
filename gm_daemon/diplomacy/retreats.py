"""diplomacy: adjudicate a retreat phase."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.legality import Fault, FaultKind, retreat_fault, retreat_landing
from gm_daemon.diplomacy.orders import Disband, Order, Retreat, Unit
from gm_daemon.diplomacy.position import Position
from gm_daemon.diplomacy.resolution import Clash, Outcome, Result, Why


def settle_retreats(
    position: Position, orders: Sequence[Order], board: Board
) -> tuple[tuple[Outcome, ...], tuple[Unit, ...], tuple[Unit, ...]]:
    """Return the outcomes, the units that stand afterwards, and those disbanded, both sorted.

    Each unit obeys its first possible order; without one it disbands. Retreats that meet all disband (6.H.7, 6.H.8).
    """
    dislodged = {row.unit.province: row for row in position.dislodged}
    given: dict[str, Order] = {}
    faults: dict[int, Fault] = {}
    landings: dict[str, str] = {}
    for number, order in enumerate(orders):
        fault = retreat_fault(order, position, board)
        if fault is not None:
            faults[number] = fault
            continue
        assert isinstance(order, Retreat | Disband)
        province = order.unit.province
        if given.setdefault(province, order) != order:
            faults[number] = Fault(FaultKind.ALREADY_ORDERED)
        elif isinstance(order, Retreat):
            row = dislodged[province]
            landings[province] = retreat_landing(order.target, row.unit, row.options) or ""
    met: dict[str, list[str]] = {}
    for province, landing in landings.items():
        met.setdefault(landing[:3], []).append(province)

    def outcome(number: int, order: Order) -> Outcome:
        if number in faults:
            return Outcome(order, Result.ILLEGAL, faults[number])
        if isinstance(order, Retreat):
            province = order.unit.province
            rivals = [dislodged[other].unit for other in met[landings[province][:3]] if other != province]
            if rivals:
                return Outcome(order, Result.BOUNCED, Clash(tuple(sorted(rivals))))
            return Outcome(order, Result.SUCCEEDS, Why.RETREATED)
        return Outcome(order, Result.SUCCEEDS, Why.DISBANDED)

    rows = [outcome(number, order) for number, order in enumerate(orders)]
    named = {row.order.unit.province for row in rows if isinstance(row.order, Retreat | Disband)}
    rows.extend(
        Outcome(Disband(row.unit), Result.SUCCEEDS, Why.NO_RETREAT_ORDER if row.options else Why.NO_RETREAT_LEFT)
        for province, row in sorted(dislodged.items())
        if province not in named
    )
    retreated = {
        province: Unit(dislodged[province].unit.power, dislodged[province].unit.kind, landing)
        for province, landing in landings.items()
        if len(met[landing[:3]]) == 1
    }
    disbanded = tuple(sorted(row.unit for province, row in dislodged.items() if province not in retreated))
    after = sorted((*position.units, *retreated.values()), key=attrgetter("power", "kind", "location"))
    return tuple(rows), tuple(after), disbanded
