"""demo: the folder that the demo leaves: the config, the log, the database, and every mail in the order of its time."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from gm_daemon.demo.people import Correspondent
from gm_daemon.demo.servers import HOST, EmbeddedServers
from gm_daemon.errors import InputError

GAME = "DEMO"
DIRECTOR = "director@play.example.org"
_MARK = "# Made by `gm-daemon demo`, which may delete this folder and make it anew."

_CONFIG = """\
{mark}
# The mail servers that it names lived as long as the demo; `status`, `journal` and `replay` work on.

[director]
name = "Dora Lindqvist"
address = "{director}"

[mail]
address = "{address}"
authserv_ids = ["{authserv_id}"]

[mail.imap]
host = "{host}"
port = {imap_port}
user = "{address}"
password = "{password}"
tls = "none"
poll = "2s"

[mail.smtp]
host = "{host}"
port = {smtp_port}
tls = "none"
per_minute = 100000
per_day = 100000

[database]
url = "sqlite:///{database}"

# Everybody is FINAL long before these are over, but for one retreat, whose orders come too late.
[deadline]
anchor = "exact"
s1901 = "60s"
move = "60s"
retreat = "6s"
winter = "60s"
{people}
[games.{game}]
{powers}
"""

_PERSON = """
[people.{id}]
name = "{name}"
address = "{address}"
zone = "{zone}"
"""


class Folder:
    """The demo's folder. Raises InputError when there is something in it that is not the demo's."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.config = path / "config.toml"
        self.log = path / "daemon.log"
        self.database = path / "game.db"
        self.mails = path / "mails"
        if path.exists() and not path.is_dir():
            raise InputError(f"{path}: this is no folder; give another one with --out")
        if path.is_dir() and any(path.iterdir()):
            if not self.config.is_file() or _MARK not in self.config.read_text("utf-8", "replace"):
                raise InputError(f"{path}: it holds something that is not the demo's; give another one with --out")
            shutil.rmtree(path)
        self.mails.mkdir(parents=True)

    def write_config(self, servers: EmbeddedServers, seats: Mapping[str, Correspondent]) -> None:
        """Write the config of a game in which these people play these powers."""
        people = sorted(seats.values(), key=lambda who: who.id)
        text = _CONFIG.format(
            mark=_MARK,
            director=DIRECTOR,
            address=servers.address,
            authserv_id=servers.authserv_id,
            host=HOST,
            imap_port=servers.imap_port,
            smtp_port=servers.smtp_port,
            password=servers.password,
            database=self.database.name,
            people="".join(
                _PERSON.format(id=who.id, name=who.name, address=who.address, zone=who.zone) for who in people
            ),
            game=GAME,
            powers="\n".join(f'powers.{power} = "{who.id}"' for power, who in seats.items()),
        )
        self.config.write_text(text, "utf-8")

    def keep_mail(self, number: int, phase: str, direction: str, kind: str, raw: bytes) -> None:
        """Write one mail under a name by which one can browse: `0042-F1901M-from-italy-mistyped.eml`."""
        name = "-".join(filter(None, (f"{number:04}", phase, direction, kind)))
        (self.mails / f"{name}.eml").write_bytes(raw)
