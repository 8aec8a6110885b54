"""formats/dwc: a phase closes, the next one opens, or the game ends."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.formats.dwc.clocks import on_clock
from gm_daemon.formats.dwc.closing import DEADLINE, EARLY, Why, close
from gm_daemon.formats.dwc.ending import survivors
from gm_daemon.formats.dwc.game import Ending, game_from_document, game_to_document
from gm_daemon.formats.dwc.needs import needed
from gm_daemon.formats.dwc.rules import Anchor, ConvoyIntent, DeadlineRules, GameRules, Rules
from tests.cases import case
from tests.formats.games import NOON, clocks, game, mails, position, results, with_sets

BOARD = standard_board()
DEADLINE_OF_GAME = game().deadline
SECOND = timedelta(seconds=1)


def test_a_phase_without_orders_holds_everywhere() -> None:
    step = close(game(), Why.DEADLINE, DEADLINE_OF_GAME + SECOND)

    assert step.state.position.units == game().position.units
    assert str(step.state.position.phase) == "F1901M"


@pytest.mark.rule(id="C.3")
def test_the_next_deadline_is_five_days_later_at_the_hour() -> None:
    step = close(game(), Why.DEADLINE, DEADLINE_OF_GAME + SECOND)

    assert step.state.deadline == DEADLINE_OF_GAME.replace(day=18, hour=20)
    # A mailbox dates mails in whole seconds, so the clock waits for the deadline's second to be over.
    assert clocks(step) == {DEADLINE: step.state.deadline + SECOND}


@pytest.mark.rule(id="C.4(a)")
def test_an_early_end_says_so_and_counts_from_now() -> None:
    rules = Rules(deadline=DeadlineRules(anchor=Anchor.EXACT))
    everybody = [seat.power for seat in game().seats]
    step = on_clock(with_sets(game(rules=rules), final=everybody), EARLY, NOON)

    assert "ended early (C.4(a))" in results(step).why_closed
    assert step.state.deadline == NOON + timedelta(days=5)


@pytest.mark.rule(id="C.4(b)")
def test_an_early_end_that_was_taken_back_does_nothing() -> None:
    all_but_one = [seat.power for seat in game().seats][1:]
    given = with_sets(game(), final=all_but_one)
    step = on_clock(given, EARLY, NOON)

    assert step.state == given
    assert step.effects == ()


@pytest.mark.parametrize(
    ("phase", "units", "centres", "waited_for"),
    [
        case(
            "C.4", "movement: who has a unit", "S1901M", ["Italy A ROM"], {"Italy": "ROM", "France": "PAR"}, ["Italy"]
        ),
        case("C.4", "winter: a build is possible", "W1901A", ["Italy A TUS"], {"Italy": "ROM VEN"}, ["Italy"]),
        case("C.4", "winter: no free home centre", "W1901A", ["Italy A ROM"], {"Italy": "ROM TUN"}, []),
        case("C.4", "winter: as many as centres", "W1901A", ["Italy A TUS"], {"Italy": "ROM"}, []),
        case(
            "C.4", "winter: which unit to remove", "W1901A", ["Italy A ROM", "Italy A TUS"], {"Italy": "ROM"}, ["Italy"]
        ),
        case("C.4", "winter: all must be removed", "W1901A", ["Italy A ROM"], {}, []),
    ],
)
def test_who_is_waited_for(phase: str, units: list[str], centres: dict[str, str], waited_for: list[str]) -> None:
    given = game(position(phase, units, centres))

    assert waited_for == list(needed(given.position, given.seats, BOARD))


@pytest.mark.rule(id="D.1(b)")
def test_a_power_that_nobody_plays_is_not_waited_for() -> None:
    given = game(nobody=["Italy"])

    assert "Italy" not in needed(given.position, given.seats, BOARD)
    assert "Italy" not in survivors(given.position, given.seats)


def test_retreats_open_only_when_somebody_has_a_choice() -> None:
    given = with_sets(
        game(
            position("S1902M", ["France A BUR", "France A MAR", "Germany A MUN"], {"France": "MAR", "Germany": "MUN"})
        ),
        "France A BUR - MUN",
        "France A MAR H",
    )
    bounced = close(given, Why.DEADLINE, DEADLINE_OF_GAME)
    helped = close(
        with_sets(
            game(position("S1902M", ["France A BUR", "France A RUH", "Germany A MUN"], {"Germany": "MUN"})),
            "France A BUR - MUN",
            "France A RUH S A BUR - MUN",
        ),
        Why.DEADLINE,
        DEADLINE_OF_GAME,
    )

    assert str(bounced.state.position.phase) == "F1902M"
    assert str(helped.state.position.phase) == "S1902R"
    assert list(results(helped).tasks_of) == ["Germany"]
    assert "retreat to" in results(helped).tasks_of["Germany"][0]


def test_a_winter_without_choice_is_carried_out_and_told() -> None:
    """Italy owns nothing any more: its last unit goes without a question, in the same mail as Fall's results."""
    units = ["Italy A TUS", "France A ROM", "France A PAR"]
    step = close(game(position("F1902M", units, {"Italy": "ROM", "France": "PAR"})), Why.DEADLINE, DEADLINE_OF_GAME)

    assert str(step.state.position.phase) == "S1903M"
    assert [str(unit) for unit in step.state.position.units] == ["France A PAR", "France A ROM"]
    assert [report.title for report in results(step).reports] == ["Fall 1902", "Winter 1902"]


