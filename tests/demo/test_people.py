"""Every correspondent could play every power: whatever their words and programs do, the recorded orders are read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from gm_daemon.demo.news import Kind, News
from gm_daemon.demo.people import CORRESPONDENTS, Correspondent
from gm_daemon.demo.programs import Draft
from gm_daemon.demo.record import recorded_game
from gm_daemon.diplomacy.adjudication import adjudicate
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.notation.reading import Context
from gm_daemon.diplomacy.orders import Order, full_text
from gm_daemon.diplomacy.position import Position, starting_position
from gm_daemon.diplomacy.rulebook import RULEBOOK_DWC
from gm_daemon.formats.dwc.ownership import owned
from gm_daemon.language.letter import understand
from gm_daemon.mail.reading import read_letter

RECORD = recorded_game()
NOW = datetime(2026, 11, 30, 20, tzinfo=UTC)
OLD = (
    "Spring 1900 is over: the deadline has passed.",
    "",
    "FRANCE",
    "  | A PAR - GAS",
    "      moves",
    "  | A MAR H",
    "",
    "THE BOARD",
    "Austria (3 centres, 3 units)",
    "  units: A BUD, A VIE, F TRI",
    "FINAL ORDERS",
)
GM = "gm@play.example.org"
QUOTED = News(Kind.RESULTS, "<old@play.example.org>", "", GM, "Game Master (DEMO)", GM, NOW, "[DEMO]", OLD)


def positions() -> Iterator[Position]:
    """Yield the position before each recorded phase, in the order of play."""
    position = starting_position(standard_board())
    for phase, powers in RECORD.orders.items():
        assert str(position.phase) == phase
        yield position
        orders = [order for power in powers for order in recorded(position, power)]
        position = adjudicate(position, orders, RULEBOOK_DWC).after


def recorded(position: Position, power: str) -> list[Order]:
    """Return a power's recorded orders for a position, as those of its real units."""
    found = [owned(order, power, position) for order in RECORD.orders[str(position.phase)].get(power, ())]
    return [order for order in found if order is not None]


def as_read(who: Correspondent, position: Position, power: str) -> tuple[list[str], bool, tuple[object, ...]]:
    """Return what the daemon reads in this person's letter: orders, FINAL, complaints."""
    lines = who.words([who.phrasing.order(order) for order in recorded(position, power)], final=True)
    draft = Draft(who.name, who.address, GM, "Re: [DEMO]", lines, "<1@x.example>", NOW, QUOTED)
    letter = read_letter(who.pack(draft).as_bytes())
    context = Context(standard_board(), position.phase.kind, position.units, power, position.dislodged)
    understood = understand(letter.lines, letter.subject, context)
    orders = [owned(order, power, position) for row in understood.orders for order in row.reading.orders]
    complaints = tuple(row.reading.complaint for row in understood.orders if row.reading.orders == ())
    return sorted(map(str, map(_text, orders))), understood.final, (*complaints, *understood.complaints)


def _text(order: Order | None) -> str:
    return "nobody's" if order is None else full_text(order)


@pytest.mark.parametrize("who", CORRESPONDENTS, ids=lambda who: who.id)
def test_letters_are_read_as_meant(who: Correspondent) -> None:
    letters = [(position, power) for position in positions() for power in RECORD.orders[str(position.phase)]]
    expected = [(sorted(map(full_text, recorded(*letter))), True, ()) for letter in letters]
    found = [as_read(who, *letter) for letter in letters]

    assert expected == found
    assert len(letters) > 100


def test_the_record_ends_as_recorded() -> None:
    *_, last = positions()
    orders = [order for power in RECORD.orders[str(last.phase)] for order in recorded(last, power)]
    end = adjudicate(last, orders, RULEBOOK_DWC).after

    assert list(RECORD.differences(end, (RECORD.winner,))) == []
    assert len(end.centres_of(RECORD.winner)) >= 18


def test_another_end_is_told() -> None:
    *_, last = positions()

    differences = list(RECORD.differences(last, ("France", "Turkey")))

    assert differences[0] == "the winner is France, Turkey, not Russia"
    assert any(line.startswith("Turkey's units are ") for line in differences)
