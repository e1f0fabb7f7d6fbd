"""How well and how fast each vector tier finds: `python benchmarks/tiers.py --items 20000`.

One user's items, embedded by the bundled embedder, and questions that were never asked before. Each tier is asked for
as many rows as a search asks for, and its first ten are compared with the ten that a product with all vectors finds.
The Qdrant rows run the real engine in this process (the package `qdrant-edge-py`), with the collection settings and
search parameters of `recollect.storage.qdrant`, a tenth as many points of another tenant beside the others: so they say
what its index finds and how long that takes, without a network. `RECOLLECT_TEST_QDRANT` adds a server. pgvector runs in
a PostgreSQL server that is started for it, or that `RECOLLECT_TEST_POSTGRES` names; `pgvector` scans as far as its
default says, `-graph` and `-half` search their graph whatever the size.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # so that a product costs the same however many cores are busy

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from recollect import registry
from recollect.engine.vectors.tier import PIECE
from recollect.evals.speed import texts
from recollect.model.tier import Mark, Points, TierSpace
from recollect.read.near import NEAREST
from recollect.storage.postgres.near import EXACT_MAX
from recollect.storage.qdrant import HNSW_EF, KIND, OVERSAMPLING
from recollect.storage.qdrant_server import PAYLOAD_M
from tests.services import PostgresRun, fresh_database

RECALL_MIN = 0.99
K = 10
SPACE = 1
Matrix = NDArray[np.float32]
Search = Callable[[Matrix], Sequence[int]]
"""Numbers of the nearest rows, best first."""


@dataclass(frozen=True, kw_only=True)
class Measured:
    """One tier."""

    name: str
    recall: float
    p50_ms: float
    p95_ms: float
    build_s: float
    bytes: int
    where: str


def vectors(items: int, questions: int, seed: int) -> tuple[Matrix, Matrix]:
    """Rows to search and rows to search for, unit length."""
    embedder = registry.embedder("static", {})
    writer = texts.Writer(seed)
    return embedder.embed(writer.texts(items)), embedder.embed(writer.questions(questions))


def measure(
    name: str, search: Search, rows: Matrix, asked: Matrix, *, build_s: float, bytes: int, where: str
) -> Measured:
    """Each question once; the first of them warms up and is asked again."""
    search(asked[0])
    shares, times = [], []
    for question in asked:
        begun = time.perf_counter()
        found = search(question)
        times.append((time.perf_counter() - begun) * 1000)
        exact = rows @ question
        cut = np.partition(exact, len(exact) - K)[len(exact) - K]
        # a row as near as the tenth is as good as the tenth
        shares.append(sum(exact[number] >= cut - 1e-5 for number in found[:K]) / K)
    ordered = sorted(times)
    return Measured(
        name=name,
        recall=statistics.mean(shares),
        p50_ms=statistics.median(times),
        p95_ms=ordered[int(0.95 * (len(ordered) - 1))],
        build_s=build_s,
        bytes=bytes,
        where=where,
    )


def local(rows: Matrix, asked: Matrix, folder: Path) -> Measured:
    def search(question: Matrix) -> Sequence[int]:
        scores = rows @ question
        best = np.argpartition(scores, len(scores) - NEAREST)[-NEAREST:]
        return best[np.argsort(-scores[best])].tolist()

    return measure("local", search, rows, asked, build_s=0.0, bytes=rows.nbytes, where="in process")


def by_contract(name: str, options: dict[str, Any]) -> Callable[[Matrix, Matrix, Path], Measured]:
    """A tier as Recollect uses it."""

    def run(rows: Matrix, asked: Matrix, folder: Path) -> Measured:
        given = {"path": folder / "memory.db"} | options
        space = TierSpace(tenant="bench", space=SPACE, signature=f"bench:static:{rows.shape[1]}")
        with closing(registry.vector_index(name, given)) as index:
            begun = time.perf_counter()
            for start in range(0, len(rows), PIECE):
                numbers = range(start, min(start + PIECE, len(rows)))
                index.put(
                    space,
                    Points(
                        items=[(SPACE << 32) | number for number in numbers],
                        vectors=rows[start : start + PIECE],
                        payloads=[{"layer": "memory", "memoryId": str(number)} for number in numbers],
                    ),
                )
                index.move(space, Mark(epoch=0, generation=1, item=numbers[-1]))  # as the engine ships: piece by piece
            build_s = time.perf_counter() - begun
            size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
            found = measure(
                name,
                lambda question: (index.search(space, question, NEAREST).items & 0xFFFFFFFF).tolist(),
                rows,
                asked,
                build_s=build_s,
                bytes=size,
                where="file" if name == "sqlite-vec" else "server",
            )
            index.drop(space)
            return found

    return run


def by_postgres(options: dict[str, Any]) -> Callable[[Matrix, Matrix, Path], Measured]:
    """The pgvector tier of a store that was made for it."""

    def run(rows: Matrix, asked: Matrix, folder: Path) -> Measured:
        server = PostgresRun(f"tiers-{uuid.uuid4().hex[:8]}", options=("shared_buffers=1GB", "max_wal_size=4GB"))
        server.hold()
        try:
            with fresh_database(server.url()) as url, closing(registry.store(url, {})) as store:
                found = by_contract("pgvector", {"store": store, "timeout_s": 60.0, **options})(rows, asked, folder)
        finally:
            server.release()
        graph = options.get("exact_max", EXACT_MAX) < len(rows)
        form = ("scan", "graph")[graph] + (", half" if options.get("quantization") == "half" else "")
        held = rows.nbytes // 2 if options.get("quantization") == "half" else rows.nbytes
        return replace(found, name=f"pgvector, {form}", bytes=held)

    return run


def edge(quantization: str) -> Callable[[Matrix, Matrix, Path], Measured]:
    """Qdrant's engine, set up as `recollect.storage.qdrant` sets up a collection."""

    def run(rows: Matrix, asked: Matrix, folder: Path) -> Measured:
        import qdrant_edge as q

        quantized: Any = None
        if quantization == "int8":
            quantized = q.ScalarQuantizationConfig(type=q.ScalarType.Int8, quantile=0.99, always_ram=True)
        elif quantization == "binary":
            eight = q.BinaryQuantizationQueryEncoding.Scalar8Bits
            quantized = q.BinaryQuantizationConfig(always_ram=True, query_encoding=eight)
        settings = q.EdgeConfig(
            vectors=q.EdgeVectorParams(size=rows.shape[1], distance=q.Distance.Cosine),
            hnsw_config=q.HnswIndexConfig(m=0, ef_construct=100, full_scan_threshold=10_000, payload_m=PAYLOAD_M),
            quantization_config=quantized,
            optimizers=q.EdgeOptimizersConfig(indexing_threshold=1000),
        )
        begun = time.perf_counter()
        shard = q.EdgeShard.create(str(folder), settings)
        for field in ("tenant", "space", "kind", "layer"):
            keyword = q.KeywordIndexParams(is_tenant=field == "tenant", enable_hnsw=field == "space")
            shard.update(q.UpdateOperation.create_field_index(field, keyword))
        for start in range(0, len(rows), PIECE):
            numbers = range(start, min(start + PIECE, len(rows)))
            ours = [q.Point(2 * n, rows[n].tolist(), _payload("ours")) for n in numbers]
            theirs = [q.Point(2 * n + 1, rows[n].tolist(), _payload("theirs")) for n in numbers[::10]]
            shard.update(q.UpdateOperation.upsert_points(ours + theirs))
        shard.optimize()
        build_s = time.perf_counter() - begun
        own = {"tenant": "ours", "space": "ours"}
        within = q.Filter(must=[q.FieldCondition(key=key, match=q.MatchValue(value)) for key, value in own.items()])
        again = None
        if quantization != "none":
            again = q.QuantizationSearchParams(rescore=True, oversampling=OVERSAMPLING[quantization])
        parameters = q.SearchParams(hnsw_ef=HNSW_EF, quantization=again)

        def search(question: Matrix) -> Sequence[int]:
            request = q.SearchRequest(
                query=q.Query.Nearest(question.tolist()), limit=NEAREST, filter=within, params=parameters
            )
            return [point.id // 2 for point in shard.search(request)]

        held = {"none": 4 * rows.size, "int8": rows.size, "binary": rows.size // 8}[quantization]
        found = measure(
            f"qdrant, {quantization}", search, rows, asked, build_s=build_s, bytes=held, where="engine in process"
        )
        shard.close()
        return found

    return run


def _payload(tenant: str) -> dict[str, str]:
    return {"tenant": tenant, "space": tenant, "kind": KIND, "layer": "memory"}


def tiers() -> dict[str, Callable[[Matrix, Matrix, Path], Measured]]:
    found: dict[str, Callable[[Matrix, Matrix, Path], Measured]] = {
        "local": local,
        "sqlite-vec": by_contract("sqlite-vec", {}),
        "pgvector": by_postgres({}),
        "pgvector-graph": by_postgres({"exact_max": 0}),
        "pgvector-half": by_postgres({"exact_max": 0, "quantization": "half"}),
    } | {f"qdrant-{name}": edge(name) for name in ("none", "int8", "binary")}
    if url := os.environ.get("RECOLLECT_TEST_QDRANT"):
        found["qdrant-server"] = by_contract(
            "qdrant",
            {"url": url, "store": f"bench{os.getpid()}", "collection": f"bench_{os.getpid()}", "timeout_s": 60},
        )
    return found


def table(found: Sequence[Measured], items: int, questions: int) -> Table:
    made = Table(title=f"{items:,} items, {questions} questions, the nearest {NEAREST} asked for")
    for column in ("tier", f"recall@{K}", "p50 ms", "p95 ms", "built s", "MB for the first look", "where"):
        made.add_column(column, justify="left" if column in ("tier", "where") else "right")
    for one in found:
        made.add_row(
            one.name,
            f"{one.recall:.4f}",
            f"{one.p50_ms:.2f}",
            f"{one.p95_ms:.2f}",
            f"{one.build_s:.1f}",
            f"{one.bytes / 1e6:.1f}",
            one.where,
        )
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=20_000)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=tuple(tiers()), action="append")
    given = parser.parse_args()
    rows, asked = vectors(given.items, given.questions, given.seed)
    found = []
    for name, run in tiers().items():
        if given.only and name not in given.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            found.append(run(rows, asked, Path(folder)))
    Console().print(table(found, given.items, given.questions))
    worse = [one.name for one in found if one.recall < RECALL_MIN]
    if worse:
        print(f"below {RECALL_MIN}: {', '.join(worse)}", file=sys.stderr)
    return 1 if worse else 0


if __name__ == "__main__":
    raise SystemExit(main())
