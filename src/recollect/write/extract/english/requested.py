"""What the assistant is asked in so many words to remember: "Remember: prod deploys only on Tuesdays".

It is kept as it was said, also where nobody is named in it. Only a statement about a thing, behind a colon or "that"
or right behind the verb where it says what the thing is ("remember the wifi name is Falcon"), of which nothing else was
learned: what he is to do later ("remember to call"), what he is reminded of ("remember that
time?"), what is said of one of the two who talk, and orders have readers of their own. Where the turn asks for more, or
speaks of a text or an answer, the note is for the task at hand: "Note: the reader is new to it. Explain it."
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.text import fold
from recollect.write.extract.drafts import Draft, Turn, capitalised, denies
from recollect.write.extract.english import junk
from recollect.write.extract.english.asked import asks
from recollect.write.extract.english.words import AUXILIARIES, BE, Token, form_of, is_adverb, tokens
from recollect.write.extract.masking import QUOTED, SECRET
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.sentences import Sentence

_ASKED: Final = Lazy(
    r"\W{0,4}(?:(?:please|pls|just|and|also|oh|ok|okay|so|hey|but|btw),?\s){0,3}"
    r"(?:(?P<kindly>(?:can|could|will|would) you (?:please )?)|i(?:'d| would)? (?:want|like|need) you to )?"
    r"(?:(?:remember|memori[sz]e|save|note)(?:\s(?:this|the following)\s?:|\s?:|\sthat\s|\sthe fact that\s)"
    r"|note to self\s?[:,]|(?P<bare>(?:remember|(?:don't|do not) forget|note)(?:,\s|\s(?=[a-z])))"
    r"|(?:keep|bear) in mind(?:\s?[:,]|\sthat\s|\s(?=the\s))|(?:make|take) (?:a (?:mental )?)?note(?:\s?:|\sthat\s)"
    r"|(?:don't|do not|never) forget(?:\s?:|\sthat\s)|for (?:future|later) reference\s?[:,])\s{0,4}",
    re.IGNORECASE,
    hints="remember memori save note mind forget reference",
)
_NOT_OF_A_THING: Final = frozenset(
    """
    i i'm i've i'd i'll im me my mine we we're our us you you're your it it's its this that's these those there he she
    they user assistant
    """.split()
)
_NO_SUBJECT: Final = frozenset("to who what when where why how which whether if time day".split())
_WORDS_MIN: Final = 3
_SUBJECT_MAX: Final = 6
"""Words of what is told of, before its verb."""


def read(text: str, found: Sequence[Sentence], turn: Turn, told: Sequence[Draft]) -> list[Draft]:
    """The drafts of the sentences of which nothing was learned and that shall be remembered. `text` is masked."""
    if turn.listener or not _ASKED.may(text) or junk.fiction_from(text) < len(text):
        return []
    drafts: list[Draft] = []
    beside: list[Sentence] = []
    below = False
    for sentence in found:
        asked = _ASKED.match(text[sentence.start : sentence.end])
        start = sentence.start + (asked.end() if asked else 0)
        learned = [draft for draft in told if draft.start < sentence.end and draft.end > sentence.start]
        if not (asked or below):
            lasting = any("instruction" in draft.tags for draft in learned)
            beside += () if lasting else (sentence,)
        elif (sentence.mark != "?" or (asked and asked["kindly"])) and start < sentence.end and not learned:
            words = tokens(text, start, sentence.end)
            bare = asked is not None and asked["bare"] is not None
            drafts += (_draft(text, words),) if _is_statement(words) and not (bare and not _says_what(words)) else ()
        below = asked is not None and start >= sentence.end
    return [] if drafts and asks(text, beside) else drafts


def _draft(text: str, words: list[Token]) -> Draft:
    start, end = words[0].start, words[-1].end
    polarity = -1 if denies(words) else 1
    return Draft(capitalised(text[start:end]), "fact", start, end, confidence=0.9, polarity=polarity)


def _is_statement(words: list[Token]) -> bool:
    """Whether something is said of a thing: a noun and a verb of the third person. Worked: "prod deploys only on
    Tuesdays" and "deploys need two approvals" are, "call the bank" and "always answer in French" are not."""
    lows = [token.low for token in words]
    if len(words) < _WORDS_MIN or lows[0] in _NO_SUBJECT or not _NOT_OF_A_THING.isdisjoint(lows):
        return False
    ordered = is_adverb(lows[0]) or lows[0] in AUXILIARIES or (form_of(lows[0]) or ("", ""))[1] == "base"
    if ordered or any(QUOTED in low or SECRET in low for low in lows):
        return False
    reach = range(1, min(_SUBJECT_MAX + 1, len(lows) - 1))
    verb = next((place for place in reach if _is_verb(lows, place)), 0)
    return verb > 0 and not _is_of_the_task(lows, verb)


def _says_what(words: list[Token]) -> bool:
    """Whether it goes on with a thing of which a form of "be" tells what or where it is, or after an article another
    verb, and nothing before that leads back to what is remembered: "the day we met", "the man who is always late"."""
    lows = [token.low for token in words]
    verb = next((place for place in range(1, len(lows)) if _is_verb(lows, place)), 0)
    told = lows[verb] in BE or lows[0] in _SET
    if words[0].text[0].isupper() and fold(lows[0]) not in GIVEN_NAMES:
        return False
    if lows[0].endswith("ing") or (lows[0] in _SET and words[1].text[0].isupper()):
        return False  # "Remember the Titans" is a film
    return told and lows[0] not in _WHICHEVER and _LEADING_BACK.isdisjoint(lows[: verb + 1])


_SET: Final = frozenset(("the", "all", "every", "no"))
_WHICHEVER: Final = frozenset("that this those these a an as".split())
_LEADING_BACK: Final = frozenset(
    """
    who that which whose where when what how why if whether time times day days night summer one guy man woman film
    movie song episode scene story joke moment feeling
    """.split()
)


def _is_of_the_task(lows: list[str], verb: int) -> bool:
    """Whether it is said of the text or the answer of the moment, as "the second paragraph of it" is; "the door code"
    and "the shopping list" are things."""
    end = verb + (lows[verb] in _OF_THE_TASK)  # "the previous answer was": a verb elsewhere
    end = next((place for place in range(1, end) if lows[place] in _ARTICLES), end)
    return lows[end - 1] in _OF_THE_TASK and all(low in _WHICH for low in lows[: end - 1])


def _is_verb(lows: list[str], place: int) -> bool:
    low, before = lows[place], lows[place - 1]
    if before in _ARTICLES:
        return False
    if low in AUXILIARIES:
        return True
    form = (form_of(low) or ("", ""))[1]
    several = before.endswith("s") and not before.endswith("ss")
    return form == "s" or (form == "base" and several)


_OF_THE_TASK: Final = frozenset(
    """
    text texts answer answers output response reply paragraph paragraphs sentence sentences section chapter code snippet
    function image picture photo story hero heroine character characters protagonist narrator plot scene reader readers
    audience recipe essay poem article draft summary translation question questions prompt task conversation chat list
    table title example examples tone format result results
    """.split()
)
_WHICH: Final = frozenset(
    """
    the this each every all first second third last next previous final main whole original entire target current above
    following new old
    """.split()
)
_ARTICLES: Final = frozenset("the a an his her their of in on at for with by from and or".split())
