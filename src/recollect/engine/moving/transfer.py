"""Export and import: newline-delimited JSON, one record a line, portable between stores and versions.

The first line says what the file is. Everything a record has travels, versions included, and what is kept beside it
(`kept`); index, vectors, waypoints and graph are made anew on import. Importing the same file
twice changes nothing the second time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any

from recollect.engine.added import fading
from recollect.engine.graph import Graph
from recollect.engine.moving import documents, ids, kept, names
from recollect.engine.moving.records import Found, Incoming, Unlearned
from recollect.engine.parts import Parts
from recollect.engine.transcripts import Transcripts
from recollect.engine.turns import Turns
from recollect.errors import InvalidInput
from recollect.ingest import readers
from recollect.model.ids import content_hash, derived_id
from recollect.model.record import (
    ACTIVE,
    KINDS,
    LAYERS,
    PENDING_REVIEW,
    ROLES,
    STATUSES,
    Provenance,
    Record,
)
from recollect.model.scope import Scope
from recollect.model.transcripts import PROBLEMS_MAX, Imported
from recollect.write import accept

FORMAT = "recollect-export"
FORMAT_VERSION = 3
READ_VERSIONS = (1, 2, FORMAT_VERSION)
"""1 had no documents; 2 no links, decisions, conflicts and told ties."""
UNLEARNED = "unlearned"
"""The field of a turn's line that says that nothing was learned from it yet, but will be."""
TURN = "turn"
MARK = "\ufeff"
"""What some programs put before the first letter of a file, and so between two that were joined."""
STOPPED = "the lines before it were imported, it and what follows were not"
COUNT_MAX = 2**31 - 1
Line = Found | tuple[names.Merged, ...]
"""What a line holds; a heading, the names that were merged."""
_MOMENTS = (
    "strength_at",
    "last_accessed_at",
    "occurred_at",
    "valid_from",
    "valid_until",
    "created_at",
    "updated_at",
    "expires_at",
    "ended_at",
)
_FIELDS = tuple(field.name for field in fields(Record) if field.name not in ("scope", "provenance", "item"))
_LABELS = ("user", "agent", "session", "project")


