"""core: the same seed draws the same, everywhere."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import islice

from gm_daemon.core.draw import below, shuffled, stream


def test_stream_is_the_published_one() -> None:
    key = hashlib.sha256(b"a seed").digest()
    first = hashlib.sha256(key + bytes(8)).digest()
    second = hashlib.sha256(key + bytes(7) + b"\x01").digest()
    expected = [int.from_bytes(block[at : at + 8], "big") for block in (first, second) for at in (0, 8, 16, 24)]

    assert expected == list(islice(stream("a seed"), 8))


def test_numbers_that_would_favour_the_low_ones_are_thrown_away() -> None:
    assert below(3, iter([2**64 - 1, 7])) == 1


def test_shuffle_keeps_everybody_and_repeats() -> None:
    drawn = shuffled("abcdefg", "S1")

    assert sorted(drawn) == list("abcdefg")
    assert drawn == shuffled("abcdefg", "S1")
    assert drawn != shuffled("abcdefg", "S2")


def test_every_order_comes_up() -> None:
    counts = Counter(shuffled("abc", f"seed {number}") for number in range(6000))

    assert len(counts) == 6
    assert max(counts.values()) - min(counts.values()) < 250
