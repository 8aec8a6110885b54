"""language: whether a letter says FINAL ORDERS.

C.4(a): FINAL or FINAL ORDERS in a line or in the subject sets the flag, unless it stands with not, no, prelim, draft,
until, to follow, or a question mark. When in doubt the flag stays off: an early end cannot be taken back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_FINAL = re.compile(
    r"(?<![\w-])final(?:es)?(?![\w-])(?!\s+(?:offer|answer|round|game|board|table|stage|position|result|score|standing|exam"
    r"|word|deadline|warning|phase|year|season|day|week|analysis|message|letter|countdown|victory)s?\b)",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\b(?:not|no|non|never|prelim\w*|provisional|draft\w*|until|till|unless|to follow|will follow|follows?|later|semi"
    r"|before|tomorrow|almost|nearly|instead of|isn'?t|aren'?t|don'?t|won'?t|nicht|pas)\b|\?",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!;]+(?:\s|$)")


def says_final(text: str) -> bool:
    """Tell whether one line or subject declares its orders final (C.4(a))."""
    if _FINAL.search(text) is None:
        return False
    return any(_FINAL.search(part) and not _TAKEN_BACK.search(part) for part in _SENTENCE.split(text))


def final_text(lines: Sequence[str], subject: str) -> str | None:
    """Return the words that declare the orders final, or None. A line that takes it back outweighs one that says it.

    A subject counts only while the body does not contradict it: `Re: FINAL ORDERS` may be older than the text.
    """
    body = [line for line in lines if _FINAL.search(line)]
    if any(not says_final(line) for line in body):
        return None
    said = next((line for line in body if says_final(line)), None)
    if said is None and says_final(subject):
        return subject
    return said
