"""diplomacy: repair a line's characters, so that every later stage sees plain dashes, spaces and letters."""

from __future__ import annotations

import functools
import html
import re
import unicodedata

# Dashes, minus signs and arrows that people and their mail programs put between two provinces. U+0096 and U+0097 are
# cp1252 dashes that were read as Latin-1: whole zines have them.
_DASHES = "\u0096\u0097\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d\u2500"
_ARROWS = "\u2190\u2192\u2194\u21a6\u21d2\u21e8\u279c\u279d\u279e\u27a1\u27a4\u27f6\u27f9\u2b95\uf0e0\u00bb\u25ba\u25b6"
_QUOTES = str.maketrans("\u2018\u2019\u201a\u201b\u00b4`\u201c\u201d\u201e\u00ab", "''''''\"\"\"\"")
_SIGNS = str.maketrans(dict.fromkeys(_DASHES, "-") | dict.fromkeys(_ARROWS, ">"))
_ENTITY = re.compile(r"&#?\w+;")
_SPECIAL = re.compile("[^ -~]|&#?[a-zA-Z0-9]+;|=[0-9A-F]{2}")

# Text that was encoded twice or decoded once too little.
_MOJIBAKE = re.compile("[\u00c2\u00c3\u00e2][\u0080-\u00ff\u20ac\u2018-\u201e\u2020-\u2026\u2030\u2122\u0152-\u02dc]+")
# `=BE` may begin Belgium, so a single escape is undone only where no province starts like it.
_QUOTED_PRINTABLE = re.compile(r"(?:=[0-9A-F]{2}){2,}|=(?:09|20|26|2D|3D|3E|85|9[1-7]|A0)")
_ARROW = re.compile(r"<[^<>]*>|[-=~]+ ?>+|[-=~]{2,}|(?<=[^<>])>+")
_SPACES = re.compile(r"\s+")


def repair(text: str) -> str:
    """Return the text with other people's dashes as `-`, arrows as `>`, and decoding slips undone; spaces stay.

    Letters keep their accents and case: this is the sender's own text, only legible.
    """
    if _SPECIAL.search(text) is None:
        return text
    if "=" in text:
        text = _QUOTED_PRINTABLE.sub(_unquote, text)
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
    text = _MOJIBAKE.sub(_redecode, text).translate(_SIGNS).translate(_QUOTES)
    text = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    return "".join(_plain_character(character) for character in text)


def one_line(text: str) -> str:
    """Return the text as the daemon shows it: any dash, minus or arrow is `-`, any space is one space."""
    return _SPACES.sub(" ", _ARROW.sub(_plain_arrow, repair(text))).strip()


@functools.lru_cache(maxsize=8192)
def fold(word: str) -> str:
    """Return a word for comparing: lower case, without accents."""
    if word.isascii():
        return word.lower()
    word = word.casefold().replace("ß", "ss").replace("ø", "o").replace("æ", "ae").replace("ł", "l")
    apart = unicodedata.normalize("NFKD", word)
    # Voiced marks of kana are combining too, but they make another letter: only Latin letters lose their accents.
    return unicodedata.normalize("NFC", "".join(c for c in apart if not "\u0300" <= c <= "\u036f"))


def _plain_arrow(found: re.Match[str]) -> str:
    # Zines put a unit that failed in angle brackets: `A <LPL> - holds`.
    return found[0] if found[0].startswith("<") else "-"


def _plain_character(character: str) -> str:
    if character.isascii() and character.isprintable():
        return character
    category = unicodedata.category(character)
    if category == "Zs" or character == "\t":
        return " "
    return "" if category in {"Cf", "Cc", "Cn", "Co"} else character


def _redecode(found: re.Match[str]) -> str:
    for charset in ("cp1252", "latin-1"):
        try:
            return found[0].encode(charset).decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            continue
    return found[0]


def _unquote(found: re.Match[str]) -> str:
    raw = bytes.fromhex(found[0].replace("=", ""))
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")
