"""diplomacy: guess which name a misspelled word was meant for."""

from __future__ import annotations

from dataclasses import dataclass, field

from gm_daemon.diplomacy.notation.words import vocabulary


@dataclass(slots=True)
class Slips:
    """Names without spaces, each with what it means, and the search for the nearest."""

    names: dict[str, str] = field(default_factory=dict)
    _letters: dict[int, list[tuple[str, int, str]]] = field(default_factory=dict)

    def add(self, name: str, meaning: str) -> None:
        """Add a name, without spaces, that a slip may be near to."""
        if name not in self.names and (name.isascii() or len(name) > 3):
            self.names[name] = meaning
            self._letters.setdefault(len(name), []).append((name, _mask(name), meaning))

    def cut_short(self, word: str) -> tuple[str, ...]:
        """Return the provinces that have a name which begins with this word, of at least four letters."""
        if len(word) < 4 or word in vocabulary().everyday:
            return ()
        return tuple(sorted({code for name, code in self.names.items() if name.startswith(word)}))

    def nearest(self, word: str) -> tuple[tuple[str, int], ...]:
        """Return (meaning, rank) of the nearest names; a shared first letter goes before another one (rank 0, 1).

        Two neighbouring letters exchanged count as one slip. How many slips are forgiven grows with the length.
        """
        if len(word) < 3 or word in vocabulary().everyday or not word.isalpha():
            return ()
        best = 1 if len(word) < 6 else max(2, len(word) // 4)
        found: dict[str, int] = {}
        mask = _mask(word)
        for length in range(max(3, len(word) - best), len(word) + best + 1):
            for name, letters, code in self._letters.get(length, ()):
                # Each slip changes at most two letters of the set.
                if (mask ^ letters).bit_count() > 2 * best:
                    continue
                distance = _distance(word, name, best)
                # Two slips and another first letter make another word.
                if distance > 1 and name[0] != word[0]:
                    continue
                if distance < best:
                    best, found = distance, {}
                if distance <= best:
                    found[code] = min(found.get(code, 1), int(name[0] != word[0]))
        return tuple(sorted(found.items()))


def _mask(word: str) -> int:
    mask = 0
    for letter in word:
        mask |= 1 << (ord(letter) % 61)
    return mask


def _distance(a: str, b: str, limit: int) -> int:
    """Return how many letters are wrong, missing, too many or exchanged; anything above the limit is limit + 1."""
    older: list[int] = []
    above = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        older, above = above, row
    return above[-1]
