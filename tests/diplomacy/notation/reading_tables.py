"""tests: tables of lines as players write them, `line | normal form`, grouped by family."""

from __future__ import annotations

from _pytest.mark.structures import ParameterSet

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.notation import Context, Reading, read_line
from gm_daemon.diplomacy.orders import Unit, UnitKind
from gm_daemon.diplomacy.phase import PhaseKind
from tests.cases import case


def rows(rule: str, families: dict[str, str]) -> list[ParameterSet]:
    """Return one row a line. The bar in the last column's place is the last one: lines may hold bars themselves."""
    found = []
    for family, table in families.items():
        for row in table.strip("\n").splitlines():
            line, _, wanted = row.rpartition(" | ")
            found.append(case(rule, f"{family}: {line}", line, wanted.strip()))
    return found


def units(text: str) -> tuple[Unit, ...]:
    """Read `France A PAR, A RUM`."""
    found = []
    for part in text.split(","):
        *power, kind, place = part.split()
        found.append(Unit(power[0] if power else "", UnitKind(kind), place))
    return tuple(found)


def read(line: str, phase: str = "M", on_board: str = "", power: str | None = None) -> Reading:
    """Read one line in a phase of this kind, with these units on the board (none given: nothing is known)."""
    return read_line(line, Context(standard_board(), PhaseKind(phase), units(on_board) if on_board else None, power))


def shown(reading: Reading) -> str:
    """Return the orders in normal form; an ambiguous line begins with `?`."""
    orders = "; ".join(order.bare for order in reading.orders)
    if reading.readings:
        return "? " + " / ".join(sorted("; ".join(order.bare for order in each) for each in reading.readings))
    return orders
