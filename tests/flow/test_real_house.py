"""flow: a phase by mail over Postfix and Dovecot, with TLS and logins on both sides."""

from __future__ import annotations

import asyncio
import email.policy
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from gm_daemon.cli.new import opening_of
from gm_daemon.config import load
from gm_daemon.mail.mailbox import Mailbox
from gm_daemon.mail.relay import Relay
from gm_daemon.running import Running, open_house
from tests.flow.house import body, reply_to
from tests.servers.real import imap, missing, running, smtp

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

CONFIG = """
[director]
address = "carol@players.example.org"
[mail]
address = "gm@play.example.org"
[mail.imap]
host = "localhost"
port = {RMS_IMAPS_PORT}
user = "gm"
password = "gm-pass"
ca_file = "{RMS_CA_FILE}"
[mail.smtp]
host = "localhost"
port = {RMS_SUBMISSION_PORT}
tls = "starttls"
user = "gm"
password = "gm-pass"
ca_file = "{RMS_CA_FILE}"
[deadline]
anchor = "exact"
s1901 = "8s"
[people.alice]
address = "alice@players.example.org"
[people.bob]
address = "bob@players.example.org"
[games.G1]
powers.France = "alice"
powers.Italy = "bob"
"""


@pytest.fixture(scope="module")
def real() -> Iterator[dict[str, str]]:
    with running() as settings:
        yield settings


async def next_mail(mailbox: Mailbox) -> EmailMessage:
    """Wait for a person's next mail and file it away."""
    async with asyncio.timeout(30):
        while True:
            async for batch in mailbox.new_letters("INBOX"):
                await mailbox.file_away("INBOX", [batch[0].uid])
                message = email.message_from_bytes(batch[0].raw, policy=email.policy.default)
                assert isinstance(message, EmailMessage)
                return message
            await mailbox.wait(5)


async def test_a_phase_over_real_servers(real: dict[str, str], tmp_path: Path) -> None:
    """Nobody vouches for senders here, so orders come by the secret reply address; silence holds at the deadline."""
    file = tmp_path / "config.toml"
    file.write_text(CONFIG.format(**real), "utf-8")
    settings = load(file)
    async with (
        open_house(settings) as house,
        await Mailbox.open(imap(real, "alice")) as alice,
        await Mailbox.open(imap(real, "bob")) as bob,
        Relay(smtp(real, "alice")) as relay,
    ):
        await house.daemon.begin(opening_of(settings.games["G1"], settings))
        daemon = Running(house)
        work = asyncio.create_task(daemon.run())
        try:
            opening = await next_mail(alice)
            letter = (
                f"From: alice@players.example.org\r\nTo: {reply_to(opening)}\r\nMessage-ID: <1@players.example.org>\r\n"
                "Subject: Re: orders\r\n\r\nA Par - Bur, Fleet Brest to the Channel\r\n"
            )
            await relay.send(letter.encode(), "alice@players.example.org", reply_to(opening))
            receipt, results = await next_mail(alice), await next_mail(alice)
            others = [await next_mail(bob), await next_mail(bob)]
        finally:
            daemon.stop()
            await work

    assert "you play France" in body(opening)
    assert "Army Paris moves to Burgundy" in body(receipt)
    assert "| F BRE - ENG moved, unopposed" in body(results)
    assert [mail["Subject"] for mail in others] == [
        "[G1] You play Italy: Spring 1901",
        "[G1] Spring 1901: results; next: Fall 1901",
    ]
