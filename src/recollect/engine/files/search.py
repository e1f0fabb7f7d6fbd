"""Searching files: one index that answers for another, and a policy in front of both.

Both are file searches themselves (`contracts.file_search`) and know nothing of what they stand for.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from recollect.contracts.file_search import FileSearch
from recollect.engine.recall_policy import RecallPolicy, denial
from recollect.errors import FileSearchFailed, Forbidden
from recollect.model.files import FileHits, FileText

FIRST, PROBE, AWAY = "first", "probe", "away"
"""A search asks the first, tries whether it is back, or leaves it alone."""
PAUSE_S = 10.0
PAUSE_MAX_S = 600.0
log = logging.getLogger("recollect.files")


class Fallback:
    """Asks the first, and the second while the first does not answer.

    After a failure the first is left alone for 10 s, then 20, 40, … up to 600; then one search tries it again. While it
    does, others are answered by the second. `fallback` of an answer says why the second gave it.
    """

    def __init__(
        self, first: FileSearch, second: FileSearch, *, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._first = first
        self._second = second
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._failures = 0
        self._reason: str | None = None
        """Why the first is left alone; None while it answers."""
        self._again_s = 0.0
        self._trying = False

    def search(
        self, query: str, *, k: int | None, min_score: float | None, agent: str | None, session_key: str | None
    ) -> FileHits:
        turn = self._turn()
        if turn != AWAY:
            try:
                answer = self._first.search(query, k=k, min_score=min_score, agent=agent, session_key=session_key)
            except FileSearchFailed as error:
                self._failed(str(error), turn)
            else:
                self._answered()
                return answer
            finally:
                if turn == PROBE:
                    self._trying = False
        reason = self._reason
        answer = self._second.search(query, k=k, min_score=min_score, agent=agent, session_key=session_key)
        return replace(answer, fallback=reason or answer.fallback)

    def read(self, path: str, *, start: int | None, lines: int | None, agent: str | None) -> FileText:
        """Reading needs no index: the first reads what it knows, also while it does not answer."""
        try:
            return self._first.read(path, start=start, lines=lines, agent=agent)
        except Forbidden:
            return self._second.read(path, start=start, lines=lines, agent=agent)

    def status(self) -> Mapping[str, Any]:
        first, second = self._first.status(), self._second.status()
        with self._lock:
            reason, left_s = self._reason, self._again_s - self._monotonic()
        answering = second if reason is not None else first
        return {
            **first,
            "answering": answering.get("backend"),
            "fallback": reason,
            "again_in_s": None if reason is None else max(0.0, left_s),
            "second": second,
        }

    def close(self) -> None:
        with ExitStack() as both:
            both.callback(self._second.close)
            both.callback(self._first.close)

    def _turn(self) -> str:
        with self._lock:
            if self._reason is None:
                return FIRST
            if self._trying or self._monotonic() < self._again_s:
                return AWAY
            self._trying = True
            return PROBE

    def _failed(self, reason: str, turn: str) -> None:
        with self._lock:
            new = self._reason is None
            if not new and turn != PROBE:
                return  # it began before it was known, and says nothing new
            self._failures += 1
            self._reason = reason
            self._again_s = self._monotonic() + min(PAUSE_MAX_S, PAUSE_S * 2.0 ** min(self._failures - 1, 10))
        if new:
            log.warning("files are searched by the built-in index until this is mended: %s", reason)

    def _answered(self) -> None:
        with self._lock:
            back = self._reason is not None
            self._reason, self._failures = None, 0
        if back:
            log.info("files are searched by the program again")


class Policed:
    """Searches where the recall policy allows it, and says why where it does not."""

    def __init__(self, search: FileSearch, policy: RecallPolicy) -> None:
        self._search = search
        self._policy = policy

    def search(
        self, query: str, *, k: int | None, min_score: float | None, agent: str | None, session_key: str | None
    ) -> FileHits:
        reason = denial(self._policy, session_key)
        if reason is not None:
            return FileHits(denied=reason)
        return self._search.search(query, k=k, min_score=min_score, agent=agent, session_key=session_key)

    def read(self, path: str, *, start: int | None, lines: int | None, agent: str | None) -> FileText:
        return self._search.read(path, start=start, lines=lines, agent=agent)

    def status(self) -> Mapping[str, Any]:
        rules = [rule.said for rule in self._policy.rules]
        return {**self._search.status(), "policy": {"default": self._policy.default, "rules": rules}}

    def close(self) -> None:
        self._search.close()
