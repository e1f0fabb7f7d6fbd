"""English clauses about somebody called by a bare name: "Ben is a nurse", "Mike's birthday is on 3 March".

What is told stays with that person and is no fact of the speaker's. A name alone may be a firm, a town or a program, so
either the name is a common given name, or what is said of it can be said of a person only. What a task tells of people
("Tom has five apples, how many …") is the task's.
"""

from __future__ import annotations

from typing import Final

from recollect.rules.lexicon.attitudes import DISLIKING, LIKING
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.kinship import KIN, PETS, TIES
from recollect.rules.lexicon.naming import CALENDAR, NO_NAMES, PLACES, TOOLS
from recollect.rules.lexicon.occupations import OCCUPATIONS
from recollect.rules.lexicon.people import ROLES
from recollect.rules.lexicon.requests import REQUEST_VERBS
from recollect.rules.lexicon.verbs import ABILITY, LIFE, SAYING
from recollect.rules.text import fold
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.english.frames import judge
from recollect.write.extract.english.grammar import DAYS, MONTHS, Group, read_group
from recollect.write.extract.english.openings import verb_place
from recollect.write.extract.english.ties import TAIL_VERBS, are_initials, draft_of, is_name, remember
from recollect.write.extract.english.words import AUXILIARIES, Token, expanded, form_of, render, unchanging
from recollect.write.extract.patterns import Lazy

_TITLES: Final = frozenset("aunt auntie uncle grandma grandpa granny cousin".split())
HONORIFICS: Final = frozenset("mr mrs ms miss dr prof".split())
"""Before a family name: many a book and film has one, so only what is said of people alone is kept of him."""
_SOMEBODY: Final = KIN["en"] | TIES["en"] | PETS
_OWNED: Final = _SOMEBODY | frozenset("birthday number address email wedding anniversary job car name".split())
"""What a person has: after "Lena's" one of these makes Lena a person."""
_STATES: Final = frozenset(
    """
    allergic vegan vegetarian pescatarian pregnant married engaged divorced widowed single retired diabetic asthmatic
    coeliac celiac deaf blind autistic dyslexic
    """.split()
)
"""Said of a person only."""
_OF_PEOPLE: Final = (
    LIFE
    | ABILITY
    | LIKING["en"]
    | DISLIKING["en"]
    | frozenset("live work study own eat drink smoke collect suffer commute volunteer wear retire belong".split())
)
"""Verbs of how somebody lives; what somebody sends, keeps or says is of the moment."""
_ALONE: Final = frozenset("smoke vape snore stutter freelance commute".split())
_OVER: Final = frozenset("quit resign retire graduate die leave".split())
"""These say something without an object, the second row once it has happened."""
_BEFALLEN: Final = frozenset("diagnosed born promoted fired hired adopted widowed".split())
_LASTING: Final = LIFE | frozenset("study work live expect turn date train write build raise".split())
_ROLES_OF_PROGRAMS: Final = frozenset("assistant expert admin editor translator manager host tester".split())
_DEAR: Final = frozenset("poor old dear little sweet young".split())
_MOODS: Final = frozenset("bit little genius joke star legend mess pain idiot liar good great nice real total".split())
_AGE_MAX: Final = 120
_NAMES_MAX: Final = 3
_TASK_CHARS: Final = 400
"""A longer text in which nobody says "I" is a story or an article."""
_OF_SEVERAL: Final = frozenset("are were have aren't weren't haven't".split())
_AND: Final = Lazy(r"(?:^|[.!?,:;]\s*)([A-Z][^\W\d_]+) and $")
BEFORE_CHARS_MAX: Final = 80
"""No name is longer; what stands before is looked at for every clause of a text."""
_SENTENCE_START: Final = Lazy(r"(?:^|[.!?:\n])\s*(?:please )?([a-z']+)")


def under_heading(words: list[Token], turn: Turn) -> bool:
    """ "Allergy test: Theo is allergic to cats, he may drink milk": a heading is not the speaker's own where the clause
    below it is told of somebody else, unless it announces his family."""
    head, glued = expanded(words[0].low)
    if not turn.topic or not (glued or verb_place(words, 0)):
        return False
    named = fold(words[0].text.removesuffix("'s")) in GIVEN_NAMES and words[0].text[:1].isupper()
    own = not _HOUSEHOLD.isdisjoint(turn.topic.lower().split())
    return head in {"he", "she"} or (not own and (named or head == "they"))


_HOUSEHOLD: Final = KIN["en"] | PETS | frozenset("family kids children pets pet partner siblings team".split())


