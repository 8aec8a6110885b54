"""tests: chains of fleets, and which of them hold no superfluous fleet."""

from __future__ import annotations

import pytest

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.convoys import has_chain, on_tight_chain

BOARD = standard_board()


@pytest.mark.parametrize(
    ("start", "goal", "fleets", "tight"),
    [
        ("LON", "BEL", "NTH", "NTH"),
        ("LON", "BEL", "NTH ENG", "NTH ENG"),
        ("LON", "BEL", "NTH ENG IRI", "NTH ENG"),
        ("LVP", "EDI", "IRI ENG NTH NAO NWG", "IRI ENG NTH NAO NWG"),
        ("MAR", "SPA", "LYO WES", "LYO"),
        ("SWE", "NWY", "SKA BOT", "SKA"),
        ("GRE", "SEV", "AEG BLA", ""),
        ("LVP", "EDI", "IRI NTH", ""),
        ("LON", "LON", "NTH", ""),
        ("MUN", "BEL", "NTH", ""),
        ("LON", "MUN", "NTH", ""),
    ],
)
def test_chains(start: str, goal: str, fleets: str, tight: str) -> None:
    """A chain exists just when some fleet is needed in one."""
    seas = frozenset(fleets.split())

    assert bool(tight) is has_chain(start, goal, seas, BOARD)
    assert frozenset(tight.split()) == on_tight_chain(start, goal, seas, BOARD)
