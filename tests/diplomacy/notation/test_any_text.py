"""tests: properties of reading: it never raises, and what it writes it reads."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.notation import Context, read_line
from gm_daemon.diplomacy.notation.words import vocabulary
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
)
from gm_daemon.diplomacy.phase import PhaseKind
from gm_daemon.diplomacy.position import starting_position

BOARD = standard_board()
PLACES = {
    kind: [
        place
        for code, province in BOARD.provinces.items()
        for place in (code, *province.coasts)
        if BOARD.can_stand(kind.value, place)
    ]
    for kind in UnitKind
}
WORDS = sorted(
    {word for phrases in vocabulary().verbs.values() for word in phrases}
    | set(BOARD.provinces)
    | {province.name for province in BOARD.provinces.values()}
    | {*"AFEGRSCDHMB-,;.:()/>+&?*", "1", "2nd", "->", "(sc)", "/nc", "[*]", "French", "xyzzy", "or", "if", "the"}
)
texts = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join))
contexts = st.builds(
    Context,
    board=st.just(BOARD),
    kind=st.sampled_from(PhaseKind),
    units=st.sampled_from([None, starting_position(BOARD).units]),
    power=st.sampled_from([None, "France", "Russia"]),
)


@st.composite
def orders(draw: st.DrawFn) -> Order:
    """Draw an order in normal form: one that its text says completely."""
    unit, other = (
        Unit("", kind, draw(st.sampled_from(PLACES[kind])))
        for kind in draw(st.tuples(*[st.sampled_from(UnitKind)] * 2))
    )
    goal, place = (draw(st.sampled_from(PLACES[each.kind])) for each in (unit, other))
    army = draw(st.sampled_from(PLACES[UnitKind.ARMY]))
    made: list[Order] = [
        Hold(unit),
        Move(unit, goal),
        Move(Unit("", UnitKind.ARMY, army), draw(st.sampled_from(sorted(BOARD.provinces))), via=True),
        Support(unit, other.kind, other.location),
        Convoy(unit, UnitKind.ARMY, army, draw(st.sampled_from(PLACES[UnitKind.ARMY]))),
        *([Support(unit, other.kind, other.location, place)] if place[:3] != other.province else []),
        *(Retreat(unit, goal), Disband(unit), Build(unit), Remove(unit), Waive("")),
    ]
    return draw(st.sampled_from(made))


def phase_of(order: Order) -> PhaseKind:
    if isinstance(order, Retreat | Disband):
        return PhaseKind.RETREAT
    return PhaseKind.ADJUSTMENT if isinstance(order, Build | Remove | Waive) else PhaseKind.MOVEMENT


@given(texts, contexts)
def test_any_text_gives_a_reading(text: str, context: Context) -> None:
    """No text raises, and an ambiguous one has at least two readings and a complaint."""
    reading = read_line(text, context)

    assert len(reading.readings) != 1
    assert not reading.readings or reading.complaint is not None


@given(orders())
def test_normal_form_is_read_back(order: Order) -> None:
    """The normal form of every order means that order."""
    reading = read_line(order.bare, Context(BOARD, phase_of(order)))

    assert (order,) == reading.orders
