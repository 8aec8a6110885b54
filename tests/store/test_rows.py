"""store: what is written comes back, and what may happen once happens once."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy.exc import StatementError

from gm_daemon.core.person import Person
from gm_daemon.store import clocks, games, letters, outbox, people
from gm_daemon.store.authors import known_author
from gm_daemon.store.engine import Session, Store
from gm_daemon.store.letters import Arrival, LetterState
from gm_daemon.store.outbox import NewMail

NOON = datetime(2027, 1, 5, 12, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
ANN = Person("ann", "Ann", ("ann@example.org", "ann@work.example.org"), ZoneInfo("Europe/Berlin"))


def arrival(uid: int, seconds: int = 0, validity: int = 1) -> Arrival:
    return Arrival("INBOX", validity, uid, NOON + seconds * SECOND, b"raw %d" % uid, truncated=False)


async def make_game(session: Session, name: str = "G1") -> games.StoredGame:
    await people.save_people(session, [ANN])
    return await games.add_game(session, name, "dwc", {"Italy": "ann", "France": None}, NOON)


async def test_letters_come_in_order_of_arrival(store: Store) -> None:
    async with store.transaction() as session:
        await letters.keep(session, [arrival(1, 5), arrival(2, 3), arrival(3, 3)])
    order = []
    for _ in range(3):
        async with store.transaction() as session:
            (letter,) = await letters.unread(session, 1)
            order.append(letter.raw)
            await letters.settle(session, letter.id, LetterState.DONE, key=letter.raw.decode())

    assert order == [b"raw 2", b"raw 3", b"raw 1"]


async def test_a_mail_is_kept_once(store: Store) -> None:
    async with store.transaction() as session:
        assert await letters.keep(session, [arrival(1), arrival(2)]) == 2
        assert await letters.keep(session, [arrival(2), arrival(3)]) == 1
        # Another UIDVALIDITY is another numbering: what it names must be read again.
        assert await letters.keep(session, [arrival(2, validity=2)]) == 1


async def test_a_key_is_known_once_it_was_dealt_with(store: Store) -> None:
    async with store.transaction() as session:
        await letters.keep(session, [arrival(1), arrival(2)])
        (first,) = await letters.unread(session, 1)

        await people.save_people(session, [ANN])

        async def seen(number: int) -> bool:
            known = await known_author(session, "ann@example.org", "key", number)
            return known is not None and known.seen

        assert not await seen(first.id)

        await letters.settle(session, first.id, LetterState.DONE, key="key")

        assert not await seen(first.id)
        assert await seen(first.id + 1)


async def test_a_clock_fires_once(store: Store) -> None:
    async with store.transaction() as session:
        game = await make_game(session)
        await clocks.set_clock(session, game.id, "deadline", NOON)
        clock = await clocks.next_set(session)
    assert clock is not None

    async def claim() -> bool:
        async with store.transaction() as session:
            return await clocks.claim(session, clock.id, NOON)

    assert sorted(await asyncio.gather(*(claim() for _ in range(5)))) == [False, False, False, False, True]


async def test_setting_a_clock_again_moves_it(store: Store) -> None:
    async with store.transaction() as session:
        game = await make_game(session)
        await clocks.set_clock(session, game.id, "deadline", NOON)
        await clocks.set_clock(session, game.id, "deadline", NOON + SECOND)
        await clocks.set_clock(session, game.id, "early", NOON + 2 * SECOND)
        await clocks.cancel(session, game.id, "early")

        clock = await clocks.next_set(session)

        assert clock is not None
        assert (clock.kind, clock.due) == ("deadline", NOON + SECOND)
        assert await clocks.claim(session, clock.id, NOON)
        assert await clocks.next_set(session) is None


async def test_a_game_name_is_taken_once(store: Store) -> None:
    async with store.transaction() as session:
        await make_game(session)
        with pytest.raises(ValueError, match="there is a game 'G1' already"):
            await make_game(session)


async def test_seats_of_a_person(store: Store) -> None:
    async with store.transaction() as session:
        await make_game(session, "G2")
        await make_game(session, "G1")

        known = await known_author(session, "ann@work.example.org", "key", 1)

        assert known is not None
        assert known.person == "ann"
        assert [(seat.game, seat.seat) for seat in known.seats] == [("G1", "Italy"), ("G2", "Italy")]
        assert await known_author(session, "eve@example.org", "key", 1) is None
        assert await people.everybody(session) == {"ann": ANN}


async def test_the_most_urgent_mail_goes_first(store: Store) -> None:
    async with store.transaction() as session:
        for number, urgency in enumerate((2, 0, 1, 0)):
            await outbox.queue(session, NewMail(f"<{number}>", None, "ann", "a@x", urgency, b"raw"), NOON)
        due = await outbox.due(session, NOON, 10)

        assert [mail.message_id for mail in due] == ["<1>", "<3>", "<2>", "<0>"]

        await outbox.mark_sent(session, due[0].id, NOON)
        await outbox.mark_delayed(session, due[1].id, NOON + SECOND, "450 later")

        assert [mail.message_id for mail in await outbox.due(session, NOON, 10)] == ["<2>", "<0>"]
        assert await outbox.sent_since(session, NOON - SECOND) == 1
        assert await outbox.waiting(session) == (3, 0)
        assert await outbox.mark_failed(session, due[1].id, "550 no")
        assert not await outbox.mark_failed(session, due[1].id, "550 no")


async def test_a_failed_transaction_leaves_nothing(store: Store) -> None:
    async def fail() -> None:
        async with store.transaction() as session:
            await make_game(session)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    async with store.transaction() as session:
        assert await games.all_games(session) == []


async def test_instants_keep_their_moment(store: Store) -> None:
    elsewhere = NOON.astimezone(timezone(timedelta(hours=5)))
    async with store.transaction() as session:
        game = await make_game(session)
        await clocks.set_clock(session, game.id, "deadline", elsewhere)
        clock = await clocks.next_set(session)

        assert clock is not None
        assert clock.due == NOON
        assert clock.due.utcoffset() == timedelta(0)


async def test_an_instant_without_a_zone_is_refused(store: Store) -> None:
    async def write() -> None:
        async with store.transaction() as session:
            game = await make_game(session)
            await clocks.set_clock(session, game.id, "deadline", NOON.replace(tzinfo=None))

    with pytest.raises(StatementError, match="an instant needs a zone"):
        await write()


async def test_the_secret_stays_the_same(store: Store) -> None:
    async with store.transaction() as session:
        first = await people.secret(session, "reply-tokens")
    async with store.transaction() as session:
        assert first == await people.secret(session, "reply-tokens")
        assert len(first) == 32
