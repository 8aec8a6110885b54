"""diplomacy: every phrase of the order language for one board, exact and misspelled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gm_daemon.diplomacy.board import Board, Province, Terrain
from gm_daemon.diplomacy.notation.slips import Slips
from gm_daemon.diplomacy.notation.spelling import fold
from gm_daemon.diplomacy.notation.tokens import Candidate, Name, TypedPlace, Value
from gm_daemon.diplomacy.notation.words import other_names, vocabulary
from gm_daemon.diplomacy.orders import UnitKind

_WORD = re.compile(r"[^\W_]+")
LONGEST_PHRASE = 5
# Mails are full of words that were never seen before; what is remembered of them stays within this many.
_REMEMBERED = 20_000

# All meanings of a phrase: terminal -> value.
Meanings = Mapping[str, Value]


def squeeze(phrase: str) -> str:
    """Return the key of a phrase: folded words with single spaces, without dots, dashes and apostrophes."""
    return " ".join(_WORD.findall(fold(phrase)))


@dataclass(slots=True, eq=False)
class Lexicon:
    """The phrases of one board. `starts` are the first words of phrases that have more than one word."""

    phrases: dict[str, dict[str, Value]] = field(default_factory=dict)
    starts: set[str] = field(default_factory=set)
    places: Slips = field(default_factory=Slips)
    verbs: Slips = field(default_factory=Slips)
    exact: dict[str, Meanings] = field(default_factory=dict)
    two_coasts: frozenset[str] = frozenset()
    nation_words: tuple[tuple[str, str], ...] = ()
    _meanings: dict[str, Meanings | None] = field(default_factory=dict)
    _guesses: dict[str, Name | None] = field(default_factory=dict)

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
            if len(self._meanings) > _REMEMBERED:
                self._meanings.clear()
            self._meanings[key] = self.phrases.get(key) or self._glued(key)
        return self._meanings[key]

    def exactly(self, word: str) -> Meanings | None:
        """Return the meaning of a code in which the capitals count (`SpN`)."""
        return self.exact.get(word)

    def guess(self, key: str) -> Name | None:
        """Return the provinces that a word which is no province may have been meant for: cut short, or misspelled."""
        if key not in self._guesses:
            if len(self._guesses) > _REMEMBERED:
                self._guesses.clear()
            self._guesses[key] = self._guess(key)
        return self._guesses[key]

    def guess_verb(self, key: str) -> str | None:
        """Return the terminal of the verb that a word may be a slip for, if there is only one."""
        found = {terminal for terminal, rank in self.verbs.nearest(key) if rank == 0} if len(key) > 3 else set()
        return found.pop() if len(found) == 1 else None

    def _glued(self, key: str) -> Meanings | None:
        """Return the meaning of `ATri` (type and province) or `Bulec` (province and coast)."""
        if len(key) < 4 or " " in key:
            return None
        kind = {"a": UnitKind.ARMY, "f": UnitKind.FLEET}.get(key[0])
        place = self.phrases.get(key[1:], {}).get("PLACE")
        if kind is not None and isinstance(place, Name):
            return {"TYPED_PLACE": TypedPlace(kind, place)}
        place = self.phrases.get(key[:-2], {}).get("PLACE")
        side = key[-2:].upper()
        if isinstance(place, Name) and side in vocabulary().coasts and place.coast is None:
            return {"PLACE": Name(place.candidates, side)}
        return None

    def _guess(self, key: str) -> Name | None:
        cut = self.places.cut_short(key)
        if cut:
            return Name(tuple(Candidate(code) for code in cut))
        found = self.places.nearest(key)
        return Name(tuple(Candidate(code, rank) for code, rank in found), guessed=True) if found else None


_LEXICONS: dict[int, tuple[Board, Lexicon]] = {}


def lexicon_of(board: Board) -> Lexicon:
    """Return the lexicon of a board, made once for each board."""
    known = _LEXICONS.get(id(board))
    if known is None or known[0] is not board:
        known = _LEXICONS[id(board)] = (board, _make(board))
    return known[1]


def _make(board: Board) -> Lexicon:
    lexicon = Lexicon(two_coasts=frozenset(code for code, province in board.provinces.items() if province.coasts))
    _add_ambiguous(lexicon, board)
    _add_places(lexicon, board)
    for words in board.impassable.values():
        for word in words:
            lexicon.add(word, "IMPASSABLE")
    for name in board.impassable:
        lexicon.add(name, "IMPASSABLE")
    _add_verbs(lexicon)
    _add_nations(lexicon, board)
    for terminal, table in (("COAST", vocabulary().coasts), ("SHORT_COAST", vocabulary().short_coasts)):
        for side, phrases in table.items():
            for phrase in phrases:
                lexicon.add(phrase, terminal, side)
    for phrase in vocabulary().fillers:
        lexicon.add(phrase, "FILLER")
    return lexicon


def _add_verbs(lexicon: Lexicon) -> None:
    words = vocabulary()
    for letter, phrases in words.types.items():
        for phrase in (*phrases, "arm") if letter == "A" else phrases:
            lexicon.add(phrase, "KIND", UnitKind(letter))
    for phrase, count in words.waives.items():
        lexicon.add(phrase, "WAIVE", count)
    for phrase in words.closed_via:
        lexicon.add(phrase, "VIA", "closed")
    for terminal, phrases in words.verbs.items():
        for phrase in phrases:
            lexicon.add(phrase, terminal, 1 if terminal == "WAIVE" else None)
            plain = phrase.isascii() and phrase.isalpha() and len(phrase) > 3
            if plain and terminal not in {"SIGN", "SEP", "IF", "OR"}:
                lexicon.verbs.add(phrase, terminal)
    # "SF SWE" and "CA LON": the verb and the passenger's type in one.
    for verb, glued in (("SUPPORT", "s"), ("CONVOY", "c")):
        for kind in UnitKind:
            lexicon.add(glued + kind.value, f"TYPED_{verb}", kind)


def _add_places(lexicon: Lexicon, board: Board) -> None:
    names = other_names().names
    for code, province in board.provinces.items():
        name = Name((Candidate(code),))
        for form in (code, province.name, *province.aliases, *names.get(code, ())):
            for phrase in _with_kind_of_water(form, province):
                lexicon.add(phrase, "PLACE", name)
                lexicon.places.add(squeeze(phrase).replace(" ", ""), code)
        for location in province.coasts:
            for word, place in other_names().exact.items():
                if place == location:
                    lexicon.exact[word] = {"PLACE": Name((Candidate(code),), location[4:])}
            for form in names.get(location, ()):
                lexicon.add(form, "PLACE", Name((Candidate(code),), location[4:]))


def _with_kind_of_water(form: str, province: Province) -> tuple[str, ...]:
    """Return a sea's name with and without the word for what it is: `North`, `North Sea`, `Gulf of Lyon`, `Lyon`."""
    if province.terrain is not Terrain.SEA:
        return (form,)
    whole = squeeze(province.name)
    kinds = [word for word in ("sea", "ocean", "channel", "mediterranean", "bight") if whole.endswith(word)]
    if whole.startswith("gulf of ") and not squeeze(form).startswith(("gulf", "golf", "g ")):
        return (form, f"gulf of {form}", f"gulf {form}", f"{form} sea")
    return (form, f"{form} sea", *(f"{form} {kind}" for kind in kinds))


def _add_ambiguous(lexicon: Lexicon, board: Board) -> None:
    """Add the words that mean several provinces before the plain names, which they overrule (`Tyr`, `Norw`)."""
    own = other_names().ambiguous
    words = {word: (codes,) for word, codes in board.ambiguous.items()} | dict(own)
    for word, meanings in words.items():
        ranked = [
            Candidate(code, rank) for rank, codes in enumerate(meanings) for code in codes if code in board.provinces
        ]
        if ranked:
            lexicon.add(word, "PLACE", Name(tuple(ranked)))


def _add_nations(lexicon: Lexicon, board: Board) -> None:
    for power in board.powers.values():
        for phrase in (power.name, power.adjective, *vocabulary().nations.get(power.name, ())):
            lexicon.add(phrase, "NATION", power.name)
    lexicon.nation_words = tuple(
        (phrase, str(meanings["NATION"]))
        for phrase, meanings in lexicon.phrases.items()
        if "NATION" in meanings and len(phrase) > 2 and " " not in phrase
    )
