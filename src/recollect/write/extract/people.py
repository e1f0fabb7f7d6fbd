"""English clauses whose subject is somebody or something else: "my sister Ana is ...", "Noor is my flatmate", "she has ...".

Facts about others stay with those others. Kept are people and things tied to the speaker; the world at large is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.kinship import KIN, PETS, TIES
from recollect.rules.lexicon.occasions import FREQUENCY, OCCASIONS
from recollect.rules.lexicon.verbs import SAYING
from recollect.write.extract.clauses import verb_place
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn, capitalised, denies, hedged
from recollect.write.extract.grammar import read_group
from recollect.write.extract.words import BE, Token, expanded, render

if TYPE_CHECKING:
    from collections.abc import Sequence

_PEOPLE: Final = KIN["en"] | TIES["en"] | PETS
_OF_THE_TURN: Final = frozenset(
    """question code query function script error issue problem bug file text essay_ draft email_ message idea guess point bad
    apologies understanding program app_ test tests build prompt input output table dataset answer request assumption
    concern main next first thought thoughts mistake fault turn document list result results spreadsheet formula regex
    command terminal browser page link screen response implementation approach solution""".split()
)
_NOW: Final = frozenset("now nowadays anymore".split())
_TAIL_VERBS: Final = frozenset("want need ask wonder think know tell say keep suggest recommend".split())
_PRONOUNS: Final = frozenset("he she they".split())
_ME: Final = frozenset("my our".split())


def read(text: str, words: list[Token], turn: Turn, *, contrast: bool, joined: Draft | None) -> Draft | None:
    """The draft of a clause about somebody or something else, or None."""
    if not words:
        return None
    head, glued = expanded(words[0].low)
    if head in _PRONOUNS:
        return _pronoun(text, words, glued, turn)
    if head in _ME:
        return _possessed(text, words, turn)
    if head in {"it", "here"} or (contrast and any(expanded(token.low)[0] == "it" for token in words[:4])):
        return _contrasted(text, words, turn) if contrast else None
    tied = _tied_name(text, words, turn)
    if tied is not None:
        return tied
    return _thing(text, words, turn, joined)


def tie_in(words: Sequence[Token]) -> tuple[str, str]:
    """(tie, name) of the first person named by a tie: ("sister", "Ana"); empty strings where there is none."""
    for place, token in enumerate(words):
        if token.low not in _ME:
            continue
        for at in range(place + 1, min(place + 5, len(words))):
            low = expanded(words[at].low)[0] if words[at].low.endswith("'s") else words[at].low
            if low in _PEOPLE:
                tie = _whole_tie(words, place + 1, at)
                following = words[at + 1] if at + 1 < len(words) and not words[at].low.endswith("'s") else None
                if following is not None and following.low in {"in-law", "in"}:
                    following = None
                name = following.text if following is not None and _is_name(following) else ""
                return tie, name.removesuffix("'s")
            if not words[at].low.replace("-", "").isalpha():
                break
    return "", ""


def _whole_tie(words: Sequence[Token], start: int, at: int) -> str:
    parts = [token.low.removesuffix("'s") for token in words[start : at + 1]]
    if [token.low for token in words[at + 1 : at + 3]] == ["in", "law"]:
        parts += ["in", "law"]
    return " ".join(parts)


def _is_name(token: Token) -> bool:
    return token.text[:1].isupper() and token.text[1:2].islower() and token.low not in {"i'm", "i've", "i'd", "i'll"}


def remember(words: Sequence[Token], text: str, turn: Turn) -> None:
    """Whom a later "she" means."""
    tie, name = tie_in(words)
    if tie:
        turn.person = f"{turn.owner} {tie}{f' {name}' if name else ''}"


def _possessed(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "my sister Ana is the tech lead", "our house is from 1890", "my visa runs out on 1 March"."""
    at = verb_place(words, 0, reach=9)
    if not at:
        return None
    group = read_group(words, at - 1, start=at)
    if group is None:
        return None
    phrase = [token.low.removesuffix("'s") for token in words[1:at]]
    tie, name = tie_in(words[:at])
    if not tie and any(word in _OF_THE_TURN for word in phrase):
        return None
    rest = group.rest
    wants = group.base in _TAIL_VERBS | SAYING and not group.denied and group.base not in {"read", "write", "post", "go"}
    if wants and tie and name:
        return _tie_only(text, words[:at], turn, tie, name)
    if wants or not rest and group.base in {"be", "have", "do"} or _breaks(group.base, rest):
        return None
    dated = names_day([token.low for token in words])
    kind = _kind(phrase, tie, name, group.base, rest, dated=dated and not group.past)
    remember(words, text, turn)
    content = render(text, words, {0: turn.owner})
    return _draft(words, content, kind, ahead=dated and not group.past, tie=tie, name=name, group_past=group.past)


def _breaks(base: str, rest: list[str]) -> bool:
    """Something of the speaker's that does not work just now: a request in disguise."""
    return base in {"crash", "fail", "throw", "freeze", "break", "work", "load", "compile", "print", "return", "show", "keep"} and not any(
        word in {"in", "at", "for", "as", "from", "with"} for word in rest[:1]
    )


