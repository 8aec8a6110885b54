"""tests: addresses with a secret or a row in their plus part."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_daemon.mail.tokens import LONGEST_LOCAL_PART, bounce_address, reply_address, row_of, scope_of

SECRET = b"a secret of the house"
BASE = "gm@play.example.org"
ADDRESS = reply_address(BASE, "G1:alice", SECRET)


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=6), st.binary(min_size=1))
def test_scope_comes_back_in_any_letter_case(scope: str, secret: bytes) -> None:
    """Some programs change the case of an address."""
    address = reply_address(BASE, scope, secret)

    assert scope_of([BASE, address.upper()], secret) == scope
    assert scope_of([address.lower()], secret) == scope
    assert len(address.partition("@")[0]) <= LONGEST_LOCAL_PART


@pytest.mark.parametrize("recipient", [
    BASE,
    "",
    ADDRESS.replace("+", "+a"),
    ADDRESS.replace(".", "", 1),
    reply_address(BASE, "G1:bob", SECRET).partition(".")[0] + "." + ADDRESS.partition(".")[2],
    reply_address(BASE, "G1:alice", b"another secret"),
    "gm+mq.aaaaaaaaaaaaaaaa@play.example.org",
])  # fmt: skip
def test_no_other_address_has_a_scope(recipient: str) -> None:
    """A seal fits its own scope and secret only."""
    assert scope_of([recipient], SECRET) is None


def test_one_address_for_one_scope() -> None:
    """The unused bits of base32 do not make a second spelling."""
    local, _, rest = ADDRESS.partition(".")
    variants = [f"{local[:-1]}{letter}.{rest}" for letter in "abcdefghijklmnopqrstuvwxyz234567"]

    assert [variant for variant in variants if scope_of([variant], SECRET)] == [ADDRESS]


def test_scope_that_does_not_fit() -> None:
    """An address longer than mail allows is refused at once."""
    assert len(reply_address("gm@host", "x" * 27, SECRET).partition("@")[0]) == LONGEST_LOCAL_PART
    with pytest.raises(ValueError, match="does not fit"):
        reply_address("gm@host", "x" * 28, SECRET)


@pytest.mark.parametrize(
    ("recipients", "row"),
    [
        ([bounce_address(BASE, 118)], 118),
        ([BASE, "GM+B.7@play.example.org"], 7),
        ([BASE, ADDRESS], None),
        (["gm+b.@play.example.org", "gm+b.x@play.example.org", f"gm+b.{'9' * 30}@play.example.org"], None),
    ],
)
def test_row_of_a_bounce(recipients: list[str], row: int | None) -> None:
    """The envelope sender leads a bounce to its row in the outbox."""
    assert row == row_of(recipients)
