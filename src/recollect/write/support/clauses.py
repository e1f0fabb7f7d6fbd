"""What users said, clause by clause, each with whom it is about: what a statement is held against.

Pure. Words that are not the speaker's own (quotations, what others say, pasted texts) are hidden first. "My sister
lives in Porto" is about the sister, "and works there" goes on about her, "she" is whoever was spoken of, "my sister
and I" are both. What the rules read out of a turn is a clause too: they put it into the third person, as a retelling
does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon import persons
from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.holders import MINE, THEIRS, TOGETHER, WITH_NOUNS
from recollect.rules.lexicon.retelling import FORMERLY
from recollect.rules.lexicon.subjects import ADVERBS, FIRST
from recollect.rules.text import fold
from recollect.write.extract import languages
from recollect.write.extract.masking import QUOTED, mask
from recollect.write.extract.rules import extract
from recollect.write.extract.sentences import sentences
from recollect.write.support.wording import all_words, content_terms
from recollect.write.verify.statement import Statement, read
from recollect.write.verify.subject import past_forms, plain_verbs
from recollect.write.verify.whose import is_person
from recollect.write.verify.words import Word, cut

CLAUSES_MAX: Final = 2_000
_CLAUSE_CUT: Final = late(
    r"([;,:]\s+|[，、；：]\s*|(?<!\s)\s+(?:but|and|although|though|while|whereas|because|so)\s+|\s[-–—]\s)"
)
_AND: Final = "and"
_TOKEN: Final = late(r"\S+")
_HE: Final = frozenset(
    "he she they él ella ellos ellas er elle il ils elles lui lei ele ela eles elas 他 她 彼 彼女".split()
)
"""Somebody who was spoken of before."""
_HE_TOO: Final = frozenset("he she they".split())
"""Of these what means nothing else, wherever it stands."""
_WHO: Final = frozenset("who whose quien cuyo".split())
_I: Final = frozenset("i i'm i've i'd i'll we we're we've".split()).union(*persons.SUBJECTS.values())

_SUBJECT_ONLY: Final = frozenset("i we".split())
"""Before a verb ("I lead a team"), and never before what somebody is to the speaker."""
_IT: Final = frozenset("it it's".split())
_WITH_PERSON: Final = MINE | THEIRS | WITH_NOUNS
CALLED: Final = frozenset("called named".split())
WHO_WORDS_MAX: Final = 5


@dataclass(frozen=True, kw_only=True)
class About:
    """Whom a clause is about. Neither tie nor name: the speaker, or a thing."""

    tie: str = ""
    """What somebody is to the speaker, or to another: sister."""
    called: frozenset[str] = frozenset()
    """Names, folded."""
    speaker: bool = False
    """Surely the speaker, who says "I" or is named."""
    thing: frozenset[str] = frozenset()
    """The words of what else it is about: "the man next door", "my salary"."""
    beside: About | None = None
    """Who else it is told of: "my wife and I", "Max and Lia"."""

    @property
    def another(self) -> bool:
        return bool(self.tie or self.called)


@dataclass(frozen=True, kw_only=True, eq=False)
class Clause:
    """A piece of what somebody said. `group`: pieces that tell one thing together, "I run, usually before work"."""

    speaker: str
    turn: int
    text: str
    sentence: str
    about: About
    group: int
    language: str
    """Empty where nothing is known of it."""
    retold: str = ""
    """Where the rules put it so: all of what they say."""
    terms: frozenset[str] = field(default=frozenset())
    content: frozenset[str] = field(default=frozenset())
    """Index terms alone; `terms` has the stems of the small words too."""

    @cached_property
    def read(self) -> Statement:
        return read(self.text, speaker=self.speaker)


def clauses_of(text: str, *, speaker: str, turn: int, at: datetime, group: int) -> Iterator[Clause]:
    """The clauses of one turn; groups are counted on from `group`."""
    masked = mask(text, speaker)
    teller = _Teller(speaker=speaker, turn=turn, language=_language(masked), group=group)
    whole: list[str] = []
    for place in sentences(masked):
        whole.append(text[place.start : place.end] + place.mark.strip("-–—"))
        yield from teller.clauses(masked[place.start : place.end].replace(QUOTED, " "), whole[-1])
    for claim in extract(text, speaker=speaker, at=at):
        told = next((sentence for sentence in whole if claim.quote in sentence), claim.quote)
        yield from teller.clauses(claim.content, told, retold=claim.content)


def clauses_told(text: str, *, speaker: str) -> list[Clause]:
    """The clauses of one sentence that somebody retells, each with whom it is about."""
    return list(_Teller(speaker=speaker, turn=0, language="", group=0).clauses(text, text))


@dataclass(kw_only=True)
class _Teller:
    """Goes through the sentences of a turn and keeps in mind who is spoken of."""

    speaker: str
    turn: int
    language: str
    group: int
    before: About = About()
    spoken: About = About()
    it: About = About()
    """What was called by a name just now: "a project called Falcon"."""

    def clauses(self, text: str, sentence: str, *, retold: str = "") -> Iterator[Clause]:
        opened = told = False
        for piece in _pieces(text, self.speaker):
            if not piece.strip():
                continue
            if _tells(piece, self.speaker) or not opened:
                self.group += 1
                self.before = about_of(piece, self.speaker, self.before, self.spoken, goes_on=opened)
                if self.it.called and _opening(cut(piece)) in _IT:
                    self.before = self.it
                self.it = _called(piece)
            elif not told:  # "Priya, my colleague, is pregnant"
                beside = about_of(piece, self.speaker, self.before)
                self.before = replace(beside, called=self.before.called | beside.called) if beside.tie else self.before
            opened, told = True, told or _tells(piece, self.speaker)
            self.spoken = self.before if self.before.another else _last(piece, self.spoken)
            content = frozenset(content_terms(piece))
            yield Clause(
                speaker=self.speaker,
                turn=self.turn,
                text=piece.strip(),
                sentence=sentence,
                about=self.before,
                group=self.group,
                language=self.language,
                retold=retold,
                terms=content | all_words(piece),
                content=content,
            )


def parts_of(text: str, speaker: str) -> list[str]:
    """A sentence cut at its joints, but for an "and" between two of whom one thing is told."""
    pieces = _CLAUSE_CUT.split(text)
    found = [pieces[0]]
    for joint, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        if joint.strip() == _AND and _only_who(found[-1], speaker) and _tells(piece, speaker):
            found[-1] += joint + piece
        else:
            found.append(piece)
    return found


def _only_who(piece: str, speaker: str) -> bool:
    """Whether it says nothing but whom the next words tell of: "Ana", "my best friend Kim"."""
    words = cut(piece)
    if not 0 < len(words) <= WHO_WORDS_MAX or any(is_verb(word) for word in words):
        return False
    own = {*fold(speaker).split(), "user"}
    first = words[0].form in own or _leads_to_person(words[0]) or _is_somebody(words[0])
    return first and any(word.form in own or _is_somebody(word) for word in words)


def about_of(text: str, speaker: str, before: About, spoken: About | None = None, *, goes_on: bool = False) -> About:
    """`before`: whom the clause before is about; he is left out where it `goes_on`. `spoken`: the last other person
    spoken of, who is "she" and "who"."""
    first, joint, second = text.partition(f" {_AND} ")
    if not joint or not _only_who(first, speaker) or not _tells(second, speaker):
        return _about_one(text, speaker, before, spoken, goes_on=goes_on)
    both = [_about_one(half, speaker, before, spoken) for half in (first, second)]
    both.sort(key=lambda one: not one.speaker)
    return replace(both[0], beside=both[1]) if both[1].another else both[0]


def _about_one(text: str, speaker: str, before: About, spoken: About | None, *, goes_on: bool = False) -> About:
    found = read(text, speaker=speaker)
    forms = [word.form for word in found.words]
    opening = _opening(found.words)
    if (opening in _HE and not _is_article(found.words)) or (opening in _WHO and goes_on):
        return spoken if spoken is not None and spoken.another else About(tie=UNKNOWN)
    kind = found.subject.key[0]
    named = (
        opening in fold(speaker).split() and not found.words[0].possessive and not any(map(is_person, found.words[1:2]))
    )
    if not (kind == "user" and named) and (another := _another(found)) is not None:
        return another
    said = not _I.isdisjoint(forms)
    if kind != "user" and not said:
        before_verb = found.words[: found.subject.end]
        return About(thing=frozenset(term for word in before_verb for term in content_terms(word.text)))
    said = said or named or not FIRST.isdisjoint(forms)
    if kind == "user" and not said and goes_on:
        return before
    return About(speaker=kind == "user" and said)


def _another(found: Statement) -> About | None:
    """Who but the speaker a clause begins with."""
    kind, *who = found.subject.key
    if found.whose.ties:
        return About(tie=found.whose.ties[-1], called=found.whose.called)
    if kind == "person":
        return About(tie=who[-1], called=frozenset(_names(found)[:1]) if len(who) == 1 else frozenset())
    if kind == "name" and not FORMERLY.isdisjoint(who):
        return None
    if kind == "name" and len(found.subject.words) <= len(who):  # not "my flight to Oslo"
        return About(called=frozenset(who))
    if kind != "user" or not found.words:
        return None
    first, *after = found.words[:2]
    opens = first.form in WITH_NOUNS | FIRST - _SUBJECT_ONLY or (bool(after) and not after[0].text.isascii())
    if opens and after and is_person(after[0]):
        return About(tie=after[0].concept.removeprefix("kin:"))  # "a friend of mine", "我弟弟", "李娜弟弟"
    return About(called=frozenset((first.form,))) if _is_name(first) else None  # "Tom owes me 50 euros"


UNKNOWN: Final = "somebody"


def _is_article(words: Sequence[Word]) -> bool:
    """Italian "il mio", which is not French "il"."""
    return len(words) > 1 and words[0].form == "il" and words[1].form in MINE | THEIRS


def _opening(words: Sequence[Word]) -> str:
    return next((word.form for word in words if word.form not in ADVERBS and word.form not in TOGETHER), "")


def _called(piece: str) -> About:
    """What a clause gives a name: "a project called Falcon"; not a person, who is no "it"."""
    words = cut(piece)
    for place, (word, after) in enumerate(pairwise(words)):
        if word.form in CALLED and after.name and not any(map(is_person, words[max(0, place - 2) : place])):
            return About(called=frozenset((after.form,)))
    return About()


def _last(piece: str, spoken: About) -> About:
    """The last person that a clause about somebody else speaks of, with the name: "I have a sister called Eva"."""
    words = cut(piece)
    at = next((place for place in reversed(range(len(words))) if is_person(words[place])), None)
    if at is None:
        names = [word.form for word in words if _is_name(word)]
        return About(called=frozenset(names[-1:])) if names else spoken
    called = next((word.form for word in words[at + 1 : at + 3] if word.name), "")
    return About(tie=words[at].concept.removeprefix("kin:"), called=frozenset(filter(None, (called,))))


def _names(found: Statement) -> list[str]:
    return [word.form for word in found.words[: found.subject.end] if word.name]


def _tells(piece: str, speaker: str) -> bool:
    """Whether a piece of a sentence tells something of its own, with a verb. "Gate B12", "based in Rome" go on."""
    words = cut(piece)
    if len(words) > 1 and words[0].form in _I | _HE_TOO:
        return True  # "we visit them"
    return any(is_verb(word) for word in (words[1:] if words and words[0].form.endswith("ed") else words))


def is_verb(word: Word) -> bool:
    form = word.form
    return (
        form.partition("_")[0] in FINITE
        or form in past_forms()
        or (form.endswith("s") and (form[:-1] in plain_verbs() or form[:-2] in plain_verbs()))
        or (len(form) > 4 and form.endswith("ed"))
    )


def _pieces(sentence: str, speaker: str) -> Iterator[str]:
    """A sentence cut at its joints, and where a clause about somebody else begins or ends: "I think | my sister lives
    in Porto", "my doctor says | I have diabetes"."""
    for piece in parts_of(sentence, speaker):
        start = 0
        tokens = [(match.start(), cut(match.group())) for match in _TOKEN.finditer(piece)]
        words = [(at, found[0]) for at, found in tokens if found]
        for number, (at, _) in enumerate(words):
            if number and at > start and _turns(words, number):
                yield piece[start:at]
                start = at
        yield piece[start:]


