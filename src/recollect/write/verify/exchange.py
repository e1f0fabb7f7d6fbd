"""The same words in each other's places: "from Rome to Oslo", "from Oslo to Rome".

Which words two statements share does not say what each of them does there. A word's part is shown by the small word
before it ("from", "than", "before", an apostrophe), and where there is none, by its side of what stands between.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import Final

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_WHOSE: Final = "'s"
RELATIONS: Final = frozenset(
    """
    from to into onto in on at by for of than before after above below under over behind against until till via through
    towards toward about without except instead because if unless while during since per with near beside alongside
    off out inside outside up down versus vs
    von nach vor aus bis zu gegen ohne mit als durch für über unter hinter
    de desde hasta antes despues después con sin contra sobre para por
    avant apres après vers contre sans avec pour depuis sous sur
    da prima dopo verso senza antes depois até sem com
    """.split()
)
"""Small words that say what part the next ones have."""
ARTICLES: Final = frozenset(
    """a an the my our your his her its their this that these those some any each every all both der die das den dem des
    ein eine einen einem einer mein meine el la los las un una le les il lo gli o os um uma""".split()
)
JOINING: Final = frozenset("and or plus und oder sowie y o e et ou".split())
_EITHER_WAY: Final = frozenset(("with", "mit", "con", "avec", "com", "near", "beside", "alongside", "versus", "vs"))
"""What the one is to the other, the other is to the one: "plays chess with"."""
_MUTUAL: Final = frozenset(
    """
    married marry engaged dating equal equals same similar next close adjacent parallel opposite related identical
    meet met meets cousin cousins friend friends neighbour neighbours neighbor sibling siblings sister brother spouse
    colleague colleagues flatmate flatmates twin twins between together
    """.split()
)


_SET_AGAINST: Final = frozenset("than over before after from to instead against behind above below under".split())


@dataclass(frozen=True, slots=True)
class _Part:
    word: Word
    mark: str
    """The small word that gives its part; empty: none."""
    at: int


def exchanged_words(old: Statement, new: Statement, *, same: bool) -> bool:
    """Whether two words that both statements have once stand in each other's places. `same`: they have the same words;
    else only small words that set one thing against another tell."""
    if not _MUTUAL.isdisjoint(old.forms | new.forms):
        return False
    mine, yours = _parts(old), _parts(new)
    both = [stem for stem in mine if stem in yours]
    for a, b in itertools.combinations(both, 2):
        before, after = (mine[a], mine[b]), (yours[a], yours[b])
        marks, others = (before[0].mark, before[1].mark), (after[0].mark, after[1].mark)
        if marks[0] != marks[1] and marks == others[::-1] and _EITHER_WAY.isdisjoint(marks):
            return same or not _SET_AGAINST.isdisjoint(marks)
        if same and marks == others and marks[0] == marks[1] and _round(old, new, before, after):
            return True
    return False


def other_way(old: Statement, new: Statement) -> bool:
    """Whether one word is where it comes from here, and where it goes to there: "from Oslo", "to Oslo"."""
    mine, yours = _parts(old), _parts(new)
    ways = ({mine[stem].mark, yours[stem].mark} for stem in mine if stem in yours)
    return any(way in _DIRECTIONS for way in ways)


_DIRECTIONS: Final = ({"from", "to"}, {"from", "into"}, {"von", "nach"}, {"for", "against"}, {"after", "to"})


def marks(statement: Statement) -> dict[str, str]:
    """By stem, the small word that gives a word its part, of the words that stand in the statement once."""
    return {stem: part.mark for stem, part in _parts(statement).items()}


def other_hands(old: Statement, new: Statement) -> bool:
    """Two people have changed places, the one of them told by a pronoun: "I lent Tom 50 euros", "Tom lent me 50 euros".
    Not where both do it to each other ("met me"), nor with a thing ("I take the bus", "the bus takes me")."""
    return _handed_back(old, new) or _handed_back(new, old)


def _handed_back(mine: Statement, yours: Statement) -> bool:
    """`mine` begins with the pronoun and has somebody after its verb, with whom `yours` begins."""
    words = mine.words
    told = _PRONOUNS.get(words[0].form) if len(words) > 2 else None
    doer = next((word for word in yours.words if word.form not in ARTICLES), None)
    if told is None or doer is None or doer.possessive:
        return False
    if not (doer.name or doer.concept.startswith("kin:") or doer.form in GIVEN_NAMES):
        return False
    both = {word.stem for word in yours.words if word.form not in _NO_DEEDS} - {doer.stem}
    verb = next((word for word in words[1:] if word.stem in both), None)
    if verb is None or not _DONE_BY_BOTH.isdisjoint((verb.form, verb.stem, verb.concept)):
        return False
    taker = _taker(words, verb.stem)
    other = _taker(yours.words, verb.stem)
    return taker is not None and taker.stem == doer.stem and other is not None and other.form == told


_DONE_BY_BOTH: Final = _MUTUAL | frozenset("meet marry date know talk speak chat live".split())
_NO_DEEDS: Final = ARTICLES | RELATIONS | frozenset("is are am was were be been has have had do does did".split())
_PRONOUNS: Final = {"i": "me", "we": "us", "he": "him", "she": "her", "they": "them"}


def _taker(words: tuple[Word, ...], verb: str) -> Word | None:
    """The word right after a verb, or after its "to", "from" or "for": "lent the drill to Paul"."""
    at = next((at for at, word in enumerate(words) if word.stem == verb and at), None)
    if at is None:
        return None
    after = words[at + 1 :]
    to = next((place for place, word in enumerate(after) if word.form in _TO_WHOM), None)
    rest = after if to is None else after[to + 1 :]
    return next((word for word in rest if word.form not in ARTICLES or word.form == "her"), None)


_TO_WHOM: Final = frozenset("to from for".split())


def _parts(statement: Statement) -> dict[str, _Part]:
    """By stem, the words that stand in the statement once."""
    found: list[_Part] = []
    mark, clause, told = "", 0, False
    for at, word in enumerate(statement.words):
        if word.clause != clause:
            mark, clause, told = "", word.clause, False
        if word.form in RELATIONS and not _named(word, at):
            mark, told = word.form, False
        elif word.form in ARTICLES:
            mark, told = ("" if told else mark), False
        elif word.filler and not _named(word, at):
            mark = mark if word.form in JOINING else ""
            told = False
        else:
            found.append(_Part(word, _WHOSE if word.possessive else mark, at))
            told = True
    times = Counter(part.word.stem for part in found)
    return {part.word.stem: part for part in found if times[part.word.stem] == 1}


def _named(word: Word, at: int) -> bool:
    """A small word written as a name: "Go"."""
    return at > 0 and word.text[:1].isupper() and word.text != "I"


def _round(old: Statement, new: Statement, before: tuple[_Part, _Part], after: tuple[_Part, _Part]) -> bool:
    """Whether the two stand on the other side of what is between them, and are not just counted up."""
    if (before[0].at < before[1].at) == (after[0].at < after[1].at) or ("by" in old.forms) != ("by" in new.forms):
        return False
    here, there = _between(old, *before), _between(new, *after)
    told = [{word.stem for word in side if not word.filler and word.form not in RELATIONS} for side in (here, there)]
    return bool(told[0] & told[1]) and not (_counted_up(here) or _counted_up(there))


def _between(statement: Statement, one: _Part, other: _Part) -> tuple[Word, ...]:
    first, last = sorted((one.at, other.at))
    return statement.words[first + 1 : last + 1]


def _counted_up(between: tuple[Word, ...]) -> bool:
    """ "tea, milk and coffee": nothing but joined words."""
    joined = any(word.form in JOINING for word in between) or len({word.clause for word in between}) > 1
    return joined and not any(
        (word.filler or word.form in RELATIONS) and word.form not in JOINING | ARTICLES for word in between
    )
