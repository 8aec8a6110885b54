"""demo: the seven correspondents: who they are, how they write, what their mail programs make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import EmailMessage

from gm_daemon.demo import phrasing, programs
from gm_daemon.demo.phrasing import Phrasing
from gm_daemon.demo.programs import Draft


def one_a_line(orders: Sequence[str], final: str) -> list[str]:
    """Arrange orders one to a line, FINAL below them."""
    return [*orders, "", final] if final else list(orders)


def numbered(orders: Sequence[str], final: str) -> list[str]:
    """Arrange orders as a numbered list."""
    return one_a_line([f"{number}. {order}" for number, order in enumerate(orders, 1)], final)


def run_on(orders: Sequence[str], final: str) -> list[str]:
    """Arrange orders as one long sentence."""
    *first, last = orders
    sentence = f"{', '.join(first)} and {last}" if first else last
    return one_a_line([f"{sentence}."], final)


@dataclass(frozen=True, slots=True)
class Correspondent:
    """A person who plays by mail. `uses_reply` is False for one who ignores Reply-To and writes to the plain address.

    `final` is how this person writes FINAL ORDERS.
    """

    id: str
    name: str
    address: str
    zone: str
    phrasing: Phrasing
    arrange: Callable[[Sequence[str], str], list[str]]
    pack: Callable[[Draft], EmailMessage]
    hello: str = ""
    final: str = "FINAL ORDERS"
    bye: str = ""
    uses_reply: bool = True

    def words(self, orders: Sequence[str], *, final: bool) -> tuple[str, ...]:
        """Return the lines of a letter with these orders, which are in this person's words already."""
        body = self.arrange(orders, self.final if final else "")
        return (*([self.hello, ""] if self.hello else []), *body, *(["", self.bye] if self.bye else []))


CORRESPONDENTS = (
    Correspondent(
        "harriet",
        "Harriet Blythe",
        "harriet@blythe.example",
        "Europe/London",
        phrasing.FORMAL,
        one_a_line,
        programs.flowed,
        hello="Dear Game Master, here are my instructions for the season; I trust that they find you well.",
        bye="Yours sincerely,",
    ),
    Correspondent(
        "sam",
        "Sam Okoro",
        "okoro@judges.example",
        "Africa/Lagos",
        phrasing.TERSE,
        one_a_line,
        programs.plain,
        final="FINAL",
        uses_reply=False,
    ),
    Correspondent(
        "luca",
        "Luca Ferri",
        "luca.ferri@posta.example",
        "Europe/Rome",
        phrasing.HASTY,
        run_on,
        programs.telephone,
        final="final orders",
        bye="ciao",
    ),
    Correspondent(
        "maya",
        "Maya Chen",
        "maya.chen@letters.example",
        "America/New_York",
        phrasing.SLIPPED,
        one_a_line,
        programs.alternative,
        hello="Hi!",
        final="FINAL ORDERS please",
        bye="Good luck everybody, Maya",
    ),
    Correspondent(
        "olga",
        "Olga Petrova",
        "o.petrova@office.example",
        "UTC",
        phrasing.DASHED,
        one_a_line,
        programs.web_page,
        hello="Hello,",
        final="These are my FINAL orders.",
        bye="Kind regards, Olga",
    ),
    Correspondent(
        "jonas",
        "Jonas Brückner",
        "jonas@brueckner.example",
        "Europe/Berlin",
        phrasing.GERMAN,
        numbered,
        programs.windows,
        hello="Hallo Spielleiter,",
        bye="Viele Grüße",
    ),
    Correspondent(
        "camille",
        "Camille Lefèvre",
        "camille@lefevre.example",
        "Europe/Paris",
        phrasing.FRENCH,
        one_a_line,
        programs.latin,
        hello="Bonjour,",
        bye="À bientôt",
    ),
)
