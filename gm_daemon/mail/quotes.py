"""mail: cut quoted replies and signatures from the text of a letter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_ORIGINAL = re.compile(
    r"[-_* ]*(?:-{2,} ?(?:original message|original appointment|original-nachricht|ursprüngliche nachricht"
    r"|message d'origine|message original|messaggio originale|mensaje original|mensagem original"
    r"|oorspronkelijk bericht|ursprungligt meddelande|oprindelig meddelelse|wiadomość oryginalna"
    r"|исходное сообщение|original-mail|forwarded message|weitergeleitete nachricht|message transféré"
    r"|mensaje reenviado|messaggio inoltrato)|_{20,})",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"\*?(?:from|sent|to|cc|subject|date|von|gesendet|an|betreff|datum|de|envoyé|à|objet|para|enviado(?: el| em)?"
    r"|asunto|assunto|fecha|da|inviato|a|oggetto|data|van|verzonden|aan|onderwerp|från|skickat|till|ämne|fra|sendt|til"
    r"|emne|od|wysłano|do|temat|от|кого|отправлено|дата|кому|тема|发件人|发送时间|日期|收件人|主题|寄件者|收件者|主旨"
    r"|差出人|送信日時|日時|宛先|件名|보낸 사람|보낸 날짜|받는 사람|제목)\*?\s*[:：]",
    re.IGNORECASE,
)
_SENT_FROM = re.compile(
    r"(?:sent (?:from|with|via) |get outlook for |von meinem .{0,40} gesendet|gesendet (?:von|mit|aus) "
    r"|envoyé (?:de|depuis|à partir de) |enviado (?:desde|do|de) |inviato da |verzonden (?:vanaf|met|vanuit) "
    r"|skickat från |sendt fra |wysłane z |отправлено (?:с|из) |发自我的|從我的|iphoneから送信)",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"\b(?:wrote|writes|said|schrieb|schreef|geschreven|a écrit|écrit|escribió|escreveu|ha scritto|skrev|napisał"
    r"|пишет|писал|написал)\b|写道|寫道|のメール|작성",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\b\d{1,2}[:.h]\d\d\b")
_DAY = re.compile(r"\d{4}|\d{1,2}[/.]\d{1,2}")
_ESCAPED = re.compile(r"- ")


@dataclass(frozen=True, slots=True)
class Cut:
    """The sender's own lines, and the lines that were taken for quotes and signatures."""

    own: tuple[str, ...]
    rest: tuple[str, ...]


def cut(text: str) -> Cut:
    """Split the non-blank lines of a text into the sender's own and the rest.

    Quoted lines are those after `>`, those below a header block or "Original Message" line, and those below an
    attribution that no `>` follows. A signature runs from `--` to the next quote. Lines end in `\\n`.
    """
    lines = _signed_text(text.split("\n"))
    own: list[str] = []
    rest: list[str] = []
    in_signature = False
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        if not line:
            at += 1
        elif line.startswith(">"):
            in_signature = False
            rest.append(line)
            at += 1
        elif line == "--":
            in_signature = True
            at += 1
        elif length := _attribution(lines, at):
            in_signature = False
            rest += lines[at : at + length]
            at += length
            if not _quote_follows(lines, at):
                break
        elif _starts_old_mail(lines, at):
            break
        else:
            (rest if in_signature or _SENT_FROM.match(line) else own).append(line)
            at += 1
    rest += [line for line in lines[at:] if line.strip()]
    return Cut(tuple(own), tuple(rest))


def _signed_text(lines: list[str]) -> list[str]:
    """Take the text out of an OpenPGP cleartext signature (RFC 4880 §7)."""
    start = next((at for at, line in enumerate(lines) if line.startswith("-----BEGIN PGP SIGNED MESSAGE")), None)
    if start is None:
        return lines
    after = range(start, len(lines))
    end = next((at for at in after if lines[at].startswith("-----BEGIN PGP SIGNATURE")), len(lines))
    blank = next((at for at in range(start, end) if not lines[at].strip()), start)
    # RFC 4880 §7.1: lines that begin with a dash are escaped by "- ".
    return [_ESCAPED.sub("", line, count=1) if line.startswith("- ") else line for line in lines[blank + 1 : end]]


def _attribution(lines: Sequence[str], at: int) -> int:
    """Return how many lines at `at` introduce a quote ("On Monday at 10:02, X wrote:"), up to three, or 0.

    When a quote follows, an address, a date with a time, or a verb is enough. When none follows, the whole rest
    of the mail hangs on the answer, so that two of the three are wanted: "Orders for bob@example.org:" is no
    attribution.
    """
    words = ""
    for count in (1, 2, 3):
        if at + count > len(lines):
            return 0
        line = lines[at + count - 1].strip()
        if not line or line.startswith(">") or len(words) + len(line) > 300:
            return 0
        words = f"{words} {line}"
        if words[-1] not in ":：":
            continue
        clues = ("@" in words) + bool(_CLOCK.search(words) and _DAY.search(words)) + bool(_WROTE.search(words))
        if clues >= 2 or (clues and _quote_follows(lines, at + count)):
            return count
    return 0


def _quote_follows(lines: Sequence[str], at: int) -> bool:
    """Say whether the next non-blank line is quoted; at the end of the mail there is nothing to lose."""
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at == len(lines) or lines[at].lstrip().startswith(">")


def _starts_old_mail(lines: Sequence[str], at: int) -> bool:
    """Recognise the line or the block of header fields above a mail that is quoted whole and unmarked."""
    line = lines[at].strip()
    if _ORIGINAL.match(line):
        return True
    if not _FIELD.match(line):
        return False
    # Three different names: "A: Par - Bur" three times is no Italian header block.
    found = (_FIELD.match(near.strip()) for near in lines[at : at + 5])
    return len({name[0].lower() for name in found if name}) >= 3
