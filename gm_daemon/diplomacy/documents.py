"""diplomacy: positions, phases and resolutions as JSON documents.

The shapes are those of `gm-daemon adjudicate`. A stored position is one of them with a version number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gm_daemon.diplomacy.adjudication import adjudicate
from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.direct import read_order, read_retreat_order, read_unit
from gm_daemon.diplomacy.explain import explain
from gm_daemon.diplomacy.movement import UNIT_ORDER, dislodge
from gm_daemon.diplomacy.orders import Order, Unit
from gm_daemon.diplomacy.phase import PhaseKind, read_phase
from gm_daemon.diplomacy.position import Dislodged, Position
from gm_daemon.diplomacy.resolution import Outcome, Resolution, Result
from gm_daemon.diplomacy.rulebook import RULEBOOK_DWC, RULEBOOKS, Rulebook

VERSION = 1

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """One phase to adjudicate. `texts` are the orders as written; `orders` has None where one cannot be read."""

    position: Position
    texts: tuple[str, ...]
    orders: tuple[Order | None, ...]
    rulebook: Rulebook


def task_from_json(document: object, board: Board) -> Task:
    """Read the input of `gm-daemon adjudicate`. Raises ValueError, naming key and value, for a malformed one.

    An order that cannot be read does not spoil the rest: it is illegal.
    """
    fields = _object(document, "the document")
    position = position_from_json(fields, board)
    texts = tuple(_text(item, "orders") for item in _list(fields.get("orders", ()), "orders"))
    retreats = position.phase.kind is PhaseKind.RETREAT
    name = fields.get("rulebook", RULEBOOK_DWC.name)
    if not isinstance(name, str) or name not in RULEBOOKS:
        raise ValueError(f'"rulebook": no rulebook {name!r}, only {" and ".join(sorted(RULEBOOKS))}')
    return Task(position, texts, tuple(_order(text, retreats=retreats) for text in texts), RULEBOOKS[name])


def position_from_json(document: object, board: Board) -> Position:
    """Read a position from the keys of `gm-daemon adjudicate`'s input; orders and unknown keys are passed over.

    Raises ValueError, naming key and value.
    """
    fields = _object(document, "the document")
    if fields.get("version", VERSION) != VERSION:
        raise ValueError(f'"version": {fields["version"]!r} is not a version that this program reads ({VERSION})')
    if "phase" not in fields:
        raise ValueError('"phase" is missing')
    phase = read_phase(_text(fields["phase"], "phase"))
    if "units" not in fields:
        raise ValueError('"units" is missing')
    units = [_unit(item, "units", board) for item in _list(fields["units"], "units")]
    provinces: dict[str, Unit] = {}
    for unit in units:
        other = provinces.setdefault(unit.location[:3], unit)
        if other is not unit:
            raise ValueError(f'"units": both {other} and {unit} stand in {unit.location[:3]}')
    units.sort(key=UNIT_ORDER)
    if phase.kind is PhaseKind.ADJUSTMENT and "supply_centers" not in fields:
        raise ValueError(f'"supply_centers" is missing, and {phase} cannot do without')
    owners = _owners(fields.get("supply_centers", {}), board)
    if phase.kind is not PhaseKind.RETREAT:
        return Position(phase, tuple(units), owners)
    rows = [_object(item, '"dislodged"') for item in _list(fields.get("dislodged", ()), "dislodged")]
    contested = frozenset(
        _province(item, "contested", board)
        for holder in (fields, *rows)
        for item in _list(holder.get("contested", ()), "contested")
    )
    dislodged = sorted((_dislodged(row, units, contested, board) for row in rows), key=lambda row: str(row.unit))
    return Position(phase, tuple(units), owners, tuple(dislodged), contested)


def position_to_json(position: Position) -> dict[str, Any]:
    """Return a position as a versioned document that `position_from_json` reads back equal."""
    document: dict[str, Any] = {
        "version": VERSION,
        "phase": str(position.phase),
        "units": [str(unit) for unit in position.units],
        "supply_centers": _by_power(position.owners),
    }
    if position.phase.kind is PhaseKind.RETREAT:
        document["contested"] = sorted(position.contested)
        document["dislodged"] = [
            {"unit": str(row.unit), "attacked_from": row.attacked_from, "options": list(row.options)}
            for row in position.dislodged
        ]
    return document


def perform(task: Task, board: Board) -> dict[str, Any]:
    """Adjudicate a task and return the output of `gm-daemon adjudicate`."""
    readable = [order for order in task.orders if order is not None]
    resolution = adjudicate(task.position, readable, task.rulebook, board)
    results = iter(resolution.outcomes)
    rows = [None if order is None else next(results) for order in task.orders]
    return resolution_to_json(resolution, task.texts, rows, board)


def resolution_to_json(
    resolution: Resolution, texts: Sequence[str], outcomes: Sequence[Outcome | None], board: Board
) -> dict[str, Any]:
    """Return a resolution as a document. `texts` are the orders as written, each with its outcome or None (unread)."""
    orders: dict[str, dict[str, str]] = {}
    repeats: dict[str, int] = {}
    for text, outcome in zip(texts, outcomes, strict=True):
        key = text
        if text in repeats:
            repeats[text] += 1
            key = f"{text} #{repeats[text]}"
        else:
            repeats[text] = 1
        if outcome is None:
            orders[key] = {"result": Result.ILLEGAL.value, "why": "illegal: this is no order in normal form"}
        else:
            orders[key] = {"result": str(outcome.result), "why": explain(outcome, board)}
    dislodged = resolution.dislodged
    return {
        "phase": str(resolution.phase),
        "orders": orders,
        "units_after": _texts(resolution.after.units),
        "dislodged": [str(row.unit) for row in dislodged],
        "attacked_from": {str(row.unit): row.attacked_from for row in dislodged},
        "contested": sorted(resolution.contested),
        "retreat_options": {str(row.unit): list(row.options) for row in dislodged},
        "disbanded": _texts(resolution.disbanded or resolution.destroyed),
        "built": _texts(resolution.built),
        "removed": _texts(resolution.removed),
        "removed_by_rule": _texts(resolution.removed_by_rule),
        "supply_centers": _by_power(resolution.after.owners),
        "next_phase": str(resolution.after.phase),
    }


def _texts(units: Sequence[Unit]) -> list[str]:
    return sorted(map(str, units))


def _by_power(owners: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for centre, power in sorted(owners.items()):
        found.setdefault(power, []).append(centre)
    return dict(sorted(found.items()))


# Reading, piece by piece.


def _object(value: object, what: str) -> Document:
    if not isinstance(value, dict):
        raise ValueError(f"{what} must be a JSON object, not {value!r:.40}")
    return value


def _list(value: object, key: str) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise ValueError(f'"{key}" must be a list, not {value!r:.40}')
    return value


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f'"{key}": {value!r:.40} is not a text')
    return value


def _order(text: str, *, retreats: bool) -> Order | None:
    try:
        return read_retreat_order(text) if retreats else read_order(text)
    except ValueError:
        return None


def _unit(value: object, key: str, board: Board) -> Unit:
    unit = read_unit(value if isinstance(value, str) else _text(value, key))
    if unit.power not in board.powers:
        raise ValueError(f'"{key}": no power in {value!r}')
    if not board.can_stand(unit.kind, unit.location):
        raise ValueError(f'"{key}": {value!r} cannot be, no such unit can stand there')
    return unit


def _province(value: object, key: str, board: Board) -> str:
    province = _text(value, key)[:3]
    if province not in board.provinces:
        raise ValueError(f'"{key}": no province {value!r}')
    return province


def _dislodged(row: Document, units: Sequence[Unit], contested: frozenset[str], board: Board) -> Dislodged:
    unit = _unit(row.get("unit"), "dislodged", board)
    attacker = row.get("attacked_from")
    attacked_from = None if attacker is None else _province(attacker, "attacked_from", board)
    if row.get("options") is None:
        return dislodge(unit, attacked_from, units, contested, board)
    options = sorted(_text(option, "options") for option in _list(row["options"], "options"))
    for option in options:
        if not board.can_stand(unit.kind, option):
            raise ValueError(f'"options": {unit} cannot stand in {option!r}')
    return Dislodged(unit, attacked_from, tuple(options))


def _owners(value: object, board: Board) -> dict[str, str]:
    owners: dict[str, str] = {}
    for power, centres in _object(value, '"supply_centers"').items():
        if power not in board.powers:
            raise ValueError(f'"supply_centers": no power {power!r}')
        for item in _list(centres, "supply_centers"):
            centre = _province(item, "supply_centers", board)
            if not board.provinces[centre].supply_centre:
                raise ValueError(f'"supply_centers": {centre} is no supply centre')
            if owners.setdefault(centre, power) != power:
                raise ValueError(f'"supply_centers": both {owners[centre]} and {power} own {centre}')
    return dict(sorted(owners.items()))
