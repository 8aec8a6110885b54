"""demo: how people's mail programs pack a letter: MIME parts, encodings, signatures, and the old mail quoted below.

No two of them agree, and the daemon must read what they make of seven people's words.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from html import escape

from gm_daemon.demo.news import News

_FLOWED_WIDTH = 66


@dataclass(frozen=True, slots=True)
class Draft:
    """A letter before it is packed: the sender's own lines, and the mail that it answers, if any."""

    name: str
    address: str
    to: str
    subject: str
    lines: tuple[str, ...]
    message_id: str
    date: datetime
    answers: News | None


def plain(draft: Draft) -> EmailMessage:
    """Pack it as a program of the eighties does: ASCII and nothing else. It starts a mail of its own each time."""
    message = _message(draft)
    message.set_content("\n".join(draft.lines) + "\n", charset="us-ascii", cte="7bit")
    return message


def flowed(draft: Draft) -> EmailMessage:
    """Pack it as Thunderbird does: format=flowed (RFC 3676), the quote above, a signature below."""
    message = _message(draft)
    above = _quoted(draft, f"On {draft.date:%d/%m/%Y} {{time}}, {{author}} wrote:")
    # RFC 3676 §4.2: a space at the end of a line says that the next one goes on with it.
    own = [" \n".join(textwrap.wrap(line, _FLOWED_WIDTH, break_on_hyphens=False)) or "" for line in draft.lines]
    text = "\n".join([*above, *([""] if above else []), *own, "", "-- ", draft.name, "Sent across the sea, by post"])
    message.set_content(text + "\n", charset="utf-8", cte="8bit", params={"format": "flowed"})
    message["User-Agent"] = "Mozilla Thunderbird"
    return message


def telephone(draft: Draft) -> EmailMessage:
    """Pack it as a telephone does: a line of advertisement, then the quote, all quoted-printable."""
    message = _message(draft)
    quote = _quoted(draft, "Il giorno {date}, alle ore {time}, {author} <{address}> ha scritto:", mark="> ")
    text = "\n".join([*draft.lines, "", "Inviato da iPhone", "", *quote])
    message.set_content(text + "\n", charset="utf-8", cte="quoted-printable")
    message["X-Mailer"] = "iPhone Mail (20H115)"
    return message


def alternative(draft: Draft) -> EmailMessage:
    """Pack it as Gmail does: text and HTML side by side, the quote below in both."""
    message = _message(draft)
    quote = _quoted(draft, "On {day} at {time}, {author} <\n{address}> wrote:", gap=True)
    message.set_content("\n".join([*draft.lines, "", *quote]) + "\n", charset="utf-8", cte="quoted-printable")
    own = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in draft.lines)
    html = f'<div dir="ltr">{own}</div>'
    if draft.answers is not None:
        attribution = escape(_attribution(draft, "On {day} at {time}, {author} <{address}> wrote:"))
        old = "<br>".join(escape(line) for line in draft.answers.lines)
        html += (
            f'<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{attribution}<br></div>'
            '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid">'
            f"{old}</blockquote></div>"
        )
    message.add_alternative(html + "\n", subtype="html", charset="utf-8", cte="quoted-printable")
    return message


def web_page(draft: Draft) -> EmailMessage:
    """Pack it as Outlook does: HTML alone, and the old mail below a block of its fields, without any mark."""
    message = _message(draft)

    def paragraph(line: str) -> str:
        words = escape(line).encode("ascii", "xmlcharrefreplace").decode() or "&nbsp;"
        return f'<p class="MsoNormal">{words}<o:p></o:p></p>'

    body = "\n".join(paragraph(line) for line in draft.lines)
    if draft.answers is not None:
        fields = (
            f"<b>From:</b> {escape(draft.answers.author)} &lt;{draft.answers.address}&gt;<br>"
            f"<b>Sent:</b> {draft.answers.date:%A, %B %d, %Y %I:%M %p}<br>"
            f"<b>To:</b> {draft.address.partition('@')[0]} &lt;{draft.address}&gt;<br>"
            f"<b>Subject:</b> {escape(draft.answers.subject)}"
        )
        body += (
            '\n<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
            f'<p class="MsoNormal">{fields}<o:p></o:p></p></div>\n'
        )
        body += "\n".join(paragraph(line) for line in draft.answers.lines)
    style = "p.MsoNormal {margin:0cm;font-size:11.0pt;font-family:Calibri,sans-serif;}"
    html = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40">'
        f'<head><style><!-- {style} --></style></head>\n<body lang="EN-GB"><div class="WordSection1">\n'
        f"{body}\n</div></body></html>\n"
    )
    message.set_content(html, subtype="html", charset="us-ascii", cte="quoted-printable")
    message["X-Mailer"] = "Microsoft Outlook 16.0"
    return message


def windows(draft: Draft) -> EmailMessage:
    """Pack it as an old German Windows program does: windows-1252, with real dashes, quoted-printable."""
    message = _message(draft)
    quote = _quoted(draft, "Am {date} um {time} Uhr schrieb {author}:")
    text = "\n".join([*draft.lines, "", *quote])
    message.set_content(text + "\n", charset="windows-1252", cte="quoted-printable")
    return message


def latin(draft: Draft) -> EmailMessage:
    """Pack it as a French webmail does: iso-8859-1, eight bits a letter."""
    message = _message(draft)
    quote = _quoted(draft, "Le {date} à {time}, {author} a écrit :")
    text = "\n".join([*draft.lines, "", *quote])
    message.set_content(text + "\n", charset="iso-8859-1", cte="8bit")
    return message


def away(draft: Draft) -> EmailMessage:
    """Pack it as a vacation responder does, which writes to whatever wrote to it."""
    message = plain(draft)
    message["Auto-Submitted"] = "auto-replied (vacation)"
    message["Precedence"] = "bulk"
    return message


def _message(draft: Draft) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message["From"] = formataddr((draft.name, draft.address))
    message["To"] = draft.to
    message["Subject"] = draft.subject
    message["Date"] = format_datetime(draft.date)
    message["Message-ID"] = draft.message_id
    if draft.answers is not None:
        message["In-Reply-To"] = draft.answers.message_id
        message["References"] = draft.answers.message_id
    return message


def _quoted(draft: Draft, attribution: str, *, mark: str = "> ", gap: bool = False) -> list[str]:
    if draft.answers is None:
        return []
    quote = [f"{mark}{line}".rstrip() for line in draft.answers.lines]
    return [_attribution(draft, attribution), *([""] if gap else []), *quote]


def _attribution(draft: Draft, pattern: str) -> str:
    assert draft.answers is not None
    old = draft.answers
    return pattern.format(
        author=old.author,
        address=old.address,
        day=f"{old.date:%a, %b %d, %Y}",
        date=f"{old.date:%d.%m.%Y}",
        time=f"{old.date:%H:%M}",
    )
