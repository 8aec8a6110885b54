"""tests: what is started once for all tests that want it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import postgresql
from tests.servers import mail


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgresql.Cluster]:
    """Give a running PostgreSQL of our own."""
    if reason := postgresql.missing():
        pytest.skip(reason)
    with postgresql.running_cluster() as running:
        yield running


@pytest.fixture(scope="session")
def real() -> Iterator[mail.MailServers]:
    """Give a running Postfix with Dovecot behind it."""
    if reason := mail.missing():
        pytest.skip(reason)
    servers = mail.MailServers()
    try:
        servers.start()
        yield servers
    finally:
        servers.remove()
