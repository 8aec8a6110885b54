"""tests: Postfix and Dovecot of our own, below one folder and on free ports, for as long as the tests run."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import socket
import subprocess
from pathlib import Path

from gm_daemon.mail.settings import ImapSettings, SmtpSettings, Tls

GM = "gm@play.example.org"
# A player for each power, so that nobody's mailbox serves two.
PLAYERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey", "alice", "director")

_SCRIPT = Path(__file__).parent / "real-mail-servers.sh"
_PORTS = ("IMAP", "IMAPS", "LMTP", "SMTP", "SUBMISSION", "SMTPS")


def missing() -> str:
    """Return what has to be there before the servers can run, or an empty string."""
    if absent := [name for name in ("postfix", "dovecot") if shutil.which(name) is None]:
        return f"{' and '.join(absent)} not installed: tests/servers/real-mail-servers.sh install"
    return "" if os.geteuid() == 0 else "Postfix and Dovecot start as root only"


class MailServers:
    """The pair, with a mailbox for the game master and each of the players; a password is the name with `-pass`."""

    def __init__(self) -> None:
        # User postfix must reach the folder, which pytest's own folders deny.
        self._folder = Path(f"/tmp/gm-daemon-real-servers-{os.getpid()}")
        users = " ".join(f"{name}:{name}-pass" for name in ("gm", *PLAYERS))
        extra = _SCRIPT.with_name("dovecot-extra.conf")
        self._environment = {"RMS_DIR": str(self._folder), "RMS_USERS": users, "RMS_EXTRA_DOVECOT": str(extra)}
        self._environment |= _free_ports()
        self._settings: dict[str, str] = {}

    def start(self) -> None:
        """Start what does not run, and wait until it answers."""
        lines = (line.partition("=") for line in self._run("start").splitlines())
        self._settings = {name: " ".join(shlex.split(value)) for name, _, value in lines}

    def remove(self) -> None:
        """Stop both and remove their folder."""
        self._run("reset")

    def kill_dovecot(self) -> None:
        """End Dovecot's processes at once, as a power failure would."""
        file = self._folder / "dovecot/run/master.pid"
        master = int(file.read_text("ascii"))
        children = Path(f"/proc/{master}/task/{master}/children").read_text("ascii").split()
        for process in (master, *map(int, children)):
            os.kill(process, signal.SIGKILL)
        # Where nobody reaps the dead, they would be taken for alive.
        file.unlink()

    def flush(self) -> None:
        """Let Postfix try at once what Dovecot could not take."""
        command = ["postqueue", "-c", str(self._folder / "postfix/etc"), "-f"]
        subprocess.run(command, check=True, capture_output=True, timeout=30)

    def doveadm(self, *arguments: str, mail: bytes = b"") -> None:
        """Let the administrator of Dovecot do something."""
        command = ["doveadm", "-c", str(self._folder / "dovecot/dovecot.conf"), *arguments]
        subprocess.run(command, input=mail, check=True, capture_output=True, timeout=30)

    def fill(self, user: str, count: int) -> None:
        """Lay small mails into a user's inbox, as a delivery into the Maildir does."""
        new = self._folder / "mail" / user / "Maildir" / "new"
        owner = self._folder / "mail" / user
        for number in range(count):
            file = new / f"{1_800_000_000 + number}.M{number}.test"
            file.write_bytes(b"From: alice@players.example.org\r\n\r\nA Par - Bur %d\r\n" % number)
            os.chown(file, owner.stat().st_uid, owner.stat().st_gid)

    async def token(self) -> str:
        """Return an OAuth token of the game master."""
        return self._run("token", "gm").strip()

    @property
    def authserv_id(self) -> str:
        """Return under which name Postfix vouches for senders."""
        return self._settings["RMS_AUTHSERV_ID"]

    @property
    def ca_file(self) -> Path:
        """Return the certificate to trust."""
        return Path(self._settings["RMS_CA_FILE"])

    def port(self, name: str) -> int:
        """Return the port of IMAPS, SMTP (as the internet has it), SUBMISSION or SMTPS."""
        return int(self._settings[f"RMS_{name}_PORT"])

    def imap(self, user: str = "gm") -> ImapSettings:
        """Return how a user reads mail."""
        return ImapSettings(
            "localhost", user, self.port("IMAPS"), password=f"{user}-pass", ca_file=self.ca_file, timeout=10
        )

    def smtp(self, user: str = "gm", tls: Tls = Tls.STARTTLS) -> SmtpSettings:
        """Return how a user sends mail."""
        port = self.port("SUBMISSION" if tls is Tls.STARTTLS else "SMTPS")
        return SmtpSettings("localhost", port, tls, user, f"{user}-pass", timeout=10, ca_file=self.ca_file)

    def internet(self) -> SmtpSettings:
        """Return how a stranger's server hands mail over."""
        return SmtpSettings("127.0.0.1", self.port("SMTP"), Tls.NONE, timeout=10)

    def _run(self, *arguments: str) -> str:
        command = ["bash", str(_SCRIPT), *arguments]
        environment = os.environ | self._environment
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60).stdout


def _free_ports() -> dict[str, str]:
    """Return a free port for each listener, so that two runs do not meet."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in _PORTS]
    ports = {f"RMS_{name}_PORT": str(taken.getsockname()[1]) for name, taken in zip(_PORTS, sockets, strict=True)}
    for taken in sockets:
        taken.close()
    return ports
