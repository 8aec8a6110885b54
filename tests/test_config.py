"""tests: the config file becomes settings, or a list of all its faults."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from datetime import time, timedelta
from pathlib import Path
from typing import Any, get_type_hints
from zoneinfo import ZoneInfo

import pytest

from gm_daemon.config import ConfigError, DatabaseSettings, MailSettings, Settings, load
from gm_daemon.config_lines import find_lines
from gm_daemon.formats.dwc.rules import Anchor, Rules
from gm_daemon.mail.sender import Mode
from gm_daemon.mail.settings import Tls
from tests.cases import case

EXAMPLE = Path(__file__).parent.parent / "config.example.toml"

# The least that a file must say.
MINIMAL = """\
[director]
address = "td@example.org"

[mail]
address = "gm@example.org"
[mail.imap]
host = "imap.example.org"
user = "gm"
password = "hunter2"
[mail.smtp]
host = "smtp.example.org"

[people]
ann.address = "ann@example.org"
bob.address = "bob@example.org"
cid.address = "cid@example.org"
"""
BEFORE = MINIMAL.count("\n")


def written(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text, "utf-8")
    return path


def faults(folder: Path, text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(ConfigError) as caught:
        load(written(folder, text))
    return [(fault.line, fault.key, fault.text) for fault in caught.value.faults]


@pytest.fixture
def minimal(tmp_path: Path) -> Settings:
    return load(written(tmp_path, MINIMAL))


def test_example_loads() -> None:
    """The example is a complete config: two games, seven people."""
    settings = load(EXAMPLE)

    assert sorted(settings.games) == ["R1G01", "R1G02"]
    assert len(settings.people) == len(settings.games["R1G02"].players) == 7


def test_example_shows_the_defaults() -> None:
    """What the example says of the rules is what holds when nothing is said."""
    assert load(EXAMPLE).games["R1G02"].rules == Rules()


def keys_of(kind: type[Any], path: tuple[str, ...]) -> list[tuple[str, ...]]:
    hints = get_type_hints(kind)
    found = []
    for item in fields(kind):
        key = (*path, item.name.removesuffix("_seconds"))
        found += keys_of(hints[item.name], key) if is_dataclass(hints[item.name]) else [key]
    return found


ALL_KEYS = [*keys_of(MailSettings, ("mail",)), *keys_of(DatabaseSettings, ("database",)), *keys_of(Rules, ())]


@pytest.mark.parametrize("key", ALL_KEYS, ids=".".join)
def test_example_shows_every_setting(key: tuple[str, ...]) -> None:
    """Each setting stands in the example; the few that would exclude others are named in a comment."""
    text = EXAMPLE.read_text("utf-8")
    named_in_comment = re.search(rf"^# .*\b{key[-1]}\b", text, re.MULTILINE)

    assert key in find_lines(text) or named_in_comment


def test_minimal_file_gets_defaults(minimal: Settings, tmp_path: Path) -> None:
    """Only addresses, hosts and the mailbox's secret must be given."""
    assert minimal.mail.authentication is Mode.STRICT
    assert (minimal.mail.imap.port, minimal.mail.smtp.port) == (993, 465)
    assert minimal.database == f"sqlite:///{tmp_path}/gm_daemon.db"
    assert minimal.people["ann"].zone == ZoneInfo("UTC")
    assert minimal.games == {}


