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
from gm_daemon.store import letters
from gm_daemon.store import people as registry
from gm_daemon.store.engine import Session
from gm_daemon.store.games import StoredGame
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
    """The person behind a letter ("" where nobody is known), the game of a token in it (0: none), and the verdict."""

    person: str
    token_game: int
    judgement: Judgement


async def author_of(session: Session, stored: StoredLetter, letter: Letter, rules: SenderRules) -> Author:
    """Return who wrote a letter and what may be done with it."""
    if await letters.dealt_with_before(session, letter.key, stored.id):
        return Author("", 0, Judgement(Policy.DUPLICATE, Reason.SEEN))
    person = await registry.person_at(session, letter.sender)
    token = scope_of(letter.recipients, rules.secret)
    token_game, token_person = (0, "") if token is None else read_scope(token)
    judgement = judge(
        letter,
        registered=person is not None,
        auth=authentication(letter, rules.authserv_ids),
        # Somebody else's token proves nothing about a registered sender.
        has_token=token is not None and person in {token_person, None},
        mode=rules.mode,
        in_junk=stored.folder != rules.inbox,
    )
    return Author(person or token_person, token_game if person in {token_person, None} else 0, judgement)


def authentication(letter: Letter, authserv_ids: Sequence[str]) -> Auth:
    """Return the first verdict that one of our mail servers gives on a letter, else NONE."""
    verdicts = (verdict(letter.authentication_results, server, letter.sender) for server in authserv_ids)
    return next((auth for auth in verdicts if auth is not Auth.NONE), Auth.NONE)


def meant_seat(
    seated: Sequence[tuple[StoredGame, str]], letter: Letter, token_game: int
) -> tuple[StoredGame, str] | None:
    """Return the game and seat that a letter is for, or None where the sender must be asked.

    The reply address says it, else the subject, else it is the only game that still goes on, else the only one.
    """
    named = [row for row in seated if _names(letter.subject, row[0].name)]
    choices = (
        [row for row in seated if row[0].id == token_game],
        named,
        [row for row in seated if row[0].status == "open"],
        list(seated),
    )
    return next((rows[0] for rows in choices if len(rows) == 1), None)


def _names(subject: str, game: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(game)}(?![\w-])", subject, re.IGNORECASE) is not None
