"""tests: each way in which an order can be impossible has its own fault."""

from __future__ import annotations

import pytest

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.direct import read_order, read_unit
from gm_daemon.diplomacy.explain import explain_fault
from gm_daemon.diplomacy.legality import Fault, FaultKind, fault_of
from gm_daemon.diplomacy.phase import read_phase
from gm_daemon.diplomacy.position import Dislodged, Position
from tests.cases import case

BOARD = standard_board()
K = FaultKind

MOVEMENT = Position(
    read_phase("S1901M"),
    tuple(
        sorted(
            map(
                read_unit,
                [
                    "England A LVP", "England F NTH", "England F CLY", "France F MAO", "France A PAR", "France A BRE",
                    "France A TUN", "Italy F VEN", "Italy F CON", "Russia F BAR", "Germany F KIE", "Russia F SEV",
                ],
            )
        )
    ),
    {},
)  # fmt: skip
RETREAT = Position(
    read_phase("F1901R"),
    (read_unit("Germany A RUH"), read_unit("Italy F WES")),
    {},
    (
        Dislodged(read_unit("England A HOL"), "RUH", ("BEL",)),
        Dislodged(read_unit("France F POR"), "WES", ("SPA/NC", "SPA/SC")),
    ),
)
WINTER = Position(
    read_phase("W1901A"),
    (read_unit("Germany A BER"), read_unit("Russia F SEV")),
    {"BER": "Germany", "KIE": "Germany", "MUN": "Germany", "STP": "Russia", "MOS": "Germany", "WAR": "Russia"},
)


