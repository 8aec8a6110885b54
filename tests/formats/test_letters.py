"""formats/dwc: what a player's letter does, and what its receipt says."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from gm_daemon.core.effects import KeepSubmission, Step
from gm_daemon.formats.dwc.closing import EARLY, Why, close
from gm_daemon.formats.dwc.facts import Receipt
from gm_daemon.formats.dwc.game import Game
from gm_daemon.formats.dwc.letters import context_for, on_letter
from gm_daemon.formats.dwc.rules import OrderRules, ReceiptRules, Rules
from gm_daemon.language.letter import understand
from tests.cases import case
from tests.formats.games import NOON, clocks, game, mails, position, with_sets

LATER = NOON + timedelta(hours=1)


def write(given: Game, power: str, text: str, *, subject: str = "orders", arrived: datetime = LATER) -> Step[Game]:
    understood = understand(text.splitlines(), subject, context_for(given, power))
    return on_letter(given, power, understood, arrived=arrived, now=arrived + timedelta(seconds=1))


def receipt(step: Step[Game]) -> Receipt:
    (mail,) = mails(step, "receipt")
    assert mail.answers
    assert isinstance(mail.facts, Receipt)
    return mail.facts


def orders(given: Game, power: str) -> list[str]:
    return [order.bare for order in given.sets[power].orders] if power in given.sets else []


@pytest.mark.rule(id="C.4")
def test_the_latest_set_counts_whole() -> None:
    first = write(game(), "France", "A PAR - BUR\nF BRE - MAO")
    second = write(first.state, "France", "A MAR - SPA")

    assert orders(first.state, "France") == ["A PAR - BUR", "F BRE - MAO"]
    assert orders(second.state, "France") == ["A MAR - SPA"]
    # A one-line amendment must not silently drop the rest: the receipt lists the units without an order.
    assert receipt(second).unordered == ("Army Paris (will hold)", "Fleet Brest (will hold)")
    assert receipt(second).set_number == 2


@pytest.mark.rule(id="C.4")
def test_sets_are_merged_by_config() -> None:
    merging = game(rules=Rules(orders=OrderRules(merge=True)))
    first = write(merging, "France", "A PAR - BUR\nF BRE - MAO").state
    second = write(first, "France", "A PAR - PIC").state

    assert orders(second, "France") == ["F BRE - MAO", "A PAR - PIC"]


@pytest.mark.parametrize(
    ("text", "subject", "final"),
    [
        case("C.4(a)", "FINAL ORDERS in a line", "A PAR - BUR\nFINAL ORDERS", "orders", True),
        case("C.4(a)", "FINAL in the subject", "A PAR - BUR", "[G1] FINAL", True),
        case("C.4(a)", "not final", "A PAR - BUR\nThese are NOT final", "orders", False),
        case("C.4(a)", "preliminary", "Prelim orders, finals to follow\nA PAR - BUR", "orders", False),
        case("C.4(a)", "nothing said", "A PAR - BUR", "orders", False),
    ],
)
def test_final_marks_the_set(text: str, subject: str, final: bool) -> None:
    assert final == write(game(), "France", text, subject=subject).state.sets["France"].final


@pytest.mark.rule(id="C.4(b)")
def test_a_later_set_without_the_mark_takes_final_back_and_is_told() -> None:
    first = write(game(), "France", "A PAR - BUR\nFINAL ORDERS")
    second = write(first.state, "France", "A PAR - PIC")

    assert not second.state.sets["France"].final
    assert "earlier FINAL-mark no longer holds (C.4(b))" in receipt(second).headline


@pytest.mark.rule(id="C.4(a)")
def test_the_last_final_set_sets_the_clock_that_ends_the_phase() -> None:
    others = [seat.power for seat in game().seats if seat.power != "France"]
    step = write(with_sets(game(), final=others), "France", "A PAR - BUR\nFINAL ORDERS")

    assert clocks(step) == {EARLY: LATER + timedelta(seconds=1)}
    assert clocks(write(with_sets(game(), final=others[1:]), "France", "A PAR - BUR\nFINAL ORDERS")) == {}


@pytest.mark.rule(id="C.4(a)")
def test_bare_final_marks_the_set_on_file() -> None:
    first = write(game(), "France", "A PAR - BUR").state
    second = write(first, "France", "FINAL ORDERS")
    without = write(game(), "France", "FINAL")

    assert second.state.sets["France"].final
    assert orders(second.state, "France") == ["A PAR - BUR"]
    assert "France" not in without.state.sets
    assert "needs orders" in receipt(without).headline


@pytest.mark.parametrize(
    ("text", "kept", "said"),
    [
        case("C.6", "an unreadable line beside a good one", "A PAR - BUR\nF BRE - Mxyzptlk", ["A PAR - BUR"], "F BRE"),
        case("C.6", "two readings: neither is taken", "A PAR - BUR\nF POR - SPA", ["A PAR - BUR"], "SPA/NC or"),
        case("C.6", "another power's unit", "A PAR - BUR\nA MUN - RUH", ["A PAR - BUR"], "belongs to Germany"),
        case("C.6", "nobody's unit", "A PAR - BUR\nA RUH - HOL", ["A PAR - BUR"], "no unit in Ruhr"),
        case("C.7", "out of reach: kept, and will hold", "A PAR - MUN", ["A PAR - MUN"], "not adjacent"),
        case("C.6", "wrong letter for the unit", "F PAR - BUR", ["A PAR - BUR"], "Army Paris"),
    ],
)
def test_bad_lines_are_told_and_lose_nothing_good(text: str, kept: list[str], said: str) -> None:
    step = write(game(), "France", text)
    told = [word for line in receipt(step).lines for word in (*line.readings, *line.remarks, line.text)]

    assert kept == orders(step.state, "France")
    assert any(said in word for word in told), told


@pytest.mark.rule(id="C.7")
def test_receipts_can_keep_silent_about_what_cannot_work() -> None:
    silent = game(rules=Rules(receipts=ReceiptRules(legality=False)))

    assert receipt(write(silent, "France", "A PAR - MUN")).lines[0].remarks == ()
    assert "will hold (C.7)" in receipt(write(game(), "France", "A PAR - MUN")).lines[0].remarks[0]


@pytest.mark.rule(id="C.6")
def test_a_letter_without_one_usable_order_leaves_the_set_on_file() -> None:
    first = write(game(), "France", "A PAR - BUR").state
    second = write(first, "France", "A MUN - RUH")

    assert second.state == first
    assert "nothing has changed" in receipt(second).headline
    assert "Your set 1 still stands" in receipt(second).headline
    assert not receipt(second).show_help
    assert receipt(write(game(), "France", "A MUN - RUH")).show_help


@pytest.mark.parametrize(
    ("heading", "taken"),
    [
        case("C.4", "wrong season: a remark", "Fall 1901", True),
        case("C.4", "wrong year: a remark", "Spring 1902", True),
        case("C.4", "another power: nothing is taken", "Turkey, Spring 1901", False),
    ],
)
def test_headings(heading: str, taken: bool) -> None:
    step = write(game(), "France", f"{heading}\n\nA PAR - BUR")

    assert taken == ("France" in step.state.sets)
    assert bool(receipt(step).remarks) == taken


@pytest.mark.parametrize(
    ("seconds", "taken"),
    [
        case("C.4", "in the second in which the phase opened", 0, True),
        case("C.4", "after the deadline, before the results", -1, False),
    ],
)
def test_orders_for_a_phase_that_was_not_open_yet_count_for_neither(seconds: int, taken: bool) -> None:
    given = replace(game(), opened=NOON.replace(microsecond=700_000))
    step = write(given, "France", "A PAR - BUR", arrived=NOON + timedelta(seconds=seconds))

    assert taken == ("France" in step.state.sets)
    assert taken != ("counts for neither" in receipt(step).headline)


def test_a_power_with_nothing_to_decide_changes_nothing() -> None:
    given = game(position("W1901A", ["Italy A ROM", "France A PAR"], {"Italy": "ROM VEN", "France": "PAR"}))
    step = write(given, "France", "Build A MAR")

    assert step.state == given
    assert "nothing to decide in Winter 1901" in receipt(step).headline


def test_builds_and_removals() -> None:
    units = ["Italy A TUS", "France A PAR", "France A BUR"]
    given = game(position("W1901A", units, {"Italy": "ROM VEN", "France": "PAR"}))
    built = write(given, "Italy", "Build fleet Rome, waive the rest")
    removed = write(built.state, "France", "remove A Burgundy")

    assert orders(removed.state, "Italy")[0] == "BUILD F ROM"
    assert orders(removed.state, "France") == ["REMOVE A BUR"]


def test_after_the_end_nothing_changes() -> None:
    over = close(game(position("F1912M", ["France A PAR"], {"France": "PAR"})), Why.DEADLINE, NOON).state
    step = write(over, "France", "A PAR - BUR")

    assert step.state == over
    assert "Game G1 is over" in receipt(step).headline


@pytest.mark.parametrize(
    ("text", "shows_board", "shows_help"),
    [
        case("C.5", "status", "STATUS", True, False),
        case("C.5", "help", "help", False, True),
        case("C.5", "only talk, and no orders yet", "See you on Sunday!", False, True),
    ],
)
def test_questions_are_answered(text: str, shows_board: bool, shows_help: bool) -> None:
    facts = receipt(write(game(), "France", text))

    assert (shows_board, shows_help) == (bool(facts.table), facts.show_help)


@pytest.mark.parametrize(
    "text",
    [
        case("C.9", "a challenge", "CHALLENGE: A PAR was not dislodged"),
        case("C.10(c)", "a draw proposal", "PROPOSE DRAW"),
        case("C.10(b)", "a concession proposal", "PROPOSE CONCESSION Turkey"),
    ],
)
def test_what_no_rule_here_decides_goes_to_the_director(text: str) -> None:
    step = write(game(), "France", text)
    (mail,) = mails(step, "passed-on")

    assert [recipient.person for recipient in mail.to] == ["director"]
    assert "passed it on to the director" in receipt(step).remarks[0]


def test_every_set_is_kept_for_later_disputes() -> None:
    step = write(game(), "France", "A PAR - BUR\nF BRE to nowhere")
    (kept,) = [effect for effect in step.effects if isinstance(effect, KeepSubmission)]

    assert (kept.box, kept.seat, kept.number) == ("S1901M", "France", 1)
    assert kept.document["lines"] == [[1, "A PAR - BUR"], [2, "F BRE to nowhere"]]
