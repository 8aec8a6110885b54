"""mail: fetch mails out of the selected folder, in bounded pieces."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from gm_daemon.mail.errors import ServerGone
from gm_daemon.mail.fetching import Unreadable, Value, fetched, first_text, internal_date
from gm_daemon.mail.session import Session, said, uid_set

BATCH_BYTES = 8_388_608  # bytes of mails in one command, unless a single mail is larger

_CONTENT_FIELDS = re.compile(rb"^(?:content-[^\r\n]*|mime-version:[^\r\n]*)(?:\r?\n[ \t][^\r\n]*)*\r?\n", re.I | re.M)


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a mail before it is fetched: when it arrived (UTC), and its bytes."""

    uid: int
    arrived: datetime
    size: int


async def entries(session: Session, uids: Sequence[int]) -> list[Entry]:
    """Return the entries of these mails in the same order, without those that are gone. Raises ServerGone."""
    found: dict[int, Entry] = {}
    for item in await _data(session, uid_set(uids), "(UID RFC822.SIZE INTERNALDATE)"):
        # An answer without all three is a change of flags that somebody else made.
        if {b"UID", b"RFC822.SIZE", b"INTERNALDATE"} <= item.keys():
            uid = _number(item[b"UID"])
            try:
                arrived = internal_date(item[b"INTERNALDATE"])
            except Unreadable as error:
                raise ServerGone(f"the mail server does not say when mail {uid} arrived: {error}") from error
            found[uid] = Entry(uid, arrived, _number(item[b"RFC822.SIZE"]))
    return [found[uid] for uid in uids if uid in found]


def batches(all_of: Sequence[Entry], max_bytes: int) -> Iterator[list[Entry]]:
    """Split the entries so that no batch holds more than `BATCH_BYTES`, unless one mail alone does."""
    batch: list[Entry] = []
    total = 0
    for entry in all_of:
        size = min(entry.size, max_bytes)
        if batch and total + size > BATCH_BYTES:
            yield batch
            batch, total = [], 0
        batch.append(entry)
        total += size
    if batch:
        yield batch


async def download(session: Session, batch: Sequence[Entry]) -> AsyncIterator[tuple[Entry, bytes, bool]]:
    """Yield each mail's bytes, and whether it exceeded the size limit and came in part. Raises ServerGone."""
    limit = session.settings.max_bytes
    whole = [entry.uid for entry in batch if entry.size <= limit]
    bodies: dict[int, bytes] = {}
    if whole:
        for item in await _data(session, uid_set(whole), "(UID BODY.PEEK[])"):
            if b"UID" in item and b"BODY[]" in item:
                bodies[_number(item[b"UID"])] = _bytes(item[b"BODY[]"])
    for entry in batch:
        too_large = entry.size > limit
        raw = await _readable_part(session, entry.uid) if too_large else bodies.get(entry.uid)
        if raw is not None:
            yield entry, raw, too_large


async def _readable_part(session: Session, uid: int) -> bytes | None:
    """Fetch the header and the first text of a mail that is too large, as a mail of one part."""
    limit = session.settings.max_bytes
    found = await _item(session, uid, f"(UID BODYSTRUCTURE BODY.PEEK[HEADER]<0.{limit}>)", b"BODY[HEADER]")
    if found is None:
        return None
    header, structure = _bytes(found[b"BODY[HEADER]"]), found.get(b"BODYSTRUCTURE")
    section = first_text(structure)
    if not section:
        return header
    if isinstance(structure, list) and not isinstance(structure[0], list):
        text = await _item(session, uid, f"(UID BODY.PEEK[TEXT]<0.{limit}>)", b"BODY[TEXT]")
        return header if text is None else header + _bytes(text[b"BODY[TEXT]"])
    mime, body = f"BODY[{section}.MIME]".encode(), f"BODY[{section}]".encode()
    wanted = f"(UID BODY.PEEK[{section}.MIME] BODY.PEEK[{section}]<0.{limit}>)"
    part = await _item(session, uid, wanted, body)
    if part is None:
        return header
    fields = _bytes(part.get(mime)).strip(b"\r\n")
    return _CONTENT_FIELDS.sub(b"", header).rstrip(b"\r\n") + b"\r\n" + fields + b"\r\n\r\n" + _bytes(part[body])


async def _item(session: Session, uid: int, what: str, needed: bytes) -> dict[bytes, Value] | None:
    items = await _data(session, str(uid), what)
    return next((item for item in items if needed in item), None)


async def _data(session: Session, uids: str, what: str) -> list[dict[bytes, Value]]:
    async with session.deadline("fetching mail"):
        response = await session.protocol.fetch(uids, what, by_uid=True)
    if response.result != "OK":
        raise ServerGone(f"the mail server does not fetch {what}: {said(response)}")
    try:
        return list(fetched(response.lines))
    except Unreadable as error:
        session.drop()
        raise ServerGone(f"the mail server's answer to FETCH makes no sense: {error}") from error


def _number(value: Value) -> int:
    return int(value) if isinstance(value, bytes) and value.isdigit() else 0


def _bytes(value: Value) -> bytes:
    return value if isinstance(value, bytes) else b""
