"""What the native interface takes. A field that is not known is refused, so that a mistyped one is never ignored."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from recollect.model.context import FORMATS
from recollect.model.record import KINDS, LAYERS, SECTORS, SOURCES, STATUSES
from recollect.model.scope import NAME_CHARS_MAX

Label = Annotated[str, Field(min_length=1, max_length=NAME_CHARS_MAX)]
Share = Annotated[float, Field(ge=0, le=1)]


def one_of(values: tuple[str, ...]) -> Any:
    """One of a closed list of words, told in the OpenAPI document."""
    return Annotated[str, Field(json_schema_extra={"enum": list(values)})]


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    def given(self, *without: str) -> dict[str, Any]:
        """What the caller gave, and nothing that he left out or gave as null."""
        found = {name: getattr(self, name) for name in self.model_fields_set if name not in without}
        return {name: value for name, value in found.items() if value is not None}

    def said(self) -> dict[str, Any]:
        """What the caller gave, null too: it takes a value away."""
        return {name: getattr(self, name) for name in self.model_fields_set}


class Labels(Asked):
    """Whose memory it is about."""

    user: Label | None = Field(None, description="whose memory; none: the tenant's shared one")
    agent: Label | None = None
    session: Label | None = None
    project: Label | None = None


class Fields(Asked):
    """What a memory may be told beside its text."""

    kind: one_of(KINDS) | None = None  # type: ignore[valid-type]
    key: Label | None = Field(None, description="a stable name: adding with it again makes a new version")
    tags: list[str] | None = Field(None, max_length=1000)
    metadata: dict[str, Any] | None = None
    sectors: list[one_of(SECTORS)] | None = Field(None, max_length=5)  # type: ignore[valid-type]
    confidence: Share | None = None
    occurred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None


class Text(Fields):
    """A text to store, and what is known of it."""

    content: str = Field(min_length=1)
    strength: Share | None = None
    source: one_of(SOURCES) | None = None  # type: ignore[valid-type]
    reference: Label | None = None
    id: Label | None = None


class Item(Text):
    """One memory."""

    layer: one_of(LAYERS) | None = None  # type: ignore[valid-type]


class AddMemory(Item, Labels):
    """A memory to store, as said. It is weighed against what is known, unless it has a key or an id."""


class AddOverride(Text):
    """Something to fix."""

    user: Label | None = Field(None, description="for whom; none: for everybody")


class AddMemories(Labels):
    """Many memories, stored in one transaction as they are."""

    items: list[Item] = Field(min_length=1, max_length=10_000)


class Message(BaseModel):
    """One turn, as chat APIs have it."""

    model_config = ConfigDict(extra="allow")

    role: str | None = Field(None, description="user, assistant, system or tool")
    content: Any = Field(None, description="text, or parts of which the text is kept; none: a call of a tool alone")
    name: str | None = Field(None, description="who speaks")


class AddTurns(Labels):
    """A conversation, or the next part of one. Turns are kept at once; what they teach is learned by a job."""

    messages: list[Message] = Field(min_length=1, max_length=10_000)
    wait: bool = Field(False, description="answer only when the job is done")


class Change(Fields):
    """What is to change; the rest stays. The old version stays in the history."""

    content: str | None = Field(None, min_length=1)
    layer: one_of(LAYERS) | None = None  # type: ignore[valid-type]


class Delete(Asked):
    """Which records to delete for good."""

    ids: list[Label] = Field(min_length=1, max_length=10_000)


class Revert(Asked):
    version: int = Field(ge=1, le=1_000_000_000)


class Reinforce(Asked):
    boost: float = Field(0.1, ge=0, le=100)


class Filters(Labels):
    """Which records; all that are given must hold."""

    layers: list[one_of(LAYERS)] | None = Field(None, max_length=len(LAYERS))  # type: ignore[valid-type]
    kinds: list[one_of(KINDS)] | None = Field(None, max_length=len(KINDS))  # type: ignore[valid-type]
    tags: list[str] | None = Field(None, max_length=100)
    metadata: dict[str, Any] | None = None
    sector: one_of(SECTORS) | None = None  # type: ignore[valid-type]
    status: list[one_of(STATUSES)] | None = Field(None, min_length=1, max_length=len(STATUSES))  # type: ignore[valid-type]
    key: Label | None = None
    contains: str | None = Field(None, min_length=1, max_length=10_000)
    since: datetime | None = None
    until: datetime | None = None
    valid_at: datetime | None = None
    as_of: datetime | None = None
    include_expired: bool | None = None
    only_session: bool | None = None


class Search(Filters):
    """A question to a memory."""

    query: str = Field(max_length=100_000)
    k: int | None = Field(None, ge=1, le=1000, description="how many; none: what the preset gives, usually 10")
    users: list[Label] | None = Field(None, max_length=100, description="several users at once; needs the role admin")
    preset: Label | None = None
    options: dict[str, Any] = Field(default_factory=dict, description="changes of the preset for this search")
    now: datetime | None = None
    explain: bool = Field(False, description="tell how the answer came about, and what almost came back")
    trace: bool = Field(False, description="tell how the answer came about")
    dry_run: bool = Field(False, description="count no recall")


class ContextAsked(Labels):
    """What to tell a model."""

    query: str | None = Field(None, max_length=100_000)
    format: one_of(FORMATS) | None = None  # type: ignore[valid-type]
    tokens_max: int | None = Field(None, ge=0, le=1_000_000)
    layout: Label | None = Field(None, description="recollect, osaurus, memoryos or omniroute")
    now: datetime | None = None
    options: dict[str, Any] = Field(default_factory=dict, description="changes of the layout for this call")


class Listed(Filters):
    """Which records to list."""

    before: datetime | None = None


class Clear(Listed):
    """Which records to delete for good."""

    everyone: bool = False
    dry_run: bool = False


class Compact(Asked):
    user: Label | None = None
    session: Label | None = None
    older_than_days: float | None = Field(None, ge=0, le=36_500)
    tokens_max: int | None = Field(None, ge=0, le=100_000_000)
    dry_run: bool = False


class Whose(Asked):
    user: Label | None = None


class Erase(Asked):
    """Everything of a user, or with `everyone` of the tenant. There is no way back."""

    user: Label | None = None
    everyone: bool = False


class Resolve(Asked):
    choice: one_of(("new", "old", "both")) = Field(description="which of the two statements holds")  # type: ignore[valid-type]


class Merge(Asked):
    user: Label | None = None
    keep: Label
    other: Label


class Sweep(Asked):
    user: Label | None = None
    dry_run: bool = False


class NewKey(Asked):
    """A key to make. Its text is in the answer, and nowhere else ever after."""

    name: Label | None = None
    role: one_of(("read", "write", "admin")) = "write"  # type: ignore[valid-type]
    user: Label | None = Field(None, description="bind it to a user: it then speaks for that user alone")
    expires_at: datetime | None = None
    requests_per_minute: int | None = Field(None, ge=0, le=10_000_000)
