"""diplomacy: find what a clause means on this board: every possible order, the likeliest first.

A word may mean several provinces, a unit may lack its type, a fleet its coast. Each possibility is an order with a
rank; the orders of the best rank are what the clause means. The rank looks at the board first (does the unit exist?),
then at the neighbours (can it go there?), then at the spelling. C.7: a province that is named stays, reachable or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gm_daemon.diplomacy.notation.clauses import Clause, Mention, Place
from gm_daemon.diplomacy.notation.reach import Reach, can_be, convoyable, locations, reach, real_coast
from gm_daemon.diplomacy.notation.reading import Context, Reason
from gm_daemon.diplomacy.orders import Convoy, Disband, Hold, Move, Order, Retreat, Support, Unit, UnitKind
from gm_daemon.diplomacy.phase import PhaseKind

Note = tuple[Reason, str]

_KINDS = tuple(UnitKind)


@dataclass(frozen=True, slots=True)
class Possible:
    """One order that a clause may mean; a lower rank is likelier. `kind_assumed` counts types that nobody wrote."""

    order: Order
    rank: tuple[int, ...]
    notes: tuple[Note, ...] = ()
    assumed: int = 0


@dataclass(frozen=True, slots=True)
class Actor:
    """One unit that a mention may mean. `starts` are the locations it may be at, `fit` how well the board agrees."""

    unit: Unit
    starts: tuple[str, ...]
    fit: int
    spelling: int
    notes: tuple[Note, ...] = ()
    assumed: int = 0


def actors(mention: Mention, context: Context, *, ordered: bool = True) -> list[Actor]:
    """Return the units that a mention may mean. `ordered` says that the sender gives it an order himself."""
    found: list[Actor] = []
    for candidate in mention.place.name.candidates:
        found += _in_province(mention, candidate.province, candidate.rank, context, ordered=ordered)
    return found


def _in_province(mention: Mention, province: str, rank: int, context: Context, *, ordered: bool) -> Iterator[Actor]:
    board = context.board
    coast = real_coast(board, province, mention.place.coast)
    notes: tuple[Note, ...] = ()
    if mention.place.name.guessed:
        notes = ((Reason.GUESSED, f"read {mention.place.text!r} as {board.provinces[province].name}"),)
    known = context.units_in(province)
    if known:
        unit = known[0]
        fit = 0 if not ordered or context.is_mine(unit) else 1
        if mention.kind not in {None, unit.kind}:
            notes += ((Reason.WRONG_TYPE, f"the unit there is {unit.bare}"),)
        if ordered and not context.is_mine(unit):
            notes += ((Reason.NO_SUCH_UNIT, f"{unit.bare} is not yours but {unit.power}'s"),)
        elif mention.nation and unit.power not in {"", mention.nation}:
            notes += ((Reason.WRONG_NATIONALITY, f"{unit.bare} belongs to {unit.power}"),)
        yield Actor(unit, locations(board, unit.kind, province, unit.location[4:] or coast), fit, rank, notes)
        return
    power = (context.power or "") if ordered else (mention.nation or "")
    if context.units is not None and context.power and ordered:
        notes += ((Reason.NO_SUCH_UNIT, f"no unit of yours is in {board.provinces[province].name}"),)
    kinds = [kind for kind in _KINDS if mention.kind in {None, kind} and can_be(board, kind, province)]
    fit = 2
    if not kinds:
        # Only one type can be there, whatever the line says.
        kinds = [kind for kind in _KINDS if can_be(board, kind, province)]
        right = kinds[0].name.lower()
        notes += ((Reason.WRONG_TYPE, f"only {'an army' if right == 'army' else 'a fleet'} can be in {province}"),)
        fit = 3
    for kind in kinds:
        location = f"{province}/{coast}" if coast and kind is UnitKind.FLEET else province
        unsure = len(kinds) > 1 and mention.kind is None
        # A written coast says that the unit is a fleet.
        assumed = int(unsure and (kind is UnitKind.FLEET) != (coast is not None))
        extra: tuple[Note, ...] = ()
        if unsure:
            extra = ((Reason.TYPE_ASSUMED, f"no type was written: read as {kind.value} {location}"),)
        yield Actor(
            Unit(power, kind, location), locations(board, kind, province, coast), fit, rank, notes + extra, assumed
        )


def possible(clause: Clause, context: Context) -> list[Possible]:
    """Return everything that a clause may mean, unsorted. An empty list means that its label needs its neighbours."""
    match clause.label:
        case "hold" | "hold_dislodged":
            return list(_holds(clause, context))
        case "move" | "move_unsigned":
            return list(_moves(clause, context))
        case "support_hold" | "support_move":
            return list(_supports(clause, context))
        case "support_attack":
            return list(_attacks(clause, context))
        case "convoy":
            return list(_convoys(clause, context))
        case "retreat":
            return list(_retreats(clause, context))
        case "disband":
            return [
                Possible(Disband(a.unit), (a.fit, a.spelling), a.notes, a.assumed)
                for a in actors(_unit(clause), context)
            ]
    return []


def _unit(clause: Clause) -> Mention:
    assert clause.unit is not None
    return clause.unit


def _holds(clause: Clause, context: Context) -> Iterator[Possible]:
    for actor in actors(_unit(clause), context):
        yield Possible(Hold(actor.unit), (actor.fit, actor.spelling), actor.notes, actor.assumed)


def _moves(clause: Clause, context: Context) -> Iterator[Possible]:
    target = clause.path[-1]
    for actor in actors(_unit(clause), context):
        kind = actor.unit.kind
        if len(clause.path) > 1 and (kind is UnitKind.FLEET or not _sea_route(clause.path[:-1], context)):
            continue
        via = clause.via or len(clause.path) > 1
        if via and kind is UnitKind.FLEET and _unit(clause).kind is None:
            continue
        for unit, place, steps, spelling, notes in _goals(actor, target, context, carried=via):
            order = Move(unit, place, via and kind is UnitKind.ARMY)
            yield Possible(order, (actor.fit, steps, actor.spelling + spelling), actor.notes + notes, actor.assumed)


def _sea_route(steps: tuple[Place, ...], context: Context) -> bool:
    """Tell whether every step between is water: only then is the route one army's way."""
    return all(any(not can_be(context.board, UnitKind.ARMY, c.province) for c in s.name.candidates) for s in steps)


