"""Whether a question may name a time in another language than English: a cheap look, taken at every question.

What it lets through is read by `recollect.rules.foreign_questions`, which looks which language it is. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from recollect.rules.late import late

_HINTS: Final = frozenset(
    """
    vor seit bis nach zwischen anfang mitte ende antes desde hasta despues entre avant apres depuis prima dopo depois
    heute gestern vorgestern morgen tagen woche wochen monat monate monaten jahr jahre jahren jahres wochenende januar
    februar maerz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
    sommer herbst letzte letzten letzter letztes letztem vorige vorigen voriges vergangene vergangenen vergangenes
    diesen dieses hoy ayer anteayer antier anoche semana semanas mes meses ano anos dias enero febrero marzo abril
    mayo junio julio agosto septiembre setiembre octubre noviembre diciembre lunes martes miercoles jueves viernes
    sabado domingo primavera verano otono invierno pasado pasada ultimos ultimas ultimo ultima proximo hace finde hier
    aujourd jour jours semaine semaines mois annee annees ans janvier fevrier mars avril juin juillet aout
    septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche printemps ete automne
    hiver dernier derniere derniers dernieres hoje ontem anteontem janeiro fevereiro marco maio junho julho setembro
    outubro novembro dezembro feira terca quarta quinta sexta verao outono inverno passado passada atras oggi ieri
    altroieri settimana settimane mese mesi anno anni giorni gennaio febbraio aprile maggio giugno luglio settembre
    ottobre dicembre lunedi martedi mercoledi giovedi venerdi domenica estate autunno scorso scorsa stamattina stasera
    domani dopodomani demain demi il avantieri ce matin soir nuit giorno mattina noche manana amanha segunda ubermorgen
    uebermorgen fin fim fine final
    """.split()
)
"""Words of time, and those beside a time, without accents. Some are English words too; few questions have one."""
_FOREIGN_LETTER: Final = late("[\u00c0-\u024f\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff]")


def may_be_foreign(text: str, words: Sequence[str]) -> bool:
    """`words`: its words of plain Latin letters, small."""
    return not _HINTS.isdisjoint(words) or (not text.isascii() and _FOREIGN_LETTER.search(text) is not None)
