"""Does what a model retells stand in what it was given? For summaries and profiles, sentence by sentence.

Pure. A retelling may choose its verbs, so not every word must stand in the sources, as it must for a claim
(`claims.py`); but most must, and every name, number and date, and no "not" may come or go. A sentence that fails is
dropped with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from recollect.rules.temporal import intervals
from recollect.rules.text import fold
from recollect.write.extract.sentences import sentences
from recollect.write.support.claims import denies
from recollect.write.support.derivable import Span, follows, spans
from recollect.write.support.wording import all_words, content_terms, frame, sort_of, supported

WORDS_SHARE_MIN: Final = 0.6
"""Of a sentence's content words, how many must stand in the sources."""
SENTENCES_MAX: Final = 4_000
SENTENCE_CHARS_MAX: Final = 500


class Ground:
    """What a model was shown, ready to be asked about."""

    def __init__(self, said: Iterable[tuple[str, datetime]], *, names: Iterable[str] = ()) -> None:
        """`said`: each text and when it was said; `names`: who speaks."""
        self._sentences: list[tuple[frozenset[str], bool]] = []
        self._spans: list[Span] = []
        self._at: datetime | None = None
        words: set[str] = set(frame())
        spoken: list[str] = []
        for text, at in said:
            self._at = at
            self._spans.append((at, at + timedelta(days=1)))
            for place in sentences(text):
                if len(self._sentences) >= SENTENCES_MAX:
                    break
                sentence = text[place.start : place.end]
                found = frozenset(content_terms(sentence)) | all_words(sentence)
                self._sentences.append((found, denies(sentence)))
                self._spans += spans(sentence, at)
                words |= found
            spoken.append(fold(text))
        for name in names:
            words.update(content_terms(name))
        self._words = frozenset(words)
        self._spoken = "\n".join(spoken)

    def unsupported(self, sentence: str) -> str | None:
        """Why a sentence cannot be kept: too_long, empty, date, number, name, words or polarity. None: it can."""
        if len(sentence) > SENTENCE_CHARS_MAX:
            return "too_long"
        rest = sentence
        for interval in intervals(sentence, self._at) if self._at is not None else ():
            if fold(interval.text) not in self._spoken:
                if not follows(interval.start, interval.end, self._spans):
                    return "date"
                rest = rest.replace(interval.text, " ")
        claimed = dict.fromkeys(content_terms(rest))
        if not claimed:
            return "empty"
        missing = [term for term in claimed if not supported(term, self._words)]
        for term in missing:
            sort = sort_of(term, rest)
            if sort != "words":
                return sort
        if len(missing) > (1 - WORDS_SHARE_MIN) * len(claimed):
            return "words"
        return None if self._agrees(frozenset(claimed), denies(sentence)) else "polarity"

    def says_day(self, start: datetime, end: datetime) -> bool:
        return follows(start, end, self._spans)

    def _agrees(self, claimed: frozenset[str], denied: bool) -> bool:
        """Whether one of the sentences that share most with it denies as it does."""
        shared = [(len(found & claimed), negated) for found, negated in self._sentences]
        most = max((count for count, _ in shared), default=0)
        return any(negated == denied for count, negated in shared if count == most)
