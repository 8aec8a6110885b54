"""tests: what the board on the table decides: types, coasts, ambiguous words, slips, whose unit it is."""

from __future__ import annotations

import pytest

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.notation import Context, read_line
from gm_daemon.diplomacy.phase import PhaseKind
from gm_daemon.diplomacy.position import Dislodged
from tests.cases import case
from tests.diplomacy.notation.reading_tables import read, shown, units


@pytest.mark.parametrize(
    ("line", "on_board", "wanted", "reason"),
    [
        case("C.6", "type from the board", "Kie - Hol", "F KIE", "F KIE - HOL", None),
        case("C.6", "type of the supported", "A Ruh S Kie - Hol", "A RUH, F KIE", "A RUH S F KIE - HOL", None),
        case("C.6", "wrong type", "A Kie - Hol", "F KIE", "F KIE - HOL", "wrong type"),
        case("C.6", "coast of the unit from the board", "F Stp H", "F STP/NC", "F STP/NC H", None),
        case("C.6", "coast of a supporter", "F Bul S A Con", "F BUL/SC, A CON", "F BUL/SC S A CON", None),
        case("C.7", "the unit's real coast, out of reach", "F Stp - Bot", "F STP/NC", "F STP/NC - BOT", "illegal"),
        case("C.6", "Liv by the board", "F Liv H", "F LVN", "F LVN H", None),
        case("C.6", "Nor by the board", "F Nor - Bar", "F NWG", "F NWG - BAR", None),
        case("C.6", "two units, the neighbours decide", "A Liv - Yor", "A LVP, A LVN", "A LVP - YOR", None),
        case("C.6", "nothing decides", "Liv H", "A LVP, A LVN", "? A LVN H / A LVP H", "ambiguous"),
        case("C.6", "Tyr without a type", "Tyr - Ven", "A TYR", "A TYR - VEN", None),
        case("C.6", "a slip, and a unit there", "A Ror - Ven", "A ROM, A APU", "A ROM - VEN", "spelling guessed"),
        case("C.6", "a slip of the target", "A Par - Bura", "A PAR", "A PAR - BUR", "spelling guessed"),
        case("C.7", "a real name is never guessed away", "A Par - Ber", "A PAR", "A PAR - BER", "illegal"),
        case(
            "C.6",
            "wrong nationality",
            "A Ven S Ger A Tri",
            "A VEN, Austria A TRI",
            "A VEN S A TRI",
            "wrong nationality",
        ),
        case("C.6", "right nationality", "A Ven S Aus A Tri", "A VEN, Austria A TRI", "A VEN S A TRI", None),
        case(
            "C.6",
            "an attack by the only unit that could",
            "A Fin S English attack on Nwy",
            "A FIN, England F NTH",
            "A FIN S F NTH - NWY",
            "unreadable",
        ),
        case(
            "C.6",
            "an attack by one of two",
            "A Fin S English attack on Nwy",
            "A FIN, England F NTH, England F NWG",
            "? A FIN S F NTH - NWY / A FIN S F NWG - NWY",
            "ambiguous",
        ),
        case("C.6", "a unit that is not in the list is still read", "A Bre S Par", "A PAR", "A BRE S A PAR", None),
    ],
)
def test_board_decides(line: str, on_board: str, wanted: object, reason: str | None) -> None:
    """What the line leaves open is taken from the units on the board; what contradicts it is said."""
    reading = read(line, on_board=on_board)

    assert wanted == shown(reading)
    assert reason == (reading.complaint.reason.value if reading.complaint else None)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        case("C.4", "a foreign unit", "A Mun - Bur", "no such unit"),
        case("C.4", "an empty province", "A Bur - Mun", "no such unit"),
        case("C.4", "an own unit", "A Par - Bur", None),
    ],
)
def test_whose_unit(line: str, reason: str | None) -> None:
    """A unit that is not the sender's is read as written, and named."""
    reading = read(line, on_board="France A PAR, Germany A MUN", power="France")

    assert reason == (reading.complaint.reason.value if reading.complaint else None)


