"""demo: read the game master's mails as a player does: by their words, and by nothing that a person cannot see."""

from __future__ import annotations

import email
import email.policy
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from enum import Enum
from zoneinfo import ZoneInfo


class Kind(Enum):
    """What a mail of the game master is; the values name the files that the demo leaves."""

    START = "board-start"
    RESULTS = "results"
    OVER = "game-over"
    RECEIPT = "receipt"
    OTHER = "notice"


_SUBJECTS = {
    Kind.START: re.compile(r"\[(?P<game>[\w-]+)\] You play (?P<power>\w+): (?P<phase>.+)"),
    Kind.RESULTS: re.compile(r"\[(?P<game>[\w-]+)\] (?P<closed>.+): results; next: (?P<phase>.+)"),
    Kind.OVER: re.compile(r"\[(?P<game>[\w-]+)\] (?P<closed>.+): results, the game is over"),
    Kind.RECEIPT: re.compile(r"\[(?P<game>[\w-]+)\] (?P<power>\w+), (?P<phase>.+): (?:set \d+ received|your mail)"),
}
_DUE = re.compile(
    r"(?:until|due by|deadline is)\n\s+\w+ (?P<date>\d+ \w+ \d+), (?P<time>[\d:]+)(?: UTC| \((?P<zone>[\w/+-]+)\))"
)


@dataclass(frozen=True, slots=True)
class News:
    """One mail of the game master. `phase` is the open phase's title, `closed` the one whose results it brings.

    `owes` tells whether it asks for orders. `remarks` are what a receipt has to say against an order, and `orders`
    its lines behind a bar: orders, of whoever's.
    """

    kind: Kind
    message_id: str
    answered: str
    reply_to: str
    author: str
    address: str
    date: datetime
    subject: str
    lines: tuple[str, ...]
    game: str = ""
    phase: str = ""
    closed: str = ""
    owes: bool = False

    @property
    def text(self) -> str:
        """Return the whole text."""
        return "\n".join(self.lines)

    @property
    def deadline(self) -> datetime:
        """Return the deadline that the mail names, in UTC. Raises ValueError when it names none."""
        found = _DUE.search(self.text)
        if found is None:
            raise ValueError(f"no deadline in {self.subject!r}")
        form = "%d %B %Y %H:%M:%S" if found["time"].count(":") == 2 else "%d %B %Y %H:%M"
        local = datetime.strptime(f"{found['date']} {found['time']}", form)  # noqa: DTZ007 - its zone follows
        return local.replace(tzinfo=ZoneInfo(found["zone"] or "UTC")).astimezone(UTC)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Return what a receipt has to say against single lines."""
        return tuple(line.strip() for line in self.lines if line.lstrip(" |").startswith("! "))

    @property
    def orders(self) -> tuple[str, ...]:
        """Return the orders that stand in the mail, each behind a bar."""
        return tuple(line.strip()[2:] for line in self.lines if line.strip().startswith("| "))

    def units_of(self, power: str) -> tuple[str, ...]:
        """Return the units that the table of the board gives a power."""
        board = self.text.partition("\nTHE BOARD")[2]
        found = re.search(rf"^{power}\b.*\n  \| units: ([^:]*)\n  \| centres:", board, re.MULTILINE)
        words = " ".join(found[1].replace("\n  | ", " ").split()) if found else "none"
        return () if words == "none" else tuple(words.split(", "))


def read_news(raw: bytes) -> News:
    """Read a mail of the game master."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    subject = str(message["Subject"])
    kind, found = next(
        ((kind, found) for kind, pattern in _SUBJECTS.items() if (found := pattern.fullmatch(subject))),
        (Kind.OTHER, None),
    )
    named = found.groupdict() if found else {}
    text = str(message.get_content()).replace("\r\n", "\n")
    author: Address = message["From"].addresses[0]
    return News(
        kind=kind,
        message_id=str(message["Message-ID"]),
        answered=str(message["In-Reply-To"] or ""),
        reply_to=message["Reply-To"].addresses[0].addr_spec,
        author=author.display_name,
        address=author.addr_spec,
        date=parsedate_to_datetime(str(message["Date"])),
        subject=subject,
        lines=tuple(text.rstrip("\n").split("\n")),
        game=named.get("game", ""),
        phase=named.get("phase", ""),
        closed=named.get("closed", ""),
        owes=kind is Kind.START or re.search(r"^You \(\w+\) owe:$", text, re.MULTILINE) is not None,
    )
