"""English without a subject: "Been a plumber ten years", "Work: tram driver", "mum of two", "Neovim, with plugins".

A verb form that cannot be an order has "I" for its subject. A bare noun phrase counts when the assistant had asked,
when a label announces it ("about me:"), or when it has the shape of a personal datum (an age, a size, an occupation).
"""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.kinship import KIN
from recollect.rules.lexicon.people import PROFESSIONS
from recollect.rules.lexicon.things import HEADS_OF_NUMBERS
from recollect.rules.text import fold
from recollect.write.extract.dates import names_day, names_day_to_come
from recollect.write.extract.drafts import Draft, Turn, denies, hedged
from recollect.write.extract.english import nominals
from recollect.write.extract.english.frames import judge
from recollect.write.extract.english.grammar import DAYS, read_group
from recollect.write.extract.english.ties import is_name, tie_in
from recollect.write.extract.english.whose import is_anothers
from recollect.write.extract.english.words import AUXILIARIES, Token, form_of, is_adverb, render
from recollect.write.extract.patterns import Lazy

_STATES: Final = frozenset(
    """
    allergic based single married divorced widowed engaged retired vegan vegetarian pescatarian lactose gluten-free
    self-employed unemployed pregnant diabetic asthmatic deaf blind colorblind colour-blind dyslexic autistic
    left-handed teetotal fluent born raised diagnosed separated freelance originally obsessed terrified handy
    experienced proficient rubbish hopeless useless self-taught certified qualified bilingual
    """.split()
)
_THEN: Final = frozenset("born raised".split())
_GOOD: Final = frozenset(
    "good great bad terrible awful decent okay ok new comfortable keen crap ace rusty hopeless".split()
)
"""With what somebody is good at or new to."""
_PLACES: Final = frozenset("on off into from in at with".split())
_MORE: Final = frozenset(
    """
    been got had never used can't don't didn't won't haven't going going-to got-to trying not hardly always usually
    mostly
    """.split()
)
_OPENING_VERBS: Final = {
    "can't": "can't", "don't": "doesn't", "haven't": "hasn't", "love": "loves", "hate": "hates", "prefer": "prefers",
    "never": "never", "have": "has", "work": "works", "live": "lives", "own": "owns",
}  # fmt: skip
_LIVING: Final = frozenset("work live own".split())
_AFTER_LIVING: Final = frozenset("in at as for nights from with full part two three my near alone shifts days".split())
_AFTER_NO_DOING: Final = frozenset(("", "is", "was", "are"))
_NOT_SO: Final = frozenset("any anymore really yet sure much exactly so very too that at even only now then".split())
_NOT_A_BIT: Final = frozenset(("a", what) for what in "word bit chance clue thing lot problem big penny soul".split())
"""After "not", these answer a question and say nothing by themselves: "not any more", "not a word"."""
_WHAT: Final = ("what", "which")
_SUBJECTS: Final = frozenset("i we you he she they that who which it what".split())
_DOSES: Final = frozenset("day daily twice mg diet meds medication".split())


def read(text: str, words: list[Token], turn: Turn, *, joined: Draft | None) -> Draft | None:
    """The draft of a clause without a subject, or None."""
    lows = [token.low for token in words[:3]]
    if lows[0] == "not" and (lows[1:2] == [] or lows[1] in _NOT_SO or tuple(lows[1:]) in _NOT_A_BIT):
        return None
    here = _speaks_here(words)
    words = words[:-1] if here else words
    draft = _verbal(text, words, turn) if not is_anothers(words, turn) else None
    if draft is not None or _names_another(words):
        return draft
    draft = nominals.read(text, words, turn, joined)
    if draft is None and here:
        body = render(text, words)
        return Draft(f"{turn.name}: {body}", "fact", words[0].start, words[-1].end, confidence=0.9)
    return draft


def _speaks_here(words: list[Token]) -> bool:
    """ "Vegan here", "huge Arsenal supporter here": who the speaker is. "Same problem here" is none."""
    lows = [token.low for token in words[:-1]]
    if words[-1].low != "here" or not 0 < len(lows) <= _HERE_WORDS or "'" in "".join(lows):
        return False
    if form_of(lows[0]) and lows[0] not in _SOMEBODY:
        return False
    if not _NOT_OF_ME.isdisjoint(lows):
        return False
    head = lows[: lows.index("of")] if "of" in lows else lows  # "mom of three"
    return head[-1:] != [] and (head[-1] in _SOMEBODY or (lows[0] in _STATES and len(lows) == 1))


_HERE_WORDS: Final = 4
_NOT_OF_ME: Final = frozenset(
    """
    my his her their our your its no every another the some any each which what this that there these those same other
    and or paste
    """.split()
)
_SOMEBODY: Final = PROFESSIONS | frozenset(
    """
    mom mum dad mother father grandma grandpa grandmother grandfather fan supporter lover enthusiast addict vegan
    vegetarian celiac coeliac diabetic student veteran newbie beginner parent nerd geek introvert extrovert expat
    immigrant gamer runner cyclist climber musician retiree pensioner homeowner renter dev developer programmer
    freelancer
    """.split()
)


