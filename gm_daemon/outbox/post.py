"""outbox: turn a decided mail into rows to send: one message for each recipient, with stable ids and threads."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from gm_daemon.core.effects import Mail
from gm_daemon.core.person import Person
from gm_daemon.mail.tokens import reply_address
from gm_daemon.outbox.compose import Composer, Envelope
from gm_daemon.store.outbox import NewMail


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a mail comes from. `cause` names it for ever, so that the same decision makes the same Message-IDs.

    `game_id` and `game` are None and empty outside any game; `answered` is the Message-ID of the letter replied to.
    """

    cause: str
    game_id: int | None
    game: str
    answered: str | None
    now: datetime


class PostOffice:
    """Knows our address and the secret of the reply tokens."""

    def __init__(self, composer: Composer, address: str, name: str, secret: bytes) -> None:
        self._composer = composer
        self._address = address
        self._name = name
        self._secret = secret

    def rows(self, mail: Mail, number: int, people: Mapping[str, Person], occasion: Occasion) -> list[NewMail]:
        """Return the messages of a mail. `number` tells apart the mails of one occasion.

        Raises jinja2.TemplateError when a template is wrong: a fault of ours.
        """
        return [
            self._row(mail, f"{occasion.cause}.{number}.{place}", people[recipient.person], recipient.seat, occasion)
            for place, recipient in enumerate(mail.to)
        ]

    def _row(self, mail: Mail, cause: str, person: Person, seat: str, occasion: Occasion) -> NewMail:
        answered = occasion.answered if mail.answers else None
        thread = (self._id(f"{occasion.game}.{mail.thread}"),) if occasion.game else ()
        envelope = Envelope(
            sender=self._address,
            sender_name=f"{self._name} ({occasion.game})" if occasion.game else self._name,
            recipient=person,
            reply_to=reply_address(self._address, scope(occasion.game_id, person.id), self._secret),
            message_id=self._id(cause),
            in_reply_to=answered or (thread[0] if thread else None),
            references=(*thread, answered) if answered else thread,
            answers=answered is not None,
            date=occasion.now,
        )
        raw = self._composer.message(mail.template, mail.facts, seat, envelope)
        return NewMail(envelope.message_id, occasion.game_id, person.id, person.address, int(mail.urgency), raw)

    def _id(self, cause: str) -> str:
        # Part of the secret keeps the ids of two installations with the same game names apart.
        digest = hashlib.blake2b(cause.encode(), key=self._secret, digest_size=9).hexdigest()
        return f"<gm.{digest}@{self._address.rpartition('@')[2]}>"


def scope(game_id: int | None, person: str) -> str:
    """Return what a reply token stands for: a person, in a game or (0) outside any."""
    return f"{game_id or 0}.{person}"


def read_scope(text: str) -> tuple[int, str]:
    """Return the game's number (0: none) and the person of a scope."""
    number, _, person = text.partition(".")
    return int(number), person
