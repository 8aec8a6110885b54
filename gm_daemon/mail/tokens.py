"""mail: addresses that carry something in their plus part: a secret of the person, or the row of a bounce.

A reply address is `gm+<scope>.<seal>@host`: the scope in base32 and 80 bits of an HMAC over it, so that nothing
is stored for it and the letter case does not matter, which some mail programs change.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b32decode, b32encode
from collections.abc import Iterable

LONGEST_LOCAL_PART = 64  # octets, RFC 5321 §4.5.3.1.1
_SEAL_BYTES = 10
_REPLY = re.compile(r"\+([a-z2-7]+)\.([a-z2-7]{16})@", re.IGNORECASE)
_BOUNCE = re.compile(r"\+b\.(\d{1,18})@", re.IGNORECASE)


def reply_address(base: str, scope: str, secret: bytes) -> str:
    """Return the secret reply address for a scope, such as "G1:alice" (a game and a person, short).

    Raises ValueError when base and scope together exceed a local part's 64 octets: for `gm@host` a scope may
    have 27 bytes. Put what ends the token's life (a tenure's number, say) into the scope.
    """
    return _plus(base, f"{_base32(scope.encode())}.{_seal(scope, secret)}")


def scope_of(recipients: Iterable[str], secret: bytes) -> str | None:
    """Return the scope of the first recipient address with a valid token, or None."""
    for recipient in recipients:
        for packed, seal in _REPLY.findall(recipient):
            scope = _scope(packed)
            # The comparison takes the same time wherever the first difference stands.
            if scope is not None and hmac.compare_digest(_seal(scope, secret), seal.lower()):
                return scope
    return None


def bounce_address(base: str, row: int) -> str:
    """Return the envelope sender that brings a bounce back to its row in the outbox: `gm+b.118@host`."""
    return _plus(base, f"b.{row}")


def row_of(recipients: Iterable[str]) -> int | None:
    """Return the outbox row of the first recipient address that names one, or None.

    Anybody can write such an address: believe only what the delivery report and the row agree on.
    """
    for recipient in recipients:
        if found := _BOUNCE.search(recipient):
            return int(found[1])
    return None


def _plus(base: str, tag: str) -> str:
    local, at, domain = base.rpartition("@")
    if not at or len(f"{local}+{tag}".encode()) > LONGEST_LOCAL_PART:
        raise ValueError(f"{local}+{tag} does not fit into an address at {domain!r}")
    return f"{local}+{tag}@{domain}"


def _seal(scope: str, secret: bytes) -> str:
    # The label keeps these seals apart from whatever else the secret may one day sign.
    return _base32(hmac.digest(secret, b"reply\x00" + scope.encode(), hashlib.sha256)[:_SEAL_BYTES])


def _base32(data: bytes) -> str:
    return b32encode(data).decode("ascii").rstrip("=").lower()


def _scope(packed: str) -> str | None:
    try:
        scope = b32decode(packed.upper() + "=" * (-len(packed) % 8)).decode("utf-8")
    except ValueError:  # binascii.Error and UnicodeDecodeError are ValueErrors.
        return None
    # Several base32 texts stand for the same bytes; only ours counts.
    return scope if _base32(scope.encode()) == packed.lower() else None
