"""diplomacy: decide what each phrase of a line stands for, by the words around it, and cut the line into orders.

`F` is a fleet before a province and French before a unit's type; `Arm` is an army before a province and Armenia before
a verb; a comma separates orders, but a dash after a type joins. What comes out are the terminals of the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gm_daemon.diplomacy.notation.brackets import read_bracket
from gm_daemon.diplomacy.notation.cursor import BEFORE_PLACE, VERBS, Cursor
from gm_daemon.diplomacy.notation.items import Settled, cut
from gm_daemon.diplomacy.notation.lexicon import Lexicon, Meanings, squeeze
from gm_daemon.diplomacy.notation.scan import Phrase
from gm_daemon.diplomacy.notation.spelling import fold
from gm_daemon.diplomacy.notation.tokens import Name, Token, TypedPlace
from gm_daemon.diplomacy.phase import PhaseKind

# Which meaning counts where a word has several and no neighbour decides.
_ORDER = (
    *("SUPPORT", "CONVOY", "HOLD", "VIA", "ATTACK", "MOVE", "SIGN", "RETREAT", "SEP", "OR", "IF", "BY"),
    *("DISBAND", "BUILD", "REMOVE", "WAIVE", "NATION", "KIND", "COAST"),
)
_PRECEDENCE = {
    PhaseKind.MOVEMENT: _ORDER,
    PhaseKind.RETREAT: ("RETREAT", "DISBAND", *_ORDER),
    PhaseKind.ADJUSTMENT: ("WAIVE", "BUILD", "REMOVE", "DISBAND", *_ORDER),
}
_WINTER_VERBS = frozenset({"BUILD", "REMOVE", "DISBAND", "WAIVE", "RETREAT"})
# An order can be complete after these.
_ENDS = frozenset({"PLACE", "COAST", "HOLD", "DISBAND", "NUMBER", "WAIVE", "RPAR", "BUILD", "REMOVE"})
# A wish for what an order cannot know (its own fate) or an impossibility says nothing; other conditions matter.
_HARMLESS_IF = re.compile(
    r"possible|allowed|available|legal|defeated|dislodged|beaten|driven|forced|retreat|needed|necessary|\bget\b|\bhave\b|open|moglich"
)


def settle(phrases: Sequence[Phrase], lexicon: Lexicon, kind: PhaseKind) -> Settled:
    """Return the items of a line for this kind of phase."""
    return _Settler(list(phrases), lexicon, kind).run()


@dataclass(slots=True)
class _Settler(Cursor):
    """Decides phrase after phrase."""

    def run(self) -> Settled:
        self.phrases = [
            p for p in self.phrases if not (len(p.meanings) == 1 and {"FILLER", "DROP"} & p.meanings.keys())
        ]
        self.whole = len(self.phrases)
        self._put_coasts_behind()
        while self.at < len(self.phrases):
            self._decide()
            self.at += 1
        return Settled(tuple(cut(self.out)), self.power)

    def _put_coasts_behind(self) -> None:
        """Write "south coast of Spain" as "Spain south coast"."""
        for at in range(len(self.phrases) - 1):
            here, following = self.phrases[at], self.phrases[at + 1]
            before = self.phrases[at - 1].meanings if at else {}
            if "COAST" in here.meanings and "PLACE" in following.meanings and not before.keys() & {"PLACE", "SLASH"}:
                self.phrases[at : at + 2] = following, here

    def _decide(self) -> None:
        meanings = self.means()
        terminal = next(iter(meanings)) if len(meanings) == 1 else ""
        match terminal:
            case "BRACKET":
                read_bracket(self)
            case "COMMA":
                self._comma()
            case "DOT":
                self._dot()
            case "QUESTION":
                self.emit("WORD")
            case "COLON":
                self._colon()
            case "SIGN":
                self._sign()
            case "SLASH":
                self._slash()
            case "PLUS":
                self._plus()
            case "NUMBER":
                self._number()
            case "LPAR" | "RPAR" | "AND":
                self.emit(terminal)
            case "VIA_MARK":
                self.emit("VIA", "closed")
            case _:
                self._word(meanings)

    def _comma(self) -> None:
        if self._heads_orders() or (self.phrases[self.at].text == ";" and self._cut_lead_in()):
            return
        self.emit("SEP")

    def _dot(self) -> None:
        verb = self.means(1).keys() & (VERBS | {"COAST", "COLON", "COMMA"})
        starts = self.means(1).keys() & {"BUILD", "REMOVE"}
        if self.before() not in {"KIND", "NATION"} and (not verb or starts):
            self.emit("SEP")

    def _colon(self) -> None:
        before = self.before()
        if before == "KIND" or before in _WINTER_VERBS:
            return
        if [token.terminal for token in self.out] == ["NATION"]:
            self.power = str(self.out.pop().value)
        elif self._cut_lead_in():
            return
        elif before in {"PLACE", "COAST"} and "KIND" in self.item():
            # "England fleet lvp: nat": the colon stands for a dash. At the end it says nothing.
            if self.place(1) is not None and self.item()[-1] in {"PLACE", "COAST"}:
                self.emit("SIGN")
        else:
            self.emit("COLON")

    def _heads_orders(self) -> bool:
        """Take a power that stands before the sender's first unit for a heading: "FRANCE - A Par - Bur"."""
        if [token.terminal for token in self.out] != ["NATION"] or not self.unit_follows(1):
            return False
        self.power = str(self.out.pop().value)
        return True

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
        following = self.means(1)
        if "SIGN" in following and "WORD" not in following:
            return
        item = self.item()
        if self.before() == "KIND" or self._heads_orders():
            return
        if "VIA" in following or ("CONVOY" in following and "SIGN" in item):
            # "A Nap - Tun - via convoy"
            return
        if self.before() == "PLACE" and "COAST" in following and self.phrases[self.at].space == 0:
            return
        starts = not item and self.before() != "OR"
        if starts and not (self.kind is PhaseKind.ADJUSTMENT and self.unit_follows(1)):
            return
        self.emit("SIGN")

    def _slash(self) -> None:
        following = self.means(1)
        spaced = self.phrases[self.at].space > 0
        if (
            self.before() == "PLACE"
            and following.keys() & {"COAST", "SHORT_COAST"}
            and not (spaced and "PLACE" in following)
        ):
            side = following.get("COAST") or following["SHORT_COAST"]
            self.at += 1
            self.emit("COAST", side)
        elif spaced:
            self.emit("SEP")
        elif self.before() in {"PLACE", "COAST"} and self.place(1) is not None:
            self.emit("OR")
        elif self.before() in _ENDS:
            self.emit("SEP")

    def _plus(self) -> None:
        if self.before() in _ENDS:
            self.emit("SEP")
        if self.kind is PhaseKind.ADJUSTMENT:
            self.emit("PLUS")

    def _number(self) -> None:
        following = self.means(1).keys()
        if self.before() == "WAIVE" or "WAIVE" in following:
            self.emit("NUMBER", self.means()["NUMBER"])
        elif not following & {"KIND", "BUILD"}:
            self.emit("WORD")

    def _word(self, meanings: Meanings) -> None:
        before = self.before()
        if self._is_small_word():
            return
        if "TYPED_PLACE" in meanings and before != "KIND":
            self._start_unit()
            typed = meanings["TYPED_PLACE"]
            assert isinstance(typed, TypedPlace)
            self.emit("KIND", typed.kind)
            self.emit("PLACE", typed.name)
        elif (glued := meanings.keys() & {"TYPED_SUPPORT", "TYPED_CONVOY"}) and before in {"PLACE", "COAST"}:
            terminal = glued.pop()
            self.emit(terminal.removeprefix("TYPED_"))
            self.emit("KIND", meanings[terminal])
        elif self._is_coast(meanings):
            self.emit("COAST", meanings["COAST"])
        elif "KIND" in meanings and self._is_kind(meanings):
            self._kind_of_unit(meanings["KIND"])
        elif "NATION" in meanings and self._is_nation(meanings):
            self._nation(meanings["NATION"])
        elif (place := self._expected_place(meanings)) is not None:
            if before in {"PLACE", "COAST"} and self.phrases[self.at].space > 2 and set(self.item()) & VERBS:
                self.emit("SEP")
            name, length = place
            text = " ".join(p.text for p in self.phrases[self.at : self.at + length])
            self.at += length - 1
            self.out.append(Token("PLACE", name, text))
        else:
            self._other(meanings)

    def _is_small_word(self) -> bool:
        """Deal with "I build A Par" and the Spanish "a" between two provinces; tell whether it was one of them."""
        letter = self.phrases[self.at].text
        if len(letter) > 1:
            return False
        letter = letter.lower()
        if letter == "i" and not self.out:
            following = self.means(1).keys()
            return "WAIVE" in following or (bool(following & {"BUILD", "REMOVE", "MOVE"}) and self.unit_follows(2))
        item = self.item()
        if letter == "a" and item[:1] == ["KIND"] and item[-1] in {"PLACE", "COAST"} and not VERBS & set(item):
            first = next(token.text for token in reversed(self.out) if token.terminal == "KIND")
            if fold(first) not in {"a", "army"} and self.place(1) is not None and not self.means(2).keys() & VERBS:
                self.emit("SIGN")
                return True
        return False

    def _is_coast(self, meanings: Meanings) -> bool:
        return "COAST" in meanings and self.before() == "PLACE"

    def _is_kind(self, meanings: Meanings) -> bool:
        """Tell a unit's type from a nationality, a province (`Arm`) or an article."""
        if self.before() == "KIND":
            return False
        followed = self.unit_follows(1)
        if "NATION" in meanings and followed:
            return False
        letter = fold(self.phrases[self.at].text)
        if letter == "e" and self.before() in {"SUPPORT", "CONVOY"}:
            return False
        if "PLACE" in meanings:
            return self.place(1) is not None and not self.means(1).keys() & VERBS
        step = 2 if self.means(1).keys() & {"COLON", "SIGN", "DOT"} and len(letter) < 8 else 1
        if self.place(step) is not None or "BRACKET" in self.means(step):
            return True
        if self.means(1).keys() & {"WORD", "IMPASSABLE"} and self._reads_like_an_order(2):
            return True
        return self.before() in {"PLACE", "COAST", "BUILD", "REMOVE"} or len(letter) > 1

    def _reads_like_an_order(self, offset: int) -> bool:
        """Tell whether a sign or a verb stands there, so that an unknown word before it was meant as a province."""
        at = self.at + offset
        verb = self.means(offset).keys() & {"SIGN", "SUPPORT", "CONVOY", "HOLD"}
        return bool(verb) and self.phrases[at].text != "to"

    def _kind_of_unit(self, value: object) -> None:
        """Emit a type. After its province ("London fleet") it goes in front of it."""
        if self.before() == "PLACE" and self.place(1) is None and "KIND" not in self.item():
            self.out.insert(len(self.out) - 1, Token("KIND", value, self.phrases[self.at].text))
            return
        self._start_unit()
        self.emit("KIND", value)

    def _start_unit(self) -> None:
        """Put a separator before a unit that begins another order without one."""
        item = self.item()
        if self.before() not in _ENDS and not (self.before() == "VIA" and self.out[-1].value):
            return
        if len(item) == 1 and item[0] in {"HOLD", "DISBAND", "BUILD", "REMOVE"}:
            return
        if item == ["PLUS", "BUILD"]:
            return
        self.emit("SEP")

    def _is_nation(self, meanings: Meanings) -> bool:
        letter = fold(self.phrases[self.at].text)
        unit = self.unit_follows(1)
        if "KIND" in self.means(1) and letter == "a":
            # "Builds a fleet": an article, which the caller drops as a filler.
            return len(self.means(1)) == 1 or unit
        if "RETREAT" in meanings:
            starts = self.kind is PhaseKind.MOVEMENT and not self.item()
            if self.before() in {"SUPPORT", "CONVOY"}:
                return unit or self.place(1) is not None
            return unit and starts
        if "PLACE" in meanings:
            here = self.place()
            if here is not None and here[1] > 1:
                # "English Chanel": with the slip beside it, it is the name of a sea.
                return False
            return self.before() != "KIND" and (
                unit or "ATTACK" in self.means(1) or self.place(1) is not None or self._heads_line()
            )
        if len(letter) == 1:
            return unit or (self.before() in {"SUPPORT", "CONVOY"} and self.place(1) is not None) or self._heads_line()
        return True

    def _heads_line(self) -> bool:
        return not self.out and "COLON" in self.means(1)

    def _nation(self, value: object) -> None:
        if fold(self.phrases[self.at].text) == "a" and len(fold(self.phrases[self.at + 1].text)) > 1:
            return
        following = self.means(1).keys()
        if not self.out and following & _WINTER_VERBS and not following & {"PLACE", "KIND", "NATION"}:
            # "France disbands F Lyo", "Russia: builds".
            self.power = str(value)
        elif self.before() in {"PLACE", "COAST"} and not (self.unit_follows(1) or self.place(1) is not None):
            return
        else:
            if self.before() in _ENDS:
                self._start_unit()
            self.emit("NATION", value)

    def _expected_place(self, meanings: Meanings) -> tuple[Name, int] | None:
        """Return the province here. A word that is no province is guessed only where one is expected."""
        if "PLACE" in meanings:
            return self.place()
        if "WORD" not in meanings:
            return None
        before = self.before()
        if before in BEFORE_PLACE and "PLACE" not in self.item()[-1:]:
            return self.place()
        if before in {"", "SEP"}:
            place = self.place()
            # A line that starts with a slip must go on like an order.
            if place is not None and self.means(place[1]).keys() & VERBS - {"MOVE"}:
                return place
        return None

    def _other(self, meanings: Meanings) -> None:
        terminal = next((t for t in _PRECEDENCE[self.kind] if t in meanings), None)
        before = self.before()
        if "WORD" in meanings and before in {"PLACE", "COAST", "", "SEP"}:
            terminal = self._misspelled_verb()
        if terminal is None or terminal in {"KIND", "NATION", "COAST"}:
            self.emit("WORD")
        elif terminal == "ATTACK" and before not in {"SUPPORT", "NATION"}:
            self.emit("MOVE")
        elif terminal == "MOVE" and before in {"SUPPORT", "NATION"} and self.unit_follows(1):
            # "supports the French move of A Mar to Bur"
            return
        elif terminal == "IF":
            self._condition()
        elif terminal == "BY":
            if before in {"CONVOY", "PLACE", "COAST"} or "CONVOY" in self.means(1):
                self.emit("BY")
        elif terminal == "SIGN":
            self._sign()
        elif terminal == "VIA":
            self.emit("VIA", meanings["VIA"])
        elif (
            terminal in {"BUILD", "REMOVE"}
            and before in {"PLACE", "COAST"}
            and self.unit_follows(1)
            and self.item()[0] == terminal
        ):
            self.emit("SEP")
            self.emit(terminal)
        else:
            self.emit(terminal, meanings.get(terminal))

    def _misspelled_verb(self) -> str | None:
        """Return the verb that a word beside a unit may be a slip for: `A Par hodl`, `Biuld A Par`."""
        at_start = self.before() in {"", "SEP"}
        if at_start and not self.unit_follows(1):
            return None
        terminal = self.lexicon.guess_verb(squeeze(self.phrases[self.at].text))
        return None if terminal in {"BY", "VIA"} else terminal

    def _condition(self) -> None:
        """Skip a condition that says nothing; keep another one, so that the order is not read without it."""
        rest = fold(" ".join(p.text for p in self.phrases[self.at :]))
        harmless = self.kind is not PhaseKind.MOVEMENT or _HARMLESS_IF.search(rest) is not None
        if not harmless or not self.out:
            self.emit("IF")
            return
        while self.at + 1 < len(self.phrases) and not self.means(1).keys() & {"COMMA", "SEP"}:
            self.at += 1
