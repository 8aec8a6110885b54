"""diplomacy: the board, read from a data file."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from importlib import resources
from typing import Any

COAST_NAMES = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}


class Terrain(Enum):
    """What kind of province it is: who may stand there."""

    SEA = "sea"
    COAST = "coast"
    LAND = "land"


@dataclass(frozen=True, slots=True)
class Province:
    """One area of the board. `coasts` holds locations (`SPA/NC`) where a fleet must say which side it is on."""

    code: str
    name: str
    terrain: Terrain
    supply_centre: bool
    home: str | None
    coasts: tuple[str, ...]
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Power:
    """One of the seven: its adjective, home centres, and starting units as (kind, location) pairs."""

    name: str
    adjective: str
    home_centres: tuple[str, ...]
    units: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Provinces, borders and powers. Locations are province codes, or `CODE/COAST` where coasts differ.

    Three tables are derived from the borders: `fleet_reach` (location -> provinces that a fleet there can enter),
    `shores` (coastal province -> seas that wash it) and `seas` (sea -> seas beside it); convoys run on the last two.
    `steps` holds the neighbours of a province by land or water alike, which is how removals count distance.
    """

    name: str
    first_year: int
    provinces: Mapping[str, Province]
    powers: Mapping[str, Power]
    army_borders: Mapping[str, frozenset[str]]
    fleet_borders: Mapping[str, frozenset[str]]
    fleet_reach: Mapping[str, frozenset[str]]
    shores: Mapping[str, frozenset[str]]
    seas: Mapping[str, frozenset[str]]
    steps: Mapping[str, frozenset[str]]
    ambiguous: Mapping[str, tuple[str, ...]]
    impassable: Mapping[str, tuple[str, ...]]

    def name_of(self, location: str) -> str:
        """Return the full name of a location: `Spain (south coast)`."""
        code, _, coast = location.partition("/")
        name = self.provinces[code].name
        return f"{name} ({COAST_NAMES[coast]})" if coast else name

    def borders(self, kind: str, location: str) -> frozenset[str]:
        """Return where a unit of this kind ("A" or "F") can step from a location by itself.

        An army's coast is ignored. A place where the unit cannot stand has no borders.
        """
        if kind == "A":
            return self.army_borders.get(location[:3], frozenset())
        return self.fleet_borders.get(location, frozenset())

    def can_stand(self, kind: str, location: str) -> bool:
        """Tell whether a unit of this kind may be at this location (a fleet needs its coast named)."""
        province = self.provinces.get(location[:3])
        if province is None:
            return False
        if kind == "A":
            return location == province.code and province.terrain is not Terrain.SEA
        if province.coasts:
            return location in province.coasts
        return location == province.code and province.terrain is not Terrain.LAND

    def fleet_locations(self, province: str) -> tuple[str, ...]:
        """Return where a fleet could stand in a province: its coasts, itself, or nothing."""
        found = self.provinces[province]
        if found.coasts:
            return found.coasts
        return () if found.terrain is Terrain.LAND else (province,)

    @property
    def centres(self) -> tuple[str, ...]:
        """Return all supply centres, sorted by code."""
        return tuple(sorted(code for code, province in self.provinces.items() if province.supply_centre))


def read_board(text: str) -> Board:
    """Make a board from the JSON of a board file (see `data/standard.json`). Raises KeyError on a missing part."""
    data: dict[str, Any] = json.loads(text)
    provinces = {
        code: Province(
            code=code,
            name=row["name"],
            terrain=Terrain(row["terrain"]),
            supply_centre=row["supply_centre"],
            home=row["home"],
            coasts=tuple(row["coasts"]),
            aliases=tuple(row["aliases"]),
        )
        for code, row in sorted(data["provinces"].items())
    }
    powers = {
        name: Power(
            name=name,
            adjective=row["adjective"],
            home_centres=tuple(row["home_centres"]),
            units=tuple((unit[0], unit[2:]) for unit in row["units"]),
        )
        for name, row in sorted(data["powers"].items())
    }
    army_borders = {place: frozenset(near) for place, near in data["army_borders"].items()}
    fleet_borders = {place: frozenset(near) for place, near in data["fleet_borders"].items()}
    reach = {place: frozenset(near[:3] for near in nears) for place, nears in fleet_borders.items()}
    by_water = _merge_coasts(reach)
    sea = {code for code, province in provinces.items() if province.terrain is Terrain.SEA}
    return Board(
        name=data["name"],
        first_year=data["first_year"],
        provinces=provinces,
        powers=powers,
        army_borders=army_borders,
        fleet_borders=fleet_borders,
        fleet_reach=reach,
        shores={place: near & sea for place, near in by_water.items() if place not in sea},
        seas={place: near & sea for place, near in by_water.items() if place in sea},
        steps={code: army_borders.get(code, frozenset()) | by_water.get(code, frozenset()) for code in provinces},
        ambiguous={word: tuple(codes) for word, codes in data["ambiguous"].items()},
        impassable={name: tuple(words) for name, words in data["impassable"].items()},
    )


def _merge_coasts(reach: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """Return the provinces that touch each province by water, whatever the coast."""
    merged: dict[str, frozenset[str]] = {}
    for place, near in reach.items():
        merged[place[:3]] = merged.get(place[:3], frozenset()) | near
    return merged


@functools.cache
def standard_board() -> Board:
    """Return the standard board of 1901, read once from the package's data."""
    return read_board(resources.files("gm_daemon.diplomacy").joinpath("data/standard.json").read_text("utf-8"))
