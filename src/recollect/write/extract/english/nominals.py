"""English noun phrases that tell something of the speaker: "Work: tram driver", "mum of two", "Neovim, with plugins".

One counts when the assistant had asked, when a label announces it, or when it has the shape of a personal datum: an
age, a size, an occupation, a booked day, a list of what somebody has.
"""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.lexicon.attitudes import DISLIKING, LIKING
from recollect.rules.lexicon.kinship import KIN
from recollect.rules.lexicon.levels import LEVELS
from recollect.rules.lexicon.occasions import OCCASIONS
from recollect.rules.lexicon.occupations import ENDINGS, OCCUPATIONS
from recollect.rules.lexicon.requests import REQUEST_VERBS
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn, capitalised, denies
from recollect.write.extract.english import lists, others, questions
from recollect.write.extract.english.openings import verb_place
from recollect.write.extract.english.ties import OWN, remember, tie_in
from recollect.write.extract.english.whose import is_anothers
from recollect.write.extract.english.words import AUXILIARIES, BE, Token, expanded, form_of, is_adverb, render, tokens
from recollect.write.extract.patterns import Lazy

_SHAPES: Final = Lazy(
    r"\b(?:size \d{1,2}|\d{1,2} ?(?:yo|y/o|yrs? old|years? old|f|m)\b|age[d:]? \d{1,2}|\d'\d{1,2}|\d{2,3} ?(?:kg|cm"
    r"|lbs?|pounds)\b|(?:mum|mom|dad|mother|father) (?:of|to) \w+|\d kids|based in|live in|\d+ ?(?:gb|gig|tb)\b"
    r"|(?<!\w)ex-\w+|since (?:19|20)\d\d|for \w+ years|\w+ years in\b)",
    re.IGNORECASE,
)
_RANKED: Final = Lazy(r"\b(?:any day|every time|always|all day|hands down|any time|for me)\b", re.IGNORECASE)
_EMPTY: Final = frozenset(
    """
    yes yeah yep no nope nah sure ok okay thanks maybe perhaps none nothing idk dunno whatever both neither correct
    right exactly please hm hmm agreed true false great good fine perfect cool mostly kidding
    """.split()
)
_REMARKS: Final = frozenset(
    "that it this those these there they you he she sounds looks what love great good nice for".split()
)
_NOBODY: Final = frozenset("the any some no what every as hey another dear way".split())


_OVER: Final = frozenset("done over finished completed yesterday ago was were went passed failed survived".split())
_TO_COME: Final = frozenset("next by until till before tomorrow coming".split())
"""An occasion with a day and one of the first is over, unless one of these stands beside it."""


def read(text: str, words: list[Token], turn: Turn, joined: Draft | None) -> Draft | None:
    """A noun phrase that tells something about the speaker."""
    lows = [token.low for token in words]
    if all(low in _EMPTY or not low[:1].isalnum() for low in lows):
        return None
    body = render(text, words)
    start, end = words[0].start, words[-1].end
    polarity = -1 if denies(words) else 1
    if lows[:2] == ["much", "for"]:  # "so much for vegetarian"
        return None
    if _goes_on(lows, body) and not turn.topic and not (turn.invited and not turn.told):
        _join(text, body, words, turn)
        return None
    if others.under_heading(words, turn):
        return None
    if turn.topic:
        divider = ":" if not turn.topic.endswith(":") else ""
        kind = "decision" if turn.topic.endswith(" decided") else "fact"
        return Draft(f"{turn.topic}{divider} {body}", kind, start, end, polarity=polarity, confidence=0.95)
    last = turn.told[-1] if turn.told else None
    if (
        last is not None
        and last.kind == "commitment"
        and last.content.endswith("booked")
        and (names_day(lows) or words[0].text[:1].isupper())
    ):
        last.content += f": {body}"
        last.end = end
        return None
    another = is_anothers(words, turn)
    if (
        not another
        and any(low in {"beginner", "novice", "newbie", "noob", "amateur", "expert"} for low in lows[:3])
        and not turn.invited
        and _answers(words)
        and sum(low in LEVELS for low in lows) == 1
    ):
        return Draft(f"{turn.name}: {body}", "skill", start, end, polarity=polarity, confidence=0.9)
    answers = turn.invited and len(words) <= 40 and not another
    if answers and _answers(words) and not _links(words, turn) and not _is_clause(words):
        return _answer(text, words, turn)
    occasion = any(word in OCCASIONS["en"] for word in lows[:3]) and _answers(words)
    if occasion and names_day(lows) and lows[0] not in {"the", "a"}:
        whose = f"{turn.owner} {body}" if turn.of_himself else capitalised(body)
        if _TO_COME.isdisjoint(lows) and _is_over(lows):
            return Draft(whose, "event", start, end, confidence=0.85, tags=("past",))
        return Draft(whose, "commitment", start, end, confidence=0.85, ahead=True)
    if lows[:2] == ["as", "someone"] or lows[1:3] == ["as", "someone"]:
        return _as_someone(text, words, turn)
    if lows[:2] in (["as", "a"], ["as", "an"]) and any(
        low in OCCUPATIONS or (low.endswith(ENDINGS) and len(low) > 6) for low in lows[2:7]
    ):
        return Draft(f"{turn.name} is {body[3:]}", "fact", start, end, confidence=0.95)
    return None if another else _shaped(text, words, turn, joined) or lists.read(text, words, turn)


