"""The edge of the gateway: whatever is wrong with memory, the chat goes on.

The one place of the gateway that catches everything; what it catches is told to `otherwise`, which logs it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Made = TypeVar("Made")


def unharmed(work: Callable[[], Made], otherwise: Callable[[Exception], Made]) -> Made:
    """What the work gives, or what is given instead when it fails."""
    try:
        return work()
    except Exception as error:
        return otherwise(error)
