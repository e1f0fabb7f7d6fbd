"""English clauses about things: "rehearsals are on Tuesdays now", "the kids' school is", "there's no oven in our flat".

Of the world at large nothing is kept: a thing must be the speaker's, by a possessive, by its kind or by what the turn
tells of him, or be an occasion with its day.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.occasions import FREQUENCY, OCCASIONS
from recollect.rules.lexicon.verbs import SAYING
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.english.grammar import Group, read_group
from recollect.write.extract.english.openings import STATEMENT, verb_place
from recollect.write.extract.english.ties import OWN, TAIL_VERBS, draft_of, is_name
from recollect.write.extract.english.verdicts import OF_THE_TURN, THIS
from recollect.write.extract.english.words import BE, Token, expanded, render

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
_PAID: Final = frozenset("rent salary".split())
"""With a sum these are the speaker's, whatever else is said."""
_OUR_OWN: Final = frozenset(
    """
    kids twins boys girls wife husband missus dog cat baby children family eldest oldest youngest firstborn kids'
    """.split()
)
"""With "the" in front these are the speaker's own."""
_BARE_KIN: Final = frozenset("baby mum mom dad nan nana gran grandma grandpa grandad granny mam hubby papa".split())
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
    at = verb_place(words, 0)
    lows = [token.low for token in words]
    joint_text = " ".join(lows)
    from_now = "from now on" in joint_text or "going forward" in joint_text
    if not at:
        return draft_of(words, render(text, words), "decision", factor=0.9) if from_now and len(words) > 4 else None
    if lows[at] == "'s":
        words = words.copy()
        words[at] = words[at]._replace(text=" is")
    phrase = lows[:at]
    group = read_group(words, at - 1, start=at)
    if group is None or phrase[0] in _WORLD:
        return None
    dated = names_day(lows)
    occasion = any(word in OCCASIONS["en"] for word in phrase) and len(phrase) <= 4
    family = _own_family(text, words, at, group, turn, dated=dated)
    if family is not None:
        return family
    if (
        phrase[0] == "the"
        and joined is not None
        and joined.content.startswith(turn.owner)
        and group.base in BE_LIKE
        and not group.past
    ):
        return draft_of(words, render(text, words, {0: turn.owner}), "fact", factor=0.9)
    sum_told = (phrase[0] in _PAID or "now" in lows) and any(low[:1].isdigit() for low in lows[at:])
    told = bool(turn.told) or turn.invited or sum_told
    own = phrase[0] in ABOUT_ME and at <= 3 and told and group.base in BE_LIKE
    if own and not turn.topic:
        return draft_of(words, render(text, words, {0: f"{turn.owner} {words[0].low}"}), "fact", factor=0.95)
    ahead = not group.past or not _MOVED_TO.isdisjoint(lows)  # "got pushed to Thursday" is still to come
    if occasion and (dated or "booked" in lows) and ahead and phrase[0] != "your":
        anothers = (phrase[0].endswith("'s") and is_name(words[0])) or not turn.of_himself
        owner = {} if anothers or phrase[0] in {"the", "a"} else {0: f"{turn.owner} {words[0].text}"}
        return draft_of(words, render(text, words, owner), "commitment", ahead=True)
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
    if outside or (turn.topic and phrase[0] not in {"the"}):
        topic = f"{turn.topic}: " if turn.topic else ""
        return draft_of(words, f"{topic}{render(text, words)}", "fact", factor=0.9)
    return None


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
    if phrase[0] in _BARE_KIN and at == 1:
        turn.meets(f"{turn.owner} {phrase[0]}")
        content, kind = render(text, words, {0: turn.person}), "commitment" if ahead else "fact"
        return draft_of(words, content, kind, ahead=dated, tie=phrase[0], group_past=group.past)
    if phrase[0] not in {"the", "our"} or len(phrase) < 2 or phrase[1] not in _OUR_OWN:
        return None
    called = "name" in phrase or "names" in phrase
    if not turn.told and not called and phrase[1] in {"dog", "cat", "family"}:
        return None
    named = next((token.text for token in words[2:at] if is_name(token)), "")
    kind = "relationship" if named or called else "commitment" if ahead else "fact"
    content = render(text, words, {0: turn.owner})
    return draft_of(words, content, kind, tie=phrase[1], name=named, group_past=group.past, ahead=dated)
