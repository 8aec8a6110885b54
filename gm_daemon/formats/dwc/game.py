"""formats/dwc: a game as a value, and its versioned document.

C.4: of the sets that a power sends in a phase, the latest counts; `sets` holds that one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.direct import read_order
from gm_daemon.diplomacy.documents import position_from_json, position_to_json
from gm_daemon.diplomacy.orders import Order, full_text
from gm_daemon.diplomacy.position import Position
from gm_daemon.formats.dwc.rules import Rules, rules_from_document, rules_to_document

VERSION = 1


class Ending(Enum):
    """How a game can end."""

    SOLO = "solo"
    LAST_YEAR = "last year"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class End:
    """The declared result: the winner alone, or all who share, and the year that ended the game."""

    how: Ending
    powers: tuple[str, ...]
    year: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A power and the person who plays it; nobody in civil disorder (D.1(b))."""

    power: str
    person: str | None


@dataclass(frozen=True, slots=True)
class OrderSet:
    """The orders of one power for one phase, as they came together in one letter."""

    number: int
    arrived: datetime
    orders: tuple[Order, ...]
    final: bool


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two inputs. `sets` holds the set that counts for each power that sent one in this phase."""

    name: str
    rules: Rules
    seats: tuple[Seat, ...]
    director: str
    position: Position
    opened: datetime
    deadline: datetime
    sets: Mapping[str, OrderSet] = field(default_factory=dict)
    end: End | None = None

    @property
    def players(self) -> tuple[Seat, ...]:
        """Return the seats that somebody sits in, in the board's order of powers."""
        return tuple(seat for seat in self.seats if seat.person is not None)

    def person_of(self, power: str) -> str | None:
        """Return who plays a power."""
        return next(seat.person for seat in self.seats if seat.power == power)


def game_to_document(game: Game) -> dict[str, Any]:
    """Return a game as a document of this version, for the store."""
    return {
        "version": VERSION,
        "name": game.name,
        "rules": rules_to_document(game.rules),
        "seats": [[seat.power, seat.person] for seat in game.seats],
        "director": game.director,
        "position": position_to_json(game.position),
        "opened": game.opened.isoformat(),
        "deadline": game.deadline.isoformat(),
        "sets": {
            power: {
                "number": order_set.number,
                "arrived": order_set.arrived.isoformat(),
                "orders": [full_text(order) for order in order_set.orders],
                "final": order_set.final,
            }
            for power, order_set in sorted(game.sets.items())
        },
        "end": None
        if game.end is None
        else {"how": game.end.how.value, "powers": list(game.end.powers), "year": game.end.year},
    }


def game_from_document(document: Mapping[str, Any]) -> Game:
    """Return the game of a stored document. Raises ValueError for a version that this program does not know."""
    if document.get("version") != VERSION:
        raise ValueError(f"a game of version {document.get('version')!r}: this program reads version {VERSION}")
    end = document["end"]
    return Game(
        name=document["name"],
        rules=rules_from_document(document["rules"]),
        seats=tuple(Seat(power, person) for power, person in document["seats"]),
        director=document["director"],
        position=position_from_json(document["position"], standard_board()),
        opened=datetime.fromisoformat(document["opened"]),
        deadline=datetime.fromisoformat(document["deadline"]),
        sets={
            power: OrderSet(
                number=row["number"],
                arrived=datetime.fromisoformat(row["arrived"]),
                orders=tuple(read_order(text) for text in row["orders"]),
                final=row["final"],
            )
            for power, row in document["sets"].items()
        },
        end=None if end is None else End(Ending(end["how"]), tuple(end["powers"]), end["year"]),
    )
