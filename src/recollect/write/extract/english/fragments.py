"""English without a subject: "Been a plumber ten years", "Work: tram driver", "mum of two", "Neovim, with plugins".

A verb form that cannot be an order has "I" for its subject. A bare noun phrase counts when the assistant had asked,
when a label announces it ("about me:"), or when it has the shape of a personal datum (an age, a size, an occupation).
"""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.lexicon.levels import LEVELS
from recollect.rules.lexicon.occasions import OCCASIONS
from recollect.rules.lexicon.occupations import ENDINGS, OCCUPATIONS
from recollect.rules.lexicon.smalltalk import FILLERS
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn, capitalised, denies, hedged
from recollect.write.extract.english import lists
from recollect.write.extract.english.frames import judge
from recollect.write.extract.english.grammar import read_group
from recollect.write.extract.english.ties import remember, tie_in
from recollect.write.extract.english.words import AUXILIARIES, Token, expanded, form_of, is_adverb, render
from recollect.write.extract.patterns import Lazy

_STATES: Final = frozenset(
    """
    allergic based single married divorced widowed engaged retired vegan vegetarian pescatarian lactose gluten-free
    self-employed unemployed pregnant diabetic asthmatic deaf blind colorblind colour-blind dyslexic autistic
    left-handed teetotal fluent born raised diagnosed separated freelance originally obsessed terrified handy
    experienced proficient rubbish hopeless useless self-taught certified qualified bilingual
    """.split()
)
_GOOD: Final = frozenset(
    "good great bad terrible awful decent okay ok new used comfortable keen crap ace rusty hopeless".split()
)
"""With what somebody is good at or new to."""
_PLACES: Final = frozenset("on off into from in at with".split())
_MORE: Final = frozenset(
    """
    been got had never used can't don't didn't won't haven't going going-to got-to trying not hardly always usually
    mostly
    """.split()
)
_ABOUT_ME: Final = frozenset(
    """
    work job play hobbies hobby age name location city diet allergies allergy family kids children pets pet height
    weight budget goal goals background occupation languages language stack setup os editor role title profession
    education school major degree interests likes dislikes experience level status birthday timezone home car context
    me info profile bio health meds medication condition conditions pronouns hours schedule team company industry
    employer partner siblings nationality religion politics equipment gear instruments intro
    """.split()
)
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
_OPENING_VERBS: Final = frozenset("can't don't haven't love hate prefer never have work live own".split())
_LIVING: Final = frozenset("work live own".split())
_AFTER_LIVING: Final = frozenset("in at as for nights from with full part two three my near alone shifts days".split())
_REMARKS: Final = frozenset(
    "that it this those these there they you he she sounds looks what love great good nice for".split()
)
_NOBODY: Final = frozenset("the any some no what every as hey another".split())
_TIMES: Final = frozenset("after since before at in from per".split())
_SUBJECTS: Final = frozenset("i we you he she they that who which it what".split())
_DOSES: Final = frozenset("day daily twice mg diet meds medication".split())


def label(words: list[Token]) -> int:
    """The place of the colon of a short label at the front ("Work:", "for the newsletter:"), or 0."""
    start = 0
    while start < len(words) and (words[start].low in FILLERS or words[start].low == ","):
        start += 1
    for place, token in enumerate(words[start:12], start):
        if token.low == ":":
            return place
        if token.low in {",", "?", "("} or (token.low in {"is", "are", "i", "i'm"} and place < start + 3):
            return 0
    return 0


def open_label(words: list[Token], turn: Turn) -> None:
    """Sets the topic that a label announces."""
    while len(words) > 1 and (words[0].low in FILLERS or words[0].low == ","):
        words = words[1:]
    while len(words) > 1 and words[0].low in {"my", "our"}:
        words = words[1:]
    lows = [token.low for token in words]
    topic = " ".join(token.text for token in words)
    if lows[-1] in {"record", "reference", "clarity"}:
        return
    if lows[0] in {"for", "about", "re", "regarding", "on"} and len(lows) > 1 and lows[1] in {"the", "my", "our"}:
        turn.topic = f"For {turn.owner} {' '.join(token.text for token in words[2:])}"
    elif any(low in _ABOUT_ME for low in lows) and not any(low in {"what", "how", "which", "you"} for low in lows):
        general = any(low in {"background", "context", "me", "info", "profile", "bio", "intro"} for low in lows)
        turn.topic = turn.name if general else f"{turn.owner} {topic.lower()}"
    elif lows[0] in _TIMES:
        turn.topic = turn.topic or ""
    elif not _AGREED.isdisjoint(lows):
        turn.topic, turn.decided = f"{turn.name} decided", True


