"""outbox: mails that belong to no game, with their facts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm_daemon.core.effects import Mail, Recipient, Urgency


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """A letter that nothing was taken from, so that its sender can tell which one it was."""

    sender: str
    subject: str
    arrived: datetime
    director: str
    games: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DirectorFacts:
    """News for the director: a subject and paragraphs."""

    subject: str
    paragraphs: tuple[str, ...]


def about_letter(template: str, person: str, facts: LetterFacts) -> Mail:
    """Return the answer to a letter: `unverified`, `which-game`, `no-seat` or `set-aside`.

    `unverified` does not answer the letter itself: it goes to the registered address, whoever wrote.
    """
    to = (Recipient(person, ""),)
    return Mail(f"house/{template}", to, facts, Urgency.NOTICE, "", answers=template != "unverified")


def for_director(director: str, subject: str, *paragraphs: str) -> Mail:
    """Return a mail to the director."""
    facts = DirectorFacts(subject, paragraphs)
    return Mail("house/for-director", (Recipient(director, ""),), facts, Urgency.NOTICE, "")
