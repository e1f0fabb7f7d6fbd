"""The same data in SQLite and in PostgreSQL is the same to everything that ranks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from recollect import Memory, registry
from recollect.contracts.store import Store
from recollect.model.batch import Batch, Vectors
from recollect.model.columns import Columns
from recollect.model.query import Filter
from recollect.model.scope import Scope
from recollect.storage.sql.numbering import counted
from tests.clock import Clock
from tests.contracts.building import ANA, add, archive, at, columns_of, edit, entries, record, vector

pytestmark = pytest.mark.postgres

SIGNATURES = ("test:wide:64", "test:wide:64:int8")
TOPICS = "apple pear plum fig grape melon cherry lemon node.js C++ 東京 Zoë's naïve don't 2023 e-mail".split()
ANSWERS = {
    "Where does Ana live now?": "lisbon",
    "what did Bob say about the garden in May": "garden",
    "C++ or node.js": "c++",
    "東京": "東京",
    "what do I prefer for breakfast?": "breakfast",
    "what was 0d46413?": "0d46413aa98e5d",
    "*": "",
    "(x": "",
}


@pytest.fixture
def both(postgres_store_url: str, tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    with (
        closing(registry.store(str(tmp_path / "memory.db"), {})) as sqlite,
        closing(registry.store(postgres_store_url, {})) as postgres,
    ):
        yield sqlite, postgres


def live(store: Store, signature: str) -> None:
    """The same life in any store: adds, edits, archives, deletions, late vectors."""
    chance = random.Random(7)
    for batch in range(12):
        records = []
        for n in range(25):
            text = " ".join(chance.choices(TOPICS, k=chance.randint(1, 30)))
            made = record(
                text,
                Scope(user="ana", session=f"s{chance.randint(0, 3)}", agent=chance.choice((None, "bot"))),
                id=f"{batch}-{n}",
                seconds=batch * 100 + n / 3,
                layer=chance.choice(("turn", "memory")),
                speaker=chance.choice((None, "Ana", "Bob")),
                strength=chance.random(),
                decay_rate=chance.random() / 7,
                occurred_at=chance.choice((None, at(-chance.random() * 1e8))),
                tags=tuple(chance.sample(("a", "b", "c"), 2)),
                expires_at=chance.choice((None, at(chance.random() * 1e6))),
            )
            records.append(made)
        plain = store.write(ANA, Batch(entries=entries(*records[:8]))).records
        rows = [vector(chance.randint(0, 10**6), 64) for _ in records[8:]]
        whole = Batch(entries=entries(*records[8:], vectors=rows), signature=signature)
        written = plain + store.write(ANA, whole).records
        edit(store, written[3], "cherry lemon, now", seconds=batch * 100 + 90)
        archive(store, written[5], seconds=batch * 100 + 91)
        store.delete(ANA, [written[7].id], at(batch * 100 + 92))
        late = (written[0].item, written[6].item)
        late_rows = np.stack([vector(batch, 64), vector(batch + 1, 64)])
        store.write_vectors(ANA, Vectors(signature=signature, items=late, rows=late_rows))
        columns_of(store, signature=signature)


def arrays(columns: Columns) -> dict[str, object]:
    """The number of a space without the hash that PostgreSQL puts above it."""
    found = {name: value.tobytes() if isinstance(value, np.ndarray) else value for name, value in vars(columns).items()}
    return found | {"space": counted(columns.space)}


@pytest.mark.parametrize("signature", SIGNATURES)
def test_columns_and_postings_are_equal_bit_by_bit(both: tuple[Store, Store], signature: str) -> None:
    seen = []
    for store in both:
        live(store, signature)
        with store.reading(ANA, signature=signature) as reader:
            space = reader.spaces[0]
            terms = sorted({term for topic in TOPICS for term in entries(record(topic)).terms.names})
            postings = space.postings(terms)
            seen.append(
                arrays(space.columns)
                | {f"rows {term}": rows.tolist() for term, rows in postings.rows.items()}
                | {f"counts {term}": counts.tolist() for term, counts in postings.counts.items()}
                | {"terms": list(postings.rows)}
            )
    assert all(found.pop("besides_turns") is not None for found in seen)  # no two frames share it
    assert seen[0].keys() == seen[1].keys()
    assert [name for name in seen[0] if seen[0][name] != seen[1][name]] == []
    assert len(seen[0]["terms"]) > 10  # type: ignore[arg-type]


def test_lists_counts_versions_and_filters_agree(both: tuple[Store, Store]) -> None:
    seen = []
    for store in both:
        live(store, SIGNATURES[0])
        add(store, record("shared cherry", Scope(), seconds=333))
        filters = [
            Filter(),
            Filter(tags=("a",)),
            Filter(contains="zoë"),
            Filter(statuses=()),
            Filter(as_of=at(505)),
            Filter(since=at(-1e7), until=at(300)),
            Filter(layers=("turn",), include_expired=True),
        ]
        scopes = (ANA, replace(ANA, agent="bot"), Scope())
        seen.append(
            [
                (
                    [found.id for found in store.list(scope, filter, now=at(10**5), limit=50, offset=7)],
                    store.count(scope, filter, now=at(10**5)),
                    [found.id for found in store.list(scope, filter, now=at(0), limit=9, offset=0, everyone=True)],
                )
                for scope in scopes
                for filter in filters
            ]
            + [[(found.id, found.content) for found in store.versions(ANA, "3-3")]]
            + [[found.id for found in store.tombstones(ANA)]]
        )
    assert seen[0] == seen[1]


def test_a_search_gives_the_same_hits_with_the_same_scores(postgres_store_url: str, tmp_path: Path) -> None:
    chance = random.Random(3)
    talk = [
        {"role": "user", "name": chance.choice(("Ana", "Bob")), "content": " ".join(chance.choices(TOPICS, k=12))}
        for _ in range(80)
    ]
    talk += [
        {"role": "user", "name": "Ana", "content": "I moved to Lisbon in May and now live near the river."},
        {"role": "user", "name": "Bob", "content": "In May my garden was full of tulips."},
        {"role": "user", "name": "Ana", "content": "I prefer porridge for breakfast."},
        {"role": "user", "name": "Bob", "content": "Merged commit 0d46413aa98e5d0ae598e95dc970b74767f19372 into main."},
    ]
    found = []
    for url in (str(tmp_path / "memory.db"), postgres_store_url):
        with Memory(url, clock=Clock(), config_file=tmp_path / "none.toml", worker="off") as memory:
            memory.add(talk, user="ana", session="s1", wait=True)
            memory.add("Ana moved to Lisbon", user="ana")
            memory.add("The office is in Porto")
            found.append(
                {
                    question: [
                        (hit.content, hit.score, hit.tier, hit.why) for hit in memory.search(question, user="ana")
                    ]
                    for question in ANSWERS
                }
            )
    assert found[0] == found[1]
    for question, answer in ANSWERS.items():
        assert answer in " ".join(content for content, *_ in found[0][question]).lower()
