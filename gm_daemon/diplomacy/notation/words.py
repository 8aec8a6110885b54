"""diplomacy: the words of the order language that are not on the map: types, verbs, nationalities, coasts.

Phrases are written folded (lower case, no accents). One phrase may stand under several terminals; `scan.py` decides by
the words around it. Terminals are those of `grammar/diplomacy.lark`.
"""

from __future__ import annotations

ARMY_WORDS = (
    "a army armies arm armee armees armeen exercito ejercito ejercitos e esercito eserciti armata armate heer leger"
    " 陸軍 陸"
)
FLEET_WORDS = "f fleet fleets fl flt flotte flotten flota flotas flotta navy ship 海軍 海 艦隊"

# Terminal -> phrases, separated by `|`.
PHRASES: dict[str, str] = {
    "SIGN": (
        "to|into|onto|toward|towards|nach|in richtung|vers|verso|hacia|naar|till|へ"
        "|to the|en route to|in direction of"
    ),
    "MOVE": (
        "move|moves|moving|moved|move to|moves to|moving to|moved to|moves into|moves on|m|mv|mvs|mov|go|goes|goes to|go to|going to"
        "|attack|attacks|attacking|attacks to|advance|advances|advances to|march|marches|marches to|sail|sails|sails to"
        "|head to|heads to|heads for|proceeds to|travels to|transfers to|shifts to|walks to|invades|enters|takes"
        "|mueve|mueve a|muevo a|mover a|mueve hacia|va|va a|avanza|avanza a|ataca|ataca a|se mueve a"
        "|geht|geht nach|zieht|zieht nach|bewegt sich nach|greift an|nach"
        "|va en|va a|vers|attaque|se deplace vers|se deplace en|avance|avance vers|deplace"
        "|muove|muove in|muove a|muove verso|si muove in|si muove a|va in|attacca|si sposta in"
        "|gaat naar|beweegt naar|valt aan|移動|進軍|攻撃"
    ),
    "HOLD": (
        "h|hold|holds|holding|hld|hlds|hds|hol'd|holdt|hold still|holds still|holds position|hold position|holds in place|stand|stands"
        "|std|stands fast|stands still|stand still|stands pat|stand pat|stands firm|stay|stays|stays put|stay put|stays in place"
        "|remain|remains|stop|stops|waits|wait|sits|sit|sits tight|stands by|xxx|u|unordered|no order|no orders|does nothing"
        "|do nothing|defend|defends|defends itself|fortifies|garrisons"
        "|tenir|tient|tiens|reste|reste sur place|tenez|en garde|en attente"
        "|halt|halten|haelt|halt stellung|haelt stellung|halt die stellung|steht|stehen|bleibt|bleibt stehen|wartet"
        "|mantiene|mantener|mantenerse|se mantiene|mantiene posicion|se queda|queda|permanece|defiende|aguanta"
        "|resta|resta ferma|resta fermo|tiene|mantiene la posizione|difende|sta ferma|sta fermo"
        "|houdt|blijft|blijft staan|維持|待機|守備"
    ),
    "SUPPORT": (
        "s|sup|sups|supp|suppt|supt|spt|spts|sprt|support|supports|supporting|supported|suport|suports|supprt|supprts"
        "|supoort|supoorts|suppors|suppport|suppports|supporst|suppert|sopport|gives support to|gives support|is supporting"
        "|lends support to|support to|supports to|in support of|aids|assist|assists|helps|backs|ss"
        "|unterstutzt|unterstuetzt|unterstutze|unterstutzen|unterstutzung|stutzt|hilft"
        "|soutien|soutient|soutenir|soutiens|appui|appuie|appuyer|en soutien de|en soutien a"
        "|apoya|apoya a|apoyo|apoyo a|apoyar|apoyar a|apoyando|soporta|soporta a|ayuda a"
        "|appoggia|appoggio|appoggiare|appoggio a|supporta|supporto|sostiene|sostegno|da appoggio a|in appoggio a|in supporto di"
        "|steunt|ondersteunt|支援|援護"
    ),
    "CONVOY": (
        "c|cv|cvy|conv|convoy|convoys|convoying|convoyed|convoi|convoie|convoient|convoyer|convoye|convoies|convoie"
        "|transport|transports|transporte|transporta|transporta a|transportiert|transporter|carries|carry|ferries|ferry|ships|convey|conveys"
        "|convoya|convoya a|convoyar|escolta|convoglia|convoglio|trasporta|konvoi|konvoyiert|konvoit|konvoie|befordert|geleitet|konvooi"
        "|輸送|護送"
    ),
    "VIA": (
        "via|via convoy|by convoy|with convoy|via c|vc|v c|via conv|via cvy|per convoy|per konvoi|mit konvoi|par convoi|con convoy|con convoglio"
        "|by sea|over sea|convoyed by|convoyed via|convoy by|c by|conv by|convoyed through|through|across|por convoy"
    ),
    "ATTACK": "attack on|attack into|attack to|attack against|move on|attacks on|assault on|advance on",
    "RETREAT": (
        "r|rt|ret|retr|rtr|retreat|retreats|retreat to|retreats to|retreated|retreated to|retreating|retreating to|retreat into"
        "|retreats into|retreating into|withdraws to|withdraw to|withdraws|withdraw|falls back to|fall back to|fallback"
        "|flees to|flee to|runs to|backs off to|ruckzug|ruckzug nach|zieht sich zuruck nach|weicht|weicht nach|weicht aus nach|geht zuruck nach"
        "|retraite|retraite en|retraite vers|recule|recule en|recule vers|se replie|se replie en|se replie vers|se retire en|bat en retraite vers"
        "|retirada|retirada a|retira|retira a|se retira a|se retira|retirarse a|retrocede a"
        "|ritirata|ritirata in|si ritira|si ritira in|si ritira a|ritira in|ripiega in|ripiega|trekt terug naar|退却|撤退"
    ),
    "DISBAND": (
        "d|dis|disb|disband|disbands|disbanded|disbanding|disbandon|otb|off the board|off board|off-board|off|nrr|no retreat"
        "|no retreat received|destroy|destroyed|destroys|dissolve|dissolves|dissolved|eliminate|eliminated|annihilate|annihilated"
        "|to be disbanded|is disbanded|is destroyed|gets disbanded|dies|die|leaves the board|out|gone"
        "|auflosen|aufgelost|wird aufgelost|auflosung|lost sich auf|lost auf|dissous|dissoute|se dissout|dissoudre|est dissoute|dissolution|demembre"
        "|disuelve|se disuelve|disolver|disuelta|disbandare|scioglie|si scioglie|sciolta|sciogli|ontbindt|wordt ontbonden|解隊|解散"
    ),
    "BUILD": (
        "b|bd|bld|blds|build|builds|built|building|buidl|buidls|bulid|biuld|buld|bild|new|new unit|place|places|raise|raises|raised|recruit|recruits|create|creates|add|adds"
        "|make|makes|to build|will be built|is built|build of|aufbau|aufbauten|baut|bauen|bau|neubau|neu|aufbauen"
        "|construit|construire|construis|construction|constructions|ajustement|construye|construir|construyo|construccion|construcciones|crea|crear"
        "|costruisce|costruire|costruzione|costruzioni|costruisco|bouwt|bouw|bouwen|増設|建設|生産"
    ),
    "REMOVE": (
        "rem|remove|removes|removed|removing|removal|removals|remvoe|remov|scrap|scraps|retire|retires|take off|takes off|take away|delete|deletes"
        "|lose|loses|kill|kills|to be removed|is removed|will be removed|abbau|abbauten|baut ab|abbauen|entfernt|entfernen|streicht"
        "|supprime|supprimer|retire|enleve|enlever|elimina|eliminar|eliminacion|quita|quitar|retirar|rimuove|rimuovere|toglie|togliere|verwijdert|verwijder|撤去"
    ),
    "WAIVE": (
        "w|wv|waive|waives|waived|waiving|waive build|waive a build|waive one build|waive my build|waive the build|waive this build|waive builds"
        "|nbr|no build|no builds|no build received|no build this year|no builds this year|no builds this winter|no build this winter|no build please"
        "|build nothing|builds nothing|no new units|no adjustments|no adjustment|nothing to build|postpone build|postpone|defer build|decline to build|skip build|skip builds"
        "|waive all|waive all builds|waive the rest|waive the remaining builds|no further builds|pass build|kein bau|kein aufbau|keine aufbauten|verzicht|verzichtet"
        "|pas de construction|aucune construction|sin construcciones|no construye|no construyo|nessuna costruzione|non costruisce|geen bouw"
    ),
    "OR": "or|oder|ou|oppure|else|or else|otherwise|sonst|sinon|if not|failing that|or if not|alternatively|or to|or into",
    "BY": "by|durch|par|por|with|mit|avec|con flota",
    "SEP": "and|und|et|y|ed|&|plus|then|also|as well as|while|en ook",
    "IF": "if|wenn|falls|si|se|when|unless|in case|provided|provided that|assuming",
}

