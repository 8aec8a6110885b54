"""config: config.toml -> frozen settings; every fault at once, each with its key and line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from gm_daemon import config_checks as checks
from gm_daemon.config_reader import Checks, ConfigError, Fault, Table, nearest, open_source, read
from gm_daemon.core.person import Person
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.formats.dwc.rules import DeadlineRules, GameRules, Rules
from gm_daemon.mail.sender import Mode
from gm_daemon.mail.settings import ImapSettings, SmtpSettings, Tls

__all__ = ["ConfigError", "Fault", "GameSettings", "MailSettings", "Settings", "load"]

DIRECTOR = "director"

# Where a conversation begins that is not encrypted from its first byte.
PORTS = {ImapSettings: 143, SmtpSettings: 587}


@dataclass(frozen=True, slots=True)
class MailSettings:
    """The daemon's own mailbox: the address that people write to, and how it is read and sent from."""

    address: str
    imap: ImapSettings
    smtp: SmtpSettings
    name: str = "Game Master"
    authentication: Mode = Mode.STRICT
    authserv_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DatabaseSettings:
    """Where the daemon keeps what it knows. The address of a database server may hold its password."""

    url: str = field(default="sqlite:///gm_daemon.db", repr=False)


@dataclass(frozen=True, slots=True)
class GameSettings:
    """One game. Either `seats` says who plays which power, or `players` get theirs drawn, from `seed` if it is given.

    A power that `seats` leaves out is played by nobody. `position` is the file of a start position.
    """

    name: str
    seats: Mapping[str, str] | None
    players: tuple[str, ...]
    seed: str | None
    position: Path | None
    rules: Rules


@dataclass(frozen=True, slots=True)
class Settings:
    """All of a config file. `people` and `games` are by name; `database` is a URL with an absolute path in it."""

    path: Path
    database: str = field(repr=False)
    director: Person
    mail: MailSettings
    people: Mapping[str, Person]
    games: Mapping[str, GameSettings]


def load(path: Path) -> Settings:
    """Read a config file. Relative paths in it start at its folder. Raises ConfigError with all its faults."""
    root = open_source(path, CHECKS)
    database = read(DatabaseSettings, below := root.table("database"))
    below.close()
    mail = _mail(root.table("mail"))
    director = _person(root.table(DIRECTOR), DIRECTOR)
    people = {name: _person(table, name) for name, table in root.table("people").tables()}
    _refuse_shared_addresses(root, [director, *people.values()], mail)
    rules = read(Rules, root)
    games = {name: _game(table, name, rules, people) for name, table in root.table("games").tables()}
    _refuse_like_names(root, games)
    root.close()
    if root.source.faults:
        raise ConfigError(str(path), root.source.faults)
    return Settings(
        path=path,
        database=_absolute(database.url, path.parent),
        director=director,
        mail=mail,
        people=MappingProxyType(people),
        games=MappingProxyType(games),
    )


def _mail(table: Table) -> MailSettings:
    mail: MailSettings = read(MailSettings, table)
    imap = _check_server(table.table("imap"), mail.imap, login_needed=True)
    smtp = _check_server(table.table("smtp"), mail.smtp, login_needed=False)
    table.close()
    return mail if table.source.faults else replace(mail, imap=imap, smtp=smtp)


def _check_server(table: Table, server: Any, *, login_needed: bool) -> Any:
    """Note what is wrong with the settings of a server taken together; return them with the port that goes with TLS."""
    if server.tls is Tls.NONE and server.host and not checks.is_loopback(server.host):
        table.fault('"none" would send the password in the clear: only for a server on this machine', "tls")
    if server.password and server.token:
        table.fault("say it once: either password or token", "token")
    if not server.password and not server.token and (login_needed or server.user):
        ways = {f"{secret}{way}" for secret in ("password", "token") for way in ("", "_env", "_file")}
        # A secret that could not be read has its fault already.
        if not ways & table.values.keys():
            table.fault("is missing: give password, password_env or password_file, or one of token", "password")
    if "port" in table.values or server.tls is Tls.IMPLICIT or table.source.faults:
        return server
    return replace(server, port=PORTS[type(server)])


def _person(table: Table, name: str) -> Person:
    _check_name(table, name)
    if name == DIRECTOR and len(table.path) > 1:
        table.fault("the name belongs to the [director]: choose another")
    if table.values.keys().isdisjoint({"address", "addresses"}):
        table.fault("is missing: give address or addresses", "address")
    elif {"address", "addresses"} <= table.values.keys():
        table.fault("say it once: either address or addresses", "addresses")
    one = table.take("address", str, None)
    several = table.take("addresses", tuple[str, ...], ())
    if several == () and "addresses" in table.values:
        table.fault("is empty: give at least one", "addresses")
    key, addresses = ("address", (one,)) if one is not None else ("addresses", several or ())
    for complaint in filter(None, map(checks.address, addresses)):
        table.fault(complaint, key)
    person = Person(
        id=name,
        name=table.take("name", str, name.capitalize()),
        addresses=tuple(address.lower() for address in addresses),
        zone=table.take("zone", ZoneInfo, ZoneInfo("UTC")),
    )
    table.close()
    return person


