"""steps: carry out what a format decided, in the transaction of the input that it decided on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gm_daemon.core.effects import (
    CancelClock,
    Effect,
    KeepResult,
    KeepSubmission,
    Mail,
    Note,
    SetClock,
    effects_text,
)
from gm_daemon.core.person import Person
from gm_daemon.outbox.post import Occasion, PostOffice
from gm_daemon.store import clocks, games, journal, outbox
from gm_daemon.store.engine import Session
from gm_daemon.store.games import StoredGame


@dataclass(frozen=True, slots=True)
class Cause:
    """The input of a step: `start`, `letter` or `clock`, with what is needed to replay it."""

    kind: str
    input: dict[str, Any]
    at: datetime
    letter_id: int | None = None
    answered: str | None = None


async def carry_out(
    session: Session,
    game: StoredGame,
    state: dict[str, Any],
    status: str,
    effects: tuple[Effect, ...],
    *,
    cause: Cause,
    people: Mapping[str, Person],
    post: PostOffice,
) -> None:
    """Write a game's new state, its effects and its journal entry. `people` must hold everybody who gets a mail."""
    step = game.steps + 1
    occasion = Occasion(f"{game.name}.{step}", game.id, game.name, cause.answered, cause.at)
    for number, effect in enumerate(effects):
        match effect:
            case SetClock(kind, due):
                await clocks.set_clock(session, game.id, kind, due)
            case CancelClock(kind):
                await clocks.cancel(session, game.id, kind)
            case Mail():
                for row in post.rows(effect, number, people, occasion):
                    await outbox.queue(session, row, cause.at)
            case KeepSubmission():
                await games.keep_submission(session, game.id, effect, cause.letter_id)
            case KeepResult():
                await games.keep_phase(session, game.id, step, effect)
            case Note():
                # Notes live in the journal entry, among the other effects.
                pass
    await games.save_state(session, game.id, state, status, step)
    entry = journal.Entry(step, cause.at, cause.kind, cause.letter_id, cause.input, effects_text(effects))
    await journal.write(session, game.id, entry)
