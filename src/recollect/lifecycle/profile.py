"""The profile of a space by rules: what its memories say of a person, in a few lines, what lasts first.

Memories are filed under sections by their kind and their words, ranked by strength, by how much they say and by how
recent they are; repetitions are left out, and of what can have one value only the latest is kept. No time is part of
the text, so the same memories give the same bytes. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from recollect.lifecycle.alike import Said, said, same
from recollect.lifecycle.days import as_known, day_of, is_over
from recollect.lifecycle.former import Line, as_former, former
from recollect.lifecycle.names import is_told_of, leading, whose
from recollect.lifecycle.sections import AGE, NAME, only_ahead, title_of
from recollect.lifecycle.titles import (
    ABOUT,
    ALSO,
    EARLIER,
    FAMILY,
    HABITS,
    HEALTH,
    HOME,
    LATELY,
    LIKES,
    PLANS,
    SKILLS,
    WISHES,
    WORK,
)
from recollect.lifecycle.topics import is_generic
from recollect.model.counted import counted
from recollect.model.record import ACTIVE, Record
from recollect.rules import tokens
from recollect.rules.late import late
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.text import fold, terms

LINES_MAX: Final = {
    ABOUT: 4, WORK: 6, HOME: 4, FAMILY: 8, HEALTH: 6, SKILLS: 6, LIKES: 10, WISHES: 8, HABITS: 6, PLANS: 6,
    LATELY: 5, EARLIER: 5, ALSO: 8,
}  # fmt: skip
"""Sections in their order, and how many lines each may have for one person."""
SUBJECTS_MAX: Final = 6
"""People a profile tells of; how many more there are it says in its last line."""
LINE_CHARS_MAX: Final = 160
CUT: Final = " …"
"""Where a line was longer."""
LATELY_MAX: Final = timedelta(days=366)
"""What happened longer than this before the newest memory was said is no news."""
USER: Final = "User"
SHARED: Final = "Shared"
"""Above what is known of nobody in the space of a whole tenant."""
NAME_FIRST: Final = 10.0
"""Added to the score of somebody's name: more than anything else can have."""
_OWN: Final = frozenset("i i'm my we our user user's".split())
_SINGLE: Final = (
    (
        HOME,
        late(r"\b(?:lives? in|living in|resides?|moved to|based in|vive|wohnt|habite|mora|abita)\b|住", re.IGNORECASE),
    ),
    (
        WORK,
        late(
            r"\bworks? (?:at|for|as)\b|\bis an? [\w -]{0,120}\b(?:at|for) |trabaj|arbeitet|travaille|trabalha|lavora"
            r"|\b(?:was|got) (?:laid off|made redundant)\b|\blost (?:his|her|their) job\b",
            re.IGNORECASE,
        ),
    ),
    (ABOUT, AGE),
    (ABOUT, late(r"\bname is\b|\bis (?:called|named)\b", re.IGNORECASE)),
    (FAMILY, late(r"\b(?:is|was|got) (?:(?:now|recently|just|re) ?)?(?:married|engaged|divorced|widowed)\b")),
)
"""What has one value at a time."""
Slot = tuple[int, frozenset[str]]
_OWN_AGE: Final[Slot] = (2, frozenset())
"""The slot of somebody's own age."""
_AGED: Final = late(r"^(is|works as) an? \d{1,3}-year-old (?=([^\W\d_]))", re.IGNORECASE)
"""An age told with something that lasts: "is a 33-year-old teacher"."""
_DANGLING: Final = late(
    r"\b(?:it|them|this|that|these|those|there|one|so|too|or|and|he was|she was|they are)\W*$|^\W*(?:it|"
    r"this|that|these)\b"
    r"|\b(?:something|anything) like (?:that|this)\b|\((?!started )\w+[^)]*\)",
    re.IGNORECASE,
)
_ASSISTANT: Final = late(r"\bthe assistant\b", re.IGNORECASE)
_WISH: Final = late(r"^wants the assistant(?: to|:)? +(?=\S)", re.IGNORECASE)
_SECRET: Final = "[secret"
_OF_ONESELF: Final = frozenset((ABOUT, WORK, HOME, HEALTH, SKILLS, LIKES, HABITS))
"""What stands there without a name is the subject's own."""


