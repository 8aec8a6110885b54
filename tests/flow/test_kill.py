"""flow: SIGKILL at ten moments of a game, each time started again: nothing is lost, nothing counts twice."""

from __future__ import annotations

import random
from pathlib import Path

from gm_daemon.demo.play import Play
from gm_daemon.demo.players import Sent

KILLS = 10
MAILS = 430


class Strikes:
    """Kills at seeded moments: after mails of either direction, at once or some milliseconds later."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        # The last mails are left in peace, so that all ten deaths fall within the game.
        self._moments = {number: chance.uniform(0, 0.15) for number in chance.sample(range(5, MAILS - 40), KILLS)}
        self._mails = 0

    def __call__(self, mail: object) -> float | None:
        self._mails += 1
        pause = self._moments.get(self._mails)
        # A letter is most fragile while it is fetched and dealt with, a mail while it is handed over.
        return pause if pause is None or not isinstance(mail, Sent) else pause / 3


async def test_ten_kills_change_nothing(tmp_path: Path) -> None:
    outcome = await Play(tmp_path / "out", strike=Strikes(seed=7)).run()
    print(
        f"{outcome.kills} kills, {len(outcome.letters)} letters, {len(outcome.mails)} mails, {outcome.again} sent again"
    )

    assert outcome.differences == ()
    assert outcome.kills == KILLS