FALL = "F1905M"
BOTH = ("France", "Turkey")


def big(power: str, count: int) -> dict[str, str]:
    """Return centres: the first `count` of the board for one power, three others for Turkey."""
    return {power: " ".join(BOARD.centres[:count]), "Turkey": " ".join(BOARD.centres[-3:])}


@pytest.mark.parametrize(
    ("phase", "owned", "rules", "how", "powers"),
    [
        case("C.10", "18 centres after Fall win", FALL, 18, GameRules(), Ending.SOLO, ("France",)),
        case("C.10", "17 do not", FALL, 17, GameRules(), None, ()),
        case("C.10", "not after Spring", "S1905M", 18, GameRules(), None, ()),
        case(
            "C.10(d)", "the last year ends in a draw", "F1912M", 17, GameRules(), Ending.LAST_YEAR, ("France", "Turkey")
        ),
        case("C.10(d)", "a win in the last year is a win", "F1912M", 18, GameRules(), Ending.SOLO, ("France",)),
        case("C.10(d)", "the year before goes on", "F1911M", 17, GameRules(), None, ()),
        case("F.2", "no last year by config", "F1912M", 17, GameRules(last_year=0), None, ()),
    ],
)
def test_how_a_game_ends(phase: str, owned: int, rules: GameRules, how: Ending | None, powers: tuple[str, ...]) -> None:
    given = game(position(phase, ["France A BUR", "Turkey A SYR"], big("France", owned)), rules=Rules(game=rules))
    step = close(given, Why.DEADLINE, DEADLINE_OF_GAME)
    end = step.state.end

    assert how == (end and end.how)
    assert powers == (end.powers if end else ())
    # C.10: no Winter mail after the end.
    assert (results(step).deadline is None) == (how is not None)
    assert (DEADLINE in clocks(step)) == (how is None)


@pytest.mark.rule(id="C.10(a)")
def test_a_unit_without_a_centre_survives_the_last_fall() -> None:
    given = game(position("F1912M", ["Italy A TYR", "France A PAR"], {"France": "PAR"}))
    end = close(given, Why.DEADLINE, DEADLINE_OF_GAME).state.end

    assert end is not None
    assert end.powers == ("France", "Italy")


def test_all_seats_get_the_results_even_the_eliminated() -> None:
    given = game(position("S1905M", ["France A BUR"], {"France": "PAR"}))
    (mail,) = mails(close(given, Why.DEADLINE, DEADLINE_OF_GAME), "results")

    assert [recipient.seat for recipient in mail.to] == [seat.power for seat in given.seats]


def test_a_finished_game_does_nothing_more() -> None:
    given = game(position("F1912M", ["France A PAR"], {"France": "PAR"}))
    over = close(given, Why.DEADLINE, DEADLINE_OF_GAME).state

    assert on_clock(over, DEADLINE, NOON).effects == ()


def test_a_game_without_players_left_ends() -> None:
    given = game(position("S1905M", ["France A BUR"], {"France": "PAR"}), nobody=["France"])
    end = close(given, Why.DEADLINE, DEADLINE_OF_GAME).state.end

    assert end is not None
    assert end.how is Ending.ABANDONED


@pytest.mark.parametrize(
    ("intent", "there"),
    [
        case("C.8", "house rule: a foreign convoy is refused", ConvoyIntent.HOUSE, "England A LVP"),
        case("C.8", "rulebook of 2023: an own fleet shows the intent", ConvoyIntent.RULEBOOK, "England A EDI"),
    ],
)
def test_the_rulebook_is_a_setting(intent: ConvoyIntent, there: str) -> None:
    """The position of 6.G.6: England's own fleet orders a convoy, but only a foreign route is complete."""
    units = [
        "England A LVP",
        "England F ENG",
        "Germany A EDI",
        "Russia F NWG",
        "Russia F NAO",
        "France F IRI",
        "France F NTH",
    ]
    given = game(position("S1902M", units, {"England": "LON"}), rules=Rules(game=GameRules(convoy_intent=intent)))
    orders = (
        "England A LVP - EDI",
        "England F ENG C A LVP - EDI",
        "Germany A EDI - LVP",
        "Russia F NWG C A LVP - EDI",
        "Russia F NAO C A LVP - EDI",
    )
    step = close(with_sets(given, *orders), Why.DEADLINE, DEADLINE_OF_GAME)

    assert there in {str(unit) for unit in step.state.position.units}


def test_a_game_is_the_same_after_a_round_through_its_document() -> None:
    given = with_sets(game(nobody=["Italy"]), "France A PAR - BUR", "England F LON - NTH", final=["France"])
    ended = replace(close(game(position("F1912M", ["France A PAR"], {})), Why.DEADLINE, NOON).state, sets={})

    assert game_from_document(game_to_document(given)) == given
    assert game_from_document(game_to_document(ended)) == ended
