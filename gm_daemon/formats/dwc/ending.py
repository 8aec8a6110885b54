"""formats/dwc: how a game ends.

C.10: tested on the ownership of centres after Fall, before Winter's orders, because Winter changes no ownership.
"""

from __future__ import annotations

from gm_daemon.diplomacy.adjustments import winner_of
from gm_daemon.diplomacy.phase import Phase, PhaseKind, Season
from gm_daemon.diplomacy.position import Position
from gm_daemon.formats.dwc.game import End, Ending, Seat
from gm_daemon.formats.dwc.rules import GameRules


def end_after(closed: Phase, after: Position, seats: tuple[Seat, ...], rules: GameRules) -> End | None:
    """Return the end that a closed phase and the position after it bring, or None when the game goes on."""
    alive = survivors(after, seats)
    if not alive:
        return End(Ending.ABANDONED, (), closed.year)
    # Until a Fall's retreats are over, its centres have no new owners.
    if closed.season is not Season.FALL or after.phase.kind is PhaseKind.RETREAT:
        return None
    # C.10: a power that owns 18 centres after Fall wins alone.
    if (winner := winner_of(after.owners, rules.solo)) is not None:
        return End(Ending.SOLO, (winner,), closed.year)
    # C.10(d): the last year's winter ends the game in a draw of all survivors.
    if rules.last_year and closed.year >= rules.last_year:
        return End(Ending.LAST_YEAR, alive, closed.year)
    return None


def survivors(position: Position, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Return the played powers that have a unit on the board or own a centre."""
    # C.10(a): a unit or a centre, as written; powers that nobody plays do not share.
    return tuple(
        seat.power
        for seat in seats
        if seat.person is not None
        and (
            position.units_of(seat.power)
            or position.centres_of(seat.power)
            or any(row.unit.power == seat.power for row in position.dislodged)
        )
    )


def end_in_words(end: End) -> str:
    """Return the declared result as a sentence with its clause."""
    names = list(end.powers)
    everybody = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"
    match end.how:
        case Ending.SOLO:
            return f"{everybody} owns enough supply centres after Fall {end.year} and wins alone (C.10)."
        case Ending.LAST_YEAR:
            return f"{end.year} was the last year: the game is a draw between {everybody} (C.10(d))."
        case Ending.ABANDONED:
            return "No power that somebody plays is left on the board: the game is over."
