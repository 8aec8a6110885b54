"""formats/dwc: C.3, when a phase ends."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from gm_daemon.diplomacy.phase import read_phase
from gm_daemon.formats.dwc.deadlines import deadline_of, starting_point
from gm_daemon.formats.dwc.rules import Anchor, DeadlineRules
from tests.cases import case

RULES = DeadlineRules()
EXACT = DeadlineRules(anchor=Anchor.EXACT)
BERLIN = DeadlineRules(tz=ZoneInfo("Europe/Berlin"))
NOT_AT_WEEKENDS = DeadlineRules(days="MTWTF--")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("phase", "start", "rules", "deadline"),
    [
        case("C.3", "seven days for Spring 1901", "S1901M", "2027-03-01 20:00", RULES, "2027-03-08 20:00"),
        case("C.3", "five days for a movement phase", "F1901M", "2027-03-01 20:00", RULES, "2027-03-06 20:00"),
        case("C.3", "five days for a later Spring", "S1902M", "2027-03-01 20:00", RULES, "2027-03-06 20:00"),
        case("C.3", "one day for retreats", "S1901R", "2027-03-01 20:00", RULES, "2027-03-02 20:00"),
        case("C.3", "one day for Winter", "W1901A", "2027-03-01 20:00", RULES, "2027-03-02 20:00"),
        case("C.3", "rounded up to the hour, never shorter", "W1901A", "2027-03-01 20:01", RULES, "2027-03-03 20:00"),
        case("C.3", "rounded up on the same day", "W1901A", "2027-03-01 06:30", RULES, "2027-03-02 20:00"),
        case("C.3", "exact: only to the second", "W1901A", "2027-03-01 20:01:02.5", EXACT, "2027-03-02 20:01:03"),
        case("C.3", "the hour is the zone's", "W1901A", "2027-03-01 19:00", BERLIN, "2027-03-02 19:00"),
        case("C.3", "over the start of summer time", "F1901M", "2027-03-24 19:00", BERLIN, "2027-03-29 18:00"),
        case("C.3", "over the end of summer time", "F1901M", "2027-10-28 18:00", BERLIN, "2027-11-02 19:00"),
        case("C.3", "a day off moves it on", "W1901A", "2027-03-05 20:00", NOT_AT_WEEKENDS, "2027-03-08 20:00"),
        case(
            "C.3", "at noon by config", "S1901R", "2027-03-01 20:00", DeadlineRules(hour=time(12)), "2027-03-03 12:00"
        ),
    ],
)
def test_deadline(phase: str, start: str, rules: DeadlineRules, deadline: str) -> None:
    assert at(deadline) == deadline_of(read_phase(phase), at(start), rules)


@pytest.mark.parametrize(
    ("now", "start"),
    [
        case("C.3", "results soon after the deadline: time runs from it", "2027-03-08 20:40", "2027-03-08 20:00"),
        case("C.3", "results at the slack's end", "2027-03-08 22:00", "2027-03-08 20:00"),
        case("C.3", "results later than the slack: time runs from them", "2027-03-08 22:01", "2027-03-08 22:01"),
        case("C.4(a)", "an early end: time runs from it", "2027-03-04 11:00", "2027-03-04 11:00"),
    ],
)
def test_where_the_time_starts(now: str, start: str) -> None:
    assert at(start) == starting_point(at("2027-03-08 20:00"), at(now), RULES)


def test_a_deadline_of_seconds_is_possible() -> None:
    """Demos and tests need deadlines without a lower limit."""
    rules = replace(EXACT, move=timedelta(seconds=2))

    assert at("2027-03-01 20:00:02") == deadline_of(read_phase("F1901M"), at("2027-03-01 20:00"), rules)
