"""formats/dwc: the settings of a game, each with the value that the rules of 2023 name or imply."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import time, timedelta
from enum import Enum
from zoneinfo import ZoneInfo


class Anchor(Enum):
    """How a deadline is rounded: up to the tournament's hour, or only up to the second."""

    HOUR = "hour"
    EXACT = "exact"


class ConvoyIntent(Enum):
    """How an army that could walk or sail is read: house rule C.8, or the published rulebook of 2023."""

    HOUSE = "all_own_or_marked"
    RULEBOOK = "rulebook_2023"


@dataclass(frozen=True, slots=True)
class DeadlineRules:
    """C.3: how long each kind of phase lasts, and when in the day a deadline falls.

    `days` has a letter for each day from Monday; a dash instead moves a deadline to the next day that has one.
    """

    s1901: timedelta = timedelta(days=7)
    move: timedelta = timedelta(days=5)
    retreat: timedelta = timedelta(days=1)
    winter: timedelta = timedelta(days=1)
    anchor: Anchor = Anchor.HOUR
    hour: time = time(20, 0)
    tz: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    slack: timedelta = timedelta(hours=2)
    days: str = "MTWTFSS"


@dataclass(frozen=True, slots=True)
class OrderRules:
    """C.4: whether a later set replaces the whole earlier one, or only the units that it names."""

    merge: bool = False


@dataclass(frozen=True, slots=True)
class ReceiptRules:
    """C.7: whether a receipt says that an order cannot work."""

    legality: bool = True


@dataclass(frozen=True, slots=True)
class GameRules:
    """C.8, C.10: convoys, the centres that win, and the year whose winter ends the game (0: none)."""

    last_year: int = 1912
    solo: int = 18
    convoy_intent: ConvoyIntent = ConvoyIntent.HOUSE


@dataclass(frozen=True, slots=True)
class Rules:
    """All settings of one game. The field names are the section and key names of the config file."""

    deadline: DeadlineRules = field(default_factory=DeadlineRules)
    orders: OrderRules = field(default_factory=OrderRules)
    receipts: ReceiptRules = field(default_factory=ReceiptRules)
    game: GameRules = field(default_factory=GameRules)
