"""How answers shall be, told of all of them without a word such as "always": "I want short answers", "keep your
answers brief", "answer me in German", "remember to cite your sources".

What lasts shows in the form: answers in the plural that nothing points at, a language that nothing is asked in, or a
reminder of the assistant's own output. A wish, a requirement and a reminder stand for themselves; an order counts only
where nothing else is asked for in a short turn. But for a wish, what is said must be a manner of answering: "your
answers have to wait" tells none.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.states import LANGUAGES
from recollect.write.extract.dates import names_day
from recollect.write.extract.english.openings import STATEMENT, role_at
from recollect.write.extract.english.words import expanded, tokens
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token

_ANSWERS: Final = frozenset("answers replies responses explanations".split())
_PARTS: Final = _ANSWERS | frozenset(
    """
    code sources citations examples comments tests bullet bullets tables units markdown emojis jargon snippets headings
    disclaimers caveats summaries references
    """.split()
)
"""What answers are made of."""
ABOUT_ALL: Final = Lazy(
    r"\b(?:in|for|with|to) (?:all|any|every) (?:of )?(?:your )?(?:new |python |future )?(?:code|answers?|repl(?:y|ies)|"
    r"responses?|explanations?|examples?|snippets?|scripts?|recipes?|summar(?:y|ies)|texts?)(?= *(?:$|[,.;!]))",
    hints="all_ any_ every_",
)
_POINTING: Final = frozenset(
    """
    this that these those it them they here now today tonight the my our his her their from about of for on at who
    i'm i we he she us following below above next
    """.split()
)
"""With one of these it is about something at hand, or about somebody else's answers."""
_COUNTING: Final = frozenset(
    """
    a an some any more other few several two three four five better good real right straight new no to you your all
    """.split()
)
_LASTING: Final = frozenset("always only generally usually".split())
_WANTING: Final = frozenset("want prefer like expect appreciate love".split())
_GOING_ON: Final = frozenset("in with without under below".split())
_SHAPING: Final = frozenset("keep make write give limit format phrase leave send".split())
_TALKING: Final = frozenset("answer reply respond talk speak write".split())
_CONVERSING: Final = frozenset("talk speak".split())
_MANNERS: Final = frozenset(
    """
    short shorter long longer brief briefer concise terse succinct compact detailed thorough comprehensive complete
    simple simpler plain clear clearer formal informal casual friendly polite neutral technical precise direct honest
    blunt structured minimal focused factual humorous funny serious respectful professional conversational
    """.split()
)
_SIZES: Final = frozenset("word words sentence sentences paragraph paragraphs line lines characters".split())
_HAVING: Final = frozenset("with without no include contain have use avoid cite as in".split())
_STATING: Final = frozenset("be include contain have use avoid exceed cite stay".split())
_ADDING: Final = frozenset("not always never only also all please really".split())
_OF_OWN: Final = frozenset("cite comment document format explain quote shorten".split())
"""What is done with sources and code of one's own in an answer; tables are washed, and a code is used at the till."""
_WRITING: Final = _OF_OWN | frozenset("use include add write give provide show avoid list mention".split())
_OTHERS: Final = frozenset("my his her their our".split())
_MODALS: Final = ("should", "must", "shall", "need to", "have to", "ought to", "needs to", "has to")
BESIDE_MAX: Final = 600
"""Characters of a turn beside an order."""
_ASIDE: Final = Lazy(r"[\W_]|\b(?:please|pls|plz|thanks|thank you|thx|hi|hey|hello|ok|okay)\b")


_REASON: Final = Lazy(
    r"[\s,.;:!–—-]*(?:because |since |as |cos )?(?:i(?:'m| am) (?:practi[sc]ing|learning|dyslexic|blind)\b"
    r"|i read (?:them|these|it|everything) on\b|i (?:really )?(?:hate|dislike|can't stand|don't like) (?:them|emojis"
    r"|tables)|my screen reader\b)[^?\n:,.]{0,40}[.!]?\s*$"
)
"""Why somebody wants it so at all times, which is no other task: ", I read them on my watch"."""