def test_relative_path_starts_at_the_config_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the daemon is started does not matter."""
    written(tmp_path, f'{MINIMAL}\n[games.G]\npowers.Italy = "ann"\nposition = "p.json"\n')
    monkeypatch.chdir(tmp_path.parent)

    settings = load(Path(tmp_path.name, "config.toml"))

    assert settings.database == f"sqlite:///{tmp_path}/gm_daemon.db"
    assert settings.games["G"].position == Path(tmp_path.name, "p.json")


@pytest.mark.parametrize(
    ("line", "path", "value"),
    [
        case("C.3", "days and hours", 'move = "1d12h"', "deadline.move", timedelta(hours=36)),
        case("C.3", "minutes", 'move = "90m"', "deadline.move", timedelta(minutes=90)),
        case("C.3", "seconds", 'move = "20s"', "deadline.move", timedelta(seconds=20)),
        case("C.3", "no lower limit", 'move = "1s"', "deadline.move", timedelta(seconds=1)),
        case("C.3", "time of day", 'hour = "06:30"', "deadline.hour", time(6, 30)),
        case("C.3", "zone", 'tz = "Asia/Tokyo"', "deadline.tz", ZoneInfo("Asia/Tokyo")),
        case("C.3", "choice", 'anchor = "exact"', "deadline.anchor", Anchor.EXACT),
        case("C.3", "week", 'days = "MTWTF--"', "deadline.days", "MTWTF--"),
    ],
)
def test_rule_is_read(tmp_path: Path, line: str, path: str, value: object) -> None:
    """A setting of the rules has the type of its field."""
    settings = load(written(tmp_path, f'{MINIMAL}\n[deadline]\n{line}\n[games.G]\npowers.Italy = "ann"'))

    section, key = path.split(".")

    assert getattr(getattr(settings.games["G"].rules, section), key) == value


def test_game_overrides_the_rules_of_all_games(tmp_path: Path) -> None:
    """What a game does not say comes from the section of all games, then from the default."""
    text = f"""{MINIMAL}
[deadline]
move = "3d"
retreat = "2d"
[games.Fast]
powers.Italy = "ann"
deadline.move = "20s"
[games.Slow]
powers.Italy = "ann"
"""
    games = load(written(tmp_path, text)).games

    assert games["Fast"].rules.deadline.move == timedelta(seconds=20)
    assert games["Fast"].rules.deadline.retreat == games["Slow"].rules.deadline.retreat == timedelta(days=2)
    assert games["Slow"].rules.deadline.move == timedelta(days=3)
    assert games["Slow"].rules.deadline.s1901 == timedelta(days=7)


def test_power_left_out_has_no_seat(tmp_path: Path) -> None:
    """Only the powers that are named have a player."""
    text = f'{MINIMAL}\n[games.G]\npowers = {{ Turkey = "bob", Austria = "ann" }}\n'

    game = load(written(tmp_path, text)).games["G"]

    assert list((game.seats or {}).items()) == [("Austria", "ann"), ("Turkey", "bob")]


def test_addresses_are_lower_case(tmp_path: Path) -> None:
    """An address is compared without regard to capitals."""
    settings = load(written(tmp_path, f'{MINIMAL}\ndee.addresses = ["Dee@Example.ORG", "d@example.org"]'))

    assert settings.people["dee"].addresses == ("dee@example.org", "d@example.org")


@pytest.mark.parametrize(
    ("server", "tls", "port"),
    [
        ("imap", Tls.IMPLICIT, 993),
        ("imap", Tls.NONE, 143),
        ("smtp", Tls.IMPLICIT, 465),
        ("smtp", Tls.STARTTLS, 587),
        ("smtp", Tls.NONE, 587),
    ],
)
def test_port_goes_with_tls(tmp_path: Path, server: str, tls: Tls, port: int) -> None:
    """Without a port, the usual one of that kind of connection is taken."""
    text = re.sub(rf'(\[mail.{server}\]\nhost = ").*"', rf'\g<1>127.0.0.1"\ntls = "{tls.value}"', MINIMAL)

    settings = load(written(tmp_path, text))

    assert getattr(settings.mail, server).port == port


def test_given_port_stays(tmp_path: Path) -> None:
    """A port that is given is taken, whatever the TLS."""
    text = MINIMAL.replace('host = "imap.example.org"', 'host = "::1"\ntls = "none"\nport = 993')

    assert load(written(tmp_path, text)).mail.imap.port == 993


def test_secrets_come_from_environment_and_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file need not hold a secret itself."""
    monkeypatch.setenv("GM_TEST_PASSWORD", "from the environment")
    (tmp_path / "smtp.password").write_text("from a file\n")
    text = MINIMAL.replace('password = "hunter2"', 'password_env = "GM_TEST_PASSWORD"').replace(
        'host = "smtp.example.org"', 'host = "smtp.example.org"\nuser = "gm"\npassword_file = "smtp.password"'
    )

    mail = load(written(tmp_path, text)).mail

    assert (mail.imap.password, mail.smtp.password) == ("from the environment", "from a file")


