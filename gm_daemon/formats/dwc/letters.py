"""formats/dwc: what a player's letter does.

C.4: the latest set counts, whole. C.4(a): FINAL ORDERS lets the phase end early. C.4(b): a later set takes that back.
C.6: what cannot be read holds. C.7: what cannot work is kept as written and holds.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from gm_daemon.core.effects import Effect, KeepSubmission, Mail, Note, Recipient, SetClock, Step, Urgency
from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.notation.reading import Context
from gm_daemon.diplomacy.orders import Order, full_text
from gm_daemon.formats.dwc.clocks import all_final
from gm_daemon.formats.dwc.closing import EARLY
from gm_daemon.formats.dwc.facts import PassedOn
from gm_daemon.formats.dwc.game import Game, OrderSet
from gm_daemon.formats.dwc.needs import needed
from gm_daemon.formats.dwc.ownership import owned
from gm_daemon.formats.dwc.receipts import Verdict, receipt
from gm_daemon.language.understood import Command, CommandKind, Understood

_ANSWERED_HERE = {CommandKind.HELP, CommandKind.STATUS}


def context_for(game: Game, power: str) -> Context:
    """Return what the notation must know to read this power's orders for the open phase."""
    return Context.of(game.position, power, standard_board())


def on_letter(
    game: Game, power: str, understood: Understood, *, arrived: datetime, now: datetime, unread: tuple[str, ...] = ()
) -> Step[Game]:
    """Let a letter of a power act; there is always exactly one receipt.

    `arrived` is when our server took the letter in; it decides what is late. `now` is when it is dealt with. `unread`
    says in sentences what the letter holds that nobody read, such as attachments.
    """
    verdict = _judge(game, power, understood, arrived)
    after, effects = _apply(game, power, understood, verdict, arrived)
    effects += _pass_on(after, power, understood.commands, arrived)
    facts = receipt(game, after, power, understood, verdict, arrived=arrived, unread=unread)
    person = game.person_of(power)
    if person is not None:
        to = (Recipient(person, power),)
        effects.append(Mail("dwc/receipt", to, facts, Urgency.RECEIPT, str(game.position.phase), answers=True))
    # C.4(a): the last FINAL set ends the phase, by way of a clock: the mailbox is drained once more before it fires.
    if after.sets != game.sets and all_final(after):
        effects.append(SetClock(EARLY, now))
    return Step(after, tuple(effects))


def _judge(game: Game, power: str, understood: Understood, arrived: datetime) -> Verdict:
    if game.end is not None:
        return Verdict.GAME_OVER
    if not understood.orders and not understood.final:
        return Verdict.ASKED if understood.commands else Verdict.NO_ORDERS
    # C.4: once adjudication has begun, orders for that phase are ignored; the next phase was not yet known.
    if arrived < game.opened.replace(microsecond=0):
        return Verdict.LATE
    if power not in needed(game.position, game.seats, standard_board()):
        return Verdict.NOTHING_TO_DECIDE
    if understood.orders:
        return _judge_set(game, power, understood)
    return Verdict.MADE_FINAL if power in game.sets else Verdict.FINAL_WITHOUT_ORDERS


def _judge_set(game: Game, power: str, understood: Understood) -> Verdict:
    for heading in understood.headings:
        if heading.power not in {None, power}:
            return Verdict.OTHER_POWER
        if heading.game is not None and heading.game.casefold() != game.name.casefold():
            return Verdict.OTHER_GAME
    # One unreadable line never costs a good set that stands.
    return Verdict.SET_KEPT if _orders(game, power, understood) else Verdict.UNREADABLE


def _apply(
    game: Game, power: str, understood: Understood, verdict: Verdict, arrived: datetime
) -> tuple[Game, list[Effect]]:
    before = game.sets.get(power)
    if verdict is Verdict.MADE_FINAL and before is not None:
        kept = replace(before, final=True)
    elif verdict is Verdict.SET_KEPT:
        orders = _orders(game, power, understood)
        if game.rules.orders.merge and before is not None:
            orders = _merged(before.orders, orders)
        kept = OrderSet(1 if before is None else before.number + 1, arrived, orders, understood.final)
    else:
        return game, [Note("C.4", f"{power}: {verdict.value}")]
    mark = " FINAL" if kept.final else ""
    document = {
        "arrived": arrived.isoformat(),
        "final": kept.final,
        "orders": [full_text(order) for order in kept.orders],
        "lines": [[read.line, read.text] for read in understood.orders],
    }
    return replace(game, sets={**game.sets, power: kept}), [
        KeepSubmission(str(game.position.phase), power, kept.number, document),
        Note("C.4", f"{power}: set {kept.number}{mark} for {game.position.phase}, {len(kept.orders)} orders"),
    ]


def _orders(game: Game, power: str, understood: Understood) -> tuple[Order, ...]:
    """Return the orders of a letter that are for the power's own units, as those units really are."""
    found = (owned(order, power, game.position) for read in understood.orders for order in read.reading.orders)
    return tuple(order for order in found if order is not None)


def _merged(old: tuple[Order, ...], new: tuple[Order, ...]) -> tuple[Order, ...]:
    """Return the new orders and those old ones whose units they do not name."""
    named = {order.unit.province for order in new if hasattr(order, "unit")}
    return (*(order for order in old if hasattr(order, "unit") and order.unit.province not in named), *new)


def _pass_on(game: Game, power: str, commands: tuple[Command, ...], arrived: datetime) -> list[Effect]:
    """Return what reaches the director: wishes that no rule here decides."""
    effects: list[Effect] = []
    for command in commands:
        if command.kind in _ANSWERED_HERE:
            continue
        facts = PassedOn(game.name, power, game.position.phase.title, command.text, arrived)
        to = (Recipient(game.director, ""),)
        effects.append(Mail("dwc/passed-on", to, facts, Urgency.NOTICE, str(game.position.phase)))
        effects.append(Note("C.9", f"{power}: passed on to the director: {command.kind.value}"))
    return effects
