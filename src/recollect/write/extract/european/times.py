"""Words in front of a clause that only say when: "Letztes Jahr ist mein Vater …", "L'année dernière, mon père …"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.rules.text import fold
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token

_OPENING: Final = {
    "de": """letztes letzten letzte letzter vor nächstes nächste nächsten am an im in seit jeden jede jedes ab bis
    diesen diese dieses zum zu""",
    "es": "el la los las en desde hace hasta cada este esta a al",
    "fr": "l' la le les en depuis il dans chaque ce cette au à aujourd'",
    "pt": "no na nos nas em desde há cada neste nesta este esta o a todos todas",
    "it": "l' lo la il i nel nella in da dal dalla ogni questo questa quest' due tre quattro cinque un una a ad",
}
_BETWEEN: Final = {
    "de": """letzten vergangenen kommenden nächsten dem der den des ersten mitte anfang ende einem einer ein eine paar
    wenigen zwei drei vier fünf sechs sieben acht neun zehn zwanzig vielen über fast""",
    "es": """pasado pasada próximo próxima que viene de del el la los unos unas pocos un una dos tres cuatro cinco seis
    siete ocho nueve diez veinte finales principios mediados casi más""",
    "fr": """dernier dernière derniers dernières prochain prochaine y a de du le la les un une deux trois quatre cinq
    six sept huit neuf dix vingt quelques plus presque""",
    "pt": """passado passada próximo próxima que vem de do da o um uma dois duas três quatro cinco seis sete oito nove
    dez vinte alguns algumas quase mais os as""",
    "it": """scorso scorsa prossimo prossima fa di del un una due tre quattro cinque sei sette otto nove dieci venti
    qualche alcuni pochi quasi più""",
}
_UNITS: Final = {
    "de": """jahr jahre jahren monat monate monaten woche wochen tag tage tagen sommer winter frühling frühjahr herbst
    wochenende abend morgen nacht weihnachten ostern stunden""",
    "es": """año años mes meses semana semanas día días verano invierno primavera otoño fin noche tarde navidad
    horas""",
    "fr": """année années an ans mois semaine semaines jour jours été hiver printemps automne week-end soir matin nuit
    noël heures hui""",
    "pt": "ano anos mês meses semana semanas dia dias verão verões inverno outono noite tarde manhã natal horas",
    "it": """anno anni mese mesi settimana settimane giorno giorni estate inverno autunno primavera weekend sera mattina
    notte natale ore""",
}
_ALONE: Final = {
    "de": """gestern vorgestern heute morgen übermorgen zurzeit derzeit momentan aktuell inzwischen kürzlich neulich
    seitdem""",
    "es": "ayer anteayer hoy mañana anoche actualmente últimamente recientemente",
    "fr": "hier avant-hier demain actuellement récemment dernièrement",
    "pt": "ontem anteontem hoje amanhã atualmente ultimamente recentemente",
    "it": "ieri oggi domani attualmente ultimamente recentemente adesso",
}
_BY_LANGUAGE: Final = {
    language: tuple(frozenset(table[language].split()) for table in (_OPENING, _BETWEEN, _ALONE, _UNITS))
    for language in _ALONE
}
_YEAR: Final = Lazy(r"(?:19|20)\d\d$")
_WORDS_MAX: Final = 6


def lead(words: Sequence[Token], language: str) -> int:
    """How many words at the front say when, and nothing else; a comma that ends them is one of them."""
    opening, between, alone, units = _BY_LANGUAGE[language]
    end, named = (1, True) if words and words[0].low in alone else (0, False)
    single = end
    while not single and end < min(len(words), _WORDS_MAX):
        low = words[end].low
        is_time = low in units or _YEAR.match(low) is not None or _in_calendar(low)
        if not (is_time or low[:1].isdigit() or low in (between if end else opening)):
            break
        named = named or is_time
        end += 1
    if not named or not (single or words[0].low in opening):
        return 0
    return end + (end < len(words) and words[end].low == ",")


def _in_calendar(low: str) -> bool:
    """ "mon" and "mar" are words of these languages, and no short names of days and months."""
    name = fold(low)
    return (len(low) > _SHORT_MAX or low == "mai") and (name in WEEKDAYS or name in MONTHS)


_SHORT_MAX: Final = 3
