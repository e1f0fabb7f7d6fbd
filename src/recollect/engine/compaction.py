"""Compaction: many records become one summary, in one transaction, and can come back in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from recollect.engine.again import until_unopposed
from recollect.engine.bringing_back import contested
from recollect.engine.parts import Parts
from recollect.engine.written import next_version
from recollect.errors import Contradictory, InvalidInput, InvalidState, NotFound
from recollect.lifecycle import compact
from recollect.model.ageing import Compaction
from recollect.model.batch import Batch, Ending
from recollect.model.decision import OpenConflict
from recollect.model.ids import content_hash, new_id, new_ids
from recollect.model.job import Job
from recollect.model.query import Filter
from recollect.model.record import ACTIVE, ARCHIVED, EVERGREEN_TAG, Record
from recollect.model.scope import Scope
from recollect.rules import tokens
from recollect.write import accept
from recollect.write.entries import embedding_texts, entries
from recollect.write.extract.sentences import sentences

OLDER_THAN_DAYS = 30.0
DAYS_MAX = 36_500.0
TOKENS_MAX = 1_000_000_000
RECORDS_MAX = 100_000
"""Looked at in one call; what is left is there for the next."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, kw_only=True)
class Dissolved:
    """What became of the summaries of something that goes."""

    count: int
    """Those that go with it."""
    summaries: frozenset[str]
    """All of them: what was told by one may be told again elsewhere."""


