"""tests: the mailbox over a real IMAP server, and over scripted ones for what that server never does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from gm_daemon.demo.servers import EmbeddedServers
from gm_daemon.mail.errors import FolderRefused, ServerGone
from gm_daemon.mail.mailbox import Fetched, Mailbox
from gm_daemon.mail.reading import read_letter
from gm_daemon.mail.settings import ImapSettings, Tls
from tests.cases import case
from tests.mail.scripted import Imap

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
LOGIN = ImapSettings("127.0.0.1", "gm@play.example.org", tls=Tls.NONE, password="secret", timeout=5)

PICTURE = b"Content-Type: image/png; name=board.png\r\nContent-Transfer-Encoding: base64\r\n\r\n" + b"iVBO" * 20_000
TEXT = b"Content-Transfer-Encoding: quoted-printable\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nA M=C3=BCn - Ruh"
HEADER = b"From: ann@example.org\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n"


def mixed(*parts: bytes) -> bytes:
    body = b"".join(b"\r\n--b\r\n" + part for part in parts)
    return HEADER + b"Content-Type: multipart/mixed;\r\n boundary=b\r\n" + body + b"\r\n--b--\r\n"


@pytest.fixture
async def servers() -> AsyncIterator[EmbeddedServers]:
    async with EmbeddedServers() as running:
        yield running


def at(server: EmbeddedServers | Imap) -> ImapSettings:
    return replace(LOGIN, port=server.imap_port if isinstance(server, EmbeddedServers) else server.port)


async def all_of(mailbox: Mailbox, folder: str = "INBOX") -> list[Fetched]:
    return [mail async for batch in mailbox.new_letters(folder) for mail in batch]


async def test_mails_come_in_order_with_their_arrival(servers: EmbeddedServers) -> None:
    """Bytes are as delivered, arrival is in UTC, and reading does not change anything."""
    for number in range(3):
        await servers.deliver(b"Subject: %d\r\n\r\n" % number, at=NOON)
    async with await Mailbox.open(at(servers)) as mailbox:
        mails = await all_of(mailbox)

        assert [mail.raw for mail in mails] == [b"Subject: %d\r\n\r\n" % number for number in range(3)]
        assert {mail.arrived for mail in mails} == {NOON}
        assert mails == await all_of(mailbox)


async def test_mail_that_comes_while_the_folder_is_open(servers: EmbeddedServers) -> None:
    """The next look finds it without selecting anew."""
    async with await Mailbox.open(at(servers)) as mailbox:
        assert await all_of(mailbox) == []

        await servers.deliver(b"Subject: late\r\n\r\n")

        assert len(await all_of(mailbox)) == 1


async def test_many_mails_come_in_chunks(servers: EmbeddedServers) -> None:
    """No command asks for more than a hundred."""
    for number in range(250):
        await servers.deliver(b"Subject: %d\r\n\r\n" % number)
    async with await Mailbox.open(at(servers)) as mailbox:
        batches = [batch async for batch in mailbox.new_letters("INBOX")]

        assert [len(batch) for batch in batches] == [100, 100, 50]


async def test_filed_mails_are_gone_from_the_inbox(servers: EmbeddedServers) -> None:
    """The folder for them is made; filing twice is no error; the batches may be filed one by one."""
    for number in range(120):
        await servers.deliver(b"Subject: %d\r\n\r\n" % number)
    async with await Mailbox.open(at(servers)) as mailbox:
        async for batch in mailbox.new_letters("INBOX"):
            await mailbox.file_away("INBOX", [mail.uid for mail in batch])
            await mailbox.file_away("INBOX", [mail.uid for mail in batch])

        assert await all_of(mailbox) == []
        assert len(await all_of(mailbox, "Processed")) == 120


async def test_left_mails_are_not_handed_out_again(servers: EmbeddedServers) -> None:
    """Strangers' mail stays in the junk folder, and is passed over until the next connection."""
    await servers.make_folder("Spam")
    await servers.deliver(b"Subject: junk\r\n\r\n", folder="Spam")
    settings = replace(at(servers), junk="Spam")
    async with await Mailbox.open(settings) as mailbox:
        junk = mailbox.junk
        assert junk is not None
        (mail,) = await all_of(mailbox, junk)
        mailbox.leave(junk, mail.uidvalidity, [mail.uid])

        assert await all_of(mailbox, junk) == []
    async with await Mailbox.open(settings) as mailbox:
        assert [mail] == await all_of(mailbox, junk)


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        case("RFC 3501 §6.4.5", "text before a picture", mixed(TEXT, PICTURE), ("A Mün - Ruh",)),
        case("RFC 3501 §6.4.5", "text behind a picture", mixed(PICTURE, TEXT), ("A Mün - Ruh",)),
        case("RFC 3501 §6.4.5", "no text", mixed(PICTURE), ()),
        case("RFC 3501 §6.4.5", "text alone", HEADER + b"\r\n" + b"A Par - Bur\r\n" * 5_000, ("A Par - Bur",) * 2520),
    ],
)
async def test_too_large_a_mail_is_read_in_part(servers: EmbeddedServers, raw: bytes, lines: tuple[str, ...]) -> None:
    """Header and first text come, the picture does not."""
    await servers.deliver(raw)
    async with await Mailbox.open(replace(at(servers), max_bytes=32_768)) as mailbox:
        (mail,) = await all_of(mailbox)
    letter = read_letter(mail.raw, truncated=mail.truncated)

    assert mail.truncated
    assert mail.size == len(raw)
    assert len(mail.raw) < 40_000
    assert lines == letter.lines[: len(lines)]
    assert letter.sender == "ann@example.org"


