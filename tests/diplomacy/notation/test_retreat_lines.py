"""tests: retreats and disbands as players write them."""

from __future__ import annotations

import pytest

from tests.diplomacy.notation.reading_tables import read, rows, shown

RETREATS = {
    "retreats": """
Retreat A Vienna to Tyrolia | A VIE R TYR
rt f nth to ska. | F NTH R SKA
R a mun-BOH, | A MUN R BOH
Germany retreated A MUN-BER | A MUN R BER
2. Retreat Ser-Bul | A SER R BUL
TURKEY: F AEG retreats to SMY | F AEG R SMY
RETREAT: Fleet  Norway -> Barents Sea. | F NWY R BAR
Austrian Army Serbia retreats to Albania. | A SER R ALB
german a ruh - mun | A RUH R MUN
Turkish a rum \x96 bul, otb | A RUM R BUL
Italy fleet tun: wes, otb | F TUN R WES
The army in Munich retreats to the Ruhr | A MUN R RUH
The fleet in Spain (south coast) retreats to the Gulf of Lyon | F SPA/SC R LYO
A Par HOLD (*dislodged*, retreats to Gascony) | A PAR R GAS
F Bel - Hol (*dislodged*, retreats to English Channel) | F BEL R ENG
A Rum - Sev (or disband if not available) | A RUM R SEV
F Bre retreats to Gas, Mid, otb | F BRE R GAS
A Bur - Par or Gas | A BUR R PAR
retreat a bur to par and f bre to mid | A BUR R PAR; F BRE R MAO
A Bur r Par, A Mun r Ber | A BUR R PAR; A MUN R BER
A Mun weicht nach Berlin | A MUN R BER
A Bur retraite en Paris | A BUR R PAR
A Mun-Ber | A MUN R BER
Retreat: A Mun - Ber | A MUN R BER
Retreats: A Mun - Ber, F Nth - Ska | A MUN R BER; F NTH R SKA
A Mun to Ber, otherwise OTB | A MUN R BER
A Mun: Ber, Kie, otb | A MUN R BER
A Mun r Ber/Kie | A MUN R BER
my army in Munich retreats to Berlin | A MUN R BER
F Bul(ec) r Bla | F BUL/EC R BLA
F Mao r Spa/sc | F MAO R SPA/SC
F Gas retreats Spa | F GAS R SPA/NC
""",
    "disbands": """
F Nth r otb. | F NTH D
a bud -->   OTB | A BUD D
Ber disbands | A BER D
A Bul NRR | A BUL D
Disband A Par | A PAR D
F Nap off the board | F NAP D
A Bud destroyed | A BUD D
A Mun D | A MUN D
A Mun (d) | A MUN D
Mun otb | A MUN D
Army Munich disband | A MUN D
OTB A Mun | A MUN D
A Bur dissolve | A BUR D
""",
    "ambiguous": """
F Por - Spa | ? F POR R SPA/NC / F POR R SPA/SC
""",
}


@pytest.mark.parametrize(("line", "wanted"), rows("C.6", RETREATS))
def test_retreat_line(line: str, wanted: object) -> None:
    """The first choice counts where it is not known what is open."""
    reading = read(line, "R")

    assert wanted == shown(reading)


UNREADABLE = {
    "unreadable": """
A Par H | unreadable
A Mun > Ber > Kie | wrong phase
A Bur hold | unreadable
A Par S A Mar | wrong phase
Disband | unreadable
""",
}


@pytest.mark.parametrize(("line", "reason"), rows("C.6", UNREADABLE))
def test_unreadable_retreat(line: str, reason: str | None) -> None:
    """What was meant as an order and cannot be read gives none, and its sender hears of it."""
    reading = read(line, "R")

    assert reading.complaint is not None
    assert reason == reading.complaint.reason.value
    assert not shown(reading)


TALK = {
    "no order": """
no retreats for me | -
No retreat needed | -
""",
}


@pytest.mark.parametrize(("line", "nothing"), rows("C.6", TALK))
def test_talk_in_retreats(line: str, nothing: str) -> None:
    """Talk, headings, quotes and votes are neither orders nor worth a complaint."""
    reading = read(line, "R")

    assert nothing == (shown(reading) or "-")
    assert reading.complaint is None
