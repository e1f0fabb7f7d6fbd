"""What every new record begins with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from recollect.model.ids import content_hash
from recollect.model.record import Provenance, Record
from recollect.rules.sectors import Classified, decay_rate, placed, shows_none
from recollect.write import accept

INITIAL_STRENGTH = 0.5
TRUST = {"user": 1.0, "assistant": 0.5, "tool": 0.5, "document": 0.7, "file": 0.8, "import": 0.7, "system": 1.0}
"""Trust by channel. Text cannot claim it."""


def provenance(role: str, content: str) -> Provenance:
    """Of a turn: its role is its source."""
    source = role if role in TRUST else "user"
    return Provenance(source=source, content_hash=content_hash(content), trust=TRUST[source])


def fading(
    asked: Any, kind: str, content: str, layer: str, metadata: Mapping[str, Any], unplaced: float | None
) -> tuple[tuple[str, ...], float]:
    """The sectors of a new record and how fast it fades. `asked`: those somebody chose; `unplaced`: how fast what
    shows none fades, where that is set."""
    given = accept.sectors(asked)
    sectors = given or placed(kind, content, layer=layer, metadata=metadata)
    if unplaced is None or given or not shows_none(kind, content, layer=layer, metadata=metadata):
        return sectors, decay_rate(sectors)
    return sectors, unplaced


def notes_like(
    plain: Record,
    ids: Sequence[str],
    contents: Sequence[str],
    classified: Mapping[int, Classified],
    unplaced: float | None = None,
) -> list[Record]:
    """Plain notes of one batch, each in the sectors that its text shows; `unplaced` as in `fading`. They get their
    dictionaries at once, as `Record.but` gives them, copied from one that no object has made its own, which is
    quicker."""
    common, common_told = dict(vars(plain)), dict(vars(plain.provenance))
    if unplaced is not None:
        common["decay_rate"] = unplaced
    new, give = object.__new__, object.__setattr__
    notes = []
    for place, (id, content) in enumerate(zip(ids, contents, strict=True)):
        told, fields = common_told.copy(), common.copy()
        told["content_hash"] = content_hash(content)
        provenance, record = new(Provenance), new(Record)
        give(provenance, "__dict__", told)
        fields["id"] = id
        fields["content"] = content
        fields["metadata"] = {}
        fields["provenance"] = provenance
        if place in classified and classified[place].shown:
            fields["sectors"] = sectors = classified[place].sectors
            fields["decay_rate"] = decay_rate(sectors)
        give(record, "__dict__", fields)
        notes.append(record)
    return notes
