"""tests: another way to adjudicate moves, by trying every answer; slow, and sharing nothing with the real one.

It takes moves, supports and convoys that are already known to be possible and to match, by province.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product


@dataclass
class Riddle:
    """`power` of each unit, `moves` to provinces, `supports` for units, `chains` that could carry a convoyed army."""

    power: dict[str, str]
    moves: dict[str, str]
    supports: dict[str, str]
    chains: dict[str, list[tuple[str, ...]]]

    def solutions(self) -> Iterator[set[str]]:
        """Yield each set of successful moves that agrees with the rules."""
        movers = sorted(self.moves)
        for answers in product((False, True), repeat=len(movers)):
            done = {mover for mover, answer in zip(movers, answers, strict=True) if answer}
            if done == {mover for mover in movers if self._should_succeed(mover, done)}:
                yield done

    def _dislodged(self, unit: str, done: set[str]) -> bool:
        return unit not in done and any(self.moves[mover] == unit for mover in done)

    def _path(self, mover: str, done: set[str]) -> bool:
        chains = self.chains.get(mover)
        return chains is None or any(not any(self._dislodged(fleet, done) for fleet in chain) for chain in chains)

    def _cut(self, supporter: str, done: set[str]) -> bool:
        supported = self.supports[supporter]
        aim = self.moves.get(supported, supported)
        for attacker, goal in self.moves.items():
            hostile = goal == supporter and self.power[attacker] != self.power[supporter]
            if hostile and attacker != aim and self._path(attacker, done):
                return True
        return self._dislodged(supporter, done)

    def _strength(self, unit: str, done: set[str], without: str = "") -> int:
        return 1 + sum(
            supported == unit and self.power[supporter] != without and not self._cut(supporter, done)
            for supporter, supported in self.supports.items()
        )

    def _opposed(self, mover: str) -> bool:
        goal = self.moves[mover]
        return self.moves.get(goal) == mover and mover not in self.chains and goal not in self.chains

    def _should_succeed(self, mover: str, done: set[str]) -> bool:
        goal = self.moves[mover]
        if not self._path(mover, done):
            return False
        attack = self._strength(mover, done)
        if goal in self.power and (goal not in done or self._opposed(mover)):
            if self.power[goal] == self.power[mover]:
                return False
            attack = self._strength(mover, done, without=self.power[goal])
            alone = goal in self.moves and not self._opposed(mover)
            if attack <= (1 if alone else self._strength(goal, done)):
                return False
        for rival, aim in self.moves.items():
            if rival == mover or aim != goal or not self._path(rival, done):
                continue
            if self._opposed(rival) and goal in done:
                continue
            if attack <= self._strength(rival, done):
                return False
        return True
