"""The verbs of files as memory: searching a Markdown workspace, reading it, keeping its index in step."""

from __future__ import annotations

from collections.abc import Callable

from recollect.memory.opening import Opened
from recollect.model.files import FileHits, FilesStatus, FileText, SyncReport


class InFiles(Opened):
    """What lies in the files of the folder that the setting `workspace` names."""

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
        """The best passages of the files, with path and lines: six with a score of at least 0.35, unless told.

        Turns of session transcripts are among them where these are kept (`transcripts`). `records` puts all other
        records beside them, each as the file `memory/<id>`. It answers from what is indexed; files that changed are
        read after the answer. `session` is the key of the conversation that asks; the recall policy judges it.
        """
        return self._running.files.search(
            query,
            user=user,
            k=k,
            min_score=min_score,
            agent=agent if agent is not None else self.settings.agent,
            session_key=session,
            records=records,
        )

    def read_file(
        self,
        path: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        start: int | None = None,
        lines: int | None = None,
    ) -> FileText:
        """Lines of a file of the workspace, from line `start` on (from 1), or of the record that `search_files` named.
        A file that is not there is empty; a path that leads out of the workspace is `Forbidden`."""
        agent = agent if agent is not None else self.settings.agent
        return self._running.files.read(path, user=user, start=start, lines=lines, agent=agent)

    def sync_files(self, *, user: str | None = None, progress: Callable[[int, int], None] | None = None) -> SyncReport:
        """Bring the index in step with the files now. `progress(done, total)` counts files."""
        return self._running.files.sync(user=user, progress=progress)

    def files_status(self, *, user: str | None = None) -> FilesStatus:
        """Which files there are, how the index stands, and what could not be read."""
        return self._running.files.status(user=user)

    def watch_files(self, heard: Callable[[SyncReport], None] | None = None) -> None:
        """Follow the files from now until `close`, in the background. `heard` is told of each sync that found
        something. Where the memory lies on a server, the server does it."""
        self._running.files.start(heard)
