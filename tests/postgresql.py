"""tests: a PostgreSQL cluster of our own, in a temporary folder and on a free port, for as long as the tests run."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path

USER = "gm"
# Databases with ICU's collation came with this one.
_OLDEST = 15
_INITDB = ("--username", USER, "--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync", "--no-instructions")
_QUICK = {"fsync": "off", "full_page_writes": "off", "max_connections": "50"}
_NUMBERS = count(1)


def missing() -> str:
    """Return what has to be installed before a cluster can run here, or an empty string."""
    if find_spec("asyncpg") is None:
        return "asyncpg is not installed: pip install 'gm-daemon[postgresql]'"
    if _binaries() is None:
        return f"PostgreSQL {_OLDEST} or newer is not installed: apt-get install postgresql"
    return ""


class Cluster:
    """A running cluster. `stop` and `start` may be called in between, for those who test its absence."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = _free_port()

    def url(self, database: str = "postgres", user: str = USER) -> str:
        """Return where a database is found."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def make(self) -> None:
        """Make the cluster's files."""
        _run("initdb", *_INITDB, "--pgdata", str(self._folder / "data"))

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", **_QUICK}
        words = " ".join(f"-c {name}={value or repr('')}" for name, value in options.items())
        log = str(self._folder / "log")
        _run("pg_ctl", "start", "--wait", "--pgdata", str(self._folder / "data"), "--log", log, "--options", words)

    def stop(self) -> None:
        """End the server at once, as a crash would."""
        _run("pg_ctl", "stop", "--wait", "--mode", "immediate", "--pgdata", str(self._folder / "data"))

    def sql(self, *statements: str) -> None:
        """Run statements in the first database."""
        for statement in statements:
            _run("psql", "--quiet", "--dbname", self.url(), "--command", statement)

    def ask_password_of(self, user: str) -> None:
        """From the next connection on, let a user in by password only; everybody else needs none."""
        rules = self._folder / "data" / "pg_hba.conf"
        rules.write_text(f"host all {user} 127.0.0.1/32 scram-sha-256\n{rules.read_text('utf-8')}", "utf-8")
        self.sql("SELECT pg_reload_conf()")


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Make a cluster, run it, and remove it."""
    # The server's user must reach the folder, which pytest's own folders deny.
    folder = Path(tempfile.mkdtemp(prefix="gm-daemon-postgresql-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        cluster = Cluster(folder)
        cluster.make()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder)


@asynccontextmanager
async def fresh_database(cluster: Cluster, *, drop: bool = True) -> AsyncIterator[str]:
    """Make an empty database and drop it afterwards, unless the cluster was away meanwhile.

    Its order of text is a language's, not that of the bytes, because a real one's is.
    """
    asyncpg = import_module("asyncpg")
    name = f"test_{next(_NUMBERS)}"
    administrator = await asyncpg.connect(cluster.url())
    try:
        await administrator.execute(
            f"CREATE DATABASE {name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en' STRATEGY file_copy"
        )
        yield cluster.url(name)
        if drop:
            await administrator.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await administrator.close()


def _binaries() -> Path | None:
    """Return the folder of the newest PostgreSQL, where Debian or the path has one."""
    versions = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if path.parent.name.isdigit()]
    newest = max(versions, key=lambda path: int(path.parent.name), default=None)
    return newest if newest is not None and int(newest.parent.name) >= _OLDEST else None


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs; it refuses to work for root."""
    binaries = _binaries()
    assert binaries is not None
    command = [str(binaries / program), *arguments]
    if os.geteuid() == 0:
        command = ["runuser", "-u", "postgres", "--", *command]
    # The server keeps what it is given as output, so a pipe would never end.
    subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, timeout=60)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port
