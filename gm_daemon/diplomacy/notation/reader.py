"""diplomacy: read one line as a person wrote it: `read_line` is the notation's front door."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import replace

from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.notation.clauses import Clause, clause_of
from gm_daemon.diplomacy.notation.combine import UNIT_ALONE, Line, adjustments, movement, retreats
from gm_daemon.diplomacy.notation.grammar import parse
from gm_daemon.diplomacy.notation.items import Item, Settled
from gm_daemon.diplomacy.notation.lexicon import Lexicon, lexicon_of
from gm_daemon.diplomacy.notation.prose import advice, is_attempt, is_prose, nonsense_hold
from gm_daemon.diplomacy.notation.reading import Context, Reading, Reason
from gm_daemon.diplomacy.notation.scan import phrases_of
from gm_daemon.diplomacy.notation.settle import settle
from gm_daemon.diplomacy.notation.spelling import one_line, repair
from gm_daemon.diplomacy.notation.sweeping import all_hold
from gm_daemon.diplomacy.phase import PhaseKind

_START = {PhaseKind.MOVEMENT: "movement", PhaseKind.RETREAT: "retreat", PhaseKind.ADJUSTMENT: "adjustment"}

# Numbers, letters and bullets of lists; a dash is one only before a space, and a winter's dash may remove a unit.
_BULLET = re.compile(r"\s*(?:(?:\(?\d{1,2}[.)\]:]+|\(?[a-z]\)|[•*·▪◦‣○●►▶#]+|[oO](?=\s+[AaFf]\s))\s*)+")
_PHASE_TAG = re.compile(
    r"\s*(?:[sfw]'?(?:\d{4}[mrab]?|\d{2}[mrab])(?:/[a-z])?\b|(?:spring|fall|autumn|winter|summer)\s*'?\d{2,4}\b)"
    r"\s*[:,;.-]*\s*(?=\S)",
    re.IGNORECASE,
)
_PHASE_NAMES = {PhaseKind.MOVEMENT: "movement", PhaseKind.RETREAT: "retreat", PhaseKind.ADJUSTMENT: "winter"}
_TOO_LONG = 2000
_HEADING_VERBS = {"heading_build": "Build", "heading_remove": "Remove", "heading_retreat": "Retreat"}


def read_line(text: str, context: Context) -> Reading:
    """Return what one line means in this context; every text gives a reading, none raises.

    A line stands alone here: a line that begins with `>` is a quote and means nothing; continued lines and headings
    are the letter's subject (`language/letter.py`). Sections: C.6 (one meaning counts), C.7 (the impossible holds).
    """
    if len(text) > _TOO_LONG or text.lstrip().startswith((">", "--")) or not text.strip():
        return Reading()
    if holds := all_hold(text, context):
        return Reading(orders=holds)
    settled = items_of(text, context.board, context.kind)
    line = Line(context, whole=one_line(text) if len(settled.items) == 1 else "")
    if settled.power and context.power and settled.power != context.power:
        line.fail(Reason.WRONG_NATIONALITY, settled.power, f"these orders are read as {context.power}'s")
    clauses = _clauses(settled.items, line)
    if context.kind is PhaseKind.MOVEMENT:
        movement(clauses, line)
    elif context.kind is PhaseKind.RETREAT:
        retreats(clauses, line)
    else:
        adjustments(clauses, line)
    if not line.orders and not line.readings:
        if not clauses:
            _other_phase(text, context, line)
        if all(fault[0] is Reason.WRONG_NATIONALITY for fault in line.faults):
            return Reading()
    return line.reading()


def items_of(text: str, board: Board, kind: PhaseKind) -> Settled:
    """Return the items of a line: list marks and phase tags are gone, words have become terminals."""
    return _items(text, lexicon_of(board), kind)


def heading_verb(text: str, context: Context) -> str:
    """Return the verb of a heading like "Builds:" or "My removals are:", which the units below it share, or nothing."""
    for kind in (PhaseKind.ADJUSTMENT, PhaseKind.RETREAT):
        items = items_of(text, context.board, kind).items
        if len(items) == 1 and (clause := _clause(items[0], kind)) is not None and clause.label in _HEADING_VERBS:
            return _HEADING_VERBS[clause.label]
    return ""


def only_units(text: str, context: Context) -> bool:
    """Tell whether a line holds nothing but units, so that a heading must say what they do."""
    items = items_of(text, context.board, PhaseKind.ADJUSTMENT).items
    clauses = [_clause(item, PhaseKind.ADJUSTMENT) for item in items]
    return bool(clauses) and all(clause is not None and clause.label in UNIT_ALONE for clause in clauses)


@functools.lru_cache(maxsize=4096)
def _items(text: str, lexicon: Lexicon, kind: PhaseKind) -> Settled:
    text = repair(text)
    for lead in (_BULLET, _PHASE_TAG):
        found = lead.match(text)
        text = text[found.end() :] if found else text
    return settle(phrases_of(text, lexicon), lexicon, kind)


def _clauses(items: Sequence[Item], line: Line) -> list[Clause]:
    """Return the clauses of the items that are orders or pieces of them; what comes after prose is not read."""
    found: list[Clause] = []
    for item in items:
        clause = _clause(item, line.context.kind)
        if clause is not None:
            found.append(clause)
        elif (hold := _nonsense(item, line.context.kind)) is not None:
            found.append(hold)
        elif item.alternative and line.context.kind is PhaseKind.MOVEMENT and found:
            line.fail(Reason.UNREADABLE, item.text, "what follows 'or' was not understood and does not count")
        elif is_attempt(item):
            line.fail(Reason.UNREADABLE, item.text, advice(line.context.kind, item))
        elif is_prose(item):
            break
    return found


def _nonsense(item: Item, kind: PhaseKind) -> Clause | None:
    """Return the hold that "Paris vacations on the moon" amounts to."""
    unit = nonsense_hold(item) if kind is PhaseKind.MOVEMENT else None
    clause = _clause(Item(unit), kind) if unit else None
    return replace(clause, label="nonsense", item=item) if clause is not None else None


def _clause(item: Item, kind: PhaseKind) -> Clause | None:
    shape = parse("diplomacy.lark", _START[kind], tuple(token.terminal for token in item.tokens))
    return None if shape is None else clause_of(shape, item)


def _other_phase(text: str, context: Context, line: Line) -> None:
    """Say so where a line without meaning here is an order of another kind of phase."""
    for kind in PhaseKind:
        if kind is context.kind:
            continue
        items = items_of(text, context.board, kind).items
        clauses = [clause for item in items if (clause := _clause(item, kind)) is not None]
        if (
            len(clauses) == len(items)
            and any(_is_whole(clause) for clause in clauses)
            and not _is_conditional(text, line)
        ):
            line.faults.clear()
            line.fail(
                Reason.WRONG_PHASE, one_line(text), f"this is a {_PHASE_NAMES[kind]} order; {advice(context.kind)}"
            )
            return


def _is_whole(clause: Clause) -> bool:
    typed = clause.unit is not None and clause.unit.kind is not None
    return typed and clause.label not in UNIT_ALONE | {"ends_open", "convoy_of_nothing"}


def _is_conditional(text: str, line: Line) -> bool:
    items = items_of(text, line.context.board, PhaseKind.MOVEMENT).items
    return any(token.terminal == "IF" for item in items for token in item.tokens)
