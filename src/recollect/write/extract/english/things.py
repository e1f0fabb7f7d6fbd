"""English clauses about things: "rehearsals are on Tuesdays now", "the kids' school is", "there's no oven in our flat".

Of the world at large nothing is kept: a thing must be the speaker's, by a possessive, by its kind or by what the turn
tells of him, or be an occasion with its day.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.attitudes import PASSING
from recollect.rules.lexicon.kinship import PETS
from recollect.rules.lexicon.occasions import FREQUENCY, OCCASIONS
from recollect.rules.lexicon.things import FAMILY_PLACES
from recollect.rules.lexicon.verbs import SAYING
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.english import familiar, felt, others
from recollect.write.extract.english.company import CHILDREN, may_be_of_work
from recollect.write.extract.english.grammar import Group, read_group
from recollect.write.extract.english.openings import STATEMENT, verb_place
from recollect.write.extract.english.ties import OWN, TAIL_VERBS, draft_of, is_name, tie_in
from recollect.write.extract.english.verdicts import OF_THE_TURN, THIS
from recollect.write.extract.english.whose import OF_COUPLES, behind_another
from recollect.write.extract.english.words import AUXILIARIES, BE, Token, expanded, form_of, render

if TYPE_CHECKING:
    from recollect.write.extract.english.clauses import Clause

BE_LIKE: Final = frozenset("be have start end run cost include go come".split())
ABOUT_ME: Final = frozenset(
    """
    budget rent salary commute setup stack deadline audience tone team company car house flat apartment degree diet
    age height weight location timezone goal level schedule job work
    """.split()
)
"""Nouns that are the speaker's when nobody else's: "Budget is about 300"."""
_PAID: Final = frozenset("rent salary budget".split())
"""With a sum these are the speaker's, whatever else is said."""
_OUR_OWN: Final = frozenset(
    """
    kids twins boys girls wife husband missus dog cat baby children family eldest oldest youngest firstborn kids'
    """.split()
)
"""With "the" in front these are the speaker's own."""
_BARE_KIN: Final = frozenset(
    "wife husband partner son daughter sister brother flatmate roommate housemate eldest youngest".split()
) | frozenset("baby mum mom dad nan nana gran grandma grandpa grandad granny mam hubby papa".split())
_NOW: Final = frozenset("now nowadays anymore".split())
_WORLD: Final = frozenset(
    "you that this there nobody everyone it someone who which their his her its your these those what".split()
)


def revalued(
    text: str, words: list[Token], glued: str, turn: Turn, before: Clause, joined: Draft | None
) -> Draft | None:
    """ "the deadline slipped, it's now July 1", "don't call me Samantha, it's Sam": told with what it is the value of,
    which may have told nothing by itself. `joined` again where it is no such thing."""
    if joined is not None and (_is_now(words, glued) or ("instruction" in joined.tags and len(words) <= 3)):
        joined.content += f", {render(text, words)}"
        joined.end = words[-1].end
        return None
    lows = [token.low for token in before.words[:4]]
    if joined is not None or before.role != STATEMENT or not _is_now(words, glued) or not names_day(_lows(words)):
        return joined
    if OCCASIONS["en"].isdisjoint(lows):
        return joined
    own = {0: turn.owner} if lows[0] in OWN else {}
    content = f"{render(text, before.words, own)}, {render(text, words)}"
    return draft_of([*before.words, *words], content, "commitment", ahead=True)


def _lows(words: list[Token]) -> list[str]:
    return [token.low for token in words]


def _is_now(words: list[Token], glued: str) -> bool:
    """ "it's now July 1", "it's at 8 now": the new value of what the clause before speaks of."""
    lows = [token.low for token in words]
    is_so = glued == "'s" or lows[1:2] == ["is"]
    return is_so and "now" in lows and (names_day(lows) or any(low.lstrip("$£€")[:1].isdigit() for low in lows))


