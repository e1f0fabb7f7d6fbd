"""The end of the speaker's job told without a word for it: "I quit last week", "I'm no longer with them".

What was quit is the job only where one is known, and the turn itself or what was asked before speaks of work: people
quit lessons, clubs and smoking as well. Who resigned had a post.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.write.extract.dates import names_day
from recollect.write.extract.english.words import Token, render
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.drafts import Turn
    from recollect.write.extract.english.grammar import Group

_DONE: Final = frozenset("have has had 've".split())
_AFTERWARDS: Final = frozenset(
    "today yesterday recently last this on in two three a few some weeks months days ago already finally".split()
)
_SPANS: Final = frozenset("today yesterday recently ago week month year already finally".split())
_WITH: Final = (("with", "them"), ("with", "that", "company"), ("with", "the", "company"))
_ANY_MORE: Final = (("anymore",), ("any", "more"), ("any", "longer"))
_OF_WORK: Final = Lazy(
    r"\b(?:jobs?|work(?:ed|ing|s)?(?! ?-?out)|boss|company|employer|firm|office|manager|colleagues?|coworkers?|salary"
    r"|career|position|employed|unemployed|notice)\b",
)
_JOBS: Final = ("works", "job", "employed")
NEAR_MAX: Final = 300
"""Characters before and after the clause in which work is looked for."""


def job_over(text: str, words: Sequence[Token], group: Group, turn: Turn) -> str:
    """The statement that the job is over, "" where the clause does not say it."""
    if not words[group.subject].low.startswith("i") or group.subject or not _DONE.issuperset(group.auxiliaries[:1]):
        return ""
    rest = group.rest
    over = group.form in {"past", "part"} or bool(group.auxiliaries)
    if group.base in {"quit", "resign"} and over and not group.denied:
        when = words[group.verb + 1 :]
        plain = not {"almost", "nearly", "never"} & set(group.adverbs)
        if plain and _is_when([token.low for token in when]) and _means_a_job(words, group, turn):
            return f"{turn.name} quit their job {render(text, when)}".rstrip()
    if (
        group.base == "be"
        and not group.past
        and _is_with_them_no_more(group, rest)
        and _means_a_job(words, group, turn)
    ):
        return f"{turn.name} no longer works there"
    return ""


def _is_when(rest: Sequence[str]) -> bool:
    return not rest or (rest[0] in _AFTERWARDS and (names_day(list(rest)) or not _SPANS.isdisjoint(rest)))


def _is_with_them_no_more(group: Group, rest: list[str]) -> bool:
    """ "no longer with them", "not with them any more"."""
    longer = "no longer" in " ".join((*group.adverbs, *rest[:2]))
    tail = tuple(rest[2:] if rest[:2] == ["no", "longer"] else rest[1:] if rest[:1] == ["not"] else rest)
    if longer:
        return tail in _WITH
    denied = group.denied or rest[:1] == ["not"]
    return denied and any(tail == (*them, *more) for them in _WITH for more in _ANY_MORE)


def _means_a_job(words: Sequence[Token], group: Group, turn: Turn) -> bool:
    near = turn.text[max(0, words[0].start - NEAR_MAX) : words[-1].end + NEAR_MAX].lower()
    of_work = (
        group.base == "resign"
        or _OF_WORK.search(near) is not None
        or _OF_WORK.search(turn.before[-NEAR_MAX:].lower()) is not None
    )
    if not of_work:
        return False
    return any(turn.met([word]) for word in _JOBS) or any(_OF_WORK.search(one.content.lower()) for one in turn.told)