# Several waives in one phrase.
WAIVES = {"waive both": 2, "waive both builds": 2, "waive two": 2, "waive two builds": 2, "waive three": 3, "waive three builds": 3}

# Words for a convoy that need no fleet after them.
CLOSED_VIA = (
    "via convoy|by convoy|with convoy|via c|vc|v c|via conv|via cvy|per convoy|per konvoi|mit konvoi|par convoi|con convoy|con convoglio"
    "|by sea|over sea|por convoy"
).split("|")

# Words that carry no meaning between a type, a place and a verb.
FILLERS = frozenset(
    "the in at from of on my our own unit units will shall is are be please thanks now order das der die den dem im am aus"
    " von le la les l de du des del el los en au aux il lo gli nel nella da di het van its it itself".split()
)

# Zine and judge marks after an order, dropped with their brackets: result words and annotations.
ANNOTATIONS = frozenset(
    "u nso nsu otm uno imp bounce bounced bounces cut void dislodged d dislodge fails failed fail success succeeds ok no"
    " convoy disrupted unordered mbs nsc standoff stand-off nmr annihilated destroyed misordered illegal impossible".split()
)

# Power -> nationality words. Single letters and codes are weak: they lose to a province or a unit type.
NATIONS: dict[str, str] = {
    "Austria": (
        "austria|austrian|austrians|austria-hungary|austria hungary|austro-hungarian|aus|aut|ah|osterreich|osterreichs|osterreichisch|osterreichische"
        "|osterreicher|autriche|autrichien|autrichienne|autriche-hongrie|austriaco|austriaca|austriache|oostenrijk|オーストリア|墺"
    ),
    "England": (
        "england|english|britain|british|great britain|brit|brits|uk|eng|gb|englisch|englische|englands|grossbritannien|angleterre|anglais|anglaise"
        "|inglaterra|ingles|inglesa|inghilterra|inglese|inglesi|engeland|engels|英国|英|イギリス"
    ),
    "France": (
        "france|french|fra|fre|frankreich|frankreichs|franzosisch|franzosische|francais|francaise|francia|frances|francesa|francese|francesi"
        "|frankrijk|frans|仏|フランス|仏国"
    ),
    "Germany": (
        "germany|german|germans|ger|deu|deutschland|deutschlands|deutsch|deutsche|allemagne|allemand|allemande|alemania|aleman|alemana|germania"
        "|tedesco|tedesca|tedeschi|duitsland|duits|独|ドイツ|独国"
    ),
    "Italy": (
        "italy|italian|italians|ita|italien|italiens|italienisch|italienische|italie|italienne|italia|italiano|italiana|italiani|italiaans|伊|イタリア|伊国"
    ),
    "Russia": (
        "russia|russian|russians|rus|russland|russlands|russisch|russische|russie|russe|rusia|ruso|rusa|russo|russa|russi|rusland|露|ロシア|露国"
    ),
    "Turkey": (
        "turkey|turkish|turks|turk|tur|turkei|turkisch|turkische|turquie|turc|turque|turquia|turco|turca|turchia|turchi|turkije|turks|土|トルコ|土国"
    ),
}
NATION_LETTERS = {"a": "Austria", "e": "England", "f": "France", "g": "Germany", "i": "Italy", "r": "Russia", "t": "Turkey"}

# Coast phrase -> side. The short ones count only after a slash, in brackets or beside a province that has coasts.
COASTS: dict[str, str] = {
    "NC": "nc|n c|north coast|northern coast|n coast|northcoast|nordkuste|cote nord|costa norte|costa nord|nk|cn|北岸",
    "SC": "sc|s c|south coast|southern coast|s coast|southcoast|sudkuste|cote sud|costa sur|costa sud|sk|cs|南岸",
    "EC": "ec|e c|east coast|eastern coast|e coast|eastcoast|ostkuste|cote est|costa este|costa est|ek|ce|東岸",
    "WC": "wc|w c|west coast|western coast|w coast|westcoast|westkuste|cote ouest|costa oeste|costa ovest|wk|co|西岸",
}
SHORT_COASTS = {
    "n": "NC", "north": "NC", "northern": "NC", "nord": "NC", "norte": "NC",
    "s": "SC", "south": "SC", "southern": "SC", "sud": "SC", "sur": "SC",
    "e": "EC", "east": "EC", "eastern": "EC", "est": "EC", "este": "EC", "ost": "EC", "o": "EC",
    "w": "WC", "west": "WC", "western": "WC", "ouest": "WC", "oeste": "WC", "ovest": "WC",
}  # fmt: skip
