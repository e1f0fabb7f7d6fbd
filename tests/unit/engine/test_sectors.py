"""Sectors from add to search: what records get, what a question asks, and embedders of a sector's own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recollect import Memory
from recollect.contracts.embedder import Embedder
from recollect.engine.vectors.embedding import Embedding, EmbeddingOptions
from recollect.engine.vectors.sector_embedding import SectorEmbedding
from recollect.errors import ConfigError
from recollect.model.scope import Scope
from recollect.rules.fusion import composite
from recollect.rules.sectors import TABLE
from tests.clock import Clock

Opener = Callable[..., Memory]
TWO = {"embedder": "static", "embed_mode": "advanced", "sector_embedders": "emotional=synthetic"}


@pytest.fixture
def opened(tmp_path: Path, clock: Clock) -> Iterator[Opener]:
    with ExitStack() as held:

        def open(**settings: Any) -> Memory:
            given = {"synchronous": "normal", "worker": "off", "config_file": tmp_path / "none.toml", **settings}
            return held.enter_context(Memory(tmp_path / "memory.db", clock=clock, **given))

        yield open


# --- what records get ---------------------------------------------------------------------------------------------


@pytest.mark.feature("LC-01")
def test_the_default_rate_is_that_of_notes_that_show_no_sector(opened: Opener) -> None:
    memory = opened(decay_lambda=0.3, verification="off")
    texts = ["The kettle is blue", "I felt so happy yesterday", *(f"The cup {n} is green" for n in range(9))]
    one_by_one = [memory.add(text, user="ana", sectors=[]).records[0].decay_rate for text in texts[:3]]
    assert one_by_one == [0.3, 0.020, 0.3]
    assert [memory.get(id).decay_rate for id in memory.add_many(texts, user="bo").ids] == [0.3, 0.020, *[0.3] * 9]
    assert memory.add_many(texts[:2], user="cy").records[0].decay_rate == 0.3
    lines = ['{"content": "The lid is red"}', '{"content": "The lid", "decay_rate": 0.1}']
    memory._running.transfer.import_lines(lines, Scope(user="dan"))
    assert sorted(record.decay_rate for record in memory.list(user="dan")) == [0.1, 0.3]
    for chosen in ({"sectors": ["semantic"]}, {"metadata": {"sector": "semantic"}}, {"kind": "fact"}):
        assert memory.add("The kettle is blue", user="eve", **chosen).records[0].decay_rate == 0.005


@pytest.mark.feature("TY-03", "TY-04", "RM-14")
def test_a_note_gets_the_sectors_its_text_shows_and_fades_as_the_first_does(memory: Memory) -> None:
    note = memory.add("I felt so happy yesterday", user="ana").records[0]
    assert (note.sectors, note.decay_rate) == (("emotional", "episodic"), 0.020)
    plain = memory.add("The kettle is blue", user="ana").records[0]
    assert (plain.sectors, plain.decay_rate) == (("semantic",), 0.005)
    decision = memory.add("We take the blue one", user="ana", kind="decision").records[0]
    assert (decision.sectors, decision.decay_rate) == (("episodic",), 0.015)


@pytest.mark.feature("TY-04")
def test_what_the_caller_says_wins(memory: Memory) -> None:
    chosen = memory.add("I feel sad", user="ana", sectors=["procedural", "semantic"]).records[0]
    assert (chosen.sectors, chosen.decay_rate) == (("procedural", "semantic"), 0.008)
    named = memory.add("I feel quite upset", user="bob", metadata={"sector": "reflective"}).records[0]
    assert (named.sectors, named.decay_rate) == (("reflective",), 0.001)


def test_many_at_once_get_what_each_would_get_alone(memory: Memory) -> None:
    texts = [f"{text} {n}" for n, text in enumerate(["The kettle is blue", "I feel sad", "how to fold it"] * 5)]
    items: list[Any] = [
        *texts,
        {"content": "yesterday it rained"},
        {"content": "a step", "kind": "procedure"},
        "tonight",
    ]
    made = memory.add_many(items, user="ana").records
    assert [record.sectors for record in made[:3]] == [("semantic",), ("emotional",), ("procedural",)]
    assert [record.sectors for record in made[-3:]] == [("episodic",), ("procedural",), ("episodic",)]
    assert all(record.decay_rate == TABLE[record.sectors[0]].decay_rate for record in made)
    assert [record.content for record in made] == [item if isinstance(item, str) else item["content"] for item in items]


@pytest.mark.feature("TY-03")
def test_turns_are_episodic_and_what_they_teach_goes_by_its_kind(memory: Memory) -> None:
    added = memory.add([{"role": "user", "content": "I live in Porto and I feel happy."}], user="ana", wait=True)
    turn = added.records[0]
    assert (turn.sectors, turn.decay_rate) == (("episodic",), 0.015)
    assert added.memories
    for learned in added.memories:
        assert learned.decay_rate == TABLE[learned.sectors[0]].decay_rate
    assert "semantic" in {learned.sectors[0] for learned in added.memories}


def test_a_change_of_the_text_changes_sectors_that_nobody_chose(memory: Memory) -> None:
    note = memory.add("The kettle is blue", user="ana")
    changed = memory.update(note.id, content="I feel sad about the kettle")
    assert (changed.sectors, changed.decay_rate) == (("emotional",), 0.020)
    chosen = memory.add("The mill is old", user="ana", sectors=["reflective"])
    assert memory.update(chosen.id, content="I feel sad about the mill").sectors == ("reflective",)
    assert memory.update(chosen.id, kind="procedure").sectors == ("procedural",)


def test_imported_records_get_sectors_and_keep_a_rate_of_their_own(memory: Memory) -> None:
    lines = [
        '{"content": "I feel sad"}',
        '{"content": "how to fold", "decay_rate": 0.5, "sectors": ["procedural"]}',
        '{"content": "said", "layer": "turn", "role": "user", "session": "s"}',
    ]
    memory._running.transfer.import_lines(lines, Scope(user="ana"))
    found = {record.content: (record.sectors, record.decay_rate) for record in memory.list(user="ana")}
    assert found == {
        "I feel sad": (("emotional",), 0.020),
        "how to fold": (("procedural",), 0.5),
        "said": (("episodic",), 0.015),
    }


# --- what a question asks -----------------------------------------------------------------------------------------


@pytest.mark.feature("RT-18")
@pytest.mark.parametrize("preset", ["composite", "openmemory", "memoryos"])
def test_the_composite_adds_up_from_strength_that_fades_and_recency(memory: Memory, clock: Clock, preset: str) -> None:
    memory.add("I feel sad about the broken kettle", user="ana", strength=0.8)
    clock.forward(days=30)
    (hit,) = memory.search("feel sad about the kettle", user="ana", preset=preset)
    assert hit.components["salience"] == pytest.approx(0.8 * math.exp(-0.020 * 30), abs=1e-4)
    assert hit.components["recency"] == pytest.approx(math.exp(-1), abs=1e-4)
    parts = (hit.components[name] for name in ("similarity", "salience", "recency"))
    assert hit.score == pytest.approx(composite(*parts, 0.0), abs=1e-5)


@pytest.mark.feature("RT-18")
def test_a_question_asks_its_sectors_and_the_others_fill_up(memory: Memory) -> None:
    texts = ["Ana is sad about the harbour", "The harbour has a lighthouse", "Ana is happy about the harbour boats"]
    memory.add_many(texts, user="ana")
    found = memory.search("who feels something about the harbour?", user="ana", k=2, preset="openmemory", min_score=0)
    assert {hit.record.sectors for hit in found} == {("emotional",)}
    assert any(stage.startswith("sectors: emotional (confidence 0.57)") for stage in found.trace.stages)
    full = memory.search("who feels something about the harbour?", user="ana", k=3, preset="openmemory", min_score=0)
    other = next(hit for hit in full if hit.record.content == "The harbour has a lighthouse")
    alone = memory.search("the harbour", user="ana", preset="openmemory", min_score=0)
    assert len(full) == len(alone) == 3
    assert other.components["similarity"] < 0.8 / 1.3  # it counts as the lightest sector does


@pytest.mark.feature("RT-18")
def test_the_lighter_of_two_sectors_counts_less(memory: Memory) -> None:
    text = "the harbour festival"
    memory.add(text, user="ana", sectors=["episodic"])
    heavy = memory.add(text, user="bob", sectors=["emotional"])
    question = "I felt something at the harbour festival yesterday"
    (light,) = memory.search(question, user="ana", preset="openmemory", min_score=0, dry_run=True)
    (same,) = memory.search(question, user="bob", preset="openmemory", min_score=0, dry_run=True)
    assert same.record.id == heavy.id
    assert light.components["similarity"] == pytest.approx(same.components["similarity"] * 1.2 / 1.3, abs=1e-6)
    (outside,) = memory.search(question, user="bob", preset="openmemory", min_score=0, dry_run=True, kinds=["note"])
    assert outside.score == pytest.approx(same.score, abs=1e-6)


@pytest.mark.feature("RT-18")
def test_a_question_that_shows_no_sector_asks_all_of_them(memory: Memory) -> None:
    for sector in TABLE:
        memory.add(f"the harbour at noon, {sector}", user="ana", sectors=[sector])
    found = memory.search("harbour at noon", user="ana", preset="openmemory")
    assert {hit.record.sectors[0] for hit in found} == set(TABLE)
    assert "sectors: the question shows none, all are asked" in found.trace.stages


@pytest.mark.feature("RT-18")
def test_a_filter_names_the_sector(memory: Memory) -> None:
    memory.add("the harbour at noon", user="ana", sectors=["reflective"])
    memory.add("the harbour at night", user="ana", sectors=["episodic", "semantic"])
    found = memory.search("I feel happy at the harbour", user="ana", preset="openmemory", sector="reflective")
    assert [hit.record.content for hit in found] == ["the harbour at noon"]
    assert any("reflective (confidence 1.00)" in stage for stage in found.trace.stages)


@pytest.mark.feature("RT-20")
def test_what_is_hardly_similar_is_no_hit(opened: Opener) -> None:
    memory = opened()
    memory.add("The harbour has a lighthouse", user="ana", strength=1.0)
    assert len(memory.search("harbour lighthouse", user="ana", preset="openmemory")) == 1
    assert memory.search("quantum chromodynamics", user="ana", preset="openmemory") == []
    assert len(memory.search("quantum lighthouse", user="ana", preset="openmemory", min_score=0)) == 1


@pytest.mark.feature("RT-20")
def test_the_least_similarity_is_a_setting_with_openmemorys_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setenv("OM_MIN_SCORE", "0.99")
    with Memory(tmp_path / "m.db", clock=clock, worker="off", config_file=tmp_path / "none.toml") as memory:
        memory.add("The harbour has a lighthouse", user="ana")
        assert memory.search("harbour lighthouse", user="ana", preset="openmemory") == []
        assert len(memory.search("harbour lighthouse", user="ana", preset="openmemory", min_score=0.3)) == 1
        assert len(memory.search("harbour lighthouse", user="ana", preset="composite")) == 1


# --- embedders of sectors -----------------------------------------------------------------------------------------


def counted(memory: Memory) -> dict[str, int]:
    return {name.partition(":")[0]: count for name, count in memory.status().facts.sector_vectors.items()}


@pytest.mark.feature("EM-17", "ST-17", "RM-14")
def test_a_sector_with_its_own_embedder_has_its_own_vectors(opened: Opener) -> None:
    memory = opened(**TWO)
    memory.add("I feel sad about the kettle", user="ana")
    memory.add("The kettle is blue", user="ana")
    memory.add([{"role": "user", "content": "Hello kettle"}], user="ana")
    assert counted(memory) == {"synthetic": 1}
    assert {name.partition(":")[0] for name in memory.status().facts.vectors} == {"static"}
    found = memory.search("who is sad about the kettle?", user="ana", preset="openmemory", min_score=0)
    assert any("own vectors: emotional" in stage for stage in found.trace.stages)
    own = memory._running.memories._parts.sectors.embed_query("who is sad about the kettle?", ["emotional"], Scope())
    with memory._running.store.reading(Scope(user="ana"), signature=None) as reader:
        rows, vectors = reader.spaces[0].sector_vectors("emotional", str(own["emotional"].signature))
    assert own["emotional"].rows is not None
    assert rows.tolist() == [0]
    assert found[0].record.content == "I feel sad about the kettle"
    assert found[0].components["similarity"] == pytest.approx(float(vectors[0] @ own["emotional"].rows[0]), abs=1e-5)


@pytest.mark.feature("EM-17")
@pytest.mark.parametrize(
    "settings",
    [
        {"embedder": "static"},
        {"embedder": "static", "sector_embedders": "emotional=synthetic"},  # simple mode
        {"embedder": "static", "embed_mode": "advanced"},
        {"embedder": "static", "embed_mode": "advanced", "sector_embedders": "emotional=static"},
    ],
)
def test_a_sector_without_another_embedder_shares_the_one_vector(opened: Opener, settings: dict[str, str]) -> None:
    memory = opened(**settings)
    memory.add("I feel sad about the kettle", user="ana")
    assert counted(memory) == {}
    found = memory.search("sad kettle", user="ana", preset="openmemory")
    assert len(found) == 1
    assert not any("own vectors" in stage for stage in found.trace.stages)
    assert memory.status().needs_reindex == 0


@pytest.mark.feature("RM-14")
def test_the_mean_over_sectors_that_share_an_embedder_is_the_vector_on_the_row(opened: Opener) -> None:
    memory = opened(embedder="static")
    record = memory.add("I felt so happy yesterday", user="ana").records[0]
    with memory._running.store.reading(Scope(user="ana"), signature=memory.status().embedder) as reader:
        row = reader.spaces[0].columns.vectors[0]
    weights = [TABLE[sector].weight for sector in record.sectors]
    mean = sum(weight * row for weight in weights) / sum(weights)
    assert len(weights) == 2
    assert np.allclose(mean / np.linalg.norm(mean), row, atol=1e-6)


@pytest.mark.feature("EM-17")
def test_reindex_makes_what_a_new_sector_embedder_lacks_and_deleting_takes_it_away(opened: Opener) -> None:
    with opened(embedder="static") as before:
        before.add_many(["I feel sad", "We were happy yesterday", "The kettle is blue"], user="ana")
        before.add("I feel lonely", user="bob")
    memory = opened(**TWO | {"sector_embedders": "emotional=synthetic,episodic=synthetic:64"})
    assert memory.status().needs_reindex == 4
    assert memory.reindex() == {"spaces": 0, "vectors": 0, "sector_vectors": 4}
    assert memory.status().needs_reindex == 0
    assert sorted(memory.status().facts.sector_vectors.values()) == [1, 3]
    assert memory.doctor() == []
    for record in memory.list(user="ana"):
        memory.delete(record.id)
    assert counted(memory) == {"synthetic": 1}


@pytest.mark.feature("EM-17")
def test_a_sector_embedder_that_fails_costs_nothing_but_its_vectors(opened: Opener, tmp_path: Path) -> None:
    memory = opened(**TWO | {"sector_embedders": f"emotional=onnx:{tmp_path / 'nowhere'}"})
    added = memory.add("I feel sad about the kettle", user="ana")
    assert str(added.note).startswith("no vectors for emotional: ")
    assert counted(memory) == {}
    found = memory.search("who is sad about the kettle?", user="ana", preset="openmemory", min_score=0)
    assert [hit.record.content for hit in found] == ["I feel sad about the kettle"]
    assert "emotional by the main vector" in str(found.trace.fallback_reason)
    plain = memory.search("who is sad about the kettle?", user="ana")
    assert plain.trace.fallback_reason is None


@pytest.mark.feature("EM-17")
@pytest.mark.parametrize("parallel", ["on", "off"])
def test_several_sector_embedders_answer_together_or_in_turn(opened: Opener, parallel: str) -> None:
    memory = opened(
        embedder="static",
        embed_mode="advanced",
        sector_embedders="emotional=synthetic:32, episodic=synthetic:64, reflective=synthetic:32",
        embed_parallel=parallel,
    )
    memory.add("I think I felt happy yesterday, an insight", user="ana")
    counts = {name.rpartition(":")[2]: count for name, count in memory.status().facts.sector_vectors.items()}
    assert counts == {"32": 2, "64": 1}
    assert len(memory.search("felt happy yesterday", user="ana", preset="openmemory", min_score=0)) == 1


def test_sectors_that_share_an_embedder_give_it_each_text_once(memory: Memory, clock: Clock) -> None:
    class Counting:
        name, dim, signature = "counting", 2, "counting:x:2"

        def __init__(self) -> None:
            self.given: list[str] = []

        def embed(self, texts: Any) -> Any:
            self.given += texts
            return np.tile(np.array([1.0, 0.0], dtype=np.float32), (len(texts), 1))

    counting = Counting()
    store = memory._running.store
    options = EmbeddingOptions(disk_cache_entries=0)
    made: Callable[[], Embedder] = lambda: counting  # noqa: E731
    shared = Embedding([made], store, options, clock)
    main = memory._running.memories._parts.embedding
    sectors = SectorEmbedding(main, {"emotional": shared, "episodic": shared})
    records = memory.add_many(["I felt happy yesterday", "yesterday it rained", "The kettle"], user="ana").records
    vectors, reason = sectors.embed(records, Scope(user="ana"))
    assert reason is None
    assert [(one.sector, list(one.places)) for one in vectors] == [("emotional", [0]), ("episodic", [0, 1])]
    assert counting.given == ["I felt happy yesterday", "yesterday it rained"]


@pytest.mark.parametrize(
    "said, complaint",
    [
        ("emotional=nonsense", "names the embedder 'nonsense'"),
        ("emotional=auto", "names the embedder 'auto'"),
        ("moody=static", "knows episodic"),
        ("emotional", "name=value"),
        ("emotional=synthetic:many", "8 to 4096"),
    ],
)
def test_a_sector_embedder_that_does_not_exist_is_refused(opened: Opener, said: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        opened(embed_mode="advanced", sector_embedders=said)


@pytest.mark.feature("EM-17")
def test_openmemorys_names_choose_the_mode(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OM_EMBED_MODE", "advanced")
    monkeypatch.setenv("OM_ADV_EMBED_PARALLEL", "true")
    monkeypatch.setenv("OM_EMBEDDINGS", "synthetic")
    settings = opened(sector_embedders={"semantic": "static"})._running.settings
    assert (settings.embed_mode, settings.embed_parallel, settings.embedder) == ("advanced", "on", "synthetic")
