"""core: a person who plays or directs, known by addresses."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Person:
    """`id` is the short name of the config file; `addresses` are lower case, the first is written to."""

    id: str
    name: str
    addresses: tuple[str, ...]
    zone: ZoneInfo

    @property
    def address(self) -> str:
        """Return the address that mails go to."""
        return self.addresses[0]
