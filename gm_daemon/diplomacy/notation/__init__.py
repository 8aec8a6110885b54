"""diplomacy: the order language: a line as a person wrote it -> orders, readings, complaints."""

from __future__ import annotations

from gm_daemon.diplomacy.notation.reader import read_line
from gm_daemon.diplomacy.notation.reading import Complaint, Context, Reading, Reason

__all__ = ["Complaint", "Context", "Reading", "Reason", "read_line"]