@pytest.mark.parametrize(
    ("line", "wanted", "reason"),
    [
        case("C.6", "army by default", "Lon - Yor", "A LON - YOR", "type assumed"),
        case("C.6", "only a fleet can", "Lon - Nth", "F LON - NTH", None),
        case("C.6", "only an army can", "Mun - Tyr", "A MUN - TYR", None),
        case("C.6", "a coast says fleet", "A Gas S mid - spa sc", "A GAS S F MAO - SPA/SC", None),
        case("C.6", "a sea holds only fleets", "A Nth H", "F NTH H", "wrong type"),
        case("C.7", "coast out of reach is kept", "F Aeg - Bul(ec)", "F AEG - BUL/EC", "illegal"),
        case("C.7", "army into the sea", "A Par - Eng", "A PAR - ENG", "illegal"),
        case("C.7", "a fleet in port cannot convoy", "F Tri C A Arm - Sev", "F TRI C A ARM - SEV", "illegal"),
        case("C.7", "support out of reach", "A Par S A Ser - Bul", "A PAR S A SER - BUL", "illegal"),
        case("C.6", "a coast is never filled in for a support", "A Mar S F Gas - Spa", "A MAR S F GAS - SPA", None),
        case("C.6", "nonsense is a hold", "A Par eats baguettes", "A PAR H", "read as a hold"),
    ],
)
def test_without_a_board(line: str, wanted: object, reason: str | None) -> None:
    """With nothing known, the units that a line names exist."""
    reading = read(line)

    assert wanted == shown(reading)
    assert reason == (reading.complaint.reason.value if reading.complaint else None)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        case("C.4", "first choice open", "A Mun - Boh, Ber, otb", "A MUN R BOH"),
        case("C.4", "first choice closed", "A Mun - Ruh, Ber, otb", "A MUN R BER"),
        case("C.4", "only the last is left", "A Mun - Ruh, Sil, otb", "A MUN D"),
        case("C.4", "nothing open: the first stays", "A Mun - Ruh, Sil", "A MUN R RUH"),
    ],
)
def test_preference_list(line: str, wanted: object) -> None:
    """Of a list of retreats the first open one counts."""
    (unit,) = units("Germany A MUN")
    context = Context(
        standard_board(),
        PhaseKind.RETREAT,
        units("Germany A MUN, France A MUN"),
        "Germany",
        (Dislodged(unit, "BUR", ("BER", "BOH")),),
    )

    assert wanted == shown(read_line(line, context))


@pytest.mark.parametrize(
    ("line", "must_remove", "wanted"),
    [
        case("C.6", "minus where units must go", "- A Mun", True, "REMOVE A MUN"),
        case("C.6", "bullet where units are built", "- A Mun", False, "BUILD A MUN"),
        case("C.6", "minus where nothing is known", "- A Mun", None, "REMOVE A MUN"),
        case("C.6", "bare unit where units must go", "A Mun", True, "REMOVE A MUN"),
        case("C.6", "bare unit where units are built", "A Mun", False, "BUILD A MUN"),
    ],
)
def test_winter_needs(line: str, must_remove: bool | None, wanted: object) -> None:
    """A dash before a unit is a bullet or a minus, and the winter's need says which."""
    context = Context(standard_board(), PhaseKind.ADJUSTMENT, must_remove=must_remove)

    assert wanted == shown(read_line(line, context))


@pytest.mark.parametrize(
    "line",
    [
        "all units hold",
        "All hold.",
        "everything holds",
        "hold everything!",
        "all my units stand",
        "Hold all units please",
    ],
)
@pytest.mark.rule(id="C.5")
def test_all_units_hold(line: str) -> None:
    """It counts as a set of orders, one for each of the sender's units."""
    known = Context(standard_board(), PhaseKind.MOVEMENT, units("France A PAR, Germany A MUN, France F BRE"), "France")
    unknown = Context(standard_board(), PhaseKind.MOVEMENT)

    assert [order.bare for order in read_line(line, known).orders] == ["A PAR H", "F BRE H"]
    assert read_line(line, unknown).orders == ()


@pytest.mark.parametrize("line", ["all others hold", "all hands on deck", "everyone who can, hold", "all units"])
def test_what_orders_nobody(line: str) -> None:
    """Whoever is not named holds without an order."""
    known = Context(standard_board(), PhaseKind.MOVEMENT, units("France A PAR, France F BRE"), "France")

    assert read_line(line, known).orders == ()
