"""People by their tie to the speaker in English: "my sister Ana", "Tess is my manager", "my ex and I"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.kinship import BREEDS, COMPANIONS, KIN, PETS, SEVERAL, TIES
from recollect.rules.lexicon.naming import CALENDAR
from recollect.rules.lexicon.occasions import FREQUENCY
from recollect.rules.lexicon.occupations import ENDINGS, OCCUPATIONS
from recollect.rules.lexicon.people import ROLES
from recollect.rules.lexicon.subjects import TITLES_WITH_STOP
from recollect.rules.lexicon.verbs import SAYING
from recollect.rules.naming import TITLES
from recollect.rules.text import fold
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn, capitalised, denies, hedged
from recollect.write.extract.english.grammar import read_group
from recollect.write.extract.english.words import AUXILIARIES, BE, Token, expanded, form_of, is_adverb, render
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

_PEOPLE: Final = KIN["en"] | TIES["en"] | PETS
TAIL_VERBS: Final = frozenset("want need ask wonder think know tell say keep suggest recommend".split())
OWN: Final = frozenset("my our".split())
THEIRS: Final = {"his": "he", "her": "she", "their": "they"}
_NAME_WORDS: Final = 4


def tie_in(words: Sequence[Token]) -> tuple[str, str]:
    """(tie, name) of the first person named by a tie: ("sister", "Ana"); empty strings where there is none."""
    for place, token in enumerate(words):
        tie, name = _tie_at(words, place) if token.low in OWN else ("", "")
        if tie:
            return tie, name
    return "", ""


def _tie_at(words: Sequence[Token], place: int) -> tuple[str, str]:
    """(tie, name) of the person whose owner stands at `place`."""
    for at in range(place + 1, min(place + 5, len(words))):
        low = expanded(words[at].low)[0] if words[at].low.endswith("'s") else words[at].low
        if low[:-1] in _PEOPLE and low[-1:] == "s" and low not in _PEOPLE:
            low = low[:-1]  # "my dads 70th"
        if low in _PEOPLE or (low.startswith("co-") and len(low) > 5):
            tie = _whole_tie(words, place + 1, at)
            if tie.endswith(f"{low}s") and low not in SEVERAL:
                tie = tie[:-1]
            return tie, "" if words[at].low.endswith("'s") else full_name(words, at + 1)
        if not words[at].low.replace("-", "").isalpha():
            break
    return "", ""


def _of_mine(words: Sequence[Token]) -> tuple[str, str]:
    """(tie, name) of somebody of somebody of the speaker's: ("wife", "Eva") of "my brother's wife Eva"."""
    own = next((place for place, token in enumerate(words) if token.low in OWN), len(words))
    at = next((at for at in range(own + 1, min(own + 4, len(words))) if words[at].low.endswith("'s")), 0)
    return _tie_at(words, at) if at and words[at].low.removesuffix("'s") in _PEOPLE else ("", "")


def full_name(words: Sequence[Token], at: int) -> str:
    """The name that begins at `at`: "Ana", "Ben Carter", "Dr. Weber", "J. K. Rowling"; empty where none does, and of a
    title alone."""
    end, size = at, 0
    while end < min(len(words), at + 2 * _NAME_WORDS) and size < _NAME_WORDS:
        initials = are_initials(words, end)
        if not (initials or (_goes_on(words[end]) if end > at else is_name(words[at]))):
            break
        size += not initials
        end += 1
        if words[end - 1].low.endswith("'s"):
            break
    name = ""
    for place in range(at, end):
        before = words[place - 1]
        short = before.low in TITLES | TITLES_WITH_STOP or are_initials(words, place - 1)
        stop = "." if name and short and words[place].start - before.end == len(". ") else ""
        name += f"{stop} {words[place].text}" if name else words[place].text
    return "" if name.lower() in TITLES else name.removesuffix("'s")


def are_initials(words: Sequence[Token], at: int) -> bool:
    """Whether first letters of somebody's names stand at `at`, and a full stop and a name behind them."""
    letters = words[at].text.split(".")
    return (
        all(len(letter) == 1 and letter.isupper() for letter in letters)
        and at + 1 < len(words)
        and words[at + 1].text[:1].isupper()
        and words[at + 1].start - words[at].end == len(". ")
    )


def _goes_on(token: Token) -> bool:
    """Whether it may be the next word of a name: not "my sister Ana Monday"."""
    return is_name(token) and fold(token.text) not in CALENDAR


