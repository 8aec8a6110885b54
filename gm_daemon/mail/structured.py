"""mail: split a structured header field (RFC 5322 §3.2) into tokens.

Addresses and authentication results are read from the same tokens, so that a trick with quotation marks or
brackets that fools one reader cannot fool the other into a different answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

LONGEST_FIELD = 65_536  # characters; a longer field is not worth believing


class Kind(Enum):
    """What a token is."""

    SPACE = "space"
    ATOM = "atom"
    QUOTED = "quoted"
    LITERAL = "literal"
    SPECIAL = "special"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class Token:
    """One token; quoted strings come without their quotation marks and backslashes, comments with all."""

    kind: Kind
    text: str


class Malformed(ValueError):
    """A field whose quotation marks or brackets do not close: nothing in it can be believed."""


_TOKEN = re.compile(
    r'(?P<space>[ \t\r\n]+)|"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<literal>\[[^\]\[\\]*\])'
    r'|(?P<special>[<>,;:@=])|(?P<atom>[^ \t\r\n()<>\[\]:;@\\,"=]+)',
    re.DOTALL,
)
_IN_COMMENT = re.compile(r"[()\\]")
_QUOTED_PAIR = re.compile(r"\\(.)", re.DOTALL)
_KINDS = {kind.value: kind for kind in Kind}


def tokens(field: str) -> Iterator[Token]:
    """Yield the tokens of an unfolded header field, in order.

    Raises `Malformed` at the first quotation mark, comment or bracket that does not close, at a stray closing
    bracket or backslash, and for a field longer than `LONGEST_FIELD`. The time is linear in the length.
    """
    if len(field) > LONGEST_FIELD:
        raise Malformed(f"a field of {len(field)} characters")
    at = 0
    while at < len(field):
        if field[at] == "(":
            end = _comment_end(field, at)
            yield Token(Kind.COMMENT, field[at:end])
            at = end
            continue
        match = _TOKEN.match(field, at)
        if match is None or match.lastgroup is None:
            raise Malformed(f"{field[at]!r} at {at} belongs to nothing")
        text = match[match.lastgroup]
        if match.lastgroup == "quoted" and "\\" in text:
            text = _QUOTED_PAIR.sub(r"\1", text)
        yield Token(_KINDS[match.lastgroup], text)
        at = match.end()


def _comment_end(field: str, start: int) -> int:
    """Return the index behind the comment that opens at `start`; comments nest (RFC 5322 §3.2.2)."""
    depth = 0
    at = start
    while mark := _IN_COMMENT.search(field, at):
        at = mark.end()
        match mark[0]:
            case "(":
                depth += 1
            case ")":
                depth -= 1
                if depth == 0:
                    return at
            case _:
                at += 1
    raise Malformed(f"the comment at {start} does not close")