async def test_token_file_is_read_at_each_login(tmp_path: Path) -> None:
    """Another program may renew the token without a reload; while the file is away, the login fails for a while."""
    token = tmp_path / "token"
    token.write_text("old")
    mail = load(written(tmp_path, MINIMAL.replace('password = "hunter2"', 'token_file = "token"'))).mail
    assert mail.imap.token is not None
    assert await mail.imap.token() == "old"

    token.write_text("new")
    renewed = await mail.imap.token()
    token.unlink()

    assert renewed == "new"
    with pytest.raises(OSError, match="cannot read"):
        await mail.imap.token()


def test_secrets_are_never_shown(tmp_path: Path) -> None:
    """Neither the settings' repr nor a fault tells a password."""
    text = f'{MINIMAL}\n[database]\nurl = "postgresql://gm:sesame@localhost/gm"\n'
    shown = repr(load(written(tmp_path, text)))
    text = text.replace('"hunter2"', '["hunter2"]').replace("postgresql:", "mysql:")

    refused = repr(faults(tmp_path, text))

    assert not re.search("hunter2|sesame", shown + refused)


@pytest.mark.parametrize(
    ("line", "text", "key", "words"),
    [
        (
            2,
            '[deadline]\nmove = "5 dais"',
            "deadline.move",
            'no duration \'5 dais\': write it like "7d", "36h", "20m" or',
        ),
        (2, '[deadline]\nmove = "0s"', "deadline.move", "no time at all"),
        (2, '[deadline]\nmove = "-1d"', "deadline.move", "no duration '-1d'"),
        (2, '[deadline]\nmove = ""', "deadline.move", "no duration"),
        (2, '[deadline]\nmove = "99999999999999d"', "deadline.move", "longer than 9999 days"),
        (2, "[deadline]\nmove = 5", "deadline.move", "wants text in quotes, not 5"),
        (2, '[deadline]\nhour = "8pm"', "deadline.hour", "no time of day '8pm': write it like \"20:00\""),
        (2, '[deadline]\nhour = "24:00"', "deadline.hour", "no time of day"),
        (
            2,
            '[deadline]\ntz = "Europe/Pariss"',
            "deadline.tz",
            "no time zone 'Europe/Pariss': did you mean 'Europe/Paris'?",
        ),
        (2, '[deadline]\ntz = "../UTC"', "deadline.tz", "no time zone"),
        (2, '[deadline]\nanchor = "day"', "deadline.anchor", 'no choice \'day\': write "hour" or "exact"'),
        (2, '[deadline]\ndays = "-------"', "deadline.days", "no week"),
        (2, '[deadline]\ndays = "MTWTF"', "deadline.days", "no week"),
        (2, '[deadline]\nmvoe = "5d"', "deadline.mvoe", "unknown setting: did you mean 'move'?"),
        (1, '[deadlines]\nmove = "5d"', "deadlines", "unknown setting: did you mean 'deadline'?"),
        (2, "[orders]\nmerge = 1", "orders.merge", "wants true or false"),
        (2, "[orders]\nqqq = 1", "orders.qqq", "unknown setting (known here: merge)"),
        (2, "[game]\nsolo = 0", "game.solo", "wants a number from 1 to 34, not 0"),
        (2, "[game]\nsolo = true", "game.solo", "wants a whole number, not True"),
        (2, "[game]\nlast_year = 12", "game.last_year", "wants a year from 1901 on"),
        (2, '[database]\nurl = "mysql://host/db"', "database.url", 'wants "sqlite:///file.db" or "postgresql://'),
        (2, '[database]\nurl = "sqlite:///:memory:"', "database.url", 'wants "sqlite:///file.db"'),
        (2, '[database]\nurl_env = "GM_UNSET_VARIABLE"', "database.url_env", "variable GM_UNSET_VARIABLE is not set"),
        (2, '[database]\nurl_file = "nowhere"', "database.url_file", "nowhere: No such file or directory"),
        (3, '[database]\nurl = "sqlite:///a"\nurl_env = "B"', "database.url_env", "say it once: either url or url_env"),
        (2, "\nann.name = 3", "people.ann.name", "wants text in quotes"),
        (1, 'dee.address = "dee"', "people.dee.address", "no mail address 'dee'"),
        (1, 'dee.address = "Dee <dee@example.org>"', "people.dee.address", "no mail address"),
        (1, "dee.addresses = []", "people.dee.addresses", "is empty: give at least one"),
        (1, "dee.address = ''", "people.dee.address", "no mail address ''"),
        (1, 'dee.addresses = "dee@example.org"', "people.dee.addresses", 'wants a list of texts: ["one", "two"]'),
        (1, 'dee.address = "Ann@Example.Org"', "people.dee.address", "'ann@example.org' already belongs to people.ann"),
        (1, 'dee.address = "td@example.org"', "people.dee.address", "already belongs to director"),
        (1, 'dee.address = "gm@example.org"', "people.dee.address", "already belongs to the daemon itself"),
        (1, '"d e".address = "dee@example.org"', "people.d e", "'d e' cannot be a name"),
        (1, 'director.address = "dee@example.org"', "people.director", "the name belongs to the [director]"),
        (1, "dee = 1", "people.dee", "wants a table of settings, not a value"),
        (1, "[games.G]", "games.G", "say who plays"),
        (2, "[games.G]\npowers = {}", "games.G.powers", "nobody plays"),
        (2, '[games.G]\npowers.Itly = "ann"', "games.G.powers.Itly", "no power of that name: did you mean 'Italy'?"),
        (2, '[games.G]\npowers.Italy = "anna"', "games.G.powers.Italy", "no [people.anna]: did you mean 'ann'?"),
        (2, '[games.G]\npowers = { Italy = "ann", France = "ann" }', "games.G.powers.France", "'ann' plays already"),
        (3, '[games.G]\npowers.Italy = "ann"\nplayers = []', "games.G.players", "there is nothing to draw"),
        (3, '[games.G]\npowers.Italy = "ann"\nseed = "x"', "games.G.seed", "there is nothing to draw"),
        (2, '[games.G]\nplayers = ["ann", "bob"]', "games.G.players", "wants 7 players, not 2"),
        (1, '[games."a game"]\npowers.Italy = "ann"', "games.a game", "cannot be a name"),
        (3, '[games.G]\npowers.Italy = "ann"\n[games.g]\npowers.Italy = "ann"', "games.g", "too like the game 'G'"),
        (3, '[games.G]\npowers.Italy = "ann"\norders.merge = 0', "games.G.orders.merge", "wants true or false"),
        (3, '[games.G]\npowers.Italy = "ann"\nmanager = "bob"', "games.G.manager", "unknown setting"),
    ],
)
def test_fault_names_key_and_line(tmp_path: Path, line: int, text: str, key: str, words: str) -> None:
    """A fault stands at the line of its key (here: of the added text) and says what to write."""
    found = faults(tmp_path, MINIMAL + text)

    assert [(fault[0] - BEFORE, fault[1]) for fault in found] == [(line, key)]
    assert words in found[0][2]


