"""What `add` gives back, and what every new record begins with."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.errors import NotFound
from recollect.model.batch import Written
from recollect.model.decision import Decision
from recollect.model.ids import content_hash
from recollect.model.record import Provenance, Record
from recollect.rules.sectors import Classified, decay_rate

INITIAL_STRENGTH = 0.5
TRUST = {"user": 1.0, "assistant": 0.5, "tool": 0.5, "document": 0.7, "file": 0.8, "import": 0.7, "system": 1.0}
"""Trust by channel. Text cannot claim it."""


@dataclass(frozen=True, kw_only=True)
class Added:
    """What `add` stored, and what was decided about it."""

    written: Written
    strengthened: tuple[Record, ...] = ()
    """Known memories that the given ones repeated."""
    learned: tuple[Record, ...] | None = None
    """Of a conversation: the memories its jobs made or changed; None: what was given are memories itself."""
    decisions: tuple[Decision, ...] = ()
    job_ids: tuple[str, ...] = ()
    note: str | None = None
    """Something the caller may want to know, for example that no vectors could be made."""

    @property
    def records(self) -> tuple[Record, ...]:
        """As given: the memory, or the turns of the conversation; a known memory where one was repeated."""
        return (*self.written.records, *self.strengthened)

    @property
    def memories(self) -> tuple[Record, ...]:
        """Memories stored or changed. Of a conversation: once its jobs are done (`wait=True`)."""
        return self.records if self.learned is None else self.learned

    @property
    def id(self) -> str:
        if not self.ids:
            reason = self.decisions[0].reason if self.decisions else "nothing was given"
            raise NotFound(f"nothing was stored, so there is no id: {reason}")
        return self.ids[0]

    @property
    def ids(self) -> list[str]:
        return [record.id for record in (*self.written.given, *self.strengthened)]

    @property
    def session(self) -> str | None:
        return self.written.given[0].session if self.written.given else None

    @property
    def job_id(self) -> str | None:
        """The job that learns from the conversation; the last one when it is long."""
        return self.job_ids[-1] if self.job_ids else None


def provenance(role: str, content: str) -> Provenance:
    """Of a turn: its role is its source."""
    source = role if role in TRUST else "user"
    return Provenance(source=source, content_hash=content_hash(content), trust=TRUST[source])


def note_like(plain: Record, id: str, content: str, classified: Classified | None) -> Record:
    """Another plain note of the same batch, in the sectors its text shows."""
    sectors = plain.sectors if classified is None else classified.sectors
    return plain.but(
        id=id,
        content=content,
        metadata={},
        sectors=sectors,
        decay_rate=decay_rate(sectors),
        provenance=plain.provenance.of(content_hash(content)),
    )
