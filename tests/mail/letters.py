"""tests: the odd letters of tests/letters, as bytes."""

from __future__ import annotations

from pathlib import Path

LETTERS = Path(__file__).parent.parent / "letters"


def letter_bytes(number: str, *, crlf: bool) -> bytes:
    """Return a letter by its number, with the line ends of a file or of IMAP."""
    (path,) = LETTERS.glob(f"{number}-*.eml")
    raw = path.read_bytes()
    return raw.replace(b"\n", b"\r\n") if crlf else raw
