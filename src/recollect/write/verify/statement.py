"""A statement, read once: who it is about, what it says of them, in which tense, with which numbers and cues.

`read` is the only way in. Reading is shallow on purpose: word lists, order of words and a few patterns, no grammar
and no model, so that every conclusion can be shown. Comparing two statements is the business of `compare` and `judge`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from recollect.contracts.embedder import Embedder
from recollect.rules.lexicon import change
from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.people import ROLES
from recollect.rules.text import fold
from recollect.write.verify.attribute import Attribute, attribute_of
from recollect.write.verify.cues import cues_of
from recollect.write.verify.employer import employer_of
from recollect.write.verify.quantities import Quantity, quantities
from recollect.write.verify.small_letters import with_names
from recollect.write.verify.states import states_of
from recollect.write.verify.subject import USER, Subject, full_names, is_of_user, owners_of, subject_of
from recollect.write.verify.whose import Whose, whose_of
from recollect.write.verify.wishes import asked_for
from recollect.write.verify.words import WORDS_MAX, Word, concepts, cut, phrases

CONTENT_MAX: Final = 40
"""Content words compared; what a memory says is said by then."""
_EMPTY: Final = np.zeros((0, 0), dtype=np.float32)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Statement:
    """What `read` found in one text."""

    text: str
    kind: str | None
    words: tuple[Word, ...]
    content: tuple[Word, ...]
    """Words that carry meaning, without numbers; phrases as one."""
    subject: Subject
    whose: Whose
    """Whether it is told of somebody by a tie to somebody: "Ana's son"."""
    attribute: Attribute
    owners: frozenset[str]
    """Whose something in it is, other than the user's: "my sister's boss", "Ben's email"."""
    of_user: bool
    """It begins with what is the user's: "my email"."""
    employer: frozenset[str]
    """Of whom it is about: the words of the name, where it tells for whom he works."""
    names: frozenset[str]
    """Folded words written like names."""
    full_names: frozenset[str]
    """Names, when it is about people called by their full names and nobody else."""
    people: frozenset[str]
    """Kin and ties mentioned anywhere."""
    quantities: tuple[Quantity, ...]
    states: Mapping[str, str]
    cues: frozenset[str]
    """update, end, done, correction, also, past, wish, one_off, habit, hedge."""
    negated: frozenset[str]
    """Concepts that are denied."""
    rejected: frozenset[str]
    """What something else is set above: "rather than coffee", "not Smith", "better than mornings"."""
    obliged: bool
    """Something is still to be done or paid."""
    forms: frozenset[str]
    clauses: tuple[int, ...]
    """For each content word the clause it stands in, joined ones ("and", "because") counted apart."""
    posts: frozenset[str]
    """What the subject is to others, told after it: roles and kin."""
    concepts: frozenset[str]
    """Concepts and stems of the content words."""
    frame: tuple[str, ...]
    """Concepts of all words but those that are as well left out; sentences built alike have the same."""
    context: frozenset[str]
    """What it is limited to: the words after the last "for", "on", "while" …"""
    vectors: NDArray[np.float32] = field(default_factory=lambda: _EMPTY, repr=False)
    """One unit row per content word when an embedder was given, else empty."""

    @property
    def told(self) -> str:
        """What is told of whom it is about, in folded words."""
        return " ".join(word.form for word in self.words[self.subject.end :])

    @property
    def polarity(self) -> int:
        """-1 when something is denied or disliked."""
        return -1 if self.negated or self.attribute.name == "dislike" else 1

    @property
    def attitude(self) -> int:
        """1 for a liking, -1 for a dislike or a denied liking, 0 for neither."""
        if self.attribute.name == "dislike":
            return 1 if "dislike" in self.negated else -1
        return (-1 if "like" in self.negated else 1) if self.attribute.name == "like" else 0


