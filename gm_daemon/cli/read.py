"""cli: what the daemon would understand from mails, without doing anything."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gm_daemon.diplomacy.notation import Context
    from gm_daemon.language.understood import Understood
    from gm_daemon.mail.letter import Letter
    from gm_daemon.mail.sender import Judgement


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.description = "Say what the daemon would understand from mails, read in the given order, doing nothing."
    parser.add_argument("mails", metavar="MAIL.eml", nargs="+", type=Path, help="a mail as a file")
    parser.add_argument(
        "--people",
        metavar="FILE",
        type=Path,
        help="registered addresses, one a line; without it everybody is registered",
    )
    parser.add_argument(
        "--game",
        metavar="FILE",
        type=Path,
        help='the position: an input of `gm-daemon adjudicate`, perhaps with "power"',
    )
    parser.add_argument(
        "--authserv-id", metavar="HOST", default="", help="the name under which your mail server judges senders"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a mail")


def run(args: argparse.Namespace) -> int:
    """Read and print. Raises InputError for an unreadable people or game file."""
    reader = _Reader(_people(args.people), _context(args.game), args.authserv_id)
    for file in args.mails:
        seen = reader.read(file)
        print(json.dumps(seen, ensure_ascii=False) if args.json else _in_words(seen))
    return 0


def _people(file: Path | None) -> frozenset[str] | None:
    if file is None:
        return None
    return frozenset(line.strip().lower() for line in file.read_text("utf-8").splitlines() if line.strip())


def _context(file: Path | None) -> Context | None:
    from gm_daemon.cli.orders import context_of

    return None if file is None else context_of(file)


@dataclass(slots=True)
class _Reader:
    """Reads mails one after another and remembers which it has seen."""

    people: frozenset[str] | None
    context: Context | None
    authserv_id: str
    keys: set[str] = field(default_factory=set)

    def read(self, file: Path) -> dict[str, Any]:
        """Return what one mail means, in the shape of `--json`."""
        from gm_daemon.language.seen import seen_lines
        from gm_daemon.mail.authentication import verdict
        from gm_daemon.mail.reading import read_letter
        from gm_daemon.mail.sender import judge

        letter = read_letter(file.read_bytes())
        auth = verdict(letter.authentication_results, self.authserv_id, letter.sender)
        registered = self.people is None or letter.sender in self.people
        judgement = judge(letter, registered=registered, auth=auth, has_token=False)
        understood = self._understood(letter, judgement)
        policy = self._policy(letter, judgement, understood)
        return {
            "file": file.name,
            "sender": letter.sender,
            "auth": auth.value,
            "kind": _kind(letter, judgement, understood),
            "policy": policy,
            "reply_text": list(letter.lines),
            "orders": seen_lines(understood),
            "final": understood.final,
            "complaints": _complaints(understood),
        }

    def _understood(self, letter: Letter, judgement: Judgement) -> Understood:
        from gm_daemon.diplomacy.board import standard_board
        from gm_daemon.diplomacy.notation import Context
        from gm_daemon.diplomacy.phase import PhaseKind
        from gm_daemon.language.letter import understand
        from gm_daemon.language.seen import best_understood
        from gm_daemon.language.understood import Understood
        from gm_daemon.mail.sender import Policy

        if judgement.policy in {Policy.IGNORE, Policy.QUARANTINE}:
            return Understood()
        if self.context is not None:
            return understand(letter.lines, letter.subject, self.context)
        unknown = Context(standard_board(), PhaseKind.MOVEMENT)
        return best_understood(letter.lines, letter.subject, unknown)

    def _policy(self, letter: Letter, judgement: Judgement, understood: Understood) -> str:
        from gm_daemon.mail.sender import Policy

        seen_before = letter.key in self.keys
        self.keys.add(letter.key)
        if judgement.policy in {Policy.IGNORE, Policy.QUARANTINE}:
            return str(judgement.policy.value)
        if seen_before:
            return str(Policy.DUPLICATE.value)
        if judgement.policy is Policy.ACCEPT:
            if not (understood.orders or understood.commands or understood.final):
                return str(Policy.ANSWER.value)
            # Orders that stand in the subject alone may be left over from another mail.
            if understood.orders and all(row.line == 0 for row in understood.orders):
                return str(Policy.CONFIRM.value)
        return str(judgement.policy.value)


def _kind(letter: Letter, judgement: Judgement, understood: Understood) -> str:
    from gm_daemon.language.understood import CommandKind
    from gm_daemon.mail.letter import Origin
    from gm_daemon.mail.sender import Policy

    if letter.origin in {Origin.BOUNCE, Origin.CHALLENGE_RESPONSE}:
        return str(letter.origin.value)
    if letter.origin is not Origin.PERSON:
        return str(Origin.AUTO_REPLY.value)
    if judgement.policy is Policy.QUARANTINE:
        return "spam"
    if understood.orders or understood.final:
        return "orders"
    if any(command.kind is CommandKind.VOTE for command in understood.commands):
        return "vote"
    return "command" if understood.commands else "empty"


def _complaints(understood: Understood) -> list[dict[str, Any]]:
    rows = [(row.line, row.reading.complaint) for row in understood.orders if row.reading.complaint is not None]
    rows += [(row.line, row.complaint) for row in understood.complaints]
    return [
        {"line": line, "text": complaint.text, "reason": complaint.reason.value, "suggestion": complaint.suggestion}
        for line, complaint in sorted(rows, key=lambda row: row[0])
    ]


def _in_words(seen: dict[str, Any]) -> str:
    lines = [
        f"{seen['file']}: from {seen['sender'] or 'nobody in particular'}, {seen['kind']}: {seen['policy']} "
        f"(authentication: {seen['auth']})"
    ]
    lines += [f"  | {order}" for order in seen["orders"]]
    if seen["final"]:
        lines.append("  FINAL ORDERS")
    lines += [
        f"  line {row['line']}: {row['text']!r}: {row['reason']}: {row['suggestion']}" for row in seen["complaints"]
    ]
    return "\n".join(lines)
