"""What a clause tells: a change; or what is so for the one who is asked about, no wish and nobody else's value.

Used by `replaces` alone. Pure text work.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise
from typing import Final

from recollect.rules.values import Piece

_WISHES: Final = frozenset("wish dream someday imagine suppose i'd".split())
_CHOOSES: Final = frozenset("rather prefer".split())
"""After "I'd" these tell what somebody wants now: no wish."""
_SOMEBODY_ELSES: Final = frozenset("his her their".split())
CHANGE_WORDS: Final = frozenset(
    """
    now new newly updated update increased increase decreased reached reach improved improve changed change moved
    moving move rescheduled switched switch postponed delayed extended extension raised raise rose reduced adjusted
    revised upgraded upgrade grown grew climbed bumped pushed relocated promoted instead recently recent currently
    latest longer anymore finally just already hit dropped replaced renamed resized swapped swap became
    cut lowered migrated transferred upped doubled tripled halved shifted slipped deferred renewed down
    """.split()
)
_WAYS: Final = frozenset(("up", "back"))
_TAKES: Final = frozenset(("takes", "took"))
_CHOSEN: Final = frozenset(("elected", "appointed"))
_UNSURE: Final = frozenset(
    """
    not never no nobody none nearly almost if unless whether would could can might may will shall should must be isn't
    wasn't weren't hasn't didn't doesn't won't can't couldn't wouldn't before ago once former formerly previously
    other another acting interim
    """.split()
)
"""With one of these nobody was chosen, or not the last."""
_ASKS: Final = frozenset("is are was were has have had do does did who when what which why how where".split())
"""At the beginning of a question."""
_GOES: Final = frozenset("go goes going gone went is are am i'm it's we're".split())

COPULAS: Final = frozenset("is are was were am be been i'm it's".split())
ABOUT_WORDS_MAX: Final = 2
"""Words before "is" that name one thing."""
AKIN_CHARS: Final = 5
"""Letters at the beginning that two words of one family share: delivered, delivery."""


def about_another(clause: Sequence[Piece], known: Set[str]) -> bool:
    """The clause says of what it is, and nothing of that is known: "my commute is", where the run was asked for.

    `known`: the terms of the question and of the older text.
    """
    place = next((at for at, word in enumerate(clause) if word.low in COPULAS), 0)
    about = [word for word in clause[:place] if word.terms and word.low not in CHANGE_WORDS]
    beginnings = {term[:AKIN_CHARS] for term in known}
    strange = all(not word.kind and beginnings.isdisjoint([t[:AKIN_CHARS] for t in word.terms]) for word in about)
    return 0 < len(about) <= ABOUT_WORDS_MAX and strange


def only_thought(clause: Sequence[Piece], older: Sequence[Piece], asked: Set[str]) -> bool:
    """A wish or a supposition, or somebody else's value; `asked` are the terms of the question."""
    if clause and clause[0].low == "if":
        return True
    words = [word.low for word in clause]
    if not _WISHES.isdisjoint(words) and _CHOOSES.isdisjoint(words):
        return True
    if _SOMEBODY_ELSES.isdisjoint(words) or any(word.capital and not asked.isdisjoint(word.terms) for word in clause):
        return False  # nobody's, or of the one who is asked about
    return _SOMEBODY_ELSES.isdisjoint([word.low for word in older])


def tell_change(words: Sequence[Piece]) -> bool:
    """Whether a word of change is among them, or something goes up or back."""
    told = [word.low for word in words]
    if not CHANGE_WORDS.isdisjoint(told):
        return True
    return not _WAYS.isdisjoint(told) and any(way in _WAYS and verb in _GOES for verb, way in pairwise(told))


def passes_on(sentence: Sequence[Piece]) -> bool:
    """Whether somebody else has been chosen for something or takes it over; neither asked, supposed nor denied, and no
    time that is over is named ("was elected in 2019")."""
    told = [word.low for word in sentence]
    if _CHOSEN.isdisjoint(told) and not takes_over(sentence):
        return False
    return told[0] not in _ASKS and _UNSURE.isdisjoint(told) and all(word.kind != "year" for word in sentence)


def chosen_otherwise(clause: Sequence[Piece], known: Set[str]) -> bool:
    """Somebody was chosen for something else than is known: "elected deputy treasurer"."""
    at = next((at for at, word in enumerate(clause, 1) if word.low in _CHOSEN), len(clause))
    office = next(
        (word for word in clause[at:] if word.terms and not word.capital and word.low not in CHANGE_WORDS), None
    )
    return office is not None and known.isdisjoint(office.terms)


def takes_over(words: Sequence[Piece]) -> bool:
    """ "Takes over the backend"; what "took over an hour" took more than that."""
    return "over" in [word.low for word in words] and any(
        verb.low in _TAKES and way.low == "over" and not (at < len(words) and words[at].kind)
        for at, (verb, way) in enumerate(pairwise(words), 2)
    )
