"""Short answers to the assistant in a European language: a correction, or a choice among what it had offered.

"drei Kinder, nicht zwei" and "de México, por favor" are no clauses; they say something only after what was said
before. Only the words of the speaker are kept.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.clauses import OR, TIMES
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.european.pieces import opener, without_opening, words_of
from recollect.write.extract.european.verbs import speaks
from recollect.write.extract.masking import QUOTED, SECRET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token
    from recollect.write.extract.sentences import Sentence

WORDS_MAX: Final = 14
_VALUE_MAX: Final = 6
_NO: Final = frozenset("nein nee ne nö no non nan não nao doch".split())
_NOT: Final = frozenset("nicht kein keine no non não nao pas sino sondern mais".split())
_DECIDED: Final = frozenset("tranché décidé acté decidido entschieden beschlossen fechado deciso resuelto".split())
_WORD: Final = re.compile(r"\w{3,}")
_MEANT_BY_NOBODY: Final = frozenset("que para por con der die das und oder the und une les des con com para".split())


def read(text: str, found: Sequence[Sentence], turn: Turn, language: str) -> bool:
    """Whether the first sentence is such an answer; its draft is then told."""
    if not found or found[0].mark == "?":
        return False
    words = words_of(text, found[0].start, found[0].end)
    if _refuses(words, language, turn):
        return True
    kept = without_opening(words, language)
    if not kept or len(kept) > WORDS_MAX or any(QUOTED in token.low or SECRET in token.low for token in kept):
        return False
    kept = _fragment(kept, language)
    if not kept:
        return False
    contrast = _contrasts(kept, turn.before)
    chosen = _offered(turn.before) and _named_before(kept, turn.before)
    decided = any(token.low in _DECIDED for token in kept) and _named_before(kept, turn.before)
    if not contrast and not chosen and not decided:
        return False
    body = " ".join(text[kept[0].start : kept[-1].end].split())
    kind = "decision" if decided else "correction" if contrast else "preference"
    turn.told.append(Draft(f"{turn.name}: {body}", kind, kept[0].start, kept[-1].end))
    return len(kept) >= len(words) - 2


def _refuses(words: list[Token], language: str, turn: Turn) -> bool:
    """ "nein, am Sonntag", "no, el 24": the value that is right, in the place of the one the assistant had said."""
    if len(words) < 3 or words[0].low not in _NO:
        return False
    start = next((at for at, token in enumerate(words) if token.low not in _NO and token.low != ","), len(words))
    end = next((at for at in range(start, len(words)) if words[at].low == ","), len(words))
    value = words[start:end]
    if not value or len(value) > _VALUE_MAX or speaks(value, language) >= 0 or opener(value, language):
        return False
    tells = any(token.low[:1].isdigit() or token.low in TIMES[language] or _is_name(token, value) for token in value)
    if not tells:
        return False
    said = turn.text[value[0].start : value[-1].end]
    turn.told.append(Draft(f"{turn.name}: {said}", "correction", value[0].start, value[-1].end))
    return end >= len(words)


def _is_name(token: Token, words: Sequence[Token]) -> bool:
    return token.text[:1].isupper() and (token is not words[0] or len(words) <= 2)


def _fragment(words: list[Token], language: str) -> list[Token]:
    """The words before the first clause that has a verb of the speaker's."""
    commas = [place for place, token in enumerate(words) if token.low in {",", ";", ":"}]
    for comma in commas:
        if speaks(words[comma + 1 :], language) >= 0:
            words = words[:comma]
            break
    return words if speaks(words, language) < 0 else []


def _contrasts(words: Sequence[Token], before: str) -> bool:
    """ "drei, nicht zwei", "no el 14, el 24", "Coimbra não, Aveiro": one value was said before, the other was not."""
    lows = [token.low for token in words]
    if "," not in lows or not any(low in _NOT for low in lows):
        return False
    said = _words(before)
    own = [low for low in lows if len(low) > 1 and low not in _NOT and low.isalnum()]
    return any(low in said for low in own) and any(low not in said for low in own)


def _offered(before: str) -> bool:
    words = before.lower().split()
    return before.rstrip().endswith("?") and any(word in OR for word in words)


def _named_before(words: Sequence[Token], before: str) -> bool:
    said = {word for word in _words(before.rsplit(". ", 1)[-1]) if word not in _MEANT_BY_NOBODY}
    return any(token.low in said for token in words)


def _words(text: str) -> set[str]:
    return {match.group() for match in _WORD.finditer(text.lower())} | {
        part.strip(".,!?") for part in text.lower().split()
    }
