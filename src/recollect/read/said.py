"""A candidate read for comparison: its words, the values that could answer, the sentence nearest to the question.

What does not depend on the question is kept (`Text`): what is found once is found again. Read piece by piece, when a
comparison asks for it. Used by `replaces`, which compares two of them. Pure text work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

from recollect.model.record import CORRECTION
from recollect.read.asking import only_asks
from recollect.read.current import Wanted
from recollect.read.meant import COPULAS, passes_on, takes_over, tell_change
from recollect.read.over import TELLER, Told
from recollect.rules.lexicon.smalltalk import FILLERS, PHRASES
from recollect.rules.once import once
from recollect.rules.values import Piece, Value, pieces, sentences, terms_of, values

if TYPE_CHECKING:
    from recollect.model.record import Record

AROUND: Final = 14
"""Words on either side of a value that say what it is the value of; never beyond its sentence."""
REST_SHARE: Final = 0.5
"""What the words of the question count that stand elsewhere in the text."""
KEPT_MAX: Final = 1024
KEPT_CHARS_MAX: Final = 1000
"""Texts that are kept as they were read, some 5 KB each for thirty words; longer ones are read again."""
GAP_MAX: Final = 4
"""Small words between a word and its neighbour: "trip to Rome", "meeting with the architect"."""
OPENING_MAX: Final = 4
"""Words of an opening: "just so you know, "."""
_NO_STATEMENT_ROLES: Final = frozenset(("assistant", "system", "tool"))
_NO_STATEMENT_LAYERS: Final = frozenset(("document", "summary"))
_COMES_OF_AGE: Final = frozenset("turn turns turned turning aged".split())
_YEARS: Final = frozenset(("year", "old", "age"))
Weights = Mapping[str, float]
Slot = tuple[str, ...]


class Sentence(Told):
    """What is asked of the one that is nearest to a question, in every comparison, and there are dozens."""

    @once
    def slots(self) -> Mapping[Slot, Sequence[Piece]]:
        return slots_of(self.words)

    @once
    def tells_change(self) -> bool:
        return tell_change(self.words) or passes_on(self.words)

    @once
    def body(self) -> Sequence[Piece]:
        """Without "okay," or "by the way:" at the beginning, which tells nothing."""
        words = self.words
        end = next((at for at, word in enumerate(words[:OPENING_MAX], 1) if word.pauses and not word.ends), 0)
        opening = [word.low for word in words[:end]]
        return words[end:] if end and (FILLERS.issuperset(opening) or " ".join(opening) in PHRASES) else words

    @once
    def body_terms(self) -> Set[str]:
        return self.terms if self.body is self.words else terms_of(self.body)

    @once
    def still(self) -> Set[str]:
        """Its terms, but for the one from whom something is taken over."""
        if not (takes_over(self.words) and passes_on(self.words)):
            return self.terms
        return self.terms - terms_of([word for last, word in pairwise(self.words) if last.low == "from"])


_NO_SENTENCE: Final = Sentence((), frozenset())


class Text:
    """A text as it is whatever is asked."""

    def __init__(self, content: str) -> None:
        self.words = pieces(content)
        self._sentences: dict[int, Sentence] = {}

    @once
    def _parts(self) -> list[Sequence[Piece]]:
        return sentences(self.words)

    @once
    def each_terms(self) -> list[set[str]]:
        """The terms of each sentence."""
        return [terms_of(part) for part in self._parts]

    @once
    def terms(self) -> Set[str]:
        return frozenset(chain.from_iterable(self.each_terms))

    def sentence(self, at: int) -> Sentence:
        """One of its sentences; most are never asked for."""
        found = self._sentences.get(at)
        if found is None:
            found = self._sentences[at] = Sentence(self._parts[at], self.each_terms[at])
        return found

    @once
    def ending(self) -> Sequence[Sentence]:
        """The sentences that may tell an end or a change."""
        if True not in [word.turns for word in self.words]:
            return ()
        turning = [at for at, part in enumerate(self._parts) if True in [word.turns for word in part]]
        return [sentence for sentence in map(self.sentence, turning) if sentence.may_end]

    @once
    def names(self) -> Set[str]:
        """Terms written with a capital letter, less the one who tells."""
        return terms_of([word for word in self.words if word.capital]) - TELLER

    @once
    def values(self) -> list[Value]:
        return values(self.words)


def text_of(content: str) -> Text:
    return _kept(content) if len(content) <= KEPT_CHARS_MAX else Text(content)


_kept = lru_cache(maxsize=KEPT_MAX)(Text)


def forget_texts() -> None:
    """Nothing that was read is kept: some of it is being removed for good."""
    _kept.cache_clear()


class Said:
    """One candidate. It is read piece by piece, when a comparison asks for it: most are never read in full."""

    def __init__(self, record: Record, wanted: Wanted, weights: Weights, sources: Sequence[Record] = ()) -> None:
        """`sources`: the turns it was drawn from, where they are known."""
        self.record = record
        self.wanted = wanted
        self.weights = weights
        self.moment = (record.occurred_at or record.created_at).timestamp()
        self.last_item = record.item
        if sources:
            self.last_item = max([source.item for source in sources if source.layer == "turn"], default=record.item)
        self.placed = record.layer != "memory" or record.provenance.reference is None or bool(sources)
        """Is its place among the turns of the same moment known?"""

    def is_later_than(self, other: Said) -> bool:
        """By the time of the event, unless the one was over when the other began to be true; at the same time by the
        order of storing, in which a memory has the place of the turn it was drawn from."""
        if self.record.valid_until is not None or other.record.valid_until is not None:
            if other.record.over_before(self.record):
                return True
            if self.record.over_before(other.record):
                return False
        if self.moment != other.moment:
            return self.moment > other.moment
        if self.placed != other.placed:
            return False
        return self.last_item > other.last_item

    @once
    def text(self) -> Text:
        return text_of(self.record.content)

    @once
    def asked(self) -> Set[str]:
        """The terms of the question that it holds."""
        return self.weights.keys() & self.text.terms

    @once
    def may_end(self) -> bool:
        """Whether it may tell that something is over which is asked for as it is now, or was not so."""
        return (not self.wanted.past or self.record.kind == CORRECTION) and bool(self.text.ending)

    @once
    def ends(self) -> bool:
        """Whether it tells that something is over."""
        return any(sentence.ends for sentence in self.text.ending)

    @once
    def values(self) -> list[Value]:
        """Those that could answer the question."""
        kinds = self.wanted.kinds
        found = self.text.values if kinds else []
        return [value for value in found if value.kind in kinds and _fits(value, self.wanted, self.text.words)]

    @once
    def shares(self) -> list[float]:
        """For each value, the share of the question that stands around it."""
        whole = REST_SHARE * share_of(self.text.terms, self.weights)
        near = [share_of(terms_of(around(self.text.words, value)), self.weights) for value in self.values]
        return [(1.0 - REST_SHARE) * share + whole for share in near]

    @once
    def best(self) -> tuple[Sentence, float]:
        """The first of the sentences that hold most of the question, and how much that is; an empty one, where none
        holds any of it."""
        best, most = -1, 0.0
        held = [(term, weight) for term, weight in self.weights.items() if term in self.asked]
        for at, terms in enumerate(self.text.each_terms if held else ()):
            share = sum([weight for term, weight in held if term in terms])
            if share > most:
                best, most = at, share
        return _NO_SENTENCE if best < 0 else self.text.sentence(best), most

    @once
    def clause(self) -> Sequence[Piece]:
        """Of the best sentence, the clause with most of the question: what is told beside it may be somebody else's."""
        words = self.best[0].words
        ends = [at for at, word in enumerate(words, 1) if word.pauses]
        clauses = [words[first:last] for first, last in pairwise((0, *ends, len(words)))]
        return max(clauses, key=lambda words: share_of(terms_of(words), self.weights)) if ends else words


