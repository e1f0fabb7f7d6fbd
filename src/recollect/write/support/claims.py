"""Does the source say so? A statement is held against the turns it was made from, word by word.

Pure. The source is what users said, clause by clause (`clauses.py`). A statement is supported when each of its content
words (by stem), numbers, names and dates stands in the speaker's turns or follows from them, in clauses about the same
one that tell them together (`bearing.py`); its denial and its past match the clause it rests on, and that clause is
neither a question nor a hypothesis nor an order to the memory itself. What the rules read out of the turns is
supported. Strict on purpose: what falls here is found by rules or said again; an invention that gets in stays.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.holders import OF, WITH_NOUNS
from recollect.rules.temporal import Interval, intervals
from recollect.rules.text import fold
from recollect.write.extract.sentences import sentences
from recollect.write.support.bearing import Bearing, Part, is_over
from recollect.write.support.clauses import CLAUSES_MAX, About, Clause, about_of, clauses_of, parts_of
from recollect.write.support.denying import agree, denies
from recollect.write.support.derivable import Span, follows, spans
from recollect.write.support.wording import content_terms, frame, inflected, sort_of, supported

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
_THE_USER: Final = late(r"(?:the\s+)?user\b")
_NAME_ENDS: Final = r"(?:\b|(?=[\u3040-\u30ff\u3400-\u9fff]))"
_NO_SPACE: Final = late("[\u3040-\u30ff\u3400-\u9fff]")
_PARTICLE: Final = late("^(?:は|が|的|の)")


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Why a statement is not supported, or the words it rests on and the turns they stand in."""

    reason: str | None = None
    detail: str = ""
    quote: str = ""
    turns: frozenset[int] = frozenset()


