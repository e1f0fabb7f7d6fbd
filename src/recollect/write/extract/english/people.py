"""English clauses whose subject is somebody or something else: "my sister is", "our house is", "she has".

Facts about others stay with those others. Kept are people and things tied to the speaker; the world at large is not.
"""

from __future__ import annotations

import itertools
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.kinship import PETS
from recollect.rules.lexicon.occasions import FREQUENCY, OCCASIONS
from recollect.rules.lexicon.verbs import SAYING
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.english import others
from recollect.write.extract.english.grammar import Group, read_group
from recollect.write.extract.english.openings import COUNTS, STATEMENT, SUPPOSED, verb_place
from recollect.write.extract.english.ties import (
    OWN,
    TAIL_VERBS,
    draft_of,
    is_name,
    remember,
    tie_in,
    tie_only,
    tied_name,
)
from recollect.write.extract.english.verdicts import OF_THE_TURN, THIS
from recollect.write.extract.english.words import AUXILIARIES, BE, Token, expanded, form_of, render
from recollect.write.extract.patterns import Lazy

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
_PRONOUNS: Final = frozenset("he she they".split())
_FAILING: Final = frozenset("crash fail throw freeze break work load compile print return show keep".split())
_WORLD: Final = frozenset(
    "you that this there nobody everyone it someone who which their his her its your these those what".split()
)
_SCHEDULED: Final = frozenset("expire run end start begin leave arrive come visit".split())
_LIKES: Final = frozenset("like likes love loves hate hates enjoy enjoys prefer prefers".split())
_LEVEL: Final = Lazy(
    r"(?:[abc][12]|fluent|native|rusty|basic|conversational|decent|terrible|intermediate|ok|okay|poor|good|excellent"
    r"|non-existent)$"
)


def read(text: str, words: list[Token], turn: Turn, *, before: Clause | None, joined: Draft | None) -> Draft | None:
    """The draft of a clause about somebody or something else, or None. `before`: the clause before it; `joined`: what
    that one told."""
    if not words:
        return None
    head, glued = expanded(words[0].low)
    contrast = before is not None and before.role == SUPPOSED
    if head in _PRONOUNS:
        return _pronoun(text, words, glued, turn)
    if head in OWN:
        return _possessed(text, words, turn)
    if words[0].text in turn.called:
        return _called(text, words, turn)
    if head in _THEIRS:
        return _theirs(text, words, _THEIRS[head], turn)
    if head == "it" and not contrast and before is not None:
        found = _revalued(text, words, glued, turn, before, joined)
        if found is not joined:
            return found
    if head in {"it", "here"} or (contrast and any(expanded(token.low)[0] == "it" for token in words[:4])):
        return _contrasted(text, words, turn) if contrast else None
    if head in {"nobody", "everyone", "everybody", "no"} and any(token.low in OWN for token in words[1:5]):
        return _everyone(text, words, turn)
    if head in COUNTS and len(words) > 3 and words[1].low == "of":
        return _counted(text, words, turn, joined)
    tied = tied_name(text, words, turn)
    if tied is not None:
        return tied
    return _thing(text, words, turn, joined) or others.read(text, words, turn)


