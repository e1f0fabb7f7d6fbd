"""Whom a statement is about: the user, somebody tied to the user, a named person, or a thing.

The subject is what stands before the first verb, read from the left: "my wife's brother" is (wife, brother), "User" and
an omitted subject are the user, "the staging server" is a thing with the words that tell it from other servers.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.rules.lexicon.finite import FINITE, WITH_VERBS
from recollect.rules.lexicon.subjects import (
    ADVERBS,
    FIRST,
    LEADING_IN,
    POSSESSIVES,
    SEASONS,
    SINCE,
    SINCE_WITH,
    SPEAKING,
)
from recollect.rules.lexicon.verbs import IRREGULAR, OPENING_OBJECTS, REGULAR, WITHOUT_OBJECT
from recollect.rules.text import fold
from recollect.write.verify.words import Word

USER: Final = "user"
_SUBORDINATE: Final = frozenset("since when after because if while as once until before being".split())
"""A sentence that begins with one of these tells its circumstances first; whom it is about is left open."""
SUBJECT_WORDS_MAX: Final = 8


@dataclass(frozen=True, slots=True)
class Subject:
    """`key` starts with user, person, name or thing; `words` are the content words it was read from."""

    key: tuple[str, ...]
    words: tuple[str, ...]
    label: str
    end: int
    """Index of the first word after it."""


def subject_of(words: Sequence[Word], speaker: str | None = None) -> Subject:
    """The subject of the statement made of `words`."""
    start = _after_since(words, _lead_in(words))
    own = frozenset(fold(speaker).split()) if speaker else frozenset()
    begins = words[start].form if start < len(words) else ""
    if _user_does(words, start, own):
        return Subject((USER,), (), "the user", start + 1)
    if _italian_self(words[start : start + 3]):
        return Subject((USER,), (), "the user", start + 2)
    if joined := _joined_at(words, start, own):
        return Subject((USER,), (), "the user", joined)
    end = start if begins in _SUBORDINATE or _doing(words, start) else _verb_at(words, start, own)
    before = _without_adverbs(words[start:end])
    chain = [word.concept[4:] for word in before if word.concept.startswith("kin:")]
    names = [word.form for word in before if _is_name(word, words, end) and word.form not in own]
    content = tuple(word.concept for word in before if not word.filler and word.form not in own)
    label = " ".join(word.text for word in before) or "the user"
    if any(word.form in {"i", "ich", "yo", "eu", "je"} for word in before):
        return Subject((USER,), (), "the user", end)
    if before and _leads(before, own):
        return Subject((USER,), (), "the user", end)
    if not before and (kin := _after_verb(words, start)):
        return Subject(("person", *kin), kin, " ".join(kin), start)
    if not before or (before[0].form in FIRST and before[0].form not in POSSESSIVES and not chain):
        return Subject((USER,), (), "the user", end)
    if chain and not _thing_of(before):
        return Subject(("person", *chain), content, label, end)
    if not names and _acts(words, start, end, own):
        return Subject((USER,), (), "the user", end)
    owned = bool(content) and before[0].possessive
    if (before[0].form in own and not owned) or (before[0].form == USER and not content):
        return Subject((USER,), (), "the user", end)
    if names and len(content) <= len(names) + 1:
        return Subject(("name", *names), content, label, end)
    if content:
        return Subject(("thing", *content), content, label, end)
    return Subject((USER,), (), "the user", end)


def _italian_self(words: Sequence[Word]) -> bool:
    """ "Mi sono trasferito"; alone the first of them is the Spanish "my"."""
    return [word.form for word in words[:2]] == ["mi", "sono"] and words[-1].form.endswith(_ITALIAN_DONE)


_ITALIAN_DONE: Final = ("ato", "ata", "ito", "ita", "uto", "uta")


def _without_adverbs(before: Sequence[Word]) -> Sequence[Word]:
    """What stands between whom it is about and the verb is no part of either: "Ana now lives"."""
    size = len(before)
    while size and not before[size - 1].name:
        if before[size - 1].form in ADVERBS:
            size -= 1
        elif size > 1 and (before[size - 2].form, before[size - 1].form) == _NO_LONGER:
            size -= 2
        else:
            break
    return before[:size]


_NO_LONGER: Final = ("no", "longer")


def _user_does(words: Sequence[Word], start: int, own: frozenset[str]) -> bool:
    """ "User rents a flat", "User never learned to swim"; not "User stories are in Jira"."""
    first = words[start] if start < len(words) else None
    if first is None or first.possessive or not (first.form in own or (first.form == USER and first.text[0].isupper())):
        return False
    after = next((word.form for word in words[start + 1 :] if word.form not in ADVERBS), "")
    third = after.endswith("s") and (after[:-1] in plain_verbs() or after[:-2] in plain_verbs())
    return third or (after.endswith("ed") and len(after) > 4) or after in past_forms()


@cache
def past_forms() -> frozenset[str]:
    """Past forms of irregular verbs that differ from the base."""
    verbs = [verb.split() for verb in IRREGULAR.split(";")]
    return frozenset(verb[1] for verb in verbs if len(verb) > 1 and verb[1] != verb[0])


@cache
def verb_forms() -> frozenset[str]:
    """Verbs as they stand after "I" or "Tom and Ana", and past forms."""
    irregular = (verb.split()[:1] for verb in IRREGULAR.split(";"))
    return plain_verbs() | past_forms() | frozenset(base for bases in irregular for base in bases)


def _doing(words: Sequence[Word], start: int) -> bool:
    """Whether it begins with what the user is doing: "Writing a novel", "Saving for a van". What is itself spoken of
    has a verb after it ("Running is fun"), and so has what is named after it ("Swimming lessons are on Friday")."""
    first, second = (*words[start : start + 2], None, None)[:2]
    if first is None or second is None or not first.form.endswith("ing") or second.form not in _AFTER_DOING:
        return False
    return not any(word.form in _COPULAS for word in words[start + 1 : start + 5])


_AFTER_DOING: Final = frozenset(
    "a an the my our his her some for on to with at in from as about through up out towards this".split()
)
_COPULAS: Final = frozenset("is are was were has have".split())


def _leads(before: Sequence[Word], own: frozenset[str]) -> bool:
    """Whether the user does it, alone ("User now opens") or first of several ("User and Priya got married")."""
    first, *others = before
    if first.possessive or (first.form not in own and (first.form != USER or not first.text[:1].isupper())):
        return False
    return not others or others[0].form in _AND or all(word.filler or word.form in ADVERBS for word in others)


_AND: Final = frozenset("and y e et und".split())


def _joined_at(words: Sequence[Word], start: int, own: frozenset[str]) -> int:
    """Where the sentence goes on after one of the family and the user: "User's wife and User live in Rome", "seine Frau
    und User"; 0 where it does not begin so. Where they live the user lives; what else they do together is beside what
    he does."""
    if not any(word.form in _LIVING for word in words) or not any(word.name for word in words[start + 1 :]):
        return 0
    for place, word in enumerate(words[start : start + SUBJECT_WORDS_MAX], start):
        if word.form in _AND and place > start:
            other = words[place + 1] if place + 1 < len(words) else None
            meant = other is not None and (other.form in own or (other.form == USER and other.text[:1].isupper()))
            kin = any(one.concept.startswith("kin:") for one in words[start:place])
            return place + 2 if meant and kin and other is not None and not other.possessive else 0
        called = word.capital or word.concept.startswith("kin:") or word.form in POSSESSIVES or word.form == USER
        if not called and word.form not in own and word.form not in _THIRD_OWN:
            return 0
    return 0


_LIVING: Final = frozenset(
    """live lives living moved relocated wohnen wohnt wohnten leben lebt gezogen umgezogen vivimos viven mudamos
    habitons habitent déménagé emménagé abitiamo viviamo trasferiti moramos vivemos""".split()
)
_THIRD_OWN: Final = frozenset("their his her seine seinen ihre sein ihr su sus sa son ses seu sua suo".split())


def _acts(words: Sequence[Word], start: int, end: int, own: frozenset[str]) -> bool:
    """Whether the user is the one who does it: right before the verb ("ahora User vive"), or before a small word that
    stands with verbs alone ("User se mudó")."""
    for place in range(start, end):
        word, following = words[place], words[place + 1 : place + 2]
        if (word.form in own or (word.form == USER and word.text[0].isupper())) and not word.possessive:
            with_verb = bool(following) and following[0].form in WITH_VERBS
            if with_verb or (place + 1 == end and place > start):
                return True
    return False


def _lead_in(words: Sequence[Word]) -> int:
    """How many words only lead up to the statement: "heads up", "don't let me forget that", "correction"."""
    start = 0
    while start < min(len(words), SUBJECT_WORDS_MAX) and (
        words[start].form in LEADING_IN or (start and words[start].form == "me" and words[start - 1].form in _ASKING)
    ):
        start += 1
    return start


_ASKING: Final = frozenset(("let", "remind"))


def _after_since(words: Sequence[Word], start: int) -> int:
    """Past a time that opens the statement: "Since March my sister", "Desde marzo vivo"."""
    if start >= len(words) or words[start].form not in SINCE:
        return start
    place = start + 1
    while place < len(words) and (words[place].form in TIME_WORDS or words[place].form.isdigit()):
        place += 1
    told = any(word.form.isdigit() or word.form in _NAMED_TIMES for word in words[start + 1 : place])
    return place if told and place < len(words) else start


_NAMED_TIMES: Final = frozenset((*MONTHS, *WEEKDAYS, *SEASONS))
TIME_WORDS: Final = _NAMED_TIMES | SINCE_WITH


def _after_verb(words: Sequence[Word], start: int) -> tuple[str, ...]:
    """Whose tie stands behind the verb, as in German after a time: "seit März wohnt mein Bruder"."""
    verb, whose, who = (*words[start : start + 3], None, None, None)[:3]
    if not start or verb is None or whose is None or who is None or not who.concept.startswith("kin:"):
        return ()
    return (who.concept[4:],) if verb.form.endswith("t") and whose.form in _GERMAN_MY else ()


_GERMAN_MY: Final = frozenset("mein meine unser unsere".split())


def _verb_at(words: Sequence[Word], start: int, own: frozenset[str]) -> int:
    """Where the first verb stands; `start` when the statement begins with it or has none near its beginning."""
    for place, word in enumerate(words[: start + SUBJECT_WORDS_MAX]):
        if place < start:
            continue
        if (
            word.form.partition("_")[0] in FINITE  # a phrase begins with its verb: "runs on"
            and word.text != "May"
            and not word.concept.startswith("kin:")  # a son, not Spanish for "are"
            and not (place and _before_noun(words[place - 1], own))
        ):
            return place if word.form != _ARTICLE_TOO else _before_article(words, start, place)
        if place and words[place - 1].possessive and word.form in _AFTER_IS:
            return place  # "my sister's called", "Maja's a marine biologist"
    return _third_person_at(words, start)


_ARTICLE_TOO: Final = "a"
"""French and Portuguese for "has", and an article after a verb that no list has."""


def _before_article(words: Sequence[Word], start: int, place: int) -> int:
    """Where the verb stands, if this is an article: "Ana adopted a cat", "Adopted a cat"."""
    if place == start + 1 and _is_past(words[start]):
        return start
    before = _third_person_at(words, start)
    return before if start < before < place else place


def _is_past(word: Word) -> bool:
    return word.form in past_forms() or (word.form.endswith("ed") and len(word.form) > 4)


def _before_noun(word: Word, own: frozenset[str]) -> bool:
    """What follows is no verb: "my work phone", "User's work phone"."""
    return word.form in {"the", "a", "my", "our", "to"} or (word.possessive and (word.form == USER or word.form in own))


def _third_person_at(words: Sequence[Word], start: int) -> int:
    """Where a verb of the third person stands right after one word, or an article and one: "Redis listens on". What was
    done stands after a name alone: "Ana adopted a cat", and neither "the dentist booked" nor "rent paid"."""
    opening = words[start : start + 2]
    tied = len(opening) == 2 and opening[1].concept.startswith("kin:")
    named = bool(opening) and opening[0].form not in _ARTICLES and not (tied and opening[0].possessive)
    place = start + (1 if named else 2)
    if place >= len(words) or words[place - 1].form.endswith("ing") or words[place - 1].filler:
        return start
    while (named or tied) and place + 1 < len(words) and words[place].form in ADVERBS:
        place += 1
    form = words[place].form
    said = form.endswith("s") and not verb_forms().isdisjoint((form[:-1], form[:-2], f"{form[:-3]}y"))
    said = said or ((named or tied) and _did(words, place))
    return place if said and words[start].text[:1].isupper() and words[place].clause == words[start].clause else start


def _did(words: Sequence[Word], place: int) -> bool:
    """Whether a past form is what somebody did, and not what was done to it ("Flight booked for Friday"): it has an
    object after it, or can have none."""
    word = words[place]
    if word.capital or not _is_past(word):
        return False
    if word.form in _only_done() or word.form in WITHOUT_OBJECT:
        return True
    after = words[place + 1] if place + 1 < len(words) else None
    return after is not None and (after.form in OPENING_OBJECTS or after.capital)


_ARTICLES: Final = frozenset(("the", "my", "our"))


@cache
def _only_done() -> frozenset[str]:
    """Past forms that are no participles: "Ana ran", "Ben flew"."""
    verbs = [verb.split() for verb in IRREGULAR.split(";")]
    return frozenset(verb[1] for verb in verbs if len(verb) > 2 and verb[1] != verb[2] and verb[1] != verb[0])


@cache
def plain_verbs() -> frozenset[str]:
    return frozenset(REGULAR.split())


_AFTER_IS: Final = frozenset("a an the called not at in on from named going mostly allergic off".split())


def _is_name(word: Word, words: Sequence[Word], end: int) -> bool:
    if word.name or word is not words[0]:
        return word.name
    between = (*ADVERBS, *_NO_LONGER)
    after = next((place for place in range(1, len(words)) if words[place].form not in between), 0)
    followed = after and (end == after or words[after].form in FINITE or words[1].name or word.possessive)
    return word.capital and bool(followed)


def _thing_of(before: Sequence[Word]) -> bool:
    """ "Mum's hip surgery": a person owns what the statement is about."""
    last = max((place for place, word in enumerate(before) if word.concept.startswith("kin:")), default=-1)
    if last < 0 or not before[last].possessive:
        return False
    return any(not word.filler and not word.name for word in before[last + 1 :])


def owners_of(words: Sequence[Word], own: frozenset[str]) -> frozenset[str]:
    """Whose something is, other than the user's: what "'s" makes of a word before a noun, and not before "my"."""
    return frozenset(
        word.concept
        for word, following in itertools.pairwise(words)
        if word.possessive and word.form != USER and word.form not in own
        and not following.filler and (not word.filler or word.concept.startswith("kin:"))  # "son" is Spanish too
    )  # fmt: skip


def owned_in(words: Sequence[Word]) -> list[Word]:
    """What is somebody's, among the words of a subject: the "shoe size" of "Leo's shoe size"; people are no things."""
    last = max((place for place, word in enumerate(words) if word.possessive), default=len(words))
    told = list(itertools.takewhile(lambda word: not word.filler, words[last + 1 :]))
    return [] if any(word.capital or word.concept.startswith("kin:") for word in told) else told


def is_of_user(word: Word, own: frozenset[str]) -> bool:
    return word.form in POSSESSIVES or (word.possessive and word.form in own)


FULL_NAME_WITHIN: Final = 12
"""Words at the beginning among which a full name must stand."""


def full_names(words: Sequence[Word]) -> frozenset[str]:
    """The names in a statement that calls people by their full names and speaks of nobody else; else empty."""
    found = {word.form for word in words if word.name}
    if not found or any(word.form in SPEAKING for word in words):
        return frozenset()
    full = False
    for word, following in itertools.pairwise(words[: FULL_NAME_WITHIN + 1]):
        if following.name and not word.filler and word.text[:1].isupper() and following.place == word.place + 1:
            full = full or word.form.isalpha()
            found.add(word.form)
    return frozenset(found) if full else frozenset()