def wished(lows: Sequence[str]) -> int:
    """ "I want short answers", "I always want code with tests": the place of the verb of such a wish, or 0."""
    if len(lows) > len(_FOR_GOOD[0]) and tuple(lows[-3:]) in _FOR_GOOD:
        lows = lows[:-3]
    head, glued = expanded(lows[0])
    at = 1
    would = glued == "'d"
    if head != "i" or (glued and not would) or len(lows) < 3:
        return 0
    if lows[at] == "would":
        would, at = True, at + 1
    lasting = at < len(lows) and lows[at] in _LASTING
    while at < len(lows) and (lows[at] in _LASTING or lows[at] in {"really", "just", "do", "also"}):
        at += 1
    verb, rest = (lows[at], lows[at + 1 :]) if at < len(lows) else ("", ())
    if not rest or verb not in _WANTING | ({"need"} if lasting else set()) or (verb == "like" and not would):
        return 0
    if not would and verb in {"love", "appreciate", "prefer"} and not lasting:
        return 0  # a preference, and told as such
    return at if _of_all(rest, _PARTS if lasting or ABOUT_ALL.search(" ".join(rest)) else _ANSWERS) else 0


_FOR_GOOD: Final = (("from", "now", "on"), ("from", "here", "on"))


def _of_all(rest: Sequence[str], parts: frozenset[str]) -> bool:
    """Whether these words are answers of a kind, in general: "short answers", "replies in plain English"."""
    place = next((at for at, low in enumerate(rest) if low in parts), -1)
    while 0 <= place < len(rest) - 1 and rest[place + 1] in _PARTS:  # "code answers"
        place += 1
    if place < 0 or place > 4 or not _POINTING.isdisjoint(rest) or rest[0] in _COUNTING or rest[0][:1].isdigit():
        return False
    after = rest[place + 1 :]
    if after and after[0] not in _GOING_ON and after[0] not in _LASTING:
        return False
    about = not {"language", "words", "sentences", *_PARTS, *LANGUAGES}.isdisjoint(after)
    return place > 0 or about or (rest[0] not in _ANSWERS and parts is _PARTS and len(rest) < 4)


def required(lows: Sequence[str]) -> int:
    """ "your answers should be short": the place after the word that requires it, or 0."""
    noun = next((at for at, low in enumerate(lows[:4]) if low in _ANSWERS), 0)
    if not noun or lows[0] != "your" or not _POINTING.isdisjoint(lows) or names_day(list(lows)):
        return 0
    for modal in _MODALS:
        size = len(modal.split())
        rest = lows[noun + 1 + size :]
        if " ".join(lows[noun + 1 : noun + 1 + size]) == modal:
            stated = next((low for low in rest if low not in _ADDING), "")
            return noun + 1 + size if stated in _STATING and "been" not in rest and _says_how(rest) else 0
    return 0


def _says_how(rest: Sequence[str]) -> bool:
    """ "short", "in French", "under 100 words", "without emojis": a manner of answering."""
    if not (_MANNERS | _SIZES).isdisjoint(rest):
        return True
    if "in" in rest and not LANGUAGES.isdisjoint(rest):
        return True
    having = next((at for at, low in enumerate(rest) if low in _HAVING), len(rest))
    return not (_PARTS - _ANSWERS).isdisjoint(rest[having + 1 :])


def ordered(text: str, words: Sequence[Token]) -> bool:
    """Whether an order is about every answer: "keep your answers brief", "answer me in German"."""
    lows = [token.low for token in words if token.low not in {"please", "pls", "just", ","}]
    if _IN_UNITS.match(" ".join(lows)) or _OF_EVERY.match(" ".join(lows)):
        return is_alone(text, words)
    if not lows or lows[0] not in _TALKING | _SHAPING:
        return False
    in_general = (lows[0] in _TALKING and _in_a_language(lows)) or (lows[0] in _SHAPING and _of_answers(lows))
    return in_general and _asks_nothing_else(text, words)


