"""demo: the recorded game that the correspondents play: who ordered what in which phase, and how it ended."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

from gm_daemon.diplomacy.direct import read_order
from gm_daemon.diplomacy.orders import Order
from gm_daemon.diplomacy.phase import read_phase
from gm_daemon.diplomacy.position import Position


@dataclass(frozen=True, slots=True)
class Record:
    """A game as recorded.

    `orders` maps a phase's name (`S1901M`), in the order of play, and a power to that power's orders; a power that
    ordered nothing is absent. `names` maps the titles that mails use ("Spring 1901") to those names. `units` (`A PAR`)
    and `centres` map a power to what it had at the end.
    """

    orders: Mapping[str, Mapping[str, tuple[Order, ...]]]
    names: Mapping[str, str]
    winner: str
    units: Mapping[str, tuple[str, ...]]
    centres: Mapping[str, tuple[str, ...]]

    def differences(self, position: Position, winners: tuple[str, ...]) -> Iterator[str]:
        """Yield a sentence for each way in which an end differs from the recorded one."""
        if winners != (self.winner,):
            yield f"the winner is {', '.join(winners) or 'nobody'}, not {self.winner}"
        powers = {unit.power for unit in position.units} | set(position.owners.values())
        for power in sorted(powers | self.units.keys() | self.centres.keys()):
            units = tuple(unit.bare for unit in position.units_of(power))
            for what, found, recorded in (
                ("units", units, self.units.get(power, ())),
                ("centres", position.centres_of(power), self.centres.get(power, ())),
            ):
                if sorted(found) != sorted(recorded):
                    yield f"{power}'s {what} are {_listed(found)}, not {_listed(recorded)}"


def recorded_game() -> Record:
    """Return the game that comes with this package."""
    data = tomllib.loads((files("gm_daemon.demo") / "game.toml").read_text("utf-8"))
    return Record(
        orders={
            phase: {power: tuple(map(read_order, _split(text))) for power, text in powers.items()}
            for phase, powers in data["phases"].items()
        },
        names={read_phase(phase).title: phase for phase in data["phases"]},
        winner=data["end"]["winner"],
        units={power: _split(text) for power, text in data["end"]["units"].items()},
        centres={power: _split(text) for power, text in data["end"]["centres"].items()},
    )


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(sorted(words)) or "none"
