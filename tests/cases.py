"""tests: rows of the tables, each named by the rule that it proves."""

from __future__ import annotations

from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet


def case(rule: str, name: str, *values: object, marks: Any = ()) -> ParameterSet:
    """Make a parametrize row whose id is the rule and the name, and whose marker is the rule.

    `rule` is a clause (`C.4(b)`), an adjudicator case (`6.A.7`) or a standard's section (`RFC 3464 §2.3`).
    One rule's rows run with `pytest -m "rule(id='C.4(b)')"`, a group's with `pytest -k C.4`.
    """
    extra = tuple(marks) if isinstance(marks, list | tuple) else (marks,)
    return pytest.param(*values, id=f"{rule}: {name}", marks=(pytest.mark.rule(id=rule), *extra))
