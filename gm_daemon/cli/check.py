"""cli: `gm-daemon check` validates the config file and tries the mail servers and the database."""

from __future__ import annotations

import argparse
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from gm_daemon.cli import add_config_argument

if TYPE_CHECKING:
    from gm_daemon.config import Settings
    from gm_daemon.mail.mailbox import Mailbox


class Failed(Exception):
    """What was checked does not work; the text says what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what may stand on the command line."""
    add_config_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each thing checked; return 1 if any of them failed. Raises ConfigError for a faulty file."""
    import asyncio

    from gm_daemon.config import load

    settings = load(arguments.config)
    _say("config", "ok", f"{settings.path}: {len(settings.people)} people, {len(settings.games)} games")
    return asyncio.run(_check(settings))


async def _check(settings: Settings) -> int:
    code = 0
    for name, check in {"imap": _imap, "smtp": _smtp, "database": _database}.items():
        try:
            _say(name, "ok", await check(settings))
        except Failed as failure:
            _say(name, "FAILED", str(failure))
            code = 1
    return code


def _say(name: str, state: str, text: str) -> None:
    print(f"{name:<10}{state:<8}{' '.join(text.split())}", flush=True)


async def _imap(settings: Settings) -> str:
    from gm_daemon.mail.errors import MailError
    from gm_daemon.mail.mailbox import Mailbox

    imap = settings.mail.imap
    try:
        async with await Mailbox.open(imap) as mailbox:
            _say("senders", *await _senders(settings, mailbox))
            junk = f"spam folder {mailbox.junk}" if mailbox.junk else "no spam folder (name it as junk if there is one)"
            return f"{imap.host}:{imap.port} as {imap.user}, {junk}"
    # A file that holds no certificate is an OSError of the TLS library.
    except (MailError, OSError) as error:
        raise Failed(str(error)) from None


async def _senders(settings: Settings, mailbox: Mailbox) -> tuple[str, str]:
    """Return "ok" or "note", and what makes a mail count here, compared with what the waiting mails carry."""
    mail = settings.mail
    mode = f'authentication = "{mail.authentication.value}"'
    if mail.authentication.value != "strict":
        return "note", f"{mode}: what the mail server says of senders is not asked for"
    found = await _verdict_writers(mailbox)
    others = [name for name in found if not any(fnmatchcase(name, known.lower()) for known in mail.authserv_ids)]
    believed = f"{mode}, believing {' and '.join(mail.authserv_ids) or 'nobody'}"
    if len(others) < len(found):
        return "ok", f"{believed}, whose verdicts waiting mails carry"
    if others:
        # Whoever sends a mail can write such a field too, where our server leaves it in place.
        advice = "if your own mail server calls itself so, add that to authserv_ids"
        return "note", f"{believed}; waiting mails carry verdicts of {', '.join(others)}: {advice}"
    if not mail.authserv_ids:
        return "note", f"{believed}: each mail without a secret reply address is asked about; see authserv_ids"
    return "ok", f"{believed}; no mail is waiting to compare that with"


async def _verdict_writers(mailbox: Mailbox) -> list[str]:
    """Return who wrote the topmost verdicts of the first mails that wait, by name; changes nothing in the mailbox."""
    from gm_daemon.mail.authentication import MICROSOFT_365, read_results
    from gm_daemon.mail.reading import read_letter
    from gm_daemon.mail.structured import Malformed

    found = set()
    async for batch in mailbox.new_letters(mailbox.inbox):
        for mail in batch:
            for topmost in read_letter(mail.raw).authentication_results[:1]:
                try:
                    found.add(read_results(topmost)[0] or MICROSOFT_365)
                except Malformed:
                    continue
        break
    return sorted(found)


async def _smtp(settings: Settings) -> str:
    from gm_daemon.mail.errors import MailError
    from gm_daemon.mail.relay import Relay

    smtp = settings.mail.smtp
    try:
        await Relay(smtp).check()
    except (MailError, OSError) as error:
        raise Failed(str(error)) from None
    limits = f"at most {smtp.per_minute} mails a minute and {smtp.per_day} a day"
    return f"{smtp.host}:{smtp.port} as {smtp.user or 'nobody'}, {limits}"


async def _database(settings: Settings) -> str:
    from gm_daemon.store.engine import pending_migrations
    from gm_daemon.store.errors import StoreError

    where, is_new = _database_place(settings.database)
    if is_new:
        return f"{where}: not there yet, the first game makes it"
    try:
        pending = await pending_migrations(settings.database)
    except StoreError as error:
        raise Failed(f"{where}: {error}") from None
    if pending:
        return f"{where}: the next start brings it up to date ({', '.join(pending)})"
    return f"{where}: up to date"


def _database_place(url: str) -> tuple[str, bool]:
    """Name the database without user and password, and tell whether it is a file that still has to be made."""
    if not url.startswith("sqlite:///"):
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}", False
    file = Path(url.removeprefix("sqlite:///"))
    if not file.parent.is_dir():
        raise Failed(f"{file}: there is no folder {file.parent}: make it, or change [database] url")
    return str(file), not file.exists()
