"""formats/dwc: what a clock does when it is due.

C.4(a): the early end is a clock too, due at once. Before any clock fires the mailbox is drained, so a later set that
takes FINAL back (C.4(b)) is seen in time.
"""

from __future__ import annotations

from datetime import datetime

from gm_daemon.core.effects import Step
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.formats.dwc.closing import EARLY, Why, close
from gm_daemon.formats.dwc.game import Game
from gm_daemon.formats.dwc.needs import needed


def on_clock(game: Game, kind: str, now: datetime) -> Step[Game]:
    """Handle a clock that is due: `deadline` closes the phase, `early` closes it if all orders are still FINAL."""
    if game.end is not None or (kind == EARLY and not all_final(game)):
        return Step(game, ())
    return close(game, Why.EARLY if kind == EARLY else Why.DEADLINE, now)


def all_final(game: Game) -> bool:
    """Tell whether every power that has something to decide sent a set marked FINAL ORDERS (C.4(a))."""
    waited_for = needed(game.position, game.seats, standard_board())
    return bool(waited_for) and all(power in game.sets and game.sets[power].final for power in waited_for)
