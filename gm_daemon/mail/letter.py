"""mail: the letter, our decoded text of one mail."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gm_daemon.mail.bounces import Bounce


class Origin(Enum):
    """Who wrote a mail. Only what a `PERSON` writes can be answered or act; the rest are robots."""

    PERSON = "person"
    AUTO_REPLY = "auto-reply"
    BOUNCE = "bounce"
    CHALLENGE_RESPONSE = "challenge-response"
    LIST = "list"
    OURS = "ours"


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail as the rest of the program sees it. Every text in it is one line, without CR, LF or NUL.

    `key` is the same for the same letter by another route, and only then: a hash of Message-ID, From and body.
    `lines` is the person's own new text; empty for robots. `cut` is what was taken for quotes and signatures:
    it never acts, but one may ask about it. `authentication_results` are the raw fields, newest first.
    """

    key: str
    message_id: str
    sender: str
    authors: tuple[str, ...]
    recipients: tuple[str, ...]
    subject: str
    in_reply_to: str
    references: tuple[str, ...]
    origin: Origin
    lines: tuple[str, ...]
    cut: tuple[str, ...]
    attachments: tuple[str, ...]
    encrypted: bool
    truncated: bool
    authentication_results: tuple[str, ...]
    bounce: Bounce | None
