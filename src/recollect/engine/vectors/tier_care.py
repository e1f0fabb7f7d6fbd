"""Care of the vector tier: how it is doing, a search of it alone, cleaning up, the proof that it equals the store."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.contracts.vector_index import Cleaning
from recollect.engine.parts import Parts
from recollect.engine.vectors.tier import VectorTier
from recollect.errors import EmbeddingFailed, NotConfigured, TierFailed
from recollect.lifecycle import retention
from recollect.model.batch import Problem
from recollect.model.counted import counted
from recollect.model.record import ACTIVE, Record
from recollect.model.scope import Scope
from recollect.model.tier import SpaceStamp, TierHealth, TierSpace, TierState
from recollect.read.plan import query_vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAMPLE: Final = 5_000
"""Vectors of a space that are compared one by one, drawn anew each time; a repair compares all of them."""
PIECE: Final = 500
"""Vectors compared at once."""
SAME_COSINE: Final = 0.9995
TOP_MAX: Final = 20
WIDER: Final = (1, 8, 64)
"""How many times as many are asked for, one after the other, when too few of those given are shown."""
SPACES_ASKED_MAX: Final = 1000
MISSING_READ_MAX: Final = 10_000
WITHOUT: Final = "no vector tier is configured on this server: vectors lie beside the memories. Set qdrant_url."


class TierCare:
    """What people do with a tier; recalls use it through `Recall`."""

    def __init__(self, parts: Parts, configured: str = "local") -> None:
        self._parts = parts
        self._configured = configured

    @property
    def name(self) -> str | None:
        """Of the tier in use; None: vectors are compared in process."""
        return None if self._parts.tier is None else self._parts.tier.name

    def state(self, scope: Scope) -> TierState:
        tier = self._parts.tier
        if tier is None:
            return TierState(name="local", configured=self._configured)
        return tier.state(scope, self._parts.embedding.signature(), self._configured)

    def health(self) -> TierHealth:
        return self._tier().health()

    def follow(self, scope: Scope) -> int:
        """Send what the tier has not heard of, now; how many changes that was."""
        return self._tier().follow(scope, self._parts.embedding.signature())

    def search(self, scope: Scope, text: str, top_k: int) -> list[tuple[Record, float]]:
        """The tier's own answer over the whole tenant: at most twenty, their rows read again from the store."""
        tier, store = self._tier(), self._parts.store
        embedded = self._parts.embedding.embed_query((text,), scope)
        if embedded.rows is None or embedded.signature is None:
            raise EmbeddingFailed(f"the question has no vector: {embedded.reason}")
        k = max(1, min(TOP_MAX, top_k))
        stamps = store.stamps(scope)[:SPACES_ASKED_MAX]
        vector, shown = query_vector(embedded.rows), list[tuple[Record, float]]()
        for wider in WIDER:
            answers = tier.search(scope, embedded.signature, stamps, vector, k * wider)
            scored = sorted(
                (
                    (float(score), int(item))
                    for one in answers.values()
                    for item, score in zip(one.items, one.scores, strict=True)
                ),
                reverse=True,
            )[: k * wider]
            shown = self._shown(scope, scored)[:k]
            if len(shown) == k or len(scored) < k * wider:
                break
        return shown

    def _shown(self, scope: Scope, scored: Sequence[tuple[float, int]]) -> list[tuple[Record, float]]:
        """Of what the tier gave, what the store still shows: the tier also holds what was replaced, archived or has
        expired."""
        now = self._parts.clock()
        with self._parts.store.reading(scope, signature=None) as reader:
            rows = reader.records([item for _, item in scored])
        return [
            (row, score)
            for score, item in scored
            if (row := rows.get(item)) is not None and row.scope.tenant == scope.tenant and _is_shown(row, now)
        ]

    def cleanup(self, scope: Scope, *, retention_days: float | None = None, dry_run: bool = False) -> int:
        """Take what has expired, or is older than the retention, out of the tier; the store keeps its own time."""
        index = self._tier().index
        if not isinstance(index, Cleaning):
            raise NotConfigured(f"{index.name} keeps no times; there is nothing to clean up in it")
        now = self._parts.clock()
        before = None if not retention_days else (now - timedelta(days=retention_days)).timestamp()
        return index.cleanup(scope.tenant, now_s=now.timestamp(), created_before_s=before, dry_run=dry_run)

    def check(self, scope: Scope, *, repair: bool) -> list[Problem]:
        """That the tier holds what the store holds, space by space, and nothing else; it catches up first."""
        tier, signature, unusable = self._parts.tier, self._parts.embedding.signature(), self._parts.tier_unusable
        if tier is None and unusable is not None:
            return [Problem(code="tier", count=1, message=f"{unusable}; searches go on in process")]
        if tier is None or signature is None:
            return []
        try:
            try:
                return self._check_spaces(tier, scope, signature, repair=repair)
            except TierFailed as error:
                if not repair or not tier.renew():
                    raise
                tier.follow(scope, signature)
                return [Problem(code="tier", count=1, message=str(error), repaired=True)]
        except TierFailed as error:
            message = f"{error}; searches go on in process, and it catches up when it answers again"
            return [Problem(code="tier", count=1, message=message)]

    def _check_spaces(self, tier: VectorTier, scope: Scope, signature: str, *, repair: bool) -> list[Problem]:
        tier.probe()
        tier.follow(scope, signature)
        stamps = self._parts.store.stamps(scope)
        problems = [
            problem for stamp in stamps for problem in self._check_space(tier, scope, stamp, signature, repair=repair)
        ]
        return problems + _check_left_over(tier, scope, stamps, repair=repair)

    def _check_space(
        self, tier: VectorTier, scope: Scope, stamp: SpaceStamp, signature: str, *, repair: bool
    ) -> list[Problem]:
        store, index = self._parts.store, tier.index
        space = TierSpace(tenant=scope.tenant, space=stamp.space, signature=signature)
        own, held = store.vector_items(scope, space), index.items(space)
        missing = [item for item in own if item not in held]
        if 0 < len(missing) <= MISSING_READ_MAX:
            missing = self._wanted(Scope(tenant=scope.tenant, user=stamp.user), missing)
        extra = len(held.keys() - own.keys())
        both = sorted(own.keys() & held.keys())
        misplaced = sum(own[item] != held[item] for item in both)
        compared = both if repair or len(both) <= SAMPLE else random.sample(both, SAMPLE)
        other = self._differing(tier, scope, space, compared)
        count = len(missing) + extra + misplaced + other
        if not count:
            return []
        if repair:
            tier.rebuild(scope, space)
        message = (
            f"{tier.name}, space {stamp.space}: {len(missing)} vectors missing, {extra} too many, {misplaced} in "
            f"another layer, {other} of {len(compared)} compared differ"
        )
        return [Problem(code="tier", count=count, message=message, repaired=repair)]

    def _differing(self, tier: VectorTier, scope: Scope, space: TierSpace, items: Sequence[int]) -> int:
        """How many of these have another vector in the tier than in the store."""
        store, index, other = self._parts.store, tier.index, 0
        for start in range(0, len(items), PIECE):
            piece = items[start : start + PIECE]
            ours, theirs = store.vectors_at(scope, space, piece), index.vectors(space, piece)
            other += len(piece) - int(np.count_nonzero(_same(ours, theirs)))
            if start == 0:
                index.search(space, ours[-1], 1)  # what can be listed one by one may still not be searched
        return other

    def _wanted(self, own: Scope, missing: Sequence[int]) -> list[int]:
        """Of what a tier lacks, what a cleanup would not have taken out."""
        now = self._parts.clock()
        cutoffs = retention.cutoffs(self._parts.options.ageing.retention_days, now)
        with self._parts.store.reading(own, signature=None) as reader:
            rows = reader.records(list(missing))
        return [item for item in missing if item in rows and not _over(rows[item], now, cutoffs)]

    def _tier(self) -> VectorTier:
        if self._parts.tier is None:
            raise NotConfigured(WITHOUT)
        return self._parts.tier


