"""gm_daemon: a game master that lives in a mailbox."""

from __future__ import annotations

__version__ = "0.1.0"