async def test_waiting_ends_with_an_arrival(servers: EmbeddedServers) -> None:
    """IDLE announces it; the poll interval would be a minute."""
    async with await Mailbox.open(at(servers)) as mailbox:
        await all_of(mailbox)
        await mailbox.wait(0)
        waiting = asyncio.create_task(mailbox.wait(30))
        await servers.deliver(b"Subject: now\r\n\r\n")

        assert await asyncio.wait_for(waiting, 5)
        assert len(await all_of(mailbox)) == 1


async def test_waiting_without_arrivals_ends_with_the_poll_interval(servers: EmbeddedServers) -> None:
    """Whoever has waited looks again."""
    async with await Mailbox.open(replace(at(servers), poll_seconds=0.01)) as mailbox:
        await all_of(mailbox)

        assert not await asyncio.wait_for(mailbox.wait(60), 5)
        assert not await asyncio.wait_for(mailbox.wait(60), 5)


async def test_arrival_during_another_folder_is_not_waited_for(servers: EmbeddedServers) -> None:
    """What came while the junk folder was open ends the wait at once."""
    await servers.make_folder("Spam")
    async with await Mailbox.open(replace(at(servers), junk="Spam")) as mailbox:
        await all_of(mailbox)
        await all_of(mailbox, "Spam")
        await servers.deliver(b"Subject: meanwhile\r\n\r\n")

        assert await asyncio.wait_for(mailbox.wait(30), 5)


async def test_lost_connection_ends_every_call(servers: EmbeddedServers) -> None:
    """Looking, filing and waiting fail at once, and closing does not fail."""
    mailbox = await Mailbox.open(at(servers))
    await servers.drop_connections()
    with pytest.raises(ServerGone):
        await asyncio.wait_for(all_of(mailbox), 5)
    with pytest.raises(ServerGone):
        await asyncio.wait_for(mailbox.file_away("INBOX", [1]), 5)
    with pytest.raises(ServerGone):
        await asyncio.wait_for(mailbox.wait(30), 5)
    await mailbox.close()


async def test_missing_folder(servers: EmbeddedServers) -> None:
    """The text names it, and the connection lives on."""
    async with await Mailbox.open(at(servers)) as mailbox:
        with pytest.raises(FolderRefused, match="Nowhere"):
            await all_of(mailbox, "Nowhere")

        assert await all_of(mailbox) == []


FOUND = {"UID SEARCH": b"* SEARCH 4 5\r\n"}


@pytest.mark.parametrize(
    ("capabilities", "commands"),
    [
        case("RFC 6851 §3.3", "MOVE", "IMAP4rev1 MOVE UIDPLUS", ['UID MOVE 4:5 "Processed"']),
        case("RFC 4315 §2.1", "UIDPLUS", "IMAP4rev1 UIDPLUS", [
            'UID COPY 4:5 "Processed"', r"UID STORE 4:5 +FLAGS.SILENT (\Deleted)", "UID EXPUNGE 4:5",
        ]),
        case("RFC 3501 §6.4.3", "neither", "IMAP4rev1", [
            'UID COPY 4:5 "Processed"', r"UID STORE 4:5 +FLAGS.SILENT (\Deleted)", "EXPUNGE",
        ]),
    ],
)  # fmt: skip
async def test_filing_by_what_the_server_can(capabilities: str, commands: list[str]) -> None:
    """Servers without MOVE get a copy and a removal."""
    async with Imap(capabilities=capabilities).running() as server:
        async with await Mailbox.open(at(server)) as mailbox:
            await mailbox.file_away("INBOX", {5, 4})

        assert commands == server.commands[-1 - len(commands) : -1]


