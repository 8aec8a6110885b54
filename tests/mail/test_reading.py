"""tests: what is read of odd letters, each with LF and with CRLF."""

from __future__ import annotations

import pytest

from gm_daemon.mail.bounces import Bounce, Delivery
from gm_daemon.mail.letter import Letter, Origin
from gm_daemon.mail.reading import read_letter
from tests.cases import case
from tests.mail.letters import LETTERS, letter_bytes

OWN = "gm@example.org"


def read(number: str, *, crlf: bool = False) -> Letter:
    return read_letter(letter_bytes(number, crlf=crlf), own_address=OWN)


LINES = [
    case("RFC 2045 §5.2", "0001 no charset", "0001", ["A Par - Bur", "Merci, à bientôt"]),
    case("complaint 40", "0002 dashes as C1 controls", "0002", ["F Bre - Eng", "A Mar - Spa"]),
    case("complaint 37", "0003 a heading with an address is no quote", "0003", [
        "Orders for France (ann@example.org):", "A Par - Bur", "F Bre - Eng",
    ]),
    case("complaint 37", "0004 a heading with a date is no quote", "0004", [
        "Spring 1901, sent at 10:02 on 23.11.2026:", "A Par - Bur",
    ]),
    case("complaint 38", "0005 wrote, without a date", "0005", ["A Par - Bur"]),
    case("complaint 38", "0006 original message", "0006", ["A Par - Bur"]),
    case("complaint 37", "0007 a numbered list is no quote", "0007", [
        "1. A Par - Bur", "2) F Bre - Eng", "3: A Mar - Spa",
    ]),
    case("HTML", "0008 struck out", "0008", ["A Par - Bur", "F Bre - Eng"]),
    case("HTML", "0009 line breaks that count", "0009", ["A Par - Bur", "F Bre - Eng", "A Mar - Spa", "Thanks"]),
    case("HTML", "0010 an indent is no quote", "0010", ["My orders:", "A Par - Bur"]),
    case("complaint 2", "0011 a signature in HTML", "0011", ["A Par - Bur"]),
    case("RFC 3676 §4.3", "0012 a signature is not joined", "0012", ["F Bre S A Par - Pic", "see you", "A Mar H"]),
    case("RFC 2046 §5.1", "0013 multipart without boundary", "0013", ["A Par - Bur"]),
    case("RFC 5322 §2.1", "0014 a line that is no field", "0014", ["this is no field", "A Par - Bur", "F Bre - Eng"]),
    case("RFC 5322 §2.1", "0015 nothing at all", "0015", []),
    case("RFC 5322 §3.5", "0016 NUL bytes", "0016", ["A Par - Bur"]),
    case("RFC 2046 §5.1.4", "0024 blank plain text, so HTML", "0024", ["A Par - Bur", "F Bre - Eng"]),
    case("RFC 2046 §5.1.1", "0025 what looks like a boundary", "0025", ["A Par - Bur", "x--b", "--b y"]),
    case("complaint 38", "0026 German header block", "0026", ["A Mün - Ruh"]),
    case("RFC 2046 §5.1.3", "0027 text before and after a picture", "0027", ["A Par - Bur", "F Bre - Eng"]),
    case("RFC 8551 §3.3", "0028 sealed", "0028", []),
    case("complaint 38", "0030 attribution without >", "0030", ["A Par - Bur"]),
    case("Unicode", "0032 arrows, spaces, quotation marks", "0032", [
        "A Par - Bur", "A Mar - Spa", "\"final\" 'orders'", "F Bre - Eng",
    ]),
    case("complaint 37", "0033 armies with colons are no header block", "0033", [
        "A: Par - Bur", "A: Mar - Spa", "A: Mun H",
    ]),
]  # fmt: skip


@pytest.mark.parametrize("crlf", [False, True], ids=["LF", "CRLF"])
@pytest.mark.parametrize(("number", "lines"), LINES)
def test_own_lines(number: str, lines: list[str], crlf: bool) -> None:
    """Only the sender's own new text is read, in plain characters."""
    letter = read(number, crlf=crlf)

    assert lines == list(letter.lines)
    assert letter.origin is Origin.PERSON


