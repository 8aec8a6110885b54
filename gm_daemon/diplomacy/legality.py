"""diplomacy: why an order cannot work, as a value.

An impossible order is ignored and its unit holds. What an order says of other units (a supported move, a convoyed
army) is judged only by whether it could be; whether it was ordered as well is a question for adjudication.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from gm_daemon.diplomacy.board import Board, Terrain
from gm_daemon.diplomacy.convoys import has_chain
from gm_daemon.diplomacy.orders import (
    MOVEMENT_ORDERS,
    Build,
    Convoy,
    Disband,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Unit,
    UnitKind,
    Waive,
)
from gm_daemon.diplomacy.phase import PhaseKind
from gm_daemon.diplomacy.position import Position


class FaultKind(Enum):
    """What is impossible about an order. `Fault.place` and `Fault.unit` are what each line names."""

    WRONG_PHASE = auto()  # no such order in this kind of phase
    NO_SUCH_PROVINCE = auto()  # place
    UNIT_NOT_THERE = auto()  # place; unit: who stands there, if anybody
    NOT_YOURS = auto()  # unit: whose it is
    ALREADY_ORDERED = auto()  # an earlier order for the same unit or place counts
    SAME_PROVINCE = auto()  # place
    NOT_ADJACENT = auto()  # place
    ARMY_TO_SEA = auto()  # place
    FLEET_INLAND = auto()  # place
    COAST_UNKNOWN = auto()  # place: a coast that the province does not have
    COAST_NEEDED = auto()  # place: both coasts can be reached, or built on
    COAST_OUT_OF_REACH = auto()  # place: the other coast is adjacent, this one is not
    NO_ROUTE = auto()  # place: not adjacent, and no chain of fleets stands between
    SUPPORTS_ITSELF = auto()
    SUPPORTS_ATTACK_ON_ITSELF = auto()
    SUPPORT_OUT_OF_REACH = auto()  # place: where the supporter cannot go itself
    SUPPORTED_CANNOT_GO = auto()  # place: where the supported unit cannot go
    CANNOT_CONVOY = auto()  # only a fleet at sea convoys
    PASSENGER_NOT_ARMY = auto()
    NO_CONVOY_ROUTE = auto()  # place: no chain of fleets leads there
    NOT_DISLODGED = auto()
    RETREAT_CLOSED = auto()  # place: occupied, the attacker's, left empty by a standoff, or out of reach
    NOT_HOME = auto()  # place
    NOT_OWNED = auto()  # place
    OCCUPIED = auto()  # place


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why an order is impossible, and what it is about."""

    kind: FaultKind
    place: str = ""
    unit: Unit | None = None


class Deployment:
    """Who stands where while a movement phase is judged, with what follows for convoys. Made once a phase."""

    __slots__ = ("_fleets_at_sea", "_routes", "board", "units")

    def __init__(self, position: Position, board: Board) -> None:
        self.board = board
        self.units = {unit.location[:3]: unit for unit in position.units}
        self._fleets_at_sea: frozenset[str] | None = None
        self._routes: dict[tuple[str, str, str], bool] = {}

    @property
    def fleets_at_sea(self) -> frozenset[str]:
        """Return the seas in which a fleet stands, whatever its orders."""
        if self._fleets_at_sea is None:
            self._fleets_at_sea = frozenset(self.units.keys() & self.board.seas.keys())
        return self._fleets_at_sea

    def could_convoy(self, start: str, goal: str, without: str = "") -> bool:
        """Tell whether fleets on the board, except the one in `without`, could carry an army, whatever their orders."""
        key = (start, goal, without)
        found = self._routes.get(key)
        if found is None:
            found = self._routes[key] = has_chain(start, goal, self.fleets_at_sea - {without}, self.board)
        return found


def landing_of(unit: Unit, target: str, board: Board) -> str | None:
    """Return the location where a unit's own step to `target` ends, or None when it cannot step there.

    A coast is filled in where a fleet can reach only one (6.B.2), and dropped where it has no meaning (6.B.12).
    """
    if unit.kind is UnitKind.ARMY:
        return target[:3] if target[:3] in board.army_borders.get(unit.location, ()) else None
    near = board.fleet_borders[unit.location]
    if target in near:
        return target
    province = board.provinces.get(target[:3])
    if province is None:
        return None
    if not province.coasts:
        return province.code if province.code in near else None
    reached = [coast for coast in province.coasts if coast in near]
    return reached[0] if target == province.code and len(reached) == 1 else None


def fault_of(order: Order, position: Position, board: Board) -> Fault | None:
    """Return why this order cannot work in this position, or None when it can.

    Judges the order by itself: that a second order for the same unit, or one build too many, does not count is for
    adjudication to say.
    """
    if position.phase.kind is PhaseKind.MOVEMENT:
        return movement_fault(order, Deployment(position, board))
    if position.phase.kind is PhaseKind.RETREAT:
        return retreat_fault(order, position, board)
    return adjustment_fault(order, position, board)


