"""How a context is written: bullets, Markdown, XML, JSON. One class each, with the same four methods.

A form says how a section's title, a heading and a line look, so that packing can count what they cost, and puts
sections together. Texts are data: they stand on one line, and in XML and JSON they are escaped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Protocol
from xml.sax.saxutils import escape, quoteattr

from recollect.model.context import Line, Section
from recollect.rules import markers

SPOKEN = frozenset(("excerpts",))
"""Sections whose lines are what people said: who spoke stands where a bullet would."""
GOES_ON = "- "
"""Before a line of the one who spoke before it."""
_LIKE_A_NAME = re.compile(r"[^\s:][^:\n]{0,39}:")
HEADED = frozenset(("memories", "working"))
"""Sections whose headings say enough: they need no title above them."""


def begins_like_a_name(text: str) -> bool:
    """ "Ben: I broke it": such a text is never written without the name of whoever said it."""
    return ":" in text and _LIKE_A_NAME.match(text) is not None


class Form(Protocol):
    """One way to write a context."""

    fenced: bool
    scripted: bool
    """Whether what was said reads like a script: no name is told twice in a row."""

    def title(self, section: str, title: str) -> str: ...

    def heading(self, section: str, heading: str) -> str: ...

    def line(self, section: str, line: Line) -> str: ...

    def whole(self, sections: Sequence[Section], opening: str) -> str:
        """All of it; the empty string when there is nothing to say."""


class Bullets:
    """Headings that end in a colon, and a dash before each line.

    What was said reads like a script: a day stands before the first who speaks on it, a name before the first of the
    lines that he says one after the other. The others have a dash, so that no text begins a row; one that begins like
    a name itself gets the name of whoever said it.

        8 May 2023, Ana: I ordered a cello.
        - It is from Cremona.
        Ben: How nice!
    """

    fenced = True
    scripted = True
    headed: frozenset[str] = HEADED

    def title(self, section: str, title: str) -> str:
        return f"{title}:"

    def heading(self, section: str, heading: str) -> str:
        return f"{heading}, " if self._script(section) else f"{heading}:"

    def line(self, section: str, line: Line) -> str:
        text = f"{line.lead}: {line.text}" if line.lead else line.text
        return text if section in SPOKEN else f"- {text}"

    def _script(self, section: str) -> bool:
        return self.scripted and section in SPOKEN

    def whole(self, sections: Sequence[Section], opening: str) -> str:
        if not any(section.lines for section in sections):
            return ""
        return "\n".join([opening, *(row for section in sections for row in self._section(section))])

    def _section(self, section: Section) -> list[str]:
        if section.name == "date":
            return [f"{section.title}: {section.lines[0].text}"]
        headed = section.name in self.headed and all(line.heading for line in section.lines)
        rows = [] if headed else [self.title(section.name, section.title)]
        if self._script(section.name):
            return rows + self._talk(section)
        heading = section.title  # what is headed like the whole needs no heading of its own
        for line in section.lines:
            if line.heading and line.heading != heading:
                rows.append(self.heading(section.name, line.heading))
            heading = line.heading
            rows.append(self.line(section.name, line))
        return rows

    def _talk(self, section: Section) -> list[str]:
        rows, heading, lead = [], "", ""
        for line in section.lines:
            if line.heading != heading:
                rows.append(self.heading(section.name, line.heading) + self.line(section.name, line))
            elif line.lead == lead and not begins_like_a_name(line.text):
                rows.append(GOES_ON + line.text)
            else:
                rows.append(self.line(section.name, line))
            heading, lead = line.heading, line.lead
        return rows


class Markdown(Bullets):
    """The same under Markdown headings, with every name told."""

    scripted = False
    headed = frozenset()

    def title(self, section: str, title: str) -> str:
        return f"## {title}"

    def heading(self, section: str, heading: str) -> str:
        return f"### {heading}"

    def line(self, section: str, line: Line) -> str:
        return f"- **{line.lead}:** {line.text}" if line.lead else f"- {line.text}"

    def whole(self, sections: Sequence[Section], opening: str) -> str:
        text = super().whole(sections, opening)
        return f"# {text}" if text else ""


class Xml:
    """Elements with attributes for provenance."""

    fenced = False
    """Its root is the tag that fences."""
    scripted = False

    def title(self, section: str, title: str) -> str:
        return f"<section name={quoteattr(section)} title={quoteattr(title)}>\n</section>"

    def heading(self, section: str, heading: str) -> str:
        return ""

    def line(self, section: str, line: Line) -> str:
        about = {
            "id": line.id,
            "group": line.heading,
            "by": line.lead if section in SPOKEN else "",
            "date": line.at.date().isoformat() if line.at else "",
            "source": line.source,
        }
        attributes = "".join(f" {name}={quoteattr(value)}" for name, value in about.items() if value)
        return f"<item{attributes}>{escape(line.text)}</item>"

    def whole(self, sections: Sequence[Section], opening: str) -> str:
        if not any(section.lines for section in sections):
            return ""
        rows = [f"<{markers.TAG}>", f"<note>{escape(markers.NOTE)}</note>"]
        for section in sections:
            begin, end = self.title(section.name, section.title).split("\n")
            rows += [begin, *(self.line(section.name, line) for line in section.lines), end]
        return "\n".join([*rows, f"</{markers.TAG}>"])


class Json:
    """One object; items by section with their provenance."""

    fenced = False
    scripted = False

    def title(self, section: str, title: str) -> str:
        return f'{{"name": "{section}", "title": "{title}", "items": []}}, '

    def heading(self, section: str, heading: str) -> str:
        return ""

    def line(self, section: str, line: Line) -> str:
        return json.dumps(self._item(section, line), ensure_ascii=False) + ", "

    def _item(self, section: str, line: Line) -> dict[str, object]:
        about = {
            "text": line.text,
            "id": line.id,
            "group": line.heading or None,
            "by": line.lead if section in SPOKEN and line.lead else None,
            "date": line.at.date().isoformat() if line.at else None,
            "source": line.source or None,
        }
        return {name: value for name, value in about.items() if value is not None}

    def whole(self, sections: Sequence[Section], opening: str) -> str:
        if not any(section.lines for section in sections):
            return ""
        told = [
            {
                "name": section.name,
                "title": section.title,
                "items": [self._item(section.name, line) for line in section.lines],
            }
            for section in sections
        ]
        return json.dumps({"note": markers.NOTE, "sections": told}, ensure_ascii=False)


class Joined(Bullets):
    """One string: the opening and the texts, a line each."""

    scripted = False

    def line(self, section: str, line: Line) -> str:
        return f"{line.heading}: {line.text}" if section == "profile" and line.heading else line.text

    def title(self, section: str, title: str) -> str:
        return ""

    def whole(self, sections: Sequence[Section], opening: str) -> str:
        texts = [self.line(section.name, line) for section in sections for line in section.lines]
        return f"{opening} " + "\n".join(texts) if texts else ""


FORMS: dict[str, Form] = {
    "bullets": Bullets(),
    "markdown": Markdown(),
    "xml": Xml(),
    "json": Json(),
    "messages": Bullets(),
}


def fenced(text: str) -> str:
    """Between the tags by which it is known to be memory; says that it is data."""
    return markers.block([text] if text else [])
