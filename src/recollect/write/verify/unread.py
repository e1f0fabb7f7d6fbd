"""Whether two statements differ in words that cannot be read here, so that the one may deny the other.

What denies is known in nine languages. In others "않는다", "ไม่" or "niet" is a word like any other, and in scripts
without spaces one character is another brother, hour or number. There nothing but the same words is a repetition.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.change import NEGATION
from recollect.rules.lexicon.negation import ELSEWHERE
from recollect.rules.text import fold
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word, concepts

_READ: Final = late(r"[\u0000-\u036f\u0900-\u097f\u1e00-\u1eff]")
"""Latin and Devanagari."""
_DENYING: Final = frozenset(fold(word) for word in ELSEWHERE)
_IDLE: Final = frozenset("的 很 是 吧 啊 呀 嘛 です だ ね よ".split())
"""Forms of Chinese and Japanese without which the same is said."""
KNOWN_SHARE: Final = 0.34
"""Share of the words that must be in our lists for a statement in Latin letters to be in a language that we read."""
WORDS_APART: Final = 2
"""Words of either statement that the other lacks, up to which the two are one sentence that may be denied."""


def read_apart(old: Statement, new: Statement) -> bool:
    """Whether they differ in a word that nobody here can read; never for the same words in the same order."""
    mine, yours = ([word for word in side.words if _foreign(word)] for side in (old, new))
    if mine or yours:
        whole = any(2 * len(foreign) >= len(side.words) for foreign, side in ((mine, old), (yours, new)) if foreign)
        return _told(old.words if whole else mine) != _told(new.words if whole else yours)
    if not (old.forms ^ new.forms).isdisjoint(_DENYING):
        return True
    before, after = (Counter(word.form for word in side.words) for side in (old, new))
    apart = (before - after, after - before)
    if not 0 < max(side.total() for side in apart) <= WORDS_APART or _is_read(old, new):
        return False
    return any(word.form in forms and not _known(word) for forms in apart for side in (old, new) for word in side.words)


def _foreign(word: Word) -> bool:
    return _READ.match(word.form) is None


def _told(words: tuple[Word, ...] | list[Word]) -> str:
    return "".join(word.form for word in words if word.form not in _IDLE)


def _is_read(old: Statement, new: Statement) -> bool:
    words = [
        word for side in (old, new) for word in side.words if not word.name and word.form not in side.subject.words
    ]
    return sum(_known(word) for word in words) >= KNOWN_SHARE * len(words)


def _known(word: Word) -> bool:
    table = concepts()
    listed = word.form in table or (word.form.startswith(word.stem) and "~" + word.stem in table)
    return listed or word.filler or word.form in NEGATION or word.form[0].isdigit()
