"""formats/dwc: begin a game: seats, first position, first deadline, the mail that says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from gm_daemon.core.draw import shuffled
from gm_daemon.core.effects import Effect, Mail, Note, Recipient, Step, Urgency
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.position import Position
from gm_daemon.formats.dwc.closing import deadline_clock
from gm_daemon.formats.dwc.deadlines import deadline_of
from gm_daemon.formats.dwc.facts import BoardStart
from gm_daemon.formats.dwc.game import Game, Seat
from gm_daemon.formats.dwc.reports import table_of
from gm_daemon.formats.dwc.rules import Rules


def given_seats(seats: Mapping[str, str]) -> tuple[Seat, ...]:
    """Return the seats of a game whose powers are given; a power that is left out is played by nobody (D.1(b))."""
    return tuple(Seat(power, seats.get(power)) for power in sorted(standard_board().powers))


def drawn_seats(players: Sequence[str], seed: str) -> tuple[Seat, ...]:
    """Return the seats of a game whose powers are drawn (C.2): the same for the same players and seed."""
    # Sorted first, so that the order in the config file does not weigh in the draw.
    people = shuffled(sorted(players), seed)
    return tuple(Seat(power, person) for power, person in zip(sorted(standard_board().powers), people, strict=True))


@dataclass(frozen=True, slots=True)
class Opening:
    """All that a game begins with.

    `names` says for each person what the others see (name and address); `director` is who gets what the rules do
    not decide; `seed` is what the powers were drawn from, or None where they were given.
    """

    name: str
    rules: Rules
    seats: tuple[Seat, ...]
    position: Position
    names: Mapping[str, str]
    director: str
    seed: str | None


def start(opening: Opening, now: datetime) -> Step[Game]:
    """Return a new game, its first deadline (C.3) and the mail that opens it."""
    rules, position = opening.rules, opening.position
    deadline = deadline_of(position.phase, now, rules.deadline)
    game = Game(
        name=opening.name,
        rules=rules,
        seats=opening.seats,
        director=opening.director,
        position=position,
        opened=now,
        deadline=deadline,
    )
    facts = BoardStart(
        game=game.name,
        phase=position.phase.title,
        deadline=deadline,
        table=table_of(game, opening.names, standard_board()),
        centres_to_win=rules.game.solo,
        last_year=rules.game.last_year,
        seed=opening.seed,
    )
    drawn = "" if opening.seed is None else f", drawn from the seed {opening.seed!r}"
    effects: tuple[Effect, ...] = (
        *(Note("C.2", f"{seat.power} is played by {seat.person or 'nobody'}{drawn}") for seat in game.seats),
        deadline_clock(deadline),
        Note("C.3", f"{position.phase} is open until {deadline.isoformat()}"),
        Mail(
            template="dwc/start",
            to=tuple(Recipient(seat.person, seat.power) for seat in game.players if seat.person),
            facts=facts,
            urgency=Urgency.RESULT,
            thread=str(position.phase),
        ),
    )
    return Step(game, effects)
