"""inputs: the three things that can happen to a game, each a pure step from what its journal entry holds.

The daemon takes these steps when an input comes, `replay` takes them again: the same input gives the same effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from gm_daemon.core.effects import Step
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.documents import position_from_json, position_to_json
from gm_daemon.formats.dwc.clocks import on_clock
from gm_daemon.formats.dwc.game import Game, Seat
from gm_daemon.formats.dwc.letters import context_for, on_letter
from gm_daemon.formats.dwc.rules import rules_from_document, rules_to_document
from gm_daemon.formats.dwc.start import Opening, start
from gm_daemon.language.letter import understand
from gm_daemon.mail.letter import Letter

FORMAT = "dwc"


def start_input(opening: Opening) -> dict[str, Any]:
    """Return the opening of a game as its journal keeps it."""
    return {
        "name": opening.name,
        "rules": rules_to_document(opening.rules),
        "seats": [[seat.power, seat.person] for seat in opening.seats],
        "position": position_to_json(opening.position),
        "names": dict(opening.names),
        "director": opening.director,
        "seed": opening.seed,
    }


def start_step(given: Mapping[str, Any], at: datetime) -> Step[Game]:
    """Begin a game from the input that `start_input` made."""
    opening = Opening(
        name=given["name"],
        rules=rules_from_document(given["rules"]),
        seats=tuple(Seat(power, person) for power, person in given["seats"]),
        position=position_from_json(given["position"], standard_board()),
        names=given["names"],
        director=given["director"],
        seed=given["seed"],
    )
    return start(opening, at)


def letter_input(seat: str, arrived: datetime) -> dict[str, Any]:
    """Return what the journal keeps of a letter besides its bytes: whose it was, and when our server took it in."""
    return {"seat": seat, "arrived": arrived.isoformat()}


def letter_step(game: Game, letter: Letter, given: Mapping[str, Any], at: datetime) -> Step[Game]:
    """Let a letter act on a game: first what it asks for, then what the rules say."""
    power = given["seat"]
    understood = understand(letter.lines, letter.subject, context_for(game, power))
    arrived = datetime.fromisoformat(given["arrived"])
    return on_letter(game, power, understood, arrived=arrived, now=at, unread=unread_parts(letter))


def unread_parts(letter: Letter) -> tuple[str, ...]:
    """Return in sentences what a letter holds that is never read, so that nobody believes it counts."""
    found = []
    if letter.encrypted:
        found.append("Your mail is encrypted and could not be read. Send orders as plain text.")
    elif letter.attachments:
        names = ", ".join(letter.attachments)
        found.append(f"Attachments are never read ({names}). Orders count in the text of the mail alone.")
    if letter.truncated:
        found.append("Your mail is too large, so only the beginning of its text was read.")
    return tuple(found)


def clock_input(kind: str, due: datetime) -> dict[str, Any]:
    """Return what the journal keeps of a clock that fired."""
    return {"kind": kind, "due": due.isoformat()}


def clock_step(game: Game, given: Mapping[str, Any], at: datetime) -> Step[Game]:
    """Let a clock that is due act on a game."""
    return on_clock(game, given["kind"], at)
