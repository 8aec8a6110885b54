"""cli: the daemon: read mail, keep the deadlines, answer, until SIGTERM; SIGHUP reads the config again."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from gm_daemon.cli import add_config_argument

if TYPE_CHECKING:
    from gm_daemon.config import Settings

# Libraries log what they do, secrets among it; ours say what matters.
_NOISY = ("aioimaplib", "aiosmtplib", "aiosqlite", "apscheduler", "alembic", "asyncio", "sqlalchemy")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_config_argument(parser)
    parser.add_argument("-v", "--verbose", action="store_true", help="log more")


def run(args: argparse.Namespace) -> int:
    """Run until SIGTERM or Ctrl-C. Raises InputError when the config file or the database cannot be used."""
    import asyncio
    import logging

    from gm_daemon.config import load

    level = logging.DEBUG if args.verbose else logging.INFO
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)-7s %(message)s")
    for name in _NOISY:
        logging.getLogger(name).setLevel(logging.ERROR)
    asyncio.run(_run(load(args.config)))
    return 0


async def _run(settings: Settings) -> None:
    import asyncio
    import logging
    import signal

    from gm_daemon.config import ConfigError, load
    from gm_daemon.running import serve

    log = logging.getLogger("gm_daemon")
    stop, reload = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    loop.add_signal_handler(signal.SIGHUP, reload.set)
    while not stop.is_set():
        await serve(settings, stop, reload)
        if reload.is_set():
            reload.clear()
            try:
                settings = load(settings.path)
                log.info("config read again")
            except ConfigError as error:
                log.error("the new config is not used, the old one stays:\n%s", error)
