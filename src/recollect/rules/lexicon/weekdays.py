"""Days of the week in German, French, Spanish, Portuguese and Italian, as words of a date. Plain data."""

from __future__ import annotations

from typing import Final

WEEKDAYS: Final = {
    name: number
    for number, names in enumerate(
        (
            "montag lundi lunes segunda-feira lunedì",
            "dienstag mardi martes terça-feira martedì",
            "mittwoch mercredi miércoles quarta-feira mercoledì",
            "donnerstag jeudi jueves quinta-feira giovedì",
            "freitag vendredi viernes sexta-feira venerdì",
            "samstag sonnabend samedi sábado sabato",
            "sonntag dimanche domingo domenica",
        )
    )
    for name in names.split()
}
HABITUAL: Final = frozenset("le les los jeden jede chaque cada ogni todos todas os as dia".split())
"""Before a weekday: every one of them, no day of the calendar."""
PAST: Final = frozenset(
    """
    letzten letzter letzte vorigen vergangenen habe hatte hatten war waren wurde gab ging kam
    dernier derniers passé j'ai j'avais j'étais avons avions était étaient étions ai allé allée allés
    pasado pasada ayer fui fuimos fue fueron estuve estuvimos hice hicimos tuve tuvimos era eran había
    passado passada ontem foi fomos estive estivemos fiz fizemos tive tivemos
    scorso scorsa ieri stato stata ero eravamo ho abbiamo
    """.split()
)
"""A sentence with one of these tells what is over."""
