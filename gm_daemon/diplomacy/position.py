"""diplomacy: what stands on the board at the start of a phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.orders import Unit, UnitKind
from gm_daemon.diplomacy.phase import Phase, PhaseKind, Season


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit that must retreat: where its attacker came from (None: by convoy) and where it may go, sorted."""

    unit: Unit
    attacked_from: str | None
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The board before a phase.

    `units` are sorted and hold no dislodged unit. `contested` are the provinces left empty by a standoff, closed to
    retreats. `owners` maps a supply centre to its power; centres that nobody owns are absent.
    """

    phase: Phase
    units: tuple[Unit, ...]
    owners: Mapping[str, str]
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = frozenset()

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """Return a power's standing units, sorted."""
        return tuple(unit for unit in self.units if unit.power == power)

    def centres_of(self, power: str) -> tuple[str, ...]:
        """Return a power's supply centres, sorted."""
        return tuple(sorted(centre for centre, owner in self.owners.items() if owner == power))


def starting_position(board: Board) -> Position:
    """Return the position before Spring of the board's first year."""
    units = (
        Unit(power.name, UnitKind(kind), location) for power in board.powers.values() for kind, location in power.units
    )
    owners = {centre: power.name for power in board.powers.values() for centre in power.home_centres}
    phase = Phase(Season.SPRING, board.first_year, PhaseKind.MOVEMENT)
    return Position(phase, tuple(sorted(units)), dict(sorted(owners.items())))
