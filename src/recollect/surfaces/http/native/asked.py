"""What the native interface takes. A field that is not known is refused, so that a mistyped one is never ignored."""

from __future__ import annotations

import re
from datetime import datetime
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, WithJsonSchema, field_validator

from recollect.model.context import FORMATS
from recollect.model.record import KINDS, LAYERS, SECTORS, SOURCES, STATUSES
from recollect.model.scope import NAME_CHARS_MAX

NO_NUL = "^[^\\u0000]*$"
SPOKEN = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"
"""Something to read, and no NUL: what the engine takes as text, told in the OpenAPI document."""
Text = Annotated[str, Field(json_schema_extra={"pattern": SPOKEN, "minLength": 1})]
Label = Annotated[str, Field(min_length=1, max_length=NAME_CHARS_MAX, json_schema_extra={"pattern": SPOKEN})]
Tag = Annotated[str, Field(min_length=1, max_length=256, json_schema_extra={"pattern": SPOKEN})]
Share = Annotated[float, Field(ge=0, le=1)]
Metadata = Annotated[
    dict[str, Any],
    Field(
        json_schema_extra={
            "propertyNames": {"pattern": NO_NUL},
            "additionalProperties": {
                "anyOf": [
                    {"type": "string", "pattern": NO_NUL},
                    {"type": ["number", "boolean", "null"]},
                    {"type": "array", "items": {"type": ["number", "boolean", "null"]}},
                    {
                        "type": "object",
                        "propertyNames": {"pattern": NO_NUL},
                        "additionalProperties": {"type": ["number", "boolean", "null"]},
                    },
                ]
            },
        }
    ),
]


