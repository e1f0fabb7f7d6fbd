"""Of whom the assistant asks: "Is your son still at school?", "Is she married?". What is answered without a subject is
told of them, and nothing of the speaker."""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.lexicon.kinship import KIN, PETS, TIES
from recollect.rules.lexicon.people import ROLES
from recollect.write.extract.patterns import Lazy

_SOMEBODY: Final = Lazy(
    r"^\W*(?:(?:and|so|oh|ok|okay|but|well|great|nice|really|hm+)\b[\s,!.]*)*"
    r"(?:(?:what|where|when|why|how|who|which)\b(?:\s+(?:old|long|far|kind of|sort of|often|many|much|tall)\b)?"
    r"(?:\s+(?!is\b|are\b|was\b|were\b|does\b|do\b|did\b|has\b|have\b|can\b|will\b)[a-z]+){0,2}\s*)?"
    r"(?:'s|'re|is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|isn't|doesn't|hasn't|didn't)\s+"
    r"(?:(?P<pronoun>he|she|they)\b|(?P<whose>your|their|his|her)\s+(?P<phrase>[a-z]+(?:[ -][a-z]+){0,2})(?!['’]s))",
    re.IGNORECASE,
)
_PEOPLE: Final = (
    KIN["en"] | TIES["en"] | ROLES | PETS | frozenset("guy guys one ones family parents folks team pet pets".split())
)


def asks_of_others(question: str) -> bool:
    """Whether a question is about somebody else than who is asked."""
    found = _SOMEBODY.match(question)
    if found is None:
        return False
    if found["pronoun"]:
        return True
    words = re.split(r"[ -]", found["phrase"].lower())
    return any(word in _PEOPLE or word.removesuffix("s") in _PEOPLE for word in words[:2])
