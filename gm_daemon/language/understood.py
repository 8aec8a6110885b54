"""language: what was understood of a letter, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gm_daemon.diplomacy.notation import Complaint, Reading
from gm_daemon.diplomacy.phase import Season


class CommandKind(Enum):
    """What a player can ask for besides orders."""

    HELP = "help"
    STATUS = "status"
    RESIGN = "resign"
    CHALLENGE = "challenge"
    PROPOSE_DRAW = "propose draw"
    PROPOSE_CONCESSION = "propose concession"
    VOTE = "vote"


class Matter(Enum):
    """What a vote is on."""

    DRAW = "draw"
    CONCESSION = "concession"


@dataclass(frozen=True, slots=True)
class Command:
    """A command or vote in the sender's words.

    `power` is whom a concession is for, `yes` how a vote falls, `matter` on what, where the line says so.
    """

    kind: CommandKind
    line: int
    text: str
    power: str | None = None
    yes: bool | None = None
    matter: Matter | None = None


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says of the phase, the power or the game; None where it is silent."""

    line: int
    text: str
    season: Season | None = None
    year: int | None = None
    power: str | None = None
    game: str | None = None


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """A line (from 1) that was meant as an order, as written, and what it means."""

    line: int
    text: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class Ignored:
    """A line that looks like an order and was not taken, and why."""

    line: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class LineComplaint:
    """A complaint that belongs to no single order line, such as two orders for one unit."""

    line: int
    text: str
    complaint: Complaint


@dataclass(frozen=True, slots=True)
class Understood:
    """All of a letter. `final` tells whether it says FINAL ORDERS (C.4(a))."""

    orders: tuple[ReadOrder, ...] = ()
    final: bool = False
    final_text: str | None = None
    commands: tuple[Command, ...] = ()
    complaints: tuple[LineComplaint, ...] = ()
    headings: tuple[Heading, ...] = ()
    ignored: tuple[Ignored, ...] = ()
