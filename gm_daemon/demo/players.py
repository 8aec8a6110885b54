"""demo: how the correspondents behave: they read what comes, look up what was recorded, and write, as people do.

They know of the game what the mails say. Most answer at once and are FINAL; `SCRIPT` says who does otherwise, and when.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from enum import Enum
from zoneinfo import ZoneInfo

from gm_daemon.demo import programs
from gm_daemon.demo.news import Kind, News, read_news
from gm_daemon.demo.people import Correspondent
from gm_daemon.demo.programs import Draft
from gm_daemon.demo.record import Record
from gm_daemon.diplomacy.direct import read_order, read_unit
from gm_daemon.diplomacy.orders import Hold, Order

# A phase ends with the last second that its deadline names, so a letter after that is late.
_LATE = timedelta(seconds=1.2)
_TOO_LATE = read_order("A SIL R PRU")
# On a keyboard, the key to the right of each.
_ONE_KEY_OFF = str.maketrans("qwertyuiopasdfghjklzxcvbnm", "wertyuiop[sdfghjkl;xcvbnm,")


class Turn(Enum):
    """What somebody does in a phase instead of answering once, in time, correctly and finally."""

    CHANGES_MIND = "sends one set, then another"
    TAKES_FINAL_BACK = "is FINAL, is not, and is again"
    MISTYPES = "mistypes an order, reads so in the receipt, and sends the set again"
    SENDS_TWICE = "has a mail program that sends the same letter twice"
    IS_AWAY = "has a robot that answers first"
    ASKS = "asks for STATUS first"
    CHATS = "has nothing to decide and writes all the same"
    IS_LATE = "sends orders after the deadline"


# By phase and power; `IS_LATE` only where nothing was ordered, so that the record is followed all the same.
SCRIPT = {
    ("S1901M", "France"): Turn.CHANGES_MIND,
    ("S1901M", "Turkey"): Turn.TAKES_FINAL_BACK,
    ("F1901M", "Italy"): Turn.MISTYPES,
    ("F1901M", "Russia"): Turn.SENDS_TWICE,
    ("W1901A", "Italy"): Turn.CHATS,
    ("S1902M", "England"): Turn.IS_AWAY,
    ("F1902M", "Germany"): Turn.ASKS,
    ("S1903R", "Germany"): Turn.IS_LATE,
    ("S1904M", "Austria"): Turn.MISTYPES,
    ("F1904M", "Turkey"): Turn.CHANGES_MIND,
    ("W1904A", "Russia"): Turn.TAKES_FINAL_BACK,
    ("S1905M", "France"): Turn.SENDS_TWICE,
    ("F1905M", "England"): Turn.MISTYPES,
}
# These write several letters in a phase that must not end in between, so the others let them go first.
_SLOW = {Turn.CHANGES_MIND, Turn.TAKES_FINAL_BACK, Turn.MISTYPES, Turn.CHATS}


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter of a correspondent, and how many answers it must get: one, or none for a robot's or a copy.

    `sender` is the address that it comes from, `phase` the recorded name of the phase that it is for.
    """

    power: str
    phase: str
    sender: str
    to: str
    message_id: str
    kind: str
    answers: int
    raw: bytes


Post = Callable[[Sent], Awaitable[None]]


class Stage:
    """Who is still to write in a phase before the others do."""

    def __init__(self) -> None:
        self._slow: dict[str, set[str]] = {}
        self._done = asyncio.Condition()
        for (phase, power), turn in SCRIPT.items():
            if turn in _SLOW:
                self._slow.setdefault(phase, set()).add(power)

    async def wait(self, phase: str) -> None:
        """Wait until all who write several letters in a phase have written them."""
        async with self._done:
            await self._done.wait_for(lambda: not self._slow.get(phase))

    async def done(self, phase: str, power: str) -> None:
        """Say that a power has written all its letters of a phase."""
        async with self._done:
            self._slow.get(phase, set()).discard(power)
            self._done.notify_all()