@pytest.mark.parametrize(
    ("line", "said", "instead", "fault"),
    [
        (1, 'address = "td@example.org"', "", "director.address: is missing: give address or addresses"),
        (4, 'address = "gm@example.org"', "", "mail.address: is missing"),
        (5, 'address = "gm@example.org"', 'address = "gm"', "mail.address: no mail address 'gm'"),
        (6, 'host = "imap.example.org"', "", "mail.imap.host: is missing"),
        (7, 'host = "imap.example.org"', 'host = ""', "mail.imap.host: is empty"),
        (6, 'password = "hunter2"', "", "mail.imap.password: is missing: give password, password_env"),
        (9, 'password = "hunter2"', 'password = ""', "mail.imap.password: wants text in quotes"),
        (10, 'password = "hunter2"', 'password = "a"\ntoken = "b"', "mail.imap.token: either password or token"),
        (9, 'user = "gm"', 'user = "gm"\ntls = "none"', "mail.imap.tls: only for a server on this machine"),
        (9, 'user = "gm"', 'user = "gm"\ntls = "starttls"', 'mail.imap.tls: write "implicit", with port = 993'),
        (9, 'user = "gm"', 'user = "gm"\nport = 0', "mail.imap.port: wants a number from 1 to 65535, not 0"),
        (9, 'user = "gm"', 'user = "gm"\npoll = 60', "mail.imap.poll: wants text in quotes, not 60"),
        (9, 'user = "gm"', 'user = "gm"\nca_file = "ca.pem"', "mail.imap.ca_file: there is no file"),
        (10, '"smtp.example.org"', '"smtp.example.org"\nuser = "gm"', "mail.smtp.password: is missing"),
        (12, '"smtp.example.org"', '"10.0.0.1"\ntls = "none"', "mail.smtp.tls: only for a server on this machine"),
    ],
)
def test_fault_of_mail(tmp_path: Path, line: int, said: str, instead: str, fault: str) -> None:
    """What is missing is reported at its table, what is wrong at its own line."""
    found = faults(tmp_path, MINIMAL.replace(said, instead, 1))

    key, _, words = fault.partition(": ")

    assert [told[:2] for told in found] == [(line, key)]
    assert words in found[0][2]


