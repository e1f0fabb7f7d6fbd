"""The summary of a conversation without a language model: topics, decisions, key dates, action items, and a recap.

Everything is quoted as it was said, with who said it, so nothing can be invented. The recap is made of the sentences
that are most like the whole conversation and least like one another (tf-idf, maximal marginal relevance: Carbonell and
Goldstein 1998). Pure: sentences come in with their turn's date and the day they name; how rare a word is in the space
is an argument. Language-neutral but for the cue words of `recollect.lifecycle.cues`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from recollect.lifecycle import cues
from recollect.lifecycle.topics import is_generic, topics
from recollect.rules import tokens
from recollect.rules.cues import FIRST_PERSON, HAS_DATE, HAS_NAME, HAS_NUMBER, SECOND_PERSON, flags
from recollect.rules.text import terms

TURNS_MIN: Final = 4
TERMS_MIN: Final = 20
"""A shorter conversation is its own summary, unless something was decided, dated or promised in it."""
LINES_MAX: Final = 4_000
RECAP_MAX: Final = 6
PART_MAX: Final = 5
LINE_CHARS_MAX: Final = 220
TERMS_A_LINE: Final = (3, 25)
"""A sentence of the recap has at least and about at most so many content words."""
BALANCE: Final = 0.65
"""Of maximal marginal relevance: how much being central counts against being new."""
_PICTURE: Final = re.compile(r"\s*\[shares a picture:[^\]]*\]")
_OPENING: Final = (
    r"(?:hey|hi|hello|wow|woah|yeah|yep|yes|no|oh|thanks|thank you|so|well|ok|okay|aw|haha|btw|by the way|and|"
    r"unfortunately)"
)
_REACTION: Final = re.compile(
    r"^(?:that|this|it|your|you|these|those|what a|sounds?|looks?|glad|good|nice|great|congrat|"
    r"i'?m (?:so )?(?:glad|happy|"
    r"proud|excited) (?:for|to hear|of)|thanks|keep|can't wait|take care|have (?:a|fun))",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Named:
    """A time that a sentence names, the end not included."""

    start: datetime
    end: datetime
    words: str = ""
    """The part of the sentence that is about this time alone; empty: the whole."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """One sentence of a conversation."""

    text: str
    speaker: str
    """Name, or role."""
    turn: int
    asks: bool = False
    assistant: bool = False
    days: tuple[Named, ...] = ()
    """The times it names, resolved against its turn's date."""
    code: bool = False
    """Nothing that is meant: no decision, and nothing to retell."""


@dataclass(frozen=True, kw_only=True)
class Dated:
    """Something that has a date."""

    day: str
    """2023-05-07, 2023-05 or 2023."""
    text: str


@dataclass(frozen=True, kw_only=True)
class Summary:
    """The parts of a summary; `recap` is the overall one."""

    recap: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    key_dates: tuple[Dated, ...] = ()
    action_items: tuple[str, ...] = ()

    def to_plain(self) -> dict[str, Any]:
        return {
            "recap": list(self.recap),
            "topics": list(self.topics),
            "decisions": list(self.decisions),
            "key_dates": [{"date": one.day, "text": one.text} for one in self.key_dates],
            "action_items": list(self.action_items),
        }


def summarize(lines: Sequence[Line], *, worth: Callable[[str], float]) -> Summary | None:
    """None: too short to need one. `worth`: how much a term tells, see `topics.inverse_frequency`."""
    names = tuple(dict.fromkeys(line.speaker for line in lines))
    called = _address(names)
    lines = [_cleaned(line, called) for line in lines[-LINES_MAX:]]
    bags = [Counter(terms(line.text)) if line.text else Counter[str]() for line in lines]
    if len({line.turn for line in lines}) < TURNS_MIN:
        return None
    who = frozenset(term for name in names for term in terms(name))
    weights = [
        {} if line.code else _weighed(bag, lambda term: 0.0 if term in who else worth(term))
        for line, bag in zip(lines, bags, strict=True)
    ]
    scores = _central(lines, weights)
    decisions = _telling(lines, weights, scores, lambda line: cues.decided(line.text) and not line.asks)
    actions = _telling(lines, weights, scores, lambda line: cues.to_do(line.text) and not (line.asks or line.assistant))
    actions = [place for place in actions if place not in decisions]
    dated = _dated(lines, weights)
    taken = list(dict.fromkeys((*decisions, *actions, *(place for place, _ in dated))))
    if not taken and sum(map(len, bags)) < TERMS_MIN:
        return None
    about = topics(_whole_turns(lines), names=names, worth=worth)
    recap = _recap(lines, weights, scores, taken, frozenset(terms(" ".join(about))))
    return Summary(
        recap=tuple(_said(lines[place]) for place in recap),
        topics=about,
        decisions=tuple(_said(lines[place]) for place in decisions),
        key_dates=tuple(Dated(day=_day(named), text=_said(lines[place], named.words)) for place, named in dated),
        action_items=tuple(_said(lines[place]) + _when(lines[place]) for place in actions),
    )


