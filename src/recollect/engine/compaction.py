"""Compaction: many records become one summary, in one transaction, and can come back in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from recollect.engine.again import until_unopposed
from recollect.engine.parts import Parts
from recollect.errors import InvalidInput, InvalidState, NotFound
from recollect.lifecycle import compact
from recollect.model.ageing import Compaction
from recollect.model.batch import Batch, Ending
from recollect.model.ids import new_id, new_ids
from recollect.model.query import Filter
from recollect.model.record import ACTIVE, ARCHIVED, Record
from recollect.model.scope import Scope
from recollect.rules import tokens
from recollect.write import accept
from recollect.write.entries import EVERGREEN_TAG, embedding_texts, entries
from recollect.write.extract.sentences import sentences

OLDER_THAN_DAYS = 30.0
DAYS_MAX = 36_500.0
TOKENS_MAX = 1_000_000_000
RECORDS_MAX = 100_000
"""Looked at in one call; what is left is there for the next."""

Progress = Callable[[int, int], None]


class Compacting:
    """Summaries in place of what is old or too much."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def compact(
        self,
        scope: Scope,
        *,
        older_than_days: Any = None,
        tokens_max: Any = None,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> Compaction:
        """Summarise what is older than some days (30), or what does not fit into a token budget, newest first.

        With a session in the scope only what was said there. Each summary is written in one transaction with the end of
        what it stands for: a crash leaves all of it or nothing.
        """
        found = compact.groups(self._candidates(scope, older_than_days, tokens_max))
        candidates = [record for group in found for record in group]
        before = sum(tokens.estimate(record.content) for record in candidates)
        after, archived = 0, 0
        summary_ids: list[str] = []
        for place, group in enumerate(found, start=1):
            made, count = (self._planned(group), 0) if dry_run else self._replace(group)
            archived += count
            if made is not None:
                after += tokens.estimate(made.content)
                summary_ids += [] if dry_run else [made.id]
            if progress:
                progress(place, len(found))
        return Compaction(
            candidates=len(candidates),
            tokens_total=before,
            tokens_saved=max(0, before - after),
            archived=archived,
            summary_ids=tuple(summary_ids),
            dry_run=dry_run,
        )

    def _candidates(self, scope: Scope, older_than_days: Any, tokens_max: Any) -> list[Record]:
        if older_than_days is not None and tokens_max is not None:
            raise InvalidInput("compact by age or by tokens: give older_than_days or tokens_max, not both")
        now = self._parts.clock()
        wanted = Filter(layers=("memory",), only_session=scope.session is not None)
        if tokens_max is None:
            days = _days(OLDER_THAN_DAYS if older_than_days is None else older_than_days)
            wanted = replace(wanted, before=now - timedelta(days=days))
        else:
            accept.whole(tokens_max, "tokens_max", 0, TOKENS_MAX)
        listed = self._parts.store.list(scope, wanted, now=now, limit=RECORDS_MAX, offset=0, own=True)
        fit = [record for record in listed if compact.can_be_compacted(record, evergreen=EVERGREEN_TAG)]
        return fit if tokens_max is None else compact.over_budget(fit, tokens_max)

    def _planned(self, group: Sequence[Record]) -> Record:
        now = self._parts.clock()
        return compact.summary(group, id=new_id(now), now=now, split=sentences)

    def _replace(self, group: Sequence[Record]) -> tuple[Record | None, int]:
        """Write the summary and archive what it stands for; what somebody changes meanwhile stays out of it."""
        versions = {record.id: record.item for record in group}

        def write(_: bool) -> tuple[Record | None, int]:
            found = self._parts.store.get(group[0].scope, list(versions))
            still = [old for old in found if old.status == ACTIVE and old.item == versions[old.id]]
            if not still:
                return None, 0
            made = self._planned(still)
            now = made.created_at
            embedded = self._parts.embedding.embed(embedding_texts([made]), made.scope)
            self._parts.store.write(
                made.scope.own,
                Batch(
                    entries=entries([made], embedded.rows),
                    endings=tuple(Ending(id=old.id, item=old.item, status=ARCHIVED, ended_at=now) for old in still),
                    edges=compact.parts(still, made.id, now),
                    signature=embedded.signature,
                ),
            )
            return made, len(still)

        return until_unopposed(write)

    def undo(self, scope: Scope, id: str) -> int:
        """Bring back what a summary stands for, and archive the summary; returns how many came back."""
        found = self._parts.store.get(scope, [accept.identifier(id)])
        if not found:
            raise NotFound(f"there is no record {id!r}; `recollect compact` shows the id of the summary it makes")
        if found[0].provenance.reference != compact.REFERENCE:
            raise InvalidState(f"record {id} is no summary of a compaction; `recollect unarchive` brings back one")
        return until_unopposed(lambda _: self._undo(scope, id))

    def _undo(self, scope: Scope, id: str, *, whatever: bool = False) -> int:
        """`whatever`: a record whose key was taken meanwhile comes back without it."""
        store, now = self._parts.store, self._parts.clock()
        made = store.get(scope, [id])[0]
        own = made.scope.own
        edges = [
            edge
            for edge in store.edges(own, [id])
            if edge.target == id and edge.kind == compact.PART_OF and edge.ended_at is None
        ]
        hidden = [old for old in store.get(own, [edge.source for edge in edges]) if old.status == ARCHIVED]
        hidden = [self._with_free_key(own, old, whatever=whatever) for old in hidden]
        endings, records = [], []
        for old, moved_to in zip(hidden, new_ids(now, len(hidden)), strict=True):
            ended_at = old.ended_at or now
            endings.append(
                Ending(id=old.id, item=old.item, status=ARCHIVED, ended_at=ended_at, moved_to=moved_to, reopening=True)
            )
            records.append(
                replace(
                    old,
                    status=ACTIVE,
                    ended_at=None,
                    version=old.version + 1,
                    previous_version_id=moved_to,
                    updated_at=now,
                    item=0,
                )
            )
        if made.current:
            endings.append(Ending(id=made.id, item=made.item, status=ARCHIVED, ended_at=now))
        texts = embedding_texts(records)
        embedded = self._parts.embedding.embed(texts, own) if records else None
        store.write(
            own,
            Batch(
                entries=None if embedded is None else entries(records, embedded.rows, texts),
                endings=tuple(endings),
                edges=tuple(replace(edge, ended_at=now) for edge in edges),
                signature=None if embedded is None else embedded.signature,
            ),
        )
        return len(records)

    def _with_free_key(self, own: Scope, old: Record, *, whatever: bool) -> Record:
        holder = self._parts.store.find_key(own, old.key) if old.key is not None else None
        if holder is None:
            return old
        if not whatever:
            raise InvalidState(f"the key {old.key!r} belongs to record {holder.id} now; give that one another key")
        return replace(old, key=None, metadata={**old.metadata, "former_key": old.key})

    def dissolve(self, scope: Scope, wanted: dict[str, None], versions: dict[str, None]) -> None:
        """What is about to be deleted must not live on in a summary: undo those that stand for any of it, and delete
        them too. A version that came back so goes with the whole record, for the archived one before it says the same.
        """
        store = self._parts.store
        standing: dict[str, list[str]] = {}
        for record in store.get(scope, [*wanted, *versions]):
            for edge in store.edges(record.scope.own, [record.id]):
                if edge.kind == compact.PART_OF and edge.source == record.id:
                    standing.setdefault(edge.target, []).append(record.id)
        for summary in store.get(scope, list(standing)):
            until_unopposed(lambda _, id=summary.id: self._undo(scope, id, whatever=True))  # type: ignore[misc]
            for id in [summary.id, *standing[summary.id]]:
                versions.pop(id, None)
                wanted[id] = None


def _days(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= DAYS_MAX:
        raise InvalidInput(f"older_than_days must be a number from 0 to {DAYS_MAX:g}, not {value!r}")
    return float(value)
