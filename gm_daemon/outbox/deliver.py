"""outbox: send what is queued, the most urgent first, within the relay's limits.

A mail goes out at least once: its row is marked after the relay has accepted it, so a crash between the two sends
the same bytes under the same Message-ID again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from gm_daemon.mail.errors import MailError, Permanent, SendingFailed
from gm_daemon.mail.tokens import bounce_address
from gm_daemon.store import outbox
from gm_daemon.store.engine import Store

log = logging.getLogger(__name__)

_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)
_BATCH = 50
# Waits after a first, second, ... temporary failure; the last one repeats until the mail has been tried long enough.
_BACKOFF = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 600, 1800, 3600))
_GIVE_UP_AFTER = 72


class Sender(Protocol):
    """What delivery needs of a relay."""

    async def send(self, raw: bytes, envelope_from: str, recipient: str) -> object:
        """Hand one mail to the relay. Raises Permanent, Temporary or another MailError."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many mails the relay takes in any minute and any 24 hours."""

    per_minute: int
    per_day: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """A mail that nobody will get, for the director."""

    recipient: str
    person: str | None
    error: str


class Delivery:
    """Empties the outbox. `warn` tells the director, once a day, that the day's limit is near."""

    def __init__(
        self,
        store: Store,
        relay: Sender,
        *,
        address: str,
        limits: Limits,
        clock: Callable[[], datetime],
        on_trouble: Callable[[Trouble], Awaitable[None]],
        warn: Callable[[int, int], Awaitable[None]],
    ) -> None:
        self._store = store
        self._relay = relay
        self._address = address
        self._limits = limits
        self._clock = clock
        self._on_trouble = on_trouble
        self._warn = warn
        self._warned_at: datetime | None = None
        self._news = asyncio.Event()
        self._stopping = False
        self._relay_is_well = True

    def wake(self) -> None:
        """Say that something new is queued."""
        self._news.set()

    def stop(self) -> None:
        """Let `run` end after the mail in hand."""
        self._stopping = True
        self._news.set()

    async def run(self) -> None:
        """Send until `stop` is called."""
        while not self._stopping:
            self._news.clear()
            pause = await self.send_due()
            try:
                await asyncio.wait_for(self._news.wait(), pause.total_seconds())
            except TimeoutError:
                continue

    async def send_due(self) -> timedelta:
        """Send what is due as far as the limits allow; return how long to wait when nothing new comes."""
        while True:
            now = self._clock()
            room = await self._room(now)
            async with self._store.transaction() as session:
                mails = await outbox.due(session, now, min(room, _BATCH)) if room > 0 else []
                upcoming = await outbox.next_due(session)
            if not mails:
                if upcoming is None:
                    return _DAY
                # Either a mail waits for its next try, or the limit holds back mails that are due.
                return max(upcoming - now, timedelta(seconds=1))
            for mail in mails:
                if self._stopping or not await self._send(mail):
                    return timedelta(seconds=1)

    async def _room(self, now: datetime) -> int:
        async with self._store.transaction() as session:
            today = await outbox.sent_since(session, now - _DAY)
            minute = await outbox.sent_since(session, now - _MINUTE)
            queued, _ = await outbox.waiting(session)
        expected = today + queued
        if expected >= 0.8 * self._limits.per_day and (self._warned_at is None or now - self._warned_at >= _DAY):
            self._warned_at = now
            await self._warn(expected, self._limits.per_day)
        return min(self._limits.per_day - today, self._limits.per_minute - minute)

    async def _send(self, mail: outbox.QueuedMail) -> bool:
        """Try one mail; False when the relay itself is in trouble, so that the rest had better wait too."""
        try:
            await self._relay.send(mail.raw, bounce_address(self._address, mail.id), mail.recipient)
        except Permanent as error:
            await self._give_up(mail, str(error))
            return True
        except MailError as error:
            if mail.tries + 1 >= _GIVE_UP_AFTER:
                await self._give_up(mail, f"given up after {mail.tries + 1} tries: {error}")
                return True
            about_mail = isinstance(error, SendingFailed)
            # Trouble with the relay itself is said once, not for every mail that waits for it.
            if (about_mail and mail.tries == 0) or (not about_mail and self._relay_is_well):
                log.warning("mail %s to %s waits: %s", mail.id, mail.recipient, error)
            self._relay_is_well = about_mail
            await self._delay(mail, str(error))
            return about_mail
        if not self._relay_is_well:
            self._relay_is_well = True
            log.info("the relay takes mail again")
        async with self._store.transaction() as session:
            await outbox.mark_sent(session, mail.id, self._clock())
        return True

    async def _delay(self, mail: outbox.QueuedMail, error: str) -> None:
        pause = _BACKOFF[min(mail.tries, len(_BACKOFF) - 1)]
        async with self._store.transaction() as session:
            await outbox.mark_delayed(session, mail.id, self._clock() + pause, error)

    async def _give_up(self, mail: outbox.QueuedMail, error: str) -> None:
        log.error("mail %s to %s cannot be delivered: %s", mail.id, mail.recipient, error)
        async with self._store.transaction() as session:
            await outbox.mark_failed(session, mail.id, error)
        await self._on_trouble(Trouble(mail.recipient, mail.person, error))
