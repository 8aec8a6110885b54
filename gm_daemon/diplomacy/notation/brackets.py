"""diplomacy: decide what a bracket is: a coast, a nationality, a verb, helpers of a move, or a mark to be dropped."""

from __future__ import annotations

from gm_daemon.diplomacy.notation.cursor import BEFORE_PLACE, VERBS, Cursor
from gm_daemon.diplomacy.notation.scan import Phrase, is_annotation
from gm_daemon.diplomacy.notation.spelling import fold
from gm_daemon.diplomacy.notation.tokens import Name
from gm_daemon.diplomacy.phase import PhaseKind


def read_bracket(line: Cursor) -> None:
    phrase = line.phrases[line.at]
    inner = [p for p in phrase.inner if not (len(p.meanings) == 1 and "FILLER" in p.meanings)]
    if not phrase.inner or all("DROP" in p.meanings for p in inner):
        # A site marks the army's consent to the convoy by [*].
        if phrase.text == "*":
            line.splice([Phrase({"VIA_MARK": None}, "[*]", 1)])
        return
    if _of_one(line, inner) or _of_coast(line, inner):
        return
    first, last = inner[0].meanings, inner[-1].meanings
    places = any(p.meanings.keys() & {"PLACE", "TYPED_PLACE"} for p in inner)
    if places and last.keys() & {"SUPPORT", "CONVOY"}:
        crowd = [Phrase({"AND": None}, p.text, 1) if p.meanings.keys() & {"COMMA", "SEP"} else p for p in inner]
        line.splice([Phrase({"LPAR": None}, "(", 1), *crowd, Phrase({"RPAR": None}, ")", 0)])
    elif "OR" in first or "VIA" in first or line.whole == 1 or line.before() in BEFORE_PLACE - {"HOLD"}:
        line.splice(inner)
    elif line.kind is PhaseKind.RETREAT and not first.keys() & {"DISBAND"}:
        at = next((i for i, p in enumerate(inner) if "RETREAT" in p.meanings), None)
        if at is not None:
            line.splice(inner[at:])
    elif "PLACE" in first and not line.out and not is_annotation(phrase):
        line.splice(inner)


def _of_one(line: Cursor, inner: list[Phrase]) -> bool:
    """Read `(S)`, `(FRA)`, `(C)`; tell whether the bracket was one of them."""
    if len(inner) != 1:
        return False
    meanings = inner[0].meanings
    if (meanings.keys() & {"SUPPORT"} and fold(inner[0].text) != "s") or (
        "SUPPORT" in meanings and not _has_coasts(line)
    ):
        line.splice(inner)
    elif "CONVOY" in meanings:
        moved = "SIGN" in line.item() or "MOVE" in line.item()
        line.splice([Phrase({"VIA_MARK": None}, inner[0].text, 1)] if moved else inner)
    elif "NATION" in meanings and "PLACE" not in meanings:
        if line.place(1) is not None or line.unit_follows(1):
            line.splice(inner)
    elif "NATION" in meanings and line.unit_follows(1):
        line.splice([Phrase({"NATION": meanings["NATION"]}, inner[0].text, 1)])
    elif meanings.keys() & {"HOLD", "DISBAND"} and not set(line.item()) & (VERBS - {"RETREAT"}):
        line.splice(inner)
    else:
        return False
    return True


def _of_coast(line: Cursor, inner: list[Phrase]) -> bool:
    meanings = inner[0].meanings
    side = meanings.get("COAST") or meanings.get("SHORT_COAST")
    if side is None or len(inner) > 1 or line.before() != "PLACE":
        return False
    line.emit("COAST", side)
    return True


def _has_coasts(line: Cursor) -> bool:
    """Tell whether the province just read has several coasts, and this may name one: `Spa(s) - Por`."""
    name = line.out[-1].value if line.out else None
    two = isinstance(name, Name) and any(c.province in line.lexicon.two_coasts for c in name.candidates)
    return two and not line.unit_follows(1) and line.place(1) is None
