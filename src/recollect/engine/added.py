"""What every new record begins with."""

from __future__ import annotations

from recollect.model.ids import content_hash
from recollect.model.record import Provenance, Record
from recollect.rules.sectors import Classified, decay_rate

INITIAL_STRENGTH = 0.5
TRUST = {"user": 1.0, "assistant": 0.5, "tool": 0.5, "document": 0.7, "file": 0.8, "import": 0.7, "system": 1.0}
"""Trust by channel. Text cannot claim it."""


def provenance(role: str, content: str) -> Provenance:
    """Of a turn: its role is its source."""
    source = role if role in TRUST else "user"
    return Provenance(source=source, content_hash=content_hash(content), trust=TRUST[source])


def note_like(plain: Record, id: str, content: str, classified: Classified | None) -> Record:
    """Another plain note of the same batch, in the sectors its text shows. It gets its dictionary at once, as
    `Record.but` gives it, in one step: a batch is made of thousands."""
    provenance, record = object.__new__(Provenance), object.__new__(Record)
    told = {**vars(plain.provenance), "content_hash": content_hash(content)}
    object.__setattr__(provenance, "__dict__", told)
    fields = {**vars(plain), "id": id, "content": content, "metadata": {}, "provenance": provenance}
    if classified is not None:
        fields["sectors"] = classified.sectors
        fields["decay_rate"] = decay_rate(classified.sectors)
    object.__setattr__(record, "__dict__", fields)
    return record