def read(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """The draft of a clause whose subject is a bare name, or None."""
    names, at = _subject(words)
    if not names or turn.name in names:
        return None
    group = read_group(words, at - 1, start=at)
    if group is None or (group.base in TAIL_VERBS | SAYING and not _goes_to(group)):
        return None
    over = group.past and group.base in _OVER
    if not (group.rest or group.denied or over or group.base in _ALONE):
        return None
    if not group.auxiliaries and group.base != "be" and not _is_finite(words[group.verb].low, several=len(names) > 1):
        return None
    dated = names_day([token.low for token in words])
    owned = words[0].low.endswith("'s")
    known = owned or words[0].low in _TITLES or all(fold(name) in GIVEN_NAMES for name in names)
    retired = words[0].low.rstrip(".") in _DOCTORS and group.past and group.base in {"retire", "resign"}
    said = (
        _only_of_people(group)
        or (retired and _TIME_WORDS.issuperset(group.rest))
        or (known and (over or _worth_keeping(group, dated=dated, owned=owned)))
    )
    if not said or _is_a_task(turn):
        met = turn.met(names)  # somebody of the speaker's life: what would be kept of the speaker is kept of him
        if known and not owned and len(names) == 1 and (met or not _is_a_task(turn)):
            turn.meets(names[0])  # "Priya can't come, she's pregnant"
        verdict = judge(group, dated=dated) if met else None
        if not met or verdict is None or verdict.kind == "feeling":
            return None
    before = with_another(turn.text, words[0].start) if len(names) == 1 and not owned else ""
    if words[at].low in _OF_SEVERAL and not before and len(names) == 1 and not owned:
        return None
    verdict = judge(group, dated=dated)
    if group.words[at].low == "'s":
        words = words.copy()
        words[at] = words[at]._replace(text=f" {group.is_or_has}")
    if len(names) == 1 and not before:
        _meet(text, words, at, turn)
    kind = verdict.kind if verdict is not None and verdict.kind in {"commitment", "event"} else "fact"
    kind = "relationship" if group.base == "be" and _holds_post(group.rest) else kind
    ahead = dated and not group.past
    speaker = {"my": turn.owner, "our": turn.owner, "me": turn.name, "us": turn.name}
    content = before + render(text, words, {place: speaker[w.low] for place, w in enumerate(words) if w.low in speaker})
    return draft_of(words, content, kind, ahead=ahead, name=names[0], factor=0.9, group_past=group.past)


_DOCTORS: Final = frozenset(("dr", "prof"))
"""One's own are spoken of so; a Mr or a Miss is as often somebody in a book."""
_TIME_WORDS: Final = DAYS | MONTHS | frozenset("last this week month year in on early today yesterday".split())


def _meet(text: str, words: list[Token], at: int, turn: Turn) -> None:
    """Whom a later "she" means: the subject, with its title; of "Paul's wife Eva" the wife or he whose she is; and
    whom the clause tells of it."""
    if words[0].low.endswith("'s"):
        tie = next((place for place in range(1, at) if words[place].low in _SOMEBODY), 0)
        if not tie:
            return
        turn.meets_named(words[0].text[:-2], render(text, words[1 : tie + 1]), render(text, words[tie + 1 : at]))
    else:
        first = at - 1
        while first and (words[first - 1].low in _TITLES | HONORIFICS or are_initials(words, first - 1)):
            first -= 1
        turn.meets(text[words[first].start : words[at - 1].end])
    remember(words[at:], turn, owner=turn.person)


def with_another(text: str, start: int) -> str:
    """ "Paul and " where it stands right before `start`: clauses are cut between the two."""
    found = next(_AND.finditer(text, max(0, start - BEFORE_CHARS_MAX), start), None)
    return f"{found[1]} and " if found is not None else ""


def _subject(words: list[Token]) -> tuple[list[str], int]:
    """The names a clause begins with and the place of its verb; nothing where it begins otherwise."""
    dear = next((at for at, token in enumerate(words[:3]) if token.low not in _DEAR), 0)  # "poor old Mabel died"
    if dear and len(words) > dear + 1 and is_name(words[dear]):
        names, at = _subject(words[dear:])
        return names, at + dear if names else 0
    first = 1 if words[0].low.rstrip(".") in _TITLES | HONORIFICS and len(words) > 1 else 0
    while are_initials(words, first):
        first += 1
    if not _may_be_somebody(words[first]):
        return [], 0
    names, at = [words[first].text], first + 1
    if words[first].low.endswith("'s"):
        owned = verb_place(words, first, reach=5) or _verb_of_theirs(words)
        had = [token.low for token in words[at:owned]]
        return ([names[0][:-2]], owned) if owned > at and not _OWNED.isdisjoint(had) else ([], 0)
    while at + 1 < len(words) and words[at].low in {"and", ","} and len(names) < _NAMES_MAX:
        if not _may_be_somebody(words[at + 1]):
            return [], 0
        names.append(words[at + 1].text)
        at += 2
    if at >= len(words) or words[at].text[:1].isupper():
        return [], 0  # two names in a row are mostly somebody whom everybody knows
    return names, at


def _verb_of_theirs(words: list[Token]) -> int:
    """ "Maria's brother Paul lives": the place of the verb after the name, or 0."""
    named = len(words) > 3 and words[1].low in _SOMEBODY and is_name(words[2])
    return verb_place(words, 2, reach=1) if named else 0


def _may_be_somebody(token: Token) -> bool:
    name = fold(token.text.removesuffix("'s"))
    if not is_name(token) or name in CALENDAR or name in NO_NAMES:
        return False
    return name in GIVEN_NAMES or (name not in PLACES and name not in TOOLS)


def _goes_to(group: Group) -> bool:
    """ "goes to Brookfield Primary": no word of mouth."""
    return group.base == "go" and group.rest[:1] == ["to"] and len(group.rest) > 1


def _only_of_people(group: Group) -> bool:
    """An occupation, an age, a home, a state of body or family, a death, something done to one's own body or goods."""
    rest = group.rest
    if (group.base == "die" and group.past) or (group.base == "pass" and rest[:1] == ["away"]):
        return True
    if group.past and group.base != "be" and rest[:1] and rest[0] in {"his", "her"}:
        return judge(group, dated=False) is not None
    if group.base == "turn" and rest[:1] and rest[0].isdigit() and (len(rest) == 1 or rest[1] in {"today", "on", "in"}):
        return int(rest[0]) < _AGE_MAX
    if group.base == "weigh" and not group.past and any(word.isdigit() for word in rest[:2]):
        return True
    if group.base == "live" and rest[:1] == ["in"] and len(rest) > 1:
        return group.words[group.verb + 2].text[:1].isupper()
    if group.base != "be" or group.form == "ing" or group.past or not rest:
        return False
    if rest[0].isdigit():
        return int(rest[0]) < _AGE_MAX and (len(rest) == 1 or rest[1] in {"years", "now", "and", "today"})
    if rest[0] in _STATES or (rest[0] in {"a", "an", "the"} and len(rest) > 1 and rest[1] in _STATES):
        return True
    trade = next((word for word in rest[1:4] if word in OCCUPATIONS), "") if rest[0] in {"a", "an"} else ""
    return bool(trade) and trade not in _ROLES_OF_PROGRAMS


_BEING: Final = frozenset("from getting my our afraid scared fluent into".split())


def _worth_keeping(group: Group, *, dated: bool, owned: bool) -> bool:
    """What would be kept of the speaker, without moods and whereabouts. `owned`: it is told of what somebody has."""
    rest = group.rest
    if any(name.endswith(" to") and name != "used to" for name in group.auxiliaries):
        return False  # what somebody has to be or wants
    if owned and group.base in {"be", "have", "end", "live", "work"}:
        return bool(rest) and rest[0] not in _MOODS
    if group.base == "be" and group.form != "ing" and rest:
        what = rest[1] if rest[0] in {"a", "an"} and len(rest) > 1 else ""
        if what:
            return what not in _MOODS
        if _holds_post(rest) or (rest[:2] in _IN_CHARGE and len(rest) > 2):
            return True
        return rest[0] in _BEING | _BEFALLEN or rest[0] in ROLES or dated
    if group.progressive and group.base not in _LASTING:
        return False
    if not (group.past or group.has("can", "can't", "used to") or group.base in _OF_PEOPLE):
        return False
    verdict = judge(group, dated=dated)
    return verdict is not None and verdict.kind != "feeling"


def _holds_post(rest: list[str]) -> bool:
    """ "the tech lead on Project Nova": what stands before "on" and the like ends with a post."""
    if rest[:1] != ["the"]:
        return False
    end = next((at for at, word in enumerate(rest) if word in _POSTED), len(rest))
    return 1 < end <= _POST_WORDS_MAX and (rest[end - 1] in ROLES or rest[end - 1] in OCCUPATIONS)


_IN_CHARGE: Final = (["in", "charge"], ["responsible", "for"])
_POSTED: Final = frozenset("of on for at in to from here there now".split())
_POST_WORDS_MAX: Final = 5


def _is_finite(verb: str, *, several: bool) -> bool:
    """Whether it can be the verb of somebody called by name: "Mark plays", not "Mark my words"."""
    known = form_of(verb)
    finite = known is not None and (known[1] in {"s", "past"} or (several and known[1] == "base"))
    return finite or verb in AUXILIARIES or verb in unchanging()


def _is_a_task(turn: Turn) -> bool:
    """Whether the turn asks for something without a word about the speaker: the people in it are its material."""
    low = turn.text.lower()
    if turn.says_i:
        return False
    asks = "?" in low or any(found[1] in REQUEST_VERBS["en"] for found in _SENTENCE_START.finditer(low))
    return asks or len(low) > _TASK_CHARS
