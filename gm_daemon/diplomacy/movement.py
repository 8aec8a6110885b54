"""diplomacy: adjudicate a movement phase."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TypeGuard

from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.convoys import has_chain, on_tight_chain
from gm_daemon.diplomacy.decisions import Decisions
from gm_daemon.diplomacy.legality import Deployment, Fault, FaultKind, landing_of, movement_fault
from gm_daemon.diplomacy.orders import (
    MOVEMENT_ORDERS,
    Convoy,
    Hold,
    Move,
    MovementOrder,
    Order,
    Support,
    Unit,
    UnitKind,
    UnitOrder,
    Waive,
)
from gm_daemon.diplomacy.position import Dislodged, Position
from gm_daemon.diplomacy.resolution import Broken, Contest, CutBy, Outcome, OwnUnit, Reason, Result, Unmatched, Why
from gm_daemon.diplomacy.rulebook import ConvoyIntent, Rulebook

UNIT_ORDER = attrgetter("power", "kind", "location")

_ALREADY_ORDERED = Fault(FaultKind.ALREADY_ORDERED)


class Movement:
    """One movement phase: what was ordered, what comes of it, and what stands where afterwards.

    Orders, moves and the like are kept by the province of the unit that they are for.
    """

    def __init__(self, position: Position, orders: Sequence[Order], rulebook: Rulebook, board: Board) -> None:
        self._orders = orders
        self._rulebook = rulebook
        self._deployment = Deployment(position, board)
        self._board = board
        self._units = self._deployment.units
        self._given: dict[str, MovementOrder] = {}
        self._faults: dict[int, Fault] = {}
        self._read_orders()
        self._landings: dict[str, str] = {}
        self._convoyed: dict[str, frozenset[str]] = {}
        self._read_moves()
        self._aims: dict[str, str] = {}
        self._helpers: dict[str, list[str]] = {}
        self._match_supports()
        moves = {mover: landing[:3] for mover, landing in self._landings.items()}
        self._decisions = Decisions(
            board, self._units, moves=moves, convoyed=self._convoyed, helpers=self._helpers, aims=self._aims
        )
        self._moved = {mover for mover in moves if self._decisions.succeeds(mover)}
        # Province -> the unit that took it from the one that stood there.
        self._dislodgers = {
            moves[mover]: mover
            for mover in self._moved
            if moves[mover] in self._units and moves[mover] not in self._moved
        }

    # Reading.

    def _read_orders(self) -> None:
        """Keep the first possible order for each unit; another one is faulty, the same once more does no harm."""
        for number, order in enumerate(self._orders):
            fault = movement_fault(order, self._deployment)
            if fault is not None:
                self._faults[number] = fault
            elif isinstance(order, MOVEMENT_ORDERS):
                first = self._given.setdefault(order.unit.location[:3], order)
                if first is not order and first != order:
                    self._faults[number] = _ALREADY_ORDERED

    def _read_moves(self) -> None:
        """Find where each move would end, and which armies go by convoy, over which fleets."""
        carriers: dict[tuple[str, str], list[str]] = {}
        for fleet, order in self._given.items():
            if isinstance(order, Convoy):
                carriers.setdefault((order.location[:3], order.target[:3]), []).append(fleet)
        for mover, order in self._given.items():
            if isinstance(order, Move):
                unit = self._units[mover]
                landing = landing_of(unit, order.target, self._board)
                self._landings[mover] = landing or order.target[:3]
                if unit.kind is UnitKind.ARMY:
                    fleets = frozenset(carriers.get((mover, order.target[:3]), ()))
                    if landing is None:
                        self._convoyed[mover] = fleets
                    elif order.via or fleets:
                        self._choose_way(mover, order, fleets)

    def _choose_way(self, mover: str, order: Move, fleets: frozenset[str]) -> None:
        """Decide by which way an army goes that could walk but is marked, or is offered a convoy."""
        goal, board, deployment = order.target[:3], self._board, self._deployment
        if order.via:
            # A mark counts only where fleets on the board could carry the army; else it walks.
            if deployment.could_convoy(mover, goal):
                self._convoyed[mover] = fleets
            return
        own = frozenset(fleet for fleet in fleets if self._units[fleet].power == self._units[mover].power)
        if self._rulebook.convoy_intent is ConvoyIntent.OWN_FLEETS_SUFFICE:
            # C.8: foreign fleets are refused, and cannot spoil a route of the army's own fleets.
            if has_chain(mover, goal, own, board):
                self._convoyed[mover] = own
        elif (
            own
            and has_chain(mover, goal, fleets, board)
            and not own.isdisjoint(on_tight_chain(mover, goal, deployment.fleets_at_sea, board))
        ):
            # 6.G.6, 6.G.19
            self._convoyed[mover] = fleets

    def _match_supports(self) -> None:
        for supporter, order in self._given.items():
            if isinstance(order, Support) and self._matches(order):
                supported = order.location[:3]
                self._helpers.setdefault(supported, []).append(supporter)
                self._aims[supporter] = supported if order.target is None else order.target[:3]

    def _matches(self, order: Support) -> bool:
        """Tell whether the supported unit is there and does what the support says."""
        supported = order.location[:3]
        unit = self._units.get(supported)
        if unit is None or unit.kind is not order.kind:
            return False
        landing = self._landings.get(supported)
        if landing is None or order.target is None:
            return landing is None and order.target is None
        # A coast may be left out of a support, but a wrong one does not match (6.B.7 to 6.B.9).
        return landing in (order.target, order.target[:3]) or landing[:3] == order.target

    # What follows.

    def units_after(self) -> tuple[Unit, ...]:
        """Return the units that stand after the phase, without the dislodged ones, sorted."""
        after = []
        for province, unit in self._units.items():
            if province in self._moved:
                after.append(Unit(unit.power, unit.kind, self._landings[province]))
            elif province not in self._dislodgers:
                after.append(unit)
        after.sort(key=UNIT_ORDER)
        return tuple(after)

    def contested(self, after: Sequence[Unit]) -> frozenset[str]:
        """Return the provinces that a standoff left empty."""
        decisions = self._decisions
        failed = decisions.moves.keys() - self._moved
        bounced = {decisions.moves[mover] for mover in failed if decisions.prevents(mover)}
        return frozenset(bounced - {unit.location[:3] for unit in after}) if bounced else frozenset()

    def dislodged(self, after: Sequence[Unit], contested: frozenset[str]) -> tuple[Dislodged, ...]:
        """Return the units that lost their province, with where their attackers came from and where they may go."""
        if not self._dislodgers:
            return ()
        rows = []
        for province, attacker in self._dislodgers.items():
            # A convoyed attacker's province stays open (6.H.11).
            origin = None if attacker in self._convoyed else attacker
            rows.append(dislodge(self._units[province], origin, after, contested, self._board))
        return tuple(sorted(rows, key=lambda row: UNIT_ORDER(row.unit)))

    def outcomes(self) -> tuple[Outcome, ...]:
        """Return one outcome for each order given, then one for each unit without an order."""
        rows = [
            self._outcome(order) if number not in self._faults else self._illegal(order, self._faults[number])
            for number, order in enumerate(self._orders)
        ]
        silent = self._units.keys() - self._given.keys()
        silent -= {
            row.order.unit.location[:3] for row in rows if isinstance(row.reason, Fault) and self._own(row.order)
        }
        rows.extend(self._hold(Hold(self._units[province])) for province in sorted(silent))
        return tuple(rows)

    # Reasons.

    def _outcome(self, order: Order) -> Outcome:
        if isinstance(order, Move):
            return self._move(order)
        if isinstance(order, Support):
            return self._support(order)
        if isinstance(order, Hold):
            return self._hold(order)
        assert isinstance(order, Convoy)
        return self._convoy(order)

    def _illegal(self, order: Order, fault: Fault) -> Outcome:
        return Outcome(order, Result.ILLEGAL, fault, self._loser_to(order) if self._own(order) else None)

    def _own(self, order: Order) -> TypeGuard[UnitOrder]:
        """Tell whether an order is for a unit that stands on the board, given by its own power."""
        if isinstance(order, Waive):
            return False
        unit = self._units.get(order.unit.location[:3])
        return unit is not None and unit.power == order.unit.power

    def _loser_to(self, order: UnitOrder) -> Unit | None:
        """Return the unit that took the province of the ordered unit."""
        attacker = self._dislodgers.get(order.unit.location[:3])
        return None if attacker is None else self._units[attacker]

    def _hold(self, order: Hold) -> Outcome:
        province = order.unit.location[:3]
        if province not in self._decisions.attackers:
            return Outcome(order, Result.SUCCEEDS, Why.NOT_ATTACKED)
        winner = self._loser_to(order)
        if winner is not None:
            return Outcome(order, Result.DISLODGED, self._lost(province), winner)
        decisions, power = self._decisions, self._units[province].power
        tried = [
            attacker
            for attacker in decisions.attackers[province]
            if self._units[attacker].power != power and decisions.has_path(attacker)
        ]
        if not tried:
            return Outcome(order, Result.SUCCEEDS, Why.NOT_ATTACKED)
        against, strongest = max((decisions.strength(attacker, power), attacker) for attacker in tried)
        return Outcome(order, Result.SUCCEEDS, Contest(self._units[strongest], decisions.strength(province), against))

    def _lost(self, province: str) -> Contest:
        """Weigh the unit that lost a province against the one that took it."""
        attacker = self._dislodgers[province]
        strength = self._decisions.strength(attacker, self._units[province].power)
        return Contest(self._units[attacker], self._resistance(province, attacker), strength)

    def _resistance(self, province: str, attacker: str) -> int:
        """Return the strength with which a unit that stays meets an attack: alone when it tried to leave."""
        decisions = self._decisions
        if province in self._landings and not decisions.head_to_head(attacker):
            return 1
        return decisions.strength(province)

    def _move(self, order: Move) -> Outcome:
        mover = order.unit.location[:3]
        decisions, units = self._decisions, self._units
        if mover in decisions.unopposed:
            return Outcome(order, Result.SUCCEEDS, Why.UNOPPOSED)
        lost_to = self._loser_to(order)
        if not decisions.has_path(mover):
            result, reason = self._no_path(mover)
            return Outcome(order, result, reason, lost_to)
        goal = decisions.moves[mover]
        made = mover in self._moved
        # A unit that won head-to-head has left, but it is what this move met.
        stayed = goal in units and (goal not in self._moved or (not made and decisions.head_to_head(mover)))
        holder = units[goal] if stayed else None
        rivals = [
            (decisions.strength(other), other)
            for other in decisions.attackers[goal]
            if other != mover and decisions.prevents(other)
        ]
        if holder is None and not rivals:
            return Outcome(order, Result.SUCCEEDS, Why.UNOPPOSED, lost_to)
        strength = decisions.strength(mover, None if holder is None else holder.power)
        result = Result.SUCCEEDS if made else Result.BOUNCED
        against, rival = max(rivals, default=(0, ""))
        if holder is not None and holder.power == units[mover].power:
            if against < decisions.strength(mover):
                return Outcome(order, result, OwnUnit(holder), lost_to)
        elif holder is not None and (resistance := self._resistance(goal, mover)) >= against:
            return Outcome(order, result, Contest(holder, strength, resistance), lost_to)
        return Outcome(order, result, Contest(units[rival], strength, against), lost_to)

    def _no_path(self, army: str) -> tuple[Result, Reason]:
        """Say what was wrong with the chain of fleets that should have carried an army."""
        fleets = self._convoyed[army]
        if not has_chain(army, self._decisions.moves[army], fleets, self._board):
            return Result.NO_CONVOY, Why.NO_CHAIN_ORDERED
        lost = tuple(self._units[fleet] for fleet in sorted(fleets) if fleet in self._dislodgers)
        return Result.DISRUPTED, Broken(lost, self._units[army])

    def _support(self, order: Support) -> Outcome:
        supporter = order.unit.location[:3]
        decisions = self._decisions
        if supporter in self._aims and decisions.given(supporter):
            return Outcome(order, Result.SUCCEEDS, Why.GIVEN)
        lost_to = self._loser_to(order)
        if supporter not in self._aims:
            return Outcome(order, Result.VOID, self._unmatched(order), lost_to)
        aim, unit = self._aims[supporter], self._units[supporter]
        for attacker in sorted(decisions.attackers[supporter]):
            if attacker != aim and self._units[attacker].power != unit.power and decisions.has_path(attacker):
                return Outcome(order, Result.CUT, CutBy(self._units[attacker], dislodged=False), lost_to)
        assert lost_to is not None
        return Outcome(order, Result.CUT, CutBy(lost_to, dislodged=True), lost_to)

    def _unmatched(self, order: Support | Convoy) -> Unmatched:
        """Say what the unit did that was to be supported or convoyed."""
        other = order.location[:3]
        unit = self._units.get(other)
        if unit is None or unit.kind is not order.kind:
            return Unmatched(None)
        return Unmatched(self._given.get(other, Hold(unit)))

    def _convoy(self, order: Convoy) -> Outcome:
        fleet, army = order.unit.location[:3], order.location[:3]
        lost_to = self._loser_to(order)
        if lost_to is not None:
            return Outcome(order, Result.DISLODGED, self._lost(fleet), lost_to)
        decisions, goal = self._decisions, order.target[:3]
        if decisions.moves.get(army) != goal:
            return Outcome(order, Result.VOID, self._unmatched(order))
        carriers = self._convoyed.get(army)
        if carriers is None:
            return Outcome(order, Result.UNUSED, Why.WENT_BY_LAND)
        if decisions.has_path(army) or has_chain(army, goal, carriers, self._board):
            if fleet not in on_tight_chain(army, goal, carriers, self._board):
                return Outcome(order, Result.UNUSED, Why.NOT_NEEDED)
            if decisions.has_path(army):
                return Outcome(order, Result.SUCCEEDS, Why.CONVOYED)
        return Outcome(order, *self._no_path(army))


def dislodge(
    unit: Unit, attacked_from: str | None, after: Sequence[Unit], contested: frozenset[str], board: Board
) -> Dislodged:
    """Return a dislodged unit with its options: free, not the attacker's province, not left empty by a standoff."""
    barred = {other.location[:3] for other in after} | contested
    if attacked_from is not None:
        barred.add(attacked_from)
    options = (place for place in board.borders(unit.kind, unit.location) if place[:3] not in barred)
    return Dislodged(unit, attacked_from, tuple(sorted(options)))