def calls(name: str) -> tuple[str, ...]:
    """What somebody of this name may be called by later on: all of it, and its first word. Worked: "Dr. Ana Roth" by
    "Dr Ana Roth" and "Ana"; "Mrs Hill" by that alone."""
    words = name.replace(".", "").split()
    titled = words[0].lower() in TITLES
    return (
        (" ".join(words), *words[titled : titled + 1]) if len(words) > 1 + titled or not titled else (" ".join(words),)
    )


def called_by(words: Sequence[Token], turn: Turn) -> int:
    """How many words of the front name somebody of whom it was said who that is. "Ben Carter" is not the son Ben."""
    for size in range(min(len(words), _NAME_WORDS), 0, -1):
        if " ".join(token.text for token in words[:size]) in turn.called:
            return size if size == len(words) or not _goes_on(words[size]) else 0
    return 0


def _whole_tie(words: Sequence[Token], start: int, at: int) -> str:
    parts = [token.low.removesuffix("'s") for token in words[start : at + 1]]
    if [token.low for token in words[at + 1 : at + 3]] == ["in", "law"]:
        parts += ["in", "law"]
    return " ".join(parts)


_NO_NAMES: Final = frozenset(
    """
    that this these those they it here there he she i we you my our the what who thankfully luckily sadly unfortunately
    fortunately honestly actually hopefully recently lately clearly obviously basically today yesterday tomorrow tonight
    well also anyway however still then now sorry thanks meanwhile apparently surprisingly
    """.split()
)


def is_name(token: Token) -> bool:
    """A word that may be somebody's name: a large letter, then small ones, and no pronoun."""
    return token.text[:1].isupper() and token.text[1:2].islower() and expanded(token.low)[0] not in _NO_NAMES


MEETING: Final = frozenset("meet marry date hire know visit see call".split())
"""After these a bare name is whom a later "she" means."""


def remember(words: Sequence[Token], turn: Turn, *, met: bool = False, owner: str = "") -> None:
    """Whom a later "she" means; `met`: the words follow a verb of meeting people; `owner`: they are told of him."""
    _meet_theirs(words, turn, owner)
    tie, name = tie_in(words)
    theirs, called_so = _of_mine(words) if tie else ("", "")
    if theirs:
        whose = f"{turn.owner} {tie}"
        turn.meets_named(whose, theirs, called_so)
        for called in calls(called_so) if called_so else ():
            turn.called.setdefault(called, f"{whose}'s {theirs} {called_so}")
    elif tie:
        turn.meets(f"{turn.owner} {tie}{f' {name}' if name else ''}")
        for called in calls(name) if name and not _loose(tie) else ():
            turn.called.setdefault(called, f"{turn.owner} {tie} {name}")
        after = next(at for at, token in enumerate(words) if token.low in OWN) + 1
        remember(words[after:], turn)  # "my ex and I share custody of our daughter"
    _call(words, turn)
    several = next((at for at, token in enumerate(words) if token.low in SEVERAL), 0)
    if several and words[several - 1].low == "the":
        turn.meets(f"{turn.owner} {words[several].low}")  # "... and the twins, they're 7"
    if not tie and met and words and is_name(words[0]) and fold(words[0].text) in GIVEN_NAMES:
        turn.meets(words[0].text)


def _meet_theirs(words: Sequence[Token], turn: Turn, owner: str) -> None:
    """ "his wife Eva", "she has a son": somebody of his or hers, whom a later "she" or "he" may mean. An animal, and
    somebody of work and care or whom he meets, is told in passing: "she" after "her doctor" is who has the doctor."""
    for place, token in enumerate(words):
        had = owner and token.low in {"a", "an"} and place and (form_of(words[place - 1].low) or ("",))[0] == "have"
        tie, name = _tie_at(words, place) if had or token.low in THEIRS else ("", "")
        whose = "" if not tie else owner if had else turn.meant_by(THEIRS[token.low])
        passing = _CLOSE.isdisjoint(tie.split()) or _with_him(words[:place])
        if whose and passing:
            turn.beside = f"{whose}'s {tie}{f' {name}' if name else ''}"
        elif whose:
            turn.meets_one_of(whose, tie, name)
        elif tie and not passing:
            turn.meets_somebody()


