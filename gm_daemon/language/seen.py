"""language: the order and vote lines of a letter as `gm-daemon read` shows them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gm_daemon.diplomacy.notation import Context
from gm_daemon.diplomacy.notation.spelling import one_line
from gm_daemon.diplomacy.phase import PhaseKind
from gm_daemon.language.letter import understand
from gm_daemon.language.understood import Understood

_MARK = re.compile(r"^(?:(?:\(?\d{1,2}[.)]|[•*·▪◦‣○●]|-(?=\s))\s*)+")
_BETWEEN = re.compile(r"\s*[;,]\s*")


def best_understood(lines: Sequence[str], subject: str, context: Context) -> Understood:
    """Return the letter as read for the kind of phase that most of its lines fit, the context's own first."""
    kinds = [context.kind, *(kind for kind in PhaseKind if kind is not context.kind)]
    found = [understand(lines, subject, replace(context, kind=kind)) for kind in kinds]
    return max(found, key=lambda each: sum(len(row.reading.orders) for row in each.orders))


def seen_lines(understood: Understood) -> list[str]:
    """Return the lines that were taken as orders or votes, in the letter's order.

    Any dash or arrow is `-`, any space one space, letters are capitals, marks of lists are gone. Several orders in
    one line are several lines.
    """
    rows: list[tuple[int, list[str]]] = []
    for row in understood.orders:
        reading = row.reading
        if reading.orders or reading.readings:
            rows.append((row.line, _split(row.text, len(reading.orders))))
    rows += [(command.line, [command.text.strip().upper()]) for command in understood.commands]
    return [text for _, texts in sorted(rows, key=lambda row: row[0]) for text in texts]


def _split(text: str, orders: int) -> list[str]:
    shown = _MARK.sub("", one_line(text)).upper()
    parts = [part for part in _BETWEEN.split(shown.rstrip(".")) if part]
    return parts if len(parts) == orders > 1 else [shown.rstrip(",; ")]
