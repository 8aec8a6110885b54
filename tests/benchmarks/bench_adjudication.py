"""benchmarks: phases adjudicated in a second, beside the PyPI package `diplomacy`.

    python -m venv /tmp/peer && /tmp/peer/bin/pip install diplomacy==1.1.2
    python tests/benchmarks/bench_adjudication.py --peer /tmp/peer/bin/python

Both run on the same movement phases of recorded games (the first 2,000 of games_00.jsonl.gz in the shared data), one
after the other on one core, each three times, of which the best counts. Positions are ready beforehand; reading the
orders from text and adjudicating them, results and reasons included, is inside the clock. Then a stream of 20,000
phases of every kind goes through `gm-daemon adjudicate -`, with the memory that it took.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("GM_SHARED", ROOT.parent / "shared"))

# Runs under the peer's interpreter: the same phases, by its own interface.
PEER = """
import json, sys, time
from diplomacy import Game
phases = json.load(open(sys.argv[1]))
best = 0.0
for _ in range(int(sys.argv[2])):
    spent = 0.0
    for phase in phases:
        game = Game()
        game.clear_units()
        powers = {}
        for unit in phase["units"]:
            power, _, rest = unit.partition(" ")
            powers.setdefault(power.upper(), []).append(rest)
        for power, units in powers.items():
            game.set_units(power, units)
        orders = {}
        for order in phase["orders"]:
            power, _, rest = order.partition(" ")
            orders.setdefault(power.upper(), []).append(rest)
        begin = time.perf_counter()
        for power, rows in orders.items():
            game.set_orders(power, rows)
        game.process()
        spent += time.perf_counter() - begin
    best = max(best, len(phases) / spent)
print(best)
"""


def phases(count: int, kinds: str) -> Iterator[dict[str, Any]]:
    """Yield the first recorded phases of these kinds, each with the owners of its day."""

    def all_phases() -> Iterator[dict[str, Any]]:
        with gzip.open(SHARED / "data" / "games" / "games_00.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                owners: object = {}
                for phase in json.loads(line)["phases"]:
                    owners = phase.get("supply_centers", owners)
                    if phase["phase"][-1] in kinds:
                        yield {**phase, "supply_centers": owners}

    return islice(all_phases(), count)


def best_of(runs: int, count: int, work: Callable[[], None]) -> float:
    """Return phases a second of the fastest of several runs."""
    rates = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        rates.append(count / (time.perf_counter() - begin))
    return max(rates)


def ours(rows: list[dict[str, Any]], runs: int) -> float:
    """Measure this library."""
    from gm_daemon.diplomacy.adjudication import adjudicate
    from gm_daemon.diplomacy.board import standard_board
    from gm_daemon.diplomacy.direct import read_order
    from gm_daemon.diplomacy.documents import position_from_json
    from gm_daemon.diplomacy.rulebook import RULEBOOK_2023

    board = standard_board()
    ready = [(position_from_json(row, board), row["orders"]) for row in rows]

    def work() -> None:
        for position, orders in ready:
            adjudicate(position, [read_order(text) for text in orders], RULEBOOK_2023, board)

    return best_of(runs, len(rows), work)


def peer(rows: list[dict[str, Any]], runs: int, python: Path) -> float:
    """Measure the other package under its own interpreter."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump([{"units": row["units"], "orders": row["orders"]} for row in rows], file)
        file.flush()
        done = subprocess.run(
            [python, "-c", PEER, file.name, str(runs)], capture_output=True, text=True, check=True, cwd="/"
        )
    return float(done.stdout.split()[-1])


# Runs under this interpreter: the command, then the peak of its own memory where the system tells.
COMMAND = """
import re, sys
from pathlib import Path
from gm_daemon.cli import main
code = main(["adjudicate", "-"])
status = Path("/proc/self/status")
peak = re.search(r"VmHWM:\\s+(\\d+)", status.read_text()) if status.exists() else None
print(int(peak[1]) // 1024 if peak else "?", file=sys.stderr)
sys.exit(code)
"""


def stream(count: int) -> tuple[float, str]:
    """Return phases a second of the command on a stream, its start included, and the peak of its memory in MB."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in phases(count, "MRA"))
        file.seek(0)
        begin = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", COMMAND],
            stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True, cwd=ROOT,
        )  # fmt: skip
        return count / (time.perf_counter() - begin), done.stderr.strip()


def main() -> None:
    """Run all and print the rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", type=Path, metavar="PYTHON", help="an interpreter that has diplomacy 1.1.2")
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    rows = list(phases(2000, "M"))
    mine = ours(rows, args.runs)
    say(f"gm_daemon              {mine:8.0f} movement phases/s")
    if args.peer:
        theirs = peer(rows, args.runs, args.peer)
        say(f"diplomacy 1.1.2        {theirs:8.0f} movement phases/s   ratio {mine / theirs:.1f}")
    for count in (2000, 20000):
        rate, peak = stream(count)
        say(f"adjudicate -, {count:6}   {rate:8.0f} phases/s            peak {peak} MB")


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
