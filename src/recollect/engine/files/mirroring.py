"""What a memory says in the words of a file, and what a person's edit of that file asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from recollect.engine.secrets import Secrets
from recollect.errors import InvalidInput
from recollect.ingest.markdown_notes import EDITABLE, Note, plain
from recollect.model.decision import CLARIFY, OpenConflict
from recollect.model.ids import content_hash, derived_id
from recollect.model.record import PENDING_REVIEW, Record
from recollect.model.scope import Scope
from recollect.write import accept

LAYERS = ("memory", "override")
"""What is mirrored."""
_TIMES = ("occurred_at", "valid_from", "valid_until", "expires_at")
CONTENT = "content"
QUOTED_CHARS = 200


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What an edited file asks for."""

    changes: Mapping[str, Any]
    """Of the record, as it is now."""
    clashing: tuple[str, ...]
    """What the memory has changed too, to something else."""


def fields_of(record: Record) -> dict[str, Any]:
    """The front matter of a memory."""
    return {
        "id": record.id,
        "version": record.version,
        **editable(record),
        "user": record.user,
        "created": record.created_at.isoformat(),
        "updated": record.updated_at.isoformat(),
    }


def editable(record: Record) -> dict[str, Any]:
    """What of it a person may change, beside the text."""
    found: dict[str, Any] = {
        "layer": record.layer,
        "kind": record.kind,
        "tags": record.tags,
        "key": record.key,
        "confidence": record.confidence,
    }
    return found | {name: _shown(getattr(record, name)) for name in _TIMES}


def state_of(record: Record) -> dict[str, Any]:
    """What the manifest keeps of a memory: what a person may change, of the text a mark."""
    found = {name: list(value) if name == "tags" else value for name, value in editable(record).items()}
    return found | {CONTENT: content_hash(plain(record.content))}


def wanted(note: Note, secrets: Secrets, *, default: Mapping[str, Any]) -> dict[str, Any]:
    """All that a file says, in the form that `Memories.update` takes; what it leaves out is as in `default`."""
    fields = note.fields
    said: dict[str, Any] = dict(default)
    for name in EDITABLE:
        value = fields.get(name)
        if name in _TIMES:
            said[name] = _shown(accept.moment(value, name))
        elif name == "tags":
            said[name] = secrets.mask_labels(accept.tags(value))
        elif name == "confidence" and value is not None:
            said[name] = accept.share(value, name)
        elif name == "key" or value is not None:
            said[name] = value
    if said["layer"] not in LAYERS:
        raise InvalidInput(f"layer must be one of {', '.join(LAYERS)}, not {said['layer']!r}")
    accept.kind(said["kind"])
    if not note.body.strip():
        raise InvalidInput("the text is empty; delete the file to archive the memory")
    said[CONTENT] = plain(secrets.mask(note.body))
    return said


def asked(said: Mapping[str, Any], base: Mapping[str, Any] | None, now: Record) -> Asked:
    """What a person changed, compared with what the file was (`base`; None: nobody knows), against what the memory has
    become since."""
    current = state_of(now)
    mark = {**said, "tags": list(said["tags"]), CONTENT: content_hash(said[CONTENT])}
    before = base if base is not None else {}
    mine = [name for name in mark if mark[name] != before.get(name)] if base is not None else list(mark)
    changes = {name: said[name] for name in mine if mark[name] != current.get(name)}
    clashing = tuple(name for name in changes if base is None or current.get(name) != before.get(name))
    return Asked(changes=changes, clashing=clashing)


def question_of(scope: Scope, record: Record, text: str, now: datetime) -> tuple[Record, OpenConflict]:
    """What a file says against its memory, as a record that waits for an answer and the question about it. The ids
    follow from both texts, so that it is asked once."""
    once = derived_id(scope.tenant, scope.user, "mirror", record.id, str(record.version), text)
    waiting = replace(
        record,
        id=derived_id(once),
        content=text,
        key=None,
        status=PENDING_REVIEW,
        version=1,
        previous_version_id=None,
        created_at=now,
        updated_at=now,
        item=0,
        provenance=replace(record.provenance, content_hash=content_hash(text)),
    )
    question = OpenConflict(
        id=once,
        action=CLARIFY,
        question=f"The file says {text[:QUOTED_CHARS]!r}, the memory {record.content[:QUOTED_CHARS]!r}. Which holds?",
        scope=scope,
        new_id=waiting.id,
        old_id=record.id,
        reason="changed in the mirrored file and in the memory",
        created_at=now,
    )
    return waiting, question


def _shown(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
