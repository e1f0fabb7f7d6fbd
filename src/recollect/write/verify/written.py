"""What two texts tell otherwise in how they are written: other signs, other marks on the same letters.

Words are compared without both, so that "José" finds "Jose". But "A+" and "A-", 👍 and 👎, "fördern" and "fordern" are
two values, and what is dropped as a repetition is lost. When in doubt it is no repetition.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.persons import ENGLISH_TOO, MARKS
from recollect.rules.signs import is_mark, signs, without_smile
from recollect.rules.text import fold
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_LATIN_MARKS: Final = late("[\u0300-\u036f]")
_OTHER_LETTER: Final = late("[\u0308\u030a]")
"""Dots and ring make another letter; acute, grave, circumflex, tilde and cedilla are often not typed."""
_IN_FORMULAS: Final = frozenset("+-<>≠≤≥!")
"""What stands with figures and formulas is never said in other words; "=" may be "is"."""
UNMARKED_MIN: Final = 4
"""Letters of a word whose marks may have been left out; shorter ones are other words: "si" and "sí", "du" and "dû"."""


def written_otherwise(old: Statement, new: Statement) -> bool:
    """Whether the two differ in signs or in marks on letters, so that the one does not repeat the other."""
    return _other_signs(old, new) or _other_marks(old, new)


def _other_signs(old: Statement, new: Statement) -> bool:
    """In the same words every sign counts; in other words "$5" may be "5 dollars", and both must have one of their
    own."""
    mine, yours = signs(old.text), signs(new.text)
    if mine == yours or _smiles_once(old.text, new.text):
        return False
    if same_forms(old, new) or _IN_FORMULAS.intersection(mine) != _IN_FORMULAS.intersection(yours):
        return True
    return bool(Counter(mine) - Counter(yours)) and bool(Counter(yours) - Counter(mine))


def _smiles_once(old: str, new: str) -> bool:
    """Whether nothing but a smile at the end of one of them tells their signs apart; two smiles are two moods."""
    plain, bare = without_smile(old), without_smile(new)
    return (plain == old) != (bare == new) and signs(plain) == signs(bare)


def same_forms(old: Statement, new: Statement) -> bool:
    """The same words in the same order."""
    return len(old.words) == len(new.words) and all(
        mine.form == yours.form for mine, yours in zip(old.words, new.words, strict=True)
    )


def _other_marks(old: Statement, new: Statement) -> bool:
    if old.text.isascii() and new.text.isascii():
        return False
    if _joined(old) == _joined(new) and _foreign_marks(old.text) != _foreign_marks(new.text):
        return True
    mine, yours = _spelt(old), _spelt(new)
    bare = not (_marked(old.text) and _marked(new.text))
    english = bare and _is_english(old) and _is_english(new)
    names = {word.form for side in (old, new) for word in side.words if word.name}
    return any(
        spelt.isdisjoint(yours[form])
        and not (bare and all(_left_out(one, other, english, form in names) for one in spelt for other in yours[form]))
        for form, spelt in mine.items()
        if form in yours
    )


def _is_english(statement: Statement) -> bool:
    """Whether more of its words are English than of any other language: there a mark is never another word."""
    lows = [word.text.lower() for word in statement.words if not (word.name or word.text == "I")]
    known = sum(word.text == "I" or _is_concept(word) for word in statement.words)
    counts = {code: sum(low in marks for low in lows) for code, marks in MARKS.items()}
    english = known + counts.pop("en") + sum(low in ENGLISH_TOO for low in lows)
    return english > max(counts.values())


def _is_concept(word: Word) -> bool:
    """The word by which its kind is called here, which is an English one: "sister", "lives"."""
    concept = word.concept.removeprefix("kin:")
    return word.concept != word.stem and word.form in (concept, f"{concept}s")


def _foreign_marks(text: str) -> list[str]:
    """Vowels and tones of scripts that write them as marks, which are no part of a word's form, with their letters."""
    plain = unicodedata.normalize("NFKC", text)
    return [plain[max(0, at - 1) : at + 1] for at, mark in enumerate(plain) if is_mark(mark)]


def _joined(statement: Statement) -> str:
    return "".join(word.form for word in statement.words)


def _spelt(statement: Statement) -> dict[str, set[str]]:
    """By form, how its words are spelt in small letters."""
    found: dict[str, set[str]] = {}
    for word in statement.words:
        spelt = unicodedata.normalize("NFKC", word.text).lower().replace("’", "'")
        found.setdefault(word.form, set()).add(spelt)
    return found


def _marked(text: str) -> bool:
    return _LATIN_MARKS.search(unicodedata.normalize("NFD", text)) is not None


def _left_out(one: str, other: str, english: bool, name: bool) -> bool:
    """Whether nothing but marks that are often not typed tells the two words apart. In English that may be any ("café",
    "Zürich"). Elsewhere not on the last letter, where they make another tense ("trabajo", "trabajó"), nor in short
    words, unless it is a name."""
    apart = [unicodedata.normalize("NFD", word) for word in (one, other)]
    bare = [_LATIN_MARKS.sub("", word) for word in apart]
    if bare[0] != bare[1]:
        return False
    if english:
        return True
    if any(_OTHER_LETTER.search(word) for word in apart):
        return False
    last = [_LATIN_MARKS.match(word[-1]) is not None for word in apart]
    return name or (len(bare[0]) >= UNMARKED_MIN and last[0] == last[1]) or fold(one) in GIVEN_NAMES
