"""language: lines that say for whom, for when or how what follows is meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.notation.lexicon import lexicon_of
from gm_daemon.diplomacy.notation.spelling import fold, one_line
from gm_daemon.diplomacy.phase import Season
from gm_daemon.language.understood import Heading

_SEASONS = {
    "spring": Season.SPRING, "spr": Season.SPRING, "fruhjahr": Season.SPRING, "printemps": Season.SPRING,
    "primavera": Season.SPRING, "s": Season.SPRING, "fall": Season.FALL, "autumn": Season.FALL, "aut": Season.FALL,
    "herbst": Season.FALL, "automne": Season.FALL, "otono": Season.FALL, "autunno": Season.FALL, "f": Season.FALL,
    "winter": Season.WINTER, "win": Season.WINTER, "hiver": Season.WINTER, "invierno": Season.WINTER,
    "inverno": Season.WINTER, "w": Season.WINTER,
}  # fmt: skip
_LONG = "|".join(sorted((word for word in _SEASONS if len(word) > 1), key=len, reverse=True))
# "Spring 1901", "spr01", "S1901M", "Fall of '02"; the letter o is typed for a zero now and then.
_WHEN = re.compile(
    rf"(?<![^\W_])(?:(?P<season>{_LONG})(?:\s+of)?[\s,.'-]*(?P<year>19[\do]{{2}}|[\do]{{2}})?"
    rf"|(?P<letter>[sfw])\s?(?P<short>19[\do]{{2}}|[\do]{{2}})(?P<kind>[mrab])?|(?P<alone>19[\do]{{2}}))(?![^\W_])"
)
_GAME = re.compile(r"\bgame\s*[:#]?\s*(?P<game>[\w-]*\d[\w-]*)\b|\b(?P<code>r\d+g\d+)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")

_FILLER_WORDS = """
orders order moves move my the for of in re aw fwd fw set sets are here is game turn season year phase retreats retreat
builds build adjustments adjustment removals removal disbands diplomacy dwc pbem and these revised final revision
preliminary prelim new updated corrected draft units unit movement submission from as power nation runde partie zuge
befehle ordres ordini ordenes
"""
_FILLERS = frozenset(_FILLER_WORDS.split())
_REVISED = re.compile(
    r"\b(?:revis\w+|final|correct(?:ed|ion)\w*|updated?|amended|replac\w+|new (?:orders|set|moves|ones)|instead|v[2-9]"
    r"|version [2-9]|take [2-9]|second (?:set|thoughts))\b"
    r"|\b(?:forget|ignore|disregard|scrap|cancel)\b.*\b(?:orders|set|above|those|earlier|previous)\b"
)
_HYPOTHETICAL = re.compile(
    r"\bif (?:i|you|he|she|they|we) (?:were|was|am|are)\b|\bwere i\b|\bhypothetical|\bwhat if\b|\bsuppos(?:e|ing)\b"
    r"|\bfor (?:example|instance)\b|\b(?:you|he|she|they) (?:could|should|might|would|may)\b"
    r"|\bi(?:'d| would) (?:suggest|propose|order|expect)\b"
    r"|\b(?:suggest|suggested|proposed|expected|likely|possible) (?:moves|orders)\b"
    r"|\b(?:his|her|their|your) (?:moves|orders|units|likely|next)\b"
    r"|\bpositions?\s*:|\bwhat (?:he|she|they|i) (?:has|have)\b"
)
_PRESS = re.compile(r"^(?P<from>[\w .'/-]{2,30}?)\s*(?:\bto\b|->|-|>)\s*(?P<to>[\w .,'/&-]{2,40}?)\s*:", re.IGNORECASE)
_SPEAKERS = frozenset(
    {"world", "all", "everyone", "everybody", "gm", "press", "board", "players", "anon", "public", "judge", "europe"}
)


class Role(Enum):
    """What a line does to the lines below it."""

    NONE = auto()
    HEADING = auto()  # says for whom or for when
    PRESS = auto()  # London to Berlin: ...
    HYPOTHETICAL = auto()  # If I were Turkey: ...


@dataclass(frozen=True, slots=True)
class Notice:
    """A line's role, what it says, and whether it makes what follows a set that replaces the one above."""

    role: Role = Role.NONE
    heading: Heading | None = None
    replaces: bool = False


def notice(text: str, number: int, board: Board) -> Notice:
    """Return what a line that holds no order does to the lines below it."""
    shown = one_line(text)
    folded = fold(shown)
    replaces = _REVISED.search(folded) is not None and len(shown) < 120
    if _is_press(shown, board):
        return Notice(Role.PRESS)
    if _HYPOTHETICAL.search(folded):
        return Notice(Role.HYPOTHETICAL)
    heading = _heading(shown, number, board)
    if heading is not None:
        return Notice(Role.HEADING, heading, replaces)
    return Notice(Role.HEADING if replaces else Role.NONE, None, replaces)


def heading_of(text: str, number: int, board: Board) -> Heading | None:
    """Return what a subject says of phase, power and game, or None when it says nothing."""
    return _heading(one_line(text), number, board)


def _heading(text: str, number: int, board: Board) -> Heading | None:
    """Read a heading. Every word must belong to one: a sentence that names a power is talk."""
    folded = fold(text)
    when = _WHEN.search(folded)
    season, year = _when(when)
    rest = _WHEN.sub(" ", folded)
    game = _GAME.search(text)
    rest = _GAME.sub(" ", rest)
    nations = dict(lexicon_of(board).nation_words)
    words = _WORD.findall(rest)
    powers = {nations[word] for word in words if word in nations}
    others = [word for word in words if word not in nations and word not in _FILLERS]
    name = (game["game"] or game["code"]) if game else None
    if len(powers) > 1 or (season is None and year is None and not powers and name is None):
        return None
    # "Memorial, England, Spring 1903": a name of a game may stand beside power and season, not beside one of them.
    allowed = 2 if powers and (season or year) else 0
    if len(others) > allowed:
        return None
    return Heading(number, text, season, year, next(iter(powers), None), name)


def _when(found: re.Match[str] | None) -> tuple[Season | None, int | None]:
    if found is None:
        return None, None
    word = found["season"] or found["letter"]
    digits = (found["year"] or found["short"] or found["alone"] or "").replace("o", "0")
    year = int(digits) if digits else None
    if year is not None and year < 100:
        year += 1900
    return _SEASONS.get(word) if word else None, year


def _is_press(text: str, board: Board) -> bool:
    """Tell whether a line is a press header: `London to Berlin: ...`, `England - World:`."""
    found = _PRESS.match(text)
    if found is None:
        return False
    return _is_speaker(found["from"], board) and all(
        _is_speaker(part, board) for part in re.split(r",|&|/|\band\b", found["to"]) if part.strip()
    )


def _is_speaker(text: str, board: Board) -> bool:
    meanings = lexicon_of(board).meanings(fold(text.strip())) or {}
    return bool(meanings.keys() & {"PLACE", "NATION"}) or fold(text.strip()) in _SPEAKERS
