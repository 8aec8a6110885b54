"""tests: addresses out of header fields, without guessing."""

from __future__ import annotations

import pytest

from gm_daemon.mail.addresses import addresses, domain_of
from tests.cases import case


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        case("RFC 5322 §3.4", "bare", "Ann@Example.org", ["ann@example.org"]),
        case("RFC 5322 §3.4", "with a name", "Ann Lee <ann@example.org>", ["ann@example.org"]),
        case("RFC 5322 §3.4", "two", "a@example.org, B <b@example.org>", ["a@example.org", "b@example.org"]),
        case("RFC 5322 §3.4", "group", 'G: "x, y" <a@example.org>, b@example.org;, undisclosed:;', [
            "a@example.org", "b@example.org",
        ]),
        case("RFC 5322 §3.4", "comment", "ann@example.org (Ann (really) <x@evil.example>)", ["ann@example.org"]),
        case("RFC 5322 §3.4", "nothing", " ,; ", []),
        case("RFC 5322 §3.4.1", "address in the quoted name", '"a@example.org" <m@evil.example>', ["m@evil.example"]),
        case("RFC 5322 §3.4.1", "address in the bare name", "a@example.org <m@evil.example>", ["m@evil.example"]),
        case("RFC 5322 §4.4", "route", "<@relay.example,@b.example:ann@example.org>", ["ann@example.org"]),
        case("RFC 6531 §3.3", "beyond ASCII", "Zoë <Zoë@bücher.example>", ["zoë@bücher.example"]),
        case("RFC 5891 §4", "punycode", "zoë@xn--bcher-kva.example", ["zoë@bücher.example"]),
        case("RFC 5321 §4.5.3", "VERP", "<gm+b.1=x=y@example.org>", ["gm+b.1=x=y@example.org"]),
        case("CVE-2023-27043", "behind the bracket", "<a@example.org> m@evil.example", [""]),
        case("CVE-2023-27043", "stray bracket", "a@example.org)<m@evil.example>", [""]),
        case("CVE-2023-27043", "two in brackets", "<a@example.org><m@evil.example>", [""]),
        case("RFC 5322 §3.4.1", "open quotation mark", 'Ann" <a@example.org>', [""]),
        case("RFC 5322 §3.4.1", "open bracket", "Ann <a@example.org", [""]),
        case("RFC 5322 §3.4.1", "two at signs", "a@b@example.org", [""]),
        case("RFC 5322 §3.4.1", "quoted at sign", '"a@example.org"@evil.example', [""]),
        case("RFC 5322 §3.4.1", "words without brackets", "Ann a@example.org", [""]),
        case("RFC 5322 §3.4.1", "no domain", "ann@", [""]),
        case("RFC 5322 §3.4.1", "one bad, one good", "x, ann@example.org", ["", "ann@example.org"]),
        case("RFC 5322 §2.1.1", "too long", "x" * 70_000, [""]),
    ],
)  # fmt: skip
def test_addresses(field: str, expected: list[str]) -> None:
    """What cannot be read counts as an address, an empty one."""
    assert expected == list(addresses([field]))


def test_every_field_counts() -> None:
    """A second From field is a second author."""
    assert addresses(["a@example.org", "b@example.org"]) == ("a@example.org", "b@example.org")


@pytest.mark.parametrize(
    ("address", "domain"),
    [
        case("RFC 5891 §4", "beyond ASCII", "zoë@bücher.example", "xn--bcher-kva.example"),
        case("RFC 5891 §4", "a domain alone, with its dot", "Example.ORG.", "example.org"),
        case("RFC 5891 §4", "no domain name", "a@" + "ü" * 100, ""),
    ],
)
def test_domain_of(address: str, domain: str) -> None:
    """Domains are compared in ASCII."""
    assert domain == domain_of(address)
