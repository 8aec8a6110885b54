"""diplomacy: what the scanner hands to the grammar: typed tokens, and names that may mean several provinces."""

from __future__ import annotations

from dataclasses import dataclass

from gm_daemon.diplomacy.orders import UnitKind


@dataclass(frozen=True, slots=True)
class Candidate:
    """One province that a word may mean. A higher rank is taken only where no lower one is as possible."""

    province: str
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Name:
    """A word in the place of a province. `coast` is glued to it (`Bulec`), `guessed` says that it is a slip."""

    candidates: tuple[Candidate, ...]
    coast: str | None = None
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class TypedPlace:
    """A type glued to its province: `ATri`."""

    kind: UnitKind
    name: Name


# What a token stands for: a Name, a UnitKind, a power's name, a coast's side, a number, or nothing.
Value = object


@dataclass(frozen=True, slots=True)
class Token:
    """A terminal of `grammar/diplomacy.lark` with its meaning and the sender's own words."""

    terminal: str
    value: Value
    text: str
