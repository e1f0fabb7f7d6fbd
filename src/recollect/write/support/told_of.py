"""Whom a clause of a retelling is about, and which clauses of the sources tell of that one. Pure.

Softer than `bearing.py`, which a claim must pass: in a conversation of two the one tells of himself, of what is his
and, with "you", of the other; what is told of somebody else is nobody's but that one's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from recollect.rules.lexicon.holders import MINE, THEIRS, WITH_NOUNS
from recollect.rules.lexicon.retelling import ALL_OF_THEM, CALLED_TOO, MUTUAL
from recollect.rules.lexicon.subjects import FIRST
from recollect.write.support.bearing import Bearing, terms_of
from recollect.write.support.clauses import UNKNOWN, About, Clause, is_verb
from recollect.write.support.vocabulary import Vocabulary, is_speech
from recollect.write.verify.subject import USER
from recollect.write.verify.whose import is_person
from recollect.write.verify.words import Word

_YOU: Final = frozenset(
    "you your yours you're you've du dir dich dein deine tu tus ti te vous votre voce sua 你 您".split()
)
_OWN: Final = FIRST | MINE | THEIRS
_POINTING: Final = frozenset("it this that there these those they".split())
TWO: Final = 2
"""Where so many speak, "you" is the other."""
_IS: Final = frozenset("is are was were am".split())


@dataclass(frozen=True, kw_only=True)
class Who:
    """Whom a clause is about; none of it: nobody in particular."""

    speakers: frozenset[str] = frozenset()
    people: tuple[About, ...] = ()
    thing: str = ""
    """The word that says which thing is meant."""
    owner: str = ""
    """Whose it is, folded: "Ana's sister"."""
    beside: frozenset[str] = frozenset()
    """The words of what a name stands beside: "two cats, Miso and Taro"."""
    says: bool = False
    """It tells that something was said, and so of whatever that is about."""

    @property
    def nobody(self) -> bool:
        return not (self.speakers or self.people or self.thing)


class Tellers:
    """Who speaks in the sources, and what each of their clauses tells of whom."""

    def __init__(self, clauses: Sequence[Clause], names: Mapping[str, frozenset[str]], vocabulary: Vocabulary) -> None:
        """`names`: the folded words of each speaker's name."""
        self._clauses = clauses
        self._names = names
        self._vocabulary = vocabulary
        self._bearing = Bearing(clauses)
        self._heads: dict[str, frozenset[int]] = {}
        self._by_sentence: dict[tuple[int, str], list[Clause]] = {}
        for clause in clauses:
            self._by_sentence.setdefault((clause.turn, clause.sentence), []).append(clause)
        self._owned: dict[tuple[int, str], bool] = {}

    def read(self, parts: Sequence[Clause], before: Sequence[Who] = ()) -> list[Who]:
        """Whom each clause of a retelling is about. `before`: who is meant by "she" at its beginning.
        What stands beside somebody ("Ana, a nurse,") and what goes on without a subject is told of the same one."""
        found: list[Who] = []
        spoken = list(before)
        for place, part in enumerate(parts):
            goes_on = place > 0 and (part.about == parts[place - 1].about or _stands_beside(part))
            if place and found[-1].says and _opening(part.read.words) in _SHE:
                found.append(replace(_joined(spoken), says=_says(part)))  # "Ana told Rita that she": any of the two
            elif goes_on or (place and _opening(part.read.words) == _RELATIVE and _is_role(parts[place - 1])):
                found.append(replace(found[-1], says=_says(part)))
            else:
                found.append(self._who(part, spoken))
            if place and _stands_beside(part):
                found[-1] = replace(found[-1], beside=found[-1].beside or _last_terms(parts[place - 1].read.words))
            else:
                found[-1] = replace(found[-1], beside=_before_called(part.read.words))
            spoken += [found[-1], *(other for _, other in self.mentioned(part))]
        return found

    def _who(self, part: Clause, before: Sequence[Who]) -> Who:
        """`before`: who was spoken of so far."""
        abouts = [about for about in (part.about, part.about.beside) if about is not None]
        says = _says(part)
        if _opening(part.read.words) in ALL_OF_THEM:
            return Who(says=says)
        speakers = frozenset(name for about in abouts for name in self._speakers(about, part))
        if not speakers and not any(about.another for about in abouts) and (named := self._before_verb(part)):
            speakers = frozenset((named,))
        if speakers:
            others = tuple(about for about in abouts if about.another and not self._speakers(about, part))
            return Who(speakers=speakers, people=others, says=says)
        if any(about.tie == UNKNOWN for about in abouts):
            return _joined(before) if before else Who(speakers=frozenset(self._names), says=says)
        people = tuple(about for about in abouts if about.another)
        if people:
            return Who(people=people, says=says, owner=self._owner(part))
        return Who(thing=self._thing(part), says=says, owner=self._owner(part))

    def mentioned(self, part: Clause) -> list[tuple[int, Who]]:
        """Who else is spoken of in a clause, and from which word on."""
        found: list[tuple[int, Who]] = []
        for place, word in enumerate(part.read.words):
            if place < max(part.read.subject.end, part.read.whose.end):
                continue  # whom it is about
            speakers = frozenset(name for name, words in self._names.items() if word.form in words)
            if speakers:
                found.append((place, Who(speakers=speakers)))
            elif word.capital or word.name:
                found.append((place, Who(people=(About(called=frozenset((word.form,))),))))
            elif word.concept.startswith("kin:"):
                found.append((place, Who(people=(About(tie=word.concept.removeprefix("kin:")),))))
        return found

    def tells(self, place: int, who: Who, term: str, mentioned: Iterable[str] = ()) -> bool:
        """Whether the clause at this place tells a word of somebody. `mentioned`: speakers who are named beside a
        thing; then it must be theirs."""
        clause = self._clauses[place]
        if who.owner and self._is_anothers(clause, who.owner):
            return False
        if who.speakers and any(self._of_speaker(clause, name, term, who) for name in who.speakers):
            return True
        if any(self._of_person(clause, about, term) for about in who.people):
            return True
        if who.speakers or who.people:
            return False
        names = list(mentioned)
        if names and not any(self._of_speaker(clause, name, term, Who(says=True)) for name in names):
            return False
        return not who.thing or place in self._of_thing(who.thing)

    def involves(self, places: Iterable[int], names: Iterable[str]) -> bool:
        """Whether one of the clauses speaks of one of these speakers: by name, or with "me" and "you"."""
        clauses = [self._clauses[place] for place in places]
        return any(
            not clause.read.forms.isdisjoint(self._names[name] | (_OWN if clause.speaker == name else _YOU))
            for clause in clauses
            for name in names
        )

    def rather_another(self, terms: Iterable[str], who: Who, mentioned: Iterable[str]) -> bool:
        """Whether somebody else who speaks, and is not spoken of, tells more of it of himself: who only takes up what
        another has told has not told it."""
        if not who.speakers or who.people or who.says:
            return False
        held = [self._vocabulary.holding(term) for term in terms]
        others = self._names.keys() - who.speakers - frozenset(mentioned)
        own = max(self._told_by(held, name) for name in who.speakers)
        return any(self._told_by(held, name) > own for name in others)

    def _told_by(self, held: Iterable[frozenset[int]], name: str) -> int:
        return sum(any(self._is_own(place, name) for place in places) for places in held)

    def _is_own(self, place: int, name: str) -> bool:
        """Whether somebody tells it of himself, or is told so: "my kids", "you painted"."""
        clause = self._clauses[place]
        if clause.sentence.rstrip().endswith("?"):
            return False
        key = (place, name)
        if key not in self._owned:
            forms = clause.read.forms
            own = clause.about.speaker or not forms.isdisjoint(FIRST)
            told = not own and len(self._names) == TWO and not forms.isdisjoint(_YOU)
            self._owned[key] = own if clause.speaker == name else told
        return self._owned[key]

    def _speakers(self, about: About, part: Clause) -> list[str]:
        if about.speaker:
            return [part.speaker] if part.speaker in self._names else []
        return [name for name, words in self._names.items() if about.called & words and not about.tie]

    def _owner(self, part: Clause) -> str:
        first = part.read.words[:1]
        return first[0].form if first and first[0].possessive else ""

    def _is_anothers(self, clause: Clause, owner: str) -> bool:
        """Whether what it begins with is that of somebody who is not the owner."""
        first = clause.read.words[:1]
        own = self._names.get(clause.speaker, frozenset()) | {USER}
        if not first:
            return False
        if first[0].form in MINE:
            return owner not in own
        return first[0].possessive and first[0].form != owner and not {first[0].form, owner} <= own

    def _before_verb(self, part: Clause) -> str:
        """The speaker whose name stands first, before anything is told: "On May 25 Melanie tells"."""
        for word in part.read.words[: part.read.subject.end + 1]:
            for name, words in self._names.items():
                if word.form in words and not word.possessive:
                    return name
        return ""

    def _thing(self, part: Clause) -> str:
        """The last word of the subject that the sources have."""
        subject = [word for word in part.read.words[: part.read.subject.end] if not word.filler]
        for word in reversed(subject):
            if any(word.form in words for words in self._names.values()):
                continue
            for term in terms_of(word):
                if self._vocabulary.holding(term) and not _is_kana(term):
                    return term
        return ""

    def _of_speaker(self, clause: Clause, name: str, term: str, who: Who) -> bool:
        if clause.speaker == name:
            return who.says or self._of_self(clause, term) or (bool(who.beside) and self._is_called(clause, who.beside))
        words = self._names[name]
        forms = clause.read.forms
        if any(about.called & words for about in (clause.about, clause.about.beside) if about is not None):
            return True
        if clause.about.another:
            return _named_before(clause, words, term)
        return not forms.isdisjoint(words) or (len(self._names) == TWO and not forms.isdisjoint(_YOU))

    def _of_self(self, clause: Clause, term: str) -> bool:
        """Whether who speaks tells a word of himself, or of what is his."""
        about = clause.about
        if about.another and not _is_compound(clause) and not _is_thing(clause):
            beside = about.beside
            own = _terms_of_about(about, clause)
            return term in own or about.speaker or (beside is not None and not beside.another)
        forms = clause.read.forms
        if not about.thing or not forms.isdisjoint(_OWN) or not forms.isdisjoint(self._names[clause.speaker]):
            return True
        after = clause.read.words[clause.read.subject.end :]
        return not after or after[0].form not in _IS or term in about.thing

    def _is_called(self, clause: Clause, named: frozenset[str]) -> bool:
        """Whether its sentence says how that is called: "Ana's cats are called Miso"; so she has two, Miso and Taro."""
        told = [one for one in self._by_sentence[clause.turn, clause.sentence] if one.about == clause.about]
        return not named.isdisjoint(frozenset().union(*(one.terms for one in told))) and any(
            not one.read.forms.isdisjoint(CALLED_TOO) for one in told
        )

    def _of_person(self, clause: Clause, who: About, term: str) -> bool:
        abouts = [about for about in (clause.about, clause.about.beside) if about is not None]
        if any(about.another and self._bearing.is_one(who, about) for about in abouts):
            return True
        words = clause.read.words
        named = self._bearing.first(words, who)
        if named < 0:
            return not clause.about.another and (
                any(word.possessive and word.form in who.called for word in words) or self._goes_on(clause, who)
            )
        if not clause.about.another and not clause.about.speaker:
            return True
        return not clause.terms.isdisjoint(MUTUAL) or _last_place(words, term) >= named

    def _goes_on(self, clause: Clause, who: About) -> bool:
        """Whether a clause about a thing goes on in a sentence about somebody: "Ana's rent is 900 and her salary …"."""
        if not clause.about.thing:
            return False
        return any(
            (one.about.another and self._bearing.is_one(who, one.about))
            or any(word.possessive and word.form in who.called for word in one.read.words)
            or (one.group == clause.group and self._bearing.first(one.read.words, who) >= 0)
            for one in self._by_sentence[clause.turn, clause.sentence]
        )

    def _of_thing(self, head: str) -> frozenset[int]:
        """The clauses that have the word, go on in the same sentence without another subject, or point at it."""
        if head not in self._heads:
            first = self._vocabulary.holding(head)
            groups = {(self._clauses[place].turn, self._clauses[place].group) for place in first}
            told = {(self._clauses[place].turn, self._clauses[place].sentence) for place in first}
            more = {
                place
                for place, clause in enumerate(self._clauses)
                if head in clause.about.thing
                or ((clause.turn, clause.sentence) in told and not clause.about.thing and not clause.about.another)
                or ((clause.turn, clause.group - 1) in groups and not clause.read.forms.isdisjoint(_POINTING))
            }
            further = {place + 1 for place in more if self._is_gone_on(place)}  # "It runs here | and writes files"
            self._heads[head] = first | more | further
        return self._heads[head]

    def _is_gone_on(self, place: int) -> bool:
        """Whether the next clause goes on about what this one points at."""
        here, *after = self._clauses[place : place + 2]
        return (
            not here.read.forms.isdisjoint(_POINTING)
            and bool(after)
            and (after[0].turn, after[0].sentence) == (here.turn, here.sentence)
            and not (after[0].about.thing or after[0].about.another or not after[0].read.forms.isdisjoint(FIRST))
        )


