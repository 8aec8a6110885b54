"""tests: the command line as a whole."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gm_daemon
from gm_daemon import cli
from gm_daemon.cli import COMMANDS, main

HEAVY = {"aioimaplib", "aiosmtplib", "alembic", "asyncio", "jinja2", "lark", "sqlalchemy"}


ROOT = Path(cli.__file__).parents[2]


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The list of commands is complete, and each has a help line."""
    code = main(["--help"])

    assert code == 0
    assert COMMANDS.keys() <= set(capsys.readouterr().out.split())


def test_help_imports_nothing_heavy() -> None:
    """The help comes at once, because only the command that is called is imported."""
    script = "import sys; from gm_daemon.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stderr.split()

    assert HEAVY.isdisjoint(loaded)
    assert not [name for name in loaded if name.startswith("gm_daemon.cli.")]


@pytest.mark.parametrize("name", COMMANDS)
def test_command_is_light_until_it_runs(name: str) -> None:
    """A command's file imports what is heavy inside its functions, so that its own help comes at once too."""
    spec = importlib.util.find_spec(f"gm_daemon.cli.{name}")
    assert spec is not None, f"there is no file for {name}"
    top = ast.parse(Path(str(spec.origin)).read_text("utf-8")).body
    imports = {
        *(alias.name for node in top if isinstance(node, ast.Import) for alias in node.names),
        *(node.module or "" for node in top if isinstance(node, ast.ImportFrom)),
    }

    assert {name.partition(".")[0] for name in imports}.isdisjoint(HEAVY)
    assert {name for name in imports if name.startswith("gm_daemon.")} <= {"gm_daemon.cli", "gm_daemon.errors"}


@pytest.mark.parametrize("name", COMMANDS)
def test_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command has a help of its own."""
    code = main([name, "--help"])
    out = capsys.readouterr().out

    assert code == 0
    assert out.startswith(f"usage: gm-daemon {name}")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """The version is the package's."""
    code = main(["--version"])

    assert (code, capsys.readouterr().out) == (0, f"gm-daemon {gm_daemon.__version__}\n")


@pytest.mark.parametrize("arguments", [[], ["chekc"], ["check", "--no-such-option"], ["--", "check"]])
def test_bad_usage_is_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Bad usage says how to use it, on standard error."""
    code = main(arguments)
    out, err = capsys.readouterr()

    assert (code, out) == (2, "")
    assert "gm-daemon" in err


def test_missing_file_is_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not there is one line, no traceback."""
    code = main(["check", "-c", str(tmp_path / "nowhere.toml")])
    err = capsys.readouterr().err

    assert code == 2
    assert err == f"gm-daemon: {tmp_path}/nowhere.toml:1: cannot read it: No such file or directory\n"


def test_module_is_the_command() -> None:
    """`python -m gm_daemon` does the same as the script."""
    done = subprocess.run([sys.executable, "-m", "gm_daemon"], capture_output=True, text=True, check=False, cwd=ROOT)

    assert done.returncode == 2
    assert done.stderr.startswith("usage: gm-daemon")


@pytest.mark.parametrize("arguments", [["--help"], ["check", "-c", "config.example.toml"]], ids=" ".join)
def test_reader_that_hangs_up_is_no_fault(arguments: list[str]) -> None:
    """`gm-daemon ... | head -1` ends quietly."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        command = [sys.executable, "-m", "gm_daemon", *arguments]
        done = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, check=False, cwd=ROOT)

    assert (done.returncode, done.stderr) == (0, b"")
