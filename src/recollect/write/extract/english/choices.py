"""English replies that pick one of the options the assistant had put: "metric please", "cork", "the second one"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.write.extract.drafts import Draft, Turn, capitalised
from recollect.write.extract.english.corrections import third_person
from recollect.write.extract.english.words import AUXILIARIES, LISTENER, expanded, form_of, render, tokens
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.sentences import Sentence

_WOULD_YOU: Final = Lazy(
    r"^(?:would you like|do you want|shall|should|would you prefer|do you prefer|would you rather|can"
    r"|may)\s+(?P<who>me to|i|to|that i|us to)?\s*",
    re.IGNORECASE,
)
_CALLED: Final = Lazy(r"\bcall you\?|\byour name\?|\baddress you\?", re.IGNORECASE)
_CHOICE_WORDS_MAX: Final = 8
_TAIL_CHARS: Final = 600
"""Of the assistant's words the end is answered."""
_POLITE: Final = frozenset(
    "please , the let's go with i'd prefer thanks i'll take a an want i say no question definitely".split()
)
_QUESTION_START: Final = Lazy(r"^(?:do|are|is|have|did|will|would)\s+", re.IGNORECASE)
_FINE: Final = Lazy(r" (?:is )?(?:fine|good|ok|okay|works|will do|please|thanks)\b.*$", re.IGNORECASE)
_IT_IS: Final = Lazy(r"^(?:it's|it is|just|simply) (?=\S)", re.IGNORECASE)
_NAMELESS: Final = frozenset(
    """
    none no not nothing never nobody nope nah why what who how guess whatever anything anyone you your yours business
    idea matter rather say tell telling secret private pass skip later doesn't don't won't can't isn't know idk dunno
    yes yeah ok okay sure hello hi hey
    """.split()
)
"""Who answers with one of these gives no name: "none of your business"."""
_OR: Final = Lazy(r",? or |, |/")
_FOR: Final = Lazy(r"(?:^|[.!?] )[Ff]or (the|your) ([a-z][\w -]{1,30}?)(?=,| you\b| i\b| we\b| it\b| there\b|:)")
_NUMBERED: Final = Lazy(r"(?:^|[\s(])([1-9])[.)]\s+([^,;\n()?]{2,60}?)(?=\s*(?:[,;\n(.?]|\band \(|\bor \(|$))")
_SETTLED: Final = Lazy(
    r"\b(?:decided|settled|booked|paid|ordered|bought|agreed|signed|made up your mind|which (?:one|of))\b",
    re.IGNORECASE,
)
_PLACES: Final = {
    "first": 0, "1": 0, "one": 0, "former": 0, "second": 1, "2": 1, "two": 1, "latter": 1, "third": 2, "3": 2,
    "three": 2, "fourth": 3, "last": -1,
}  # fmt: skip
_AFTER_ALL: Final = frozenset("then it is".split())
_OPTION_WORDS_MAX: Final = 4
_SMALL: Final = frozenset("the a an to of in on one".split())


def chosen(text: str, found: Sequence[Sentence], turn: Turn) -> Draft | None:
    """ "metric please", after "metric or imperial units?": the question with the option picked."""
    first = found[0]
    said = tokens(text, first.start, first.end)
    comma = next((at for at, token in enumerate(said[:5]) if token.low == "," and at), len(said))
    words = [token for token in said[:comma] if token.low not in _POLITE]
    if not words or len(words) > _CHOICE_WORDS_MAX or first.mark == "?" or words[0].low in {"my", "our"}:
        return None
    picked = " ".join(token.text for token in words if token.low not in _AFTER_ALL)
    if not picked or any(token.low in AUXILIARIES for token in words[1:] if token.low not in _AFTER_ALL):
        return None
    if _CALLED.search(turn.before[-200:]) and len(words) <= 4:
        picked = _FINE.sub("", _IT_IS.sub("", picked))
        if not picked or words[0].low in _NAMELESS:
            return None
        content = f"{turn.name} wants to be called {picked}"
        return Draft(content, "preference", first.start, first.end, tags=("instruction",))
    tail = turn.before[-_TAIL_CHARS:]
    for sentence in reversed(sentences(tail)):
        question = tail[sentence.start : sentence.end]
        if sentence.mark != "?" or " or " not in question:
            continue
        whole = _decided(question, picked)
        if not whole:
            break
        content, kind, tags = _stated(whole, turn)
        return Draft(content, kind, first.start, first.end, confidence=0.9, tags=tags)
    if any(expanded(token.low)[0] in {"i", "we"} for token in tokens(text, first.start, first.end)):
        return None  # "I'll paint" says more than the option
    option = _option(tail, picked.lower().split(), settled=_SETTLED.search(turn.before + text) is not None)
    if not option:
        return None
    content = f"{turn.name} chooses {option}{_purpose(tail)}"
    return Draft(content, "decision", first.start, first.end, confidence=0.85)


