"""mail: read what IMAP answers to FETCH, SEARCH and LIST (RFC 3501 §9).

The library hands out response lines as `bytes` and literals as `bytearray`, in the order in which they came.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from itertools import takewhile

# A value is an atom or string, a list of values, or None for NIL.
Value = bytes | list["Value"] | None

_TOKEN = re.compile(rb'[ \r\n]+|(?P<open>\()|(?P<close>\))|"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<atom>[^ ()"\r\n]+)')
_LITERAL_MARK = re.compile(rb"~?\{\d+\}$")
_ORIGIN = re.compile(rb"<\d+>$")
_FETCH = re.compile(rb"(?:\* )?\d+ FETCH (?=\()", re.IGNORECASE)
_DEEPEST = 40


class Unreadable(ValueError):
    """A server's answer that is no IMAP."""


def fetched(lines: Sequence[bytes | bytearray]) -> Iterator[dict[bytes, Value]]:
    """Yield the data items of each FETCH response: upper case name -> value. Others between them are passed over."""
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        start = None if isinstance(line, bytearray) else _FETCH.match(line)
        if start is None:
            continue
        pieces: list[bytes | bytearray] = [line[start.end() :]]
        while _LITERAL_MARK.search(pieces[-1]) and at + 1 < len(lines):
            pieces += lines[at : at + 2]
            at += 2
        items = values(pieces)
        if items and isinstance(items[0], list):
            yield _items(items[0])


def _items(flat: Sequence[Value]) -> dict[bytes, Value]:
    # The name of a partial body ends in where it begins, "BODY[TEXT]<0>".
    pairs = zip(flat[::2], flat[1::2], strict=False)
    return {_ORIGIN.sub(b"", name).upper(): value for name, value in pairs if isinstance(name, bytes)}


def values(pieces: Iterable[bytes | bytearray]) -> list[Value]:
    """Parse lines with their literals between them into nested values. Raises `Unreadable`."""
    stack: list[list[Value]] = [[]]
    for piece in pieces:
        if isinstance(piece, bytearray):
            stack[-1].append(bytes(piece))
            continue
        for token in _TOKEN.finditer(_LITERAL_MARK.sub(b"", piece)):
            match token.lastgroup:
                case "open":
                    if len(stack) > _DEEPEST:
                        raise Unreadable("lists nested too deep")
                    inner: list[Value] = []
                    stack[-1].append(inner)
                    stack.append(inner)
                case "close":
                    if len(stack) == 1:
                        raise Unreadable("a list that does not open")
                    stack.pop()
                case "quoted":
                    stack[-1].append(re.sub(rb"\\(.)", rb"\1", token["quoted"]))
                case "atom":
                    stack[-1].append(None if token["atom"].upper() == b"NIL" else token["atom"])
    return stack[0]


_DATE = re.compile(rb" ?(\d{1,2})-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)")
_MONTHS = {name: at for at, name in enumerate(b"jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}


def internal_date(value: Value) -> datetime:
    """Return an INTERNALDATE as an instant in UTC. Raises `Unreadable`."""
    found = _DATE.fullmatch(value) if isinstance(value, bytes) else None
    if found is None or found[2].lower() not in _MONTHS:
        raise Unreadable(f"no date: {value!r}")
    offset = timedelta(hours=int(found[8]), minutes=int(found[9])) * (-1 if found[7] == b"-" else 1)
    day, year, hour, minute, second = (int(found[group]) for group in (1, 3, 4, 5, 6))
    try:
        zone = timezone(offset)
        # A leap second is the last instant of its minute.
        local = datetime(year, _MONTHS[found[2].lower()], day, hour, minute, min(second, 59), tzinfo=zone)
        return local.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Unreadable(f"no date: {value!r}") from error


def first_text(structure: Value) -> str:
    """Return the section ("1.2") of the first text that a person reads in a BODYSTRUCTURE, plain before HTML; or ""."""
    leaves = list(_leaves(structure, ""))
    for wanted in (b"plain", b"html"):
        for section, subtype in leaves:
            if subtype == wanted:
                return section
    return ""


def _leaves(structure: Value, section: str) -> Iterator[tuple[str, bytes]]:
    """Yield section and subtype of each text that is not attached (RFC 3501 §7.4.2)."""
    if not isinstance(structure, list) or len(structure) < 2:
        return
    if isinstance(structure[0], list):
        # The lists behind the subtype are parameters, no parts.
        for number, child in enumerate(takewhile(lambda part: isinstance(part, list), structure), 1):
            yield from _leaves(child, f"{section}.{number}" if section else str(number))
        return
    kind, subtype = structure[0], structure[1]
    attached = any(isinstance(item, list) and item and _is_attachment(item[0]) for item in structure[3:])
    if isinstance(kind, bytes) and kind.lower() == b"text" and isinstance(subtype, bytes) and not attached:
        yield section or "1", subtype.lower()


def _is_attachment(value: Value) -> bool:
    return isinstance(value, bytes) and value.lower() == b"attachment"


_JUNK = re.compile(rb"\((?P<flags>[^)]*\\Junk\b[^)]*)\)\s+\S+\s+(?P<name>.+)$", re.IGNORECASE)


def junk_folder(lines: Sequence[bytes | bytearray]) -> str:
    """Return the name of the folder marked \\Junk (RFC 6154) in a LIST answer, as it is to be sent back; or ""."""
    for at, line in enumerate(lines):
        if found := _JUNK.search(bytes(line)):
            name = found["name"].strip()
            if _LITERAL_MARK.fullmatch(name) and at + 1 < len(lines):
                name = b'"' + bytes(lines[at + 1]).replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'
            return name.decode("utf-8", "replace")
    return ""
