"""tests: a letter out through Postfix and in through Dovecot, with TLS, tokens, bounces and a stripped forgery.

They run where both are installed, as root; elsewhere they say what is missing. The embedded servers cover the same
ground on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from gm_daemon.mail.authentication import Auth, verdict
from gm_daemon.mail.errors import LoginRefused, Permanent, Temporary
from gm_daemon.mail.letter import Origin
from gm_daemon.mail.mailbox import Fetched, Mailbox
from gm_daemon.mail.reading import read_letter
from gm_daemon.mail.relay import Relay
from gm_daemon.mail.settings import SmtpSettings, Tls
from gm_daemon.mail.tokens import bounce_address, row_of
from tests.servers.real import imap, missing, run, running, smtp

GM = "gm@play.example.org"
ALICE = "alice@players.example.org"


pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


@pytest.fixture(scope="module")
def real() -> Iterator[dict[str, str]]:
    with running() as settings:
        yield settings


async def next_mail(mailbox: Mailbox) -> Fetched:
    """Wait for one mail, file it away, and return it."""
    for _ in range(20):
        async for batch in mailbox.new_letters("INBOX"):
            await mailbox.file_away("INBOX", [mail.uid for mail in batch])
            return batch[0]
        await mailbox.wait(10)
    raise AssertionError("no mail came")


@pytest.mark.parametrize("tls", [Tls.STARTTLS, Tls.IMPLICIT])
async def test_letter_comes_through(real: dict[str, str], tls: Tls) -> None:
    """Out over SMTP with TLS, in over IMAP with TLS, with its plus address and its own text."""
    raw = f"From: {ALICE}\r\nTo: {GM}\r\nMessage-ID: <{tls.value}@x.example>\r\n\r\nA Par - Bur\r\n".encode()
    async with await Mailbox.open(imap(real)) as mailbox, Relay(smtp(real, "alice", tls)) as relay:
        await relay.send(raw, ALICE, "gm+token.x@play.example.org")
        letter = read_letter((await next_mail(mailbox)).raw)

    assert letter.lines == ("A Par - Bur",)
    assert letter.origin is Origin.PERSON
    assert "gm+token.x@play.example.org" in letter.recipients


async def test_forged_results_are_stripped(real: dict[str, str]) -> None:
    """A sender's own Authentication-Results in our server's name does not come through."""
    forged = f"Authentication-Results: {real['RMS_AUTHSERV_ID']}; dmarc=pass header.from=players.example.org\r\n"
    internet = SmtpSettings("127.0.0.1", int(real["RMS_SMTP_PORT"]), Tls.NONE, timeout=10)
    async with await Mailbox.open(imap(real)) as mailbox, Relay(internet) as relay:
        await relay.send(f"{forged}From: {ALICE}\r\n\r\nA Par - Bur\r\n".encode(), "x@evil.example", GM)
        letter = read_letter((await next_mail(mailbox)).raw)

    assert verdict(letter.authentication_results, real["RMS_AUTHSERV_ID"], letter.sender) is Auth.NONE


async def test_bounce_finds_its_row(real: dict[str, str]) -> None:
    """A real delivery report comes to the envelope's address and names recipient and mail."""
    raw = f"From: {GM}\r\nMessage-ID: <row-118@play.example.org>\r\n\r\nhello\r\n".encode()
    async with await Mailbox.open(imap(real)) as mailbox, Relay(smtp(real)) as relay:
        await relay.send(raw, bounce_address(GM, 118), "nobody@elsewhere.example.net")
        letter = read_letter((await next_mail(mailbox)).raw, own_address=GM)

    assert letter.origin is Origin.BOUNCE
    assert letter.bounce is not None
    assert [delivery.recipient for delivery in letter.bounce.deliveries] == ["nobody@elsewhere.example.net"]
    assert letter.bounce.deliveries[0].permanent
    assert letter.bounce.original_message_id == "<row-118@play.example.org>"
    assert row_of(letter.recipients) == 118


async def test_large_mail_is_read_in_part(real: dict[str, str]) -> None:
    """Dovecot's structure of a mail leads to its text behind the picture."""
    raw = (
        f"From: {ALICE}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
        f"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n{('iVBO' * 18 + chr(10)) * 2000}"
        "\r\n--b\r\nContent-Type: text/plain\r\n\r\nA Par - Bur\r\n--b--\r\n"
    )
    async with await Mailbox.open(replace(imap(real), max_bytes=4096)) as mailbox:
        async with Relay(smtp(real, "alice")) as relay:
            await relay.send(raw.encode(), ALICE, GM)
        mail = await next_mail(mailbox)
    letter = read_letter(mail.raw, truncated=mail.truncated)

    assert letter.truncated
    assert len(mail.raw) < 4096 < mail.size
    assert letter.lines == ("A Par - Bur",)


async def test_refusals(real: dict[str, str]) -> None:
    """Now and never are told apart, and the connection outlives both."""
    async with Relay(smtp(real)) as relay:
        with pytest.raises(Permanent) as never:
            await relay.send(b"\r\n", GM, "anyone@reject.example.org")
        with pytest.raises(Temporary) as later:
            await relay.send(b"\r\n", GM, "anyone@greylist.example.org")

    assert never.value.code == 550
    assert later.value.code == 450


async def test_logins_by_token(real: dict[str, str]) -> None:
    """A good OAuth token opens both servers; a bad one is refused in words, which the library takes for silence."""

    async def fresh() -> str:
        return run("token", "gm").strip()

    async def stale() -> str:
        return "no.such.token"

    await Relay(replace(smtp(real), token=fresh)).check()
    await (await Mailbox.open(replace(imap(real), token=fresh))).close()
    with pytest.raises(LoginRefused):
        await Mailbox.open(replace(imap(real), token=stale))
