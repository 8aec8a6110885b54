"""outbox: make the message of a mail from its templates and facts.

A mail is a folder of two templates, `subject.txt` and `body.txt`. They see the facts, the recipient and the seat.
"""

from __future__ import annotations

import re
import textwrap
from binascii import b2a_qp
from dataclasses import dataclass
from datetime import UTC, datetime
from email.header import Header
from email.utils import format_datetime, formataddr, quote
from functools import lru_cache, partial
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined

from gm_daemon.core.person import Person

WIDTH = 72
_CRLF = "\r\n"
# What a stranger's mail program calls an id is quoted only where it is one.
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")


@dataclass(frozen=True, slots=True)
class Envelope:
    """All of a message but its words. `sender` is our address; `reply_to` carries the recipient's secret token."""

    sender: str
    sender_name: str
    recipient: Person
    reply_to: str
    message_id: str
    in_reply_to: str | None
    references: tuple[str, ...]
    answers: bool
    date: datetime


class Composer:
    """Sets mails from templates; one for the life of the daemon, because templates are compiled once."""

    def __init__(self, loader: BaseLoader) -> None:
        # Plain text needs no escaping; a fact that a template misspells must not pass as an empty word.
        self._templates = Environment(  # noqa: S701
            loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
        )
        self._templates.filters["wrapped"] = wrapped
        self._templates.filters["barred"] = barred

    def message(self, template: str, facts: Any, seat: str, envelope: Envelope) -> bytes:
        """Return the message as bytes ready for SMTP, the same for the same arguments.

        Raises jinja2.TemplateError for a template that is missing or asks for a fact that is not there.
        """
        scope = {
            "facts": facts,
            "seat": seat,
            "person": envelope.recipient,
            "when": partial(when, zone=envelope.recipient.zone),
        }
        subject = self._templates.get_template(f"{template}/subject.txt").render(scope)
        body = self._templates.get_template(f"{template}/body.txt").render(scope)
        return _bytes(_headers(envelope, one_line(subject)), _tidy(body))


def when(moment: datetime, zone: Any) -> str:
    """Return an instant for a reader in a zone: local time first, then UTC, to the minute where seconds are nought."""
    local = moment.astimezone(zone)
    clock = "%H:%M" if moment.second == 0 else "%H:%M:%S"
    utc = f"{moment.astimezone(UTC):{clock}} UTC"
    here = f"{local:%A} {local.day} {local:%B %Y}, {local:{clock}}"
    if local.utcoffset() == UTC.utcoffset(None):
        return f"{here} UTC"
    if local.date() != moment.astimezone(UTC).date():
        utc = f"{moment.astimezone(UTC):%A} {utc}"
    return f"{here} ({zone.key}), {utc}"


def wrapped(text: str, indent: int = 0, first: int | None = None) -> str:
    """Return a paragraph broken at 72 columns, its lines indented, the first one by `first` if that is given."""
    lead = " " * (indent if first is None else first)
    return textwrap.fill(
        text, WIDTH, initial_indent=lead, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )


def barred(text: str, indent: int = 0) -> str:
    """Return a paragraph behind bars, so that nothing in it is an order when the mail is quoted without marks."""
    lead = "  | " + " " * indent
    return textwrap.fill(
        text, WIDTH, initial_indent=lead, subsequent_indent=f"{lead}  ", break_long_words=False, break_on_hyphens=False
    )


def one_line(text: str) -> str:
    """Return a text that is safe as a header: without line breaks, single-spaced."""
    return " ".join(text.split())


def _tidy(body: str) -> str:
    """Return the text with no space at line ends and at most one empty line in a row."""
    lines: list[str] = []
    for line in (full.rstrip() for full in body.splitlines()):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"


def _headers(envelope: Envelope, subject: str) -> dict[str, str]:
    headers = {
        "From": _address(envelope.sender_name, envelope.sender),
        "To": _address(envelope.recipient.name, envelope.recipient.address),
        "Reply-To": _address(envelope.sender_name, envelope.reply_to),
        "Subject": subject if subject.isascii() else Header(subject, "utf-8").encode(linesep=_CRLF),
        "Date": format_datetime(envelope.date),
        "Message-ID": envelope.message_id,
    }
    references = [name for name in envelope.references if _MESSAGE_ID.fullmatch(name)]
    if envelope.in_reply_to is not None and _MESSAGE_ID.fullmatch(envelope.in_reply_to):
        headers["In-Reply-To"] = envelope.in_reply_to
    if references:
        headers["References"] = f"{_CRLF} ".join(references)
    # RFC 3834 §5: robots must not answer us, as we do not answer them.
    headers["Auto-Submitted"] = "auto-replied" if envelope.answers else "auto-generated"
    headers["X-Loop"] = envelope.sender
    return headers


def _bytes(headers: dict[str, str], body: str) -> bytes:
    """Return the message. Every header is clean by now, so that setting them needs none of the library's care."""
    plain = body.isascii()
    headers |= {
        "MIME-Version": "1.0",
        "Content-Type": f'text/plain; charset="{"us-ascii" if plain else "utf-8"}"',
        "Content-Transfer-Encoding": "7bit" if plain else "quoted-printable",
    }
    text = body if plain else b2a_qp(body.encode()).decode("ascii")
    lines = [*(f"{name}: {value}" for name, value in headers.items()), "", *text.split("\n")]
    return _CRLF.join(lines).encode()


@lru_cache(maxsize=1024)
def _address(name: str, address: str) -> str:
    # Names come from the config file, but a line break in one must still not become a header.
    name = one_line(name)
    if address.isascii():
        return formataddr((name, address))
    # RFC 6532 §3.1: an address that is not ASCII goes as it is, by SMTPUTF8, and its name with it.
    return f'"{quote(name)}" <{address}>'
