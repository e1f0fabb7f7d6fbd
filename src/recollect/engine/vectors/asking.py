"""Asking an embedder and judging its answer, whoever made it.

One number that is none in one vector would spoil every comparison it takes part in, and an embedder may fail with any
error there is. So whatever else than usable rows comes of asking is an `EmbeddingFailed` that says why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from recollect.contracts.embedder import Embedder
from recollect.engine.told import bare
from recollect.errors import ConfigError, EmbeddingFailed
from recollect.model.counted import counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Asked = TypeVar("Asked")
Made = TypeVar("Made")
INSTEAD = "give it a sound model, or choose another embedder, then run `recollect reindex`"


def answered(embedder: Embedder, ask: Callable[[Sequence[Asked]], Any], things: Sequence[Asked]) -> NDArray[np.float32]:
    """One usable row for each of these texts, pictures or sounds."""
    try:
        import numpy as np

        rows = ask(things)
        found: NDArray[np.float32] = np.asarray(rows, dtype=np.float32) if things else np.zeros((0, embedder.dim), "f4")
        shape = (len(things), embedder.dim)
        if found.shape != shape:
            raise EmbeddingFailed(
                f"{_who(embedder)} answered rows of shape {found.shape} for {counted(len(things), 'text')}, not of "
                f"{shape}; {INSTEAD}"
            )
        flat = found.ravel()
        with np.errstate(over="ignore", invalid="ignore"):
            sound = isfinite(flat.dot(flat))  # what is no number stays none in a sum, and a sum costs little
            bad = 0 if sound else int((~np.isfinite(np.vecdot(found, found))).sum())
        if bad:
            raise EmbeddingFailed(
                f"{_who(embedder)} answered a vector with a number that is none (NaN or infinite) for {bad} of "
                f"{counted(len(things), 'text')}; {INSTEAD}"
            )
        return found
    except (EmbeddingFailed, ConfigError):
        raise
    except Exception as error:
        raise failed(_who(embedder), error) from error


def guarded(who: str, work: Callable[[], Made]) -> Made:
    """What making an embedder, or asking it for its name, gives."""
    try:
        return work()
    except (EmbeddingFailed, ConfigError):
        raise
    except Exception as error:
        raise failed(who, error) from error


def identity(embedder: Embedder) -> str:
    """Its signature; to know it, its model may have to be read."""
    return guarded(f"the embedder {embedder.name}", lambda: embedder.signature)


def failed(who: str, error: Exception) -> EmbeddingFailed:
    """An error that nobody foresaw: its kind is told to everybody, its words, which may quote a text, to the caller."""
    text = f": {error}" if str(error) else ""
    return EmbeddingFailed(f"{who} failed with {type(error).__name__}{text}", bare=f"{who} failed: {bare(error)}")


def _who(embedder: Embedder) -> str:
    return f"the embedder {embedder.name}:{embedder.model}"
