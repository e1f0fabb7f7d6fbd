"""Trying again when somebody else was faster."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

from recollect.errors import Conflict, InvalidState, JobTaken

TRIES_MAX = 24
PAUSE_S_FIRST = 0.002
PAUSE_S_MAX = 1.0
"""Pauses double up to this one: of many who change one record each gets his turn, where a try takes 50 ms."""
TAKEN_TRIES_MAX = 8
"""Of what has an id that is taken: the other one may be about to go."""
Result = TypeVar("Result")


def until_unopposed(work: Callable[[bool], Result]) -> Result:
    """Do `work` until no `Conflict` stops it, with random pauses so that two do not meet again and again.

    `work` is told whether this is the last try; its `Conflict` is the caller's then.
    """
    for attempt in range(TRIES_MAX - 1):
        try:
            return work(False)
        except (InvalidState, JobTaken):
            raise  # trying again would not help
        except Conflict as error:
            if error.taken and attempt >= TAKEN_TRIES_MAX:
                raise
            longest = PAUSE_S_FIRST if error.taken else PAUSE_S_MAX
            time.sleep(random.random() * min(longest, PAUSE_S_FIRST * 2**attempt))
    return work(True)
