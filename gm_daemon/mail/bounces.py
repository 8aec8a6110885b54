"""mail: what a delivery report says (RFC 3464)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gm_daemon.mail.addresses import addresses
from gm_daemon.mail.parts import Part, parse

MOST_DELIVERIES = 100
_MESSAGE_ID = re.compile(r"<[^<>\s]+>")
_GROUP_END = re.compile(rb"\r?\n[ \t]*\r?\n")


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of the mail to one recipient. `action` is failed, delayed, delivered, relayed or expanded."""

    recipient: str
    action: str
    status: str
    diagnostic: str

    @property
    def failed(self) -> bool:
        """Say whether the mail is given up. A delay is no failure (RFC 3464 §2.3.3)."""
        return self.action == "failed"

    @property
    def permanent(self) -> bool:
        """Say whether the same address will fail again: given up with a 5.x.x status, or with none."""
        return self.failed and not self.status.startswith("4")


@dataclass(frozen=True, slots=True)
class Bounce:
    """A delivery report: the recipients that it speaks of, and the Message-ID of our mail ("" if it keeps silent)."""

    deliveries: tuple[Delivery, ...]
    original_message_id: str


def read_bounce(mail: Part, reports: Sequence[Part]) -> Bounce:
    """Read the delivery report; a report without recipients (as Exim's) falls back on X-Failed-Recipients."""
    deliveries: list[Delivery] = []
    original = ""
    for report in reports:
        if report.kind == "message/delivery-status":
            deliveries += _deliveries(report.data())
        elif not original:
            original = message_id(parse(report.data()).header.first("message-id"))
    if not deliveries:
        failed = addresses(mail.header.all("x-failed-recipients"))
        deliveries = [Delivery(recipient, "failed", "", "") for recipient in failed if recipient]
    return Bounce(tuple(deliveries[:MOST_DELIVERIES]), original)


def message_id(value: str) -> str:
    """Return the first `<...>` of a Message-ID or In-Reply-To field, or an empty string."""
    found = _MESSAGE_ID.search(value)
    return found[0] if found else ""


def message_ids(value: str) -> tuple[str, ...]:
    """Return every `<...>` of a References field, oldest first."""
    return tuple(_MESSAGE_ID.findall(value))


def _deliveries(report: bytes) -> list[Delivery]:
    """Read the groups of fields behind the first one, which speaks of the whole mail (RFC 3464 §2.1)."""
    found: list[Delivery] = []
    for group in _GROUP_END.split(report.strip(), MOST_DELIVERIES + 1)[: MOST_DELIVERIES + 1]:
        fields = parse(group.strip()).header
        recipient = fields.first("final-recipient") or fields.first("original-recipient")
        if not recipient:
            continue
        # RFC 3464 §2.3.2: "rfc822; someone@example.org".
        address = addresses([recipient.partition(";")[2] or recipient])
        status = fields.first("status").split()
        action = fields.first("action").split()
        found.append(
            Delivery(
                address[0] if address else "",
                action[0].lower() if action else "",
                status[0] if status else "",
                fields.first("diagnostic-code")[:500],
            )
        )
    return found
