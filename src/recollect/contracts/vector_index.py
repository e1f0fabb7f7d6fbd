"""What a vector tier must do. One suite of tests runs over every implementation.

The store is the truth; a tier is an index that follows it and may be thrown away. It keeps, beside the points of a
space, the mark up to which it has followed the store: put and remove first, then move the mark. Killed in between, the
same changes come again, and taking them in twice is the same as once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from recollect.model.scope import Scope
from recollect.model.tier import Mark, Nearest, Points, SpaceStamp, TierHealth, TierSpace, VectorChanges

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Spaces = list[TierSpace]
Stamps = list[SpaceStamp]


class VectorIndex(Protocol):
    """Vectors of many tenants. Every method raises `TierFailed` when the tier does not do what it should in time."""

    @property
    def name(self) -> str: ...

    @property
    def shape(self) -> Mapping[str, Any]:
        """Where it is and how it keeps vectors, for status pages; no secrets."""

    def put(self, space: TierSpace, points: Points) -> None:
        """Insert or replace."""

    def remove(self, space: TierSpace, items: Sequence[int]) -> None:
        """Those that are not there are gone already."""

    def move(self, space: TierSpace, mark: Mark) -> None:
        """It has followed the store up to here; durable, and after all that was put and removed before."""

    def mark(self, space: TierSpace) -> Mark | None:
        """None: it holds nothing of the space that counts."""

    def search(self, space: TierSpace, vector: NDArray[np.float32], k: int, *, layers: Sequence[str] = ()) -> Nearest:
        """The nearest `k` of the space (of these layers), never of another one."""

    def count(self, space: TierSpace) -> int: ...

    def items(self, space: TierSpace) -> dict[int, str]:
        """All it holds of the space, and the layer of each."""

    def vectors(self, space: TierSpace, items: Sequence[int]) -> NDArray[np.float32]:
        """The vectors of items it holds, in the order asked; zeros for one that it does not."""

    def spaces(self, tenant: str) -> Spaces:
        """Those of the tenant of which it holds a mark."""

    def drop(self, space: TierSpace) -> None:
        """Forget the space: its points and its mark."""

    def health(self) -> TierHealth:
        """Ask it something, now; never raises."""

    def close(self) -> None: ...


@runtime_checkable
class Cleaning(Protocol):
    """A tier that knows when memories were made and when they expire."""

    def cleanup(self, tenant: str, *, now_s: float, created_before_s: float | None, dry_run: bool = False) -> int:
        """Take out points of memories that have expired, or were made before that; returns how many, counted first."""


@runtime_checkable
class Renewing(Protocol):
    """A tier whose own file may be damaged, or be another's."""

    spoilt: str | None
    """Why what it holds cannot be read, and what to do; None: nothing is known of that."""

    def renew(self) -> None:
        """Throw it away and begin with nothing."""


class VectorFeed(Protocol):
    """What a store tells the tiers that follow it."""

    def stamps(self, scope: Scope) -> Stamps:
        """The spaces of a tenant as they are now."""

    def vector_changes(self, scope: Scope, space: TierSpace, since: Mark | None, *, limit: int) -> VectorChanges | None:
        """The next changes of a space since the mark, at most about `limit` of them; None: there is no such space."""

    def vouches(self, scope: Scope, space: TierSpace, mark: Mark) -> bool:
        """Whether the mark is of a state this space has been in: not ahead of it, and of no other copy of the store
        that was put back and written on."""

    def vector_items(self, scope: Scope, space: TierSpace) -> dict[int, str]:
        """Items of the space that have a vector of its embedder, and the layer of each."""

    def vectors_at(self, scope: Scope, space: TierSpace, items: Sequence[int]) -> NDArray[np.float32]:
        """Their vectors, in the order asked; zeros for one that has none."""
