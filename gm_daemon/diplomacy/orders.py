"""diplomacy: units and orders as values, and their normal form as text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class UnitKind(StrEnum):
    """Army or fleet."""

    ARMY = "A"
    FLEET = "F"


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """A unit at a location. `power` is empty where a line of text does not say whose unit it means."""

    power: str
    kind: UnitKind
    location: str

    def __str__(self) -> str:
        return f"{self.power} {self.kind} {self.location}" if self.power else f"{self.kind} {self.location}"

    @property
    def bare(self) -> str:
        """Return the unit without its power: `F STP/SC`."""
        return f"{self.kind} {self.location}"

    @property
    def province(self) -> str:
        """Return the province that the unit stands in, without a coast."""
        return self.location[:3]


@dataclass(frozen=True, slots=True)
class Hold:
    """`A PAR H`."""

    unit: Unit

    @property
    def bare(self) -> str:
        """Return the order without its power, in normal form."""
        return f"{self.unit.bare} H"


@dataclass(frozen=True, slots=True)
class Move:
    """`A PAR - BUR`, `A LON - BEL VIA`. `target` is a location; a coast on it is kept as written."""

    unit: Unit
    target: str
    via: bool = False

    @property
    def bare(self) -> str:
        """Return the order without its power, in normal form."""
        return f"{self.unit.bare} - {self.target}{' VIA' if self.via else ''}"


@dataclass(frozen=True, slots=True)
class Support:
    """`A PAR S A MAR` (to hold: `target` is None) or `A PAR S A MAR - BUR`."""

    unit: Unit
    kind: UnitKind
    location: str
    target: str | None = None

    @property
    def bare(self) -> str:
        """Return the order without its power, in normal form."""
        tail = "" if self.target is None else f" - {self.target}"
        return f"{self.unit.bare} S {self.kind} {self.location}{tail}"


@dataclass(frozen=True, slots=True)
class Convoy:
    """`F NTH C A LON - NWY`. `kind` is kept so that a fleet written as passenger can be called illegal (6.A.7)."""

    unit: Unit
    kind: UnitKind
    location: str
    target: str

    @property
    def bare(self) -> str:
        """Return the order without its power, in normal form."""
        return f"{self.unit.bare} C {self.kind} {self.location} - {self.target}"


@dataclass(frozen=True, slots=True)
class Retreat:
    """`A BUR R PIC`."""

    unit: Unit
    target: str

    @property
    def bare(self) -> str:
        """Return the order without its power, in normal form."""
        return f"{self.unit.bare} R {self.target}"


@dataclass(frozen=True, slots=True)
class Disband:
    """`A BUR D`: a dislodged unit that leaves the board."""

    unit: Unit

    @property
    def bare(self) -> str:
        """Return the order without its power, in normal form."""
        return f"{self.unit.bare} D"


@dataclass(frozen=True, slots=True)
class Build:
    """`BUILD A PAR`: `unit` is the one to be made."""

    unit: Unit

    @property
    def bare(self) -> str:
        """Return the order without its power, in normal form."""
        return f"BUILD {self.unit.bare}"


@dataclass(frozen=True, slots=True)
class Remove:
    """`REMOVE A TUN`."""

    unit: Unit

    @property
    def bare(self) -> str:
        """Return the order without its power, in normal form."""
        return f"REMOVE {self.unit.bare}"


@dataclass(frozen=True, slots=True)
class Waive:
    """`WAIVE`: one build not made."""

    power: str

    @property
    def bare(self) -> str:
        """Return the order without its power, in normal form."""
        return "WAIVE"


# The commonest first, for `isinstance`.
MOVEMENT_ORDERS = (Move, Support, Hold, Convoy)
MovementOrder = Hold | Move | Support | Convoy
RetreatOrder = Retreat | Disband
# Every order but a waive is for a unit.
UnitOrder = MovementOrder | RetreatOrder | Build | Remove
Order = UnitOrder | Waive


def power_of(order: Order) -> str:
    """Return the power that an order belongs to, or an empty string where the text did not say."""
    return order.power if isinstance(order, Waive) else order.unit.power


def full_text(order: Order) -> str:
    """Return the order in normal form with its power: `France A PAR - BUR`."""
    power = power_of(order)
    return f"{power} {order.bare}" if power else order.bare
