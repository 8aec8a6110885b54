"""cli: the daemon: read mail, keep the deadlines, answer, until SIGTERM; SIGHUP reads the config again."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from gm_daemon.cli import add_config_argument

if TYPE_CHECKING:
    from gm_daemon.config import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the config file."""
    add_config_argument(parser)
    parser.add_argument("-v", "--verbose", action="store_true", help="log more")


def run(args: argparse.Namespace) -> int:
    """Run until SIGTERM or Ctrl-C. Exits with 2 when the config file or the database cannot be used."""
    import asyncio
    import logging

    from gm_daemon.config import load

    logging.basicConfig(
        level=logging.DEBUG if args.verbose else logging.INFO, format="%(asctime)s %(levelname)-7s %(message)s"
    )
    # Libraries log what they do, secrets among it; ours say what matters.
    for noisy in ("aioimaplib", "aiosmtplib", "aiosqlite", "apscheduler", "alembic", "sqlalchemy", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.ERROR)
    settings = load(args.config)
    asyncio.run(_run(settings))
    return 0


async def _run(settings: Settings) -> None:
    import asyncio
    import logging
    import signal

    from gm_daemon.config import ConfigError, load
    from gm_daemon.running import Running, open_house

    log = logging.getLogger("gm_daemon")
    loop = asyncio.get_running_loop()
    stop, reload = asyncio.Event(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    loop.add_signal_handler(signal.SIGHUP, reload.set)
    while not stop.is_set():
        async with open_house(settings) as house:
            running = Running(house)
            work = asyncio.create_task(running.run())
            while not work.done():
                told = [asyncio.create_task(event.wait()) for event in (stop, reload)]
                await asyncio.wait({work, *told}, return_when=asyncio.FIRST_COMPLETED)
                for task in told:
                    task.cancel()
                if reload.is_set() and not stop.is_set():
                    reload.clear()
                    try:
                        settings = load(settings.path)
                    except ConfigError as error:
                        log.error("the new config is not used, the old one stays:\n%s", error)
                        continue
                    log.info("config read again")
                running.stop()
                await work
