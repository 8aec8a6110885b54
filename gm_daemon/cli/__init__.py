"""cli: the command line. One file a command; what is heavy is imported inside its `run`, so that --help is instant."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from gm_daemon import __version__
from gm_daemon.errors import InputError

# The commands in the order in which a newcomer meets them. Each is a module here with `add_arguments` and `run`.
COMMANDS = {
    "demo": "play a whole game by mail on this machine, with mail servers and players of its own",
    "check": "validate the config file and try the mail servers and the database",
    "new": "make a game from its section of the config file and mail the board start",
    "run": "read mail, keep the deadlines, answer: the daemon",
    "status": "show what stands now in every game",
    "journal": "print the journal of a game: every decision with its clause and its cause",
    "replay": "derive a game again from its journal and compare",
    "read": "show what the daemon would understand from mails, without doing anything",
    "orders": "read order lines from standard input and print their normal form or the complaint",
    "adjudicate": "adjudicate one phase offline",
}

USAGE_ERROR = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 the thing asked about is not so, 2 bad usage or bad input.

    What the user gave wrongly becomes a clear line on standard error for each fault, without a traceback.
    """
    try:
        code = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except InputError as error:
        return _refuse(str(error))
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError) as error:
        if error.filename is None:
            raise
        return _refuse(f"{error.filename}: {error.strerror}")
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain again at exit, when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        # As shells report a program that SIGINT ended.
        return 130
    return code


def add_config_argument(parser: argparse.ArgumentParser) -> None:
    """Let a command take `-c FILE`; it arrives as `config`, a Path."""
    parser.add_argument(
        "-c", "--config", metavar="FILE", type=Path, default=Path("config.toml"), help="the config file (config.toml)"
    )


def _run(arguments: list[str]) -> int:
    parser = _parser(next((word for word in arguments if not word.startswith("-")), ""))
    try:
        chosen = parser.parse_args(arguments)
    except SystemExit as end:
        # argparse leaves by itself after --help (0) and after bad usage (2).
        return int(end.code or 0)
    code: int = importlib.import_module(f"gm_daemon.cli.{chosen.command}").run(chosen)
    return code


def _parser(wanted: str) -> argparse.ArgumentParser:
    """Make the parser. Only the command that stands on the line is imported, the others are names and a help line."""
    parser = argparse.ArgumentParser(
        prog="gm-daemon",
        description="A game master that lives in a mailbox. Try `gm-daemon demo` first.",
        epilog="Exit codes: 0 done, 1 the thing asked about is not so, 2 bad usage or bad input. "
        "`gm-daemon COMMAND --help` says more about one command.",
    )
    parser.add_argument("--version", action="version", version=f"gm-daemon {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary[:1].upper()}{summary[1:]}.")
        if name == wanted:
            importlib.import_module(f"gm_daemon.cli.{name}").add_arguments(command)
    return parser


def _refuse(text: str) -> int:
    print("\n".join(f"gm-daemon: {line}" for line in text.splitlines()), file=sys.stderr)
    return USAGE_ERROR
