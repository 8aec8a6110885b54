"""tests: `gm-daemon orders`."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from gm_daemon.cli import main

POSITION = {
    "phase": "F1901M",
    "units": ["France A PAR", "France F MAO", "Germany A MUN"],
    "supply_centers": {"France": ["PAR"], "Germany": ["MUN"]},
    "power": "France",
}


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: str, *arguments: str) -> list[str]:
    """Return the lines that the command prints for this input; its exit code must be 0."""
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    code = main(["orders", *arguments])

    assert code == 0
    return capsys.readouterr().out.split("\n")[:-1]


def answers(lines: list[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines]


def test_plain_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line out for each line in: normal form, complaint, or nothing."""
    shown = run(monkeypatch, capsys, "army paris to burgundy\n\nhello\nF mao - spa\nA Par - Xyzzy\n")

    assert shown[:3] == ["A PAR - BUR", "", ""]
    assert shown[3].startswith("? F MAO - SPA/NC | F MAO - SPA/SC  # ambiguous: ")
    assert shown[4].startswith("# 'A Par - Xyzzy' unreadable: ")


def test_phase_of_plain_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The phase comes from the command line."""
    assert run(monkeypatch, capsys, "A Bur - Par\n", "--phase", "R") == ["A BUR R PAR"]


def test_objects(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each object is read with its own phase and units, and answered by one with the same text."""
    asked: list[dict[str, Any]] = [
        {"text": "Rum moves to ser", "phase": "M", "units": ["A RUM"]},
        {"text": "F Aeg - Bul(ec)", "phase": "M"},
        {"text": "Build F StP", "phase": "A"},
        {"text": "A Mun - Bur", "phase": "M", "units": ["Germany A MUN"], "power": "france"},
        {"text": "good luck", "phase": "M"},
    ]
    given = "".join(json.dumps(row) + "\n" for row in asked)
    found = answers(run(monkeypatch, capsys, given, "--json"))

    assert [row["text"] for row in asked] == [row["text"] for row in found]
    assert [row["orders"] for row in found] == [["A RUM - SER"], ["F AEG - BUL/EC"], [], ["A MUN - BUR"], []]
    assert found[2]["readings"] == ["BUILD F STP/NC", "BUILD F STP/SC"]
    reasons = [row["complaint"] and row["complaint"]["reason"] for row in found]
    assert reasons == [None, "illegal", "ambiguous", "no such unit", None]


def test_a_game_gives_the_position(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Units, power and phase come from the file."""
    game = tmp_path / "game.json"
    game.write_text(json.dumps(POSITION), "utf-8")
    found = answers(
        run(monkeypatch, capsys, '{"text": "par h"}\n{"text": "A Mao - Por"}\n', "--json", "--game", str(game))
    )

    assert [row["orders"] for row in found] == [["A PAR H"], ["F MAO - POR"]]
    assert [row["complaint"] and row["complaint"]["reason"] for row in found] == [None, "wrong type"]


@pytest.mark.parametrize(
    "given",
    [
        "A PAR H\n",
        "[]\n",
        '{"text": 1}\n',
        '{"text": "A PAR H", "phase": "X"}\n',
        '{"text": "A PAR H", "units": ["PAR"]}\n',
        '{"text": "A PAR H", "power": "Spain"}\n',
    ],
)
def test_bad_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: str) -> None:
    """A line that is no such object: one clear line on standard error, exit 2."""
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    code = main(["orders", "--json"])
    said = capsys.readouterr()

    assert code == 2
    assert said.out == ""
    assert said.err.startswith("gm-daemon: line 1: ")
    assert said.err.count("\n") == 1
