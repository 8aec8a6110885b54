"""daemon: one transaction a letter, and what happens when our own code fails."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from jinja2 import PackageLoader, PrefixLoader

from gm_daemon.cli.new import opening_of
from gm_daemon.config import Settings, load
from gm_daemon.daemon import Daemon
from gm_daemon.outbox.compose import Composer
from gm_daemon.outbox.post import PostOffice
from gm_daemon.running import template_loader
from gm_daemon.store import clocks, games, journal, letters, outbox, people
from gm_daemon.store.engine import Store, open_store
from gm_daemon.store.letters import Arrival, StoredLetter
from gm_daemon.store.outbox import QueuedMail

NOON = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
SECRET = b"0123456789abcdef"
CONFIG = """
[director]
address = "director@example.org"
[mail]
address = "gm@play.example.org"
authserv_ids = ["mx.play.example.org"]
[mail.imap]
host = "localhost"
tls = "none"
user = "gm"
password = "x"
[mail.smtp]
host = "localhost"
tls = "none"
[people.ann]
address = "ann@example.org"
[people.bob]
address = "bob@example.org"
[games.G1]
powers.France = "ann"
powers.Italy = "bob"
[games.G2]
powers.Turkey = "ann"
"""
VOUCHED = "Authentication-Results: mx.play.example.org; dmarc=pass header.from=example.org\r\n"


class Desk:
    """A daemon with its store, and a clock that stands still."""

    def __init__(self, settings: Settings, store: Store, daemon: Daemon) -> None:
        self.settings = settings
        self.store = store
        self.daemon = daemon
        self._uid = 0

    async def letter(self, raw: str, *, folder: str = "INBOX") -> StoredLetter:
        """Store a mail as the mailbox loop does, and return it."""
        self._uid += 1
        async with self.store.transaction() as session:
            await letters.keep(session, [Arrival(folder, 1, self._uid, NOON, raw.encode(), truncated=False)])
            return (await letters.unread(session, 10))[-1]

    async def receive(self, raw: str, *, folder: str = "INBOX") -> list[QueuedMail]:
        """Let a mail act; return the mails that it queued."""
        before = {mail.id for mail in await self.queued()}
        await self.daemon.receive(await self.letter(raw, folder=folder))
        return [mail for mail in await self.queued() if mail.id not in before]

    async def queued(self) -> list[QueuedMail]:
        async with self.store.transaction() as session:
            return await outbox.due(session, NOON, 100)

    async def steps(self) -> int:
        """Return how many inputs game G1 has taken."""
        async with self.store.transaction() as session:
            game = await games.game_named(session, "G1")
            assert game is not None
            assert len(await journal.entries(session, game.id)) == game.steps
            return game.steps


@asynccontextmanager
async def desk(folder: Path, loader: PrefixLoader | None = None, *names: str) -> AsyncIterator[Desk]:
    file = folder / "config.toml"
    file.write_text(CONFIG, "utf-8")
    settings = load(file)
    store = await open_store(settings.database)
    whole = PostOffice(Composer(template_loader()), settings.mail.address, "GM", SECRET)
    given = whole if loader is None else PostOffice(Composer(loader), settings.mail.address, "GM", SECRET)
    async with store.transaction() as session:
        await people.save_people(session, (*settings.people.values(), settings.director))
        everybody = await people.everybody(session)
    starter = Daemon(settings, everybody, store, whole, secret=SECRET, clock=lambda: NOON)
    for name in names or ("G1",):
        await starter.begin(opening_of(settings.games[name], settings))
    try:
        yield Desk(settings, store, Daemon(settings, everybody, store, given, secret=SECRET, clock=lambda: NOON))
    finally:
        await store.close()


def mail(
    text: str, *, sender: str = "ann@example.org", subject: str = "orders", number: int = 1, head: str = VOUCHED
) -> str:
    fields = (
        f"From: {sender}\r\nTo: gm@play.example.org\r\nMessage-ID: <{number}@example.org>\r\nSubject: {subject}\r\n"
    )
    return f"{head}{fields}\r\n{text}\r\n"


async def test_a_letter_is_one_step_with_one_answer(tmp_path: Path) -> None:
    async with desk(tmp_path) as seated:
        answers = await seated.receive(mail("A PAR - BUR"))

        assert [answer.recipient for answer in answers] == ["ann@example.org"]
        assert await seated.steps() == 2


async def test_what_crashes_our_code_is_set_aside_and_the_next_letter_is_read(tmp_path: Path) -> None:
    """Here the receipt's template is missing: nothing of the letter's step may remain."""
    house_alone = PrefixLoader({"house": PackageLoader("gm_daemon.outbox", "templates")})
    async with desk(tmp_path, house_alone) as seated:
        told = await seated.receive(mail("A PAR - BUR"))

        assert sorted(answer.recipient for answer in told) == ["ann@example.org", "director@example.org"]
        assert b"by our fault" in told[-1].raw + told[0].raw
        assert await seated.steps() == 1
        async with seated.store.transaction() as session:
            assert await letters.unread(session, 10) == []


async def test_a_clock_that_was_fired_before_does_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as seated:
        async with seated.store.transaction() as session:
            clock = await clocks.next_set(session)
        assert clock is not None
        await seated.daemon.fire(clock)
        await seated.daemon.fire(clock)

        assert await seated.steps() == 2


async def test_a_game_is_begun_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as seated:
        with pytest.raises(ValueError, match="there is a game 'G1' already"):
            await seated.daemon.begin(opening_of(seated.settings.games["G1"], seated.settings))


@pytest.mark.parametrize(
    ("subject", "text", "template"),
    [
        ("[G2] my orders", "A CON - BUL", b"[G2] Turkey"),
        ("Re: [g1] Spring", "A PAR - BUR", b"[G1] France"),
        ("orders", "A PAR - BUR", b"Which game is your mail for?"),
    ],
)
async def test_which_game_a_letter_is_for(tmp_path: Path, subject: str, text: str, template: bytes) -> None:
    async with desk(tmp_path, None, "G1", "G2") as seated:
        (answer,) = await seated.receive(mail(text, subject=subject))

        assert b"Subject: " + template in answer.raw


async def test_a_registered_person_without_a_seat_is_told(tmp_path: Path) -> None:
    async with desk(tmp_path, None, "G2") as seated:
        (answer,) = await seated.receive(mail("A ROM - VEN", sender="bob@example.org"))

        assert b"you have no seat" in answer.raw


async def test_a_failed_check_is_never_obeyed_nor_answered(tmp_path: Path) -> None:
    async with desk(tmp_path) as seated:
        assert await seated.receive(mail("A PAR - BUR", head=VOUCHED.replace("pass", "fail"))) == []
        assert await seated.steps() == 1


async def test_a_token_of_somebody_else_proves_nothing(tmp_path: Path) -> None:
    """Ann's secret address, which Bob may have seen quoted, does not let Bob's unverified mail count as Bob's."""
    async with desk(tmp_path) as seated:
        (own,) = await seated.receive(mail("STATUS"))
        reply_to = next(line for line in own.raw.decode().splitlines() if line.startswith("Reply-To"))
        token = reply_to.partition("<")[2].removesuffix(">")
        unverified = mail("A ROM - VEN", sender="bob@example.org", head="", number=2)
        (question,) = await seated.receive(unverified.replace("gm@play.example.org", token))

        assert question.recipient == "bob@example.org"
        assert b"does not count yet" in question.raw
        assert await seated.steps() == 2