_AGREED: Final = frozenset("decision decided settled verdict agreed".split())


def close_label(turn: Turn) -> None:
    turn.topic = ""


def read(text: str, words: list[Token], turn: Turn, *, joined: Draft | None) -> Draft | None:
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
    if _says_nothing(text, words, at, turn):
        return None
    if (
        low == "been"
        or (low == "never" and (form_of(following) or ("", ""))[1] in {"past", "part"})
        or (low == "got" and following in {"a", "an", "two", "three"})
    ):
        glued, lead = "have", "has "
    elif (
        (known is not None and known[1] == "ing" and following and following not in {"is", "was", "are"})
        or (low in _STATES and not _has_object(known, following))
        or (low in _GOOD and following in {"at", "with", "to", "on"})
        or (low in _PLACES and following and at == 0)
        or low == "not"
    ):
        glued, lead = "am", "is "
    elif (
        (known is not None and known[1] == "past" and following and following not in {"is", "was", "by"})
        or low in _MORE
        or low in {"love", "hate", "prefer"}
        or (low in _LIVING and following in _AFTER_LIVING)
        or (low == "have" and following == "to")
    ):
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
    if low == "going-to":
        told = f"is {told}"
    if low == "got-to":
        told = f"has to {render(text, words[at + 1 :])}"
    if low in _OPENING_VERBS:
        told = {
            "don't": "doesn't",
            "haven't": "hasn't",
            "love": "loves",
            "hate": "hates",
            "prefer": "prefers",
            "have": "has",
            "work": "works",
            "live": "lives",
            "own": "owns",
        }.get(low, low) + told[len(words[0].text) :]
    tie, name = tie_in(words)
    return Draft(
        f"{turn.name} {lead}{told[:1].lower() + told[1:] if not words[0].text.isupper() else told}",
        verdict.kind,
        words[0].start,
        words[-1].end,
        confidence=min(verdict.factor, 0.95, hedged(words)),
        polarity=-1 if verdict.denied or group.denied or denies(words) else 1,
        tags=verdict.tags,
        ahead=dated and not group.past,
        person=name,
        tie=tie,
    )


def _has_object(known: tuple[str, str] | None, following: str) -> bool:
    """ "raised my rate": a past with its object; "raised in Ohio" is a state."""
    return known is not None and known[1] == "past" and following in _BEFORE_OBJECT


_BEFORE_OBJECT: Final = frozenset("my our the a an his her their another it them".split())


def _says_nothing(text: str, words: list[Token], at: int, turn: Turn) -> bool:
    """It looks like a verb of the speaker's and is another's, an order, or no statement."""
    low = words[at].low
    following = words[at + 1].low if at + 1 < len(words) else ""
    if (form_of(low) or ("", ""))[1] == "ing":
        if _is_subject(words, at) or low in _LINKING:
            return True
        # "Taking in kids in need - you're so kind!"
        return bool(turn.listener) and _YOU_AFTER.match(text[words[-1].end :]) is not None
    if low == "not":
        return len(words) < at + 3 or following in _NOT_MEANT or any(token.low == "sure" for token in words[:5])
    if low == "been":
        return _BEEN_A_WHILE.match(text[words[at].start :]) is not None
    third = words[at + 2].low if at + 2 < len(words) else ""
    return low == "don't" and (following in _ORDERED or third in {"me", "us"})  # "don't call me Samantha"


_LINKING: Final = frozenset(
    """
    speaking talking regarding considering following including depending assuming according starting judging seeing
    knowing
    """.split()
)
_NOT_MEANT: Final = frozenset(
    "really yet sure too that much bad at so only even now today but necessarily quite exactly my the because".split()
)


