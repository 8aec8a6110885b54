"""running: the daemon at work: the mailbox, the clock and delivery side by side until it is told to stop.

One task fetches letters and lets letters and clocks act in the order of their instants; another delivers. The
scheduler only wakes the first one: clocks are rows, and their claim in the database decides who fires.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from jinja2 import PackageLoader, PrefixLoader

from gm_daemon.config import Settings
from gm_daemon.daemon import Daemon, utc_now
from gm_daemon.mail.errors import MailError
from gm_daemon.mail.mailbox import Fetched, Mailbox
from gm_daemon.mail.reading import read_letter
from gm_daemon.mail.relay import Relay
from gm_daemon.outbox.compose import Composer
from gm_daemon.outbox.deliver import Delivery, Limits, Trouble
from gm_daemon.outbox.post import PostOffice
from gm_daemon.store import clocks, letters
from gm_daemon.store import people as registry
from gm_daemon.store.engine import Store, open_store
from gm_daemon.store.errors import StoreBusy, StoreError
from gm_daemon.store.letters import Arrival

log = logging.getLogger(__name__)

_TICK = timedelta(seconds=30)
_RETRY = tuple(timedelta(seconds=seconds) for seconds in (1, 2, 5, 15, 30, 60))
_PATIENCE = 10.0
_BATCH = 20


@dataclass(frozen=True, slots=True)
class House:
    """An open store with the daemon that works on it."""

    settings: Settings
    store: Store
    daemon: Daemon


@contextlib.asynccontextmanager
async def open_house(settings: Settings, clock: Callable[[], datetime] = utc_now) -> AsyncIterator[House]:
    """Open the database, migrate it, bring its people in step with the config, and wire the daemon.

    Raises StoreError when the database cannot be used.
    """
    store = await open_store(settings.database)
    try:
        async with store.transaction() as session:
            await registry.save_people(session, (*settings.people.values(), settings.director))
            people = await registry.everybody(session)
            secret = await registry.secret(session, "reply-tokens")
        post = PostOffice(Composer(template_loader()), settings.mail.address, settings.mail.name, secret)
        yield House(settings, store, Daemon(settings, people, store, post, secret=secret, clock=clock))
    finally:
        await store.close()


def template_loader() -> PrefixLoader:
    """Return where all mail templates are found: `house/...` for those of no game, `dwc/...` for the format's."""
    return PrefixLoader(
        {
            "house": PackageLoader("gm_daemon.outbox", "templates"),
            "dwc": PackageLoader("gm_daemon.formats.dwc", "templates"),
        }
    )


