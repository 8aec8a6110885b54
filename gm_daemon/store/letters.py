"""store: letters as they came, and what was made of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from gm_daemon.store.postgresql import take_turns
from gm_daemon.store.tables import LetterRow, table

_STORED = select(LetterRow.id).where(
    LetterRow.folder == bindparam("folder"),
    LetterRow.uidvalidity == bindparam("uidvalidity"),
    LetterRow.uid == bindparam("uid"),
)
_KEEP = insert(table("letters"))
_SETTLE = update(table("letters")).where(table("letters").c.id == bindparam("letter"))


class LetterState(Enum):
    """New, dealt with, or set aside whole because our own code failed on it."""

    NEW = "new"
    DONE = "done"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class StoredLetter:
    """A letter of the inbox. `arrived` is when our mail server took it in."""

    id: int
    folder: str
    arrived: datetime
    raw: bytes
    truncated: bool


@dataclass(frozen=True, slots=True)
class Arrival:
    """A mail fetched from a mailbox, under the numbers that name it there."""

    folder: str
    uidvalidity: int
    uid: int
    arrived: datetime
    raw: bytes
    truncated: bool


async def keep(session: AsyncSession, arrivals: Sequence[Arrival]) -> int:
    """Store fetched mails that are not stored yet; return how many were new."""
    await take_turns(session)
    fresh = []
    for arrival in arrivals:
        numbers = {"folder": arrival.folder, "uidvalidity": arrival.uidvalidity, "uid": arrival.uid}
        if await session.scalar(_STORED, numbers) is None:
            row = {"arrived_at": arrival.arrived, "raw": arrival.raw, "truncated": arrival.truncated}
            fresh.append({**numbers, **row, "state": LetterState.NEW.value})
    if fresh:
        await session.execute(_KEEP, fresh)
    return len(fresh)


async def unread(session: AsyncSession, limit: int) -> list[StoredLetter]:
    """Return letters that nobody has dealt with, in order of arrival; at the same second, in order of storing."""
    rows = await session.scalars(
        select(LetterRow)
        .where(LetterRow.state == LetterState.NEW.value)
        .order_by(LetterRow.arrived_at, LetterRow.id)
        .limit(limit)
    )
    return [_stored(row) for row in rows]


async def letter(session: AsyncSession, letter_id: int) -> StoredLetter:
    """Return one stored letter. Raises LookupError when there is none of this number."""
    row = await session.get(LetterRow, letter_id)
    if row is None:
        raise LookupError(f"no letter {letter_id}")
    return _stored(row)


async def settle(
    session: AsyncSession,
    letter_id: int,
    state: LetterState,
    *,
    key: str | None = None,
    policy: str | None = None,
    person: str | None = None,
    game_id: int | None = None,
    note: str | None = None,
) -> None:
    """Record what was made of a letter."""
    row = {
        "letter": letter_id,
        "state": state.value,
        "key": key,
        "policy": policy,
        "person_id": person,
        "game_id": game_id,
        "note": note,
    }
    await session.execute(_SETTLE, row)


def _stored(row: LetterRow) -> StoredLetter:
    return StoredLetter(row.id, row.folder, row.arrived_at, row.raw, row.truncated)