def movement_fault(order: Order, deployment: Deployment) -> Fault | None:
    """Return why a movement order is impossible, or None."""
    if not isinstance(order, MOVEMENT_ORDERS):
        return Fault(FaultKind.WRONG_PHASE)
    ordered = order.unit
    # One unit a province, so a wrong coast does no harm: what counts is where the unit really stands (6.B.10).
    unit = deployment.units.get(ordered.location[:3])
    if unit is None or unit.kind is not ordered.kind:
        return _missing(ordered, unit, deployment.board)
    if unit.power != ordered.power:
        return Fault(FaultKind.NOT_YOURS, unit=unit)
    if isinstance(order, Move):
        possible = landing_of(unit, order.target, deployment.board) is not None
        return None if possible else _move_fault(unit, order, deployment)
    if isinstance(order, Support):
        return _support_fault(unit, order, deployment)
    if isinstance(order, Convoy):
        return _convoy_fault(unit, order, deployment)
    return None


def _missing(ordered: Unit, there: Unit | None, board: Board) -> Fault:
    if ordered.province not in board.provinces:
        return Fault(FaultKind.NO_SUCH_PROVINCE, ordered.province)
    return Fault(FaultKind.UNIT_NOT_THERE, ordered.location, there)


def _move_fault(unit: Unit, order: Move, deployment: Deployment) -> Fault | None:
    """Name what is wrong with a move that is no single step; nothing, when an army could be convoyed."""
    board, target = deployment.board, order.target
    goal = target[:3]
    if goal not in board.provinces:
        return Fault(FaultKind.NO_SUCH_PROVINCE, goal)
    if goal == unit.location[:3]:
        return Fault(FaultKind.SAME_PROVINCE, goal)
    if unit.kind is UnitKind.FLEET:
        return _fleet_step_fault(unit, target, board)
    if board.provinces[goal].terrain is Terrain.SEA:
        return Fault(FaultKind.ARMY_TO_SEA, goal)
    if deployment.could_convoy(unit.location, goal):
        return None
    washed = unit.location in board.shores and goal in board.shores
    return Fault(FaultKind.NO_ROUTE if washed else FaultKind.NOT_ADJACENT, goal)


def _fleet_step_fault(unit: Unit, target: str, board: Board) -> Fault:
    """Name what is wrong with a fleet's step that cannot be made, to another province that exists."""
    province = board.provinces[target[:3]]
    if province.terrain is Terrain.LAND:
        return Fault(FaultKind.FLEET_INLAND, province.code)
    if province.code not in board.fleet_reach[unit.location]:
        return Fault(FaultKind.NOT_ADJACENT, province.code)
    if target == province.code:
        return Fault(FaultKind.COAST_NEEDED, target)
    kind = FaultKind.COAST_OUT_OF_REACH if target in province.coasts else FaultKind.COAST_UNKNOWN
    return Fault(kind, target)


def _support_fault(unit: Unit, order: Support, deployment: Deployment) -> Fault | None:
    board = deployment.board
    home, start = unit.location[:3], order.location[:3]
    aim = start if order.target is None else order.target[:3]
    if start == home:
        return Fault(FaultKind.SUPPORTS_ITSELF)
    if aim == home:
        # 6.D.34
        return Fault(FaultKind.SUPPORTS_ATTACK_ON_ITSELF)
    # A supporter must be able to move to the province itself; to which of its coasts does not matter (6.B.4).
    reach = board.army_borders if unit.kind is UnitKind.ARMY else board.fleet_reach
    if aim not in reach.get(unit.location, ()):
        known = aim in board.provinces
        return Fault(FaultKind.SUPPORT_OUT_OF_REACH if known else FaultKind.NO_SUCH_PROVINCE, aim)
    if order.target is None or _could_go(order, home, deployment):
        return None
    known = start in board.provinces
    return Fault(FaultKind.SUPPORTED_CANNOT_GO, order.target) if known else Fault(FaultKind.NO_SUCH_PROVINCE, start)


def _could_go(order: Support, home: str, deployment: Deployment) -> bool:
    """Tell whether the supported unit could make the supported move without a convoy by the supporter (6.D.31)."""
    board, start, target = deployment.board, order.location[:3], order.target or ""
    aim = target[:3]
    if order.kind is UnitKind.ARMY:
        return aim in board.army_borders.get(start, ()) or deployment.could_convoy(start, aim, without=home)
    if start not in board.provinces:
        return False
    unit = deployment.units.get(start)
    stands = unit is not None and unit.kind is UnitKind.FLEET
    places = (unit.location,) if unit is not None and stands else board.fleet_locations(start)
    if target in board.provinces[aim].coasts:
        return any(target in board.fleet_borders[place] for place in places)
    return any(aim in board.fleet_reach[place] for place in places)


