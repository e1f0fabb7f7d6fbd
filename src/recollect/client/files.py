"""The verbs of files as memory, where the files lie on the server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from typing import Any

from recollect.client.opening import Opened, whose, without_defaults
from recollect.client.wire import understood
from recollect.model.files import FileHit, FileHits, FileProblem, FilesStatus, FileText, SyncReport

SYNC_S = 600.0
"""How long a sync may take."""


class InFiles(Opened):
    """The server's workspace."""

    def search_files(
        self,
        query: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        k: int | None = None,
        min_score: float | None = None,
        records: bool = False,
    ) -> FileHits:
        """See `Memory.search_files`."""
        asked = self._labels(user, agent, session) | without_defaults(
            {"k": k, "min_score": min_score, "records": records}
        )
        return understood(_hits, self._http.ask("files", "search", body={"query": query, **asked}))

    def read_file(
        self,
        path: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        start: int | None = None,
        lines: int | None = None,
    ) -> FileText:
        """See `Memory.read_file`."""
        query = self._labels(user, agent) | without_defaults({"path": path, "start": start, "lines": lines})
        return understood(lambda plain: FileText(**plain), self._http.get("files", "text", query=query))

    def sync_files(self, *, user: str | None = None, progress: Callable[[int, int], None] | None = None) -> SyncReport:
        """See `Memory.sync_files`. How far it is cannot be seen from here."""
        answer = self._http.ask("files", "sync", body=whose(user=user), takes_s=SYNC_S)
        return understood(_report, answer)

    def files_status(self, *, user: str | None = None) -> FilesStatus:
        """See `Memory.files_status`."""
        return understood(_status, self._http.get("files", query=whose(user=user)))

    def watch_files(self, heard: Callable[[SyncReport], None] | None = None) -> None:
        """Nothing is to be done: the server follows its files itself, and tells nobody."""


def _hits(plain: Any) -> FileHits:
    return FileHits(**{**plain, "hits": tuple(FileHit(**one) for one in plain["hits"])})


def _problems(plain: Any) -> tuple[FileProblem, ...]:
    return tuple(FileProblem(**one) for one in plain)


def _report(plain: Any) -> SyncReport:
    named = {one.name: plain[one.name] for one in fields(SyncReport)}
    return SyncReport(**{**named, "failed": _problems(plain["failed"]), "skipped": _problems(plain["skipped"])})


def _status(plain: Any) -> FilesStatus:
    named = {one.name: plain[one.name] for one in fields(FilesStatus)}
    at, last = plain["synced_at"], plain["last"]
    return FilesStatus(
        **{
            **named,
            "synced_at": None if at is None else datetime.fromisoformat(at),
            "last": None if last is None else _report(last),
            "failed": _problems(plain["failed"]),
        }
    )