class Player:
    """One correspondent at one power. `read` is given each mail, `live` plays until the game is over."""

    def __init__(self, who: Correspondent, power: str, record: Record, stage: Stage, post: Post) -> None:
        self.who = who
        self.power = power
        self._record = record
        self._stage = stage
        self._post = post
        self._inbox: asyncio.Queue[News] = asyncio.Queue()
        self._unread: deque[News] = deque()
        self._seen: set[str] = set()
        self._letters = 0

    def read(self, raw: bytes) -> None:
        """Take a mail into the inbox. A mail that came before is dropped, as mail stores do by its Message-ID."""
        news = read_news(raw)
        if news.message_id not in self._seen:
            self._seen.add(news.message_id)
            self._inbox.put_nowait(news)

    async def live(self) -> None:
        """Answer what comes until the game is over."""
        while (news := await self._next()).kind is not Kind.OVER:
            phase = self._record.names.get(news.phase)
            if news.kind in {Kind.START, Kind.RESULTS} and phase is not None:
                await self._play(news, phase)

    async def _next(self) -> News:
        return self._unread.popleft() if self._unread else await self._inbox.get()

    async def _receipt(self, sent: Sent) -> News:
        """Wait for the answer to a letter; what else comes meanwhile is read afterwards."""
        while (news := await self._inbox.get()).answered != sent.message_id:
            self._unread.append(news)
        return news

    async def _play(self, news: News, phase: str) -> None:
        turn = SCRIPT.get((phase, self.power))
        if turn not in _SLOW and news.owes:
            await self._stage.wait(phase)
        match turn:
            case Turn.CHATS:
                await self._receipt(await self._write(news, "chat", ["I wish you all a quiet winter."]))
            case _ if not news.owes:
                return
            case Turn.CHANGES_MIND:
                first = [Hold(read_unit(unit)) for unit in news.units_of(self.power)] if phase[-1] == "M" else []
                await self._receipt(await self._order(news, first or self._orders(news, phase), final=False))
                await self._order(news, self._orders(news, phase), kind="second-set")
            case Turn.TAKES_FINAL_BACK:
                orders = self._orders(news, phase)
                await self._receipt(await self._order(news, orders))
                await self._receipt(await self._order(news, orders, final=False, kind="final-taken-back"))
                await self._write(news, "final-again", [self.who.final])
            case Turn.MISTYPES:
                await self._mistype(news, phase)
            case Turn.SENDS_TWICE:
                await self._order(news, self._orders(news, phase), copies=2)
            case Turn.IS_AWAY:
                await self._write(news, "auto-reply", ["I am away and will read your mail on my return."], robot=True)
                await self._order(news, self._orders(news, phase))
            case Turn.ASKS:
                await self._receipt(await self._write(news, "question", ["STATUS"]))
                await self._order(news, self._orders(news, phase))
            case Turn.IS_LATE:
                await asyncio.sleep((news.deadline + _LATE - datetime.now(UTC)).total_seconds())
                await self._receipt(await self._order(news, [_TOO_LATE], kind="late"))
            case None:
                await self._order(news, self._orders(news, phase))
        await self._stage.done(phase, self.power)

    async def _mistype(self, news: News, phase: str) -> None:
        """Type the end of an order with the hand in the wrong place; send the set again once a receipt complains."""
        orders = self._orders(news, phase)
        words = [self.who.phrasing.order(order) for order in orders]
        start, _, target = words[0].rpartition(" ")
        spoilt = [f"{start} {target.lower().translate(_ONE_KEY_OFF)}", *words[1:]]
        receipt = await self._receipt(await self._send(news, "mistyped", self.who.words(spoilt, final=True)))
        if receipt.remarks:
            await self._order(news, orders, kind="corrected")

    def _orders(self, news: News, phase: str) -> Sequence[Order]:
        """Return what was recorded; whoever ordered nothing lets everything hold."""
        recorded = self._record.orders[phase].get(self.power, ())
        return recorded or [Hold(read_unit(unit)) for unit in news.units_of(self.power)]

    async def _order(
        self, news: News, orders: Sequence[Order], *, final: bool = True, kind: str = "orders", copies: int = 1
    ) -> Sent:
        words = [self.who.phrasing.order(order) for order in orders]
        return await self._send(news, kind, self.who.words(words, final=final), copies=copies)

    async def _write(self, news: News, kind: str, lines: Sequence[str], *, robot: bool = False) -> Sent:
        return await self._send(news, kind, tuple(lines), robot=robot)

    async def _send(
        self, news: News, kind: str, lines: tuple[str, ...], *, copies: int = 1, robot: bool = False
    ) -> Sent:
        self._letters += 1
        message_id = f"<{self._letters}.{self.power.lower()}@{self.who.address.partition('@')[2]}>"
        draft = Draft(
            name=self.who.name,
            address=self.who.address,
            to=news.reply_to if self.who.uses_reply or robot else news.address,
            subject=f"Re: {news.subject}" if self.who.uses_reply else f"{self.power} {news.phase}",
            lines=lines,
            message_id=message_id,
            date=datetime.now(ZoneInfo(self.who.zone)),
            answers=news if self.who.uses_reply else None,
        )
        message: EmailMessage = programs.away(draft) if robot else self.who.pack(draft)
        sent = Sent(
            power=self.power,
            phase=self._record.names[news.phase],
            sender=self.who.address,
            to=draft.to,
            message_id=message_id,
            kind=kind,
            answers=0 if robot else 1,
            raw=message.as_bytes(),
        )
        await self._post(sent)
        for _ in range(copies - 1):
            await self._post(replace(sent, kind="copy", answers=0))
        return sent
