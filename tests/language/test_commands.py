"""tests: votes, proposals and commands."""

from __future__ import annotations

import pytest

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.language.commands import read_commands
from gm_daemon.language.understood import CommandKind, Matter
from tests.cases import case

VOTE, DRAW, CONCESSION = CommandKind.VOTE, Matter.DRAW, Matter.CONCESSION


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        case("C.10(c)", "the form", "VOTE DRAW YES", (VOTE, DRAW, True, None)),
        case("C.10(c)", "answer first", "vote yes draw", (VOTE, DRAW, True, None)),
        case("C.10(c)", "a sentence", "I vote yes to the draw.", (VOTE, DRAW, True, None)),
        case("C.10(c)", "against", "I vote against the draw", (VOTE, DRAW, False, None)),
        case("C.10(c)", "with a colon", "Draw: no", (VOTE, DRAW, False, None)),
        case("C.10(c)", "with a dash", "draw – yes", (VOTE, DRAW, True, None)),
        case("C.10(b)", "concession", "VOTE CONCESSION NO", (VOTE, CONCESSION, False, None)),
        case("C.10(b)", "to whom", "Vote yes on the concession to France", (VOTE, CONCESSION, True, "France")),
        case("C.10", "no matter named", "VOTE: NO", (VOTE, None, False, None)),
        case("C.10(c)", "proposal", "I propose a draw", (CommandKind.PROPOSE_DRAW, DRAW, None, None)),
        case(
            "C.10(b)",
            "proposal to a power",
            "propose concession to Turkey",
            (CommandKind.PROPOSE_CONCESSION, CONCESSION, None, "Turkey"),
        ),
        case(
            "C.10(b)",
            "proposal with an adjective",
            "PROPOSE RUSSIAN CONCESSION",
            (CommandKind.PROPOSE_CONCESSION, CONCESSION, None, "Russia"),
        ),
        case("C.5", "status", "Status?", (CommandKind.STATUS, None, None, None)),
        case("C.5", "help", "help please", (CommandKind.HELP, None, None, None)),
        case("B.7", "resignation", "I resign from the game.", (CommandKind.RESIGN, None, None, None)),
        case("C.9", "challenge", "CHALLENGE: the convoy in NTH", (CommandKind.CHALLENGE, None, None, None)),
    ],
)
def test_command(line: str, wanted: object) -> None:
    """One line, one command, in either order of its words."""
    (command,) = read_commands(line, standard_board()).commands

    assert wanted == (command.kind, command.matter, command.yes, command.power)


@pytest.mark.parametrize(
    "line",
    [
        case("C.10", "talk of a draw", "We could propose a draw later"),
        case("C.10", "a question", "Should I vote yes?"),
        case("C.10", "a condition", "I vote yes to the draw if Turkey does"),
        case("C.5", "a sentence with help", "Please help me understand the convoy"),
        case("C.5", "an order", "A PAR - BUR"),
        case("C.5", "a yes alone", "Yes"),
    ],
)
def test_no_command(line: str) -> None:
    """Talk is neither a vote nor a command."""
    said = read_commands(line, standard_board())

    assert said.commands == ()


def test_several_votes_in_one_line() -> None:
    """Votes between commas are each read."""
    said = read_commands("Draw: yes, concession: no", standard_board())

    assert [(command.matter, command.yes) for command in said.commands] == [(DRAW, True), (CONCESSION, False)]


def test_an_attempted_vote_is_noticed() -> None:
    """A vote on something that is not voted on gives none, and is reported."""
    said = read_commands("My votes are; GIRF draw - No, GT draw - Yes", standard_board())

    assert (said.commands, said.attempted) == ((), True)
