"""language: put together an order that a mail program wrapped in the middle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gm_daemon.diplomacy.notation import Context
from gm_daemon.diplomacy.notation.items import Item
from gm_daemon.diplomacy.notation.reader import items_of

_MARKED = re.compile(r"\s*(?:[•*·]|\(?\d{1,2}[.)])\s")
_ENDS_WITH_TYPE = re.compile(r"\S\s+(?:[af]|army|fleet)\s*$", re.IGNORECASE)
_SEPARATED = re.compile(r"(?:[,;&]|\band)\s*$", re.IGNORECASE)
# After these an order cannot end.
_OPEN = frozenset({"SIGN", "MOVE", "SUPPORT", "CONVOY", "KIND", "NATION", "VIA", "BY", "OR", "ATTACK"})
# With these an order cannot begin.
_CONTINUES = frozenset({"SIGN", "SUPPORT", "CONVOY", "VIA", "BY", "COAST", "HOLD", "MOVE"})


@dataclass(frozen=True, slots=True)
class Joined:
    """A logical line: the number of its first line (from 1) and its text; blank lines keep their place."""

    number: int
    text: str


def join_wrapped(lines: Sequence[str], context: Context) -> list[Joined]:
    """Return the letter's lines with wrapped orders in one piece."""
    found: list[Joined] = []
    for number, line in enumerate(lines, 1):
        if found and line.strip() and _continues(found[-1].text, line, context):
            found[-1] = Joined(found[-1].number, f"{found[-1].text.rstrip()} {line.strip()}")
        else:
            found.append(Joined(number, line))
    return found


def _continues(above: str, below: str, context: Context) -> bool:
    """Tell whether a line goes on with the order that the line above leaves open."""
    if not above.strip() or above.lstrip().startswith(">") or below.lstrip().startswith(">"):
        return False
    first = _first(below, context)
    last = _last(above, context)
    if first is None or last is None:
        return False
    if _ENDS_WITH_TYPE.search(above):
        return first[0] == "PLACE"
    typed = first[0] == "KIND"
    if last.tokens[-1].terminal in _OPEN:
        return first[0] == "PLACE"
    if _SEPARATED.search(above):
        return not typed and first[0] in {"PLACE", "COAST", *_CONTINUES} and _is_order(last)
    return first[0] in _CONTINUES and not _MARKED.match(below) and _is_order(last) and _fits(last, first)


def _first(text: str, context: Context) -> tuple[str, ...] | None:
    """Return the terminals that a line begins with; a dash or arrow in front is kept."""
    items = items_of(text, context.board, context.kind).items
    if not items:
        return None
    terminals = tuple(token.terminal for token in items[0].tokens)
    if "WORD" in terminals[:3]:
        return None
    if text.lstrip()[:1] in "-–—=→" and terminals[0] == "PLACE":
        return ("SIGN", *terminals)
    return terminals


def _last(text: str, context: Context) -> Item | None:
    items = items_of(text, context.board, context.kind).items
    return items[-1] if items else None


def _is_order(item: Item) -> bool:
    terminals = [token.terminal for token in item.tokens]
    return "PLACE" in terminals and "WORD" not in terminals


def _fits(last: Item, first: tuple[str, ...]) -> bool:
    """Tell whether the line above lacks just what the line below begins with."""
    terminals = [token.terminal for token in last.tokens]
    if first[0] in {"SIGN", "MOVE"}:
        # "A Mar S A Par" and "- Bur": a target is missing; a plain move has one already, and a bullet's order a verb.
        target = first[1:2] == ("PLACE",) and not {"COAST", "VIA"} ^ {"COAST", "VIA", *first[2:]}
        return target and not {"SIGN", "MOVE", "HOLD"} & set(terminals[2:])
    if first[0] in {"SUPPORT", "CONVOY", "HOLD"}:
        return not {"SIGN", "MOVE", "HOLD", "SUPPORT", "CONVOY"} & set(terminals)
    return True