def _turns(words: Sequence[tuple[int, Word]], number: int) -> bool:
    """Whether another is spoken of from this word on."""
    word = words[number][1]
    before = words[number - 1][1]
    if word.form in _WHO or (word.form in _HE_TOO and before.form not in TOGETHER):
        return True
    if word.text.lower() in _I or word.form in _I:
        return before.form not in TOGETHER and any(_is_somebody(other) for _, other in words[:number])
    if _leads_to_person(before) or before.form in TOGETHER or before.form in _I:
        return False
    if is_person(word) and number > 1 and not is_verb(before) and _leads_to_person(words[number - 2][1]):
        return False  # "my best friend"
    if word.text[:1].isupper() and (before.text[:1].isupper() or is_person(before)):
        return False  # "my sister Eva"
    person = number + 1 if word.form in MINE | THEIRS | WITH_NOUNS else number
    if person >= len(words) or not _is_somebody(words[person][1]):
        return False
    verb = person + 1
    while verb < len(words) and (words[verb][1].text[:1].isupper() or words[verb][1].form in ADVERBS):
        verb += 1
    return verb < len(words) and is_verb(words[verb][1])


def _leads_to_person(word: Word) -> bool:
    """ "My", "the", "Ana's" """
    return word.form in _WITH_PERSON or word.possessive


def _is_somebody(word: Word) -> bool:
    return is_person(word) or _is_name(word)


def _is_name(word: Word) -> bool:
    return word.text[:1].isupper() and word.form in GIVEN_NAMES


def _language(masked: str) -> str:
    """The language of a turn; empty where it is none that is read. English is what has a word of it."""
    found = languages.detect(masked)
    if found != "en":
        return found
    return "en" if not persons.MARKS["en"].isdisjoint(re.findall(r"[\w']+", masked.lower())) else ""
