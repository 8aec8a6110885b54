"""diplomacy: the calendar of phases, `S1901M` to `W1912A` and beyond."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Season(StrEnum):
    """The part of the year; winter is for adjustments only."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"


class PhaseKind(StrEnum):
    """What is ordered: movement, retreat or adjustment."""

    MOVEMENT = "M"
    RETREAT = "R"
    ADJUSTMENT = "A"


_PHASE = re.compile(r"(?:([SF])(\d{4})([MR])|(W)(\d{4})(A))")
_SEASON_NAMES = {Season.SPRING: "Spring", Season.FALL: "Fall", Season.WINTER: "Winter"}
_SEASON_ORDER = "SFW"


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a game. `str()` is the short form `S1901M`; phases compare by time."""

    season: Season
    year: int
    kind: PhaseKind

    def __str__(self) -> str:
        return f"{self.season.value}{self.year}{self.kind.value}"

    def __lt__(self, other: Phase) -> bool:
        return self._rank < other._rank

    @property
    def _rank(self) -> tuple[int, int, bool]:
        return (self.year, _SEASON_ORDER.index(self.season), self.kind is PhaseKind.RETREAT)

    @property
    def title(self) -> str:
        """Return the name people use: `Spring 1901`, `Fall 1901 retreats`, `Winter 1901`."""
        suffix = " retreats" if self.kind is PhaseKind.RETREAT else ""
        return f"{_SEASON_NAMES[self.season]} {self.year}{suffix}"

    @property
    def retreats(self) -> Phase:
        """Return the retreat phase that can follow this movement phase."""
        return Phase(self.season, self.year, PhaseKind.RETREAT)

    @property
    def next_season(self) -> Phase:
        """Return what follows once the season is over: Fall movement, Winter, or next Spring's movement."""
        if self.season is Season.SPRING:
            return Phase(Season.FALL, self.year, PhaseKind.MOVEMENT)
        if self.season is Season.FALL:
            return Phase(Season.WINTER, self.year, PhaseKind.ADJUSTMENT)
        return Phase(Season.SPRING, self.year + 1, PhaseKind.MOVEMENT)


def read_phase(text: str) -> Phase:
    """Read `S1901M`, `F1901R` or `W1901A`. Raises ValueError, quoting the text, for anything else."""
    found = _PHASE.fullmatch(text.strip().upper())
    if found is None:
        raise ValueError(f"no phase {text!r}: a phase is S, F or W, a year, and M, R or A, like S1901M or W1901A")
    season, year, kind = (part for part in found.groups() if part is not None)
    return Phase(Season(season), int(year), PhaseKind(kind))
