"""Documents in exports: one line each, before the records. `transfer` writes and reads the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from recollect.contracts.store import Store
from recollect.engine.documents import LIST_MAX, part_of
from recollect.engine.secrets import Secrets
from recollect.errors import Conflict, InvalidInput
from recollect.model.batch import Batch
from recollect.model.document import DOCUMENT, Document
from recollect.model.ids import derived_id
from recollect.model.record import Edge, Record
from recollect.model.scope import Scope
from recollect.write import accept

LINE = "document"
"""A line that holds a document has this one name."""
_TEXTS = ("title", "media_type", "content_hash", "stamp", "fingerprint")
_SAID = ("title", "collection", "metadata", "error")
_LABELS = ("user", "agent", "session", "project")
BYTES_MAX = 2**53
COUNT_MAX = 2**31 - 1
"""What a column of every database holds."""


def exported(store: Store, scope: Scope, *, everyone: bool) -> Iterable[dict[str, Any]]:
    """A line for each document of the scope's own space, or of the whole tenant."""
    for document in store.documents(scope.own, everyone=everyone, own=True, limit=LIST_MAX):
        yield {LINE: _plain(document)}


def _plain(document: Document) -> dict[str, Any]:
    plain: dict[str, Any] = {
        name: getattr(document, name)
        for name in ("id", "source", "collection", *_TEXTS, "bytes", "passages", "version", "error")
    }
    plain["metadata"] = dict(document.metadata)
    plain["created_at"] = document.created_at.isoformat()
    plain["updated_at"] = document.updated_at.isoformat()
    plain |= {name: getattr(document.scope, name) for name in _LABELS}
    return {name: value for name, value in plain.items() if value not in (None, "", {})}


def taken_in(store: Store, plain: Any, scope: Scope, *, keep_users: bool, now: datetime, secrets: Secrets) -> bool:
    """Write the document of one line; False: it is there already, or a newer one. Texts are masked; whose it is and
    its id are names."""
    if not isinstance(plain, Mapping):
        raise InvalidInput(f"document must be an object, not {type(plain).__name__}")
    said = secrets.masked({name: plain[name] for name in _SAID if name in plain})
    known_by = secrets.mask_name(accept.source_name(plain.get("source")))
    document = _document({**plain, **said, "source": known_by}, scope, keep_users=keep_users, now=now)
    held = store.document(document.scope, document.id)
    if held is not None and held.scope.own != document.scope.own:
        document = replace(document, id=elsewhere(document.scope, document.id))
        held = store.document(document.scope, document.id)
    if held is not None and held.version >= document.version:
        return False
    try:
        store.write(document.scope.own, Batch(documents=(document,)))
    except Conflict:
        return False  # it is another version than the one after the one that is here: the folder it came from decides
    return True


def _document(plain: dict[str, Any], scope: Scope, *, keep_users: bool, now: datetime) -> Document:
    labels = {name: accept.label(plain.get(name), name) for name in _LABELS}
    if not keep_users or scope.user is not None:
        labels["user"] = scope.user
    own = Scope(tenant=scope.tenant, **labels)
    id = accept.identifier(plain.get("id"))
    texts = {name: accept.optional_text(plain.get(name), name) for name in _TEXTS}
    created_at = accept.moment(plain.get("created_at"), "created_at") or now
    return Document(
        id=id if own.user == plain.get("user") else elsewhere(own, id),
        scope=own,
        source=accept.source_name(plain.get("source")),
        collection=accept.optional_text(plain.get("collection"), "collection"),
        **texts,
        bytes=accept.whole(plain.get("bytes", 0), "bytes", 0, BYTES_MAX),
        passages=accept.whole(plain.get("passages", 0), "passages", 0, COUNT_MAX),
        metadata=accept.metadata(plain.get("metadata")),
        version=accept.whole(plain.get("version", 1), "version", 1, COUNT_MAX),
        error=accept.optional_text(plain.get("error"), "error") or None,
        created_at=created_at,
        updated_at=accept.moment(plain.get("updated_at"), "updated_at") or created_at,
    )


def elsewhere(own: Scope, id: str) -> str:
    """The id of a document in the space it was moved to."""
    return derived_id(own.tenant, own.user, id)


def of_passage(own: Scope, metadata: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a passage that was moved to another space with its document."""
    held = metadata.get(LINE)
    return {**metadata, LINE: elsewhere(own, held)} if isinstance(held, str) else dict(metadata)


def edges(store: Store, scope: Scope, records: Iterable[Record], now: datetime) -> tuple[Edge, ...]:
    """From passages to those of their documents that are there."""
    parts = [one for one in records if one.layer == DOCUMENT and isinstance(one.metadata.get(LINE), str)]
    known = {id for id in {one.metadata[LINE] for one in parts} if _is_in(store.document(scope, id), scope)}
    return tuple(part_of(one, now) for one in parts if one.metadata[LINE] in known)


def _is_in(document: Document | None, scope: Scope) -> bool:
    return document is not None and document.scope.own == scope.own
