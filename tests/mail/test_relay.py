"""tests: sending through a real SMTP server, and through scripted ones for what that server never does."""

from __future__ import annotations

import asyncio
import ssl
from base64 import b64decode
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from gm_daemon.demo.servers import EmbeddedServers
from gm_daemon.mail.errors import LoginRefused, MailError, Permanent, Temporary, Unsupported
from gm_daemon.mail.relay import Relay
from gm_daemon.mail.settings import SmtpSettings, Tls
from tests.cases import case
from tests.mail.scripted import Smtp, listening

CERTIFICATE = Path(__file__).parent / "tls" / "localhost.pem"
GM = "gm@play.example.org"
ANN = "ann@example.org"
MAIL = b"From: gm@play.example.org\r\nSubject: S1901M\r\n\r\n.A PAR - BUR: moved\r\n"
LOGIN = SmtpSettings("127.0.0.1", tls=Tls.NONE, user=GM, password="secret", timeout=5)


@pytest.fixture
async def servers() -> AsyncIterator[EmbeddedServers]:
    async with EmbeddedServers() as running:
        yield running


async def token() -> str:
    return "a-secret-token"


async def test_mail_arrives_as_it_was_sent(servers: EmbeddedServers) -> None:
    """Every byte, the dot at the start of a line too, on one connection."""
    async with Relay(replace(LOGIN, port=servers.smtp_port)) as relay:
        await relay.send(MAIL, "gm+b.1@play.example.org", ANN)
        await relay.send(MAIL + "é\r\n".encode(), GM, "bob@example.org")

    assert [mail.raw for mail in servers.delivered] == [MAIL, MAIL + "é\r\n".encode()]
    assert [mail.recipient for mail in servers.delivered] == [ANN, "bob@example.org"]
    assert servers.delivered[0].envelope_from == "gm+b.1@play.example.org"


async def test_recipients_beyond_ascii(servers: EmbeddedServers) -> None:
    """RFC 6531, where the relay can."""
    async with Relay(replace(LOGIN, port=servers.smtp_port)) as relay:
        await relay.send(MAIL, GM, "zoë@bücher.example")

    assert servers.delivered[0].recipient == "zoë@bücher.example"


@pytest.mark.parametrize(
    ("reply", "error", "code"),
    [
        case("RFC 5321 §4.2.1", "later", "450 4.7.1 later", Temporary, 450),
        case("RFC 5321 §4.2.1", "never", "550 5.1.1 nobody here", Permanent, 550),
        case("RFC 5321 §4.2.1", "limit of the day", "550 5.4.5 Daily sending limit", Temporary, 550),
        case("RFC 4954 §6", "login wanted", "530 5.7.0 log in first", LoginRefused, None),
    ],
)
async def test_refused_recipient(
    servers: EmbeddedServers, reply: str, error: type[MailError], code: int | None
) -> None:
    """One refusal concerns one mail; the next one goes out on the same connection."""
    servers.refusals["gone@example.org"] = reply
    async with Relay(replace(LOGIN, port=servers.smtp_port)) as relay:
        with pytest.raises(error) as caught:
            await relay.send(MAIL, GM, "gone@example.org")
        await relay.send(MAIL, GM, ANN)

    assert getattr(caught.value, "code", None) == code
    assert len(servers.delivered) == 1


async def test_check_logs_in(servers: EmbeddedServers) -> None:
    """It says what the password is worth, and sends nothing."""
    settings = replace(LOGIN, port=servers.smtp_port)
    await Relay(settings).check()
    with pytest.raises(LoginRefused, match="535") as caught:
        await Relay(replace(settings, password="wrong-one")).check()

    assert "wrong-one" not in str(caught.value)
    assert servers.delivered == []


