"""The verbs that prepare what a model is told: the context of a prompt, and what happened when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from recollect.memory.opening import Opened
from recollect.model.context import Context
from recollect.model.given import require_flags
from recollect.model.record import Record


class Contextual(Opened):
    """Memory as text for a prompt."""

    def context(
        self,
        /,
        query: str | None = None,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        format: str | None = None,
        tokens_max: int | None = None,
        now: date | str | None = None,
        layout: str | None = None,
        used: bool = False,
        **options: Any,
    ) -> Context:
        """What to tell a model: who the user is, and with a query what answers it, in at most `tokens_max` tokens.

        With `used` it is told that a model gets it: what answers the query counts as recalled, as after a search.

        `format` is one of bullets, markdown, xml, json, messages; `layout` one of recollect, osaurus, memoryos,
        omniroute; `options` change the layout for this call (see `recollect.read.context.layouts`).
        """
        require_flags(used=used)
        return self._running.contexts.build(
            query,
            self._scope(user, agent, session, project),
            format=format,
            tokens_max=tokens_max,
            now=now,
            layout=layout or "recollect",
            used=used,
            options=options,
        )

    def timeline(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        project: str | None = None,
        about: str | None = None,
        since: date | str | None = None,
        until: date | str | None = None,
        layers: Sequence[str] = (),
        limit: int = 100,
    ) -> list[Record]:
        """What happened when, oldest first, with what was replaced since; `about` narrows it to a subject."""
        scope = self._scope(user, agent, None, project)
        return self._running.timeline.of(scope, about=about, since=since, until=until, layers=layers, limit=limit)
