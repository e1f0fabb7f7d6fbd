"""What was arranged for a day, which lies ahead though the verb is past: "my exam was moved to Monday".

Only of what takes place once: a garbage day that was changed to Friday, or a weekly lunch, is on every Friday from now
on. And only where nothing that follows tells how it went, or that it was called off.
"""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.expressions import MONTH
from recollect.rules.lexicon.occasions import FREQUENCY, TAKES_PLACE_ONCE
from recollect.write.extract.patterns import Lazy

_WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_DAY_AT_THE_END: Final = (
    rf" (?P<day>(?:the |next |this |coming )*(?:{_WEEKDAY}\b|[0-3]?\d(?:st|nd|rd|th)?(?: of)? {MONTH}"
    rf"|{MONTH} [0-3]?\d(?:st|nd|rd|th)?\b|tomorrow\b|tonight\b)(?: (?:morning|afternoon|evening|night)\b)?)"
    r"(?=\s*(?:$|[.,;!?)\n–-]|(?:at|around|in|with|by|because|since|due|instead|now|already|so|and|but)\b))"
)
_PHRASE: Final = r"(?:[^.,;:!?()\n]|(?<=dr)\.|(?<=mr)\.|(?<=mrs)\.|(?<=ms)\.)"
_PASSIVE: Final = Lazy(
    rf"(?P<what>{_PHRASE}{{2,80}}?)(?: (?:is|are|was|were|been|got|gets)|'s|'re)(?: (?:been|now|just"
    r"|already|finally|all|[a-z]+ly))* (?:moved|shifted|pushed|bumped|brought|put|rescheduled|postponed|delayed"
    r"|deferred|changed|set|scheduled|booked|planned|arranged)(?: (?:back|forward|off|up|in))?(?: from [\w ]{3,20}?)?"
    rf" (?:to|for|until|till|on){_DAY_AT_THE_END}",
    re.IGNORECASE,
    hints="moved shifted pushed bumped brought put rescheduled postponed delayed deferred changed set scheduled booked "
    "planned arranged",
)
_BY_THE_SPEAKER: Final = Lazy(
    r"\b(?:i|we)(?:'ve| have)?(?: (?:just|already|finally|now))? (?:(?:re)?scheduled|(?:re)?booked|postponed)"
    rf" (?P<what>{_PHRASE}{{2,80}}?) (?:to|for|until|till){_DAY_AT_THE_END}",
    re.IGNORECASE,
    hints="scheduled booked postponed",
)
_LONG_AGO: Final = Lazy(
    r"\b(?:19|20)\d\d\b|\bago\b|\blast (?:year|month|spring|summer|autumn|fall|winter)\b", re.IGNORECASE
)
_OVER: Final = Lazy(
    r"^[^.!?\n]*\bbut\b|\b(?:cancel\w*|call(?:ed)? (?:it )?off|fell through|no longer|postponed|back|(?:had|did) it"
    r"|(?:it|everything|all|that)"
    r" (?:really |all )?(?:went|was|were|got|took|turned|ended|didn't|did|had|happened)|went"
    r"|(?:and|then|,) (?:was|were|got|took|turned|ended|didn't|did|had|never|it's over|is over)"
    r"|(?:i|we) (?:\w+ly |even )?(?:passed|failed|missed|skipped|aced|survived|won|lost|enjoyed|loved))\b",
    re.IGNORECASE,
)
"""After the day: it is over, or will not be."""
_JOINTS: Final = Lazy(r"\b(?:and|but|because|so|that|when)\b", re.IGNORECASE)
_ATTRIBUTES: Final = frozenset("with at in for of on to from about by near and".split())
_ON_AND_ON: Final = FREQUENCY["en"] | frozenset("shift shifts regular recurring standing permanently".split())


def arranged_for(text: str, after: str = "") -> int:
    """Where the day begins that something was arranged for, or 0. `after`: what was said after it."""
    match = _PASSIVE.search(text) or _BY_THE_SPEAKER.search(text)
    if match is None or _LONG_AGO.search(text) or _OVER.search(text[match.end() :] + after):
        return 0
    words = re.findall(r"[^\W\d_][\w-]*", text.lower())
    once = _ON_AND_ON.isdisjoint(words) and "day off" not in text.lower()
    return match.start("day") if once and _takes_place_once(match["what"]) else 0


def _takes_place_once(what: str) -> bool:
    """Whether the noun of the phrase is one of an occasion: the appointment of "my appointment with Dr. Olsen"."""
    start = max((joint.end() for joint in _JOINTS.finditer(what)), default=0)
    words = what[start:].lower().split()
    end = next((place for place, word in enumerate(words) if place and word in _ATTRIBUTES), len(words))
    return bool(words) and words[end - 1] in TAKES_PLACE_ONCE
