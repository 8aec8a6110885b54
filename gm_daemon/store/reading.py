"""store: look into the database without changing it, beside a daemon that works on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from gm_daemon.store.engine import Session, open_store, pending_migrations
from gm_daemon.store.errors import StoreError


@asynccontextmanager
async def open_to_read(url: str) -> AsyncIterator[Session]:
    """Give a session on a database that is up to date. Raises StoreError when it is not, or cannot be opened."""
    file = Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None
    # Opening a file that is not there would make it.
    if (file is not None and not file.exists()) or await pending_migrations(url):
        raise StoreError(
            "the database is not there yet, or older than this version: `gm-daemon new GAME` makes it, "
            "`gm-daemon run` brings it up to date"
        )
    store = await open_store(url)
    try:
        async with store.transaction() as session:
            yield session
    finally:
        await store.close()
