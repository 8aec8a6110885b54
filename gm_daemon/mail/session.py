"""mail: one IMAP session: connect, log in, and a deadline around every command."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from aioimaplib import aioimaplib as lib

from gm_daemon.mail.connection import Connection, Protocol
from gm_daemon.mail.errors import LoginRefused, ServerGone, Unsupported
from gm_daemon.mail.settings import ImapSettings, Tls, TokenProvider, tls_context

# RFC 5530 §3: the server is in trouble, not our password.
_TEMPORARY = ("[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "[SERVERBUG]")


class Session:
    """A connection that is logged in. After any error of the connection it is dropped: open another one."""

    def __init__(self, settings: ImapSettings) -> None:
        self.settings = settings
        self._where = f"{settings.host}:{settings.port}"
        context = tls_context(settings.ca_file) if settings.tls is Tls.IMPLICIT else None
        self._connection = Connection(settings.host, settings.port, ssl_context=context)

    @classmethod
    async def open(cls, settings: ImapSettings) -> Session:
        """Connect and log in.

        Raises ServerGone when nobody answers or the server says goodbye, LoginRefused, and Unsupported for
        STARTTLS and for a server that does not offer what the settings ask for.
        """
        if settings.tls is Tls.STARTTLS:
            raise Unsupported(
                'IMAP with STARTTLS is not possible with this program\'s IMAP library: set tls = "implicit" and '
                "port = 993, which practically every provider offers"
            )
        session = cls(settings)
        try:
            await session._greet()
            await session._log_in()
        except BaseException:
            session.drop()
            raise
        return session

    @property
    def protocol(self) -> Protocol:
        """Return the library's protocol, on which commands are called inside of `deadline`."""
        return self._connection.protocol

    @property
    def alive(self) -> bool:
        """Say whether commands can still be sent."""
        return self.protocol.state in (lib.AUTH, lib.SELECTED)

    def can(self, capability: str) -> bool:
        """Say whether the server announced a capability (upper case) after the login."""
        return capability in self.protocol.capabilities

    def drop(self) -> None:
        """Close the connection without a word."""
        self._connection.drop()

    @asynccontextmanager
    async def deadline(self, doing: str, seconds: float | None = None) -> AsyncIterator[None]:
        """Run a command of the protocol; any error or cancellation leaves its state unknown and drops it.

        Raises ServerGone for silence longer than `seconds` (the settings' timeout) and for a lost connection.
        Causes are not chained: the library's errors quote the command, at the login with the password.
        """
        limit = self.settings.timeout if seconds is None else seconds
        fault = ""
        try:
            async with asyncio.timeout(limit):
                yield
        except TimeoutError:
            fault = f"no answer for {limit:g} s"
        except ssl.SSLCertVerificationError as error:
            fault = f"{error.verify_message}; name the certificate of its issuer as ca_file, if you trust it"
        except (lib.AioImapException, OSError) as error:
            fault = "the connection was lost" if isinstance(error, lib.AioImapException) else str(error)
        except BaseException:
            self.drop()
            raise
        if fault:
            self.drop()
            raise ServerGone(f"IMAP server {self._where}, {doing}: {fault}")

    async def _greet(self) -> None:
        async with self.deadline("connecting"):
            greeting = await self._connection.greet()
        if greeting.upper().startswith(b"* BYE"):
            raise ServerGone(f"IMAP server {self._where} turns us away: {_text(greeting[5:])}")
        async with self.deadline("asking what it can do"):
            await self.protocol.capability()

    async def _log_in(self) -> None:
        settings, protocol = self.settings, self.protocol
        if protocol.state == lib.AUTH:
            return
        if settings.token is not None:
            if not self.can("AUTH=XOAUTH2"):
                raise Unsupported(f"IMAP server {self._where} does not offer XOAUTH2: use a password")
            token = await self._fresh(settings.token)
            async with self.deadline("logging in"):
                response = await protocol.xoauth2(settings.user, token)
        else:
            if self.can("LOGINDISABLED"):
                raise LoginRefused(
                    f"IMAP server {self._where} takes no password here: "
                    'set tls = "implicit" and port = 993, or use an OAuth token'
                )
            try:
                async with self.deadline("logging in"):
                    response = await protocol.login(settings.user, settings.password)
            except ValueError:
                raise LoginRefused("user or password holds a line break or a NUL; write them anew") from None
        self._check_login(response)
        async with self.deadline("asking what it can do"):
            await protocol.capability()

    async def _fresh(self, token: TokenProvider) -> str:
        try:
            async with asyncio.timeout(self.settings.timeout):
                return await token()
        except OSError as error:
            fault = str(error) or f"none came for {self.settings.timeout:g} s"
        raise ServerGone(
            f"no OAuth token for IMAP server {self._where}: {fault}. "
            "Check token in the settings, and whatever renews it"
        )

    def _check_login(self, response: Any) -> None:
        if response.result == "OK":
            return
        words = said(response)
        if any(code in words.upper() for code in _TEMPORARY):
            raise ServerGone(f"IMAP server {self._where} cannot log in {self.settings.user} now: {words}")
        what = "OAuth token" if self.settings.token else "password"
        raise LoginRefused(
            f"IMAP server {self._where} refuses user {self.settings.user!r}: {words}. Check user and {what}; some "
            "providers want an app password, and IMAP switched on in the mailbox's settings"
        )


def said(response: Any) -> str:
    """Return the words with which the server ended a command."""
    return _text(bytes(response.lines[-1])) if response.lines else "nothing"


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip().rstrip(".")


def uid_set(uids: Sequence[int]) -> str:
    """Write sorted UIDs as IMAP does: `1:3,7`."""
    runs: list[list[int]] = []
    for uid in uids:
        if runs and uid == runs[-1][1] + 1:
            runs[-1][1] = uid
        else:
            runs.append([uid, uid])
    return ",".join(str(first) if first == last else f"{first}:{last}" for first, last in runs)