def bounded(summary: Summary, *, head: str, tokens_max: int) -> Summary:
    """Shortened, last things first, until its text fits."""
    while tokens.estimate(render(summary, head=head)) > tokens_max:
        parts: Mapping[str, tuple[Any, ...]] = {
            "key_dates": summary.key_dates,
            "action_items": summary.action_items,
            "decisions": summary.decisions,
            "topics": summary.topics[3:],
            "recap": summary.recap[1:],
        }
        longest = max(parts, key=lambda name: (len(parts[name]) - (1 if name == "recap" else 0), name == "key_dates"))
        if not parts[longest]:
            break
        summary = replace(summary, **{longest: getattr(summary, longest)[:-1]})
    return summary


def render(summary: Summary, *, head: str) -> str:
    """The text people read and search: the recap, then the parts."""
    blocks = [head, *summary.recap] if head else list(summary.recap)
    if summary.topics:
        blocks.append(f"Topics: {', '.join(summary.topics)}")
    dated = [
        one
        for one in summary.key_dates
        if not any(item.startswith(one.text) for item in (*summary.action_items, *summary.recap))
    ]
    for title, items in (
        ("Decisions", list(summary.decisions)),
        ("Key dates", [f"{one.day}: {one.text}" for one in dated]),
        ("To do", list(summary.action_items)),
    ):
        if items:
            blocks.append(f"{title}:")
            blocks += [f"- {item}" for item in items]
    return "\n".join(blocks)


def heading(speakers: Sequence[str], begun: date, ended: date) -> str:
    """Who talked, and when."""
    days = begun.isoformat() if begun == ended else f"{begun.isoformat()} to {ended.isoformat()}"
    shown = ", ".join(speakers[:4]) + (" and others" if len(speakers) > 4 else "")
    return f"Conversation of {shown}, {days}" if shown else f"Conversation, {days}"


def _address(names: Sequence[str]) -> re.Pattern[str]:
    """Greetings and names at the beginning of a sentence, and names at its end."""
    short = {part[:size] for name in names for part in name.split() for size in (3, len(part)) if len(part) >= 3}
    called = "|".join(sorted(map(re.escape, short), key=len, reverse=True)) or "(?!)"
    return re.compile(rf"^(?:(?:{_OPENING}\b|(?:{called})\b(?=[,!.]|$))[ ,!.]*)+|,? *\b(?:{called})$", re.IGNORECASE)


def _cleaned(line: Line, called: re.Pattern[str]) -> Line:
    """Without greetings and captions of pictures."""
    text = called.sub("", _PICTURE.sub("", line.text)).strip()
    return replace(line, text=(text[:1].upper() + text[1:]) if text else "")


def _whole_turns(lines: Sequence[Line]) -> list[str]:
    turns: dict[int, list[str]] = {}
    for line in lines:
        turns.setdefault(line.turn, []).append(line.text)
    return [". ".join(parts) for parts in turns.values()]


def _weighed(bag: Counter[str], worth: Callable[[str], float]) -> dict[str, float]:
    """Term weights of unit length."""
    found = {term: (1 + math.log(count)) * worth(term) for term, count in bag.items() if worth(term) > 0}
    length = math.sqrt(sum(value * value for value in found.values()))
    return {term: value / length for term, value in found.items()} if length else {}


def _central(lines: Sequence[Line], weights: Sequence[Mapping[str, float]]) -> list[float]:
    """How much each sentence is like the whole, fitted for length; questions and mere reactions count little."""
    whole: Counter[str] = Counter()
    for weight in weights:
        whole.update(weight)  # a Counter adds fractions as well
    length = math.sqrt(sum(value * value for value in whole.values())) or 1.0
    scores = []
    for line, weight in zip(lines, weights, strict=True):
        own = sum(1 for term in weight if not is_generic(term))
        like = sum(value * whole[term] for term, value in weight.items()) / length
        fit = min(1.0, own / TERMS_A_LINE[0]) * min(1.0, TERMS_A_LINE[1] / max(1, len(weight)))
        fit *= 0.25 if line.asks else 1.0
        fit *= 0.4 if _REACTION.match(line.text) else 1.0
        fit *= 0.7 if line.assistant else 1.0
        bits = flags(line.text)
        if not line.assistant:
            fit *= 1.25 if bits & FIRST_PERSON else 0.6 if bits & SECOND_PERSON else 1.0
        fit *= 1.15 if bits & (HAS_NAME | HAS_NUMBER | HAS_DATE) else 1.0
        scores.append(like * fit)
    return scores


