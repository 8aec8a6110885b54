"""tests: each label of the grammar, with a sample that it reads and one that it does not."""

from __future__ import annotations

import re

import pytest

from gm_daemon.diplomacy.notation.grammar import grammar_file, parse
from tests.cases import case

# start, label, readable, unreadable
SAMPLES = [
    ("movement", "hold", "KIND PLACE SIGN HOLD", "KIND HOLD PLACE"),
    ("movement", "hold_of_nobody", "HOLD", "HOLD SIGN"),
    ("movement", "move", "KIND PLACE COAST SIGN PLACE COAST VIA KIND PLACE", "KIND PLACE SIGN SIGN PLACE"),
    ("movement", "move_unsigned", "KIND PLACE PLACE", "KIND KIND PLACE"),
    ("movement", "support_hold", "PLACE SUPPORT NATION KIND PLACE SIGN HOLD", "PLACE SUPPORT HOLD"),
    ("movement", "support_move", "PLACE SIGN SUPPORT SIGN KIND PLACE SIGN PLACE", "PLACE SUPPORT PLACE SUPPORT PLACE"),
    ("movement", "support_attack", "KIND PLACE SUPPORT NATION ATTACK PLACE", "KIND PLACE SUPPORT ATTACK NATION"),
    ("movement", "convoy", "KIND PLACE CONVOY KIND PLACE SIGN PLACE VIA PLACE", "CONVOY KIND PLACE SIGN PLACE"),
    ("movement", "convoy_of_nothing", "KIND PLACE CONVOY", "CONVOY"),
    ("movement", "carried", "CONVOY BY KIND PLACE", "BY BY"),
    ("movement", "only_target", "SIGN PLACE", "SIGN KIND PLACE"),
    ("movement", "ends_open", "KIND PLACE SIGN", "KIND SIGN"),
    ("retreat", "retreat", "KIND PLACE HOLD RETREAT PLACE", "RETREAT PLACE PLACE PLACE"),
    ("retreat", "disband", "RETREAT KIND PLACE SIGN DISBAND", "DISBAND DISBAND"),
    ("retreat", "hold_dislodged", "KIND PLACE HOLD", "HOLD KIND PLACE"),
    ("retreat", "or_disband", "SIGN DISBAND", "SIGN SIGN DISBAND"),
    ("retreat", "only_target", "SIGN PLACE COAST", "SIGN COAST"),
    ("retreat", "ends_open", "RETREAT KIND PLACE", "RETREAT KIND"),
    ("retreat", "heading_retreat", "RETREAT", "RETREAT SIGN"),
    ("adjustment", "build", "PLUS BUILD NATION KIND PLACE COAST", "BUILD BUILD PLACE"),
    ("adjustment", "remove", "KIND PLACE DISBAND", "REMOVE SIGN PLACE"),
    ("adjustment", "minus", "SIGN KIND PLACE", "SIGN SIGN KIND PLACE"),
    ("adjustment", "waive", "WAIVE NUMBER BUILD", "NUMBER NUMBER WAIVE"),
    ("adjustment", "heading_build", "BUILD", "PLUS PLUS"),
    ("adjustment", "heading_remove", "DISBAND", "DISBAND REMOVE"),
]
COMMANDS = [
    ("command", "status", "STATUS", "STATUS STATUS"),
    ("command", "help", "HELP", "HELP YES"),
    ("command", "resign", "RESIGN", "RESIGN NO"),
    ("command", "challenge", "CHALLENGE", "CHALLENGE VOTE"),
    ("command", "propose_draw", "PROPOSE DRAW", "PROPOSE YES"),
    ("command", "propose_concession", "PROPOSE CONCESSION NATION", "CONCESSION NATION"),
    ("command", "vote", "DRAW NO", "VOTE DRAW"),
]


@pytest.mark.parametrize(
    ("grammar", "start", "label", "readable", "unreadable"),
    [
        case("C.5", f"{start}: {row[0]}", grammar, start, *row)
        for grammar, samples in (("diplomacy.lark", SAMPLES), ("letter.lark", COMMANDS))
        for start, *row in samples
    ],
)
def test_label(grammar: str, start: str, label: str, readable: str, unreadable: str) -> None:
    """Each labelled alternative reads its sample; nothing reads the other."""
    tree = parse(grammar, start, tuple(readable.split()))

    assert tree is not None
    assert label == tree.data
    assert parse(grammar, start, tuple(unreadable.split())) is None


@pytest.mark.parametrize(("grammar", "samples"), [("diplomacy.lark", SAMPLES), ("letter.lark", COMMANDS)])
def test_every_label_has_a_sample(grammar: str, samples: list[tuple[str, str, str, str]]) -> None:
    """A label without a row above is a label that nobody tested."""
    labels = set(re.findall(r"->\s*(\w+)", grammar_file(grammar).read_text("utf-8")))

    # Pieces without a verb have no form of their own that could fail.
    assert labels - {"only_unit"} == {label for _, label, *_ in samples}
