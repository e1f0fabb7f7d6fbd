"""Names of weekdays and months, as they are written and as words are compared. Plain data."""

from __future__ import annotations

from typing import Final

from recollect.rules.text import fold


def _numbered(*names: str, start: int = 0) -> dict[str, int]:
    """Each name -> its number; names of one day or month stand in one string."""
    return {name: number for number, same in enumerate(names, start=start) for name in same.split()}


DAYS: Final = _numbered(
    "montag lundi lunes segunda-feira lunedì",
    "dienstag mardi martes terça-feira martedì",
    "mittwoch mercredi miércoles quarta-feira mercoledì",
    "donnerstag jeudi jueves quinta-feira giovedì",
    "freitag vendredi viernes sexta-feira venerdì",
    "samstag sonnabend samedi sábado sabato",
    "sonntag dimanche domingo domenica",
)
"""German, French, Spanish, Portuguese and Italian, as they stand in a date."""
SHORT_DAYS: Final = _numbered("segunda", "terça", "quarta", "quinta", "sexta")
"""Portuguese without "-feira"; they are ordinal numbers as well."""
WEEKDAYS: Final = {fold(name): number for name, number in (DAYS | SHORT_DAYS).items()} | _numbered(
    "monday mon mondays montags 周一 星期一 月曜日 सोमवार",
    "tuesday tue tues tuesdays dienstags 周二 星期二 火曜日 मंगलवार",
    "wednesday wed wednesdays mittwochs 周三 星期三 水曜日 बुधवार",
    "thursday thu thurs thursdays donnerstags 周四 星期四 木曜日 गुरुवार",
    "friday fri fridays freitags 周五 星期五 金曜日 शुक्रवार",
    "saturday saturdays samstags 周六 星期六 土曜日 शनिवार",
    "sunday sundays sonntags 周日 星期日 日曜日 रविवार",
)
"""All of them, folded."""
MONTH_NAMES: Final = _numbered(
    "enero janeiro januar janvier gennaio जनवरी",
    "febrero fevereiro februar février febbraio फरवरी फ़रवरी",
    "marzo março märz mars मार्च",
    "abril april avril aprile अप्रैल",
    "mayo maio mai maggio मई",
    "junio junho juni juin giugno जून",
    "julio julho juli juillet luglio जुलाई",
    "agosto august août अगस्त",
    "septiembre setembro september septembre settembre सितंबर सितम्बर",
    "octubre outubro oktober octobre ottobre अक्टूबर अक्तूबर",
    "noviembre novembro november novembre नवंबर नवम्बर",
    "diciembre dezembro dezember décembre dicembre दिसंबर दिसम्बर",
    start=1,
)
"""In the same languages and Hindi, as they stand in a date."""
MONTHS: Final = {fold(name): number for name, number in MONTH_NAMES.items()} | _numbered(
    "january jan",
    "february feb",
    "march mar",
    "april apr",
    "may",
    "june jun",
    "july jul",
    "august aug",
    "september sept sep",
    "october oct",
    "november nov",
    "december dec",
    start=1,
)
"""All of them, folded."""
MAY: Final = "May"
"""As a word of an English sentence it keeps its capital: small, it is the verb."""
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
FEASTS: Final = {
    "christmas eve": "12-24",
    "christmas day": "12-25",
    "boxing day": "12-26",
    "new year's eve": "12-31",
    "new year's day": "1-1",
    "valentine's day": "2-14",
    "halloween": "10-31",
    "heiligabend": "12-24",
    "silvester": "12-31",
    "nochebuena": "12-24",
    "nochevieja": "12-31",
}
"""Feasts that have one date every year -> month and day."""
