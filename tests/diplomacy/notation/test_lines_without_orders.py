"""tests: lines that give no order: ambiguous, unreadable, or no orders at all."""

from __future__ import annotations

import pytest

from tests.diplomacy.notation.reading_tables import read, rows, shown

AMBIGUOUS = {
    "ambiguous": """
A Par - Bur, or Gas | ? A PAR - BUR / A PAR - GAS
A Par - Bur or hold | ? A PAR - BUR / A PAR H
either A Par - Bur or A Par - Pic | ? A PAR - BUR / A PAR - PIC
F Nor - Edi | ? F NTH - EDI / F NWG - EDI
F Nwy - Nor | ? F NWY - NTH / F NWY - NWG
F Atl - Iri | ? F MAO - IRI / F NAO - IRI
Tyr H | ? A TYR H / F TYS H
A Par - Bur/Gas | ? A PAR - BUR / A PAR - GAS
A Par - Bur or Gas | ? A PAR - BUR / A PAR - GAS
A Par - Bur or A Par - Gas | ? A PAR - BUR / A PAR - GAS
F Lon - Nth or Eng | ? F LON - ENG / F LON - NTH
F MAO - Spa/wc | ? F MAO - SPA/NC / F MAO - SPA/SC
""",
}


@pytest.mark.parametrize(("line", "wanted"), rows("C.6", AMBIGUOUS))
def test_ambiguous_line(line: str, wanted: object) -> None:
    """Two meanings are both shown, and none is taken."""
    reading = read(line, "M")

    assert wanted == shown(reading)


UNREADABLE = {
    "unreadable": """
A Par - Bur - Mun | unreadable
F Lon - Nth - Nwy | unreadable
A Vie-Bud - bounced | unreadable
F Nth (C) | unreadable
A PAR - XYZZY | unreadable
A PAR ? BUR | unreadable
A Par - Bur? | unreadable
A Par - Bur if Germany moves to Ruhr | unreadable
Build A Par | wrong phase
A Swi - Mun | unreadable
F east med - cyprus | unreadable
A Par | unreadable
A Par - | unreadable
A Par S | unreadable
F Nth C A Lon | unreadable
A Foo - Bar | unreadable
F Lon - Switzerland | unreadable
""",
}


@pytest.mark.parametrize(("line", "reason"), rows("C.6", UNREADABLE))
def test_unreadable_line(line: str, reason: str | None) -> None:
    """What was meant as an order and cannot be read gives none, and its sender hears of it."""
    reading = read(line, "M")

    assert reading.complaint is not None
    assert reason == reading.complaint.reason.value
    assert not shown(reading)


TALK = {
    "no order": """
F North Sea/Norway | -
all units hold | -
Could you please move A Par - Bur | -
I want A Par - Bur | -
Prague - Bur | -
London to Paris:  What do you think? | -
Paris - Berlin: my dear friend | -
France to Germany: shall we | -
propose draw | -
German moves 1904 | -
Orders for France, Fall 1902 | -
Turkish orders, Spring 1901 | -
If I were Turkey I would order A Bul - Gre | -
I think A Par - Bur is best | -
He ordered A Mun - Bur last turn. | -
Good luck everybody! | -
Thanks, Bob | -
See you in London | -
Greetings from Munich | -
DRAW - YES | -
Draw: yes, concession: no | -
Berlin to Moscow: come to the table | -
Vienna -> Rome: nice try | -
Tsar to Sultan: hello | -
GM - all: deadline extended | -
Turkey -> Russia: peace? | -
Austria moves 1901 | -
Winter 1903 | -
Spring 1905, Italy | -
French orders for Fall 1904 | -
My orders: | -
Final | -
no orders | -
Please confirm receipt. | -
I have A Par, A Mar and F Bre. | -
England has F Nth, F Eng; I have A Bel. | -
He has A Ber - Mun covered | -
You should move A Mun - Bur | -
A Mun - Bur would be a mistake | -
What about F Lon - Eng? | -
I would rather play A Par - Pic. | -
Good game - Bob | -
Best - Tom | -
Regards, Paris | -
Bob (Austria) | -
tel: 555-1234 | -
http://example.org/a-b | -
London, 4 May 2026 | -
The war in the east - part 2 | -
I vote yes to the draw | -
Vote draw: no | -
Am Mo., 6. Apr. 2026 um 10:12 schrieb GM: | -
Le 4 avril 2023, GM a écrit : | -
Get your FREE fleet today | -
Sent from Mail for Windows | -
__________ | -
===== | -
----- Original Message ----- | -
> A Par - Bur | -
>> A Par - Bur | -
  > A Par - Bur | -
""",
}


@pytest.mark.parametrize(("line", "nothing"), rows("C.6", TALK))
def test_talk(line: str, nothing: str) -> None:
    """Talk, headings, quotes and votes are neither orders nor worth a complaint."""
    reading = read(line, "M")

    assert nothing == (shown(reading) or "-")
    assert reading.complaint is None
