"""Which clauses bear out a part of a statement: those about the same one, that tell its words together.

Pure. Words alone prove little: "My sister lives in Porto" has all the words of "Ana lives in Porto" but the one it is
about, and "rent 900, salary 3000" those of a rent of 3000. So a clause counts for a word only if it is about whom the
statement is about, or speaks of that one before it comes to the word; and clauses are taken together only where the
further one says nothing else, or goes on about the same name.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.holders import MINE, TELLING_WHO
from recollect.rules.tense import happened
from recollect.rules.text import default_analyser
from recollect.write.support.clauses import CALLED, UNKNOWN, About, Clause
from recollect.write.support.wording import content_terms, inflected, supported
from recollect.write.verify.statement import Statement, read
from recollect.write.verify.subject import USER
from recollect.write.verify.whose import is_person
from recollect.write.verify.words import CACHE_ENTRIES_MAX, Word

LEFT_OVER_MAX: Final = 1
"""Words of a clause in a language that is not read which a statement about its speaker may leave out: "я"."""
FIRST_MAX: Final = 8
"""Groups that share most with a statement of which each is tried as the one it rests on."""
WITH_WORDS_MAX: Final = 3
"""Before whom one does something with: "with my dear brother"."""
_WORD: Final = late(r"[a-z]+(?:'[a-z]+)?")
_BEING: Final = frozenset("is am are was were be been i'm we're feel felt".split())
_WAS: Final = frozenset("was were wasn't weren't had hadn't did didn't".split())
_TO_ME: Final = frozenset("me us".split())


@dataclass(frozen=True, kw_only=True)
class Part:
    """A clause of a statement. `whole`: all its words; `silent`: those that say nothing, as the speaker's name."""

    text: str
    speaker: str
    about: About
    whole: frozenset[str]
    silent: frozenset[str]

    @cached_property
    def read(self) -> Statement:
        return read(self.text, speaker=self.speaker)

    @cached_property
    def ordered(self) -> list[str]:
        """What must be borne out, in order; whom it is told of only where nothing else is: "the dentist is" then."""
        told_of = [about for about in (self.about, self.about.beside) if about]
        named = [word for word in self.read.words if any(_names(word, about) for about in told_of)]
        own = {term for word in named for term in terms_of(word)}
        found = [term for term in content_terms(self.text) if term not in self.silent]
        return [term for term in found if term not in own] or found

    @cached_property
    def terms(self) -> frozenset[str]:
        return frozenset(self.ordered)


