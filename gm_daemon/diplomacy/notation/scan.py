"""diplomacy: cut a line into words and signs, and find the phrases among them; nothing is decided here yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gm_daemon.diplomacy.notation.lexicon import LONGEST_PHRASE, Lexicon, Meanings
from gm_daemon.diplomacy.notation.spelling import fold, repair
from gm_daemon.diplomacy.notation.words import vocabulary

_PIECE = re.compile(r"(\s*)([^\W\d_]+|\d+|[-=~]*\s?>+|[-=~]+|[^\s\w]|_)")
_POSSESSIVE = re.compile(r"(?<=[^\W\d_])'s\b|'")
# `<LPL>`, `*German*`, `[Par]`: result marks of zines around one name.
_MARKED = re.compile(r"<\s*([^\W\d_][^<>]{0,20}?)\s*>|\*+([^\W\d_][^*]{0,20}?)\*+|_([^\W\d_][^_]{0,20}?)_")

_OPEN = "([{《〈「"
_CLOSE = ")]}》〉」"

UNKNOWN: Meanings = {"WORD": None}


@dataclass(frozen=True, slots=True)
class Piece:
    """One word, number or sign as written. `space` counts the blanks before it."""

    text: str
    space: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of pieces with all its possible meanings. `inner` holds what stood in brackets."""

    meanings: Meanings
    text: str
    space: int
    inner: tuple[Phrase, ...] = ()


def phrases_of(text: str, lexicon: Lexicon) -> list[Phrase]:
    """Return the phrases of a line, longest match first, brackets nested."""
    text = _MARKED.sub(lambda found: f" {next(filter(None, found.groups()))} ", repair(text))
    pieces = [Piece(found[2], len(found[1])) for found in _PIECE.finditer(_POSSESSIVE.sub(" ", text))]
    return _phrases(pieces, lexicon)


def _phrases(pieces: Sequence[Piece], lexicon: Lexicon) -> list[Phrase]:
    found: list[Phrase] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        if piece.text in _OPEN:
            end = _closing(pieces, at)
            inner = tuple(_phrases(pieces[at + 1 : end], lexicon))
            raw = "".join(" " * min(p.space, 1) + p.text for p in pieces[at + 1 : end])
            found.append(Phrase({"BRACKET": None}, raw.strip(), piece.space, inner))
            at = end + 1
            continue
        meanings, length = _longest(pieces, at, lexicon)
        text = " ".join(p.text for p in pieces[at : at + length])
        found.append(Phrase(meanings, text, piece.space))
        at += length
    return found


def _closing(pieces: Sequence[Piece], start: int) -> int:
    """Return where the bracket closes, or the end of the line when the sender forgot to."""
    depth = 0
    for at in range(start, len(pieces)):
        if pieces[at].text in _OPEN:
            depth += 1
        elif pieces[at].text in _CLOSE:
            depth -= 1
            if depth == 0:
                return at
    return len(pieces)


def _longest(pieces: Sequence[Piece], at: int, lexicon: Lexicon) -> tuple[Meanings, int]:
    """Return the meanings of the longest known phrase that starts here, and how many pieces it takes."""
    first = pieces[at].text
    if first.isdecimal():
        return {"NUMBER": int(first[:4])}, 1
    if not first[0].isalpha():
        return {_sign(first): None}, 1
    key = fold(first)
    best = lexicon.exactly(first) or lexicon.meanings(key)
    length = 1
    if key in lexicon.starts:
        for end, longer in _longer_keys(pieces, at, key):
            meanings = lexicon.phrases.get(longer)
            if meanings is not None:
                best, length = meanings, end - at
    return best or UNKNOWN, length


def _longer_keys(pieces: Sequence[Piece], at: int, key: str) -> list[tuple[int, str]]:
    """Return the keys of two and more words that start here. A dot may follow a word, a dash may glue two."""
    keys = []
    end, count = at + 1, 1
    while end < len(pieces) and count < LONGEST_PHRASE:
        if pieces[end].text == "." and pieces[end].space == 0 and end + 1 < len(pieces):
            end += 1
        if pieces[end].text == "-" and pieces[end].space == 0 and end + 1 < len(pieces) and pieces[end + 1].space == 0:
            end += 1
        if not pieces[end].text[0].isalpha():
            break
        key = f"{key} {fold(pieces[end].text)}"
        end += 1
        count += 1
        keys.append((end, key))
    return keys


def _sign(text: str) -> str:
    if text[0] in "-=~" or ">" in text:
        return "SIGN"
    return {
        ",": "COMMA", ";": "COMMA", "&": "COMMA", "|": "COMMA", "、": "COMMA", "。": "DOT", "·": "DROP", "•": "DROP",
        ".": "DOT", ":": "COLON", "+": "PLUS", "/": "SLASH", "?": "QUESTION",
    }.get(text, "DROP")  # fmt: skip


def is_annotation(phrase: Phrase) -> bool:
    """Tell whether a bracket holds only result marks, like `(nso)` or `(*bounce*)`."""
    first = fold(phrase.inner[0].text) if phrase.inner else ""
    return not first or first in vocabulary().annotations
