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
    for number, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), start=1)
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
        ("span", 1.0, "minute min"),
        ("span", 60.0, "hour hr"),
        ("days", 1.0, "day"),
        ("days", 7.0, "week"),
        ("months", 1.0, "month"),
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
