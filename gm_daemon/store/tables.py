"""store: the tables, and the types that keep instants and documents honest."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Instant(TypeDecorator[datetime]):
    """A moment, kept in UTC without a zone and handed out aware, the same on every engine."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn an aware instant into naive UTC. Raises ValueError for a naive one: somebody forgot the zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"an instant needs a zone: {value!r}")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the zone back."""
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """All tables; constraint names come from one convention, so that a migration can name them."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: Instant,
        dict[str, Any]: JSON,
        list[Any]: JSON,
        str: Text,
        bytes: LargeBinary,
    }


def table(name: str) -> Table:
    """Return a table for statements that are built once and run for every letter."""
    return Base.metadata.tables[name]


class SecretRow(Base):
    """A secret of this installation, such as the key of the reply tokens."""

    __tablename__ = "secrets"
    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[bytes]


class PersonRow(Base):
    """A person of the config file."""

    __tablename__ = "people"
    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    zone: Mapped[str]


class AddressRow(Base):
    """An address of a person; rank 0 is written to."""

    __tablename__ = "addresses"
    address: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    rank: Mapped[int]


class GameRow(Base):
    """A competition's unit that changes as one: its state is a versioned document of its format."""

    __tablename__ = "games"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    format: Mapped[str]
    status: Mapped[str]
    state: Mapped[dict[str, Any]]
    steps: Mapped[int]
    created_at: Mapped[datetime]


class SeatRow(Base):
    """A place in a game, and who sits there; nobody in civil disorder."""

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game_id", "seat"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    seat: Mapped[str]
    person_id: Mapped[str | None] = mapped_column(ForeignKey("people.id"), index=True)


class PhaseRow(Base):
    """A closed phase: position, orders and outcome as the format wrote them."""

    __tablename__ = "phases"
    __table_args__ = (UniqueConstraint("game_id", "step", "name"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    step: Mapped[int]
    name: Mapped[str]
    opened_at: Mapped[datetime]
    closed_at: Mapped[datetime]
    why: Mapped[str]
    document: Mapped[dict[str, Any]]


class SubmissionRow(Base):
    """A set that a seat sent in, superseded or not."""

    __tablename__ = "submissions"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    box: Mapped[str]
    seat: Mapped[str]
    number: Mapped[int]
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letters.id"))
    document: Mapped[dict[str, Any]]


class ClockRow(Base):
    """A promise to act at an instant. A row fires once: its state changes in the transaction of its effects."""

    __tablename__ = "clocks"
    __table_args__ = (Index("ix_clocks_state_due", "state", "due"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    kind: Mapped[str]
    due: Mapped[datetime]
    state: Mapped[str]
    fired_at: Mapped[datetime | None]


class LetterRow(Base):
    """A mail as it came: raw bytes first, what we made of it after."""

    __tablename__ = "letters"
    __table_args__ = (
        UniqueConstraint("folder", "uidvalidity", "uid"),
        Index("ix_letters_state_arrived_at", "state", "arrived_at"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    folder: Mapped[str]
    uidvalidity: Mapped[int] = mapped_column(BigInteger)
    uid: Mapped[int] = mapped_column(BigInteger)
    arrived_at: Mapped[datetime]
    raw: Mapped[bytes]
    truncated: Mapped[bool]
    state: Mapped[str]
    key: Mapped[str | None] = mapped_column(index=True)
    policy: Mapped[str | None]
    person_id: Mapped[str | None]
    game_id: Mapped[int | None] = mapped_column(ForeignKey("games.id"))
    note: Mapped[str | None]


class OutboxRow(Base):
    """A mail to send, whole, written in the transaction that decided it."""

    __tablename__ = "outbox"
    __table_args__ = (Index("ix_outbox_state_next_try_at", "state", "next_try_at"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    message_id: Mapped[str] = mapped_column(unique=True)
    game_id: Mapped[int | None] = mapped_column(ForeignKey("games.id"), index=True)
    person_id: Mapped[str | None]
    recipient: Mapped[str]
    urgency: Mapped[int]
    raw: Mapped[bytes]
    state: Mapped[str]
    tries: Mapped[int]
    next_try_at: Mapped[datetime]
    created_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
    error: Mapped[str | None]


class JournalRow(Base):
    """One input of a game and what it led to. Replaying the inputs gives the same effects, byte for byte."""

    __tablename__ = "journal"
    __table_args__ = (UniqueConstraint("game_id", "step"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    step: Mapped[int]
    at: Mapped[datetime]
    cause: Mapped[str]
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letters.id"))
    input: Mapped[dict[str, Any]]
    effects: Mapped[str]