class Compacting:
    """Summaries in place of what is old or too much."""

    def __init__(self, parts: Parts, follow_up: Callable[[Scope], Job] | None = None) -> None:
        """`follow_up`: the job that reads what summaries say of whom and what."""
        self._parts = parts
        self._follow_up = follow_up

    def compact(
        self,
        scope: Scope,
        *,
        older_than_days: Any = None,
        tokens_max: Any = None,
        retention_days: Any = None,
        keyed: bool = False,
        typed: bool = False,
        dry_run: bool = False,
        without: Set[str] = frozenset(),
        progress: Progress | None = None,
    ) -> Compaction:
        """Summarise what is older than some days (30), or what does not fit into a token budget, newest first;
        `without` what something else is done with. `retention_days`: how long they are shown where that is not for as
        long as the settings say. `typed`: lines begin with one of the four types, not with the kind.

        With a session in the scope only what was said there. Each summary is written in one transaction with the end of
        what it stands for: a crash leaves all of it or nothing.
        """
        listed = self._candidates(scope, older_than_days, tokens_max, keyed=keyed)
        kept_days = [self._parts.options.ageing.retention_days.get("memory", 0.0)]
        if retention_days is not None:
            kept_days.append(_days(retention_days, "retention_days"))
        chosen = [record for record in listed if record.id not in without]
        found = compact.groups(chosen, now=self._parts.clock(), kept_days=kept_days)
        candidates, before, saved, archived = 0, 0, 0, 0
        summary_ids: list[str] = []
        for place, group in enumerate(found, start=1):
            made, replaced = self._planned(group, typed) if dry_run else self._replace(group, typed)
            if made is not None:
                candidates += len(replaced)
                before += sum(tokens.estimate(record.content) for record in replaced)
                saved += compact.saved(replaced, made)
                archived += 0 if dry_run else len(replaced)
                summary_ids += [] if dry_run else [made.id]
            if progress:
                progress(place, len(found))
        return Compaction(
            candidates=candidates,
            tokens_total=before,
            tokens_saved=saved,
            archived=archived,
            summary_ids=tuple(summary_ids),
            dry_run=dry_run,
        )

    def _candidates(self, scope: Scope, older_than_days: Any, tokens_max: Any, *, keyed: bool) -> list[Record]:
        if older_than_days is not None and tokens_max is not None:
            raise Contradictory("compact by age or by tokens: give older_than_days or tokens_max, not both")
        now = self._parts.clock()
        wanted = Filter(layers=("memory",), only_session=scope.session is not None)
        if tokens_max is None:
            days = _days(OLDER_THAN_DAYS if older_than_days is None else older_than_days, "older_than_days")
            wanted = replace(wanted, before=now - timedelta(days=days))
        else:
            accept.whole(tokens_max, "tokens_max", 0, TOKENS_MAX)
        listed = self._parts.store.list(scope, wanted, now=now, limit=RECORDS_MAX, offset=0, own=True)
        fit = [one for one in listed if compact.can_be_compacted(one, evergreen=EVERGREEN_TAG, keyed=keyed)]
        if tokens_max is None:
            return fit
        fit.sort(key=lambda one: (one.created_at, one.item), reverse=True)  # listed by their last versions
        return compact.over_budget(fit, tokens_max)

    def _planned(self, group: Sequence[Record], typed: bool) -> tuple[Record | None, Sequence[Record]]:
        """The summary, and what it stands for; None where it would not be smaller."""
        now = self._parts.clock()
        made = compact.summary(group, id=new_id(now), now=now, split=sentences, typed=typed) if group else None
        return (made, group) if made is not None and compact.pays(group, made) else (None, ())

    def _replace(self, group: Sequence[Record], typed: bool) -> tuple[Record | None, Sequence[Record]]:
        """Write the summary and archive what it stands for; what somebody changes meanwhile stays out of it."""
        versions = {record.id: record.item for record in group}

        def write(_: bool) -> tuple[Record | None, Sequence[Record]]:
            found = self._parts.store.get(group[0].scope, list(versions))
            same = [old for old in found if old.status == ACTIVE and old.item == versions[old.id]]
            made, still = self._planned(same, typed)
            if made is None:
                return None, ()
            now = made.updated_at
            embedded = self._parts.embedding.embed(embedding_texts([made]), made.scope)
            self._parts.store.write(
                made.scope.own,
                Batch(
                    entries=entries([made], embedded.rows),
                    endings=tuple(
                        Ending(id=old.id, item=old.item, status=ARCHIVED, ended_at=now, said_on=True) for old in still
                    ),
                    edges=compact.parts(made),
                    signature=embedded.signature,
                    signals=() if self._follow_up is None else (self._follow_up(made.scope),),
                ),
            )
            return made, still

        return until_unopposed(write)

    def undo(self, scope: Scope, id: str) -> int:
        """Bring back what a summary stands for, and archive the summary; returns how many came back. Of what somebody
        has said otherwise since then the user is asked."""
        found = self._parts.store.get(scope, [accept.identifier(id)])
        if not found:
            raise NotFound(f"there is no record {id!r}; `recollect compact` shows the id of the summary it makes")
        if not compact.is_summary(found[0]):
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
        if made.current and not edges:
            raise InvalidState(
                f"nothing tells what the summary {id} stands for, so nothing was changed: it was undone before, or "
                "imported from a file that does not say it. `recollect unarchive` brings back single records."
            )
        parts = [old for old in store.get(own, [edge.source for edge in edges]) if old.user == own.user]
        hidden = [old for old in parts if old.status == ARCHIVED]
        hidden = [self._with_free_key(own, old, whatever=whatever) for old in hidden]
        endings, records = [], []
        for old, moved_to in zip(hidden, new_ids(now, len(hidden)), strict=True):
            ended_at = old.ended_at or now
            endings.append(
                Ending(
                    id=old.id,
                    item=old.item,
                    status=ARCHIVED,
                    ended_at=ended_at,
                    moved_to=moved_to,
                    reopening=True,
                    recalls=old.access_count,
                )
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
        conflicts: tuple[OpenConflict, ...] = ()
        if embedded is not None:
            records, conflicts = contested(self._parts, own, records, embedded)
        store.write(
            own,
            Batch(
                conflicts=conflicts,
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

    def dissolve(self, scope: Scope, wanted: dict[str, None], versions: dict[str, None]) -> Dissolved:
        """What is about to be deleted must not live on in a summary: one that stands for any of it goes too, and what
        else it stood for comes back if it was still shown. What others wrote after it stays.

        Adds to `wanted` (whole records) and `versions` (single ones) what is to go as well.
        """
        store = self._parts.store
        standing: dict[str, list[Record]] = {}
        for record in store.get(scope, [*wanted, *versions]):
            for edge in store.edges(record.scope.own, [record.id]):
                if edge.kind == compact.PART_OF and edge.source == record.id:
                    standing.setdefault(edge.target, []).append(record)
        count = 0
        for summary in store.get(scope, list(standing)):
            if summary.user != standing[summary.id][0].user:
                continue  # a file that was imported can claim anything
            count += self._take_apart(scope, summary, standing[summary.id], wanted, versions)
        return Dissolved(count=count, summaries=frozenset(standing))

    def _take_apart(
        self,
        scope: Scope,
        summary: Record,
        doomed: Sequence[Record],
        wanted: dict[str, None],
        versions: dict[str, None],
    ) -> int:
        """One summary; returns whether all of it goes, as a number."""
        chain = self._parts.store.versions(scope, summary.id)
        written = next((version.content for version in chain if compact.is_summary(version)), None)
        own = [version for version in chain if compact.is_summary(version) and version.content == written]
        if len(own) == len(chain):
            if summary.current:
                until_unopposed(lambda _: self._undo(scope, summary.id, whatever=True))
            if summary.id in wanted:
                return 0
            versions.pop(summary.id, None)
            wanted[summary.id] = None
            return 1
        if summary.id in wanted:
            return 0
        lines = {line for record in doomed for line in compact.lines(record, sentences)}
        telling = [version for version in chain if lines.intersection(version.content.splitlines())]
        going = [version.id for version in (*own, *telling) if not version.current]
        if any(version.current for version in telling):
            going += until_unopposed(lambda _: self._cut(scope, chain[-1].id, lines))
        versions.update(dict.fromkeys(going))
        return 0

    def _cut(self, scope: Scope, id: str, lines: set[str]) -> list[str]:
        """Take these lines out of what somebody made of a summary; the ids of what is left to delete."""
        found = self._parts.store.get(scope, [id])
        if not found or not found[0].current:
            return []
        old, now = found[0], self._parts.clock()
        text = "\n".join(line for line in old.content.splitlines() if line not in lines)
        if not text.strip():
            return [old.id]
        provenance = replace(old.provenance, content_hash=content_hash(text))
        new, ending = next_version(old, replace(old, content=text, provenance=provenance, updated_at=now, item=0), now)
        assert ending.moved_to is not None, "the old row gives up its id"
        texts = embedding_texts([new])
        embedded = self._parts.embedding.embed(texts, old.scope.own)
        made, _ = self._parts.sectors.completed(entries([new], embedded.rows, texts), old.scope.own)
        self._parts.store.write(old.scope.own, Batch(entries=made, endings=(ending,), signature=embedded.signature))
        return [ending.moved_to]


def stood_for(parts: Parts, own: Scope, listed: Sequence[Record]) -> list[Record]:
    """What was listed, with the memories that summaries stand for in the place of these: each as it was when it was
    shown. Of a summary that somebody rewrote only what his text still has, and his text."""
    ids = {id: one for one in listed for id in compact.part_ids(one)}
    archived = [part for part in parts.store.get(own, list(ids)) if part.status == ARCHIVED] if ids else []
    lines: dict[str, set[str]] = {}
    found = []
    for part in archived:
        summary = ids[part.id]
        told = compact.lines(part, sentences).intersection(summary.content.splitlines())
        if part.user == summary.user and told:
            found.append(part.but(status=ACTIVE, ended_at=None))
            lines.setdefault(summary.id, set()).update(told)
    for one in listed:
        own_words = [line for line in one.content.splitlines() if line not in lines.get(one.id, ())]
        if one.id not in lines:
            found.append(one)
        elif own_words:
            found.append(one.but(content=" ".join(own_words)))
    return found


def summaries_of(parts: Parts, own: Scope, ids: Sequence[str]) -> list[Record]:
    """The summaries that stand for any of these memories now."""
    edges = parts.store.edges(own, list(ids)) if ids else []
    targets = {edge.target: None for edge in edges if edge.kind == compact.PART_OF and edge.ended_at is None}
    return [one for one in parts.store.get(own, list(targets)) if one.current] if targets else []


def _days(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= DAYS_MAX:
        raise InvalidInput(f"{name} must be a number from 0 to {DAYS_MAX:g}, not {value!r}")
    return float(value)
