"""The read path: channels, fusion, ageing, diversity, window, budget. Each stage adds one line to the trace."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from recollect.contracts.store import Reader
from recollect.model.columns import RETELLINGS
from recollect.model.counted import counted
from recollect.model.query import RERANKED, Hit, Hits, Missed, Query, Trace
from recollect.read import (
    allow,
    entities,
    lacking,
    learned,
    rerank,
    shape,
    waypoints,
)
from recollect.read.coming import coming_below
from recollect.read.explain import explainer, newer_than
from recollect.read.field import Plot, Ranked, Signals
from recollect.read.fuse import by_metadata, fuse
from recollect.read.ground import Ground
from recollect.read.hidden import best_hidden
from recollect.read.order import by_what_is_said
from recollect.read.presets import words_alone
from recollect.read.run import Found, Run
from recollect.read.sectors import Sought


def recall(
    ground: Ground,
    query: Query,
    sought: Sought | None = None,
    reranked: rerank.Offer | rerank.Judged | None = None,
) -> Found:
    """Answer a query inside the read transaction of its ground."""
    run = _start(ground, query)
    run.sought, run.reranked = sought, reranked
    preset, embedded = ground.preset, ground.embedded
    spaces = tuple(space.stamp for space in ground.reader.spaces)
    if not run.plots:
        nothing = Trace(preset=preset.name, stages=("nothing stored yet",), fallback_reason=embedded.reason)
        return Found(hits=Hits([], nothing), spaces=spaces, cutoffs=query.filter.cutoffs)
    ranked = _rank_around_retellings(run)
    ranked = _reshape(run, _rerank(run, ranked))
    hits = _hits(run, ranked)
    trace = Trace(
        preset=preset.name,
        stages=tuple(run.stages),
        embedder=embedded.signature,
        fallback_reason=lacking.reason(run.plots, run.preset, embedded, run.sought),
        candidates=ranked.pool,
        missed=_missed(run) if query.explain else (),
    )
    missing = [plot for plot in run.plots if embedded.rows is not None and not plot.columns.vectors_complete]
    pending = any(plot.columns.pending for plot in run.plots)
    return Found(
        hits=Hits(hits, trace, run.reader.questions() if pending else ()),
        without_vector=tuple(lacking.items_without_vector(missing)),
        travelled=waypoints.travelled(run.steps, run.records, hits),
        offered=run.offered,
        overtook=bool(run.overtook or run.moved),
        items=sum(len(plot.columns) for plot in run.plots),
        spaces=spaces,
        cutoffs=query.filter.cutoffs,
    )


def speakers(reader: Reader) -> tuple[str, ...]:
    """The people who speak in the spaces of a reader; a question may name them."""
    return tuple(dict.fromkeys(name for space in reader.spaces for name in space.columns.speakers))


def _start(ground: Ground, query: Query) -> Run:
    """Which rows of each space the query may see."""
    plots: list[Plot] = []
    for spot in ground.spots:
        conditions = allow.masks(spot.space, query.scope, query.filter, now=query.now, apart=query.explain)
        plots.append(spot.plot(allow.combine(conditions, len(spot.columns)), conditions))
    run = Run(
        query=query,
        preset=ground.preset,
        ground=ground,
        reader=ground.reader,
        plots=plots,
        asked=ground.asked,
        embedded=ground.embedded,
        dropped=shape.Dropped(wanted=query.explain),
    )
    visible = sum(plot.visible for plot in run.plots)
    run.stages.append(f"scope: {visible} of {ground.items} items in {counted(len(run.plots), 'space')} may be shown")
    run.stages += [ground.stage] if ground.stage is not None else []
    return run


def _rank_around_retellings(run: Run) -> Ranked:
    """Summaries and profiles say again what turns and memories say. Where they are not asked for, they neither count
    in what words are worth nor take a place: they get the places that the others leave free."""
    plots, layers, spots = run.plots, run.query.filter.layers, run.ground.spots
    asked_for = not run.preset.retold_last if not layers else not RETELLINGS.isdisjoint(layers)
    if asked_for or all(plot.columns.retold is None for plot in plots):
        run.plots = _weighed(run, plots)
        return _rank(run)
    run.plots = [spot.without_retellings(plot) for spot, plot in zip(spots, plots, strict=True)]
    ranked = _rank(run)
    if layers or len(ranked.places) >= run.query.k:
        return ranked
    run.plots = _weighed(run, plots)
    run.stages.pop()
    ranked = _rank(run)
    retold = [
        np.zeros(len(plot.columns), np.bool_) if plot.columns.retold is None else plot.columns.retold for plot in plots
    ]
    last = np.concatenate(retold)[ranked.places]
    run.stages.append(f"retellings last: {int(last.sum())} summaries and profiles")
    return shape.taken(ranked, np.argsort(last, kind="stable"))


def _weighed(run: Run, plots: Sequence[Plot]) -> list[Plot]:
    """With what words are worth where everything counts."""
    return [spot.weighed(plot) for spot, plot in zip(run.ground.spots, plots, strict=True)]


def _rank(run: Run) -> Ranked:
    now_s = run.query.now.timestamp()
    if run.preset.fusion == "learned":
        rows = run.embedded.rows
        ranked = learned.rank(
            run.plots,
            run.asked,
            word_vectors=rows[2:] if rows is not None and len(rows) > 2 else None,
            wanted=run.query.k,
        )
    else:
        if run.sought is not None:
            run.sought.compare([space for space in run.reader.spaces if len(space.columns)], run.plots)
            run.stages.append(run.sought.stage)
        also = by_metadata(run.preset, run.query.text, run.plots, run.read, run.records)
        ranked = fuse(run.plots, run.asked.terms, run.preset, k=run.query.k, now_s=now_s, sought=run.sought, also=also)
        if run.preset.fusion == "recent" and run.query.text.strip():
            run.read(ranked.places.tolist())
            ranked = shape.require_words(ranked, run.records, run.query.text, run.dropped)
    ranked = shape.unmatched(ranked, asked=run.preset.fusion != "recent" and bool(run.query.text.strip()))
    run.stages.append(f"{run.preset.fusion}: {len(ranked.places)} candidates, tier {ranked.tier}")
    if run.preset.graph:
        ranked = _lifted(run, ranked)
    return _widened(run, ranked) if run.preset.waypoints and run.preset.fusion == "composite" else ranked


def _lifted(run: Run, ranked: Ranked) -> Ranked:
    """For a question about several entities: what names them together."""
    named = run.reader.naming(entities.possible_names(run.query.text))
    if len(named) < entities.TOGETHER_MIN:
        return ranked
    ranked, lifted = entities.lift(run.plots, ranked, named, run.preset.graph)
    run.stages.append(f"graph: {len(named)} entities are named, {lifted} candidates name several of them")
    return ranked


def _widened(run: Run, ranked: Ranked) -> Ranked:
    """One hop along the waypoints of what would be returned."""
    best = ranked.places[: run.query.k].tolist()
    run.read(best)
    links = run.reader.waypoints([run.records[place].id for place in best if place in run.records])
    now_s = run.query.now.timestamp()
    ranked, run.steps = waypoints.expand(run.plots, ranked, run.records, links, reach=len(best), now_s=now_s)
    if run.steps:
        run.stages.append(f"waypoints: {len(run.steps)} reached over one link")
    return ranked


def _rerank(run: Run, ranked: Ranked) -> Ranked:
    """Offer the best to a reranker, or take in what it said of them."""
    if isinstance(run.reranked, rerank.Offer):
        reason = rerank.skipped(run.asked, ranked)
        if reason is None:
            best = ranked.places[: run.reranked.top_n].tolist()
            run.read(best)
            run.offered = rerank.offered(run.plots, best, run.records)
        else:
            run.stages.append(f"rerank skipped: {reason}")
    elif run.reranked is not None:
        ranked, count = rerank.blend(run.plots, ranked, run.reranked)
        run.stages.append(f"{RERANKED}: {count} candidates by {run.reranked.by}, weight {run.reranked.weight:g}")
    return ranked


def _reshape(run: Run, ranked: Ranked) -> Ranked:
    """Ageing, session preference, minimum score, diversity, top k."""
    query, preset = run.query, run.preset
    if query.scope.session is not None and not query.filter.only_session:
        ranked = shape.prefer_session(run.plots, ranked, query.scope.session)
        run.stages.append("session: its records move up a little")
    if preset.half_life_days:
        ranked = shape.age(run.plots, ranked, half_life_days=preset.half_life_days, now_s=query.now.timestamp())
        run.stages.append(f"half-life: {preset.half_life_days:g} days")
    if preset.min_score:
        before = len(ranked.places)
        ranked = shape.require_score(ranked, preset.min_score, run.dropped, words_alone=words_alone(preset))
        run.stages.append(f"minimum score {preset.min_score:g}: {before - len(ranked.places)} dropped")
    if preset.mmr_lambda < 1.0:
        fetch = int(query.k * preset.mmr_fetch)
        run.read(ranked.places[:fetch].tolist())
        pool, beyond = _first(ranked, fetch, run), shape.taken(ranked, slice(fetch, fetch + shape.MISSED_MAX))
        ranked = shape.diversify(pool, run.records, k=query.k, balance=preset.mmr_lambda, dropped=run.dropped)
        run.dropped.add(beyond.places, beyond.scores, shape.not_among(query.k))
        run.stages.append(f"diversity: MMR with λ {preset.mmr_lambda:g}")
    ranked = by_what_is_said(run, ranked)
    rest = slice(query.k, query.k + shape.MISSED_MAX)
    run.dropped.add(ranked.places[rest], ranked.scores[rest], shape.not_among(query.k))
    run.read(ranked.places[: query.k].tolist())
    ranked = _first(ranked, query.k, run)
    return coming_below(ranked, run.records, run.sources, query.now) if query.filter.valid_at is None else ranked


def _first(ranked: Ranked, count: int, run: Run) -> Ranked:
    """The first `count` whose rows are still there."""
    places = ranked.places[:count].tolist()
    keep: slice | list[int] = slice(count)
    if any(place not in run.records for place in places):
        keep = [at for at, place in enumerate(places) if place in run.records]
    return shape.taken(ranked, keep)


def _hits(run: Run, ranked: Ranked) -> list[Hit]:
    places = ranked.places.tolist()
    records = [run.records[place] for place in places]
    fitting, sizes = shape.spend([record.content for record in records], run.preset.tokens_max)
    if fitting < len(records):
        run.dropped.add(
            ranked.places[fitting:], ranked.scores[fitting:], f"token budget of {run.preset.tokens_max} spent"
        )
        run.stages.append(f"budget: {fitting} of {len(records)} fit into {run.preset.tokens_max} tokens")
    reasons = run.moved | {place: newer_than(run.records[other].content) for place, other in run.overtook.items()}
    moved = {run.records[place].id: reason for place, reason in reasons.items() if place in run.records}
    explain = explainer(run.query.text, run.asked.terms, learned.SIGNAL_WORDS, moved, run.query.now)
    windows, sources = shape.windows(run.plots, places[:fitting], run.preset.window, run.records, run.read), run.sources
    if run.preset.window:
        run.stages.append(f"window: {counted(run.preset.window, 'turn')} on either side")
    paths = waypoints.paths(run.steps, run.records, places[:fitting])
    given = ranked.components(ranked.keys[:fitting]) if run.query.components else dict  # a context shows none
    signals = Signals(given)
    return [
        Hit.of(
            {
                "record": record,
                "score": score,
                "tier": ranked.tier,
                "_given": partial(signals.of, at),
                "tokens": size,
                "window": windows.get(place, ()),
                "sources": sources.get(place, ()),
                "path": paths.get(place) or (record.id,),
                "_explain": explain,
            }
        )
        for at, (place, record, score, size) in enumerate(
            zip(places[:fitting], records, ranked.scores.clip(0.0, 1.0).tolist(), sizes, strict=False)
        )
    ]


def _missed(run: Run) -> tuple[Missed, ...]:
    """Near misses: what later stages dropped, and the best that filters kept out."""
    hidden = best_hidden(run.plots, shape.MISSED_MAX)
    reasons = {**run.dropped.by_place, **hidden}
    run.read(list(reasons))
    return tuple(
        Missed(id=run.records[place].id, content=run.records[place].content, score=score, dropped_by=reason)
        for place, (reason, score) in list(reasons.items())[: 2 * shape.MISSED_MAX]
        if place in run.records
    )
