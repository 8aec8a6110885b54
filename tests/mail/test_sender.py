"""tests: the policy table, row by row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm_daemon.mail.authentication import Auth
from gm_daemon.mail.letter import Letter, Origin
from gm_daemon.mail.reading import read_letter
from gm_daemon.mail.sender import Judgement, Mode, Policy, Reason, judge
from gm_daemon.mail.sender import Reason as Why
from tests.cases import case

PASS, NONE, FAIL = Auth
STRICT, TOKEN, TRUSTING = Mode
ACCEPT, CONFIRM, QUARANTINE, IGNORE = Policy.ACCEPT, Policy.CONFIRM, Policy.QUARANTINE, Policy.IGNORE
LETTER = read_letter(b"From: ann@example.org\n\nA Par - Bur\n")
TWO = replace(LETTER, authors=("ann@example.org", "bob@example.org"))
UNREADABLE = read_letter(b"From: <ann@example.org> x\n\nA Par - Bur\n")
ROBOT = replace(LETTER, origin=Origin.AUTO_REPLY)
BOTH = "registered, token"


@pytest.mark.parametrize(
    ("letter", "sender", "auth", "mode", "judgement"),
    [
        case("DESIGN §5", "vouched for", LETTER, "registered", PASS, STRICT, (ACCEPT, Why.AUTHENTICATED)),
        case("DESIGN §5", "token", LETTER, BOTH, NONE, STRICT, (ACCEPT, Why.TOKEN)),
        case("DESIGN §5", "neither", LETTER, "registered", NONE, STRICT, (CONFIRM, Why.UNVERIFIED)),
        case("DESIGN §5", "stranger with token", LETTER, "token", PASS, STRICT, (CONFIRM, Why.NEW_ADDRESS)),
        case("DESIGN §5", "unverified stranger with token", LETTER, "token", NONE, STRICT, (CONFIRM, Why.NEW_ADDRESS)),
        case("DESIGN §5", "stranger", LETTER, "", PASS, STRICT, (QUARANTINE, Why.UNKNOWN)),
        case("DESIGN §5", "forged", LETTER, "registered", FAIL, STRICT, (QUARANTINE, Why.FORGED)),
        case("DESIGN §5", "token does not heal a forgery", LETTER, BOTH, FAIL, STRICT, (QUARANTINE, Why.FORGED)),
        case("DESIGN §5", "nor a stranger's", LETTER, "token", FAIL, STRICT, (QUARANTINE, Why.FORGED)),
        case("DESIGN §5", "two authors", TWO, BOTH, PASS, STRICT, (QUARANTINE, Why.NO_SINGLE_AUTHOR)),
        case("DESIGN §5", "unreadable author", UNREADABLE, BOTH, PASS, STRICT, (QUARANTINE, Why.NO_SINGLE_AUTHOR)),
        case("DESIGN §5", "robot", ROBOT, BOTH, PASS, TRUSTING, (IGNORE, Why.ROBOT)),
        case("DESIGN §5", "results are not believed", LETTER, "registered", PASS, TOKEN, (CONFIRM, Why.UNVERIFIED)),
        case("DESIGN §5", "only tokens are", LETTER, BOTH, PASS, TOKEN, (ACCEPT, Why.TOKEN)),
        case("DESIGN §5", "failures are", LETTER, BOTH, FAIL, TOKEN, (QUARANTINE, Why.FORGED)),
        case("DESIGN §5", "trusting", LETTER, "registered", NONE, TRUSTING, (ACCEPT, Why.TRUSTED)),
        case("DESIGN §5", "trusting, failure", LETTER, "registered", FAIL, TRUSTING, (QUARANTINE, Why.FORGED)),
        case("DESIGN §5", "trusting, stranger", LETTER, "", NONE, TRUSTING, (QUARANTINE, Why.UNKNOWN)),
    ],
)
def test_policy(letter: Letter, sender: str, auth: Auth, mode: Mode, judgement: tuple[Policy, Reason]) -> None:
    """Each situation has one policy and says why."""
    found = judge(letter, registered="registered" in sender, auth=auth, has_token="token" in sender, mode=mode)

    assert Judgement(*judgement) == found


@pytest.mark.parametrize(
    ("registered", "policy"),
    [case("DESIGN §5", "player", True, ACCEPT), case("DESIGN §5", "stranger", False, IGNORE)],
)
def test_junk_folder_is_read_for_registered_senders_only(registered: bool, policy: Policy) -> None:
    """The junk of strangers is nobody's business, with or without a token."""
    judgement = judge(LETTER, registered=registered, auth=Auth.PASS, has_token=True, in_junk=True)

    assert policy is judgement.policy
