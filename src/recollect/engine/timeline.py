"""What happened when: memories and summaries in the order of their events, with what they replaced."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from recollect.engine.ageing import in_time
from recollect.engine.parts import Parts
from recollect.engine.recall import K_MAX, Recall
from recollect.model.query import Filter, Hit
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.read import allow
from recollect.read.context.lines import said_at
from recollect.read.plan import without_bare
from recollect.rules.text import terms
from recollect.write import accept

TOLD = ("memory", "summary")
SHOWN = ("active", "superseded")
"""What was replaced is part of the story."""
WELL = 0.5
"""Of the best score, so much is nearly as good."""
NEAR = 0.2
"""The least cosine of a subject and of what means nearly the same in other words."""
SPREAD = 0.085
"""How far the cosines of texts that have nothing to do with each other lie around 0, by the embedder of the default. Of
models whose cosines are all higher `WELL` decides alone."""
BY_MEANING = {"channels": "vector", "vector_top_k": K_MAX, "rerank": False, "min_score": 0.0}


class Timeline:
    """Reads a memory as a story."""

    def __init__(self, parts: Parts, recall: Recall) -> None:
        self._parts = parts
        self._recall = recall

    def of(
        self,
        scope: Scope,
        *,
        about: str | None = None,
        since: Any = None,
        until: Any = None,
        layers: Sequence[str] = (),
        limit: int = 100,
    ) -> list[Record]:
        """The last `limit` things of a period, oldest first; with `about`, the last of those that are about it."""
        accept.whole(limit, "limit", 1, K_MAX)
        wanted = Filter(
            layers=tuple(accept.layer(layer) for layer in layers) or TOLD,
            statuses=SHOWN,
            since=accept.moment(since, "since"),
            until=accept.moment(until, "until"),
        )
        if about is not None:
            hits = self._recall.search(about, scope, k=K_MAX, filter=wanted, dry_run=True)
            told = self._of_subject(hits, about, scope, wanted)
            return sorted(told, key=lambda record: (said_at(record), record.item))[-limit:]
        return self._newest(scope, in_time(self._parts, wanted), limit)

    def _of_subject(self, hits: Sequence[Hit], about: str, scope: Scope, wanted: Filter) -> list[Record]:
        """A search ranks whatever there is; told is what has a word of the subject, or means nearly the same and
        answers to it nearly as well as the best of these does: the best of a large store may be about nothing of it."""
        subject = without_bare(about)
        said = terms(subject)
        words = {term for term in said if len(term) > 1} or set(said)
        by_words = {hit.id for hit in hits if words.intersection(terms(hit.content))}
        enough = WELL * max((hit.score for hit in hits if hit.id in by_words), default=0.0)
        near: set[str] = set()
        if any(hit.score >= enough and hit.id not in by_words for hit in hits):
            near = self._near(subject, scope, wanted)
        enough = max(enough, WELL * max((hit.score for hit in hits if hit.id in near), default=0.0))
        return [hit.record for hit in hits if hit.id in by_words or (hit.score >= enough and hit.id in near)]

    def _near(self, about: str, scope: Scope, wanted: Filter) -> set[str]:
        """Ids of what means nearly the same; without an embedder nothing is known to. The more there is, the nearer
        the nearest comes by chance: of 300 texts one has a cosine of 0.29."""
        found = self._recall.search(
            about, scope, k=K_MAX, filter=wanted, preset="rrf", options=BY_MEANING, dry_run=True, admitted=True
        )
        least = max(NEAR, SPREAD * math.sqrt(2 * math.log(max(1, len(found)))))
        return {hit.id for hit in found if hit.components.get("vector", 0.0) >= least}

    def _newest(self, scope: Scope, wanted: Filter, limit: int) -> list[Record]:
        now = self._parts.clock()
        found: list[tuple[float, int]] = []
        signature, matrix = self._parts.embedding.signature(), self._parts.tier is None
        with self._parts.store.reading(scope, signature=signature, matrix=matrix) as reader:
            for space in reader.spaces:
                columns = space.columns
                conditions = allow.masks(space, scope, wanted, now=now)
                rows = np.flatnonzero(allow.combine(conditions, len(columns)))
                last = rows[np.argsort(-columns.time[rows], kind="stable")[:limit]]
                found += [(float(columns.time[row]), columns.item(int(row))) for row in last]
            items = [item for _, item in sorted(found, reverse=True)[:limit]]
            records = reader.records(items)
        return [records[item] for item in reversed(items) if item in records]