def _written(value: Any) -> Any:
    """A time is written out (ISO 8601): a bare number could mean seconds or milliseconds."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) is None:
        return value
    raise ValueError("write the time as ISO 8601, for example 2026-05-31T09:00:00Z")


_NUMBER = re.compile(r"[-+]?[\d._]+([eE][-+]?\d+)?")
Moment = Annotated[datetime, BeforeValidator(_written)]


def one_of(values: tuple[str, ...]) -> Any:
    """One of a closed list of words, told in the OpenAPI document."""
    return Annotated[str, Field(json_schema_extra={"enum": list(values)})]


def _numeric(kind: Any) -> bool:
    """A number, or a number or nothing."""
    return kind in (int, float) or (
        get_origin(kind) in (Annotated, Union, UnionType) and any(map(_numeric, get_args(kind)))
    )


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def numbers_alone(cls, value: Any, info: ValidationInfo) -> Any:
        """Neither true nor "1" stands for a number, as the OpenAPI document says."""
        if isinstance(value, bool | str) and _numeric(cls.model_fields[str(info.field_name)].annotation):
            raise ValueError("give a number")
        return value

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
    tags: list[Tag] | None = Field(None, max_length=64)
    metadata: Metadata | None = None
    sectors: list[one_of(SECTORS)] | None = Field(None, max_length=5)  # type: ignore[valid-type]
    confidence: Share | None = None
    occurred_at: Moment | None = None
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    expires_at: Moment | None = None


class Wording(Fields):
    """A text to store, and what is known of it."""

    content: Text
    strength: Share | None = None
    source: one_of(SOURCES) | None = None  # type: ignore[valid-type]
    reference: Label | None = None
    id: Label | None = None


class Item(Wording):
    """One memory."""

    layer: one_of(LAYERS) | None = None  # type: ignore[valid-type]


class AddMemory(Item, Labels):
    """A memory to store, as said. It is weighed against what is known, unless it has a key or an id."""


class AddOverride(Wording):
    """Something to fix."""

    user: Label | None = Field(None, description="for whom; none: for everybody")


class AddMemories(Labels):
    """Many memories, stored in one transaction as they are."""

    items: list[Item] = Field(min_length=1, max_length=10_000)


_TEXT = {"type": "string", "pattern": SPOKEN, "minLength": 1}
_TEXT_PART = {
    "type": "object",
    "properties": {"type": {"const": "text"}, "text": _TEXT},
    "required": ["type", "text"],
    "additionalProperties": False,
}
_OTHER_PART = {
    "type": "object",
    "properties": {"type": {"enum": ["image_url", "input_image", "input_audio", "file"]}},
    "required": ["type"],
}
Content = Annotated[
    str | list[dict[str, Any]] | None,
    WithJsonSchema(
        {
            "anyOf": [
                _TEXT,
                {"type": "array", "items": {"anyOf": [_TEXT_PART, _OTHER_PART]}, "contains": _TEXT_PART},
            ]
        }
    ),
]
"""Text, or parts of which the texts are kept. A message that only calls a tool may have none."""


class FunctionCall(Asked):
    name: Label
    arguments: Annotated[str, Field(json_schema_extra={"pattern": NO_NUL})] = ""


class ToolCall(Asked):
    """What an assistant asked to be done; kept in the metadata of its turn."""

    id: Label | None = None
    type: one_of(("function",)) = "function"  # type: ignore[valid-type]
    function: FunctionCall


class Message(Asked):
    """One turn, as chat APIs have it."""

    role: one_of(("user", "assistant", "system", "tool", "developer", "function")) = "user"  # type: ignore[valid-type]
    content: Content
    name: Label | None = Field(None, description="who speaks")
    occurred_at: Moment | None = None
    tags: list[Tag] | None = Field(None, max_length=64)
    metadata: Metadata | None = None
    id: Label | None = Field(None, description="the client's own; kept in the metadata")
    tool_calls: list[ToolCall] | None = Field(None, max_length=1000)
    tool_call_id: Label | None = None


class AddTurns(Labels):
    """A conversation, or the next part of one. Turns are kept at once; what they teach is learned by a job."""

    messages: list[Message] = Field(min_length=1, max_length=10_000)
    wait: bool = Field(False, description="answer only when the job is done")


class Change(Asked):
    """What is to change; the rest stays, and null takes a value away. The old version stays in the history."""

    content: Text = ""
    layer: one_of(LAYERS) = ""  # type: ignore[valid-type]
    kind: one_of(KINDS) = ""  # type: ignore[valid-type]
    confidence: Share = 1.0
    key: Label | None = None
    tags: list[Tag] | None = Field(None, max_length=64)
    metadata: Metadata | None = None
    sectors: list[one_of(SECTORS)] | None = Field(None, max_length=5)  # type: ignore[valid-type]
    occurred_at: Moment | None = None
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    expires_at: Moment | None = None


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
    tags: list[Tag] | None = Field(None, max_length=64)
    metadata: Metadata | None = None
    sector: one_of(SECTORS) | None = None  # type: ignore[valid-type]
    status: list[one_of(STATUSES)] | None = Field(None, min_length=1, max_length=len(STATUSES))  # type: ignore[valid-type]
    key: Label | None = None
    contains: Annotated[Text, Field(max_length=10_000)] | None = None
    since: Moment | None = None
    until: Moment | None = None
    valid_at: Moment | None = None
    as_of: Moment | None = None
    include_expired: bool | None = None
    only_session: bool | None = None


PRESET_NAMES = (
    "recollect", "rrf", "weighted", "composite", "omniroute", "osaurus", "openclaw", "memoryos", "openmemory",
)  # fmt: skip
LAYOUT_NAMES = ("recollect", "osaurus", "memoryos", "omniroute")
SECTION_NAMES = (
    "date", "overrides", "domain", "profile", "working", "summaries", "relationships", "excerpts", "documents",
    "memories", "recaps", "question",
)  # fmt: skip
Days = Annotated[float, Field(ge=0, le=36_500)]
Weight = Annotated[float, Field(ge=0, le=1e6)]


class SearchOptions(Asked):
    """What of a preset a search may change; see the page about presets."""

    strategy: one_of(("exact", "recent", "semantic", "hybrid")) | None = None  # type: ignore[valid-type]
    fusion: one_of(("learned", "rrf", "weighted", "composite", "recent")) | None = None  # type: ignore[valid-type]
    channels: one_of(("both", "keyword", "vector")) | None = None  # type: ignore[valid-type]
    rrf_k: int | None = Field(None, ge=0, le=10_000)
    vector_top_k: int | None = Field(None, ge=1, le=10_000)
    vector_weight: Weight | None = None
    text_weight: Weight | None = None
    candidate_multiplier: int | None = Field(None, ge=1, le=100)
    rank_scores: bool | None = None
    half_life_days: Annotated[float, Field(ge=1 / 1440, le=36_500)] | None = None
    mmr_lambda: Share | None = None
    mmr_fetch: float | None = Field(None, ge=1, le=10)
    min_score: Share | None = None
    retention_days: Days | None = None
    summary_retention_days: Days | None = None
    retold_last: bool | None = None
    window: int | None = Field(None, ge=0, le=50)
    sectors: bool | None = None
    newer: bool | None = None
    graph: Share | None = None
    waypoints: bool | None = None
    tokens_max: int | None = Field(None, ge=0, le=1_000_000)


class ContextOptions(Asked):
    """What of a layout a context may change; see the page about context."""

    base: list[one_of(SECTION_NAMES)] | None = Field(None, max_length=20)  # type: ignore[valid-type]
    base_when_asked: list[one_of(SECTION_NAMES)] | None = Field(None, max_length=20)  # type: ignore[valid-type]
    asked: list[one_of(SECTION_NAMES)] | None = Field(None, max_length=20)  # type: ignore[valid-type]
    base_share: Share | None = None
    memory_share: Share | None = None
    profile_tokens: int | None = Field(None, ge=100, le=50_000)
    working_tokens: int | None = Field(None, ge=50, le=10_000)
    summary_tokens: int | None = Field(None, ge=50, le=10_000)
    excerpt_tokens: int | None = Field(None, ge=50, le=20_000)
    memory_tokens: int | None = Field(None, ge=0, le=1_000_000)
    relationship_tokens: int | None = Field(None, ge=50, le=5_000)
    summary_retention_days: Days | None = None
    window: int | None = Field(None, ge=0, le=50)
    k: int | None = Field(None, ge=0, le=1000)
    trust_min: Share | None = None
    opening: Annotated[Text, Field(max_length=1000)] | None = None
    fence: bool | None = None
    group: bool | None = None
    joined: bool | None = None
    skip_session: bool | None = None

    def given(self, *without: str) -> dict[str, Any]:
        found = super().given(*without)
        return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}


class Search(Filters):
    """A question to a memory."""

    query: Annotated[Text, Field(max_length=100_000)] | None = Field(None, description="none: the newest")
    k: int | None = Field(None, ge=1, le=1000, description="how many; none: what the preset gives, usually 10")
    users: list[Label] | None = Field(None, max_length=100, description="several users at once; needs the role admin")
    preset: one_of(PRESET_NAMES) | None = None  # type: ignore[valid-type]
    options: SearchOptions | None = Field(None, description="changes of the preset for this search")
    now: Moment | None = None
    explain: bool = Field(False, description="tell how the answer came about, and what almost came back")
    trace: bool = Field(False, description="tell how the answer came about")
    dry_run: bool = Field(False, description="count no recall")


class ContextAsked(Labels):
    """What to tell a model."""

    query: Annotated[Text, Field(max_length=100_000)] | None = None
    format: one_of(FORMATS) | None = None  # type: ignore[valid-type]
    tokens_max: int | None = Field(None, ge=0, le=1_000_000)
    layout: one_of(LAYOUT_NAMES) | None = None  # type: ignore[valid-type]
    now: Moment | None = None
    options: ContextOptions | None = Field(None, description="changes of the layout for this call")


class Listed(Filters):
    """Which records to list."""

    before: Moment | None = None


class Clear(Listed):
    """Which records to delete for good."""

    everyone: bool = False
    dry_run: bool = False


class Compact(Asked):
    user: Label | None = None
    session: Label | None = None
    older_than_days: float | None = Field(None, ge=0, le=36_500)
    tokens_max: int | None = Field(None, ge=0, le=100_000_000)
    keyed: bool = Field(False, description="what has a key is summed up too")
    dry_run: bool = False


class Whose(Asked):
    user: Label | None = None


class Embed(Asked):
    """Texts to make vectors of."""

    texts: list[Annotated[str, Field(max_length=1_000_000)]] = Field(min_length=1, max_length=1000)


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
    expires_in_days: float | None = Field(None, ge=1 / 1440, le=36_500)
    requests_per_minute: int | None = Field(None, ge=1, le=10_000_000)