def test_all_faults_come_at_once(tmp_path: Path) -> None:
    """One run shows everything that is wrong, in order of lines, each line whole."""
    path = written(tmp_path, '[director]\nadress = "x"\n[mail]\n[orders]\nmerge = 0\n[games.G]\nplayers = ["ann"]\n')

    with pytest.raises(ConfigError) as caught:
        load(path)

    assert str(caught.value).splitlines() == [
        f"{path}:1: director.address: is missing: give address or addresses",
        f"{path}:2: director.adress: unknown setting: did you mean 'address'?",
        f"{path}:3: mail.address: is missing",
        f"{path}:3: mail.imap.host: is missing",
        f"{path}:3: mail.imap.password: is missing: give password, password_env or password_file, or one of token",
        f"{path}:3: mail.imap.user: is missing",
        f"{path}:3: mail.smtp.host: is missing",
        f"{path}:5: orders.merge: wants true or false",
        f"{path}:7: games.G.players: there is no [people.ann]",
        f"{path}:7: games.G.players: wants 7 players, not 1",
    ]


def test_fault_of_all_games_is_told_once(tmp_path: Path) -> None:
    """A game that inherits a faulty rule does not repeat the fault."""
    found = faults(tmp_path, f'{MINIMAL}\n[game]\nsolo = 99\n[games.G]\npowers.Italy = "ann"\n')

    assert [fault[1] for fault in found] == ["game.solo"]


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (b"[mail\nx = 1", "1: not TOML: "),
        (b'a = 1\nb = "x', "2: not TOML: "),
        (b"a = 1\na = 2\n", "2: not TOML: "),
        (b"a = 1\nb =", "2: not TOML: "),
        (b"a = 1\nb = '\xe9'\n", "2: not UTF-8: "),
    ],
)
def test_broken_file_is_one_fault(tmp_path: Path, raw: bytes, fault: str) -> None:
    """Where the file is no TOML, nothing more can be said than where."""
    path = tmp_path / "config.toml"
    path.write_bytes(raw)

    with pytest.raises(ConfigError) as caught:
        load(path)

    assert str(caught.value).startswith(f"{path}:{fault}")


def test_missing_file_is_one_fault(tmp_path: Path) -> None:
    """There may be no file at all."""
    with pytest.raises(ConfigError, match="cannot read it: No such file or directory"):
        load(tmp_path / "config.toml")


def test_windows_file_is_read(tmp_path: Path) -> None:
    """A byte order mark and CRLF are no faults, and do not shift the lines."""
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xef\xbb\xbf" + f"{MINIMAL}\n[orders]\nmerge = 0".replace("\n", "\r\n").encode())

    with pytest.raises(ConfigError) as caught:
        load(path)

    assert [fault.line for fault in caught.value.faults] == [BEFORE + 3]


LINES = """\
a = 1 # b = 2
"b.c" = \"\"\"x = 1
[y]\"\"\" # z
d.'e f' = { g = 1.5, h = [1,
  2, "]"] }
[t]
k = 2023-03-01 20:00:00
[[list]]
x = 1
[[list]]
x = [ # a comment
  { y = "\\" }" },
]
[list.below]
z = '''[u]'''
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("a",), 1),
        (("b",), None),
        (("b.c",), 2),
        (("y",), None),
        (("d", "e f", "g"), 4),
        (("d", "e f", "h", 0), 4),
        (("d", "e f", "h", 1), 5),
        (("d", "e f", "h", 2), 5),
        (("t",), 6),
        (("t", "k"), 7),
        (("list", 0, "x"), 9),
        (("list", 1), 10),
        (("list", 1, "x", 0, "y"), 12),
        (("list", 1, "below", "z"), 15),
        (("u",), None),
    ],
    ids=str,
)
def test_line_of_a_key(path: tuple[str | int, ...], line: int | None) -> None:
    """Keys are found wherever TOML lets them stand, and not in strings or comments."""
    assert find_lines(LINES).get(path) == line
