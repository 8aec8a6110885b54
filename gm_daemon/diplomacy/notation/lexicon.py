"""diplomacy: every phrase of the order language for one board, exact and misspelled."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources

from gm_daemon.diplomacy.board import Board, Province, Terrain
from gm_daemon.diplomacy.notation import words
from gm_daemon.diplomacy.notation.slips import Slips
from gm_daemon.diplomacy.notation.spelling import fold
from gm_daemon.diplomacy.notation.tokens import Candidate, Name, Value
from gm_daemon.diplomacy.orders import UnitKind

_WORD = re.compile(r"[^\W_]+")
LONGEST_PHRASE = 5

# All meanings of a phrase: terminal -> value.
Meanings = Mapping[str, Value]


def squeeze(phrase: str) -> str:
    """Return the key of a phrase: folded words with single spaces, without dots, dashes and apostrophes."""
    return " ".join(_WORD.findall(fold(phrase)))


@dataclass(slots=True)
class Lexicon:
    """The phrases of one board. `starts` are the first words of phrases that have more than one word."""

    phrases: dict[str, dict[str, Value]] = field(default_factory=dict)
    starts: set[str] = field(default_factory=set)
    slips: Slips = field(default_factory=Slips)
    _meanings: dict[str, Meanings | None] = field(default_factory=dict)

    def add(self, phrase: str, terminal: str, value: Value = None) -> None:
        """Add one meaning of a phrase; a meaning that is there already stays."""
        key = squeeze(phrase)
        self.phrases.setdefault(key, {}).setdefault(terminal, value)
        first, _, rest = key.partition(" ")
        if rest:
            self.starts.add(first)

    def meanings(self, key: str) -> Meanings | None:
        """Return what a phrase, or a word with something glued to it, can mean; None for an unknown word."""
        if key not in self._meanings:
            if len(self._meanings) > 20_000:
                self._meanings.clear()
            self._meanings[key] = self.phrases.get(key) or self._glued(key)
        return self._meanings[key]

    def _glued(self, key: str) -> Meanings | None:
        """Return the meaning of `ATri` (type and province) or `Bulec` (province and coast)."""
        if len(key) < 4 or " " in key:
            return None
        kind = {"a": UnitKind.ARMY, "f": UnitKind.FLEET}.get(key[0])
        place = self.phrases.get(key[1:], {}).get("PLACE")
        if kind is not None and place is not None:
            return {"TYPED_PLACE": (kind, place)}
        place = self.phrases.get(key[:-2], {}).get("PLACE")
        side = key[-2:].upper()
        if isinstance(place, Name) and side in words.COASTS and place.coast is None:
            return {"PLACE": Name(place.candidates, side)}
        return None

    def guess(self, key: str) -> Name | None:
        """Return the provinces that a word which is no province may have been meant for, nearest only."""
        found = self.slips.nearest(key.replace(" ", ""))
        return Name(tuple(Candidate(code, rank) for code, rank in found), guessed=True) if found else None


@functools.cache
def _other_names() -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the names of `names.toml` by location, and its words with several meanings."""
    text = resources.files("gm_daemon.diplomacy.notation").joinpath("names.toml").read_text("utf-8")
    data = tomllib.loads(text)
    return {place: names.split("|") for place, names in data["names"].items()}, data["ambiguous"]


_LEXICONS: dict[int, tuple[Board, Lexicon]] = {}


def lexicon_of(board: Board) -> Lexicon:
    """Return the lexicon of a board, made once for each board."""
    known = _LEXICONS.get(id(board))
    if known is None or known[0] is not board:
        known = _LEXICONS[id(board)] = (board, _make(board))
    return known[1]


def _make(board: Board) -> Lexicon:
    lexicon = Lexicon()
    _add_ambiguous(lexicon, board)
    _add_places(lexicon, board)
    for phrase in words.ARMY_WORDS.split():
        lexicon.add(phrase, "KIND", UnitKind.ARMY)
    for phrase in words.FLEET_WORDS.split():
        lexicon.add(phrase, "KIND", UnitKind.FLEET)
    lexicon.add("arm", "KIND", UnitKind.ARMY)
    for terminal, phrases in words.PHRASES.items():
        for phrase in phrases.split("|"):
            lexicon.add(phrase, terminal, words.WAIVES.get(phrase, 1) if terminal == "WAIVE" else None)
    for phrase, count in words.WAIVES.items():
        lexicon.add(phrase, "WAIVE", count)
    for phrase in words.CLOSED_VIA:
        lexicon.phrases[squeeze(phrase)]["VIA"] = True
    for verb, glued in (("SUPPORT", "s"), ("CONVOY", "c")):
        for kind in UnitKind:
            lexicon.add(glued + kind.value, f"TYPED_{verb}", kind)
    _add_nations(lexicon, board)
    for side, phrases in words.COASTS.items():
        for phrase in phrases.split("|"):
            lexicon.add(phrase, "COAST", side)
    for phrase, side in words.SHORT_COASTS.items():
        lexicon.add(phrase, "SHORT_COAST", side)
    for phrase in words.FILLERS:
        lexicon.add(phrase, "FILLER")
    return lexicon


def _add_places(lexicon: Lexicon, board: Board) -> None:
    others, _ = _other_names()
    for code, province in board.provinces.items():
        name = Name((Candidate(code),))
        for form in (code, province.name, *province.aliases, *others.get(code, ())):
            for phrase in _with_kind_of_water(form, province):
                lexicon.add(phrase, "PLACE", name)
                lexicon.slips.add(squeeze(phrase).replace(" ", ""), code)
        for location in province.coasts:
            for form in others.get(location, ()):
                lexicon.add(form, "PLACE", Name((Candidate(code),), location[4:]))


def _with_kind_of_water(form: str, province: Province) -> tuple[str, ...]:
    """Return a sea's name with and without the word for what it is: `North`, `North Sea`, `Gulf of Lyon`, `Lyon`."""
    if province.terrain is not Terrain.SEA:
        return (form,)
    whole = squeeze(province.name)
    kinds = [word for word in ("sea", "ocean", "channel", "mediterranean", "bight") if whole.endswith(word)]
    if whole.startswith("gulf of "):
        return (form, f"gulf of {form}", f"gulf {form}", f"{form} sea")
    return (form, f"{form} sea", *(f"{form} {kind}" for kind in kinds))


def _add_ambiguous(lexicon: Lexicon, board: Board) -> None:
    """Add the words that mean several provinces before the plain names, which they overrule (`Tyr`, `Norw`)."""
    for word, codes in board.ambiguous.items():
        _, own = _other_names()
        if word not in own:
            lexicon.add(word, "PLACE", Name(tuple(Candidate(code) for code in codes)))
    for word, meaning in _other_names()[1].items():
        ranked = [
            Candidate(code, rank)
            for rank, equals in enumerate(meaning.split(">"))
            for code in equals.split("|")
            if code in board.provinces
        ]
        if ranked:
            lexicon.add(word, "PLACE", Name(tuple(ranked)))


def _add_nations(lexicon: Lexicon, board: Board) -> None:
    for power in board.powers.values():
        for phrase in (power.name, power.adjective, *words.NATIONS.get(power.name, "").split("|")):
            if phrase:
                lexicon.add(phrase, "NATION", power.name)
    for letter, name in words.NATION_LETTERS.items():
        if name in board.powers:
            lexicon.add(letter, "NATION", name)
