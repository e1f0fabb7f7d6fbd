"""Who or what a clause with a full verb is about: "my dog now takes 10 mg" tells nothing of what I take.

Used by `replaces` alone. Only the shape that is sure counts: the question asks what somebody or something does ("do I
take", "does my flight leave"), the older text tells that of the same one, and the newer clause begins with another
thing and says that it does the same. Where one of the three is read otherwise nothing is decided. Pure text work.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise
from typing import Final

from recollect.read.current import ADVERBS, Wanted
from recollect.read.meant import AKIN_CHARS, CHANGE_WORDS, COPULAS
from recollect.read.over import TELLER
from recollect.read.shared import SELF, SELVES
from recollect.rules.values import Piece

SUBJECT_WORDS_MAX: Final = 6
_DETERMINERS: Final = frozenset("my our his her their the a an".split())
_PREPOSITIONS: Final = frozenset("of for with at in on from to by near".split())
_WAYS: Final = frozenset("to from by until till".split())
"""After these a verb of change has no object: "moved to May 9"."""
_OPENINGS: Final = frozenset("and but so also well".split())
_ONESELF: Final = SELF | SELVES
_OTHERWISE: Final = frozenset(
    """
    fee fees price prices cost costs rate bill ticket tickets membership subscription contract plan dose rent date time
    day deadline appointment departure arrival start end session slot event visit amount sum total average number count
    figure level weight size length value whole
    """.split()
)
"""What may be called so and is the thing asked about: "the membership now costs 36 euros", asked for the gym."""


def another_does(clause: Sequence[Piece], older: Sequence[Piece], wanted: Wanted, known: Set[str]) -> bool:
    """The newer clause says of another thing what is asked of one, and the older text says it of that one. `known`: the
    terms of the question and of the older text."""
    if wanted.doer is None or not _does(older, wanted.doer, wanted.deed):
        return False
    at = next((at for at, word in enumerate(clause) if wanted.deed in word.terms), 0)
    end = at
    while end and clause[end - 1].low in ADVERBS:
        end -= 1
    begin = 1 if clause and clause[0].low in _OPENINGS else 0
    subject = clause[begin:end]
    if not 2 <= len(subject) <= SUBJECT_WORDS_MAX or clause[at].pauses or any(w.low in _ONESELF for w in clause):
        return False
    head = _head(subject)
    if head is None or not _is_strange(head, known):
        return False
    return end < at or (clause[at + 1 : at + 2] != [] and bool(clause[at + 1].kind) and _agree(head, clause[at]))


def another_part(clause: Sequence[Piece], older: Sequence[Piece], missing: Set[str], known: Set[str]) -> bool:
    """Another thing of the same whole moved: "the class photo moved to May 9", where the class trip is asked for.
    `missing`: the words of the question that the older text has and the newer one lacks."""
    for at in range(1, len(clause) - 2):
        whole, part = clause[at - 1 : at + 1]
        if clause[at + 1].low not in CHANGE_WORDS or clause[at + 2].low not in _WAYS or part.stop:
            continue
        if whole.terms and _is_strange(part, known):
            return any(
                one.terms == whole.terms and not missing.isdisjoint(other.terms) for one, other in pairwise(older)
            )
    return False


def _does(older: Sequence[Piece], doer: str, deed: str) -> bool:
    """Whether the text says that this one does it."""
    for at, word in enumerate(older):
        if deed not in word.terms:
            continue
        before = at - 1
        while before >= 0 and older[before].low in ADVERBS:
            before -= 1
        if before < 0:
            continue
        if doer in older[before].terms or (not doer and (older[before].low in _ONESELF or _is_teller(older[before]))):
            return True
    return False


def _is_teller(word: Piece) -> bool:
    return not word.owns and word.low in TELLER


def _head(subject: Sequence[Piece]) -> Piece | None:
    """The word for the thing in "the airport bus", "the audit for Marlin"; None for all that is more than a thing."""
    if subject[0].low not in _DETERMINERS and not subject[0].owns:
        return None
    last = 0
    while last + 1 < len(subject) and not subject[last + 1].stop:
        last += 1
    rest = subject[last + 1 :]
    if last == 0 or (rest and rest[0].low not in _PREPOSITIONS):
        return None
    plain = all(
        not w.pauses and w.low not in COPULAS and (w.low == "new" or w.low not in CHANGE_WORDS) for w in subject
    )
    return subject[last] if plain else None


def _is_strange(head: Piece, known: Set[str]) -> bool:
    if head.kind or not head.terms or head.low in CHANGE_WORDS or head.low in _OTHERWISE:
        return False
    return {term[:AKIN_CHARS] for term in known}.isdisjoint([term[:AKIN_CHARS] for term in head.terms])


def _agree(head: Piece, verb: Piece) -> bool:
    """One thing does, several do: "my weekly run 35 km" has no verb."""
    return head.low.endswith("s") != verb.low.endswith("s")
