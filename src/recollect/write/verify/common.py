"""What two statements have in common, weighed by what each word tells among all that is known of a person."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from recollect.rules.lexicon.change import PLANS
from recollect.rules.text import fold
from recollect.write.verify.align import Alignment
from recollect.write.verify.background import GENERIC_WORTH, Background
from recollect.write.verify.frame import Signals
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

COVER_WORTH_MIN: Final = 0.4
"""A word that tells little still is a part of what is said, and must be found in the other statement."""
ALIKE_MIN: Final = 0.7
"""Words less alike than this are two words."""
ONE_WORD: Final = 0.5
"""Worth of one word that stands in few memories: enough where nearly all of the known statement is found again."""
TWO_WORDS: Final = 1.1
RARE_WORD: Final = 0.7
"""Of 200 memories four may hold it: then a statement about it is about the one that is known."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the two have in common, weighed by what each word tells."""

    shared: tuple[Word, ...]
    """Telling words in common, as the new statement has them."""
    worth: float
    cover_old: float
    cover_new: float

    @property
    def least(self) -> float:
        return min(self.cover_old, self.cover_new)

    @property
    def both(self) -> float:
        return self.cover_old + self.cover_new

    @property
    def enough(self) -> bool:
        """Two telling words, or one that is nearly all the known statement has."""
        return self.worth >= TWO_WORDS or (self.worth >= ONE_WORD and self.cover_old >= 0.8)


def weigh_common(old: Statement, new: Statement, alignment: Alignment, background: Background) -> Found:
    named = _spoken_of(old) | _spoken_of(new)
    olds = [(w, s) for w, s in zip(old.content, alignment.old_scores, strict=True) if w.form not in named]
    news = [(w, s) for w, s in zip(new.content, alignment.new_scores, strict=True) if w.form not in named]
    shared = tuple(word for word, score in news if score == 1.0 and background.worth(word) > GENERIC_WORTH)
    return Found(
        shared=shared,
        worth=sum(background.worth(word) for word in {word.stem: word for word in shared}.values()),
        cover_old=_cover(olds, background),
        cover_new=_cover(news, background),
    )


def _spoken_of(statement: Statement) -> frozenset[str]:
    """Names and headings the statement is about: that both have one is no topic in common."""
    first = statement.words[: statement.subject.end or 1]
    heading = _HEADING.match(statement.text)
    label = frozenset(fold(heading.group(1)).split()) if heading else frozenset()
    return label | frozenset(word.form for word in first if word.capital or word.name)


_HEADING: Final = re.compile(r"[^(:]{1,40} \(([^)]{1,80})\):")
"""What a statement stands under: "Ana (packing list): wool socks"."""


def _cover(scores: list[tuple[Word, float]], background: Background) -> float:
    weighed = [(score, max(COVER_WORTH_MIN, background.worth(word))) for word, score in scores]
    total = sum(worth for _, worth in weighed)
    return sum(score * worth for score, worth in weighed if score >= ALIKE_MIN) / total if total else 0.0


def swapped_round(new: Statement, signals: Signals) -> bool:
    return bool(signals["swapped"]) and not new.forms.isdisjoint(("over", "than", "instead", "rather"))


def only_meant(statement: Statement) -> bool:
    """Whether it tells of what is wanted or planned only."""
    if "wish" in statement.cues:
        return True
    if statement.forms.isdisjoint(PLANS):
        return False
    return any(word.form in PLANS and word.text != "May" for word in statement.words)
