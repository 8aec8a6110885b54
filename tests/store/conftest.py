"""tests: a real database for the store's tests, on each engine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gm_daemon.store.engine import Store, open_store
from tests.postgresql import Cluster, fresh_database


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """Give the URL of an empty database, without tables."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'gm.db'}"
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    async with fresh_database(cluster) as made:
        yield made


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """Give an empty, migrated database."""
    opened = await open_store(url)
    yield opened
    await opened.close()
