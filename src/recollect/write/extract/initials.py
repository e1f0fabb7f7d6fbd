"""Full stops that shorten a name or a title and end no sentence, although a capital follows: "J. K. Rowling", "St.
Petersburg", "U.S. Army". A letter may also be the last word of its sentence ("I take vitamin D. Tom takes none"), so
it is asked what stands before it and what begins behind it.
"""

from __future__ import annotations

from typing import Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.clauses import HE_SHE
from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.subjects import NO_INITIALS, POSSESSIVES, TITLES_WITH_STOP
from recollect.rules.text import STOP_WORDS, fold
from recollect.write.extract.patterns import Lazy

_BEFORE_CHARS: Final = 48
_AFTER_CHARS: Final = 40
_NEAR_WORDS: Final = 4
"""How many words before a letter may say what it is a letter of: "blood type is A"."""
_TIGHT: Final = Lazy(r"[^\W\d_]\.")
_LETTERS: Final = Lazy(r"(?:[^\W\d_]\.)*[^\W\d_]$")
_NEXT: Final = Lazy(r"\s*([^\W\d_]+)(\.)?[^\W\d_]*(?:'[^\W\d_]+)?\s*([^\W\d_]*(?:'t)?)")
_PLACES: Final = frozenset("st mt ft pt ste".split())
_BEGINS: Final = frozenset(
    """
    i im ive we he she it they you my our your his her their its the a an this that these those there here what when
    where who why how which and but or so also then now today tomorrow yesterday yes no yeah ok okay please thanks thank
    sorry well oh hi hey hello just not never always sometimes maybe both all some most every everything everyone nobody
    nothing since because although though while after before until for from in on at with by to as let lets don dont
    anyway however actually still only even later last next another each any do does did can could will would should is
    are was were am have has had if remember love loved best great good nice
    """.split()
)
"""Begins a sentence, and no name."""
_SUBJECTS: Final = frozenset("i we you he she it they".split())
_TOWARDS: Final = frozenset("at in to from the of is are was".split())
_LETTERED: Final = frozenset(
    """
    a an the vitamin vitamins vitamina vitamine plan type typ tipo group gruppe grupo size größe talla grade grades
    class building block room hall option part section level team terminal gate hepatitis list letter letters key series
    line track platform blood cup shirt rated rating schedule tier category column row step phase exhibit appendix
    variant version school course apt apartment flat unit suite initials
    """.split()
)
"""What has letters for values: no name begins after "vitamin D."."""
_AFTER_COUNTRY: Final = frozenset(
    """
    army navy air marine marines coast congress senate house government president treasury embassy consulate census bank
    supreme department state dollar dollars open virgin postal citizen citizens passport visa forces military federal
    senator attorney ambassador special general marshal mail
    """.split()
)


def shortens(text: str, start: int, stop: int, end: int) -> bool:
    """Whether the full stop at `stop`, behind which a capital follows at `end`, shortens a name. The sentence began at
    `start`."""
    before = text[max(start, stop - _BEFORE_CHARS) : stop].split()
    word = before.pop().lstrip("(\"'")
    if not word or not word[0].isupper():
        return False
    found = _NEXT.match(text[end : end + _AFTER_CHARS])
    if found is None:
        return False
    name, initial, verb = found[1], found[2] is not None and len(found[1]) == 1, found[3].lower()
    if end == stop + 1 and initial and len(word.rpartition(".")[2]) <= 2:
        return True  # "U.S.", "Ph.D."
    if not initial and _begins(name):
        return False
    low = word.lower()
    tells = verb in _SUBJECTS or verb.endswith("'t") or (verb in FINITE and len(verb) > 1)
    last = before[-1].strip(",(") if before else ""
    if low in TITLES_WITH_STOP or low in _PLACES:
        street = low in _PLACES and (last[:1].isupper() or last[:1].isdigit())
        return not (street and tells)  # "on Elm St. Tom lives next door"
    if _LETTERS.match(low) is None:
        return False
    if low in NO_INITIALS:
        return name.lower() in _AFTER_COUNTRY
    return _is_initial(low, before, last, name, initial=initial, tells=tells)


def _is_initial(low: str, before: list[str], last: str, name: str, *, initial: bool, tells: bool) -> bool:
    """Whether letters are the first ones of somebody's names, by what stands before them and whose name may follow."""
    called = last.endswith(".") and (last[:-1].lower() in TITLES_WITH_STOP or _LETTERS.match(last[:-1]) is not None)
    if not last or called:
        return True
    if low == "i" or not _LETTERED.isdisjoint(one.strip(",").lower() for one in before[-_NEAR_WORDS:]):
        return False
    if initial or not tells:
        return True
    if "." in low:
        return last.lower() not in _TOWARDS  # "I studied at M.I.T. Boston is great"
    if last[0].isupper():
        return fold(name) not in GIVEN_NAMES  # "I met Tom K. Anna is my wife"
    own = not POSSESSIVES.isdisjoint(one.lower() for one in before[-3:-1])
    return own and last.lower() not in _TOWARDS  # "my boss J. Morgan lives in Rome"


def _begins(word: str) -> bool:
    """Whether a word begins a sentence and is no name, in any of the languages that are read."""
    low = word.lower()
    return (
        low in _BEGINS
        or fold(word) in STOP_WORDS
        or any(low in table[code] for table in (persons.SUBJECTS, persons.POSSESSIVES, HE_SHE) for code in HE_SHE)
    )
