"""formats/dwc: close a phase, adjudicate it, and open the next one in which somebody has a choice."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum

from gm_daemon.core.effects import CancelClock, Effect, KeepResult, Mail, Note, Recipient, SetClock, Step, Urgency
from gm_daemon.diplomacy.adjudication import adjudicate
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.documents import position_to_json, resolution_to_json
from gm_daemon.diplomacy.orders import Order, full_text
from gm_daemon.diplomacy.position import Position
from gm_daemon.diplomacy.resolution import Resolution
from gm_daemon.formats.dwc.deadlines import deadline_of, starting_point
from gm_daemon.formats.dwc.ending import end_after, end_in_words
from gm_daemon.formats.dwc.facts import PhaseReport, Results, Task
from gm_daemon.formats.dwc.game import Game
from gm_daemon.formats.dwc.needs import needed, tasks_of
from gm_daemon.formats.dwc.reports import report, table_of
from gm_daemon.formats.dwc.rules import rulebook_of

DEADLINE, EARLY = "deadline", "early"
# A mailbox dates its mails in whole seconds, so the second that a deadline names must be over before it acts.
_LAST_SECOND = timedelta(seconds=1)


class Why(Enum):
    """Why a phase closed."""

    DEADLINE = "the deadline has passed"
    EARLY = "all orders were FINAL-marked, so the phase ended early (C.4(a))"


def close(game: Game, why: Why, now: datetime) -> Step[Game]:
    """Adjudicate the open phase and those after it that leave nobody a choice; tell all seats.

    Returns the game in its next open phase, or ended, with the clock of the new deadline.
    """
    effects: list[Effect] = [Note("C.4", f"{game.position.phase} closes: {why.value}")]
    # D.1: a power without a set holds everywhere, retreats nothing and builds nothing.
    orders: tuple[Order, ...] = tuple(order for order_set in game.sets.values() for order in order_set.orders)
    position, reports, end = game.position, list[PhaseReport](), None
    while True:
        resolution = adjudicate(position, orders, rulebook_of(game.rules))
        reports.append(report(resolution, position, game.seats, standard_board()))
        effects.append(_record(game, position, resolution, why, now))
        end = end_after(position.phase, resolution.after, game.seats, game.rules.game)
        position = resolution.after
        if end or needed(position, game.seats, standard_board()):
            break
        orders = ()
    closed = replace(game, position=position, sets={}, end=end, opened=now)
    if end is not None:
        effects += [CancelClock(DEADLINE), CancelClock(EARLY), Note("C.10", end_in_words(end))]
    else:
        start = starting_point(game.deadline, now, game.rules.deadline)
        closed = replace(closed, deadline=deadline_of(position.phase, start, game.rules.deadline))
        effects += [CancelClock(EARLY), deadline_clock(closed.deadline)]
        effects.append(Note("C.3", f"{position.phase} is open until {closed.deadline.isoformat()}"))
    effects.append(_results_mail(game, closed, tuple(reports), why))
    return Step(closed, tuple(effects))


def deadline_clock(deadline: datetime) -> SetClock:
    """Return the clock that closes a phase: due when nothing can arrive any more that is dated within the deadline."""
    return SetClock(DEADLINE, deadline + _LAST_SECOND)


def _record(game: Game, before: Position, resolution: Resolution, why: Why, now: datetime) -> KeepResult:
    texts = [full_text(outcome.order) for outcome in resolution.outcomes]
    document = {
        "position": position_to_json(before),
        "result": resolution_to_json(resolution, texts, resolution.outcomes, standard_board()),
    }
    return KeepResult(str(resolution.phase), game.opened, now, why.name.lower(), document)


def _results_mail(game: Game, closed: Game, reports: tuple[PhaseReport, ...], why: Why) -> Mail:
    board = standard_board()
    going_on = closed.end is None
    tasks = {
        power: tasks_of(power, closed.position, board)
        for power in (needed(closed.position, closed.seats, board) if going_on else ())
    }
    facts = Results(
        game=game.name,
        closed=game.position.phase.title,
        why_closed=why.value,
        reports=reports,
        table=table_of(closed, {}, board),
        phase=closed.position.phase.title if going_on else None,
        deadline=closed.deadline if going_on else None,
        tasks=tuple(Task(power, lines) for power, lines in tasks.items()),
        tasks_of=tasks,
        end=None if closed.end is None else end_in_words(closed.end),
    )
    recipients = tuple(Recipient(seat.person, seat.power) for seat in game.players if seat.person)
    return Mail("dwc/results", recipients, facts, Urgency.RESULT, str(closed.position.phase))