@dataclass(frozen=True, kw_only=True)
class Section:
    """Some lines under a title, about one person."""

    title: str
    lines: tuple[str, ...]
    subject: str = ""


@dataclass(frozen=True, kw_only=True)
class Built:
    """A profile and the memories it rests on."""

    text: str
    sources: tuple[str, ...]
    lines: tuple[str, ...] = ()
    """What it says of each source; empty where that cannot be told apart."""


@dataclass(frozen=True, kw_only=True)
class Telling:
    """A memory that may be part of a profile."""

    record: Record
    subject: str
    title: str
    line: str
    score: float


def tellings(records: Iterable[Record], *, fixed: Sequence[str], now: datetime, shared: bool = False) -> list[Telling]:
    """The memories that belong into a profile, best first within each section; `fixed`: what overrides say already;
    `shared`: of the whole tenant, so that what names nobody is about no user."""
    kept = [record for record in records if _belongs(record, now)]
    kept.sort(key=lambda record: (_holds_from(record), record.item), reverse=True)  # of two alike the later is kept
    names = _subjects(kept)
    newest = max(map(_said_at, kept), default=now)
    spoke = Counter(record.speaker for record in kept if record.speaker)
    nobody = SHARED if shared else next((name for name in names if name in spoke), USER)
    telling = [one for one in kept if one.kind != "note" or _about_somebody(one, names)]
    told_of = {subject for one in telling if not _of_another(one, subject := _subject(one, names, nobody))}
    overridden = [said(text) for text in fixed]
    chosen: list[Telling] = []
    slots: set[tuple[str, str, Slot]] = set()
    told: dict[tuple[str, str], list[Said]] = {}
    lines = [_line(record, _subject(record, names, nobody)) for record in kept]
    gone = former(lines)
    for rank, (record, said_line) in enumerate(zip(kept, lines, strict=True)):
        subject, line = said_line.subject, as_former(said_line, gone)
        title = title_of(record, line, old=newest - _holds_from(record) > LATELY_MAX)
        if title in _OF_ONESELF and _of_another(record, subject) and (subject in told_of or title == HEALTH):
            title = ALSO
        coming = record.valid_from if record.begins_after(now) else None
        if coming is not None:  # not so yet, so that it takes nobody's place
            line, title = f"from {coming.date().isoformat()}: {line}", PLANS
        own = _content(line, subject)
        if title is None or not own or _DANGLING.search(line) or (title != WISHES and _ASSISTANT.search(line)):
            continue
        if title in (LATELY, EARLIER) and len(own) < 2:
            continue  # "smiled"; what is so stands in one telling word: "paints"
        if record.kind == "note" and (title == ALSO or only_ahead(line)) and not _about_somebody(record, names):
            continue
        slot = _slot(title, line, subject) if coming is None else None
        if (subject, ABOUT, _OWN_AGE) in slots:
            line = _AGED.sub(_without_age, line)  # a later age is told
        what, before = said(record.content), told.setdefault((subject, title), [])
        if slot is not None and (subject, title, slot) in slots:
            continue
        if any(same(what, one, whichever=True) for one in overridden) or any(same(what, one) for one in before):
            continue
        before.append(what)
        if slot is not None:
            slots.add((subject, title, slot))
        recent = 1.0 - rank / len(kept)
        first = NAME_FIRST if title == ABOUT and NAME.search(line) else 0.0
        score = first + 2 * record.strength + min(3, len(own)) / 3 + 0.5 * recent + 0.3 * record.confidence
        chosen.append(Telling(record=record, subject=subject, title=title, line=_shortened(line, record), score=score))
    return sorted(
        chosen,
        key=lambda one: (_place(one), one.record.id),
    )


