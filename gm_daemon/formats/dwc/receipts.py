"""formats/dwc: the answer to a letter: how each line was read, what stands now, until when."""

from __future__ import annotations

from datetime import datetime
from enum import Enum

from gm_daemon.diplomacy.board import Board, standard_board
from gm_daemon.diplomacy.explain import explain_fault
from gm_daemon.diplomacy.legality import fault_of
from gm_daemon.diplomacy.notation import Reason
from gm_daemon.diplomacy.orders import Order, Unit
from gm_daemon.diplomacy.phase import PhaseKind
from gm_daemon.diplomacy.wording import order_in_words, unit_in_words
from gm_daemon.formats.dwc.ending import end_in_words
from gm_daemon.formats.dwc.facts import ReadLine, Receipt
from gm_daemon.formats.dwc.game import Game
from gm_daemon.formats.dwc.needs import tasks_of
from gm_daemon.formats.dwc.ownership import own_units, owned
from gm_daemon.formats.dwc.reports import table_of
from gm_daemon.language.understood import CommandKind, ReadOrder, Understood


# The word FINAL is always joined to another one here, so that a mail of ours quoted without marks never declares it.
class Verdict(Enum):
    """What a letter did to the orders of its power."""

    SET_KEPT = "a set"
    MADE_FINAL = "the set on file is now FINAL"
    FINAL_WITHOUT_ORDERS = "FINAL, but there is no set on file"
    ASKED = "a question"
    NO_ORDERS = "no orders in it"
    UNREADABLE = "no order of it can be used"
    NOTHING_TO_DECIDE = "nothing to decide in this phase"
    LATE = "it came after the deadline"
    OTHER_POWER = "its heading names another power"
    OTHER_GAME = "its heading names another game"
    GAME_OVER = "the game is over"


def receipt(
    before: Game,
    after: Game,
    power: str,
    understood: Understood,
    verdict: Verdict,
    *,
    arrived: datetime,
    unread: tuple[str, ...],
) -> Receipt:
    """Return the facts of the receipt. `before` and `after` are the game without and with the letter."""
    board = standard_board()
    kinds = {command.kind for command in understood.commands}
    kept = after.sets.get(power)
    going_on = after.end is None
    return Receipt(
        game=after.name,
        power=power,
        phase=after.position.phase.title,
        headline=_headline(before, after, power, verdict),
        arrived=arrived,
        set_number=kept.number if kept and verdict is Verdict.SET_KEPT else None,
        lines=tuple(_read_line(read, after, power, board) for read in understood.orders),
        remarks=(*unread, *_remarks(after, understood)),
        standing=tuple(order.bare for order in kept.orders) if kept and going_on else (),
        unordered=tuple(_unordered(after, power, board)) if kept and going_on else (),
        tasks=tasks_of(power, after.position, board) if going_on else (),
        deadline=after.deadline if going_on else None,
        show_help=CommandKind.HELP in kinds or (going_on and verdict in _TAUGHT and kept is None),
        table=table_of(after, {}, board) if CommandKind.STATUS in kinds else (),
    )


# What a receipt says first when the letter brought no set; {standing} is what counts instead.
_HEADLINES = {
    Verdict.MADE_FINAL: "Your set {number} for {phase} is now FINAL-marked: nobody waits for you any more (C.4(a)).",
    Verdict.FINAL_WITHOUT_ORDERS: (
        "A FINAL-mark needs orders, and you have none on file for {phase}. Send them in one mail (C.4(a))."
    ),
    Verdict.ASKED: "This is your answer from game {game}. {standing}",
    Verdict.NO_ORDERS: "Your mail holds no orders, so it changes nothing in {phase}. {standing}",
    Verdict.UNREADABLE: (
        "None of your lines could be used as an order for {phase}, so nothing has changed (C.6). {standing}"
    ),
    Verdict.NOTHING_TO_DECIDE: "You have nothing to decide in {phase}, so your mail changes nothing.",
    Verdict.LATE: (
        "Your mail came after the deadline and before {phase} was open, so it counts for neither (C.4). Send orders "
        "for {phase} now. {standing}"
    ),
    Verdict.OTHER_POWER: "Your mail is headed for another power, and you play {power}: nothing was taken. {standing}",
    Verdict.OTHER_GAME: "Your mail is headed for another game than {game}: nothing was taken. {standing}",
    Verdict.GAME_OVER: "Game {game} is over, so your mail changes nothing. {end}",
}


