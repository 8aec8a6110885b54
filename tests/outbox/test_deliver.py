"""outbox: delivery: at least once, in order of urgency, within the limits, backing off."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm_daemon.mail.errors import MailError, Permanent, ServerGone, Temporary
from gm_daemon.outbox.deliver import Delivery, Limits, Trouble
from gm_daemon.store import outbox
from gm_daemon.store.engine import Store, open_store
from gm_daemon.store.outbox import NewMail

NOON = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@dataclass
class Bench:
    """A delivery with a relay that fails as told, a clock that is set by hand, and what the director hears."""

    store: Store
    limits: Limits = field(default_factory=lambda: Limits(100, 1000))
    now: datetime = NOON
    failures: dict[str, MailError] = field(default_factory=dict)
    sent: list[tuple[str, str]] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    warnings: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.delivery = Delivery(
            self.store,
            self,
            address="gm@play.example.org",
            limits=self.limits,
            clock=lambda: self.now,
            on_trouble=self._trouble,
            warn=self._warn,
        )

    async def send(self, raw: bytes, envelope_from: str, recipient: str) -> None:
        if recipient in self.failures:
            raise self.failures[recipient]
        self.sent.append((recipient, envelope_from))

    async def _trouble(self, trouble: Trouble) -> None:
        self.troubles.append(trouble)

    async def _warn(self, expected: int, limit: int) -> None:
        self.warnings.append((expected, limit))

    async def queue(self, *recipients: str, urgency: int = 1) -> None:
        async with self.store.transaction() as session:
            for recipient in recipients:
                mail = NewMail(f"<{recipient}>", None, None, recipient, urgency, b"raw")
                await outbox.queue(session, mail, self.now)

    @property
    def recipients(self) -> list[str]:
        return [recipient for recipient, _ in self.sent]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(f"sqlite:///{tmp_path / 'gm.db'}")
    yield opened
    await opened.close()


async def test_results_go_before_receipts(store: Store) -> None:
    bench = Bench(store)
    await bench.queue("receipt", urgency=2)
    await bench.queue("results", "more results", urgency=0)
    await bench.delivery.send_due()

    assert bench.recipients == ["results", "more results", "receipt"]
    # A bounce comes back to the row of its mail.
    assert bench.sent[0][1] == "gm+b.2@play.example.org"


async def test_a_mail_goes_once(store: Store) -> None:
    bench = Bench(store)
    await bench.queue("ann")
    await bench.delivery.send_due()
    await bench.delivery.send_due()

    assert bench.recipients == ["ann"]


async def test_a_temporary_refusal_is_tried_again_later_and_holds_up_nobody(store: Store) -> None:
    bench = Bench(store, failures={"ann": Temporary(450, "later")})
    await bench.queue("ann", "bob")
    pause = await bench.delivery.send_due()

    assert bench.recipients == ["bob"]
    assert pause == 5 * SECOND

    bench.failures.clear()
    bench.now += 4 * SECOND
    await bench.delivery.send_due()
    assert bench.recipients == ["bob"]

    bench.now += SECOND
    await bench.delivery.send_due()

    assert bench.recipients == ["bob", "ann"]


async def test_pauses_grow(store: Store) -> None:
    bench = Bench(store, failures={"ann": Temporary(450, "later")})
    await bench.queue("ann")
    pauses = []
    for _ in range(7):
        pauses.append((await bench.delivery.send_due()).total_seconds())
        bench.now += timedelta(seconds=pauses[-1])

    assert pauses == [5, 30, 120, 600, 1800, 3600, 3600]


async def test_a_permanent_refusal_is_told_and_not_tried_again(store: Store) -> None:
    bench = Bench(store, failures={"ann": Permanent(550, "no such user")})
    await bench.queue("ann")
    await bench.delivery.send_due()
    bench.failures.clear()
    await bench.delivery.send_due()

    assert bench.recipients == []
    assert [(trouble.recipient, trouble.error) for trouble in bench.troubles] == [("ann", "550 no such user")]


async def test_a_mail_is_given_up_in_the_end(store: Store) -> None:
    bench = Bench(store, failures={"ann": Temporary(450, "later")})
    await bench.queue("ann")
    for _ in range(80):
        bench.now += await bench.delivery.send_due()

    assert len(bench.troubles) == 1
    assert "given up after 72 tries" in bench.troubles[0].error


async def test_when_the_relay_is_gone_the_rest_waits(store: Store) -> None:
    bench = Bench(store, failures={"ann": ServerGone("the relay is away")})
    await bench.queue("ann", "bob")
    await bench.delivery.send_due()

    assert bench.recipients == []

    bench.failures.clear()
    bench.now += 5 * SECOND
    await bench.delivery.send_due()

    assert sorted(bench.recipients) == ["ann", "bob"]


async def test_the_minute_is_kept(store: Store) -> None:
    bench = Bench(store, Limits(per_minute=2, per_day=1000))
    await bench.queue("ann", "bob", "cid")
    await bench.delivery.send_due()

    assert bench.recipients == ["ann", "bob"]

    bench.now += 61 * SECOND
    await bench.delivery.send_due()

    assert bench.recipients == ["ann", "bob", "cid"]


async def test_the_day_is_kept_and_the_director_warned_once(store: Store) -> None:
    bench = Bench(store, Limits(per_minute=1000, per_day=5))
    await bench.queue("a", "b", "c", urgency=2)
    await bench.delivery.send_due()
    assert bench.warnings == []

    await bench.queue("d", "e", "f", urgency=2)
    await bench.queue("results", urgency=0)
    await bench.delivery.send_due()
    await bench.delivery.send_due()

    # What is urgent goes first when only two more may go.
    assert bench.recipients == ["a", "b", "c", "results", "d"]
    assert bench.warnings == [(7, 5)]

    bench.now += timedelta(days=1, seconds=1)
    await bench.delivery.send_due()

    assert bench.recipients[-2:] == ["e", "f"]
