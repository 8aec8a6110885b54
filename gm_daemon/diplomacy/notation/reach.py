"""diplomacy: whether a unit could go somewhere, well enough to choose between two meanings of a word."""

from __future__ import annotations

from enum import IntEnum

from gm_daemon.diplomacy.board import Board, Terrain
from gm_daemon.diplomacy.orders import UnitKind


class Reach(IntEnum):
    """How likely a move is; a lower value is preferred."""

    STEP = 0
    CONVOY = 1
    NONE = 2
    NOWHERE = 3  # no unit of this kind can be there at all


def locations(board: Board, kind: UnitKind, province: str, coast: str | None) -> tuple[str, ...]:
    """Return where a unit that is written with this coast may be: one location, or all coasts of a fleet's province."""
    if kind is UnitKind.FLEET and board.provinces[province].coasts:
        if coast is None:
            return board.provinces[province].coasts
        return (f"{province}/{coast}",)
    return (province,)


def real_coast(board: Board, province: str, coast: str | None) -> str | None:
    """Return the written coast where the province has it; Bulgaria's north coast is its east coast, the rest noise."""
    if coast is None or f"{province}/{coast}" in board.provinces[province].coasts:
        return coast
    if coast == "NC" and f"{province}/EC" in board.provinces[province].coasts:
        return "EC"
    return None


def can_be(board: Board, kind: UnitKind, province: str) -> bool:
    """Tell whether a unit of this kind can be in a province at all."""
    other = Terrain.SEA if kind is UnitKind.ARMY else Terrain.LAND
    return board.provinces[province].terrain is not other


def reach(board: Board, kind: UnitKind, start: tuple[str, ...], target: str, coast: str | None = None) -> Reach:
    """Return how a unit at one of these locations gets to a province, on this coast where one is written."""
    if not can_be(board, kind, target):
        return Reach.NOWHERE
    if kind is UnitKind.ARMY:
        if target in board.borders("A", start[0]):
            return Reach.STEP
        return Reach.CONVOY if convoyable(board, start[0], target) else Reach.NONE
    goals = locations(board, kind, target, coast)
    near = any(goal in board.borders("F", place) for place in start for goal in goals)
    return Reach.STEP if near else Reach.NONE


def convoyable(board: Board, start: str, target: str) -> bool:
    """Tell whether fleets could carry an army from one coastal province to another."""
    coastal = all(board.provinces[place[:3]].terrain is Terrain.COAST for place in (start, target))
    return coastal and start[:3] != target[:3]
