"""store: the migrations make exactly the tables that the models describe, and can be taken back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import AsyncEngine

from gm_daemon.store.engine import _engine, migrations_folder, open_store, pending_migrations
from gm_daemon.store.errors import StoreError, TooNew
from gm_daemon.store.tables import Base


def alembic_config(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    config.attributes["connection"] = connection
    return config


@pytest.fixture
async def engine(url: str) -> AsyncIterator[AsyncEngine]:
    """Give an engine on an empty database, as the store makes it."""
    made = _engine(url)
    yield made
    await made.dispose()


def tables(connection: sa.Connection) -> list[str]:
    return sorted(sa.inspect(connection).get_table_names())


async def test_migrations_equal_the_models(engine: AsyncEngine) -> None:
    def differences(connection: sa.Connection) -> list[object]:
        command.upgrade(alembic_config(connection), "head")
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return list(compare_metadata(context, Base.metadata))

    async with engine.begin() as connection:
        assert await connection.run_sync(differences) == []


async def test_migrations_run_down_and_up_again(engine: AsyncEngine) -> None:
    def down_and_up(connection: sa.Connection) -> list[list[str]]:
        command.upgrade(alembic_config(connection), "head")
        before = tables(connection)
        command.downgrade(alembic_config(connection), "base")
        between = tables(connection)
        command.upgrade(alembic_config(connection), "head")
        return [before, between, tables(connection)]

    async with engine.begin() as connection:
        before, between, after = await connection.run_sync(down_and_up)

    assert between == ["alembic_version"]
    assert before == after == sorted([*Base.metadata.tables, "alembic_version"])


async def test_opening_migrates(url: str) -> None:
    assert await pending_migrations(url)

    await (await open_store(url)).close()

    assert await pending_migrations(url) == []


async def test_daemons_that_start_together_migrate_once(url: str) -> None:
    stores = await asyncio.gather(*(open_store(url) for _ in range(4)))
    for store in stores:
        await store.close()

    assert await pending_migrations(url) == []


async def test_a_newer_database_is_left_alone(url: str, engine: AsyncEngine) -> None:
    await (await open_store(url)).close()
    async with engine.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))

    with pytest.raises(TooNew, match=r"schema 9999.*install that version"):
        await open_store(url)
    with pytest.raises(TooNew, match="schema 9999"):
        await pending_migrations(url)


async def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nowhere/gm.db cannot be opened \(No such file.*check \[database\] url"):
        await open_store(f"sqlite:///{tmp_path / 'nowhere' / 'gm.db'}")
