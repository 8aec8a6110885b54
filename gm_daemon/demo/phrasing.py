"""demo: how people put an order into words: names or codes, their own dashes, their own language, their own slips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gm_daemon.diplomacy.board import standard_board
from gm_daemon.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitKind,
    Waive,
)


@dataclass(frozen=True, slots=True)
class Phrasing:
    """One person's way with orders, as patterns over `unit`, `other` (the one helped), `to` and `sea`.

    `codes` writes provinces as three letters; `names` are the person's own names for some, slips among them.
    """

    army: str
    fleet: str
    hold: str
    move: str
    by_convoy: str
    support: str
    support_to_hold: str
    convoy: str
    retreat: str
    disband: str
    build: str
    remove: str
    waive: str
    codes: bool = False
    lower: bool = False
    coast: str = "{place} ({coast})"
    names: Mapping[str, str] = field(default_factory=dict)

    def order(self, order: Order) -> str:
        """Return one order as this person writes it."""
        text = self._order(order)
        return text.lower() if self.lower else text

    def _order(self, order: Order) -> str:
        match order:
            case Hold(unit):
                return self.hold.format(unit=self._unit(unit.kind, unit.location))
            case Move(unit, target, via):
                pattern = self.by_convoy if via else self.move
                return pattern.format(unit=self._unit(unit.kind, unit.location), to=self._place(target))
            case Support(unit, kind, location, None):
                return self.support_to_hold.format(
                    unit=self._unit(unit.kind, unit.location), other=self._unit(kind, location)
                )
            case Support(unit, kind, location, target):
                return self.support.format(
                    unit=self._unit(unit.kind, unit.location),
                    other=self._unit(kind, location),
                    to=self._place(target or ""),
                )
            case Convoy(unit, kind, location, target):
                return self.convoy.format(
                    unit=self._unit(unit.kind, unit.location),
                    other=self._unit(kind, location),
                    to=self._place(target),
                )
            case Retreat(unit, target):
                return self.retreat.format(unit=self._unit(unit.kind, unit.location), to=self._place(target))
            case Disband(unit):
                return self.disband.format(unit=self._unit(unit.kind, unit.location))
            case Build(unit):
                return self.build.format(unit=self._unit(unit.kind, unit.location))
            case Remove(unit):
                return self.remove.format(unit=self._unit(unit.kind, unit.location))
            case Waive():
                return self.waive

    def _unit(self, kind: UnitKind, location: str) -> str:
        word = self.army if kind is UnitKind.ARMY else self.fleet
        return f"{word}{self._place(location)}"

    def _place(self, location: str) -> str:
        code, _, coast = location.partition("/")
        name = self.names.get(code) or (code if self.codes else standard_board().name_of(code))
        return self.coast.format(place=name, coast=coast.lower()) if coast else name


# A careful person: everything in full.
FORMAL = Phrasing(
    army="Army ",
    fleet="Fleet ",
    hold="{unit} holds",
    move="{unit} moves to {to}",
    by_convoy="{unit} moves to {to} via convoy",
    support="{unit} supports {other} to {to}",
    support_to_hold="{unit} supports {other} to hold",
    convoy="{unit} convoys {other} to {to}",
    retreat="{unit} retreats to {to}",
    disband="{unit} disbands",
    build="Build {unit}",
    remove="Remove {unit}",
    waive="Waive one build",
)

# Somebody who has played on the judges for twenty years.
TERSE = Phrasing(
    army="A ",
    fleet="F ",
    hold="{unit} H",
    move="{unit}-{to}",
    by_convoy="{unit}-{to} via convoy",
    support="{unit} S {other}-{to}",
    support_to_hold="{unit} S {other}",
    convoy="{unit} C {other}-{to}",
    retreat="{unit} R {to}",
    disband="{unit} D",
    build="Build {unit}",
    remove="Remove {unit}",
    waive="Waive",
    codes=True,
    coast="{place}/{coast}",
)

# A telephone, held in one hand.
HASTY = Phrasing(
    army="a ",
    fleet="f ",
    hold="{unit} holds",
    move="{unit} to {to}",
    by_convoy="{unit} to {to} by convoy",
    support="{unit} s {other} to {to}",
    support_to_hold="{unit} s {other}",
    convoy="{unit} c {other} to {to}",
    retreat="{unit} retreats to {to}",
    disband="{unit} disbands",
    build="build {unit}",
    remove="remove {unit}",
    waive="waive",
    codes=True,
    lower=True,
    coast="{place} {coast}",
    names={"NTH": "north sea", "ENG": "channel", "BLA": "black sea", "MAO": "mid atlantic", "STP": "st pete"},
)

# A word processor that turns each hyphen into a dash.
DASHED = Phrasing(
    army="A ",
    fleet="F ",
    hold="{unit} Hold",
    move="{unit} – {to}",
    by_convoy="{unit} – {to} via convoy",
    support="{unit} S {other} – {to}",
    support_to_hold="{unit} S {other}",
    convoy="{unit} C {other} – {to}",
    retreat="{unit} – {to}",
    disband="{unit} disband",
    build="Build {unit}",
    remove="Remove {unit}",
    waive="Waive",
    coast="{place} ({coast})",
)

# German names and verbs.
GERMAN = Phrasing(
    army="Armee ",
    fleet="Flotte ",
    hold="{unit} hält",
    move="{unit} – {to}",
    by_convoy="{unit} – {to} per Konvoi",
    support="{unit} unterstützt {other} – {to}",
    support_to_hold="{unit} unterstützt {other}",
    convoy="{unit} befördert {other} nach {to}",
    retreat="{unit} Rückzug nach {to}",
    disband="{unit} auflösen",
    build="Aufbau {unit}",
    remove="Abbau {unit}",
    waive="Verzicht",
    names={
        "BEL": "Belgien", "BLA": "Schwarzes Meer", "BOH": "Böhmen", "BUL": "Bulgarien", "BUR": "Burgund",
        "CON": "Konstantinopel", "DEN": "Dänemark", "GAL": "Galizien", "GRE": "Griechenland",
        "ION": "Ionisches Meer", "MOS": "Moskau", "MUN": "München", "NAP": "Neapel", "NTH": "Nordsee",
        "NWY": "Norwegen", "PIE": "Piemont", "PRU": "Preußen", "ROM": "Rom", "RUM": "Rumänien", "SER": "Serbien",
        "SIL": "Schlesien", "SPA": "Spanien", "SWE": "Schweden", "TYR": "Tirol", "VEN": "Venedig", "VIE": "Wien",
        "WAR": "Warschau",
    },
)  # fmt: skip

# French names, as a judge's abbreviations do not come to mind.
FRENCH = Phrasing(
    army="A ",
    fleet="F ",
    hold="{unit} tient",
    move="{unit} -> {to}",
    by_convoy="{unit} -> {to} par convoi",
    support="{unit} soutient {other} -> {to}",
    support_to_hold="{unit} soutient {other}",
    convoy="{unit} convoie {other} -> {to}",
    retreat="{unit} retraite {to}",
    disband="{unit} dissous",
    build="Construction {unit}",
    remove="Supprime {unit}",
    waive="Pas de construction",
    names={
        "ALB": "Albanie", "BEL": "Belgique", "BOH": "Bohême", "BUL": "Bulgarie", "BUR": "Bourgogne",
        "DEN": "Danemark", "GAL": "Galicie", "GAS": "Gascogne", "GRE": "Grèce", "LON": "Londres",
        "MAR": "Marseille", "MOS": "Moscou", "NTH": "Mer du Nord", "NWY": "Norvège", "PIC": "Picardie",
        "PIE": "Piémont", "ROM": "Rome", "RUM": "Roumanie", "SER": "Serbie", "SPA": "Espagne", "SWE": "Suède",
        "VEN": "Venise", "VIE": "Vienne", "WAR": "Varsovie",
    },
)  # fmt: skip

# Nobody who types this fast looks back.
SLIPPED = Phrasing(
    army="Army ",
    fleet="Fleet ",
    hold="{unit} hold",
    move="{unit} to {to}",
    by_convoy="{unit} to {to} via convoy",
    support="{unit} suports {other} to {to}",
    support_to_hold="{unit} suports {other}",
    convoy="{unit} convoys {other} to {to}",
    retreat="{unit} retreat to {to}",
    disband="{unit} disband",
    build="Bulid {unit}",
    remove="Remove {unit}",
    waive="Waive",
    coast="{place}({coast})",
    names={
        "ADR": "Adriadic", "AEG": "Agean", "BEL": "Belguim", "BUD": "Budpest", "BUL": "Bulgeria", "BUR": "Burgandy",
        "CON": "Constantinpole", "EDI": "Edinburg", "GAL": "Galacia", "HOL": "Hollnad", "LVP": "Liverpol",
        "MAR": "Marsailles", "MUN": "Munch", "NTH": "Nth", "NWY": "Norwy", "PIC": "Pickardy", "RUM": "Romania",
        "SER": "Serba", "SEV": "Sevastapol", "SMY": "Smryna", "STP": "St. Petersberg", "SWE": "Sweeden",
        "TRI": "Triest", "TYR": "Tyrol", "UKR": "Ukrane", "VEN": "Venise", "VIE": "Viena", "WAR": "Warsw",
    },
)  # fmt: skip
