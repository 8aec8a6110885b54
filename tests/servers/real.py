"""tests: a real Postfix and a real Dovecot on loopback, started by the script beside this file."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gm_daemon.mail.settings import ImapSettings, SmtpSettings, Tls

SCRIPT = Path(__file__).with_name("real-mail-servers.sh")
# User postfix must reach the folder, which pytest's own folders deny.
FOLDER = f"/tmp/gm-daemon-real-servers-{os.getpid()}"
PORTS = ("IMAP", "IMAPS", "LMTP", "SMTP", "SUBMISSION", "SMTPS")


def missing() -> str:
    """Return what has to be installed before they can run here, or an empty string."""
    if absent := [name for name in ("postfix", "dovecot") if shutil.which(name) is None]:
        return f"{' and '.join(absent)} not installed: tests/servers/real-mail-servers.sh install"
    return "" if os.geteuid() == 0 else "Postfix and Dovecot start as root only"


def free_ports() -> dict[str, str]:
    """Return settings with a free port for each listener, so that two runs do not meet."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in PORTS]
    ports = {f"RMS_{name}_PORT": str(taken.getsockname()[1]) for name, taken in zip(PORTS, sockets, strict=True)}
    for taken in sockets:
        taken.close()
    return ports


ENVIRONMENT = {"RMS_DIR": FOLDER, **free_ports()}


def run(*arguments: str) -> str:
    """Run the script and return what it printed. Raises CalledProcessError when it fails."""
    environment = os.environ | ENVIRONMENT
    command = ["bash", str(SCRIPT), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60).stdout


@contextmanager
def running() -> Iterator[dict[str, str]]:
    """Run both servers and give their settings: ports, names and users by `RMS_...`."""
    lines = run("start").splitlines()
    try:
        yield {name: " ".join(shlex.split(value)) for name, _, value in (line.partition("=") for line in lines)}
    finally:
        run("reset")


def imap(real: dict[str, str], user: str = "gm") -> ImapSettings:
    """Return how a user reads mail, over TLS."""
    port, ca_file = int(real["RMS_IMAPS_PORT"]), Path(real["RMS_CA_FILE"])
    return ImapSettings("localhost", user, port, password=f"{user}-pass", ca_file=ca_file, timeout=10)


def smtp(real: dict[str, str], user: str = "gm", tls: Tls = Tls.STARTTLS) -> SmtpSettings:
    """Return how a user sends mail, over TLS."""
    port = real["RMS_SUBMISSION_PORT"] if tls is Tls.STARTTLS else real["RMS_SMTPS_PORT"]
    ca_file = Path(real["RMS_CA_FILE"])
    return SmtpSettings("localhost", int(port), tls, user, f"{user}-pass", timeout=10, ca_file=ca_file)
