"""tests: games as values, made from a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from gm_daemon.core.effects import Mail, Note, SetClock, Step
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.direct import read_order, read_unit
from gm_daemon.diplomacy.phase import read_phase
from gm_daemon.diplomacy.position import Position, starting_position
from gm_daemon.formats.dwc.facts import Results
from gm_daemon.formats.dwc.game import Game, OrderSet, Seat
from gm_daemon.formats.dwc.rules import Rules

NOON = datetime(2027, 3, 8, 12, 0, tzinfo=UTC)
PEOPLE = {power: power.lower()[:3] for power in standard_board().powers}


def game(
    position: Position | None = None,
    *,
    rules: Rules | None = None,
    nobody: Sequence[str] = (),
) -> Game:
    """Return game G1, by default at its start; the powers in `nobody` are played by nobody."""
    return Game(
        name="G1",
        rules=rules or Rules(),
        seats=tuple(Seat(power, None if power in nobody else person) for power, person in PEOPLE.items()),
        director="director",
        position=position or starting_position(standard_board()),
        opened=NOON,
        deadline=NOON.replace(day=13),
    )


def position(phase: str, units: Sequence[str], centres: Mapping[str, str]) -> Position:
    """Return a position; `centres` names each power's centres in one string."""
    owners = {centre: power for power, names in centres.items() for centre in names.split()}
    return Position(read_phase(phase), tuple(sorted(map(read_unit, units))), dict(sorted(owners.items())))


def with_sets(given: Game, *orders: str, final: Sequence[str] = ()) -> Game:
    """Return the game with these orders on file, `France A PAR - BUR`; the powers in `final` said FINAL ORDERS."""
    sets: dict[str, OrderSet] = {power: OrderSet(1, NOON, (), final=True) for power in final}
    for text in orders:
        power = text.partition(" ")[0]
        before = sets.get(power, OrderSet(1, NOON, (), final=False))
        sets[power] = replace(before, orders=(*before.orders, read_order(text)))
    return replace(given, sets=sets)


def clocks(step: Step[Game]) -> dict[str, datetime]:
    """Return the clocks that a step sets."""
    return {effect.kind: effect.due for effect in step.effects if isinstance(effect, SetClock)}


def notes(step: Step[Game]) -> list[str]:
    """Return the clauses that a step's notes name."""
    return [effect.clause for effect in step.effects if isinstance(effect, Note)]


def mails(step: Step[Game], template: str) -> list[Mail]:
    """Return the mails of a step that are set from this template."""
    return [effect for effect in step.effects if isinstance(effect, Mail) and effect.template == f"dwc/{template}"]


def results(step: Step[Game]) -> Results:
    """Return the facts of the one results mail of a step."""
    (mail,) = mails(step, "results")
    assert isinstance(mail.facts, Results)
    return mail.facts
