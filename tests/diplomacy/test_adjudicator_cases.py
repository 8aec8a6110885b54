"""tests: the adjudicator test cases (DATC 3.0) and positions that other programs got wrong, under each rulebook."""

from __future__ import annotations

import pytest

from gm_daemon.diplomacy.adjudication import adjudicate
from gm_daemon.diplomacy.resolution import Resolution
from gm_daemon.diplomacy.rulebook import RULEBOOKS, Rulebook
from tests.cases import case
from tests.diplomacy.script import Step, facts_of, read_cases


@pytest.mark.parametrize(
    ("rulebook", "steps"),
    [
        case(number, f"{name}, {rulebook.name}", rulebook, steps)
        for number, name, only, steps in read_cases()
        for rulebook in RULEBOOKS.values()
        if only in ("", rulebook.name)
    ],
)
def test_case(rulebook: Rulebook, steps: list[Step]) -> None:
    """Results, positions, dislodgements, retreat options, builds and removals are all as recorded."""
    expected, found = [], []
    resolution: Resolution | None = None
    for step in steps:
        resolution = adjudicate(step.position(resolution), step.read_orders, rulebook)
        expected.append(step.facts())
        found.append(facts_of(resolution))

    assert expected == found


def test_every_number_is_there() -> None:
    """The sections hold all 164 numbered cases."""
    counts = {"A": 12, "B": 15, "C": 9, "D": 34, "E": 15, "F": 25, "G": 20, "H": 16, "I": 7, "J": 11}
    numbers = {number for number, *_ in read_cases()}

    assert {f"6.{section}.{n + 1}" for section, count in counts.items() for n in range(count)} <= numbers
