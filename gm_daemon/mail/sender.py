"""mail: what may be done with a mail, by who sent it.

The rows stand in the order in which they are asked. The caller knows the registered addresses and the tokens;
it also adds `ANSWER` (nothing usable in it) and `DUPLICATE` (seen before), which depend on content and history.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gm_daemon.mail.authentication import Auth
from gm_daemon.mail.letter import Letter, Origin


class Policy(Enum):
    """What happens to a mail."""

    ACCEPT = "accept"
    CONFIRM = "confirm"
    ANSWER = "answer"
    QUARANTINE = "quarantine"
    IGNORE = "ignore"
    DUPLICATE = "duplicate"


class Reason(Enum):
    """Why it happens; the value ends the sentence "this mail is treated so because ..."."""

    AUTHENTICATED = "the sender's mail server vouches for it"
    TOKEN = "it came through the sender's secret reply address"  # noqa: S105
    TRUSTED = "the settings trust every From address"
    UNVERIFIED = "nobody vouches that the sender wrote it"
    NEW_ADDRESS = "it came through a secret reply address, from an address that is not registered"
    ROBOT = "a program wrote it"
    FORGED = "the check of its sender failed"
    NO_SINGLE_AUTHOR = "its From field does not name exactly one author"
    UNKNOWN = "its sender is not registered"
    JUNK = "it lay in the junk folder and its sender is not registered"
    UNUSABLE = "nothing in it could be used"
    SEEN = "the same mail was received before"


class Mode(Enum):
    """How much a sender must prove; `[mail] authentication` in the settings.

    STRICT believes our mail server's results, and tokens where it has none. TOKEN is for mail servers that write
    no results of their own, so that any results are a stranger's: only tokens count. TRUST_FROM takes the From
    address at its word, for closed networks. A failed check is never obeyed in any of them.
    """

    STRICT = "strict"
    TOKEN = "token"  # noqa: S105
    TRUST_FROM = "trust-from"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What happens to the mail, and why."""

    policy: Policy
    reason: Reason


def judge(
    letter: Letter,
    *,
    registered: bool,
    auth: Auth,
    has_token: bool,
    mode: Mode = Mode.STRICT,
    in_junk: bool = False,
) -> Judgement:
    """Return the policy for a letter.

    `registered`: its sender is the address of a known person; `has_token`: one of its recipients carries a valid
    token, which must be that person's when the sender is registered; `in_junk`: it was found in the junk folder.
    """
    if letter.origin is not Origin.PERSON:
        return Judgement(Policy.IGNORE, Reason.ROBOT)
    if in_junk and not registered:
        return Judgement(Policy.IGNORE, Reason.JUNK)
    if len(letter.authors) != 1 or not letter.sender:
        return Judgement(Policy.QUARANTINE, Reason.NO_SINGLE_AUTHOR)
    # A token never overrides a failure: whoever quotes one of our mails gives the token away.
    if auth is Auth.FAIL:
        return Judgement(Policy.QUARANTINE, Reason.FORGED)
    if not registered:
        if has_token:
            return Judgement(Policy.CONFIRM, Reason.NEW_ADDRESS)
        return Judgement(Policy.QUARANTINE, Reason.UNKNOWN)
    if auth is Auth.PASS and mode is not Mode.TOKEN:
        return Judgement(Policy.ACCEPT, Reason.AUTHENTICATED)
    if has_token:
        return Judgement(Policy.ACCEPT, Reason.TOKEN)
    if mode is Mode.TRUST_FROM:
        return Judgement(Policy.ACCEPT, Reason.TRUSTED)
    return Judgement(Policy.CONFIRM, Reason.UNVERIFIED)