def keeps_name(text: str, first: Sentence, turn: Turn) -> bool:
    """Whether somebody who was asked for his name says something else than one: "none of your business"."""
    if not _CALLED.search(turn.before[-200:]):
        return False
    said = tokens(text, first.start, first.end)
    lows = {token.low for token in said}
    named = any(token.text[:1].isupper() for token in said[1:] if expanded(token.low)[0] != "i")
    return len(said) <= _CHOICE_WORDS_MAX and not named and not _NAMELESS.isdisjoint(lows) and "call" not in lows


def _option(tail: str, wanted: Sequence[str], *, settled: bool) -> str:
    """The one option of "limewash, wallpaper, or panelling" or of a numbered list that the words of a reply mean."""
    numbered = [match[2].strip() for match in _NUMBERED.finditer(tail)]
    options = numbered if len(numbered) > 1 else _alternatives(tail)
    place = next((_PLACES[word] for word in wanted if word in _PLACES), None)
    if place is not None and settled and len(options) > 1 and len(wanted) <= 3:
        return options[place] if place < len(options) else ""
    said = [word.strip(",.!") for word in wanted if word not in _SMALL | _PLACES.keys()]
    if not said or len(said) > _OPTION_WORDS_MAX:
        return ""
    met = [option for option in options if all(word in option.lower().split() for word in said)]
    return " ".join(said) if len(met) == 1 else ""


def _alternatives(tail: str) -> list[str]:
    """The options of the last sentence that has an "or"."""
    for sentence in reversed(sentences(tail)):
        said = tail[sentence.start : sentence.end]
        if " or " in said:
            return [part.strip() for part in _OR.split(said.rpartition(":")[2]) if part.strip()]
    return []


def _purpose(tail: str) -> str:
    """What is chosen for: "For the hallway you could ..."."""
    found = _FOR.search(tail)
    if found is None:
        return ""
    return f" for {'their' if found[1].lower() == 'your' else 'the'} {found[2]}"


def _decided(question: str, picked: str) -> str:
    """The question with "A or B" replaced by what was picked; "" when it is neither.

    "use metric or imperial units" shares what follows, "on Hetzner or on AWS" and "fly or take the train" do not.
    """
    left, _, right = question.partition(" or ")
    a, b = left.split(), right.rstrip("?").split()
    if not a or not b:
        return ""
    known = form_of(b[0].lower())
    if b[0].lower() in {word.lower() for word in a} and b[0].islower():
        at = max(place for place, word in enumerate(a) if word.lower() == b[0].lower())
        rest: list[str] = []
    elif known is not None and known[1] == "base":
        at = max(
            (place for place, word in enumerate(a) if (form_of(word.lower()) or ("", ""))[1] == "base"),
            default=len(a) - 1,
        )
        rest = []
    else:
        at, b, rest = len(a) - 1, b[:1], b[1:]
    wanted = picked.lower().split()
    first, second = _overlap(wanted, a[at:]), _overlap(wanted, b)
    if wanted[0] in {"former", "first"}:
        first, second = 1, 0
    elif wanted[0] in {"latter", "second"}:
        first, second = 0, 1
    if first == second:
        return ""
    option = a[at:] if first > second else b
    chosen = picked.split() if len(wanted) > len(option) else option
    return " ".join([*a[:at], *chosen, *rest])


def _overlap(wanted: Sequence[str], option: Sequence[str]) -> int:
    return sum(word.lower().strip(",") in wanted for word in option if word.lower() not in _SMALL)


def _stated(whole: str, turn: Turn) -> tuple[str, str, tuple[str, ...]]:
    """A decided question as a statement: its content, kind and tags."""
    match = _WOULD_YOU.match(whole)
    words = tokens(whole)
    if match is not None:
        order = [token for token in words if token.start >= match.end()]
        said = render(whole, order, {place: "their" for place, token in enumerate(order) if token.low == "your"})
        known = form_of(order[0].low) if order else None
        if known is not None and known[1] == "base" and match["who"] and match["who"].lower() != "to":
            return f"{turn.name} wants {LISTENER} to {said}", "preference", ("instruction",)
        if known is not None and known[1] == "base":
            return f"{turn.name} wants to {said}", "decision", ()
        return f"{turn.name} prefers {said}", "preference", ()
    plain = _QUESTION_START.sub("", whole)
    stated = third_person(plain, turn)
    if stated.startswith(f"{turn.name} ") and _QUESTION_START.match(whole) and whole.lower().startswith("are you"):
        stated = f"{turn.name} is {stated[len(turn.name) + 1 :]}"
    return capitalised(stated or f"{turn.name}: {whole}"), "fact", ()
