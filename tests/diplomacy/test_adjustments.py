"""tests: what is due in a winter, and what becomes of orders beyond it."""

from __future__ import annotations

import pytest

from gm_daemon.diplomacy.adjudication import adjudicate
from gm_daemon.diplomacy.adjustments import adjustment, free_builds, free_homes, owners_after, winner_of
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.direct import read_order, read_unit
from gm_daemon.diplomacy.explain import explain
from gm_daemon.diplomacy.phase import read_phase
from gm_daemon.diplomacy.position import Position
from gm_daemon.diplomacy.rulebook import RULEBOOK_DWC
from tests.cases import case

BOARD = standard_board()


def winter(units: str, owned: dict[str, str]) -> Position:
    """Make a winter position from units and from each power's centres."""
    owners = {centre: power for power, centres in owned.items() for centre in centres.split()}
    read = sorted(read_unit(unit) for unit in units.split(", ") if unit)
    return Position(read_phase("W1901A"), tuple(read), owners)


@pytest.mark.parametrize(
    ("units", "centres", "homes", "due"),
    [
        case("6.I.3", "a unit at home bars its centre", "Germany A BER", "BER KIE MUN", ("KIE", "MUN"), 2),
        case("6.I.5", "lost homes and foreign centres are no places", "", "HOL DEN KIE", ("KIE",), 1),
        case("6.I.1", "no more than centres", "Germany A HOL, Germany A DEN", "BER KIE MUN", ("BER", "KIE", "MUN"), 1),
        case("6.J.1", "removals are negative", "Germany A HOL, Germany A DEN", "KIE", ("KIE",), -1),
        case("6.J.1", "even", "Germany A HOL", "KIE", ("KIE",), 0),
    ],
)
def test_due(units: str, centres: str, homes: tuple[str, ...], due: int) -> None:
    """Builds are capped by free home centres, removals are not."""
    position = winter(units, {"Germany": centres})

    assert homes == free_homes(position, "Germany", BOARD)
    assert due == adjustment(position, "Germany", BOARD)
    assert max(0, due) == free_builds(position, "Germany", BOARD)


@pytest.mark.parametrize(
    ("units", "centres", "orders", "results", "after"),
    [
        case(
            "6.I.1", "waives use up builds", "", "BER KIE",
            "Germany WAIVE; Germany BUILD A BER; Germany BUILD A KIE", "succeeds succeeds excess", "Germany A BER",
        ),
        case(
            "6.I.1", "nothing due", "Germany A HOL", "BER",
            "Germany BUILD A BER; Germany WAIVE; Germany REMOVE A HOL", "excess excess excess", "Germany A HOL",
        ),
        case(
            "6.I.1", "no build by who must remove", "Germany A HOL, Germany A DEN", "BER",
            "Germany BUILD A BER; Germany REMOVE A HOL", "excess succeeds", "Germany A DEN",
        ),
        case(
            "6.B.12", "a coast without meaning is dropped", "", "BER KIE",
            "Germany BUILD F KIE/NC; Germany BUILD A BER/SC", "succeeds succeeds", "Germany A BER, Germany F KIE",
        ),
        case("6.J.11", "no centre left", "Germany A HOL, Germany F DEN", "", "", "", ""),
    ],
)  # fmt: skip
def test_winter(units: str, centres: str, orders: str, results: str, after: str) -> None:
    """The first possible orders count, up to what is due."""
    position = winter(units, {"Germany": centres})

    found = adjudicate(position, [read_order(text) for text in orders.split("; ") if text], RULEBOOK_DWC)

    assert results.split() == [outcome.result.value for outcome in found.outcomes[: found.ordered]]
    assert after == ", ".join(map(str, found.after.units))


def test_removal_without_centres_says_so() -> None:
    """A power without a centre loses all, and is told why."""
    found = adjudicate(winter("Germany A HOL", {"France": "PAR"}), [], RULEBOOK_DWC)

    assert [explain(row, BOARD) for row in found.outcomes] == ["removed by rule: its power owns no supply centre"]
    assert (read_unit("Germany A HOL"),) == found.removed_by_rule


@pytest.mark.parametrize(("count", "winner"), [case("C.10", "17", 17, None), case("C.10", "18", 18, "Turkey")])
def test_winner(count: int, winner: str | None) -> None:
    """Eighteen centres win."""
    owners = dict.fromkeys(BOARD.centres[:count], "Turkey") | dict.fromkeys(BOARD.centres[count:], "Russia")

    assert winner == winner_of({centre: owner for centre, owner in owners.items() if owner == "Turkey"})


def test_owners_after_fall() -> None:
    """Who stands in a centre owns it; who left keeps it; other provinces count for nothing."""
    owners = owners_after({"BEL": "France", "HOL": "Germany"}, map(read_unit, ["England F BEL", "France A BUR"]), BOARD)

    assert owners == {"BEL": "England", "HOL": "Germany"}
