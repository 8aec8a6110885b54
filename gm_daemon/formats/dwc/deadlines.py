"""formats/dwc: when a phase ends.

C.3: seven days for Spring 1901, five for a movement phase, one for retreats, one for Winter, all by config. The time
runs from the deadline just passed if the results leave soon after it, else from now.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from gm_daemon.diplomacy.phase import Phase, PhaseKind, Season
from gm_daemon.formats.dwc.rules import Anchor, DeadlineRules

_FIRST_YEAR = 1901


def starting_point(deadline: datetime, now: datetime, rules: DeadlineRules) -> datetime:
    """Return the instant from which the next phase's time runs, when one with this deadline closes now."""
    # C.3: an early end, or results later than the slack allows, start the next phase when its results leave.
    return deadline if deadline <= now <= deadline + rules.slack else now


def deadline_of(phase: Phase, start: datetime, rules: DeadlineRules) -> datetime:
    """Return when a phase that starts at `start` ends: never sooner than the rule says, in whole seconds, UTC."""
    length = _length(phase, rules)
    if rules.anchor is Anchor.HOUR:
        # Days are counted on the wall clock, so that a deadline keeps its hour where summer time begins or ends.
        due = _at_the_hour(start.astimezone(rules.tz) + length, rules)
    else:
        due = start + length
        if due.microsecond:
            due = due.replace(microsecond=0) + timedelta(seconds=1)
    while rules.days[due.astimezone(rules.tz).weekday()] == "-":
        due = _next_day(due, rules)
    return due.astimezone(UTC)


def _length(phase: Phase, rules: DeadlineRules) -> timedelta:
    match phase.kind:
        case PhaseKind.RETREAT:
            return rules.retreat
        case PhaseKind.ADJUSTMENT:
            return rules.winter
        case _:
            first = phase.season is Season.SPRING and phase.year == _FIRST_YEAR
            return rules.s1901 if first else rules.move


def _at_the_hour(local: datetime, rules: DeadlineRules) -> datetime:
    same_day = datetime.combine(local.date(), rules.hour, rules.tz)
    return same_day if same_day >= local else same_day + timedelta(days=1)


def _next_day(due: datetime, rules: DeadlineRules) -> datetime:
    return due.astimezone(rules.tz) + timedelta(days=1)
