"""diplomacy: settle which moves, supports and convoys of a phase work.

Three kinds of question are asked of each unit, and a fourth of a convoyed army:

- does the move succeed?
- is the support given (not cut)?
- does the convoying fleet stay (not dislodged)?
- has the convoyed army a path (a chain of fleets that stay)?

An answer is True, False, or None while it is unknown, and each rule below is written for all three: it answers as soon
as no unknown can change the answer. So an answer, once given, is final. What is still unknown after that hangs on
itself in a ring. Such a ring is small; all its consistent answers are found by trial. One: it holds. None or several
and convoys among the causes: Szykman's rule stops those armies (6.F.14 to 6.F.24). Several without: it is a circular
movement, and all move (6.C.1).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set

from gm_daemon.diplomacy.board import Board
from gm_daemon.diplomacy.convoys import has_chain
from gm_daemon.diplomacy.orders import Unit

_NOBODY: tuple[str, ...] = ()


class Decisions:
    """The questions of one phase. Units, moves and supports are named by their province.

    `moves`: mover -> province entered. `convoyed`: army that goes by convoy -> fleets that carry it. `helpers`:
    supported unit -> its supporters with matching orders. `aims`: supporter -> province that its support is aimed at.
    """

    __slots__ = (
        "_answers", "_armies", "_asked", "_unknown", "aims", "attackers", "board", "carriers", "convoyed", "helpers",
        "moves", "stopped", "units", "unopposed",
    )  # fmt: skip

    def __init__(
        self,
        board: Board,
        units: Mapping[str, Unit],
        *,
        moves: Mapping[str, str],
        convoyed: Mapping[str, Set[str]],
        helpers: Mapping[str, Sequence[str]],
        aims: Mapping[str, str],
    ) -> None:
        self.board = board
        self.units = units
        self.moves = moves
        self.convoyed = convoyed
        self.helpers = helpers
        self.aims = aims
        self.attackers: dict[str, list[str]] = {}
        for mover, goal in moves.items():
            self.attackers.setdefault(goal, []).append(mover)
        self.carriers = frozenset().union(*convoyed.values()) if convoyed else frozenset()
        self.stopped: set[str] = set()
        self._armies = {_path(army): army for army in convoyed}
        self._answers: dict[str, bool] = {}
        # Questions that are being asked, or were found unknown since the last sweep.
        self._unknown: set[str] = set()
        self._asked: list[str] = []
        self._settle()

    # What others may ask once all is settled.

    def succeeds(self, mover: str) -> bool:
        """Tell whether this move succeeded."""
        return self._answers[mover]

    def given(self, supporter: str) -> bool:
        """Tell whether this matching support counted."""
        return self._answers[supporter]

    def has_path(self, mover: str) -> bool:
        """Tell whether this move could be tried: by land always, by convoy when its chain held."""
        return mover not in self.convoyed or self._answers[_path(mover)]

    def strength(self, unit: str, against: str | None = None) -> int:
        """Return 1 and the supports given, leaving out those of one power (it does not help against its own unit)."""
        return self._strength(unit, against)[0]

    def prevents(self, mover: str) -> bool:
        """Tell whether a move, even a failed one, keeps others out: it had a path and lost no head-to-head."""
        return self._prevent(mover)[1] > 0

    def head_to_head(self, mover: str) -> bool:
        """Tell whether this move met one from its goal to its start, neither by convoy."""
        goal = self.moves[mover]
        return self.moves.get(goal) == mover and mover not in self.convoyed and goal not in self.convoyed

    # Asking.

    def _settle(self) -> None:
        answers, units, attackers, convoyed = self._answers, self.units, self.attackers, self.convoyed
        # Most questions answer themselves: nobody else is about.
        self.unopposed = {
            mover
            for mover, goal in self.moves.items()
            if goal not in units and len(attackers[goal]) == 1 and mover not in convoyed
        }
        answers.update(dict.fromkeys(self.unopposed, True))
        answers.update(dict.fromkeys(self.aims.keys() - attackers.keys(), True))
        questions = sorted(
            (self.moves.keys() | self.aims.keys() | self.carriers | self._armies.keys()) - answers.keys()
        )
        while True:
            before = len(answers)
            self._unknown.clear()
            for question in questions:
                self._ask(question)
            questions = [question for question in questions if question not in answers]
            if not questions:
                return
            if len(answers) == before:
                self._break_ring(questions)

    def _ask(self, question: str) -> bool | None:
        answer = self._answers.get(question)
        if answer is not None:
            return answer
        if question in self._unknown:
            self._asked.append(question)
            return None
        self._unknown.add(question)
        answer = self._rule(question)
        if answer is not None:
            self._answers[question] = answer
        return answer

    def _rule(self, question: str) -> bool | None:
        if question in self.moves:
            return self._move_succeeds(question)
        if question in self.aims:
            return self._support_is_given(question)
        if question in self.carriers:
            return self._fleet_stays(question)
        return self._path_holds(self._armies[question])

    # The rules.

    def _move_succeeds(self, mover: str) -> bool | None:
        path = self._ask(_path(mover)) if mover in self.convoyed else True
        if path is False:
            return False
        goal = self.moves[mover]
        holder = self.units.get(goal)
        leaves: bool | None = True
        if holder is not None:
            leaves = self._ask(goal) if goal in self.moves and not self.head_to_head(mover) else False
        if leaves is False and holder is not None:
            if holder.power == self.units[mover].power:
                return False
            low, high = self._strength(mover, holder.power)
            resist_low, resist_high = self._resistance(goal, mover)
        else:
            low, high = self._strength(mover)
            resist_low, resist_high = 0, 0
            if leaves is None and holder is not None:
                own = holder.power == self.units[mover].power
                low, resist_high = 0 if own else self._strength(mover, holder.power)[0], 1
        if path is None:
            low = 0
        if high <= resist_low:
            return False
        wins = low > resist_high
        for other in self.attackers[goal]:
            if other != mover:
                prevent_low, prevent_high = self._prevent(other)
                if high <= prevent_low:
                    return False
                wins = wins and low > prevent_high
        return True if wins else None

    def _resistance(self, goal: str, mover: str) -> tuple[int, int]:
        """Return the least and most strength with which a unit that does not leave meets this move."""
        if goal in self.moves and not self.head_to_head(mover):
            return 1, 1
        return self._strength(goal)

    def _prevent(self, mover: str) -> tuple[int, int]:
        """Return the least and most strength with which a move keeps others out of its goal."""
        path = self._ask(_path(mover)) if mover in self.convoyed else True
        if path is False:
            return 0, 0
        low, high = self._strength(mover)
        if self.head_to_head(mover):
            beaten = self._ask(self.moves[mover])
            if beaten is True:
                return 0, 0
            if beaten is None:
                low = 0
        return (0 if path is None else low), high

    def _strength(self, unit: str, against: str | None = None) -> tuple[int, int]:
        low = high = 1
        for supporter in self.helpers.get(unit, _NOBODY):
            if against is None or self.units[supporter].power != against:
                given = self._ask(supporter)
                if given is not False:
                    high += 1
                    if given:
                        low += 1
        return low, high

    def _support_is_given(self, supporter: str) -> bool | None:
        power, aim = self.units[supporter].power, self.aims[supporter]
        given: bool | None = True
        for attacker in self.attackers.get(supporter, _NOBODY):
            if self.units[attacker].power == power:
                continue
            # An attack from where the support is aimed cuts only by dislodging.
            if attacker == aim:
                cut = self._ask(attacker)
            elif attacker in self.convoyed:
                cut = self._ask(_path(attacker))
            else:
                return False
            if cut:
                return False
            if cut is None:
                given = None
        return given

    def _fleet_stays(self, fleet: str) -> bool | None:
        stays: bool | None = True
        for attacker in self.attackers.get(fleet, _NOBODY):
            dislodges = self._ask(attacker)
            if dislodges:
                return False
            if dislodges is None:
                stays = None
        return stays

    def _path_holds(self, army: str) -> bool | None:
        if army in self.stopped:
            return False
        stays = {fleet: self._ask(fleet) for fleet in sorted(self.convoyed[army])}
        sure = {fleet for fleet, answer in stays.items() if answer}
        if has_chain(army, self.moves[army], sure, self.board):
            return True
        hoped = {fleet for fleet, answer in stays.items() if answer is not False}
        return None if has_chain(army, self.moves[army], hoped, self.board) else False

    # Rings.

    def _break_ring(self, questions: Collection[str]) -> None:
        """Answer one ring of questions that hang on each other and on no other unknown."""
        self._unknown = set(questions)
        ring = _closed_ring({question: self._depends_on(question) for question in questions})
        found = self._consistent(ring, {})
        if len(found) == 1:
            self._answers.update(found[0])
            return
        paths = [question for question in ring if question in self._armies]
        if found:
            paths = [question for question in paths if len({answers[question] for answers in found}) > 1]
        if paths:
            # Szykman's rule: armies whose convoys are part of the paradox stay where they are.
            self.stopped.update(self._armies[question] for question in paths)
            self._answers.update(dict.fromkeys(paths, False))
            return
        self._answers.update(max(found, key=lambda answers: sum(answers[question] for question in ring)))

    def _depends_on(self, question: str) -> list[str]:
        self._asked = []
        self._rule(question)
        return self._asked

    def _consistent(self, ring: Sequence[str], assumed: Mapping[str, bool]) -> list[dict[str, bool]]:
        """Return every set of answers for the ring that agrees with all rules and with what is assumed."""
        settled = self._answers
        trial = {**assumed}
        try:
            grown = -1
            while grown != len(trial):
                grown = len(trial)
                self._answers = {**settled, **trial}
                for question in ring:
                    answer = self._rule(question)
                    if answer is not None and trial.setdefault(question, answer) is not answer:
                        return []
        finally:
            self._answers = settled
        open_ = next((question for question in ring if question not in trial), None)
        if open_ is None:
            return [trial]
        return [found for answer in (True, False) for found in self._consistent(ring, {**trial, open_: answer})]


def _path(army: str) -> str:
    """Name the question whether a convoyed army has a path."""
    return f"{army} path"


def _closed_ring(graph: Mapping[str, Collection[str]]) -> list[str]:
    """Return the first strongly connected part of a graph that nothing leads out of, sorted.

    Every node of the graph leads somewhere, so such a part is never a single node without an edge to itself.
    """
    reach = {node: _reachable(node, graph) for node in graph}
    smallest = min(reach, key=lambda node: (len(reach[node]), node))
    return sorted(reach[smallest])


def _reachable(start: str, graph: Mapping[str, Collection[str]]) -> set[str]:
    found: set[str] = set()
    edge = {start}
    while edge:
        edge = {near for node in edge for near in graph[node]} - found
        found |= edge
    return found
