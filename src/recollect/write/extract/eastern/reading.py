"""Chinese, Japanese and Hindi: which script a text is in, and which reader reads it.

A clause is refused when it asks, requests or supposes; it is kept when it names the speaker, or when it has the shape
of a personal datum after a clause that did. Content keeps the words of the turn and puts the name for the pronoun.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.write.extract.drafts import DRAFTS_MAX, Draft, Turn
from recollect.write.extract.eastern.chinese import chinese
from recollect.write.extract.eastern.common import CLAUSE_MARKS
from recollect.write.extract.eastern.hindi import hindi
from recollect.write.extract.eastern.japanese import japanese
from recollect.write.extract.eastern.tone import is_bitter, is_play
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recollect.write.extract.sentences import Sentence

_KANA: Final = Lazy(r"[\u3040-\u30ff]")
_HAN: Final = Lazy(r"[\u3400-\u9fff]")
_DEVANAGARI: Final = Lazy(r"[\u0900-\u097f]")
_OTHER: Final = Lazy(r"[\u0370-\u08ff\u0980-\u1fff\uac00-\ud7ff]")


def script(text: str) -> str | None:
    """The language by its script: "ja", "zh", "hi", "" for a script no reader knows, None for Latin letters."""
    if _KANA.search(text):
        return "ja"
    if _HAN.search(text):
        return "zh"
    if _DEVANAGARI.search(text):
        return "hi"
    letters = sum(sign.isalpha() for sign in text)
    return "" if len(_OTHER.findall(text)) * 2 > letters > 0 else None


def read(text: str, found: Sequence[Sentence], turn: Turn, language: str) -> list[Draft]:
    """The drafts of a turn in one of these languages."""
    reader = READERS[language]
    for sentence in found:
        body = text[sentence.start : sentence.end]
        if len(turn.told) >= DRAFTS_MAX or is_play(body, language):
            break
        if (sentence.mark == "?" and "、" not in body and not CLAUSE_MARKS.search(body)) or is_bitter(body, language):
            continue
        reader(text, sentence, turn)
    return turn.told


READERS: Final[dict[str, Callable[[str, Sentence, Turn], None]]] = {"zh": chinese, "ja": japanese, "hi": hindi}
