"""diplomacy: say in plain words what became of an order and why.

Every sentence is made from an outcome's reason; nothing here looks at the board's state again.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm_daemon.diplomacy.board import Board, Terrain
from gm_daemon.diplomacy.legality import Fault, FaultKind
from gm_daemon.diplomacy.orders import Convoy, Hold, Move, Order, Remove, Retreat, Support, Unit, UnitKind, Waive
from gm_daemon.diplomacy.resolution import (
    Allowed,
    Broken,
    Clash,
    Contest,
    CutBy,
    Farthest,
    Outcome,
    OwnUnit,
    Result,
    Unmatched,
    Why,
)

_PLAIN = {
    Why.UNOPPOSED: "moved, unopposed",
    Why.NOT_ATTACKED: "held, not attacked",
    Why.GIVEN: "support given",
    Why.NOT_NEEDED: "this fleet was not needed",
    Why.NO_CHAIN_ORDERED: "no complete chain of fleets was ordered to convoy it",
    Why.DISBANDED: "disbanded as ordered",
    Why.NO_RETREAT_ORDER: "disbanded, no retreat was ordered",
    Why.NO_RETREAT_LEFT: "destroyed, it had nowhere to go",
    Why.BUILT: "built",
    Why.WAIVED: "one build waived",
    Why.REMOVED: "removed as ordered",
}

_FAULTS = {
    FaultKind.WRONG_PHASE: "such an order has no meaning in this phase",
    FaultKind.NO_SUCH_PROVINCE: "there is no province {place}",
    FaultKind.UNIT_NOT_THERE: "there is no such {kind} in {place}: {there}",
    FaultKind.NOT_YOURS: "the unit is {unit}",
    FaultKind.ALREADY_ORDERED: "an earlier order for the same unit or province counts",
    FaultKind.SAME_PROVINCE: "it starts and ends in {place}",
    FaultKind.NOT_ADJACENT: "{place} is not adjacent",
    FaultKind.ARMY_TO_SEA: "an army cannot enter {place}",
    FaultKind.FLEET_INLAND: "a fleet cannot be in {place}",
    FaultKind.COAST_UNKNOWN: "there is no coast {place}",
    FaultKind.COAST_NEEDED: "it must say which coast of {place}",
    FaultKind.COAST_OUT_OF_REACH: "{place} is out of reach, only the other coast is not",
    FaultKind.NO_ROUTE: "{place} is not adjacent, and no chain of fleets stands between",
    FaultKind.SUPPORTS_ITSELF: "a unit cannot support itself",
    FaultKind.SUPPORTS_ATTACK_ON_ITSELF: "a unit cannot support an attack on its own province",
    FaultKind.SUPPORT_OUT_OF_REACH: "it could not move to {place} itself",
    FaultKind.SUPPORTED_CANNOT_GO: "the supported unit cannot go to {place}",
    FaultKind.CANNOT_CONVOY: "only a fleet at sea can convoy",
    FaultKind.PASSENGER_NOT_ARMY: "only an army can be convoyed",
    FaultKind.NO_CONVOY_ROUTE: "no chain of fleets leads to {place}",
    FaultKind.NOT_DISLODGED: "{unit} was not dislodged",
    FaultKind.RETREAT_CLOSED: "{place} is not open to its retreat",
    FaultKind.NOT_HOME: "{place} is not a home centre of this power",
    FaultKind.NOT_OWNED: "this power does not own {place}",
    FaultKind.OCCUPIED: "{unit} stands in {place}",
}

_KINDS = {UnitKind.ARMY: "army", UnitKind.FLEET: "fleet"}


def explain(outcome: Outcome, board: Board) -> str:
    """Return one clause of plain English: `bounced with Germany A MUN: 1 against 1`. No capital, no full stop."""
    text = _reason(outcome, board)
    if outcome.dislodged_by is not None and not _says_dislodged(outcome):
        return f"{text}; dislodged by {outcome.dislodged_by}"
    return text


def _says_dislodged(outcome: Outcome) -> bool:
    return outcome.result is Result.DISLODGED or (isinstance(outcome.reason, CutBy) and outcome.reason.dislodged)


def _reason(outcome: Outcome, board: Board) -> str:  # noqa: PLR0912 - one arm for each kind of reason
    order = outcome.order
    match outcome.reason:
        case Contest() as contest:
            return _contest(outcome, contest)
        case OwnUnit(unit):
            return f"bounced: {unit} stayed, and a power does not dislodge its own unit"
        case CutBy(attacker, dislodged):
            return f"support cut: dislodged by {attacker}" if dislodged else _cut(attacker, board)
        case Unmatched(did):
            return _unmatched(order, did)
        case Broken(lost, army):
            if not lost:
                return f"convoy paradox: {army} stays where it is and cuts nothing (Szykman's rule)"
            return f"convoy broken: {_join(lost)} {'was' if len(lost) == 1 else 'were'} dislodged"
        case Clash(rivals):
            return f"met {_join(rivals)} in the same province, all disbanded"
        case Allowed(count):
            what = "removal" if isinstance(order, Remove) else "build"
            return f"too many: {count or 'no'} {what}{'' if count == 1 else 's'} due"
        case Farthest(distance):
            if distance is None:
                return "removed by rule: its power owns no supply centre"
            return f"removed by rule: {distance} step{'' if distance == 1 else 's'} from the nearest centre it owns"
        case Fault() as fault:
            return f"illegal: {explain_fault(fault, order, board)}"
        case Why.CONVOYED if isinstance(order, Convoy):
            return f"convoyed {order.kind} {order.location} to {board.name_of(order.target)}"
        case Why.WENT_BY_LAND if isinstance(order, Convoy):
            return f"not used: {order.kind} {order.location} went by land"
        case Why.RETREATED if isinstance(order, Retreat):
            return f"retreated to {board.name_of(order.target)}"
        case Why() as plain:
            return _PLAIN[plain]


def _contest(outcome: Outcome, contest: Contest) -> str:
    order, rival = outcome.order, contest.rival
    weighed = f"{contest.strength} against {contest.against}"
    if outcome.result is Result.DISLODGED:
        return f"dislodged by {rival}: {contest.against} against {contest.strength}"
    if not isinstance(order, Move):
        if contest.against > contest.strength:
            return f"held: {rival} came with {contest.against} against {contest.strength}, but others stopped it"
        return f"held against {rival}: {weighed}"
    if outcome.result is Result.BOUNCED:
        return f"bounced with {rival}: {weighed}"
    verb = "dislodged" if rival.province == order.target[:3] else "kept out"
    return f"{verb} {rival}: {weighed}"


def _cut(attacker: Unit, board: Board) -> str:
    return f"support cut by {attacker}, attacking from {board.name_of(attacker.location)}"


def _unmatched(order: Order, did: Order | None) -> str:
    other = f"{order.kind} {order.location}" if isinstance(order, Support | Convoy) else ""
    if did is None:
        return f"there is no {other}"
    if isinstance(did, Hold):
        return f"{other} did not move"
    return f"{other} was ordered otherwise: {did.bare}"


def _join(units: Sequence[Unit]) -> str:
    names = [str(unit) for unit in units]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def explain_fault(fault: Fault, order: Order, board: Board) -> str:
    """Return why an order is impossible, as a clause: `an army cannot enter the North Sea`."""
    kind = "unit" if isinstance(order, Waive) else _KINDS[order.unit.kind]
    there = f"{fault.unit} stands there" if fault.unit else "nobody stands there"
    return _FAULTS[fault.kind].format(place=_place(fault.place, board), unit=fault.unit, kind=kind, there=there)


def _place(location: str, board: Board) -> str:
    """Return a location's name, with the article that English gives to seas, or the text itself where it is no name."""
    province = board.provinces.get(location[:3])
    if province is None or location not in (province.code, *province.coasts):
        return location
    name = board.name_of(location)
    return f"the {name}" if province.terrain is Terrain.SEA else name
