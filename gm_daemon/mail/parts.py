"""mail: raw bytes -> header fields and the leaves of the MIME tree that a person reads.

The standard library parses each header block; the tree is split here, because its parser is recursive (a few
hundred nested parts end it) and tries every open boundary on every line.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.parser import BytesHeaderParser
from email.policy import compat32
from urllib.parse import unquote_to_bytes

from gm_daemon.mail.charset import decode, decode_base64, decode_words

DEEPEST = 12  # levels of nesting; ordinary mail has three
MOST_PARTS = 100
LONGEST_HEADER = 262_144  # bytes

_HEADER_END = re.compile(rb"(?:\A|\r?\n)\r?\n")
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_BREAKS = re.compile(r"[\r\n\x00]+")
_PARSER = BytesHeaderParser(policy=compat32)


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of one header block: lower case name -> unfolded values, topmost first."""

    fields: Mapping[str, tuple[str, ...]]

    def all(self, name: str) -> tuple[str, ...]:
        """Return the values of every field of that (lower case) name, topmost first."""
        return self.fields.get(name, ())

    def first(self, name: str) -> str:
        """Return the topmost value of that (lower case) name, or an empty string."""
        values = self.fields.get(name)
        return values[0] if values else ""


@dataclass(frozen=True, slots=True)
class Part:
    """One leaf of the tree, or a whole mail: its type, its parameters and its body as it was sent."""

    header: Header
    body: bytes
    kind: str
    parameters: Mapping[str, str] = field(repr=False)

    @property
    def disposition(self) -> str:
        """Return `attachment`, `inline` or an empty string."""
        return self.header.first("content-disposition").partition(";")[0].strip().lower()

    @property
    def filename(self) -> str:
        """Return the name under which the part would be saved, as one clean line, or an empty string."""
        named = _parameters(self.header.first("content-disposition"))[1].get("filename")
        return " ".join(decode_words(named or self.parameters.get("name", "")).split())[:200]

    def text(self) -> str:
        """Return the decoded body with its line ends as `\\n`."""
        return decode(self.data(), self.parameters.get("charset", "")).replace("\r\n", "\n").replace("\r", "\n")

    def data(self) -> bytes:
        """Return the body without its transfer encoding; broken encodings give what can be had of them."""
        match self.header.first("content-transfer-encoding").strip().lower():
            case "base64":
                return decode_base64(self.body)
            case "quoted-printable":
                return binascii.a2b_qp(self.body)
            case _:
                return self.body


def parse(raw: bytes, default: str = "text/plain") -> Part:
    """Read the header block of a mail or part; the body stays bytes. Never raises."""
    end = _HEADER_END.search(raw, 0, LONGEST_HEADER)
    head, body = (raw[: end.start()], raw[end.end() :]) if end else (raw[:LONGEST_HEADER], raw[LONGEST_HEADER:])
    message = _PARSER.parsebytes(head)
    fields: dict[str, list[str]] = {}
    for name, value in message.raw_items():
        fields.setdefault(name.strip().lower(), []).append(_value(value))
    del message["content-transfer-encoding"]  # It is for the body; what is asked for here are plain bytes.
    rest = message.get_payload(decode=True)
    if isinstance(rest, bytes) and rest:
        # A line that is no field ends the header early; what follows it is text, not lost.
        body = rest + b"\n\n" + body
    header = Header({name: tuple(values) for name, values in fields.items()})
    kind, parameters = _parameters(header.first("content-type"))
    return Part(header, body, kind if kind.count("/") == 1 else default, parameters)


def _value(value: str) -> str:
    """Return a field's value as one line; raw 8-bit bytes are UTF-8, or Windows-1252."""
    text = _FOLD.sub("", value) if "\n" in value else value
    if not text.isascii():
        text = decode(text.encode("ascii", "surrogateescape"))
    return _BREAKS.sub(" ", text).strip()


_PARAMETER = re.compile(r';\s*([\w.-]+)(\*\d*)?(\*)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))')


def _parameters(value: str) -> tuple[str, dict[str, str]]:
    """Split `type/subtype; name=value` (RFC 2045 §5.1), with the encoded and the continued form of RFC 2231."""
    kind, _, rest = value[:4096].partition(";")
    if not rest:
        return kind.strip().lower(), {}
    found: dict[str, str] = {}
    encoded: set[str] = set()
    for name, number, star, quoted, bare in _PARAMETER.findall(";" + rest):
        found[name.lower()] = found.get(name.lower(), "") + (quoted.replace("\\", "") if quoted else bare)
        if star or number == "*":
            encoded.add(name.lower())
    for name in encoded:
        charset, mark, text = found[name].partition("'")
        found[name] = decode(unquote_to_bytes(text.partition("'")[2] if mark else charset), charset if mark else "")
    return kind.strip().lower(), found