def _telling(
    lines: Sequence[Line],
    weights: Sequence[Mapping[str, float]],
    scores: Sequence[float],
    wanted: Callable[[Line], bool],
) -> list[int]:
    """Places of the sentences that carry a cue and say enough, the most telling of them, in their order."""
    found = [
        place
        for place, line in enumerate(lines)
        if _own(weights[place]) >= (1 if cues.labelled(line.text) else 2) and wanted(line)
    ]
    best = _varied(found, scores, weights, PART_MAX, ())
    return sorted(best)


def _own(weight: Mapping[str, float]) -> int:
    """Words of a sentence that do not fit every conversation."""
    return sum(1 for term in weight if not is_generic(term))


def _dated(lines: Sequence[Line], weights: Sequence[Mapping[str, float]]) -> list[tuple[int, Named]]:
    """Sentences that name a day, month or year, one for each day, in the order of the days."""
    by_day: dict[str, tuple[int, Named]] = {}
    for place, line in enumerate(lines):
        own = _own(weights[place])
        if line.asks or not own:
            continue
        for named in line.days:
            kept = by_day.get(_day(named))
            if _day(named) and (kept is None or own > _own(weights[kept[0]])):
                by_day[_day(named)] = place, named
    precise = sorted(by_day, key=lambda day: (-len(day), day))[:PART_MAX]
    return [by_day[day] for day in sorted(precise)]


def _day(named: Named) -> str:
    """As precise as the words are; "" for a stretch that is none of a day, weekend, week, month or year."""
    start, end = named.start, named.end
    length = end - start
    if length <= timedelta(days=1):
        return start.date().isoformat()
    if length <= timedelta(days=8):
        return f"{start.date().isoformat()} to {(end - timedelta(days=1)).date().isoformat()}"
    if length <= timedelta(days=32):
        return f"{start:%Y-%m}"
    return f"{start:%Y}" if timedelta(days=300) <= length <= timedelta(days=370) else ""


def _when(line: Line) -> str:
    days = [day for named in line.days if (day := _day(named))]
    return f" ({', '.join(days)})" if days else ""


def _recap(
    lines: Sequence[Line],
    weights: Sequence[Mapping[str, float]],
    scores: Sequence[float],
    taken: Sequence[int],
    about: frozenset[str],
) -> list[int]:
    """None where nothing but "Noted" and "All right" was said besides."""
    turns = len({line.turn for line in lines})
    count = min(RECAP_MAX, 2 + turns // 6)
    telling = [
        place for place in range(len(lines)) if scores[place] > 0 and _tells(lines[place], weights[place], about)
    ]
    found = [place for place in telling if not lines[place].asks and place not in taken]
    if not found and not taken:
        found = telling
    return sorted(_varied(found, scores, weights, count, taken))


def _tells(line: Line, weight: Mapping[str, float], about: frozenset[str]) -> bool:
    """Two words that not everybody says, or one of what the conversation is about in a sentence of its own."""
    told = _own(weight) > 1 or (not about.isdisjoint(weight) and len(line.text.split()) >= TERMS_A_LINE[0])
    return told and not cues.done(line.text)


def _varied(
    places: Sequence[int],
    scores: Sequence[float],
    weights: Sequence[Mapping[str, float]],
    count: int,
    taken: Sequence[int],
) -> list[int]:
    """Central ones that are unlike those already chosen."""
    left = sorted(places, key=lambda place: (-scores[place], place))[: 10 * count]
    top = max((scores[place] for place in left), default=0.0) or 1.0
    likeness = {place: max((_like(weights[place], weights[other]) for other in taken), default=0.0) for place in left}
    chosen: list[int] = []
    while left and len(chosen) < count:
        best = max(left, key=lambda place: BALANCE * scores[place] / top - (1 - BALANCE) * likeness[place])
        left.remove(best)
        if likeness[best] > 0.8:
            continue
        chosen.append(best)
        for place in left:
            likeness[place] = max(likeness[place], _like(weights[place], weights[best]))
    return chosen


def _like(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    few, many = (one, other) if len(one) <= len(other) else (other, one)
    return sum(value * many.get(term, 0.0) for term, value in few.items())


def _said(line: Line, words: str = "") -> str:
    text = cues.without_box(words or line.text)
    if len(text) > LINE_CHARS_MAX:
        text = text[:LINE_CHARS_MAX].rsplit(" ", 1)[0] + " …"
    return f"{line.speaker}: {text}"
