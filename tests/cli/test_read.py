"""cli: `gm-daemon read`: what would be understood from mails."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from gm_daemon.cli import main
from tests.cases import case

SERVER = "mx.play.example.org"
ROBOT = "Auto-Submitted: auto-replied\n"
VOUCHED = f"Authentication-Results: {SERVER}; dmarc=pass header.from=example.org\n"
SHARED = Path(os.environ.get("GM_SHARED") or Path(__file__).parents[3] / "shared") / "data" / "eml"


def letter(text: str, *, sender: str = "ann@example.org", head: str = VOUCHED, subject: str = "orders") -> str:
    start = f"{head}From: Ann <{sender}>\nTo: gm@play.example.org\nMessage-ID: <1@example.org>\n"
    return f"{start}Subject: {subject}\n\n{text}\n"


def read(capsys: pytest.CaptureFixture[str], folder: Path, *mails: str, arguments: tuple[str, ...] = ()) -> list[Any]:
    files = []
    for number, mail in enumerate(mails):
        file = folder / f"{number}.eml"
        file.write_text(mail, "utf-8")
        files.append(str(file))

    assert main(["read", *files, "--json", "--authserv-id", SERVER, *arguments]) == 0

    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("mail", "kind", "policy", "orders"),
    [
        case(
            "C.5",
            "orders",
            letter("a par – bur\nF BRE to the Channel"),
            "orders",
            "accept",
            ["A PAR - BUR", "F BRE TO THE CHANNEL"],
        ),
        case("C.10(c)", "a vote", letter("Vote draw: yes"), "vote", "accept", ["VOTE DRAW: YES"]),
        case("C.9", "a command", letter("STATUS"), "command", "accept", ["STATUS"]),
        case("C.5", "only talk", letter("See you on Sunday!"), "empty", "answer", []),
        case(
            "C.5",
            "orders in the subject alone",
            letter("", subject="A PAR - BUR"),
            "orders",
            "confirm",
            ["A PAR - BUR"],
        ),
        case("RFC 8601 §2.2", "nobody vouches", letter("A PAR - BUR", head=""), "orders", "confirm", ["A PAR - BUR"]),
        case(
            "RFC 8601 §2.2",
            "forged",
            letter("A PAR - BUR", head=VOUCHED.replace("pass", "fail")),
            "spam",
            "quarantine",
            [],
        ),
        case(
            "RFC 3834 §2",
            "a robot",
            letter("A PAR - BUR", head=ROBOT),
            "auto-reply",
            "ignore",
            [],
        ),
    ],
)
def test_what_is_understood(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, mail: str, kind: str, policy: str, orders: list[str]
) -> None:
    (seen,) = read(capsys, tmp_path, mail)

    assert (seen["kind"], seen["policy"], seen["orders"]) == (kind, policy, orders)


def test_the_same_mail_again_is_a_duplicate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    once = letter("A PAR - BUR")
    seen = read(capsys, tmp_path, once, "Received: by another.example\n" + once)

    assert [row["policy"] for row in seen] == ["accept", "duplicate"]


def test_who_is_registered(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    people = tmp_path / "people.txt"
    people.write_text("Ann@example.org\n", "utf-8")
    mails = (letter("A PAR - BUR"), letter("A PAR - BUR", sender="eve@example.org"))
    seen = read(capsys, tmp_path, *mails, arguments=("--people", str(people)))

    assert [row["policy"] for row in seen] == ["accept", "quarantine"]


def test_the_position_decides(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`Liv` is Livonia where the only such unit stands there."""
    game = tmp_path / "game.json"
    game.write_text(json.dumps({"phase": "S1902M", "units": ["Russia A LVN"], "power": "Russia"}), "utf-8")
    (seen,) = read(capsys, tmp_path, letter("A Liv - Mos\nFINAL"), arguments=("--game", str(game)))

    assert seen["orders"] == ["A LIV - MOS"]
    assert seen["final"] is True
    assert seen["complaints"] == []


def test_complaints_name_line_and_reason(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (seen,) = read(capsys, tmp_path, letter("A PAR - BUR\nF MAO - SPA"))

    (complaint,) = seen["complaints"]
    assert (complaint["line"], complaint["reason"]) == (2, "ambiguous")
    assert "SPA/NC" in complaint["suggestion"]


def test_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.eml"
    file.write_text(letter("A PAR - BUR\nFINAL ORDERS"), "utf-8")

    assert main(["read", str(file), "--authserv-id", SERVER]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "a.eml: from ann@example.org, orders: accept (authentication: pass)",
        "  | A PAR - BUR",
        "  FINAL ORDERS",
    ]


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "nowhere.eml"]) == 2
    assert "nowhere.eml: No such file" in capsys.readouterr().err


@pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"the sample mails are not there: set GM_SHARED to their folder ({SHARED})"
)
def test_all_sample_mails(capsys: pytest.CaptureFixture[str]) -> None:
    index = json.loads((SHARED / "index.json").read_text("utf-8"))
    files = [str(SHARED / row["file"]) for row in index["files"]]
    people = str(SHARED / "people.txt")

    assert main(["read", *files, "--json", "--people", people, "--authserv-id", index["authserv_id"]]) == 0

    seen = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    keys = ("file", "sender", "kind", "orders", "reply_text", "policy", "auth")
    wanted = [{key: row[key] for key in keys} for row in index["files"]]

    assert wanted == [{key: row[key] for key in keys} for row in seen]
