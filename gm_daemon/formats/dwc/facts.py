"""formats/dwc: what the mails say, as values ready to print; templates only set them.

Order lines are printed behind a bar, so that a mail quoted without marks is never read back as orders.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class PowerLine:
    """A power's row in a table of the board: its player, units and supply centres."""

    power: str
    player: str | None
    units: tuple[str, ...]
    centres: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """What a power owes in the open phase, in sentences; powers that owe nothing have none."""

    power: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrderFate:
    """An order with what became of it and why."""

    order: str
    why: str


@dataclass(frozen=True, slots=True)
class PowerFates:
    """All orders of one power in a closed phase."""

    power: str
    orders: tuple[OrderFate, ...]


@dataclass(frozen=True, slots=True)
class PhaseReport:
    """A closed phase: orders with reasons, and what left the board without an order."""

    title: str
    fates: tuple[PowerFates, ...]
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardStart:
    """The first mail of a game."""

    game: str
    phase: str
    deadline: datetime
    table: tuple[PowerLine, ...]
    centres_to_win: int
    last_year: int
    seed: str | None


@dataclass(frozen=True, slots=True)
class Results:
    """What all seats get when a phase has closed. `deadline` is None when the game is over."""

    game: str
    closed: str
    why_closed: str
    reports: tuple[PhaseReport, ...]
    table: tuple[PowerLine, ...]
    phase: str | None
    deadline: datetime | None
    tasks: tuple[Task, ...]
    tasks_of: Mapping[str, tuple[str, ...]]
    end: str | None


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line of a letter as written, the orders read from it in full names, and what is to be said of it."""

    number: int
    text: str
    readings: tuple[str, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """The one answer to a letter: what was read, what stands now, and until when."""

    game: str
    power: str
    phase: str | None
    headline: str
    arrived: datetime
    set_number: int | None
    lines: tuple[ReadLine, ...]
    remarks: tuple[str, ...]
    standing: tuple[str, ...]
    unordered: tuple[str, ...]
    tasks: tuple[str, ...]
    deadline: datetime | None
    show_help: bool
    table: tuple[PowerLine, ...]


@dataclass(frozen=True, slots=True)
class PassedOn:
    """A wish that only the director can decide, with the words of the person who has it."""

    game: str
    power: str
    phase: str | None
    words: str
    arrived: datetime