def _convoy_fault(unit: Unit, order: Convoy, deployment: Deployment) -> Fault | None:
    board, start, goal = deployment.board, order.location[:3], order.target[:3]
    if unit.location not in board.seas:
        return Fault(FaultKind.CANNOT_CONVOY)
    passenger = deployment.units.get(start)
    if order.kind is UnitKind.FLEET or (passenger is not None and passenger.kind is UnitKind.FLEET):
        return Fault(FaultKind.PASSENGER_NOT_ARMY, unit=passenger)
    if start == goal:
        return Fault(FaultKind.SAME_PROVINCE, goal)
    for place in (start, goal):
        if place not in board.provinces:
            return Fault(FaultKind.NO_SUCH_PROVINCE, place)
    return None if deployment.could_convoy(start, goal) else Fault(FaultKind.NO_CONVOY_ROUTE, goal)


def retreat_fault(order: Order, position: Position, board: Board) -> Fault | None:
    """Return why an order in a retreat phase is impossible, or None."""
    if not isinstance(order, Retreat | Disband):
        return Fault(FaultKind.WRONG_PHASE)
    ordered = order.unit
    dislodged = next((row for row in position.dislodged if _is_unit(ordered, row.unit)), None)
    if dislodged is None:
        there = next((unit for unit in position.units if _is_unit(ordered, unit)), None)
        if there is not None:
            return Fault(FaultKind.NOT_DISLODGED, there.location, there)
        other = next((row.unit for row in position.dislodged if row.unit.province == ordered.province), None)
        if other is not None and other.kind is ordered.kind:
            return Fault(FaultKind.NOT_YOURS, unit=other)
        return _missing(ordered, other, board)
    if isinstance(order, Disband) or retreat_landing(order.target, dislodged.unit, dislodged.options) is not None:
        return None
    return _closed_retreat(order.target, dislodged.options, board)


def retreat_landing(target: str, unit: Unit, options: tuple[str, ...]) -> str | None:
    """Return the option that a retreat order means, or None. Coasts are treated as in moves."""
    if target in options:
        return target
    if unit.kind is UnitKind.ARMY:
        return target[:3] if target[:3] in options else None
    meant = [option for option in options if option[:3] == target]
    return meant[0] if len(meant) == 1 else None


def _closed_retreat(target: str, options: tuple[str, ...], board: Board) -> Fault:
    province = board.provinces.get(target[:3])
    if province is None:
        return Fault(FaultKind.NO_SUCH_PROVINCE, target[:3])
    if any(option[:3] == target for option in options):
        return Fault(FaultKind.COAST_NEEDED, target)
    return Fault(FaultKind.RETREAT_CLOSED, target)


def adjustment_fault(order: Order, position: Position, board: Board) -> Fault | None:
    """Return why a winter order is impossible by itself, or None; how many are allowed is for adjudication."""
    if isinstance(order, Waive):
        return None
    if isinstance(order, Build):
        return _build_fault(order.unit, position, board)
    if not isinstance(order, Remove):
        return Fault(FaultKind.WRONG_PHASE)
    ordered = order.unit
    there = next((unit for unit in position.units if unit.province == ordered.province), None)
    if there is None or there.kind is not ordered.kind:
        return _missing(ordered, there, board)
    return None if there.power == ordered.power else Fault(FaultKind.NOT_YOURS, unit=there)


def _build_fault(unit: Unit, position: Position, board: Board) -> Fault | None:
    province = board.provinces.get(unit.province)
    if province is None:
        return Fault(FaultKind.NO_SUCH_PROVINCE, unit.province)
    if province.home != unit.power:
        return Fault(FaultKind.NOT_HOME, province.code)
    if position.owners.get(province.code) != unit.power:
        return Fault(FaultKind.NOT_OWNED, province.code)
    there = next((other for other in position.units if other.province == province.code), None)
    if there is not None:
        return Fault(FaultKind.OCCUPIED, province.code, there)
    if unit.kind is UnitKind.ARMY or unit.location in board.fleet_locations(province.code):
        return None
    if province.terrain is Terrain.LAND:
        return Fault(FaultKind.FLEET_INLAND, province.code)
    if not province.coasts:
        # A coast without meaning is ignored, as in moves (6.B.12).
        return None
    # 6.B.14
    kind = FaultKind.COAST_NEEDED if unit.location == province.code else FaultKind.COAST_UNKNOWN
    return Fault(kind, unit.location)


def _is_unit(ordered: Unit, unit: Unit) -> bool:
    return unit.power == ordered.power and unit.kind is ordered.kind and unit.province == ordered.province
