"""mail: tell people from robots.

A robot's mail is recorded, never answered, and never acts. Better a robot too few than a person too many: each
rule rests on a field that mail programs of people do not write.
"""

from __future__ import annotations

import re

from gm_daemon.mail.letter import Origin
from gm_daemon.mail.parts import Header, Part

_CHALLENGES = ("x-challenge", "x-boxtrapper-match", "x-tmda-confirm", "x-qconfirm", "x-ask-confirm")
_CHALLENGE_SUBJECT = re.compile(
    r"\b(?:confirm|verify|bestätigen|confirmer|confirmar|confermare)\b.*"
    r"\b(?:message|mail|e-mail|sender|address|nachricht|absender|mensaje|messaggio)\b",
    re.IGNORECASE,
)
_RESPONDERS = (
    "x-autoreply",
    "x-autorespond",
    "x-autoresponder",
    "x-auto-reply",
    "x-auto-reply-from",
    "x-autoreply-from",
    "x-mail-autoreply",
    "x-vacation",
)
_LISTS = ("list-id", "list-post", "list-unsubscribe", "mailing-list", "x-mailing-list", "x-beenthere")
# Responders without any of the fields give themselves away by their subject; an answer to one begins "Re:".
_AWAY_SUBJECT = re.compile(
    r"(?:auto(?:matic|mated)?[ -]?(?:reply|response)|out of (?:the )?office|away from (?:the )?office"
    r"|abwesenheits(?:notiz|assistent|meldung)|automatische antwort|réponse automatique|respuesta automática"
    r"|resposta automática|risposta automatica|automatisch antwoord|autosvar|automatická odpověď|autoodpowiedź"
    r"|автоответ|自动回复|自動返信)",
    re.IGNORECASE,
)
_DAEMONS = ("mailer-daemon@", "postmaster@")


def origin_of(mail: Part, authors: tuple[str, ...], subject: str, own_address: str) -> Origin:
    """Return who wrote the mail, by its fields alone.

    `own_address` is the game master's, without a plus part; "" when nobody is the game master. Our own mail is
    known by its author and by `X-Loop`; the caller may know more of our Message-IDs from the outbox.
    """
    header = mail.header
    null_path = header.first("return-path").replace(" ", "") == "<>"
    precedence = header.first("precedence").lower()
    # RFC 3834 §5: whatever is there and is not "no" is automatic.
    submitted = header.first("auto-submitted").partition(";")[0].strip().lower()
    if _is_ours(header, authors, own_address):
        return Origin.OURS
    if _is_bounce(mail, authors, null_path=null_path):
        return Origin.BOUNCE
    automatic = null_path or precedence in ("bulk", "junk", "auto_reply") or submitted not in ("", "no")
    if any(header.first(name) for name in _CHALLENGES) or (automatic and _CHALLENGE_SUBJECT.search(subject)):
        return Origin.CHALLENGE_RESPONSE
    if precedence == "list" or any(name in header.fields for name in _LISTS):
        return Origin.LIST
    if automatic or any(name in header.fields for name in _RESPONDERS) or _AWAY_SUBJECT.match(subject):
        return Origin.AUTO_REPLY
    if mail.kind == "multipart/report":
        return Origin.AUTO_REPLY  # A receipt for having read it, or a complaint of a provider.
    return Origin.PERSON


def _is_ours(header: Header, authors: tuple[str, ...], own_address: str) -> bool:
    if not own_address:
        return False
    loops = {loop.strip().strip("<>").lower() for loop in header.all("x-loop")}
    return own_address.lower() in loops or own_address.lower() in map(without_plus, authors)


def without_plus(address: str) -> str:
    """Return the address without its plus part: `gm+x@example.org` is `gm@example.org`."""
    local, at, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}{at}{domain}"


def _is_bounce(mail: Part, authors: tuple[str, ...], *, null_path: bool) -> bool:
    if mail.kind == "multipart/report":
        return mail.parameters.get("report-type", "").lower() == "delivery-status"
    if mail.header.first("x-failed-recipients"):
        return True
    return null_path and bool(authors) and authors[0].startswith(_DAEMONS)
