"""mail: what can go wrong between us and the mail servers.

`MailError` is the root. Temporary ones are worth another attempt later; the others want a person to change
something, and their text says what.
"""

from __future__ import annotations


class MailError(Exception):
    """Something went wrong between us and a mail server; the text says what to do next."""


class ServerGone(MailError):
    """The server cannot be reached, hung up or fell silent. Temporary: connect again later."""


class LoginRefused(MailError):
    """The server does not accept our name and password or token."""


class Unsupported(MailError):
    """The settings ask for what this program or the server cannot do."""


class FolderRefused(MailError):
    """The server refuses to open, create or fill a folder."""


class SendingFailed(MailError):
    """The relay did not take a mail; `code` is its SMTP reply code, 0 when there was no reply."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(f"{code} {text}" if code else text)
        self.code = code
        self.text = text


class Temporary(SendingFailed):
    """Try this mail again later."""


class Permanent(SendingFailed):
    """Do not try this mail again; tell somebody."""
