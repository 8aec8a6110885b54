"""diplomacy: rulebooks as values; they differ in how an army chooses between land and convoy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class ConvoyIntent(Enum):
    """When an army that could walk goes by convoy although its order is not marked `VIA`."""

    OWN_FLEET_TAKES_PART = "a fleet of its own, on a possible route, orders the convoy and some route is complete"
    OWN_FLEETS_SUFFICE = "a complete route of its own fleets alone orders the convoy"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What one edition of the rules says where editions differ. All else is common to both."""

    name: str
    convoy_intent: ConvoyIntent


# The published rules of 2023, with the preferences of the adjudicator cases where the rules are silent.
RULEBOOK_2023 = Rulebook("2023", ConvoyIntent.OWN_FLEET_TAKES_PART)
# C.8: a convoy by foreign fleets is refused unless marked; none but own fleets need no mark.
RULEBOOK_DWC = Rulebook("dwc", ConvoyIntent.OWN_FLEETS_SUFFICE)

RULEBOOKS = {rulebook.name: rulebook for rulebook in (RULEBOOK_2023, RULEBOOK_DWC)}
