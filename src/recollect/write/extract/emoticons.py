"""Emoticons typed with the keys: "my sister lives in rome :)". They tell a mood and nothing else; their colon is none
of a heading and their bracket closes nothing.

Only one that stands as a word of its own is taken out. What is spoken of ("end with :)"), a value ("Mood: :)") and what
may close a bracket stay as they are.
"""

from __future__ import annotations

import re
from typing import Final

from recollect.write.extract.patterns import Lazy

_EMOTICON: Final = Lazy(
    r"(?<!\S)(?:[:;]'?-?(?:\){1,9}|\({1,9}|[DPp/])|=(?:\){1,9}|\({1,9})|<3(?=\s*(?:$|[.!?,\n])))(?=$|[\s.,!?])",
    hints=":) :( :- :' :d :p :/ ;) ;( ;- ;d ;p =) =( <3",
)
_NEAR_CHARS: Final = 200
"""How far back a bracket is looked for that it may close."""
_SPOKEN_OF: Final = frozenset(
    """
    use uses used using add adds adding type types typed typing put puts putting write writes writing send sends sent
    sending with without a an the this that like or and no of your those by than not say says mean means is are was were
    be at under below above over only
    """.split()
)
"""After such a word it is what is spoken of, or a number: "use :)", "was <3"."""
_GOES_ON: Final = frozenset(
    "and but or so because cause cuz since for in on at with from to of who which that when while if".split()
)
"""A sentence goes on with these; with anything else an emoticon ends it as a full stop does."""
_WORD_BEFORE: Final = re.compile(r"(\S+)\s{1,9}$")
_WORD_AFTER: Final = re.compile(r"[ ]{0,9}([^\W_]+)")


def without_emoticons(text: str) -> str:
    """`text` without its emoticons; same length."""
    return _EMOTICON.sub(_in_its_place, text)


def _in_its_place(found: re.Match[str]) -> str:
    text, size = found.string, len(found[0])
    near = text[max(0, found.start() - _NEAR_CHARS) : found.start()]
    before = _WORD_BEFORE.search(near[-60:])
    if before is not None and (before[1].lower() in _SPOKEN_OF or before[1][-1] in ":="):
        return found[0]
    bare = _EMOTICON.sub("", near) if "(" in near else ""
    if bare.rfind("(") > bare.rfind(")"):
        return found[0]
    after = _WORD_AFTER.match(text, found.end())
    ends = before is not None and after is not None and after[1].lower() not in _GOES_ON
    return "." + " " * (size - 1) if ends else " " * size
