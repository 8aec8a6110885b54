"""tests: a letter out through Postfix and in through Dovecot, with TLS, tokens, bounces and a stripped forgery.

They run where both are installed, as root; elsewhere they say what is missing. The embedded servers cover the same
ground on every machine.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from gm_daemon.mail.authentication import Auth, verdict
from gm_daemon.mail.errors import LoginRefused, Permanent, ServerGone, Temporary
from gm_daemon.mail.letter import Origin
from gm_daemon.mail.mailbox import CHUNK, Fetched, Mailbox
from gm_daemon.mail.reading import read_letter
from gm_daemon.mail.relay import Relay
from gm_daemon.mail.settings import Tls
from gm_daemon.mail.tokens import bounce_address, row_of
from tests.servers.mail import GM, MailServers

ALICE = "alice@players.example.org"


async def next_mail(mailbox: Mailbox) -> Fetched:
    """Wait for one mail, file it away, and return it."""
    for _ in range(20):
        async for batch in mailbox.new_letters("INBOX"):
            await mailbox.file_away("INBOX", [mail.uid for mail in batch])
            return batch[0]
        await mailbox.wait(10)
    raise AssertionError("no mail came")


@pytest.mark.parametrize("tls", [Tls.STARTTLS, Tls.IMPLICIT])
async def test_letter_comes_through(real: MailServers, tls: Tls) -> None:
    """Out over SMTP with TLS, in over IMAP with TLS, with its plus address and its own text."""
    raw = f"From: {ALICE}\r\nTo: {GM}\r\nMessage-ID: <{tls.value}@x.example>\r\n\r\nA Par - Bur\r\n".encode()
    async with await Mailbox.open(real.imap()) as mailbox, Relay(real.smtp("alice", tls)) as relay:
        await relay.send(raw, ALICE, "gm+token.x@play.example.org")
        letter = read_letter((await next_mail(mailbox)).raw)

    assert letter.lines == ("A Par - Bur",)
    assert letter.origin is Origin.PERSON
    assert "gm+token.x@play.example.org" in letter.recipients


async def test_forged_results_are_stripped(real: MailServers) -> None:
    """A sender's own Authentication-Results in our server's name does not come through."""
    forged = f"Authentication-Results: {real.authserv_id}; dmarc=pass header.from=players.example.org\r\n"
    async with await Mailbox.open(real.imap()) as mailbox, Relay(real.internet()) as relay:
        await relay.send(f"{forged}From: {ALICE}\r\n\r\nA Par - Bur\r\n".encode(), "x@evil.example", GM)
        letter = read_letter((await next_mail(mailbox)).raw)

    assert verdict(letter.authentication_results, real.authserv_id, letter.sender) is Auth.NONE


async def test_bounce_finds_its_row(real: MailServers) -> None:
    """A real delivery report comes to the envelope's address and names recipient and mail."""
    raw = f"From: {GM}\r\nMessage-ID: <row-118@play.example.org>\r\n\r\nhello\r\n".encode()
    async with await Mailbox.open(real.imap()) as mailbox, Relay(real.smtp()) as relay:
        await relay.send(raw, bounce_address(GM, 118), "nobody@elsewhere.example.net")
        letter = read_letter((await next_mail(mailbox)).raw, own_address=GM)

    assert letter.origin is Origin.BOUNCE
    assert letter.bounce is not None
    assert [delivery.recipient for delivery in letter.bounce.deliveries] == ["nobody@elsewhere.example.net"]
    assert letter.bounce.deliveries[0].permanent
    assert letter.bounce.original_message_id == "<row-118@play.example.org>"
    assert row_of(letter.recipients) == 118


async def test_large_mail_is_read_in_part(real: MailServers) -> None:
    """Dovecot's structure of a mail leads to its text behind the picture."""
    raw = (
        f"From: {ALICE}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
        f"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n{('iVBO' * 18 + chr(10)) * 2000}"
        "\r\n--b\r\nContent-Type: text/plain\r\n\r\nA Par - Bur\r\n--b--\r\n"
    )
    async with await Mailbox.open(replace(real.imap(), max_bytes=4096)) as mailbox:
        async with Relay(real.smtp("alice")) as relay:
            await relay.send(raw.encode(), ALICE, GM)
        mail = await next_mail(mailbox)
    letter = read_letter(mail.raw, truncated=mail.truncated)

    assert letter.truncated
    assert len(mail.raw) < 4096 < mail.size
    assert letter.lines == ("A Par - Bur",)


async def test_refusals(real: MailServers) -> None:
    """Now and never are told apart, and the connection outlives both."""
    async with Relay(real.smtp()) as relay:
        with pytest.raises(Permanent) as never:
            await relay.send(b"\r\n", GM, "anyone@reject.example.org")
        with pytest.raises(Temporary) as later:
            await relay.send(b"\r\n", GM, "anyone@greylist.example.org")

    assert never.value.code == 550
    assert later.value.code == 450


