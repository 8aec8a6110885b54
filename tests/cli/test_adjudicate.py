"""tests: `gm-daemon adjudicate`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from gm_daemon.cli import main

PHASE = {
    "phase": "S1901M",
    "units": ["Austria A VIE", "Italy A VEN", "Italy F NAP"],
    "orders": ["Austria A VIE - TYR", "Italy A VEN - TYR"],
}


def give(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a text on standard input."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_file_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A document in a file gives one JSON object."""
    file = tmp_path / "phase.json"
    file.write_text(json.dumps(PHASE, indent=2), "utf-8")

    assert main(["adjudicate", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["orders"]["Austria A VIE - TYR"] == {
        "result": "bounced",
        "why": "bounced with Italy A VEN: 1 against 1",
    }
    assert (found["contested"], found["next_phase"]) == (["TYR"], "F1901M")


def test_text_for_people(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A document over several lines of standard input gives a page to read."""
    give(json.dumps(PHASE, indent=2), monkeypatch)

    assert main(["adjudicate", "-"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "S1901M",
        "",
        "  Austria A VIE - TYR  bounced    bounced with Italy A VEN: 1 against 1",
        "  Italy A VEN - TYR    bounced    bounced with Austria A VIE: 1 against 1",
        "",
        "Contested: TYR",
        "Units: Austria A VIE, Italy A VEN, Italy F NAP",
        "Next: F1901M",
    ]


def test_stream(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each line that is a document gives one line; blank ones give none."""
    line = json.dumps(PHASE)
    give(f"{line}\n\n{line}\n", monkeypatch)

    assert main(["adjudicate", "-"]) == 0
    assert [json.loads(row)["phase"] for row in capsys.readouterr().out.splitlines()] == ["S1901M", "S1901M"]


def test_rulebook_is_chosen_by_the_document(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """C.8 is the default; the 2023 rules take a convoy of mixed fleets."""
    phase = {
        "phase": "S1901M",
        "units": ["Italy A ROM", "Italy F TYS", "Turkey A APU", "Turkey F ION"],
        "orders": [
            "Italy A ROM - APU",
            "Italy F TYS C A APU - ROM",
            "Turkey A APU - ROM",
            "Turkey F ION C A APU - ROM",
        ],
    }
    give("\n".join(json.dumps({**phase, **more}) for more in ({}, {"rulebook": "2023"})), monkeypatch)

    assert main(["adjudicate", "-"]) == 0
    results = [
        json.loads(row)["orders"]["Turkey A APU - ROM"]["result"] for row in capsys.readouterr().out.splitlines()
    ]
    assert results == ["bounced", "succeeds"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "Expecting property name"),
        ("", "Expecting value"),
        ("[]", "must be a JSON object"),
        ('{"phase": "S1901M"}\n', 'line 1: "units" is missing'),
        (json.dumps(PHASE) + '\n{"phase": "S1901M", "units": ["A"]}\n', "line 2: no unit 'A'"),
        (json.dumps(PHASE) + "\nnonsense\n", "line 2: Expecting value"),
    ],
)
def test_malformed_input(
    text: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error, exit 2, and no traceback."""
    give(text, monkeypatch)

    assert main(["adjudicate", "-"]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert len(error.splitlines()) == 1


def test_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not there, or is no text, is named."""
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")

    for file in (tmp_path / "absent.json", binary):
        assert main(["adjudicate", str(file)]) == 2
        assert str(file) in capsys.readouterr().err
