"""store: open the database, bring its tables up to date, and hand out transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from gm_daemon.store import postgresql, sqlite
from gm_daemon.store.errors import StoreBusy, StoreError, TooNew

# One transaction's handle, for those who pass it on without touching SQLAlchemy.
Session = AsyncSession


class Store:
    """An open database. `transaction()` commits at its end, or rolls back when its block raises."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """Give a session inside one transaction. Raises StoreBusy when the database is held or away for a while."""
        try:
            async with AsyncSession(self._engine, expire_on_commit=False) as session, session.begin():
                await _connect(session)
                yield session
        except DBAPIError as error:
            if trouble := _in_our_words(error):
                raise trouble from error
            raise

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


async def open_store(url: str) -> Store:
    """Open the database at `url` (`sqlite:///file` or `postgresql://...`) and migrate it to this version.

    Raises TooNew when a newer version wrote it, StoreBusy when it is locked, StoreError for anything else.
    """
    engine = _engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)
    except StoreError:
        await engine.dispose()
        raise
    except (DBAPIError, OSError) as error:
        await engine.dispose()
        raise _in_our_words(error) or _unusable(error) from error
    return Store(engine)


async def pending_migrations(url: str) -> list[str]:
    """Return the names of the schema changes that the database still lacks, oldest first; changes nothing.

    Raises TooNew or StoreError like `open_store`.
    """
    engine = _engine(url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(_pending)
    except (DBAPIError, OSError) as error:
        raise _in_our_words(error) or _unusable(error) from error
    finally:
        await engine.dispose()


def migrations_folder() -> Path:
    """Return where the migrations lie: inside the package of a wheel, beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "migrations"
    return inside if inside.is_dir() else package.parent / "migrations"


def _engine(url: str) -> AsyncEngine:
    scheme, _, rest = url.partition("://")
    if scheme != "sqlite":
        return postgresql.create_engine(url)
    path = Path(rest.removeprefix("/"))
    _try_file(path)
    engine = create_async_engine(
        "sqlite+aiosqlite://",
        async_creator=partial(sqlite.connect, path),
        poolclass=AsyncAdaptedQueuePool,
        hide_parameters=True,
    )
    event.listen(engine.sync_engine, "begin", _begin_immediate)
    return engine


def _try_file(path: Path) -> None:
    """Open the database file as SQLite will, so that what is wrong with it is said in plain words, and early."""
    try:
        path.open("ab").close()
    except OSError as error:
        raise StoreError(
            f"the database file {path} cannot be opened ({error.strerror}): check [database] url and the rights of "
            "the folder"
        ) from error


async def _connect(session: AsyncSession) -> None:
    """Begin now, so that a server out of reach is told from whatever the caller's block may raise."""
    try:
        await session.connection()
    except OSError as error:
        raise postgresql.in_our_words(error) or _unusable(error) from error


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _alembic(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        postgresql.lock_schema(connection)
    if _pending(connection):
        command.upgrade(_alembic(connection), "head")


def _pending(connection: Connection) -> list[str]:
    scripts = ScriptDirectory.from_config(_alembic(connection))
    current = MigrationContext.configure(connection).get_current_revision()
    known = [script.revision for script in scripts.walk_revisions()][::-1]
    if current is None:
        return known
    if current not in known:
        raise TooNew(
            f"a newer gm-daemon wrote this database (schema {current}, this version knows up to {known[-1]}): "
            "install that version again, or restore the backup made before it"
        )
    return known[known.index(current) + 1 :]


def _in_our_words(error: Exception) -> StoreError | None:
    """Say what is wrong with the database; None where nothing is, and the fault is our own."""
    fault = getattr(error, "orig", None)
    if not isinstance(fault, sqlite3.Error):
        return postgresql.in_our_words(error)
    # An extended code holds the plain one in its low byte.
    if getattr(fault, "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return StoreBusy("another program holds the database: is a second gm-daemon running on the same file?")
    return _unusable(error) if isinstance(error, OperationalError) else None


def _unusable(error: Exception) -> StoreError:
    reason = str(getattr(error, "orig", None) or error)
    return StoreError(f"the database cannot be used ({reason}): check [database] url and the rights of the folder")