@pytest.mark.parametrize(
    ("server", "oauth", "error"),
    [
        case("RFC 5321 §3.1", "busy", Smtp(greeting="421 busy"), False, Temporary),
        case("RFC 5321 §3.1", "not for us", Smtp(greeting="554 no"), False, Temporary),
        case("RFC 5321 §3.8", "hangs up at DATA", Smtp({"DATA": [""]}), False, Temporary),
        case("RFC 5321 §3.8", "hangs up at the end", Smtp({"END": [""]}), False, Temporary),
        case("RFC 5321 §4.2.1", "content refused", Smtp({"END": ["554 5.6.0 spam"]}), False, Permanent),
        case("RFC 5321 §4.2.1", "content later", Smtp({"END": ["451 4.3.0 full"]}), False, Temporary),
        case("RFC 5321 §4.2.1", "sender refused", Smtp({"MAIL": ["550 5.7.1 not yours"]}), False, Permanent),
        case("RFC 4954 §6", "password refused", Smtp({"AUTH": ["535 5.7.8 no"]}), False, LoginRefused),
        case("RFC 4954 §6", "login later", Smtp({"AUTH": ["454 4.7.0 later"]}), False, Temporary),
        case("RFC 4954 §3", "no logins", Smtp({"EHLO": ["250 here"]}), False, Unsupported),
        case("RFC 7628 §3.2", "token refused", Smtp({"AUTH": ["334 eyJ9"], "": ["535 no"]}), True, LoginRefused),
        case("RFC 7628 §3.2", "no tokens", Smtp({"EHLO": ["250-a\r\n250 AUTH PLAIN"]}), True, Unsupported),
    ],
)  # fmt: skip
async def test_servers_that_fail(server: Smtp, oauth: bool, error: type[MailError]) -> None:
    """Each way has its own error, without the secrets."""
    async with server.running():
        settings = replace(LOGIN, port=server.port, token=token if oauth else None)
        async with Relay(settings) as relay:
            with pytest.raises(error) as caught:
                await relay.send(MAIL, GM, ANN)

    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "end",
    [case("RFC 5321 §3.8", "silently", ""), case("RFC 5321 §3.8", "with 421", "421 4.4.2 idle too long")],
)
async def test_kept_connection_that_the_server_closed(end: str) -> None:
    """The next mail goes out on a new one, and nobody hears of it."""
    server = Smtp({"MAIL": ["250 fine", end, "250 fine"]})
    async with server.running(), Relay(replace(LOGIN, port=server.port)) as relay:
        await relay.send(MAIL, GM, ANN)
        await relay.send(MAIL, GM, ANN)

    assert server.connections == 2


async def test_silent_server() -> None:
    """No answer within the timeout is temporary."""

    async with listening(lambda reader, writer: reader.read()) as port:  # type: ignore[arg-type, return-value]
        with pytest.raises(Temporary):
            await Relay(replace(LOGIN, port=port, timeout=0.1)).check()


async def test_nobody_listens() -> None:
    """A closed port is temporary, and named."""
    async with Smtp().running() as server:
        port = server.port
    with pytest.raises(Temporary, match=f":{port}"):
        await Relay(replace(LOGIN, port=port)).check()


async def test_oauth_login() -> None:
    """XOAUTH2 with the token of the moment."""
    server = Smtp()
    async with server.running():
        await Relay(replace(LOGIN, port=server.port, token=token, password="")).check()
    sent = next(line for line in server.commands if line.startswith("AUTH")).split()[-1]

    assert b64decode(sent) == b"user=gm@play.example.org\x01auth=Bearer a-secret-token\x01\x01"


async def test_token_that_cannot_be_read() -> None:
    """Whatever renews it may write it later; the words name the file."""

    async def unreadable() -> str:
        raise OSError("cannot read /run/token: No such file or directory")

    async with Smtp().running() as server:
        with pytest.raises(Temporary, match="/run/token: No such file"):
            await Relay(replace(LOGIN, port=server.port, token=unreadable)).check()


async def test_token_that_does_not_come() -> None:
    """Nobody waits for it longer than for a server."""

    async def mute() -> str:
        await asyncio.Event().wait()
        raise AssertionError

    async with Smtp().running() as server:
        settings = replace(LOGIN, port=server.port, token=mute, timeout=0.1)
        with pytest.raises(Temporary, match="no OAuth token"):
            await asyncio.wait_for(Relay(settings).check(), 5)


@pytest.mark.parametrize("recipient", ["a b\r\nRCPT TO:<x@example.org>", "zoë@example.org"])
async def test_recipients_that_cannot_be_written(recipient: str) -> None:
    """A line break is refused here; a letter beyond ASCII where the relay cannot."""
    server = Smtp()
    async with server.running(), Relay(replace(LOGIN, port=server.port)) as relay:
        with pytest.raises(Permanent):
            await relay.send(MAIL, GM, recipient)

    assert not any("x@example.org" in command for command in server.commands)


@pytest.mark.parametrize("tls", [Tls.STARTTLS, Tls.IMPLICIT])
async def test_encryption(tls: Tls) -> None:
    """Both ways encrypt, and an unknown certificate ends it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, CERTIFICATE.with_suffix(".key"))
    async with EmbeddedServers(tls=context) as servers:
        port = servers.smtp_port if tls is Tls.STARTTLS else servers.smtps_port
        settings = replace(LOGIN, host="localhost", port=port, tls=tls, ca_file=CERTIFICATE)
        async with Relay(settings) as relay:
            await relay.send(MAIL, GM, ANN)
        with pytest.raises(Temporary, match="certificate"):
            await Relay(replace(settings, ca_file=None)).check()

    assert [mail.raw for mail in servers.delivered] == [MAIL]


async def test_starttls_that_is_not_offered(servers: EmbeddedServers) -> None:
    """The text says what to try."""
    with pytest.raises(Unsupported, match="465"):
        await Relay(replace(LOGIN, port=servers.smtp_port, tls=Tls.STARTTLS)).check()
