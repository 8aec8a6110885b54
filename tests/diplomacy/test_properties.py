"""tests: what holds in every phase, whatever stands and is ordered."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_daemon.diplomacy.adjudication import adjudicate
from gm_daemon.diplomacy.adjustments import adjustment
from gm_daemon.diplomacy.board import standard_board
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
from gm_daemon.diplomacy.phase import PhaseKind, read_phase
from gm_daemon.diplomacy.position import Position, starting_position
from gm_daemon.diplomacy.resolution import Result
from gm_daemon.diplomacy.rulebook import RULEBOOK_2023, RULEBOOK_DWC, Rulebook

BOARD = standard_board()
POWERS = sorted(BOARD.powers)
PLACES = sorted({*BOARD.provinces, *BOARD.fleet_borders})

seeds = st.integers(0, 2**48)


def some_position(random: Random) -> Position:
    """Put units of few powers close together, so that they meet."""
    powers = random.sample(POWERS, random.randint(1, 4))
    start = random.choice(sorted(BOARD.provinces))
    near = {start}
    while len(near) < 18:
        near |= {place for code in near for place in BOARD.steps[code]}
    units = []
    for province in sorted(near):
        kinds = [("A", province), *(("F", place) for place in BOARD.fleet_locations(province))]
        possible = [(kind, place) for kind, place in kinds if BOARD.can_stand(kind, place)]
        if random.random() < 0.6 and possible:
            kind, place = random.choice(possible)
            units.append(Unit(random.choice(powers), UnitKind(kind), place))
    return Position(read_phase("S1901M"), tuple(sorted(units)), {})


def some_order(random: Random, unit: Unit, position: Position) -> Order:
    """Order something, mostly possible, often about a neighbour."""
    near = sorted(BOARD.borders(unit.kind, unit.location)) or [unit.location]
    other = random.choice(position.units)
    goals = sorted(BOARD.borders(other.kind, other.location)) or [other.location]
    far = random.choice(PLACES)
    choices: list[Order] = [
        Hold(unit),
        *[Move(unit, random.choice(near), via=random.random() < 0.1) for _ in range(4)],
        Move(unit, far),
        Support(unit, other.kind, other.location),
        *[Support(unit, other.kind, other.location, random.choice([*goals, *near])) for _ in range(2)],
        Convoy(unit, other.kind, other.location, random.choice([*near, far])),
    ]
    return random.choice(choices)


def some_orders(random: Random, position: Position) -> list[Order]:
    """Order most units; make some supports and convoys fit what was ordered."""
    orders = [some_order(random, unit, position) for unit in position.units if random.random() < 0.95]
    moves = [order for order in orders if isinstance(order, Move)]
    for number, order in enumerate(orders):
        if moves and isinstance(order, Support | Convoy) and random.random() < 0.7:
            move = random.choice(moves)
            make = Support if isinstance(order, Support) else Convoy
            orders[number] = make(order.unit, move.unit.kind, move.unit.location, move.target)
    return orders


@pytest.mark.parametrize("rulebook", [RULEBOOK_2023, RULEBOOK_DWC], ids=lambda rulebook: rulebook.name)
@settings(max_examples=250, deadline=None)
@given(seed=seeds)
def test_movement(rulebook: Rulebook, seed: int) -> None:
    """Nobody is lost or doubled, the order of orders is nothing, unopposed moves succeed."""
    random = Random(seed)
    position = some_position(random)
    orders = some_orders(random, position)

    found = adjudicate(position, orders, rulebook)

    after = [*found.after.units, *(row.unit for row in found.dislodged)]
    kinds = Counter((unit.power, unit.kind) for unit in position.units)
    assert kinds == Counter((unit.power, unit.kind) for unit in after)
    assert len({unit.province for unit in found.after.units}) == len(found.after.units)
    assert all(BOARD.can_stand(unit.kind, unit.location) for unit in found.after.units)
    assert not found.contested & {unit.province for unit in found.after.units}

    shuffled = random.sample(orders, len(orders))
    again = adjudicate(position, shuffled, rulebook)
    assert found.after == again.after
    assert dict(zip(orders, found.outcomes, strict=False)) == dict(zip(shuffled, again.outcomes, strict=False))

    aims = Counter(order.target[:3] for order in orders if isinstance(order, Move))
    occupied = {unit.province for unit in position.units}
    for outcome in found.outcomes[: found.ordered]:
        order = outcome.order
        if isinstance(order, Move) and aims[order.target[:3]] == 1 and order.target[:3] not in occupied:
            assert outcome.result is not Result.BOUNCED
        if outcome.result is Result.DISLODGED:
            assert outcome.dislodged_by is not None
            assert outcome.dislodged_by.power != order.unit.power  # type: ignore[union-attr]


def some_retreat(random: Random, position: Position) -> list[Order]:
    """Order each dislodged unit to an option, elsewhere, or off the board."""
    orders: list[Order] = []
    for row in position.dislodged:
        goal = random.choice([*row.options, *row.options, random.choice(PLACES)])
        orders.append(Disband(row.unit) if random.random() < 0.3 else Retreat(row.unit, goal))
    return orders


def some_adjustments(random: Random, position: Position) -> list[Order]:
    """Order builds and removals of which many are wrong."""
    orders: list[Order] = []
    for power in POWERS:
        home = random.choice(BOARD.powers[power].home_centres)
        orders += [
            Build(Unit(power, UnitKind.ARMY, home)),
            Build(Unit(power, UnitKind.FLEET, random.choice(PLACES))),
            Waive(power),
            *(Remove(unit) for unit in position.units_of(power)[:1]),
        ]
    return random.sample(orders, random.randint(0, len(orders)))


@settings(max_examples=40, deadline=None)
@given(seed=seeds)
def test_whole_games(seed: int) -> None:
    """Through twelve seasons of wild play, phases follow each other, and centres and units add up."""
    random = Random(seed)
    position = starting_position(BOARD)
    for _ in range(40):
        before = position
        match position.phase.kind:
            case PhaseKind.MOVEMENT:
                orders = some_orders(random, position) if position.units else []
            case PhaseKind.RETREAT:
                orders = some_retreat(random, position)
            case _:
                orders = some_adjustments(random, position)
        found = adjudicate(position, orders, RULEBOOK_DWC)
        position = found.after

        assert before.phase < position.phase
        assert found == adjudicate(before, orders, RULEBOOK_DWC)
        assert set(before.owners) <= set(position.owners) <= set(BOARD.centres)
        assert len({unit.province for unit in position.units}) == len(position.units)
        if before.phase.kind is PhaseKind.ADJUSTMENT:
            for power in POWERS:
                assert len(position.units_of(power)) <= len(position.centres_of(power))
        elif before.phase.kind is PhaseKind.RETREAT:
            assert len(before.units) + len(before.dislodged) == len(position.units) + len(found.disbanded)
        if position.phase.kind is PhaseKind.ADJUSTMENT:
            assert any(adjustment(position, power, BOARD) for power in POWERS)
        if position.phase.kind is PhaseKind.RETREAT:
            assert all(row.options for row in position.dislodged)
