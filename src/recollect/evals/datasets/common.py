"""The one shape every data set is read into: spaces of messages, and questions with the turns that answer them.

Loaders turn published files into this; metrics and benches see nothing else. No file of any data set is part of this
package: a user gives the path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """One turn as it would be added to a memory."""

    id: str
    session: str
    role: str
    name: str | None
    content: str
    occurred_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One question and what should be found for it."""

    id: str
    text: str
    category: str
    asked_at: datetime | None
    """When it is asked; None: after everything in the space."""
    turns: frozenset[str]
    """Ids of the evidence messages."""
    sessions: frozenset[str]
    """Sessions of the evidence."""
    newer: frozenset[str] = frozenset()
    """For updates: evidence that states the current value ..."""
    older: frozenset[str] = frozenset()
    """... and evidence that states the value it replaced."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Space:
    """What one memory holds and is asked."""

    name: str
    messages: tuple[Message, ...]
    questions: tuple[Question, ...]

    @property
    def ends_at(self) -> datetime:
        """The time of the last message; now, for questions without a date of their own."""
        times = [message.occurred_at for message in self.messages if message.occurred_at]
        return max(times) if times else datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True, slots=True)
class Dataset:
    """A named set of spaces."""

    name: str
    spaces: tuple[Space, ...]
    apart: frozenset[str] = frozenset()
    """Categories that its headline figure leaves out; they are reported by themselves."""

    @property
    def questions(self) -> int:
        return sum(len(space.questions) for space in self.spaces)

    @property
    def messages(self) -> int:
        return sum(len(space.messages) for space in self.spaces)


class BadDataset(ValueError):
    """The path does not hold the data set in its published format."""


_DIALOGUE_ID = re.compile(r"D(\d+):(\d+)")


def dialogue_ids(evidence: object, known: frozenset[str]) -> frozenset[str]:
    """The ids named in an evidence field ("D1:3", or several in one string); what names no known turn is skipped."""
    if isinstance(evidence, str):
        evidence = [evidence]
    if not isinstance(evidence, list):
        return frozenset()
    found: set[str] = set()
    for entry in evidence:
        for session, turn in _DIALOGUE_ID.findall(str(entry)):
            identity = f"D{int(session)}:{int(turn)}"
            if identity in known:
                found.add(identity)
    return frozenset(found)


def dialogue_questions(
    asked: Iterable[Mapping[str, Any]], messages: Iterable[Message], categories: Mapping[Any, str], *, name: str
) -> tuple[Question, ...]:
    """Those whose evidence is known, after everything else; `name`: of their space."""
    known = frozenset(message.id for message in messages)
    found = ((number, qa, dialogue_ids(qa.get("evidence"), known)) for number, qa in enumerate(asked))
    return tuple(
        Question(
            id=f"{name}:{number}",
            text=str(qa["question"]),
            category=categories.get(qa.get("category"), str(qa.get("category"))),
            asked_at=None,
            turns=evidence,
            sessions=frozenset(identity.split(":")[0] for identity in evidence),
        )
        for number, qa, evidence in found
        if evidence
    )


def parse_time(text: str, *formats: str) -> datetime | None:
    """The first format that fits, as UTC; None when none does."""
    for form in formats:
        try:
            return datetime.strptime(text.strip(), form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None
