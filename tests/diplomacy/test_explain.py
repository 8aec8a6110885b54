"""tests: every outcome says in one clause what happened and why."""

from __future__ import annotations

import re

import pytest

from gm_daemon.diplomacy.adjudication import adjudicate
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.explain import explain
from gm_daemon.diplomacy.resolution import Resolution
from gm_daemon.diplomacy.rulebook import RULEBOOK_DWC
from tests.diplomacy.script import read_cases

BOARD = standard_board()
CASES = {(number, rulebook): steps for number, _, rulebook, steps in read_cases()}


def texts_of(number: str, rulebook: str = "") -> dict[str, str]:
    """Return each order of a case, and each unit without one, with its explanation."""
    found: dict[str, str] = {}
    resolution: Resolution | None = None
    for step in CASES[number, rulebook]:
        resolution = adjudicate(step.position(resolution), step.read_orders, RULEBOOK_DWC)
        for outcome in resolution.outcomes:
            found.setdefault(outcome.order.bare, explain(outcome, BOARD))
    return found


@pytest.mark.parametrize(
    ("number", "order", "text"),
    [
        ("6.A.2", "A LVP - IRI", "illegal: an army cannot enter the Irish Sea"),
        ("6.A.11", "A VIE - TYR", "bounced with Italy A VEN: 1 against 1"),
        ("6.A.8", "A VEN - TRI", "dislodged Austria F TRI: 2 against 1"),
        ("6.A.8", "F TRI S F TRI", "illegal: a unit cannot support itself; dislodged by Italy A VEN"),
        ("6.B.9", "F POR S F MAO - SPA/NC", "F MAO was ordered otherwise: F MAO - SPA/SC"),
        ("6.C.1", "A CON - SMY", "moved, unopposed"),
        ("6.D.1", "F ADR S A TRI - VEN", "support given"),
        ("6.D.2", "A VEN H", "dislodged by Austria A TRI: 2 against 1"),
        ("6.D.3", "F ADR S A TRI - VEN", "support cut by Italy F ION, attacking from Ionian Sea"),
        ("6.D.10", "A BER H", "held, not attacked"),
        ("6.D.10", "F KIE - BER", "bounced: Germany A BER stayed, and a power does not dislodge its own unit"),
        ("6.D.9", "A ALB S A TRI - SER", "A TRI did not move"),
        ("6.D.17", "F CON S F BLA - ANK", "support cut: dislodged by Turkey F ANK"),
        ("6.E.7", "F NTH H", "held: Russia F NWY came with 2 against 1, but others stopped it"),
        ("6.F.2", "F ENG C A LON - BRE", "convoyed A LON to Brest"),
        ("6.F.6", "A LON - HOL", "convoy broken: England F NTH was dislodged"),
        ("6.F.14", "A BRE - LON", "convoy broken: France F ENG was dislodged"),
        ("6.F.16", "A BRE - LON", "convoy paradox: France A BRE stays where it is and cuts nothing (Szykman's rule)"),
        ("6.G.2", "F SKA C A NWY - SWE", "not used: A NWY went by land"),
        ("6.G.8", "A BEL - HOL VIA", "no complete chain of fleets was ordered to convoy it"),
        ("6.G.19", "F WES C A MAR - SPA", "not used: A MAR went by land"),
        ("6.H.4", "A HOL R BEL", "retreated to Belgium"),
        ("6.H.7", "A BOH R TYR", "met Italy A VIE in the same province, all disbanded"),
        ("6.H.9", "A PRU D", "disbanded, no retreat was ordered"),
        ("6.I.1", "BUILD A MUN", "too many: 1 build due"),
        ("6.I.1", "BUILD A KIE", "built"),
        ("6.J.1", "REMOVE A PIC", "removed as ordered"),
        ("6.J.3", "REMOVE A SWE", "removed by rule: 2 steps from the nearest centre it owns"),
    ],
)
def test_text(number: str, order: str, text: str) -> None:
    """The clause names whom the unit met, at which strengths, or what stopped it."""
    assert text == texts_of(number)[order]


def test_every_outcome_has_words() -> None:
    """No case has an outcome without a sentence, nor one with a value's inner form in it."""
    texts = [text for key in CASES for text in texts_of(*key).values()]

    assert len(texts) > 800
    assert not [text for text in texts if not text or re.search(r"\((?!north|south|east|Szykman)", text)]