def _is_over(lows: list[str]) -> bool:
    """Whether an occasion took place. "Trip in April, booked yesterday" and "Wedding in May, finished planning" tell
    what was done for it."""
    for place, low in enumerate(lows):
        following = lows[place + 1] if place + 1 < len(lows) else ""
        of_something = following in _WHAT_WAS_DONE or (form_of(following) or ("", ""))[1] == "ing"
        beside = low in _PASSED or (low in _FINISHED and of_something)
        if low in _OVER and not (beside and names_day(lows[:place])):
            return True
    return False


_PASSED: Final = frozenset("yesterday ago".split())
_FINISHED: Final = frozenset("done finished completed".split())
_WHAT_WAS_DONE: Final = frozenset("with my our the all".split())


def _goes_on(lows: list[str], body: str) -> bool:
    """Says how often, or from what to what, and names nothing: "twice a week, with Karl", "from a Mac to a PC"; not
    "once a nurse", "weekly therapy"."""
    return "to" in lows[2:] if lows[0] == "from" else _OFTEN.match(body) is not None


_UNIT: Final = (
    "(?:time|hour|day|morning|afternoon|evening|night|week|weekday|weekend|fortnight|month|quarter|spring|summer|autumn"
    "|fall|winter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?"
)
_DAILY: Final = "(?:daily|nightly|weekly|fortnightly|monthly|yearly)"
_OFTEN: Final = Lazy(
    rf"(?:(?:(?:once|twice|(?:\w+ ){{1,2}}times) )?(?:(?:an?|per|each|every) (?:other |second |\w+ )?{_UNIT}|{_DAILY})"
    rf"|every (?:other |second |\w+ )?{_UNIT})(?: (?:and|or) (?:every )?{_UNIT})?"
    r"(?: now| again| btw)?(?:,? with .+|, \d[\d.,]* ?[a-zµ]+)?[.!]?$",
    re.IGNORECASE,
)
"""How often, and with whom or how much."""


def _join(text: str, body: str, words: list[Token], turn: Turn) -> None:
    """Told with what somebody does as it was said right before it."""
    last = turn.told[-1] if turn.told else None
    often = words[0].low != "from"
    right_before = last is not None and not text[last.end : words[0].start].strip(" .!,;\n-–—")
    if last is not None and often and right_before and _is_done(last.content):
        last.content += f", {body[:1].lower()}{body[1:]}"
        last.end = words[-1].end


