"""senders: who wrote a letter, how sure that is, and which seat they write for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gm_daemon.mail.authentication import Auth, verdict
from gm_daemon.mail.letter import Letter
from gm_daemon.mail.sender import Judgement, Mode, Policy, Reason, judge
from gm_daemon.mail.tokens import scope_of
from gm_daemon.outbox.post import read_scope
from gm_daemon.store.authors import SeatInGame, known_author
from gm_daemon.store.engine import Session
from gm_daemon.store.letters import StoredLetter


@dataclass(frozen=True, slots=True)
class SenderRules:
    """What decides about senders: the settings of [mail], and the secret of the reply tokens."""

    mode: Mode
    authserv_ids: tuple[str, ...]
    inbox: str
    secret: bytes


@dataclass(frozen=True, slots=True)
class Author:
    """The person behind a letter ("" where nobody is known), their seats, and what may be done with it.

    `token_game` is the number of the game whose secret reply address it came through, 0 for none.
    """

    person: str
    seats: tuple[SeatInGame, ...]
    token_game: int
    judgement: Judgement


async def author_of(session: Session, stored: StoredLetter, letter: Letter, rules: SenderRules) -> Author:
    """Return who wrote a letter and what may be done with it."""
    known = await known_author(session, letter.sender, letter.key, stored.id)
    if known is not None and known.seen:
        return Author(known.person, known.seats, 0, Judgement(Policy.DUPLICATE, Reason.SEEN))
    token = scope_of(letter.recipients, rules.secret)
    token_game, token_person = (0, "") if token is None else read_scope(token)
    # Somebody else's token proves nothing about a registered sender.
    theirs = token is not None and (known is None or known.person == token_person)
    judgement = judge(
        letter,
        registered=known is not None,
        auth=authentication(letter, rules.authserv_ids),
        has_token=theirs,
        mode=rules.mode,
        in_junk=stored.folder != rules.inbox,
    )
    if known is None:
        return Author(token_person, (), token_game, judgement)
    return Author(known.person, known.seats, token_game if theirs else 0, judgement)


def authentication(letter: Letter, authserv_ids: Sequence[str]) -> Auth:
    """Return the first verdict that one of our mail servers gives on a letter, else NONE."""
    verdicts = (verdict(letter.authentication_results, server, letter.sender) for server in authserv_ids)
    return next((auth for auth in verdicts if auth is not Auth.NONE), Auth.NONE)


def meant_seat(author: Author, letter: Letter) -> SeatInGame | None:
    """Return the seat that a letter is for, or None where its author must be asked.

    The reply address says it, else the subject, else it is the only game that still goes on, else the only one.
    """
    choices = (
        [seat for seat in author.seats if seat.game_id == author.token_game],
        [seat for seat in author.seats if _names(letter.subject, seat.game)],
        [seat for seat in author.seats if seat.status == "open"],
        list(author.seats),
    )
    return next((seats[0] for seats in choices if len(seats) == 1), None)


def _names(subject: str, game: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(game)}(?![\w-])", subject, re.IGNORECASE) is not None
