"""store: clocks, promises to act that fire once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from gm_daemon.store.tables import ClockRow

_SET, _FIRED, _CANCELLED = "set", "fired", "cancelled"


@dataclass(frozen=True, slots=True)
class StoredClock:
    """A clock that is set."""

    id: int
    game_id: int
    kind: str
    due: datetime


async def next_set(session: AsyncSession) -> StoredClock | None:
    """Return the clock that is due first; at the same instant, the one set first."""
    rows = await session.scalars(
        select(ClockRow).where(ClockRow.state == _SET).order_by(ClockRow.due, ClockRow.id).limit(1)
    )
    row = rows.first()
    return None if row is None else StoredClock(row.id, row.game_id, row.kind, row.due)


async def set_clock(session: AsyncSession, game_id: int, kind: str, due: datetime) -> None:
    """Set the game's clock of this kind, moving the one that is set."""
    await cancel(session, game_id, kind)
    await session.execute(insert(ClockRow).values(game_id=game_id, kind=kind, due=due, state=_SET))


async def cancel(session: AsyncSession, game_id: int, kind: str) -> None:
    """Stop the game's clock of this kind, if it is set."""
    await session.execute(
        update(ClockRow)
        .where(ClockRow.game_id == game_id, ClockRow.kind == kind, ClockRow.state == _SET)
        .values(state=_CANCELLED)
    )


async def claim(session: AsyncSession, clock_id: int, now: datetime) -> bool:
    """Mark a clock as fired; False when somebody fired, moved or stopped it before."""
    claimed = await session.scalar(
        update(ClockRow)
        .where(ClockRow.id == clock_id, ClockRow.state == _SET)
        .values(state=_FIRED, fired_at=now)
        .returning(ClockRow.id)
    )
    return claimed is not None
