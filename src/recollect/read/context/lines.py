"""Records as lines of a context: under which heading, after which lead, and in which order they read best."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache

from recollect.model.context import Line
from recollect.model.document import own_name
from recollect.model.graph import KnownRelation
from recollect.model.record import Record
from recollect.read.context.layouts import TITLES
from recollect.rules import markers

GROUPS = {
    "fact": "Facts",
    "correction": "Facts",
    "skill": "Skills & expertise",
    "preference": "Preferences",
    "relationship": "People & relationships",
    "procedure": "Habits & ways of doing things",
    "decision": "Decisions",
    "commitment": "Plans & commitments",
    "event": "Events",
    "feeling": "Feelings",
    "reflection": "Reflections",
    "note": "Notes",
}
"""Kind -> the heading it stands under; in the order of the headings."""
_ENDS_A_NAME = re.compile(r"[:,\s]+")
"""A colon ends a name, and a comma stands between a day and a name: neither is part of one."""
RESERVED = frozenset(_ENDS_A_NAME.sub(" ", title).casefold() for title in (*TITLES.values(), *GROUPS.values()))
NAME_CHARS_MAX = 60
REFERENCE_CHARS_MAX = 160
UNCITED = "From files, not to be cited"
"""What passages of files stand under where citations are off."""
NAMES_KEPT = 1024
"""Speakers whose names are known to be harmless, or made so."""
PROFILES_KEPT = 256
"""Profiles whose statements are known already; each has a few kilobytes."""
DATED = frozenset(("event", "decision", "commitment", "feeling"))
"""Kinds that mean little without their day; the others hold until something else is said."""
_ORDER = {heading: place for place, heading in enumerate(dict.fromkeys(GROUPS.values()))}
_NO_TIME = datetime(1, 1, 1, tzinfo=UTC)
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e0fff]"
)
"""What nobody sees and a model or a parser may stumble over; joiners that scripts need stay."""
_JOINERS = re.compile("(?<=[\x00-\x7f])[\u200c\u200d](?=[\x00-\x7f])")
_SAID_BY = {"user": "User", "assistant": "Assistant", "system": "System", "tool": "Tool"}
_ROLE_CALLED = {
    **dict.fromkeys(("user", "human"), "user"),
    "assistant": "assistant",
    "system": "system",
    "developer": "developer",
    **dict.fromkeys(("tool", "function"), "tool"),
}
"""What a role is called in a prompt -> the role. A heading is nobody's turn: there only the user goes by his."""
NOBODY = "Somebody"


def day(moment: datetime) -> str:
    """8 May 2023: short for a tokenizer, and no two countries read it differently."""
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"


def said_at(record: Record) -> datetime:
    return record.occurred_at or record.created_at


def of_date(now: datetime) -> Line:
    return Line(text=f"{now:%A}, {day(now)}")


def of_memory(record: Record, *, group: bool = True, score: float | None = None, now: datetime | None = None) -> Line:
    """A memory under the heading of its kind; what happened on a day says which, and what is not so yet, from when."""
    lead = f"From {day(record.valid_from)}" if now and record.valid_from and record.begins_after(now) else ""
    happened = record.valid_from or (record.occurred_at if record.provenance.reference is None else None)
    if record.kind in DATED and happened is not None:  # of what was drawn from a talk, the rest is when it was said
        lead = day(happened)
    return _line(record, lead=lead, heading=GROUPS[record.kind] if group else "", score=score)


def of_turn(record: Record, heading: str, score: float | None = None) -> Line:
    """What somebody said, under the day he said it."""
    return _line(record, lead=_speaker(record.speaker, record.role), heading=heading, score=score)


@lru_cache(maxsize=NAMES_KEPT)
def _speaker(speaker: str | None, role: str) -> str:
    """Nobody is called what another role is called: a user named "System" is not the system."""
    name = _name(speaker or _SAID_BY.get(role, NOBODY))
    return name if _ROLE_CALLED.get(name.casefold(), role) == role else NOBODY


def of_summary(record: Record, *, score: float | None = None) -> Line:
    line = _line(record, lead=day(said_at(record)), heading="", score=score)
    parts = [record.metadata.get(name) for name in ("recap", "decisions", "action_items")]
    told = dict.fromkeys(str(sentence) for part in parts if isinstance(part, list) for sentence in part)
    dated = _dated(record.metadata.get("key_dates"), told)
    said = [f"{sentence} ({', '.join(days)})" if (days := dated.pop(sentence, [])) else sentence for sentence in told]
    said += [f"{sentence} ({', '.join(days)})" for sentence, days in dated.items()]
    return replace(line, text=flat(" / ".join(said))) if said else line


def _dated(key_dates: object, told: Iterable[str]) -> dict[str, list[str]]:
    """Sentence -> the days it names, as far as they are not told yet: what is to do comes with its day. A sentence
    that gives the year gives the day as well."""
    found: dict[str, list[str]] = {}
    for one in key_dates if isinstance(key_dates, list) else ():
        text, day = (str(one.get("text") or ""), str(one.get("date") or "")) if isinstance(one, dict) else ("", "")
        said = day[:4] in text or any(sentence != text and sentence.startswith(text) for sentence in told)
        if text and day and not said:
            found.setdefault(text, []).append(day)
    return found