_IN_UNITS: Final = Lazy(
    r"use (?:the )?(?:celsius|fahrenheit|metric|imperial|kilomet(?:er|re)s|24-hour|12-hour|british|american|uk|us)\b"
    r"(?: (?:units|system|spelling|english|time|clock|format))?(?: for (?:all )?(?:temperatures?|distances?|weights?"
    r"|times|measurements|recipes|everything))?(?: from (?:today|now)(?: on)?)?$",
    hints="use",
)
"""A way to count and to write that is nobody's for one answer."""


def _of_answers(lows: Sequence[str]) -> bool:
    """ "keep your answers brief", "give me short answers": answers in the plural, and how they shall be."""
    rest = lows[2:] if lows[1:2] == ["me"] else lows[1:]
    whose = rest[:1] in (["your"], ["all"])
    rest = rest[1:] if whose else rest
    rest = rest[1:] if rest[:1] == ["your"] else rest
    place = next((at for at, low in enumerate(rest[:4]) if low in _ANSWERS), -1)
    if place < 0 or len(rest) < 2 or rest[0] in _COUNTING or not _POINTING.isdisjoint(rest):
        return False
    if not _says_how(rest):
        return False  # "keep your answers to yourself"
    return lows[0] in {"keep", "limit", "make"} or (place > 0 and (whose or len(rest) == place + 1))


def _in_a_language(lows: Sequence[str]) -> bool:
    """ "answer me in German", "speak Italian with me", with nothing more than that."""
    rest = [low for low in lows[1:] if low not in {"me", "us", "to", "with", "in", "only", "simple", "plain"}]
    spoken = lows[0] == "speak" or "in" in lows
    mine = not {"me", "us"}.isdisjoint(lows)
    return spoken and len(rest) == 1 and rest[0] in LANGUAGES and (mine or lows[0] in _CONVERSING)


def reminded(lows: Sequence[str], *, lasting: bool) -> bool:
    """ "(remember) to cite your sources": the assistant's own output, and no errand of the speaker."""
    if len(lows) < 4 or lows[0] != "to" or "to" in lows[1:] or not _OTHERS.isdisjoint(lows) or names_day(list(lows)):
        return False
    doing = next((low for low in lows[1:] if low not in _ADDING), "")
    whose = any(low in _PARTS and before == "your" for before, low in pairwise(lows))
    if whose and _POINTING.isdisjoint(lows) and (doing in _OF_OWN or (doing in _SHAPING and _says_how(lows))):
        return True
    in_general = lasting or ABOUT_ALL.search(" ".join(lows)) is not None
    return in_general and doing in _WRITING and not _PARTS.isdisjoint(lows)


_OF_EVERY: Final = Lazy(
    r"(?:end|start|begin|finish|close) (?:every|each|all) (?:of your )?(?:answers?|repl(?:y|ies)|responses?) with"
    r" .{2,60}$",
    hints="every each all",
)
"""With nothing else in the turn they are no answers of a quiz."""


def is_alone(text: str, words: Sequence[Token]) -> bool:
    """Whether it is all there is in the turn, but for the reason it is wanted for."""
    return _ends_the_turn(text, words) and not _ASIDE.sub("", text[: words[0].start].lower())


def _ends_the_turn(text: str, words: Sequence[Token]) -> bool:
    """Whether nothing is asked in the turn, and nothing follows but why it is wanted so."""
    after = text[words[-1].end :].lower()
    return "?" not in text and (not _ASIDE.sub("", after) or _REASON.match(after) is not None)


def _asks_nothing_else(text: str, words: Sequence[Token]) -> bool:
    """Nothing else is asked for in the turn, and nothing follows that the order could be about. Of a long turn nobody
    can tell: it is looked at for every order in it."""
    start, end = words[0].start, words[-1].end
    if len(text) - (end - start) > BESIDE_MAX or not _ends_the_turn(text, words):
        return False
    before = [one for one in sentences(text[:start]) if _ASIDE.sub("", text[one.start : one.end].lower())]
    return all(role_at(tokens(text, one.start, one.end), 0, "") == STATEMENT for one in before)