def is_statement(record: Record) -> bool:
    """Said by a person, or remembered of one: what an assistant repeats is no statement, nor is a question."""
    if record.role in _NO_STATEMENT_ROLES or record.layer in _NO_STATEMENT_LAYERS:
        return False
    return not only_asks(record.content)


def _fits(value: Value, wanted: Wanted, words: Sequence[Piece]) -> bool:
    """It is not in the question itself, and what it counts is what is asked for, or is not named at all; years of age
    ("Mila turns seven") count nothing but years."""
    if value.amount in wanted.amounts:
        return False
    if wanted.counted and not value.unit and value.first and words[value.first - 1].low in _COMES_OF_AGE:
        return not wanted.things.isdisjoint(_YEARS)
    return not wanted.counted or not value.unit or not wanted.things.isdisjoint(value.unit)


def share_of(terms: Set[str], weights: Weights) -> float:
    return sum([weight for term, weight in weights.items() if term in terms])


def around(words: Sequence[Piece], value: Value) -> Sequence[Piece]:
    """The words around a value, within its sentence."""
    first, last = value.first, value.last
    while first > 0 and value.first - first < AROUND and not words[first - 1].ends:
        first -= 1
    while last + 1 < len(words) and last - value.last < AROUND and not words[last].ends:
        last += 1
    return words[first : last + 1]


def slots_of(words: Sequence[Piece]) -> dict[Slot, list[Piece]]:
    """Surroundings -> the words that stand in them, in one go over the words; see `surroundings_of`. What directly
    follows another word is counted only when it is a name or is followed by "is" and the like, else it may be any
    verb."""
    found: dict[Slot, list[Piece]] = {}
    last: Piece | None = None
    gap: list[str] = []
    for at, word in enumerate(words):
        if word.stop:
            gap.append(word.low)
            continue
        if len(gap) <= GAP_MAX:
            between = gap if COPULAS.isdisjoint(gap) else ["is"]
            if last is None:
                found.setdefault(("first", *between[::-1]), []).append(word)
            else:
                is_noun = gap or word.capital or (at + 1 < len(words) and words[at + 1].low in COPULAS)
                if is_noun and last.terms and not last.kind:
                    found.setdefault(("after", *between[::-1], last.terms[-1]), []).append(word)
                if word.terms and not word.kind:
                    found.setdefault(("before", *between, word.terms[-1]), []).append(last)
        last, gap = word, []
    return found


def surroundings_of(words: Sequence[Piece], at: int) -> list[Slot]:
    """The nearest word with meaning on either side, with the small words between; any form of "is" stands for all."""
    found: list[Slot] = []
    for step, side in ((-1, "after"), (1, "before")):
        gap: list[str] = []
        place = at + step
        while 0 <= place < len(words) and words[place].stop and len(gap) < GAP_MAX:
            gap.append(words[place].low)
            place += step
        if not COPULAS.isdisjoint(gap):
            gap = ["is"]
        if 0 <= place < len(words):
            if words[place].terms and not words[place].kind:
                found.append((side, *gap, words[place].terms[-1]))
        elif step < 0:
            found.append(("first", *gap))
    return found
