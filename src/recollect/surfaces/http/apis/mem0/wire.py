"""What mem0's clients send and read: requests, memories, events and history, each in their shape."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from recollect.errors import InvalidInput
from recollect.model.added import Added
from recollect.model.decision import ADDED, KEPT_BOTH, MERGED, REPLACED, Decision
from recollect.model.record import Record
from recollect.model.scope import NAME_CHARS_MAX
from recollect.surfaces.http.apis.mem0.filters import run_of

Name = Annotated[str, Field(min_length=1, max_length=NAME_CHARS_MAX)]
MESSAGES_MAX = 10_000
EVENTS = {ADDED: "ADD", KEPT_BOTH: "ADD", REPLACED: "UPDATE", MERGED: "UPDATE"}
"""What became of a claim -> its event; all else changed nothing: NOOP."""


class Ids(BaseModel):
    """Whose memory: user, agent, app and run. What else a client sends is not looked at."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    user_id: Name | None = None
    agent_id: Name | None = None
    app_id: Name | None = None
    run_id: Name | None = None

    @property
    def ids(self) -> dict[str, str | None]:
        return {name: getattr(self, name) for name in ("user_id", "agent_id", "app_id", "run_id")}


class Filtered(Ids):
    filters: dict[str, Any] | None = None


class Add(Filtered):
    """Something to remember: messages to learn from, or with `infer` false to keep as they are."""

    messages: Any = None
    text: str | None = None
    memory: str | None = None
    infer: bool | None = None
    metadata: dict[str, Any] | None = None
    async_mode: bool | None = None
    timestamp: int | float | None = None
    expiration_date: str | None = None
    output_format: str | None = None

    @property
    def said(self) -> list[dict[str, Any]]:
        """The messages, however they were sent."""
        given = self.messages if self.messages is not None else (self.text or self.memory)
        if isinstance(given, str):
            given = [{"role": "user", "content": given}]
        if isinstance(given, dict):
            given = [given]
        if not isinstance(given, list) or not given or len(given) > MESSAGES_MAX:
            raise InvalidInput(f"messages: send text, a message or a list of 1 to {MESSAGES_MAX:,} messages")
        if not all(isinstance(message, dict) for message in given):
            raise InvalidInput("messages: each is an object with role and content")
        told = [message for message in given if not _says_nothing(message)]
        if not told:
            raise InvalidInput("messages: none of them has text; there is nothing to remember")
        return told


def _says_nothing(message: dict[str, Any]) -> bool:
    """A message without content: that of an assistant who calls a tool, or whose answer was broken off. Conversations
    hold such messages, and clients hand them over whole."""
    content = message.get("content")
    return content in (None, []) or (isinstance(content, str) and not content.strip())


class List(Filtered):
    page: int | None = Field(None, ge=1, le=10_000_000)
    page_size: int | None = Field(None, ge=1, le=10_000)
    limit: int | None = Field(None, ge=1, le=10_000)
    start_date: str | None = None
    end_date: str | None = None
    categories: list[str] | None = None
    show_expired: bool | None = None
    output_format: str | None = None


class Search(Filtered):
    query: Annotated[str, Field(min_length=1, max_length=100_000)]
    top_k: int | None = Field(None, ge=1, le=1000)
    limit: int | None = Field(None, ge=1, le=1000)
    threshold: float | None = Field(None, ge=0, le=1)
    categories: list[str] | None = None
    fields: list[str] | None = None
    show_expired: bool | None = None
    reference_date: str | int | float | None = None
    output_format: str | None = None


class Change(BaseModel):
    """What is to change. `expiration_date` null: the memory stays."""

    model_config = ConfigDict(extra="ignore")

    text: str | None = None
    data: str | None = None
    memory: str | None = None
    metadata: dict[str, Any] | None = None
    timestamp: int | float | str | None = None
    expiration_date: str | None = None


class One(Change):
    memory_id: Name


class Changes(BaseModel):
    memories: list[One] = Field(min_length=1, max_length=1000)


class Which(BaseModel):
    memory_id: Name


class Deletions(BaseModel):
    memories: list[Which] = Field(min_length=1, max_length=1000)


def memory_out(record: Record, score: float | None = None) -> dict[str, Any]:
    """A memory as its clients read it."""
    found = {
        "id": record.id,
        "memory": record.content,
        "user_id": record.user,
        "agent_id": record.agent,
        "app_id": record.project,
        "run_id": run_of(record),
        "hash": record.provenance.content_hash,
        "metadata": dict(record.metadata),
        "categories": list(record.tags),
        "created_at": record.created_at.isoformat(),
        "updated_at": record.updated_at.isoformat(),
        "expiration_date": _last_day(record.expires_at),
    }
    return found if score is None else found | {"score": score}


def _last_day(expires_at: datetime | None) -> str | None:
    return None if expires_at is None else (expires_at - timedelta(microseconds=1)).date().isoformat()


def events_of(added: Added) -> list[dict[str, Any]]:
    """What became of what was added: one event for each memory it made or changed."""
    known = {record.id: record for record in added.memories}
    told = [_event(decision, known) for decision in added.decisions]
    about = {one["id"] for one in told}
    return [*told, *(event_out(record, "ADD") for record in added.memories if record.id not in about)]


def _event(decision: Decision, known: dict[str, Record]) -> dict[str, Any]:
    event = EVENTS.get(decision.action, "NOOP")
    record = known.get(decision.memory_id or "")
    if record is not None:
        return event_out(record, event)
    return {"id": decision.memory_id, "memory": decision.content, "data": {"memory": decision.content}, "event": event}


def event_out(record: Record, event: str) -> dict[str, Any]:
    """Clients of different ages look for the text in different places."""
    return {"id": record.id, "memory": record.content, "data": {"memory": record.content}, "event": event}


def history_out(versions: list[Record]) -> list[dict[str, Any]]:
    """The versions of a memory as the changes that led from one to the next."""
    found = []
    before: Record | None = None
    for version in versions:
        found.append(_step(versions[-1].id, before, version))
        before = version
    return found


def _step(id: str, before: Record | None, now: Record) -> dict[str, Any]:
    return {
        "id": f"{id}:{now.version}",
        "memory_id": id,
        "old_memory": None if before is None else before.content,
        "new_memory": now.content,
        "event": "ADD" if before is None else "UPDATE",
        "user_id": now.user,
        "metadata": dict(now.metadata),
        "categories": list(now.tags),
        "created_at": now.created_at.isoformat(),
        "updated_at": now.updated_at.isoformat(),
        "is_deleted": False,
    }