@pytest.mark.parametrize(
    ("position", "text", "kind", "says"),
    [
        case("C.7", "other phase", MOVEMENT, "France BUILD A PAR", K.WRONG_PHASE, "no meaning in this phase"),
        case("C.7", "no province", MOVEMENT, "France A PAR - XYZ", K.NO_SUCH_PROVINCE, "XYZ"),
        case("C.7", "no unit", MOVEMENT, "France A MAR H", K.UNIT_NOT_THERE, "Marseilles: nobody"),
        case("C.7", "other kind", MOVEMENT, "France F PAR H", K.UNIT_NOT_THERE, "fleet in Paris: France A PAR"),
        case("6.A.6", "other power", MOVEMENT, "Germany A PAR H", K.NOT_YOURS, "the unit is France A PAR"),
        case("6.A.4", "nowhere", MOVEMENT, "France A PAR - PAR", K.SAME_PROVINCE, "starts and ends in Paris"),
        case("6.A.1", "far army", MOVEMENT, "France A PAR - MUN", K.NOT_ADJACENT, "Munich is not adjacent"),
        case("6.A.9", "far fleet", MOVEMENT, "Italy F VEN - ROM", K.NOT_ADJACENT, "Rome is not adjacent"),
        case("6.A.2", "army at sea", MOVEMENT, "England A LVP - NTH", K.ARMY_TO_SEA, "cannot enter the North Sea"),
        case("6.A.3", "inland fleet", MOVEMENT, "Germany F KIE - MUN", K.FLEET_INLAND, "cannot be in Munich"),
        case("6.B.1", "coast needed", MOVEMENT, "France F MAO - SPA", K.COAST_NEEDED, "which coast of Spain"),
        case("6.B.3", "other coast", MOVEMENT, "Russia F BAR - STP/SC", K.COAST_OUT_OF_REACH, "(south coast)"),
        case("6.B.3", "no such coast", MOVEMENT, "France F MAO - SPA/EC", K.COAST_UNKNOWN, "no coast SPA/EC"),
        case("6.D.32", "no fleets", MOVEMENT, "France A TUN - SMY", K.NO_ROUTE, "no chain of fleets"),
        case("6.A.8", "itself", MOVEMENT, "France A PAR S A PAR", K.SUPPORTS_ITSELF, "support itself"),
        case("6.D.34", "own province", MOVEMENT, "France A PAR S A BRE - PAR", K.SUPPORTS_ATTACK_ON_ITSELF, "attack"),
        case("6.A.10", "out of reach", MOVEMENT, "France A PAR S F KIE", K.SUPPORT_OUT_OF_REACH, "Kiel"),
        case("6.D.22", "cannot go", MOVEMENT, "France A PAR S F KIE - BUR", K.SUPPORTED_CANNOT_GO, "Burgundy"),
        case("6.D.31", "own convoy", MOVEMENT, "France F MAO S A BRE - GAS", None, ""),
        case("6.F.1", "coastal convoy", MOVEMENT, "Italy F CON C A TUN - SMY", K.CANNOT_CONVOY, "fleet at sea"),
        case("6.A.7", "fleet carried", MOVEMENT, "England F NTH C F CLY - NWY", K.PASSENGER_NOT_ARMY, "only an army"),
        case("6.A.7", "fleet there", MOVEMENT, "England F NTH C A CLY - NWY", K.PASSENGER_NOT_ARMY, "only an army"),
        case("6.A.5", "round trip", MOVEMENT, "England F NTH C A YOR - YOR", K.SAME_PROVINCE, "Yorkshire"),
        case("C.7", "no convoy there", MOVEMENT, "France F MAO C A LVP - NAP", K.NO_CONVOY_ROUTE, "Naples"),
        case("6.B.2", "one coast", MOVEMENT, "Russia F BAR - STP", None, ""),
        case("6.B.10", "own coast ignored", MOVEMENT, "France F MAO/NC - POR", None, ""),
        case("6.B.12", "army's coast ignored", MOVEMENT, "France A BRE - GAS/NC", None, ""),
        case("6.H.4", "standing unit", RETREAT, "Germany A RUH R BEL", K.NOT_DISLODGED, "was not dislodged"),
        case("6.H.6", "closed", RETREAT, "England A HOL R KIE", K.RETREAT_CLOSED, "Kiel is not open"),
        case("6.A.6", "other's retreat", RETREAT, "Germany A HOL D", K.NOT_YOURS, "England A HOL"),
        case("6.B.1", "retreat without coast", RETREAT, "France F POR R SPA", K.COAST_NEEDED, "which coast"),
        case("6.H.1", "support", RETREAT, "Germany A RUH S A HOL - BEL", K.WRONG_PHASE, "no meaning"),
        case("6.H.4", "legal retreat", RETREAT, "England A HOL R BEL", None, ""),
        case("6.I.3", "occupied", WINTER, "Germany BUILD A BER", K.OCCUPIED, "Germany A BER stands in Berlin"),
        case("6.I.2", "inland fleet", WINTER, "Germany BUILD F MUN", K.FLEET_INLAND, "Munich"),
        case("6.I.5", "lost home", WINTER, "Russia BUILD A MOS", K.NOT_OWNED, "does not own Moscow"),
        case("6.I.6", "not home", WINTER, "Germany BUILD A MOS", K.NOT_HOME, "Moscow is not a home centre"),
        case("6.B.14", "coast needed", WINTER, "Russia BUILD F STP", K.COAST_NEEDED, "St Petersburg"),
        case("6.B.14", "coast unknown", WINTER, "Russia BUILD F STP/EC", K.COAST_UNKNOWN, "STP/EC"),
        case("6.J.1", "no such unit", WINTER, "Germany REMOVE A KIE", K.UNIT_NOT_THERE, "nobody"),
        case("6.A.6", "other's removal", WINTER, "Germany REMOVE F SEV", K.NOT_YOURS, "Russia F SEV"),
        case("C.7", "move in winter", WINTER, "Germany A BER - KIE", K.WRONG_PHASE, "no meaning"),
        case("6.B.14", "named coast", WINTER, "Russia BUILD F STP/NC", None, ""),
        case("C.7", "waive", WINTER, "Germany WAIVE", None, ""),
    ],
)
def test_fault(position: Position, text: str, kind: FaultKind | None, says: str) -> None:
    """The fault is the expected one, and its words name what is wrong."""
    order = read_order(text)

    fault = fault_of(order, position, BOARD)

    assert kind == (fault and fault.kind)
    assert says in (explain_fault(fault, order, BOARD) if fault else "")


def test_every_fault_has_words() -> None:
    """No kind of fault is without a sentence."""
    order = read_order("France A PAR H")

    texts = {explain_fault(Fault(kind, "PAR", order.unit), order, BOARD) for kind in FaultKind}  # type: ignore[union-attr]

    assert len(FaultKind) == len(texts)
