"""demo: a mail server of our own on loopback: SMTP in, IMAP out, everything kept.

One mailbox, the game master's, lies in pymap's memory; mail for it (with any plus part) comes in through aiosmtpd,
stamped as a real mail server stamps it. Mail for anybody else is handed to a callback, which plays the players.
Tests use the same servers as the demo.
"""

from __future__ import annotations

import asyncio
import logging
import re
import ssl
from argparse import Namespace
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any, Self
from weakref import WeakSet

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from proxyprotocol.sock import SocketInfoLocal
from pymap.backend.dict import DictBackend
from pymap.concurrent import Event
from pymap.context import connection_exit
from pymap.imap import IMAPConnection
from pymap.imap.state import ConnectionState
from pymap.parsing.command.select import IdleCommand
from pymap.parsing.message import AppendMessage
from pymap.parsing.response import UntaggedResponse
from pysasl.hashing import Cleartext

from gm_daemon.mail.addresses import addresses, domain_of
from gm_daemon.mail.origin import without_plus

HOST = "127.0.0.1"

# aiosmtpd warns at every login that its own attribute is deprecated.
logging.getLogger("mail.log").setLevel(logging.ERROR)


@dataclass(frozen=True, slots=True)
class Delivered:
    """One mail as it was delivered to one recipient, in the order of arrival."""

    arrived: datetime
    envelope_from: str
    recipient: str
    raw: bytes = field(repr=False)


# Called for each mail to anybody but the game master; an exception in it ends the servers' block.
Players = Callable[[Delivered], Awaitable[None]]