Goal = tuple[Unit, str, int, int, tuple[Note, ...]]


def _goals(actor: Actor, target: Place, context: Context, *, carried: bool = False) -> Iterator[Goal]:
    """Return each way to read a unit's own target: the unit (its coast filled in), the location, rank and notes."""
    board, kind = context.board, actor.unit.kind
    for candidate in target.name.candidates:
        province = candidate.province
        notes: tuple[Note, ...] = ()
        if target.name.guessed:
            notes = ((Reason.GUESSED, f"read {target.text!r} as {board.provinces[province].name}"),)
        if kind is UnitKind.ARMY:
            steps = reach(board, kind, actor.starts, province)
            if carried and convoyable(board, actor.starts[0], province):
                steps = Reach.STEP
            if steps >= Reach.NONE:
                notes += (_out_of_reach(actor.unit, province),)
            yield actor.unit, province, steps, candidate.rank, notes
            continue
        coast = real_coast(board, province, target.coast)
        goals = locations(board, kind, province, coast)
        pairs = [(a, b) for a in actor.starts for b in goals if b in board.borders("F", a)]
        if not pairs:
            place = goals[0] if len(goals) == 1 else province
            steps = Reach.NONE if can_be(board, kind, province) else Reach.NOWHERE
            yield actor.unit, place, steps, candidate.rank, (*notes, _out_of_reach(actor.unit, place))
            continue
        starts = {a for a, _ in pairs}
        # 6.B.1: a coast is filled in only where a single one can be reached.
        unit = actor.unit if len(starts) > 1 else Unit(actor.unit.power, kind, starts.pop())
        for place in sorted({b for _, b in pairs}):
            yield unit, place, Reach.STEP, candidate.rank, notes


def _out_of_reach(unit: Unit, place: str) -> Note:
    return (Reason.ILLEGAL, f"{unit.bare} cannot reach {place}: it will hold")


def _supports(clause: Clause, context: Context) -> Iterator[Possible]:
    assert clause.other is not None
    target = clause.path[-1] if clause.path else None
    for actor in actors(_unit(clause), context):
        for other in actors(clause.other, context, ordered=False):
            yield from _support(actor, other, target, clause, context)


def _support(actor: Actor, other: Actor, target: Place | None, clause: Clause, context: Context) -> Iterator[Possible]:
    """Return the supports of one unit by another: to hold, or into each province that the target may mean."""
    assert clause.other is not None
    location = _as_written(other.unit, clause.other.place, context)
    assumed = actor.assumed + other.assumed
    for goal, steps, spelling, guess in _supported_goals(other, target, context):
        into = (goal or other.unit.province)[:3]
        near = reach(context.board, actor.unit.kind, actor.starts, into)
        notes = actor.notes + other.notes + guess
        if near is not Reach.STEP:
            notes += ((Reason.ILLEGAL, f"{actor.unit.bare} cannot support there: it cannot go to {into} itself"),)
        elif steps >= Reach.NONE:
            notes += ((Reason.ILLEGAL, f"{other.unit.bare} cannot reach {goal}"),)
        rank = (actor.fit, int(near is not Reach.STEP), other.fit, steps, actor.spelling + other.spelling + spelling)
        yield Possible(Support(actor.unit, other.unit.kind, location, goal), rank, notes, assumed)


