"""diplomacy: a line cut at its separators: the tokens of one order, or of a piece of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gm_daemon.diplomacy.notation.tokens import Token


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


def cut(tokens: Sequence[Token]) -> list[Item]:
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
