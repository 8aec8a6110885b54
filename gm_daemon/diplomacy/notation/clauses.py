"""diplomacy: the tree of a shape with its words put back: who shall do what, before anything is looked up."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token as Leaf
from lark import Tree

from gm_daemon.diplomacy.notation.grammar import Shape
from gm_daemon.diplomacy.notation.items import Item
from gm_daemon.diplomacy.notation.tokens import Name, Token
from gm_daemon.diplomacy.orders import UnitKind


@dataclass(frozen=True, slots=True)
class Place:
    """A province as written, perhaps with a coast."""

    name: Name
    coast: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A unit as written: its type and nationality where they stand."""

    kind: UnitKind | None
    place: Place
    nation: str | None


@dataclass(frozen=True, slots=True)
class Crowd:
    """The supporters or convoyers that stand in brackets after a move."""

    units: tuple[Mention, ...]
    convoy: bool


@dataclass(frozen=True, slots=True)
class Clause:
    """One labelled alternative of the grammar with its parts; `label` is the label."""

    label: str
    item: Item
    unit: Mention | None = None
    other: Mention | None = None
    path: tuple[Place, ...] = ()
    via: bool = False
    signed: bool = True
    nation: str | None = None
    count: int = 1
    crowd: Crowd | None = None

    @property
    def text(self) -> str:
        """Return the sender's words."""
        return self.item.text


def clause_of(shape: Shape, item: Item) -> Clause:
    """Return the clause that a shape and the item's tokens make."""
    tokens = item.tokens
    mentions: list[Mention] = []
    path: list[Place] = []
    nation: str | None = None
    count = 1
    via = False
    crowd: Crowd | None = None
    for child in shape.children:
        if not isinstance(child, Tree):
            token = tokens[child.value]
            if token.terminal == "NATION":
                nation = str(token.value)
            elif token.terminal in {"NUMBER", "WAIVE"} and isinstance(token.value, int):
                count = max(count, token.value)
        elif child.data == "unit":
            mentions.append(_mention(child, tokens))
        elif child.data == "place":
            path.append(_place(child, tokens))
        elif child.data == "path":
            path.extend(_place(step, tokens) for step in child.children if isinstance(step, Tree))
        elif child.data == "via":
            via = True
        elif child.data == "crowd":
            units = tuple(_mention(unit, tokens) for unit in child.children if isinstance(unit, Tree))
            crowd = Crowd(
                units, convoy=any(tokens[x.value].terminal == "CONVOY" for x in child.children if isinstance(x, Leaf))
            )
    signed = any(isinstance(child, Tree) and child.data == "path" for child in shape.children)
    unit = mentions[0] if mentions else None
    other = mentions[1] if len(mentions) > 1 else None
    label = "unit_only" if shape.data == "unit" else str(shape.data)
    return Clause(label, item, unit, other, tuple(path), via, signed, nation, count, crowd)


def _mention(tree: Shape, tokens: tuple[Token, ...]) -> Mention:
    kind: UnitKind | None = None
    nation: str | None = None
    place: Place | None = None
    for child in tree.children:
        if isinstance(child, Tree):
            place = _place(child, tokens)
            continue
        value = tokens[child.value].value
        if isinstance(value, UnitKind):
            kind = value
        else:
            nation = str(value)
    assert place is not None
    return Mention(kind, place, nation)


def _place(tree: Shape, tokens: tuple[Token, ...]) -> Place:
    leaves = [tokens[child.value] for child in tree.children if isinstance(child, Leaf)]
    name = leaves[0].value
    assert isinstance(name, Name)
    coast = str(leaves[1].value) if len(leaves) > 1 else name.coast
    return Place(name, coast, " ".join(leaf.text for leaf in leaves))