def _is_done(content: str) -> bool:
    """Whether it tells what somebody does and not how he is: not "User lives in Rome", "User is a nurse"."""
    words = tokens(content)
    at = next((at for at, token in enumerate(words) if token.low in AUXILIARIES or form_of(token.low)), -1)
    base, form = (form_of(words[at].low) or ("", "")) if at >= 0 else ("", "")
    if words[at].low in BE:
        return any((form_of(token.low) or ("", ""))[1] == "ing" for token in words[at + 1 : at + 4])
    return form in {"s", "past"} and base not in _LASTING


_LASTING: Final = LIKING["en"] | DISLIKING["en"] | frozenset("be have own live know speak belong weigh".split())


def _answer(text: str, words: list[Token], turn: Turn) -> Draft:
    """What somebody says to a question about himself, with what he was asked."""
    asked = f" ({turn.asked})" if turn.asked else ""
    tie, name = tie_in(words)
    remember(words, turn)
    skill = _is_skill([token.low for token in words], turn.asked)
    kind = "preference" if turn.wished else "relationship" if name else "skill" if skill else "fact"
    body = render(text, words)
    told = questions.completed(turn.question, body, words)
    return Draft(
        f"{turn.name} {told}" if told else f"{turn.name}{asked}: {body}",
        kind,
        words[0].start,
        words[-1].end,
        polarity=-1 if denies(words) else 1,
        confidence=0.9,
        tie=tie,
        person=name,
    )


def _shaped(text: str, words: list[Token], turn: Turn, joined: Draft | None) -> Draft | None:
    """A noun phrase with the shape of a personal datum: an occupation, a size, what is liked better, a booked day."""
    lows = [token.low for token in words]
    body = render(text, words)
    start, end = words[0].start, words[-1].end
    polarity = -1 if denies(words) else 1
    occupied = (
        any(low in OCCUPATIONS or (low.endswith(ENDINGS) and len(low) > 6) for low in lows[:4])
        and _answers(words)
        and lows[0] not in _NOBODY
        and not _tells_what_he_did(words)
        and sum(low in LEVELS for low in lows) < _SEVERAL_LEVELS
    )
    if " over " in body and len(words) <= 12 and _RANKED.search(body):
        return Draft(f"{turn.name} prefers {body[:1].lower()}{body[1:]}", "preference", start, end, confidence=0.9)
    fond = next((at for at, low in enumerate(lows[:4]) if low == "fan" and lows[at + 1 : at + 2] == ["of"]), -1)
    if fond >= 0 and len(lows) > fond + 2:
        article = "is " if lows[0] in {"a", "not", "no"} else "is a "
        return Draft(
            f"{turn.name} {article}{body[:1].lower()}{body[1:]}",
            "preference",
            start,
            end,
            polarity=-1 if lows[0] in {"not", "no"} else 1,
        )
    if occupied and names_day(lows):
        return Draft(f"{turn.name}: {body}", "commitment", start, end, confidence=0.85, ahead=True)
    if (
        len(words) <= _HABIT_WORDS
        and (every := _EVERY.search(body))
        and _answers(words)
        and not _starts_with_verb(lows)
    ):
        told = f"{turn.name}: {body[: every.end(1)]}"
        return Draft(told, "fact", start, end, confidence=0.8, tags=("habit",))
    if (_SHAPES.search(body) and _answers(words)) or (
        occupied and len(words) <= 14 and joined is None and not _starts_with_verb(lows)
    ):
        parent = any(low in {"mum", "mom", "dad", "mother", "father"} for low in lows[:3]) and "to" in lows[1:4]
        tie, name = tie_in(words)
        kind = "relationship" if parent or name else "fact"
        content = _of_kin(text, words, turn) or f"{turn.name}: {body}"
        return Draft(content, kind, start, end, polarity=polarity, confidence=0.85, tie=tie, person=name)
    if names_day(lows) and _BOOKED.search(turn.text[max(0, start - 20) : start]):
        return Draft(f"{turn.name} booked: {body}", "commitment", start, end, confidence=0.9, ahead=True)
    return None


def _of_kin(text: str, words: list[Token], turn: Turn) -> str:
    """ "Mum fell": what one of the speaker's family did. "Mum of two" he is himself."""
    rest = words[1:] if words[0].low in OWN else words
    if len(rest) < 2 or rest[0].low not in KIN["en"] or not is_past(rest[1].low):
        return ""
    body = render(text, rest)
    return f"{turn.owner} {body[:1].lower()}{body[1:]}"


