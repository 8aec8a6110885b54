"""mail: header fields -> the addresses in them.

The standard library's reader guesses at malformed lists, and differently from version to version; an attacker
lives from two readers that guess differently. This one does not guess: what it cannot read is an empty string.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from gm_daemon.mail.structured import Kind, Malformed, Token, tokens


def addresses(fields: Iterable[str]) -> tuple[str, ...]:
    """Return the addresses of all given address-list fields (RFC 5322 §3.4), in order, in lower case.

    Groups are opened, display names and comments dropped. An entry that cannot be read gives `""`, so that a
    second author who is written badly still counts as a second author. Domains written in punycode come out
    in Unicode, so that each mailbox has one spelling.
    """
    found: list[str] = []
    for field in fields:
        try:
            found.extend(_address_list([token for token in tokens(field) if token.kind is not Kind.COMMENT]))
        except Malformed:
            found.append("")
    return tuple(found)


def domain_of(address: str) -> str:
    """Return the domain of an address, or of a domain itself, in lower case ASCII (punycode); "" if there is none."""
    domain = address.rpartition("@")[2].strip().rstrip(".").lower()
    if domain.isascii():
        return domain
    try:
        return domain.encode("idna").decode("ascii")
    except UnicodeError:
        return ""


def _address_list(field: Sequence[Token]) -> list[str]:
    found: list[str] = []
    entry: list[Token] = []
    in_angle = False
    for token in [*field, Token(Kind.SPECIAL, ",")]:
        mark = token.text if token.kind is Kind.SPECIAL else ""
        if mark in ("<", ">"):
            in_angle = mark == "<"
            entry.append(token)
        elif mark == ":" and not in_angle:
            entry.clear()  # What stood before is the name of a group.
        elif mark in (",", ";") and not in_angle:
            if any(part.kind is not Kind.SPACE for part in entry):
                found.append(_address(entry))
            entry.clear()
        else:
            entry.append(token)
    if in_angle:
        found.append("")
    return found


def _address(entry: Sequence[Token]) -> str:
    """Read one entry: `local@domain`, or `any words <local@domain>` with nothing behind the bracket."""
    marks = [at for at, token in enumerate(entry) if token.kind is Kind.SPECIAL and token.text in "<>"]
    if not marks:
        return _addr_spec(entry)
    if len(marks) != 2 or entry[marks[0]].text != "<" or entry[marks[1]].text != ">":
        return ""
    if any(token.kind is not Kind.SPACE for token in entry[marks[1] + 1 :]):
        return ""
    inside = list(entry[marks[0] + 1 : marks[1]])
    route = [at for at, token in enumerate(inside) if token.kind is Kind.SPECIAL and token.text == ":"]
    # RFC 5322 §4.4: an obsolete route before the address says nothing about the author.
    return _addr_spec(inside[route[-1] + 1 :] if route else inside)


def _addr_spec(entry: Sequence[Token]) -> str:
    words = list(entry)
    while words and words[0].kind is Kind.SPACE:
        words.pop(0)
    while words and words[-1].kind is Kind.SPACE:
        words.pop()
    at = [place for place, token in enumerate(words) if token.kind is Kind.SPECIAL and token.text == "@"]
    if len(at) != 1 or any(token.kind is Kind.SPACE for token in words):
        return ""
    local = "".join(token.text for token in words[: at[0]])
    domain = "".join(token.text for token in words[at[0] + 1 :])
    if not local or not domain or any(token.kind is Kind.QUOTED for token in words[at[0] + 1 :]):
        return ""
    if any(token.kind is Kind.SPECIAL and token.text in ",;:" for token in words):
        return ""
    if any(not character.isprintable() or character in ' <>"@' for character in local + domain):
        return ""
    return unicodedata.normalize("NFC", f"{local}@{_readable(domain)}").lower()


def _readable(domain: str) -> str:
    if "xn--" not in domain.lower():
        return domain
    try:
        return domain.encode("ascii").decode("idna")
    except UnicodeError:
        return domain
