"""config: read the tables of a TOML file into dataclasses, and note each fault with its key and line."""

from __future__ import annotations

import difflib
import functools
import os
import re
import tomllib
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from datetime import time, timedelta
from enum import Enum
from pathlib import Path
from types import NoneType, SimpleNamespace
from typing import Any, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo, available_timezones

from gm_daemon.config_lines import KeyPath, find_lines
from gm_daemon.errors import InputError

# Says of the value of a dataclass's field what is wrong with it, or nothing.
Checks = Mapping[tuple[type, str], Callable[[Any], str | None]]

REQUIRED: Any = object()
LONGEST = timedelta(days=9999)
DURATION_HELP = 'write it like "7d", "36h", "20m" or "20s"'

_DURATION = re.compile(r"(?:(\d+)d)?\s*(?:(\d+)h)?\s*(?:(\d+)m)?\s*(?:(\d+)s)?", re.ASCII)
_CLOCK = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing wrong in a file: the line from 1, the path of the key (empty: the file itself), and what to do."""

    line: int
    key: str
    text: str


class ConfigError(InputError):
    """The file cannot be used. `faults` holds everything that is wrong with it, in order of lines."""

    def __init__(self, file: str, faults: Collection[Fault]) -> None:
        self.file = file
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(f"{file}:{_wording(fault)}" for fault in self.faults))


def _wording(fault: Fault) -> str:
    return f"{fault.line}: {fault.key}: {fault.text}" if fault.key else f"{fault.line}: {fault.text}"


@dataclass(slots=True)
class Source:
    """A file being read: where it stands, the lines of its keys, and the faults found so far."""

    path: Path
    lines: Mapping[KeyPath, int]
    checks: Checks
    faults: list[Fault] = field(default_factory=list)

    def line_of(self, path: KeyPath) -> int:
        """Return the line of a key, or of the nearest table around it that the file has."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


@dataclass(slots=True)
class Table:
    """One table of the file. It remembers which keys were asked for, so that `close` can name the others.

    Where a value is at fault, reading gives None and the fault is noted: nobody sees such a value, because the load
    ends with a ConfigError.
    """

    source: Source
    values: Mapping[str, Any]
    path: KeyPath = ()
    asked: set[str] = field(default_factory=set)

    def fault(self, text: str, *keys: str | int) -> None:
        """Note a fault of the key, or of the table itself."""
        path = (*self.path, *keys)
        name = ".".join(key for key in path if isinstance(key, str))
        self.source.faults.append(Fault(self.source.line_of(path), name, text))

    def take(self, key: str, kind: Any, default: Any = REQUIRED) -> Any:
        """Return the value of a key as a `kind`: see `convert` for the kinds. Without a default it must be there."""
        self.asked.add(key)
        if key not in self.values:
            if default is REQUIRED:
                self.fault("is missing", key)
                return None
            return default
        try:
            return convert(kind, self.values[key], self.source.path.parent)
        except ValueError as error:
            self.fault(str(error), key)
            return None

    def secret(self, key: str, default: Any = REQUIRED) -> Callable[[], str] | Any:
        """Return what reads a secret afresh at each call, or the default; it has been read once, to see that it can be.

        `key` holds the secret itself, or `key_env` names an environment variable, or `key_file` a file. No fault ever
        quotes what was read.
        """
        ways = (key, f"{key}_env", f"{key}_file")
        self.asked.update(ways)
        given = [way for way in ways if way in self.values]
        if not given:
            if default is REQUIRED:
                self.fault(f"is missing: give {', '.join(ways[:-1])} or {ways[-1]}", key)
            return None if default is REQUIRED else default
        way, value = given[0], self.values[given[0]]
        if len(given) > 1:
            self.fault(f"say it once: either {' or '.join(given)}", given[1])
        elif not isinstance(value, str) or not value:
            self.fault("wants text in quotes", way)
        else:
            fetch = functools.partial(_SECRETS[way.removeprefix(key)], value, self.source.path.parent)
            try:
                fetch()
            except InputError as error:
                self.fault(str(error), way)
            else:
                return fetch
        return None

    def table(self, key: str) -> Table:
        """Return the table below this one; an absent one is empty."""
        self.asked.add(key)
        values = self.values.get(key, {})
        if not isinstance(values, dict):
            self.fault("wants a table of settings, not a value", key)
            values = {}
        return Table(self.source, values, (*self.path, key))

    def tables(self) -> Iterator[tuple[str, Table]]:
        """Yield the tables below this one by name, in the order of the file. What is no table is a fault."""
        for key, value in self.values.items():
            below = self.table(key)
            if isinstance(value, dict):
                yield key, below

    def close(self) -> None:
        """Note each key that nobody asked for as unknown, with the nearest that is known."""
        for key in self.values:
            if key not in self.asked:
                self.fault(f"unknown setting{nearest(key, self.asked)}", key)


