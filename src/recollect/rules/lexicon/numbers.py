"""Numbers and units in words, in eight languages. Plain data."""

from __future__ import annotations

from typing import Final

_SMALL_WORDS: Final = """
zero null cero
one eins 一
two dos zwei deux dois duas 两 二 दो
three tres drei trois 三 तीन
four cuatro vier quatre quatro 四 चार
five cinco funf cinq 五 पाँच पांच
six seis sechs 六 छह
seven siete sieben sept sete 七 सात
eight ocho acht huit oito 八 आठ
nine nueve neun neuf nove 九 नौ
ten diez zehn dix dez 十 दस
eleven elf onze
twelve doce zwolf douze doze
thirteen trece dreizehn treize treze
fourteen catorce vierzehn quatorze
fifteen quince funfzehn quinze
sixteen sechzehn seize
seventeen siebzehn
eighteen achtzehn
nineteen neunzehn
"""
SMALL: Final = {
    word: number for number, words in enumerate(_SMALL_WORDS.strip().splitlines()) for word in words.split()
}
TENS: Final = {
    word: 10 * tens
    for tens, words in enumerate(
        (
            "twenty veinte zwanzig vingt vinte",
            "thirty treinta dreissig trente trinta",
            "forty fourty cuarenta vierzig quarante quarenta",
            "fifty cincuenta funfzig cinquante cinquenta",
            "sixty sesenta sechzig soixante sessenta",
            "seventy setenta siebzig",
            "eighty ochenta achtzig oitenta",
            "ninety noventa neunzig",
        ),
        start=2,
    )
    for word in words.split()
}
SCALES: Final = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "dozen": 12, "k": 1_000, "m": 1_000_000}
TIMES: Final = {"once": 1.0, "twice": 2.0}
ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
        fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third
        twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth
        thirty-first""".split(),
        start=1,
    )
    if word != "second"
}
"""Without "second", which is a unit and a word for "another"."""
UNITS: Final = {
    unit: (dimension, factor)
    for dimension, factor, units in (
        ("length", 0.01, "cm centimetre centimeter"),
        ("length", 1.0, "m metre meter"),
        ("length", 1000.0, "km kilometre kilometer"),
        ("length", 1609.34, "mile mi"),
        ("length", 0.3048, "ft foot feet"),
        ("length", 0.0254, "inch"),
        ("mass", 1.0, "kg kilo kilogram"),
        ("mass", 0.4536, "lb lbs"),
        ("pound", 1.0, "pound"),
        ("mass", 6.35, "stone"),
        ("mass", 0.001, "g gram"),
        ("mass", 1e-6, "mg"),
        ("mass", 1e-9, "mcg"),
        ("mass", 1000.0, "tonne ton"),
        ("mass", 0.02835, "oz ounce"),
        ("volume", 1.0, "l litre liter"),
        ("volume", 0.001, "ml millilitre milliliter"),
        ("volume", 3.785, "gallon"),
        ("volume", 0.473, "pint"),
        ("area", 1.0, "sqm m2 m²"),
        ("area", 0.0929, "sqft ft2"),
        ("area", 10_000.0, "hectare ha"),
        ("area", 4046.9, "acre"),
        ("data", 0.001, "kb kilobyte"),
        ("data", 1.0, "mb megabyte"),
        ("data", 1000.0, "gb gigabyte"),
        ("data", 1_000_000.0, "tb terabyte"),
        ("speed", 1.0, "kmh km/h kph"),
        ("speed", 1.609, "mph"),
        ("power", 1.0, "kw kilowatt"),
        ("power", 0.001, "w watt"),
        ("span", 1 / 60, "second sec"),
        ("span", 1 / 60_000, "ms millisecond"),
        ("span", 1.0, "minute min minuten minutos"),
        ("span", 60.0, "hour hr hrs stunde stunden hora horas heure heures"),
        ("days", 1.0, "day tag tage dia dias jour jours"),
        ("days", 7.0, "week woche wochen semana semanas semaine semaines"),
        ("days", 14.0, "fortnight"),
        ("months", 1.0, "month monat monate mes meses mois"),
        ("years", 1.0, "year yr anos ans jahre jahr anni an ano साल 岁 歳 年"),
        ("years", 10.0, "decade"),
        ("percent", 1.0, "% percent"),
        ("money", 1.0, "euro dollar quid usd eur gbp rupee"),
    )
    for unit in units.split()
}
"""Unit -> dimension and factor to its base: metres, kilograms, minutes, days, months, years. A pound is a weight or an
amount of money, so it has a dimension of its own."""
POUND_KG: Final = 0.4536
PACES: Final = {
    "fortnightly": 14.0, "biweekly": 14.0, "quinzenal": 14.0, "vierzehntagig": 14.0, "quarterly": 90.0,
}  # fmt: skip
"""How often, in one word -> days between."""
WHOLE: Final = {
    "decade": ("years", 10.0), "fortnight": ("days", 14.0), "century": ("years", 100.0), "quarter": ("months", 3.0),
}  # fmt: skip
"""After "a": one of them -> dimension and value."""
DAYPOINTS: Final = {"noon": 12, "midday": 12, "mittag": 12, "mediodia": 12, "midi": 12, "midnight": 24, "minuit": 24}
"""Hours with a name."""
