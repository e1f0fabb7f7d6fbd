"""How fast a walk is in a large graph, beside one recursive SQL query for the same neighbourhood.

One space of a temporary store is filled with made-up relations whose ends are skewed as in life: most entities have a
few, some have thousands. Walks start at ordinary entities and at the largest ones.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from recollect import registry
from recollect.contracts.store import Store
from recollect.model.batch import Batch, Entries, Terms
from recollect.model.claim import Mention, Relation
from recollect.model.graph import Growth, Ties
from recollect.model.ids import new_ids
from recollect.model.record import Provenance, Record
from recollect.model.scope import Scope

NODES_MAX = 500
EDGES_MAX = 2_000
RELATIONS_A_RECORD = 5
RECORDS_A_STEP = 2_000
STARTS = 24
SEED = 7
DEPTHS = (2, 4)
NOW = datetime(2026, 1, 1, tzinfo=UTC)
SCOPE = Scope(user="walker")
_RECURSIVE = """
WITH RECURSIVE walk (id, far) AS (
  SELECT ?1, 0 UNION
  SELECT e.target, far + 1 FROM walk CROSS JOIN edge e
  WHERE e.space = ?2 AND e.source = walk.id AND e.source_type = 'entity' AND e.ended_at IS NULL AND far < ?3 UNION
  SELECT e.source, far + 1 FROM walk CROSS JOIN edge e INDEXED BY edge_target
  WHERE e.space = ?2 AND e.target = walk.id AND e.source_type = 'entity' AND e.ended_at IS NULL AND far < ?3
  LIMIT ?4)
SELECT id, min(far) FROM walk GROUP BY id
"""


@dataclass(frozen=True, kw_only=True)
class WalkTimes:
    """Walks of one kind."""

    start: str
    """ordinary or largest"""
    depth: int
    entities: float
    """Found, on average."""
    relations: float
    cut: int
    """How many of the walks met a limit."""
    p50_ms: float
    p95_ms: float
    sql_p50_ms: float
    """One recursive query that gives ids and distances alone, up to as many entities."""
    sql_p95_ms: float


@dataclass(frozen=True, kw_only=True)
class GraphReport:
    edges: int
    entities: int
    largest: int
    """Relations of the entity that has most."""
    grow_s: float
    walks: Sequence[WalkTimes]

    def to_plain(self) -> dict[str, Any]:
        return asdict(self)


def run(
    edges: int = 100_000, *, walks: int = STARTS, progress: Callable[[int, int], None] = lambda done, of: None
) -> GraphReport:
    """Fill a graph and walk through it."""
    pairs = _pairs(edges, max(10, edges // 5))
    degrees = Counter(name for pair in pairs for name in pair)
    with tempfile.TemporaryDirectory(prefix="recollect-graph-") as folder:
        path = Path(folder) / "graph.db"
        store = registry.store(str(path), {"synchronous": "normal"})
        try:
            begun = time.perf_counter()
            _fill(store, pairs, progress)
            grow_s = time.perf_counter() - begun
            ranked = [name for name, _ in degrees.most_common()]
            middle = len(ranked) // 2
            starts = {"ordinary": ranked[middle : middle + walks], "largest": ranked[:walks]}
            found = [_walks(store, path, kind, depth, names) for kind, names in starts.items() for depth in DEPTHS]
        finally:
            store.close()
    return GraphReport(
        edges=len(pairs), entities=len(degrees), largest=max(degrees.values()), grow_s=grow_s, walks=found
    )


def _pairs(edges: int, entities: int) -> list[tuple[str, str]]:
    """Different pairs: one end anybody, the other mostly somebody well known."""
    rng = random.Random(SEED)
    pairs: dict[tuple[str, str], None] = {}
    while len(pairs) < edges:
        target = int(entities * rng.random() ** 3)
        source = rng.randrange(entities)
        if source != target:
            pairs[(f"Name{source}", f"Name{target}")] = None
    return list(pairs)


def _fill(store: Store, pairs: Sequence[tuple[str, str]], progress: Callable[[int, int], None]) -> None:
    groups = [pairs[at : at + RELATIONS_A_RECORD] for at in range(0, len(pairs), RELATIONS_A_RECORD)]
    for at in range(0, len(groups), RECORDS_A_STEP):
        part = groups[at : at + RECORDS_A_STEP]
        records = [_record(id) for id in new_ids(NOW, len(part))]
        nothing = np.zeros(0, dtype=np.int64)
        terms = Terms(names=(), each=nothing, places=nothing, counts=nothing)
        sizes = [0] * len(part)
        store.write(SCOPE, Batch(entries=Entries(records=records, terms=terms, lengths=sizes, flags=sizes)))
        step = store.ungraphed(SCOPE, limit=RECORDS_A_STEP + 1)
        assert step is not None
        store.grow_graph(SCOPE, Growth(step=step, ties=[_ties(group) for group in part], now=NOW))
        progress(min(len(pairs), (at + len(part)) * RELATIONS_A_RECORD), len(pairs))


def _record(id: str) -> Record:
    return Record(
        id=id, content=id, scope=SCOPE, strength_at=NOW, created_at=NOW, updated_at=NOW, provenance=Provenance()
    )


def _ties(group: Sequence[tuple[str, str]]) -> Ties:
    names = dict.fromkeys(name for pair in group for name in pair)
    return Ties(
        mentions=tuple(Mention(name=name, type="company") for name in names),
        relations=tuple(Relation(source=source, relation="knows", target=target) for source, target in group),
    )


def _walks(store: Store, path: Path, kind: str, depth: int, names: Sequence[str]) -> WalkTimes:
    ours, raw, found, stated, cut = [], [], [], [], 0
    connection = apsw.Connection(str(path))
    space = connection.execute("SELECT id FROM space WHERE owner = ?", (SCOPE.user,)).fetchall()[0][0]
    for name in names:
        begun = time.perf_counter()
        walk = store.walk(SCOPE, name, depth=depth, now=NOW, nodes_max=NODES_MAX, edges_max=EDGES_MAX)
        ours.append(time.perf_counter() - begun)
        assert walk is not None
        found.append(len(walk.entities))
        stated.append(len(walk.relations))
        cut += walk.cut is not None
        begun = time.perf_counter()
        connection.execute(_RECURSIVE, (walk.start.id, space, depth, NODES_MAX)).fetchall()
        raw.append(time.perf_counter() - begun)
    connection.close()
    return WalkTimes(
        start=kind,
        depth=depth,
        entities=statistics.mean(found),
        relations=statistics.mean(stated),
        cut=cut,
        p50_ms=1000 * statistics.median(ours),
        p95_ms=1000 * _p95(ours),
        sql_p50_ms=1000 * statistics.median(raw),
        sql_p95_ms=1000 * _p95(raw),
    )


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(0.95 * len(values)))]