def _line(record: Record, subject: str) -> Line:
    text = _without_subject(_without_secrets(record.content), subject)
    return Line(subject, text, round(_said_at(record).timestamp()))


def _place(one: Telling) -> float:
    """What happened stands in the order of time, the latest first; everything else by its score."""
    if one.title == LATELY:
        return -_said_at(one.record).timestamp()
    return -_holds_from(one.record).timestamp() if one.title == EARLIER else -one.score


def build(found: Sequence[Telling], *, tokens_max: int) -> Built:
    """As many of them as fit: the best of every section before the second best of any."""
    order = {title: place for place, title in enumerate(LINES_MAX)}
    people = Counter(one.subject for one in found)
    own = {one.record.speaker or one.subject for one in found if one.record.speaker or USER in one.record.content}
    # whoever speaks comes before whoever is only spoken of
    ranked = sorted(people.items(), key=lambda item: (item[0] not in own, -item[1], item[0]))
    subjects = [name for name, _ in ranked][:SUBJECTS_MAX]
    queues = {
        (subject, title): [one for one in found if one.subject == subject and one.title == title][: LINES_MAX[title]]
        for title in order
        for subject in subjects
    }
    taken: list[Telling] = []
    left = tokens_max - sum(tokens.estimate(subject) + 1 for subject in subjects)
    left -= tokens.estimate(_others(len(ranked))) if len(ranked) > len(subjects) else 0
    for depth in range(max(LINES_MAX.values())):
        for (_, title), queue in queues.items():
            if depth < len(queue):
                cost = tokens.estimate(queue[depth].line) + 1 + (0 if depth else tokens.estimate(title) + 1)
                if cost <= left:
                    taken.append(queue[depth])
                    left -= cost
    sections = [
        Section(
            subject=subject,
            title=title,
            lines=tuple(one.line for one in taken if (one.subject, one.title) == (subject, title)),
        )
        for subject in subjects
        for title in order
    ]
    text, silent = render(sections), len(ranked) - len({one.subject for one in taken})
    if taken and silent and (len(ranked) > len(subjects) or tokens.estimate(_others(silent)) <= left):
        text = f"{text}\n\n{_others(silent)}"
    return Built(
        text=text,
        sources=tuple(one.record.id for one in taken),
        lines=tuple(one.line.rstrip(". ") for one in taken),
    )


def _others(count: int) -> str:
    return f"And {counted(count, 'more person', 'more people')}."


def render(sections: Sequence[Section]) -> str:
    """A line a section, below the name of whom it is about."""
    blocks: list[str] = []
    subject = ""
    for section in sections:
        if not section.lines:
            continue
        if section.subject != subject:
            subject = section.subject
            blocks.append(subject if not blocks else f"\n{subject}")
        blocks.append(f"{section.title}: {'; '.join(line.rstrip('. ') for line in section.lines)}.")
    return "\n".join(blocks)


def leaving_out(text: str, lines: Sequence[str]) -> str:
    """A profile without some of its lines, and without titles and names below which nothing is left."""
    said = [re.compile(rf"(?:(?<=: )|(?<=; )){re.escape(line)}(?:; |\.$)") for line in lines]
    blocks = []
    for block in text.split("\n\n"):
        rows = block.split("\n")
        kept = [left for row in rows if (left := _row_without(row, said))]
        if len(kept) > 1 or kept == rows:
            blocks.append("\n".join(kept))
    return "\n\n".join(blocks)


def _row_without(row: str, said: Sequence[re.Pattern[str]]) -> str:
    left = row
    for line in said:
        left = line.sub("", left)
    if left == row:
        return row
    left = f"{left[:-2]}." if left.endswith("; ") else left
    return "" if left.endswith(": ") else left


def _belongs(record: Record, now: datetime) -> bool:
    """A feeling passes, and a reflection says again what other memories say."""
    if record.layer != "memory" or record.status != ACTIVE or record.kind in ("feeling", "reflection"):
        return False
    day = day_of(record.metadata.get("date")) if record.kind == "fact" and "past" not in record.tags else None
    if day is not None and is_over(record.content, day, _said_at(record), now):
        return False  # "cat has an operation next Tuesday"
    return not record.over_by(now)


