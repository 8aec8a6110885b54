"""config: find the line of each key of a TOML file, which the standard parser does not tell."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field

# Keys from the outermost table inwards; an element of an array has its index as its key.
KeyPath = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""(?P<text>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*')"""
    r"""|(?P<mark>[\[\]{},=.\n])|(?P<bare>[^\s\[\]{},=.#"']+)|(?P<skip>\#[^\n]*|\s)""",
    re.DOTALL,
)


def find_lines(source: str) -> dict[KeyPath, int]:
    """Map each table, key and array element of a valid TOML text to the line, from 1, where it first stands.

    A text that `tomllib` refuses gives an IndexError or nonsense: parse it first.
    """
    scanner = _Scanner(_tokens(source))
    scanner.document()
    return scanner.lines


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    line: int


def _tokens(source: str) -> list[_Token]:
    tokens = []
    line = 1
    for match in _TOKEN.finditer(source):
        if match.lastgroup != "skip":
            tokens.append(_Token(match.group(), line))
        line += match.group().count("\n")
    return [*tokens, _Token("\n", line)]


def _key(text: str) -> str:
    # The parser itself knows best what the escapes of a quoted key mean.
    return next(iter(tomllib.loads(f"{text}=0"))) if text[0] in "\"'" else text


@dataclass(slots=True)
class _Scanner:
    """Walks the tokens once; `lines` grows with each key, `counts` with each element of an array of tables."""

    tokens: list[_Token]
    position: int = 0
    lines: dict[KeyPath, int] = field(default_factory=dict)
    counts: dict[KeyPath, int] = field(default_factory=dict)

    @property
    def ahead(self) -> str:
        return self.tokens[self.position].text

    def take(self) -> _Token:
        self.position += 1
        return self.tokens[self.position - 1]

    def document(self) -> None:
        table: KeyPath = ()
        while self.position < len(self.tokens):
            if self.ahead == "\n":
                self.take()
            elif self.ahead == "[":
                table = self.header()
            else:
                self.pair(table)

    def header(self) -> KeyPath:
        line = self.take().line
        is_array = self.ahead == "["
        if is_array:
            self.take()
        names = self.dotted()
        path: KeyPath = ()
        for name in names:
            path = (*path, name)
            self.lines.setdefault(path, line)
            # A table below an array of tables belongs to the array's newest element.
            if path in self.counts and len(path) < len(names):
                path = (*path, self.counts[path] - 1)
        if is_array:
            index = self.counts.get(path, 0)
            self.counts[path] = index + 1
            path = (*path, index)
            self.take()
        self.take()
        self.lines[path] = line
        return path

    def dotted(self) -> list[str]:
        names = [_key(self.take().text)]
        while self.ahead == ".":
            self.take()
            names.append(_key(self.take().text))
        return names

    def pair(self, table: KeyPath) -> None:
        line = self.tokens[self.position].line
        path = table
        for name in self.dotted():
            path = (*path, name)
            self.lines.setdefault(path, line)
        self.take()
        self.value(path)

    def value(self, path: KeyPath) -> None:
        match self.ahead:
            case "[":
                self.take()
                index = 0
                while self.skip_to_item() != "]":
                    self.lines[(*path, index)] = self.tokens[self.position].line
                    self.value((*path, index))
                    index += 1
                self.take()
            case "{":
                self.take()
                while self.skip_to_item() != "}":
                    self.pair(path)
                self.take()
            case _:
                # A number or a date may be several tokens: 3.14, 2023-03-01 20:00.
                while self.ahead not in {",", "]", "}", "\n"}:
                    self.take()

    def skip_to_item(self) -> str:
        while self.ahead in {",", "\n"}:
            self.take()
        return self.ahead
