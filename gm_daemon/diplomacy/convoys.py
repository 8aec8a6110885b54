"""diplomacy: chains of fleets over the sea."""

from __future__ import annotations

from collections.abc import Iterator, Set

from gm_daemon.diplomacy.board import Board


def has_chain(start: str, goal: str, fleets: Set[str], board: Board) -> bool:
    """Tell whether fleets in these seas could carry an army from one coastal province to another."""
    landing = board.shores.get(goal)
    if start == goal or not landing:
        return False
    edge = fleets & board.shores.get(start, frozenset())
    reached = edge
    while edge:
        if not edge.isdisjoint(landing):
            return True
        edge = {near for sea in edge for near in board.seas[sea] if near in fleets} - reached
        reached = reached | edge
    return False


def tight_chains(start: str, goal: str, fleets: Set[str], board: Board) -> Iterator[tuple[str, ...]]:
    """Yield each chain in which no fleet is superfluous: left out any one of them, and the rest do not connect.

    So only its first sea touches the start, only its last the goal, and only neighbours in it touch each other.
    """
    landing = board.shores.get(goal, frozenset())

    def extend(chain: tuple[str, ...], barred: Set[str]) -> Iterator[tuple[str, ...]]:
        last = chain[-1]
        if last in landing:
            yield chain
            return
        for sea in sorted((board.seas[last] & fleets) - barred):
            yield from extend((*chain, sea), barred | board.seas[last])

    if start == goal:
        return
    shore = board.shores.get(start, frozenset())
    for first in sorted(fleets & shore):
        yield from extend((first,), shore)


def on_tight_chain(start: str, goal: str, fleets: Set[str], board: Board) -> frozenset[str]:
    """Return those of the fleets that stand on some chain without superfluous fleets."""
    return frozenset(sea for chain in tight_chains(start, goal, fleets, board) for sea in chain)
