"""cli: make a game, look at it, read its journal, and derive it again."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from gm_daemon.cli import main
from gm_daemon.config import load
from gm_daemon.running import open_house
from gm_daemon.store import clocks, letters
from gm_daemon.store.letters import Arrival
from tests.test_daemon import CONFIG, NOON, mail


@pytest.fixture
def config(tmp_path: Path) -> str:
    file = tmp_path / "config.toml"
    file.write_text(CONFIG, "utf-8")
    return str(file)


def play(config: str) -> None:
    """Let two letters act and the deadline pass."""

    async def act() -> None:
        async with open_house(load(Path(config))) as house:
            async with house.store.transaction() as session:
                texts = ("A PAR - BUR\nFINAL ORDERS", "F BRE - MAO\nA PAR - PIC")
                raw = [mail(text, number=number).encode() for number, text in enumerate(texts)]
                later = NOON.replace(year=2100)
                await letters.keep(
                    session, [Arrival("INBOX", 1, i, later, r, truncated=False) for i, r in enumerate(raw)]
                )
                unread = await letters.unread(session, 10)
                clock = await clocks.next_set(session)
            for letter in unread:
                await house.daemon.receive(letter)
            assert clock is not None
            await house.daemon.fire(clock)

    asyncio.run(act())


def test_new_says_who_plays_what(capsys: pytest.CaptureFixture[str], config: str) -> None:
    assert main(["new", "G1", "-c", config]) == 0

    out = capsys.readouterr().out
    assert "Game G1 is made, Spring 1901 is open." in out
    assert "France   Ann <ann@example.org>" in out
    assert "Turkey   nobody (civil disorder)" in out


@pytest.mark.parametrize(
    ("game", "words"),
    [("G3", "there is no [games.G3] (games in the file: G1, G2)"), ("G1", "there is a game 'G1' already")],
)
def test_new_refuses(capsys: pytest.CaptureFixture[str], config: str, game: str, words: str) -> None:
    main(["new", "G1", "-c", config])

    assert main(["new", game, "-c", config]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.rule(id="C.2")
def test_powers_are_drawn_from_the_seed(capsys: pytest.CaptureFixture[str], config: str) -> None:
    people = [f"p{number}" for number in range(7)]
    seated = "".join(f'[people.{name}]\naddress = "{name}@example.org"\n' for name in people)
    drawn = f'[games.D1]\nplayers = {people}\nseed = "noon"\n[games.D2]\nplayers = {people[::-1]}\nseed = "noon"\n'
    Path(config).write_text(CONFIG + seated + drawn, "utf-8")
    outs = []
    for game in ("D1", "D2"):
        assert main(["new", game, "-c", config]) == 0
        outs.append(capsys.readouterr().out.replace(game, ""))

    assert outs[0] == outs[1]
    assert "drawn from the seed 'noon'" in outs[0]
    assert all(f"{name}@example.org" in outs[0] for name in people)


def test_a_game_may_start_from_a_position(capsys: pytest.CaptureFixture[str], config: str) -> None:
    position = '{"phase": "F1905M", "units": ["France A BUR"], "supply_centers": {"France": ["PAR", "MAR"]}}'
    (Path(config).parent / "position.json").write_text(position, "utf-8")
    Path(config).write_text(CONFIG.replace("[games.G2]", '[games.G2]\nposition = "position.json"'), "utf-8")

    assert main(["new", "G2", "-c", config]) == 0
    assert "Fall 1905 is open" in capsys.readouterr().out


def test_a_bad_position_file_is_one_clear_line(capsys: pytest.CaptureFixture[str], config: str) -> None:
    (Path(config).parent / "position.json").write_text('{"phase": "F1905M", "units": ["France A XYZ"]}', "utf-8")
    Path(config).write_text(CONFIG.replace("[games.G2]", '[games.G2]\nposition = "position.json"'), "utf-8")

    assert main(["new", "G2", "-c", config]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "France A XYZ" in line


def test_status_journal_and_replay(capsys: pytest.CaptureFixture[str], config: str) -> None:
    main(["new", "G1", "-c", config])
    play(config)
    capsys.readouterr()

    assert main(["status", "-c", config]) == 0
    status = capsys.readouterr().out
    assert "G1: Fall 1901, until" in status
    assert "orders missing from: France, Italy" in status

    assert main(["journal", "G1", "-c", config]) == 0
    listed = capsys.readouterr().out
    assert "C.4: France: set 1 FINAL for S1901M, 1 orders" in listed
    assert "C.4: S1901M closes: the deadline has passed" in listed

    assert main(["replay", "G1", "-c", config]) == 0
    assert "4 steps replayed, every effect and the state are the same" in capsys.readouterr().out


def test_replay_finds_what_was_changed(capsys: pytest.CaptureFixture[str], config: str) -> None:
    main(["new", "G1", "-c", config])
    play(config)
    with sqlite3.connect(Path(config).parent / "gm_daemon.db") as database:
        database.execute("UPDATE journal SET effects = replace(effects, 'A PAR - BUR', 'A PAR - GAS') WHERE step = 2")
    database.close()
    capsys.readouterr()

    assert main(["replay", "G1", "-c", config]) == 1
    assert "step 2 (letter) leads to other effects now" in capsys.readouterr().out


def test_status_keeps_orders_secret(capsys: pytest.CaptureFixture[str], config: str) -> None:
    main(["new", "G1", "-c", config])
    play(config)
    capsys.readouterr()
    main(["status", "-c", config])

    assert "FINAL" not in capsys.readouterr().out


@pytest.mark.parametrize("command", ["journal", "replay"])
def test_an_unknown_game_is_one_clear_line(capsys: pytest.CaptureFixture[str], config: str, command: str) -> None:
    main(["new", "G1", "-c", config])
    capsys.readouterr()

    assert main([command, "G7", "-c", config]) == 2
    assert "there is no game 'G7'" in capsys.readouterr().err


def test_looking_does_not_make_a_database(capsys: pytest.CaptureFixture[str], config: str) -> None:
    assert main(["status", "-c", config]) == 2
    assert "gm-daemon run" in capsys.readouterr().err
    assert not (Path(config).parent / "gm_daemon.db").exists()
