"""store: several daemons on one database keep out of each other's way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from gm_daemon.core.person import Person
from gm_daemon.store import clocks, games, letters, people
from gm_daemon.store.engine import Store, open_store
from gm_daemon.store.letters import Arrival

NOON = datetime(2027, 1, 5, 12, 0, tzinfo=UTC)


@pytest.fixture
async def stores(url: str) -> AsyncIterator[list[Store]]:
    """Give one database as several daemons have it open."""
    opened = [await open_store(url) for _ in range(3)]
    yield opened
    for store in opened:
        await store.close()


async def make_game(store: Store) -> int:
    async with store.transaction() as session:
        return (await games.add_game(session, "G1", "dwc", {}, NOON)).id


async def test_a_clock_is_claimed_once(stores: list[Store]) -> None:
    game_id = await make_game(stores[0])
    async with stores[0].transaction() as session:
        await clocks.set_clock(session, game_id, "deadline", NOON)
        clock = await clocks.next_set(session)
    assert clock is not None

    async def claim(store: Store) -> bool:
        async with store.transaction() as session:
            return await clocks.claim(session, clock.id, NOON)

    claimed = await asyncio.gather(*(claim(store) for store in stores * 4))

    assert sorted(claimed) == [*[False] * 11, True]


async def test_changes_of_one_game_wait_for_each_other(stores: list[Store]) -> None:
    """Each adds one to what the one before it wrote."""
    game_id = await make_game(stores[0])

    async def change(store: Store) -> None:
        async with store.transaction() as session:
            game = await games.game(session, game_id)
            # Gives the others every chance to read what is not yet written.
            await asyncio.sleep(0)
            await games.save_state(session, game_id, {"n": game.steps}, "open", game.steps + 1)

    await asyncio.gather(*(change(store) for store in stores * 4))
    async with stores[0].transaction() as session:
        game = await games.game(session, game_id)

    assert (game.steps, game.state) == (12, {"n": 11})


async def test_what_was_read_before_the_lock_is_read_again(stores: list[Store]) -> None:
    """A daemon looks at the list of games, another one changes a game, then the first one takes its lock."""
    game_id = await make_game(stores[0])
    looked, changed = asyncio.Event(), asyncio.Event()

    async def look_then_lock() -> int:
        async with stores[0].transaction() as session:
            await games.all_games(session)
            looked.set()
            # SQLite holds the other one back until we are done.
            if session.get_bind().dialect.name == "postgresql":
                await changed.wait()
            return (await games.game(session, game_id)).steps

    async def change() -> None:
        await looked.wait()
        async with stores[1].transaction() as session:
            game = await games.game(session, game_id)
            await games.save_state(session, game_id, {}, "open", game.steps + 1)
        changed.set()

    seen, _ = await asyncio.gather(look_then_lock(), change())
    async with stores[2].transaction() as session:
        locks_rows = session.get_bind().dialect.name == "postgresql"

    assert seen == (1 if locks_rows else 0)


async def test_a_secret_is_made_once(stores: list[Store]) -> None:
    """Reply addresses that one daemon gives out are known to the others."""

    async def read(store: Store) -> bytes:
        async with store.transaction() as session:
            return await people.secret(session, "reply-tokens")

    secrets = await asyncio.gather(*(read(store) for store in stores * 2))

    assert len(set(secrets)) == 1


async def test_daemons_that_start_together_keep_the_people(stores: list[Store]) -> None:
    ann = Person("ann", "Ann", ("ann@example.org", "ann@work.example.org"), ZoneInfo("UTC"))

    async def save(store: Store) -> None:
        async with store.transaction() as session:
            await people.save_people(session, [ann])

    await asyncio.gather(*(save(store) for store in stores * 2))
    async with stores[0].transaction() as session:
        assert (await people.everybody(session))["ann"] == ann


async def test_a_mail_that_several_fetched_is_kept_once(stores: list[Store]) -> None:
    async def keep(store: Store) -> int:
        async with store.transaction() as session:
            mails = [Arrival("INBOX", 1, uid, NOON, b"raw", truncated=False) for uid in (1, 2)]
            return await letters.keep(session, mails)

    assert sorted(await asyncio.gather(*(keep(store) for store in stores))) == [0, 0, 2]
