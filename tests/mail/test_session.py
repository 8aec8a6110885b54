"""tests: connecting and logging in to good, bad and mute IMAP servers."""

from __future__ import annotations

import asyncio
import ssl
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import pytest

from gm_daemon.mail.connection import folder_name, quoted
from gm_daemon.mail.errors import LoginRefused, MailError, ServerGone, Unsupported
from gm_daemon.mail.session import Session, uid_set
from gm_daemon.mail.settings import ImapSettings, Tls, TokenProvider
from tests.cases import case
from tests.mail.scripted import Imap, listening

CERTIFICATE = Path(__file__).parent / "tls" / "localhost.pem"
BLIND = "IMAP4rev1 AUTH=XOAUTH2 LOGINDISABLED"


async def token() -> str:
    return "a-secret-token"


def settings(port: int, *, tls: Tls = Tls.NONE, timeout: float = 5.0, oauth: bool = False) -> ImapSettings:
    return ImapSettings(
        host="127.0.0.1",
        port=port,
        tls=tls,
        user='gm "x"',
        password="pass\\word",
        token=token if oauth else None,
        timeout=timeout,
    )


@pytest.mark.parametrize(
    ("server", "oauth", "error", "says"),
    [
        case("RFC 3501 §7.1.5", "BYE at once", Imap(greeting=b"* BYE too many\r\n"), False, ServerGone, "too many"),
        case("RFC 3501 §7.1.5", "silence", Imap(greeting=None), False, ServerGone, "no answer for 0.2 s"),
        case("RFC 3501 §6.2.3", "refused", Imap({"LOGIN": b"%TAG% NO wrong\r\n"}), False, LoginRefused, "app password"),
        case("RFC 3501 §6.2.3", "silence", Imap({"LOGIN": None}), False, ServerGone, "logging in"),
        case("RFC 3501 §6.2.3", "hangs up", Imap({"LOGIN": b""}), False, ServerGone, "connection was lost"),
        case("RFC 3501 §6.2.3", "nonsense", Imap({"LOGIN": b"XX9 OK \xff\r\n"}), False, ServerGone, "was lost"),
        case("RFC 3501 §6.2.3", "no passwords", Imap(capabilities=BLIND), False, LoginRefused, "993"),
        case("RFC 5530 §3", "trouble",
             Imap({"LOGIN": b"%TAG% NO [UNAVAILABLE] later\r\n"}), False, ServerGone, "later"),
        case("RFC 7628 §3.2", "token refused",
             Imap({"AUTHENTICATE": b"+ eyJzIjoiNDAwIn0=\r\n%TAG% NO expired\r\n"}, capabilities=BLIND),
             True, LoginRefused, "OAuth token"),
        case("RFC 7628 §3.2", "no tokens", Imap(), True, Unsupported, "XOAUTH2"),
    ],
)  # fmt: skip
async def test_login_that_fails(server: Imap, oauth: bool, error: type[MailError], says: str) -> None:
    """Each way has its own error, which says what to do and never the secrets."""
    async with server.running():
        with pytest.raises(error, match=says) as caught:
            await Session.open(settings(server.port, timeout=0.2, oauth=oauth))

    assert "pass" not in str(caught.value).replace("password", "")
    assert "a-secret-token" not in str(caught.value)
    assert caught.value.__cause__ is None


async def test_nobody_listens() -> None:
    """A closed port is a server that is gone."""
    async with listening(Imap().talk) as port:
        pass
    with pytest.raises(ServerGone, match=f"127.0.0.1:{port}, connecting"):
        await Session.open(settings(port))


async def test_starttls_is_refused_with_the_way_out() -> None:
    """The library cannot, and the text says what can."""
    with pytest.raises(Unsupported, match="993"):
        await Session.open(settings(1, tls=Tls.STARTTLS))


async def test_login_is_quoted_and_capabilities_are_read_again() -> None:
    """Servers announce more after the login."""
    server = Imap({"CAPABILITY": b"* CAPABILITY IMAP4rev1 move\r\n"})
    async with server.running():
        session = await Session.open(settings(server.port))
        session.drop()

    assert server.commands == ["CAPABILITY", 'LOGIN "gm \\"x\\"" "pass\\\\word"', "CAPABILITY"]
    assert session.can("MOVE")