def _secret_in_environment(name: str, _folder: Path) -> str:
    secret = os.environ.get(name)
    if not secret:
        raise InputError(f"the environment variable {name} is not set")
    return secret


def _secret_in_file(name: str, folder: Path) -> str:
    path = folder / Path(name).expanduser()
    try:
        secret = path.read_text("utf-8").strip()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not text in UTF-8") from None
    if not secret:
        raise InputError(f"{path} is empty")
    return secret


_SECRETS: Mapping[str, Callable[[str, Path], str]] = {
    "": lambda secret, _folder: secret,
    "_env": _secret_in_environment,
    "_file": _secret_in_file,
}


def _provider(fetch: Callable[[], str]) -> Callable[[], Awaitable[str]]:
    """Give a secret that does not last, such as an access token, to whoever asks, read anew each time.

    While it cannot be read it raises OSError, which a connection takes like a server that is away for a while.
    """

    async def provide() -> str:
        try:
            return fetch()
        except InputError as error:
            raise OSError(str(error)) from None

    return provide


def nearest(word: str, known: Collection[str]) -> str:
    """Return `: did you mean 'move'?`, or the list of what is known where nothing is near."""
    spelled = {name.casefold(): name for name in sorted(known)}
    found = difflib.get_close_matches(word.casefold(), spelled, 1)
    if found:
        return f": did you mean {spelled[found[0]]!r}?"
    return f" (known here: {', '.join(sorted(known))})" if 0 < len(known) <= 40 else ""


def read(kind: type[Any], table: Table, base: Any = None) -> Any:
    """Make a dataclass from a table whose keys are named like its fields. Leaves the table open: see `close`.

    A field that is a dataclass is a table of its own, and one that `repr` leaves out is a secret: text, or else a
    function that reads it anew. What the file does not say comes from `base`, then from the field's default. Where
    anything was at fault, a mere namespace comes back, with None for what could not be read: enough to go on looking
    for further faults.
    """
    hints = get_type_hints(kind)
    faults_before = len(table.source.faults)
    values = {}
    for item in fields(kind):
        default = _default(item, base)
        if is_dataclass(hints[item.name]):
            below = table.table(item.name)
            values[item.name] = read(hints[item.name], below, None if default is REQUIRED else default)
            below.close()
        else:
            values[item.name] = _setting(table, kind, item, hints[item.name], default)
    return (SimpleNamespace if len(table.source.faults) > faults_before else kind)(**values)


def _default(item: Field[Any], base: Any) -> Any:
    if base is not None:
        return getattr(base, item.name)
    if item.default_factory is not MISSING:
        return item.default_factory()
    return REQUIRED if item.default is MISSING else item.default


