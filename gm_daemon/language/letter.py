"""language: read a whole letter: orders told from talk, headings carried forward, later sets put in place of earlier.

`understand` takes the sender's own new lines; quotes and signatures are gone already. It decides nothing about the
game: formats do that with what it returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from gm_daemon.diplomacy.notation import Complaint, Context, Reading, Reason, read_line
from gm_daemon.diplomacy.notation.reader import heading_verb, only_units
from gm_daemon.diplomacy.orders import Build, Order, Waive
from gm_daemon.language.commands import read_commands
from gm_daemon.language.finality import final_text, says_final
from gm_daemon.language.headings import Notice, Role, heading_of, notice
from gm_daemon.language.understood import (
    Command,
    Heading,
    Ignored,
    LineComplaint,
    ReadOrder,
    Understood,
)
from gm_daemon.language.wraps import Joined, join_wrapped

_VOTE_FORMS = "write VOTE DRAW YES, VOTE CONCESSION NO, PROPOSE DRAW or PROPOSE CONCESSION and a power"


# What our own mails print behind a bar is quoted when it comes back, with or without other marks.
BAR = "|"


@dataclass(slots=True)
class _Set:
    """One set of orders of the letter: preliminary, then revised, then final ..."""

    orders: list[ReadOrder] = field(default_factory=list)
    heading: Heading | None = None


@dataclass(slots=True)
class _Reader:
    """What is known while the lines of a letter go by."""

    context: Context
    sets: list[_Set] = field(default_factory=lambda: [_Set()])
    commands: list[Command] = field(default_factory=list)
    complaints: list[LineComplaint] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    ignored: list[Ignored] = field(default_factory=list)
    verb: str = ""
    skipping: str = ""
    blanks: bool = False

    def take(self, line: Joined) -> None:
        """Read one logical line."""
        if not line.text.strip():
            self.skipping = ""
            self.verb = ""
            return
        said = read_commands(line.text, self.context.board, line.number)
        if said.commands or said.attempted:
            self.commands += said.commands
            if said.attempted:
                complaint = Complaint(line.text, Reason.UNREADABLE, _VOTE_FORMS)
                self.complaints.append(LineComplaint(line.number, line.text, complaint))
            return
        verb = heading_verb(line.text, self.context)
        if verb:
            self.verb, self.skipping = verb, ""
            return
        noticed = notice(line.text, line.number, self.context.board)
        if noticed.role in {Role.PRESS, Role.HYPOTHETICAL}:
            self._skip(line, noticed)
            return
        reading = self._read(line.text)
        if reading.orders or reading.readings or reading.complaint:
            self._take_order(line, reading)
        elif noticed.role is Role.HEADING:
            self._begin(line, noticed)
        else:
            self.ignored.append(Ignored(line.number, line.text, "no order"))

    def _read(self, text: str) -> Reading:
        if self.verb and only_units(text, self.context):
            return read_line(f"{self.verb} {text}", self.context)
        return read_line(text, self.context)

    def _take_order(self, line: Joined, reading: Reading) -> None:
        if self.skipping and not self._is_own(reading):
            self.ignored.append(Ignored(line.number, line.text, self.skipping))
            return
        if says_final(line.text) and self.sets[-1].orders and ":" in line.text.split("-")[0]:
            self.sets.append(_Set())
        self.sets[-1].orders.append(ReadOrder(line.number, line.text, reading))

    def _is_own(self, reading: Reading) -> bool:
        """Tell whether a line orders the sender's own unit, which ends a hypothetical set in a mail without blanks."""
        context = self.context
        units = [order.unit for order in reading.orders if not isinstance(order, Waive)]
        if self.blanks or context.units is None or not context.power or not units:
            return False
        return all(any(known.power == context.power for known in context.units_in(unit.province)) for unit in units)

    def _skip(self, line: Joined, noticed: Notice) -> None:
        """Leave press and hypothetical orders alone, to the next blank line; a mail without blanks: to an own order."""
        why = "press" if noticed.role is Role.PRESS else "a hypothetical set"
        self.ignored.append(Ignored(line.number, line.text, why))
        introduces = line.text.rstrip().endswith((":", "-", "..."))
        if self.blanks or (noticed.role is Role.HYPOTHETICAL and introduces):
            self.skipping = why

    def _begin(self, line: Joined, noticed: Notice) -> None:
        """Start the set that a heading announces; what stands above is replaced where the heading says so."""
        self.skipping = ""
        self.verb = ""
        heading = noticed.heading
        current = self.sets[-1]
        other = heading is not None and heading.power is not None and heading.power != self.context.power
        if heading is not None and not other:
            self.headings.append(heading)
        if current.orders and (noticed.replaces or heading is not None):
            self.sets.append(_Set(heading=heading if other else None))
            if not noticed.replaces and not other and current.heading is None:
                # A heading in between only groups one set's lines.
                self.sets.pop()
        elif heading is not None:
            current.heading = heading if other else None


