"""What a prompt is given: sections of remembered things, rendered, counted and accounted for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

FORMATS = ("bullets", "markdown", "xml", "json", "messages")

Messages = tuple[Mapping[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Line:
    """One remembered thing as it stands in the context: always one line, whatever the text was."""

    text: str
    lead: str = ""
    """Who says it, or when it was; stands before the text."""
    heading: str = ""
    """The group it stands in; lines of one heading follow each other."""
    id: str | None = None
    """The record it comes from; None: what no record says, such as the date."""
    source: str = ""
    layer: str = ""
    kind: str = ""
    at: datetime | None = None
    """When it happened or was said."""
    score: float | None = None
    """How well it answers the question; None: it is there whatever was asked."""
    shortened: bool = False
    """Only a part of the record's text fits."""

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Line:
        """A line from all of its fields, without setting them one by one: hundreds are made for a context."""
        line = object.__new__(cls)
        object.__setattr__(line, "__dict__", fields)
        return line


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the context with a budget of its own."""

    name: str
    title: str
    lines: tuple[Line, ...]
    tokens: int
    left_out: int = 0
    """Lines that did not fit."""
    stable: bool = True
    """Whether it is the same whatever is asked."""

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(line.id for line in self.lines if line.id is not None)


@dataclass(frozen=True, kw_only=True)
class Context:
    """What to put into a prompt. `str()` of it is the text.

    The text begins with what does not depend on the question, byte for byte the same from call to call while the
    memory does not change, so that a provider's prompt cache can hit.
    """

    text: str
    sections: tuple[Section, ...]
    tokens: int
    tokenizer: str
    """What counted them."""
    format: str
    messages: Messages
    """The same as chat messages: in the format `messages` what is stable first, then what answers the question; in the
    others one that holds the text."""
    question: str | None = None
    """What the user should be asked: two of his statements contradict each other."""
    trace: tuple[str, ...] = ()
    """How it came about, one line a step."""
    retold: tuple[Line, ...] = ()
    """What has no line of its own, though it answers the question or would stand there anyway, for something else tells
    it: the profile, a relation. As it would have been told."""
    cached: bool = False
    """Given from the cache: nothing was written since it was made."""

    def __str__(self) -> str:
        return self.text

    @property
    def ids(self) -> tuple[str, ...]:
        """Records whose words are in it, each once, in order; then those that it tells in other words."""
        told = (id for section in self.sections for id in section.ids)
        return tuple(dict.fromkeys((*told, *(line.id for line in self.retold if line.id is not None))))

    def section(self, name: str) -> Section | None:
        return next((section for section in self.sections if section.name == name), None)
