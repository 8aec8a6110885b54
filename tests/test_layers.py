"""tests: the arrows between the folders point one way only, and the pure ones stay pure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# What each part may import of ours, besides itself. Only the wiring sees everything.
MAY_IMPORT = {
    "errors": set[str](),
    "diplomacy": set[str](),
    "core": set[str](),
    "language": {"core", "diplomacy"},
    "formats": {"core", "diplomacy", "language"},
    "mail": {"core", "errors"},
    "store": {"core", "errors"},
    "outbox": {"core", "errors", "mail", "store"},
    "config_lines": set[str](),
    "config_reader": {"config_lines", "errors"},
    "config_checks": set[str](),
    "config": {"config_checks", "config_reader", "core", "diplomacy", "errors", "formats", "mail"},
}
# `daemon` is the flow; the parts that it is made of stand beside it.
SEES_EVERYTHING = {"__main__", "cli", "daemon", "demo", *("inputs", "running", "senders", "steps")}

# Libraries that one part hides from all others.
HIDDEN = {
    "lark": ("gm_daemon.diplomacy.notation", "gm_daemon.language"),
    "sqlalchemy": ("gm_daemon.store", "migrations"),
    "alembic": ("gm_daemon.store", "migrations"),
    "aioimaplib": ("gm_daemon.mail",),
    "aiosmtplib": ("gm_daemon.mail", "gm_daemon.demo"),
    "pymap": ("gm_daemon.demo",),
    "aiosmtpd": ("gm_daemon.demo",),
}

PURE = ("gm_daemon.core", "gm_daemon.diplomacy", "gm_daemon.formats", "gm_daemon.language")
IMPURE_MODULES = {
    *("aiosqlite", "asyncio", "logging", "random", "secrets", "selectors", "smtplib", "imaplib", "socket", "sqlite3"),
    *("ssl", "subprocess", "threading", "time", "urllib"),
}
IMPURE_CALLS = {"datetime.now", "datetime.utcnow", "datetime.today", "date.today", "os.urandom", "uuid.uuid4", "input"}


def is_within(module: str, packages: tuple[str, ...]) -> bool:
    return any(f"{module}.".startswith(f"{package}.") for package in packages)


def imports(module: str, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of everything imported anywhere in a file, inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def faults(module: str, source: str) -> list[str]:
    """Say which lines of a module's source break a rule of the house."""
    tree = ast.parse(source)
    found = []
    for line, name in imports(module, tree):
        if name.startswith("gm_daemon.") and name != "gm_daemon.__version__" and not may_import(module, name):
            found.append(f"{module}:{line}: may not import {name}")
        library = name.partition(".")[0]
        if library in HIDDEN and not is_within(module, HIDDEN[library]):
            found.append(f"{module}:{line}: {library} is for {' and '.join(HIDDEN[library])} alone")
        if is_within(module, PURE) and library in IMPURE_MODULES:
            found.append(f"{module}:{line}: values in, values out: no {library}")
    if is_within(module, PURE):
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        named = [(call.lineno, ast.unparse(call.func)) for call in calls]
        found += [f"{module}:{line}: values in, values out: no {name}()" for line, name in named if impure(name)]
    return found


def impure(call: str) -> bool:
    return ".".join(call.split(".")[-2:]) in IMPURE_CALLS


def may_import(module: str, name: str) -> bool:
    root, _, inside = module.partition(".")
    ours, theirs = inside.partition(".")[0], name.split(".")[1]
    if root != "gm_daemon" or not ours:
        # A migration stands by itself: the tables of today are not those of its day.
        return False
    if ours in SEES_EVERYTHING:
        return True
    if ours == theirs:
        # Formats never import each other.
        return ours != "formats" or name.split(".")[2:3] == module.split(".")[2:3]
    return theirs in MAY_IMPORT.get(ours, ())


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = sorted([*ROOT.glob("gm_daemon/**/*.py"), *ROOT.glob("migrations/**/*.py")])


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_arrows_point_one_way(path: Path) -> None:
    """No file imports what its layer may not know, and no pure file asks the world for anything."""
    found = faults(module_name(path), path.read_text("utf-8"))

    assert found == []


def test_every_part_has_a_layer() -> None:
    """A new folder or module at the top says here what it may import."""
    parts = {
        module_name(path).split(".")[1]
        for path in FILES
        if path.is_relative_to(ROOT / "gm_daemon") and "." in module_name(path)
    }

    assert parts <= MAY_IMPORT.keys() | SEES_EVERYTHING


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gm_daemon.diplomacy.board", "from gm_daemon.core.person import Person"),
        ("gm_daemon.core.person", "import gm_daemon.mail.letter"),
        ("gm_daemon.core.person", "from gm_daemon import config"),
        ("gm_daemon.core.person", "from ..mail import letter"),
        ("gm_daemon.language.reader", "from gm_daemon.formats.dwc import rules"),
        ("gm_daemon.formats.dwc.game", "from gm_daemon.formats.league import table"),
        ("gm_daemon.formats.dwc.game", "def f():\n    from gm_daemon.store import engine"),
        ("gm_daemon.mail.relay", "from gm_daemon.formats.dwc.rules import Rules"),
        ("gm_daemon.store.games", "from gm_daemon.formats import dwc"),
        ("migrations.versions.0001_first", "from gm_daemon.store import tables"),
        ("gm_daemon", "from gm_daemon import config"),
        ("gm_daemon.unheard", "from gm_daemon.core import person"),
        ("gm_daemon.diplomacy.orders", "import lark"),
        ("gm_daemon.daemon", "from sqlalchemy import select"),
        ("gm_daemon.cli.check", "import aiosmtplib"),
        ("gm_daemon.core.draw", "import random"),
        ("gm_daemon.language.reader", "import asyncio"),
        ("gm_daemon.formats.dwc.game", "import logging"),
        ("gm_daemon.formats.dwc.game", "from datetime import UTC, datetime\nnow = datetime.now(UTC)"),
        ("gm_daemon.formats.dwc.game", "import datetime\nnow = datetime.datetime.now()"),
    ],
)
def test_wrong_arrow_is_found(module: str, source: str) -> None:
    """The checker itself bites: each of these is one fault."""
    found = faults(module, source)

    assert len(found) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gm_daemon.formats.dwc.game", "from gm_daemon.formats.dwc import rules\nfrom gm_daemon.core import effects"),
        ("gm_daemon.diplomacy.notation.reader", "from lark import Lark"),
        ("gm_daemon.store.games", "from sqlalchemy import select"),
        ("gm_daemon.mail.mailbox", "import asyncio\nfrom datetime import UTC, datetime\nnow = datetime.now(UTC)"),
        ("gm_daemon.daemon", "from gm_daemon.formats.dwc import rules\nfrom gm_daemon.store import engine"),
        ("gm_daemon.core.person", "from datetime import datetime"),
    ],
)
def test_right_arrow_passes(module: str, source: str) -> None:
    """The checker leaves the allowed alone."""
    found = faults(module, source)

    assert found == []
