"""What English sentences tell in passing: "Rex (our beagle) has to ...", "My uncle, a roofer, says ...".

An aside between brackets or commas says who somebody is, or is a statement of its own: "(I get cold easily)". It is
read first and by itself, and the sentence goes on without it, be it a question.
What is set apart in another way ("the blue one (or so)") stays where it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.kinship import BREEDS, KIN, PETS, TIES
from recollect.rules.lexicon.occupations import ENDINGS, OCCUPATIONS
from recollect.rules.text import fold
from recollect.write.extract.english.grammar import find_subject
from recollect.write.extract.english.openings import skip_fillers
from recollect.write.extract.english.ties import OWN, calls, draft_of, full_name, is_name, tie_only
from recollect.write.extract.english.words import AUXILIARIES, Token, expanded, form_of, render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.drafts import Draft, Turn

_LIVING: Final = KIN["en"] | TIES["en"] | PETS | BREEDS | frozenset("youngest eldest oldest firstborn".split())
_BARE: Final = frozenset(
    "mum mom dad nan nana gran grandma grandpa grandad granny mam mother father hubby missus".split()
)
_TITLES: Final = frozenset("prof dr mr mrs ms miss professor doctor sir dame".split())
_HOST_WORDS: Final = 4
_ASIDE_WORDS: Final = 9
"""The longest aside between commas; a longer one is a clause."""
_AGE_MAX: Final = 120
_ABOUT: Final = frozenset("nearly almost just about only now".split())
_SAID_OF: Final = frozenset("a an still now always very quite born".split())
_THAT_IS: Final = frozenset("that's thats who's he's she's who".split())


class Host(NamedTuple):
    """Who an aside stands after: the words `[start:end]`, a name or a tie, and how content names them."""

    start: int
    end: int
    name: str
    tie: str


def told_apart(text: str, words: list[Token], turn: Turn) -> tuple[list[Token], list[Draft], list[list[Token]]]:
    """The sentence without its asides, what they tell of somebody, and those that are statements of their own."""
    drafts: list[Draft] = []
    statements: list[list[Token]] = []
    opening = next((at for at, token in enumerate(words) if token.low == "("), -1)
    while opening >= 0:
        closing = next((at for at in range(opening + 1, len(words)) if words[at].low == ")"), -1)
        if closing < 0:
            break
        inside = words[opening + 1 : closing]
        if _is_statement(inside):
            statements.append(inside)
            found: list[Draft] | None = []
        else:
            found = _told_of(text, inside, _host(words, opening), words, turn)
        resume = closing + 1
        if found is not None:
            drafts += found
            words = words[:opening] + words[closing + 1 :]
            resume = opening
        opening = next((at for at in range(resume, len(words)) if words[at].low == "("), -1)
    between = _between_commas(words)
    if between:
        first, last = between
        found = _told_of(text, words[first + 1 : last], _host(words, first), words, turn)
        if found:
            drafts += found
            words = words[:first] + words[last + 1 :]
    return words, drafts, statements


def _is_statement(inside: Sequence[Token]) -> bool:
    """It has "I" or "we" for its subject: "(I get cold easily)", "(side note: we've moved)"."""
    colon = next((at + 1 for at, token in enumerate(inside[:4]) if token.low == ":"), 0)
    start = skip_fillers(inside, colon)
    if len(inside) - start < 3:
        return False
    place, _ = find_subject(inside, start, reach=1)
    return place == start or [token.low for token in inside[start : start + 3]] in _AS_SOMEONE


_AS_SOMEONE: Final = (["asking", "as", "someone"], ["speaking", "as", "someone"], ["as", "someone", "who"])


def _between_commas(words: Sequence[Token]) -> tuple[int, int] | None:
    """ "My uncle, a roofer, says": the places of two commas near the front, a verb after the second."""
    commas = [at for at, token in enumerate(words[: _HOST_WORDS + _ASIDE_WORDS]) if token.low == ","]
    if len(commas) < 2 or commas[0] > _HOST_WORDS or not 1 <= commas[1] - commas[0] - 1 <= _ASIDE_WORDS:
        return None
    after = commas[1] + 1
    if after >= len(words) or skip_fillers(words) == commas[0]:
        return None
    low = words[after].low
    known = form_of(low)
    verbal = low in AUXILIARIES or (known is not None and known[1] in {"s", "past"})
    return (commas[0], commas[1]) if verbal and expanded(low)[0] == low else None


def _host(words: Sequence[Token], end: int) -> Host | None:
    """The name or the tie right before `end`."""
    start = end
    while start and end - start < 3 and is_name(words[start - 1]) and words[start - 1].low not in _BARE:
        start -= 1
    name = full_name(words[:end], start)
    for at in range(start - 1, max(-1, start - _HOST_WORDS - 1), -1):
        low = words[at].low
        if low in OWN or low == "the":
            phrase = [token.low for token in words[at + 1 : start]]
            if phrase and (phrase[-1] in _LIVING or "in-law" in phrase[-1] or phrase[-2:] == ["in", "law"]):
                return Host(at, end, name, " ".join(phrase))
            return Host(start, end, name, "") if name else None
        if low in _BARE and at == start - 1:
            return Host(at, end, name, low)
        if not low.replace("-", "").isalpha():
            break
    return Host(start, end, name, "") if name else None


def _told_of(
    text: str, inside: list[Token], host: Host | None, words: Sequence[Token], turn: Turn
) -> list[Draft] | None:
    """What an aside tells of its host; None where it tells nothing of somebody, and stays where it is."""
    if host is None or not inside:
        return None
    span = [words[host.start], *inside]
    lows = [token.low for token in inside]
    start = 1 if lows[0] in _THAT_IS and len(lows) > 1 else 0
    owned = lows[start] in OWN or lows[start] == "the"
    noun = start + owned
    if host.name and not host.tie:
        tie = _tie(lows, noun, owned=owned, the=lows[start] == "the")
        if tie:
            draft = tie_only(span, turn, tie, host.name)
            turn.called.update(dict.fromkeys(calls(host.name), f"{turn.owner} {tie} {host.name}"))
            rest = inside[noun + len(tie.split()) :]
            if rest:
                draft.content += ("" if rest[0].low == "," else " ") + render(text, rest)
            return [draft]
        return _aged(text, inside, host, span, turn)
    named = _name_at(inside, 0)
    subject = f"{turn.owner} {host.tie}{f' {host.name}' if host.name else ''}"
    if named and not host.name:
        drafts = [tie_only(span, turn, host.tie, named)]
        subject = f"{turn.owner} {host.tie} {named}"
        rest = inside[_size_of_name(inside, 0) :]
        if len(rest) > 2 and rest[0].low == ",":
            drafts.append(draft_of(span, _joined(subject, render(text, rest[1:]), rest[1]), "fact", name=named))
        return drafts
    if host.tie and _says_what(lows):
        turn.meets(subject)
        tie = host.tie if host.name else ""
        content = _joined(subject, render(text, inside), inside[0])
        return [draft_of(span, content, "relationship" if host.name else "fact", tie=tie, name=host.name)]
    return None


def _tie(lows: Sequence[str], noun: int, *, owned: bool, the: bool) -> str:
    """The tie that an aside after a name begins with: "our beagle", "boss of 11 years"."""
    for at in range(noun, min(noun + 4, len(lows))):
        low = lows[at]
        trade = owned and not the and (low in OCCUPATIONS or low.endswith(ENDINGS))
        if low in _LIVING or trade:
            if not owned and at > noun:
                return ""
            after = lows[at + 1] if at + 1 < len(lows) else ""
            law = [*lows[at + 1 : at + 3]] == ["in", "law"]
            if after and not after.isalnum() and after not in {",", ")"} and not law:
                return ""
            return " ".join([*lows[noun : at + 1], *(["in", "law"] if law else [])])
        if not low.replace("-", "").isalpha():
            return ""
    return ""


def _aged(text: str, inside: list[Token], host: Host, span: list[Token], turn: Turn) -> list[Draft] | None:
    """ "Nadia (she's 7)", "Tom (7, hates peas)": a person by the pronoun or by a common name."""
    head, glued = expanded(inside[0].low)
    known = fold(host.name.split()[0]) in GIVEN_NAMES
    if head in {"he", "she"} and (glued or len(inside) > 1):
        full = f"{host.name} is" if glued == "'s" else host.name
        turn.meets(host.name)
        turn.called = dict.fromkeys(calls(host.name), host.name) | turn.called
        return [draft_of(span, render(text, inside, {0: full}), "fact", name=host.name)]
    at = next((at for at, token in enumerate(inside) if token.low not in _ABOUT), 0)
    age = inside[at].low.isdigit() and int(inside[at].low) < _AGE_MAX
    if known and age and turn.says_i and len(inside) > at + 1:
        turn.meets(host.name)
        turn.called = dict.fromkeys(calls(host.name), host.name) | turn.called
        return [draft_of(span, f"{host.name} is {render(text, inside)}", "fact", name=host.name)]
    return None


def _says_what(lows: Sequence[str]) -> bool:
    """An age, a trade, a state or a verb: something said of the host, and no name or place."""
    first = next((low for low in lows if low not in _ABOUT), "")
    known = form_of(first)
    return (
        (first.isdigit() and int(first) < _AGE_MAX)
        or first in _SAID_OF
        or first in OCCUPATIONS
        or first in {"he's", "she's", "they're"}
        or (known is not None and known[1] in {"s", "ing"})
    )


def _joined(subject: str, said: str, first: Token) -> str:
    """The host with what is said of him: "is" only where no verb begins it."""
    head, glued = expanded(first.low)
    if head in {"he", "she", "they"} and glued:
        return f"{subject} {'are' if head == 'they' else 'is'} {said.partition(' ')[2]}"
    known = form_of(first.low)
    verb = known is not None and known[1] == "s"
    return f"{subject} {said}" if verb else f"{subject} is {said}"


def _name_at(words: Sequence[Token], place: int) -> str:
    size = _size_of_name(words, place)
    return " ".join(token.text for token in words[place : place + size])


def _size_of_name(words: Sequence[Token], place: int) -> int:
    """How many words of a name stand at `place`; a title alone is none."""
    at = place
    while at < len(words) and at - place < 3 and is_name(words[at]):
        at += 1
    ends = at >= len(words) or words[at].low in {",", ")"}
    alone = at - place == 1 and words[place].low in _TITLES
    return at - place if ends and not alone else 0
