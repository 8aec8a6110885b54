"""tests: what IMAP answers, as the library hands it out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from gm_daemon.mail.fetching import Unreadable, Value, fetched, first_text, internal_date, junk_folder, values
from tests.cases import case


@pytest.mark.parametrize(
    ("lines", "items"),
    [
        case("RFC 3501 §7.4.2", "literal", [b"1 FETCH (UID 5 BODY[] {3}", bytearray(b"a)("), b")"], [
            {b"UID": b"5", b"BODY[]": b"a)("},
        ]),
        case("RFC 3501 §7.4.2", "literal first", [b"1 FETCH (BODY[] {1}", bytearray(b"x"), b" UID 5)"], [
            {b"UID": b"5", b"BODY[]": b"x"},
        ]),
        case("RFC 3501 §7.4.2", "quoted body, NIL body", [
            b'1 FETCH (UID 5 BODY[] "a\\"b")', b"2 FETCH (UID 6 BODY[] NIL)",
        ], [
            {b"UID": b"5", b"BODY[]": b'a"b'}, {b"UID": b"6", b"BODY[]": None},
        ]),
        case("RFC 3501 §7.4.2", "partial body", [b"1 FETCH (BODY[TEXT]<0> x UID 5)"], [
            {b"BODY[TEXT]": b"x", b"UID": b"5"},
        ]),
        case("RFC 3501 §7", "other lines between", [b"3 EXISTS", b"* 1 FETCH (UID 5)", b"done"], [{b"UID": b"5"}]),
        case("RFC 3501 §7", "flags that somebody changed", [b"1 FETCH (FLAGS (\\Seen $x))"], [
            {b"FLAGS": [b"\\Seen", b"$x"]},
        ]),
        case("RFC 3501 §7", "cut off", [b"1 FETCH (UID 5 BODY[] {3}"], [{b"UID": b"5"}]),
    ],
)  # fmt: skip
def test_fetched(lines: list[bytes | bytearray], items: list[dict[bytes, Value]]) -> None:
    """Items are found by name, in whatever order and form they come."""
    assert items == list(fetched(lines))


@pytest.mark.parametrize("line", [b"a)", b"(" * 100])
def test_lists_that_make_no_sense(line: bytes) -> None:
    """A server's nonsense has its own error."""
    with pytest.raises(Unreadable):
        values([line])


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        case("RFC 3501 §9", "east", b"01-Jan-2027 00:30:00 +0130", datetime(2026, 12, 31, 23, tzinfo=UTC)),
        case("RFC 3501 §9", "west, one digit", b" 1-jan-2027 00:00:00 -0500", datetime(2027, 1, 1, 5, tzinfo=UTC)),
        case("RFC 3501 §9", "leap second", b"31-Dec-2016 23:59:60 +0000", datetime(
            2016, 12, 31, 23, 59, 59, tzinfo=UTC,
        )),
    ],
)  # fmt: skip
def test_internal_date(text: bytes, instant: datetime) -> None:
    """Arrival is an instant in UTC, whatever zone the server is in."""
    assert instant == internal_date(text)


@pytest.mark.parametrize(
    "text",
    [
        *(None, [], b"", b"01-Foo-2027 00:00:00 +0000"),
        *(b"31-Feb-2027 00:00:00 +0000", b"01-Jan-0001 00:00:00 +2300"),
    ],
)
def test_no_date(text: Value) -> None:
    """An arrival that cannot be read is an error, never now."""
    with pytest.raises(Unreadable):
        internal_date(text)


@pytest.mark.parametrize(
    ("structure", "section"),
    [
        case("RFC 3501 §7.4.2", "one part",
             b'("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT" 9 1)', "1"),
        case("RFC 3501 §7.4.2", "alternative in mixed",
             b'((("text" "html" NIL)("text" "plain" NIL) "alternative")("image" "png" NIL) "mixed")', "1.2"),
        case("RFC 3501 §7.4.2", "picture first",
             b'(("image" "png" NIL NIL NIL "base64" 9)("text" "html" NIL) "mixed" ("boundary" "x"))', "2"),
        case("RFC 3501 §7.4.2", "attached text only",
             b'(("text" "plain" NIL NIL NIL "7bit" 9 1 NIL ("attachment" NIL)) "mixed")', ""),
        case("RFC 3501 §7.4.2", "nothing", b"NIL", ""),
    ],
)  # fmt: skip
def test_first_text(structure: bytes, section: str) -> None:
    """The text that a person reads is found in the structure, without its picture."""
    assert section == first_text(values([structure])[0])


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        case("RFC 6154 §2", "quoted", [
            b'(\\HasNoChildren) "/" INBOX', b'(\\HasNoChildren \\Junk) "/" "Spam mail"',
        ], '"Spam mail"'),
        case("RFC 6154 §2", "atom", [b'(\\Junk) "." INBOX.Junk'], "INBOX.Junk"),
        case("RFC 6154 §2", "literal", [b'(\\Junk) "/" {4}', bytearray(b'Sp"m')], '"Sp\\"m"'),
        case("RFC 6154 §2", "only the name says so", [b'(\\Junkyard) "/" "Junk"'], ""),
    ],
)  # fmt: skip
def test_junk_folder(lines: list[bytes | bytearray], name: str) -> None:
    """The mark counts, the name does not; it is sent back as it came."""
    assert name == junk_folder(lines)
