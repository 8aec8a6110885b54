"""cli: `gm-daemon adjudicate FILE`: adjudicate one phase, or a stream of them, offline."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.description = "Adjudicate one phase: units and orders in, what came of them out."
    parser.add_argument(
        "file", metavar="FILE", help="a JSON document; - reads standard input: one document, or one on each line"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def run(args: argparse.Namespace) -> int:
    """Adjudicate and print. Returns 0, or 2 after one line on standard error when the input is malformed."""
    try:
        if args.file == "-":
            return _run_input(sys.stdin, as_json=args.json)
        return _run_whole(Path(args.file).read_text("utf-8"), as_json=args.json)
    except (OSError, UnicodeDecodeError) as error:
        return _refuse(f"{args.file}: {error}")


def _run_input(lines: Iterator[str] | Any, *, as_json: bool) -> int:
    """Take standard input as one document, or as a stream when its first line is a whole one."""
    first = next((line for line in lines if line.strip()), "")
    try:
        whole = isinstance(json.loads(first), dict)
    except ValueError:
        whole = False
    if whole:
        return _run_stream(chain((first,), lines))
    return _run_whole(first + "".join(lines), as_json=as_json)


def _run_whole(text: str, *, as_json: bool) -> int:
    from gm_daemon.diplomacy.board import standard_board
    from gm_daemon.diplomacy.documents import perform, task_from_json

    board = standard_board()
    try:
        found = perform(task_from_json(json.loads(text), board), board)
    except ValueError as error:
        return _refuse(str(error))
    print(json.dumps(found, ensure_ascii=False) if as_json else _as_text(found))
    return 0


def _run_stream(lines: Iterable[str]) -> int:
    """Answer each line with one line of JSON; stop at the first malformed one."""
    from gm_daemon.diplomacy.board import standard_board
    from gm_daemon.diplomacy.documents import perform, task_from_json

    board = standard_board()
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found = perform(task_from_json(json.loads(line), board), board)
            except ValueError as error:
                return _refuse(f"line {number}: {error}")
            sys.stdout.write(json.dumps(found, ensure_ascii=False))
            sys.stdout.write("\n")
    return 0


def _refuse(why: str) -> int:
    sys.stdout.flush()
    print(f"gm-daemon adjudicate: {why}", file=sys.stderr)
    return 2


def _as_text(found: dict[str, Any]) -> str:
    """Lay a result out for people: orders with their reasons, then what changed, then what comes next."""
    width = max((len(order) for order in found["orders"]), default=0)
    lines = [found["phase"], ""]
    lines += [f"  {order:<{width}}  {row['result']:<9}  {row['why']}" for order, row in found["orders"].items()]
    lines.append("")
    for unit in found["dislodged"]:
        options = ", ".join(found["retreat_options"][unit]) or "nowhere, destroyed"
        lines.append(f"Dislodged: {unit}, may retreat to {options}")
    for key, title in _LISTS.items():
        if found[key] and not (key == "disbanded" and found["dislodged"]):
            lines.append(f"{title}: {', '.join(found[key])}")
    for power, centres in found["supply_centers"].items():
        lines.append(f"{power}: {len(centres)} ({', '.join(centres)})")
    lines.append(f"Units: {', '.join(found['units_after'])}")
    lines.append(f"Next: {found['next_phase']}")
    return "\n".join(lines)


_LISTS = {
    "contested": "Contested",
    "disbanded": "Disbanded",
    "built": "Built",
    "removed": "Removed",
    "removed_by_rule": "Removed by rule",
}