@dataclass(slots=True)
class Reading:
    """What the walk through a mail finds; filled by `walk` alone."""

    texts: list[Part] = field(default_factory=list)
    reports: list[Part] = field(default_factory=list)
    attachments: list[str] = field(default_factory=list)
    encrypted: bool = False
    parts: int = 0


_READABLE = frozenset({"text/plain", "text/html"})
# Not made by the sender's hand, so that nobody misses them.
_WRAPPINGS = frozenset(
    {
        "application/ms-tnef",
        "application/pgp-signature",
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
    }
)
_REPORTS = frozenset({"message/delivery-status", "message/rfc822", "text/rfc822-headers"})
_SEALED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})


def walk(mail: Part) -> Reading:
    """Find the texts to read, in order, and what is left unread. Attached mails are never opened."""
    reading = Reading()
    _visit(mail, reading, 0)
    return reading


def _visit(part: Part, reading: Reading, depth: int) -> None:
    reading.parts += 1
    if part.kind.startswith("multipart/") and "boundary" in part.parameters and depth < DEEPEST:
        _visit_multipart(part, reading, depth)
    elif part.kind in _READABLE and part.disposition != "attachment" and not part.filename:
        reading.texts.append(part)
    elif part.kind.startswith("multipart/") and not part.parameters.get("boundary"):
        reading.texts.append(Part(part.header, part.body, "text/plain", part.parameters))
    elif part.kind in _SEALED:
        reading.encrypted = True
    elif part.kind in _REPORTS and (part.kind == "message/delivery-status" or reading.reports):
        # A report's parts follow one another; elsewhere an attached mail is somebody else's words.
        reading.reports.append(part)
    elif part.kind not in _WRAPPINGS:
        reading.attachments.append(part.filename or part.kind)


def _visit_multipart(part: Part, reading: Reading, depth: int) -> None:
    children = _children(part, MOST_PARTS - reading.parts)
    match part.kind:
        case "multipart/encrypted":
            reading.encrypted = True
        case "multipart/alternative":
            inner = Reading(parts=reading.parts)
            for child in children:
                _visit(child, inner, depth + 1)
            texts = [text for text in inner.texts if text.kind == "text/plain" and text.text().strip()]
            reading.texts += texts or [text for text in inner.texts if text.kind == "text/html"]
            reading.reports += inner.reports
            reading.attachments += inner.attachments
            reading.encrypted |= inner.encrypted
            reading.parts = inner.parts
        case "multipart/signed" | "multipart/related":
            # The signature, and the pictures that belong into the text, are nothing to read or to mention.
            for child in children:
                _visit(child, reading, depth + 1)
                break
        case _:
            for child in children:
                _visit(child, reading, depth + 1)


def _children(part: Part, most: int) -> Iterator[Part]:
    """Yield the parts between the boundary's lines (RFC 2046 §5.1.1); a missing last line ends at the end."""
    default = "message/rfc822" if part.kind == "multipart/digest" else "text/plain"
    start = -1
    for line_start, line_end, closing in _delimiters(part.body, part.parameters["boundary"]):
        if start >= 0 and most > 0:
            yield parse(_without_last_break(part.body[start:line_start]), default)
            most -= 1
        start = -1 if closing else line_end
        if closing or most <= 0:
            break
    if start >= 0 and most > 0:
        yield parse(part.body[start:], default)


def _delimiters(body: bytes, boundary: str) -> Iterator[tuple[int, int, bool]]:
    """Yield start, end and whether it closes, of each line that is the boundary and nothing else."""
    mark = b"--" + boundary.strip().encode("utf-8", "replace")
    at = body.find(mark)
    while at >= 0:
        end = body.find(b"\n", at)
        end = len(body) if end < 0 else end + 1
        tail = body[at + len(mark) : end].strip()
        if (at == 0 or body[at - 1 : at] == b"\n") and tail in (b"", b"--"):
            yield at, end, tail == b"--"
        at = body.find(mark, max(end, at + 1))


def _without_last_break(body: bytes) -> bytes:
    """Drop the line end before a boundary; it belongs to the boundary."""
    return body[:-2] if body.endswith(b"\r\n") else body.removesuffix(b"\n")
