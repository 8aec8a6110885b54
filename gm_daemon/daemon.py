"""daemon: the whole flow on one page: letter in, who wrote it, what they want, what the rules say, letter out.

`receive` and `fire` each run in one transaction. A crash anywhere leaves the letter or the clock as it was, so the
worst that it costs is doing the work again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from gm_daemon.config import Settings
from gm_daemon.core.effects import Mail, Step
from gm_daemon.core.person import Person
from gm_daemon.formats.dwc.game import Game, game_from_document, game_to_document
from gm_daemon.formats.dwc.start import Opening
from gm_daemon.inputs import FORMAT, clock_input, clock_step, letter_input, letter_step, start_input, start_step
from gm_daemon.mail.letter import Letter, Origin
from gm_daemon.mail.reading import read_letter
from gm_daemon.mail.sender import Policy
from gm_daemon.mail.tokens import row_of
from gm_daemon.outbox.notices import LetterFacts, about_letter, for_director
from gm_daemon.outbox.post import Occasion, PostOffice
from gm_daemon.senders import Author, SenderRules, author_of, meant_seat
from gm_daemon.steps import Cause, carry_out
from gm_daemon.store import clocks, games, letters, outbox
from gm_daemon.store.clocks import StoredClock
from gm_daemon.store.engine import Session, Store
from gm_daemon.store.errors import StoreError
from gm_daemon.store.games import StoredGame
from gm_daemon.store.letters import LetterState, StoredLetter

log = logging.getLogger(__name__)


def utc_now() -> datetime:
    """Return this moment."""
    return datetime.now(UTC)


class Daemon:
    """Turns letters and clocks into effects. It neither fetches nor sends: that is `running.py`."""

    def __init__(
        self,
        settings: Settings,
        people: Mapping[str, Person],
        store: Store,
        post: PostOffice,
        *,
        secret: bytes,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._store = store
        self._post = post
        self._clock = clock
        self._director = settings.director
        self._address = settings.mail.address
        self._people = people
        self._senders = SenderRules(
            mode=settings.mail.authentication,
            authserv_ids=settings.mail.authserv_ids,
            inbox=settings.mail.imap.inbox,
            secret=secret,
        )

    async def begin(self, opening: Opening) -> None:
        """Make a game and queue the mails that open it. Raises ValueError when there is one of this name."""
        now = self._clock()
        async with self._store.transaction() as session:
            seats = {seat.power: seat.person for seat in opening.seats}
            game = await games.add_game(session, opening.name, FORMAT, seats, now)
            cause = Cause("start", start_input(opening), now)
            await self._take(session, game, start_step(cause.input, now), cause)

    async def receive(self, stored: StoredLetter) -> None:
        """Deal with one stored letter. One that our own code fails on is set aside whole, and the next one is read."""
        try:
            letter = self._read(stored)
            async with self._store.transaction() as session:
                await self._receive(session, stored, letter)
        except StoreError:
            # The database's trouble is not the letter's: it stays unread, and is tried again.
            raise
        except Exception:
            log.exception("letter %s is set aside", stored.id)
            await self._set_aside(stored)

    async def fire(self, clock: StoredClock) -> None:
        """Let a clock that is due act, once. The mailbox must have been drained since it was due."""
        now = self._clock()
        async with self._store.transaction() as session:
            # The game's row is locked first, here as for a letter, so that two daemons cannot wait for each other.
            game = await games.game(session, clock.game_id)
            if not await clocks.claim(session, clock.id, now):
                return
            log.info("game %s: the %s clock of %s fires", game.name, clock.kind, clock.due.isoformat())
            cause = Cause("clock", clock_input(clock.kind, clock.due), now)
            await self._take(session, game, clock_step(game_from_document(game.state), cause.input, now), cause)

    async def tell_director(self, subject: str, *paragraphs: str) -> None:
        """Queue a mail to the director, in a transaction of its own."""
        now = self._clock()
        async with self._store.transaction() as session:
            mail = for_director(self._director.id, subject, *paragraphs)
            await self._queue(session, mail, f"director.{now.isoformat()}.{subject}", None)

    def _read(self, stored: StoredLetter) -> Letter:
        return read_letter(stored.raw, own_address=self._address, truncated=stored.truncated)

    async def _receive(self, session: Session, stored: StoredLetter, letter: Letter) -> None:
        author = await author_of(session, stored, letter, self._senders)
        policy, game = author.judgement.policy, None
        if policy is Policy.ACCEPT:
            game = await self._obey(session, stored, letter, author)
        elif policy is Policy.CONFIRM:
            # The registered address is asked, not the one that wrote: it may be anybody's.
            await self._answer(session, stored, letter, "unverified", author)
        elif letter.origin is Origin.BOUNCE:
            await self._note_bounce(session, letter)
        log.info("letter %s: %s, because %s", stored.id, policy.value, author.judgement.reason.value)
        await letters.settle(
            session,
            stored.id,
            LetterState.DONE,
            key=letter.key,
            policy=policy.value,
            person=author.person,
            game_id=None if game is None else game.id,
            note=author.judgement.reason.value,
        )

    async def _obey(self, session: Session, stored: StoredLetter, letter: Letter, author: Author) -> StoredGame | None:
        meant = meant_seat(author, letter)
        if meant is None:
            await self._answer(session, stored, letter, "which-game" if author.seats else "no-seat", author)
            return None
        game, now = await games.game(session, meant.game_id), self._clock()
        cause = Cause("letter", letter_input(meant.seat, stored.arrived), now, stored.id, letter.message_id or None)
        await self._take(session, game, letter_step(game_from_document(game.state), letter, cause.input, now), cause)
        return game

    async def _take(self, session: Session, game: StoredGame, step: Step[Game], cause: Cause) -> None:
        status = "open" if step.state.end is None else "ended"
        await carry_out(
            session,
            game,
            game_to_document(step.state),
            status,
            step.effects,
            cause=cause,
            people=self._people,
            post=self._post,
        )

    async def _answer(
        self,
        session: Session,
        stored: StoredLetter,
        letter: Letter,
        template: str,
        author: Author,
    ) -> None:
        if author.person not in self._people:
            return
        games_of_author = tuple(seat.game for seat in author.seats)
        facts = LetterFacts(letter.sender, letter.subject, stored.arrived, self._director.address, games_of_author)
        mail = about_letter(template, author.person, facts)
        await self._queue(session, mail, f"letter.{stored.id}.{template}", letter.message_id or None)

    async def _queue(self, session: Session, mail: Mail, cause: str, answered: str | None) -> None:
        now = self._clock()
        for row in self._post.rows(mail, 0, self._people, Occasion(cause, None, "", answered, now)):
            await outbox.queue(session, row, now)

    async def _note_bounce(self, session: Session, letter: Letter) -> None:
        """Mark the mail that a delivery report names and tell the director (RFC 3464)."""
        row = row_of(letter.recipients)
        sent = None if row is None else await outbox.recipient_of(session, row)
        if letter.bounce is None or row is None or sent is None:
            return
        address, person = sent
        # Anybody can write to such an address, so the report must name the recipient that the row has.
        failed = [part for part in letter.bounce.deliveries if part.failed and part.recipient == address]
        if failed and await outbox.mark_failed(session, row, failed[0].diagnostic or failed[0].status):
            mail = for_director(
                self._director.id,
                f"Mail to {address} came back",
                f"A mail to {person or 'somebody'} at {address} could not be delivered: "
                f"{failed[0].diagnostic or failed[0].status}.",
                "Nothing waits for this. If the address is wrong, correct it in the config file and reload.",
            )
            await self._queue(session, mail, f"bounce.{row}", None)

    async def _set_aside(self, stored: StoredLetter) -> None:
        async with self._store.transaction() as session:
            await letters.settle(session, stored.id, LetterState.ASIDE, note="our own code failed on it")
            mail = for_director(
                self._director.id,
                f"Letter {stored.id} is set aside",
                f"The program failed on letter {stored.id}, which arrived {stored.arrived:%Y-%m-%d %H:%M} UTC. It is "
                "kept whole in the database, nothing in it counts, and its sender has been told if we know them.",
                "The log holds the error.",
            )
            await self._queue(session, mail, f"aside.{stored.id}.director", None)
            letter = self._read(stored)
            author = await author_of(session, stored, letter, self._senders)
            if author.judgement.policy is Policy.ACCEPT:
                await self._answer(session, stored, letter, "set-aside", author)
