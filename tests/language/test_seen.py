"""tests: the lines that `gm-daemon read` shows, and the sample mails beside the checkout."""

from __future__ import annotations

import email
import json
import os
from pathlib import Path

import pytest

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.notation import Context
from gm_daemon.diplomacy.phase import PhaseKind
from gm_daemon.language.seen import best_understood, seen_lines
from tests.cases import case

SHARED = Path(os.environ.get("GM_SHARED", Path(__file__).parents[3] / "shared"))
MAILS = SHARED / "data" / "eml"
UNKNOWN = Context(standard_board(), PhaseKind.MOVEMENT)


@pytest.mark.parametrize(
    ("lines", "subject", "wanted"),
    [
        case("C.5", "capitals, dashes, spaces", ["a Par – Bur", "F Bre  ->  Mao"], "", ["A PAR - BUR", "F BRE - MAO"]),
        case(
            "C.5",
            "list marks are gone",
            ["1. A Par H", "- A Mar H", "• F Bre H"],
            "",
            ["A PAR H", "A MAR H", "F BRE H"],
        ),
        case(
            "C.5",
            "several in a line",
            ["A Par - Bur, A Mar H; F Bre - Mao."],
            "",
            ["A PAR - BUR", "A MAR H", "F BRE - MAO"],
        ),
        case("C.5", "a wrapped order is one line", ["A Mar S A Par", "- Bur"], "", ["A MAR S A PAR - BUR"]),
        case(
            "C.10",
            "a vote among orders",
            ["A Par H", "Vote draw yes", "F Bre H"],
            "",
            ["A PAR H", "VOTE DRAW YES", "F BRE H"],
        ),
        case("C.5", "orders of a winter", ["Build A Par", "Waive"], "", ["BUILD A PAR", "WAIVE"]),
        case("C.5", "only the subject", [], "A PAR - BUR; F BRE H", ["A PAR - BUR", "F BRE H"]),
        case("C.5", "nothing", ["Orders attached, Carol"], "Orders", []),
    ],
)
def test_seen(lines: list[str], subject: str, wanted: object) -> None:
    """Lines are shown as written, only legible."""
    assert wanted == seen_lines(best_understood(lines, subject, UNKNOWN))


@pytest.mark.skipif(not (MAILS / "index.json").is_file(), reason=f"no sample mails: {MAILS} is missing")
def test_sample_mails() -> None:
    """The order lines of every sample mail that is read at all are those of the index."""
    rows = json.loads((MAILS / "index.json").read_text("utf-8"))["files"]
    wrong = []
    for row in rows:
        if row["policy"] in {"quarantine", "ignore"}:
            continue
        subject = str(email.message_from_bytes((MAILS / row["file"]).read_bytes())["Subject"])
        seen = seen_lines(best_understood(row["reply_text"], subject, UNKNOWN))
        if seen != row["orders"]:
            wrong.append((row["file"], seen))

    assert wrong == []
