"""mail: the relay, over SMTP: one mail to one recipient at a time, on a connection that is kept open."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self

import aiosmtplib as lib

from gm_daemon.mail.errors import LoginRefused, MailError, Permanent, Temporary, Unsupported
from gm_daemon.mail.settings import SmtpSettings, Tls, tls_context

# A limit of the day is reported as permanent (Gmail's 550 5.4.5), but tomorrow the mail will be taken.
_QUOTA = ("5.4.5",)


class Relay:
    """The SMTP server that takes our mail. Connects when it is first needed, and again when the server hung up."""

    def __init__(self, settings: SmtpSettings) -> None:
        self._settings = settings
        self._where = f"SMTP server {settings.host}:{settings.port}"
        self._client: lib.SMTP | None = None
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def send(self, raw: bytes, envelope_from: str, recipient: str) -> str:
        """Send one mail and return the server's words when it took it (they often hold its queue number).

        Raises Temporary, Permanent, LoginRefused or Unsupported. After Temporary the mail may have been taken all
        the same, when the connection broke at the end; send the same bytes again, with the same Message-ID.
        """
        async with self._lock:
            try:
                return await self._transaction(raw, envelope_from, recipient)
            except (lib.SMTPException, OSError, ValueError) as error:
                await self._recover(error)
                raise self._fault(error) from None
            except BaseException:
                self._drop()
                raise

    async def check(self) -> None:
        """Connect, log in and leave. Raises what `send` raises."""
        try:
            client = await self._connect()
            with suppress(lib.SMTPException, OSError):
                await client.quit()
        except (lib.SMTPException, OSError, ValueError) as error:
            raise self._fault(error) from None

    async def close(self) -> None:
        """Take leave of the server; never raises for a lost connection."""
        async with self._lock:
            if self._client is not None and self._client.is_connected:
                with suppress(lib.SMTPException, OSError):
                    await self._client.quit(timeout=2)
            self._drop()

    async def _transaction(self, raw: bytes, envelope_from: str, recipient: str) -> str:
        for address in (envelope_from, recipient):
            # The library sends a line break along as part of the command.
            if any(character <= " " or character in "<>" for character in address):
                raise ValueError(f"{address!r} is no address")
        kept = self._client if self._client is not None and self._client.is_connected else None
        client = kept or await self._connect()
        self._client = client
        international = not (envelope_from + recipient).isascii()
        encoding = "utf-8" if international else "ascii"
        if international and not client.supports_extension("smtputf8"):
            raise lib.SMTPRecipientRefused(553, f"{self._where} takes no addresses beyond ASCII", recipient)
        options = [
            *([f"SIZE={len(raw)}"] if client.supports_extension("size") else []),
            *(["BODY=8BITMIME"] if not raw.isascii() and client.supports_extension("8bitmime") else []),
            *(["SMTPUTF8"] if international else []),
        ]
        try:
            await client.mail(envelope_from, options=options, encoding=encoding)
        except (lib.SMTPServerDisconnected, lib.SMTPSenderRefused) as error:
            if kept is None or (isinstance(error, lib.SMTPSenderRefused) and error.code != 421):
                raise
            # The server closed the kept connection meanwhile; nothing of this mail is sent yet.
            self._drop()
            self._client = client = await self._connect()
            await client.mail(envelope_from, options=options, encoding=encoding)
        await client.rcpt(recipient, encoding=encoding)
        return (await client.data(raw)).message

    async def _connect(self) -> lib.SMTP:
        settings = self._settings
        client = lib.SMTP(
            hostname=settings.host,
            port=settings.port,
            username=settings.user or None,
            password=None if settings.token else settings.password or None,
            oauth_token_generator=settings.token and self._fresh_token,
            timeout=settings.timeout,
            use_tls=settings.tls is Tls.IMPLICIT,
            start_tls=settings.tls is Tls.STARTTLS,
            tls_context=None if settings.tls is Tls.NONE else tls_context(settings.ca_file),
        )
        try:
            await client.connect()
        except BaseException:
            client.close()
            raise
        return client

    async def _fresh_token(self) -> str:
        """Ask for a token within the timeout; the library would wait for it for ever."""
        assert self._settings.token is not None
        try:
            async with asyncio.timeout(self._settings.timeout):
                return await self._settings.token()
        except TimeoutError:
            raise TimeoutError(f"no OAuth token for {self._settings.timeout:g} s; check what renews it") from None

    async def _recover(self, error: Exception) -> None:
        """Make the connection ready for the next mail, or drop it."""
        client = self._client
        if client is None:
            return
        if not isinstance(error, lib.SMTPResponseException) or error.code == 421 or not client.is_connected:
            self._drop()
            return
        try:
            await client.rset()
        except (lib.SMTPException, OSError):
            self._drop()

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def _fault(self, error: Exception) -> MailError:
        """Say what an error of the library means. Its own text never holds the password."""
        if isinstance(error, lib.SMTPResponseException):
            return self._refusal(error)
        if isinstance(error, lib.SMTPNotSupported) or type(error) is lib.SMTPException:
            hint = (
                'try tls = "implicit" with port 465' if self._settings.tls is Tls.STARTTLS else "check tls, user, token"
            )
            return Unsupported(f"{self._where}: {error}; {hint}")
        if isinstance(error, ValueError) and not isinstance(error, OSError):
            return Permanent(0, f"an address cannot be written: {error}")
        return Temporary(0, f"{self._where}: {str(error) or type(error).__name__}")

    def _refusal(self, error: lib.SMTPResponseException) -> MailError:
        text = " ".join(error.message.split())
        is_login = isinstance(error, lib.SMTPAuthenticationError) or error.code == 530
        if is_login and error.code >= 500:
            what = "OAuth token" if self._settings.token else "password"
            return LoginRefused(
                f"{self._where} refuses user {self._settings.user!r}: {error.code} {text}. Check user and {what}; "
                "some providers want an app password"
            )
        greeting = isinstance(error, lib.SMTPConnectResponseError | lib.SMTPHeloError)
        if error.code >= 500 and not greeting and not text.startswith(_QUOTA):
            return Permanent(error.code, text)
        return Temporary(error.code, text)
