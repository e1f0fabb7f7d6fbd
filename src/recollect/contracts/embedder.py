"""Text in, unit vectors out; of some models also pictures and sound in, and of some providers many texts at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedder(Protocol):
    """One model that turns texts into vectors.

    `embed` returns one float32 row of unit length per text, in order; a text without any known token gives a row of
    zeros. It raises `EmbeddingFailed` when it cannot answer (its `bare` without what a provider said of the texts: that
    is kept and told to others), and has no memory of what it was given: caching,
    chunking and fallback are the engine's.
    """

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def dim(self) -> int: ...

    @property
    def signature(self) -> str:
        """Identity stored beside each vector: source:model:dim. Vectors of two signatures are never compared."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]: ...


@dataclass(frozen=True, kw_only=True)
class Media:
    """A picture or a sound, as it lies in its file."""

    media_type: str
    data: bytes


class MediaEmbedder(Embedder, Protocol):
    """An embedder whose vectors of pictures and sound can be compared with those of words."""

    def embed_media(self, items: Sequence[Media]) -> NDArray[np.float32]:
        """As `embed`, one row an item."""


RUNNING, DONE, FAILED = "running", "done", "failed"


@dataclass(frozen=True, kw_only=True)
class BatchState:
    """How a batch job of a provider stands."""

    id: str
    state: str
    """`running`; `done`: there are answers, perhaps not to every text; `failed`: there are none."""
    reason: str = ""
    """Why there are none, or not all; without the provider's sentences, since it is kept."""
    answers: tuple[str, ...] = ()
    """Files that hold the answers."""
    leftovers: tuple[str, ...] = ()
    """Files that can be removed when the answers have been read."""


class Batches(Protocol):
    """Many texts handed to a provider at once, to be answered within hours and for less.

    An embedder that has them carries them as its attribute `batches`. Every method raises `ModelFailed` when the
    provider cannot be asked.
    """

    @property
    def texts_max(self) -> int:
        """Of one batch."""

    def submit(self, name: str, texts: Mapping[str, str]) -> str:
        """Hand over texts by key; the provider's id of the batch, which is known to it under our name too."""

    def find(self, name: str) -> str | None:
        """The id of the batch with our name, when it was handed over and the answer to that was lost."""

    def look(self, id: str) -> BatchState: ...

    def collect(self, state: BatchState) -> Iterator[tuple[str, NDArray[np.float32]]]:
        """Key and row of unit length of each text that was answered well; others are left out."""

    def discard(self, state: BatchState) -> None:
        """Remove what lies with the provider; what cannot be removed expires there."""
