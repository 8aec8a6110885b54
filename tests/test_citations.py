"""tests: each clause that the code cites exists, and each has a test row of its name."""

from __future__ import annotations

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LISTS = sorted(Path(__file__).parent.glob("clauses/*.txt"))

# A clause of a rulebook, `C.10(a){ii}`, or of the test cases for adjudicators, `6.F.14`.
CLAUSE = re.compile(r"(?<![\w.§])(?:[A-F]\.\d{1,2}(?:\([a-z]\)(?:\{[ivx]+\})?)?|6\.[A-J]\.\d{1,2})(?![\w])")
# `message/rfc822` is the name of a media type.
RFC = re.compile(r"\brfc(?!822\b)[\s-]*\d+(?:,?\s*(?:§|sections?|sec\.)\s*[\d.]*\d)?", re.IGNORECASE)
RFC_FORM = re.compile(r"RFC \d{3,5}(?: §\d+(?:\.\d+)*)?")


def listed(text: str) -> Iterator[str]:
    """Yield the clauses of a list: the first word of each line; `6.A.1-12` stands for twelve."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            clause = line.split()[0]
            first, dash, last = clause.rpartition(".")[2].partition("-")
            stem = clause.rpartition(".")[0]
            yield from (f"{stem}.{number}" for number in range(int(first), int(last) + 1)) if dash else [clause]


@functools.cache
def known() -> frozenset[str]:
    return frozenset(clause for path in LISTS for clause in listed(path.read_text("utf-8")))


def remarks(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and the docstrings of a source with their lines, and the strings that are a clause whole."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            documentation = ast.get_docstring(node, clean=False)
            if documentation is not None:
                yield node.body[0].lineno, documentation
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and CLAUSE.fullmatch(node.value):
            yield node.lineno, node.value


def cited(source: str) -> list[tuple[int, str]]:
    """Return the clauses that a source cites, with the lines of the comment, docstring or string."""
    return [(line, clause) for line, text in remarks(source) for clause in CLAUSE.findall(text)]


def bad_forms(source: str) -> list[str]:
    """Return the citations of standards that are not written like `RFC 3464 §2.3`."""
    found = [match for _, text in remarks(source) for match in RFC.findall(text)]
    return [citation for citation in found if not RFC_FORM.fullmatch(citation)]


def rows(source: str) -> set[str]:
    """Return the rules of the tests in a source: what `case` gets first, and the `id` of `pytest.mark.rule`."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named: list[ast.expr] = [
        call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "case" and call.args
    ]
    marks = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "rule"]
    named += [keyword.value for call in marks for keyword in call.keywords if keyword.arg == "id"]
    return {name.value for name in named if isinstance(name, ast.Constant) and isinstance(name.value, str)}


@functools.cache
def proved() -> frozenset[str]:
    """Return the rules of all test rows, those that stand in tables outside of the code included."""
    tests = Path(__file__).parent
    own = set().union(*(rows(path.read_text("utf-8")) for path in tests.glob("**/*.py")))
    tables = [path for kind in ("json", "toml") for path in tests.glob(f"**/*.{kind}")]
    # The rows of a table are named by their rule: "id": "6.A.1", or id = "6.A.1".
    for path in tables:
        own.update(re.findall(r"""\bid"?\s*[:=]\s*"([^"]+)\"""", path.read_text("utf-8")))
    # The adjudicator's cases are texts, each case under its number: # 6.A.1 not a neighbour.
    for path in tests.glob("diplomacy/cases/*.txt"):
        own.update(re.findall(r"^# (6\.[A-J]\.\d+)", path.read_text("utf-8"), re.MULTILINE))
    return frozenset(own)


def has_row(clause: str) -> bool:
    """Tell whether a row proves the clause, or one of its parts."""
    return any(rule == clause or rule.startswith((f"{clause}(", f"{clause}{{")) for rule in proved())


FILES = sorted(ROOT.glob("gm_daemon/**/*.py"))
CITED = sorted({clause for path in FILES for _, clause in cited(path.read_text("utf-8"))})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_cited_clause_exists(path: Path) -> None:
    """Nobody obeys a clause that the rulebooks do not have, and standards are cited in one form."""
    source = path.read_text("utf-8")

    assert [(line, clause) for line, clause in cited(source) if clause not in known()] == []
    assert bad_forms(source) == []


@pytest.mark.parametrize("clause", CITED)
def test_cited_clause_has_a_row(clause: str) -> None:
    """What the code says it obeys, a test row of that name shows."""
    assert has_row(clause)


def test_rows_are_named_by_clauses_that_exist() -> None:
    """A row's rule that looks like a clause is one."""
    named = {rule for rule in proved() if CLAUSE.fullmatch(rule)}

    assert named - known() == set()


def test_lists_are_whole() -> None:
    """Both rulebooks are there to the last clause, each clause once."""
    clauses = [clause for path in LISTS for clause in listed(path.read_text("utf-8"))]

    assert len(clauses) == len(set(clauses))
    assert sum(clause.startswith("6.") for clause in clauses) == 164
    assert {"A", "B.7", "C.10(a){ii}", "C.10(d)", "F.1(e)", "D.1(b){iv}", "D.2(b)"} <= set(clauses)


@pytest.mark.parametrize(
    ("source", "clauses"),
    [
        ("# C.4(b): a later set counts.", ["C.4(b)"]),
        ('"""Obey C.3 and C.10(a){ii}, see 6.F.14."""', ["C.3", "C.10(a){ii}", "6.F.14"]),
        ('def f():\n    """D.1: no orders."""', ["D.1"]),
        ('note = Line("C.8", "the army walks")', ["C.8"]),
        ("# C.44: there is no such clause.", ["C.44"]),
        ('text = "the C.3 of a text is not cited"', []),
        ("# RFC 3464 §2.3, version 1.6.1, F PAR - B.", []),
    ],
)
def test_citations_are_found(source: str, clauses: list[str]) -> None:
    """Comments, docstrings and strings that are a clause cite; other text does not."""
    assert [clause for _, clause in cited(source)] == clauses


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("RFC 3464 §2.3 and RFC 2177", []),
        ("RFC3464 §2.3", ["RFC3464 §2.3"]),
        ("rfc 3464", ["rfc 3464"]),
        ("RFC 3464 section 2.3", ["RFC 3464 section 2.3"]),
        ("RFC 3464, §2", ["RFC 3464, §2"]),
    ],
)
def test_form_of_a_standard(text: str, bad: list[str]) -> None:
    """One form, so that a search finds them all."""
    assert bad_forms(f"# {text}") == bad


def test_row_is_found() -> None:
    """The first argument of `case` is the rule of its row."""
    source = 'ROWS = [case("C.4(b)", "late", 1), case(name, "x"), other("C.9")]'

    assert rows(source) == {"C.4(b)"}
