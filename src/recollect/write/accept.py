"""The door: everything a caller may pass is checked here, once, with an error that says what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from reprlib import repr as shown
from typing import Any

from recollect.errors import Contradictory, InvalidInput, TooLarge, UnknownName
from recollect.model import given as given_alike
from recollect.model.given import TAGS_MAX, require_addressable
from recollect.model.layers import OWN_KEYS
from recollect.model.record import KINDS, LAYERS, ROLES, SECTORS, SOURCES
from recollect.model.scope import NAME_CHARS_MAX, require_text
from recollect.rules import parts

TAG_CHARS_MAX = 256
SOURCE_CHARS_MAX = 8192
"""As long as a path or an address may be."""
_NOTHING: tuple[()] = ()
"""There is one empty tuple: what a caller leaves out is known at a glance."""
MESSAGE_FIELDS = ("role", "name", "content", "occurred_at", "expires_at", "metadata", "tags", "id")
CHAT_FIELDS = ("tool_calls", "tool_call_id", "function_call", "refusal", "annotations", "audio")
"""What chat formats put beside the text; kept in the metadata."""
metadata = given_alike.metadata
"""Checked alike by clients."""
_CALLED = "tool_use_id"
_ROLE_OF = {"developer": "system", "function": "tool"}


@dataclass(frozen=True, kw_only=True)
class Message:
    """One turn of a conversation, accepted."""

    role: str
    name: str | None
    content: str
    occurred_at: datetime | None
    metadata: Mapping[str, Any]
    tags: tuple[str, ...] = ()
    expires_at: datetime | None = None
    """From then on neither the turn nor what it taught is shown."""


def text(value: Any, *, name: str = "content", chars_max: int, blank: bool = False) -> str:
    """Text that can be stored as it is. `blank`: it may be nothing but blanks."""
    if isinstance(value, bytes):
        raise InvalidInput(f"{name} is bytes; decode it first, for example value.decode('utf-8')")
    if not isinstance(value, str):
        raise InvalidInput(f"{name} must be text, not {type(value).__name__}")
    if not blank and not value.strip():
        raise InvalidInput(f"{name} is empty; there is nothing to remember")
    if len(value) > chars_max:
        raise TooLarge(
            f"{name} has {len(value):,} characters; at most {chars_max:,} fit in one record. "
            "Split it, or raise content_chars_max."
        )
    require_text(value, name)
    return value


def one_of(value: Any, allowed: Sequence[str], name: str) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise UnknownName(f"unknown {name} {shown(value)}; choose one of {', '.join(item for item in allowed if item)}")
    return str(value)


def layer(value: Any) -> str:
    return one_of(value, LAYERS, "layer")


def kind(value: Any) -> str:
    return one_of(value, KINDS, "kind")


def source(value: Any) -> str:
    return one_of(value, SOURCES, "source")


def label(value: Any, name: str) -> str | None:
    """A short optional name."""
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(f"{name} must be a non-empty string, not {shown(value)}")
    if len(value) > NAME_CHARS_MAX:
        raise TooLarge(f"{name} has {len(value)} characters; at most {NAME_CHARS_MAX} are allowed")
    require_text(value, name)
    return value


def source_name(value: Any) -> str:
    """What a document is known by: a path, an address, a name."""
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(f"the source of a document is its path, address or name, not {shown(value)}")
    if len(value) > SOURCE_CHARS_MAX:
        raise TooLarge(f"the source of a document has {len(value)} characters; at most {SOURCE_CHARS_MAX} are allowed")
    require_text(value, "the source of a document")
    return value


def optional_text(value: Any, name: str) -> str:
    """A text that may be missing."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidInput(f"{name} must be text, not {shown(value)}")
    require_text(value, name)
    return value


def free_key(key: str | None) -> None:
    """Refuse the keys that are not a caller's to give."""
    if key is not None and key.startswith(OWN_KEYS):
        raise InvalidInput(
            f"keys that begin with {OWN_KEYS!r} are the engine's own, for profiles and summaries; choose another key "
            f"than {key!r}"
        )


def distinct_keys(keys: Sequence[str | None]) -> None:
    """Refuse two of a batch that would be one record."""
    held: dict[str, int] = {}
    for place, key in enumerate(keys):
        if key is not None and (first := held.setdefault(key, place)) != place:
            raise InvalidInput(
                f"items {first} and {place} have the same key {key!r}; add them one after the other to make versions"
            )


def identifier(value: Any) -> str:
    """The id of a record, job or conflict, as it was given out."""
    if not isinstance(value, str) or not value:
        raise InvalidInput(f"an id is a non-empty string, not {shown(value)}")
    require_text(value, "the id")
    return value


def new_identifier(value: Any) -> str | None:
    """The id that a caller gives to a new record."""
    found = label(value, "id")
    if found is not None:
        require_addressable(found, "an id")
    return found


def seconds(value: Any, name: str) -> float | None:
    """How long to wait; None: as long as it takes."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise InvalidInput(f"{name} must be a number of seconds, 0 or more, not {shown(value)}")
    return float(value)


def moment(value: Any, name: str) -> datetime | None:
    """A point in time, in UTC."""
    found = given_alike.moment(value, name)
    try:
        return None if found is None else found.astimezone(UTC)
    except (OverflowError, ValueError) as error:
        raise InvalidInput(f"{name} is {shown(found)}, which cannot be expressed in UTC") from error


def period(since: Any, until: Any, since_name: str, until_name: str) -> tuple[datetime | None, datetime | None]:
    """Two moments in order; either may be open."""
    start, end = moment(since, since_name), moment(until, until_name)
    if start is not None and end is not None and start > end:
        raise Contradictory(f"{since_name} ({start.isoformat()}) is after {until_name} ({end.isoformat()}); swap them")
    return start, end


def share(value: Any, name: str) -> float:
    """A number between 0 and 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
        raise InvalidInput(f"{name} must be a number from 0 to 1, not {shown(value)}")
    return float(value)


def flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidInput(f"{name} must be True or False, not {shown(value)}")
    return value


def whole(value: Any, name: str, low: int, high: int) -> int:
    """A whole number within a range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidInput(f"{name} must be a whole number from {low} to {high:,}, not {shown(value)}")
    return value


def tags(value: Any) -> tuple[str, ...]:
    if value is None or value is _NOTHING:
        return ()
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise InvalidInput(f"tags must be a list of strings, not {shown(value)}")
    wanted = tuple(value)
    if len(wanted) > TAGS_MAX:
        raise TooLarge(f"{len(wanted)} tags; at most {TAGS_MAX} are allowed")
    for tag in wanted:
        if not isinstance(tag, str) or not tag.strip() or len(tag) > TAG_CHARS_MAX:
            raise InvalidInput(f"a tag is a non-empty string of at most {TAG_CHARS_MAX} characters, not {shown(tag)}")
        require_text(tag, "a tag")
    return tuple(dict.fromkeys(wanted))


def sectors(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return names(value, SECTORS, "sector")


def names(value: Any, allowed: Sequence[str], what: str) -> tuple[str, ...]:
    """One name or several, each known, each once."""
    if value is None or value is _NOTHING:
        return ()
    if isinstance(value, str):
        value = (value,)
    if not isinstance(value, Iterable):
        raise InvalidInput(f"{what}s must be a list of names, not {shown(value)}")
    return tuple(dict.fromkeys(one_of(name, allowed, what) for name in value))


def messages(values: Sequence[Any], *, chars_max: int) -> list[Message]:
    """A conversation: mappings with role and content. Nothing of it is stored when one message is not acceptable."""
    if not values:
        raise InvalidInput("the conversation is empty; there is nothing to remember")
    found: list[Message] = []
    for place, value in enumerate(values):
        try:
            found += [_message(said, chars_max=chars_max) for said in _apart(value) if not _is_silent(said)]
        except InvalidInput as error:
            raise one_of_many(error, f"message {place}") from error
    if not found:
        raise InvalidInput("no message of the conversation has text; there is nothing to remember")
    return found


def one_of_many(error: InvalidInput, which: str) -> InvalidInput:
    """The same error, which says what it is about. Places are counted from 0."""
    return type(error)(f"{which}: {error}")


def _apart(value: Any) -> list[Any]:
    """A message with parts that are results of tools, as the turns it is made of: each result is what a tool said, and
    stands before what is said with it. Any other message is one turn."""
    results = _parts(value, "tool_result")
    if not results:
        return [value]
    told = [
        {**value, "role": "tool", "name": None, "content": result.get("content"), "tool_call_id": result.get(_CALLED)}
        for result in results
    ]
    rest = {**value, "content": [part for part in value["content"] if part not in results]}
    return [said for said in (*told, rest) if _has_text(said) or _parts(said, "tool_use")]


def _is_silent(value: Any) -> bool:
    """A message that only calls a tool, or is what one without words gave: chat formats give it no text."""
    if not isinstance(value, Mapping):
        return False
    if value.get("content") in (None, "", []):
        return any(value.get(name) for name in CHAT_FIELDS)
    return bool(_parts(value, "tool_use")) and not _has_text(value)


def _parts(value: Any, type: str) -> list[Mapping[str, Any]]:
    """The parts of one type that a message is made of."""
    content = value.get("content") if isinstance(value, Mapping) else None
    if not isinstance(content, list):
        return []
    return [part for part in content if isinstance(part, Mapping) and part.get("type") == type]


def _has_text(value: Mapping[str, Any]) -> bool:
    said = _joined(value.get("content"))
    return isinstance(said, str) and bool(said.strip())


def _message(value: Any, *, chars_max: int) -> Message:
    if not isinstance(value, Mapping):
        raise InvalidInput(
            f"it is {type(value).__name__}; a message is a mapping with role and content. "
            "To store several memories, use add_many."
        )
    unknown = set(value) - set(MESSAGE_FIELDS) - set(CHAT_FIELDS)
    if unknown:
        raise UnknownName(
            f"unknown field {sorted(map(str, unknown))[0]!r}; "
            f"the fields are {', '.join(MESSAGE_FIELDS)}. Put anything else into metadata."
        )
    given = value.get("metadata")
    if value.get("id") is not None and (given is None or isinstance(given, Mapping)):
        given = {"id": value["id"], **(given or {})}
    beside = {name: value[name] for name in CHAT_FIELDS if value.get(name)}
    if beside and (given is None or isinstance(given, Mapping)):
        given = {**beside, **(given or {})}
    found = metadata(given)
    said = value.get("content")
    if isinstance(said, list):
        parts.require_words(said)
    role = value.get("role", "user")
    return Message(
        role=one_of(_ROLE_OF.get(role, role) if isinstance(role, str) else role, ROLES[1:], "role"),
        name=label(value.get("name"), "name"),
        content=text(_joined(said), chars_max=chars_max),
        occurred_at=moment(value.get("occurred_at"), "occurred_at"),
        metadata=found,
        tags=tags(value.get("tags")),
        expires_at=moment(value.get("expires_at"), "expires_at"),
    )


def _joined(content: Any) -> Any:
    """Chat formats give text as a list of parts; the text parts are what can be remembered."""
    return parts.words(content) or "" if isinstance(content, list) else content
