"""A question of the assistant's told as a statement: "Do you live in Paris" is "you live in Paris".

Its words complete a reply that makes no sense alone, so they have to stand in the order of a statement: in that of a
question they became "Do User lives in Lyon".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.write.extract.english.words import form_of, third_person
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token

_LEAD: Final = r"^\W*(?:(?:so|and|but|ok|okay|great|well|wait|oh|cool|nice)\W+)*"
_OF_YOU: Final = Lazy(rf"{_LEAD}(?P<aux>do|did|are|were|have|had|will|can) you (?P<rest>.+)$", re.IGNORECASE)
_DOES_YOUR: Final = Lazy(
    rf"{_LEAD}(?:does|do) (?P<who>your (?:[\w'-]+ ){{1,2}}?)(?P<verb>[a-z]+) (?P<rest>.+)$", re.IGNORECASE
)
_IS_YOUR: Final = Lazy(
    rf"{_LEAD}(?P<aux>is|are|was|were) (?P<who>your (?:[\w'-]+ ){{1,3}}?)"
    r"(?P<rest>(?:in|at|on|from|to|for|near|with|called|named|an?|the|still|due|about|around|\d+)\b.*)$",
    re.IGNORECASE,
)
_ASKS: Final = Lazy(rf"{_LEAD}(?:do|does|did|is|are|was|were|have|has|had|will|can) (?:you|your)\b", re.IGNORECASE)
_TAG: Final = Lazy(
    r",? (?:right|correct|yes|no|yeah|(?:is|are|do|does|have|was|were)n't (?:it|you|they|he|she)|is that right)\W*$",
    re.IGNORECASE,
)
_JOINED: Final = {"are": "you're", "have": "you've", "do": "you"}
_OPEN: Final = Lazy(
    r"^\W*(?:(?:and|so|also|ok|okay|great),? )?(?:(?P<are>are) you|do you) (?P<before>[a-z][a-z ]{1,30}?) ?"
    r"\b(?:any|some)(?:thing|one|body)(?: (?:else|specific|spicy|(?:in )?particular))?\W*$",
    re.IGNORECASE,
)
_HAVE: Final = Lazy(
    r"^\W*(?:(?:and|so|also|ok|okay|great),? )?do you have (?:any |an? )?(?P<what>[a-z]+(?: [a-z]+)?)\W*$",
    re.IGNORECASE,
)
_COUNT: Final = frozenset("one two three four five six seven eight nine ten eleven twelve several".split())
_OF_THE_TALK: Final = frozenset(
    "questions question ideas idea thoughts thought preference preferences time minute".split()
)
_BEFORE_THING: Final = (" to", " in", " of", " with", " for", " on", " by")


def as_statement(clause: str) -> str:
    """A question to somebody in the order of a statement; what is none stays, and "" where its subject is not plain."""
    clause = _TAG.sub("", clause)
    asked = _OF_YOU.match(clause)
    if asked is not None:
        aux = asked["aux"].lower()
        return f"{_JOINED.get(aux, f'you {aux}')} {asked['rest']}"
    asked = _DOES_YOUR.match(clause)
    if asked is not None and (form_of(asked["verb"].lower()) or ("", ""))[1] == "base":
        return f"{asked['who']}{third_person(asked['verb'].lower())} {asked['rest']}"
    asked = _IS_YOUR.match(clause)
    if asked is not None:
        return f"{asked['who']}{asked['aux'].lower()} {asked['rest']}"
    return "" if _ASKS.match(clause) else clause


def completed(question: str, body: str, words: Sequence[Token]) -> str:
    """What a bare answer says with the verb of its question, "" where that is not plain: "is allergic to penicillin"
    after "Are you allergic to anything?", "has two kids" after "Do you have kids?"."""
    opened = _OPEN.match(question)
    if opened is not None:
        asked = opened["before"].strip()
        verb, _, more = asked.partition(" ")
        if opened["are"]:
            return f"is {asked} {body}" if asked.endswith(_BEFORE_THING) else ""
        known = form_of(verb.lower())
        if known is None or known[1] != "base" or known[0] in {"need", "want", "know", "see", "mean"}:
            return ""
        return " ".join(part for part in (third_person(verb.lower()), more, body) if part)
    had = _HAVE.match(question)
    if had is None or had["what"].lower() in _OF_THE_TALK:
        return ""
    numbered = len(words) == 1 and (words[0].low in _COUNT or words[0].low.isdigit())
    if numbered:
        return f"has {body} {_of_number(had['what'].lower(), words[0].low)}"
    counted = words[0].low in _COUNT | {"a", "an"} or words[0].low.isdigit()
    return f"has {body}" if counted and " any " not in question.lower() else ""


def _of_number(what: str, count: str) -> str:
    """ "one kid", "two kids"."""
    if count not in {"one", "1"}:
        return what
    return {"children": "child"}.get(what, what.removesuffix("s"))
