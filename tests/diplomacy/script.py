"""tests: adjudicator cases as short scripts, kept in `cases/`.

A case is a title line `# NUMBER name [rulebook]` and one or more steps. A step:

    S1901M                       the phase; a first step in S1901M leaves it out
    @ Italy A VEN, F ROM; ...    units, where they are not just those that the orders name
    $ Italy NAP, ROM; ...        centres
    Italy A VEN - TRI = bounced  an order and its result
    -> Italy A VEN, F ROM; ...   all units afterwards
    ! Italy A VEN < TRI > ROM    a dislodged unit, its attacker's origin (or `convoy`), its options (or `nowhere`)
    ? TYR, VIE                   provinces left empty by a standoff
    disbanded: / built: / removed: / by rule: units

A step without units of its own continues from the one before. In a retreat step that does not, `!` lines before the
orders are the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gm_daemon.diplomacy.direct import read_order, read_retreat_order, read_unit
from gm_daemon.diplomacy.orders import Order, Waive
from gm_daemon.diplomacy.phase import PhaseKind, read_phase
from gm_daemon.diplomacy.position import Dislodged, Position
from gm_daemon.diplomacy.resolution import Resolution

CASES = Path(__file__).parent / "cases"
LISTS = {"disbanded": "disbanded", "built": "built", "removed": "removed", "by rule": "removed_by_rule"}


@dataclass
class Step:
    """One phase of a case: what is ordered, and all that must come of it."""

    phase: str
    units: list[str] = field(default_factory=list)
    owners: dict[str, str] = field(default_factory=dict)
    given_dislodged: list[str] = field(default_factory=list)
    orders: list[tuple[str, str]] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    dislodged: list[str] = field(default_factory=list)
    contested: list[str] = field(default_factory=list)
    lists: dict[str, list[str]] = field(default_factory=dict)

    @property
    def read_orders(self) -> list[Order]:
        """Return the orders as values."""
        read = read_retreat_order if self.phase.endswith("R") else read_order
        return [read(text) for text, _ in self.orders]

    def position(self, before: Resolution | None) -> Position:
        """Return the position that the step starts from."""
        if before is not None and not self.units:
            return before.after
        named = {order.unit for order in self.read_orders if not isinstance(order, Waive)}
        units = sorted(map(read_unit, self.units)) if self.units else sorted(named)
        rows = tuple(_read_dislodged(line) for line in self.given_dislodged)
        return Position(read_phase(self.phase), tuple(units), self.owners, rows)

    def facts(self) -> dict[str, object]:
        """Return all that is expected, in the shape of `facts_of`."""
        return {
            "results": [result for _, result in self.orders],
            "after": sorted(self.after),
            "dislodged": sorted(self.dislodged),
            "contested": sorted(self.contested),
            **{name: sorted(self.lists.get(name, ())) for name in LISTS},
        }


def facts_of(resolution: Resolution) -> dict[str, object]:
    """Return what a script says of a phase, as adjudication found it."""
    return {
        "results": [outcome.result.value for outcome in resolution.outcomes[: resolution.ordered]],
        "after": sorted(map(str, resolution.after.units)),
        "dislodged": sorted(map(_show_dislodged, resolution.dislodged)),
        "contested": sorted(resolution.contested),
        **{name: sorted(map(str, getattr(resolution, attribute))) for name, attribute in LISTS.items()},
    }


def read_cases() -> Iterator[tuple[str, str, str, list[Step]]]:
    """Yield number, name, rulebook (empty: every one) and steps of each case."""
    for path in sorted(CASES.glob("*.txt")):
        for block in path.read_text("utf-8").split("\n\n"):
            title, *lines = block.strip().splitlines()
            number, _, name = title.removeprefix("# ").partition(" ")
            name, _, rulebook = name.partition(" [")
            yield number, name, rulebook.rstrip("]"), read_steps(lines)


def read_steps(lines: list[str]) -> list[Step]:
    """Read the lines of one case."""
    steps: list[Step] = []
    for line in lines:
        if " " not in line and len(line) == 6:
            steps.append(Step(line))
            continue
        if not steps:
            steps.append(Step("S1901M"))
        _read_line(steps[-1], line)
    return steps


def _read_line(step: Step, line: str) -> None:
    mark, _, rest = line.partition(" ")
    if mark == "@":
        step.units = list(_ungroup(rest))
    elif mark == "$":
        step.owners = {
            centre: power for row in rest.split("; ") for power, _, centres in [row.partition(" ")]
            for centre in centres.split(", ")
        }  # fmt: skip
    elif mark == "->":
        step.after = list(_ungroup(rest))
    elif mark == "!":
        before = step.phase.endswith(PhaseKind.RETREAT) and not step.orders
        (step.given_dislodged if before else step.dislodged).append(rest)
    elif mark == "?":
        step.contested = rest.split(", ")
    elif ": " in line:
        name, _, units = line.partition(": ")
        step.lists[name] = list(_ungroup(units))
    else:
        order, _, result = line.partition(" = ")
        step.orders.append((order, result))


def _ungroup(text: str) -> Iterator[str]:
    """Yield `Italy A VEN`, `Italy F ROM` from `Italy A VEN, F ROM`."""
    for row in text.split("; "):
        power, _, units = row.partition(" ")
        yield from (f"{power} {unit}" for unit in units.split(", "))


def _read_dislodged(text: str) -> Dislodged:
    unit, _, rest = text.partition(" < ")
    origin, _, options = rest.partition(" > ")
    places = () if options == "nowhere" else tuple(options.split(", "))
    return Dislodged(read_unit(unit), None if origin == "convoy" else origin, places)


def _show_dislodged(row: Dislodged) -> str:
    return f"{row.unit} < {row.attacked_from or 'convoy'} > {', '.join(row.options) or 'nowhere'}"