def contrasted(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "If I were rich ..., but for now it's a room in Hull": how things really are."""
    at = next((place for place, token in enumerate(words[:5]) if expanded(token.low)[0] == "it"), -1)
    if at < 0 or len(words) - at < 3 or (expanded(words[at].low)[1] != "'s" and words[at + 1].low not in BE):
        return None
    return draft_of(words, f"{turn.name}: {render(text, words)}", "fact", factor=0.8)


def read(text: str, words: list[Token], turn: Turn, joined: Draft | None) -> Draft | None:
    """Something that is so from now on, or an occasion with a date; of the world at large nothing is kept."""
    lows = [token.low for token in words]
    found = (
        _there(text, words, turn)
        or felt.with_its_owner(text, words, turn)
        or _kids(text, words, turn)
        or felt.read(text, words, turn)
    )
    if found is not None:
        return found
    at = verb_place(words, 0)
    joint_text = " ".join(lows)
    from_now = "from now on" in joint_text or "going forward" in joint_text
    if not at:
        return draft_of(words, render(text, words), "decision", factor=0.9) if from_now and len(words) > 4 else None
    phrase = lows[:at]
    group = read_group(words, at - 1, start=at)
    if group is None or phrase[0] in _WORLD:
        return None
    if lows[at] == "'s":
        words = words.copy()
        words[at] = words[at]._replace(text=f" {group.is_or_has}")
    dated = names_day(lows)
    occasion = any(word in OCCASIONS["en"] for word in phrase) and len(phrase) <= 4
    family = _own_family(text, words, at, group, turn, dated=dated)
    if family is not None:
        return family
    own_thing = _own_thing(text, words, at, group, turn, joined, dated=dated)
    if own_thing is not None:
        return own_thing
    sum_told = (phrase[0] in _PAID or "now" in lows) and _is_told_sum(lows[at:])
    told = bool(turn.told) or turn.invited or sum_told
    common = turn.in_company and phrase[0] == "the" and phrase[-1] in ABOUT_ME and _is_told_sum(lows[at:])
    if common and group.base not in TAIL_VERBS | SAYING:
        return draft_of(words, render(text, words), "fact", factor=0.9)  # "the budget was cut to 65k"
    own = phrase[0] in ABOUT_ME and at <= 3 and told and group.base in BE_LIKE
    if own and not turn.topic:
        owner = {} if turn.in_company else {0: f"{turn.owner} {words[0].low}"}
        return draft_of(words, render(text, words, owner), "fact", factor=0.95)
    ahead = not group.past or not _MOVED_TO.isdisjoint(lows)  # "got pushed to Thursday" is still to come
    dearer = group.base == "go" and group.rest[:1] in (["up"], ["down"])  # "rent goes up to 900 from June"
    if occasion and (dated or "booked" in lows) and ahead and not dearer and phrase[0] != "your":
        anothers = (phrase[0].endswith("'s") and is_name(words[0])) or not turn.of_himself
        owner = {} if anothers or phrase[0] in {"the", "a"} else {0: f"{turn.owner} {words[0].text}"}
        return draft_of(words, render(text, words, owner), "commitment", ahead=True)
    due = _is_due(phrase, group, dated=dated) and (turn.says_i or turn.invited)
    if due or (dated and phrase[:2] in (["first", "day"], ["last", "day"]) and group.base == "be" and not group.past):
        return draft_of(words, render(text, words), "commitment", ahead=True, factor=0.85)
    if _is_weekly(words, phrase, group) and "?" not in turn.text[words[-1].end : words[-1].end + 2]:
        return draft_of(words, render(text, words), "fact", factor=0.8)
    if from_now or _is_placed(lows, at, dated=dated) or (lows[-1] in _NOW and turn.told and lows[-2] not in THIS):
        return draft_of(words, render(text, words), "decision" if from_now else "fact", factor=0.9)
    outside = (
        is_name(words[0])
        and joined is not None
        and group.base != "be"
        and group.base not in SAYING | TAIL_VERBS
        and not group.past
        and group.rest[:1] not in (["it"], ["this"], ["that"])
    )
    if outside or (turn.topic and phrase[0] not in {"the"} and not others.under_heading(words, turn)):
        topic = f"{turn.topic}: " if turn.topic else ""
        return draft_of(words, f"{topic}{render(text, words)}", "fact", factor=0.9)
    return familiar.read(text, words, at, group, turn, dated=dated)


def _is_told_sum(lows: list[str]) -> bool:
    return any(low[:1].isdigit() for low in lows)


def _own_thing(
    text: str, words: list[Token], at: int, group: Group, turn: Turn, joined: Draft | None, *, dated: bool
) -> Draft | None:
    """A thing that is the speaker's by what stands beside it, by its kind, or by whom it is told to be."""
    lows = [token.low for token in words]
    phrase = lows[:at]
    if (
        phrase[0] == "the"
        and not turn.in_company
        and joined is not None
        and joined.content.startswith(turn.owner)
        and group.base in BE_LIKE
        and not group.past
    ):
        return draft_of(words, render(text, words, {0: turn.owner}), "fact", factor=0.9)
    if phrase[0] == "the" and phrase[-1] in FAMILY_PLACES and not turn.in_company and _is_own_place(group, turn):
        return draft_of(words, render(text, words, {0: turn.owner}), "fact", factor=0.85)
    if _goes_with(phrase, joined, group, turn):
        return draft_of(words, f"{turn.owner} {render(text, words)}", "fact", factor=0.9)
    if dated and not group.past and group.base in _BEGINNING and not _UNDERTAKINGS.isdisjoint(phrase):
        content = render(text, words, {0: turn.owner} if phrase[0] == "the" else None)
        return draft_of(words, content, "commitment", ahead=True)
    tie, name = tie_in(words[at:])
    if name and group.base == "be" and lows[at + 1] in OWN and len(phrase) <= 2:  # "bride is my cousin Freya"
        return draft_of(words, render(text, words, {at + 1: turn.owner}), "relationship", tie=tie, name=name)
    return None


def _is_due(phrase: list[str], group: Group, *, dated: bool) -> bool:
    """ "hand-in is 30 September", "kick-off is on Monday": an occasion by its day, whatever it is called."""
    rest = group.rest
    day = rest[:1] and "/" not in rest[0] and (rest[0] in _ON or rest[0][:1].isdigit() or names_day(rest[:2]))
    plain = group.words[len(phrase)].low in {"is", "are", "'s"} and len(phrase) <= 3
    return bool(day) and dated and plain and phrase[0] not in THIS


def _is_weekly(words: list[Token], phrase: list[str], group: Group) -> bool:
    """ "choir practice is Thursdays", "gym is at 6": who tells that of something without an owner goes there."""
    rest = group.rest
    at = 1 if rest[:1] in (["on"], ["at"]) else 0
    when = rest[at] if len(rest) > at else ""
    timed = (when.endswith("days") and when in FREQUENCY["en"]) or (at == 1 and rest[0] == "at" and when[:1].isdigit())
    plain = group.base == "be" and not group.past and not group.auxiliaries and len(phrase) <= 3
    named = any(token.text[:1].isupper() for token in words[1 : len(phrase)])
    return timed and plain and not named and phrase[0] not in {"the", "a", "an"} and OF_THE_TURN.isdisjoint(phrase)


_ON: Final = frozenset("on due next".split())


def _is_placed(lows: list[str], at: int, *, dated: bool) -> bool:
    """ "rehearsals are now on Tuesdays", "choir moved to Fridays", "lunch is at 1 now": something has another day or
    hour, and it is no piece of the turn."""
    days = dated or any(low.endswith("days") and low in FREQUENCY["en"] for low in lows)
    hour = any(low == "at" and after[:1].isdigit() for low, after in itertools.pairwise(lows[at:]))
    moved = days and not _MOVED_TO.isdisjoint(lows[at:]) and "to" in lows[at:]
    return (moved or ((days or hour) and "now" in lows[at:])) and OF_THE_TURN.isdisjoint(lows[:at])


_MOVED_TO: Final = frozenset("moved pushed shifted rescheduled postponed switched".split())


def _own_family(text: str, words: list[Token], at: int, group: Group, turn: Turn, *, dated: bool) -> Draft | None:
    """ "the kids' names are ...", "Mum is turning 70": kin that nobody else can be meant by."""
    phrase = [token.low for token in words[:at]]
    if group.base in TAIL_VERBS | SAYING | {"look", "sound", "seem"} or not group.rest:
        return None
    ahead = dated and not group.past
    if group.rest[:2] == ["the", "word"]:
        return None  # "mum's the word"
    said = group.rest[0] not in {"a", "an", "the"}
    pet = phrase[0] in {"dog", "cat", "puppy", "kitten"} and said and group.base in _OF_PETS and not group.progressive
    if phrase[0].removesuffix("'s") in OF_COUPLES and behind_another(turn, words[0].start):
        return None
    if (phrase[0] in _BARE_KIN or pet) and at == 1:
        turn.meets(f"{turn.owner} {phrase[0]}")
        content, kind = render(text, words, {0: turn.person}), "commitment" if ahead else "fact"
        return draft_of(words, content, kind, ahead=dated, tie=phrase[0], group_past=group.past)
    theirs = phrase[0].removesuffix("'s") if phrase[0].endswith("'s") and 1 < at <= _THEIR_THING_MAX else ""
    if theirs in _BARE_KIN - {"baby"} and words[1].text.islower() and said:
        content = render(text, words, {0: f"{turn.owner} {words[0].low}"})  # "Wife's birthday is June 3"
        kind = "commitment" if ahead else "fact"
        return draft_of(words, content, kind, ahead=ahead, tie=theirs, group_past=group.past)
    little = phrase[1:3] == ["little", "one"]
    if not {"in", "from", "of"}.isdisjoint(phrase):
        return None  # "the twins in that film"
    if phrase[0] not in {"the", "our"} or len(phrase) < 2 or not (phrase[1] in _OUR_OWN or little):
        return None
    if phrase[0] == "the" and phrase[1] in CHILDREN and may_be_of_work(turn):
        return None  # "I teach 5th grade. The kids are wild."
    called = "name" in phrase or "names" in phrase
    plainly = group.base in {"be", "have"} and not group.progressive and group.rest[0] not in {"a", "an", "the"}
    if not turn.told and not called and phrase[1] in {"dog", "cat", "family"} and not plainly:
        return None
    beside = others.with_another(turn.text, words[0].start) if phrase[0] == "the" else ""  # "Olu and the boys are in"
    named = next((token.text for token in words[2:at] if is_name(token)), "")
    tied = (named or called) and phrase[1] not in PETS
    kind = "relationship" if tied else "commitment" if ahead else "fact"
    mine = {place: turn.owner for place, token in enumerate(words) if token.low in {"my", "our"}}
    content = beside + render(text, words, mine if beside else {0: turn.owner})
    return draft_of(words, content, kind, tie=phrase[1], name=named, group_past=group.past, ahead=dated)


_THEIR_THING_MAX: Final = 3
_OF_PETS: Final = frozenset("be have eat hate love like need get sleep chew refuse".split())


def _there(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "there's no oven in our flat", "there are five of us at my office"."""
    head, glued = expanded(words[0].low)
    if head != "there" or not (glued or (words[1:2] and words[1].low in BE)):
        return None
    if ("of", "us") in itertools.pairwise(token.low for token in words):
        return draft_of(words, f"{turn.name}: {render(text, words)}", "fact", factor=0.9)
    at = next((at for at, token in enumerate(words) if token.low in OWN), 0)
    if any(token.low in OF_THE_TURN for token in words):
        return None
    if at < 2 or words[at - 1].low not in _WHERE or at + 1 >= len(words) or words[at + 1].low in OF_THE_TURN:
        return None
    return draft_of(words, render(text, words, {at: turn.owner}), "fact")


_WHERE: Final = frozenset("in at on near behind outside under inside above below opposite".split())


def _kids(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "kids have swimming Tuesdays at 4:30", "Twins start nursery in May", "Kids are 4 and 7": one's own, since a day
    or an age is told."""
    lows = [token.low for token in words]
    if lows[0] not in _OUR_KIDS or len(lows) < 3:
        return None
    known = form_of(lows[1])
    if lows[1] not in AUXILIARIES and (known is None or known[1] not in {"base", "past"}):
        return None
    dated = names_day(lows)
    hour = any(low == "at" and after[:1].isdigit() for low, after in itertools.pairwise(lows))
    ages = lows[1] == "are" and all(low.isdigit() or low in {"and", ",", "&"} for low in lows[2:])
    if not (
        dated
        or ages
        or (hour and lows[0] in {"kids", "twins"})
        or any(low.endswith("days") and low in FREQUENCY["en"] for low in lows)
    ):
        return None
    turn.meets(f"{turn.owner} {lows[0]}")
    kind = "commitment" if dated and not (known and known[1] == "past") else "fact"
    return draft_of(words, render(text, words, {0: turn.person}), kind, ahead=dated)


_OUR_KIDS: Final = frozenset("kids twins boys girls children".split())


def _is_own_place(group: Group, turn: Turn) -> bool:
    """ "the school is nut free", where the speaker tells of himself or of his family in the same turn."""
    own = bool(turn.told) or turn.says_i or ("?" not in turn.text and len(turn.text.split()) <= _FEW_WORDS)
    fit = group.base in {"be", "have", "do", "open", "close", "allow", "ban", "sell", "make"} and bool(group.rest)
    return (
        own
        and fit
        and not group.past
        and not group.progressive
        and _TODAY.isdisjoint(group.rest)
        and group.rest[0] not in PASSING
    )


_FEW_WORDS: Final = 12
_TODAY: Final = THIS | frozenset("today tonight tomorrow again".split())


def _goes_with(phrase: list[str], joined: Draft | None, group: Group, turn: Turn) -> bool:
    """ "our CI is GitLab, runners are self-hosted": a part of what was just told to be the speaker's."""
    return (
        joined is not None
        and joined.content.startswith(turn.owner)
        and len(phrase) == 1
        and phrase[0].endswith("s")
        and phrase[0] not in THIS
        and group.base == "be"
        and not group.past
        and bool(group.rest)
    )


_BEGINNING: Final = frozenset("start begin end finish expire".split())
_UNDERTAKINGS: Final = frozenset(
    """
    job role position course contract lease placement rotation treatment chemo school nursery internship sabbatical
    """.split()
)
