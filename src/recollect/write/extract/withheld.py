"""What somebody says and asks not to have remembered: "Don't store this: …", "I'm pregnant. Please don't keep that."

`without` blanks the sentence with the request (`withholding.py`) and what it points at, in the length of the turn. A
request inside a quotation or a pasted text is somebody else's. It stops learning only: the turn stays as it was said,
and nothing that is known already is removed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.occasions import FREQUENCY
from recollect.rules.lexicon.verbs import SPORTS_LOGGED
from recollect.write.extract.masking import mask
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import sentences
from recollect.write.extract.withholding import BACK, DO_NOT, POLITE, REQUEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recollect.write.extract.sentences import Sentence

_COLON: Final = Lazy(r"\s*[:：]")
_WORDS: Final = Lazy(r"[^\W_]+")


def without(text: str) -> str:
    """A turn with blanks for what it asks not to be remembered; as it was where it asks for nothing."""
    if REQUEST.search(text.replace("’", "'")) is None:
        return text
    kept: list[str] = []
    at = 0
    for start, end in sorted(_spans(mask(text))):
        if end > at:
            kept += (text[at:start], " " * (end - max(at, start)))
            at = end
    return "".join((*kept, text[at:]))


def _spans(masked: str) -> Iterator[tuple[int, int]]:
    found = sentences(masked)
    ends = [one.end for one in found]
    asked: dict[int, list[re.Match[str]]] = {}
    for request in REQUEST.finditer(masked):
        at = bisect_left(ends, request.end())
        if at < len(found) and found[at].start < request.end() and not _own_log(masked, found[at], request):
            asked.setdefault(at, []).append(request)
    for at, requests in asked.items():
        yield from _meant(masked, found, at, requests)


def _own_log(masked: str, sentence: Sentence, request: re.Match[str]) -> bool:
    """ "I run daily but don't log it": a sport of the speaker's own that he keeps no log of. Of anything else, with any
    other verb, and where more is told than how often, it is asked for."""
    if _LOGGED.match(request.group()) is None:
        return False
    before = _OWN_SPORT.match(masked[sentence.start : request.end()].lower()[:OWN_SPORT_MAX])
    if before is None:
        return False
    told = _WORDS.findall(f"{before['often']} {before['how']}")
    return not _HABITS.isdisjoint(told) and all(word in _HABITS or word in _STRETCHES for word in told)


OWN_SPORT_MAX: Final = 120
_LOGGED: Final = Lazy(rf"\s*(?:(?:and|but),? )?{DO_NOT} log it(?: anywhere)?$", re.IGNORECASE)
_OWN_SPORT: Final = Lazy(
    rf"\s*i (?P<often>(?:\w+ )??)(?:{'|'.join(sorted(SPORTS_LOGGED))})\b(?P<how>[^.:;!?()\n]*?),? (?:and|but),? "
    rf"{DO_NOT} log it(?: anywhere)?$"
)
_HABITS: Final = FREQUENCY["en"] | {"lot"}
_STRETCHES: Final = frozenset("a an the in day days week month year morning evening night afternoon".split())


def _meant(masked: str, found: list[Sentence], at: int, requests: list[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """The sentence of the requests, and where that says nothing more, what stands before or after it."""
    sentence = found[at]
    yield sentence.start, sentence.end
    if any(_COLON.compiled.match(masked, one.end()) or masked[one.end() - 1] in ":：" for one in requests):
        yield sentence.end, len(masked)
    elif all(one["told"] is None for one in requests) and _says_nothing_more(masked, sentence, requests):
        if at:
            yield found[0].start, sentence.start
        points_back = any(BACK.search(one.group()) for one in requests)
        if not at or (at + 1 < len(found) and not points_back):
            yield sentence.end, len(masked)


def _says_nothing_more(masked: str, sentence: Sentence, requests: list[re.Match[str]]) -> bool:
    starts = [*(one.start() for one in requests), sentence.end]
    ends = [sentence.start, *(one.end() for one in requests)]
    beside = " ".join(masked[end:start] for end, start in zip(ends, starts, strict=True))
    return len(_WORDS.findall(POLITE.sub(" ", beside))) <= 1
