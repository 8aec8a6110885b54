"""tests: movement orders as players write them, by family."""

from __future__ import annotations

import pytest

from tests.diplomacy.notation.reading_tables import read, rows, shown

MOVEMENT = {
    "moves": """
A Mnu - Ber | A MUN - BER
A Vei - Gal | A VIE - GAL
F Lno - Nth | F LON - NTH
A Sre - Bul | A SER - BUL
FRANCE - A Par - Bur | A PAR - BUR
Austria-Hungary: A Bud-Ser | A BUD - SER
Austrian A Bud-Ser | A BUD - SER
A Swe - Den by land | A SWE - DEN
A Vie - Bud {cut} | A VIE - BUD
Please order A Par - Bur | A PAR - BUR
A Par - Bur, thanks | A PAR - BUR
Hi, A Par - Bur | A PAR - BUR
ok: A Par - Bur | A PAR - BUR
F Nor - Swe | F NWY - SWE
A Kie - Nor | A KIE - NWY
F Iri - Nor | F IRI - NAO
F Gulf - Swe | F BOT - SWE
F Med - Ion | F EAS - ION
F Lyo - Tyr | F LYO - TYS
Eng - Iri | F ENG - IRI
English - Iri | F ENG - IRI
North - Nwy | F NTH - NWY
F North - Norway | F NTH - NWY
F Norway - Norwegian Sea | F NWY - NWG
F Norway to North Sea | F NWY - NTH
F North Africa - Mid | F NAF - MAO
F West - Tun | F WES - TUN
F East Med. - Syria | F EAS - SYR
F BUD - SER | A BUD - SER
AVie-Galicia | A VIE - GAL
FTri - Adr | F TRI - ADR
A Bud m Gal | A BUD - GAL
a venice  to tyrol | A VEN - TYR
Fleet Norway to the Barents Sea. | F NWY - BAR
F  Black Sea moves to Rumania | F BLA - RUM
A Serbia attacks Greece | A SER - GRE
Move A Par to Bur | A PAR - BUR
My army in Paris moves to Burgundy | A PAR - BUR
The fleet in Brest sails to the English Channel. | F BRE - ENG
A Mnuich - Silesia | A MUN - SIL
A Muncih - Boh | A MUN - BOH
Army Budapset to Rumannia | A BUD - RUM
Fleet Constantinopel - Agean | F CON - AEG
fleet brst to englsh channel | F BRE - ENG
fleet brest to english chanel | F BRE - ENG
F Mao - Eng. Chanell | F MAO - ENG
A Bel S English F Nth - Hol | A BEL S F NTH - HOL
fleet napels to tyrhenian see | F NAP - TYS
A Warsw - Galcia | A WAR - GAL
F Edinborough - Norweigan Sea | F EDI - NWG
A Vienn - Tyrollia | A VIE - TYR
F Skaggerak - Denmrak | F SKA - DEN
A Mosc - Ukr. | A MOS - UKR
A Venezia - Trieste | A VEN - TRI
F Nor - Nth | ? F NWG - NTH / F NWY - NTH
A Nor - Fin | A NWY - FIN
F Bre - Atl | F BRE - MAO
A Liv - Yor | A LVP - YOR
F Liv - Iri | F LVP - IRI
F Liv - Bot | F LVN - BOT
F Nap - Tyr | F NAP - TYS
A Mun - Tyr | A MUN - TYR
F Med - Smy | F EAS - SMY
F Gob - Swe | F BOT - SWE
F Gulf - Fin | F BOT - FIN
Arm Par - Bur | A PAR - BUR
F North Sea - North Atl | F NTH - NAO
F Norwegian Sea - North Atlantic | F NWG - NAO
F English - Mid | F ENG - MAO
A Nth - Nwy | F NTH - NWY
F Lon Nth | F LON - NTH
FLEET LONDON NORTH SEA | F LON - NTH
Army Paris-Burgundy | A PAR - BUR
A Paris to the Burgundy | A PAR - BUR
a pru - lvn | A PRU - LVN
F Mid Atl - W Med | F MAO - WES
F N Atl - Liverpool | F NAO - LVP
F W. Med. - N. Africa | F WES - NAF
A St Pete - Moscow | A STP - MOS
A St-Petersburg - Livonia | A STP - LVN
F Black - Con | F BLA - CON
F Gulf of Bothnia to Livonia | F BOT - LVN
F G of Bothnia - Fin | F BOT - FIN
F Golf of Lyon - Tus | F LYO - TUS
F GoL-Pie | F LYO - PIE
F E. Med - Ion | F EAS - ION
F eastern mediterranean sea to aegean sea | F EAS - AEG
Germany F Kie-Den | F KIE - DEN
German army Munich to Tyrolia | A MUN - TYR
Ger A Mun - Tyr | A MUN - TYR
A [Mun] - [Bur] | A MUN - BUR
A Arm-Smy | A ARM - SMY
Army Arm - Smy | A ARM - SMY
Arm Arm - Smy | A ARM - SMY
F Arm - Bla | F ARM - BLA
Nth - Nwy | F NTH - NWY
Bur - Mun | A BUR - MUN
Mos to Ukr | A MOS - UKR
Lvp-Yor | A LVP - YOR
Sev-Bla | F SEV - BLA
kiel - den | A KIE - DEN
A Marsailes - Gascogny | A MAR - GAS
A Viena - Bohemai | A VIE - BOH
F Lodnon - Nroth Sea | F LON - NTH
A Constantinopole-Bulgeria | A CON - BUL
A Burgandy - Belguim | A BUR - BEL
F Gulf of Botnia - Sweeden | F BOT - SWE
F Skagerack - Norht Sea | F SKA - NTH
A Livornia - Warsawa | A LVN - WAR
A Rhur - Munic | A RUH - MUN
A Piedmonte - Tuscanny | A PIE - TUS
F Greese - Ionan | F GRE - ION
A Pur - Mun | ? A BUR - MUN / A RUH - MUN
F Triest - Adria | F TRI - ADR
F Londres mueve a Mar del Norte | F LON - NTH
""",
    "holds": """
A Vie h (r tyr) | A VIE H
A Vie H (dislodged, may retreat to Tyr) | A VIE H
A Vie H. (*dislodged*) | A VIE H
f lon u | F LON H
F Tyr H | F TYS H
A Tyr H | A TYR H
A TYR - Hold | A TYR H
F NTH-h | F NTH H
A <WAR>-holds | A WAR H
A Mun stands | A MUN H
A Mun stand | A MUN H
a bud h (u) | A BUD H
Hold A Par | A PAR H
F Bla hodl | F BLA H
Order army Paris to hold | A PAR H
A MUN(H) | A MUN H
A Mun: H | A MUN H
A Mun: hold | A MUN H
A Vie (H) | A VIE H
A Vie stands pat | A VIE H
A Vie does nothing | A VIE H
Vienna twiddles its thumbs | A VIE H
A Munich dances the polka | A MUN H
F London drinks tea | F LON H
A Silesai holds | A SIL H
""",
    "supports": """
a bur s f f mao - bre | A BUR S F MAO - BRE
a ser s t bul - gre | A SER S A BUL - GRE
a gal s r ukr - rum | A GAL S A UKR - RUM
F BLA S T A Bul - Rum | F BLA S A BUL - RUM
A Mar (S) A Gas - Spa | A MAR S A GAS - SPA
A Mar (s) Gas-Spa | A MAR S A GAS - SPA
A Mar [S] A Gas - Spa | A MAR S A GAS - SPA
F Spa(sc) S F Mao - Wes | F SPA/SC S F MAO - WES
F Spa (sc) (S) F Mao - Wes | F SPA/SC S F MAO - WES
F STP/NC S A Nwy | F STP/NC S A NWY
A Rum supprots A Bul | A RUM S A BUL
A Kie S F Den | A KIE S F DEN
F Gre SF AEG | F GRE S F AEG
F ION SF AEG-AEG | F ION S F AEG
A Gal supports Warsaw | A GAL S A WAR
F Nth supports Fleet Norway to hold | F NTH S F NWY
A Bul S Rus F Rum | A BUL S F RUM
A Bul S (RUS) F Rum | A BUL S F RUM
A Ukr S *Russian* A mos-sev | A UKR S A MOS - SEV
A Mun-S-German A Ber-Sil | A MUN S A BER - SIL
A Ruh (S) A: Kie-Hol | A RUH S A KIE - HOL
f bel s e f nth - hol | F BEL S F NTH - HOL
a tyr s i a ven-tri | A TYR S A VEN - TRI
a ber s f a bur-mun | A BER S A BUR - MUN
a tyr s r a boh - vie | A TYR S A BOH - VIE
f rum s t f bla | F RUM S F BLA
F eng s f bel nth | F ENG S F BEL - NTH
F WES S F GOL - Spa(sc) | F WES S F LYO - SPA/SC
A MAR S F Gol - Spain (south coast) | A MAR S F LYO - SPA/SC
A Spa s F Mar-Gol | A SPA S F MAR - LYO
GERMAN Fleet Kiel Supports English Fleet North Sea to Denmark | F KIE S F NTH - DEN
A Sil S FBal-Pru | A SIL S F BAL - PRU
Arm Mun S Arm Ber | A MUN S A BER
A Arm S F Bla | A ARM S F BLA
F Eng S F Mid - Iri | F ENG S F MAO - IRI
F Iri s Eng F Lvp | F IRI S F LVP
A Par S the French move of A Mar to Bur | A PAR S A MAR - BUR
A Ber S move A Mun - Sil | A BER S A MUN - SIL
F Mid S F Gol - Spa | F MAO S F LYO - SPA
Army Paris will support army Marseilles to Burgundy | A PAR S A MAR - BUR
a vie s a bud | A VIE S A BUD
F Nth S F Nwg - Nwy. | F NTH S F NWG - NWY
F North S F Norwegian - Norway | F NTH S F NWG - NWY
F Norwegian S F North - Norway | F NWG S F NTH - NWY
F Adriatic S F Ionian | F ADR S F ION
F Tyrrhenian S F Ion - Tun | F TYS S F ION - TUN
F Black Sea S A Bul - Con | F BLA S A BUL - CON
A Mun: S A Ber | A MUN S A BER
A Boh S GER A Mun | A BOH S A MUN
A Boh S Ger. A Mun | A BOH S A MUN
A Boh supports the German army in Munich | A BOH S A MUN
A Boh supports the German army in Munich to Tyrolia | A BOH S A MUN - TYR
A Boh supports German army Munich moving to Tyrolia | A BOH S A MUN - TYR
A Boh S A Mun in holding | A BOH S A MUN
A Boh S A Mun into Tyrolia | A BOH S A MUN - TYR
F Swe S Rus F Bot-Stp(sc) | F SWE S F BOT - STP/SC
F Swe S (RUS) F Bot | F SWE S F BOT
F Rum S *Turkish* F Bla-Sev | F RUM S F BLA - SEV
F Nth S ENG F Edi-Nwg | F NTH S F EDI - NWG
F Bel S Eng - Nth | F BEL S F ENG - NTH
F Hol S F ENG - BEL | F HOL S F ENG - BEL
A Pic S Eng A Wal - Bre | A PIC S A WAL - BRE
f hel s g f kie - den | F HEL S F KIE - DEN
a rom s ven | A ROM S A VEN
a ven s tri-vie | A VEN S A TRI - VIE
F AEG S BUL-GRE | F AEG S A BUL - GRE
""",
    "convoys": """
A Nap - Tun - via convoy | A NAP - TUN VIA
A Nap - Tun - convoy | A NAP - TUN VIA
F Ad\u00adriatic C A Tri - Ven | F ADR C A TRI - VEN
English F Nth C English A Yor-Nwy | F NTH C A YOR - NWY
F Nth C ENG A Yor-Nwy | F NTH C A YOR - NWY
F ENG C A WAL-BRE | F ENG C A WAL - BRE
f eng c e a wal-bre | F ENG C A WAL - BRE
f nth c e yor-nwy | F NTH C A YOR - NWY
A Lon-Nth-Eng-Bre | A LON - BRE VIA
A Smy-AEG-ION-Apu | A SMY - APU VIA
A Bel - Nth - Nwy (F Nth C) | A BEL - NWY VIA; F NTH C A BEL - NWY
A Swe - Den via convoy | A SWE - DEN VIA
A Swe - Den (VIA F Bal) | A SWE - DEN VIA
a nwy-swe[*] | A NWY - SWE VIA
A Swe - Den via Ska | A SWE - DEN VIA
F ENG C A Lon-Bre | F ENG C A LON - BRE
F NTH CA EDI-NWY | F NTH C A EDI - NWY
A Tun-ION-Gre | A TUN - GRE VIA
A LON - NTH - NWY | A LON - NWY VIA
f bla c ank - rum | F BLA C A ANK - RUM
Fleet Black Sea convoys Army Ankara to Rumania | F BLA C A ANK - RUM
F Bal transports A Kie to Lvn | F BAL C A KIE - LVN
A Nap - Alb via convoy | A NAP - ALB VIA
A Nap - Alb (via convoy) | A NAP - ALB VIA
A Nap - Alb (via Ion) | A NAP - ALB VIA
A Nap - Alb by convoy | A NAP - ALB VIA
A Nap - Alb [*] | A NAP - ALB VIA
A Kie-Swe (Bal C) | A KIE - SWE VIA; F BAL C A KIE - SWE
A Yor-Nwy, c by F Nth | A YOR - NWY VIA
A Yor - Nwy via f nth | A YOR - NWY VIA
f NTH conv A lon to nwy | F NTH C A LON - NWY
A BRE - LON VIA F ENG | A BRE - LON VIA
A Bre - Lon, convoyed by F Eng | A BRE - LON VIA
A Lon-Bel C | A LON - BEL VIA
A Lon - Bel conv F Nth | A LON - BEL VIA
A Lon - Bel convoyed by F Nth | A LON - BEL VIA
A Lon - Bel (F Nth C) | A LON - BEL VIA; F NTH C A LON - BEL
A Lon - Bel (convoy) | A LON - BEL VIA
A Lon-Nth-Bel; F Nth c A Lon-Bel | A LON - BEL VIA; F NTH C A LON - BEL
F Nth c Lon-Bel | F NTH C A LON - BEL
F Nth convoys English A Yor to Nwy | F NTH C A YOR - NWY
F Nth (C) A Lon-Bel | F NTH C A LON - BEL
F Nth-C-A Lon-Bel | F NTH C A LON - BEL
F Ech C A Wal-Pic | F ENG C A WAL - PIC
F Bla convoy army Sev to Ank | F BLA C A SEV - ANK
F MAO c spa-wal via nao | F MAO C A SPA - WAL
""",
    "coasts": """
F Bot-StPs | F BOT - STP/SC
F Lvn - STP sc | F LVN - STP/SC
F Lvn-stpsc | F LVN - STP/SC
F Spa/s - Wes | F SPA/SC - WES
F Spa/South Coast - Wes | F SPA/SC - WES
F Bulgaria (east coast) to Black Sea | F BUL/EC - BLA
F Bul(e) - Rum | F BUL/EC - RUM
F Bul EC - Rum | F BUL/EC - RUM
F Bul/ec to Con | F BUL/EC - CON
F PeN-Nwy | F STP/NC - NWY
F SpN - Mid | F SPA/NC - MAO
F Con - Bul (south coast) | F CON - BUL/SC
F Aeg - Bulsc | F AEG - BUL/SC
F Mao-spa/nc | F MAO - SPA/NC
F Wes - Spa | F WES - SPA/SC
F Bar - Stp | F BAR - STP/NC
F Bot - St Petersburg | F BOT - STP/SC
F St Petersburg (sc) to Gulf of Bothnia | F STP/SC - BOT
F Spa(nc)-Gas | F SPA/NC - GAS
F South coast of Spain - Mid | F SPA/SC - MAO
F Spain's south coast - Lyon | F SPA/SC - LYO
F Bul/nc - Bla | F BUL/EC - BLA
F St. Petersburg (nc) - Barents Sea | F STP/NC - BAR
F stp/sc-lvn | F STP/SC - LVN
F STP (south) - Fin | F STP/SC - FIN
""",
    "dashes and arrows": """
F-NTH -> Skag | F NTH - SKA
F Tyrr Sea -> Naples | F TYS - NAP
Fleet Mid-Atlantic Ocean --> Irish Sea | F MAO - IRI
f mid \u2011 portugal | F MAO - POR
F Wmed – Tyrrhenian | F WES - TYS
France: Army Burgundy - >  Ruhr. | A BUR - RUH
Germany: Army Ruhr => Belgium. | A RUH - BEL
Army Sil->Warsaw | A SIL - WAR
f ska \x96 swe | F SKA - SWE
A MOS \x97 STP | A MOS - STP
F Lon &ndash; Eng | F LON - ENG
A Par -&gt; Pic | A PAR - PIC
F Bre =96 Eng | F BRE - ENG
F Bre =E2=80=93 Eng | F BRE - ENG
F Bre → Mao | F BRE - MAO
F Bre ⇒ Mao | F BRE - MAO
A Por -> Mid -> Wes -> Tun | A POR - TUN VIA
Italy: Army Tunis => Ionian Sea => Apulia. | A TUN - APU VIA
• F Lon → Nth | F LON - NTH
F Nwy â€“ Ska | F NWY - SKA
F Bre=>Eng | F BRE - ENG
黒海 海軍 輸送 《アンカラ→セバストポリ》 | F BLA C A ANK - SEV
Fleet Gulf of Lyons SUPPORT Army Marseilles -> Spain. | F LYO S A MAR - SPA
A Mun -> Bur (bounce) | A MUN - BUR
英仏海峡 海軍 輸送 《ロンドン→ブレスト》 | F ENG C A LON - BRE
ウィーン 陸軍 支援 《ブダペスト→ガリシア》 | A VIE S A BUD - GAL
""",
    "several orders": """
FRANCE: a par-bur, a mar-spa, f bre-mao | A PAR - BUR; A MAR - SPA; F BRE - MAO
u(H), F Lon u(H), A Wal u(H). | F LON H; A WAL H
F Nth-ENG; F Lon S F Nth-ENG; | F NTH - ENG; F LON S F NTH - ENG
A Ber - Kie,,F Kie - Den | A BER - KIE; F KIE - DEN
A Ber-Kie and then F Kie-Den | A BER - KIE; F KIE - DEN
A Ber - Kie + F Kie - Den | A BER - KIE; F KIE - DEN
A Ber - Kie / F Kie - Den / A Mun - Ruh | A BER - KIE; F KIE - DEN; A MUN - RUH
armies Paris and Marseilles hold | A PAR H; A MAR H
A Par, Mar hold | A PAR H; A MAR H
A Par & Mar H | A PAR H; A MAR H
F Bre & A Par S A Gas | F BRE S A GAS; A PAR S A GAS
F Nap & F Ion S F Tun - Tys | F NAP S F TUN - TYS; F ION S F TUN - TYS
My orders are: A Par - Bur and A Mar - Spa. Thanks! | A PAR - BUR; A MAR - SPA
A Par - Bur, A Mar S A Par - Bur and F Bre - Mao. | A PAR - BUR; A MAR S A PAR - BUR; F BRE - MAO
A Vie-Gal & A Bud S A Vie-Gal | A VIE - GAL; A BUD S A VIE - GAL
A Ber - Kie. F Kie - Den. A Mun - Ruh. | A BER - KIE; F KIE - DEN; A MUN - RUH
a ber-kie    f kie-den    a mun h | A BER - KIE; F KIE - DEN; A MUN H
a ber-kie / f kie-den | A BER - KIE; F KIE - DEN
A BER - KIE F KIE - DEN A MUN H | A BER - KIE; F KIE - DEN; A MUN H
A Par and A Mar hold | A PAR H; A MAR H
Mun & Ber S Kie | A MUN S A KIE; A BER S A KIE
War&Gal S Boh-Sil | A WAR S A BOH - SIL; A GAL S A BOH - SIL
1) Ser-Bul (Gre and Rum S) | A SER - BUL; A GRE S A SER - BUL; A RUM S A SER - BUL
F1902M, French A Mar - Pie & F Bre H | A MAR - PIE; F BRE H
F Lon-Nth;A Lvp-Yor;F Edi-Nwg | F LON - NTH; A LVP - YOR; F EDI - NWG
A Tri, A Vie S A Bud - Gal | A TRI S A BUD - GAL; A VIE S A BUD - GAL
A BUD S A VIE TO GAL; A VIE TO GAL | A BUD S A VIE - GAL; A VIE - GAL
A par->bur;A mar->spa | A PAR - BUR; A MAR - SPA
A Apu-Ven, A Rom s A Apu-Ven, F Nap-Ion | A APU - VEN; A ROM S A APU - VEN; F NAP - ION
A Ber-Kie, F Kie-Hol & A Mun-Ruh. | A BER - KIE; F KIE - HOL; A MUN - RUH
Germany: F Kie-Den; A Ber-Kie; A Mun-Ruh | F KIE - DEN; A BER - KIE; A MUN - RUH
England: F Lon-Nth, F Edi-Nwg, A Lvp-Yor. | F LON - NTH; F EDI - NWG; A LVP - YOR
A Mun - Bur.  A Ber - Mun. | A MUN - BUR; A BER - MUN
A Gre-Bul (Ser and Aeg S) | A GRE - BUL; A SER S A GRE - BUL; F AEG S A GRE - BUL
A Gre-Bul (F Aeg S) | A GRE - BUL; F AEG S A GRE - BUL
Vie & Bud S Gal | A VIE S A GAL; A BUD S A GAL
A Vie, A Bud S A Gal | A VIE S A GAL; A BUD S A GAL
Here are my orders: A Par - Bur, A Mar - Spa | A PAR - BUR; A MAR - SPA
""",
    "lead-ins": """
Orders for Spring 1901: A Par - Bur | A PAR - BUR
Eng: F Lon - Nth | F LON - NTH
England: F Eng - Iri | F ENG - IRI
2. Army Galicia moves Ukraine | A GAL - UKR
* A Par - Bur | A PAR - BUR
- F Kie - Den | F KIE - DEN
a) A Par - Bur | A PAR - BUR
(1) A Par - Bur | A PAR - BUR
[A Mun - Bur] | A MUN - BUR
"A Mun - Bur" | A MUN - BUR
*A Mun - Bur* | A MUN - BUR
**A Mun - Bur** | A MUN - BUR
_A Mun - Bur_ | A MUN - BUR
Orders: A Par-Bur | A PAR - BUR
France, Spring 1901: A Par - Bur | A PAR - BUR
Spring 1901: A Par - Bur | A PAR - BUR
F1901M: A Par - Bur | A PAR - BUR
#1 A Par - Bur | A PAR - BUR
1 A Par - Bur | A PAR - BUR
1: A Par - Bur | A PAR - BUR
i) A Par - Bur | A PAR - BUR
""",
    "tails": """
A Stp(nc) - Fin | A STP - FIN
A Gre - Bul(sc) | A GRE - BUL
F Kie(nc) - Den | F KIE - DEN
F Gre - Aeg (nso) | F GRE - AEG
A Vie - Bud (if possible) | A VIE - BUD
A Vie - Bud, R Tri if dislodged | A VIE - BUD
A Vie-Bud (failed) | A VIE - BUD
A Par - Bur. Good luck! | A PAR - BUR
A Par - Bur (I hope Germany won't mind) | A PAR - BUR
a par-bur R gas if dislodged | A PAR - BUR
A Gal-Bud (cut) | A GAL - BUD
A Gal-Bud (*bounce*) | A GAL - BUD
A Gal-Bud (nsu) | A GAL - BUD
A Gal-Bud (d r:vie,otb) | A GAL - BUD
A Mun - Bur (support from Mar) | A MUN - BUR
A Mun - Bur // feint | A MUN - BUR
A Mun - Bur ! | A MUN - BUR
A Mun - Bur please | A MUN - BUR
A (Mun) - Bur | A MUN - BUR
F Den - Swe (*fails*) | F DEN - SWE
A Vie-Bud (uno) | A VIE - BUD
A Vie-Bud (imp) | A VIE - BUD
""",
    "other languages": """
A Bel tient | A BEL H
A Bel hält | A BEL H
E Múnich-Berlín | A MUN - BER
Flota en Brest mueve a Canal de la Mancha | F BRE - ENG
Ejército París apoya Ejército Marsella - Borgoña | A PAR S A MAR - BUR
Armee München nach Schlesien | A MUN - SIL
Flotte Kiel - Dänemark | F KIE - DEN
A München unterstützt A Berlin - Schlesien | A MUN S A BER - SIL
F Nordsee - Norwegen | F NTH - NWY
A Wien hält | A VIE H
A Mar soutient A Par - Bou | A MAR S A PAR - BUR
F Man - Bre | F ENG - BRE
F Bre - Manche | F BRE - ENG
Flotte Mer Noire convoie Armée Ankara - Sébastopol | F BLA C A ANK - SEV
A Roma appoggia A Venezia | A ROM S A VEN
F Napoli - Mar Ionio | F NAP - ION
パリ 陸軍 移動 ブルゴーニュ | A PAR - BUR
ミュンヘン 陸軍 維持 | A MUN H
Armée Paris vers Bourgogne | A PAR - BUR
Flotte Brest - Manche | F BRE - ENG
F Bre soutient F Man - Mao | F BRE S F ENG - MAO
A Mar tient | A MAR H
Fl. Kiel - Dän. | F KIE - DEN
A Ber hält | A BER H
Armee Berlin steht | A BER H
A Wien - Galizien | A VIE - GAL
A Warschau unterstützt A Moskau nach Livland | A WAR S A MOS - LVN
Ejército Berlín a Kiel | A BER - KIE
A Marsella apoya A París - Borgoña | A MAR S A PAR - BUR
Flota Mar Negro convoya Ejército Ankara - Sebastopol | F BLA C A ANK - SEV
A Venezia sostiene A Roma | A VEN S A ROM
Armata Venezia in Trieste | A VEN - TRI
Flotta Napoli muove in Mar Ionio | F NAP - ION
A Trieste attacca Vienna | A TRI - VIE
北海 海軍 移動 ノルウェー | F NTH - NWY
""",
    "notes": """
F Bla - Bul sc | F BLA - BUL/SC
ロンドン 海軍 支援 《エジンバラ→北海》 | F LON S F EDI - NTH
F TUN, ION S F TYS - NAP | F TUN S F TYS - NAP; F ION S F TYS - NAP
A Kun - Ber | A MUN - BER
""",
}


@pytest.mark.parametrize(("line", "wanted"), rows("C.6", MOVEMENT))
def test_movement_line(line: str, wanted: object) -> None:
    """The line has this one meaning."""
    reading = read(line, "M")

    assert wanted == shown(reading)
