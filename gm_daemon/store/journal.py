"""store: the journal, one row for each input of a game and what it led to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from gm_daemon.store.tables import JournalRow, table

_WRITE = insert(table("journal"))


@dataclass(frozen=True, slots=True)
class Entry:
    """An input (`cause`: start, letter or clock), when it was handled, and the canonical text of its effects."""

    step: int
    at: datetime
    cause: str
    letter_id: int | None
    input: dict[str, Any]
    effects: str


async def write(session: AsyncSession, game_id: int, entry: Entry) -> None:
    """Add an entry."""
    row = {
        "game_id": game_id,
        "step": entry.step,
        "at": entry.at,
        "cause": entry.cause,
        "letter_id": entry.letter_id,
        "input": entry.input,
        "effects": entry.effects,
    }
    await session.execute(_WRITE, row)


async def entries(session: AsyncSession, game_id: int) -> list[Entry]:
    """Return a game's entries in the order in which they were handled."""
    rows = await session.scalars(select(JournalRow).where(JournalRow.game_id == game_id).order_by(JournalRow.step))
    return [Entry(row.step, row.at, row.cause, row.letter_id, row.input, row.effects) for row in rows]
