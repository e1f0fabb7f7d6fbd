"""English without a subject: "Been a welder 22 years", "Work: NHS radiographer", "single mum of two", "Zigbee for the lights".

A verb form that cannot be an order has "I" for its subject. A bare noun phrase counts when the assistant had asked, when
a label announces it ("about me:"), or when it has the shape of a personal datum (an age, a size, an occupation).
"""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.lexicon.occasions import OCCASIONS
from recollect.rules.lexicon.occupations import ENDINGS, OCCUPATIONS
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn, denies, hedged
from recollect.write.extract.frames import judge
from recollect.write.extract.grammar import read_group
from recollect.write.extract.words import Token, form_of, is_adverb, render

_STATES: Final = frozenset(
    """allergic based single married divorced widowed engaged retired vegan vegetarian pescatarian lactose gluten-free
    self-employed unemployed pregnant diabetic asthmatic deaf blind colorblind colour-blind dyslexic autistic
    left-handed teetotal fluent born raised diagnosed separated freelance originally obsessed terrified""".split()
)
_PLACES: Final = frozenset("on off into from in at with".split())
_MORE: Final = frozenset("been got had never used can't don't didn't won't haven't going trying not hardly always usually mostly".split())
_ABOUT_ME: Final = frozenset(
    """work job play hobbies hobby age name location city diet allergies allergy family kids children pets pet height
    weight budget goal goals background occupation languages language stack setup os editor role title profession
    education school major degree interests likes dislikes experience level status birthday timezone home car context me
    info profile bio health meds medication condition conditions pronouns hours schedule team company industry employer
    partner siblings nationality religion politics equipment gear instruments""".split()
)
_SHAPES: Final = re.compile(
    r"\b(?:size \d{1,2}|\d{1,2} ?(?:yo|y/o|yrs? old|years? old|f|m)\b|age[d:]? \d{1,2}|\d'\d{1,2}|\d{2,3} ?(?:kg|cm|lbs?|pounds)\b|(?:mum|mom|dad|mother|father) (?:of|to) \w+|\d kids|based in|live in)",
    re.IGNORECASE,
)
_EMPTY: Final = frozenset(
    """yes yeah yep no nope nah sure ok okay thanks maybe perhaps none nothing idk dunno whatever both neither correct right
    exactly please hm hmm agreed true false great good fine perfect cool mostly kidding""".split()
)


def label(words: list[Token]) -> int:
    """The place of the colon of a short label at the front ("Work:", "for the newsletter:"), or 0."""
    for place, token in enumerate(words[:9]):
        if token.low == ":":
            return place
        if token.low in {",", "?", "("} or (token.low in {"is", "are", "i", "i'm"} and place < 3):
            return 0
    return 0


def open_label(words: list[Token], turn: Turn) -> None:
    """Sets the topic that a label announces."""
    lows = [token.low for token in words]
    topic = " ".join(token.text for token in words)
    if lows[0] in {"for", "about", "re", "regarding", "on"} and len(lows) > 1 and lows[1] in {"the", "my", "our"}:
        turn.topic = f"For {turn.owner} {' '.join(token.text for token in words[2:])}"
    elif any(low in _ABOUT_ME for low in lows) and lows[0] not in {"what", "how", "which"}:
        general = any(low in {"background", "context", "me", "info", "profile", "bio"} for low in lows)
        turn.topic = turn.name if general else f"{turn.owner} {topic.lower()}"
    elif lows[0] in {"after", "since", "before", "at", "in", "from", "per"}:
        turn.topic = turn.topic or ""


def close_label(turn: Turn) -> None:
    turn.topic = ""


def read(text: str, words: list[Token], turn: Turn, *, joined: Draft | None, lead: str) -> Draft | None:
    """The draft of a clause without a subject, or None."""
    draft = _verbal(text, words, turn)
    if draft is not None:
        return draft
    return _nominal(text, words, turn, joined)


