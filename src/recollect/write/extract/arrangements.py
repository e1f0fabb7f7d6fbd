"""What was arranged for a day, which lies ahead though the verb is past: "my exam was moved to Monday".

Only of what takes place once: a garbage day that was changed to Friday, or a weekly lunch, is on every Friday from now
on. And only where nothing that follows tells how it went, or that it was called off.

A day of a month says more than a weekday: whatever was put off to March 6 is to come ("they moved it to March 6"), and
so is what was got or is wanted for it ("they want it by March 6"). That alone makes no plan of what is told.
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
_DATE: Final = (
    rf"(?P<day>(?:the |early |mid-? ?|late )?(?:[0-3]?\d(?:st|nd|rd|th)?(?: of)? {MONTH}"
    rf"|{MONTH}(?: (?:the )?[0-3]?\d(?:st|nd|rd|th)?\b)?))"
)
_OFFERED: Final = (
    r"(?:appointment|slot|date|interview|viewing|spot|place|venue|room|hall|hotel|flight|table|restaurant|church"
    r"|opening)"
)
_SETTLED: Final = (
    Lazy(  # "they moved it to March 6", "I had to postpone the surgery to March 6"
        r"\b(?:mov(?:e|ed|ing)|shift(?:ed|ing)?|push(?:ed|ing)?|bump(?:ed|ing)?|postpon(?:e|ed|ing)"
        r"|reschedul(?:e|ed|ing)|delay(?:ed|ing)?|defer(?:red|ring)?|chang(?:e|ed|ing)|brought|put)"
        r"(?: (?:back|forward|off|up))? (?:it|me|us|him|her|them|that|this|everything"
        rf"|(?:the|my|our|your|his|her|their|an?) {_PHRASE}{{1,60}}?)(?: (?:back|forward|off|up))?"
        rf" (?:to|until|till|for) {_DATE}",
        re.IGNORECASE,
        hints="mov shift push bump postpon reschedul delay defer chang brought put",
    ),
    Lazy(  # "it got pushed back to March 6"
        r"\b(?:was|were|been|got)(?: (?:just|now|already|[a-z]+ly))? (?:moved|shifted|pushed|bumped|postponed"
        r"|rescheduled|delayed|deferred|changed|put|brought)(?: (?:back|forward|off|up))?(?: from [\w ]{3,20}?)?"
        rf" (?:to|until|till|for) {_DATE}",
        re.IGNORECASE,
        hints="moved shifted pushed bumped postponed rescheduled delayed deferred changed put brought",
    ),
    Lazy(  # "we booked the venue: Villa Rosa, March 6"
        r"\b(?:booked|reserved|secured)\b[^.;!?\n]{3,80}?(?<!yesterday)(?<!today)(?<!day)(?<!week)(?<!weekend)(?<!month)"
        rf"(?<!ago)[:,] (?:for |on )?{_DATE}(?=\s*(?:$|[.!?)\n]))",
        re.IGNORECASE,
        hints="booked reserved secured",
    ),
    Lazy(  # "they gave me an appointment on March 6", "we found another venue, but only on March 6"
        r"\b(?:gave|offered|assigned|got) (?:(?:me|us|him|her|them) )?(?:an?|the|another)(?: [a-z-]+){0,2}"
        rf" {_OFFERED}(?: (?:with|at) [^.,;:!?\n]{{1,40}}?)? (?:on|for) {_DATE}",
        re.IGNORECASE,
        hints="gave offered assigned got",
    ),
    Lazy(
        rf"\b(?:found|got|secured|booked|reserved)\b[^.;!?\n]{{0,20}}\b{_OFFERED}\b[^.;!?\n]{{0,60}}?"
        rf"\bonly (?:on|in|from|for|as of) {_DATE}",
        re.IGNORECASE,
        hints="only",
    ),
    Lazy(  # "they moved me to days starting March 6"
        r"\b(?:moved|put|switched|transferred|promoted|hired|got|gave|signed|accepted|offered|found|landed|assigned"
        rf"|approved)\b[^.;!?\n]{{2,80}}?\b(?:starting|beginning|effective|as of)(?: on| in| from)? {_DATE}",
        re.IGNORECASE,
        hints="starting beginning effective as_of",
    ),
    Lazy(  # "a new client, they want it by March 6"
        r"\b(?:wants?|needs?|expects?|must|ha(?:ve|s) to|due)\b[^.;!?\n]{0,80}?"
        rf"\bby {_DATE}",
        re.IGNORECASE,
        hints="by",
    ),
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


def settled_for(text: str, after: str = "") -> int:
    """Where the day of a month begins for which something was settled, or 0; as `arranged_for`, of anything."""
    match = next((found for pattern in _SETTLED if (found := pattern.search(text))), None)
    if match is None or _LONG_AGO.search(text) or _OVER.search(text[match.end() :] + after):
        return 0
    return match.start("day")


def _takes_place_once(what: str) -> bool:
    """Whether the noun of the phrase is one of an occasion: the appointment of "my appointment with Dr. Olsen"."""
    start = max((joint.end() for joint in _JOINTS.finditer(what)), default=0)
    words = what[start:].lower().split()
    end = next((place for place, word in enumerate(words) if place and word in _ATTRIBUTES), len(words))
    return bool(words) and words[end - 1] in TAKES_PLACE_ONCE
