"""What somebody has become, got or begun: told as past, and so ever since. English; pure.

Who was diagnosed with diabetes has it, and who became a nurse is one. What only happened ("went to Rome", "bought some
bread"), what is over ("worked at Bosch", "used to be a nurse") and what came to nothing ("almost joined Globex") is not
among it.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from recollect.lifecycle.titles import ALSO, FAMILY, HABITS, HEALTH, HOME, WORK
from recollect.rules.late import late
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.kinship import KIN, PETS, TIES
from recollect.rules.lexicon.reaching import BODIES, CHILDREN, HOMES, LEADS, NETWORKS, VEHICLES
from recollect.rules.text import fold

BY_WORDS: Final = ""
"""The title is that of the words: "became a nurse", "became a grandmother", "became vegan"."""
WHO_WORDS_MAX: Final = 6
"""Words before the verb: who it is told of, and when it came about."""
_THEIR: Final = r"(?:an?|the|his|her|their|another)"
_STATES: Final = (
    (
        HEALTH,
        late(
            r"(?:was|were|got|been) (?:diagnosed with\b|prescribed\b|pregnant\b"
            r"|put on (?=.*(?:\bby (?:the|an?|his|her|their) (?:doctor|gp|physician|\w+ologist|psychiatrist)\b"
            r"|\d ?(?:mg|ml|mcg|units)\b)))"
            r"|(?:quit|stopped|gave up) (?:smoking|drinking(?=\W*$| (?:alcohol|in|last|this|ago)\b)|vaping|alcohol)\b"
        ),
    ),
    (
        FAMILY,
        late(
            r"(?:was|were|got|been) (?:(?:re)?married|engaged|divorced|widowed)\b(?! (?:in|with) (?:an?|the)\b)"
            r"|remarried\b|married (?:[A-Z]|(?:his|her|their) )|gave birth\b"
        ),
    ),
    (
        WORK,
        late(
            r"works (?:at|for|as) "  # "started at Globex" is told so
            r"|(?:was|were|got|been) (?:promoted|hired|appointed|laid off|made redundant)\b"
            r"|(?:was|were|got|been) (?:accepted|admitted) (?:at|by|to|into) "
            rf"|(?:got|took|accepted|landed|found|started|began) {_THEIR}(?: [\w-]+){{0,3}}? "
            r"(?:job|position|role|apprenticeship|internship|traineeship|degree|phd)\b"
            r"|lost (?:his|her|their) job\b|graduated\b|enrolled (?:at|in)\b|(?:co-?)?founded\b"
            r"|retired(?= (?:from|in|early|last|this|at|as)\b|\W*$)"
            rf"|(?:started|opened|launched|set up) {_THEIR}(?: [\w-]+){{0,2}}? (?:business|company|startup|firm)\b"
            r"|(?:started|began) (?:working|to work|work) (?:at|for|as)\b|(?:started|began) studying (?!for\b|how\b)"
        ),
    ),
    (
        HABITS,
        late(
            r"(?:started|began) (?:[a-z]+ing|to [a-z]+) .*\b(?:every (?:day|morning|evening|night|week|weekend|month"
            r"|\w+day)|each (?:day|week|morning)|daily|weekly|(?:once|twice|times) a|on [A-Z][a-z]+days)\b"
        ),
    ),
    (BY_WORDS, late(r"(?:became|went) (?!to\b|into\b)")),
)
_FOR_GOOD: Final = late(r"(?:was|were|got|been) diagnosed\b|retired\b|graduated\b")
_JOINED: Final = late(r"joined (?P<name>[A-Z][\w&.'’-]*(?: [A-Z][\w&.'’-]*)*)")
_HAS: Final = late(
    r"(?:bought|got|adopted|rescued|had)"
    r" (?:an?|another|one|two|three|four|\d|(?:his|her|their)(?: first| own)?)(?: [\w-]+){0,2}? (?P<what>[^\W\d_]+)"
    r"(?=\W*$|[,;:.!(]| (?:named|called|in|on|at|near|from|with|and|for|together|last|this|that|which|who|just|by)\b)"
)
_BORN: Final = late(r"(?:had|adopted) ")


def reached(line: str) -> str | None:
    """The title of a state that a line tells was reached, `BY_WORDS` where its words say which; None: of none.

    Worked: "was diagnosed with asthma" is of health, "bought some bread" of nothing.
    """
    told = _without_who(line)
    for title, pattern in _STATES:
        if pattern.match(told):
            return title
    if (joined := _JOINED.match(told)) is not None:
        return _of_joined(joined["name"])
    has = _HAS.match(told)
    return _of_having(fold(has["what"]), born=_BORN.match(told) is not None) if has is not None else None


def is_for_good(line: str) -> bool:
    """Whether it holds however long ago it came about: a diagnosis, a degree, the end of working life."""
    return _FOR_GOOD.match(_without_who(line)) is not None


def _without_who(line: str) -> str:
    """From the verb on, where nothing but a person, a time and what goes with them stands before it."""
    rest = line
    for _ in range(WHO_WORDS_MAX):
        word, _, after = rest.partition(" ")
        bare = fold(word.rstrip(","))
        if not after or not (word[0].isupper() or bare in LEADS or bare in _people()):
            break
        rest = after
    return rest


def _of_joined(name: str) -> str | None:
    words = [fold(word).strip(".,'’") for word in name.split()]
    if words[0] in GIVEN_NAMES:
        return None  # "joined Anna for dinner"
    return WORK if NETWORKS.isdisjoint(words[:1]) and words[-1] not in BODIES else ALSO


def _of_having(what: str, *, born: bool) -> str | None:
    if what in PETS or (born and what in CHILDREN):
        return FAMILY
    return HOME if what in HOMES else ALSO if what in VEHICLES else None


@cache
def _people() -> frozenset[str]:
    return KIN["en"] | TIES["en"]
