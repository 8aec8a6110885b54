"""mail: HTML -> lines of text, with what is quoted marked by "> " so that one cutter serves both kinds of mail.

The tags are found here and not by html.parser: 240 KB of tags that do not end kept it busy for 96 seconds, and
its answers to malformed markup change from version to version.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
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
_CELLS = frozenset({"td", "th"})
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
        elif tag in _CELLS and self.lines[-1]:
            self.lines[-1] += " "
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
_NAME = re.compile(r"[a-zA-Z][^\s/>]*")
_TAG_END = re.compile(r"""(?:[^>"']|"[^"]*"|'[^']*')*>""")
_ATTRIBUTE = re.compile(r"""([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
# Between these tags nothing is markup.
_RAW_END = {tag: re.compile(rf"</{tag}\b", re.IGNORECASE) for tag in ("script", "style", "title", "textarea")}


@dataclass(frozen=True, slots=True)
class _Tag:
    name: str
    closes: bool
    attributes: dict[str, str]


def html_to_text(html: str) -> str:
    """Return the visible text of an HTML body, one line for each block or line break.

    Never raises; the time is linear in the length. What a tag or comment without an end swallows is not shown.
    """
    lines = _Lines()
    for piece in _pieces(html[:LONGEST]):
        if isinstance(piece, str):
            lines.text(unescape(piece))
        elif piece.closes:
            lines.close(piece.name)
        else:
            lines.open(piece.name, piece.attributes)
    return lines.result()


def _pieces(html: str) -> Iterator[str | _Tag]:
    """Yield the texts and tags in order, without comments and declarations."""
    at, quotes_close = 0, True
    while mark := _MARK.search(html, at):
        yield html[at : mark.start()]
        if mark[0] in ("<!--", "<!", "<?"):
            end = "-->" if mark[0] == "<!--" else ">"
            at = html.find(end, mark.end()) + len(end)
            if at < len(end):
                return
            continue
        # The first quotation mark that never closes is believed to be a slip, and none is believed after it: to
        # look for the end of each again and again would take quadratic time.
        closed = _TAG_END.match(html, mark.end()) if quotes_close else None
        quotes_close = closed is not None
        at = closed.end() if closed else html.find(">", mark.end()) + 1
        if at == 0:
            return
        tag = _tag(html[mark.start() + 1 : at - 1])
        yield tag
        if tag.name in _RAW_END and not tag.closes:
            raw_end = _RAW_END[tag.name].search(html, at)
            start, at = at, raw_end.start() if raw_end else len(html)
            yield html[start:at]
    yield html[at:]


def _tag(inside: str) -> _Tag:
    closes = inside.startswith("/")
    name = _NAME.match(inside, closes)
    if closes or name is None:
        return _Tag(name[0].lower() if name else "", closes, {})
    found = _ATTRIBUTE.findall(inside, name.end())
    attributes = {key.lower(): unescape(double or single or bare) for key, double, single, bare in found}
    return _Tag(name[0].lower(), closes, attributes)
