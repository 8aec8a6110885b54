"""diplomacy: the vocabulary that is not on the map (`words.toml`) and what players call provinces (`names.toml`)."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

Phrases = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Phrases by what they stand for. The keys of `verbs` are terminals of `grammar/diplomacy.lark`."""

    verbs: Mapping[str, Phrases]
    closed_via: Phrases
    types: Mapping[str, Phrases]
    nations: Mapping[str, Phrases]
    coasts: Mapping[str, Phrases]
    short_coasts: Mapping[str, Phrases]
    waives: Mapping[str, int]
    fillers: frozenset[str]
    annotations: frozenset[str]
    everyday: frozenset[str]
    talk: frozenset[str]


@dataclass(frozen=True, slots=True)
class OtherNames:
    """Names by location, and words that mean several provinces, as lists of equally likely ones.

    `exact` holds codes in which capitals count.
    """

    names: Mapping[str, Phrases]
    ambiguous: Mapping[str, tuple[Phrases, ...]]
    exact: Mapping[str, str]


@functools.cache
def vocabulary() -> Vocabulary:
    """Return the words of `words.toml`, read once."""
    data = _read("words.toml")
    verbs = _table(data["verbs"])
    closed_via = verbs.pop("closed_via")
    sets = {name: frozenset(phrases) for name, phrases in _table(data["sets"]).items()}
    return Vocabulary(
        verbs=verbs,
        closed_via=closed_via,
        types=_table(data["types"]),
        nations=_table(data["nations"]),
        coasts=_table(data["coasts"]),
        short_coasts=_table(data["short_coasts"]),
        waives=data["waives"],
        **sets,
    )


@functools.cache
def other_names() -> OtherNames:
    """Return the names of `names.toml`, read once."""
    data = _read("names.toml")
    ambiguous = {
        word: tuple(tuple(equals.split("|")) for equals in meaning.split(">"))
        for word, meaning in data["ambiguous"].items()
    }
    return OtherNames(_table(data["names"]), ambiguous, data["exact"])


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("gm_daemon.diplomacy.notation").joinpath(name).read_text("utf-8"))


def _table(data: Mapping[str, str]) -> dict[str, Phrases]:
    return {key: tuple(text.replace("\n", "").split("|")) for key, text in data.items()}
