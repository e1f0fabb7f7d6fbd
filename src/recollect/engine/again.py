"""Trying again when somebody else was faster."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

from recollect.errors import Conflict, InvalidState, JobTaken

TRIES_MAX = 20
PAUSE_S_MAX = 0.02
Result = TypeVar("Result")


def until_unopposed(work: Callable[[bool], Result]) -> Result:
    """Do `work` until no `Conflict` stops it, with short random pauses so that two do not meet again and again.

    `work` is told whether this is the last try; its `Conflict` is the caller's then.
    """
    for attempt in range(TRIES_MAX - 1):
        try:
            return work(False)
        except (InvalidState, JobTaken):
            raise  # trying again would not help
        except Conflict:
            time.sleep(random.random() * PAUSE_S_MAX * attempt / TRIES_MAX)
    return work(True)
