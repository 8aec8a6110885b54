"""diplomacy: read units and orders that are already in normal form, as stored and offline ones are."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

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

_PLACE = r"[A-Z]{3}(?:/[NSEW]C)?"
_UNIT = rf"(?:(?P<power>[A-Z][a-z]+) )?(?P<kind>[AF]) (?P<place>{_PLACE})"
_OTHER = rf"(?P<other_kind>[AF]) (?P<other>{_PLACE})"

_READ_UNIT = re.compile(_UNIT)
_READ_ORDER = re.compile(
    rf"{_UNIT} (?:(?P<hold>H)|(?P<disband>D)"
    rf"|- (?P<target>{_PLACE})(?P<via> VIA)?"
    rf"|R (?P<retreat>{_PLACE})"
    rf"|S {_OTHER}(?: - (?P<support_target>{_PLACE}))?"
    rf"|C (?P<cargo_kind>[AF]) (?P<cargo>{_PLACE}) - (?P<cargo_target>{_PLACE}))"
)
_READ_ADJUSTMENT = re.compile(
    rf"(?:(?P<power>[A-Z][a-z]+) )?(?:(?P<word>BUILD|REMOVE) (?P<kind>[AF]) (?P<place>{_PLACE})|(?P<waive>WAIVE))"
)
# A game's phases repeat the same few thousand texts; the memo is bounded so that a stream of them stays flat.
_MEMO = 1 << 14


@lru_cache(maxsize=_MEMO)
def read_unit(text: str) -> Unit:
    """Read `France A PAR` or `A PAR`. Raises ValueError, quoting the text, for anything else."""
    found = _READ_UNIT.fullmatch(text)
    if found is None:
        raise ValueError(f"no unit {text!r}: a unit is a power, A or F, and a place, like France F SPA/SC")
    return Unit(found["power"] or "", UnitKind(found["kind"]), found["place"])


@lru_cache(maxsize=_MEMO)
def read_order(text: str) -> Order:
    """Read one order in normal form, with or without its power. Raises ValueError, quoting the text.

    Provinces are not looked up: whether a place exists is for `legality` to say.
    """
    found = _READ_ORDER.fullmatch(text)
    if found is None:
        return _read_adjustment(text)
    unit = Unit(found["power"] or "", UnitKind(found["kind"]), found["place"])
    if found["hold"]:
        return Hold(unit)
    if found["disband"]:
        return Disband(unit)
    if found["other"]:
        return Support(unit, UnitKind(found["other_kind"]), found["other"], found["support_target"])
    if found["cargo"]:
        return Convoy(unit, UnitKind(found["cargo_kind"]), found["cargo"], found["cargo_target"])
    if found["retreat"]:
        return Retreat(unit, found["retreat"])
    return Move(unit, found["target"], via=found["via"] is not None)


@lru_cache(maxsize=_MEMO)
def read_retreat_order(text: str) -> Order:
    """Read one order of a retreat phase, where `-` may stand for `R`. Raises ValueError, quoting the text."""
    order = read_order(text)
    return Retreat(order.unit, order.target) if isinstance(order, Move) and not order.via else order


def _read_adjustment(text: str) -> Order:
    found = _READ_ADJUSTMENT.fullmatch(text)
    if found is None:
        raise _unreadable(text)
    power = found["power"] or ""
    if found["waive"]:
        return Waive(power)
    make: Callable[[Unit], Order] = Build if found["word"] == "BUILD" else Remove
    return make(Unit(power, UnitKind(found["kind"]), found["place"]))


def _unreadable(text: str) -> ValueError:
    return ValueError(f"no order {text!r}: an order in normal form is like France A PAR - BUR or Italy BUILD F NAP")
