"""formats/dwc: the settings of a game, each with the value that the rules of 2023 name or imply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import time, timedelta
from enum import Enum
from typing import Any
from zoneinfo import ZoneInfo

from gm_daemon.diplomacy.rulebook import RULEBOOK_2023, RULEBOOK_DWC, Rulebook


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


def rulebook_of(rules: Rules) -> Rulebook:
    """Return the adjudicator's rulebook that a game's settings name."""
    return RULEBOOK_DWC if rules.game.convoy_intent is ConvoyIntent.HOUSE else RULEBOOK_2023


def rules_to_document(rules: Rules) -> dict[str, dict[str, Any]]:
    """Return the settings as plain values, section by section; durations are in seconds."""
    return {
        section.name: {
            item.name: _plain(getattr(getattr(rules, section.name), item.name))
            for item in fields(getattr(rules, section.name))
        }
        for section in fields(rules)
    }


def rules_from_document(document: Mapping[str, Mapping[str, Any]]) -> Rules:
    """Return the settings of such a document; a key that it lacks takes today's default."""
    default = Rules()
    sections = {}
    for section in fields(default):
        old = getattr(default, section.name)
        given = document.get(section.name, {})
        changes = {name: _typed(value, getattr(old, name)) for name, value in given.items()}
        sections[section.name] = replace(old, **changes)
    return Rules(**sections)


def _plain(value: Any) -> Any:
    match value:
        case timedelta():
            return value.total_seconds()
        case time():
            return value.isoformat("minutes")
        case ZoneInfo():
            return value.key
        case Enum():
            return value.value
    return value


def _typed(value: Any, like: Any) -> Any:
    match like:
        case timedelta():
            return timedelta(seconds=value)
        case time():
            return time.fromisoformat(value)
        case ZoneInfo():
            return ZoneInfo(value)
        case Enum():
            return type(like)(value)
    return value