@pytest.mark.parametrize(
    ("number", "origin"),
    [
        case("RFC 3464 §2", "0018 Exim's bounce", "0018", Origin.BOUNCE),
        case("RFC 3834 §3.1", "0019 out of office, by its subject alone", "0019", Origin.AUTO_REPLY),
        case("RFC 3834 §3.1", "0020 a person answers an out-of-office", "0020", Origin.PERSON),
        case("RFC 8098 §3", "0021 read receipt", "0021", Origin.AUTO_REPLY),
        case("RFC 2919 §3", "0022 through a list", "0022", Origin.LIST),
        case("complaint 36", "0023 our own mail comes back", "0023", Origin.OURS),
    ],
)
def test_origin(number: str, origin: Origin) -> None:
    """Robots are known by their fields, and no line of theirs is read."""
    letter = read(number)

    assert origin is letter.origin
    assert bool(letter.lines) is (origin is Origin.PERSON)


def test_same_letter_has_the_same_key_by_every_route() -> None:
    """The key does not change with trace fields and line ends, and changes with the body."""
    raw = letter_bytes("0001", crlf=False)
    by_imap = b"Received: by mx\r\nDelivered-To: gm@example.org\r\n" + letter_bytes("0001", crlf=True)
    edited = raw.replace(b"Bur", b"Pic")
    keys = [read_letter(mail).key for mail in (raw, by_imap, edited)]

    assert keys[0] == keys[1]
    assert keys[0] != keys[2]


def test_subject_is_one_clean_line() -> None:
    """Encoded words that cut a character are joined, an unknown encoding stays as it is."""
    letter = read("0017", crlf=True)

    assert letter.subject == "Ã© aéété tail =?utf-8?x?bad?="
    assert letter.sender == "ann@example.org"


def test_subject_cannot_inject_a_header() -> None:
    """A decoded CR LF becomes a space."""
    letter = read_letter(b"Subject: =?utf-8?q?a=0D=0ABcc:_x=00?= b\n\n")

    assert letter.subject == "a Bcc: x b"


def test_recipients_and_thread() -> None:
    """Every field that can hold the reply token counts; ids are taken out of chatter."""
    letter = read("0031", crlf=True)

    assert letter.recipients == ("bob@example.org", "gm@example.org", "gm+aaaa.bbbb@example.org")
    assert letter.sender == "ann@example.org"
    assert letter.in_reply_to == "<first@example.org>"
    assert letter.references == ("<zero@example.org>", "<first@example.org>")


def test_bounce_of_exim_names_its_recipients() -> None:
    """Exim writes no delivery-status part."""
    failed = tuple(Delivery(f"{name}@example.net", "failed", "", "") for name in ("bob", "carol"))

    assert Bounce(failed, "") == read("0018").bounce
    assert all(delivery.permanent for delivery in failed)


@pytest.mark.parametrize(
    ("number", "attachments", "encrypted"),
    [
        case("RFC 2231 §4", "0025 encoded file name", "0025", ("pläne.pdf",), False),
        case("RFC 2183 §2", "0027 a named picture", "0027", ("map.png",), False),
        case("RFC 8551 §3.3", "0028 S/MIME", "0028", (), True),
        case("RFC 4880 §6.2", "0029 OpenPGP in the text", "0029", (), True),
    ],
)
def test_what_was_not_read_is_named(number: str, attachments: tuple[str, ...], encrypted: bool) -> None:
    """The answer can say that an attachment or a sealed mail was not read."""
    letter = read(number, crlf=True)

    assert attachments == letter.attachments
    assert encrypted is letter.encrypted


def test_cut_lines_are_kept_apart() -> None:
    """Quotes and signatures never act, but the daemon may ask about them."""
    assert read("0005").cut == ("The game master wrote:", "> A PAR H")


def test_every_letter_is_used() -> None:
    """No numbered letter lies about untested."""
    source = "".join(path.read_text() for path in (LETTERS.parent / "mail").glob("test_*.py"))
    unused = [path.name for path in LETTERS.glob("*.eml") if f'"{path.name[:4]}"' not in source]

    assert unused == []
