"""store: SQLite for asyncio without a thread for each call.

The usual driver hands every call of a statement (open a cursor, execute, fetch, close) to a thread and back, which
costs more than the statement itself: a local read takes some 20 microseconds. Here they run where they are, COMMIT
included, whose wait for the disk is what makes a letter safe. Only BEGIN, which may find the lock taken, asks again
until it is free, while the loop goes on. SQLAlchemy takes such connections through `async_creator`; the names and
attributes are those that its aiosqlite dialect asks for.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

# How long a taken lock is waited for: soon again at first, for half a minute in all.
_PAUSES = (0.001, 0.002, 0.005, 0.01, 0.02, *(0.05 for _ in range(600)))
_PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


class Cursor:
    """One statement; executes at once, unless it begins a transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._cursor = connection.cursor()

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Any:
        """Return the columns of the result."""
        return self._cursor.description

    @property
    def rowcount(self) -> int:
        """Return how many rows changed."""
        return self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        """Return the number of the row inserted last."""
        return self._cursor.lastrowid

    async def execute(self, operation: str, parameters: Sequence[Any] = ()) -> None:
        """Execute a statement."""
        if operation.startswith("BEGIN"):
            await self._begin(operation)
        else:
            self._cursor.execute(operation, parameters)

    async def _begin(self, operation: str) -> None:
        pauses = iter(_PAUSES)
        while True:
            try:
                self._cursor.execute(operation)
            except sqlite3.OperationalError as error:
                # The low byte is the kind of error, the rest says which of its kind: SQLITE_BUSY_RECOVERY and others.
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or (pause := next(pauses, None)) is None:
                    raise
                await asyncio.sleep(pause)
            else:
                return

    async def executemany(self, operation: str, parameters: Sequence[Sequence[Any]]) -> None:
        """Execute a statement for many rows."""
        self._cursor.executemany(operation, parameters)

    async def fetchall(self) -> list[Any]:
        """Return all rows of the result."""
        return self._cursor.fetchall()

    async def close(self) -> None:
        """Forget the statement."""
        self._cursor.close()


class Connection:
    """An open database file."""

    def __init__(self, path: Path) -> None:
        # Transactions begin where we say, not before the driver's first write: a deferred one fails when it turns from
        # reading to writing. Threads use the connection one after another, never at once.
        self._conn = sqlite3.connect(path, timeout=sum(_PAUSES), isolation_level=None, check_same_thread=False)
        self._connection: sqlite3.Connection | None = self._conn
        try:
            self._set_journal()
            # From here on SQLite itself does not wait: BEGIN does, without stopping the loop.
            self._conn.execute("PRAGMA busy_timeout = 0")
        except BaseException:
            self._conn.close()
            raise

    def _set_journal(self) -> None:
        """Make the file and this connection keep what is committed; runs in a thread, so it may wait."""
        pauses = iter(_PAUSES)
        while True:
            try:
                for pragma in _PRAGMAS:
                    self._conn.execute(f"PRAGMA {pragma}")
            except sqlite3.OperationalError as error:
                # Where several begin on a new file at once, SQLite refuses the change of journal without waiting.
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or (pause := next(pauses, None)) is None:
                    raise
                time.sleep(pause)
            else:
                return

    @property
    def isolation_level(self) -> str | None:
        """Return None: no implicit transactions."""
        return self._conn.isolation_level

    def cursor(self) -> Cursor:
        """Return a cursor."""
        return Cursor(self._conn)

    async def create_function(self, *arguments: Any, **options: Any) -> None:
        """Add a function to SQL; the dialect adds one for regular expressions."""
        self._conn.create_function(*arguments, **options)

    async def commit(self) -> None:
        """Make the transaction last: waits for the disk."""
        self._conn.commit()

    async def rollback(self) -> None:
        """Undo the transaction."""
        self._conn.rollback()

    async def close(self) -> None:
        """Close the file."""
        self.stop()

    def stop(self) -> None:
        """Close the file, without waiting."""
        self._connection = None
        self._conn.close()


async def connect(path: Path) -> Connection:
    """Open a database file. Raises sqlite3.Error when it is none."""
    return await asyncio.to_thread(Connection, path)
