"""Searching: embed the question, recall inside one read transaction, then count the recall and fill in vectors."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from recollect.contracts.store import Reader
from recollect.engine import events, told
from recollect.engine.hot import read_at
from recollect.engine.parts import Parts
from recollect.engine.profiles import hits_holding
from recollect.engine.recall_policy import denial
from recollect.engine.recalled import RecallLog
from recollect.engine.reranking import Reranking
from recollect.engine.vectors import reindexed
from recollect.engine.vectors.tier import VectorTier
from recollect.errors import InvalidInput, ReplicaFailed, StoreError, TierFailed, TooLarge
from recollect.lifecycle import retention
from recollect.model.batch import Vectors
from recollect.model.document import DOCUMENT
from recollect.model.given import QUERY_CHARS_MAX
from recollect.model.query import Filter, Hits, Query, Trace
from recollect.model.record import SECTORS, Record
from recollect.model.scope import Scope, require_text
from recollect.model.vectors import Embedded
from recollect.read import presets
from recollect.read.apart import Part, in_turn
from recollect.read.ground import lay
from recollect.read.near import NEAREST, Behind
from recollect.read.pipeline import recall, speakers
from recollect.read.plan import Asked, query_vector, understand
from recollect.read.rerank import Judged, Offer
from recollect.read.run import Found
from recollect.read.sectors import Sought
from recollect.rules.sectors import classify
from recollect.write import accept
from recollect.write.entries import embedding_texts

K_MAX = 1000
BACKFILL_STEP = 32

T = TypeVar("T")


class Recall:
    """Search, with its side effects kept apart from its answer."""

    def __init__(self, parts: Parts, link: Callable[[Scope, float], object] | None = None) -> None:
        """`link` gives memories their waypoints, within so many seconds."""
        self._parts = parts
        self._link_waypoints = link
        self.log = RecallLog(parts)
        self._failure: str | None = None
        self._preset(None, {})  # a preset that does not exist is refused before anything is asked

    def search(
        self,
        text: str,
        scope: Scope,
        *,
        k: int | None = None,
        filter: Filter | None = None,
        users: Sequence[str] = (),
        now: Any = None,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        explain: bool = False,
        dry_run: bool = False,
        admitted: bool = False,
    ) -> Hits:
        """The best `k` records for a question, else as many as the preset gives. A dry run leaves no trace; what was
        admitted is a part of a search that was counted already."""
        chosen = self._preset(preset, options or {})
        query = Query(
            text=_text(text, required=chosen.fusion != "recent"),
            scope=scope,
            now=accept.moment(now, "now") or self._parts.clock(),
            k=accept.whole(chosen.k if k is None else k, "k", 1, K_MAX),
            filter=filter or Filter(),
            users=_users(users),
            preset=chosen.name,
            explain=explain,
        )
        denied = denial(self._parts.options.recall_policy, scope.session)
        if denied is not None:
            return Hits([], Trace(preset=chosen.name, stages=(denied,)))
        if not admitted:
            self._parts.gate.admit_search(scope, query.now if now is None else self._parts.clock())
        found = self._answer(query, chosen, given=now is not None)
        shown = hits_holding(self._parts, query, found.hits)
        if shown is not found.hits:  # hardly any search finds a profile
            found = replace(found, hits=shown)
        if not dry_run:
            self.log.note(scope, "" if query.users else query.text, found.hits, found.travelled)
            self._backfill(scope, found)
            if chosen.waypoints:
                self._link(scope)
        events.retrieved(scope, [found.hits])
        return found.hits

    def search_apart(
        self,
        text: str,
        scope: Scope,
        parts: Sequence[Part],
        *,
        now: datetime,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        told: frozenset[str] = frozenset(),
    ) -> list[Found]:
        """One question, answered for several filters apart. Leaves no trace, does not tell signals apart, and counts as
        one search: what its words and its meaning match is found once."""
        chosen = self._preset(preset, options or {})
        asked = _text(text, required=chosen.fusion != "recent")
        whole = Query(text=asked, scope=scope, now=now, preset=chosen.name, components=False, told=told)
        queries = [
            self._within_retention(replace(whole, k=part.k, in_all=part.in_all, filter=part.filter), chosen)
            for part in parts
        ]
        self._parts.gate.admit_search(scope, self._parts.clock())
        found = self._run(queries, chosen)
        events.retrieved(scope, [one.hits for one in found])
        return found

    def _answer(self, query: Query, chosen: presets.Preset, *, given: bool) -> Found:
        """From the hot tier, where the same was answered a moment ago and nothing was written since; else made."""
        hot, within = self._parts.hot, self._within_retention(query, chosen)
        if hot is None or query.explain:
            return self._run([within], chosen)[0]
        stamps = hot.stamps(query.scope, query.users)
        reranking = self._parts.reranking
        moment = query.now if given else query.now.date()
        asked = (query.text, query.scope, query.k, query.filter, query.users, chosen, moment)
        name = hot.named("search", stamps, asked, self._parts.embedding.signature(), reranking and reranking.signature)
        found = hot.found(name, within, stamps)
        if found is None:
            [found] = self._run([within], chosen)
            if read_at(stamps, found.spaces):
                hot.keep(name, query, found)
        return found

    def _within_retention(self, query: Query, chosen: presets.Preset) -> Query:
        """Not what is older than the settings or the preset show of its layer."""
        days = retention.strictest(
            self._parts.options.ageing.retention_days,
            retention.every_layer(chosen.retention_days),
            {"summary": chosen.summary_retention_days},
        )
        if not days:
            return query
        cutoffs = retention.cutoffs(days, query.filter.as_of or query.now)
        return replace(query, filter=replace(query.filter, cutoffs=cutoffs))

    def _preset(self, name: str | None, options: Mapping[str, Any]) -> presets.Preset:
        own = self._parts.options
        name = name or own.preset
        defaults: dict[str, Any] = {}
        if name in ("rrf", "omniroute"):
            defaults["rrf_k"] = own.rrf_k
        if name == "omniroute":
            defaults["vector_top_k"] = own.vector_top_k
        if name == "openmemory":
            defaults["min_score"] = own.min_score
        if name == own.preset:
            defaults |= own.recall_options
        return presets.choose(name, options, defaults)

    def _run(self, queries: Sequence[Query], chosen: presets.Preset) -> list[Found]:
        """Recall; where there is a reranker, ask it about the best outside of any transaction, and recall again."""
        reranking = self._parts.reranking
        if reranking is None or not chosen.rerank or chosen.fusion == "recent":
            return self._recall(queries, chosen)
        return in_turn(queries, lambda query: self._reranked(query, chosen, reranking))

    def _reranked(self, query: Query, chosen: presets.Preset, reranking: Reranking) -> Found:
        [found] = self._recall([query], chosen, reranking.offer())
        if not found.offered:
            return found
        judged = reranking.judge(query.text, found.offered)
        if not isinstance(judged, str):
            return self._recall([query], chosen, judged)[0]
        hits = found.hits
        reasons = "; ".join(filter(None, (hits.trace.fallback_reason, f"not reranked: {judged}")))
        trace = replace(hits.trace, stages=(*hits.trace.stages, f"not reranked: {judged}"), fallback_reason=reasons)
        return replace(found, hits=Hits(list(hits), trace, hits.questions))

    def _recall(
        self, queries: Sequence[Query], chosen: presets.Preset, rerank: Offer | Judged | None = None
    ) -> list[Found]:
        """Understand, embed, recall: questions with one text, narrowed in several ways. A question may name people, so
        the names in the store are looked up first.

        An embedder that may wait for a network is asked between two read transactions, never inside one.
        """
        embedding, query = self._parts.embedding, queries[0]
        if chosen.channels == "keyword" or chosen.fusion == "recent":
            reason = "words alone were asked for" if chosen.channels == "keyword" else None
            words = Embedded(signature=None, rows=None, reason=reason)
            sought = None if chosen.fusion == "recent" else self._seek(query, chosen, embed=False)

            def by_words(reader: Reader) -> list[Found]:
                asked = understand(query.text, now=query.now, speakers=speakers(reader))
                ground = lay(reader, chosen, asked, words)
                return in_turn(queries, lambda one: recall(ground, one, sought, rerank))

            return self._read(query, None, by_words)
        if self._parts.tier is not None:
            return self._run_by_tier(queries, chosen, self._parts.tier, rerank)

        def at_once(reader: Reader) -> tuple[Asked, list[Found] | None]:
            asked = understand(query.text, now=query.now, speakers=speakers(reader))
            if not self._parts.instant:
                return asked, None
            ground = lay(reader, chosen, asked, self._embed(query, chosen, asked))
            sought = self._seek(query, chosen)
            return asked, in_turn(queries, lambda one: recall(ground, one, sought, rerank))

        asked, found = self._read(query, embedding.signature(), at_once)
        if found is not None:
            return found
        embedded, sought = self._embed(query, chosen, asked), self._seek(query, chosen)
        return self._run_here(queries, chosen, asked, embedded, sought, rerank)

    def _read(self, query: Query, signature: str | None, work: Callable[[Reader], T]) -> T:
        """What is made of one read transaction, on the replica where there is one. Where it fails half-way, the primary
        begins anew: nothing was counted or written yet."""
        reading = partial(self._parts.store.reading, query.scope, signature=signature, users=query.users)
        try:
            with reading(replica=True) as reader:
                return work(reader)
        except ReplicaFailed:
            with reading() as reader:
                return work(reader)

    def _run_here(
        self,
        queries: Sequence[Query],
        chosen: presets.Preset,
        asked: Asked,
        embedded: Embedded,
        sought: Sought | None,
        rerank: Offer | Judged | None,
    ) -> list[Found]:
        """All vectors of the spaces are compared in this process."""

        def here(reader: Reader) -> list[Found]:
            ground = lay(reader, chosen, asked, embedded)
            return in_turn(queries, lambda one: recall(ground, one, sought, rerank))

        return self._read(queries[0], embedded.signature, here)

    def _run_by_tier(
        self, queries: Sequence[Query], chosen: presets.Preset, tier: VectorTier, rerank: Offer | Judged | None
    ) -> list[Found]:
        """The tier is asked between two read transactions; when it cannot answer, the search goes on in process and
        says so."""
        query, store = queries[0], self._parts.store
        with store.reading(
            query.scope, signature=self._parts.embedding.signature(), users=query.users, matrix=False
        ) as reader:
            asked = understand(query.text, now=query.now, speakers=speakers(reader))
            stamps = [space.stamp for space in reader.spaces]
        embedded, sought = self._embed(query, chosen, asked), self._seek(query, chosen)
        if embedded.rows is None or embedded.signature is None:
            return self._run_here(queries, chosen, asked, embedded, sought, rerank)
        layers = set(query.filter.layers)
        shared = tuple(sorted(layers)) if all(set(one.filter.layers) == layers for one in queries) else ()
        try:
            nearest = tier.search(
                query.scope, embedded.signature, stamps, query_vector(embedded.rows), NEAREST, layers=shared
            )
            with store.reading(query.scope, signature=embedded.signature, users=query.users, matrix=False) as reader:
                ground = lay(reader, chosen, asked, embedded, nearest, tier.name)
                return in_turn(queries, lambda one: recall(ground, one, sought, rerank))
        except TierFailed as error:
            reason = f"{tier.name} does not answer, vectors were compared in process: {told.told(error)}"
        except Behind as error:
            reason = f"{tier.name} is catching up ({error}), vectors were compared in process"
        reasons = "; ".join(filter(None, (embedded.reason, reason)))
        return self._run_here(queries, chosen, asked, replace(embedded, reason=reasons), sought, rerank)

    def _seek(self, query: Query, chosen: presets.Preset, *, embed: bool = True) -> Sought | None:
        """The sectors the question asks: the one it was narrowed to, else those its words show."""
        if not chosen.sectors or chosen.fusion != "composite":
            return None
        sought = Sought(classified=classify(query.text, query.filter.sector))
        if embed:
            sought.embedded = self._parts.sectors.embed_query(query.text, sought.sectors, query.scope)
        return sought

    def _embed(self, query: Query, chosen: presets.Preset, asked: Asked) -> Embedded:
        """Our ranking embeds the question, its content words and single words; the other presets the question."""
        texts = asked.texts if chosen.fusion == "learned" and asked.texts else (query.text,)
        if not self._parts.embedding.instant:
            texts = texts[:2]
        return self._parts.embedding.embed_query(texts, query.scope)

    # --- after the answer ---------------------------------------------------------------------------------------

    @property
    def last_failure(self) -> str | None:
        """Why vectors were last not filled in or recalls not counted; part of the status."""
        return self._failure or self.log.failure

    def flush(self) -> None:
        """Write what searches left behind."""
        self.log.flush()

    def _backfill(self, scope: Scope, found: Found) -> None:
        """Give a few items their missing vectors, within a small time budget."""
        missing, options = found.without_vector, self._parts.options
        wanted = missing and options.backfill_ms and not 0 < options.backfill_items_max <= len(missing)
        if not wanted or reindexed.by_another(self._parts, scope) is not None:
            return
        deadline = time.monotonic() + options.backfill_ms / 1000
        for start in range(0, len(missing), BACKFILL_STEP):
            if time.monotonic() > deadline:
                return
            records = self._fillable(scope, missing[start : start + BACKFILL_STEP])
            try:
                self.embed_records([record for record in records if not _of_a_workspace(record)])
            except StoreError as error:
                self._failure = str(error)
                return

    def _fillable(self, scope: Scope, items: Sequence[int]) -> list[Record]:
        """Those that may get a vector now: while another stands in for the chosen embedder, not what that one made."""
        store, embedding = self._parts.store, self._parts.embedding
        if embedding.failure(scope) is None:
            with store.reading(scope, signature=None) as reader:
                return list(reader.records(items).values())
        chosen = embedding.chosen()
        pending = store.pending_vectors(scope, chosen, limit=len(items), items=items) if chosen else []
        return [record for _, record in pending]

    def _link(self, scope: Scope) -> None:
        """Give a few memories their waypoint, within the same budget."""
        if self._link_waypoints is None or not self._parts.options.backfill_ms:
            return
        try:
            self._link_waypoints(scope, self._parts.options.backfill_ms / 1000)
        except StoreError as error:
            self._failure = str(error)

    def embed_records(self, records: Sequence[Record]) -> int:
        """Make and store the vectors of these records; returns how many got one, or keep the chosen embedder's."""
        done = 0
        by_user: dict[Scope, list[Record]] = {}
        for record in records:
            by_user.setdefault(record.scope.own, []).append(record)
        for scope, group in by_user.items():
            embedded = self._parts.embedding.embed(embedding_texts(group), scope)
            if embedded.rows is None or embedded.signature is None:
                return done
            items = tuple(record.item for record in group)
            signature, sparing = embedded.signature, self._parts.embedding.sparing(embedded.signature)
            made = Vectors(signature=signature, items=items, rows=embedded.rows, sparing=sparing)
            self._parts.store.write_vectors(scope, made)
            done += len(group)
            self.embed_sectors(group)
        return done

    def embed_sectors(self, records: Sequence[Record], sectors: Collection[str] = SECTORS) -> str | None:
        """Make and store what these sectors' own embedders give for the records of one space; why not for all."""
        scope = records[0].scope.own
        made, reason = self._parts.sectors.embed(records, scope, sectors)
        for vectors in made:
            items = tuple(records[place].item for place in vectors.places)
            self._parts.store.write_vectors(
                scope, Vectors(signature=vectors.signature, items=items, rows=vectors.rows, sector=vectors.sector)
            )
        return reason


def _of_a_workspace(record: Record) -> bool:
    """Passages of files get vectors of another embedder all at once, with a sync; until then the old ones stay."""
    return record.layer == DOCUMENT and record.provenance.source == "file"


def _users(users: Any) -> tuple[str, ...]:
    if not isinstance(users, list | tuple):
        raise InvalidInput(f"users must be a list of names, not {type(users).__name__}")
    return tuple(str(Scope(user=user).user) for user in users if user is not None)


def _text(text: Any, *, required: bool) -> str:
    if not isinstance(text, str):
        raise InvalidInput(f"the query must be text, not {type(text).__name__}")
    if required and not text.strip():
        raise InvalidInput("the query is empty; ask something, or use list to see the newest records")
    if len(text) > QUERY_CHARS_MAX:
        raise TooLarge(f"the query has {len(text):,} characters; at most {QUERY_CHARS_MAX:,} are allowed")
    require_text(text, "the query")
    return text
