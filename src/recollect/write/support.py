"""Does the source say so? A statement is held against the turns it was made from, word by word.

Pure. The source is what users said, clause by clause. A statement is supported when each of its content words (by
stem), numbers, names and dates stands in the speaker's turns or follows from them, its denial matches the clause it
rests on, and that clause is neither a question nor a hypothesis nor an order to the memory itself. Strict on
purpose: what falls here is found by rules or said again; an invention that gets in stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.temporal import intervals
from recollect.rules.text import default_analyser, fold, terms
from recollect.write.derivable import Span, follows, spans

CLAUSES_MAX: Final = 2_000
STEM_CHARS_MIN: Final = 5
STEM_TAIL_MAX: Final = 2
"""Stems that differ only in so many last letters are one word: allerg-ic and allerg-y."""

_FRAME_WORDS: Final = "user speaker person currently now state said says mention told name named called go goes went"
"""Words a retelling may add: they say who speaks, not what is said."""
_NUMBER_WORDS: Final = {
    word: str(number)
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
_NEGATION: Final = late(
    r"\b(?:not|never|no|none|cannot|without|neither|nor|nothing|nobody|stopped|quit|nicht|kein\w*|nie|niemals|pas|"
    r"jamais|não|nunca|jamás)\b|n['’]t\b|[不没沒無]|ない|नहीं",
    re.IGNORECASE,
)
_DISLIKE: Final = late(r"\b(?:dislikes?|hates?|detests?|avoids?|can['’]?t stand)\b", re.IGNORECASE)
_HEDGE: Final = late(
    r"\b(?:maybe|perhaps|probably|possibly|might|could be|i think|i guess|i suppose|not sure|apparently|kind of|"
    r"considering|thinking (?:about|of))\b",
    re.IGNORECASE,
)
_HYPOTHESIS: Final = late(
    r"\b(?:if (?:i|we|you|he|she|they)|imagine|suppose|what if|i wish|hypothetically|would have)\b", re.IGNORECASE
)
_ORDER: Final = late(
    r"\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:instructions?|rules?|prompts?|previous|above|everything)\b"
    r"|\bsystem prompt\b|\byou are now\b|^\s*(?:system|assistant|developer)\s*:"
    r"|\b(?:confidence|trust|importance|priority)\b\W{0,3}(?:level|score)?\W{0,3}(?:of|to|is|as)?\W{0,3}(?:\d|max|high)"
    r"|\"(?:entries|content|confidence)\"\s*:",
    re.IGNORECASE,
)
_SENTENCE: Final = late(r"[^.!?。！？\n]+(?:[.!?](?=\w)[^.!?。！？\n]*)*[.!?。！？]*")
_CLAUSE_CUT: Final = late(r"[;,，、:]\s+|\s+(?:but|and|although|though|while|whereas|because|so)\s+|\s[-–—]\s")
_NUMBER: Final = late(r"\d+(?:[.,:/]\d+)*")


@dataclass(frozen=True, kw_only=True)
class Clause:
    """A piece of what somebody said."""

    speaker: str
    text: str
    sentence: str
    terms: frozenset[str]

    @property
    def negated(self) -> bool:
        return denies(self.text)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Why a statement is not supported, or the words it rests on."""

    reason: str | None = None
    detail: str = ""
    quote: str = ""


