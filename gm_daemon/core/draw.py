"""core: chance from a seed, the same on every machine and at any time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def stream(seed: str) -> Iterator[int]:
    """Yield 64-bit numbers without end: the first eight bytes of SHA-256 over `seed:counter`, counter from 0."""
    counter = 0
    while True:
        yield int.from_bytes(hashlib.sha256(f"{seed}:{counter}".encode()).digest()[:8], "big")
        counter += 1


def below(limit: int, numbers: Iterator[int]) -> int:
    """Return a uniform number from 0 to `limit` - 1; numbers that would favour the low ones are thrown away."""
    fair = 2**64 - 2**64 % limit
    return next(number for number in numbers if number < fair) % limit


def shuffled(items: Sequence[T], seed: str) -> tuple[T, ...]:
    """Return the items in an order drawn from the seed, every order equally likely (Fisher and Yates)."""
    numbers = stream(seed)
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        chosen = below(last + 1, numbers)
        result[last], result[chosen] = result[chosen], result[last]
    return tuple(result)
