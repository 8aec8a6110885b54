"""tests: whole letters: what is taken, what is left, and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.notation import Context
from gm_daemon.diplomacy.orders import Unit, UnitKind
from gm_daemon.diplomacy.phase import PhaseKind, Season
from gm_daemon.diplomacy.position import starting_position
from gm_daemon.language.letter import understand
from gm_daemon.language.understood import Understood
from tests.cases import case

BOARD = standard_board()
START = starting_position(BOARD).units
FRANCE = Context(BOARD, PhaseKind.MOVEMENT, START, "France")


def letter(text: str, subject: str = "", context: Context = FRANCE) -> Understood:
    return understand(text.strip("\n").split("\n"), subject, context)


def taken(understood: Understood) -> list[tuple[int, str]]:
    """Return the orders with the lines that they stand on."""
    return [(row.line, order.bare) for row in understood.orders for order in row.reading.orders]


def complaints(understood: Understood) -> list[tuple[int, str]]:
    own = [(row.line, row.complaint.reason.value) for row in understood.complaints]
    return own + [(row.line, row.reading.complaint.reason.value) for row in understood.orders if row.reading.complaint]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        case(
            "C.5",
            "orders among talk",
            "Hi GM,\n\nA Par - Bur\nA Mar H\n\nI hope Munich is not too cold. He has F Kie and A Mun.\nBob",
            [(3, "A PAR - BUR"), (4, "A MAR H")],
        ),
        case(
            "C.6",
            "wrapped after a dash",
            "A Par - Bur, A Mar -\nSpa, F Bre - Mid",
            [(1, "A PAR - BUR"), (1, "A MAR - SPA"), (1, "F BRE - MAO")],
        ),
        case(
            "C.6",
            "wrapped before a dash",
            "A Mar S A Par\n- Bur\nA Par - Bur",
            [(1, "A MAR S A PAR - BUR"), (3, "A PAR - BUR")],
        ),
        case("C.6", "wrapped after a verb", "A Par supports\nMar - Bur", [(1, "A PAR S A MAR - BUR")]),
        case("C.6", "wrapped after a type", "A Par - Bur & F\nBre - Mao", [(1, "A PAR - BUR"), (1, "F BRE - MAO")]),
        case("C.6", "wrapped before the verb", "Army Paris\nsupports A Mar - Bur", [(1, "A PAR S A MAR - BUR")]),
        case("C.6", "a bullet is no wrap", "A Par - Bur\n- A Mar - Spa", [(1, "A PAR - BUR"), (2, "A MAR - SPA")]),
        case("C.6", "an open line and a new order", "F Bre -\nA Par - Bur", [(2, "A PAR - BUR")]),
        case(
            "C.6",
            "a set for somebody else is not taken",
            "If I were Turkey:\nA Con - Bul\nF Ank - Bla\n\nA Par - Bur",
            [(5, "A PAR - BUR")],
        ),
        case("C.6", "the same without blank lines", "You could play:\nA Con - Bul\nA Par - Bur", [(3, "A PAR - BUR")]),
        case(
            "C.6", "a press header is no move", "London to Paris:\nShall we talk?\n\nA Par - Bur", [(4, "A PAR - BUR")]
        ),
        case("C.6", "a position is no order", "Positions: A Par, A Mar, F Bre\nA Par H", [(2, "A PAR H")]),
        case("C.6", "a quote is no order", "A Par H\n> A Par - Bur", [(1, "A PAR H")]),
        case(
            "C.6",
            "the final block replaces the preliminary one",
            "Preliminary orders:\nA Par - Pic\nA Mar - Gas\n\nFinal orders:\nA Par - Bur",
            [(6, "A PAR - BUR")],
        ),
        case(
            "C.6", "a revised block replaces all", "A Par - Pic\nA Mar H\nRevised:\nA Par - Bur", [(4, "A PAR - BUR")]
        ),
        case(
            "C.6",
            "a remark after the set replaces nothing",
            "A Par - Pic\nA Mar H\nForget my earlier orders, these are the new ones.",
            [(1, "A PAR - PIC"), (2, "A MAR H")],
        ),
        case(
            "C.6",
            "a heading groups lines of one set",
            "Spring 1901\nA Par - Pic\nFrance:\nA Mar H",
            [(2, "A PAR - PIC"), (4, "A MAR H")],
        ),
        case(
            "C.4", "another power's block is left", "Germany:\nA Mun - Bur\nFrance:\nA Par - Bur", [(4, "A PAR - BUR")]
        ),
        case("C.6", "the same order twice is one", "A Par - Bur\nA Par - Bur", [(1, "A PAR - BUR")]),
        case("C.6", "nonsense gives way to an order", "Paris vacations on the moon\nA Par - Bur", [(2, "A PAR - BUR")]),
        case("C.6", "an order beside a vote", "A Par - Bur\nVOTE DRAW YES", [(1, "A PAR - BUR")]),
    ],
)
def test_taken(text: str, wanted: object) -> None:
    """Exactly the sender's own orders of the set that counts are taken, with their line numbers."""
    understood = letter(text)

    assert wanted == taken(understood)