# Whoever has no orders on file and sent nothing that can be used is told how to write them.
_TAUGHT = {Verdict.UNREADABLE, Verdict.NO_ORDERS, Verdict.FINAL_WITHOUT_ORDERS}
# What the notation also notices and this module says better, or keeps silent about by config.
_SAID_HERE = {Reason.ILLEGAL, Reason.NO_SUCH_UNIT}


def _headline(before: Game, after: Game, power: str, verdict: Verdict) -> str:
    old, new = before.sets.get(power), after.sets.get(power)
    phase = after.position.phase.title
    if verdict is not Verdict.SET_KEPT:
        return _HEADLINES[verdict].format(
            game=after.name,
            power=power,
            phase=phase,
            number=new.number if new else "",
            standing=f"Your set {new.number} still stands." if new else "You have no orders on file.",
            end=end_in_words(after.end) if after.end else "",
        )
    if new is not None and new.final:
        return (
            f"FINAL-marked: these are your orders for {phase}, and nobody waits for you any more. A later set "
            "replaces them, if it comes before the phase ends (C.4(b))."
        )
    if old is not None and old.final:
        return (
            f"These are your orders for {phase} now. They are not FINAL-marked, so your earlier FINAL-mark no longer "
            "holds (C.4(b))."
        )
    return f"These are your orders for {phase} now. You may replace them until the deadline (C.4)."


def _read_line(read: ReadOrder, game: Game, power: str, board: Board) -> ReadLine:
    readings: list[str] = []
    remarks: list[str] = []
    for order in read.reading.orders:
        real = owned(order, power, game.position)
        if real is None:
            remarks.append(_not_yours(order, game, power, board))
            continue
        readings.append(order_in_words(real, board))
        # C.7: an order that cannot work is kept, and the player is told that its unit will hold.
        fault = fault_of(real, game.position, board) if game.rules.receipts.legality else None
        if fault is not None:
            remarks.append(f"{_consequence(game)}: {explain_fault(fault, real, board)}.")
    complaint = read.reading.complaint
    if complaint is not None and complaint.reason not in _SAID_HERE:
        remarks.append(complaint.suggestion)
    return ReadLine(read.line, read.text, tuple(readings), tuple(remarks))


def _not_yours(order: Order, game: Game, power: str, board: Board) -> str:
    unit: Unit | None = getattr(order, "unit", None)
    if unit is None:
        return f"There is no such order in {game.position.phase.title}."
    there = next((other for other in game.position.units if other.province == unit.province), None)
    if there is not None and there.power != power:
        return f"{unit_in_words(there, board)} belongs to {there.power}, so this line was left out."
    if own_units(power, game.position) and there is not None:
        return f"{unit_in_words(there, board)} cannot be ordered so in {game.position.phase.title}."
    return f"You have no unit in {board.name_of(unit.province)}, so this line was left out."


def _consequence(game: Game) -> str:
    match game.position.phase.kind:
        case PhaseKind.MOVEMENT:
            return "This cannot work, and the unit will hold (C.7)"
        case PhaseKind.RETREAT:
            return "This cannot work, and the unit will disband (C.7)"
        case PhaseKind.ADJUSTMENT:
            return "This cannot work and will be ignored (C.7)"


def _unordered(game: Game, power: str, board: Board) -> list[str]:
    ordered = {order.unit.province for order in game.sets[power].orders if hasattr(order, "unit")}
    left = [unit for unit in own_units(power, game.position) if unit.province not in ordered]
    match game.position.phase.kind:
        case PhaseKind.MOVEMENT:
            return [f"{unit_in_words(unit, board)} (will hold)" for unit in left]
        case PhaseKind.RETREAT:
            return [f"{unit_in_words(unit, board)} (will disband)" for unit in left]
        case PhaseKind.ADJUSTMENT:
            return []


def _remarks(game: Game, understood: Understood) -> list[str]:
    phase = game.position.phase
    remarks = []
    for heading in understood.headings:
        wrong_year = heading.year not in {None, phase.year}
        wrong_season = heading.season not in {None, phase.season}
        if wrong_year or wrong_season:
            # C.4: the state of the game decides which phase is open, not the heading.
            remarks.append(f"Your mail is headed {heading.text!r}, but the open phase is {phase.title}.")
    remarks += [f"{row.text!r}: {row.complaint.suggestion}" for row in understood.complaints]
    for command in understood.commands:
        if command.kind not in {CommandKind.HELP, CommandKind.STATUS}:
            remarks.append(
                f"{command.text!r} is not mine to decide. I have passed it on to the director, who will answer you."
            )
    return remarks