async def test_oauth_login() -> None:
    """XOAUTH2 with an initial response."""
    server = Imap(capabilities=BLIND)
    async with server.running():
        session = await Session.open(settings(server.port, oauth=True))
        session.drop()
    sent = b64decode(server.commands[1].removeprefix("AUTHENTICATE XOAUTH2 "))

    assert sent == b'user=gm "x"\x01auth=Bearer a-secret-token\x01\x01'


async def unreadable() -> str:
    raise OSError("cannot read /run/token: No such file or directory")


async def mute() -> str:
    await asyncio.Event().wait()
    raise AssertionError


@pytest.mark.parametrize(
    ("provider", "says"),
    [
        case("RFC 7628 §3.1", "unreadable", unreadable, "/run/token: No such file.*whatever renews it"),
        case("RFC 7628 §3.1", "none comes", mute, "none came for 0.1 s"),
    ],
)
async def test_token_that_cannot_be_had(provider: TokenProvider, says: str) -> None:
    """It is renewed by somebody else, so later may be better; nothing is sent without it."""
    server = Imap(capabilities=BLIND)
    async with server.running():
        with pytest.raises(ServerGone, match=says):
            await asyncio.wait_for(Session.open(replace(settings(server.port, timeout=0.1), token=provider)), 5)

    assert server.commands == ["CAPABILITY"]


async def test_preauthenticated_connection_needs_no_login() -> None:
    """RFC 3501 §7.1.4: PREAUTH."""
    server = Imap(greeting=b"* PREAUTH hello\r\n")
    async with server.running():
        session = await Session.open(settings(server.port))
        session.drop()

    assert server.commands == ["CAPABILITY"]


async def test_line_break_in_the_password() -> None:
    """It would be a second command."""
    server = Imap()
    async with server.running():
        with pytest.raises(LoginRefused, match="line break"):
            await Session.open(ImapSettings("127.0.0.1", "gm", server.port, Tls.NONE, password="a\r\nx LOGOUT"))


async def test_certificates_are_checked() -> None:
    """An unknown certificate ends it, the same one named as ca_file does not."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, CERTIFICATE.with_suffix(".key"))
    talks: set[asyncio.Task[None]] = set()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talks.add(asyncio.get_running_loop().create_task(Imap().talk(reader, writer)))

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]
    trusting = ImapSettings("localhost", "gm", port, password="x", ca_file=CERTIFICATE, timeout=5)
    with pytest.raises(ServerGone, match="ca_file"):
        await Session.open(settings(port, tls=Tls.IMPLICIT))
    session = await Session.open(trusting)

    assert session.alive
    session.drop()
    await asyncio.wait(talks)
    server.close()
    await server.wait_closed()


async def test_a_thousand_lines_at_once() -> None:
    """The library calls itself for each response line; ours does not."""
    server = Imap({"NOOP": b"".join(b"* %d EXPUNGE\r\n" % at for at in range(20_000, 0, -1))})
    async with server.running():
        session = await Session.open(settings(server.port))
        async with session.deadline("testing"):
            response = await session.protocol.simple_command("NOOP")
        session.drop()

    assert response.result == "OK"


async def test_cancelled_command_drops_the_connection() -> None:
    """Whoever does not wait for an answer cannot use the connection any more."""
    server = Imap({"NOOP": None})
    async with server.running():
        session = await Session.open(settings(server.port))
        with pytest.raises(asyncio.CancelledError):
            async with session.deadline("testing"):
                raise asyncio.CancelledError
        with pytest.raises(ServerGone):
            async with session.deadline("testing"):
                await session.protocol.simple_command("NOOP")


def test_secrets_are_in_no_repr() -> None:
    """Settings are logged; secrets are not."""
    shown = repr(settings(993, oauth=True))

    assert "word" not in shown
    assert "token" not in shown


@pytest.mark.parametrize(
    ("name", "wire"),
    [
        case("RFC 3501 §5.1.3", "plain", "Processed", '"Processed"'),
        case("RFC 3501 §5.1.3", "beyond ASCII", "Entwürfe & 日本", '"Entw&APw-rfe &- &ZeVnLA-"'),
        case("RFC 3501 §9", "quotation mark", 'a"b\\', '"a\\"b\\\\"'),
    ],
)
def test_folder_name(name: str, wire: str) -> None:
    """Names of folders in any script."""
    assert wire == folder_name(name)
    assert quoted("") == '""'


def test_uid_set() -> None:
    """Neighbours are written as a range."""
    assert uid_set([1, 2, 3, 7, 9, 10]) == "1:3,7,9:10"
