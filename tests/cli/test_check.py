"""tests: `gm-daemon check` against servers on loopback."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from gm_daemon.cli import main
from gm_daemon.demo.servers import EmbeddedServers

WAITING = (
    b"Authentication-Results: mx.play.example.org; dmarc=pass header.from=example.org\r\n"
    b"From: ann@example.org\r\nTo: gm@play.example.org\r\nSubject: hello\r\n\r\nhello\r\n"
)
NO_JUNK = "no spam folder (name it as junk if there is one)"
BELIEVING = 'authentication = "strict", believing mx.play.example.org'


def written(folder: Path, servers: EmbeddedServers, **changes: str) -> Path:
    values = {
        "authserv_ids": f'["{servers.authserv_id}"]',
        "authentication": '"strict"',
        "password": f'"{servers.password}"',
        "imap_port": f"{servers.imap_port}",
        "smtp_port": f"{servers.smtp_port}",
        "url": '"sqlite:///games.db"',
    } | changes
    text = """\
director.address = "td@example.org"
database.url = {url}
[mail]
address = "gm@play.example.org"
authentication = {authentication}
authserv_ids = {authserv_ids}
[mail.imap]
host = "127.0.0.1"
port = {imap_port}
tls = "none"
user = "gm@play.example.org"
password = {password}
[mail.smtp]
host = "127.0.0.1"
port = {smtp_port}
tls = "none"
"""
    path = folder / "config.toml"
    path.write_text(text.format(**values))
    return path


async def check(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, str]]:
    """Run the command beside the servers; return its code, and what it prints by the first word of each line."""
    code = await asyncio.to_thread(main, ["check", "-c", str(path)])
    rows = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    return code, {name: " ".join(text.split()) for name, text in rows}


async def test_all_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each thing, and nothing made or moved."""
    database = tmp_path / "games.db"
    async with EmbeddedServers() as servers:
        code, said = await check(path := written(tmp_path, servers), capsys)

        assert code == 0
        assert said == {
            "config": f"ok {path}: 0 people, 0 games",
            "senders": f"ok {BELIEVING}; no mail is waiting to compare that with",
            "imap": f"ok 127.0.0.1:{servers.imap_port} as gm@play.example.org, {NO_JUNK}",
            "smtp": f"ok 127.0.0.1:{servers.smtp_port} as nobody, at most 30 mails a minute and 500 a day",
            "database": f"ok {database}: not there yet, the first game makes it",
        }
        assert not database.exists()


@pytest.mark.parametrize(
    ("changes", "failed", "words"),
    [
        ({"password": '"wrong"'}, "imap", "refuses user 'gm@play.example.org'"),
        ({"imap_port": "1"}, "imap", "IMAP server 127.0.0.1:1"),
        ({"smtp_port": "1"}, "smtp", "SMTP server 127.0.0.1:1"),
        ({"url": '"sqlite:///nowhere/games.db"'}, "database", "there is no folder"),
        ({"url": '"sqlite:///config.toml"'}, "database", "config.toml: the database cannot be used"),
    ],
)
async def test_failure_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, str], failed: str, words: str
) -> None:
    """What fails says so, the others are checked all the same."""
    async with EmbeddedServers() as servers:
        code, said = await check(written(tmp_path, servers, **changes), capsys)

    assert code == 1
    assert [name for name, text in said.items() if text.startswith("FAILED")] == [failed]
    assert words in said[failed]
    assert said.keys() >= {"config", "imap", "smtp", "database"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, f"ok {BELIEVING}, whose verdicts waiting mails carry"),
        ({"authserv_ids": '["mx.other.example"]'}, "waiting mails carry verdicts of mx.play.example.org"),
        ({"authserv_ids": "[]"}, "add that to authserv_ids"),
        ({"authentication": '"trust-from"'}, 'note authentication = "trust-from"'),
    ],
)
async def test_verdicts_of_waiting_mails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, str], words: str
) -> None:
    """The check tells whose verdicts the mail server offers."""
    async with EmbeddedServers() as servers:
        await servers.deliver(WAITING)
        code, said = await check(written(tmp_path, servers, **changes), capsys)

    assert code == 0
    assert words in said["senders"]


async def test_old_database_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Changes to come are named, and made at the next start only."""
    sqlite3.connect(tmp_path / "games.db").close()
    (tmp_path / "games.db").touch()
    async with EmbeddedServers() as servers:
        code, said = await check(written(tmp_path, servers), capsys)

    assert code == 0
    assert "the next start brings it up to date" in said["database"]


def test_faulty_config_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All faults on standard error, a line each, and 2."""
    path = tmp_path / "config.toml"
    path.write_text("[director]\n[mail]\n")

    code = main(["check", "-c", str(path)])
    out, err = capsys.readouterr()

    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 6
    assert err.startswith(f"gm-daemon: {path}:1: director.address: is missing")
