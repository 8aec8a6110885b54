"""mail: raw bytes -> Letter."""

from __future__ import annotations

import hashlib
from itertools import chain

from gm_daemon.mail.addresses import addresses
from gm_daemon.mail.bounces import message_id, message_ids, read_bounce
from gm_daemon.mail.charset import decode_words, plain
from gm_daemon.mail.flowed import unflow
from gm_daemon.mail.hypertext import html_to_text
from gm_daemon.mail.letter import Letter, Origin
from gm_daemon.mail.origin import origin_of
from gm_daemon.mail.parts import Part, Reading, parse, walk
from gm_daemon.mail.quotes import cut

# What is beyond these is not read, and the letter says `truncated`.
LONGEST_TEXT = 262_144  # characters of all texts together
MOST_LINES = 4_000
LONGEST_LINE = 2_000  # characters
LONGEST_SUBJECT = 1_000  # characters
MOST_IDS = 100

_RECIPIENT_FIELDS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-forwarded-to")


def read_letter(raw: bytes, *, own_address: str = "", truncated: bool = False) -> Letter:
    """Read one mail as IMAP hands it out (CRLF) or as it lies in a file (LF).

    `own_address` is the game master's address, so that our own mails are known when they come back. `truncated`
    says that the mailbox did not fetch the whole mail. Never raises, whatever the bytes; time and memory are
    linear in their length.
    """
    mail = parse(raw)
    header = mail.header
    authors = addresses(header.all("from"))
    subject = plain(decode_words(header.first("subject")[:LONGEST_SUBJECT]))
    origin = origin_of(mail, authors, subject, own_address)
    reading = walk(mail)
    own, rest, whole = _lines(reading) if origin is Origin.PERSON else ((), (), True)
    identity = message_id(header.first("message-id"))
    return Letter(
        key=_key(identity, header.all("from"), mail.body),
        message_id=identity,
        sender=authors[0] if authors else "",
        authors=authors,
        recipients=tuple(filter(None, addresses(chain.from_iterable(map(header.all, _RECIPIENT_FIELDS))))),
        subject=subject,
        in_reply_to=message_id(header.first("in-reply-to")),
        references=message_ids(header.first("references"))[-MOST_IDS:],
        origin=origin,
        lines=own,
        cut=rest,
        attachments=tuple(map(plain, reading.attachments)),
        encrypted=reading.encrypted or any(line.startswith("-----BEGIN PGP MESSAGE") for line in own),
        truncated=truncated or not whole,
        authentication_results=header.all("authentication-results"),
        bounce=read_bounce(mail, reading.reports) if origin is Origin.BOUNCE else None,
    )


def _key(identity: str, authors: tuple[str, ...], body: bytes) -> str:
    """Hash what stays the same by every route; line ends and blank ends do not."""
    digest = hashlib.sha256()
    for piece in (identity, *authors):
        digest.update(piece.encode("utf-8", "surrogatepass") + b"\x00")
    digest.update(body.replace(b"\r\n", b"\n").strip())
    return digest.hexdigest()


def _lines(reading: Reading) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Return the sender's own lines, the cut lines, and whether that is all of it."""
    own: list[str] = []
    rest: list[str] = []
    left = LONGEST_TEXT
    for part in reading.texts:
        text = _text(part)
        pieces = cut("\n".join(text[:left].split("\n")[:MOST_LINES]))
        own += filter(None, (plain(line[:LONGEST_LINE]) for line in pieces.own))
        rest += filter(None, (plain(line[:LONGEST_LINE]) for line in pieces.rest))
        left -= len(text)
        if left < 0 or text.count("\n") >= MOST_LINES or len(own) > MOST_LINES:
            return tuple(own[:MOST_LINES]), tuple(rest[:MOST_LINES]), False
    return tuple(own), tuple(rest), True


def _text(part: Part) -> str:
    text = part.text()
    if part.kind == "text/html":
        return html_to_text(text)
    if part.parameters.get("format", "").lower() == "flowed":
        return unflow(text, delete_space=part.parameters.get("delsp", "").lower() == "yes")
    return text
