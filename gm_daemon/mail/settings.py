"""mail: how to reach the mailbox and the relay. Secrets never show in a repr."""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

# Returns a fresh OAuth 2 access token each time it is called.
TokenProvider = Callable[[], Awaitable[str]]


class Tls(Enum):
    """When encryption begins: with the first byte, by a command, or never (loopback only)."""

    IMPLICIT = "implicit"
    STARTTLS = "starttls"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ImapSettings:
    """The mailbox. With `token`, XOAUTH2 is used and no password; times are in seconds, sizes in bytes.

    `junk` is the spam folder's name; "" finds it by its SPECIAL-USE mark. `ca_file` is a certificate to trust
    besides the system's.
    """

    host: str
    user: str
    port: int = 993
    tls: Tls = Tls.IMPLICIT
    password: str = field(default="", repr=False)
    token: TokenProvider | None = field(default=None, repr=False)
    inbox: str = "INBOX"
    junk: str = ""
    processed: str = "Processed"
    poll_seconds: float = 60.0
    idle: bool = True
    max_bytes: int = 1_048_576
    timeout: float = 30.0
    ca_file: Path | None = None


@dataclass(frozen=True, slots=True)
class SmtpSettings:
    """The relay. Without user nobody logs in; with `token`, XOAUTH2 is used. The limits are the caller's to keep."""

    host: str
    port: int = 465
    tls: Tls = Tls.IMPLICIT
    user: str = ""
    password: str = field(default="", repr=False)
    token: TokenProvider | None = field(default=None, repr=False)
    timeout: float = 30.0
    per_minute: int = 30
    per_day: int = 500
    ca_file: Path | None = None


def tls_context(ca_file: Path | None) -> ssl.SSLContext:
    """Return a context that checks certificate and host name; `ca_file` is trusted besides the system's."""
    context = ssl.create_default_context()
    if ca_file is not None:
        context.load_verify_locations(ca_file)
    return context
