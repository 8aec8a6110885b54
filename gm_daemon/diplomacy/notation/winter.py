"""diplomacy: what a winter's clause may mean: builds, removals and waives."""

from __future__ import annotations

from collections.abc import Iterator

from gm_daemon.diplomacy.notation.clauses import Clause, Mention
from gm_daemon.diplomacy.notation.meaning import Note, Possible, actors
from gm_daemon.diplomacy.notation.reach import can_be, locations, real_coast
from gm_daemon.diplomacy.notation.reading import Context, Reason
from gm_daemon.diplomacy.orders import Build, Remove, Unit, UnitKind


def builds(mention: Mention, context: Context) -> Iterator[Possible]:
    """Return each unit that may be meant to be built; a fleet that needs a coast is one for each coast."""
    board = context.board
    for candidate in mention.place.name.candidates:
        province = board.provinces[candidate.province]
        home = 0 if province.home and context.power in {None, province.home} else 1 if province.supply_centre else 2
        notes: tuple[Note, ...] = ()
        if mention.place.name.guessed:
            notes = ((Reason.GUESSED, f"read {mention.place.text!r} as {province.name}"),)
        if home:
            notes += ((Reason.ILLEGAL, f"{province.name} is no home centre{' of yours' if context.power else ''}"),)
        kinds = [kind for kind in UnitKind if mention.kind in {None, kind}]
        for kind in kinds:
            fits = can_be(board, kind, province.code)
            if not fits and mention.kind is None:
                continue
            extra = (
                notes
                if fits
                else (
                    *notes,
                    (Reason.ILLEGAL, f"no {kind.name.lower()} can be in {province.name}"),
                )
            )
            if len(kinds) > 1:
                extra += ((Reason.TYPE_ASSUMED, f"no type was written: read as {kind.value} {province.code}"),)
            coast = real_coast(board, province.code, mention.place.coast)
            assumed = int(len(kinds) > 1 and (kind is UnitKind.FLEET) != (coast is not None))
            for location in locations(board, kind, province.code, coast):
                unit = Unit(context.power or "", kind, location)
                yield Possible(Build(unit), (int(not fits), home, candidate.rank), extra, assumed)


def removals(mention: Mention, context: Context) -> Iterator[Possible]:
    """Return each unit that may be meant to be removed."""
    for actor in actors(mention, context):
        yield Possible(Remove(actor.unit), (actor.fit, actor.spelling), actor.notes, actor.assumed)


def bare_unit_is_built(clause: Clause, context: Context) -> bool:
    """Tell what a unit without a verb means in winter: a build, unless the power must remove that very unit."""
    if context.must_remove is None and clause.unit is not None and context.power and context.units is not None:
        return not any(
            unit.power == context.power
            for candidate in clause.unit.place.name.candidates
            for unit in context.units_in(candidate.province)
        )
    return not context.must_remove
