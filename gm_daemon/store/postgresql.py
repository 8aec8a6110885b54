"""store: PostgreSQL, for more than one machine: how it is reached, and what its complaints mean for who runs us."""

from __future__ import annotations

from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine

from gm_daemon.store.errors import StoreBusy, StoreError

# Any numbers will do that every gm-daemon uses and nobody else.
_SCHEMA, _ROWS = 0x676D_6461, 0x676D_6462
_LOCK = text("SELECT pg_advisory_xact_lock(:lock)")

# Classes of errors that pass: a broken connection, a transaction that met another one, a lock that is not given, a
# server without room, ended by its administrator, or in trouble with its system.
_PASSING = ("08", "40", "53", "55", "57", "58")
_ADVICE = {
    "28P01": "check user and password in [database] url",
    "28000": "check the user in [database] url, and the server's pg_hba.conf",
    "3D000": "make the database with `createdb`, or check its name in [database] url",
    "42501": "let the daemon's user own the database: ALTER DATABASE ... OWNER TO ...",
}


def create_engine(url: str) -> AsyncEngine:
    """Return an engine for `postgresql://user:password@host/name`; nothing is connected yet.

    `sslmode`, as libpq and providers write it, is understood. Raises StoreError for a URL that cannot be read and
    where asyncpg is not installed.
    """
    try:
        parsed = make_url(url).set(drivername="postgresql+asyncpg")
        if sslmode := parsed.query.get("sslmode"):
            parsed = parsed.difference_update_query(["sslmode"]).update_query_dict({"ssl": sslmode})
        # The ping replaces connections that the server has closed meanwhile. Errors are logged, parameters are secret.
        return create_async_engine(parsed, pool_pre_ping=True, hide_parameters=True)
    except (ArgumentError, ValueError):
        # The library's words quote the URL, and with it the password.
        raise StoreError('[database] url cannot be read: write "postgresql://user:password@host:5432/name"') from None
    except ModuleNotFoundError:
        raise StoreError("PostgreSQL needs asyncpg: pip install 'gm-daemon[postgresql]'") from None


def lock_schema(connection: Connection) -> None:
    """Let one daemon at a time look at the schema and change it, until its transaction ends."""
    connection.execute(_LOCK, {"lock": _SCHEMA})


async def take_turns(session: AsyncSession) -> None:
    """Let one daemon at a time look whether a row is there and write it, until its transaction ends.

    SQLite's transactions take turns anyway.
    """
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(_LOCK, {"lock": _ROWS})


def in_our_words(error: Exception) -> StoreError | None:
    """Say what the server's or the connection's trouble means and what to do; None for a fault of our own."""
    original = getattr(error, "orig", None) or error
    state = getattr(original, "sqlstate", None) or ""
    # Before the server's words stands the name of a class.
    reason = str(original).rpartition(">: ")[2] or type(original).__name__
    if advice := _ADVICE.get(state):
        return StoreError(f"PostgreSQL refuses us ({reason}): {advice}")
    if isinstance(error, OSError) or getattr(error, "connection_invalidated", False) or state[:2] in {"08", "57"}:
        return StoreBusy(f"PostgreSQL cannot be reached ({reason}): is it running, and is [database] url right?")
    if state.startswith(_PASSING):
        return StoreBusy(f"PostgreSQL cannot do this now ({reason}).")
    return None
