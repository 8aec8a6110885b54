"""mail: the mailbox, over IMAP: fetch what is there, file it away, wait for more.

Nothing here decides what was processed. A letter stays in its folder until the caller files it away, which it
does when the letter is safe in the store; a crash in between repeats at most the reading.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from gm_daemon.mail.connection import folder_name
from gm_daemon.mail.download import batches, download, entries
from gm_daemon.mail.errors import FolderRefused, ServerGone
from gm_daemon.mail.fetching import junk_folder
from gm_daemon.mail.session import Session, said, uid_set
from gm_daemon.mail.settings import ImapSettings

CHUNK = 100  # mails in one command
LONGEST_IDLE = 280.0  # seconds; routers forget silent connections after five minutes

_VALIDITY = re.compile(rb"\[UIDVALIDITY (\d+)\]", re.IGNORECASE)
_UIDNEXT = re.compile(rb"\[UIDNEXT (\d+)\]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fetched:
    """One mail as it lies in a folder. `arrived` is when our server took it (INTERNALDATE), in UTC.

    `uidvalidity` and `uid` name it for ever in its folder. A `truncated` mail exceeded the size limit (`size` is
    its true size): `raw` holds its header and its first text alone.
    """

    folder: str
    uidvalidity: int
    uid: int
    arrived: datetime
    size: int
    raw: bytes
    truncated: bool


class Mailbox:
    """A mailbox that is logged in; one task uses it at a time.

    Every method raises ServerGone when the connection is lost or silent; then `close` it and open another one.
    """

    def __init__(self, session: Session, junk: str) -> None:
        self._session = session
        self._settings = session.settings
        self._junk = junk
        self._selected = ""
        self._validity = 0
        self._uidnext = b""
        self._inbox_next = b""
        self._left: dict[tuple[str, int], set[int]] = {}
        self._idle = session.settings.idle and session.can("IDLE")
        self._interrupted = asyncio.Event()

    @classmethod
    async def open(cls, settings: ImapSettings) -> Self:
        """Connect, log in, find the junk folder and select the inbox.

        Raises ServerGone (temporary), LoginRefused, Unsupported or FolderRefused; their texts say what to do.
        """
        session = await Session.open(settings)
        try:
            junk = settings.junk and folder_name(settings.junk)
            mailbox = cls(session, junk or await _find_junk(session))
            await mailbox._select(settings.inbox)
        except BaseException:
            session.drop()
            raise
        return mailbox

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    @property
    def inbox(self) -> str:
        """Return the name of the inbox."""
        return self._settings.inbox

    @property
    def junk(self) -> str | None:
        """Return the junk folder's name for the other methods, or None if the mailbox has none."""
        return self._junk or None

    async def new_letters(self, folder: str) -> AsyncIterator[tuple[Fetched, ...]]:
        """Yield the mails of a folder that were not left there, oldest first, in batches of at most 100.

        Between two batches the caller may file away, leave, or use another folder. A mail that vanishes meanwhile
        is passed over. Raises FolderRefused if the folder cannot be opened.
        """
        validity = await self._select(folder)
        # Without the NOOP, a search may miss what was delivered while the folder was selected.
        await self._command("looking for new mail", "noop")
        if folder == self.inbox:
            self._inbox_next = self._uidnext
        left = self._left.get((folder, validity), set[int]())
        uids = [uid for uid in await self._search() if uid not in left]
        for at in range(0, len(uids), CHUNK):
            if await self._select(folder) != validity:
                return  # Another numbering began; the next call reads it.
            chunk = await entries(self._session, uids[at : at + CHUNK])
            for batch in batches(chunk, self._settings.max_bytes):
                if await self._select(folder) != validity:
                    return
                mails = [
                    Fetched(folder, validity, entry.uid, entry.arrived, entry.size, raw, truncated)
                    async for entry, raw, truncated in download(self._session, batch)
                ]
                if mails:
                    yield tuple(mails)

    def leave(self, folder: str, uidvalidity: int, uids: Iterable[int]) -> None:
        """Let mails stay where they are, and do not hand them out again on this connection."""
        self._left.setdefault((folder, uidvalidity), set()).update(uids)

    async def file_away(self, folder: str, uids: Collection[int]) -> None:
        """Move mails into the folder for processed ones, which is created if it is missing.

        Mails that are gone already are no error. Raises FolderRefused if the server does not allow it.
        """
        await self._select(folder)
        ordered = sorted(uids)
        for at in range(0, len(ordered), CHUNK):
            await self._move(uid_set(ordered[at : at + CHUNK]))

    async def wait(self, longest: float) -> bool:
        """Wait until something arrives in the inbox, at most `longest` or the poll interval, in seconds.

        Returns True if the server announced something. The poll interval holds with IDLE too: servers forget
        announcements, and the caller should look in any case. Cancelling drops the connection, as everywhere; so
        pass the time to the next clock rather than cancel.
        """
        seconds = max(0.0, min(longest, self._settings.poll_seconds, LONGEST_IDLE))
        await self._select(self.inbox)
        if self._session.protocol.news or self._uidnext != self._inbox_next:
            self._session.protocol.news = False
            self._inbox_next = self._uidnext
            return True
        try:
            if self._idle:
                return await self._wait_idle(seconds)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._interrupted.wait(), seconds)
            return False
        finally:
            self._interrupted.clear()

    def interrupt(self) -> None:
        """End a `wait` that is under way, or the next one, at once."""
        self._interrupted.set()
        self._session.protocol.idle_queue.put_nowait([b"interrupted"])

    async def close(self) -> None:
        """Log out and close the connection; never raises for a lost one."""
        if self._session.alive:
            try:
                async with self._session.deadline("logging out", min(2.0, self._settings.timeout)):
                    await self._session.protocol.logout()
            except ServerGone:
                return
        self._session.drop()

    async def _select(self, folder: str) -> int:
        """Select a folder, unless it is selected, and return its UIDVALIDITY."""
        if folder == self._selected and self._session.alive:
            return self._validity
        name = folder if folder == self._junk else folder_name(folder)
        self._selected = ""
        async with self._session.deadline(f"opening folder {folder}"):
            response = await self._session.protocol.select(name)
        words = b"\n".join(map(bytes, response.lines))
        validity = _VALIDITY.search(words)
        if response.result != "OK" or validity is None:
            raise FolderRefused(f"cannot open the folder {folder}: {said(response)}. Check its name in the settings")
        self._selected, self._validity = folder, int(validity[1])
        uidnext = _UIDNEXT.search(words)
        self._uidnext = uidnext[1] if uidnext else b""
        self._session.protocol.news = False
        return self._validity

    async def _command(self, doing: str, name: str, *arguments: str) -> Any:
        async with self._session.deadline(doing):
            return await self._session.protocol.simple_command(name.upper(), *arguments)

    async def _search(self) -> list[int]:
        self._session.protocol.news = False
        async with self._session.deadline("searching"):
            # Exchange and Yahoo refuse a search that names a character set.
            response = await self._session.protocol.search("ALL", charset=None, by_uid=True)
        if response.result != "OK":
            raise ServerGone(f"the mail server does not search: {said(response)}")
        return sorted({int(word) for line in response.lines[:-1] for word in bytes(line).split() if word.isdigit()})

    async def _move(self, uids: str) -> None:
        response = await self._move_or_copy(uids)
        if response.result != "OK":
            # RFC 3501 §6.4.7: a NO may mean that the folder is missing.
            await self._command("making the folder for processed mail", "create", self._processed)
            response = await self._move_or_copy(uids)
        if response.result != "OK":
            raise FolderRefused(
                f"cannot move mail to the folder {self._settings.processed}: {said(response)}. "
                "Make the folder by hand, or name another one in the settings"
            )
        if not self._session.can("MOVE"):
            await self._expunge(uids)

    @property
    def _processed(self) -> str:
        return folder_name(self._settings.processed)

    async def _move_or_copy(self, uids: str) -> Any:
        command = "MOVE" if self._session.can("MOVE") else "COPY"
        async with self._session.deadline("filing mail away"):
            return await self._session.protocol.uid(command, uids, self._processed)

    async def _expunge(self, uids: str) -> None:
        """Remove what was copied; without UIDPLUS also what somebody else marked as deleted."""
        protocol = self._session.protocol
        async with self._session.deadline("removing filed mail"):
            await protocol.uid("STORE", uids, "+FLAGS.SILENT", r"(\Deleted)")
            await (protocol.uid("EXPUNGE", uids) if self._session.can("UIDPLUS") else protocol.expunge())

    async def _wait_idle(self, seconds: float) -> bool:
        """Wait in IDLE (RFC 2177) until the server announces something."""
        protocol = self._session.protocol
        while not protocol.idle_queue.empty():
            protocol.idle_queue.get_nowait()
        idle = asyncio.ensure_future(protocol.idle())
        started = asyncio.ensure_future(protocol.wait_for_idle_response())
        try:
            async with self._session.deadline("beginning to wait"):
                await asyncio.wait({idle, started}, return_when=asyncio.FIRST_COMPLETED)
            if not idle.done():
                await self._announcement(seconds)
                protocol.idle_done()
            async with self._session.deadline("ending to wait"):
                response = await idle
        finally:
            if not idle.done():
                idle.cancel()
                self._session.drop()
            started.cancel()
        self._idle = response.result == "OK"
        return bool(protocol.news)

    async def _announcement(self, seconds: float) -> None:
        protocol = self._session.protocol
        try:
            async with asyncio.timeout(seconds):
                # Servers also say that they are still there.
                while not protocol.news and not self._interrupted.is_set() and self._session.alive:
                    await protocol.idle_queue.get()
        except TimeoutError:
            return


async def _find_junk(session: Session) -> str:
    """Return the name of the folder marked \\Junk, or an empty string (RFC 6154)."""
    for arguments in (('""', '"*"'), ('""', '"*"', "RETURN (SPECIAL-USE)")):
        if len(arguments) > 2 and not session.can("SPECIAL-USE"):
            break
        async with session.deadline("listing the folders"):
            response = await session.protocol.simple_command("LIST", *arguments)
        if response.result == "OK" and (name := junk_folder(response.lines)):
            return name
    return ""
