"""tests: the 49 shared sample mails, read as their index says."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from gm_daemon.mail.authentication import verdict
from gm_daemon.mail.letter import Origin
from gm_daemon.mail.reading import read_letter
from gm_daemon.mail.sender import Policy, judge

SHARED = Path(os.environ.get("GM_SHARED", Path(__file__).parents[3] / "shared"))
SAMPLES = SHARED / "data" / "eml"

# What the index calls a kind, where it is for mail to know.
ROBOTS = {
    "auto-reply": {Origin.AUTO_REPLY, Origin.LIST, Origin.OURS},
    "bounce": {Origin.BOUNCE},
    "challenge-response": {Origin.CHALLENGE_RESPONSE},
}
# Policies that follow from content or history, which others judge.
BY_OTHERS = {"answer", "duplicate"}


def index() -> dict[str, Any]:
    path = SAMPLES / "index.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {"files": []}


INDEX = index()
NEEDS_SAMPLES = pytest.mark.skipif(not INDEX["files"], reason=f"no sample mails: {SAMPLES} is absent (GM_SHARED)")


@NEEDS_SAMPLES
@pytest.mark.parametrize("crlf", [False, True], ids=["LF", "CRLF"])
@pytest.mark.parametrize("row", INDEX["files"], ids=lambda row: str(row["file"]))
def test_sample(row: dict[str, Any], crlf: bool) -> None:
    """Own text, sender, origin, authentication and policy are as recorded."""
    raw = (SAMPLES / row["file"]).read_bytes().replace(b"\r\n", b"\n")
    letter = read_letter(raw.replace(b"\n", b"\r\n") if crlf else raw, own_address="gm@play.example.org")
    auth = verdict(letter.authentication_results, INDEX["authserv_id"], letter.sender)
    people = (SAMPLES / "people.txt").read_text("utf-8").split()
    judgement = judge(letter, registered=letter.sender in people, auth=auth, has_token=False)

    assert row["reply_text"] == list(letter.lines)
    assert row["sender"] == letter.sender
    assert row["auth"] == auth.value
    assert letter.origin in ROBOTS.get(row["kind"], {Origin.PERSON})
    if row["policy"] not in BY_OTHERS and "subject-only" not in row["features"]:
        assert row["policy"] == judgement.policy.value
    else:
        assert judgement.policy is Policy.ACCEPT
    if report := row.get("bounce"):
        assert letter.bounce is not None
        (delivery,) = letter.bounce.deliveries
        assert report == {
            "recipient": delivery.recipient,
            "action": delivery.action,
            "status": delivery.status,
            "original_message_id": letter.bounce.original_message_id,
        }
        assert delivery.failed is (report["action"] == "failed")


@NEEDS_SAMPLES
def test_samples_twice_delivered_share_their_key() -> None:
    """The recorded duplicate, and no other pair of mails, has the key of the first."""
    keys = {row["file"]: read_letter((SAMPLES / row["file"]).read_bytes()).key for row in INDEX["files"]}
    first = {key: file for file, key in reversed(keys.items())}
    doubles = {file: first[key] for file, key in keys.items() if first[key] != file}

    assert doubles == {row["file"]: row["duplicate_of"] for row in INDEX["files"] if "duplicate_of" in row}
