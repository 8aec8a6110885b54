"""diplomacy: what reading a line takes and gives: the context, the reading, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.orders import Order, Unit
from gm_daemon.diplomacy.phase import PhaseKind
from gm_daemon.diplomacy.position import Dislodged, Position


class Reason(StrEnum):
    """What is wrong with a line. The first group leaves something unordered; the second is only worth telling."""

    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    WRONG_PHASE = "wrong phase"
    CONFLICTING = "two orders"

    ILLEGAL = "illegal"
    NO_SUCH_UNIT = "no such unit"
    NO_VERB = "read as a hold"
    TYPE_ASSUMED = "type assumed"
    WRONG_TYPE = "wrong type"
    WRONG_NATIONALITY = "wrong nationality"
    GUESSED = "spelling guessed"


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with the sender's words, and what to write instead (or what was understood)."""

    text: str
    reason: Reason
    suggestion: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a line means.

    `orders` are those with one meaning. `readings` holds each possible order list of what has several, at least two,
    or is empty. A line that is no order at all has neither, and no complaint.
    """

    orders: tuple[Order, ...] = ()
    readings: tuple[tuple[Order, ...], ...] = ()
    complaint: Complaint | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What is known when a line is read.

    `units` are all units on the board (dislodged ones may be among them), or None where nothing is known: then the
    units that a line names exist. `power` is the sender's. `must_remove` says in a winter whether the power removes
    (True), builds (False), or that it is not known.
    """

    board: Board
    kind: PhaseKind
    units: tuple[Unit, ...] | None = None
    power: str | None = None
    dislodged: tuple[Dislodged, ...] = ()
    must_remove: bool | None = None
    _index: list[Mapping[str, tuple[Unit, ...]]] = field(default_factory=list, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, position: Position, power: str | None, board: Board) -> Context:
        """Return the context of a position's phase for a power, or for whoever writes."""
        must_remove = None
        if power is not None and position.phase.kind is PhaseKind.ADJUSTMENT:
            must_remove = len(position.units_of(power)) > len(position.centres_of(power))
        return cls(board, position.phase.kind, position.units, power, position.dislodged, must_remove)

    def units_in(self, province: str) -> tuple[Unit, ...]:
        """Return the known units in a province, the likeliest to be ordered first."""
        if not self._index:
            # Made when first asked: most contexts are made to look at a line with, and never ask.
            self._index.append(self._by_province())
        return self._index[0].get(province, ())

    def _by_province(self) -> dict[str, tuple[Unit, ...]]:
        """Index the units, those that this phase is about first, the sender's before others."""
        found: dict[str, list[Unit]] = {}
        retreating = [row.unit for row in self.dislodged]
        standing = [unit for unit in self.units or () if unit not in retreating]
        first, last = (retreating, standing) if self.kind is PhaseKind.RETREAT else (standing, retreating)
        for unit in [*first, *last]:
            found.setdefault(unit.province, []).append(unit)
        return {
            province: tuple(sorted(units, key=lambda unit: bool(self.power) and unit.power not in {self.power, ""}))
            for province, units in found.items()
        }

    def is_mine(self, unit: Unit) -> bool:
        """Tell whether the sender may order a unit, as far as is known."""
        return not self.power or unit.power in {"", self.power}

    def retreats_of(self, unit: Unit) -> tuple[str, ...] | None:
        """Return where a dislodged unit may go, or None where that is not known."""
        return next((row.options for row in self.dislodged if row.unit == unit), None)
