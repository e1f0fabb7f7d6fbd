"""The verbs that write: add, change, forget, settle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from recollect.engine.turns import EXTRACT
from recollect.errors import InvalidInput
from recollect.memory.opening import Opened
from recollect.model.added import Added
from recollect.model.decision import Decision
from recollect.model.given import require_flags
from recollect.model.record import Record


class Writing(Opened):
    """Putting into a memory and changing what is there."""

    def add(
        self,
        /,
        content: str | Sequence[Mapping[str, Any]],
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        wait: bool = False,
        learn: bool = True,
        **fields: Any,
    ) -> Added:
        """Text: one memory, stored as said. A list of messages: a conversation, every turn kept and searchable.

        What a conversation teaches is learned by a job in the background (`job_id`, `flush`); with `wait` before this
        returns, and `memories` and `decisions` say what came of it. With `learn=False` the turns are kept and no more.

        `fields` for text: layer, kind, key, tags, metadata, sectors, confidence, strength, occurred_at, valid_from,
        valid_until, expires_at, source, reference, id. With a `key` that is taken it is the next version of that
        record: what is not named stays, metadata is merged; `relabelled=True`: labels that are not named go.
        """
        require_flags(wait=wait, learn=learn)
        scope = self._scope(user, agent, session, project)
        if isinstance(content, str):
            return self._running.memories.add(content, scope, fields)
        if not isinstance(content, list | tuple):
            raise InvalidInput(f"content must be text or a list of messages, not {type(content).__name__}")
        if fields:
            raise InvalidInput(
                f"a conversation takes no {sorted(fields)[0]!r}; put it into the messages, or store text on its own"
            )
        engine = self._running
        if not wait:
            return engine.turns.add(content, scope, learn=learn)
        added = engine.turns.add(content, scope, learn=learn, begun=engine.jobs.begun)
        if not added.job_ids:
            return added
        outcomes = engine.jobs.finish(added.job_ids, scope.own, EXTRACT, held=added.written.held)
        return engine.turns.learned(added, scope, outcomes)

    def add_many(
        self,
        items: Sequence[str | Mapping[str, Any]],
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
    ) -> Added:
        """Many memories in one transaction: texts, or mappings with content and the fields of `add`."""
        return self._running.memories.add_many(items, self._scope(user, agent, session, project))

    def update(self, /, id: str, *, if_version: int | None = None, **changes: Any) -> Record:
        """A new version under the same id; the old one stays in `history`.

        `if_version`: only of this version; somebody made another one meanwhile: `Conflict`, and nothing is changed.
        """
        return self._running.memories.update(self._scope(), id, changes, if_version)

    def archive(self, id: str) -> Record:
        """Hide a record; `unarchive` undoes it."""
        return self._running.memories.archive(self._scope(), id)

    def unarchive(self, id: str, *, key: str | None = None) -> Record:
        """Bring back what is hidden, to stay; with `key` under another key, where its own belongs to another record."""
        return self._running.memories.unarchive(self._scope(), id, key)

    def delete(self, *ids: str) -> int:
        """Remove records for good, with their versions, index entries and vectors; returns how many."""
        return self._running.forgetting.delete(self._scope(), ids)

    def revert(self, id: str, *, version: int) -> Record:
        """Make an old version current again, as a new version."""
        return self._running.memories.revert(self._scope(), id, version)

    def resolve(self, conflict_id: str, choice: str) -> Decision:
        """Settle an open conflict: `new`, `old` or `both` hold."""
        return self._running.conflicts.resolve(self._scope(), conflict_id, choice)

    def flush(self, *, user: str | None = None, timeout_s: float | None = None) -> int:
        """Wait until all queued jobs are done (with a user: that user's); returns how many are left at the time-out."""
        return self._running.jobs.flush(self._scope(user) if user is not None else None, timeout_s=timeout_s)
