"""demo: what must hold of the mails of a game, whatever happened to the daemon: none missing, none twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gm_daemon.demo.news import Kind, News
from gm_daemon.demo.players import Sent


@dataclass(frozen=True, slots=True)
class Got:
    """A mail of the game master as it came to a power's player; the director's has no power.

    `again` marks one whose Message-ID and bytes came before: the relay had it, the daemon died before it knew. Mail
    stores drop such a copy, and so do the correspondents.
    """

    power: str
    recipient: str
    news: News
    raw: bytes
    again: bool


def findings(letters: Sequence[Sent], mails: Sequence[Got], phases: Iterable[str], powers: Iterable[str]) -> list[str]:
    """Return a sentence for each fault. `phases` are the titles of all phases, `powers` those with a player."""
    once = [mail for mail in mails if not mail.again]
    return [
        *_ids(once),
        *_words(once),
        *_answers(letters, once),
        *_everybody_told(once, list(phases), list(powers)),
    ]


def _ids(mails: Iterable[Got]) -> Iterator[str]:
    for message_id, count in Counter(mail.news.message_id for mail in mails).items():
        if count > 1:
            yield f"{count} different mails carry the Message-ID {message_id}"


def _words(mails: Iterable[Got]) -> Iterator[str]:
    said = Counter((mail.recipient, mail.news.subject, mail.news.lines) for mail in mails)
    for (recipient, subject, _), count in said.items():
        if count > 1:
            yield f"{recipient} got the same words {count} times: {subject}"


def _answers(letters: Iterable[Sent], mails: Iterable[Got]) -> Iterator[str]:
    expected: Counter[tuple[str, str]] = Counter()
    kinds: dict[tuple[str, str], str] = {}
    for letter in letters:
        key = (letter.power, letter.message_id)
        expected[key] += letter.answers
        kinds.setdefault(key, f"{letter.power}'s letter {letter.message_id} ({letter.kind}, {letter.phase})")
    found = Counter((mail.power, mail.news.answered) for mail in mails if mail.news.kind is Kind.RECEIPT)
    for key, what in kinds.items():
        if found[key] != expected[key]:
            yield f"{what} got {found[key]} answers instead of {expected[key]}"
    for (power, answered), count in found.items():
        if (power, answered) not in kinds:
            yield f"{power} got {count} answers to a letter {answered} that {power} did not write"


def _everybody_told(mails: Iterable[Got], phases: list[str], powers: list[str]) -> Iterator[str]:
    told = Counter((mail.power, mail.news.closed) for mail in mails if mail.news.kind in {Kind.RESULTS, Kind.OVER})
    begun = Counter(mail.power for mail in mails if mail.news.kind is Kind.START)
    for power in powers:
        if begun[power] != 1:
            yield f"{power} got {begun[power]} mails that open the game"
        for phase in phases:
            if told[power, phase] != 1:
                yield f"{power} got the results of {phase} {told[power, phase]} times"