def asks_other(clause: Clause, terms: frozenset[str]) -> bool:
    """Whether one of these is what a question asks of the other: "Do you want"; who says yes wants it."""
    pairs = pairwise(clause.read.words)
    return any(word.form in _YOU_DO and not terms_of(after).isdisjoint(terms) for word, after in pairs)


_YOU_DO: Final = frozenset("you du tu vous voce usted".split())
_RELATIVE: Final = "who"
_SHE: Final = frozenset("she he".split())
_MARRIED: Final = frozenset("married".split())
_SPOUSE: Final = frozenset("wife husband".split())
_AT: Final = frozenset("at in for from with".split())


def _is_role(part: Clause) -> bool:
    """ "Ana is a nurse at Santa Maria Hospital": "who" behind it is Ana, for nobody else is named."""
    words = part.read.words[part.read.subject.end :]
    if len(words) < TWO or words[0].form not in _IS or words[1].form not in WITH_NOUNS:
        return False
    named = next((place for place, word in enumerate(words) if word.capital or word.name), 0)
    return not named or words[named - 1].form in _AT


def _last_terms(words: Sequence[Word]) -> frozenset[str]:
    return terms_of(words[-1]) if words else frozenset()


def _before_called(words: Sequence[Word]) -> frozenset[str]:
    """The words of what is called by a name: "two cats named Miso", "married to Hannah"; not "Ana is called"."""
    if any(word.form in _MARRIED for word in words):
        return _SPOUSE
    at = next((place for place, word in enumerate(words) if word.form in CALLED_TOO), 0)
    return terms_of(words[at - 1]) if at and words[at - 1].form not in _IS and not words[at - 1].filler else frozenset()


