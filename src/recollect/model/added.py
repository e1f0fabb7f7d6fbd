"""What `add` gives back."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.errors import NotFound
from recollect.model.batch import Written
from recollect.model.decision import Decision
from recollect.model.record import Record


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
