"""tests: what is started once for all tests that want it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import postgresql


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgresql.Cluster]:
    """Give a running PostgreSQL of our own."""
    if reason := postgresql.missing():
        pytest.skip(reason)
    with postgresql.running_cluster() as running:
        yield running
