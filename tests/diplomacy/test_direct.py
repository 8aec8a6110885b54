"""tests: orders in normal form are read back as the values that they were written from."""

from __future__ import annotations

import pytest

from gm_daemon.diplomacy.direct import read_order, read_retreat_order, read_unit
from gm_daemon.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Unit,
    UnitKind,
    Waive,
    full_text,
)

A, F = UnitKind.ARMY, UnitKind.FLEET
PAR = Unit("France", A, "PAR")
SPA = Unit("France", F, "SPA/SC")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("France A PAR H", Hold(PAR)),
        ("France A PAR - BUR", Move(PAR, "BUR")),
        ("France A PAR - BUR VIA", Move(PAR, "BUR", via=True)),
        ("France F SPA/SC - LYO", Move(SPA, "LYO")),
        ("France A PAR S A MAR", Support(PAR, A, "MAR")),
        ("France A PAR S F MAO - SPA/NC", Support(PAR, F, "MAO", "SPA/NC")),
        ("France F SPA/SC C A LON - BEL", Convoy(SPA, A, "LON", "BEL")),
        ("France F SPA/SC C F LON - BEL", Convoy(SPA, F, "LON", "BEL")),
        ("France A PAR R BUR", Retreat(PAR, "BUR")),
        ("France A PAR D", Disband(PAR)),
        ("France BUILD A PAR", Build(PAR)),
        ("France REMOVE F SPA/SC", Remove(SPA)),
        ("France WAIVE", Waive("France")),
        ("A PAR - BUR", Move(Unit("", A, "PAR"), "BUR")),
        ("BUILD A PAR", Build(Unit("", A, "PAR"))),
        ("WAIVE", Waive("")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_order_round_trip(text: str, order: Order) -> None:
    """Reading and writing are each other's inverse."""
    assert order == read_order(text)
    assert text == full_text(order)


@pytest.mark.parametrize(
    "text",
    ["", "France", "France A PAR", "France A PAR -", "France A PAR - BURG", "France A PAR R BUR VIA", "france A PAR H",
     "France A PAR  H", "France B PAR H", "France A PAR C A LON", "France BUILD PAR", "France A SPA/XC H"],
)  # fmt: skip
def test_other_text_is_refused_and_quoted(text: str) -> None:
    """What is not in normal form is an error that quotes it."""
    with pytest.raises(ValueError, match="no order") as caught:
        read_order(text)

    assert repr(text) in str(caught.value)


def test_dash_is_a_retreat_in_a_retreat_phase() -> None:
    """Both signs mean the same there; a mark for a convoy stays a move, which no retreat can be."""
    assert Retreat(PAR, "BUR") == read_retreat_order("France A PAR - BUR") == read_retreat_order("France A PAR R BUR")
    assert Move(PAR, "BUR", via=True) == read_retreat_order("France A PAR - BUR VIA")


def test_unit() -> None:
    """A unit may name its coast and may lack its power."""
    assert Unit("Russia", F, "STP/SC") == read_unit("Russia F STP/SC")
    assert Unit("", A, "PAR") == read_unit("A PAR")
    with pytest.raises(ValueError, match="'Russia X STP'"):
        read_unit("Russia X STP")