class Transfer:
    """Moves records in and out."""

    def __init__(self, parts: Parts, transcripts: Transcripts, turns: Turns, graph: Graph) -> None:
        self._parts = parts
        self._turns = turns
        self._graph = graph
        self._transcripts = transcripts

    def export(self, scope: Scope, *, everyone: bool = False) -> Iterator[str]:
        """Lines of JSON without line ends."""
        merged = names.exported(self._parts.store, scope, everyone=everyone)
        yield _dump({"format": FORMAT, "version": FORMAT_VERSION, **merged})
        waiting = self._turns.unlearned(scope, everyone=everyone)
        for document in documents.exported(self._parts.store, scope, everyone=everyone):
            yield _dump(document)
        for record in self._parts.store.scan(scope, everyone=everyone):
            yield _dump(to_plain(record) | ({UNLEARNED: True} if record.id in waiting else {}))
        for beside in kept.exported(self._parts.store, scope, everyone=everyone):
            yield _dump(beside)

    def import_lines(
        self,
        lines: Iterable[str],
        scope: Scope,
        *,
        keep_users: bool = True,
        progress: Callable[[int], None] | None = None,
    ) -> dict[str, int]:
        """Write what the lines hold; returns counts of added and already known records.

        Each batch is one transaction per user. A bad line stops the import with its number; what was imported before
        it stays, and importing the mended file again adds only the rest.
        """
        parsed = (self._parse(line, number, scope, keep_users=keep_users) for number, line in enumerate(lines, start=1))
        return self._import((found for found in parsed if found is not None), progress)

    def import_file(
        self,
        path: Path,
        scope: Scope,
        *,
        format: str = "auto",
        progress: Callable[[int], None] | None = None,
    ) -> dict[str, int]:
        """Read a file in one of the formats of `recollect.ingest.readers`."""
        format = readers.format_of(path, format)
        if format == readers.EXPORT:
            with path.open(encoding="utf-8-sig", errors="surrogateescape") as file:
                return self.import_lines(file, scope, progress=progress)
        problems: list[str] = []
        if format in readers.READERS:
            found = self._foreign(readers.READERS[format](path, problems), scope, problems)
            records = readers.whole(path, found, problems) if format in readers.WHOLE else found
        else:
            records = self._transcripts.records(path, format, scope, problems)
        counts = self._import(records, progress)
        return Imported({**counts, "skipped": len(problems)}, tuple(problems[:PROBLEMS_MAX]))

    def _foreign(self, plains: Iterable[dict[str, Any]], scope: Scope, problems: list[str]) -> Iterator[Record]:
        """Records of another system. Put into a user's space, they get ids of that space. What cannot be a record is
        told, and the rest is taken."""
        for number, plain in enumerate(plains, start=1):
            if scope.user is not None:
                plain.pop("id", None)
            try:
                yield self.from_plain(plain, scope, keep_users=True)
            except InvalidInput as error:
                problems.append(f"record {number}: {error}")

    def _import(self, records: Iterable[Line], progress: Callable[[int], None] | None) -> dict[str, int]:
        incoming = Incoming(self._parts, self._turns.follow_ups, progress)
        merged: tuple[names.Merged, ...] = ()
        stopped: InvalidInput | None = None
        try:
            for found in records:
                if isinstance(found, tuple):
                    merged += found
                else:
                    incoming.take(found)
        except InvalidInput as error:
            stopped = error  # what came before the bad line stays
        incoming.end(whole=stopped is None)
        if stopped is not None:
            raise stopped
        names.merge(self._graph, merged)
        return incoming.counts

    def _parse(self, line: Any, number: int, scope: Scope, *, keep_users: bool) -> Line | None:
        if not isinstance(line, str):
            raise InvalidInput(f"line {number} is {type(line).__name__}; every line is text with JSON; {STOPPED}")
        if not line.strip():
            return None
        try:
            plain = json.loads(line.removeprefix(MARK))
        except (ValueError, RecursionError) as error:
            raise InvalidInput(f"line {number} is not JSON ({error}); {STOPPED}") from error
        if not isinstance(plain, dict):
            raise InvalidInput(f"line {number} is {type(plain).__name__}; every line is a JSON object; {STOPPED}")
        try:
            if plain.get("format") == FORMAT and "content" not in plain:
                return self._heading(plain, scope, keep_users=keep_users)
            if set(plain) == {documents.LINE}:
                self._take_document(plain[documents.LINE], scope, keep_users=keep_users)
                return None
            kind = next(iter(plain)) if len(plain) == 1 else ""
            if kind in kept.LINES:
                now, masked = self._parts.clock(), self._parts.secrets.masked
                return kept.read(kind, plain[kind], scope, keep_users=keep_users, now=now, masked=masked)
            record = self.from_plain(plain, scope, keep_users=keep_users)
            return Unlearned(record=record) if record.layer == TURN and plain.get(UNLEARNED) is True else record
        except InvalidInput as error:
            raise InvalidInput(f"line {number}: {error}; {STOPPED}") from error

    def _heading(self, plain: dict[str, Any], scope: Scope, *, keep_users: bool) -> tuple[names.Merged, ...]:
        """The line that says what the file is: its first, or that of another export after it."""
        if plain.get("version") not in READ_VERSIONS:
            raise InvalidInput(
                f"this file has export version {plain.get('version')}; this Recollect reads up to {FORMAT_VERSION}. "
                "Upgrade with `pip install -U recollect`"
            )
        return names.read(plain, scope, keep_users=keep_users, masked=self._parts.secrets.masked)

    def _take_document(self, plain: Any, scope: Scope, *, keep_users: bool) -> None:
        documents.taken_in(
            self._parts.store,
            plain,
            scope,
            keep_users=keep_users,
            now=self._parts.clock(),
            secrets=self._parts.secrets,
        )

    def from_plain(self, plain: dict[str, Any], scope: Scope, *, keep_users: bool) -> Record:
        """A record from JSON: an exported one with all its fields, or any object with at least `content`."""
        now = self._parts.clock()
        secrets = self._parts.secrets
        content = secrets.mask(accept.text(plain.get("content"), chars_max=self._parts.options.content_chars_max))
        labels = {name: accept.label(plain.get(name), name) for name in _LABELS}
        if not keep_users or scope.user is not None:
            labels["user"] = scope.user
        own = Scope(tenant=scope.tenant, **labels)
        moments = {name: accept.moment(plain.get(name), name) for name in _MOMENTS}
        source = plain.get("provenance") or {}
        if not isinstance(source, dict):
            raise InvalidInput(f"provenance must be an object, not {type(source).__name__}")
        reference = self._label(source.get("reference"), "reference")
        key, id = self._key(plain.get("key")), accept.label(plain.get("id"), "id")
        previous = accept.label(plain.get("previous_version_id"), "previous_version_id")
        if id is None:
            id = derived_id(own.tenant, own.user, content, str(key), str(reference))
        elif own.user != accept.label(plain.get("user"), "user"):
            # Moved into another user's space: the id may be taken by the record it was exported from.
            id = derived_id(own.tenant, own.user, id)
            previous = previous and derived_id(own.tenant, own.user, previous)
            metadata = ids.of_moved(own, plain.get("metadata"), plain.get("layer"), reference)
            plain = {**plain, "metadata": metadata}
        created_at = moments["created_at"] or now
        status = accept.one_of(plain.get("status", "active"), STATUSES, "status")
        ended = status not in (ACTIVE, PENDING_REVIEW)
        ended_at = (moments["ended_at"] or moments["updated_at"] or created_at) if ended else None
        layer = accept.one_of(plain.get("layer", "memory"), LAYERS, "layer")
        kind = accept.one_of(plain.get("kind", "note"), KINDS, "kind")
        metadata = secrets.masked(accept.metadata(plain.get("metadata")))
        sectors, rate = fading(plain.get("sectors"), kind, content, layer, metadata, self._parts.options.decay_lambda)
        return Record(
            id=id,
            content=content,
            scope=own,
            layer=layer,
            kind=kind,
            status=status,
            role=accept.one_of(plain.get("role", ""), ROLES, "role"),
            speaker=self._label(plain.get("speaker"), "speaker"),
            position=accept.whole(plain.get("position", 0), "position", 0, COUNT_MAX),
            key=key,
            tags=secrets.mask_labels(accept.tags(plain.get("tags"))),
            metadata=metadata,
            sectors=sectors,
            confidence=accept.share(plain.get("confidence", 1.0), "confidence"),
            strength=accept.share(plain.get("strength", 0.5), "strength"),
            original_strength=accept.share(plain.get("original_strength", plain.get("strength", 0.5)), "strength"),
            strength_at=moments["strength_at"] or created_at,
            decay_rate=accept.share(plain.get("decay_rate", rate), "decay_rate"),
            access_count=accept.whole(plain.get("access_count", 0), "access_count", 0, COUNT_MAX),
            last_accessed_at=moments["last_accessed_at"],
            occurred_at=moments["occurred_at"],
            valid_from=moments["valid_from"],
            valid_until=moments["valid_until"],
            created_at=created_at,
            updated_at=moments["updated_at"] or created_at,
            expires_at=moments["expires_at"],
            ended_at=ended_at,
            version=accept.whole(plain.get("version", 1), "version", 1, COUNT_MAX),
            previous_version_id=previous,
            provenance=Provenance(
                source=accept.source(source.get("source", "import")),
                reference=reference,
                content_hash=content_hash(content),
                trust=accept.share(source.get("trust", 0.7), "trust"),
            ),
        )

    def _label(self, value: Any, name: str) -> str | None:
        found = accept.label(value, name)
        return None if found is None else self._parts.secrets.mask(found)

    def _key(self, value: Any) -> str | None:
        """A file should not fail for one key: a record whose key may not be kept comes without one."""
        found = accept.label(value, "key")
        try:
            return None if found is None else self._parts.secrets.mask_key(found)
        except InvalidInput:
            return None


def to_plain(record: Record) -> dict[str, Any]:
    """A record as JSON can carry it."""
    plain: dict[str, Any] = {}
    for name in _FIELDS:
        value = getattr(record, name)
        if isinstance(value, datetime):
            value = value.isoformat()
        elif isinstance(value, tuple):
            value = list(value)
        if value not in (None, [], {}, ""):
            plain[name] = value
    plain.update({name: getattr(record, name) for name in _LABELS if getattr(record, name) is not None})
    provenance = record.provenance
    plain["provenance"] = {"source": provenance.source, "reference": provenance.reference, "trust": provenance.trust}
    return plain


def _dump(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
