"""demo: play the recorded game by mail: servers, the real daemon, seven correspondents, and what came of it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import aiosmtplib

from gm_daemon.config import load
from gm_daemon.demo.child import Child
from gm_daemon.demo.findings import Got, findings
from gm_daemon.demo.folder import GAME, Folder
from gm_daemon.demo.news import Kind, read_news
from gm_daemon.demo.people import CORRESPONDENTS, Correspondent
from gm_daemon.demo.players import Player, Sent, Stage
from gm_daemon.demo.record import Record, recorded_game
from gm_daemon.demo.servers import HOST, Delivered, EmbeddedServers
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.formats.dwc.ending import end_in_words
from gm_daemon.formats.dwc.game import game_from_document
from gm_daemon.store import games, outbox
from gm_daemon.store.reading import open_to_read

# Longer than any deadline, and than a slow machine needs between two mails.
_SILENCE = 90.0
_LAST_ANSWERS = 20.0
_LOOK = 0.1


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a game is: phases closed out of all, mails both ways, and the open phase's title."""

    closed: int
    phases: int
    mails: int
    open: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a game. `differences` is empty when all is as it must be.

    `again` counts the mails that came a second time with the same Message-ID and bytes, `kills` the daemon's deaths.
    """

    end: str
    differences: tuple[str, ...]
    letters: tuple[Sent, ...]
    mails: tuple[Got, ...]
    kills: int
    seconds: float

    @property
    def again(self) -> int:
        """Return how many mails came a second time, as the same mail."""
        return sum(mail.again for mail in self.mails)


# Called with each mail, either way; a number is the seconds until the daemon is to be killed.
Strike = Callable[[Sent | Got], float | None]


class Play:
    """One game, played once.

    `folder` is where everything is left, `seed` decides who plays what, `watch` is told of progress, and `strike` may
    have the daemon killed with SIGKILL at any moment; it is started again at once.
    """

    def __init__(
        self,
        folder: Path,
        *,
        seed: int = 1,
        watch: Callable[[Progress], None] = lambda progress: None,
        strike: Strike = lambda mail: None,
    ) -> None:
        self._folder = Folder(folder)
        self._record: Record = recorded_game()
        self._seats = seated(seed)
        self._watch = watch
        self._strike = strike
        self._letters: list[Sent] = []
        self._mails: list[Got] = []
        self._raws: dict[str, bytes] = {}
        self._closed: list[str] = []
        self._last = time.monotonic()
        self._trouble = ""
        self._kills = 0
        self._strikes: set[asyncio.Task[None]] = set()
        self._child = Child(self._folder.config, self._folder.log)
        self._hand = asyncio.Lock()

    async def run(self) -> Outcome:
        """Play the game to its end. Raises InputError when the folder cannot be used."""
        began = time.monotonic()
        async with EmbeddedServers(players=self._delivered) as servers:
            self._servers = servers
            stage = Stage()
            self._players = {
                power: Player(who, power, self._record, stage, self._post) for power, who in self._seats.items()
            }
            self._folder.write_config(servers, self._seats)
            try:
                if await self._child.make_game(GAME) != 0:
                    self._trouble = f"`gm-daemon new` failed: {self._folder.log} says why"
                else:
                    await self._child.start()
                    await self._until_over()
                    await self._until_answered()
            finally:
                for strike in self._strikes:
                    strike.cancel()
                await self._child.stop()
        return await self._outcome(time.monotonic() - began)

    async def _until_over(self) -> None:
        lives = asyncio.gather(*(player.live() for player in self._players.values()))
        self._last = time.monotonic()
        while not lives.done() and not self._trouble:
            await asyncio.wait({lives}, timeout=_LOOK)
            if self._child.ended():
                self._trouble = f"the daemon ended by itself: {self._folder.log} says why"
            elif time.monotonic() - self._last > _SILENCE:
                self._trouble = f"no mail came for {_SILENCE:.0f} seconds: {self._folder.log} may say why"
        lives.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await lives

    async def _until_answered(self) -> None:
        """Wait for the answers that are still under way: results go before receipts."""
        ends = time.monotonic() + _LAST_ANSWERS
        while self._findings() and not self._trouble and time.monotonic() < ends:  # noqa: ASYNC110 - another program's
            await asyncio.sleep(_LOOK)

    def _findings(self) -> list[str]:
        return findings(self._letters, self._mails, self._record.names, self._seats)

    async def _post(self, sent: Sent) -> None:
        """Send a player's letter over SMTP, as their provider does."""
        self._letters.append(sent)
        self._note(sent, sent.phase, f"from-{sent.power.lower()}", sent.kind)
        await aiosmtplib.send(
            sent.raw,
            sender=sent.sender,
            recipients=[sent.to],
            hostname=HOST,
            port=self._servers.smtp_port,
            start_tls=False,
        )

    async def _delivered(self, delivery: Delivered) -> None:
        """Take a mail of the daemon to whom it is for."""
        news = read_news(delivery.raw)
        power = next((power for power, who in self._seats.items() if who.address == delivery.recipient), "")
        again = self._raws.setdefault(news.message_id, delivery.raw) == delivery.raw and any(
            mail.news.message_id == news.message_id for mail in self._mails
        )
        got = Got(power, delivery.recipient, news, delivery.raw, again)
        self._mails.append(got)
        if news.kind in {Kind.RESULTS, Kind.OVER} and news.closed not in self._closed:
            self._turn_page(news.closed)
        phase = self._record.names.get(news.closed or news.phase, "")
        self._note(got, phase, f"to-{power.lower() or 'director'}", news.kind.value + ("-again" if again else ""))
        if power:
            self._players[power].read(delivery.raw)

    def _turn_page(self, closed: str) -> None:
        expected = list(self._record.names)[len(self._closed)]
        self._closed.append(closed)
        if closed != expected:
            self._trouble = f"the game left the record: {closed} closed where {expected} was to be played"

    def _note(self, mail: Sent | Got, phase: str, direction: str, kind: str) -> None:
        self._last = time.monotonic()
        number = len(self._letters) + len(self._mails)
        self._folder.keep_mail(number, phase, direction, kind, mail.raw)
        titles = list(self._record.names)
        open_phase = titles[len(self._closed)] if len(self._closed) < len(titles) else ""
        self._watch(Progress(len(self._closed), len(titles), number, open_phase))
        pause = self._strike(mail)
        if pause is not None:
            strike = asyncio.get_running_loop().create_task(self._kill(pause))
            self._strikes.add(strike)
            strike.add_done_callback(self._strikes.discard)

    async def _kill(self, pause: float) -> None:
        await asyncio.sleep(pause)
        async with self._hand:
            await self._child.kill()
            self._kills += 1
            await self._child.start()

    async def _outcome(self, seconds: float) -> Outcome:
        differences = [self._trouble] if self._trouble else self._findings()
        end = "The game did not end."
        if self._folder.database.exists():
            async with open_to_read(load(self._folder.config).database) as session:
                stored = await games.game_named(session, GAME)
                queued, failed = await outbox.waiting(session)
            if queued or failed:
                differences.append(f"{queued} mails were never sent, {failed} could not be delivered")
            game = None if stored is None else game_from_document(stored.state)
            if game is not None and game.end is not None:
                end = end_in_words(game.end)
                differences += self._record.differences(game.position, game.end.powers)
            elif not differences:
                differences.append("the game did not end")
        return Outcome(end, tuple(differences), tuple(self._letters), tuple(self._mails), self._kills, seconds)


def seated(seed: int) -> Mapping[str, Correspondent]:
    """Return who plays which power: the same for the same seed."""
    people = list(CORRESPONDENTS)
    random.Random(seed).shuffle(people)  # noqa: S311 - a demo, not a draw
    return dict(zip(standard_board().powers, people, strict=True))
