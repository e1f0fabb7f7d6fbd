"""Vector tiers: what passes between the store, which is the truth, and an index of vectors that follows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ITEM_MAX = (1 << 63) - 1


@dataclass(frozen=True, kw_only=True)
class TierSpace:
    """One space's vectors of one embedder: what a tier keeps together and never mixes."""

    tenant: str
    space: int
    signature: str


@dataclass(frozen=True, kw_only=True, order=True)
class Mark:
    """How far a tier follows a space: everything that changed up to and with this is there.

    Changes of a space are ordered by (generation, item). Another epoch: the store was restored or rebuilt, and nothing
    the tier holds of the space counts.
    """

    epoch: int
    generation: int = -1
    item: int = ITEM_MAX
    """Of changes of `generation`, those up to this item."""
    newest: str = field(default="", compare=False)
    """The last item that the space had then, and a digest of it: what tells the state the tier followed from another
    with the same numbers. A tier that lies in the store's own database need not keep it."""


@dataclass(frozen=True, kw_only=True)
class SpaceStamp:
    """A space as its store has it now."""

    space: int
    user: str | None
    epoch: int
    generation: int


@dataclass(frozen=True, kw_only=True)
class Points:
    """Vectors with what a tier keeps beside each of them."""

    items: Sequence[int]
    vectors: NDArray[np.float32]
    payloads: Sequence[Mapping[str, Any]]
    """memoryId, apiKeyId, sessionId, key, content, metadata, createdAtUnix, expiresAtUnix, layer."""


@dataclass(frozen=True, kw_only=True)
class VectorChanges:
    """A piece of what changed in a space since a mark."""

    points: Points
    removed: Sequence[int]
    """Items that are gone, or no longer have a vector of the embedder."""
    mark: Mark
    """How far the tier is once it has taken this in."""
    more: bool = False
    restart: bool = False
    """What the tier holds of the space does not count: it drops that first, and asks again without a mark where it had
    one of this epoch."""


@dataclass(frozen=True, kw_only=True)
class Nearest:
    """What a tier answers: the nearest items it knows, best first, and how far it followed when it looked."""

    items: NDArray[np.int64]
    scores: NDArray[np.float32]
    """Cosines."""
    mark: Mark | None


@dataclass(frozen=True, kw_only=True)
class TierHealth:
    """How a tier is doing."""

    ok: bool
    latency_ms: float | None = None
    error: str | None = None


@dataclass(frozen=True, kw_only=True)
class TierState:
    """A tier as status pages show it."""

    name: str
    configured: str
    """What the settings ask for."""
    breaker: str = "closed"
    behind: int = 0
    """Spaces of the tenant with changes that the tier has not taken in."""
    last_failure: str | None = None
    shape: Mapping[str, Any] = field(default_factory=dict)
    """Its address, collection and quantization, where it has them."""
