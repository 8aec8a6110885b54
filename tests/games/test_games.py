"""tests: whole games from the first Spring on, each order's success and each year's position as recorded.

A game file holds phases, each with a line of orders for each power (`!` marks an order that did not succeed; a unit
that is not named holds, or disbands) and, after the last phase of a year, the units (`=`) and the centres (`$`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_daemon.diplomacy.adjudication import adjudicate
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.direct import read_order
from gm_daemon.diplomacy.position import Position, starting_position
from gm_daemon.diplomacy.resolution import Result
from gm_daemon.diplomacy.rulebook import RULEBOOK_2023

GAMES = sorted(Path(__file__).parent.glob("*.txt"))


def phases_of(path: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield each phase with its order lines and its lines of what stands afterwards."""
    for block in path.read_text("utf-8").split("\n\n")[1:]:
        phase, *lines = block.strip().splitlines()
        yield phase, [line for line in lines if line[0] not in "=$"], [line for line in lines if line[0] in "=$"]


def read_orders(lines: list[str]) -> list[tuple[str, bool]]:
    """Return each order as text, with whether it succeeds."""
    found = []
    for line in lines:
        power, _, orders = line.partition(" ")
        found += [(f"{power} {text.removesuffix('!')}", not text.endswith("!")) for text in orders.split(", ")]
    return found


def show(position: Position) -> list[str]:
    """Return units and centres as the game files have them."""
    units: dict[str, list[str]] = {}
    for unit in position.units:
        units.setdefault(unit.power, []).append(unit.bare)
    centres = {power: position.centres_of(power) for power in sorted(set(position.owners.values()))}
    return [
        "= " + "; ".join(f"{power} {', '.join(row)}" for power, row in units.items()),
        "$ " + "; ".join(f"{power} {', '.join(row)}" for power, row in centres.items()),
    ]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_replay(path: Path) -> None:
    """Our own positions, carried from phase to phase, stay those of the game."""
    position = starting_position(standard_board())
    expected: list[object] = []
    found: list[object] = []
    for phase, order_lines, state_lines in phases_of(path):
        orders = read_orders(order_lines)
        resolution = adjudicate(position, [read_order(text) for text, _ in orders], RULEBOOK_2023)
        results = [outcome.result is Result.SUCCEEDS for outcome in resolution.outcomes[: resolution.ordered]]
        expected.append((phase, [success for _, success in orders]))
        found.append((str(position.phase), results))
        position = resolution.after
        if state_lines:
            expected.append(state_lines)
            found.append(show(position))

    assert expected == found
    assert len(expected) > 5
