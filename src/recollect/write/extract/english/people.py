"""English clauses whose subject is somebody or something else: "my sister is", "our house is", "she has".

Facts about others stay with those others. Kept are people and things tied to the speaker; the world at large is not.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.ailments import AIDS
from recollect.rules.lexicon.kinship import BREEDS, KIN, PETS, SEVERAL, TIES
from recollect.rules.lexicon.naming import PEOPLES
from recollect.rules.lexicon.occasions import OCCASIONS
from recollect.rules.lexicon.verbs import SAYING
from recollect.rules.text import fold
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.english import changes, others, things
from recollect.write.extract.english.grammar import read_group
from recollect.write.extract.english.openings import COUNTS, SUPPOSED, verb_place
from recollect.write.extract.english.pointing import set_right
from recollect.write.extract.english.ties import (
    OWN,
    TAIL_VERBS,
    THEIRS,
    called_by,
    draft_of,
    remember,
    tie_in,
    tie_only,
    tied_name,
    with_me,
)
from recollect.write.extract.english.unsure import healer_says
from recollect.write.extract.english.verdicts import DREAMS, OF_THE_TURN
from recollect.write.extract.english.words import AUXILIARIES, Token, expanded, form_of, render
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from recollect.write.extract.english.clauses import Clause

_PRONOUNS: Final = frozenset("he she they".split())
_FAILING: Final = frozenset("crash fail throw freeze break work load compile print return show keep".split())
_SCHEDULED: Final = frozenset("expire run end start begin leave arrive come visit".split())
_LIKES: Final = frozenset("like likes love loves hate hates enjoy enjoys prefer prefers".split())
_OF_THE_BODY: Final = frozenset(
    "eyesight vision hearing memory sleep health iron cholesterol knee back hip diet posture balance".split()
)
_HUMAN: Final = (KIN["en"] | TIES["en"]) - SEVERAL
_WHERE: Final = frozenset("in at on from out off away here there up".split())
_OVER: Final = ("used to", "no longer", "gave up", "stopped")
_LEVEL: Final = Lazy(
    r"(?:[abc][12]|fluent|native|rusty|basic|conversational|decent|terrible|intermediate|ok|okay|poor|good|excellent"
    r"|non-existent)$"
)


_ALL_OF_MINE: Final = frozenset("accounts savings money kids children friends pets siblings cousins clients".split())


def read(text: str, words: list[Token], turn: Turn, *, before: Clause | None, joined: Draft | None) -> Draft | None:
    """The draft of a clause about somebody or something else, or None. `before`: the clause before it; `joined`: what
    that one told."""
    if not words:
        return None
    head, glued = expanded(words[0].low)
    contrast = before is not None and before.role == SUPPOSED
    days = 2 if [token.low for token in words[:2]] == ["these", "days"] else words[0].low in {"now", "nowadays"}
    if days and len(words) > days + 2 and expanded(words[days].low)[0] == "it":
        return _these_days(text, words[days:], expanded(words[days].low)[1], turn)
    if head in _PRONOUNS or head in THEIRS:
        _meet_pet(text, words, turn)
    if head in _PRONOUNS:
        return _pronoun(text, words, glued, turn)
    if head == "mine" and before is not None and len(words) > 2:
        return _mine(text, words, turn, before)
    needed = words[healer_says(words) :]
    if len(needed) < len(words) and [token.low for token in needed[:2]] == ["i", "need"]:
        aid = _is_aid([token.low for token in needed[2:]])  # "the optician told me I need glasses"
        return draft_of(words, f"{turn.name} needs {render(text, needed[2:])}", "fact") if aid else None
    if head == "both" and len(words) > 3 and words[1].low in OWN:
        words, head = words[1:], words[1].low  # "both my parents are"
    begins = text[: words[0].start].rstrip()[-1:] in {"", ".", "!", "?"}
    if head == "all" and begins and len(words) > 4 and words[1].low in OWN and words[2].low in _ALL_OF_MINE:
        words, head = words[1:], words[1].low  # "all my accounts are with Starling"
    if head in OWN:
        return _possessed(text, words, turn)
    if head in {"everyone", "everybody", "people", "friends"} and [token.low for token in words[2:3]] == ["me"]:
        called = words[1].low in {"call", "calls"} and len(words) == 4
        return draft_of(words, render(text, words, {2: turn.name}), "preference") if called else None
    if head == "me" and len(words) > 4:
        return with_me(text, words, turn)
    if called_by(words, turn):
        return _called(text, words, called_by(words, turn), turn)
    if head in THEIRS:
        return _theirs(text, words, THEIRS[head], turn)
    if head == "it" and not contrast and before is not None:
        found = things.revalued(text, words, glued, turn, before, joined)
        if found is not joined:
            return found
        instead = set_right(text, words, glued, turn, before.words) if joined is not None else None
        if instead is not None:
            return instead
    if head == "it":
        found = _cleft(text, words, turn) or _these_days(text, words, glued, turn)
        if found is not None:
            return found
    if head in {"it", "here"} or (contrast and any(expanded(token.low)[0] == "it" for token in words[:4])):
        return things.contrasted(text, words, turn) if contrast else None
    if head in {"nobody", "everyone", "everybody", "no"} and any(token.low in OWN for token in words[1:5]):
        return _everyone(text, words, turn)
    if head in COUNTS and len(words) > 3 and words[1].low == "of":
        return _counted(text, words, turn, joined)
    tied = tied_name(text, words, turn)
    if tied is not None:
        return tied
    return things.read(text, words, turn, joined) or others.read(text, words, turn)


def _possessed(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "my sister Ana is a vet", "our house has a flat roof", "my passport expires in June"."""
    at = verb_place(words, 0, reach=9)
    if not at:
        tie, name = tie_in(words[:5])  # "my sister Hanna and her wife are visiting": at least who Hanna is
        paired = any(first.text == name and then.low == "and" for first, then in pairwise(words[:6]))
        return tie_only(words[:5], turn, tie, name) if name and paired else None
    words = changes.as_phone(words, at)
    tie, name = tie_in(words[:at])
    return _told_of(text, words, at, turn.owner, tie, name, turn)