def _verbal(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """A verb form, a state or a preposition that has "I" for its subject."""
    at = 0
    while at < len(words) - 1 and is_adverb(words[at].low) and words[at].low not in {"never", "not"}:
        at += 1
    low = words[at].low
    known = form_of(low)
    following = words[at + 1].low if at + 1 < len(words) else ""
    glued = lead = ""
    if low == "been" or (low == "got" and following in {"a", "an", "two", "three"}):
        glued, lead = "have", "has "
    elif known is not None and known[1] == "ing" and following and following not in {"is", "was", "are"}:
        glued, lead = "am", "is "
    elif low in _STATES or (low in _PLACES and following and at == 0) or low == "not":
        glued, lead = "am", "is "
    elif known is not None and known[1] == "past" and following and following not in {"is", "was", "by"}:
        pass
    elif low in _MORE or low in {"love", "hate", "prefer"}:
        pass
    else:
        return None
    group = read_group(words, -1, glued, start=0)
    if group is None:
        return None
    if low in _PLACES and not _is_state(low, [token.low for token in words]):
        return None
    lows = [token.low for token in words]
    dated = names_day(lows)
    verdict = judge(group, dated=dated, offered=turn.offered, decided=turn.decided)
    if verdict is None:
        return None
    told = render(text, words)
    if low in {"can't", "don't", "love", "hate", "prefer", "never"}:
        told = {"don't": "doesn't", "love": "loves", "hate": "hates", "prefer": "prefers"}.get(low, low) + told[len(words[0].text) :]
    return Draft(
        f"{turn.name} {lead}{told[:1].lower() + told[1:] if not words[0].text.isupper() else told}",
        verdict.kind,
        words[0].start,
        words[-1].end,
        confidence=min(verdict.factor, 0.95, hedged(words)),
        polarity=-1 if verdict.denied or group.denied or denies(words) else 1,
        tags=verdict.tags,
        ahead=dated and not group.past,
    )


def _is_state(low: str, lows: list[str]) -> bool:
    """ "on metformin 500 twice a day", "off gluten": a treatment, a diet; "in Berlin": a place with a large letter."""
    if low in {"on", "off"}:
        return any(word.isdigit() or word in {"day", "daily", "twice", "mg", "diet", "meds", "medication"} for word in lows)
    return low == "from" and len(lows) <= 4


def _nominal(text: str, words: list[Token], turn: Turn, joined: Draft | None) -> Draft | None:
    """A noun phrase that tells something about the speaker."""
    lows = [token.low for token in words]
    if all(low in _EMPTY or not low[:1].isalnum() for low in lows):
        return None
    body = render(text, words)
    start, end = words[0].start, words[-1].end
    polarity = -1 if denies(words) else 1
    if turn.topic:
        divider = ":" if not turn.topic.endswith(":") else ""
        return Draft(f"{turn.topic}{divider} {body}", "fact", start, end, polarity=polarity, confidence=0.95)
    last = turn.told[-1] if turn.told else None
    if last is not None and last.kind == "commitment" and last.content.endswith("booked") and (names_day(lows) or words[0].text[:1].isupper()):
        last.content += f": {body}"
        last.end = end
        return None
    if turn.invited and len(words) <= 40:
        return Draft(f"{turn.name}: {body}", "fact", start, end, polarity=polarity, confidence=0.9)
    if any(word in OCCASIONS["en"] for word in lows[:3]) and names_day(lows) and lows[0] not in {"the", "a"}:
        return Draft(f"{turn.owner} {body}", "commitment", start, end, confidence=0.85, ahead=True)
    occupied = any(low in OCCUPATIONS or low.endswith(ENDINGS) for low in lows[:4]) and lows[0] not in {"the", "any", "some", "no", "what", "every"}
    if _SHAPES.search(body) or (occupied and len(words) <= 14 and joined is None and not _starts_with_verb(lows)):
        return Draft(f"{turn.name}: {body}", "fact", start, end, polarity=polarity, confidence=0.85)
    return None


def _starts_with_verb(lows: list[str]) -> bool:
    known = form_of(lows[0])
    return known is not None and known[1] == "base"