def read(
    text: str, kind: str | None = None, speaker: str | None = None, *, embedder: Embedder | None = None
) -> Statement:
    """Analyse `text`. `speaker`: the name under which the user is spoken of in the third person.

    With an `embedder` (meant: the bundled static one) each content word gets a vector, so that words without a common
    stem can be compared.
    """
    text = unicodedata.normalize("NFC", text)  # "é" may come as a letter and its mark; no sign of it differs
    words = with_names(asked_for(_without_comparisons(cut(text))))
    joined, found = _with_phrases(words)
    negated = _negated(joined, found)
    amounts = quantities(text, words)
    cues = cues_of(words, found)
    measured = _measured(amounts)
    own = frozenset(fold(speaker).split()) if speaker else frozenset()
    content = tuple(word for word in joined if _carries(word, measured) and word.form not in own)[:CONTENT_MAX]
    subject = subject_of(joined, speaker)
    return Statement(
        text=text,
        kind=kind,
        words=tuple(joined),
        content=content,
        subject=subject,
        whose=whose_of(joined, own, text),
        attribute=attribute_of(joined, subject, amounts, kind),
        owners=owners_of(joined, own),
        of_user=bool(joined) and is_of_user(joined[0], own),
        employer=employer_of(joined),
        names=frozenset(word.form for word in joined if word.name),
        full_names=full_names(joined) if own.isdisjoint(word.form for word in joined) else frozenset(),
        people=_people(joined),
        quantities=amounts,
        states=states_of(words, joined, negated) if subject.key[:1] != ("thing",) else {},
        cues=cues,
        negated=negated,
        rejected=_rejected(joined),
        obliged=not change.OBLIGATION.isdisjoint(found | {word.form for word in words}),
        forms=frozenset(word.form for word in joined),
        clauses=_clauses(joined, content),
        posts=_posts(joined[subject.end :]),
        concepts=frozenset(word.concept for word in content) | frozenset(word.stem for word in content),
        frame=tuple(word.concept for word in joined if word.form not in _UNSAID),
        context=_context(joined),
        vectors=_vectors(content, embedder),
    )


_UNSAID: Final = frozenset("the a an i my user our we is am are please will be going gonna".split())
_BEING: Final = frozenset("is are was were ist sind es son est sont e sao".split())
_CONTEXT_WORDS: Final = frozenset("for in on with while during when at fur beim para pour durante bei pendant".split())


def _context(words: list[Word]) -> frozenset[str]:
    found: list[str] = []
    limited = False
    for word in words[1:]:
        if word.form in _CONTEXT_WORDS:
            found, limited = [], True
        elif word.form in _BEING:
            limited = False  # "the log level in production is debug": what follows is the value
        elif limited and not word.filler and not word.form[0].isdigit():
            found.append(word.concept)
    return frozenset(found)


_JOINING: Final = frozenset("and but because so which who while since though although where as".split())


def _clauses(words: list[Word], content: tuple[Word, ...]) -> tuple[int, ...]:
    joins = [word.place for word in words if word.form in _JOINING]
    return tuple(word.clause * WORDS_MAX + sum(place < word.place for place in joins) for word in content)


_LIKERS: Final = frozenset(
    "i we you they he she to not do does did would really also still always just both all user and or people".split()
)


def _without_comparisons(words: list[Word]) -> list[Word]:
    """ "like half this town": a "like" that nobody does compares, and is filler."""
    for place, word in enumerate(words):
        if place and word.form == "like":
            before = words[place - 1]
            person = before.name or before.concept.startswith("kin:") or before.form in _LIKERS
            if not person or before.clause != word.clause:
                words[place] = replace(word, concept="as", stem="as", filler=True)
    return words


def _posts(words: list[Word]) -> frozenset[str]:
    return frozenset(
        word.concept for word in words if word.concept.startswith("kin:") or word.stem in ROLES or word.form in ROLES
    )


def _people(words: list[Word]) -> frozenset[str]:
    """Kin and ties; who is married or dating speaks of a partner too."""
    found = {word.concept[4:] for word in words if word.concept.startswith("kin:")}
    if any(word.concept in {"marry", "dating", "engaged"} for word in words):
        found.add("spouse")
    return frozenset(found)


def _carries(word: Word, measured: frozenset[str]) -> bool:
    if word.filler or word.form in change.NEGATION or word.form in measured or word.concept == "age":
        return False
    return not word.form[0].isdigit() and word.form not in _CUE_WORDS


_CUE_WORDS: Final = frozenset(
    form
    for form in (change.UPDATE | change.END | change.CORRECTION | change.ALSO | change.HABIT | change.ONE_OFF)
    if form not in {"second", "left", "died", "retired", "old", "new", "divorced", "a"}
)


def _measured(amounts: tuple[Quantity, ...]) -> frozenset[str]:
    """Words that a quantity has taken up: weekdays, months, number words, units."""
    return frozenset(form for amount in amounts for form in fold(str(amount.text)).split() if not _is_noun(form))


def _is_noun(form: str) -> bool:
    return form in concepts() and not form[0].isdigit()