def goes_on_with_kin(text: str, words: list[Token], told: Draft, turn: Turn) -> bool:
    """ "Mum fell and broke her hip", "My gran called and was in tears": a verb right after what somebody of the family
    did is hers. Of "Mum of two" the speaker speaks herself."""
    said = told.content.removeprefix(f"{turn.owner} ").lower().split()
    if told.content.startswith(f"{turn.name} ") or len(said) < 2 or said[0] not in KIN["en"]:
        return False
    doing = next((token.low for token in words if not is_adverb(token.low)), "")
    right_after = text[told.end : words[0].start].strip(" ,") in {"", "and", "and then", "but", "then"}
    return nominals.is_past(said[1]) and nominals.is_past(doing) and right_after


def _verbal(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """A verb form, a state or a preposition that has "I" for its subject."""
    at = 0
    while at < len(words) - 1 and is_adverb(words[at].low) and words[at].low not in {"never", "not"}:
        if words[at].low == "no" and words[at + 1].low != "longer":
            return None  # "no running for two weeks" is nothing that somebody is
        at += 1
    low = words[at].low
    known = form_of(low)
    following = words[at + 1].low if at + 1 < len(words) else ""
    glued = lead = ""
    if _says_nothing(text, words, at, turn):
        return None
    if _is_measure(words[at:]):
        body = render(text, words)
        return Draft(f"{turn.name}: {body}", "fact", words[0].start, words[-1].end, confidence=0.85)
    if (
        low == "been"
        or (low == "never" and (form_of(following) or ("", ""))[1] in {"past", "part"})
        or (low == "got" and following in {"a", "an", "two", "three"})
    ):
        glued, lead = "have", "has "
    elif (
        _is_doing(known, following, turn)
        or (low in _STATES and not _has_object(known, following))
        or (low in _GOOD and following in {"at", "with", "to", "on"})
        or (low in _PLACES and following and at == 0)
        or low == "not"
    ):
        glued, lead = "am", "was " if low in _THEN else "is "
    elif (
        (known is not None and known[1] == "past" and following and not _is_undergone(known[0], following))
        or low in _MORE
        or (low == "quit" and following)
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
    dated = names_day_to_come([token.low for token in words])
    verdict = judge(group, dated=dated, offered=turn.offered, decided=turn.decided)
    if verdict is None:
        return None
    words, at = (words[at + 1 :], 0) if low == "being" else (words, at)
    told = _in_third_person(text, words, at) if low != "being" else render(text, words)
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


def _is_doing(known: tuple[str, str] | None, following: str, turn: Turn) -> bool:
    """Whether it is what the speaker is doing, and not the thing that was asked for: "What are your hobbies?"."""
    asked_for = bool(turn.asked) and turn.question.lower().startswith(_WHAT)
    return known is not None and known[1] == "ing" and following not in _AFTER_NO_DOING and not asked_for


def _is_measure(words: list[Token]) -> bool:
    """ "Resting pulse 62", "working hours 9 to 5": a noun phrase with its number. Who rests, rests no pulse."""
    base, form = form_of(words[0].low) or ("", "")
    if form != "ing" or base not in _WITHOUT_OBJECT or len(words) < 3:
        return False
    tail = [token.low for token in words[2:]]
    return words[1].low in HEADS_OF_NUMBERS and tail[0][:1].isdigit() and len(tail) <= _MEASURE_WORDS


_MEASURE_WORDS: Final = 3
_WITHOUT_OBJECT: Final = frozenset("rest live work wait sleep walk fast stand sit stay go swim dine park".split())


def _in_third_person(text: str, words: list[Token], at: int) -> str:
    """The clause as it stands after a name: "work nights" as "works nights"."""
    low, told = words[at].low, render(text, words)
    if low == "going-to":
        return f"is {told}"
    if low == "got-to":
        return f"has to {render(text, words[at + 1 :])}"
    return _OPENING_VERBS.get(low, low) + told[len(words[0].text) :] if low in _OPENING_VERBS else told


def _is_undergone(base: str, following: str) -> bool:
    """ "fixed in commit 9fceb02", "merged into main", "signed by all": told of a thing. "fixed my bike" is told of him
    who did it."""
    return following in {"is", "was", "by"} or (base in _MENDED and following in _WHERE)


_MENDED: Final = frozenset("fix resolve revert patch merge introduce mitigate".split())
_WHERE: Final = frozenset("in into on via upstream since with".split())


def _has_object(known: tuple[str, str] | None, following: str) -> bool:
    """ "raised my rate": a past with its object; "raised in Ohio" is a state."""
    return known is not None and known[1] == "past" and following in _BEFORE_OBJECT


_BEFORE_OBJECT: Final = frozenset("my our the a an his her their another it them".split())


def _says_nothing(text: str, words: list[Token], at: int, turn: Turn) -> bool:
    """It looks like a verb of the speaker's and is another's, an order, or no statement."""
    low = words[at].low
    following = words[at + 1].low if at + 1 < len(words) else ""
    if low == "from" and _GREETING.search(text[max(0, words[at].start - _GREETING_MAX) : words[at].start]):
        return words[-1].low != "originally"
    if (form_of(low) or ("", ""))[1] == "ing":
        links = low in _LINKING and not _starts_work(words[at:])
        if _is_subject(words, at) or links or turn.faulty:
            return True
        # "Taking in kids in need - you're so kind!"
        return bool(turn.listener) and _YOU_AFTER.match(text[words[-1].end :]) is not None
    if low == "not" and (names_day([following]) or _names_another(words[at:])):
        return True  # "not Tuesday, Thursday"
    if low == "not":
        if following == "really" and at + 2 < len(words) and words[at + 2].low in {"into", "a", "an"}:
            return False
        return len(words) < at + 3 or following in _NOT_MEANT or any(token.low == "sure" for token in words[:5])
    if low == "been":
        return _BEEN_A_WHILE.match(text[words[at].start :]) is not None
    third = words[at + 2].low if at + 2 < len(words) else ""
    return low == "don't" and (following in _ORDERED or third in {"me", "us"})  # "don't call me Samantha"


def _starts_work(words: list[Token]) -> bool:
    """ "starting at Stripe on Monday", "starting a new job"; not "starting at 9", "starting a new row"."""
    if words[0].low != "starting" or len(words) < 3:
        return False
    there = words[1].low == "at" and words[2].text[:1].isupper() and not names_day([words[2].low])
    return there or (words[1].low in {"a", "my"} and not _WORK.isdisjoint(token.low for token in words[2:5]))


_WORK: Final = frozenset("job role position apprenticeship internship degree course".split())


def _names_another(words: list[Token]) -> bool:
    """ "not Tom", "not work Tom, my brother", "not as a nurse": who or what is not meant. "not visiting Tom" and "not
    with Tom" tell of who says so."""
    if words[0].low != "not" or len(words) < 2:
        return False
    name = next((at for at in range(1, min(4, len(words))) if _is_given_name(words[at])), 0)
    before = [token.low for token in words[1:name]]
    own = any(low in _PLACES or low in _BEFORE_OBJECTS or low.endswith("ing") for low in before)
    return words[1].low == "as" or (name > 0 and not own)


def _is_given_name(token: Token) -> bool:
    return is_name(token) and fold(token.text) in GIVEN_NAMES


_GREETING_MAX: Final = 32
_GREETING: Final = Lazy(
    r"(?<!\w)(?:hi+|hiya|hello|hey+|heya|yo|greetings|(?:good )?(?:morning|afternoon|evening|night)|goodnight|bye"
    r"|cheers|thanks|thank you|ciao|hola|salut|bonjour)"
    r"(?: (?:all|everyone|everybody|there|again|guys|folks|friends?|back))?[^\w.,:;!?\n]*$",
    re.IGNORECASE,
)
""" "Hello from Rome!" says where somebody is for now; after a comma it may be told where he is from."""
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


_RUNS: Final = frozenset(
    """
    starts begins ends opens closes lasts happens takes finishes fails goes comes stays remains resumes continues
    becomes began went fell rose broke took came
    """.split()
)
"""What only a subject stands before."""
_COSTS: Final = frozenset("a an about around too more less nothing the us me".split())
_AFTER_PAST: Final = frozenset("to at in on from up down again yesterday last today".split())
_BECOMING: Final = frozenset("get be feel have stay keep remain become look start stop".split())


def _is_noun(words: list[Token], at: int) -> bool:
    """ "Parking costs $5", "Training starts on Monday", "Staging moved to port 8081": a noun that ends in -ing."""
    low = words[at + 1].low if at + 1 < len(words) else ""
    third = words[at + 2].low if at + 2 < len(words) else ""
    if low in {"costs", "cost"}:
        return third in _COSTS or not third[:1].isalpha()
    if low in _RUNS:
        return (low, third) != ("ends", "meet")
    base = (form_of(words[at].low) or ("", ""))[0]
    return (form_of(low) or ("", ""))[1] == "past" and third in _AFTER_PAST and base not in _BECOMING


def _is_subject(words: list[Token], at: int) -> bool:
    """ "Having pets must be wonderful": the -ing form is the subject of a verb that follows."""
    if _is_noun(words, at):
        return True
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


_FROM_WHEN: Final = DAYS | frozenset("today now tomorrow tonight then next here".split())


def _is_state(low: str, lows: list[str]) -> bool:
    """ "on iron tablets twice a day", "off dairy": a treatment, a diet; "in Berlin": a place with a large letter."""
    if low == "on" and lows[1].removesuffix("s") in DAYS:
        return False  # "on Mondays my shift starts at 6": a day, and nothing that somebody takes
    if low in {"on", "off"}:
        alone = len(lows) == 3 and lows[2] == "now" and len(lows[1]) > 3  # "on losartan now"
        return alone or any(word.isdigit() or word in _DOSES for word in lows)
    counted = any(word[:1].isdigit() for word in lows)  # "from 142k": what was changed
    return low == "from" and len(lows) <= 4 and not counted and lows[1] not in _FROM_WHEN