def test_two_orders_for_one_unit() -> None:
    """C.6: both orders fall, each is complained of, and the rest of the set stands."""
    understood = letter("A Par - Pic\nA Par - Bur\nA Mar H")

    assert taken(understood) == [(3, "A MAR H")]
    assert complaints(understood) == [(1, "two orders"), (2, "two orders")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        case("C.6", "an order that cannot be read", "A Par - Xyzzy", [(1, "unreadable")]),
        case("C.6", "a coast is missing", "F Mao - Spa", [(1, "ambiguous")]),
        case("C.4", "a winter order in spring", "Builds:\nA Par", [(2, "wrong phase")]),
        case("C.10", "a vote that cannot be read", "My votes are; GIRF draw - No", [(1, "unreadable")]),
        case("C.5", "talk", "Good luck to all!\nSee you in London - Bob\nParis is lovely\nSent from my phone", []),
        case(
            "C.5",
            "negotiation",
            "I will support you into Burgundy if you leave Picardy - deal?\nYour friend, France",
            [],
        ),
    ],
)
def test_complaints(text: str, wanted: object) -> None:
    """What was meant as an order or a vote is complained of with its line; talk is not."""
    context = Context(BOARD, PhaseKind.MOVEMENT)

    assert wanted == complaints(letter(text, context=context))


@pytest.mark.parametrize(
    ("text", "subject", "wanted"),
    [
        case(
            "C.4",
            "subject and line",
            "Spring 1902\nA Par H",
            "France F1901",
            [(Season.FALL, 1901, "France", None), (Season.SPRING, 1902, None, None)],
        ),
        case("C.4", "letter o for a zero", "A Par H", "spr o2", [(Season.SPRING, 1902, None, None)]),
        case("C.4", "game code", "A Par H", "Re: game R2G05, Italy", [(None, None, "Italy", "R2G05")]),
        case("C.4", "only another power's set", "Orders for Germany\nA Mun - Bur", "", [(None, None, "Germany", None)]),
        case("C.4", "a sentence is no heading", "France will win in 1905 I think\nA Par H", "hello", []),
        case(
            "C.4",
            "a game's name beside power and season",
            "Orders - Memorial, France, Spring 1903\nA Par H",
            "",
            [(Season.SPRING, 1903, "France", None)],
        ),
    ],
)
def test_headings(text: str, subject: str, wanted: object) -> None:
    """What a heading or the subject says of season, year, power and game is a value; formats judge it."""
    understood = letter(text, subject)

    assert wanted == [(row.season, row.year, row.power, row.game) for row in understood.headings]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        case(
            "C.6",
            "builds and removals",
            "Builds:\nA Par\nF Bre\nRemovals:\nA Mun",
            ["BUILD A PAR", "BUILD F BRE", "REMOVE A MUN"],
        ),
        case("C.6", "bare units", "Winter 1901\nA Par\nF Bre", ["BUILD A PAR", "BUILD F BRE"]),
        case("C.6", "two waives", "WAIVE\nWAIVE", ["WAIVE", "WAIVE"]),
        case("C.6", "two builds in one place", "Build A Par\nBuild F Bre\nBuild F Par", ["BUILD F BRE"]),
    ],
)
def test_winter(text: str, wanted: object) -> None:
    """A heading's verb holds for the bare units below it."""
    understood = letter(text, context=Context(BOARD, PhaseKind.ADJUSTMENT))

    assert wanted == [order for _, order in taken(understood)]


def test_orders_in_the_subject() -> None:
    """A letter without a line of its own may have its orders in the subject, as line 0."""
    understood = understand([], "A PAR - BUR; F BRE - MAO", FRANCE)

    assert taken(understood) == [(0, "A PAR - BUR"), (0, "F BRE - MAO")]


def test_what_is_left_says_why() -> None:
    """Lines that are not taken are listed with a reason."""
    understood = letter("Hello\nA Par - Pic\nRevised:\nA Par - Bur")

    assert [(row.line, row.why) for row in understood.ignored] == [(1, "no order"), (2, "replaced by the later set")]


def test_a_foreign_unit_is_named() -> None:
    """An order for another power's unit stays readable, with a complaint."""
    context = Context(BOARD, PhaseKind.MOVEMENT, (Unit("Germany", UnitKind.ARMY, "MUN"),), "France")

    assert complaints(letter("A Mun - Bur", context=context)) == [(1, "no such unit")]


LINES = st.sampled_from(
    [
        "A Par - Bur",
        "- Bur",
        "F Bre -",
        "FINAL",
        "Germany:",
        "If I were you:",
        "Builds:",
        "A Par",
        "VOTE YES",
        "revised",
        "",
        "hi",
    ]
)


@given(st.lists(st.one_of(LINES, st.text(max_size=60)), max_size=8), st.text(max_size=30), st.sampled_from(PhaseKind))
def test_any_letter_is_understood(lines: list[str], subject: str, kind: PhaseKind) -> None:
    """No letter raises, and every order that is taken is named with a line of the letter."""
    understood = understand(lines, subject, Context(BOARD, kind, START, "France"))

    assert all(0 <= row.line <= len(lines) for row in understood.orders)