def _with_phrases(words: list[Word]) -> tuple[list[Word], frozenset[str]]:
    """Words with the phrases that are one concept joined ("can not stand"), and every phrase that was found."""
    spans = phrases(words)
    table = concepts()
    joined: list[Word] = []
    place = 0
    by_first = {first: (after, phrase) for first, after, phrase in spans if phrase in table}
    while place < len(words):
        span = by_first.get(place)
        if span:
            after, phrase = span
            text = " ".join(word.text for word in words[place:after])
            last = words[after - 1]
            joined.append(
                Word(text, phrase, phrase, table[phrase], False, False, last.possessive, last.place, last.clause)
            )
            place = after
        else:
            joined.append(words[place])
            place += 1
    return joined, frozenset(phrase for _, _, phrase in spans)


_SCOPE_ENDS: Final = frozenset("but aber pero mais mas while though because instead and since".split())
NEGATION_REACH: Final = 4
"""Content words that a "not" reaches to its right, within the clause."""


def _negated(words: list[Word], found: frozenset[str]) -> frozenset[str]:
    """Concepts after a negation within the clause (before it in Hindi and Japanese, where it comes last)."""
    denied: set[str] = set()
    idle = not found.isdisjoint(change.NOT_DENYING)
    for place, word in enumerate(words):
        if word.form not in change.NEGATION or idle:
            continue
        if word.form in _NOTHING and any(w.form == "than" and w.clause == word.clause for w in words[place + 1 :]):
            continue  # "no band I like more than …"
        if word.form == "no" and place + 1 < len(words) and (words[place + 1].name or (not place and len(words) > 6)):
            continue  # Portuguese "no Recife"; "no, it is …"
        reach = 0
        if word.form in {"नहीं", "ない", "ません"}:
            denied.update(w.concept for w in words[max(0, place - 3) : place] if not w.filler)
            continue
        for after in words[place + 1 : place + 9]:
            if after.form in _SCOPE_ENDS or reach >= NEGATION_REACH or after.clause != word.clause:
                break
            if not after.filler:
                denied.add(after.concept)
                reach += 1
        if word.form in {"nicht", "pas", "kein", "keine", "keinen"}:
            denied.update(w.concept for w in words[max(0, place - 3) : place] if not w.filler)
    return frozenset(denied)


_AGAINST: Final = frozenset("than not instead over statt que anstatt plutot".split())


def _rejected(words: list[Word]) -> frozenset[str]:
    """Concepts after "than", "instead of", "not", within the clause."""
    found: set[str] = set()
    for place, word in enumerate(words):
        denies = word.form == "not" and place and words[place - 1].filler and words[place - 1].clause == word.clause
        below = word.form == "to" and _preferred(words[:place], word)
        denies = denies or (word.form == "than" and _unequalled(words[:place], word))
        if (below or word.form in _AGAINST) and place and not denies:
            for after in words[place + 1 : place + 5]:
                if after.clause != word.clause:
                    break
                if not after.filler:
                    found.add(after.concept)
    return frozenset(found)


def _preferred(before: list[Word], to: Word) -> bool:
    """ "Prefers Vim to Emacs", not "prefers to walk"."""
    at = next((place for place, word in enumerate(before) if word.concept == "prefer"), None)
    return at is not None and at + 1 < len(before) and before[at].clause == to.clause


def _unequalled(before: list[Word], than: Word) -> bool:
    """ "There is no band I like more than Radiohead": nothing is set above it."""
    return any(word.form in _NOTHING and word.clause == than.clause for word in before)


_NOTHING: Final = frozenset("no nothing nobody none never not".split())


def _vectors(content: tuple[Word, ...], embedder: Embedder | None) -> NDArray[np.float32]:
    if embedder is None or not content:
        return _EMPTY
    return embedder.embed([word.form.replace("_", " ") for word in content])


def says_enough(statement: Statement) -> bool:
    """Two words alone ("note one", "red apple") say nothing that another text could contradict, unless they tell a
    state ("vegan", "not married") or a doing ("likes jazz"); nor does a subject ("how to repair a boat"). Scripts
    without spaces are taken as they are."""
    if statement.frame[:2] == _SUBJECT:
        return False
    if statement.text.strip().count(" ") >= 2 or not statement.text.isascii() or statement.states:
        return True
    begins = statement.words[0].form if statement.words else ""
    return statement.attribute.name in _TOLD_IN_TWO or begins in FINITE


_SUBJECT: Final = ("how", "to")
_TOLD_IN_TWO: Final = frozenset("age allergy dislike home job like name preference skill work".split())
"""What of somebody can be told in two words: "I'm forty-one", "hates cilantro"."""


__all__ = ["Statement", "USER", "read", "says_enough"]