def _with_him(before: Sequence[Token]) -> bool:
    """Whether these words make of who follows one whom somebody only meets ("is visiting her mother"), or who is there
    too: "lives in Rome with her partner"; not "lives with her aunt"."""
    bases = [(form_of(token.low) or ("",))[0] for token in before[-2:]]
    return bool(bases) and (bases[-1] in MEETING or (before[-1].low == "with" and bases[0] == ""))


_CLOSE: Final = KIN["en"] | COMPANIONS["en"]


def _call(words: Sequence[Token], turn: Turn) -> None:
    """ "two greyhounds, Milo and Fern", "a cat called Olive": whom these names mean from now on."""
    for at, token in enumerate(words[:-2]):
        one = f"{token.low[:-3]}y" if token.low.endswith("ies") else token.low.removesuffix("s")
        if one not in _COMPANY and token.low not in _PEOPLE:
            continue
        opening = next((spot for spot in range(at + 1, min(at + 4, len(words))) if words[spot].low in _NAMING), 0)
        if not opening:
            continue
        for name in words[opening + 1 : opening + 6]:
            if is_name(name):
                turn.called.setdefault(name.text, name.text)
            elif name.low not in {"and", ",", "&"}:
                break


_COMPANY: Final = _PEOPLE | BREEDS
_NAMING: Final = frozenset(", called named ( :".split())


def draft_of(
    words: Sequence[Token],
    content: str,
    kind: str,
    *,
    ahead: bool = False,
    tie: str = "",
    name: str = "",
    factor: float = 1.0,
    group_past: bool = False,
) -> Draft:
    habit = not group_past and any(token.low in FREQUENCY["en"] for token in words)
    tags = ("past",) if group_past else ("habit",) if habit and kind == "fact" else ()
    return Draft(
        content=capitalised(content),
        kind=kind,
        start=words[0].start,
        end=words[-1].end,
        confidence=min(factor, hedged(words)),
        polarity=-1 if denies(words) else 1,
        tags=tags,
        ahead=ahead,
        person=name,
        tie=tie,
    )


def tie_only(words: Sequence[Token], turn: Turn, tie: str, name: str) -> Draft:
    turn.meets(f"{turn.owner} {tie} {name}")
    return draft_of(words, f"{name} is {turn.owner} {tie}", "relationship", tie=tie, name=name)


def outlasting(drafts: Sequence[Draft], turn: Turn) -> list[Draft]:
    """The drafts, and by itself each tie told in passing: a plan with "my partner Tom" ends, the tie does not."""
    found: list[Draft] = []
    for draft in drafts:
        found.append(draft)
        first = draft.content.startswith(f"{turn.owner} {draft.tie} {draft.person}")
        passing = draft.kind in {"commitment", "event"} or not first
        if not (draft.tie and draft.person and passing) or draft.content.startswith(draft.person) or _loose(draft.tie):
            continue
        content = f"{draft.person} is {turn.owner} {draft.tie}"
        if all(other.content != content for other in drafts):
            found.append(replace(draft, content=content, kind="relationship", tags=(), polarity=1, ahead=False))
    return found


def parted(drafts: Sequence[Draft], turn: Turn) -> list[Draft]:
    """The drafts without a parting that did not last: "we broke up in May but got back together"."""
    rejoined = _REJOINED.search(turn.text)
    until = rejoined.start() if rejoined is not None else 0
    return [draft for draft in drafts if draft.start >= until or not _PARTED.search(draft.content)]


_REJOINED: Final = Lazy(
    r"(?<!\w)(?:got|gotten|are|we're|were)(?: \w+)? back together(?!\w)", re.IGNORECASE, hints="back_together"
)
_PARTED: Final = Lazy(r"\b(?:broke|broken|split) up\b")


def _loose(tie: str) -> bool:
    """Over, or told of several."""
    words = tie.split()
    return words[0] in {"ex", "late", "old", "former"} or words[-1] in {"ex", "parents", "kids", "friends"}


_DOING: Final = frozenset("go read write post".split())
"""Of two people these are no saying: "Tom and I went hiking"."""


