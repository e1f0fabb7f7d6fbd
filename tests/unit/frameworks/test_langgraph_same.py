"""Whatever is asked of `InMemoryStore` and of `RecollectStore`, they answer alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.store.base import GetOp, ListNamespacesOp, MatchCondition, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from recollect import Memory
from recollect.frameworks.langgraph import RecollectStore
from tests.clock import Clock

ALL = 1_000
WORDS = ["lisbon", "coffee", "tram", "fado", "river", "tile"]

labels = st.sampled_from(["users", "ana", "ben", "docs", "ü/x"])
namespaces = st.lists(labels, min_size=1, max_size=3).map(tuple)
prefixes = st.lists(labels, max_size=2).map(tuple)
keys = st.sampled_from(["a", "b", "c", "a/b"])
scalars = st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from([0.5, 2.0, -1.5]) | st.sampled_from(WORDS)
values = st.dictionaries(
    st.sampled_from(["text", "n", "tags", "inner"]),
    scalars | st.lists(scalars, max_size=3) | st.dictionaries(st.sampled_from(["n", "deep"]), scalars, max_size=2),
    max_size=3,
)
operators = st.dictionaries(
    st.sampled_from(["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"]), scalars, min_size=1, max_size=2
)
filters = st.dictionaries(
    st.sampled_from(["text", "n", "tags", "inner"]),
    scalars | operators | st.lists(scalars, max_size=2) | st.fixed_dictionaries({"n": scalars | operators}),
    max_size=2,
)
pages = st.tuples(st.integers(1, 6), st.integers(0, 4))
conditions = st.builds(
    MatchCondition,
    match_type=st.sampled_from(["prefix", "suffix"]),
    path=st.lists(labels | st.just("*"), max_size=3).map(tuple),
)

puts = st.builds(PutOp, namespaces, keys, values, st.none(), st.none())
deletes = st.builds(PutOp, namespaces, keys, st.none(), st.none(), st.none())
gets = st.builds(GetOp, namespaces, keys, st.just(True))
searches = st.builds(
    lambda prefix, wanted, page: SearchOp(prefix, filter=wanted, limit=page[0], offset=page[1]),
    prefixes,
    st.none() | filters,
    pages,
)
listings = st.builds(
    lambda match, depth, page: ListNamespacesOp(match_conditions=match, max_depth=depth, limit=page[0], offset=page[1]),
    st.none() | st.lists(conditions, max_size=2).map(tuple),
    st.none() | st.integers(1, 3),
    pages,
)
batches = st.lists(st.lists(puts | puts | deletes | gets | searches | listings, min_size=1, max_size=5), max_size=12)


class Reference(InMemoryStore):
    """LangGraph's own store without what it forgets to clean up: namespaces that are empty or were only looked into, or
    in which something was to be deleted that is not there."""

    def batch(self, ops: Any) -> list[Any]:
        listed = list(ops)
        results = [None if isinstance(op, PutOp) else self._swept([op])[0] for op in listed]
        last = {(op.namespace, op.key): op for op in listed if isinstance(op, PutOp)}
        puts = [op for op in last.values() if op.value is not None or op.key in self._data.get(op.namespace, {})]
        for op in puts:
            self._vectors[op.namespace].pop(op.key, None)  # what it said before is not what it says now
        self._swept(puts)
        return results

    def _swept(self, ops: list[Any]) -> list[Any]:
        try:
            return super().batch(ops)
        finally:
            for namespace in [one for one, items in self._data.items() if not items]:
                del self._data[namespace]


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """One for all examples, each in a space of its own: opening one takes longer than an example."""
    path: Path = tmp_path_factory.mktemp("same")
    with Memory(path / "memory.db", embedder="none", worker="off") as opened:
        yield opened


def plain(result: Any) -> Any:
    """A result without its times: the two stores have a clock each."""
    if isinstance(result, list):
        return [plain(one) for one in result]
    if hasattr(result, "namespace"):
        return result.namespace, result.key, result.value, getattr(result, "score", None)
    return result


def answers(store: Any, ops: list[Any]) -> Any:
    """What a store says, or that it refuses."""
    try:
        return plain(store.batch(ops))
    except (TypeError, ValueError):
        return "refused"


@given(batches=batches)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_sequence_of_operations_has_the_same_results(memory: Memory, batches: list[list[Any]]) -> None:
    ours, theirs = RecollectStore(memory, user=uuid4().hex, clock=Clock()), Reference()
    for ops in batches:
        expected = answers(theirs, ops)
        assert answers(ours, ops) == expected
    everything = [SearchOp((), limit=ALL), ListNamespacesOp(limit=ALL)]
    assert answers(ours, everything) == answers(theirs, everything)


def embed(texts: list[str]) -> list[list[float]]:
    return [[1.0, *(float(word in text) for word in WORDS)] for text in texts]


found = st.lists(
    st.tuples(namespaces, keys, st.sampled_from(WORDS), st.integers(0, 2), st.sampled_from([None, False, ["text"]])),
    max_size=10,
)


@given(puts=found, prefix=prefixes, query=st.sampled_from(WORDS), limit=st.integers(1, 4))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_question_finds_among_the_same_items(
    memory: Memory, puts: list[Any], prefix: tuple[str, ...], query: str, limit: int
) -> None:
    ours = RecollectStore(memory, user=uuid4().hex, clock=Clock())
    theirs = Reference(index={"dims": 1 + len(WORDS), "embed": embed})
    for turn, (namespace, key, word, n, index) in enumerate(puts):
        for store in (ours, theirs):
            store.put(namespace, key, {"text": f"{word} {turn}", "n": n}, index=index)
    for wanted in (None, {"n": {"$gte": 1}}):
        every = [store.search(prefix, query=query, filter=wanted, limit=ALL) for store in (ours, theirs)]
        assert sorted(map(repr, names(every[0]))) == sorted(map(repr, names(every[1])))
        first = ours.search(prefix, query=query, filter=wanted, limit=limit)
        second = ours.search(prefix, query=query, filter=wanted, limit=limit, offset=limit)
        assert names(first) + names(second) == names(every[0])[: 2 * limit]
        scores = [-1.0 if one.score is None else one.score for one in every[0]]
        assert scores == sorted(scores, reverse=True)
        saying = [query in one.value["text"] for one in every[0] if one.score is not None]
        assert saying == sorted(saying, reverse=True), "what says the word comes before what does not"


def names(items: Any) -> list[Any]:
    """Which items, what they hold, and whether they could be ranked at all."""
    return [(one.namespace, one.key, sorted(one.value.items()), one.score is None) for one in items]
