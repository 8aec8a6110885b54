"""flow: a whole game by mail: the daemon as a child process, seven correspondents, mail servers on loopback."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_daemon.cli import main
from gm_daemon.demo.folder import GAME
from gm_daemon.demo.news import Kind
from gm_daemon.demo.play import Outcome, Play
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.notation import Context
from gm_daemon.diplomacy.phase import PhaseKind, read_phase
from gm_daemon.diplomacy.position import starting_position
from gm_daemon.language.letter import understand


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "out"


@pytest.fixture(scope="module")
def outcome(folder: Path) -> Outcome:
    return asyncio.run(Play(folder).run())


def orders_by_power(folder: Path) -> dict[str, dict[str, set[str]]]:
    """Return for each phase and power the orders that were adjudicated, in normal form."""
    found: dict[str, dict[str, set[str]]] = {}
    with sqlite3.connect(folder / "game.db") as database:
        for name, document in database.execute("SELECT name, document FROM phases"):
            for text in json.loads(document)["result"]["orders"]:
                power, _, order = text.partition(" ")
                found.setdefault(name, {}).setdefault(power, set()).add(order)
    database.close()
    return found


def test_the_game_ends_as_recorded_and_no_mail_is_missing_or_twice(outcome: Outcome) -> None:
    assert outcome.differences == ()
    assert outcome.again == 0
    assert outcome.end == "Russia owns enough supply centres after Fall 1906 and wins alone (C.10)."


def test_every_letter_of_a_person_got_exactly_one_answer_and_a_robot_none(outcome: Outcome) -> None:
    answered = [mail.news.answered for mail in outcome.mails if mail.news.kind is Kind.RECEIPT]
    expected = [letter.message_id for letter in outcome.letters if letter.answers]

    assert sorted(answered) == sorted(expected)
    assert {letter.kind for letter in outcome.letters if not letter.answers} == {"auto-reply", "copy"}


def test_nothing_secret_leaves_early(outcome: Outcome, folder: Path) -> None:
    """A receipt holds no order of another power, and no mail holds the reply address of another person."""
    orders = orders_by_power(folder)
    names = {title: phase for phase, title in titles(orders)}
    tokens = {mail.power: mail.news.reply_to for mail in outcome.mails if mail.power}
    assert len(set(tokens.values())) == 7
    for mail in outcome.mails:
        others = [power for power in tokens if power != mail.power]
        assert not any(tokens[power].encode() in mail.raw for power in others)
        if mail.news.kind is Kind.RECEIPT and mail.news.phase in names:
            own = "\n".join(mail.news.lines).partition("\nHOW TO WRITE ORDERS")[0]
            said = {line.strip()[2:] for line in own.split("\n") if line.strip().startswith("| ")}
            phase = orders[names[mail.news.phase]]
            assert not any(said & phase.get(power, set()) for power in others)


def titles(phases: dict[str, dict[str, set[str]]]) -> Iterator[tuple[str, str]]:
    return ((phase, read_phase(phase).title) for phase in phases)


@pytest.mark.parametrize("kind", list(PhaseKind))
def test_our_own_mails_quoted_without_any_mark_mean_nothing(outcome: Outcome, kind: PhaseKind) -> None:
    """Some programs quote so: no order, no FINAL and no command may come back."""
    board = standard_board()
    context = Context(board, kind, starting_position(board).units, "France")
    for mail in outcome.mails:
        understood = understand([line for line in mail.news.lines if line], "Re: orders", context)

        assert (understood.orders, understood.final, understood.commands) == ((), False, ()), mail.news.text


def test_the_folder_holds_every_mail(outcome: Outcome, folder: Path) -> None:
    files = sorted((folder / "mails").glob("*.eml"))

    assert len(files) == len(outcome.mails) + len(outcome.letters)
    assert {file.read_bytes() for file in files} == {
        *(mail.raw for mail in outcome.mails),
        *(letter.raw for letter in outcome.letters),
    }


def test_the_game_follows_again_from_its_letters(
    outcome: Outcome, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", GAME, "-c", str(folder / "config.toml")]) == 0
    assert "every effect and the state are the same" in capsys.readouterr().out


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", "utf-8")

    assert main(["demo", "--out", str(tmp_path), "--no-progress"]) == 2
    assert "it holds something that is not the demo's" in capsys.readouterr().err
    assert (tmp_path / "thesis.txt").exists()