def _kind(phrase: list[str], tie: str, name: str, base: str, rest: list[str], *, dated: bool) -> str:
    if any(word in {"favourite", "favorite"} for word in phrase):
        return "preference"
    if tie and (name or (base in {"be", "have"} and rest[:1] and rest[0] in {"called", "named"}) or "name" in phrase):
        return "relationship"
    if dated and (any(word in OCCASIONS["en"] for word in phrase) or base in {"expire", "run", "end", "start", "begin", "leave", "arrive", "come", "visit"} or not tie and base == "be"):
        return "commitment"
    return "fact"


def _draft(words: Sequence[Token], content: str, kind: str, *, ahead: bool = False, tie: str = "", name: str = "", factor: float = 1.0, group_past: bool = False) -> Draft:
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


def _tie_only(text: str, words: Sequence[Token], turn: Turn, tie: str, name: str) -> Draft:
    turn.person = f"{turn.owner} {tie} {name}"
    return _draft(words, f"{name} is {turn.owner} {tie}", "relationship", tie=tie, name=name)


def _tied_name(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "Noor is my flatmate", "Jürgen (my father-in-law) wants to know ...", "Ana, my boss, ..."."""
    if not _is_name(words[0]):
        return None
    at = 1
    while at < len(words) and at < 4 and words[at].text[:1].isupper() and words[at].low != "i":
        at += 1
    name = " ".join(token.text for token in words[:at])
    if at >= len(words):
        return None
    opened = words[at].low in {"(", ",", "-", "–", "—"}
    if opened:
        end = next((place for place in range(at + 1, len(words)) if words[place].low in {")", ",", "-", "–", "—"}), len(words))
        tie, _ = tie_in(words[at + 1 : min(end, at + 8)])
        if not tie or words[at + 1].low not in _ME:
            return None
        draft = _tie_only(text, words[:end], turn, tie, name)
        if end + 1 < len(words) and words[end + 1].low in BE:
            draft.content += f" and {render(text, words[end + 1 :])}"
            draft.end = words[-1].end
        return draft
    glued = expanded(words[at - 1].low)[1]
    if words[at].low not in BE and glued != "'s":
        return None
    tie, _ = tie_in(words[at:])
    if not tie:
        return None
    turn.person = name
    content = render(text, words, {place: turn.owner for place, token in enumerate(words) if token.low in _ME and place >= at})
    return _draft(words, content, "relationship", tie=tie, name=name.removesuffix("'s"))


def _pronoun(text: str, words: list[Token], glued: str, turn: Turn) -> Draft | None:
    """ "she has dementia", of somebody spoken of before."""
    if not turn.person:
        return None
    group = read_group(words, 0, glued)
    if group is None or group.base in _TAIL_VERBS | SAYING or not group.rest or group.has("would", "could", "should", "'d", "might"):
        return None
    full = {"'s": " is" if not (group.form in {"past", "part"} and group.base != "be") else " has", "are": " are", "have": " have", "will": " will"}.get(glued, "")
    content = render(text, words, {0: turn.person + full})
    return _draft(words, content, "fact", factor=0.95, group_past=group.past)


def _contrasted(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "If money were no object ..., but for now it's a flat in Dundee": how things really are."""
    at = next((place for place, token in enumerate(words[:5]) if expanded(token.low)[0] == "it"), -1)
    if at < 0 or len(words) - at < 3 or expanded(words[at].low)[1] != "'s" and words[at + 1].low not in BE:
        return None
    return _draft(words, f"{turn.name}: {render(text, words)}", "fact", factor=0.8)


def _thing(text: str, words: list[Token], turn: Turn, joined: Draft | None) -> Draft | None:
    """Something that is so from now on, or an occasion with a date; of the world at large nothing is kept."""
    at = verb_place(words, 0)
    lows = [token.low for token in words]
    head, glued = expanded(lows[0])
    if glued == "'s" and head in OCCASIONS["en"]:
        return _draft(words, render(text, words, {0: f"{turn.owner} {head} is"}), "commitment", ahead=True)
    if not at:
        return None
    phrase = lows[:at]
    group = read_group(words, at - 1, start=at)
    if group is None or phrase[0] in {"you", "that", "this", "there", "nobody", "everyone", "it", "someone", "who", "which"}:
        return None
    joint_text = " ".join(lows)
    from_now = "from now on" in joint_text or "going forward" in joint_text or "no more" in joint_text
    dated = names_day(lows)
    occasion = any(word in OCCASIONS["en"] for word in phrase) and len(phrase) <= 4
    if occasion and dated and not group.past and phrase[0] != "your":
        owner = {} if phrase[0] in {"the", "a"} else {0: f"{turn.owner} {words[0].text}"}
        return _draft(words, render(text, words, owner), "commitment", ahead=True)
    if from_now or (lows[-1] in _NOW and turn.told):
        return _draft(words, render(text, words), "decision" if from_now else "fact", factor=0.9)
    named = _is_name(words[0]) and joined is not None and group.base != "be" and group.base not in SAYING | _TAIL_VERBS and not group.past
    if named or (turn.topic and phrase[0] not in {"the"}):
        topic = f"{turn.topic}: " if turn.topic else ""
        return _draft(words, f"{topic}{render(text, words)}", "fact", factor=0.9)
    return None
