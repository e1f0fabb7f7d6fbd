"""The verbs about transcripts that other programs write, and about memories as Markdown files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from recollect.memory.opening import Opened, address, require_here
from recollect.model.mirror import MirrorReport
from recollect.model.transcripts import Synced, TranscriptState

TranscriptStates = list[TranscriptState]


class Filing(Opened):
    """Keeping a memory in step with files of this machine. None of it can be asked for over a network."""

    def sync_transcripts(
        self, *, user: str | None = None, due: bool = False, progress: Callable[[int, int], None] | None = None
    ) -> Synced:
        """Read what is new in the session transcripts that `transcripts_paths` names; `due`: only in those that have
        grown by the thresholds."""
        require_here(address(self.settings), "reading transcripts")
        return self._running.transcripts.sync(self._scope(user), due=due, progress=progress)

    def transcripts(self, *, user: str | None = None) -> TranscriptStates:
        """How far each transcript was read."""
        require_here(address(self.settings), "looking at transcripts")
        return self._running.transcripts.states(self._scope(user))

    def mirror(
        self,
        folder: str | Path,
        *,
        user: str | None = None,
        dry_run: bool = False,
        force: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> MirrorReport:
        """Write active memories to a folder as Markdown, one file each, and take a person's edits back.

        A changed file is a new version, a deleted one archives, a new one adds; what was changed on both sides is kept
        on both. `force`: also where more than a third of all would be archived or removed.
        """
        require_here(address(self.settings), "mirroring a folder")
        scope = self._scope(user)
        return self._running.mirror.run(Path(folder), scope, dry_run=dry_run, force=force, progress=progress)