def _supported_goals(
    other: Actor, target: Place | None, context: Context
) -> Iterator[tuple[str | None, Reach, int, tuple[Note, ...]]]:
    """Return where the supported unit may be meant to go (None: it holds), how, its rank and notes."""
    board, kind = context.board, other.unit.kind
    if target is None:
        yield None, Reach.STEP, 0, ()
        return
    for candidate in target.name.candidates:
        province = candidate.province
        notes: tuple[Note, ...] = ()
        if target.name.guessed:
            notes = ((Reason.GUESSED, f"read {target.text!r} as {board.provinces[province].name}"),)
        if province == other.unit.province and target.coast in {None, other.unit.location[4:]}:
            # An old idiom: support to SWE-SWE is support to hold.
            yield None, Reach.STEP, candidate.rank, notes
            continue
        coast = real_coast(board, province, target.coast) if kind is UnitKind.FLEET else None
        place = f"{province}/{coast}" if coast and board.provinces[province].coasts else province
        yield place, reach(board, kind, other.starts, province), candidate.rank, notes


def _as_written(unit: Unit, place: Place, context: Context) -> str:
    """Return a supported unit's location with the coast that stands in the line, never one from the board."""
    coast = real_coast(context.board, unit.province, place.coast)
    fleet = unit.kind is UnitKind.FLEET and context.board.provinces[unit.province].coasts
    return f"{unit.province}/{coast}" if fleet and coast else unit.province


def _attacks(clause: Clause, context: Context) -> Iterator[Possible]:
    """Read "supports the English attack on Norway": every unit that could be meant, because none is named."""
    for actor in actors(_unit(clause), context):
        for candidate in clause.path[-1].name.candidates:
            for unit in _attackers(candidate.province, clause.nation, context):
                if unit.province != actor.unit.province:
                    order = Support(actor.unit, unit.kind, unit.province, candidate.province)
                    note = (Reason.UNREADABLE, "name the unit that you support")
                    yield Possible(order, (actor.fit, candidate.rank), (*actor.notes, note))


def _attackers(province: str, nation: str | None, context: Context) -> Iterator[Unit]:
    board = context.board
    known = context.units
    if known is None:
        places = [
            (kind, place)
            for kind in UnitKind
            for code in board.provinces
            for place in locations(board, kind, code, None)
        ]
        known = tuple(Unit(nation or "", kind, place) for kind, place in places if board.can_stand(kind.value, place))
    for unit in known:
        if (nation is None or unit.power in {"", nation}) and reach(
            board, unit.kind, (unit.location,), province
        ) is Reach.STEP:
            yield unit


def _convoys(clause: Clause, context: Context) -> Iterator[Possible]:
    assert clause.other is not None
    board = context.board
    passenger = clause.other
    if passenger.kind is None:
        # Only armies are carried.
        passenger = Mention(UnitKind.ARMY, passenger.place, passenger.nation)
    fleet = _unit(clause)
    for actor in actors(fleet, context):
        for other in actors(passenger, context, ordered=False):
            for candidate in clause.path[-1].name.candidates:
                target = candidate.province
                notes = actor.notes + other.notes
                at_sea = not can_be(board, UnitKind.ARMY, actor.unit.province)
                if not at_sea or actor.unit.kind is UnitKind.ARMY:
                    notes += ((Reason.ILLEGAL, f"only a fleet at sea convoys: {actor.unit.bare} will hold"),)
                carried = convoyable(board, other.unit.province, target)
                if not carried:
                    notes += ((Reason.ILLEGAL, f"no convoy goes from {other.unit.province} to {target}"),)
                kind = other.unit.kind if passenger.kind is None or clause.other.kind is None else clause.other.kind
                order = Convoy(actor.unit, kind, other.unit.province, target)
                rank = (
                    actor.fit,
                    int(not at_sea),
                    other.fit,
                    int(not carried) + int(not can_be(board, UnitKind.ARMY, target)),
                    actor.spelling + other.spelling + candidate.rank,
                )
                yield Possible(order, rank, notes, actor.assumed)


def _retreats(clause: Clause, context: Context) -> Iterator[Possible]:
    for actor in actors(_unit(clause), context):
        options = context.retreats_of(actor.unit)
        for unit, place, steps, spelling, notes in _goals(actor, clause.path[-1], context):
            closed = options is not None and place not in options
            extra = notes
            if closed and steps < Reach.NONE:
                extra += ((Reason.ILLEGAL, f"{unit.bare} cannot retreat to {place}: it is closed"),)
            if steps is Reach.CONVOY:
                extra += ((Reason.ILLEGAL, f"{unit.bare} cannot reach {place}"),)
            if context.kind is PhaseKind.RETREAT:
                extra = tuple((r, t.replace("it will hold", "it will be disbanded")) for r, t in extra)
            rank = (
                actor.fit,
                int(steps is not Reach.STEP) + int(steps is Reach.NOWHERE),
                int(closed),
                actor.spelling + spelling,
            )
            yield Possible(Retreat(unit, place), rank, actor.notes + extra, actor.assumed)
