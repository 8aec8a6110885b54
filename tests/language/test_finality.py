"""tests: when a letter's orders are final."""

from __future__ import annotations

import pytest

from gm_daemon.language.finality import final_text
from tests.cases import case


@pytest.mark.parametrize(
    ("lines", "subject", "final"),
    [
        case("C.4(a)", "the words", ["A PAR H", "FINAL ORDERS"], "", True),
        case("C.4(a)", "one word, small", ["final", "A PAR H"], "", True),
        case("C.4(a)", "in a sentence", ['Hi - here are my "final" orders:'], "", True),
        case("C.4(a)", "with a colon", ["Final orders:"], "", True),
        case("C.4(a)", "in the subject", ["A PAR H"], "France S1901 FINAL", True),
        case("C.4(a)", "another sentence denies something else", ["FINAL ORDERS. No press please."], "", True),
        case("C.4(b)", "nothing said", ["A PAR H"], "Orders", False),
        case("C.4(b)", "not", ["These are NOT final orders"], "", False),
        case("C.4(b)", "no", ["no final orders yet"], "", False),
        case("C.4(b)", "preliminary", ["Prelim orders, final to follow"], "", False),
        case("C.4(b)", "draft", ["Draft, final orders tomorrow"], "", False),
        case("C.4(b)", "until", ["Final until I hear from Italy"], "", False),
        case("C.4(b)", "question", ["Are these final?"], "", False),
        case("C.4(b)", "the body takes the subject back", ["not final yet"], "FINAL ORDERS", False),
        case("C.4(b)", "half of another word", ["Finally, A Par - Bur"], "semi-final", False),
        case("C.4(b)", "the name of a round", ["A PAR H"], "DWC Final round: Spring 1901", False),
    ],
)
def test_final(lines: list[str], subject: str, final: bool) -> None:
    """FINAL sets the flag unless it is taken back beside it; in doubt it stays off."""
    said = final_text(lines, subject)

    assert final == (said is not None)
