"""cli: `gm-daemon adjudicate FILE`: adjudicate one phase, or a stream of them, offline."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import Any

from gm_daemon.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "file", metavar="FILE", help="a JSON document, or - for standard input: one document, or one on each line"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, as a stream of documents always does")


def run(args: argparse.Namespace) -> int:
    """Adjudicate and print. Returns 0. Raises InputError when the input is malformed, OSError when there is none."""
    if args.file != "-":
        _print_whole(_text_of(args.file), as_json=args.json)
        return 0
    # Where the first line is a whole document, each line is one. A stream is never held in memory.
    first = next((line for line in sys.stdin if line.strip()), "")
    if _is_object(first):
        _print_each(chain((first,), sys.stdin))
    else:
        _print_whole(first + sys.stdin.read(), as_json=args.json)
    return 0


def _text_of(file: str) -> str:
    try:
        return Path(file).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: not UTF-8 text ({error.reason} at byte {error.start})") from error


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _print_whole(text: str, *, as_json: bool) -> None:
    try:
        result = _performer()(text)
    except ValueError as error:
        raise InputError(str(error)) from error
    print(json.dumps(result) if as_json else _as_text(result))


def _print_each(lines: Iterable[str]) -> None:
    """Answer each line with one line of JSON, until a malformed one."""
    perform = _performer()
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                print(json.dumps(perform(line)))
            except ValueError as error:
                raise InputError(f"line {number}: {error}") from error


def _performer() -> Callable[[str], dict[str, Any]]:
    """Return what turns the text of one document into its result."""
    from gm_daemon.diplomacy.board import standard_board
    from gm_daemon.diplomacy.documents import perform, task_from_json

    board = standard_board()
    return lambda text: perform(task_from_json(json.loads(text), board), board)


_LISTS = {
    "contested": "Contested",
    "disbanded": "Disbanded",
    "built": "Built",
    "removed": "Removed",
    "removed_by_rule": "Removed by rule",
    "units_after": "Units",
}


def _as_text(result: dict[str, Any]) -> str:
    """Lay a result out for people: orders with their reasons, then what changed, then what comes next."""
    width = max((len(order) for order in result["orders"]), default=0)
    lines = [result["phase"], ""]
    lines += [f"  {order:<{width}}  {row['result']:<9}  {row['why']}" for order, row in result["orders"].items()]
    lines.append("")
    for unit in result["dislodged"]:
        lines.append(f"Dislodged: {unit}; may retreat to {', '.join(result['retreat_options'][unit]) or 'nowhere'}")
    lines += [f"{title}: {', '.join(result[key])}" for key, title in _LISTS.items() if result[key]]
    centres = [f"{power} {len(owned)} ({', '.join(owned)})" for power, owned in result["supply_centers"].items()]
    if centres:
        lines.append(f"Centres: {'; '.join(centres)}")
    lines.append(f"Next: {result['next_phase']}")
    return "\n".join(lines)
