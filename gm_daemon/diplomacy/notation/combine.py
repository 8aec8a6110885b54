"""diplomacy: put the pieces of one line together: shared verbs, alternatives, preferences, helpers in brackets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gm_daemon.diplomacy.notation.choice import Choice, choose
from gm_daemon.diplomacy.notation.clauses import Clause, Mention
from gm_daemon.diplomacy.notation.meaning import possible
from gm_daemon.diplomacy.notation.prose import advice
from gm_daemon.diplomacy.notation.reading import Complaint, Context, Reading, Reason
from gm_daemon.diplomacy.notation.winter import bare_unit_is_built, builds, removals
from gm_daemon.diplomacy.orders import Order, Waive

# A unit without a verb: its neighbours in the line, or a heading, say what it does.
UNIT_ALONE = frozenset({"only_unit", "unit_only"})
# The gravest reason is the line's.
_GRAVITY = {reason: rank for rank, reason in enumerate(Reason)}
# Nobody can build more than there are centres.
_MOST_WAIVES = 34


@dataclass(slots=True)
class Line:
    """What has been found so far in one line. `whole` is the line as written, where it is a single order."""

    context: Context
    orders: list[Order] = field(default_factory=list)
    readings: list[tuple[Order, ...]] = field(default_factory=list)
    faults: list[tuple[Reason, str, str]] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    whole: str = ""

    def take(self, text: str, choice: Choice) -> None:
        """Take what a clause means, or say why it means nothing."""
        if len(choice.orders) == 1:
            self.orders += choice.orders
            self.faults += [(reason, text, note) for reason, note in choice.notes]
        elif choice.orders:
            self.readings += [(order,) for order in choice.orders]
            self.fail(Reason.AMBIGUOUS, text, "write " + " or ".join(order.bare for order in choice.orders))
        else:
            self.fail(Reason.UNREADABLE, text, advice(self.context.kind))

    def fail(self, reason: Reason, text: str, suggestion: str) -> None:
        self.faults.append((reason, text, suggestion))

    def reading(self) -> Reading:
        """Return the reading of the line: the gravest fault gives the reason, all give the suggestion."""
        # A verb alone ("no orders", "hold") is talk; in a list, its unit was lost in the line above.
        if self.orders:
            self.faults += [
                (Reason.UNREADABLE, text, "the unit is missing; write it like A PAR H") for text in self.lost
            ]
        self.faults.sort(key=lambda fault: _GRAVITY[fault[0]])
        complaint = None
        if self.faults:
            reason, text, _ = self.faults[0]
            text = self.whole or text
            suggestion = "; ".join(dict.fromkeys(fault[2] for fault in self.faults))
            complaint = Complaint(text, reason, suggestion)
        return Reading(tuple(self.orders), tuple(self.readings), complaint)


def movement(clauses: Sequence[Clause], line: Line) -> None:
    waiting: list[Clause] = []
    at = 0
    while at < len(clauses):
        clause = clauses[at]
        at += 1
        if clause.label in UNIT_ALONE:
            waiting.append(clause)
            continue
        if clause.item.alternative:
            line.fail(
                Reason.UNREADABLE, clause.text, "the other half of this choice was not understood; write one order"
            )
            continue
        while at < len(clauses) and clauses[at].label == "carried":
            clause, at = replace(clause, via=True), at + 1
        if clause.label == "hold_of_nobody" and waiting:
            # "A Mun, hold"
            clause = replace(clause, label="hold", unit=waiting.pop().unit)
        others: list[Clause] = []
        while at < len(clauses) and clauses[at].item.alternative:
            others.append(_alternative(clause, clauses[at]))
            at += 1
        for early in waiting:
            # "War & Boh S Sil-Gal": units before a verb share it.
            _order(replace(clause, unit=early.unit, crowd=None), [], line)
        waiting = []
        _order(clause, others, line)
    for clause in waiting:
        assert clause.unit is not None
        if len(clauses) == 1 and clause.unit.kind is not None:
            line.fail(Reason.UNREADABLE, clause.text, "say what the unit shall do, like A PAR H or A PAR - BUR")


def _order(clause: Clause, others: Sequence[Clause], line: Line) -> None:
    """Take the order of one clause, with the alternatives that "or" adds and the supporters in brackets."""
    match clause.label:
        case "hold_of_nobody":
            line.lost.append(clause.text)
        case "ends_open":
            line.fail(Reason.UNREADABLE, clause.text, "the order is not finished; write it like A PAR - BUR")
        case "convoy_of_nothing":
            line.fail(
                Reason.UNREADABLE, clause.text, "say what is convoyed, like F NTH C A LON - NWY; else the fleet holds"
            )
        case "nonsense":
            choice = choose(possible(replace(clause, label="hold"), line.context))
            line.take(
                clause.text,
                replace(choice, notes=(*choice.notes, (Reason.NO_VERB, "no order was understood: the unit holds"))),
            )
        case "carried" | "only_target":
            line.fail(Reason.UNREADABLE, clause.text, advice(line.context.kind))
        case "move_unsigned" if clause.unit is None or clause.unit.kind is None:
            pass
        case _:
            if clause.crowd is not None and clause.crowd.convoy:
                clause = replace(clause, via=True)
            choice = choose(possible(clause, line.context))
            for other in others:
                more = choose(possible(other, line.context))
                choice = Choice((*choice.orders, *(o for o in more.orders if o not in choice.orders)))
            line.take(clause.text, choice)
            for unit in clause.crowd.units if clause.crowd else ():
                label = "convoy" if clause.crowd and clause.crowd.convoy else "support_move"
                helper = replace(clause, label=label, unit=unit, other=clause.unit, crowd=None)
                line.take(clause.text, choose(possible(helper, line.context)))


def _alternative(clause: Clause, other: Clause) -> Clause:
    """Return the clause with another target, where "or" is followed by a province alone."""
    if other.label == "hold_of_nobody":
        return replace(clause, label="hold", path=(), via=False, item=other.item)
    if other.label == "only_target":
        return replace(clause, path=(*clause.path[:-1], *other.path), item=other.item)
    if other.unit is not None and other.label in UNIT_ALONE and other.unit.kind is None:
        return replace(clause, path=(*clause.path[:-1], other.unit.place), item=other.item)
    return other


def retreats(clauses: Sequence[Clause], line: Line) -> None:
    at = 0
    waiting: list[Clause] = []
    while at < len(clauses):
        clause = clauses[at]
        at += 1
        if clause.label in UNIT_ALONE:
            waiting.append(clause)
        elif clause.label in {"retreat", "disband"}:
            wishes = [clause]
            while at < len(clauses) and _is_wish(clauses[at]):
                wishes.append(_alternative(clause, clauses[at]))
                at += 1
            for early in waiting if clause.label == "disband" else ():
                line.take(early.text, choose(possible(replace(clause, unit=early.unit), line.context)))
            waiting = []
            _first_open(wishes, line)
        elif clause.label == "hold_dislodged":
            line.fail(
                Reason.UNREADABLE,
                clause.text,
                "a dislodged unit cannot hold; write A BUR R PIC, or A BUR D to disband it",
            )
        elif clause.label in {"ends_open", "only_target", "or_disband"}:
            line.fail(Reason.UNREADABLE, clause.text, advice(line.context.kind))
    for clause in waiting:
        if len(clauses) == 1 and clause.unit is not None and clause.unit.kind is not None:
            line.fail(Reason.UNREADABLE, clause.text, advice(line.context.kind))


def _is_wish(clause: Clause) -> bool:
    """Tell whether a clause goes on with the list of preferences: "a boh - gal, otb"."""
    bare = clause.label in UNIT_ALONE and clause.unit is not None and clause.unit.kind is None
    return bare or clause.item.alternative or clause.label in {"only_target", "or_disband"}


def _first_open(wishes: Sequence[Clause], line: Line) -> None:
    """Take the first wish that is open; where that is not known, or none is, the first."""
    choices: list[Choice] = []
    for wish in wishes:
        if wish.label == "or_disband":
            choices.append(choose(possible(replace(wishes[0], label="disband"), line.context)))
        else:
            choices.append(choose(possible(wish, line.context)))
    for choice in choices:
        if len(choice.orders) == 1 and not any(reason is Reason.ILLEGAL for reason, _ in choice.notes):
            line.take(wishes[0].text, choice)
            return
    line.take(wishes[0].text, choices[0])


def adjustments(clauses: Sequence[Clause], line: Line) -> None:
    verb: str | None = None
    waiting: list[Clause] = []
    for clause in clauses:
        label = clause.label
        if label == "minus":
            label = "build" if line.context.must_remove is False else "remove"
        if label in {"heading_build", "heading_remove"}:
            verb = label.removeprefix("heading_")
        elif label == "waive":
            line.orders += [Waive(line.context.power or "")] * min(clause.count, _MOST_WAIVES)
        elif label not in UNIT_ALONE:
            waiting = _adjust_all(waiting, label, line)
            _adjust(clause, label, line)
            verb = label
        elif clause.item.alternative:
            waiting = _adjust_all(waiting, "build", line)
            _either(clause, verb or "build", line)
        elif verb is None:
            waiting.append(clause)
        else:
            _adjust(clause, verb, line)
    for clause in waiting:
        if clause.unit is not None and (clause.unit.kind is not None or len(clauses) == 1):
            _adjust(clause, "build" if bare_unit_is_built(clause, line.context) else "remove", line)


def _adjust_all(clauses: Sequence[Clause], verb: str, line: Line) -> list[Clause]:
    """Give the units that waited for a verb this one; none waits any more."""
    for clause in clauses:
        _adjust(clause, verb, line)
    return []


def _adjust(clause: Clause, verb: str, line: Line) -> None:
    mention = _mention(clause)
    found = builds(mention, line.context) if verb == "build" else removals(mention, line.context)
    line.take(clause.text, choose(found))


def _either(clause: Clause, verb: str, line: Line) -> None:
    """Read "Build F Mar (or A Mar)": the order before is one reading, this the other."""
    before = len(line.orders)
    _adjust(clause, verb, line)
    pair = line.orders[before - 1 :]
    if before and len(pair) == 2:
        del line.orders[before - 1 :]
        line.faults.clear()
        line.take(clause.text, Choice(tuple(pair)))


def _mention(clause: Clause) -> Mention:
    assert clause.unit is not None
    return clause.unit
