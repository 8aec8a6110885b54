"""tests: where brute force finds one consistent answer, it is ours; where it finds none or several, a rule decides."""

from __future__ import annotations

from collections import Counter
from random import Random

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.convoys import tight_chains
from gm_daemon.diplomacy.decisions import Decisions
from gm_daemon.diplomacy.orders import Unit, UnitKind
from tests.diplomacy.brute_force import Riddle

BOARD = standard_board()
SEAS = ["ENG", "NTH", "IRI", "HEL", "SKA", "NWG", "MAO"]
SHORES = ["LON", "BEL", "BRE", "WAL", "EDI", "YOR", "NWY", "HOL", "DEN", "PIC", "SWE", "LVP"]
POWERS = ["England", "France", "Germany"]


def some_riddle(random: Random) -> tuple[Riddle, dict[str, Unit]]:
    """Crowd a few seas and shores with convoys, attacks on them, and supports that the convoyed armies may cut."""
    fleets = random.sample(SEAS, random.randint(1, 3))
    shores = random.sample(SHORES, random.randint(3, 6))
    power = {province: random.choice(POWERS) for province in fleets + shores}
    moves: dict[str, str] = {}
    chains: dict[str, list[tuple[str, ...]]] = {}
    armies = set()
    for shore in shores:
        near = sorted(BOARD.steps[shore])
        if random.random() < 0.45:
            goal = random.choice([*SHORES, *shores, *shores])
            found = list(tight_chains(shore, goal, frozenset(fleets), BOARD))
            if found:
                moves[shore], chains[shore] = goal, found
                armies.add(shore)
        elif random.random() < 0.6:
            moves[shore] = random.choice([fleet for fleet in fleets if fleet in near] or near)
    used = {fleet for found in chains.values() for chain in found for fleet in chain}
    for fleet in fleets:
        if fleet not in used:
            moves[fleet] = random.choice(sorted(BOARD.steps[fleet]))
    supports: dict[str, str] = {}
    for supporter in shores:
        if supporter not in moves:
            reach = BOARD.steps[supporter]
            fits = [unit for unit in power if unit != supporter and moves.get(unit, unit) in reach]
            attacks = [unit for unit in fits if moves.get(unit) in fleets]
            if fits:
                supports[supporter] = random.choice(attacks or fits)
    units = {
        province: Unit(power[province], UnitKind.ARMY if province in armies else UnitKind.FLEET, province)
        for province in power
    }
    return Riddle(power, moves, supports, chains), units


def solve(riddle: Riddle, units: dict[str, Unit]) -> tuple[set[str], Decisions]:
    """Return the moves that succeed, as we find them."""
    helpers: dict[str, list[str]] = {}
    for supporter, supported in riddle.supports.items():
        helpers.setdefault(supported, []).append(supporter)
    decisions = Decisions(
        BOARD,
        units,
        moves=riddle.moves,
        convoyed={army: {fleet for chain in found for fleet in chain} for army, found in riddle.chains.items()},
        helpers=helpers,
        aims={supporter: riddle.moves.get(unit, unit) for supporter, unit in riddle.supports.items()},
    )
    return {mover for mover in riddle.moves if decisions.succeeds(mover)}, decisions


def test_one_consistent_answer_is_ours() -> None:
    """Thousands of riddles: one answer is taken; several without convoys are a circle; the others are paradoxes."""
    random = Random(1976)
    seen: Counter[str] = Counter()
    wrong: list[Riddle] = []
    for _ in range(6000):
        riddle, units = some_riddle(random)
        found, decisions = solve(riddle, units)
        possible = list(riddle.solutions())
        if len(possible) == 1:
            seen["one"] += 1
            right = found == possible[0]
        elif decisions.stopped:
            seen["paradox"] += 1
            # With the stopped armies at home the rest has its one answer, circles aside.
            calmed = Riddle(
                riddle.power,
                {mover: goal for mover, goal in riddle.moves.items() if mover not in decisions.stopped},
                {supporter: unit for supporter, unit in riddle.supports.items() if unit not in decisions.stopped},
                riddle.chains,
            )
            right = found in list(calmed.solutions())
        else:
            seen["circle"] += 1
            right = found == max(possible, key=len)
        if not right:
            wrong.append(riddle)

    assert wrong == []
    assert seen["one"] > 5000
    assert seen["paradox"] > 20
    assert seen["circle"] > 5
