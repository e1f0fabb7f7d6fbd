"""Searching files and reading them: what an index over a Markdown workspace must do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from recollect.model.files import FileHits, FileText


class FileSearch(Protocol):
    """One index over files, or several behind one face. Safe to use from many threads.

    `agent` is whose files they are and `session_key` the conversation that asks, as OpenClaw writes it
    (`agent:main:telegram:group:42`); both may be None. A path that leads out of what is searched is refused with
    `Forbidden`, whatever it is: absolute, with `..`, or through a symbolic link.
    """

    def search(
        self, query: str, *, k: int | None, min_score: float | None, agent: str | None, session_key: str | None
    ) -> FileHits:
        """The best `k` passages of at least `min_score`, best first; None: what suits this index, whose scores are its
        own. It raises `FileSearchFailed` when it cannot answer; that nothing was found is an answer."""

    def read(self, path: str, *, start: int | None, lines: int | None, agent: str | None) -> FileText:
        """`lines` lines from line `start` on (from 1); None: from the first, to the last."""

    def status(self) -> Mapping[str, Any]:
        """`backend` at least; the rest is the backend's own and for people."""

    def close(self) -> None:
        """Ends its threads and processes. A second call does nothing."""
