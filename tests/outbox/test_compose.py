"""outbox: messages from templates."""

from __future__ import annotations

import email
import email.policy
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from jinja2 import DictLoader, UndefinedError

from gm_daemon.core.person import Person
from gm_daemon.outbox.compose import Composer, Envelope, when, wrapped
from tests.cases import case

ANN = Person("ann", "Zoë Ünal", ("zoe@example.org",), ZoneInfo("Europe/Berlin"))
NOON = datetime(2027, 1, 5, 12, 0, tzinfo=UTC)
ENVELOPE = Envelope(
    sender="gm@play.example.org",
    sender_name="Game Master (G1)",
    recipient=ANN,
    reply_to="gm+abc.def@play.example.org",
    message_id="<gm.1@play.example.org>",
    in_reply_to=None,
    references=(),
    answers=False,
    date=NOON,
)


@dataclass(frozen=True, slots=True)
class Facts:
    word: str


def compose(subject: str, body: str, envelope: Envelope = ENVELOPE, word: str = "x") -> email.message.EmailMessage:
    composer = Composer(DictLoader({"t/subject.txt": subject, "t/body.txt": body}))
    raw = composer.message("t", Facts(word), "Italy", envelope)
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, email.message.EmailMessage)
    return message


def test_headers_and_text() -> None:
    message = compose(
        "To {{ seat }}",
        "Hello {{ person.name }}: {{ facts.word }}",
    )

    assert message["Subject"] == "To Italy"
    assert message["To"] == "Zoë Ünal <zoe@example.org>"
    assert message["Reply-To"] == '"Game Master (G1)" <gm+abc.def@play.example.org>'
    assert message["Message-ID"] == "<gm.1@play.example.org>"
    assert message.get_content() == "Hello Zoë Ünal: x\r\n"


@pytest.mark.parametrize(
    ("answers", "value"),
    [
        case("RFC 3834 §5", "an answer says so", True, "auto-replied"),
        case("RFC 3834 §5", "any other mail too", False, "auto-generated"),
    ],
)
def test_robots_are_told_not_to_answer(answers: bool, value: str) -> None:
    message = compose("s", "b", replace(ENVELOPE, answers=answers))

    assert message["Auto-Submitted"] == value
    assert message["X-Loop"] == "gm@play.example.org"


def test_the_same_mail_is_the_same_bytes() -> None:
    composer = Composer(DictLoader({"t/subject.txt": "s", "t/body.txt": "b é"}))

    assert composer.message("t", Facts(""), "", ENVELOPE) == composer.message("t", Facts(""), "", ENVELOPE)


def test_a_line_break_in_a_fact_does_not_become_a_header() -> None:
    message = compose("{{ facts.word }}", "b", word="x\r\nBcc: eve@example.org")

    assert message["Bcc"] is None
    assert message["Subject"] == "x Bcc: eve@example.org"


def test_a_misspelt_fact_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        compose("s", "{{ facts.wrod }}")


@pytest.mark.parametrize(
    ("moment", "zone", "text"),
    [
        case("C.3", "UTC alone", NOON, "UTC", "Tuesday 5 January 2027, 12:00 UTC"),
        case("C.3", "zone and UTC", NOON, "Europe/Berlin", "Tuesday 5 January 2027, 13:00 (Europe/Berlin), 12:00 UTC"),
        case(
            "C.3",
            "another day there",
            NOON,
            "Pacific/Auckland",
            "Wednesday 6 January 2027, 01:00 (Pacific/Auckland), Tuesday 12:00 UTC",
        ),
        case("C.3", "seconds", NOON.replace(second=7), "UTC", "Tuesday 5 January 2027, 12:00:07 UTC"),
    ],
)
def test_instants(moment: datetime, zone: str, text: str) -> None:
    assert text == when(moment, ZoneInfo(zone))


def test_paragraphs_keep_to_72_columns() -> None:
    text = wrapped("word " * 60, 4, 2)

    assert max(map(len, text.splitlines())) <= 72
    assert text.startswith("  word")
    assert text.splitlines()[1].startswith("    word")


@pytest.mark.rule(id="RFC 6532 §3.1")
def test_an_address_that_is_not_ascii_stays_readable() -> None:
    zoe = replace(ANN, addresses=("zoë@bücher.example",))
    composer = Composer(DictLoader({"t/subject.txt": "s", "t/body.txt": "b"}))
    raw = composer.message("t", Facts("x"), "", replace(ENVELOPE, recipient=zoe))

    assert 'To: "Zoë Ünal" <zoë@bücher.example>'.encode() in raw.split(b"\r\n")


@pytest.mark.parametrize(
    ("answered", "kept"),
    [
        case("RFC 5322 §3.6.4", "an id", "<1@example.org>", "<1@example.org>"),
        case("RFC 5322 §3.6.4", "no id", "yesterday", None),
        case("RFC 5322 §3.6.4", "not ASCII", "<é@example.org>", None),
        case("RFC 5322 §3.6.4", "longer than a line", f"<{'x' * 2000}@example.org>", None),
    ],
)
def test_ids_of_strangers_are_quoted_only_where_they_are_ids(answered: str, kept: str | None) -> None:
    message = compose("s", "b", replace(ENVELOPE, in_reply_to=answered, references=("<root@x>", answered)))

    assert message["In-Reply-To"] == kept
    assert str(message["References"]).split() == ["<root@x>", *([kept] if kept else [])]


def test_a_long_subject_that_is_not_ascii_is_folded() -> None:
    subject = "Zoë spielt für Österreich " * 8
    message = compose(subject, "b")

    assert message["Subject"] == subject.strip()
