"""tests: replay recorded games of the shared collection; a sample by default, all with `GM_GAMES=all`.

    GM_GAMES=all pytest -s tests/diplomacy/test_shared_games.py

prints the phases replayed and the differences. The record of the sites differs from the 2023 rules in two known ways,
and then gives the right result beside it: how an army chose land or convoy, and which units were removed by rule.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gm_daemon.diplomacy.adjudication import adjudicate
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.documents import task_from_json
from gm_daemon.diplomacy.resolution import Resolution

SHARED = Path(os.environ.get("GM_SHARED", Path(__file__).parents[3] / "shared"))
GAMES = SHARED / "data" / "games"
SAMPLE = 1 if os.environ.get("GM_GAMES") == "all" else 40


def test_replay_shared_games() -> None:
    """Every phase comes out as recorded, or as the record says it should have."""
    files = sorted(GAMES.glob("*.jsonl.gz"))
    if not files:
        pytest.skip(f"no recorded games in {GAMES}: set GM_SHARED to the folder that holds data/games")
    phases: Counter[str] = Counter()
    differences: list[str] = []
    for path in files:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                if number % SAMPLE == 0:
                    game = json.loads(line)
                    differences += [f"{game['game']} {text}" for text in _replay(game, phases)]
    print(f"\n{phases.total()} phases replayed ({dict(phases)}), {len(differences)} differences")

    assert differences == []
    assert phases["M"] > 1000


def _replay(game: dict[str, Any], phases: Counter[str]) -> list[str]:
    """Adjudicate each recorded phase; return what differs."""
    found = []
    owners: dict[str, list[str]] = {}
    before: Resolution | None = None
    for phase in game["phases"]:
        owners = phase.get("supply_centers", owners)
        task = task_from_json({**phase, "supply_centers": owners, "rulebook": "2023"}, standard_board())
        resolution = adjudicate(task.position, [order for order in task.orders if order], task.rulebook)
        kind = phase["phase"][-1]
        if (
            before is not None
            and before.after.phase == task.position.phase
            and before.after.units == task.position.units
        ):
            if before.after.dislodged != tuple(row for row in task.position.dislodged if row.options):
                found.append(f"{phase['phase']}: retreat options {before.after.dislodged}")
            if kind == "R" and before.after.contested != task.position.contested:
                found.append(f"{phase['phase']}: contested {sorted(before.after.contested)}")
        before = resolution
        if "result_units" in phase:
            phases[kind] += 1
            found += [f"{phase['phase']}: {text}" for text in _differences(phase, resolution)]
    return found


def _differences(phase: dict[str, Any], resolution: Resolution) -> list[str]:
    """Compare one recorded result with ours."""
    after = list(map(str, resolution.after.units))
    if "auto_removed_2023" in phase:
        removed = list(map(str, resolution.removed_by_rule))
        return [] if removed == sorted(phase["auto_removed_2023"]) else [f"removed by rule {removed}"]
    # Under the 2023 rules there is no falling back to land, and no recorded phase has a mixed route.
    other = phase.get("convoy_choice", {}).get("other_rules", {}).get("house, no land fallback")
    expected = other or phase
    if after != sorted(expected["result_units"]):
        return [f"units {sorted(set(after) ^ set(expected['result_units']))}"]
    dislodged = [str(row.unit) for row in resolution.dislodged]
    found = []
    if dislodged != sorted(expected.get("result_dislodged", ())):
        found.append(f"dislodged {dislodged}")
    if not other and list(map(str, resolution.destroyed)) != sorted(phase.get("result_destroyed", ())):
        found.append(f"destroyed {resolution.destroyed}")
    return found
