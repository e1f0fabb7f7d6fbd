"""What goes with a value that was put in the place of another: its article, and the number of what it counts.

"I drive a BMW" with "Audi" is "an Audi"; "one sister" with "two" is "two sisters". Only what stands right beside the
value is changed, and what cannot be told stays as it is.
"""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.text import STOP_WORDS
from recollect.write.extract.english.words import form_of, is_adverb
from recollect.write.extract.patterns import Lazy

COUNTED_WORDS_MAX: Final = 3
"""Words after a number up to what it counts: "one younger sister"."""
_ARTICLE: Final = Lazy(r"\b(an?) $", re.IGNORECASE)
_LIKE_YOU: Final = Lazy(r"(?:uni(?!n|m)|use|usu|uk|eu|ewe|one\b|once|util|ubu|ufo)", re.IGNORECASE)
"""Written with a vowel, spoken without one at first: "a university", "a European"."""
_SILENT: Final = ("hour", "honest", "honor", "honour", "heir")
_SPELT: Final = frozenset("AEFHILMNORSX")
"""Capital letters whose names begin with a vowel: "an MRI"."""
_EIGHTS: Final = Lazy(r"(?:8\d*|11|18)(?:[.,]\d+)?(?!\d)")
_ONE: Final = frozenset(("one", "1"))
_COUNTING_BEFORE: Final = frozenset("with of for my only just about exactly our another".split())
_UNCOUNTED: Final = frozenset(
    "am pm hundred thousand million billion dozen percent old more less fewer times every each per".split()
)
_ELSEWHERE: Final = frozenset(
    """tomorrow today tonight yesterday daily weekly monthly yearly nightly hourly next last this that now then soon
    later again abroad here there away home upstairs downstairs outside inside nearby online total altogether monday
    tuesday wednesday thursday friday saturday sunday""".split()
)
"""When or where: what is counted stands before it."""
_FOLLOWING: Final = Lazy(r" ([a-z]+)(?![\w'-])")
_SEVERAL: Final = {
    "child": "children", "person": "people", "man": "men", "woman": "women", "foot": "feet", "tooth": "teeth",
    "mouse": "mice", "wife": "wives", "knife": "knives", "wolf": "wolves", "goose": "geese", "sheep": "sheep",
    "fish": "fish", "series": "series", "species": "species", "bus": "buses", "gas": "gases", "hero": "heroes",
    "potato": "potatoes", "tomato": "tomatoes", "grandchild": "grandchildren", "stepchild": "stepchildren",
    "half": "halves",
}  # fmt: skip
_SINGLE: Final = {several: one for one, several in _SEVERAL.items()}


def put_in(text: str, start: int, end: int, new: str) -> str:
    """`text` with `new` in the place of what stands from `start` to `end`, and what goes with it."""
    before, old, after = text[:start], text[start:end], text[end:]
    article = _ARTICLE.search(before)
    if article is not None:
        before = before[: article.start(1)] + _article(article[1], new) + " "
    return f"{before}{new}{_agreeing(before, old, new, after)}"


def _article(old: str, new: str) -> str:
    right = "an" if _sounds_open(new) else "a"
    return right.capitalize() if old[0].isupper() else right


def _sounds_open(new: str) -> bool:
    """Whether the word is spoken with a vowel at first."""
    word = new.split(maxsplit=1)[0] if new.split() else new
    if word[:1].isdigit():
        return _EIGHTS.match(word) is not None
    if word.isupper() and (len(word) <= 3 or not set(word) & set("AEIOUY")):
        return word[0] in _SPELT
    low = word.lower()
    return (low[:1] in "aeiou" and _LIKE_YOU.match(low) is None) or low.startswith(_SILENT)


def _agreeing(before: str, old: str, new: str, after: str) -> str:
    """What is counted, as many as there are now."""
    was, now = old.lower() in _ONE, new.lower() in _ONE
    if was == now or not _counts(before, old):
        return after
    words = list[re.Match[str]]()
    for match in _FOLLOWING.finditer(after):
        begins = words[-1].end() if words else 0
        if match.start() != begins or _goes_on(match[1], first=not words) or len(words) == COUNTED_WORDS_MAX:
            break
        words.append(match)
    may = [word for word in words if _is_several(word[1])][:1] if now else words[-1:]
    counted = may[0] if may else None
    if counted is None or is_adverb(counted[1]):
        return after
    put = one_of(counted[1]) if now else several_of(counted[1])
    return f"{after[: counted.start(1)]}{put}{after[counted.end(1) :]}"


def _goes_on(word: str, *, first: bool) -> bool:
    """Whether the sentence goes on with this word, and what is counted stands before it."""
    if word in STOP_WORDS or word in _UNCOUNTED or word in _ELSEWHERE or len(word) <= 2:
        return True
    form = form_of(word)
    return not first and (word.endswith("ed") or (form is not None and form[1] != "base"))


def _counts(before: str, old: str) -> bool:
    """Whether the number says how many, and not which: "have 1 cat", not "room 1"."""
    last = (before.split() or [""])[-1].lower().strip(",.")
    return not old[0].isdigit() or not last or last in _COUNTING_BEFORE or form_of(last) is not None


def _is_several(word: str) -> bool:
    return word in _SINGLE or (word.endswith("s") and not word.endswith(("ss", "us", "is")))


def several_of(word: str) -> str:
    """ "sister" -> "sisters", "baby" -> "babies", "box" -> "boxes"; what is several stays."""
    if word in _SEVERAL:
        return _SEVERAL[word]
    if _is_several(word):
        return word
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"


def one_of(word: str) -> str:
    """ "sisters" -> "sister", "babies" -> "baby", "boxes" -> "box"."""
    if word in _SINGLE:
        return _SINGLE[word]
    if word.endswith("ies") and len(word) > 4 and word not in _IE:
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("sses", "xes", "ches", "shes", "zzes")) else word[:-1]


_IE: Final = frozenset("cookies movies selfies hoodies zombies birdies smoothies pixies aunties".split())