def _said_at(record: Record) -> datetime:
    return record.occurred_at or record.created_at


def _holds_from(record: Record) -> datetime:
    """Since when it is so: what is told of 2004 today does not come after what was so in 2020."""
    day = day_of(record.metadata.get("date"))
    return _said_at(record) if "past" not in record.tags or day is None else min(_said_at(record), day)


def _subjects(records: Sequence[Record]) -> list[str]:
    """Who the memories are about, most often named first."""
    speakers = Counter(record.speaker for record in records if record.speaker)
    named = Counter(name for record in records if (name := leading(record.content)))
    speakers.update({name: count for name, count in named.items() if count > 1 or name in speakers})
    return [name for name, _ in sorted(speakers.items(), key=lambda item: (-item[1], item[0]))]


def _subject(record: Record, names: Sequence[str], nobody: str) -> str:
    """Who speaks or is named first; `nobody`: whom what names nobody is about."""
    if record.speaker:
        return record.speaker
    name = leading(record.content)
    return name if name in names and name != USER else nobody


def _about_somebody(record: Record, names: Sequence[str]) -> bool:
    """A note says something of a person when it begins with one; any other text may be anything."""
    name, words = leading(record.content), record.content.lower().split(maxsplit=1)
    named = name in names or is_told_of(record.content)
    named = named or (fold(name) in GIVEN_NAMES and only_ahead(record.content))
    return bool(record.speaker) or named or (words[:1] != [] and words[0] in _OWN)


def _of_another(record: Record, subject: str) -> bool:
    """Whether it tells of somebody or something else by name: "Acme is based in Lisbon", "Tom's flat is small", and
    below a heading "allergy test: Theo is allergic to cats"."""
    heading, _, below = record.content.partition(": ")
    text = below if below and leading(heading) in ("", subject, USER) else record.content
    name = leading(text)
    if not name or name in (subject, USER):
        return False
    if not text.startswith(f"{name} ") or fold(name) in GIVEN_NAMES or " " in name:  # "Dr. Shah"
        return True
    return is_told_of(text)


def _without_secrets(text: str) -> str:
    """Of a memory that says several things, those that hold none."""
    return "; ".join(part for part in text.split("; ") if _SECRET not in part) if _SECRET in text else text


def _without_subject(text: str, subject: str) -> str:
    for start in (f"{who}{end} " for who in (subject, USER) for end in ("", "'s", "’s", ":")):
        if text.startswith(start):
            rest = text[len(start) :]
            text = text if start.endswith(f"{subject} ") and rest[:1].isupper() else rest  # "Ana Silva is"
            break
    return _WISH.sub("", text)


def _content(line: str, subject: str) -> list[str]:
    """What a line says that not every line says."""
    who = set(terms(subject)) if subject else set()
    return [term for term in dict.fromkeys(terms(line)) if term not in who and not is_generic(term)]


def _slot(title: str, line: str, subject: str) -> Slot | None:
    """What a line gives a value of that has one at a time, and whose it is: "my boss lives in" is not "lives in"."""
    for at, (where, pattern) in enumerate(_SINGLE):
        if where == title and (found := pattern.search(line)):
            before = line[: found.start()]
            return at, said(before).people | whose(before, subject)
    return None


def _without_age(found: re.Match[str]) -> str:
    return f"{found[1]} {'an' if found[2].lower() in 'aeiou' else 'a'} "


def _shortened(line: str, record: Record) -> str:
    """With the day of what has one, as far as it is known and not told anyway."""
    line = " ".join(line.split()).rstrip(". ")
    if len(line) > LINE_CHARS_MAX:
        line = line[:LINE_CHARS_MAX].rsplit(" ", 1)[0] + CUT
    day = day_of(record.metadata.get("date")) if record.kind in ("event", "commitment", "fact") else None
    known = as_known(line, day, _said_at(record)) if day is not None else ""
    return f"{line} ({known})" if known else line