def _refuse_shared_addresses(root: Table, people: list[Person], mail: MailSettings) -> None:
    owners = {mail.address.lower(): "the daemon itself ([mail] address)"} if mail.address else {}
    for person in people:
        path = (DIRECTOR,) if person.id == DIRECTOR else ("people", person.id)
        for address in person.addresses:
            if address in owners:
                key = "addresses" if len(person.addresses) > 1 else "address"
                root.fault(f"{address!r} already belongs to {owners[address]}", *path, key)
            owners[address] = ".".join(path)


def _game(table: Table, name: str, rules: Rules, people: Mapping[str, Person]) -> GameSettings:
    _check_name(table, name)
    seats = _seats(table.table("powers"), people) if "powers" in table.values else None
    players = table.take("players", tuple[str, ...], None)
    seed = table.take("seed", str, None)
    if seats is None and players is None:
        table.fault("say who plays: powers = { Austria = ... }, or players = [...] for a draw")
    elif seats is not None and (players is not None or seed is not None):
        table.fault("powers are given, so there is nothing to draw", "players" if players is not None else "seed")
    elif players is not None:
        _check_players(table, players, people)
    table.asked.add("powers")
    settings = GameSettings(
        name=name,
        seats=seats,
        players=players or (),
        seed=seed,
        position=table.take("position", Path, None),
        rules=read(Rules, table, rules),
    )
    table.close()
    return settings


def _seats(table: Table, people: Mapping[str, Person]) -> Mapping[str, str]:
    powers = standard_board().powers
    seats: dict[str, str] = {}
    for power in table.values:
        person = table.take(power, str)
        if power not in powers:
            table.fault(f"no power of that name{nearest(power, powers)}", power)
        elif person is not None:
            _check_player(table, person, people, seats.values(), power)
            seats[power] = person
    if not table.values:
        table.fault("nobody plays: give at least one power")
    return MappingProxyType(dict(sorted(seats.items())))


def _check_players(table: Table, players: tuple[str, ...], people: Mapping[str, Person]) -> None:
    wanted = len(standard_board().powers)
    if len(players) != wanted:
        table.fault(f"wants {wanted} players, not {len(players)}", "players")
    for index, person in enumerate(players):
        _check_player(table, person, people, players[:index], "players", index)


def _check_player(table: Table, person: str, people: Mapping[str, Person], seated: Any, *keys: str | int) -> None:
    if person not in people:
        table.fault(f"there is no [people.{person}]{nearest(person, people)}", *keys)
    elif person in seated:
        table.fault(f"{person!r} plays already", *keys)


def _check_name(table: Table, name: str) -> None:
    complaint = checks.name(name)
    if complaint:
        table.fault(complaint)


def _refuse_like_names(root: Table, games: Mapping[str, GameSettings]) -> None:
    spelled: dict[str, str] = {}
    for name in games:
        # Names stand in subjects and tokens, where a mail program may change their case.
        other = spelled.setdefault(name.casefold(), name)
        if other != name:
            root.fault(f"too like the game {other!r}: capitals alone do not tell them apart", "games", name)


def _absolute(url: str, folder: Path) -> str:
    file = url.removeprefix("sqlite:///")
    return url if file == url else f"sqlite:///{(folder / file).absolute()}"


CHECKS: Checks = {
    (DatabaseSettings, "url"): checks.database_url,
    (MailSettings, "address"): checks.address,
    (ImapSettings, "host"): checks.not_blank,
    (ImapSettings, "user"): checks.not_blank,
    (ImapSettings, "port"): checks.between(1, 65535),
    (ImapSettings, "tls"): lambda tls: checks.IMAP_STARTTLS if tls is Tls.STARTTLS else None,
    (ImapSettings, "max_bytes"): checks.between(1024, 1 << 30),
    (ImapSettings, "ca_file"): checks.file,
    (SmtpSettings, "host"): checks.not_blank,
    (SmtpSettings, "port"): checks.between(1, 65535),
    (SmtpSettings, "per_minute"): checks.between(1, 100_000),
    (SmtpSettings, "per_day"): checks.between(1, 10_000_000),
    (SmtpSettings, "ca_file"): checks.file,
    (DeadlineRules, "days"): checks.week,
    (GameRules, "last_year"): checks.last_year,
    (GameRules, "solo"): checks.between(1, len(standard_board().centres)),
}
