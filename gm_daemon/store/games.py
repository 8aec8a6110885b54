"""store: games with their state, seats, submissions and closed phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from gm_daemon.core.effects import KeepResult, KeepSubmission, plain
from gm_daemon.store.tables import GameRow, PhaseRow, SeatRow, table

# What this transaction read before it had the lock may be old: the locked row replaces it.
_GAME = (
    select(GameRow).where(GameRow.id == bindparam("game")).with_for_update().execution_options(populate_existing=True)
)
_SAVE = update(table("games")).where(table("games").c.id == bindparam("game"))
_KEEP_SUBMISSION = insert(table("submissions"))


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as stored. `state` is its format's document; `steps` counts the inputs that it has taken."""

    id: int
    name: str
    format: str
    status: str
    state: dict[str, Any]
    steps: int


async def add_game(
    session: AsyncSession,
    name: str,
    format_name: str,
    seats: Mapping[str, str | None],
    now: datetime,
) -> StoredGame:
    """Make a game with its seats and an empty state. Raises ValueError when the name is taken."""
    if await session.scalar(select(GameRow.id).where(GameRow.name == name)) is not None:
        raise ValueError(f"there is a game {name!r} already: give the new one another name")
    row = GameRow(name=name, format=format_name, status="new", state={}, steps=0, created_at=now)
    session.add(row)
    await session.flush()
    session.add_all(SeatRow(game_id=row.id, seat=seat, person_id=person) for seat, person in seats.items())
    return _stored(row)


async def game(session: AsyncSession, game_id: int) -> StoredGame:
    """Return a game for change: its row stays locked until the transaction ends, where the engine locks rows."""
    rows = await session.scalars(_GAME, {"game": game_id})
    return _stored(rows.one())


async def game_named(session: AsyncSession, name: str) -> StoredGame | None:
    """Return the game of this name, or None."""
    rows = await session.scalars(select(GameRow).where(GameRow.name == name))
    row = rows.first()
    return None if row is None else _stored(row)


async def all_games(session: AsyncSession) -> list[StoredGame]:
    """Return every game, by name."""
    rows = await session.scalars(select(GameRow))
    # Not by the database, whose order of text is that of its language.
    return sorted((_stored(row) for row in rows), key=lambda game: game.name)


async def save_state(session: AsyncSession, game_id: int, state: dict[str, Any], status: str, steps: int) -> None:
    """Write a game's new state and the count of its inputs."""
    await session.execute(_SAVE, {"game": game_id, "state": state, "status": status, "steps": steps})


async def keep_submission(session: AsyncSession, game_id: int, effect: KeepSubmission, letter_id: int | None) -> None:
    """Add a set to the record."""
    row = {
        "game_id": game_id,
        "box": effect.box,
        "seat": effect.seat,
        "number": effect.number,
        "letter_id": letter_id,
        "document": plain(effect.document),
    }
    await session.execute(_KEEP_SUBMISSION, row)


async def keep_phase(session: AsyncSession, game_id: int, step: int, effect: KeepResult) -> None:
    """Add a closed phase to the record; `step` is the input that closed it."""
    session.add(
        PhaseRow(
            game_id=game_id,
            step=step,
            name=effect.box,
            opened_at=effect.opened,
            closed_at=effect.closed,
            why=effect.why,
            document=plain(effect.document),
        )
    )


def _stored(row: GameRow) -> StoredGame:
    return StoredGame(row.id, row.name, row.format, row.status, row.state, row.steps)
