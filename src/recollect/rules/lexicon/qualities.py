"""What a thing is like, quality by quality: words of different qualities do not replace each other."""

from __future__ import annotations

from typing import Final

QUALITIES: Final = """
colour: red blue green yellow orange purple pink brown black white grey gray teal silver gold golden beige turquoise
size: big large huge enormous small tiny little medium spacious cramped
height: tall high low short
length: long short
width: wide narrow broad thin thick slim
weight: heavy light lightweight
heat: hot warm cool cold chilly freezing
price: cheap expensive pricey affordable costly free
age: old new young modern ancient antique brand-new used
speed: fast slow quick
noise: loud quiet noisy silent
light: bright dark dim sunny gloomy light
taste: sweet sour salty bitter spicy bland
wetness: wet dry damp
cleanness: clean dirty tidy messy
hardness: hard soft
difficulty: easy hard difficult simple tricky
power: electric petrol diesel hybrid manual automatic
beauty: beautiful ugly pretty lovely
worth: good bad great terrible excellent awful
fame: famous popular unknown
wealth: rich poor wealthy broke
build: fat skinny slim strong weak muscular
mind: smart clever stupid wise
manner: kind friendly rude shy funny strict polite
"""
"""Quality -> its words, a quality a line; a word may stand in several."""
