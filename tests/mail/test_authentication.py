"""tests: whom our mail server vouches for, and the forgeries that do not fool us."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_daemon.mail.authentication import MICROSOFT_365, Auth, Result, read_results, verdict
from gm_daemon.mail.structured import Malformed
from tests.cases import case

MX = "mx.example.org"
ANN = "ann@players.example"
GOOD = f"{MX}; dmarc=pass (p=none) header.from=players.example"
FROM = "header.from=players.example"
DKIM = "dkim=pass header.d=players.example"


@pytest.mark.parametrize(
    ("field", "auth"),
    [
        case("RFC 8601 §2.7", "DMARC pass", GOOD, Auth.PASS),
        case("RFC 8601 §2.7", "in capitals", f"{MX.upper()} 1; DMARC=PASS header.from=PLAYERS.Example", Auth.PASS),
        case("RFC 8601 §2.7", "DMARC fail", f"{MX}; {DKIM}; dmarc=fail {FROM}", Auth.FAIL),
        case("RFC 8601 §2.7", "DMARC temperror", f"{MX}; dmarc=temperror {FROM}", Auth.FAIL),
        case("RFC 8601 §2.7", "DMARC of another domain", f"{MX}; dmarc=pass header.from=evil.example", Auth.FAIL),
        case("RFC 8601 §2.7", "DMARC none", f"{MX}; dmarc=none {FROM}", Auth.NONE),
        case("RFC 8601 §2.7", "DMARC pass of no domain", f"{MX}; dmarc=pass", Auth.NONE),
        case("RFC 8601 §2.7", "DMARC twice", f"{GOOD}; dmarc=pass {FROM}", Auth.FAIL),
        case("RFC 8601 §2.7", "no results", f"{MX}; none", Auth.NONE),
        case("RFC 8601 §2.7", "nothing", MX, Auth.NONE),
        case("RFC 8601 §2.7.1", "aligned DKIM", f"{MX}; {DKIM}", Auth.PASS),
        case("RFC 8601 §2.7.1", "DKIM of the domain above", f"{MX}; dkim=pass header.d=Example.org", Auth.NONE),
        case("RFC 8601 §2.7.1", "identity", f"{MX}; dkim=pass header.i=@players.example header.b=a/b+=", Auth.PASS),
        case("RFC 8601 §2.7.1", "DKIM of a stranger", f"{MX}; dkim=pass header.d=evil.example", Auth.NONE),
        case("RFC 8601 §2.7.1", "DKIM of a look-alike", f"{MX}; dkim=pass header.d=xplayers.example", Auth.NONE),
        case("RFC 8601 §2.7.1", "DKIM of a top level", f"{MX}; dkim=pass header.d=example", Auth.NONE),
        case("RFC 8601 §2.7.1", "aligned DKIM fails", f"{MX}; dkim=fail header.d=players.example", Auth.FAIL),
        case("RFC 8601 §2.7.1", "a stranger's DKIM fails", f"{MX}; dkim=fail header.d=list.example", Auth.NONE),
        case("RFC 8601 §2.7.2", "aligned SPF", f"{MX}; spf=pass smtp.mailfrom={ANN}", Auth.PASS),
        case("RFC 8601 §2.7.2", "quoted", f'{MX}; spf=pass smtp.mailfrom="a b;c"@players.example', Auth.PASS),
        case("RFC 8601 §2.7.2", "SPF of a stranger", f"{MX}; spf=pass smtp.mailfrom=x@evil.example", Auth.NONE),
        case("RFC 8601 §2.7.2", "SPF softfail", f"{MX}; spf=softfail smtp.mailfrom={ANN}", Auth.NONE),
        case("RFC 8601 §2.7.2", "DKIM heals SPF", f"{MX}; spf=fail smtp.mailfrom={ANN}; {DKIM}", Auth.PASS),
        case("RFC 8601 §2.7.2", "null return path", f"{MX}; spf=pass smtp.mailfrom=; dmarc=pass {FROM}", Auth.PASS),
        case("RFC 8601 §5", "another server's", GOOD.replace(MX, "mx.evil.example"), Auth.NONE),
        case("RFC 8601 §5", "a server with our name in its name", GOOD.replace(MX, f"{MX}.evil.example"), Auth.NONE),
        # Forgeries: the sender's own words, copied into the field by a careless server.
        case("RFC 8601 §7.1", "local part closes a comment",
             f'{MX}; spf=pass (domain of "x) ;dmarc=pass {FROM} (y"@evil.example) smtp.helo=e', Auth.FAIL),
        case("RFC 8601 §7.1", "and escapes its quotation marks",
             f'{MX}; spf=pass (domain of "x\\" ) ;dmarc=pass {FROM} (\\"y"@evil.example) smtp.helo=e', Auth.FAIL),
        case("RFC 8601 §7.1", "comment does not close", f"{MX}; dmarc=pass (((p=none) {FROM}", Auth.FAIL),
        case("RFC 8601 §7.1", "comment closes twice", f"{MX}; dmarc=pass (x)) {FROM}", Auth.FAIL),
        case("RFC 8601 §7.1", "property named twice",
             f"{MX}; dmarc=pass header.from=evil.example {FROM}", Auth.FAIL),
        case("RFC 8601 §7.1", "domain in a quoted string behind the domain",
             f'{MX}; dmarc=pass header.from=evil.example"@players.example"', Auth.FAIL),
        case("RFC 8601 §7.1", "words without a name", f"{MX}; dmarc=pass players.example header.from", Auth.FAIL),
    ],
)  # fmt: skip
def test_verdict(field: str, auth: Auth) -> None:
    """Only what is said in the right place by the right server counts."""
    assert auth is verdict([field], MX, ANN)


def test_parent_domain_may_speak() -> None:
    """RFC 7489 §3.1.1: the organisation signs for its departments."""
    assert verdict([f"{MX}; dkim=pass header.d=example.org"], MX, "ann@dept.example.org") is Auth.PASS


@pytest.mark.parametrize(
    ("fields", "auth"),
    [
        case("RFC 8601 §5", "ours above a forged one", [f"{MX}; none", GOOD], Auth.NONE),
        case("RFC 8601 §5", "a stranger's above ours", ["evil.example; dmarc=fail", GOOD], Auth.PASS),
        case("RFC 8601 §5", "a stranger's unreadable above ours", ["evil.example; (", GOOD], Auth.PASS),
        case("RFC 8601 §5", "ours unreadable above a forged one", [f"{MX}; (", GOOD], Auth.FAIL),
        case("RFC 8601 §5", "none at all", [], Auth.NONE),
    ],
)
def test_topmost_of_ours(fields: list[str], auth: Auth) -> None:
    """Our server writes on top; whatever stands lower may be the sender's."""
    assert auth is verdict(fields, MX, ANN)