class EmbeddedServers:
    """IMAP and SMTP on loopback, for `async with`; stops both and drops every connection at the end.

    Ports of 0 are chosen by the system. `delivered` holds the mails to others than the game master, `received` those
    to the game master, both in order and as delivered. `refusals` maps a recipient to the reply that refuses it
    ("450 4.7.1 later"), and "" to one that refuses every sender. With `tls`, IMAP is encrypted from the first byte,
    SMTP offers STARTTLS, and `smtps_port` takes encrypted SMTP.
    """

    def __init__(
        self,
        *,
        address: str = "gm@play.example.org",
        password: str = "secret",  # noqa: S107 - a password of a mailbox in memory, on loopback
        authserv_id: str = "mx.play.example.org",
        imap_port: int = 0,
        smtp_port: int = 0,
        players: Players | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.address = address
        self.password = password
        self.authserv_id = authserv_id
        self.imap_port = imap_port
        self.smtp_port = smtp_port
        self.smtps_port = 0
        self.delivered: list[Delivered] = []
        self.received: list[Delivered] = []
        self.refusals: dict[str, str] = {}
        self._players = players
        self._tls = tls
        # The event loop holds tasks weakly, and pymap holds its own not at all.
        self._connections: set[asyncio.Task[None]] = set()
        self._plays: set[asyncio.Task[None]] = set()
        self._failures: list[BaseException] = []
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            self._backend = await self._open_mailbox()
            # Connections end before their listener: since Python 3.12 it waits for them.
            self.imap_port = await self._listen_imap(stack)
            self.smtp_port = await self._listen_smtp(stack, self.smtp_port, None)
            if self._tls is not None:
                self.smtps_port = await self._listen_smtp(stack, 0, self._tls)
            stack.push_async_callback(_end, self._connections)
            stack.push_async_callback(_end, self._plays)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()
        if self._failures and error[0] is None:
            raise self._failures[0]

    async def deliver(
        self,
        raw: bytes,
        *,
        envelope_from: str = "",
        recipient: str = "",
        at: datetime | None = None,
        folder: str = "INBOX",
    ) -> None:
        """Put a mail into the game master's mailbox, as it is, with the given time of arrival (now)."""
        arrived = at or datetime.now(UTC)
        self.received.append(Delivered(arrived, envelope_from, recipient or self.address, raw))
        async with self._backend.login.demo_user_identity.new_session() as session:
            mailbox = await session.mailbox_set.get_mailbox(folder)
            await mailbox.append(AppendMessage(raw, arrived), recent=True)

    def play(self, players: Players) -> None:
        """Hand mails for others to this callback from now on."""
        self._players = players

    async def make_folder(self, name: str) -> None:
        """Make another folder in the game master's mailbox."""
        async with self._backend.login.demo_user_identity.new_session() as session:
            await session.mailbox_set.add_mailbox(name)

    async def drop_connections(self) -> None:
        """Cut every open IMAP connection, as a server that is restarted does; the mail stays."""
        await _end(self._connections)

    async def take(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Deliver one mail to one recipient, whoever it is; called by the SMTP side."""
        arrived = datetime.now(UTC)
        if without_plus(recipient.lower()) == self.address:
            stamped = self._stamp(envelope_from, recipient, raw, arrived)
            await self.deliver(stamped, envelope_from=envelope_from, recipient=recipient, at=arrived)
            return
        delivery = Delivered(arrived, envelope_from, recipient, raw)
        self.delivered.append(delivery)
        if self._players is not None:
            _run(self._play(delivery), self._plays)

    async def _play(self, delivery: Delivered) -> None:
        assert self._players is not None
        try:
            await self._players(delivery)
        except Exception as error:
            self._failures.append(error)

    async def _open_mailbox(self) -> DictBackend:
        arguments = Namespace(
            host=HOST,
            port=0,
            debug=False,
            cert=None,
            key=None,
            tls=False,
            proxy_protocol=None,
            passlib_cfg=None,
            demo_data=False,
            demo_user=self.address,
            demo_password=self.password,
        )
        # The mailbox lives for minutes in memory: hashing its password would only cost time.
        backend, config = await DictBackend.init(arguments, hash_context=Cleartext(), invalid_user_sleep=0.0)
        config.apply_context()
        return backend

    async def _listen_imap(self, stack: AsyncExitStack) -> int:
        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            _run(_serve(self._backend, reader, writer), self._connections)

        server = await asyncio.start_server(connected, HOST, self.imap_port, ssl=self._tls)
        stack.push_async_callback(server.wait_closed)
        stack.callback(server.close)
        return int(server.sockets[0].getsockname()[1])

    async def _listen_smtp(self, stack: AsyncExitStack, port: int, tls: ssl.SSLContext | None) -> int:
        loop = asyncio.get_running_loop()
        open_ones: WeakSet[SMTP] = WeakSet()

        def connected() -> SMTP:
            session = SMTP(
                _Handler(self),
                hostname=self.authserv_id,
                ident="embedded",
                enable_SMTPUTF8=True,
                authenticator=self._authenticate,
                auth_require_tls=False,
                tls_context=None if tls else self._tls,
                loop=loop,
            )
            open_ones.add(session)
            return session

        def cut() -> None:
            for session in open_ones:
                if session.transport is not None:
                    session.transport.close()

        server = await loop.create_server(connected, HOST, port, ssl=tls)
        stack.push_async_callback(server.wait_closed)
        stack.callback(server.close)
        stack.callback(cut)
        return int(server.sockets[0].getsockname()[1])

    def _authenticate(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any
    ) -> AuthResult:
        if isinstance(data, LoginPassword):
            success = (data.login.decode(), data.password.decode()) == (self.address, self.password)
            return AuthResult(success=success, handled=False)
        return AuthResult(success=False, handled=False)

    def _stamp(self, envelope_from: str, recipient: str, raw: bytes, arrived: datetime) -> bytes:
        """Add what a mail server adds at delivery, and remove results that pretend to be its own."""
        header, end, body = raw.partition(b"\r\n\r\n")
        pretended = re.compile(
            rb"^authentication-results:\s*"
            + re.escape(self.authserv_id.encode())
            + rb"\b[^\r\n]*\r\n(?:[ \t][^\r\n]*\r\n)*",
            re.IGNORECASE | re.MULTILINE,
        )
        header = pretended.sub(b"", header + b"\r\n")
        authors = re.findall(rb"^from:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*", header, re.IGNORECASE | re.MULTILINE)
        senders = addresses(line.decode("utf-8", "replace").partition(":")[2] for line in authors)
        domain = domain_of(senders[0]) if senders else "invalid"
        stamps = (
            f"Return-Path: <{envelope_from}>",
            f"Delivered-To: {recipient}",
            f"Received: from localhost by {self.authserv_id}; {format_datetime(arrived)}",
            f"Authentication-Results: {self.authserv_id}; dmarc=pass header.from={domain}",
        )
        return "".join(f"{line}\r\n" for line in stamps).encode() + header + (end and b"\r\n") + body


class _Handler:
    """aiosmtpd's hooks; their names are its own."""

    def __init__(self, servers: EmbeddedServers) -> None:
        self._servers = servers

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take the sender, unless every sender is refused."""
        if refusal := self._servers.refusals.get(""):
            return refusal
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take a recipient, or refuse it as `refusals` says."""
        if refusal := self._servers.refusals.get(address):
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Deliver to every recipient."""
        content = envelope.content
        assert isinstance(content, bytes)
        for recipient in envelope.rcpt_tos:
            await self._servers.take(envelope.mail_from or "", recipient, content)
        return "250 2.0.0 OK"


class _State(ConnectionState):
    """pymap's state of a connection, which tells of mail that came just before IDLE, as RFC 2177 wants."""

    async def receive_updates(self, cmd: IdleCommand, done: Event) -> Iterable[UntaggedResponse]:
        """Return what is new already; only when nothing is, wait for more."""
        selected = await self.session.check_mailbox(self.selected)
        self._selected, updates = selected.fork(cmd)
        news = list(updates)
        return news or await super().receive_updates(cmd, done)


def _run(coroutine: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> None:
    """Run a coroutine as a task that the set holds until it is done."""
    task = asyncio.get_running_loop().create_task(coroutine)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


async def _end(tasks: set[asyncio.Task[None]]) -> None:
    """Cancel the tasks and wait for their end."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _serve(backend: DictBackend, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    config = backend.config
    connection = IMAPConnection(config.commands, config, reader, writer, SocketInfoLocal(writer))
    try:
        async with AsyncExitStack() as stack:
            connection_exit.set(stack)
            await connection.run(_State(backend.login, config))
    except ConnectionError:
        return  # The client is gone, as clients go.
    finally:
        connection.close()
