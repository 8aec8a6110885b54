"""diplomacy: what adjudication concludes, order by order, each with its reason as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from gm_daemon.diplomacy.legality import Fault
from gm_daemon.diplomacy.orders import Order, Unit
from gm_daemon.diplomacy.phase import Phase
from gm_daemon.diplomacy.position import Dislodged, Position


class Result(StrEnum):
    """One order's fate, in the words that the command line prints."""

    SUCCEEDS = "succeeds"
    BOUNCED = "bounced"
    CUT = "cut"
    VOID = "void"
    ILLEGAL = "illegal"
    DISLODGED = "dislodged"
    NO_CONVOY = "no_convoy"
    DISRUPTED = "disrupted"
    UNUSED = "unused"
    EXCESS = "excess"


class Why(Enum):
    """Reasons that need no facts."""

    UNOPPOSED = auto()
    NOT_ATTACKED = auto()
    GIVEN = auto()
    CONVOYED = auto()
    NOT_NEEDED = auto()
    WENT_BY_LAND = auto()
    NO_CHAIN_ORDERED = auto()
    RETREATED = auto()
    DISBANDED = auto()
    NO_RETREAT_ORDER = auto()
    NO_RETREAT_LEFT = auto()
    BUILT = auto()
    WAIVED = auto()
    REMOVED = auto()


@dataclass(frozen=True, slots=True)
class Contest:
    """A move or a hold was weighed against another unit: its own strength, and the other's."""

    rival: Unit
    strength: int
    against: int


@dataclass(frozen=True, slots=True)
class OwnUnit:
    """A move failed because a power never dislodges its own unit."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class CutBy:
    """A support was stopped by an attack, or by the loss of the province."""

    attacker: Unit
    dislodged: bool


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A support or convoy fits nothing that was ordered. `did` is what its unit did instead; None: no such unit."""

    did: Order | None


@dataclass(frozen=True, slots=True)
class Broken:
    """A convoy was ordered but did not hold: fleets dislodged, or none where the paradox rule stopped the army."""

    lost: tuple[Unit, ...]
    army: Unit


@dataclass(frozen=True, slots=True)
class Clash:
    """Several retreats met in one province, so that all of them disband."""

    rivals: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Allowed:
    """More builds or removals were ordered than are due."""

    count: int


@dataclass(frozen=True, slots=True)
class Farthest:
    """Removed by rule: `distance` steps from the nearest owned centre; None when the power owns none."""

    distance: int | None


Reason = Why | Contest | OwnUnit | CutBy | Unmatched | Broken | Clash | Allowed | Farthest | Fault


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one order and why. `dislodged_by` is set when its unit lost its province, whatever it ordered."""

    order: Order
    result: Result
    reason: Reason
    dislodged_by: Unit | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """All that follows from one phase.

    `outcomes` has one row for each order given, in the order given (`ordered` of them), then one for each unit that
    had something to decide and no order. `after` is the position of the next phase. Units are sorted.
    """

    phase: Phase
    outcomes: tuple[Outcome, ...]
    ordered: int
    after: Position
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = frozenset()
    disbanded: tuple[Unit, ...] = ()
    built: tuple[Unit, ...] = ()
    removed: tuple[Unit, ...] = ()
    removed_by_rule: tuple[Unit, ...] = ()

    @property
    def destroyed(self) -> tuple[Unit, ...]:
        """Return the dislodged units that had nowhere to go and left the board at once."""
        return tuple(row.unit for row in self.dislodged if not row.options)
