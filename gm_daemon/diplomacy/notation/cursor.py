"""diplomacy: where the scanner's phrases meet the grammar's tokens: what stands around the phrase being decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gm_daemon.diplomacy.notation.lexicon import Lexicon, Meanings, squeeze
from gm_daemon.diplomacy.notation.scan import Phrase
from gm_daemon.diplomacy.notation.tokens import Name, Token
from gm_daemon.diplomacy.phase import PhaseKind

VERBS = frozenset({"SIGN", "MOVE", "HOLD", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "BUILD", "REMOVE"})
# After these a province, or a slip for one, is expected.
BEFORE_PLACE = VERBS | frozenset({"KIND", "NATION", "VIA", "BY", "ATTACK", "LPAR", "AND", "OR", "PLUS"})
_WORDS = frozenset({"WORD", "PLACE", "SHORT_COAST"})


@dataclass(slots=True)
class Cursor:
    """One pass over a line. `out` grows; `at` is the phrase being decided; `whole` is how many there were."""

    phrases: list[Phrase]
    lexicon: Lexicon
    kind: PhaseKind
    out: list[Token] = field(default_factory=list)
    at: int = 0
    power: str | None = None
    whole: int = 0

    def means(self, offset: int = 0) -> Meanings:
        at = self.at + offset
        return self.phrases[at].meanings if 0 <= at < len(self.phrases) else {}

    def before(self) -> str:
        return self.out[-1].terminal if self.out else ""

    def item(self) -> list[str]:
        """Return the terminals of the order being read."""
        terminals: list[str] = []
        for token in reversed(self.out):
            if token.terminal in {"SEP", "OR"}:
                break
            terminals.append(token.terminal)
        terminals.reverse()
        return terminals

    def emit(self, terminal: str, value: object = None) -> None:
        self.out.append(Token(terminal, value, self.phrases[self.at].text))

    def place(self, offset: int = 0) -> tuple[Name, int] | None:
        """Return the name at an offset and how many phrases it takes; a slip only where no word is meant."""
        meanings = self.means(offset)
        exact = meanings.get("PLACE")
        at = self.at + offset
        following = self.means(offset + 1)
        if ("WORD" in following and exact) or ("WORD" in meanings and following.keys() & {"WORD", "PLACE"}):
            for length in (3, 2):
                run = self.phrases[at : at + length]
                if len(run) == length and all(_WORDS & p.meanings.keys() for p in run):
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

    def unit_follows(self, offset: int) -> bool:
        """Tell whether a type and a province stand at the offset: `A Bur`."""
        meanings = self.means(offset)
        if "TYPED_PLACE" in meanings:
            return True
        glued = self.means(offset + 1).keys() & {"COLON", "SIGN", "DOT"} and "PLACE" not in meanings
        step = 2 if glued else 1
        return "KIND" in meanings and (self.place(offset + step) is not None or "BRACKET" in self.means(offset + step))

    def splice(self, phrases: Sequence[Phrase]) -> None:
        self.phrases[self.at : self.at + 1] = phrases
        self.at -= 1