def _is_kana(term: str) -> bool:
    """One sign of Japanese, which names nothing by itself."""
    return len(term) == 1 and "\u3040" <= term <= "\u30ff"


def _stands_beside(part: Clause) -> bool:
    """ "A nurse", "Pablo": no verb of its own. French and Portuguese "a" is one, and here it is an article."""
    words = part.read.words
    return not any(is_verb(word) for word in (words[1:] if words and words[0].form in WITH_NOUNS else words))


def _says(part: Clause) -> bool:
    """Whether its first verb is one of saying."""
    after = part.read.words[part.read.subject.end :] or part.read.words
    return any(is_speech(word.form) for word in after[:3]) or any(is_speech(word.form) for word in part.read.words[1:3])


def _opening(words: Sequence[Word]) -> str:
    return next((word.form for word in words if word.form not in _ARTICLES), "")


_ARTICLES: Final = frozenset("the a an this their der die das la el le il lo o".split())


def _joined(whos: Iterable[Who]) -> Who:
    found = list(whos)
    return Who(
        speakers=frozenset().union(*(who.speakers for who in found)),
        people=tuple(about for who in found for about in who.people),
    )


def _is_thing(clause: Clause) -> bool:
    """ "The Zephyr", "den Ofen": written like a name, and nobody's."""
    first = clause.read.words[:1]
    return not clause.about.tie and bool(first) and first[0].form in WITH_NOUNS


def _is_compound(clause: Clause) -> bool:
    """ "My dentist appointment": a person's word before that of a thing."""
    words = clause.read.words
    at = next((place for place, word in enumerate(words[:4]) if is_person(word)), None)
    if at is None or at + 1 >= len(words) or words[at].possessive or words[0].form not in MINE:
        return False
    after = words[at + 1]
    return not (after.filler or after.capital or is_verb(after) or after.clause != words[at].clause)


def _terms_of_about(about: About, clause: Clause) -> frozenset[str]:
    """The words by which somebody is called in a clause: whoever tells of his sister has one."""
    words = (word for word in clause.read.words if word.form in about.called or word.concept == f"kin:{about.tie}")
    return frozenset(term for word in words for term in terms_of(word))


def _last_place(words: Sequence[Word], term: str) -> int:
    return max((place for place, word in enumerate(words) if term in terms_of(word)), default=-1)


def _named_before(clause: Clause, names: frozenset[str], term: str) -> bool:
    words = clause.read.words
    named = next((place for place, word in enumerate(words) if word.form in names and not word.possessive), -1)
    return 0 <= named <= _last_place(words, term)
