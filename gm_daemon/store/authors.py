"""store: all that is known of a letter's author, in one question, because every letter asks it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, exists, select
from sqlalchemy.ext.asyncio import AsyncSession

from gm_daemon.store.letters import LetterState
from gm_daemon.store.tables import AddressRow, GameRow, LetterRow, SeatRow

# Statements that every letter asks are built once: SQLAlchemy then finds the compiled one without looking through them.
_SEEN = exists().where(
    LetterRow.key == bindparam("key"), LetterRow.id != bindparam("letter"), LetterRow.state == LetterState.DONE.value
)
_KNOWN = (
    select(AddressRow.person_id, _SEEN, GameRow.id, GameRow.name, GameRow.status, SeatRow.seat)
    .outerjoin(SeatRow, SeatRow.person_id == AddressRow.person_id)
    .outerjoin(GameRow, GameRow.id == SeatRow.game_id)
    .where(AddressRow.address == bindparam("address"))
)


@dataclass(frozen=True, slots=True)
class SeatInGame:
    """A seat that somebody sits in; `status` is the game's: open or ended."""

    game_id: int
    game: str
    status: str
    seat: str


@dataclass(frozen=True, slots=True)
class Known:
    """The person at an address, their seats by name of the game, and whether this very letter was dealt with before."""

    person: str
    seats: tuple[SeatInGame, ...]
    seen: bool


async def known_author(session: AsyncSession, address: str, key: str, letter_id: int) -> Known | None:
    """Return what is known of the author of a letter, or None for an address (lower case) that nobody registered."""
    result = await session.execute(_KNOWN, {"address": address, "key": key, "letter": letter_id})
    rows = result.all()
    if not rows:
        return None
    # Where nobody sits, the outer join gives one row without a game.
    seats = [SeatInGame(*row[2:]) for row in rows if row.seat is not None]
    # Sorted here: a database's order of text is that of its language.
    return Known(rows[0][0], tuple(sorted(seats, key=lambda seat: seat.game)), bool(rows[0][1]))