class Source:
    """What users said, ready to be asked about."""

    def __init__(self, said: Iterable[tuple[str, str, datetime]], *, speakers: Iterable[str]) -> None:
        """`said`: speaker and text of each user turn, and when; `speakers`: the names of everybody in the
        conversation."""
        self._clauses: list[Clause] = []
        self._spans: list[list[Span]] = []
        self._said_at: list[datetime] = []
        for turn, (speaker, text, at) in enumerate(said):
            self._said_at.append(at)
            self._spans.append([span for place in sentences(text) for span in spans(text[place.start : place.end], at)])
            group = self._clauses[-1].group if self._clauses else 0
            found = clauses_of(text, speaker=speaker, turn=turn, at=at, group=group)
            self._clauses += itertools.islice(found, max(0, CLAUSES_MAX - len(self._clauses)))
        self._names = frozenset(term for name in speakers for term in content_terms(name))
        self._bearing = Bearing(self._clauses)

    def verdict(self, content: str) -> Verdict:
        """Whether the turns support a statement, and by which words."""
        clauses, speaker = self._of_speaker(content)
        if not clauses:
            return Verdict(reason="speaker", detail="nobody with that name said anything, or several may be meant")
        same = _bare(content)
        for clause in clauses:
            if clause.retold and _bare(clause.retold) == same and not unfit(clause, content):
                return Verdict(quote=clause.sentence, turns=frozenset((clause.turn,)))
        rest, dates = self._without_dates(_without_name(content, speaker), clauses)
        silent = self._names | frame()
        if all(clause.language != "en" for clause in clauses):
            silent |= WITH_NOUNS | OF  # an index of English words has them
        known = frozenset().union(*(clause.terms for clause in clauses)) | silent
        foreign = frozenset().union(*(clause.terms for clause in clauses if clause.language != "en"))
        claimed = content_terms(rest)
        told = next((term for term in claimed if term not in self._names), "")
        for term in claimed:
            if not supported(term, known) and not (term == told and inflected(term, foreign)):
                return Verdict(reason=sort_of(term, rest), detail=term)
        found = self._of_clauses(rest, speaker, clauses, silent, dated=bool(dates))
        if found.reason is None and (wrong := self._undated(dates, found.turns)):
            return Verdict(reason="date", detail=wrong)
        return found

    def says_date(self, day: datetime, verdict: Verdict) -> bool:
        """Whether a day follows from the turns a verdict rests on, or is the day of one of them."""
        said = self._spans_near(verdict.turns)
        return any(day.date() == self._said_at[turn].date() for turn in verdict.turns) or follows(day, day, said)

    def says_name(self, name: str) -> bool:
        known = frozenset().union(*(clause.terms for clause in self._clauses), self._names)
        found = content_terms(name)
        return bool(found) and all(term in known for term in found)

    def _of_speaker(self, content: str) -> tuple[list[Clause], str]:
        """The clauses a statement may rest on, and who says them: those of the speaker it begins with, else
        everybody's. "The user" is nobody in particular where several speak."""
        start = fold(content.lstrip())
        speakers = sorted({clause.speaker for clause in self._clauses}, key=len, reverse=True)
        for speaker in speakers:
            if re.match(re.escape(fold(speaker)) + _NAME_ENDS, start):
                return [clause for clause in self._clauses if clause.speaker == speaker], speaker
        if len(speakers) > 1 and _THE_USER.match(start):
            return [], ""
        return self._clauses, speakers[0] if len(speakers) == 1 else ""

    def _without_dates(self, content: str, clauses: Sequence[Clause]) -> tuple[str, list[Interval]]:
        """The statement without the dates that nobody spoke out, and these: they must follow from what was said."""
        spoken = fold(" ".join(clause.sentence for clause in clauses))
        unsaid = [
            interval
            for interval in intervals(content, self._said_at[clauses[-1].turn])
            if fold(interval.text) not in spoken
        ]
        for interval in unsaid:
            content = content.replace(interval.text, " ")
        return content, unsaid

    def _undated(self, dates: Sequence[Interval], turns: frozenset[int]) -> str:
        """The first date that does not follow from these turns."""
        said = self._spans_near(turns)
        return next((date.text for date in dates if not follows(date.start, date.end, said)), "")

    def _spans_near(self, turns: frozenset[int]) -> list[Span]:
        """What these turns may mean by a time, and what was said on the same day."""
        days = {self._said_at[turn].date() for turn in turns}
        near = [spans for spans, at in zip(self._spans, self._said_at, strict=True) if at.date() in days]
        return [span for found in near for span in found]

    def _of_clauses(
        self, content: str, speaker: str, clauses: Sequence[Clause], silent: frozenset[str], *, dated: bool
    ) -> Verdict:
        """Hold each clause of the statement against those of the source that are about the same one."""
        quotes: dict[str, None] = {}
        turns: set[int] = set()
        about, opened = About(), False
        whole = frozenset(content_terms(content))
        for text in parts_of(content, speaker):
            about, opened = about_of(text, speaker, about, goes_on=opened), True
            part = Part(text=text, speaker=speaker, about=about, whole=whole, silent=silent)
            if not part.terms:
                continue
            borne = self._bearing.borne(part, clauses)
            if isinstance(borne, str):
                return Verdict(reason="subject", detail=borne)
            most = max(len(clause.terms & part.terms) for clause in borne)
            best = [clause for clause in borne if len(clause.terms & part.terms) == most]
            agreeing = [clause for clause in best if agree(clause.text, text)]
            if not agreeing:
                return Verdict(reason="polarity", detail=best[0].text)
            clause = next((one for one in agreeing if unfit(one, text, dated=dated) is None), None)
            if clause is None:
                reason = unfit(agreeing[-1], text, dated=dated)
                return Verdict(reason=reason, detail=agreeing[-1].sentence)
            quotes |= dict.fromkeys(one.sentence for one in borne if one is clause or not one.retold)
            turns |= {one.turn for one in borne}
        if not quotes:
            return Verdict(reason="empty", detail=content)
        return Verdict(quote=" ".join(quotes), turns=frozenset(turns))


def _bare(text: str) -> str:
    return fold(text).strip(".!。！ ")


def _without_name(content: str, speaker: str) -> str:
    """In a script without spaces a name is no word of its own."""
    rest = content.lstrip()
    if speaker and rest.startswith(speaker) and _NO_SPACE.match(rest[len(speaker) :]):
        return f"{speaker} {_PARTICLE.sub('', rest[len(speaker) :])}"
    return content


def polarity(text: str) -> int:
    """-1 when something is denied or disliked."""
    return -1 if denies(text) or _DISLIKE.search(text) else 1


def hedged(text: str) -> bool:
    return bool(_HEDGE.search(text))


def unfit(clause: Clause, part: str, *, dated: bool = False) -> str | None:
    """What the rules read in a sentence they have told from what is asked or supposed there."""
    if _ORDER.search(clause.sentence):
        return "instruction"
    if not clause.retold and clause.sentence.rstrip("\"'” ").endswith(("?", "？")):
        return "question"
    if not clause.retold and _HYPOTHESIS.search(clause.sentence) and not _HYPOTHESIS.search(part):
        return "hypothesis"
    return "tense" if is_over(clause.text) and not (dated or is_over(part, claimed=True)) else None
