"""tests: the catalogue of lines beside the checkout, where it is there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.diplomacy.notation.reading_tables import read

SHARED = Path(os.environ.get("GM_SHARED", Path(__file__).parents[4] / "shared"))
LINES = SHARED / "data" / "order_lines.tsv"
UNIT = re.compile(r"[AF] [A-Z]{3}(?:/[A-Z]C)?")

pytestmark = pytest.mark.skipif(not LINES.is_file(), reason=f"no catalogue of order lines: {LINES} is missing")


def lines() -> Iterator[tuple[str, str, str, str]]:
    """Yield text, wanted, phase and the units of the note's context."""
    for row in LINES.read_text("utf-8").split("\n")[1:]:
        if row:
            text, wanted, phase, note = row.split("\t")
            known = note.partition("ctx:")[2]
            yield text, wanted, phase, ", ".join(UNIT.findall(known))


def is_right(text: str, wanted: str, phase: str, on_board: str) -> bool:
    reading = read(text, phase, on_board)
    if wanted.startswith("?"):
        return not reading.orders or reading.complaint is not None
    if wanted == "-":
        return not reading.orders and not reading.readings
    return "; ".join(order.bare for order in reading.orders) == wanted


def test_catalogue_is_read_as_recorded() -> None:
    """At least 98 % of all lines are read as recorded."""
    rows = list(lines())
    wrong = [row for row in rows if not is_right(*row)]
    allowed = len(rows) * 2 // 100

    assert allowed >= len(wrong), wrong


@pytest.mark.parametrize("mark", ["?", "-"])
def test_doubtful_lines_never_become_one_order(mark: str) -> None:
    """A line that needs a question is not taken silently, and talk gives no order: without exception."""
    wrong = [row for row in lines() if row[1].startswith(mark) and not is_right(*row)]

    assert wrong == []