def understand(lines: Sequence[str], subject: str, context: Context) -> Understood:
    """Return all that a letter says: orders by line, the FINAL flag, commands, complaints, headings.

    `lines` is the sender's own new text, top to bottom; blank lines may be among them. Orders that stand only in the
    subject are taken as line 0. Never raises, whatever the text.
    """
    reader = _Reader(context, blanks=any(not line.strip() for line in lines))
    barred = [number for number, line in enumerate(lines, 1) if line.lstrip().startswith(BAR)]
    reader.ignored += [
        Ignored(number, lines[number - 1], "it stands behind a bar, as in our mails") for number in barred
    ]
    # A blank line in its place keeps the numbers of the others.
    lines = ["" if line.lstrip().startswith(BAR) else line for line in lines]
    about = heading_of(subject, 0, context.board)
    for line in join_wrapped(lines, context):
        reader.take(line)
    chosen = _last_set(reader)
    orders = chosen.orders
    headings = list(reader.headings)
    if chosen.heading is not None:
        headings.append(chosen.heading)
    if about is not None:
        headings.insert(0, about)
    if not orders and not reader.commands:
        reading = read_line(subject, context)
        if reading.orders or reading.readings:
            orders = [ReadOrder(0, subject, reading)]
    kept, conflicts = _settle_conflicts(orders)
    said = final_text(lines, subject)
    return Understood(
        orders=tuple(kept),
        final=said is not None,
        final_text=said,
        commands=tuple(reader.commands),
        complaints=(*reader.complaints, *conflicts),
        headings=tuple(headings),
        ignored=tuple(reader.ignored),
    )


def _last_set(reader: _Reader) -> _Set:
    """Return the set that counts: the last one with orders that is the sender's own; the rest is noted as ignored."""
    filled = [each for each in reader.sets if each.orders] or reader.sets[:1]
    own = [each for each in filled if each.heading is None] or filled
    chosen = own[-1]
    for each in filled:
        if each is not chosen:
            why = "orders for another power" if each.heading is not None else "replaced by the later set"
            reader.ignored += [Ignored(row.line, row.text, why) for row in each.orders]
    reader.ignored.sort(key=lambda row: row.line)
    return chosen


def _settle_conflicts(rows: Sequence[ReadOrder]) -> tuple[list[ReadOrder], list[LineComplaint]]:
    """C.6: a unit with two different orders in one set holds, and its owner is told; a repeated order is one."""
    given: dict[str, set[str]] = {}
    sure = {_key(order) for row in rows if not _is_nonsense(row) for order in row.reading.orders}
    for row in rows:
        for order in row.reading.orders:
            if not (_is_nonsense(row) and _key(order) in sure):
                given.setdefault(_key(order), set()).add(order.bare)
    twice = {key for key, texts in given.items() if len(texts) > 1}
    kept: list[ReadOrder] = []
    complaints: list[LineComplaint] = []
    seen: set[str] = set()
    for row in rows:
        if _is_nonsense(row) and _key(row.reading.orders[0]) in sure:
            continue
        orders: list[Order] = []
        for order in row.reading.orders:
            key = _key(order)
            if key in twice:
                complaints.append(_conflict(row, order, given[key]))
            elif order.bare not in seen or isinstance(order, Waive):
                seen.add(order.bare)
                orders.append(order)
        kept.append(replace(row, reading=replace(row.reading, orders=tuple(orders))))
    return kept, complaints


def _is_nonsense(row: ReadOrder) -> bool:
    complaint = row.reading.complaint
    return complaint is not None and complaint.reason is Reason.NO_VERB and len(row.reading.orders) == 1


def _conflict(row: ReadOrder, order: Order, texts: Iterable[str]) -> LineComplaint:
    suggestion = f"two orders for one unit ({', '.join(sorted(texts))}): neither counts; send the set again with one"
    return LineComplaint(row.line, row.text, Complaint(order.bare, Reason.CONFLICTING, suggestion))


def _key(order: Order) -> str:
    """Return what may have one order only: a unit, or a place to build on."""
    if isinstance(order, Waive):
        return "WAIVE"
    return f"{'build' if isinstance(order, Build) else 'unit'} {order.unit.province}"
