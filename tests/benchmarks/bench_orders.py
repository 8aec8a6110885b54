"""benchmark: order lines read a second on one core. Run by hand: `python tests/benchmarks/bench_orders.py`."""

from __future__ import annotations

import random
import sys
import time

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.notation import Context, read_line
from gm_daemon.diplomacy.phase import PhaseKind
from gm_daemon.diplomacy.position import starting_position

LINES = 20_000
TARGET = 5_000


def distinct_lines(count: int) -> list[str]:
    """Return lines that hardly repeat: names, codes and dashes drawn from a fixed seed."""
    chance = random.Random(1901)
    provinces = [(code, each.name) for code, each in standard_board().provinces.items()]

    def place() -> str:
        return chance.choice(chance.choice(provinces))

    def one() -> str:
        kind = chance.choice(["A", "F", "Army", "fleet", ""])
        form = chance.choice(
            ["{k} {a} - {b}", "{k} {a} S A {b} - {c}", "{k} {a} to {b}.", "{k} {a} holds", "F {a} C A {b}->{c}"]
        )
        return form.format(k=kind, a=place(), b=place(), c=place()).strip()

    return [one() for _ in range(count)]


def show(text: str) -> None:
    sys.stdout.write(text + "\n")


def main() -> None:
    """Print the speed with nothing known, with a position, and of the first line of a fresh process."""
    begun = time.perf_counter()
    read_line("A PAR - BUR", Context(standard_board(), PhaseKind.MOVEMENT))
    show(f"first line, board and grammar included: {time.perf_counter() - begun:.3f} s")
    lines = distinct_lines(LINES)
    for name, units in (("no position", None), ("with a position", starting_position(standard_board()).units)):
        context = Context(standard_board(), PhaseKind.MOVEMENT, units, "France" if units else None)
        begun = time.perf_counter()
        for line in lines:
            read_line(line, context)
        speed = LINES / (time.perf_counter() - begun)
        show(f"{name}: {speed:,.0f} lines a second ({speed / TARGET:.1f} times the {TARGET:,} wanted)")


if __name__ == "__main__":
    main()
