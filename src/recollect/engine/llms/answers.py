"""Reading what a language model answered. It may answer anything: what nobody can read is no answer."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from recollect.engine.llms.models import Asked, told_of
from recollect.errors import LlmUnavailable

Read = TypeVar("Read")
log = logging.getLogger("recollect.llm")


def reading(asked: Asked, read: Callable[[], Read]) -> Read:
    """What `read` makes of the answer. Where it fails, `LlmUnavailable` as if nobody had answered, so that the rules do
    the work; what was counted stays counted. The log says where it failed and not on what: an answer quotes memories.
    """
    try:
        return read()
    except LlmUnavailable:
        raise
    except Exception as error:
        failed = type(error).__name__
        at = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(at.filename).name}:{at.lineno}"
        log.warning("llm.answer.unreadable", extra={"provider": asked.provider, "error": failed, "where": where})
        reason = f"its answer could not be read ({failed})"
        reasons = (*asked.failures, (asked.provider, reason))
        told = told_of(reasons, asked.bill)
        raise LlmUnavailable(f"no language model answered: {asked.provider}: {reason}", reasons, told=told) from error