def _same(ours: NDArray[np.float32], theirs: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Row by row, whether two point in one direction. A vector of zeros has none, and one with numbers that are none is
    like no other."""
    own, other = np.linalg.norm(ours, axis=1), np.linalg.norm(theirs, axis=1)
    near = np.einsum("ij,ij->i", ours, theirs) >= SAME_COSINE * own * other
    same: NDArray[np.bool_] = np.logical_and(near, (own > 0) == (other > 0))
    return same


def _is_shown(record: Record, now: datetime) -> bool:
    return record.current and record.status == ACTIVE and (record.expires_at is None or record.expires_at > now)


def _over(record: Record, now: datetime, cutoffs: dict[str, datetime]) -> bool:
    if record.expires_at is not None and record.expires_at <= now:
        return True
    return record.layer in cutoffs and record.created_at < cutoffs[record.layer]


def _check_left_over(tier: VectorTier, scope: Scope, stamps: Sequence[SpaceStamp], *, repair: bool) -> list[Problem]:
    """Spaces that the store does not have any more."""
    there = {stamp.space for stamp in stamps}
    left = [space for space in tier.index.spaces(scope.tenant) if space.space not in there]
    if not left:
        return []
    for space in left if repair else ():
        tier.index.drop(space)
    message = f"{tier.name} holds {counted(len(left), 'erased space')}"
    return [Problem(code="tier", count=len(left), message=message, repaired=repair)]
