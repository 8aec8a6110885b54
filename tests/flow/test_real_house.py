"""flow: a phase by mail as in earnest: Postfix, Dovecot and PostgreSQL, with TLS and logins everywhere."""

from __future__ import annotations

import asyncio
import email
import email.policy
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from email.message import EmailMessage
from pathlib import Path

import pytest

from gm_daemon.cli.new import opening_of
from gm_daemon.config import load
from gm_daemon.mail.mailbox import Mailbox
from gm_daemon.mail.relay import Relay
from gm_daemon.running import Running, open_house
from tests.flow.house import POWERS, body, reply_to
from tests.postgresql import Cluster, fresh_database
from tests.servers.mail import GM, MailServers

DEADLINE = "8s"


def config_text(real: MailServers, database: str) -> str:
    people = "".join(f'[people.{power.lower()}]\naddress = "{power.lower()}@players.example.org"\n' for power in POWERS)
    seats = "".join(f'powers.{power} = "{power.lower()}"\n' for power in POWERS)
    return f"""
[director]
address = "director@players.example.org"
[mail]
address = "{GM}"
authserv_ids = ["{real.authserv_id}"]
[mail.imap]
host = "localhost"
port = {real.port("IMAPS")}
user = "gm"
password = "gm-pass"
ca_file = "{real.ca_file}"
[mail.smtp]
host = "localhost"
port = {real.port("SUBMISSION")}
tls = "starttls"
user = "gm"
password = "gm-pass"
ca_file = "{real.ca_file}"
per_minute = 1000
per_day = 1000
[database]
url = "{database}"
[deadline]
anchor = "exact"
s1901 = "{DEADLINE}"
{people}
[games.G1]
{seats}
"""


class Player:
    """A person with a mail program: reads over IMAP, answers through the provider's relay."""

    def __init__(self, name: str, mailbox: Mailbox, relay: Relay) -> None:
        self._address = f"{name}@players.example.org"
        self._mailbox = mailbox
        self._relay = relay
        self._read: list[EmailMessage] = []

    async def next_mail(self) -> EmailMessage:
        """Wait for a mail, and return it."""
        async with asyncio.timeout(30):
            while not self._read:
                async for batch in self._mailbox.new_letters("INBOX"):
                    self._mailbox.leave("INBOX", batch[0].uidvalidity, [mail.uid for mail in batch])
                    self._read += [_parsed(mail.raw) for mail in batch]
                if not self._read:
                    await self._mailbox.wait(10)
        return self._read.pop(0)

    async def answer(self, mail: EmailMessage, text: str) -> None:
        """Answer a mail."""
        message = EmailMessage(policy=email.policy.SMTP)
        message["From"], message["To"] = self._address, reply_to(mail)
        message["Subject"], message["In-Reply-To"] = f"Re: {mail['Subject']}", mail["Message-ID"]
        message.set_content(text)
        await self._relay.send(message.as_bytes(), self._address, reply_to(mail))


@asynccontextmanager
async def players(real: MailServers, *names: str) -> AsyncIterator[Mapping[str, Player]]:
    """Let people log in to their mail."""
    async with AsyncExitStack() as stack:
        yield {
            name: Player(
                name,
                await stack.enter_async_context(await Mailbox.open(real.imap(name))),
                await stack.enter_async_context(Relay(real.smtp(name))),
            )
            for name in names
        }


def _parsed(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


@pytest.mark.rule(id="C.3")
async def test_a_phase_over_real_servers(real: MailServers, cluster: Cluster, tmp_path: Path) -> None:
    """Two of seven order, get receipts, the deadline passes, and everybody reads what became of it."""
    file = tmp_path / "config.toml"
    async with fresh_database(cluster) as database, players(real, "france", "italy", "turkey") as people:
        file.write_text(config_text(real, database), "utf-8")
        settings = load(file)
        async with open_house(settings) as house:
            await house.daemon.begin(opening_of(settings.games["G1"], settings))
            running = Running(house)
            work = asyncio.create_task(running.run())
            try:
                openings = {name: await person.next_mail() for name, person in people.items()}
                await people["france"].answer(openings["france"], "A Par - Bur & Fleet Brest to the Channel")
                await people["italy"].answer(openings["italy"], "F Nap - ION\nA Ven hold")
                receipts = {name: await people[name].next_mail() for name in ("france", "italy")}
                results = {name: await person.next_mail() for name, person in people.items()}
            finally:
                running.stop()
                await work

    assert "Army Paris moves to Burgundy" in body(receipts["france"])
    assert "| F NAP - ION" in body(receipts["italy"])
    for name, mail in results.items():
        assert mail["Subject"] == "[G1] Spring 1901: results; next: Fall 1901", name
        assert "the deadline has passed" in body(mail)
        for line in ("| A PAR - BUR", "| F BRE - ENG", "| F NAP - ION", "| A CON H"):
            assert line in body(mail), (name, line)
