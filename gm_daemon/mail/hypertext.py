"""mail: HTML -> lines of text, with what is quoted marked by "> " so that one cutter serves both kinds of mail.

The tags are found here and not by html.parser: 240 KB of tags that do not end kept it busy for 96 seconds, and
its answers to malformed markup change from version to version.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from html import unescape

LONGEST = 262_144  # characters of HTML that are read; orders stand at the top or directly below a quote

_WORDS = re.compile(r"\w+")
_BLOCKS = frozenset(
    _WORDS.findall(
        "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 "
        "header hr li main nav ol p pre section table tbody tr ul br"
    )
)
_VOID = frozenset(_WORDS.findall("area base br col embed hr img input link meta source track wbr"))
# Text that the writer crossed out is not what the writer orders.
_UNSEEN = frozenset(_WORDS.findall("script style head title template noscript del s strike"))
_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:hidden|mso-hide:all|font-size:0(?![.\d])|text-decoration:line-through"
)
_QUOTE_CLASS = re.compile(
    r"gmail_quote|yahoo_quoted|moz-cite-prefix|divrplyfwdmsg|appendonsend|protonmail_quote|zmail_extra"
)
# From here on all is the old mail, also what stands outside the marked element.
_CUT_CLASS = re.compile(r"divrplyfwdmsg|appendonsend|yahoo-quoted-begin")
_SIGNATURE_CLASS = re.compile(r"gmail_signature|moz-signature|apple-mail-signature")
# Outlook draws a line above the header block of the mail that it quotes, and marks it in no other way.
_OUTLOOK_LINE = re.compile(r"border-top:solid#")
_SPACES = re.compile(r"[ \t\r\n\f]+")


@dataclass(frozen=True, slots=True)
class _Element:
    tag: str
    hidden: bool
    quote: bool
    keeps_breaks: bool


class _Lines:
    """Collects the visible lines; the numbers count the open elements of each sort."""

    def __init__(self) -> None:
        self.lines = [""]
        self._open: list[_Element] = []
        self._tags: Counter[str] = Counter()
        self._hidden = 0
        self._quotes = 0
        self._kept = 0
        self._cut = False

    def open(self, tag: str, named: dict[str, str]) -> None:
        """Open an element, or begin a new line at a void one. `<div/>` opens, as in the browsers."""
        style = named.get("style", "").replace(" ", "").lower()
        classes = f"{named.get('class', '')} {named.get('id', '')}".lower()
        if _CUT_CLASS.search(classes) or _OUTLOOK_LINE.search(style):
            self._cut = True
        if tag in _BLOCKS:
            self._new_line()
        if tag in _VOID:
            return
        # An indented paragraph is a blockquote without a border.
        indented = tag == "blockquote" and "border:none" in style and "gmail_quote" not in classes
        element = _Element(
            tag,
            tag in _UNSEEN
            or "hidden" in named
            or bool(_HIDDEN_STYLE.search(style) or _SIGNATURE_CLASS.search(classes)),
            (tag == "blockquote" and not indented) or bool(_QUOTE_CLASS.search(classes)),
            tag in ("pre", "textarea") or "white-space:pre" in style,
        )
        self._open.append(element)
        self._count(element, 1)

    def close(self, tag: str) -> None:
        """Close the innermost element of that name and all that stand open in it."""
        if tag in _VOID:
            if tag == "br":
                self._new_line()
            return
        if self._tags[tag]:
            while True:
                element = self._open.pop()
                self._count(element, -1)
                if element.tag == tag:
                    break
        if tag in _BLOCKS:
            self._new_line()
        elif tag in ("td", "th"):
            self.lines[-1] += " "

    def text(self, data: str) -> None:
        """Add text to the current line."""
        if self._hidden:
            return
        if self._kept:
            first, *others = data.split("\n")
            self._add(first)
            for line in others:
                self._new_line()
                self._add(line)
        else:
            self._add(data)

    def result(self) -> str:
        """Return all lines as one text."""
        return "\n".join(self.lines)

    def _count(self, element: _Element, by: int) -> None:
        self._tags[element.tag] += by
        self._hidden += by * element.hidden
        self._quotes += by * element.quote
        self._kept += by * element.keeps_breaks

    def _new_line(self) -> None:
        if self.lines[-1].strip():
            self.lines.append("")

    def _add(self, text: str) -> None:
        text = _SPACES.sub(" ", text)
        if not text.strip() and not self.lines[-1]:
            return
        if not self.lines[-1] and (self._quotes or self._cut):
            self.lines[-1] = "> "
        self.lines[-1] += text


_MARK = re.compile(r"<(?:!--|[!?]|/?[a-zA-Z])")
_NAME = re.compile(r"</?([a-zA-Z][^\s/>]*)")
_TAG_END = re.compile(r"""(?:[^>"']|"[^"]*"|'[^']*')*>""")
_ATTRIBUTE = re.compile(r"""([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
# Between these tags nothing is markup.
_RAW_END = {tag: re.compile(rf"</{tag}\b", re.IGNORECASE) for tag in ("script", "style", "title", "textarea")}


def html_to_text(html: str) -> str:
    """Return the visible text of an HTML body, one line for each block or line break.

    Never raises; the time is linear in the length. What a tag or comment without an end swallows is not shown.
    """
    html = html[:LONGEST]
    lines = _Lines()
    at, quotes_close = 0, True
    while mark := _MARK.search(html, at):
        lines.text(unescape(html[at : mark.start()]))
        if mark[0] == "<!--":
            end = html.find("-->", mark.end())
            at = end + 3
        else:
            # The first quotation mark that never closes is believed to be a slip, and none is believed after it.
            closed = _TAG_END.match(html, mark.end()) if quotes_close and mark[0] not in ("<!", "<?") else None
            quotes_close = quotes_close and (closed is not None or mark[0] in ("<!", "<?"))
            end = closed.end() - 1 if closed else html.find(">", mark.end())
            at = end + 1
        if end < 0:
            return lines.result()
        if name := _NAME.match(html, mark.start()):
            tag = name[1].lower()
            if mark[0][1] == "/":
                lines.close(tag)
                continue
            found = _ATTRIBUTE.findall(html, name.end(), end)
            lines.open(tag, {key.lower(): unescape(double or single or bare) for key, double, single, bare in found})
            if tag in _RAW_END:
                raw_end = _RAW_END[tag].search(html, at)
                end = raw_end.start() if raw_end else len(html)
                lines.text(unescape(html[at:end]))
                at = end
    lines.text(unescape(html[at:]))
    return lines.result()
