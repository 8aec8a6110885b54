"""core: effects have one text."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from gm_daemon.core.effects import Mail, Note, Recipient, SetClock, Urgency, effects_text

NOON = datetime(2027, 1, 5, 12, 0, tzinfo=UTC)


def test_equal_effects_give_equal_text() -> None:
    elsewhere = NOON.astimezone(timezone(timedelta(hours=2)))
    mail = Mail("dwc/results", (Recipient("ann", "Italy"),), Note("C.3", "é"), Urgency.RESULT, "S1901M")

    assert effects_text((SetClock("deadline", NOON), mail)) == effects_text((SetClock("deadline", elsewhere), mail))
    assert '"text":"é"' in effects_text((mail,))


def test_what_json_cannot_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot keep a set"):
        effects_text((Mail("x", (), {1, 2}, Urgency.RESULT, ""),))
