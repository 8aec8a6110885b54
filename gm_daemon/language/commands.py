"""language: votes, proposals and commands as values, read by `grammar/letter.lark`."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Any

from lark import Tree

from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.notation.grammar import Shape, parse
from gm_daemon.diplomacy.notation.lexicon import lexicon_of
from gm_daemon.diplomacy.notation.spelling import fold, one_line
from gm_daemon.language.understood import Command, CommandKind, Matter

_WORDS = {
    "VOTE": "vote votes voting ballot abstimmung stimme vota voto",
    "YES": "yes y yea yeah yep aye ja si oui agree agreed accept accepted favour favor for pro",
    "NO": "no n nay nope nein non decline declined reject rejected refuse against contra",
    "DRAW": "draw draws dias unentschieden tablas patta",
    "CONCESSION": "concession conceding concede concedes konzession",
    "PROPOSE": "propose proposes proposing proposal proposed call offer",
    "STATUS": "status",
    "HELP": "help hilfe aide ayuda aiuto",
    "RESIGN": "resign resigning resignation",
    "CHALLENGE": "challenge",
}
_TERMINALS = {word: terminal for terminal, words in _WORDS.items() for word in words.split()}
_FILLER_WORDS = """
i we my our me the a an on of is as please would like want will this that hereby do with also still again and be it
from game seat request send current now general all to in towards
"""
_FILLERS = frozenset(_FILLER_WORDS.split())
_PIECE = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[,;.!]|\band\b")
_STARTERS = {"VOTE", "PROPOSE"}
_MATTERS = {"DRAW", "CONCESSION"}
_TOO_LONG, _LONGEST = 300, 8


@dataclass(frozen=True, slots=True)
class Said:
    """The commands of one line; `attempted` says that it looks like a vote or a proposal and could not be read."""

    commands: tuple[Command, ...] = ()
    attempted: bool = False


@functools.lru_cache(maxsize=2048)
def _terminals(text: str, powers: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return (terminal, word) of each word that has a meaning; WORD is one that has none."""
    nations = dict(powers)
    found = []
    for word in _PIECE.findall(one_line(text)):
        folded = fold(word)
        if folded in nations:
            found.append(("NATION", nations[folded]))
        elif folded in _TERMINALS:
            found.append((_TERMINALS[folded], folded))
        elif folded not in _FILLERS:
            found.append(("WORD", folded))
    return tuple(found)


def read_commands(text: str, board: Board, line: int = 1) -> Said:
    """Return the commands that a line holds, in order. A line is one command, or several between commas."""
    nations = lexicon_of(board).nation_words
    shown = one_line(text)
    whole = _terminals(text, nations)
    if not whole or len(text) > _TOO_LONG:
        return Said()
    if whole[0][0] == "CHALLENGE":
        # C.9: the grounds are the sender's own words.
        return Said((Command(CommandKind.CHALLENGE, line, shown),))
    if text.rstrip().endswith("?") and whole[0][0] not in {"STATUS", "HELP"}:
        return Said()
    command = _command(whole, line, shown)
    if command is not None:
        return Said((command,))
    parts = [(_terminals(part, nations), one_line(part)) for part in _PARTS.split(text)]
    commands = [_command(words, line, part) for words, part in parts if words]
    found = tuple(command for command in commands if command is not None)
    terminals = [terminal for terminal, _ in whole]
    asked = terminals[0] in _STARTERS or (terminals[0] in _MATTERS and bool({"YES", "NO"} & set(terminals)))
    if found and (asked or len(found) == len(commands)):
        return Said(found)
    about = not _MATTERS.isdisjoint(terminals) and terminals.count("WORD") <= _LONGEST
    return Said((), attempted=asked and about)


def _command(words: tuple[tuple[str, str], ...], line: int, text: str) -> Command | None:
    terminals = tuple(terminal for terminal, _ in words)
    if "WORD" in terminals or len(terminals) > _LONGEST:
        return None
    tree = parse("letter.lark", "command", terminals)
    if tree is None:
        return None
    leaves = _leaves(tree)
    types = {leaf.type for leaf in leaves}
    power = next((words[leaf.value][1] for leaf in leaves if leaf.type == "NATION"), None)
    kind = CommandKind(str(tree.data).replace("_", " "))
    matter = Matter.DRAW if "DRAW" in types else Matter.CONCESSION if "CONCESSION" in types else None
    return Command(kind, line, text, power, "YES" in types if kind is CommandKind.VOTE else None, matter)


def _leaves(tree: Shape) -> list[Any]:
    return [leaf for child in tree.children for leaf in (_leaves(child) if isinstance(child, Tree) else [child])]
