"""diplomacy: find and load the Lark grammars, and parse shapes: sequences of terminals without their words."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

_PACKAGE = Path(__file__).parents[2]

# The leaves of a shape are positions in the sequence of terminals.
Shape = Tree[Token]


def grammar_file(name: str) -> Path:
    """Return the path of a grammar: inside the package of a wheel, or at the top of a checkout.

    Raises FileNotFoundError, naming the grammar, where neither has it.
    """
    for folder in (_PACKAGE / "grammar", _PACKAGE.parent / "grammar"):
        if (folder / name).is_file():
            return folder / name
    raise FileNotFoundError(f"no grammar {name!r}: gm_daemon is not installed completely")


class _Positions(Lexer):
    """The words are terminals already: each one's value is its position."""

    def __init__(self, conf: object) -> None:
        del conf

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        """Yield the tokens of a sequence of terminals, which Lark passes on as it is."""
        del parser_state
        for position, terminal in enumerate(lexer_state):
            yield Token(terminal, position)


# Where a grammar file's sentences begin.
_STARTS = {"diplomacy.lark": ("movement", "retreat", "adjustment"), "letter.lark": ("command",)}


@functools.cache
def load(name: str) -> Lark:
    """Return the LALR parser of a grammar file, made once. Raises Lark's GrammarError on a fault in the grammar."""
    return Lark.open(str(grammar_file(name)), parser="lalr", lexer=_Positions, start=list(_STARTS[name]))


@functools.lru_cache(maxsize=4096)
def parse(name: str, start: str, terminals: tuple[str, ...]) -> Shape | None:
    """Return the tree of a shape, or None where the grammar knows no such shape.

    People write the same few shapes again and again, so each is parsed once. The tree is shared: do not change it.
    """
    try:
        return load(name).parse(terminals, start=start)
    except UnexpectedInput:
        return None
