"""store: what can be wrong with PostgreSQL, in words that say what to do and never hold the password."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gm_daemon.store import games
from gm_daemon.store.engine import open_store, pending_migrations
from gm_daemon.store.errors import StoreBusy, StoreError
from tests.cases import case
from tests.postgresql import Cluster, fresh_database, missing, running_cluster

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

PASSWORD = "s3cret-word"
NOON = datetime(2027, 1, 5, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Cluster]:
    """Give a cluster that may be stopped without disturbing other tests."""
    with running_cluster() as running:
        yield running


@pytest.fixture(scope="module")
def guarded(own_cluster: Cluster) -> Cluster:
    """Give it a user who needs a password, and a guest who may not make tables."""
    own_cluster.ask_password_of("guarded")
    own_cluster.sql(f"CREATE ROLE guarded LOGIN PASSWORD 'another-{PASSWORD}'", "CREATE ROLE guest LOGIN")
    return own_cluster


@pytest.fixture
async def database(cluster: Cluster) -> AsyncIterator[str]:
    async with fresh_database(cluster) as made:
        yield made


@pytest.mark.parametrize(
    ("url", "error", "says"),
    [
        case("28P01", "wrong password", "postgresql://guarded:{password}@{host}/postgres", StoreError,
             r"password authentication failed.*check user and password"),
        case("28000", "no such user", "postgresql://nobody:{password}@{host}/postgres", StoreError, "check the user"),
        case("3D000", "no such database", "postgresql://gm:{password}@{host}/nowhere", StoreError, "createdb"),
        case("42501", "not the owner", "postgresql://guest:{password}@{host}/postgres", StoreError, "OWNER TO"),
        case("08001", "nobody listens", "postgresql://gm:{password}@127.0.0.1:9/postgres", StoreBusy, "is it running"),
        case("08001", "unknown host", "postgresql://gm:{password}@db.invalid/postgres", StoreBusy, "is it running"),
        case("RFC 3986", "no port", "postgresql://gm:{password}@host:port/postgres", StoreError, "cannot be read"),
        case("sslmode", "no TLS there", "postgresql://gm:{password}@{host}/postgres?sslmode=require", StoreBusy, "SSL"),
    ],
)  # fmt: skip
async def test_a_database_that_cannot_be_opened(guarded: Cluster, url: str, error: type[StoreError], says: str) -> None:
    filled = url.format(password=PASSWORD, host=f"127.0.0.1:{guarded.port}")
    with pytest.raises(StoreError, match=says) as caught:
        await open_store(filled)

    assert type(caught.value) is error
    assert PASSWORD not in str(caught.value)


async def test_looking_at_a_server_that_is_away() -> None:
    """`gm-daemon check` only looks, and says the same."""
    with pytest.raises(StoreBusy, match="is it running"):
        await pending_migrations("postgresql://gm@127.0.0.1:9/gm")


def test_a_driver_that_is_not_installed(tmp_path: Path) -> None:
    """A process that cannot import asyncpg is told what to install."""
    (tmp_path / "asyncpg.py").write_text("raise ModuleNotFoundError(\"No module named 'asyncpg'\", name='asyncpg')\n")
    program = (
        "import asyncio; from gm_daemon.store.engine import open_store; asyncio.run(open_store('postgresql://h/d'))"
    )
    paths = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )

    assert "StoreError: PostgreSQL needs asyncpg: pip install 'gm-daemon[postgresql]'" in ended.stderr


async def test_a_server_that_goes_away_and_comes_back(own_cluster: Cluster) -> None:
    """What was under way is rolled back; the same store goes on when the server is there again."""
    async with fresh_database(own_cluster, drop=False) as url:
        store = await open_store(url)

        async def interrupted() -> None:
            async with store.transaction() as session:
                await games.add_game(session, "G1", "dwc", {}, NOON)
                own_cluster.stop()
                await games.all_games(session)

        with pytest.raises(StoreBusy, match="is it running"):
            await interrupted()
        with pytest.raises(StoreBusy, match="is it running"):
            async with store.transaction():
                pass
        own_cluster.start()
        async with store.transaction() as session:
            assert await games.all_games(session) == []
        await store.close()


async def test_an_error_of_the_block_stays_what_it_is(database: str) -> None:
    """A fault of ours, or of another server, is not called the database's."""
    store = await open_store(database)
    for error in (OSError("mail"), ValueError("ours")):
        with pytest.raises(type(error), match=str(error)):
            async with store.transaction():
                raise error
    await store.close()


async def test_transactions_that_block_each_other(database: str) -> None:
    """A deadlock passes: one of the two is told to try again, the other one gets through."""
    store = await open_store(database)
    async with store.transaction() as session:
        first, second = [(await games.add_game(session, name, "dwc", {}, NOON)).id for name in ("G1", "G2")]
    both = asyncio.Barrier(2)

    async def lock(*ids: int) -> None:
        async with store.transaction() as session:
            await games.game(session, ids[0])
            await both.wait()
            await games.game(session, ids[1])

    ended = await asyncio.gather(lock(first, second), lock(second, first), return_exceptions=True)
    await store.close()

    assert sorted(type(end).__name__ for end in ended) == ["NoneType", "StoreBusy"]


async def test_names_come_in_the_order_of_their_letters_codes(database: str) -> None:
    """The database's own order would put a before B, and SQLite's does not."""
    store = await open_store(database)
    async with store.transaction() as session:
        for name in ("a", "B", "C"):
            await games.add_game(session, name, "dwc", {}, NOON)

        assert [game.name for game in await games.all_games(session)] == ["B", "C", "a"]
    await store.close()
