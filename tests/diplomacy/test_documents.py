"""tests: phases in and results out as JSON, in the exact shape; malformed input is named."""

from __future__ import annotations

from typing import Any

import pytest

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.documents import perform, position_from_json, position_to_json, task_from_json
from gm_daemon.diplomacy.position import starting_position

BOARD = standard_board()
PHASE: dict[str, Any] = {
    "phase": "F1901M",
    "units": ["Turkey F ANK", "Russia F BLA", "Russia F CON"],
    "orders": [
        "Russia F BLA - ANK",
        "Russia F CON S F BLA - ANK",
        "Russia F CON S F BLA - ANK",
        "Russia F CON H",
        "Turkey F ANK flees",
    ],
}


def do(document: dict[str, Any]) -> dict[str, Any]:
    """Adjudicate a document."""
    return perform(task_from_json(document, BOARD), BOARD)


def test_movement_output() -> None:
    """All keys are there, a repeated order has a number, a second one and an unreadable one are illegal."""
    expected = {
        "phase": "F1901M",
        "orders": {
            "Russia F BLA - ANK": {"result": "succeeds", "why": "dislodged Turkey F ANK: 2 against 1"},
            "Russia F CON S F BLA - ANK": {"result": "succeeds", "why": "support given"},
            "Russia F CON S F BLA - ANK #2": {"result": "succeeds", "why": "support given"},
            "Russia F CON H": {
                "result": "illegal",
                "why": "illegal: an earlier order for the same unit or province counts",
            },
            "Turkey F ANK flees": {"result": "illegal", "why": "illegal: this is no order in normal form"},
        },
        "units_after": ["Russia F ANK", "Russia F CON"],
        "dislodged": ["Turkey F ANK"],
        "attacked_from": {"Turkey F ANK": "BLA"},
        "contested": [],
        "retreat_options": {"Turkey F ANK": ["ARM"]},
        "disbanded": [],
        "built": [],
        "removed": [],
        "removed_by_rule": [],
        "supply_centers": {},
        "next_phase": "F1901R",
    }

    assert expected == do(PHASE)


def test_fall_without_centres_is_followed_by_winter() -> None:
    """Nothing is known of ownership, so winter cannot be skipped."""
    found = do({"phase": "F1901M", "units": ["France A PAR"], "orders": []})

    assert (found["next_phase"], found["supply_centers"]) == ("W1901A", {})


def test_fall_moves_change_owners_and_skip_an_idle_winter() -> None:
    """Centres change hands after Fall; a winter with nothing due is left out."""
    document = {"phase": "F1901M", "units": ["France A BEL"], "orders": [], "supply_centers": {"Germany": ["BEL"]}}

    found = do(document)

    assert (found["next_phase"], found["supply_centers"]) == ("S1902M", {"France": ["BEL"]})


def test_owners_wait_for_the_retreats() -> None:
    """After Fall's moves nothing changes hands while a unit may still retreat."""
    owners = {"Turkey": ["ANK", "CON", "SMY"]}
    retreat = do({**PHASE, "supply_centers": owners})
    after = do(
        {
            "phase": "F1901R",
            "units": retreat["units_after"],
            "dislodged": [{"unit": "Turkey F ANK", "attacked_from": "BLA"}],
            "orders": ["Turkey F ANK R ARM"],
            "supply_centers": retreat["supply_centers"],
        }
    )

    assert owners == retreat["supply_centers"]
    assert after["supply_centers"] == {"Russia": ["ANK", "CON"], "Turkey": ["SMY"]}
    assert after["units_after"] == ["Russia F ANK", "Russia F CON", "Turkey F ARM"]
    assert after["next_phase"] == "S1902M"


@pytest.mark.parametrize("row", [{"contested": ["ARM"]}, {"options": []}])
def test_retreat_options_follow_what_is_given(row: dict[str, Any]) -> None:
    """A standoff may stand beside the unit; options given outright are taken."""
    unit = {"unit": "Turkey F ANK", "attacked_from": "BLA", **row}
    document = {"phase": "S1901R", "units": ["Russia F ANK"], "dislodged": [unit], "orders": ["Turkey F ANK - ARM"]}

    found = do(document)

    assert found["orders"]["Turkey F ANK - ARM"]["result"] == "illegal"
    assert found["disbanded"] == ["Turkey F ANK"]
    assert found["dislodged"] == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"phase": "X1901M"}, "no phase 'X1901M'"),
        ({"phase": None}, '"phase"'),
        ({"units": ["Russia X BLA"]}, "no unit 'Russia X BLA'"),
        ({"units": ["Russia A BLA"]}, "'Russia A BLA' cannot be"),
        ({"units": ["Russia F SPA"]}, "'Russia F SPA' cannot be"),
        ({"units": ["Poland A WAR"]}, "no power in 'Poland A WAR'"),
        ({"units": ["Russia A WAR", "Turkey A WAR"]}, "stand in WAR"),
        ({"units": "Russia A WAR"}, '"units" must be a list'),
        ({"orders": [1]}, '"orders": 1 is not a text'),
        ({"rulebook": "1971"}, "no rulebook '1971'"),
        ({"phase": "W1901A"}, '"supply_centers" is missing'),
        ({"supply_centers": {"Russia": ["BLA"]}}, "BLA is no supply centre"),
        ({"supply_centers": {"Russia": ["WAR"], "Turkey": ["WAR"]}}, "both Russia and Turkey own WAR"),
        ({"supply_centers": {"Poland": []}}, "no power 'Poland'"),
        ({"supply_centers": []}, "must be a JSON object"),
        ({"phase": "F1901R", "dislodged": [{"unit": "Russia A"}]}, "no unit 'Russia A'"),
        ({"phase": "F1901R", "dislodged": [{"unit": "Russia A WAR", "attacked_from": "XXX"}]}, "no province 'XXX'"),
        ({"version": 2}, '"version": 2'),
    ],
)
def test_malformed_input_is_named(change: dict[str, Any], says: str) -> None:
    """One clear line says which key is wrong and quotes it."""
    with pytest.raises(ValueError, match=r"^[^\n]+$") as caught:
        task_from_json({**PHASE, **change}, BOARD)

    assert says in str(caught.value)


@pytest.mark.parametrize("document", [None, [], "S1901M", 7])
def test_other_json_is_refused(document: object) -> None:
    """A document is an object."""
    with pytest.raises(ValueError, match="must be a JSON object"):
        task_from_json(document, BOARD)


def test_positions_are_stored_whole() -> None:
    """A position comes back equal, in every kind of phase."""
    movement = task_from_json(PHASE, BOARD)
    retreat = position_from_json(
        {
            "phase": "F1901R",
            "units": ["Russia F ANK"],
            "dislodged": [{"unit": "Turkey F ANK", "attacked_from": None, "options": ["ARM", "BLA"]}],
            "contested": ["CON"],
            "supply_centers": {"Turkey": ["SMY"]},
        },
        BOARD,
    )

    for position in (starting_position(BOARD), movement.position, retreat):
        assert position == position_from_json(position_to_json(position), BOARD)
