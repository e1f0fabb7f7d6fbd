"""Values that the speaker himself takes back: "My budget is 10k." and then "no wait, 12k", "sorry, I meant Tuesday".

What he had said is read again with the new value in the place of the old one. That is done only where a few words say
nothing but that another value is meant, and where what was said has exactly one value of that sort: a clock time for a
clock time, a weekday for a weekday, a number of the same thing, a name for one of the same sort.

A turn later the same words may be about the assistant's answer: where something was asked for nothing is taken back,
and "make it 10" takes back nothing at all. Everything else is read as ever.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final, NamedTuple

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.naming import CALENDAR, PLACES, TOOLS
from recollect.rules.text import STOP_WORDS, fold
from recollect.write.extract.english.agreement import put_in
from recollect.write.extract.english.asked import asks
from recollect.write.extract.english.claimed import COMMON, NUMBER_WORDS
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recollect.write.extract.sentences import Sentence

REPLY_CHARS_MAX: Final = 90
_SOFTLY: Final = r"sorry|oops|whoops|actually|wait|hang on|hold on|my bad|my mistake|apologies"
_WAITING: Final = r"no,? wait|wait,? no"
_TAKING_BACK: Final = r"scratch that|strike that|correction|typo|i take that back|i misspoke|i mistyped"
_ORDERED: Final = r"make (?:it|that)|(?:it|that) should(?:'ve| have)? be(?:en)?"
_MEANT: Final = (
    r"(?:i|we) meant(?: to (?:say|type|write))?|(?P<explained>(?:i|we) mean(?: to say)?)"
    rf"|(?P<ordered>{_ORDERED})|or rather"
)
_CUES: Final = rf"(?:(?:{_WAITING}|{_TAKING_BACK}|{_SOFTLY}|oh|ah|er|erm|um|uh|ugh|no)\b[\s,.!:…–—-]+){{0,5}}"
_REPLY: Final = Lazy(
    rf"(?P<cues>{_CUES})(?P<meant>(?:{_MEANT})\s+)?(?:(?:it's|its|it is|that's|that is)\s+)?(?:actually\s+)?"
    r"(?:(?:on|at|in|to|for|from)\s+)?(?:an?\s+(?=(?-i:[A-Z])))?(?P<value>[^\s,;!?()\"][^;!?()\"]{0,40}?)"
    r"(?:,? not (?:on |at |in |the )?(?P<old>[^,;!?()\"]{1,30}?))?"
    r"(?:,? (?:actually|instead|sorry|my bad|my mistake|oops))?[\s.!]{0,4}",
    re.IGNORECASE,
)
_ONLY_CUES: Final = Lazy(_CUES, re.IGNORECASE)
_SOFT: Final = Lazy(rf"\b(?:{_SOFTLY})\b", re.IGNORECASE)
_SURE: Final = Lazy(rf"\b(?:{_WAITING}|{_TAKING_BACK})\b", re.IGNORECASE)
_NAMED: Final = Lazy(rf"\b(?:{_TAKING_BACK})\b", re.IGNORECASE)
_HINTS: Final = (
    "sorry oops whoops actually wait hang_on hold_on my_bad my_mistake apologies scratch_that strike_that correction"
    " typo take_that misspoke mistyped meant mean make_it make_that or_rather should"
)
_AFTER_COMMA: Final = Lazy(
    rf",\s+(?=(?:(?:oh|er|um|uh|no),? )?(?:{_TAKING_BACK}|{_WAITING}|{_SOFTLY}|(?:i|we) mean|(?:i|we) meant"
    r"|make (?:it|that)|or rather)\b)",
    re.IGNORECASE,
)
_MONTH: Final = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
)
_DAY: Final = Lazy(r"\d{1,2}(?:st|nd|rd|th)?")
_CLOCK: Final = Lazy(r"(?<![\w:.])(?:\d{1,2}(?::\d\d)?\s?[ap]m|\d{1,2}:\d\d|noon|midnight)(?![\w:])", re.IGNORECASE)
_DATE: Final = Lazy(
    rf"\b(?:{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}"
    r"|(?:the )?\d{1,2}(?:st|nd|rd|th)(?=\s*(?:$|[,.;!?])| (?:at|in|for|and|this|next)\b))(?!\w)"
)
_WEEKDAY: Final = Lazy(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.IGNORECASE)
_IN_MONTH: Final = Lazy(rf"\b{_MONTH}\b")
_UNITS: Final = "mg|mcg|kg|g|ml|cl|l|cm|mm|km|m|lbs?|ft"
_NUMBER: Final = Lazy(
    rf"(?<![\w.,:/-])(?P<sign>[$€£]\s?)?(?P<figure>\d+(?:[.,]\d+)*|(?:{NUMBER_WORDS})(?![\w-]))(?P<scale>[kKM%](?!\w))?"
    rf"(?:(?P<glued>{_UNITS})(?!\w)|(?![\w:/]|-\d)(?:[ -](?P<unit>[A-Za-z]+)\b)?)",
    re.IGNORECASE,
)
_MONEY: Final = frozenset("euro euros dollar dollars pound pounds bucks eur usd gbp chf francs".split())
_SPANS: Final = frozenset("second seconds sec secs minute minutes min mins moment moments hour hours".split())
"""Of these it is also said how long somebody is to wait: "hang on, two minutes"."""
_NAME: Final = Lazy(r"\b[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,5}")
_NO_NAMES: Final = COMMON | STOP_WORDS | CALENDAR | {"call"}
_NAME_WORDS: Final = 3
_SORTS: Final = (PLACES, GIVEN_NAMES, TOOLS)
_CALLED: Final = Lazy(r"\b(?:called|named|name is|name's|names are)\s$", re.IGNORECASE)
_CALL_ME: Final = Lazy(r"^\W*(?:(?:please|just|you can) )?call me (?-i:[A-Z])[\w'-]+\W*$", re.IGNORECASE)
"""Nothing is asked for that an answer could bring."""
_NEAR: Final = 0.75
_YEAR: Final = Lazy(r"(?:1[89]|20)\d\d")


class _Place(NamedTuple):
    """A value of what was said, and what is to stand there."""

    start: int
    end: int
    new: str


class _Reply(NamedTuple):
    """ "no wait, | 12k". `sure`: it says itself that something else was meant; `named`: and what was.
    `explained`: by "I mean", which also tells who or where that is; `ordered`: by "make it", which may be said of an
    answer."""

    value: str
    old: str
    sure: bool
    named: bool
    explained: bool
    ordered: bool


def takes_back(reply: str) -> bool:
    """Whether these words may put right what was said before them, and say nothing else."""
    return _read(reply) is not None


def put_right(said: str, reply: str, between: str | None = None) -> str | None:
    """`said` with the one value in it that `reply` takes back; None where it takes back nothing surely. `between`: what
    the assistant said meanwhile, whose question may be what is answered, and whose values what is meant; None where
    both are of one turn."""
    read = _read(reply)
    if read is None or (not read.sure and "?" in (between or "")):
        return None
    if read.ordered and between is not None:
        return None
    asked = (read.ordered or between is not None) and asks(said, sentences(said))
    if asked and _CALL_ME.search(said) is None:
        return None
    for sort in (_clock, _date, _weekday, _month, _number, _name):
        places = sort(said, read.value)
        if places is None:
            continue
        spoken_to = sort is _name and not read.named and not (read.sure and between is None)  # "Sorry, Claude"
        waiting = not read.sure and not _SPANS.isdisjoint(read.value.lower().split())
        if len(places) != 1 or spoken_to or waiting or (sort is _name and read.explained):
            return None
        start, end, new = places[0]
        old = said[start:end]
        if old.casefold() == new.casefold() or read.old.casefold() not in old.casefold():
            return None
        others = [] if sort is _name else sort(between or "", read.value) or []
        if any(between[one.start : one.end].casefold() != old.casefold() for one in others if between):
            return None
        return put_in(said, start, end, new)
    return None


def _read(reply: str) -> _Reply | None:
    found = _REPLY.compiled.fullmatch(reply.strip()) if len(reply) <= REPLY_CHARS_MAX else None
    if found is None:
        return None
    named = found["meant"] is not None or found["old"] is not None or _NAMED.search(found["cues"]) is not None
    sure = named or _SURE.search(found["cues"]) is not None
    soft = _SOFT.search(found["cues"]) is not None
    if not (sure or soft):
        return None
    explained, ordered = found["explained"] is not None, found["ordered"] is not None
    return _Reply(found["value"], found["old"] or "", sure, named, explained, ordered)


def within(text: str) -> str:
    """The turn with the values that it takes back itself put right: "I have two kids. Sorry, three."."""
    if not _HINTED.may(text):
        return text
    for said, reply, mark in reversed(list(_taken_back(text))):
        told = put_right(text[said.start : said.end], text[reply.start : reply.end])
        if told is not None and "?" not in (mark, said.mark):
            text = text[: said.start] + told + text[reply.end :]
    return text


_HINTED: Final = Lazy("", hints=_HINTS)


def _taken_back(text: str) -> Iterator[tuple[Sentence, Sentence, str]]:
    """What may have been said, and what may take it back; the mark after it."""
    found = sentences(text)
    for at, sentence in enumerate(found):
        body = text[sentence.start : sentence.end]
        cut = next(_AFTER_COMMA.finditer(body), None)
        if cut is not None and not _ONLY_CUES.compiled.fullmatch(f"{body[: cut.start()]} "):
            head = sentence._replace(end=sentence.start + cut.start(), mark="")
            yield head, sentence._replace(start=sentence.start + cut.end()), sentence.mark
        elif at:
            last = found[at + 1] if at + 1 < len(found) and _ONLY_CUES.compiled.fullmatch(f"{body} ") else sentence
            yield found[at - 1], sentence._replace(end=last.end), last.mark


def _all(pattern: Lazy, said: str, new: Callable[[str], str]) -> list[_Place]:
    return [_Place(match.start(), match.end(), new(match.group())) for match in pattern.finditer(said)]


def _clock(said: str, value: str) -> list[_Place] | None:
    return _all(_CLOCK, said, lambda _: value) if _CLOCK.compiled.fullmatch(value) else None


def _date(said: str, value: str) -> list[_Place] | None:
    """ "March 12th" and "the 14th": the month stays."""
    if _DATE.compiled.fullmatch(value) is None:
        return None
    day = _DAY.search(value)

    def other(old: str) -> str:
        if day is None or _IN_MONTH.search(value) or not _IN_MONTH.search(old):
            return value
        number = day.group() if not old[-1].isdigit() and not old[:1].isdigit() else day.group().rstrip("stndrh")
        return _DAY.compiled.sub(number, old)

    return _all(_DATE, said, other)


def _weekday(said: str, value: str) -> list[_Place] | None:
    if _WEEKDAY.compiled.fullmatch(value) is None:
        return None
    day = value.capitalize().removesuffix("s")
    return _all(_WEEKDAY, said, lambda old: f"{day}s" if old.endswith("s") else day)


def _month(said: str, value: str) -> list[_Place] | None:
    return _all(_IN_MONTH, said, lambda _: value) if _IN_MONTH.compiled.fullmatch(value) else None


def _number(said: str, value: str) -> list[_Place] | None:
    """A bare number for the only one there is; one with what it counts for one of the same; money for money."""
    new = _NUMBER.compiled.fullmatch(value)
    if new is None:
        return None
    known = list(_NUMBER.finditer(said))
    clocks = _all(_CLOCK, said, lambda old: _DAY.compiled.sub(new["figure"], old, count=1))
    unit = _unit(new)
    if not (unit or new["sign"] or new["scale"]):
        dated = _is_year(new["figure"])
        found = [_Place(*one.span("figure"), new["figure"]) for one in known if _is_year(one["figure"]) == dated]
        return found + [place for place in clocks if not any(one.start <= place.start < one.end for one in found)]
    if unit and unit not in _MONEY:
        return [_Place(*one.span("figure"), new["figure"]) for one in known if _unit(one) == unit]
    if new["scale"] == "%":
        return [_Place(*one.span("figure"), new["figure"]) for one in known if one["scale"] == "%"]
    paid = [one for one in known if _is_paid(one)]
    if not paid and len(known) == 1 and _unit(known[0]) in STOP_WORDS | {""}:
        paid = known
    return [_amount(one, new) for one in paid]


def _is_year(figure: str) -> bool:
    """ "2023" after "20 books last year" is when, and not how many."""
    return _YEAR.compiled.fullmatch(figure) is not None


def _amount(old: re.Match[str], new: re.Match[str]) -> _Place:
    """The old amount with the new figure; with its currency, where that is told anew."""
    renewed = bool(new["sign"]) or _unit(new) in _MONEY
    start = old.start() if renewed else old.start("figure")
    end = old.end("unit") if renewed and _unit(old) in _MONEY else max(old.end("figure"), old.end("scale"))
    return _Place(start, end, new.group() if renewed else f"{new['figure']}{new['scale'] or ''}")


def _is_paid(number: re.Match[str]) -> bool:
    return bool(number["sign"]) or (number["scale"] or "%") != "%" or _unit(number) in _MONEY


def _unit(number: re.Match[str]) -> str:
    unit = (number["glued"] or number["unit"] or "").lower()
    return unit if unit in _MONEY or len(unit) <= 2 else unit.removesuffix("s")


def _name(said: str, value: str) -> list[_Place] | None:
    """A name for the only one that is spelt nearly so ("Ana", "Anna"), or the only one there is, if both are of one
    sort; at the beginning of a sentence any word that is no common one counts."""
    match = _NAME.compiled.fullmatch(value)
    if match is None or len(value.split()) > _NAME_WORDS or not _NO_NAMES.isdisjoint(value.lower().split()):
        return None
    found = list(_names(said))
    near = [place for place in found if _spelt_alike(said[slice(*place)], value)]
    if len(near) == 1:
        return [_Place(*near[0], value)]
    if len(found) == 1 and not (_CALLED.search(said[: found[0][0]]) or _alike(said[slice(*found[0])], value)):
        return []
    return [_Place(*place, value) for place in found]


def _spelt_alike(old: str, new: str) -> bool:
    a, b = fold(old), fold(new)
    return a[:1] == b[:1] and SequenceMatcher(None, a, b).ratio() >= _NEAR


def _alike(old: str, new: str) -> bool:
    """Both places, both people's names or both tools; or nobody knows of either what it is."""
    known = [{at for at, sort in enumerate(_SORTS) if fold(name) in sort} for name in (old, new)]
    return known[0] == known[1] == set() or bool(known[0] & known[1])


def _names(said: str) -> Iterator[tuple[int, int]]:
    for match in _NAME.finditer(said):
        start, words = match.start(), match.group().split(" ")
        while words and words[0].lower() in _NO_NAMES:
            start += len(words.pop(0)) + 1
        if words:
            yield start, start + len(" ".join(words).removesuffix("'s"))
