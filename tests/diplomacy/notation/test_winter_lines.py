"""tests: builds, removals and waives as players write them."""

from __future__ import annotations

import pytest

from tests.diplomacy.notation.reading_tables import read, rows, shown

WINTER = {
    "builds": """
Build A Mos & F Sev. | BUILD A MOS; BUILD F SEV
Build army Vienna | BUILD A VIE
A Mun | BUILD A MUN
B A MUN | BUILD A MUN
France:   Builds an army in Paris. | BUILD A PAR
Russia:   Builds a fleet in St Petersburg (north coast). | BUILD F STP/NC
Turkey: Build A Con, Build F Ank, Build A Smyrna | BUILD A CON; BUILD F ANK; BUILD A SMY
Builds F London and A Liverpool. | BUILD F LON; BUILD A LVP
F Kie build | BUILD F KIE
Raise F Edi | BUILD F EDI
+ A Ber, + A Mun | BUILD A BER; BUILD A MUN
Aufbauten: A Mun, F Kie | BUILD A MUN; BUILD F KIE
Builds: A Par, F Bre | BUILD A PAR; BUILD F BRE
My builds: A Par, F Bre | BUILD A PAR; BUILD F BRE
F StP/nc | BUILD F STP/NC
build a fleet in Brest and an army in Paris | BUILD F BRE; BUILD A PAR
Build Paris army, Brest fleet | BUILD A PAR; BUILD F BRE
Build F Lon if I get a second build | BUILD F LON
build 2 armies: Par, Mar | BUILD A PAR; BUILD A MAR
Construction: A Par | BUILD A PAR
Biuld A Par | BUILD A PAR
Build F STP (s) | BUILD F STP/SC
Build A StP | BUILD A STP
Build: A Par | BUILD A PAR
A Par, F Bre | BUILD A PAR; BUILD F BRE
Build A Par; Build F Bre | BUILD A PAR; BUILD F BRE
build A Par build F Bre | BUILD A PAR; BUILD F BRE
Build A Par, remove F Bre | BUILD A PAR; REMOVE F BRE
1) Build A Par | BUILD A PAR
I build A Par | BUILD A PAR
Build fleet in St. Petersburg (north coast) | BUILD F STP/NC
Build F StPnc | BUILD F STP/NC
Build F Stp sc | BUILD F STP/SC
Build an army in Moscow and a fleet in Sevastopol. | BUILD A MOS; BUILD F SEV
Place A Ber | BUILD A BER
New army Ber | BUILD A BER
Build A Muncih | BUILD A MUN
I waive | WAIVE
Ajustement: A Par | BUILD A PAR
Aufbau A Berlin | BUILD A BER
Costruzioni: A Roma, F Napoli | BUILD A ROM; BUILD F NAP
F Kie + | BUILD F KIE
+F Kie +A Ber | BUILD F KIE; BUILD A BER
Builds for Germany: A Mun | BUILD A MUN
Winter 1901: Build A Par | BUILD A PAR
W1901A Build A Par | BUILD A PAR
W1901: A Par | BUILD A PAR
""",
    "removals": """
Italy disbanded F TUN | REMOVE F TUN
Germany disbands A RUH and F HEL | REMOVE A RUH; REMOVE F HEL
Austria: remove A Ser | REMOVE A SER
remove f aeg, | REMOVE F AEG
A Ser removed | REMOVE A SER
-A RUM | REMOVE A RUM
- F AEG | REMOVE F AEG
-F TYS, -A Bud | REMOVE F TYS; REMOVE A BUD
Abbauten: A Ser, F Aeg | REMOVE A SER; REMOVE F AEG
Remove: A Ser | REMOVE A SER
Destroy F Nth | REMOVE F NTH
d a ser | REMOVE A SER
d f tys | REMOVE F TYS
Remove F Spa(sc) | REMOVE F SPA/SC
Remove the army in Serbia | REMOVE A SER
A Ser d | REMOVE A SER
A Ser disband | REMOVE A SER
Scrap F Aeg | REMOVE F AEG
Abbau F Ankara | REMOVE F ANK
""",
    "waives": """
build f stp/sc, waive 1 build | BUILD F STP/SC; WAIVE
Waive | WAIVE
Waive 3 | WAIVE; WAIVE; WAIVE
waive both builds | WAIVE; WAIVE
no build this winter | WAIVE
nothing to build, sorry | WAIVE
waive 2 builds | WAIVE; WAIVE
2 waives | WAIVE; WAIVE
Waive my build | WAIVE
no build | WAIVE
NBR | WAIVE
Build A Par and waive | BUILD A PAR; WAIVE
""",
    "ambiguous": """
Build F Nap (or A Nap) | ? BUILD A NAP / BUILD F NAP
Build A Par or F Bre | ? BUILD A PAR / BUILD F BRE
F Ank or A Ank | ? BUILD A ANK / BUILD F ANK
build f bre else a par | ? BUILD A PAR / BUILD F BRE
""",
}


@pytest.mark.parametrize(("line", "wanted"), rows("C.6", WINTER))
def test_winter_line(line: str, wanted: object) -> None:
    """The line has this meaning."""
    reading = read(line, "A")

    assert wanted == shown(reading)


UNREADABLE = {
    "unreadable": """
A Par - Bur | wrong phase
""",
}


@pytest.mark.parametrize(("line", "reason"), rows("C.6", UNREADABLE))
def test_unreadable_winter(line: str, reason: str | None) -> None:
    """What was meant as an order and cannot be read gives none, and its sender hears of it."""
    reading = read(line, "A")

    assert reading.complaint is not None
    assert reason == reading.complaint.reason.value
    assert not shown(reading)