def of_document(record: Record, *, cited: bool = True, score: float | None = None) -> Line:
    return _line(record, lead="", heading=document_heading(record, cited=cited), score=score)


def document_heading(record: Record, *, cited: bool = True) -> str:
    """Document "report.pdf#page=3": what can be cited, unless it is a file and files are not to be. A model is not told
    in which folder of a machine a document lies."""
    if not cited and record.provenance.source == "file":
        return UNCITED
    reference = flat(own_name(record.provenance.reference or "")).replace('"', "'")
    if len(reference) > REFERENCE_CHARS_MAX:  # page and lines are at the end
        reference = "…" + reference[1 - REFERENCE_CHARS_MAX :]
    return f'Document "{reference or "without a name"}"'


def of_plain(record: Record) -> Line:
    """Whatever it says, as it is."""
    return _line(record, lead="", heading="", score=None)


def of_question(question: str) -> Line:
    """What is asked quotes what two records say."""
    return Line(text=flat(question))


def of_field(record: Record, text: str, *, heading: str) -> Line:
    """What a domain makes of what a record says."""
    return replace(of_plain(record), text=flat(text), heading=heading)


def of_relation(known: KnownRelation) -> Line:
    return Line(text=flat(f"{known.source} {known.relation} {known.target}"), layer="graph", at=known.valid_from)


def of_profile(record: Record) -> list[Line]:
    """A profile is a text of headings and statements."""
    whole = vars(of_plain(record.but(content="")))
    said = _statements(record.content, by_rules=bool(record.metadata.get("lines")))
    return [Line.of({**whole, "text": text, "heading": heading}) for heading, text in said]


@lru_cache(maxsize=PROFILES_KEPT)
def _statements(profile: str, *, by_rules: bool) -> tuple[tuple[str, str], ...]:
    """(heading, statement) of each line. A profile is long and stays the same for many questions. One made `by_rules`
    has blocks, each under the name of whom it is about."""
    found: list[tuple[str, str]] = []
    heading, begins = "", by_rules
    rows = [raw.strip() for raw in profile.splitlines()]
    for row, below in zip(rows, [*rows[1:], ""], strict=True):
        text = flat(row.removeprefix("- "))
        if not text:
            begins = by_rules
            continue
        names = begins and below != "" and ": " not in row
        if names or (row.endswith(":") and not row.startswith("- ")):
            heading = _heading(text)
        else:
            heading = "" if begins else heading
            found.append((heading, text))
        begins = False
    return tuple(found)


def _heading(text: str) -> str:
    """Whom the statements below are about. A line "system:" would begin another role's turn."""
    name = _name(text)
    called = name.casefold()
    return NOBODY if called in _ROLE_CALLED and called != "user" else name


def grouped(lines: Iterable[Line], *, oldest_first: bool = False) -> tuple[Line, ...]:
    """Memories by heading; what is dated in the order of time, the rest as it came or, if wanted, oldest first."""
    if oldest_first:  # what was learned in one moment has ids in the order it was learned
        return tuple(sorted(lines, key=lambda line: (_ORDER.get(line.heading, 0), line.at or _NO_TIME, line.id or "")))
    return tuple(sorted(lines, key=lambda line: (_ORDER.get(line.heading, 0), line.at if line.lead else _NO_TIME)))


def chronological(lines: Sequence[Line], places: dict[str, tuple[str, int]]) -> tuple[Line, ...]:
    """In the order of time; inside one conversation by place. A year is named once, with the first of its days."""
    ordered = sorted(lines, key=lambda line: (line.at or _NO_TIME, places.get(line.id or "", ("", 0))))
    year, first, found = 0, "", []
    for line in ordered:
        if line.at is not None and line.at.year != year:
            year, first = line.at.year, line.heading
        found.append(line if line.heading == first else replace(line, heading=without_year(line.heading)))
    return tuple(found)


def without_year(heading: str) -> str:
    """How a day is headed once its year was named."""
    return heading.removesuffix(year_of(heading))


def year_of(heading: str) -> str:
    """The year at the end of a day, with the space before it; empty where there is none."""
    return heading[-5:] if heading[-5:-4] == " " and heading[-4:].isdigit() else ""


def shortened(line: Line, text: str) -> Line:
    return replace(line, text=flat(text), shortened=True)


def _line(record: Record, *, lead: str, heading: str, score: float | None) -> Line:
    return Line.of(
        {
            "text": flat(record.content),
            "lead": lead,
            "heading": heading,
            "id": record.id,
            "source": record.provenance.source,
            "layer": record.layer,
            "kind": record.kind,
            "at": record.occurred_at or record.created_at,
            "score": score,
            "shortened": False,
        }
    )


def flat(text: str) -> str:
    """One line that can neither end the block it stands in nor claim to come from elsewhere."""
    if "\n" in text or "  " in text or not text.isprintable():
        text = " ".join(_JOINERS.sub("", _UNSEEN.sub(" ", text)).split())
    return markers.harmless(text)


def _name(text: str) -> str:
    """What data may be called in front of a line: short, and nothing that stands there by itself."""
    name = _ENDS_A_NAME.sub(" ", flat(text)).strip()[:NAME_CHARS_MAX].strip()
    return name if name and name.casefold() not in RESERVED else NOBODY
