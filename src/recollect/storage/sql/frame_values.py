"""Values of rows as the numbers that columns hold; one that cannot be read is told as damage of the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import Final, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from recollect.errors import StoreCorrupt
from recollect.rules import sectors

US: Final = 1e6
"""Microseconds of a second. Divided by, not multiplied with its inverse: so these are the numbers that
`datetime.timestamp()` gives, and a moment is not before itself."""
P = ParamSpec("P")
T = TypeVar("T")


def told_as_damage(read: Callable[P, T]) -> Callable[P, T]:
    """A reader of rows, with its errors in words that say what to do."""

    @wraps(read)
    def reading(*args: P.args, **options: P.kwargs) -> T:
        try:
            return read(*args, **options)
        except (ValueError, TypeError, OverflowError) as error:
            raise StoreCorrupt(
                f"a record cannot be read ({error}); `recollect doctor` names it, `recollect doctor --repair` mends "
                "what can be mended of it and keeps the rest"
            ) from error

    return reading


def codes(known: dict[str, int], names: Sequence[str]) -> NDArray[np.int8]:
    try:
        return np.fromiter(map(known.__getitem__, names), np.int8, len(names))
    except KeyError as error:
        raise _unknown(known, error) from error


def code(known: dict[str, int], name: str) -> int:
    try:
        return known[name]
    except KeyError as error:
        raise _unknown(known, error) from error


def _unknown(known: dict[str, int], error: KeyError) -> StoreCorrupt:
    return StoreCorrupt(
        f"a record says {error}, which is none of {', '.join(filter(None, known))}; `recollect doctor` names such "
        "records. A newer Recollect may have written it: upgrade with `pip install -U recollect`."
    )


@lru_cache(maxsize=1024)
def sector_bits(names: str) -> int:
    """From the JSON of a row; there are few different ones."""
    try:
        return sectors.mask(json.loads(names))
    except (ValueError, TypeError) as error:
        raise StoreCorrupt(
            f"the sectors of a record cannot be read ({error}); run `recollect doctor --repair`"
        ) from error


def moments(values: Sequence[int | None], missing: float) -> NDArray[np.float64]:
    return np.fromiter((missing if value is None else value / US for value in values), np.float64, len(values))
