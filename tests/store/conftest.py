"""tests: a real database for the store's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gm_daemon.store.engine import Store, open_store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Give an empty, migrated SQLite file."""
    opened = await open_store(f"sqlite:///{tmp_path / 'gm.db'}")
    yield opened
    await opened.close()
