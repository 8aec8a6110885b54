"""diplomacy: tell an order that failed from talk, and say how to write an order."""

from __future__ import annotations

from gm_daemon.diplomacy.notation.items import Item
from gm_daemon.diplomacy.notation.spelling import fold
from gm_daemon.diplomacy.notation.tokens import Name, Token
from gm_daemon.diplomacy.notation.words import vocabulary
from gm_daemon.diplomacy.phase import PhaseKind

_VERBS = frozenset({"SIGN", "MOVE", "HOLD", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "BUILD", "REMOVE", "PLUS"})
_EXAMPLES = {
    PhaseKind.MOVEMENT: "write A PAR - BUR, A PAR H, A PAR S A MAR - BUR or F NTH C A LON - NWY",
    PhaseKind.RETREAT: "write A BUR R PIC, or A BUR D to disband it",
    PhaseKind.ADJUSTMENT: "write BUILD A PAR, REMOVE A TUN or WAIVE",
}


def is_prose(item: Item) -> bool:
    """Tell whether an item that is no order shows that the line has become talk; mere greetings do not."""
    words = [token for token in item.tokens if token.terminal in {"WORD", "IF"}]
    if any(fold(token.text) in vocabulary().talk or token.terminal == "IF" for token in words):
        return True
    return len(words) >= 2 and any(token.terminal in {"PLACE", "KIND"} for token in item.tokens)


def is_attempt(item: Item) -> bool:
    """Tell whether an item that could not be read was meant as an order, so that its sender must hear of it."""
    terminals = [token.terminal for token in item.tokens]
    words = [token for token in item.tokens if token.terminal == "WORD"]
    if any(fold(token.text) in vocabulary().talk for token in words) or len(words) > 2:
        return False
    if terminals[0] == "NATION":
        terminals = terminals[1:]
    if len(terminals) < 3:
        return terminals[:1] == ["KIND"] and len(item.tokens[-1].text) <= 12 and len(terminals) == 2 and not words
    verb = any(terminal in _VERBS for terminal in terminals)
    if terminals[0] == "KIND" and terminals[1] in {"PLACE", "WORD"} and len(item.tokens[0].text) < 8:
        return verb or terminals[1] == "PLACE"
    name = item.tokens[-len(terminals)].value
    typeless = (
        terminals[0] == "PLACE"
        and not (isinstance(name, Name) and name.guessed)
        and terminals[1] in {"SIGN", "SUPPORT", "CONVOY", "COAST"}
        and len(words) < 2
    )
    first = terminals[0] in {"BUILD", "REMOVE", "DISBAND", "RETREAT"} and terminals[1] == "KIND"
    return (typeless and "COLON" not in terminals) or first


def nonsense_hold(item: Item) -> tuple[Token, ...] | None:
    """Return the unit of an item that goes on with words which mean nothing: it will hold, and its owner is told."""
    terminals = [token.terminal for token in item.tokens]
    unit = terminals.index("PLACE") + 1 if "PLACE" in terminals else 0
    if unit < len(terminals) and terminals[unit] == "COAST":
        unit += 1
    rest = item.tokens[unit:]
    if not unit or set(terminals[: unit - 1]) - {"KIND", "NATION", "PLACE"} or not 1 <= len(rest) <= 4:
        return None
    if any(
        token.terminal != "WORD" or fold(token.text) in vocabulary().talk or not token.text.isalpha() for token in rest
    ):
        return None
    # Without a type, only something like a verb makes "Paris ..." an order.
    typed = "KIND" in terminals
    return item.tokens[:unit] if typed or (len(rest) > 1 and fold(rest[0].text).endswith("s")) else None


def advice(kind: PhaseKind, item: Item | None = None) -> str:
    """Return how to write an order of this kind of phase, after naming the word that was not understood."""
    unknown = next((token.text for token in item.tokens if token.terminal == "WORD"), None) if item else None
    if item is not None and any(token.terminal == "IF" for token in item.tokens):
        return "an order cannot depend on a condition; " + _EXAMPLES[kind]
    if unknown == "?":
        return "a question is no order; " + _EXAMPLES[kind]
    return f"no province or verb {unknown!r}; {_EXAMPLES[kind]}" if unknown else _EXAMPLES[kind]