BOUNCE = """Return-Path: <>
From: MAILER-DAEMON@mx.example.org
To: {to}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

It did not work.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; {recipient}
Action: {action}
Status: 5.1.1
Diagnostic-Code: smtp; 550 no such user
--b--
"""


@pytest.mark.parametrize(
    ("recipient", "action", "told"),
    [
        ("ann@example.org", "failed", 1),
        ("ann@example.org", "delayed", 0),
        ("somebody@else.example", "failed", 0),
    ],
)
@pytest.mark.rule(id="RFC 3464 §2.3")
async def test_a_bounce_is_told_to_the_director(tmp_path: Path, recipient: str, action: str, told: int) -> None:
    async with desk(tmp_path) as seated:
        row = next(mail.id for mail in await seated.queued() if mail.recipient == "ann@example.org")
        raw = BOUNCE.format(to=f"gm+b.{row}@play.example.org", recipient=recipient, action=action)
        news = await seated.receive(raw)

        assert [mail.recipient for mail in news] == ["director@example.org"] * told
        # The same report again is no news.
        assert await seated.receive(raw.replace("It did", "It really did")) == []


async def test_junk_of_a_registered_person_counts(tmp_path: Path) -> None:
    async with desk(tmp_path) as seated:
        (answer,) = await seated.receive(mail("A PAR - BUR"), folder="Junk")

        assert b"set 1 received" in answer.raw


async def test_somebody_who_left_the_config_keeps_the_seat(tmp_path: Path) -> None:
    """Results still reach them, and their orders still count, until the director seats somebody else."""
    async with desk(tmp_path) as seated:
        async with seated.store.transaction() as session:
            await people.save_people(session, [seated.settings.people["bob"], seated.settings.director])

            assert sorted(await people.everybody(session)) == ["ann", "bob", "director"]

        (answer,) = await seated.receive(mail("A PAR - BUR"))

        assert answer.recipient == "ann@example.org"


async def test_people_follow_the_config(tmp_path: Path) -> None:
    async with desk(tmp_path) as seated, seated.store.transaction() as session:
        await people.save_people(session, seated.settings.people.values())

        assert await people.person_at(session, "ann@example.org") == "ann"
