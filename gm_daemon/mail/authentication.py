"""mail: what our own mail server found out about a sender (Authentication-Results, RFC 8601).

Only the topmost field of our own server counts: every other one was written by somebody else, perhaps by the
sender. Parts of the field are the sender's own words (addresses, in comments too), so that a field in which
anything is out of place is taken as an attack and fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fnmatch import fnmatchcase
from itertools import groupby

from gm_daemon.mail.addresses import domain_of
from gm_daemon.mail.structured import Kind, Malformed, Token, tokens

# Microsoft 365 writes the field without the name of a server; this name in the settings accepts that.
MICROSOFT_365 = "microsoft365"


class Auth(Enum):
    """Is the author's domain the true origin of the mail? `NONE`: nobody says so, and nobody denies it."""

    PASS = "pass"  # noqa: S105
    NONE = "none"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Result:
    """One method's result, with its properties (`header.from`, `smtp.mailfrom`); all in lower case."""

    method: str
    value: str
    properties: tuple[tuple[str, str], ...]

    def domain(self, name: str) -> str:
        """Return the domain in a property, or an empty string."""
        return domain_of(dict(self.properties).get(name, ""))


def verdict(fields: Sequence[str], authserv_id: str, sender: str) -> Auth:
    """Judge a mail by its Authentication-Results fields, newest first, as our server `authserv_id` wrote them.

    `authserv_id` may be a pattern (`*.messagingengine.com`), or `microsoft365`; when empty, nobody is believed.
    `sender` is the one author's address; its domain must be the one that was checked.
    """
    domain = domain_of(sender) if "@" in sender else ""
    for field in fields:
        try:
            server, results = read_results(field)
        except Malformed:
            if _looks_like(field, authserv_id):
                return Auth.FAIL
            continue
        if _is_ours(server, authserv_id):
            return _judge(results, domain)
    return Auth.NONE


def read_results(field: str) -> tuple[str, tuple[Result, ...]]:
    """Read one field: the server's name ("" where Microsoft leaves it out), and the results in order.

    Raises `Malformed` for whatever is not `server; method=value (comment) property=value; ...` (RFC 8601 §2.2,
    without the spaces around `=` that no server writes), for a quotation mark or backslash in a comment, and for
    a property that is named twice in one result.
    """
    segments = [[_pair(word) for word in _words(segment)] for segment in _segments(field)]
    first, others = segments[0], [segment for segment in segments[1:] if segment]
    if first and first[0][1] is not None:
        return "", tuple(map(_result, [first, *others]))
    if not 1 <= len(first) <= 2:
        raise Malformed(f"no server's name in {field!r}")
    if others == [[("none", None)]]:
        others = []
    return first[0][0], tuple(map(_result, others))


def _is_ours(server: str, authserv_id: str) -> bool:
    if authserv_id == MICROSOFT_365:
        return server == ""
    return bool(server) and fnmatchcase(server, authserv_id.lower())


def _looks_like(field: str, authserv_id: str) -> bool:
    """Say whether an unreadable field may be our server's: by the word before the first semicolon."""
    start = field.partition(";")[0].split()
    server = start[0].lower() if start and "=" not in start[0] else ""
    return _is_ours(server, authserv_id)


def _judge(results: Sequence[Result], domain: str) -> Auth:
    dmarc = [result for result in results if result.method == "dmarc"]
    if len(dmarc) > 1:
        return Auth.FAIL
    for result in dmarc:
        # "bestguesspass" is Microsoft's word for a domain without a policy.
        if result.value not in ("pass", "none", "bestguesspass"):
            return Auth.FAIL
        checked = result.domain("header.from")
        if checked and checked != domain:
            return Auth.FAIL
        if result.value == "pass" and checked:
            return Auth.PASS
    aligned = {result.value for result in results if _is_aligned(result, domain)}
    if "pass" in aligned:
        return Auth.PASS
    return Auth.FAIL if "fail" in aligned else Auth.NONE


def _is_aligned(result: Result, domain: str) -> bool:
    """Say whether DKIM or SPF speaks for the author's domain itself or for a domain above it.

    RFC 7489 §3.1 also lets a sister domain speak, which asks for a list of public suffixes; none is needed for
    mail that people write.
    """
    match result.method:
        case "dkim":
            # RFC 8601 §2.7.1: older servers name the identity (header.i) and not the domain.
            speaker = result.domain("header.d") or result.domain("header.i")
        case "spf":
            speaker = result.domain("smtp.mailfrom")
        case _:
            return False
    return "." in speaker and (domain == speaker or domain.endswith(f".{speaker}"))


def _segments(field: str) -> Iterator[list[Token]]:
    """Split the field at its semicolons; a comment is a space."""
    segment: list[Token] = []
    for token in tokens(field):
        if token.kind is Kind.COMMENT:
            # A server that copies a sender's quoted words into a comment lets the sender close the comment.
            if '"' in token.text or "\\" in token.text:
                raise Malformed(f"a quotation mark in the comment {token.text!r}")
            segment.append(Token(Kind.SPACE, " "))
        elif token.kind is Kind.SPECIAL and token.text == ";":
            yield segment
            segment = []
        else:
            segment.append(token)
    yield segment


def _words(segment: Sequence[Token]) -> Iterator[list[Token]]:
    """Group the tokens that touch."""
    for is_space, word in groupby(segment, lambda token: token.kind is Kind.SPACE):
        if not is_space:
            yield list(word)


def _pair(word: Sequence[Token]) -> tuple[str, str | None]:
    """Read `name=value` in lower case; the value is None for a word without `=`."""
    if word[0].kind is not Kind.ATOM:
        raise Malformed(f"{word[0].text!r} is no name")
    if len(word) == 1:
        return word[0].text.lower(), None
    if word[1] != Token(Kind.SPECIAL, "="):
        raise Malformed(f"{word[1].text!r} behind {word[0].text!r}")
    value = word[2:]
    for at, token in enumerate(value):
        # A quoted string is the whole value or a whole local part; anywhere else it hides a second domain.
        is_local_part = at == 0 and value[1:2] == [Token(Kind.SPECIAL, "@")]
        if token.kind is Kind.QUOTED and len(value) > 1 and not is_local_part:
            raise Malformed(f"a quoted string inside of {word[0].text!r}")
    return word[0].text.lower(), "".join(token.text for token in value).lower()


def _result(pairs: Sequence[tuple[str, str | None]]) -> Result:
    properties: dict[str, str] = {}
    for name, value in pairs:
        if value is None or name in properties:
            raise Malformed(f"{name!r} has no value, or two")
        properties[name] = value
    (method, value), *others = properties.items()
    # RFC 8601 §2.2: the method may carry a version, "dkim/1".
    return Result(method.partition("/")[0], value, tuple(others))
