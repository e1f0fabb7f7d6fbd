"""Recollect against the hardware: each of ours measured in turn with what it is divided by, so that noise hits both."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from recollect.evals.speed import foreign, limits
from recollect.evals.speed.contest import BATCH, USER, K, Plan, Times, seconds
from recollect.evals.speed.contestant import FILE, STORED_ALONE, embed_of
from recollect.evals.speed.texts import Writer
from recollect.memory import Memory

Say = Callable[[str], None]
PROGRESS_ITEMS = 100_000


@dataclass(frozen=True, kw_only=True)
class Adding:
    """One item at a time on a store of `size` items, and in batches."""

    size: int
    add: Times
    embed: Times
    raw_insert: Times
    batch_items_s: float
    words_items_s: float
    """Batches without embedding."""
    raw_batch_items_s: float


@dataclass(frozen=True, kw_only=True)
class Searching:
    """Questions at one size, each of them timed four ways."""

    size: int
    search: Times
    search_again: Times
    postings: Times
    product: Times
    full_text: Times


@dataclass(frozen=True, kw_only=True)
class Beside:
    """The same search before and after other users' items were put beside it."""

    size: int
    foreign: int
    before: Times
    after: Times


def adding(folder: Path, plan: Plan, size: int) -> Adding:
    """Adds to a store that holds `size` items, in turns with raw inserts of the very same rows into a copy.

    What is embedded alone are other texts: a word is tokenized when it is met first, and those added were met already.
    """
    folder.mkdir(parents=True, exist_ok=True)
    texts = Writer(plan.seed + 1).texts(size + 2 * plan.singles)
    words_items_s, raw_batch_items_s = _words_only(folder, texts[:size])
    path, copy = folder / FILE, folder / "raw.db"
    with Memory(str(path), embedder="static", **STORED_ALONE) as memory:
        batch_items_s = _add_batches(memory, texts[:size])
    shutil.copyfile(path, copy)
    embed = embed_of()
    ours: list[float] = []
    raw: list[float] = []
    embedding: list[float] = []
    reader, writer = limits.connect(path), limits.connect(copy)
    space = limits.space_of(reader, USER)
    with Memory(str(path), embedder="static", **STORED_ALONE) as memory:
        memory.search(texts[0], user=USER, k=K)
        for number in range(size, size + plan.singles):
            ours.append(seconds(memory.add, texts[number], user=USER))
            written_s = time.perf_counter()
            embedding.append(seconds(embed, [texts[number + plan.singles]]))
            [rows] = limits.read_items(reader, space, number)
            _keep_busy_until(written_s + ours[-1] - (raw[-1] if raw else 0.0))
            raw.append(limits.insert(writer, space, [rows]))
    reader.close()
    writer.close()
    return Adding(
        size=size,
        add=Times.of(ours),
        embed=Times.of(embedding),
        raw_insert=Times.of(raw),
        batch_items_s=batch_items_s,
        words_items_s=words_items_s,
        raw_batch_items_s=raw_batch_items_s,
    )


def _keep_busy_until(moment_s: float) -> None:
    """Busy, as who makes an item: a processor that slept takes time to wake."""
    while time.perf_counter() < moment_s:
        pass


def _words_only(folder: Path, texts: Sequence[str]) -> tuple[float, float]:
    """Items per second without embedding, ours and raw."""
    path, raw = folder / "words.db", folder / "words-raw.db"
    with Memory(str(path), embedder="none", **STORED_ALONE) as memory:
        memory.add(texts[0], user="first")
    shutil.copyfile(path, raw)
    with Memory(str(path), embedder="none", **STORED_ALONE) as memory:
        ours = _add_batches(memory, texts)
    reader, writer = limits.connect(path), limits.connect(raw)
    space = limits.space_of(reader, USER)
    rows = limits.read_items(reader, space, 0)
    spent = sum(limits.insert(writer, space, rows[start : start + BATCH]) for start in range(0, len(rows), BATCH))
    reader.close()
    writer.close()
    return ours, len(rows) / spent


def _add_batches(memory: Memory, texts: Sequence[str]) -> float:
    started = time.perf_counter()
    for start in range(0, len(texts), BATCH):
        memory.add_many(list(texts[start : start + BATCH]), user=USER)
    return len(texts) / (time.perf_counter() - started)


def searching(path: Path, folder: Path, plan: Plan) -> Searching:
    """Questions to the store at `path`, and what they must at least cost."""
    size = max(plan.sizes)
    embed = embed_of()
    connection = limits.connect(path)
    space = limits.space_of(connection, USER)
    matrix = limits.matrix_of(connection, space, embed(["one"]).shape[1])
    full_text = limits.FullText(folder / "full-text.db", Writer(plan.seed).texts(size))
    questions = Writer(plan.seed + 2).questions(plan.queries + 1)
    asked = questions[1:]
    # One after the other and not in turns: a product in several threads seems to slow down the search that follows it.
    product = [limits.product_s(matrix, vector) for vector in embed(asked)]
    with Memory(str(path), embedder="static", **STORED_ALONE) as memory:
        memory.search(questions[0], user=USER, k=K)
        search = [seconds(memory.search, question, user=USER, k=K) for question in asked]
        again = [seconds(memory.search, question, user=USER, k=K) for question in asked]
    postings = [limits.postings_s(connection, space, question) for question in asked]
    product += [limits.product_s(matrix, vector) for vector in embed(asked)]
    words = [full_text.search_s(question, K) for question in asked]
    full_text.close()
    connection.close()
    return Searching(
        size=size,
        search=Times.of(search),
        search_again=Times.of(again),
        postings=Times.of(postings),
        product=Times.of(product),
        full_text=Times.of(words),
    )


def beside(folder: Path, plan: Plan, *, size: int, foreign_items: int, say: Say) -> Beside:
    """Search times of one user's `size` items, alone and with `foreign_items` of others in the same file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    texts = Writer(plan.seed + 3).texts(size)
    questions = Writer(plan.seed + 4).questions(2 * plan.queries + 1)
    with Memory(str(path), embedder="static", **STORED_ALONE) as memory:
        _add_batches(memory, texts)
    before = _first_searches(path, questions, plan)
    copies = max(1, foreign_items // size)

    def progress(items: int) -> None:
        if items % PROGRESS_ITEMS < size:
            say(f"{items:,} items of other users")

    added = foreign.multiply(path, USER, copies, progress)
    return Beside(size=size, foreign=added, before=before, after=_first_searches(path, questions, plan))


def _first_searches(path: Path, questions: Sequence[str], plan: Plan) -> Times:
    """Questions never asked before: each round opens the store anew, with nothing cached."""
    times = []
    for _ in range(1 + plan.repeats):
        with Memory(str(path), embedder="static", **STORED_ALONE) as memory:
            memory.search(questions[0], user=USER, k=K)
            for question in questions[1:]:
                times.append(seconds(memory.search, question, user=USER, k=K))
    return Times.of(times)