class Bearing:
    """Knows of all clauses who is called how."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self._called: dict[str, set[str]] = {}
        for clause in clauses:
            if clause.read.owners:
                continue
            for tie, name in _introduced(clause.read.words):
                self._called.setdefault(tie, set()).add(name)

    def borne(self, part: Part, clauses: Sequence[Clause]) -> list[Clause] | str:
        """The clauses that bear a part out together; else the first of its words that none of them does."""
        bearing: dict[str, list[Clause]] = {}
        for place, term in enumerate(part.ordered):
            found = [clause for clause in clauses if self._bears(clause, part, term, verb=not place)]
            if not found:
                return term
            bearing[term] = found
        groups: dict[int, set[str]] = {}
        for term, found in bearing.items():
            for clause in found:
                groups.setdefault(clause.group, set()).add(term)
        most = max(len(told) for told in groups.values())
        first = [group for group, told in groups.items() if len(told) == most]
        members: dict[int, list[Clause]] = {}
        for clause in clauses:
            members.setdefault(clause.group, []).append(clause)
        for group in first[:FIRST_MAX]:
            with_it = [one for one in groups if one == group or _go_together(members[group], members[one], part)]
            covered = set().union(*(groups[one] for one in with_it))
            missing = next((term for term in part.ordered if term not in covered), None)
            if missing is None:
                return _needed(bearing, [*first, *with_it])
        return missing or part.ordered[0]

    def _bears(self, clause: Clause, part: Part, term: str, *, verb: bool) -> bool:
        """Whether a clause says this word of the one whom the part is about."""
        if not has(term, clause, verb=verb):
            return False
        if not clause.language and not part.about.another and not _speaks_of_self(clause, part):
            return False
        at = _place(clause.read.words, term)
        if not part.about.beside:
            return self._tells(clause, part, term, at)
        if part.about.speaker and not clause.about.speaker:
            return False
        first = replace(part, about=replace(part.about, beside=None))
        second = replace(part, about=part.about.beside)
        return self._tells(clause, first, term, at) and (
            self._tells(clause, second, term, at) or self._is_with(clause, part.about.beside)
        )

    def _tells(self, clause: Clause, part: Part, term: str, at: int) -> bool:
        """Whether it is told of the one whom the part is about, or of both who are named together."""
        if any(
            at > _place_of(clause.read.words, owner) >= 0 and owner not in _mentioned(part)
            for owner in clause.read.owners
        ):
            return False
        abouts = filter(None, (clause.about, clause.about.beside))
        return any(self._is_told_of(about, clause, part, term, at) for about in abouts)

    def _is_told_of(self, about: About, clause: Clause, part: Part, term: str, at: int) -> bool:
        if not part.about.another and not about.another:
            return not (part.about.speaker and about.thing) or _has_it(clause, part)
        if part.about.another and about.another and self.is_one(part.about, about):
            return True
        if part.about.another:  # "I have a sister who lives in Porto"
            named = self.first(clause.read.words, part.about)
            free = not about.another and not about.speaker  # "my favourite language is Rust"
            return named >= 0 and (free or at > named)
        named = self.first(part.read.words, about)
        if named >= 0 and any(word.form in _TO_ME for word in clause.read.words):
            return any(word.form == "by" for word in part.read.words[:named]) or _place(part.read.words, term) > named
        return named >= 0 and _place(part.read.words, term) >= named

    def _is_with(self, clause: Clause, beside: About) -> bool:
        """Whether the speaker does it with somebody: "I run a bakery with my brother". Not how he is with him."""
        words = clause.read.words
        at = self.first(words, beside)
        before = words[max(0, at - WITH_WORDS_MAX) : max(0, at)]
        return any(word.form == "with" for word in before) and not any(word.form in _BEING for word in words[:at])

    def is_one(self, left: About, right: About) -> bool:
        if UNKNOWN in (left.tie, right.tie):
            return True
        if left.called and right.called:
            return bool(left.called & right.called)
        if left.tie and right.tie:
            return left.tie == right.tie
        tie, called = (left.tie, right.called) if left.tie else (right.tie, left.called)
        return bool(self._called.get(tie, set()) & called)

    def first(self, words: Sequence[Word], about: About) -> int:
        """Where somebody is spoken of first; -1: nowhere."""
        called = about.called | self._called.get(about.tie, set()) if about.tie else about.called
        here = {name for tie, name in _introduced(words) if tie == about.tie}
        if about.called and here and here.isdisjoint(about.called):
            return -1  # another sister
        for place, word in enumerate(words):
            if (_names(word, about) or word.form in called) and not word.possessive:
                return place
        return -1


def _introduced(words: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """Who is called how: "my sister Eva", "my sister is Eva", "Tom is my boss"."""
    for place, word in enumerate(words):
        if not is_person(word):
            continue
        tie = word.concept.removeprefix("kin:")
        before, after = words[max(0, place - 3) : place], words[place + 1 : place + 3]
        if after and after[0].form in TELLING_WHO | CALLED:
            after = after[1:]
        if after and after[0].name:
            yield tie, after[0].form
        if len(before) == 3 and before[1].form in TELLING_WHO and before[2].form in MINE:
            yield tie, before[0].form


def _names(word: Word, about: About) -> bool:
    return word.form in about.called or (bool(about.tie) and word.concept.removeprefix("kin:") == about.tie)


def _mentioned(part: Part) -> frozenset[str]:
    return part.read.forms | {word.concept for word in part.read.words}


def _place_of(words: Sequence[Word], concept: str) -> int:
    return next((place for place, word in enumerate(words) if concept in (word.concept, word.form)), -1)


def _place(words: Sequence[Word], term: str) -> int:
    """Where a term stands last; -1 where words are not written apart."""
    return max((place for place, word in enumerate(words) if term in terms_of(word)), default=-1)


def terms_of(word: Word) -> frozenset[str]:
    return _terms_of(word.text)


@lru_cache(maxsize=CACHE_ENTRIES_MAX)
def _terms_of(text: str) -> frozenset[str]:
    return frozenset((*content_terms(text), default_analyser().term(text)))


def has(term: str, clause: Clause, *, verb: bool) -> bool:
    return supported(term, clause.terms) or (verb and clause.language != "en" and inflected(term, clause.terms))


def _speaks_of_self(clause: Clause, part: Part) -> bool:
    """In a language that is not read: the statement has another form of the verb, and leaves out a pronoun at most."""
    left = [term for term in clause.content if term not in part.whole and not has_form(term, part)]
    return not left or (len(left) <= LEFT_OVER_MAX and part.ordered[0] not in clause.terms)


def has_form(term: str, part: Part) -> bool:
    return inflected(term, frozenset(part.ordered[:1]))


def _has_it(clause: Clause, part: Part) -> bool:
    """Whether what is told of the speaker speaks of the thing that the clause is about, or says that he has what it is:
    "my car is a red Honda", "Ana has a red Honda". Not "my dog is afraid", "Ana is afraid"."""
    if clause.about.thing & part.whole:
        return True
    verbs = [_after_subject(clause.read), _after_subject(part.read)]
    return clause.read.whose.root == USER and verbs[0] in TELLING_WHO and verbs[1] in _HAVING


def _after_subject(statement: Statement) -> str:
    return next((word.form for word in statement.words[statement.subject.end :]), "")


_HAVING: Final = frozenset("has have owns hat besitzt tiene possede ha tem".split())


def _needed(bearing: Mapping[str, Sequence[Clause]], groups: Sequence[int]) -> list[Clause]:
    """The clauses of these groups by which the words are borne out."""
    return list(dict.fromkeys(clause for found in bearing.values() for clause in found if clause.group in groups))


def _go_together(first: Sequence[Clause], further: Sequence[Clause], part: Part) -> bool:
    """Whether what one group of clauses says may be told together with what the other does: it says nothing else
    ("I'm a welder"), points at it ("it is in Oslo"), or is about the same name."""
    if all(clause.content <= part.whole | part.silent for clause in further):
        return True
    for one, other in ((first, further), (further, first)):
        if one[0].group == other[0].group + 1 and one[0].turn == other[0].turn and _points(one[0]):
            return True
    names = [{word.form for clause in side for word in clause.read.words if word.name} for side in (further, first)]
    return bool(names[0] & names[1] & part.read.forms)


def _points(clause: Clause) -> bool:
    return any(word.form in _POINTING for word in clause.read.words)


_POINTING: Final = frozenset("it he she they there him her them".split())


def is_over(text: str, *, claimed: bool = False) -> bool:
    """Whether a clause tells what was and is no more: "used to be", "was a welder", "früher". What happened ("was
    diagnosed with", "bought") may hold still."""
    found = read(text)
    words = _WORD.findall(text.lower().replace("’", "'"))
    if claimed:
        return "past" in found.cues or happened(words)
    if "past" not in found.cues:
        return False
    state = any(word in _WAS and not after.endswith("ed") for word, after in itertools.pairwise((*words, "")))
    return state or _WAS.isdisjoint(words)
