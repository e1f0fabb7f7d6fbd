"""How English clauses open: fillers, standing phrases, questions, requests, suppositions, a subject with its verb."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.attitudes import MOST
from recollect.rules.lexicon.requests import QUESTION_WORDS, REQUEST_VERBS
from recollect.rules.lexicon.smalltalk import FILLERS, PHRASES, TAILS
from recollect.write.extract.english.grammar import ADJUNCTS
from recollect.write.extract.english.words import AUXILIARIES, BE, Token, expanded, form_of, is_adverb, unchanging
from recollect.write.extract.masking import QUOTED
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

STATEMENT: Final = "statement"
QUESTION: Final = "question"
REQUEST: Final = "request"
SUPPOSED: Final = "supposed"
ASIDE: Final = "aside"
PERSONS: Final = frozenset("i we he she they you".split())
_OTHERS: Final = frozenset(
    """
    it this that there these those nobody everyone everybody everything someone somebody anyone nothing something both
    neither
    """.split()
)
_DETERMINERS: Final = frozenset("my our his her their the a an this that these those its your some most all".split())
_INVERTED: Final = PERSONS | _OTHERS | _DETERMINERS | frozenset("any anyone anything someone".split())
_PLAIN_QUESTIONS: Final = frozenset(
    "what what's how how's why why's where's when's who's whose what're how'd which's whatever".split()
)
_REQUEST_FOLLOWS: Final = frozenset(
    """
    me us a an the some this that these those it them my our your one two three any all more for up out how what
    """.split()
)
_SURE_REQUESTS: Final = frozenset(
    """
    help suggest recommend tell show give explain remind summarise summarize translate let draft rewrite quiz advise
    walk list find generate compare let's
    """.split()
)
_SUPPOSING: Final = frozenset("if suppose supposing imagine assuming hypothetically pretend unless".split())
_ASKING: Final = frozenset("any anything anyone thoughts ideas advice tips suggestions recommendations".split())
COUNTS: Final = frozenset(
    "neither both none all most half some two three four five six seven eight nine ten several one".split()
)
_LASTING_PREFIXES: Final = tuple(
    tuple(phrase.split())
    for phrase in (
        "from now on", "from here on out", "from here on", "going forward", "moving forward", "in future",
        "in the future", "in general", "by default", "as a rule", "from this point on", "henceforth",
        "from today on",
    )
)  # fmt: skip
_LASTING_FIRST: Final = frozenset(phrase[0] for phrase in _LASTING_PREFIXES)
_PHRASES_BY_FIRST: Final[dict[str, list[tuple[str, ...]]]] = {}
for _phrase in sorted(PHRASES, key=len, reverse=True):  # "remember that" before "remember"
    _PHRASES_BY_FIRST.setdefault(_phrase.split()[0], []).append(tuple(_phrase.split()))
_AFTER_NOUNS: Final = frozenset("is are was were has 's : of".split())
_BEFORE_NOUNS: Final = frozenset("my our the a an his her their of in on for with to".split())
_ASKED_FOR: Final = frozenset("ask write give answer send tell say draft make use".split())
_BREAKING: Final = frozenset(", and or to that who what".split())
_ENDING: Final = frozenset(", ; : and but so which who that".split())
_AFTER_NO: Final = frozenset("i we my it that she he they , not".split())


def skip_fillers(words: Sequence[Token], place: int = 0) -> int:
    """The place of the first word that says something."""
    size = len(words)
    while place < size:
        low = words[place].low
        if low in ",;:-—–!…?)":
            place += 1
            continue
        phrase = _phrase_at(words, place)
        if phrase:
            place += phrase
            continue
        following = expanded(words[place + 1].low)[0] if place + 1 < size else ""
        if low in _GREETINGS and following.isalpha() and following not in FILLERS:
            break  # "night shifts from Monday on"
        if low in FILLERS or (low in {"no", "nope"} and following in _AFTER_NO):
            place += 1
            continue
        break
    return place


_GREETINGS: Final = frozenset("morning evening night".split())


def trimmed(words: list[Token]) -> list[Token]:
    """Without fillers in front and behind."""
    start = skip_fillers(words)
    end = len(words)
    if end - start > 2 and words[end - 1].low == "say" and words[end - 2].low in {"i'd", "would"}:
        end -= 2  # "intermediate, I'd say"
    while end > start and (words[end - 1].low in TAILS or words[end - 1].low in _EDGES):
        if words[end - 1].low in _NOUNS_TOO and end - 2 >= start and words[end - 2].low in _BEFORE_NOUN:
            break  # "Dave is my best mate"
        end -= 1
    return words[start:end]


_NOUNS_TOO: Final = frozenset("mate man dude".split())
_BEFORE_NOUN: Final = frozenset(
    "my our his her their a an the best old oldest good closest school work gym new".split()
)
_EDGES: Final = frozenset(", : - – — ! … and but so".split())


def says_now(words: Sequence[Token]) -> bool:
    """ "Now I prefer tea" tells of a change; "Now, I prefer tea" begins to speak."""
    return any(
        token.low == "now" and expanded(following.low)[0] in {"i", "we"}
        for token, following in itertools.pairwise(words[:4])
    )


def _phrase_at(words: Sequence[Token], place: int) -> int:
    for phrase in _PHRASES_BY_FIRST.get(words[place].low, ()):
        if tuple(token.low for token in words[place : place + len(phrase)]) == phrase:
            return len(phrase)
    return 0


def ordered_after(words: Sequence[Token], place: int) -> int:
    """ "whenever you quote prices, give them in francs": the place of the order, when one follows; else 0."""
    if (
        place + 2 >= len(words)
        or words[place].low not in {"when", "whenever", "anytime", "if"}
        or not (words[place + 1].low in {"you", "i", "we"} or words[place + 1].low.endswith("ing"))
    ):
        return 0
    if words[place].low == "if" and words[place + 2].low not in _ASKED_FOR:
        return 0
    reach = range(place + 3, min(place + 16, len(words)))
    comma = next((at for at in reach if words[at].low == ","), 0)
    if comma and (role_at(words, comma + 1, ",") == REQUEST or _orders(words, comma + 1)):
        return comma + 1
    if comma and words[-1].low in {"please", "pls", "plz"} and words[place + 1].low == "you":
        return comma + 1  # "whenever you give me code, Python 3.12 please"
    for at in range(place + 3, comma or min(place + 16, len(words) - 1)):  # "when I send code look for leaks first"
        follows = words[at + 1].low in _REQUEST_FOLLOWS | {"in", "with"}
        if words[at].low in REQUEST_VERBS["en"] and follows and words[at - 1].low not in _BEFORE_NO_ORDER:
            return at
    return 0


def _orders(words: Sequence[Token], place: int) -> bool:
    """A base verb with its object: "scale it for two", "put them in a table"."""
    place = skip_fillers(words, place)
    if place + 1 >= len(words):
        return False
    low, following = words[place].low, words[place + 1].low
    known = form_of(low)
    verbal = low in REQUEST_VERBS["en"] or known is None or known[1] == "base"
    return verbal and low.isalpha() and low not in _NO_ORDER and following in _REQUEST_FOLLOWS | {"with", "in", "only"}


_BEFORE_NO_ORDER: Final = frozenset(
    """
    to i you we they he she it the a an my your our not don't for in on of with and or any some this that can will
    """.split()
)
_NO_ORDER: Final = PERSONS | _OTHERS | _DETERMINERS | frozenset("to for in on of with and or about at me us".split())


def role_at(words: Sequence[Token], place: int, joint: str) -> str:
    """Question, request or supposition by its first words; a statement otherwise (at the start of a sentence)."""
    start = skip_fillers(words, place)
    start = skip_fillers(words, start + lasting_prefix(words, start)) if start < len(words) else start
    polite = any(token.low in {"please", "pls", "plz", "kindly"} for token in words[place:start])
    if start >= len(words):
        return "" if joint else STATEMENT
    low = words[start].low
    following = words[start + 1].low if start + 1 < len(words) else ""
    third = words[start + 2].low if start + 2 < len(words) else ""
    if low in _SUPPOSING and not (low == "if" and following == "you" and joint):
        return SUPPOSED
    if low == "say" and following == "i" and form_of(third) and (form_of(third) or ("", ""))[1] == "past":
        return SUPPOSED
    if low == "let's" and following in {"say", "pretend", "imagine", "assume"}:
        return SUPPOSED
    if _asks(low, following, third):
        return QUESTION
    if low == "worth" and (following.endswith("ing") or following in {"it", "the", "a"}):
        return QUESTION
    if joint and low in {"need", "want", "after", "looking"} and (following in _WANTED or third in _WANTED):
        return REQUEST
    if joint and low == "never" and following in unchanging() | {"run", "come", "become"}:
        return ""  # "I've signed up, never run more than 10k": no order
    if joint in {"but", "and"} and low == "never" and third in {"it", "them"}:
        return ""  # "I take notes but never read them"
    if low in {"let", "let's"} or (low in _ASKING and (joint or following in {"for", "on", "about", "to"})):
        return REQUEST
    named = bool(joint) and words[start].text[:1].isupper()  # "I speak English, Polish and Dutch"
    request = low in REQUEST_VERBS["en"] and not named
    if polite and (request or form_of(low)) and following not in {"is", "are", "was"}:
        return REQUEST
    if not joint:
        return REQUEST if request and _commands(low, following) else STATEMENT
    sure = low in _SURE_REQUESTS and following in _REQUEST_FOLLOWS
    if sure or (request and joint != "and" and _commands(low, following)):
        return REQUEST
    return ""


_WANTED: Final = frozenset(
    "advice help ideas tips recommendations suggestions recipe recipes something inspiration input guidance".split()
)


def _commands(low: str, following: str) -> bool:
    """A base verb with nothing before it commands, unless what follows shows that it was a noun or a subject."""
    if low in {"don't", "never", "always", "be", "do"}:
        if (low == "don't" and following == "ever") or (low == "do" and following in {"more", "less"}):
            return True
        known = form_of(following)
        return low == "be" or (
            known is not None and known[1] == "base" and following not in {"like", "love", "have", "want", "know"}
        )
    return following not in _AFTER_NOUNS and not _VERSION.match(following)  # "Go 1.22 on a small box"


_VERSION: Final = Lazy(r"\d+\.\d")


def _asks(low: str, following: str, third: str) -> bool:
    if low == "what" and following == "i" and third in MOST:
        return False  # "what I love most is hiking"
    if low in _PLAIN_QUESTIONS:
        return not (low == "what" and following in {"a", "an"}) or third in {"?"}
    if low in QUESTION_WORDS["en"]:
        return (
            following in AUXILIARIES
            or following in {"one", "kind", "type", "of", "to"}
            or (third in AUXILIARIES and low == "which")
        )
    if low in AUXILIARIES and low not in {"been", "being", "be", "'s"}:
        return following in _INVERTED and not (
            low in {"have", "had", "do", "did"} and following not in PERSONS | {"it"}
        )
    return False


def starts_clause(words: Sequence[Token], place: int) -> bool:
    """Whether a subject with its own verb begins at `place`."""
    size = len(words)
    while place < size and (is_adverb(words[place].low) or words[place].low in FILLERS):
        place += 1
    if place >= size:
        return False
    head, glued = expanded(words[place].low)
    if head in PERSONS:
        return bool(glued) or place + 1 < size
    if head in ADJUNCTS and _subject_soon(words, place):
        return True
    if head in COUNTS and [token.low for token in words[place + 1 : place + 3]][:1] == ["of"]:
        return True
    if head in _OTHERS and glued:
        return True
    return verb_place(words, place) > 0


def _subject_soon(words: Sequence[Token], place: int) -> bool:
    """ "for now it's ...", "since 2019 I've ...": an adjunct, then a subject with its verb."""
    for at in range(place + 1, min(place + 5, len(words))):
        if words[at].low in _BREAKING:
            return False
        head, glued = expanded(words[at].low)
        if head in {"i", "we"} or (head in {"it", "he", "she", "they"} and glued):
            return True
    return False


def lasting_prefix(words: Sequence[Token], place: int) -> int:
    """How many words of "from now on," and the like stand at `place`."""
    if place >= len(words) or words[place].low not in _LASTING_FIRST:
        return 0
    for phrase in _LASTING_PREFIXES:
        if tuple(token.low for token in words[place : place + len(phrase)]) == phrase:
            more = place + len(phrase)
            return len(phrase) + (more < len(words) and words[more].low in {",", ":"})
    return 0


def name_end(words: Sequence[Token], place: int) -> int:
    """ "the eldest, Caleb, has": after the comma at `place` one or two names and a comma; where that ends, or 0."""
    for size in (1, 2):
        end = place + size + 1
        names = words[place + 1 : end]
        if end < len(words) and words[end].low == "," and all(name.text[:1].isupper() for name in names):
            return end + 1 if names[0].low != "i" else 0
    return 0


def verb_place(words: Sequence[Token], place: int, reach: int = 7) -> int:
    """The place of the finite verb of a noun phrase that begins at `place`, or 0."""
    size = len(words)
    first = words[place]
    determined = first.low in _DETERMINERS or first.low in _OTHERS
    named = first.text[:1].isupper()
    if not (determined or named or first.low.replace("-", "").isalpha()) or QUOTED in first.low:
        return 0
    depth = inside = 0
    for at in range(place + 1, min(size, place + reach + 1)):
        low = words[at].low
        depth += (low == "(") - (low == ")")
        if depth or low == ")":
            continue
        if at < inside:
            continue
        if low == "," and (inside := name_end(words, at)):
            continue
        if low in _ENDING or expanded(low)[0] in PERSONS:
            return 0
        if low in BE or low in AUXILIARIES or low in {"'s", "keeps"}:
            return at
        known = form_of(low)
        if known is None or is_adverb(low):
            continue
        told = known[1] in {"s", "past"} or low == "quit"  # no noun, and of one other person the past
        if told and (determined or (named and at <= place + 2)) and not _is_noun_like(words, at):
            return at
        if (
            known[1] == "base"
            and determined
            and words[at - 1].low.endswith("s")
            and "'" not in words[at - 1].low
            and at > place + 1
        ):
            return at
    return 0


def _is_noun_like(words: Sequence[Token], at: int) -> bool:
    """A word that could be a verb but stands where a noun does: before a verb, or last."""
    before = words[at - 1].low
    if before in _BEFORE_NOUNS:
        return True
    following = words[at + 1].low if at + 1 < len(words) else ""
    return following in BE or following in AUXILIARIES or following in {"of"}