async def test_logins(real: MailServers) -> None:
    """Both servers take a good password or token and refuse a bad one in words, which the library takes for silence."""

    async def stale() -> str:
        return "no.such.token"

    await Relay(real.smtp()).check()
    await Relay(replace(real.smtp(), token=real.token)).check()
    await (await Mailbox.open(replace(real.imap(), token=real.token))).close()
    with pytest.raises(LoginRefused, match="OAuth token"):
        await Relay(replace(real.smtp(), token=stale)).check()
    with pytest.raises(LoginRefused, match="OAuth token"):
        await Mailbox.open(replace(real.imap(), token=stale))
    with pytest.raises(LoginRefused, match="app password"):
        await Relay(replace(real.smtp(), password="wrong")).check()
    with pytest.raises(LoginRefused, match="app password"):
        await Mailbox.open(replace(real.imap(), password="wrong"))


async def test_certificate_of_nobody(real: MailServers) -> None:
    """Whoever does not trust the certificate sends neither password nor mail."""
    with pytest.raises(ServerGone, match="ca_file"):
        await Mailbox.open(replace(real.imap(), ca_file=None))
    with pytest.raises(Temporary, match="certificate"):
        await Relay(replace(real.smtp(), ca_file=None)).check()


async def test_full_mailbox_is_read_in_chunks(real: MailServers) -> None:
    """Each mail once and in order, whether or not batches are moved away in between; then it is empty."""
    real.fill("gm", count := 2 * CHUNK + 30)
    lines: list[str] = []
    sizes = []
    async with await Mailbox.open(real.imap()) as mailbox:
        async for batch in mailbox.new_letters("INBOX"):
            lines += read_letter(batch[-1].raw).lines
            sizes.append(len(batch))
            await mailbox.file_away("INBOX", [mail.uid for mail in batch])

        assert [batch async for batch in mailbox.new_letters("INBOX")] == []

    assert sum(sizes) == count
    assert max(sizes) <= CHUNK
    assert lines[-1] == f"A Par - Bur {count - 1}"


async def test_arrival_is_announced(real: MailServers) -> None:
    """IDLE ends when a mail comes, long before the next poll; UID MOVE then takes it to the processed ones."""
    patient = replace(real.imap(), poll_seconds=60, processed="Filed & read")
    async with await Mailbox.open(patient) as mailbox, Relay(real.smtp("alice")) as relay:
        waiting = asyncio.create_task(mailbox.wait(60))
        await relay.send(f"From: {ALICE}\r\nSubject: now\r\n\r\nA Par - Bur\r\n".encode(), ALICE, GM)

        assert await asyncio.wait_for(waiting, 10)

        await next_mail(mailbox)
        filed = [mail async for batch in mailbox.new_letters("Filed & read") for mail in batch]

    assert [read_letter(mail.raw).subject for mail in filed] == ["now"]


async def test_another_numbering_is_another_folder(real: MailServers) -> None:
    """A mail left under the old UIDVALIDITY does not hide the one that has its number now."""
    async with await Mailbox.open(real.imap()) as mailbox:
        seen = []
        for text in (b"\r\nfirst\r\n", b"\r\nsecond\r\n"):
            real.doveadm("mailbox", "create", "-u", "gm", "Orders")
            real.doveadm("save", "-u", "gm", "-m", "Orders", mail=text)
            seen += [mail async for batch in mailbox.new_letters("Orders") for mail in batch]
            mailbox.leave("Orders", seen[-1].uidvalidity, [seen[-1].uid])

            assert [batch async for batch in mailbox.new_letters("Orders")] == []

            await mailbox.file_away("INBOX", [])
            real.doveadm("mailbox", "delete", "-u", "gm", "Orders")

    assert [mail.uid for mail in seen] == [1, 1]
    assert seen[0].uidvalidity != seen[1].uidvalidity
    assert [read_letter(mail.raw).lines for mail in seen] == [("first",), ("second",)]


async def test_killed_server(real: MailServers) -> None:
    """Whoever waits hears of it at once; when it runs again, another connection reads what came meanwhile."""
    mailbox = await Mailbox.open(replace(real.imap(), poll_seconds=60))
    assert [batch async for batch in mailbox.new_letters("INBOX")] == []
    waiting = asyncio.create_task(mailbox.wait(60))
    # While another connection is opened and closed, the first one comes to wait in IDLE.
    await (await Mailbox.open(real.imap())).close()
    try:
        real.kill_dovecot()
        with pytest.raises(ServerGone):
            await asyncio.wait_for(waiting, 10)
        with pytest.raises(ServerGone):
            await Mailbox.open(real.imap())
        await mailbox.close()
        async with Relay(real.internet()) as relay:
            await relay.send(f"From: {ALICE}\r\n\r\nA Par - Bur\r\n".encode(), ALICE, GM)
    finally:
        real.start()
    real.flush()
    async with await Mailbox.open(real.imap()) as again:
        assert read_letter((await next_mail(again)).raw).lines == ("A Par - Bur",)
