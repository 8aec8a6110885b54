"""benchmark: one order mail from stored bytes to the queued receipt, with the real database on this disk.

Run `python tests/benchmarks/bench_intake.py`. Prints milliseconds a mail, and where they go: reading the bytes,
understanding the orders, deciding, composing the answer, and the transaction that writes it all.
"""

from __future__ import annotations

import asyncio
import cProfile
import pstats
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from gm_daemon.cli.new import opening_of
from gm_daemon.config import load
from gm_daemon.running import open_house
from gm_daemon.store import letters, outbox
from gm_daemon.store.letters import Arrival

MAILS = 500
ORDERS = {
    "austria": "A Vie - Gal, A Bud - Ser and F Tri - Alb.",
    "england": "F Edi - Norwegian Sea\nF Lon - North Sea\nA Lvp - Yor",
    "france": "Fleet Brest to the English Channel\nArmy Paris to Burgandy\nArmy Marseilles supports Paris to Burgundy",
    "germany": "1. A Mun - Ruh\n2. A Ber - Kie\n3. F Kie - Den",
    "italy": "a ven h; a rom - apu; f nap - ion",
    "russia": "A War - Ukr\nA Mos - Stp\nF Sev - Black Sea\nF Stp(sc) - Gulf of Bothnia",
    "turkey": "A Con - Bul\nA Smy - Con\nF Ank - Bla",
}


def config(folder: Path) -> Path:
    people = "".join(f'[people.{name}]\naddress = "{name}@example.org"\n' for name in ORDERS)
    seats = "".join(f'powers.{name.capitalize()} = "{name}"\n' for name in ORDERS)
    file = folder / "config.toml"
    file.write_text(
        '[director]\naddress = "director@example.org"\n'
        '[mail]\naddress = "gm@play.example.org"\nauthserv_ids = ["mx.play.example.org"]\n'
        '[mail.imap]\nhost = "localhost"\ntls = "none"\nuser = "gm"\npassword = "x"\n'
        '[mail.smtp]\nhost = "localhost"\ntls = "none"\n'
        f"{people}[games.G1]\n{seats}",
        "utf-8",
    )
    return file


def mail(number: int) -> bytes:
    name = list(ORDERS)[number % len(ORDERS)]
    return (
        "Authentication-Results: mx.play.example.org; dmarc=pass header.from=example.org\r\n"
        f"From: {name.capitalize()} <{name}@example.org>\r\nTo: gm@play.example.org\r\n"
        f"Message-ID: <{number}@example.org>\r\nSubject: Re: [G1] Spring 1901\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n\r\n"
        f"{ORDERS[name]}\n\nRegards,\n{name.capitalize()}\n\n"
        "On Monday the game master wrote <gm@play.example.org>:\n> Orders for Spring 1901 are due.\n"
    ).encode()


async def bench(folder: Path) -> None:
    settings = load(config(folder))
    async with open_house(settings) as house:
        await house.daemon.begin(opening_of(settings.games["G1"], settings))
        now = datetime.now(UTC)
        arrivals = [Arrival("INBOX", 1, number, now, mail(number), truncated=False) for number in range(MAILS)]
        started = time.perf_counter()
        for at in range(0, MAILS, 100):
            async with house.store.transaction() as session:
                await letters.keep(session, arrivals[at : at + 100])
        kept = time.perf_counter() - started
        profile = cProfile.Profile()
        if "--profile" in sys.argv:
            profile.enable()
        times = []
        async with house.store.transaction() as session:
            unread = await letters.unread(session, MAILS)
        for letter in unread:
            started = time.perf_counter()
            await house.daemon.receive(letter)
            times.append((time.perf_counter() - started) * 1000)
        async with house.store.transaction() as session:
            queued, _ = await outbox.waiting(session)
        assert queued == MAILS + len(ORDERS), queued
    print(f"{MAILS} order mails of 3 or 4 orders:")
    print(f"  stored as they came      {kept / MAILS * 1000:6.2f} ms a mail, 100 in a transaction")
    middle, slow = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(f"  from bytes to receipt    {middle:6.2f} ms a mail in the middle, {slow:.2f} at 95 %, a transaction each")
    if "--profile" in sys.argv:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(45)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(bench(Path(folder)))
