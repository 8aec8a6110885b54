"""diplomacy: adjudicate a winter, and count what is due in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.legality import Fault, FaultKind, adjustment_fault
from gm_daemon.diplomacy.orders import Build, Order, Remove, Unit, UnitKind, Waive, power_of
from gm_daemon.diplomacy.position import Position
from gm_daemon.diplomacy.resolution import Allowed, Farthest, Outcome, Result, Why

VICTORY_CENTRES = 18


def free_homes(position: Position, power: str, board: Board) -> tuple[str, ...]:
    """Return the home centres where a power may build: its own still, and empty. Sorted."""
    occupied = {unit.province for unit in position.units}
    homes = board.powers[power].home_centres if power in board.powers else ()
    return tuple(sorted(home for home in homes if position.owners.get(home) == power and home not in occupied))


def free_builds(position: Position, power: str, board: Board) -> int:
    """Return how many units a power may build: centres less units, but no more than free home centres."""
    due = len(position.centres_of(power)) - len(position.units_of(power))
    return max(0, min(due, len(free_homes(position, power, board))))


def adjustment(position: Position, power: str, board: Board) -> int:
    """Return a power's builds (positive, as in `free_builds`) or the removals that it owes (negative)."""
    due = len(position.centres_of(power)) - len(position.units_of(power))
    return due if due <= 0 else free_builds(position, power, board)


def winner_of(owners: Mapping[str, str], wanted: int = VICTORY_CENTRES) -> str | None:
    """Return the power that owns `wanted` centres, if there is one; of several, the one that owns most."""
    counts: dict[str, int] = {}
    for power in owners.values():
        counts[power] = counts.get(power, 0) + 1
    most = max(counts, key=lambda power: counts[power], default=None)
    return most if most is not None and counts[most] >= wanted else None


def owners_after(owners: Mapping[str, str], units: Iterable[Unit], board: Board) -> dict[str, str]:
    """Return who owns each centre once a Fall is over: whoever stands there, else the owner so far."""
    taken = {unit.province: unit.power for unit in units if board.provinces[unit.province].supply_centre}
    return dict(sorted({**owners, **taken}.items()))


def settle_adjustments(
    position: Position, orders: Sequence[Order], board: Board
) -> tuple[tuple[Outcome, ...], tuple[Unit, ...], tuple[Unit, ...], tuple[Unit, ...]]:
    """Return the outcomes, then the units built, removed as ordered, and removed by rule, each sorted.

    Of the possible orders of a power the first ones count, up to what is due (6.I.1, 6.J.1).
    """
    powers = {unit.power for unit in position.units} | set(position.owners.values()) | set(board.powers)
    due = {power: adjustment(position, power, board) for power in powers}
    built: list[Unit] = []
    removed: list[Unit] = []
    waived: dict[str, int] = {}
    by_province = {unit.province: unit for unit in position.units}
    touched: set[str] = set()
    rows: list[Outcome] = []
    for order in orders:
        power = power_of(order)
        fault = adjustment_fault(order, position, board)
        if fault is None and not isinstance(order, Waive) and order.unit.province in touched:
            fault = Fault(FaultKind.ALREADY_ORDERED)
        if fault is not None:
            rows.append(Outcome(order, Result.ILLEGAL, fault))
            continue
        if isinstance(order, Remove):
            done, limit = sum(unit.power == power for unit in removed), -due.get(power, 0)
        else:
            done = sum(unit.power == power for unit in built) + waived.get(power, 0)
            limit = due.get(power, 0)
        if done >= limit:
            rows.append(Outcome(order, Result.EXCESS, Allowed(max(0, limit))))
        elif isinstance(order, Build):
            touched.add(order.unit.province)
            built.append(_as_built(order.unit, board))
            rows.append(Outcome(order, Result.SUCCEEDS, Why.BUILT))
        elif isinstance(order, Remove):
            touched.add(order.unit.province)
            removed.append(by_province[order.unit.province])
            rows.append(Outcome(order, Result.SUCCEEDS, Why.REMOVED))
        else:
            waived[power] = waived.get(power, 0) + 1
            rows.append(Outcome(order, Result.SUCCEEDS, Why.WAIVED))
    by_rule: list[Unit] = []
    for power in sorted(powers):
        owed = -due[power] - sum(unit.power == power for unit in removed)
        if owed > 0:
            left = [unit for unit in position.units_of(power) if unit not in removed]
            for unit, distance in _farthest(left, position.centres_of(power), board)[:owed]:
                by_rule.append(unit)
                rows.append(Outcome(Remove(unit), Result.SUCCEEDS, Farthest(distance)))
    return tuple(rows), tuple(sorted(built)), tuple(sorted(removed)), tuple(sorted(by_rule))


def units_after_winter(units: Iterable[Unit], built: Iterable[Unit], gone: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return the units that start the next year, sorted."""
    lost = set(gone)
    standing = [unit for unit in units if unit not in lost]
    return tuple(sorted((*standing, *built), key=attrgetter("power", "kind", "location")))


def _as_built(unit: Unit, board: Board) -> Unit:
    """Drop a coast that has no meaning (6.B.12)."""
    if board.can_stand(unit.kind, unit.location):
        return unit
    return Unit(unit.power, unit.kind, unit.province)


def _farthest(units: Iterable[Unit], centres: Sequence[str], board: Board) -> list[tuple[Unit, int | None]]:
    """Return units in the order in which the rule removes them, each with its distance in steps (6.J).

    Farthest from every centre that its power owns, steps by land and water counted alike for both kinds; then fleets
    before armies; then by the name of the province.
    """
    distances = _distances(centres, board)

    def rank(unit: Unit) -> tuple[int, bool, str]:
        distance = distances.get(unit.province, len(board.provinces))
        return (-distance, unit.kind is UnitKind.ARMY, board.provinces[unit.province].name)

    return [(unit, distances.get(unit.province)) for unit in sorted(units, key=rank)]


def _distances(centres: Sequence[str], board: Board) -> dict[str, int]:
    """Return for each province the number of steps to the nearest of these centres."""
    found: dict[str, int] = {}
    edge, steps = set(centres), 0
    while edge:
        found.update(dict.fromkeys(edge, steps))
        edge = {near for place in edge for near in board.steps[place]} - found.keys()
        steps += 1
    return found
