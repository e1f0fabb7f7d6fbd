"""The verbs about ageing: making stronger, sweeping, compacting, clearing, erasing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from recollect.engine.filters import make_filter
from recollect.memory.opening import Opened
from recollect.model.ageing import REINFORCEMENT, Cleared, Compaction, Receipt, Swept
from recollect.model.given import require_flags
from recollect.model.record import Record

Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""


class Ageing(Opened):
    """How memories get stronger, older and fewer."""

    def reinforce(self, id: str, boost: float = REINFORCEMENT) -> Record:
        """Make a record stronger: `boost` (0 to 100) on top of what is left of its strength, up to 1."""
        return self._running.ageing.reinforce(self._scope(), id, boost)

    def sweep(self, *, user: str | None = None, dry_run: bool = False, progress: Progress | None = None) -> Swept:
        """Archive what has expired, is too old, too weak or one too many, and with `auto_compact` put summaries in
        place of what is old; without a user: of everybody."""
        require_flags(dry_run=dry_run)
        return self._running.ageing.sweep(self._scope(user), everyone=user is None, dry_run=dry_run, progress=progress)

    def compact(
        self,
        *,
        user: str | None = None,
        session: str | None = None,
        older_than_days: float | None = None,
        tokens_max: int | None = None,
        retention_days: float | None = None,
        keyed: bool = False,
        typed: bool = False,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> Compaction:
        """Put one summary in place of memories older than some days (30), or of those above a token budget.

        What it stands for is archived; `undo_compaction` brings it back. What has a key stays, unless `keyed`.
        `retention_days`: for searches with this option, which hide a summary when its oldest part is older. `typed`: a
        line begins with one of the four types and not with the kind.
        """
        require_flags(keyed=keyed, typed=typed, dry_run=dry_run)
        return self._running.compacting.compact(
            self._scope(user, session=session),
            older_than_days=older_than_days,
            tokens_max=tokens_max,
            retention_days=retention_days,
            keyed=keyed,
            typed=typed,
            dry_run=dry_run,
            progress=progress,
        )

    def undo_compaction(self, summary_id: str) -> int:
        """Bring back everything a summary stands for, and archive the summary; returns how many came back."""
        return self._running.compacting.undo(self._scope(), summary_id)

    def clear(
        self,
        /,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        everyone: bool = False,
        dry_run: bool = False,
        progress: Progress | None = None,
        **filters: Any,
    ) -> Cleared:
        """Delete all records that match, for good: of the user, or without one the shared ones; `everyone`: of all.

        `agent`, `session` and `project` name what has exactly that label; what has none stays. `filters` as in `list`,
        whatever their status, and `before`: made before that.
        """
        require_flags(everyone=everyone, dry_run=dry_run)
        return self._running.clearing.clear(
            self._scope(user, agent, session, project),
            make_filter(**({"only_session": session is not None} | filters)),
            everyone=everyone,
            dry_run=dry_run,
            progress=progress,
        )

    def erase(self, *, user: str | None = None, everyone: bool = False, keys: bool = True) -> Receipt:
        """Remove everything of a user, or without one the shared space; `everyone`: of the tenant. No way back.

        With it go the API keys that are bound to whoever is erased; `keys=False` leaves them.
        """
        require_flags(everyone=everyone, keys=keys)
        return self._running.clearing.erase(self._scope(user), everyone=everyone, keys=keys)
