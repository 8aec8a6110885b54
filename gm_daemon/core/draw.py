"""core: chance from a seed, the same on every machine and at any time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def stream(seed: str) -> Iterator[int]:
    """Yield 64-bit numbers without end, the same for the same seed.

    The key is SHA-256 of the seed in UTF-8. Block n is SHA-256 of the key and n as eight bytes, big end first; each
    block gives four numbers, big end first. The random module makes no such promise from one version to the next.
    """
    key = hashlib.sha256(seed.encode()).digest()
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
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