async def test_filing_that_is_refused() -> None:
    """The folder is made once; then the text asks a person to do it."""
    async with Imap(
        {"UID MOVE": b"%TAG% NO [TRYCREATE] no folder\r\n", "CREATE": b"%TAG% NO quota\r\n"}
    ).running() as server:
        async with await Mailbox.open(at(server)) as mailbox:
            with pytest.raises(FolderRefused, match="by hand"):
                await mailbox.file_away("INBOX", [4])

        assert server.commands.count('CREATE "Processed"') == 1


async def test_search_names_no_character_set() -> None:
    """Exchange and Yahoo refuse one; the NOOP comes first; who cannot IDLE waits by the clock."""
    async with Imap(FOUND, capabilities="IMAP4rev1").running() as server:
        async with await Mailbox.open(replace(at(server), poll_seconds=0.0)) as mailbox:
            assert await all_of(mailbox) == []
            assert not await mailbox.wait(5)

        assert server.commands[-5:-1] == [
            'SELECT "INBOX"', "NOOP", "UID SEARCH ALL", "UID FETCH 4:5 (UID RFC822.SIZE INTERNALDATE)",
        ]  # fmt: skip


async def test_junk_folder_is_found_by_its_mark() -> None:
    """Some servers show the marks only when they are asked for."""
    marked = b'* LIST (\\HasNoChildren) "/" INBOX\r\n* LIST (\\Junk) "/" "Bulk &- more"\r\n'
    canned = {"LIST": b'* LIST () "/" INBOX\r\n', 'LIST "" "*" RETURN': marked}
    async with Imap(canned, capabilities="IMAP4rev1 SPECIAL-USE").running() as server:
        async with await Mailbox.open(at(server)) as mailbox:
            assert mailbox.junk == '"Bulk &- more"'
            await all_of(mailbox, mailbox.junk)

        assert 'SELECT "Bulk &- more"' in server.commands


@pytest.mark.parametrize(
    "answers",
    [
        case("RFC 3501 §7", "silence", {"UID SEARCH": None}),
        case("RFC 3501 §7", "no search", {"UID SEARCH": b"%TAG% NO busy\r\n"}),
        case("RFC 3501 §7", "hangs up", FOUND | {"UID FETCH": b""}),
        case("RFC 3501 §7", "no fetch", FOUND | {"UID FETCH": b"%TAG% BAD what\r\n"}),
        case("RFC 3501 §7", "no arrival", FOUND | {
            "UID FETCH": b'* 1 FETCH (UID 4 RFC822.SIZE 9 INTERNALDATE "yesterday")\r\n',
        }),
        case("RFC 3501 §7", "nonsense", FOUND | {"UID FETCH": b"* 1 FETCH (UID 4))\r\n"}),
        case("RFC 2177 §3", "IDLE begins never", {"IDLE": None}),
        case("RFC 2177 §3", "lost in IDLE", {"IDLE": b"+ idling\r\n%BYE%"}),
        case("RFC 2177 §3", "IDLE ends never", {"IDLE": b"+ idling\r\n* 1 EXISTS\r\nX"}),
    ],
)  # fmt: skip
async def test_servers_that_fail(answers: dict[str, bytes | None]) -> None:
    """Every failure is a server that is gone, within the timeout."""
    async with Imap(answers).running() as server:
        mailbox = await Mailbox.open(replace(at(server), timeout=0.2))

        async def look_and_wait() -> None:
            await all_of(mailbox)
            for _ in range(2):
                await mailbox.wait(60)

        with pytest.raises(ServerGone):
            await look_and_wait()
        await mailbox.close()


async def test_idle_that_is_refused_becomes_polling() -> None:
    """The wait after the first goes by the clock."""
    async with Imap({"IDLE": b"%TAG% NO not here\r\n"}).running() as server:
        async with await Mailbox.open(replace(at(server), poll_seconds=0.0)) as mailbox:
            for _ in range(4):
                await mailbox.wait(5)

        assert server.commands.count("IDLE") == 1


async def test_vanished_mail_is_passed_over() -> None:
    """Somebody else deleted it between size and body."""
    sizes = b'* 1 FETCH (UID 4 RFC822.SIZE 1 INTERNALDATE "01-Dec-2026 12:00:00 +0000")\r\n'
    async with Imap(FOUND | {"UID FETCH 4:5 (UID RFC": sizes}).running() as server:
        mailbox = await Mailbox.open(at(server))

        assert await all_of(mailbox) == []
        await mailbox.close()


async def test_two_tasks_see_one_mail_once_moved(servers: EmbeddedServers) -> None:
    """A second connection finds nothing to file where the first one was."""
    await servers.deliver(b"\r\n")
    async with await Mailbox.open(at(servers)) as first, await Mailbox.open(at(servers)) as second:
        (mail,) = await all_of(first)
        await second.file_away("INBOX", [mail.uid])

        assert await all_of(first) == []
