"""cli: `python -m gm_daemon` is `gm-daemon`, also where the script is not on the path."""

from __future__ import annotations

import sys

from gm_daemon.cli import main

sys.exit(main())