def _revalued(
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


def _possessed(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "my sister Ana is a vet", "our house has a flat roof", "my passport expires in June"."""
    at = verb_place(words, 0, reach=9)
    if not at:
        tie, name = tie_in(words[:5])  # "my sister Hanna and her wife are visiting": at least who Hanna is
        paired = any(first.text == name and then.low == "and" for first, then in pairwise(words[:6]))
        return tie_only(words[:5], turn, tie, name) if name and paired else None
    tie, name = tie_in(words[:at])
    return _told_of(text, words, at, turn.owner, tie, name, turn)


def _theirs(text: str, words: list[Token], pronoun: str, turn: Turn) -> Draft | None:
    """ "his name is Ted", "her birthday is in June": of somebody spoken of before."""
    person = turn.meant_by(pronoun)
    at = verb_place(words, 0, reach=5) if person else 0
    return _told_of(text, words, at, f"{person}'s", "", "", turn) if at else None


_THEIRS: Final = {"his": "he", "her": "she", "their": "they"}


def _called(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "Rex has to lose 3 kilos", once it was told who Rex is."""
    at = verb_place(words, 0, reach=4)
    return _told_of(text, words, at, turn.called[words[0].text], "", words[0].text, turn) if at else None


def _told_of(text: str, words: list[Token], at: int, owner: str, tie: str, name: str, turn: Turn) -> Draft | None:
    """What a clause tells of somebody or something of the speaker's; `owner` stands for its first word, the verb at
    `at`."""
    group = read_group(words, at - 1, start=at)
    if group is None:
        return None
    phrase = [token.low.removesuffix("'s") for token in words[1:at]]
    dated = names_day([token.low for token in words])
    if not tie and not name and not dated and (any(word in OF_THE_TURN for word in phrase) or phrase == ["first"]):
        return None
    rest = group.rest
    wants = group.base in TAIL_VERBS | SAYING and not group.denied and group.base not in {"read", "write", "post", "go"}
    if wants and tie and name:
        return tie_only(words[:at], turn, tie, name)
    if wants:
        remember(words[:at], turn)
    if wants or (not rest and group.base in {"be", "have", "do"}) or (not (tie or name) and _breaks(group.base, rest)):
        return None
    kind = _kind(phrase, tie, name, group.base, rest, dated=dated and not group.past)
    remember(words, turn)
    if name and not tie:
        turn.meets(owner)
    content = render(text, words, {0: owner})
    draft = draft_of(words, content, kind, ahead=dated and not group.past, tie=tie, name=name, group_past=group.past)
    draft.subject = render(text, words[:at], {0: owner}) if tie or name else ""
    return draft


def _breaks(base: str, rest: list[str]) -> bool:
    """Something of the speaker's that does not work just now: a request in disguise."""
    return base in _FAILING and not any(word in {"in", "at", "for", "as", "from", "with"} for word in rest[:1])


def _kind(phrase: list[str], tie: str, name: str, base: str, rest: list[str], *, dated: bool) -> str:
    if len(phrase) == 1 and base == "be" and rest and not tie and any(_LEVEL.match(word) for word in rest[:3]):
        return "skill"
    if any(word in {"favourite", "favorite"} for word in phrase):
        return "preference"
    if (
        tie
        and tie.rsplit(maxsplit=1)[-1] not in PETS
        and (name or (base in {"be", "have"} and rest[:1] and rest[0] in {"called", "named"}) or "name" in phrase)
    ):
        return "relationship"
    if dated and (any(word in OCCASIONS["en"] for word in phrase) or base in _SCHEDULED or (not tie and base == "be")):
        return "commitment"
    return "fact"


def _everyone(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "nobody in my family drinks"."""
    if words[0].low == "no" and words[1].low != "one":
        return None
    owners = {place: turn.owner for place, token in enumerate(words) if token.low in OWN}
    verb = next(
        (
            place
            for place, token in enumerate(words)
            if token.low in AUXILIARIES or (form_of(token.low) or ("", ""))[1] == "s"
        ),
        -1,
    )
    return draft_of(words, render(text, words, owners), "fact") if verb > 0 else None


def _counted(text: str, words: list[Token], turn: Turn, joined: Draft | None) -> Draft | None:
    """ "two of them have braces", "neither of us likes olives"."""
    if words[2].low not in {"us", "them", "my", "our", "these", "the"}:
        return None
    if words[2].low == "them" and joined is not None:
        joined.content += f", and {render(text, words)}"
        joined.end = words[-1].end
        return None
    likes = any(token.low in _LIKES for token in words)
    draft = draft_of(words, f"{turn.name}: {render(text, words)}", "preference" if likes else "fact", factor=0.9)
    draft.polarity = -1 if words[0].low in {"neither", "none"} or draft.polarity < 0 else 1
    return draft if words[2].low != "them" else None


def _pronoun(text: str, words: list[Token], glued: str, turn: Turn) -> Draft | None:
    """ "she has a bad hip", of somebody spoken of before."""
    person = turn.meant_by(expanded(words[0].low)[0])
    if not person:
        return None
    group = read_group(words, 0, glued)
    if (
        group is None
        or group.base in TAIL_VERBS | SAYING
        or not group.rest
        or group.has("would", "could", "should", "'d", "might")
    ):
        return None
    full = {
        "'s": " is" if not (group.form in {"past", "part"} and group.base != "be") else " has",
        "are": " are",
        "have": " have",
        "will": " will",
    }.get(glued, "")
    content = render(text, words, {0: person + full})
    return draft_of(words, content, "fact", factor=0.95, group_past=group.past)


def _contrasted(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "If I were rich ..., but for now it's a room in Hull": how things really are."""
    at = next((place for place, token in enumerate(words[:5]) if expanded(token.low)[0] == "it"), -1)
    if at < 0 or len(words) - at < 3 or (expanded(words[at].low)[1] != "'s" and words[at + 1].low not in BE):
        return None
    return draft_of(words, f"{turn.name}: {render(text, words)}", "fact", factor=0.8)


def _thing(text: str, words: list[Token], turn: Turn, joined: Draft | None) -> Draft | None:
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
