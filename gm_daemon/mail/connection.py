"""mail: aioimaplib made safe for a daemon.

Version 2.0.3 recurses once for each response line (an ordinary NOOP of a full mailbox ends it), waits for ever
when the connection is lost, never answers the challenge by which a server refuses XOAUTH2, takes a BYE greeting
for silence, and writes secrets to its debug log. Deadlines are the caller's, in mailbox.py.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from base64 import b64encode
from collections.abc import Callable
from typing import Any

from aioimaplib import aioimaplib as lib

_LITERAL = re.compile(rb".*\{(\d+)\}$")
_ARRIVAL = re.compile(rb"\* \d+ (?:EXISTS|RECENT)", re.IGNORECASE)
_CRLF = b"\r\n"


class Protocol(lib.IMAP4ClientProtocol):  # type: ignore[misc]  # The library has no annotations.
    """The library's protocol, with the loop over response lines, the end of a connection and logins rewritten."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self.greeting: asyncio.Future[bytes] = loop.create_future()
        self.news = False
        self.pending_sync_command: Any = None
        self.current_command: Any = None
        self.incomplete_line = b""

    def data_received(self, d: bytes) -> None:
        """Take what the server sends; an answer that makes no sense ends the connection."""
        try:
            self._handle_responses(self.incomplete_line + d, self._handle_line, self.current_command)
        except lib.IncompleteRead as more:
            self.current_command, self.incomplete_line = more.cmd, more.data
        except (lib.AioImapException, ValueError, LookupError):
            self.drop()
        else:
            self.current_command, self.incomplete_line = None, b""

    def _handle_responses(
        self, data: bytes, line_handler: Callable[[bytes, Any], Any], current_cmd: Any = None
    ) -> None:
        """Read response lines one after another, where the library calls itself for each."""
        at, command = 0, current_cmd
        while at < len(data):
            if command is not None and command.wait_literal_data():
                at = len(data) - len(command.append_literal_data(data[at:]))
                if command.wait_literal_data():
                    raise lib.IncompleteRead(command)
            end = data.find(_CRLF, at)
            if end < 0:
                raise lib.IncompleteRead(command, data[at:])
            line, at = data[at:end], end + len(_CRLF)
            taker = line_handler(line, command)
            if literal := _LITERAL.match(line):
                command = taker if taker is not None else lib.Command("NIL", "unused", loop=self.loop)
                command.begin_literal_data(int(literal[1]))
            else:
                command = taker if taker is not None and taker.wait_data() else None
        if self.pending_sync_command is not None:
            self.pending_sync_command.flush()
        if command is not None and command.wait_data():
            raise lib.IncompleteRead(command)

    def _untagged_response(self, line: bytes) -> Any:
        """Note that something arrived, whichever command is under way, and pass the line on."""
        if _ARRIVAL.match(line):
            self.news = True
        return super()._untagged_response(line)

    async def capability(self) -> None:
        """Ask again what the server can do; the answer is another one after the login."""
        response = await self.execute(lib.Command("CAPABILITY", self.new_tag(), loop=self.loop))
        if response.result == "OK" and len(response.lines) > 1:
            self.capabilities = set(bytes(response.lines[0]).decode("ascii", "replace").upper().split())

    async def welcome(self, command: bytes) -> None:
        """Take the greeting; the state changes at once, and nobody is asked for capabilities yet."""
        self.state = lib.AUTH if b"PREAUTH" in command else lib.NONAUTH
        if not self.greeting.done():
            self.greeting.set_result(command)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wake everybody who waits for an answer on this connection."""
        lost = lib.Abort(f"connection lost: {exc or 'the server closed it'}")
        waiting = [self.pending_sync_command, *self.pending_async_commands.values()]
        self.pending_sync_command = None
        self.pending_async_commands.clear()
        self.state = lib.LOGOUT
        for command in filter(None, waiting):
            command._exception = lost  # noqa: SLF001 - the library's only way to end a command with an error
            command._timer.cancel()  # noqa: SLF001
            command._event.set()  # noqa: SLF001
        self._idle_event.set()
        self.idle_queue.put_nowait([b"BYE connection lost"])
        if not self.greeting.done():
            self.greeting.set_result(b"* BYE the connection closed before a greeting")
        super().connection_lost(exc)

    def _continuation(self, line: bytes) -> None:
        """Answer the challenge that explains a refused XOAUTH2 token; the refusal itself comes after it."""
        command = self.pending_sync_command
        if command is not None and command.name == "AUTHENTICATE":
            command.append_to_resp(line)
            self.transport.write(_CRLF)
            return
        super()._continuation(line)

    async def login(self, user: str, password: str) -> Any:
        """Log in with both strings quoted; the library quotes the password alone."""
        arguments = (quoted(user), quoted(password))
        return await self._authenticate(lib.Command("LOGIN", self.new_tag(), *arguments, loop=self.loop), arguments[1])

    async def xoauth2(self, user: str, token: str) -> Any:
        """Log in by an OAuth 2 access token, sent as the initial response (RFC 4959)."""
        secret = b64encode(f"user={user}\x01auth=Bearer {token}\x01\x01".encode()).decode("ascii")
        command = lib.Command("AUTHENTICATE", self.new_tag(), "XOAUTH2", secret, loop=self.loop)
        return await self._authenticate(command, secret)

    async def _authenticate(self, command: Any, secret: str) -> Any:
        response = await self.execute(command, scrub=secret)
        if response.result == "OK":
            self.state = lib.AUTH
        return response

    def drop(self) -> None:
        """Close the connection without a word; safe to call at any time, and twice."""
        if self.transport is not None:
            self.transport.abort()


class Connection(lib.IMAP4):  # type: ignore[misc]
    """The library's client on the safe protocol. Whoever makes one must `drop` it."""

    protocol: Protocol

    def create_client(
        self,
        host: str,
        port: int,
        loop: asyncio.AbstractEventLoop | None,
        conn_lost_cb: Callable[[Exception | None], None] | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """Begin to connect; called by the library's constructor."""
        loop = loop or asyncio.get_running_loop()
        self.protocol = Protocol(loop)
        self._client_task = loop.create_task(loop.create_connection(lambda: self.protocol, host, port, ssl=ssl_context))

    async def greet(self) -> bytes:
        """Wait for the connection and return the greeting line. Raises OSError when nobody can be reached."""
        await self._client_task
        return await self.protocol.greeting

    def drop(self) -> None:
        """Close the connection, or stop connecting."""
        self._client_task.cancel()
        if self._idle_waiter is not None:
            self._idle_waiter.cancel()
        self.protocol.drop()


def quoted(text: str) -> str:
    """Return a quoted string (RFC 3501 §9)."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


_PRINTABLE = re.compile(r"[^\x20-\x7e]+")


def folder_name(name: str) -> str:
    """Return a folder's name as IMAP writes it: quoted modified UTF-7 (RFC 3501 §5.1.3)."""

    def encode(run: re.Match[str]) -> str:
        base64 = b64encode(run[0].encode("utf-16-be")).decode("ascii")
        return f"&{base64.rstrip('=').replace('/', ',')}-"

    return quoted(_PRINTABLE.sub(encode, name.replace("&", "&-")))
