"""What is active in a space, as ageing looks at it: page by page, for there may be much of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from recollect.engine.parts import Parts
from recollect.model.ageing import Ageing
from recollect.model.scope import Scope

PAGE = 1000


def pages(parts: Parts, own: Scope, now: datetime | None, cutoffs: dict[str, datetime]) -> Iterable[list[Ageing]]:
    """By item; with `now` only what is over."""
    after = 0
    while True:
        page = parts.store.ageing(own, now=now, cutoffs=cutoffs, after=after, limit=PAGE)
        if page:
            yield page
        if len(page) < PAGE:
            return
        after = page[-1].item
