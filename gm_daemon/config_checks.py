"""config: what can be wrong with a value that has the right type. A check returns the complaint, or None."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from pathlib import Path

_ATOM = r"[^\s@<>,;:\"()\[\]\\.]+"
_ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_ATOM}(?:\.{_ATOM})*")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,19}", re.ASCII)
_WEEK = re.compile(r"[A-Za-z-]{7}", re.ASCII)

# Our IMAP library has no STARTTLS.
IMAP_STARTTLS = 'IMAP with STARTTLS is not possible: write "implicit", with port = 993'


def name(text: str) -> str | None:
    """Names of games and persons stand in subjects, addresses and file names, so they are plain."""
    return None if _NAME.fullmatch(text) else f"{text!r} cannot be a name: use 1 to 20 letters, digits and hyphens"


def address(text: str) -> str | None:
    """An address is `local@domain`, without a display name."""
    return None if _ADDRESS.fullmatch(text) else f"no mail address {text!r}"


def not_blank(text: str) -> str | None:
    """A host or a user has to be named."""
    return None if text.strip() else "is empty"


def database_url(url: str) -> str | None:
    """A database is a file or a server. The complaint leaves the URL out: it may hold a password."""
    if url.startswith("postgresql://"):
        return None
    if url.startswith("sqlite:///") and url.removeprefix("sqlite:///") not in {"", ":memory:"}:
        return None
    return 'wants "sqlite:///file.db" or "postgresql://user:password@host/name"'


def week(days: str) -> str | None:
    """A week has seven days and at least one on which a deadline may fall."""
    if _WEEK.fullmatch(days) and days.strip("-"):
        return None
    return f'no week {days!r}: write a letter for each day from Monday, "-" for a day off: "MTWTF--"'


def between(lowest: int, highest: int) -> Callable[[int], str | None]:
    """Make a check for a number within both ends."""

    def complaint(number: int) -> str | None:
        return None if lowest <= number <= highest else f"wants a number from {lowest} to {highest}, not {number}"

    return complaint


def last_year(year: int) -> str | None:
    """A game starts in 1901 and need not have a last year."""
    return None if year == 0 or 1901 <= year <= 9999 else f"wants a year from 1901 on, or 0 for none, not {year}"


def file(path: Path) -> str | None:
    """A file that is named has to be there."""
    return None if path.is_file() else f"there is no file {path}"


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine, so that nobody can listen in between."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
