"""Texts and questions to measure with: generated from a seed, natural in what costs time, about nothing.

What costs time is how often words repeat. Content words follow a shifted Zipf law (the commonest is in about 7 % of the
texts, half of the vocabulary in a handful), a head of real words and a tail of made-up ones; function words and names
come from sentence patterns. No data set's text is used, so anybody can print the same numbers.
"""

from __future__ import annotations

import random
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

VOCABULARY: Final = 20_000
ZIPF_SHIFT: Final = 30
WORDS_A_TEXT: Final = 30

_HEAD: Final = """
time work house friend week book garden travel music family coffee train school dinner project office morning evening
summer winter doctor kitchen window river market ticket meeting camera guitar bicycle mountain island beach forest
museum theatre concert recipe chicken bread cheese apple orange tomato salad soup wine water juice chocolate breakfast
lunch budget account salary invoice contract manager teacher student neighbour sister brother mother father cousin
daughter grandmother uncle wedding birthday holiday festival party present letter message phone laptop printer keyboard
screen server database python script library function report chart table deadline schedule calendar flight hotel
passport luggage airport station bridge street corner village city country language lesson exam course degree
university hospital nurse medicine allergy exercise marathon yoga swimming football tennis chess puzzle novel poem
painting drawing sculpture gallery photo album movie series episode actor director painter writer journal diary dream
idea plan goal habit rule choice problem answer question story joke rumour secret promise advice visit walk ride drive
hike climb paint write read cook bake clean repair build plant grow sell buy rent move start finish change improve learn
teach explain describe discuss decide remember forget believe prefer enjoy avoid collect borrow return deliver order
cancel postpone confirm prepare celebrate quiet bright heavy gentle narrow modern ancient cheap expensive friendly
serious curious careful nervous proud tired hungry green yellow purple silver wooden plastic cotton leather marble
""".split()
_STARTS: Final = "b br c cl d dr f fl g gr h j k l m n p pr qu r s sh st t tr v w".split()
_MIDDLES: Final = "a e i o u ai ea ou oo".split()
_ENDS: Final = "n r l m nd st ck t sh ng rt ll mp s x".split()
_SUFFIXES: Final = ("", "", "", "er", "ing", "tion", "ness", "ment", "ist", "able")
_NAMES: Final = (
    "Ana Ben Carla David Elif Femi Greta Hugo Ines Jonas Kofi Lena Marco Nadia Omar Priya Rosa Samir Tara Yuki".split()
)
_SENTENCES: Final = (
    "{N} told me that the {w} and the {w} were not as {w} as we had thought.",
    "I went to the {w} with {N} because her {w} needed a {w}.",
    "We should talk about the {w} before the {w} in the {w} gets too {w}.",
    "My {w} is going to {w} the {w} next week, and {N} will help with the {w}.",
    "There was a {w} near the {w}, so he took some {w} and a {w} home.",
    "Do you remember when {N} said the {w} would {w} after the {w}?",
    "It took {d} days to {w} the {w}, but now the {w} works with any {w}.",
    "She likes {w} and {w}, though she would rather {w} than {w}.",
)
_QUESTIONS: Final = (
    "When did {N} {w} the {w} with the {w}?",
    "What did {N} say about the {w} and the {w}?",
    "Where is the {w} that we wanted to {w}?",
    "Which {w} does {N} prefer for the {w}?",
    "How many {w} were in the {w} near the {w}?",
    "Who took the {w} after the {w} was {w}?",
    "Why was the {w} not as {w} as the {w} before?",
)


class Writer:
    """An endless supply of texts and questions; the same seed gives the same ones."""

    def __init__(self, seed: int = 7) -> None:
        self._random = random.Random(seed)
        self._words = _vocabulary(random.Random(seed + 1))
        self._weights = list(accumulate(1 / (rank + ZIPF_SHIFT) for rank in range(1, len(self._words) + 1)))

    def texts(self, count: int) -> list[str]:
        """`count` texts of thirty words."""
        return list(islice(self._texts(), count))

    def questions(self, count: int) -> list[str]:
        """`count` questions that share few content words with one another."""
        return [self._fill(_QUESTIONS[number % len(_QUESTIONS)]) for number in range(count)]

    def _texts(self) -> Iterator[str]:
        while True:
            words: list[str] = []
            while len(words) < WORDS_A_TEXT:
                words += self._fill(self._random.choice(_SENTENCES)).split()
            yield " ".join(words[:WORDS_A_TEXT])

    def _fill(self, pattern: str) -> str:
        wanted = pattern.count("{w}")
        words = iter(self._random.choices(self._words, cum_weights=self._weights, k=wanted))
        parts = pattern.split("{w}")
        text = parts[0] + "".join(next(words) + part for part in parts[1:])
        return text.replace("{N}", self._random.choice(_NAMES)).replace("{d}", str(self._random.randint(2, 90)))


def _vocabulary(chance: random.Random) -> list[str]:
    words = dict.fromkeys(_HEAD)
    while len(words) < VOCABULARY:
        syllables = chance.choice((1, 2, 2, 3))
        stem = "".join(chance.choice(_STARTS) + chance.choice(_MIDDLES) for _ in range(syllables))
        words.setdefault(stem + chance.choice(_ENDS) + chance.choice(_SUFFIXES))
    return list(words)
