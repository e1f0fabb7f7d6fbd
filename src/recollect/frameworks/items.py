"""How a value under a namespace and a key lies in a memory, and back. Pure; `langgraph` does the reading and writing.

One record an item, whose id is a digest of user, namespace and key, so that it is found at once however much there is.
The value stands in the record's metadata as it was given; the text is what a question may find. A tag for each
beginning of the namespace finds everything below it. Digests, because names may be too long for an id or a tag, or
look like something that must not be written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from recollect.errors import InvalidInput
from recollect.model.record import Record

MARK = "langgraph"
"""The one metadata field that holds everything about an item, and how keys and tags begin."""
INDEXED = f"{MARK}:indexed"
"""The tag of what questions may find by what it says."""
DEPTH_MAX = 60
"""Labels of a namespace: each beginning of it is a tag, and a record takes so many tags."""
REFRESH_SHARE = 0.01
"""A read makes an item live longer only when this share of its time has passed: a read is not always a write."""

Namespace = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Stored:
    """An item as it lies in the memory."""

    namespace: Namespace
    key: str
    value: dict[str, Any]
    indexed: bool
    """Whether questions may find it by what it says."""
    put_at: datetime
    first: str
    """Sorts items by when they were first put since they were last deleted."""
    since: str
    """Sorts namespaces by when they got an item since they were last empty."""
    ttl: float | None = None
    """Minutes it lives after a write or a read."""
    id: str = ""
    version: int = 0
    expires_at: datetime | None = None

    @property
    def place(self) -> tuple[Namespace, str]:
        return self.namespace, self.key

    def metadata(self) -> dict[str, Any]:
        return {
            MARK: {
                "namespace": list(self.namespace),
                "key": self.key,
                "value": self.value,
                "indexed": self.indexed,
                "put_at": self.put_at.isoformat(),
                "first": self.first,
                "since": self.since,
                "ttl": self.ttl,
            }
        }

    def fields(self, text: str | None, user: str | None) -> dict[str, Any]:
        """What `Memory.add_many` takes."""
        name = record_id(user, self.namespace, self.key)
        fields = {
            "content": text or " / ".join((*self.namespace, self.key)).strip() or "an item without a name",
            "layer": "document",  # neither weighed against other memories nor faded: it stays until it is deleted
            "source": "tool",
            "id": name,
            "key": name,  # what is put again becomes the next version
            "tags": [*beginnings(self.namespace), exactly(self.namespace), *([INDEXED] if self.indexed else [])],
            "metadata": self.metadata(),
        }
        return fields if self.ttl is None else {**fields, "expires_at": self.expiry(self.put_at)}

    def expiry(self, now: datetime) -> datetime | None:
        return None if self.ttl is None else now + timedelta(minutes=self.ttl)

    def refreshed(self, now: datetime) -> datetime | None:
        """When it is to expire after a read; None: as before."""
        later = self.expiry(now)
        if later is None or self.ttl is None or self.expires_at is None:
            return None
        return later if later - self.expires_at >= timedelta(minutes=self.ttl * REFRESH_SHARE) else None


def stored(record: Record) -> Stored:
    held: Mapping[str, Any] = record.metadata[MARK]
    return Stored(
        namespace=tuple(held["namespace"]),
        key=held["key"],
        value=dict(held["value"]),
        indexed=held["indexed"],
        put_at=datetime.fromisoformat(held["put_at"]),
        first=held["first"],
        since=held["since"],
        ttl=held["ttl"],
        id=record.id,
        version=record.version,
        expires_at=record.expires_at,
    )


def record_id(user: str | None, namespace: Namespace, key: str) -> str:
    return f"{MARK}:{_digest([user, *namespace, key])}"


def beginnings(namespace: Namespace) -> list[str]:
    """A tag for every beginning of a namespace, the empty one and the whole included."""
    if len(namespace) > DEPTH_MAX:
        raise InvalidInput(f"a namespace has at most {DEPTH_MAX} labels, not {len(namespace)}")
    return [beginning(namespace[:depth]) for depth in range(len(namespace) + 1)]


def beginning(namespace: Namespace) -> str:
    return f"{MARK}:{len(namespace)}:{_digest(list(namespace))}"


def exactly(namespace: Namespace) -> str:
    """The tag of what lies in this namespace, not below it."""
    return f"{MARK}:in:{_digest(list(namespace))}"


def _digest(names: Sequence[str | None]) -> str:
    try:
        named = json.dumps(list(names), ensure_ascii=False).encode()
    except (TypeError, UnicodeEncodeError) as error:
        raise InvalidInput(f"namespaces and keys are text: {error}") from error
    return hashlib.blake2b(named, digest_size=16).hexdigest()


def in_order(items: Sequence[Stored]) -> list[Stored]:
    """Namespace by namespace, in the order in which they and their items came."""
    return sorted(items, key=lambda item: (item.since, item.namespace, item.first))
