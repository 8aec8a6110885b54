"""tests: what stands beside the package in a checkout is found, and is named for the wheel. `.ci/run` builds one."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path

import pytest

import gm_daemon
from gm_daemon.diplomacy.notation.grammar import grammar_file
from gm_daemon.store.engine import migrations_folder

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TAKEN_ALONG = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]


def test_wheel_takes_the_outside_folders_along() -> None:
    """Each folder that a wheel needs from outside of the package stands inside of it there, under the same name."""
    assert {folder: f"gm_daemon/{folder}" for folder in ("grammar", "migrations")} == TAKEN_ALONG


@pytest.mark.parametrize("file", sorted(file.name for file in ROOT.glob("grammar/*.lark")))
def test_grammar_is_found_in_a_checkout(file: str) -> None:
    """Beside the package, where an editable install leaves it."""
    assert grammar_file(file) == ROOT / "grammar" / file


def test_migrations_are_found_in_a_checkout() -> None:
    """Beside the package, where an editable install leaves them, with at least one schema in them."""
    folder = migrations_folder()

    assert folder == ROOT / "migrations"
    assert (folder / "env.py").is_file()
    assert list(folder.glob("versions/*.py"))


@pytest.mark.parametrize(("script", "target"), sorted(PROJECT["project"]["scripts"].items()))
def test_script_exists(script: str, target: str) -> None:
    """What the installed command calls is there."""
    module, _, function = target.partition(":")

    assert callable(getattr(importlib.import_module(module), function)), script


def test_version_is_said_once() -> None:
    """The package and its metadata agree."""
    assert PROJECT["project"]["version"] == gm_daemon.__version__
