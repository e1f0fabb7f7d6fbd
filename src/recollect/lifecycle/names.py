"""Whom a statement names before it says anything: the name that it begins with, and whose a value is. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from recollect.rules.expressions import HINTS
from recollect.rules.late import late
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.persons import MARKS
from recollect.rules.lexicon.subjects import ADVERBS, FIRST, SINCE, TITLES_WITH_STOP
from recollect.rules.text import STOP_WORDS, fold

WORDS_MAX: Final = 6
"""Words at the beginning of a statement among which a name is looked for."""
_TELLING: Final = frozenset(
    "is has was had lives works likes loves hates owns wants prefers speaks plays studies needs uses".split()
)
"""After a name: something is said of somebody."""
_USER: Final = "user"
_POSSESSIVE: Final = re.compile(r"['’]s$")
_INITIALS: Final = late(r"(?:[^\W\d_]\.)+")
_INSIDE: Final = late(r"['’-](?=[^\W\d_])")
_ADVERBS_IN_LY: Final = frozenset(
    """actually additionally apparently basically briefly certainly clearly currently daily definitely early eventually
    evidently exactly exclusively finally firstly formerly fortunately frequently generally globally gradually hardly
    honestly hopefully hourly initially interestingly jointly lastly lately literally locally luckily mainly monthly
    mostly nearly newly nightly normally obviously occasionally officially only openly originally partly permanently
    personally possibly presently presumably previously primarily probably quarterly quickly rarely really recently
    regularly sadly secondly secretly seemingly seriously simply slowly solely strictly strongly suddenly supposedly
    surely technically temporarily thirdly truly typically unexpectedly unfortunately usually weekly yearly""".split()
)
"""Adverbs in "-ly" that a sentence begins with; other words so are names: Willy, Kimberly."""
_ARTICLES: Final = frozenset("the our".split())
_PARTICLES: Final = frozenset("van von der den de la del di da dos bin ibn al el le du".split())


def leading(text: str) -> str:
    """The name a statement begins with, if it does: "Bob", "Mrs. Smith", "J. K. Rowling", "O'Brien"; of a first name
    and a surname the first name."""
    name: list[str] = []
    for word in text.split(maxsplit=WORDS_MAX)[:WORDS_MAX]:
        opens = not name
        shortened = _INITIALS.fullmatch(word) or (fold(word.rstrip(".")) in TITLES_WITH_STOP and word[:1].isupper())
        name.append(_POSSESSIVE.sub("", word))
        if not shortened:
            return " ".join(name) if _like_a_name(name[-1], opens=opens) else ""
    return ""


def _like_a_name(word: str, *, opens: bool) -> bool:
    if not word[:1].isupper() or not _INSIDE.sub("", word).isalpha():
        return False
    return not opens or (fold(word) not in _small() and _may_name(fold(word))) or fold(word) == _USER


def is_told_of(text: str) -> bool:
    """Whether a name begins it and something is said of who bears it: "Bob Miller lives in Rome"."""
    words = text.split(maxsplit=WORDS_MAX)[:WORDS_MAX]
    for place, word in enumerate(words):
        if place and word.lower() in _TELLING:
            return bool(leading(text))
        if not (word[:1].isupper() or word.lower() in _PARTICLES or word.lower() in ADVERBS):
            return False
    return False


def whose(before: str, subject: str) -> frozenset[str]:
    """Whom or what the words before a value name, other than the subject: "Bob Miller" of "Bob Miller lives in Rome",
    the landlord of "The landlord lives in Rome", and nobody of "Since May Ana" and of "Currently"."""
    if not before[-1:].isspace():
        return frozenset()  # a script without spaces
    words = [_POSSESSIVE.sub("", word.strip(",;:")) for word in before.split()]
    if leading(before) == subject or not words:
        return frozenset()
    of_thing = fold(words[0]) in _ARTICLES
    called = frozenset(fold(word).rstrip(".") for word in words if of_thing or not word.islower())
    own = frozenset(fold(part) for part in subject.split())
    return frozenset(word for word in called - own - _small() if _may_name(word))


def _may_name(word: str) -> bool:
    return word in GIVEN_NAMES or not (word in _ADVERBS_IN_LY or word[:1].isdigit())


@cache
def _small() -> frozenset[str]:
    """Words that name nobody, in the languages we know the small words of."""
    marks = frozenset(word for words in MARKS.values() for word in words) - GIVEN_NAMES
    return marks | STOP_WORDS | HINTS | ADVERBS | FIRST | SINCE
