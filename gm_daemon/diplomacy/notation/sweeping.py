"""diplomacy: lines that order all of a power's units at once: "all units hold"."""

from __future__ import annotations

import re

from gm_daemon.diplomacy.notation.reading import Context
from gm_daemon.diplomacy.notation.spelling import fold, one_line
from gm_daemon.diplomacy.orders import Hold
from gm_daemon.diplomacy.phase import PhaseKind

_ALL = r"(?:all|all of them|everything|everyone|everybody|every unit|(?:all )?(?:of )?(?:my|our|the) units|all units)"
_HOLD = r"(?:hold|holds|stand|stands|stay|stays)(?: still| fast| put| in place| position)?"
# "All others hold" orders nobody: whoever has no order holds without it.
_ALL_HOLD = re.compile(
    rf"(?:please )?(?:{_ALL} (?:to )?{_HOLD}|{_HOLD} (?:with )?(?:{_ALL}|everywhere)|all h)(?: please)?"
)


def all_hold(text: str, context: Context) -> tuple[Hold, ...]:
    """Return a hold for each of the sender's units where the line says so, sorted; else nothing.

    Nothing either where the sender or the position is not known.
    """
    if context.kind is not PhaseKind.MOVEMENT or not context.power or not context.units:
        return ()
    if _ALL_HOLD.fullmatch(fold(one_line(text)).strip(" .!;,-*")) is None:
        return ()
    return tuple(Hold(unit) for unit in sorted(context.units) if unit.power == context.power)
