"""core: what a format asks the house to do, as values that can be stored, compared and replayed."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, IntEnum
from typing import Any, Generic, TypeVar


class Urgency(IntEnum):
    """Which mail goes first where the relay limits us: results and notices before receipts."""

    RESULT = 0
    NOTICE = 1
    RECEIPT = 2


@dataclass(frozen=True, slots=True)
class SetClock:
    """Wake the format at `due` (UTC). A game has one clock of a kind; setting it again moves it."""

    kind: str
    due: datetime


@dataclass(frozen=True, slots=True)
class CancelClock:
    """Stop the clock of this kind, if it is set."""

    kind: str


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who gets a mail, and in which seat they get it."""

    person: str
    seat: str


@dataclass(frozen=True, slots=True)
class Mail:
    """Queue a mail to each recipient, made from a template folder and a dataclass of facts.

    `thread` names the conversation inside the competition that the mail belongs to, such as a phase. A mail that
    answers a letter is the one mail with `answers` set.
    """

    template: str
    to: tuple[Recipient, ...]
    facts: Any
    urgency: Urgency
    thread: str
    answers: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Write a journal line: what was decided, by which clause."""

    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class KeepSubmission:
    """Keep what a seat sent in for a box (a phase, a ballot), superseded or not, for later disputes."""

    box: str
    seat: str
    number: int
    document: Any


@dataclass(frozen=True, slots=True)
class KeepResult:
    """Keep the outcome of a closed box, such as a phase: append-only."""

    box: str
    opened: datetime
    closed: datetime
    why: str
    document: Any


S = TypeVar("S")

Effect = SetClock | CancelClock | Mail | Note | KeepSubmission | KeepResult


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What a handler returns: the new state, and what else is to happen, in order."""

    state: S
    effects: tuple[Effect, ...]


def effects_text(effects: tuple[Effect, ...]) -> str:
    """Return the canonical text of effects: equal effects give equal bytes, in any process at any time."""
    rows = [{"effect": type(effect).__name__, **plain(effect)} for effect in effects]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def plain(value: Any) -> Any:
    """Turn dataclasses, enums, instants and tuples into what JSON can hold. Raises TypeError for anything else."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(f"cannot keep a {type(value).__name__} in an effect")
