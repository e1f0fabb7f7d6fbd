"""The sheet a context is written on: what each line and heading costs there, and how the whole is made to fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from recollect.model.context import Line, Section
from recollect.read.context import lines, render
from recollect.read.context.layouts import TITLES, Layout
from recollect.read.context.pack import Spares

_BEFORE = "x"
_DAY = "8 May"
"""Any day: what a name costs after it does not depend on which."""
_CUT_LAST = ("question", "date")
_NEVER_CUT = "overrides"

Messages = tuple[Mapping[str, str], ...]


class Fitting(NamedTuple):
    """What fits, as it is written."""

    sections: list[Section]
    text: str
    tokens: int
    messages: Messages


class Sheet:
    """One form, one layout, one way to count."""

    def __init__(self, form: render.Form, layout: Layout, count: Callable[[str], int], *, in_two: bool = False) -> None:
        """`in_two`: what is stable and what is not are written apart."""
        self._form = form
        self._in_two = in_two
        self._layout = layout
        self._before = count(_BEFORE)
        self._names: dict[str, Spares] = {}
        self.count = count
        self.limit = layout.tokens_max or None
        """For everything together; None: there is none."""

    @property
    def frame_tokens(self) -> int:
        """What tags and opening cost."""
        line = Line(text=_BEFORE)
        probe = Section(name="documents", title=TITLES["documents"], lines=(line,), tokens=0)
        within = self.heading_tokens(probe.name, "") + self.line_tokens(probe.name, line)
        if self._in_two:
            return self.count(self.written([probe, replace(probe, stable=False)])) - 2 * within
        return self.count(self.written([probe])) - within

    def line_tokens(self, section: str, line: Line) -> int:
        return self._row_tokens(self._form.line(section, line))

    def name_tokens(self, line: Line) -> Spares:
        """What is spared when the one who speaks is the one who spoke before, or the first of a day."""
        if not self._form.scripted:
            return Spares()
        lead = line.lead
        if lead not in self._names:
            told = self._form.line("excerpts", Line(lead=lead, text=_BEFORE))
            alone = self._row_tokens(told)
            dated = self._row_tokens(self._form.heading("excerpts", _DAY) + told)
            self._names[lead] = Spares(
                again=alone - self._row_tokens(f"{render.GOES_ON}{_BEFORE}"),
                after_day=alone + self.heading_tokens("excerpts", _DAY) - dated,
            )
        spares = self._names[lead]
        return spares._replace(again=0) if render.begins_like_a_name(line.text) else spares

    def heading_tokens(self, section: str, heading: str) -> int:
        """A heading's tokens with its line end; the empty one is the section's title. A year is one by itself: it
        stands in the first of its days."""
        spoken = section in render.SPOKEN
        if spoken and heading and heading == lines.year_of(heading):
            return self.count(f"{_BEFORE}{heading}") - self._before if self._form.heading(section, heading) else 0
        if heading and spoken and self._form.scripted:  # it stands in the row of the first line under it
            day = self._form.heading(section, lines.without_year(heading))
            return self._row_tokens(f"{day}{_BEFORE}") - self._row_tokens(_BEFORE)
        if spoken:
            heading = lines.without_year(heading)
        text = self._form.heading(section, heading) if heading else self._form.title(section, TITLES[section])
        return self._row_tokens(text) if text else 0

    def _row_tokens(self, text: str) -> int:
        """What a row adds to a text: a tokenizer sees the end of the row before it and its beginning together."""
        return self.count(f"{_BEFORE}\n{text}") - self._before

    def written(self, sections: Sequence[Section]) -> str:
        return self._joined(self.messages(sections)) if self._in_two else self._block(sections)

    def _joined(self, messages: Messages) -> str:
        return "\n\n".join(message["content"] for message in messages)

    def _block(self, sections: Sequence[Section]) -> str:
        text = self._form.whole(sections, self._layout.opening)
        return render.fenced(text) if self._layout.fence and self._form.fenced else text

    def messages(self, sections: Sequence[Section]) -> Messages:
        """What is stable, for the system prompt; what answers the question, to stand before the last user message."""
        parts = [
            self._block([section for section in sections if section.stable]),
            self._block([section for section in sections if not section.stable]),
        ]
        return tuple({"role": "system", "content": part} for part in parts if part)

    def fitted(self, sections: list[Section]) -> Fitting:
        """The sections, written and counted. Counted line by line, tokens can be off by a few: then the least useful
        lines of the last section go until the whole fits."""
        while True:
            messages = self.messages(sections) if self._in_two else None
            text = self._block(sections) if messages is None else self._joined(messages)
            tokens = self.count(text)
            last = _to_cut(sections)
            if self.limit is None or tokens <= self.limit or last is None:
                whole = ({"role": "system", "content": text},) if text else ()
                return Fitting(sections, text, tokens, whole if messages is None else messages)
            shorter = self._without(sections[last], tokens - self.limit)
            sections = [*sections[:last], *([shorter] if shorter.lines else []), *sections[last + 1 :]]

    def _without(self, section: Section, excess: int) -> Section:
        """Without its least useful lines, so many tokens of them."""
        rest, freed = list(section.lines), 0
        worth = {id(line): (line.score or 0.0, -place) for place, line in enumerate(section.lines)}
        for least in sorted(section.lines, key=lambda line: worth[id(line)]):  # unscored: the last ones first
            if freed >= excess:
                break
            freed += self.line_tokens(section.name, least)
            rest = [line for line in rest if line is not least]
        gone = len(section.lines) - len(rest)
        return replace(section, lines=tuple(rest), tokens=section.tokens - freed, left_out=section.left_out + gone)


def _to_cut(sections: Sequence[Section]) -> int | None:
    """Which section gives way next: the last one; when they are gone the question to be asked, then the date. This
    stays with what the user set, which may say "tomorrow"."""
    names = [section.name for section in sections]
    for at in reversed(range(len(names))):
        if names[at] not in (*_CUT_LAST, _NEVER_CUT):
            return at
    stays = "date" if _NEVER_CUT in names else ""
    return next((names.index(name) for name in _CUT_LAST if name in names and name != stays), None)