class Source:
    """What users said, ready to be asked about."""

    def __init__(self, said: Iterable[tuple[str, str]], *, speakers: Iterable[str], at: datetime) -> None:
        """`said`: speaker and text of each user turn; `speakers`: the names of everybody in the conversation."""
        self._at = at
        self._clauses: list[Clause] = []
        self._spans: dict[str, list[Span]] = {}
        for speaker, text in said:
            for sentence in _SENTENCE.findall(text):
                self._spans.setdefault(speaker, []).extend(spans(sentence, at))
                for clause in _CLAUSE_CUT.split(sentence):
                    if clause.strip() and len(self._clauses) < CLAUSES_MAX:
                        found = frozenset(content_terms(clause)) | all_words(clause)
                        self._clauses.append(
                            Clause(speaker=speaker, text=clause.strip(), sentence=sentence.strip(), terms=found)
                        )
        self._names = frozenset(term for name in speakers for term in content_terms(name))

    def verdict(self, content: str) -> Verdict:
        """Whether the turns support a statement, and by which words."""
        clauses = self._of_speaker(content)
        if not clauses:
            return Verdict(reason="speaker", detail="nobody with that name said anything")
        said = [span for speaker in {clause.speaker for clause in clauses} for span in self._spans.get(speaker, [])]
        rest, wrong = self._without_dates(content, clauses, said)
        if wrong:
            return Verdict(reason="date", detail=wrong)
        known = frozenset().union(*(clause.terms for clause in clauses)) | self._names | frame()
        claimed = content_terms(rest)
        for term in claimed:
            if not supported(term, known):
                return Verdict(reason=sort_of(term, rest), detail=term)
        return self._of_clauses(content, frozenset(claimed) - self._names - frame(), clauses)

    def says_date(self, day: datetime) -> bool:
        """Whether a day follows from what was said, or is the day of the conversation."""
        said = [span for found in self._spans.values() for span in found]
        return day.date() == self._at.date() or follows(day, day, said)

    def says_name(self, name: str) -> bool:
        known = frozenset().union(*(clause.terms for clause in self._clauses), self._names)
        found = content_terms(name)
        return bool(found) and all(term in known for term in found)

    def _of_speaker(self, content: str) -> list[Clause]:
        """The clauses a statement may rest on: those of the speaker it begins with, else everybody's."""
        start = fold(content.lstrip())
        speakers = {clause.speaker for clause in self._clauses}
        named = [speaker for speaker in speakers if re.match(re.escape(fold(speaker)) + r"\b", start)]
        if named:
            return [clause for clause in self._clauses if clause.speaker in named]
        return self._clauses

    def _without_dates(self, content: str, clauses: Sequence[Clause], said: Sequence[Span]) -> tuple[str, str]:
        """The statement without the dates that follow from the turns, and the first date that does not."""
        spoken = fold(" ".join(clause.sentence for clause in clauses))
        for interval in intervals(content, self._at):
            if fold(interval.text) in spoken:
                continue
            if not follows(interval.start, interval.end, said):
                return content, interval.text
            content = content.replace(interval.text, " ")
        return content, ""

    def _of_clauses(self, content: str, claimed: frozenset[str], clauses: Sequence[Clause]) -> Verdict:
        """Hold each clause of the statement against the clause of the source that shares most with it."""
        quotes: dict[str, None] = {}
        for part in _CLAUSE_CUT.split(content):
            wanted = frozenset(content_terms(part)) & claimed
            shared = [(len(clause.terms & wanted), clause) for clause in clauses]
            most = max(count for count, _ in shared)
            if not most:
                continue
            best = [clause for count, clause in shared if count == most]
            agreeing = [clause for clause in best if clause.negated == denies(part)]
            if not agreeing:
                return Verdict(reason="polarity", detail=best[0].text)
            clause = agreeing[-1]
            if reason := _unfit(clause, part):
                return Verdict(reason=reason, detail=clause.sentence)
            quotes[clause.sentence] = None
        if not quotes:
            return Verdict(reason="empty", detail=content)
        return Verdict(quote=" ".join(quotes))


@cache
def frame() -> frozenset[str]:
    return frozenset(terms(_FRAME_WORDS))


def denies(text: str) -> bool:
    return bool(_NEGATION.search(text))


def polarity(text: str) -> int:
    """-1 when something is denied or disliked."""
    return -1 if denies(text) or _DISLIKE.search(text) else 1


def hedged(text: str) -> bool:
    return bool(_HEDGE.search(text))


def _unfit(clause: Clause, part: str) -> str | None:
    if _ORDER.search(clause.sentence):
        return "instruction"
    if clause.sentence.rstrip("\"'” ").endswith(("?", "？")):
        return "question"
    if _HYPOTHESIS.search(clause.sentence) and not _HYPOTHESIS.search(part):
        return "hypothesis"
    return None


def content_terms(text: str) -> list[str]:
    """Index terms, with numbers in one form: "two" and "2", "1,000" and "1000"."""
    return [_NUMBER_WORDS.get(term, term) for term in terms(text)] if re.search(r"\w", text) else []


def all_words(text: str) -> frozenset[str]:
    """Stems of all words, those too that an index leaves out: who says "I own it" supports "owns"."""
    analyser = default_analyser()
    return frozenset(analyser.term(word) for word in re.findall(r"[^\W\d_]+", text))


def supported(term: str, known: frozenset[str]) -> bool:
    if term in known:
        return True
    if any(character.isdigit() for character in term) or len(term) < STEM_CHARS_MIN:
        return False
    return any(
        abs(len(term) - len(other)) <= STEM_TAIL_MAX
        and min(len(term), len(other)) >= STEM_CHARS_MIN
        and (term.startswith(other) or other.startswith(term))
        for other in known
    )


def sort_of(term: str, content: str) -> str:
    """What kind of word has no support: that is the reason a statement is dropped for."""
    if any(character.isdigit() for character in term):
        return "number"
    capital = any(word[:1].isupper() and term in content_terms(word) for word in content.split()[1:])
    return "name" if capital else "words"
