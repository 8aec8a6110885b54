"""diplomacy: decide what each phrase of a line stands for, by the words around it, and cut the line into orders.

`F` is a fleet before a province and French before a unit's type; `Arm` is an army before a province and Armenia before
a verb; a comma separates orders, but a dash after a type joins. What comes out are the terminals of the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from gm_daemon.diplomacy.notation.lexicon import Lexicon, Meanings, squeeze
from gm_daemon.diplomacy.notation.scan import Phrase, is_annotation
from gm_daemon.diplomacy.notation.spelling import fold
from gm_daemon.diplomacy.notation.tokens import Name, Token
from gm_daemon.diplomacy.phase import PhaseKind

# Which meaning counts where a word has several and no neighbour decides.
_PRECEDENCE = {
    PhaseKind.MOVEMENT: [
        "SUPPORT",
        "CONVOY",
        "HOLD",
        "VIA",
        "ATTACK",
        "MOVE",
        "SIGN",
        "RETREAT",
        "SEP",
        "OR",
        "IF",
        "BY",
        "DISBAND",
        "BUILD",
        "REMOVE",
        "WAIVE",
        "NATION",
        "KIND",
        "COAST",
    ],
    PhaseKind.RETREAT: [
        "RETREAT",
        "DISBAND",
        "HOLD",
        "MOVE",
        "SIGN",
        "SEP",
        "OR",
        "IF",
        "REMOVE",
        "SUPPORT",
        "CONVOY",
        "VIA",
        "ATTACK",
        "BY",
        "BUILD",
        "WAIVE",
        "NATION",
        "KIND",
        "COAST",
    ],
    PhaseKind.ADJUSTMENT: [
        "WAIVE",
        "BUILD",
        "REMOVE",
        "DISBAND",
        "SEP",
        "OR",
        "IF",
        "SIGN",
        "HOLD",
        "SUPPORT",
        "CONVOY",
        "RETREAT",
        "VIA",
        "ATTACK",
        "MOVE",
        "BY",
        "NATION",
        "KIND",
        "COAST",
    ],
}
_VERBS = frozenset(["SIGN", "MOVE", "HOLD", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "BUILD", "REMOVE"])
_WINTER_VERBS = frozenset(["BUILD", "REMOVE", "DISBAND", "WAIVE", "RETREAT"])
# After these a province, or a slip for one, is expected.
_BEFORE_PLACE = _VERBS | frozenset(["KIND", "NATION", "VIA", "BY", "ATTACK", "LPAR", "AND", "OR", "PLUS"])
# An order can be complete after these.
_ENDS = frozenset(["PLACE", "COAST", "HOLD", "DISBAND", "NUMBER", "WAIVE", "RPAR", "BUILD", "REMOVE"])
# A wish for what an order cannot know (its own fate) or an impossibility says nothing; other conditions matter.
_HARMLESS_IF = re.compile(
    r"possible|allowed|available|legal|defeated|dislodged|beaten|driven|forced|retreat|needed|necessary|\bget\b|\bhave\b|open|moglich"
)


@dataclass(frozen=True, slots=True)
class Item:
    """The tokens of one order, or of a piece of one. `alternative` says that "or" stood before it."""

    tokens: tuple[Token, ...]
    alternative: bool = False

    @property
    def text(self) -> str:
        """Return the words as the sender wrote them."""
        return " ".join(token.text for token in self.tokens)


@dataclass(frozen=True, slots=True)
class Settled:
    """A line as items. `power` is the power that a heading in front of the orders names."""

    items: tuple[Item, ...]
    power: str | None


def settle(phrases: Sequence[Phrase], lexicon: Lexicon, kind: PhaseKind) -> Settled:
    """Return the items of a line for this kind of phase."""
    return _Settler(list(phrases), lexicon, kind).run()


@dataclass(slots=True)
class _Settler:
    """One pass over a line. `out` grows; `at` is the phrase being decided."""

    phrases: list[Phrase]
    lexicon: Lexicon
    kind: PhaseKind
    out: list[Token] = field(default_factory=list)
    at: int = 0
    power: str | None = None
    whole: int = 0

    def run(self) -> Settled:
        self.phrases = [
            p for p in self.phrases if not (len(p.meanings) == 1 and {"FILLER", "DROP"} & p.meanings.keys())
        ]
        self.whole = len(self.phrases)
        self._put_coasts_behind()
        while self.at < len(self.phrases):
            self._decide()
            self.at += 1
        return Settled(tuple(_cut(self.out)), self.power)

    def _put_coasts_behind(self) -> None:
        """Write "south coast of Spain" as "Spain south coast"."""
        for at in range(len(self.phrases) - 1):
            here, following = self.phrases[at], self.phrases[at + 1]
            before = self.phrases[at - 1].meanings if at else {}
            if "COAST" in here.meanings and "PLACE" in following.meanings and not before.keys() & {"PLACE", "SLASH"}:
                self.phrases[at : at + 2] = following, here

    # What stands around the phrase.

    def _means(self, offset: int = 0) -> Meanings:
        at = self.at + offset
        return self.phrases[at].meanings if 0 <= at < len(self.phrases) else {}

    def _before(self) -> str:
        return self.out[-1].terminal if self.out else ""

    def _item(self) -> list[str]:
        """Return the terminals of the order being read."""
        start = max((i for i, token in enumerate(self.out) if token.terminal in {"SEP", "OR"}), default=-1)
        return [token.terminal for token in self.out[start + 1 :]]

    def _emit(self, terminal: str, value: object = None) -> None:
        self.out.append(Token(terminal, value, self.phrases[self.at].text))

    def _place(self, offset: int = 0) -> tuple[Name, int] | None:
        """Return the name at an offset and how many phrases it takes; a slip only where no word is meant."""
        meanings = self._means(offset)
        exact = meanings.get("PLACE")
        at = self.at + offset
        following = self._means(offset + 1)
        if ("WORD" in following and exact) or ("WORD" in meanings and following.keys() & {"WORD", "PLACE"}):
            for length in (3, 2):
                run = self.phrases[at : at + length]
                if len(run) == length and all({"WORD", "PLACE", "SHORT_COAST"} & p.meanings.keys() for p in run):
                    joined = "".join(squeeze(p.text).replace(" ", "") for p in run)
                    name = self.lexicon.guess(joined) if len(joined) > 6 else None
                    if name is not None:
                        return name, length
        if isinstance(exact, Name):
            return exact, 1
        if "WORD" in meanings:
            name = self.lexicon.guess(squeeze(self.phrases[at].text))
            return (name, 1) if name is not None else None
        return None

    def _unit_follows(self, offset: int) -> bool:
        """Tell whether a type and a province stand at the offset: `A Bur`."""
        meanings = self._means(offset)
        if "TYPED_PLACE" in meanings:
            return True
        glued = self._means(offset + 1).keys() & {"COLON", "SIGN", "DOT"} and "PLACE" not in meanings
        step = 2 if glued else 1
        return "KIND" in meanings and (
            self._place(offset + step) is not None or "BRACKET" in self._means(offset + step)
        )

    # Decisions.

    def _decide(self) -> None:
        meanings = self._means()
        for terminal in ("BRACKET", "COMMA", "DOT", "QUESTION", "COLON", "SIGN", "SLASH", "PLUS", "NUMBER"):
            if terminal in meanings and len(meanings) == 1:
                getattr(self, f"_{terminal.lower()}")()
                return
        if meanings.keys() & {"LPAR", "RPAR", "AND", "VIA_MARK"}:
            terminal = next(iter(meanings))
            self._emit("VIA" if terminal == "VIA_MARK" else terminal, True)
            return
        self._word(meanings)

    def _comma(self) -> None:
        if self.phrases[self.at].text == ";" and self._cut_lead_in():
            return
        self._emit("SEP")

    def _dot(self) -> None:
        verb = self._means(1).keys() & (_VERBS | {"COAST", "COLON", "COMMA"})
        starts = self._means(1).keys() & {"BUILD", "REMOVE"}
        if self._before() != "KIND" and (not verb or starts):
            self._emit("SEP")

    def _question(self) -> None:
        self._emit("WORD", "?")

    def _colon(self) -> None:
        before = self._before()
        if before == "KIND" or before in _WINTER_VERBS:
            return
        if [token.terminal for token in self.out] == ["NATION"]:
            self.power = str(self.out.pop().value)
        elif self._cut_lead_in():
            return
        elif before in {"PLACE", "COAST"} and "KIND" in self._item():
            # "England fleet lvp: nat": the colon stands for a dash. At the end it says nothing.
            if self._place(1) is not None and self._item()[-1] in {"PLACE", "COAST"}:
                self._emit("SIGN")
        else:
            self._emit("COLON")

    def _cut_lead_in(self) -> bool:
        """Drop words like "My orders are;" from the start; a verb among them ("My builds:") stays."""
        terminals = {token.terminal for token in self.out}
        if not self.out or terminals & {"PLACE", "KIND"} or "WORD" not in terminals:
            return False
        power = next((str(token.value) for token in self.out if token.terminal == "NATION"), None)
        self.power = self.power or power
        verbs = [token for token in self.out if token.terminal in {"BUILD", "REMOVE", "RETREAT"}]
        self.out[:] = verbs[-1:]
        return True

    def _sign(self) -> None:
        following = self._means(1)
        if "SIGN" in following and "WORD" not in following:
            return
        item = self._item()
        if self._before() == "KIND":
            return
        if self._before() == "PLACE" and "COAST" in following and self.phrases[self.at].space == 0:
            return
        starts = not item and self._before() != "OR"
        if starts and not (self.kind is PhaseKind.ADJUSTMENT and self._unit_follows(1)):
            return
        self._emit("SIGN")

    def _slash(self) -> None:
        following = self._means(1)
        spaced = self.phrases[self.at].space > 0
        if (
            self._before() == "PLACE"
            and following.keys() & {"COAST", "SHORT_COAST"}
            and not (spaced and "PLACE" in following)
        ):
            side = following.get("COAST") or following["SHORT_COAST"]
            self.at += 1
            self._emit("COAST", side)
        elif spaced:
            self._emit("SEP")
        elif self._before() in {"PLACE", "COAST"} and self._place(1) is not None:
            self._emit("OR")
        elif self._before() in _ENDS:
            self._emit("SEP")

    def _plus(self) -> None:
        if self._before() in _ENDS:
            self._emit("SEP")
        if self.kind is PhaseKind.ADJUSTMENT:
            self._emit("PLUS")

    def _number(self) -> None:
        following = self._means(1).keys()
        if self._before() == "WAIVE" or "WAIVE" in following:
            self._emit("NUMBER", self._means()["NUMBER"])
        elif not following & {"KIND", "BUILD"}:
            self._emit("WORD")

    def _bracket(self) -> None:
        phrase = self.phrases[self.at]
        inner = [p for p in phrase.inner if not (len(p.meanings) == 1 and "FILLER" in p.meanings)]
        if not phrase.inner or all("DROP" in p.meanings for p in inner):
            # A site marks the army's consent to the convoy by [*].
            if phrase.text == "*":
                self._splice([Phrase({"VIA_MARK": None}, "[*]", 1)])
            return
        if self._bracket_of_one(inner) or self._bracket_of_coast(inner):
            return
        first, last = inner[0].meanings, inner[-1].meanings
        places = any(p.meanings.keys() & {"PLACE", "TYPED_PLACE"} for p in inner)
        if places and last.keys() & {"SUPPORT", "CONVOY"}:
            crowd = [Phrase({"AND": None}, p.text, 1) if p.meanings.keys() & {"COMMA", "SEP"} else p for p in inner]
            self._splice([Phrase({"LPAR": None}, "(", 1), *crowd, Phrase({"RPAR": None}, ")", 0)])
        elif "OR" in first or "VIA" in first or self.whole == 1 or self._before() in _BEFORE_PLACE - {"HOLD"}:
            self._splice(inner)
        elif self.kind is PhaseKind.RETREAT and not first.keys() & {"DISBAND"}:
            at = next((i for i, p in enumerate(inner) if "RETREAT" in p.meanings), None)
            if at is not None:
                self._splice(inner[at:])
        elif "PLACE" in first and not self.out and not is_annotation(phrase):
            self._splice(inner)

    def _bracket_of_one(self, inner: list[Phrase]) -> bool:
        """Read `(S)`, `(FRA)`, `(C)`; tell whether the bracket was one of them."""
        if len(inner) != 1:
            return False
        meanings = inner[0].meanings
        if (meanings.keys() & {"SUPPORT"} and fold(inner[0].text) != "s") or (
            "SUPPORT" in meanings and not self._has_coasts()
        ):
            self._splice(inner)
        elif "CONVOY" in meanings:
            moved = "SIGN" in self._item() or "MOVE" in self._item()
            self._splice([Phrase({"VIA_MARK": None}, inner[0].text, 1)] if moved else inner)
        elif "NATION" in meanings and "PLACE" not in meanings:
            if self._place(1) is not None or self._unit_follows(1):
                self._splice(inner)
        elif "NATION" in meanings and self._unit_follows(1):
            self._splice([Phrase({"NATION": meanings["NATION"]}, inner[0].text, 1)])
        elif meanings.keys() & {"HOLD", "DISBAND"} and not set(self._item()) & (_VERBS - {"RETREAT"}):
            self._splice(inner)
        else:
            return False
        return True

    def _bracket_of_coast(self, inner: list[Phrase]) -> bool:
        meanings = inner[0].meanings
        side = meanings.get("COAST") or meanings.get("SHORT_COAST")
        if side is None or len(inner) > 1 or self._before() != "PLACE":
            return False
        self._emit("COAST", side)
        return True

    def _has_coasts(self) -> bool:
        """Tell whether the province just read has several coasts, and this may name one: `Spa(s) - Por`."""
        name = self.out[-1].value if self.out else None
        two = isinstance(name, Name) and any(c.province in self.lexicon.two_coasts for c in name.candidates)
        return two and not self._unit_follows(1) and self._place(1) is None

    def _splice(self, phrases: list[Phrase]) -> None:
        self.phrases[self.at : self.at + 1] = phrases
        self.at -= 1

    def _word(self, meanings: Meanings) -> None:
        before = self._before()
        if "TYPED_PLACE" in meanings and before != "KIND":
            self._start_unit()
            unit_kind, name = meanings["TYPED_PLACE"]  # type: ignore[misc]
            self._emit("KIND", unit_kind)
            self._emit("PLACE", name)
        elif (glued := meanings.keys() & {"TYPED_SUPPORT", "TYPED_CONVOY"}) and before in {"PLACE", "COAST"}:
            terminal = glued.pop()
            self._emit(terminal.removeprefix("TYPED_"))
            self._emit("KIND", meanings[terminal])
        elif self._is_coast(meanings):
            self._emit("COAST", meanings["COAST"])
        elif "KIND" in meanings and self._is_kind(meanings):
            self._kind_of_unit(meanings["KIND"])
        elif "NATION" in meanings and self._is_nation(meanings):
            self._nation(meanings["NATION"])
        elif (place := self._expected_place(meanings)) is not None:
            if before in {"PLACE", "COAST"} and self.phrases[self.at].space > 2 and set(self._item()) & _VERBS:
                self._emit("SEP")
            name, length = place
            text = " ".join(p.text for p in self.phrases[self.at : self.at + length])
            self.at += length - 1
            self.out.append(Token("PLACE", name, text))
        else:
            self._other(meanings)

    def _is_coast(self, meanings: Meanings) -> bool:
        return "COAST" in meanings and self._before() == "PLACE"

    def _is_kind(self, meanings: Meanings) -> bool:
        """Tell a unit's type from a nationality, a province (`Arm`) or an article."""
        if self._before() == "KIND":
            return False
        followed = self._unit_follows(1)
        if "NATION" in meanings and followed:
            return False
        letter = fold(self.phrases[self.at].text)
        if letter == "e" and self._before() in {"SUPPORT", "CONVOY"}:
            return False
        if "PLACE" in meanings:
            return self._place(1) is not None and not self._means(1).keys() & _VERBS
        step = 2 if self._means(1).keys() & {"COLON", "SIGN", "DOT"} and len(letter) < 8 else 1
        if self._place(step) is not None or "BRACKET" in self._means(step):
            return True
        if self._means(1).keys() & {"WORD", "IMPASSABLE"} and self._reads_like_an_order(2):
            return True
        return self._before() in {"PLACE", "COAST", "BUILD", "REMOVE"} or len(letter) > 1

    def _reads_like_an_order(self, offset: int) -> bool:
        """Tell whether a sign or a verb stands there, so that an unknown word before it was meant as a province."""
        at = self.at + offset
        verb = self._means(offset).keys() & {"SIGN", "SUPPORT", "CONVOY", "HOLD"}
        return bool(verb) and self.phrases[at].text != "to"

    def _kind_of_unit(self, value: object) -> None:
        """Emit a type. After its province ("London fleet") it goes in front of it."""
        if self._before() == "PLACE" and self._place(1) is None and "KIND" not in self._item():
            self.out.insert(len(self.out) - 1, Token("KIND", value, self.phrases[self.at].text))
            return
        self._start_unit()
        self._emit("KIND", value)

    def _start_unit(self) -> None:
        """Put a separator before a unit that begins another order without one."""
        item = self._item()
        if self._before() not in _ENDS and not (self._before() == "VIA" and self.out[-1].value):
            return
        if len(item) == 1 and item[0] in {"HOLD", "DISBAND", "BUILD", "REMOVE"}:
            return
        if item == ["PLUS", "BUILD"]:
            return
        self._emit("SEP")

    def _is_nation(self, meanings: Meanings) -> bool:
        letter = fold(self.phrases[self.at].text)
        unit = self._unit_follows(1)
        if "KIND" in self._means(1) and letter == "a":
            # "Builds a fleet": an article, which the caller drops as a filler.
            return len(self._means(1)) == 1 or unit
        if "RETREAT" in meanings:
            starts = self.kind is PhaseKind.MOVEMENT and not self._item()
            return unit and (self._before() in {"SUPPORT", "CONVOY"} or starts)
        if "PLACE" in meanings:
            return self._before() != "KIND" and (
                unit or "ATTACK" in self._means(1) or self._place(1) is not None or self._heads_line()
            )
        if len(letter) == 1:
            return (
                unit or (self._before() in {"SUPPORT", "CONVOY"} and self._place(1) is not None) or self._heads_line()
            )
        return True

    def _heads_line(self) -> bool:
        return not self.out and "COLON" in self._means(1)

    def _nation(self, value: object) -> None:
        if fold(self.phrases[self.at].text) == "a" and len(fold(self.phrases[self.at + 1].text)) > 1:
            return
        following = self._means(1).keys()
        if not self.out and following & _WINTER_VERBS and not following & {"PLACE", "KIND", "NATION"}:
            # "France disbands F Lyo", "Russia: builds".
            self.power = str(value)
        elif self._before() in {"PLACE", "COAST"} and not (self._unit_follows(1) or self._place(1) is not None):
            return
        else:
            if self._before() in _ENDS:
                self._start_unit()
            self._emit("NATION", value)

    def _expected_place(self, meanings: Meanings) -> tuple[Name, int] | None:
        """Return the province here. A word that is no province is guessed only where one is expected."""
        if "PLACE" in meanings:
            return self._place()
        if "WORD" not in meanings:
            return None
        before = self._before()
        if before in _BEFORE_PLACE and "PLACE" not in self._item()[-1:]:
            return self._place()
        if before in {"", "SEP"}:
            place = self._place()
            # A line that starts with a slip must go on like an order.
            if place is not None and self._means(place[1]).keys() & _VERBS - {"MOVE"}:
                return place
        return None

    def _other(self, meanings: Meanings) -> None:
        terminal = next((t for t in _PRECEDENCE[self.kind] if t in meanings), None)
        before = self._before()
        if "WORD" in meanings and before in {"PLACE", "COAST", "", "SEP"}:
            terminal = self._misspelled_verb()
        if terminal is None or terminal in {"KIND", "NATION", "COAST"}:
            self._emit("WORD")
        elif terminal == "ATTACK" and before not in {"SUPPORT", "NATION"}:
            self._emit("MOVE")
        elif terminal == "MOVE" and before in {"SUPPORT", "NATION"} and self._unit_follows(1):
            # "supports the French move of A Mar to Bur"
            return
        elif terminal == "IF":
            self._condition()
        elif terminal == "BY":
            if before in {"CONVOY", "PLACE", "COAST"} or "CONVOY" in self._means(1):
                self._emit("BY")
        elif terminal == "SIGN":
            self._sign()
        elif terminal == "VIA":
            self._emit("VIA", meanings["VIA"])
        elif (
            terminal in {"BUILD", "REMOVE"}
            and before in {"PLACE", "COAST"}
            and self._unit_follows(1)
            and self._item()[0] == terminal
        ):
            self._emit("SEP")
            self._emit(terminal)
        else:
            self._emit(terminal, meanings.get(terminal))

    def _misspelled_verb(self) -> str | None:
        """Return the verb that a word beside a unit may be a slip for: `A Par hodl`, `Biuld A Par`."""
        at_start = self._before() in {"", "SEP"}
        if at_start and not self._unit_follows(1):
            return None
        terminal = self.lexicon.guess_verb(squeeze(self.phrases[self.at].text))
        return None if terminal in {"BY", "VIA"} else terminal

    def _condition(self) -> None:
        """Skip a condition that says nothing; keep another one, so that the order is not read without it."""
        rest = fold(" ".join(p.text for p in self.phrases[self.at :]))
        harmless = self.kind is not PhaseKind.MOVEMENT or _HARMLESS_IF.search(rest) is not None
        if not harmless or not self.out:
            self._emit("IF")
            return
        while self.at + 1 < len(self.phrases) and not self._means(1).keys() & {"COMMA", "SEP"}:
            self.at += 1


def _cut(tokens: Sequence[Token]) -> list[Item]:
    """Return the items between separators; empty ones are gone."""
    items: list[Item] = []
    current: list[Token] = []
    alternative = False
    for token in [*tokens, Token("SEP", None, "")]:
        if token.terminal not in {"SEP", "OR"}:
            current.append(token)
            continue
        if current:
            items.append(Item(tuple(current), alternative))
            alternative = False
        current = []
        alternative = alternative or token.terminal == "OR"
    return items