async def serve(settings: Settings, *ends: asyncio.Event) -> None:
    """Be the daemon until one of the events is set. A database that another program holds is waited for.

    Raises StoreError when the database cannot be used at all.
    """
    while not any(end.is_set() for end in ends):
        try:
            async with open_house(settings) as house:
                running = Running(house)
                work = asyncio.create_task(running.run())
                await _first(*ends)
                running.stop()
                await work
        except StoreBusy as error:
            log.error("%s Trying again.", error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(_first(*ends), _RETRY[-1].total_seconds())


async def _first(*events: asyncio.Event) -> None:
    """Wait until one of the events is set."""
    waits = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


class Running:
    """The loops of one daemon. `run` ends after `stop` was called, when the letter and the mail in hand are done."""

    def __init__(self, house: House, clock: Callable[[], datetime] = utc_now) -> None:
        self._house = house
        self._clock = clock
        self._mail = house.settings.mail
        self._wake = asyncio.Event()
        self._stopping = asyncio.Event()
        self._mailbox: Mailbox | None = None
        self._drained_at: datetime | None = None
        self._told_of_outage = False
        self._scheduler = AsyncIOScheduler(timezone="UTC", job_defaults={"misfire_grace_time": None, "coalesce": True})
        self._relay = Relay(self._mail.smtp)
        self._delivery = Delivery(
            house.store,
            self._relay,
            address=self._mail.address,
            limits=Limits(self._mail.smtp.per_minute, self._mail.smtp.per_day),
            clock=clock,
            on_trouble=self._on_trouble,
            warn=self._warn_of_limit,
        )

    def stop(self) -> None:
        """Ask the loops to end."""
        self._stopping.set()
        self._wake_up()

    async def run(self) -> None:
        """Work until `stop` is called. Whatever goes wrong with servers or database is logged and tried again."""
        self._scheduler.add_job(self._on_time, "interval", seconds=_TICK.total_seconds(), id="tick")
        self._scheduler.start()
        log.info("at work for %s", self._mail.address)
        delivering = asyncio.create_task(self._guarded("the relay or the database", self._delivery.run))
        reading = asyncio.create_task(self._guarded("the mailbox", self._read_for_ever))
        await self._stopping.wait()
        self._delivery.stop()
        _, late = await asyncio.wait({delivering, reading}, timeout=_PATIENCE)
        for task in late:
            task.cancel()
        await asyncio.gather(delivering, reading, return_exceptions=True)
        self._scheduler.shutdown(wait=False)
        await self._relay.close()
        log.info("stopped")

    async def _guarded(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        """Keep a loop alive: trouble is logged once and tried again with growing pauses, whatever it is."""
        failures = 0
        while not self._stopping.is_set():
            started = self._clock()
            try:
                await work()
            except Exception as error:
                # A loop that ran a while was well: its trouble is new.
                failures = 0 if self._clock() - started > _RETRY[-1] else failures
                if failures == 0:
                    expected = isinstance(error, MailError | StoreError)
                    log.error("%s: %s", what, error, exc_info=None if expected else error)
                pause = _RETRY[min(failures, len(_RETRY) - 1)]
                failures += 1
                log.debug("%s: attempt %d failed, the next one in %s", what, failures, pause)
                await self._settle_while_blind()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), pause.total_seconds())

    async def _read_for_ever(self) -> None:
        async with await Mailbox.open(self._mail.imap) as mailbox:
            self._mailbox = mailbox
            self._told_of_outage = False
            try:
                while not self._stopping.is_set():
                    self._wake.clear()
                    due = await self._drain(mailbox)
                    self._delivery.wake()
                    pause = _TICK if due is None else due - self._clock()
                    if pause > timedelta(0) and not self._wake.is_set():
                        self._schedule(due)
                        await mailbox.wait(min(pause, _TICK).total_seconds())
            finally:
                self._mailbox = None

    async def _drain(self, mailbox: Mailbox) -> datetime | None:
        """Fetch all there is, let it act, file it away; return when the next clock is due."""
        began = self._clock()
        kept: dict[str, list[int]] = {}
        for folder in filter(None, (mailbox.inbox, mailbox.junk)):
            async for batch in mailbox.new_letters(folder):
                wanted = batch if folder == mailbox.inbox else await self._from_registered(mailbox, batch)
                async with self._house.store.transaction() as session:
                    await letters.keep(session, [_arrival(mail) for mail in wanted])
                kept.setdefault(folder, []).extend(mail.uid for mail in wanted)
        self._drained_at = began
        due = await self._settle()
        for folder, uids in kept.items():
            await mailbox.file_away(folder, uids)
        return due

    async def _from_registered(self, mailbox: Mailbox, batch: tuple[Fetched, ...]) -> list[Fetched]:
        """Return what registered people sent out of the junk folder; the rest stays there unread."""
        wanted = []
        async with self._house.store.transaction() as session:
            for mail in batch:
                if await registry.person_at(session, read_letter(mail.raw).sender) is None:
                    mailbox.leave(mail.folder, mail.uidvalidity, [mail.uid])
                else:
                    wanted.append(mail)
        return wanted

    async def _settle(self) -> datetime | None:
        """Let stored letters and due clocks act in the order of their instants.

        A clock fires only when the mailbox was drained after it was due, so that nothing that came in time is late.
        Returns when the next clock is due, or None when none is set.
        """
        while not self._stopping.is_set():
            async with self._house.store.transaction() as session:
                unread = await letters.unread(session, _BATCH)
                clock = await clocks.next_set(session)
            # Whatever clocks these letters set are due later than the letters, which have arrived already.
            earlier = [letter for letter in unread if clock is None or letter.arrived < clock.due]
            for letter in earlier:
                if not self._stopping.is_set():
                    await self._house.daemon.receive(letter)
            if earlier:
                continue
            if clock is not None and self._drained_at is not None and clock.due <= self._drained_at:
                await self._house.daemon.fire(clock)
            else:
                return None if clock is None else clock.due
        return None

    async def _settle_while_blind(self) -> None:
        """While the mailbox is out of reach no clock fires: the phase waits, and the director is told once."""
        with contextlib.suppress(StoreError):
            async with self._house.store.transaction() as session:
                clock = await clocks.next_set(session)
            if self._mailbox is None and clock is not None and clock.due <= self._clock() and not self._told_of_outage:
                self._told_of_outage = True
                await self._house.daemon.tell_director(
                    "A deadline waits for the mailbox",
                    f"The mailbox {self._mail.imap.user} at {self._mail.imap.host} cannot be read, and a deadline "
                    f"of {clock.due:%Y-%m-%d %H:%M:%S} UTC has come. It waits until the mailbox has been read: "
                    "whatever arrived there in time still counts.",
                    "The log says what is wrong. `gm-daemon check` tries the connection.",
                )
                self._delivery.wake()

    def _schedule(self, due: datetime | None) -> None:
        if due is not None:
            self._scheduler.add_job(self._on_time, "date", run_date=due, id="next clock", replace_existing=True)

    async def _on_time(self) -> None:
        # The scheduler runs coroutines in the loop, plain functions in threads, where events must not be set.
        self._wake_up()

    def _wake_up(self) -> None:
        self._wake.set()
        if self._mailbox is not None:
            self._mailbox.interrupt()

    async def _on_trouble(self, trouble: Trouble) -> None:
        if trouble.person == self._house.settings.director.id:
            return
        await self._house.daemon.tell_director(
            f"Mail to {trouble.recipient} cannot be delivered",
            f"The relay refuses a mail to {trouble.person or 'somebody'} at {trouble.recipient}: {trouble.error}",
            "It has not been delivered and will not be tried again. If the address is wrong, correct it in the config "
            "file and reload.",
        )

    async def _warn_of_limit(self, expected: int, limit: int) -> None:
        await self._house.daemon.tell_director(
            "The day's limit of mails is near",
            f"{expected} mails are sent or waiting in these 24 hours, and the relay takes {limit} a day "
            "([mail.smtp] per_day). Beyond that, results and notices go first and receipts wait for the next day.",
        )


def _arrival(mail: Fetched) -> Arrival:
    return Arrival(mail.folder, mail.uidvalidity, mail.uid, mail.arrived, mail.raw, mail.truncated)