def is_past(low: str) -> bool:
    """Whether it is told as done, known verb or not: "phoned"."""
    known = form_of(low)
    regular = known is None and low.endswith("ed") and not low.endswith("eed")
    return low == "quit" or regular or (known is not None and known[1] == "past")


def _tells_what_he_did(words: list[Token]) -> bool:
    """ "Dentist rang", "Dr Langley retired": what somebody else did, and what nobody is. "Chef trained in Paris" is."""
    if words[0].low.rstrip(".") in others.HONORIFICS and words[0].text[1:2].islower():
        return words[1:2] != [] and words[1].text[:1].isupper() and words[1].low not in {"med.", "med"}
    trade = words[0].low in OCCUPATIONS and words[0].low not in KIN["en"]
    return trade and len(words) > 1 and words[1].low in _RANG


_RANG: Final = frozenset("rang phoned emailed texted called said told".split())
_SEVERAL_LEVELS: Final = 2
"""So many levels are the levels of something, and nobody's own."""
_HABIT_WORDS: Final = 7
_EVERY: Final = Lazy(
    r"\b(every (?:other )?(?:day|morning|evening|night|week|weekend)"
    r"|(?:once|twice|three times) a (?:day|week|month))(?: now| instead| again| btw)?$",
    re.IGNORECASE,
)
_BOOKED: Final = Lazy(r"\bbooked\W{1,5}$", re.IGNORECASE)


def _is_clause(words: list[Token]) -> bool:
    """It has a verb of its own, or asks for something: "the tool gave me hints", "maybe try another"."""
    first = next((at for at, token in enumerate(words) if not is_adverb(token.low)), 0)
    low = words[first].low
    asks = low in REQUEST_VERBS["en"] and len(words) > first + 1 and words[first].text[:1].islower()
    return (asks and first > 0) or verb_place(words, 0) > 0


def _as_someone(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "asking as someone who lives alone", "as someone with asthma": who says so is that one."""
    at = next(at for at, token in enumerate(words) if token.low == "someone") + 1
    if at + 1 >= len(words) or words[at].low not in {"who", "with", "who's"}:
        return None
    said = render(text, words[at + 1 :])
    done = (form_of(words[at + 1].low) or ("", ""))[1] in {"past", "part"} and words[at + 1].low != "used"
    lead = {"who": "", "with": "is someone with ", "who's": "has " if done else "is "}[words[at].low]
    return Draft(f"{turn.name} {lead}{said}", "fact", words[0].start, words[-1].end, confidence=0.9)


def _links(words: list[Token], turn: Turn) -> bool:
    """Later in a reply "as for the rest", "finally" or "speaking of books" leads over, and answers nothing."""
    low = words[0].low
    late = len(turn.text[: words[0].start].split()) > _ANSWER_WORDS
    if late and not any(token.low.isalpha() for token in words):
        return True
    return late and (low in _LEADING_OVER or low.endswith("ing") or (is_adverb(low) and len(words) == 1))


_ANSWER_WORDS: Final = 8
_LEADING_OVER: Final = frozenset(
    "as in by to before after sometimes back like when while also for with on at from about during".split()
)


def _is_skill(lows: list[str], asked: str) -> bool:
    """ "Intermediate", "fluent", "B1", or an answer to what languages somebody speaks."""
    return any(low in LEVELS for low in lows[:3]) or not _ABILITIES.isdisjoint(asked.lower().split())


_ABILITIES: Final = frozenset("language languages experience level skill skills".split())


def _answers(words: list[Token]) -> bool:
    """A reply made of nouns: no remark on what the assistant said."""
    low = words[0].low
    remark = expanded(low)[0] in _REMARKS
    return not remark and not any(expanded(token.low)[1] or token.low in AUXILIARIES for token in words)


def _starts_with_verb(lows: list[str]) -> bool:
    known = form_of(lows[0])
    return known is not None and known[1] == "base"