def together(text: str, words: list[Token], place: int, turn: Turn, *, first: int = 0) -> Draft | None:
    """ "my ex and I share custody": the speaker with somebody else, whose words begin at `first`."""
    group = read_group(words, place)
    if (
        group is None
        or group.has("would", "could", "should", "'d", "might")
        or group.base in (TAIL_VERBS | SAYING) - _DOING
        or not group.rest
    ):
        return None
    dated = names_day([token.low for token in words])
    if first and is_adverb(words[0].low):
        words, place, first = words[first:], place - first, 0  # "sadly, Ines and I"
        group = read_group(words, place) or group
    tie, name = tie_in(words[:place])
    if words[first].low in OWN:
        replaced = {place: turn.name, first: turn.owner}
    else:  # "Ines and I": whoever speaks comes first, it is about him
        others = dict.fromkeys(range(first, place - 1), "")
        replaced = {**others, first: turn.name, place: text[words[first].start : words[place - 2].end]}
    remember(words, turn)
    bound = any(
        word in {"married", "together", "engaged", "dating", "divorced", "friends"}
        for word in (group.base, *group.rest[:2])
    )
    kind = "relationship" if bound else "commitment" if dated and not group.past else "event" if dated else "fact"
    return draft_of(words, render(text, words, replaced), kind, ahead=dated, tie=tie, name=name, group_past=group.past)


def with_me(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "me and my wife are moving": the speaker with somebody else, told of both."""
    at = next((at for at in range(3, min(8, len(words))) if words[at].low in AUXILIARIES or form_of(words[at].low)), 0)
    finite = at and words[1].low == "and" and words[at].low != "be"
    group = read_group(words, at - 1, start=at) if finite else None
    if group is None or group.base in TAIL_VERBS | SAYING or not group.rest or group.has("would", "could", "should"):
        return None
    dated = names_day([token.low for token in words])
    tie, name = tie_in(words[:at])
    remember(words[:at], turn)
    replaced = {0: turn.name} | ({2: turn.owner} if words[2].low in OWN else {})
    kind = "commitment" if dated and not group.past else "event" if dated else "fact"
    content = render(text, words, replaced)
    return draft_of(words, content, kind, ahead=dated, tie=tie, name=name, group_past=group.past)


def tied_name(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "Tess is my manager", "Piet (my uncle) wants to know ...", "Ana, my boss, ..."."""
    if not (is_name(words[0]) or are_initials(words, 0)):
        return None
    at = 1
    while at < len(words) and at < 4 and words[at].text[:1].isupper() and words[at].low != "i":
        at += 1
    name = full_name(words[:at], 0) or words[0].text
    if at + 2 < len(words) and words[at].low == "from" and words[at + 2].low in BE:
        at += 2  # "Dave from accounting is my best mate"
    if at >= len(words):
        return None
    opened = words[at].low in {"(", ",", "-", "–", "—"}
    if opened:
        end = next(
            (place for place in range(at + 1, len(words)) if words[place].low in {")", ",", "-", "–", "—"}), len(words)
        )
        inside = words[at + 1 : min(end, at + 8)]
        tie, _ = tie_in(inside)
        if (
            not tie
            and len(inside) > 1
            and inside[0].low in OWN
            and (inside[-1].low in OCCUPATIONS or inside[-1].low.endswith(ENDINGS))
        ):
            tie = " ".join(token.low for token in inside[1:])
        if not tie or inside[0].low not in OWN:
            return None
        draft = tie_only(words[:end], turn, tie, name)
        if end + 1 < len(words) and words[end + 1].low in BE:
            draft.content += f" and {render(text, words[end + 1 :])}"
            draft.end = words[-1].end
        return draft
    glued = expanded(words[at - 1].low)[1]
    if words[at].low not in BE and glued != "'s":
        return None
    lows = [token.low for token in words]
    if any(lows[spot] in {"favourite", "favorite"} and lows[spot - 1] in OWN for spot in range(at + 1, len(lows))):
        owners = {place: turn.owner for place, token in enumerate(words) if token.low in OWN and place >= at}
        return draft_of(words, render(text, words, owners), "preference")
    tie, _ = tie_in(words[at:])
    if not tie and lows[at] in {"is", "was"} and at + 2 < len(lows) and lows[at + 1] in OWN:
        role = lows[-1] in OCCUPATIONS or lows[-1].endswith(ENDINGS) or lows[-1] in ROLES
        kind = "relationship" if (role or fold(words[0].text) in GIVEN_NAMES) and len(lows) - at <= 5 else "fact"
        return draft_of(words, render(text, words, {at + 1: turn.owner}), kind, group_past=lows[at] == "was")
    if not tie:
        return None
    turn.meets(name)
    content = render(
        text, words, {place: turn.owner for place, token in enumerate(words) if token.low in OWN and place >= at}
    )
    return draft_of(words, content, "relationship", tie=tie, name=name.removesuffix("'s"))
