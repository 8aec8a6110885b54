"""tests: no bytes make reading fail, and none make it slow."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_daemon.mail.charset import decode, decode_words, plain
from gm_daemon.mail.reading import MOST_LINES, read_letter
from tests.cases import case
from tests.mail.letters import LETTERS

SAMPLES = sorted(path.read_bytes() for path in LETTERS.glob("*.eml"))
# Far above what any of them needs (the slowest takes 0.2 s), far below what quadratic time would need.
SECONDS = 5.0

REPORT = b"Content-Type: multipart/report; report-type=delivery-status; boundary=r\n\n--r\n"
REPORT += b"Content-Type: message/delivery-status\n\n"
MIXED = b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n"


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Cut, double and overwrite pieces of the odd letters."""
    raw = bytearray(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(raw)))
        end = draw(st.integers(at, min(len(raw), at + 40)))
        piece = draw(st.one_of(st.binary(max_size=8), st.sampled_from(SAMPLES), st.just(bytes(raw[at:end]) * 3)))
        raw[at:end] = piece
    return bytes(raw)


@given(st.one_of(st.binary(), mutated()))
def test_any_bytes_give_a_letter(raw: bytes) -> None:
    """Every text of it is one clean line."""
    letter = read_letter(raw, own_address="gm@example.org")
    texts = [letter.sender, letter.subject, letter.message_id, *letter.lines, *letter.cut, *letter.recipients]
    texts += [*letter.authors, *letter.attachments, *letter.references, *letter.authentication_results]

    assert not any(character in text for text in texts for character in "\r\n\x00")
    assert all(line == plain(line) != "" for line in letter.lines)


@given(st.binary(), st.one_of(st.text(), st.sampled_from(["utf-16", "utf-7", "zip", "punycode", "undefined", "a\x00"])))
def test_any_charset_decodes(data: bytes, charset: str) -> None:
    """Labels are the sender's words too."""
    assert isinstance(decode(data, charset), str)


@given(st.text())
def test_any_subject_decodes(text: str) -> None:
    """Broken encoded words stay as they are."""
    assert isinstance(decode_words(f"=?utf-8?b?{text}?= =?{text}?q?{text}?="), str)


@pytest.mark.parametrize(
    "raw",
    [
        case("hostile", "10,000 nested parts", b"".join(MIXED % (at, at) for at in range(10_000))),
        case("hostile", "10,000 parts", MIXED % (1, 1) + b"\nA Par - Bur\n--1\n" * 10_000),
        case("hostile", "10,000 boundaries in a line", MIXED % (1, 1) + b"--1" * 100_000),
        case("hostile", "100,000 lines", b"\n" + b"A Par - Bur\n" * 100_000),
        case("hostile", "lines like attributions", b"\n" + (b"x" * 280 + b"@:\n") * 10_000),
        case("hostile", "lines like header blocks", b"\n" + b"From: a\nTo: b\nx\n" * 10_000),
        case("hostile", "attributions and blanks", b"\n" + (b"a@b 10:02 2026 wrote:\n" + b"\n" * 50) * 2_000),
        case("hostile", "one long line", b"\n" + b"\xe2\x80\x8b \x00" * 300_000),
        case("hostile", "flowed without end", b"Content-Type: text/plain; format=flowed\n\n" + b"a \n" * 100_000),
        case("hostile", "quoted without end", b"Content-Type: text/plain; format=flowed\n\n" + b">" * 300_000),
        case("hostile", "100,000 header fields", b"X-A: b\n" * 100_000 + b"\nA Par - Bur\n"),
        case("hostile", "a long header field", b"From: " + b"<" * 300_000 + b"\n\nA Par - Bur\n"),
        case("hostile", "nested comments", b"From: " + b"(" * 60_000 + b"\n\nA Par - Bur\n"),
        case("hostile", "open quotation mark", b'From: "' + b"\\a" * 30_000 + b"\n\nA Par - Bur\n"),
        case("hostile", "encoded words", b"Subject: " + b"=?utf-8?q?a?= " * 20_000 + b"\n\nA Par - Bur\n"),
        case("hostile", "parameters", b"Content-Type: text/plain" + b'; a="\\' * 50_000 + b"\n\nA Par - Bur\n"),
        case("hostile", "folds", b"Subject: a" + b"\n " * 100_000 + b"\n\nA Par - Bur\n"),
        case("hostile", "open tags", b"Content-Type: text/html\n\n" + b"<div>" * 60_000),
        case("hostile", "closing tags that nobody opened", b"Content-Type: text/html\n\n" + b"<b></i>" * 40_000),
        case("hostile", "tags that do not end", b"Content-Type: text/html\n\n" + b"<a href='" * 30_000),
        case("hostile", "comments that do not end", b"Content-Type: text/html\n\n" + b"<!--" * 60_000),
        case("hostile", "declarations", b"Content-Type: text/html\n\n" + b"<![" * 80_000),
        case("hostile", "attributes", b"Content-Type: text/html\n\n<a " + b"x= " * 80_000 + b">"),
        case("hostile", "style", b"Content-Type: text/html\n\n" + b"<p style='" + b"font-size: " * 20_000 + b"'>x"),
        case("hostile", "references", b"References: " + b"<a@b>" * 40_000 + b"\n\n"),
        case("hostile", "a report without end", REPORT + b"Final-Recipient: rfc822; a@b\n\n" * 50_000),
    ],
)  # fmt: skip
def test_hostile_mail_is_read_soon(raw: bytes) -> None:
    """Time and memory are bounded, whatever is repeated."""
    start = time.perf_counter()
    letter = read_letter(raw)

    assert time.perf_counter() - start < SECONDS
    assert len(letter.lines) <= MOST_LINES


def test_what_is_left_unread_is_said() -> None:
    """A letter of too many lines is truncated, and says so."""
    letter = read_letter(b"\n" + b"A Par - Bur\n" * (MOST_LINES + 1))

    assert letter.truncated
    assert len(letter.lines) == MOST_LINES
