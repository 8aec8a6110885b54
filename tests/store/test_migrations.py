"""store: the migrations make exactly the tables that the models describe, and can be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

from gm_daemon.store.engine import migrations_folder, open_store, pending_migrations
from gm_daemon.store.errors import StoreError, TooNew
from gm_daemon.store.tables import Base


def alembic_config(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    config.attributes["connection"] = connection
    return config


def test_migrations_equal_the_models(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'gm.db'}")
    with engine.begin() as connection:
        command.upgrade(alembic_config(connection), "head")

        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []

    engine.dispose()


def test_migrations_run_down_and_up_again(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'gm.db'}")
    with engine.begin() as connection:
        command.upgrade(alembic_config(connection), "head")
        before = sorted(sa.inspect(connection).get_table_names())
        command.downgrade(alembic_config(connection), "base")

        assert sa.inspect(connection).get_table_names() == ["alembic_version"]

        command.upgrade(alembic_config(connection), "head")

        assert before == sorted(sa.inspect(connection).get_table_names())

    engine.dispose()


async def test_opening_migrates(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'gm.db'}"

    assert await pending_migrations(url)

    await (await open_store(url)).close()

    assert await pending_migrations(url) == []


async def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "gm.db"
    await (await open_store(f"sqlite:///{path}")).close()
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()

    with pytest.raises(TooNew, match=r"schema 9999.*install that version"):
        await open_store(f"sqlite:///{path}")


async def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nowhere/gm.db cannot be opened \(No such file.*check \[database\] url"):
        await open_store(f"sqlite:///{tmp_path / 'nowhere' / 'gm.db'}")
