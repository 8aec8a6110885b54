"""cli: `gm-daemon orders < lines`: read order lines, print their normal form or the complaint."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gm_daemon.diplomacy.notation import Context, Reading
    from gm_daemon.diplomacy.orders import Unit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.description = "Read order lines from standard input as a player writes them, each line by itself."
    parser.epilog = (
        'With --json each line in is {"text", "phase": "M|R|A", "units"?: ["A RUM", ...], "power"?} and each line out '
        '{"text", "orders", "readings", "complaint"}. Ambiguous lines have no order and at least two readings.'
    )
    parser.add_argument("--phase", choices=["M", "R", "A"], help="movement (M), retreats (R) or adjustments (A)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, in and out")
    parser.add_argument(
        "--game",
        metavar="FILE",
        type=Path,
        help='the position: an input of `gm-daemon adjudicate`, perhaps with "power"',
    )


def run(args: argparse.Namespace) -> int:
    """Read and print. Returns 0. Raises InputError for an unreadable game file or a line that is no JSON object."""
    from gm_daemon.diplomacy.notation import read_line

    context = context_of(args.game, args.phase)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    for number, line in enumerate(sys.stdin, 1):
        text = _legible(line.rstrip("\r\n"))
        if args.json:
            text, asked = _asked(text, number, context, given_phase=args.phase)
            print(json.dumps(_document(text, read_line(text, asked)), ensure_ascii=False))
        else:
            print(_line(text, read_line(text, context)))
    return 0


def _legible(line: str) -> str:
    """Return a line that was no UTF-8 as the old Windows characters that it then is, dashes included."""
    if line.isascii() or not any("\udc80" <= character <= "\udcff" for character in line):
        return line
    return line.encode("utf-8", "surrogateescape").decode("cp1252", "replace")


def context_of(game: Path | None, phase: str | None = None) -> Context:
    """Return what is known before the first line: the position of --game, or nothing."""
    from gm_daemon.diplomacy.board import standard_board
    from gm_daemon.diplomacy.documents import position_from_json
    from gm_daemon.diplomacy.notation import Context
    from gm_daemon.diplomacy.phase import PhaseKind
    from gm_daemon.errors import InputError

    board = standard_board()
    if game is None:
        return Context(board, PhaseKind(phase or "M"))
    try:
        document = json.loads(game.read_text("utf-8"))
        position = position_from_json(document, board)
        power = _power(document.get("power"), board.powers)
    except (ValueError, UnicodeDecodeError) as error:
        raise InputError(f"{game}: {error}") from error
    context = Context.of(position, power, board)
    return replace(context, kind=PhaseKind(phase)) if phase else context


def _asked(text: str, number: int, context: Context, *, given_phase: str | None) -> tuple[str, Context]:
    """Return a line's text and its own context. What the line does not say is as on the command line."""
    from gm_daemon.diplomacy.notation import Context
    from gm_daemon.diplomacy.phase import PhaseKind
    from gm_daemon.errors import InputError

    if not text.strip():
        return "", context
    try:
        row = json.loads(text)
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            raise ValueError('a line is an object with "text"')
        kind = row.get("phase", given_phase or context.kind.value)
        if kind not in set(PhaseKind):
            raise ValueError(f'"phase": {kind!r} is not M, R or A')
        power = _power(row["power"], context.board.powers) if "power" in row else context.power
        units = context.units if row.get("units") is None else tuple(_units(row["units"], context))
    except ValueError as error:
        raise InputError(f"line {number}: {error}") from error
    if units is context.units:
        dislodged, must_remove = context.dislodged, context.must_remove
    else:
        dislodged, must_remove = (), None
    return row["text"], Context(context.board, PhaseKind(kind), units, power, dislodged, must_remove)


def _units(values: Any, context: Context) -> Iterable[Unit]:
    """Read units like `A RUM` or `England F LON`. Raises ValueError, quoting the value, for anything else."""
    from gm_daemon.diplomacy.orders import Unit, UnitKind

    if not isinstance(values, list):
        raise ValueError('"units" is a list like ["A RUM", "F STP/SC"]')
    for value in values:
        words = value.split() if isinstance(value, str) else []
        power = words[0].capitalize() if len(words) == 3 and words[0].capitalize() in context.board.powers else ""
        kind, _, place = " ".join(words[1:] if power else words).upper().partition(" ")
        if kind not in set(UnitKind) or place[:3] not in context.board.provinces:
            raise ValueError(f'"units": no unit {value!r}: a unit is like "A RUM", "F STP/SC" or "England F LON"')
        yield Unit(power, UnitKind(kind), place)


def _power(value: Any, powers: Iterable[str]) -> str | None:
    if value in {None, ""}:
        return None
    found = next((name for name in powers if isinstance(value, str) and name.casefold() == value.casefold()), None)
    if found is None:
        raise ValueError(f'"power": no power {value!r}')
    return found


def _document(text: str, reading: Reading) -> dict[str, Any]:
    complaint = reading.complaint
    return {
        "text": text,
        "orders": [order.bare for order in reading.orders],
        "readings": ["; ".join(order.bare for order in orders) for orders in reading.readings],
        "complaint": complaint and {"reason": complaint.reason.value, "suggestion": complaint.suggestion},
    }


def _line(text: str, reading: Reading) -> str:
    """Return the normal form, or the complaint; an empty line for what is no order."""
    shown = "; ".join(order.bare for order in reading.orders)
    if reading.readings:
        choices = " | ".join("; ".join(order.bare for order in orders) for orders in reading.readings)
        shown = f"{shown}; ? {choices}" if shown else f"? {choices}"
    if reading.complaint is not None:
        note = f"{reading.complaint.reason.value}: {reading.complaint.suggestion}"
        shown = f"{shown}  # {note}" if shown else f"# {text.strip()!r} {note}"
    return shown
