"""store: mails to send, and what became of each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from gm_daemon.store.tables import OutboxRow, table

_QUEUED, _SENT, _FAILED = "queued", "sent", "failed"
_QUEUE = insert(table("outbox"))


@dataclass(frozen=True, slots=True)
class NewMail:
    """A composed mail. The Message-ID is stable: the same decision always makes the same one."""

    message_id: str
    game_id: int | None
    person: str | None
    recipient: str
    urgency: int
    raw: bytes


@dataclass(frozen=True, slots=True)
class QueuedMail:
    """A mail that waits for the relay; `tries` counts the failed ones."""

    id: int
    recipient: str
    person: str | None
    raw: bytes
    tries: int
    message_id: str


async def queue(session: AsyncSession, mail: NewMail, now: datetime) -> None:
    """Write a mail to send."""
    row = {
        "message_id": mail.message_id,
        "game_id": mail.game_id,
        "person_id": mail.person,
        "recipient": mail.recipient,
        "urgency": mail.urgency,
        "raw": mail.raw,
        "state": _QUEUED,
        "tries": 0,
        "next_try_at": now,
        "created_at": now,
    }
    await session.execute(_QUEUE, row)


async def due(session: AsyncSession, now: datetime, limit: int) -> list[QueuedMail]:
    """Return mails whose time has come: the most urgent first, then in order of writing."""
    rows = await session.scalars(
        select(OutboxRow)
        .where(OutboxRow.state == _QUEUED, OutboxRow.next_try_at <= now)
        .order_by(OutboxRow.urgency, OutboxRow.id)
        .limit(limit)
    )
    return [QueuedMail(row.id, row.recipient, row.person_id, row.raw, row.tries, row.message_id) for row in rows]


async def next_due(session: AsyncSession) -> datetime | None:
    """Return when the next queued mail may be tried, or None when nothing is queued."""
    found: datetime | None = await session.scalar(
        select(OutboxRow.next_try_at).where(OutboxRow.state == _QUEUED).order_by(OutboxRow.next_try_at).limit(1)
    )
    return found


async def mark_sent(session: AsyncSession, mail_id: int, now: datetime) -> None:
    """Record that the relay accepted a mail."""
    await session.execute(update(OutboxRow).where(OutboxRow.id == mail_id).values(state=_SENT, sent_at=now, error=None))


async def mark_delayed(session: AsyncSession, mail_id: int, next_try: datetime, error: str) -> None:
    """Record a temporary failure and when to try again."""
    await session.execute(
        update(OutboxRow)
        .where(OutboxRow.id == mail_id)
        .values(tries=OutboxRow.tries + 1, next_try_at=next_try, error=error)
    )


async def mark_failed(session: AsyncSession, mail_id: int, error: str) -> bool:
    """Record a permanent failure, also one that a bounce reports later; False when it was known."""
    found = await session.scalar(
        update(OutboxRow)
        .where(OutboxRow.id == mail_id, OutboxRow.state != _FAILED)
        .values(state=_FAILED, error=error)
        .returning(OutboxRow.id)
    )
    return found is not None


async def recipient_of(session: AsyncSession, mail_id: int) -> tuple[str, str | None] | None:
    """Return the address and the person that a mail was for, or None when there is no such mail."""
    row = await session.get(OutboxRow, mail_id)
    return None if row is None else (row.recipient, row.person_id)


async def sent_since(session: AsyncSession, moment: datetime) -> int:
    """Count the mails that the relay has accepted since a moment."""
    found = await session.scalar(select(func.count()).select_from(OutboxRow).where(OutboxRow.sent_at >= moment))
    return found or 0


async def waiting(session: AsyncSession) -> tuple[int, int]:
    """Count the mails that wait, and those that failed for good."""
    rows = await session.execute(select(OutboxRow.state, func.count()).group_by(OutboxRow.state))
    counts = {row[0]: row[1] for row in rows}
    return counts.get(_QUEUED, 0), counts.get(_FAILED, 0)
