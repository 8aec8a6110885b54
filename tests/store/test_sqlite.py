"""store: our way into SQLite waits for locks without stopping the loop."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from gm_daemon.store import people
from gm_daemon.store.engine import open_store


async def test_a_taken_lock_is_waited_for_while_the_loop_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "gm.db"
    store = await open_store(f"sqlite:///{path}")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    ticks = 0

    async def write() -> bytes:
        async with store.transaction() as session:
            return await people.secret(session, "key")

    waiting = asyncio.create_task(write())
    for _ in range(20):
        ticks += 1
        await asyncio.sleep(0.005)

    assert not waiting.done()
    assert ticks == 20

    other.execute("COMMIT")
    other.close()

    assert len(await waiting) == 32
    await store.close()


async def test_writers_of_two_stores_take_turns(tmp_path: Path) -> None:
    """Two processes on one file, as two stores: every read-then-write keeps what the other wrote."""
    url = f"sqlite:///{tmp_path / 'gm.db'}"
    stores = [await open_store(url), await open_store(url)]

    async def write(number: int) -> bytes:
        async with stores[number % 2].transaction() as session:
            return await people.secret(session, f"key {number // 10}")

    values = await asyncio.gather(*(write(number) for number in range(100)))

    assert all(len(set(values[at : at + 10])) == 1 for at in range(0, 100, 10))
    for store in stores:
        await store.close()
