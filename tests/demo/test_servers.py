"""tests: the embedded servers deliver as real ones do."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime

import pytest

from gm_daemon.demo.servers import Delivered, EmbeddedServers
from gm_daemon.mail.authentication import Auth, verdict
from gm_daemon.mail.mailbox import Fetched, Mailbox
from gm_daemon.mail.reading import read_letter
from gm_daemon.mail.relay import Relay
from gm_daemon.mail.settings import ImapSettings, SmtpSettings, Tls

GM = "gm@play.example.org"
ANN = "ann@players.example"
FORGED = (
    b"Authentication-Results: mx.play.example.org;\r\n dmarc=pass header.from=evil.example\r\n"
    b"authentication-results: other.example; none\r\n"
)


def imap(servers: EmbeddedServers) -> ImapSettings:
    return ImapSettings("127.0.0.1", GM, servers.imap_port, Tls.NONE, password="secret", timeout=5)


def relay(servers: EmbeddedServers) -> Relay:
    return Relay(SmtpSettings("127.0.0.1", servers.smtp_port, Tls.NONE, timeout=5))


async def inbox(servers: EmbeddedServers) -> list[Fetched]:
    async with await Mailbox.open(imap(servers)) as mailbox:
        return [mail async for batch in mailbox.new_letters("INBOX") for mail in batch]


async def test_mail_for_the_game_master_is_stamped() -> None:
    """Any plus address reaches the mailbox, with the time, the address and the verdict of our server."""
    raw = FORGED + b"From: Ann\r\n <ann@players.example>\r\nTo: gm\r\n\r\nA Par - Bur\r\n"
    before = datetime.now(UTC).replace(microsecond=0)
    async with EmbeddedServers() as servers, relay(servers) as players:
        await players.send(raw, ANN, "GM+token.x@play.example.org")
        (mail,) = await inbox(servers)
    letter = read_letter(mail.raw)

    assert before <= mail.arrived <= datetime.now(UTC)
    assert "gm+token.x@play.example.org" in letter.recipients
    assert letter.authentication_results == (
        "mx.play.example.org; dmarc=pass header.from=players.example",
        "other.example; none",
    )
    assert verdict(letter.authentication_results, servers.authserv_id, letter.sender) is Auth.PASS
    assert mail.raw.endswith(raw.removeprefix(FORGED))
    assert [received.raw for received in servers.received] == [mail.raw]


async def test_players_answer_what_they_get() -> None:
    """A callback plays the players; what it sends comes back to the mailbox."""
    async with EmbeddedServers() as servers:

        async def play(delivered: Delivered) -> None:
            async with relay(servers) as player:
                await player.send(b"From: ann@players.example\r\n\r\nA Par - Bur\r\n", delivered.recipient, GM)

        servers.play(play)
        async with relay(servers) as master, await Mailbox.open(imap(servers)) as mailbox:
            await master.send(b"From: gm@play.example.org\r\n\r\nSpring 1901\r\n", GM, ANN)
            while not servers.received:
                await mailbox.wait(5)

    assert [mail.recipient for mail in servers.delivered] == [ANN]
    assert servers.received[0].envelope_from == ANN


async def test_player_that_fails_is_heard_of() -> None:
    """An error in the callback is no silence."""

    async def fail(delivered: Delivered) -> None:
        raise RuntimeError(delivered.recipient)

    async def run() -> None:
        async with EmbeddedServers(players=fail) as servers, relay(servers) as master:
            await master.send(b"\r\n", GM, ANN)

    with pytest.raises(RuntimeError, match=ANN):
        await run()


async def test_mail_stays_when_connections_are_cut() -> None:
    """Restarted servers keep their mail and its numbers."""
    async with EmbeddedServers() as servers:
        await servers.deliver(b"Subject: kept\r\n\r\n")
        before = await inbox(servers)
        await servers.drop_connections()

        assert before == await inbox(servers)


async def test_given_ports_are_used() -> None:
    """The next servers on the same ports find them free."""
    async with EmbeddedServers() as first:
        ports = first.imap_port, first.smtp_port
    async with EmbeddedServers(imap_port=ports[0], smtp_port=ports[1]) as second:
        assert (second.imap_port, second.smtp_port) == ports


async def test_open_connections_do_not_keep_the_servers(caplog: pytest.LogCaptureFixture) -> None:
    """Whoever still waits is cut off, and nothing is complained about."""
    caplog.set_level(logging.WARNING)
    async with EmbeddedServers() as servers:
        mailbox = await Mailbox.open(imap(servers))
        sender = relay(servers)
        await sender.send(b"\r\n", GM, ANN)
        await mailbox.wait(0)
        waiting = asyncio.create_task(mailbox.wait(60))
        await (await Mailbox.open(imap(servers))).close()
    with pytest.raises(Exception, match="lost"):
        await asyncio.wait_for(waiting, 5)
    await sender.close()
    await mailbox.close()

    assert caplog.records == []