_THIRD: Final = frozenset(
    """
    makes made helps helped gives gave keeps kept feels felt takes took means meant brings brought sounds sounded seems
    seemed looks looked boosts boosted inspires inspired motivates reminds reminded teaches allows requires
    """.split()
)
_BEEN_A_WHILE: Final = Lazy(
    r"been (?:ages|(?:quite |such )?(?:a|an|one) (?:\w+ ){0,2}(?:day|week|weekend|month|year|while|road|ride|journey"
    r"|time))(?=\W*(?:$|[.!?,;\n-]|since\b|for (?:me|us)\b))",
    re.IGNORECASE,
)
"""It, not the speaker, has been that."""
_YOU_AFTER: Final = Lazy(r"[^.!?\n]{0,80}\byou", re.IGNORECASE)
_ORDERED: Final = frozenset("ever forget worry give be let stop hesitate lose quit hold".split())
_PLURALS: Final = frozenset("you we they".split())
_BEFORE_OBJECTS: Final = frozenset("around with for to about near behind beside like of on in by from".split())


def _is_subject(words: list[Token], at: int) -> bool:
    """ "Having pets must be wonderful": the -ing form is the subject of a verb that follows."""
    for place in range(at + 1, len(words)):
        before = words[place - 1].low
        related = before in {"who", "which", "what"} or (before == "that" and words[place - 2].low != "like")
        # "having people around you can help", "having people who back you makes a difference"
        is_object = (place > 1 and words[place - 2].low in _BEFORE_OBJECTS) or (
            before in _PLURALS and words[place].low.removesuffix("n't").endswith("s")
        )
        owns = before not in _SUBJECTS - {"that"} or is_object
        if (words[place].low in AUXILIARIES or words[place].low in _THIRD) and owns:
            return not related
    return False


def _is_state(low: str, lows: list[str]) -> bool:
    """ "on iron tablets twice a day", "off dairy": a treatment, a diet; "in Berlin": a place with a large letter."""
    if low in {"on", "off"}:
        alone = len(lows) == 3 and lows[2] == "now" and len(lows[1]) > 3  # "on losartan now"
        return alone or any(word.isdigit() or word in _DOSES for word in lows)
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
    if (
        any(low in {"beginner", "novice", "newbie", "amateur", "expert"} for low in lows[:3])
        and not turn.invited
        and _answers(words)
    ):
        return Draft(f"{turn.name}: {body}", "skill", start, end, polarity=polarity, confidence=0.9)
    if turn.invited and len(words) <= 40 and _answers(words) and not _links(words, turn):
        asked = f" ({turn.asked})" if turn.asked else ""
        tie, name = tie_in(words)
        remember(words, turn)
        kind = (
            "preference"
            if turn.wished
            else "relationship"
            if name
            else "skill"
            if _is_skill(lows, turn.asked)
            else "fact"
        )
        return Draft(
            f"{turn.name}{asked}: {body}", kind, start, end, polarity=polarity, confidence=0.9, tie=tie, person=name
        )
    occasion = any(word in OCCASIONS["en"] for word in lows[:3]) and _answers(words)
    if occasion and names_day(lows) and lows[0] not in {"the", "a"}:
        whose = f"{turn.owner} {body}" if turn.of_himself else capitalised(body)
        return Draft(whose, "commitment", start, end, confidence=0.85, ahead=True)
    if lows[:2] == ["as", "someone"] or lows[1:3] == ["as", "someone"]:
        return _as_someone(text, words, turn)
    if lows[:2] in (["as", "a"], ["as", "an"]) and any(
        low in OCCUPATIONS or (low.endswith(ENDINGS) and len(low) > 6) for low in lows[2:7]
    ):
        return Draft(f"{turn.name} is {body[3:]}", "fact", start, end, confidence=0.95)
    occupied = (
        any(low in OCCUPATIONS or (low.endswith(ENDINGS) and len(low) > 6) for low in lows[:4])
        and _answers(words)
        and lows[0] not in _NOBODY
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
    if (_SHAPES.search(body) and _answers(words)) or (
        occupied and len(words) <= 14 and joined is None and not _starts_with_verb(lows)
    ):
        parent = any(low in {"mum", "mom", "dad", "mother", "father"} for low in lows[:3]) and "to" in lows[1:4]
        tie, name = tie_in(words)
        kind = "relationship" if parent or name else "fact"
        content = f"{turn.name}: {body}"
        return Draft(content, kind, start, end, polarity=polarity, confidence=0.85, tie=tie, person=name)
    if names_day(lows) and _BOOKED.search(turn.text[max(0, start - 20) : start]):
        return Draft(f"{turn.name} booked: {body}", "commitment", start, end, confidence=0.9, ahead=True)
    return lists.read(text, words, turn)


_BOOKED: Final = Lazy(r"\bbooked\W{1,5}$", re.IGNORECASE)


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