def _setting(table: Table, kind: type[Any], item: Field[Any], hint: Any, default: Any) -> Any:
    # Seconds are a duration for whoever writes the file.
    key = item.name.removesuffix("_seconds")
    if not item.repr:
        value = table.secret(key, default)
        if isinstance(value, functools.partial):
            value = value() if hint is str else _provider(value)
    else:
        value = table.take(key, hint, default)
    check = table.source.checks.get((kind, item.name))
    # A default needs no check, and one inherited from the outer table has its fault there.
    if check and value is not None and value is not default:
        complaint = check(value)
        if complaint:
            table.fault(complaint, key)
    return value


def convert(kind: Any, value: Any, folder: Path) -> Any:
    """Turn a TOML value into a bool, int, str, Path, duration, time of day, zone, enum or tuple of strings.

    A float is the seconds of a duration. A relative path starts at `folder`. Raises ValueError with what to write
    instead, TypeError on any other kind.
    """
    if NoneType in get_args(kind):
        return convert(next(part for part in get_args(kind) if part is not NoneType), value, folder)
    if get_origin(kind) is tuple:
        return _strings(value)
    if kind is bool or kind is int:
        if type(value) is not kind:
            raise ValueError("wants true or false" if kind is bool else f"wants a whole number, not {value!r}")
        return value
    if not isinstance(value, str):
        raise ValueError(f"wants text in quotes, not {value!r}")
    if kind is str:
        return value
    if kind is Path:
        return folder / Path(value).expanduser()
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(kind, value)
    if kind is float:
        return _duration(value).total_seconds()
    if kind in _READERS:
        return _READERS[kind](value)
    raise TypeError(f"no way to read a {kind} from a config file")


def _strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError('wants a list of texts: ["one", "two"]')
    return tuple(value)


def _choice(kind: type[Enum], value: str) -> Enum:
    for member in kind:
        if member.value == value:
            return member
    choices = " or ".join(f'"{member.value}"' for member in kind)
    raise ValueError(f"no choice {value!r}: write {choices}")


def _duration(value: str) -> timedelta:
    match = _DURATION.fullmatch(value.strip())
    if match is None or not any(match.groups()):
        raise ValueError(f"no duration {value!r}: {DURATION_HELP}")
    days, hours, minutes, seconds = (int(number[:12]) if number else 0 for number in match.groups())
    total = days * 86400 + hours * 3600 + minutes * 60 + seconds
    if not 0 < total <= LONGEST.total_seconds():
        raise ValueError(f"{value!r} is longer than {LONGEST.days} days" if total else f"{value!r} is no time at all")
    return timedelta(seconds=total)


def _time(value: str) -> time:
    if not _CLOCK.fullmatch(value):
        raise ValueError(f'no time of day {value!r}: write it like "20:00"')
    return time.fromisoformat(value)


def _zone(value: str) -> ZoneInfo:
    try:
        return ZoneInfo(value)
    # A folder of the zone database ("Europe") is an OSError on some systems.
    except (KeyError, ValueError, OSError):
        raise ValueError(f"no time zone {value!r}{nearest(value, available_timezones())}") from None


_READERS: Mapping[Any, Callable[[str], Any]] = {timedelta: _duration, time: _time, ZoneInfo: _zone}


def open_source(path: Path, checks: Checks) -> Table:
    """Parse a file into its outermost table. Raises ConfigError where there is no file, no UTF-8 or no TOML in it."""
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise ConfigError(str(path), [Fault(1, "", f"cannot read it: {error.strerror}")]) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError(str(path), [Fault(line, "", "not UTF-8: save the file as UTF-8")]) from None
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(str(path), [_syntax_fault(str(error), text)]) from None
    return Table(Source(path, find_lines(text), checks), values)


def _syntax_fault(message: str, text: str) -> Fault:
    # Python before 3.14 tells the line in its message only.
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
    what = message[: place.start()] if place else message
    line = int(place[1]) if place and place[1] else text.count("\n") + 1
    return Fault(line, "", f"not TOML: {what[:1].lower()}{what[1:]}")
