"""Answers that several processes share, in the hot tier: searches and contexts.

An answer is kept under number, epoch and generation of every space it was made from, and under all that was asked and
set: a write changes the generation, so that an old answer is not found any more. Of a search only item numbers and
scores are kept, and its rows are read anew; of a context its text. Both are believed for seconds, as time passes in
them too: memories fade and expire.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from recollect.contracts.hot_tier import HotTier, Taken
from recollect.contracts.store import StampsSeen, Store
from recollect.lifecycle.retention import is_shown
from recollect.model.columns import NUMBER_BITS
from recollect.model.context import Context, Line, Section
from recollect.model.query import Hit, Hits, Query, Trace
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.model.tier import SpaceStamp
from recollect.read.explain import explainer
from recollect.read.learned import SIGNAL_WORDS
from recollect.read.plan import understand
from recollect.read.run import Found
from recollect.rules.text import ANALYSER_VERSION

FRESH_S = 10.0
DIGEST_BYTES = 16
FORMAT = 2
"""Another number when what is kept, or the ranking, changes."""

__all__ = ["HotAnswers", "Taken", "group", "read_at"]


def read_at(stamps: StampsSeen, spaces: Sequence[SpaceStamp]) -> bool:
    """Are these the spaces as the stamps say? What a replica that lags has shown must not be kept as if they were."""
    return tuple(stamp for stamp in stamps if stamp is not None) == tuple(spaces)


def group(scope: Scope) -> str:
    """One user's answers, of whatever agent or session: they are forgotten together."""
    return json.dumps([scope.tenant, scope.user])


class HotAnswers:
    """Keeps and finds answers. What the hot tier cannot say is made as if there were none."""

    def __init__(self, tier: HotTier, store: Store, salt: str) -> None:
        """`salt`: a hash of the settings that answers depend on."""
        self.tier = tier
        self._store = store
        self._salt = salt
        self.hits = 0

    def named(self, kind: str, stamps: StampsSeen | None, *parts: object) -> str:
        """The name of an answer: a hash of everything it depends on."""
        text = repr((FORMAT, ANALYSER_VERSION, self._salt, kind, stamps, parts))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    def stamps(self, scope: Scope, users: Sequence[str] = ()) -> StampsSeen:
        """Every space a question reads as it is now, in a fixed order."""
        return self._store.stamps_seen(scope, users)

    # --- searches -----------------------------------------------------------------------------------------------

    def found(self, name: str, query: Query, stamps: StampsSeen) -> Found | None:
        """A search that was answered a moment ago, with its rows as they are now."""
        kept = self._kept(name, query.scope, query.now)
        if kept is None:
            return None
        items = {item for hit in kept["hits"] for item in (hit["item"], *hit["window"], *hit["sources"])}
        with self._store.reading(query.scope, signature=None, users=query.users) as reader:
            seen = {space.id for space in reader.spaces}
            records = reader.records([item for item in sorted(items) if item >> NUMBER_BITS in seen])
        if self.stamps(query.scope, query.users) != stamps or len(records) != len(items):
            return None  # somebody wrote meanwhile
        shown = all(is_shown(record, query.filter.cutoffs, query.now) for record in records.values())
        if not shown and not query.filter.include_expired:
            return None
        self.hits += 1
        explain = partial(_explained, query)
        hits = [_hit(kept_hit, records, explain) for kept_hit in kept["hits"]]
        told = kept["trace"]
        trace = Trace(
            preset=told["preset"],
            stages=(*told["stages"], "hot tier: answered a moment ago"),
            embedder=told["embedder"],
            candidates=told["candidates"],
        )
        travelled = tuple((item, source, target) for item, source, target in kept["travelled"])
        return Found(hits=Hits(hits, trace), travelled=travelled, items=kept["items"])

    def keep(self, name: str, query: Query, found: Found) -> None:
        """What is whole and says nothing that only this moment knows."""
        trace = found.hits.trace
        if found.hits.questions or found.without_vector or found.overtook or trace.fallback_reason or trace.missed:
            return
        hits = [
            {
                "item": hit.record.item,
                "score": hit.score,
                "tier": hit.tier,
                "components": dict(hit.components),
                "tokens": hit.tokens,
                "window": [record.item for record in hit.window],
                "sources": [record.item for record in hit.sources],
                "path": list(hit.path),
            }
            for hit in found.hits
        ]
        told = {
            "preset": trace.preset,
            "stages": trace.stages,
            "embedder": trace.embedder,
            "candidates": trace.candidates,
        }
        value = {"hits": hits, "trace": told, "travelled": found.travelled, "items": found.items}
        self._keep(name, query.scope, query.now, value)

    # --- contexts -----------------------------------------------------------------------------------------------

    def context(self, name: str, scope: Scope, now: datetime) -> tuple[Context, datetime | None] | None:
        kept = self._kept(name, scope, now)
        if kept is None:
            return None
        until = _moment(kept["until"])
        if until is not None and now >= until:
            return None
        self.hits += 1
        return _context(kept["context"]), until

    def keep_context(self, name: str, scope: Scope, now: datetime, context: Context, until: datetime | None) -> None:
        value = {"context": asdict(context), "until": None if until is None else until.isoformat()}
        self._keep(name, scope, now, value)

    # --- both ---------------------------------------------------------------------------------------------------

    def forget(self, scope: Scope) -> None:
        """What was kept of a user's answers goes now, and not only out of sight."""
        self.tier.forget(group(scope))

    def _kept(self, name: str, scope: Scope, now: datetime) -> Any:
        data = self.tier.get(group(scope), name)
        if data is None or data[:DIGEST_BYTES] != _digest(data[DIGEST_BYTES:]):
            return None  # nothing, or damaged on the way
        kept = json.loads(data[DIGEST_BYTES:])
        age_s = (now - datetime.fromtimestamp(kept["at"], UTC)).total_seconds()
        return kept["value"] if 0 <= age_s < FRESH_S else None

    def _keep(self, name: str, scope: Scope, now: datetime, value: Mapping[str, Any]) -> None:
        data = json.dumps({"at": now.timestamp(), "value": value}, default=_plain).encode()
        self.tier.put(group(scope), name, _digest(data) + data)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).digest()


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _hit(kept: Mapping[str, Any], records: Mapping[int, Record], explain: Any) -> Hit:
    return Hit(
        record=records[kept["item"]],
        score=kept["score"],
        tier=kept["tier"],
        components=kept["components"],
        tokens=kept["tokens"],
        window=tuple(records[item] for item in kept["window"]),
        sources=tuple(records[item] for item in kept["sources"]),
        path=tuple(kept["path"]),
        _explain=explain,
    )


def _explained(query: Query, hit: Hit) -> str:
    """The reasons in words: the question is read again only when somebody asks for them."""
    asked = understand(query.text, now=query.now, speakers=())
    return explainer(query.text, asked.terms, SIGNAL_WORDS, {}, query.now)(hit)


def _context(kept: Mapping[str, Any]) -> Context:
    sections = tuple(
        Section(**{**section, "lines": tuple(_line(line) for line in section["lines"])}) for section in kept["sections"]
    )
    listed = {name: tuple(kept[name]) for name in ("messages", "trace")}
    retold = tuple(_line(line) for line in kept.get("retold", ()))  # an older version kept none
    return replace(Context(**{**kept, **listed, "sections": sections, "retold": retold}), cached=True)


def _line(kept: Mapping[str, Any]) -> Line:
    return Line.of({**kept, "at": _moment(kept["at"])})