def _is_tied_name(person: str, turn: Turn) -> bool:
    """ "User's sister Ana": told with a tie and a name, and no animal."""
    words = person.removeprefix(turn.owner).split()
    name = next((at for at, word in enumerate(words) if word[:1].isupper()), 0)
    theirs = any(word.endswith("'s") for word in words)  # "User's brother Paul's wife Eva"
    return name > 0 and words[name - 1] in _HUMAN and not theirs and person.startswith(turn.owner)


def _cleft(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "it's my nephews who stay over" says that they do."""
    start = next((at for at, token in enumerate(words[:3]) if token.low in OWN), 0)
    who = next((at for at, token in enumerate(words) if token.low in {"who", "that"} and at > start), 0)
    tie, name = tie_in(words[start:who]) if start and who else ("", "")
    if not tie or who + 1 >= len(words):
        return None
    told = [*words[start:who], *words[who + 1 :]]
    return draft_of(told, render(text, told, {0: turn.owner}), "relationship", tie=tie, name=name)


def _these_days(text: str, words: list[Token], glued: str, turn: Turn) -> Draft | None:
    """ "now it's just Debian", after what somebody used to do: what he does instead."""
    was = turn.told[-1] if turn.told else None
    me = next((at for at, token in enumerate(words[:4]) if token.low == "me"), 0)
    if (
        glued == "'s" and me and me + 1 < len(words) and words[me + 1].low in {"and", "in", "at", "here"}
    ):  # "it's just me and the cat"
        return draft_of(words, f"{turn.name}: {render(text, words)}", "fact", factor=0.9)
    over = was is not None and any(sign in was.content for sign in _OVER)
    if was is None or not over or len(words) < 3 or not (glued == "'s" or words[1].low == "is"):
        return None
    return draft_of(words, f"{turn.name} now: {render(text, words)}", "fact", factor=0.9)


def _theirs(text: str, words: list[Token], pronoun: str, turn: Turn) -> Draft | None:
    """ "his name is Ted", "her birthday is in June": of somebody spoken of before."""
    person = turn.meant_by(pronoun)
    at = verb_place(words, 0, reach=5) if person else 0
    remember(words[:at] if at else words, turn)  # a later "she" may mean "his wife Eva"
    return _told_of(text, words, at, f"{person}'s", "", "", turn) if at else None


def _called(text: str, words: list[Token], size: int, turn: Turn) -> Draft | None:
    """ "Rex has to lose 3 kilos", once it was told who Rex is; `size`: how many words name him."""
    person = turn.called[" ".join(token.text for token in words[:size])]
    name = person[max(person.find(words[0].text), 0) :]
    words = [words[0]._replace(end=words[size - 1].end), *words[size:]]
    at = verb_place(words, 0, reach=4)
    return _told_of(text, words, at, person, "", name, turn) if at else None


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
    if tie and group.has("would") and _UNLIKE_NOW.isdisjoint(group.adverbs) and group.base not in {"prefer", "like"}:
        remember(words[:at], turn)  # "my mum would freak out"
        return tie_only(words[:at], turn, tie, name) if name else None
    if tie and words[at].low in {"wants", "needs"} and not dated and _for_life(group.base, tie, rest):
        remember(words[:at], turn)
        return draft_of(words, render(text, words, {0: owner}), "fact", tie=tie, name=name)
    wants = group.base in TAIL_VERBS | SAYING and not group.denied and group.base not in {"read", "write", "post", "go"}
    if wants and dated and group.base in {"want", "need"} and not {"by", "before"}.isdisjoint(rest):
        content = render(text, words, {0: owner})  # "my boss wants the draft by Friday"
        return draft_of(words, content, "commitment", ahead=True, tie=tie, name=name)
    if wants and tie and name:
        return tie_only(words[:at], turn, tie, name)
    if wants and words[0].low in OWN:
        remember(words[:at], turn)
    if wants or (not rest and group.base in {"be", "have", "do"}) or (not (tie or name) and _breaks(group.base, rest)):
        return None
    kind = _kind(phrase, tie, name, group.base, rest, dated=dated and not group.past)
    if name and not tie:
        turn.meets(owner)
    elif words[0].low in OWN:
        remember(words[:at], turn)
    remember(words[at:], turn, owner=turn.person if tie or name else "")
    content = render(text, words, {0: owner})
    draft = draft_of(words, content, kind, ahead=dated and not group.past, tie=tie, name=name, group_past=group.past)
    draft.subject = render(text, words[:at], {0: owner}) if tie or name else ""
    return draft


_UNLIKE_NOW: Final = frozenset("rather never always often usually sometimes".split())
"""With these "would" tells of a habit or a will: "my gran would always bake"."""


def _for_life(base: str, tie: str, rest: list[str]) -> bool:
    """Whether one of the family wants or needs what is no errand: "wants to study law", "needs a wheelchair"."""
    if tie.rsplit(maxsplit=1)[-1] not in KIN["en"] or not {"for", "you", "if", "so"}.isdisjoint(rest):
        return False
    if base == "need":
        return _is_aid(rest)
    if rest[:1] != ["to"] or len(rest) < 3:
        return False
    becoming = rest[1] in {"be", "become"} and rest[2] in {"a", "an"} and len(rest) > 3
    return becoming or (rest[1] in DREAMS - {"become"} and rest[2] not in _OF_THE_TASK)


def _is_aid(rest: list[str]) -> bool:
    """ "a wheelchair", "reading glasses", "a hip operation"."""
    return 1 <= len(rest) - (rest[:1] in (["a"], ["an"])) <= _AID_WORDS and rest[-1] in AIDS


_AID_WORDS: Final = 3
_OF_THE_TASK: Final = frozenset("more about how this that it a an the".split())


def _mine(text: str, words: list[Token], turn: Turn, before: Clause) -> Draft | None:
    """ "my brother's car is a Golf, mine's a Polo": the speaker's own of the same kind."""
    lows = [token.low for token in before.words]
    verb = lows.index("is") if "is" in lows[2:5] else 0
    whose = next((at for at in range(verb - 1, -1, -1) if lows[at].endswith("'s") or lows[at] in THEIRS), -1)
    said = words[2:]
    if not verb or whose < 0 or not 1 <= verb - whose - 1 <= 2 or words[1].low not in {"is", "'s"}:
        return None
    if said[0].low not in {"a", "an", "the"} or len(said) > _MINE_WORDS:
        return None
    thing = render(text, before.words[whose + 1 : verb])
    return draft_of(words, f"{turn.owner} {thing} is {render(text, said)}", "fact")


_MINE_WORDS: Final = 5


def _meet_pet(text: str, words: list[Token], turn: Turn) -> None:
    """ "we got a kitten, his name is Olaf": the animal just told of is meant where what follows at once names it, and
    nobody else can be."""
    was = turn.told[-1] if turn.told and not turn.person else None
    got = _GOT.match(was.content.removeprefix(turn.name).lower()) if was is not None else None
    if was is None or got is None or got[1] not in PETS | BREEDS or not -1 < words[0].start - was.end <= _GAP_CHARS:
        return
    if _NAMES_IT.match(" ".join(token.low for token in words)) and not any(
        map(str.isalnum, text[was.end : words[0].start])
    ):
        turn.meets(f"{turn.owner} {got[1]}")


_GAP_CHARS: Final = 5
_GOT: Final = Lazy(
    r" (?:has|got|has got|adopted|bought|rescued|owns) (?:a|an|the)"
    r"(?: (?:new|little|small|second|rescue|baby))? ([a-z]+)$"
)
_CALLED_SO: Final = r"(?!(?:not|also|still|now|unknown|undecided|pending|long|after)$)[\w-]+$"
_NAMES_IT: Final = Lazy(
    rf"(?:his|her|their) name(?: is|'s) {_CALLED_SO}"
    rf"|(?:he|she)(?:'s| is)(?: an? [\w -]{{3,40}})? (?:called|named) {_CALLED_SO}"
)


def _breaks(base: str, rest: list[str]) -> bool:
    """Something of the speaker's that does not work just now: a request in disguise."""
    return base in _FAILING and not any(word in {"in", "at", "for", "as", "from", "with"} for word in rest[:1])


def _kind(phrase: list[str], tie: str, name: str, base: str, rest: list[str], *, dated: bool) -> str:
    language = bool(phrase) and fold(phrase[-1]) in PEOPLES  # "my written Dutch is embarrassing"
    if language and base == "be" and not tie and not dated:
        return "skill"
    if (
        len(phrase) == 1
        and phrase[0] not in _OF_THE_BODY
        and base == "be"
        and rest
        and not tie
        and any(_LEVEL.match(word) for word in rest[:3])
    ):
        return "skill"
    if any(word in {"favourite", "favorite"} for word in phrase):
        return "preference"
    if (
        tie
        and tie.rsplit(maxsplit=1)[-1] not in PETS
        and (name or (base in {"be", "have"} and rest[:1] and rest[0] in {"called", "named"}) or "name" in phrase)
    ):
        return "relationship"
    if (
        base == "be"
        and tie
        and phrase[-1:] == [tie.rsplit(maxsplit=1)[-1]]
        and phrase[-1] in _HUMAN
        and not dated
        and rest
        and rest[0] not in _WHERE
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
        "'s": f" {group.is_or_has}",
        "are": " are",
        "have": " have",
        "will": " will",
    }.get(glued, "")
    content = render(text, words, {0: person + full})
    remember(words[1:], turn, owner=person)
    kind = "relationship" if not group.past and _is_tied_name(person, turn) else "fact"
    return draft_of(words, content, kind, factor=0.95, group_past=group.past)
