"""Public data sets in their published formats, read into one shape (`common.Dataset`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from recollect.evals.datasets import beam, locomo, longmemeval, realtalk
from recollect.evals.datasets.common import BadDataset, Dataset, Message, Question, Space

if TYPE_CHECKING:
    from collections.abc import Callable

LOADERS: Final[dict[str, Callable[[Path], Dataset]]] = {
    "locomo": locomo.load,
    "longmemeval": longmemeval.load,
    "beam": beam.load,
    "realtalk": realtalk.load,
}

__all__ = ["LOADERS", "BadDataset", "Dataset", "Message", "Question", "Space", "load"]


def load(name: str, path: Path) -> Dataset:
    """The data set `name` (see `LOADERS`) at `path`."""
    if name not in LOADERS:
        message = f"unknown data set {name!r}; known: {', '.join(LOADERS)}"
        raise BadDataset(message)
    return LOADERS[name](path)
