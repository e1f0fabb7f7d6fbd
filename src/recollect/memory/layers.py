"""The verbs about what stands above single memories: overrides, the profile, and pending work done now."""

from __future__ import annotations

import time
from typing import Any

from recollect.engine.graph import GRAPH
from recollect.errors import InvalidState
from recollect.memory.opening import Opened
from recollect.model.added import Added
from recollect.model.job import DONE
from recollect.model.layers import LAYER_JOBS, Profile
from recollect.model.record import Record

Records = list[Record]


class Layers(Opened):
    """What is made of memories, and what a person fixed."""

    def override(self, /, text: str, *, user: str | None = None, **fields: Any) -> Added:
        """Fix something: it is never overwritten, whatever is learned; memories that contradict it are archived.

        `update` and `delete` change it, and nothing else does. `fields` are those of a text in `add`; for one agent or
        project alone it is `add(…, layer="override", agent=…)`.
        """
        return self._running.memories.add(text, self._scope(user), {**fields, "layer": "override"})

    def overrides(self, *, user: str | None = None) -> Records:
        """What was fixed for a user and for everybody, newest first."""
        return self._running.profiles.overrides(self._scope(user))

    def profile(self, *, user: str | None = None) -> Profile:
        """What is known of a user in a few lines: the profile, what was fixed, and what came since it was made."""
        return self._running.profiles.show(self._scope(user))

    def rebuild_profile(self, *, user: str | None = None) -> Profile:
        """Make the profile now, without waiting for further memories; each time is a new version."""
        engine, scope = self._running, self._scope(user).own
        job = engine.profiles.ask(scope, by_hand=True)
        engine.jobs.finish((job.id,), scope)
        made = engine.jobs.get(job.id)
        if made.state != DONE and made.error is not None:
            raise InvalidState(f"the profile could not be made ({made.error}); job {job.id} tries again")
        return engine.profiles.show(scope)

    def sync(self, *, user: str | None = None, timeout_s: float | None = None) -> int:
        """Like `flush`, and what waits for its time (summaries of conversations that still go on, the profile, the
        graph) is done now too.

        Returns how many jobs are left at the time-out; 0 when everything is done.
        """
        scope = self._scope(user) if user is not None else None
        engine, begun = self._running, time.monotonic()
        left = engine.jobs.sync((*LAYER_JOBS, GRAPH), scope, timeout_s=timeout_s)
        if left or not engine.graph.ask(scope or self._scope(None), everyone=scope is None):
            return left
        rest_s = None if timeout_s is None else max(0.0, timeout_s - (time.monotonic() - begun))
        return engine.jobs.sync((GRAPH,), scope, timeout_s=rest_s)
