"""tests: the daemon's loops in this process, against embedded servers on loopback, with a real database file."""

from __future__ import annotations

import asyncio
import email
import email.message
import email.policy
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email.message import EmailMessage
from pathlib import Path

from gm_daemon.cli.new import opening_of
from gm_daemon.config import Settings, load
from gm_daemon.demo.servers import Delivered, EmbeddedServers
from gm_daemon.running import House, Running, open_house

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
GM = "gm@play.example.org"
_PATIENCE = 20.0


def config_text(servers: EmbeddedServers, *, s1901: str = "60s", authentication: str = "strict") -> str:
    """Return a config for game G1, where each power is played by a person of its name."""
    people = "".join(f'[people.{power.lower()}]\naddress = "{power.lower()}@players.example.org"\n' for power in POWERS)
    seats = "".join(f'powers.{power} = "{power.lower()}"\n' for power in POWERS)
    return f"""
[director]
address = "director@example.org"
[mail]
address = "{GM}"
authentication = "{authentication}"
authserv_ids = ["{servers.authserv_id}"]
[mail.imap]
host = "127.0.0.1"
port = {servers.imap_port}
tls = "none"
user = "{servers.address}"
password = "{servers.password}"
poll = "2s"
[mail.smtp]
host = "127.0.0.1"
port = {servers.smtp_port}
tls = "none"
per_minute = 100000
per_day = 100000
[deadline]
anchor = "exact"
s1901 = "{s1901}"
move = "60s"
retreat = "60s"
winter = "60s"
{people}
[games.G1]
{seats}
"""


class Table:
    """A running daemon and the mail of everybody round it."""

    def __init__(self, servers: EmbeddedServers, house: House, running: Running | None) -> None:
        self.servers = servers
        self.house = house
        self.running = running
        self._sent = 0

    def mails_to(self, person: str) -> list[EmailMessage]:
        """Return what a person has got, in order."""
        address = f"{person}@players.example.org" if "@" not in person else person
        return [_parsed(mail) for mail in self.servers.delivered if mail.recipient == address]

    async def send(
        self, person: str, text: str, *, subject: str = "orders", to: str = GM, headers: dict[str, str] | None = None
    ) -> None:
        """Let a person mail the game master, through their provider, which vouches for them."""
        self._sent += 1
        sender = f"{person}@players.example.org" if "@" not in person else person
        message = EmailMessage(policy=email.policy.SMTP)
        message["From"], message["To"], message["Subject"] = sender, to, subject
        message["Message-ID"] = f"<{self._sent}.{person}@players.example.org>"
        for name, value in (headers or {}).items():
            del message[name]
            message[name] = value
        message.set_content(text)
        await self.servers.take(sender, to.lower(), message.as_bytes())

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; the test fails when it does not within some seconds."""
        async with asyncio.timeout(_PATIENCE):
            while not holds():  # noqa: ASYNC110 - what is waited for is another program's doing
                await asyncio.sleep(0.01)

    async def answer(self, person: str, count: int) -> EmailMessage:
        """Wait for a person's mail number `count`, from 1, and return it."""
        await self.until(lambda: len(self.mails_to(person)) >= count)
        return self.mails_to(person)[count - 1]


@asynccontextmanager
async def table(folder: Path, **settings: str) -> AsyncIterator[Table]:
    """Run a daemon with game G1 made; stop it at the end."""
    async with EmbeddedServers() as servers:
        file = folder / "config.toml"
        file.write_text(config_text(servers, **settings), "utf-8")
        async with running_house(load(file), servers) as seated:
            yield seated


@asynccontextmanager
async def running_house(settings: Settings, servers: EmbeddedServers, *, fresh: bool = True) -> AsyncIterator[Table]:
    """Run a daemon on these settings; `fresh` makes the game first."""
    async with open_house(settings) as house:
        if fresh:
            await house.daemon.begin(opening_of(settings.games["G1"], settings))
        running = Running(house)
        work = asyncio.create_task(running.run())
        try:
            yield Table(servers, house, running)
        finally:
            running.stop()
            await work


def body(message: EmailMessage) -> str:
    """Return the words of a mail, whatever the line breaks between them."""
    content = message.get_content()
    assert isinstance(content, str)
    return " ".join(content.split())


def reply_to(message: EmailMessage) -> str:
    """Return the address that an answer to a mail goes to."""
    (address,) = message["Reply-To"].addresses
    return f"{address.addr_spec}"


def _parsed(mail: Delivered) -> EmailMessage:
    message = email.message_from_bytes(mail.raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message
