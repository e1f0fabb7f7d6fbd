"""The context: what a prompt is given about a user, and about a question, within a budget of real tokens.

Building one counts no recall and writes nothing. The same call within ten seconds is answered from a cache, as long as
nothing was written into the spaces it reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from recollect.engine.cache import Cache
from recollect.engine.contexts.building import Building
from recollect.engine.contexts.means import Means
from recollect.engine.contexts.search import LAYER_OF
from recollect.engine.recall_policy import denial
from recollect.errors import InvalidInput
from recollect.model.context import FORMATS, Context
from recollect.model.scope import Scope
from recollect.model.tier import SpaceStamp
from recollect.read.context.layouts import Layout, choose
from recollect.write import accept

CACHE_S = 10.0
CACHE_ENTRIES = 1000
TOKENS_MAX = 1_000_000


@dataclass(frozen=True, kw_only=True)
class ContextOptions:
    """What settings say about contexts."""

    format: str = "bullets"
    layout: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class _Held:
    """A context, and as long as what it may be given again."""

    spaces: tuple[SpaceStamp, ...] | None
    """As it has read them. None: not all at one moment, or as they were before; it is not given again."""
    context: Context
    until: datetime | None


def _zoned(now: Any) -> datetime | None:
    """The moment in the zone it was given in; without one in UTC."""
    if accept.moment(now, "now") is None:
        return None
    given = datetime.fromisoformat(now) if isinstance(now, str) else now
    return given.replace(tzinfo=UTC) if given.tzinfo is None else given


class Contexts:
    """Builds contexts."""

    def __init__(self, means: Means, options: ContextOptions) -> None:
        self._means = means
        self._options = options
        self._cache: Cache[_Held] = Cache(CACHE_ENTRIES, CACHE_S)

    def build(
        self,
        query: Any,
        scope: Scope,
        *,
        format: str | None = None,
        tokens_max: int | None = None,
        now: Any = None,
        layout: str = "recollect",
        used: bool = False,
        options: Mapping[str, Any] | None = None,
    ) -> Context:
        """What to tell a model about this scope, and about the query where there is one. `used`: a model is told it, so
        that what answers the query counts as recalled."""
        wanted = {**(options or {})}
        if tokens_max is not None:
            wanted["tokens_max"] = accept.whole(tokens_max, "tokens_max", 0, TOKENS_MAX)
        chosen = choose(layout, wanted, self._options.layout)
        form = accept.one_of(format or self._options.format, FORMATS, "format")
        if query is not None and not isinstance(query, str):
            raise InvalidInput(f"the query must be text or None, not {type(query).__name__}")
        denied = denial(self._means.parts.options.recall_policy, scope.session)
        if denied is not None:
            counts = self._means.tokenizer().name
            return Context(text="", sections=(), tokens=0, tokenizer=counts, format=form, messages=(), trace=(denied,))
        moment = _zoned(now) or self._means.parts.clock().astimezone()
        asked = query if query and query.strip() else None
        key = (scope, asked, form, chosen, moment if now is not None else moment.date())
        held = self._at(scope, asked, form, chosen, moment, key)
        if used and asked is not None:
            self._means.recall.log.told(scope, asked, held.context)
        return held.context

    def _at(
        self, scope: Scope, asked: str | None, form: str, chosen: Layout, moment: datetime, key: tuple[object, ...]
    ) -> _Held:
        """As it was a moment ago, where nothing was written since; else made anew.

        What is neither kept here nor in a hot tier needs no stamps: its search says which spaces it has read, where it
        reads them once."""
        held = self._cache.get(key)
        searched = (
            asked is not None and self._means.parts.searches_at_once and not LAYER_OF.keys().isdisjoint(chosen.asked)
        )
        stamps = None
        if held is not None or not searched or self._means.parts.hot is not None:
            stamps = self._stamps(scope)
        if held is not None and held.spaces == stamps and (held.until is None or moment < held.until):
            return replace(held, context=replace(held.context, cached=True))
        held = self._made(scope, asked, form, chosen, moment, stamps, key)
        if held.spaces is not None:
            self._cache.put(key, held)
        return held

    def _made(
        self,
        scope: Scope,
        asked: str | None,
        form: str,
        chosen: Layout,
        moment: datetime,
        stamps: tuple[SpaceStamp, ...] | None,
        key: tuple[object, ...],
    ) -> _Held:
        """By another process a moment ago, where there is a hot tier; else here."""
        hot = self._means.parts.hot
        name = "" if hot is None else hot.named("context", stamps, key, moment.utcoffset(), self._options)
        kept = None if hot is None else hot.context(name, scope, moment)
        if kept is not None:
            return _Held(spaces=stamps, context=kept[0], until=kept[1])
        building = Building(self._means, scope, asked, form, chosen, moment)
        context = building.context()
        read = (*(() if stamps is None else (stamps,)), *building.searched)
        current = bool(read) and read.count(read[0]) == len(read)
        if hot is not None and current:
            hot.keep_context(name, scope, moment, context, building.fresh_until)
        spaces = read[0] if current else None
        return _Held(spaces=spaces, context=context, until=building.fresh_until)

    def _stamps(self, scope: Scope) -> tuple[SpaceStamp, ...]:
        """As long as these are the same, so is everything a context is made of."""
        return tuple(stamp for stamp in self._means.parts.store.stamps_seen(scope) if stamp is not None)
