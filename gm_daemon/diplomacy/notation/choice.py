"""diplomacy: choose among the orders that a clause may mean: one, several, or none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm_daemon.diplomacy.notation.meaning import Note, Possible
from gm_daemon.diplomacy.notation.reading import Reason
from gm_daemon.diplomacy.orders import Order


@dataclass(frozen=True, slots=True)
class Choice:
    """The meanings left, by their normal form: none, one, or several that nothing tells apart."""

    orders: tuple[Order, ...]
    notes: tuple[Note, ...] = ()


def choose(found: Iterable[Possible]) -> Choice:
    """Return the possible orders of the best rank. A type that nobody wrote is an army's where both fit equally."""
    ranked = list(found)
    if not ranked:
        return Choice(())
    best = min(each.rank for each in ranked)
    likely = [each for each in ranked if each.rank == best]
    least = min(each.assumed for each in likely)
    assumed = any(each.assumed > least for each in likely)
    orders: dict[str, Possible] = {}
    for each in likely:
        if each.assumed == least:
            orders.setdefault(each.order.bare, each)
    chosen = tuple(orders[text] for text in sorted(orders))
    notes = chosen[0].notes if len(chosen) == 1 else ()
    if not assumed:
        notes = tuple(note for note in notes if note[0] is not Reason.TYPE_ASSUMED)
    return Choice(tuple(each.order for each in chosen), notes)
