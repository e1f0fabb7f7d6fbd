"""What the native interface takes. A field that is not known is refused, so that a mistyped one is never ignored."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from recollect.model.context import FORMATS
from recollect.model.given import QUERY_CHARS_MAX
from recollect.model.record import KINDS, LAYERS, SECTORS, SOURCES, STATUSES
from recollect.surfaces.http.native.fields import (
    NO_NUL,
    SPOKEN,
    Asked,
    Label,
    Metadata,
    Moment,
    NewId,
    Question,
    Share,
    Tags,
    Text,
    one_of,
)
from recollect.surfaces.http.native.options import (
    LAYOUT_NAMES,
    PRESET_NAMES,
    ContextOptions,
    SearchOptions,
)


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
    tags: Tags | None = None
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
    id: NewId | None = None


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
    expires_at: Moment | None = Field(None, description="from then on neither it nor what it taught is shown")
    tags: Tags | None = None
    metadata: Metadata | None = None
    id: Label | None = Field(None, description="the client's own; kept in the metadata")
    tool_calls: list[ToolCall] | None = Field(None, max_length=1000)
    tool_call_id: Label | None = None


class AddTurns(Labels):
    """A conversation, or the next part of one. Turns are kept at once; what they teach is learned by a job."""

    messages: list[Message] = Field(min_length=1, max_length=10_000)
    wait: bool = Field(False, description="answer only when the job is done")
    learn: bool = Field(True, description="false: the turns are kept, and nothing is learned from them")


class Change(Asked):
    """What is to change; the rest stays, and null takes a value away. The old version stays in the history."""

    content: Text = ""
    layer: one_of(LAYERS) = ""  # type: ignore[valid-type]
    kind: one_of(KINDS) = ""  # type: ignore[valid-type]
    confidence: Share = 1.0
    key: Label | None = None
    tags: Tags | None = None
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


class Unarchive(Asked):
    key: Label | None = Field(None, description="under this key, where its own is taken by now")


class Filters(Labels):
    """Which records; all that are given must hold."""

    layers: list[one_of(LAYERS)] | None = Field(None, max_length=len(LAYERS))  # type: ignore[valid-type]
    kinds: list[one_of(KINDS)] | None = Field(None, max_length=len(KINDS))  # type: ignore[valid-type]
    tags: Tags | None = None
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


class Search(Filters):
    """A question to a memory."""

    query: Question | None = Field(None, description="none: the newest")
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

    query: Annotated[str, Field(json_schema_extra={"pattern": NO_NUL, "maxLength": QUERY_CHARS_MAX})] | None = Field(
        None, description="what is asked; nothing or nothing to read: what is always told"
    )
    format: one_of(FORMATS) | None = None  # type: ignore[valid-type]
    tokens_max: int | None = Field(None, ge=0, le=1_000_000)
    layout: one_of(LAYOUT_NAMES) | None = None  # type: ignore[valid-type]
    now: Moment | None = None
    used: bool = Field(False, description="a model is told it: what answers the query counts as recalled")
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
    retention_days: float | None = Field(None, ge=0, le=36_500, description="of searches that are to find the summary")
    keyed: bool = Field(False, description="what has a key is summed up too")
    typed: bool = Field(False, description="lines begin with one of the four types and not with the kind")
    dry_run: bool = False


class Whose(Asked):
    user: Label | None = None


class Wait(Whose):
    """For how long; the same may be said in the address."""

    timeout_s: Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)] | None = None


class Embed(Asked):
    """Texts to make vectors of."""

    texts: list[Annotated[str, Field(max_length=100_000)]] = Field(min_length=1, max_length=1000)


class Erase(Asked):
    """Everything of a user, or with `everyone` of the tenant. There is no way back."""

    user: Label | None = None
    everyone: bool = False
    keys: bool = Field(
        True, description="keys bound to whoever is erased go too, if the caller may manage keys; false leaves them"
    )


class Resolve(Asked):
    choice: one_of(("new", "old", "both")) = Field(description="which of the two statements holds")  # type: ignore[valid-type]


class Merge(Asked):
    user: Label | None = None
    keep: Label
    other: Label


class Linked(Asked):
    """Memories whose links are asked for."""

    user: Label | None = None
    ids: list[Label] = Field(min_length=1, max_length=10_000)


class Sweep(Asked):
    user: Label | None = None
    dry_run: bool = False


class NewKey(Asked):
    """A key to make. Its text is in the answer, and nowhere else ever after."""

    name: Label | None = None
    role: one_of(("read", "write", "admin")) = "write"  # type: ignore[valid-type]
    user: Label | None = Field(None, description="bind it to a user: it then speaks for that user alone")
    expires_in_days: float | None = Field(None, ge=1 / 1440, le=36_500)
    requests_per_minute: int | None = Field(
        None, ge=0, le=10_000_000, description="0: no limit, where the server has none; none: the server's holds"
    )