@pytest.mark.parametrize(
    ("pattern", "server", "auth"),
    [
        case("RFC 8601 §2.5", "a pattern", "*.messagingengine.com", "mx6.messagingengine.com", Auth.PASS),
        case("RFC 8601 §2.5", "outside of the pattern", "*.example.com", "example.com.evil.example", Auth.NONE),
        case("RFC 8601 §2.5", "nobody is believed", "", MX, Auth.NONE),
    ],
)  # fmt: skip
def test_server_pattern(pattern: str, server: str, auth: Auth) -> None:
    """The name of our server may be a pattern."""
    assert auth is verdict([GOOD.replace(MX, server)], pattern, ANN)


def test_microsoft_leaves_out_its_name() -> None:
    """Only who asks for it believes a field without a server."""
    field = (
        "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=players.example; dkim=pass (signature was verified) "
        "header.d=players.example;dmarc=bestguesspass action=none header.from=players.example;compauth=pass reason=109"
    )

    assert verdict([field], MICROSOFT_365, ANN) is Auth.PASS
    assert verdict([field], MX, ANN) is Auth.NONE
    assert verdict([GOOD], MICROSOFT_365, ANN) is Auth.NONE


def test_international_domain() -> None:
    """Unicode and punycode are the same domain."""
    field = f"{MX}; dmarc=pass header.from=bücher.example"

    assert verdict([field], MX, "zoë@xn--bcher-kva.example") is Auth.PASS


def test_results_are_read_in_order() -> None:
    """Versions go, properties stay."""
    server, results = read_results('Mx.Example 1; dkim/1=neutral reason="a; b" header.d=x.example; arc=none')

    assert server == "mx.example"
    assert results == (
        Result("dkim", "neutral", (("reason", "a; b"), ("header.d", "x.example"))),
        Result("arc", "none", ()),
    )


PIECES = [
    MX,
    ANN,
    "evil.example",
    "dmarc",
    "=",
    "pass",
    "fail",
    "header.from",
    ";",
    " ",
    "(",
    ")",
    '"',
    "\\",
    "@",
    "spf",
]


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join)))
def test_any_field_is_read_or_malformed(field: str) -> None:
    """No text raises anything else, and a verdict never raises."""
    try:
        read_results(field)
    except Malformed:
        assert verdict([field], "*", ANN) in (Auth.FAIL, Auth.NONE)
    assert verdict([f"{MX}; {field}"], MX, ANN) in Auth


@given(st.text(max_size=60))
def test_no_words_in_a_comment_make_a_pass(words: str) -> None:
    """Whatever a server copies into a comment about a stranger, the stranger does not become Ann."""
    field = f"{MX}; spf=pass (domain of {words}@evil.example) smtp.mailfrom=x@evil.example; dmarc=fail header.from=x"

    assert verdict([field], MX, ANN) is Auth.FAIL
