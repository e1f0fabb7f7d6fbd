"""The embedding service: fallback with a reason, caches, chunking; words alone when nothing answers."""

from __future__ import annotations

import itertools
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pytest
from numpy.typing import NDArray

from recollect import EmbeddingFailed, Memory, registry
from recollect.engine.vectors.embedding import Embedding, EmbeddingOptions, chunks
from recollect.model.scope import Scope
from recollect.providers.embedders.static import StaticEmbedder
from recollect.providers.embedders.synthetic import SyntheticEmbedder
from tests.clock import Clock
from tests.loopback import Loopback, Reply

SCOPE = Scope(user="u")


class Slow(SyntheticEmbedder):
    """A real embedder that counts what it is asked and can be made to fail."""

    def __init__(self) -> None:
        super().__init__(32)
        self.signature = "slow:model:32"
        self.asked: list[str] = []
        self.broken = False

    @property
    def name(self) -> str:  # type: ignore[override]
        return "slow"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.broken:
            raise EmbeddingFailed("the provider answers 503")
        self.asked += texts
        return super().embed(texts)


def service(tmp_path: Path, chain: list[Callable[[], Any]], **options: Any) -> Embedding:
    store = registry.store(str(tmp_path / "e.db"), {})
    return Embedding(chain, store, EmbeddingOptions(**options), Clock())


@pytest.mark.feature("EM-01")
def test_auto_is_the_bundled_embedder_until_a_person_configures_another(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db") as memory:
        assert memory.settings.embedder == "auto"
        assert memory.status().embedder == StaticEmbedder().signature


@pytest.mark.feature("EM-01")
@pytest.mark.feature("EM-16")
def test_no_embedder_means_words_alone_and_says_so(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", embedder="none") as memory:
        memory.add("Ana moved to Lisbon", user="u")
        hits = memory.search("Lisbon", user="u")
        assert [hit.content for hit in hits] == ["Ana moved to Lisbon"]
        assert hits.trace.fallback_reason == "embeddings are turned off (embedder = none)"
        assert hits.trace.embedder is None
        assert memory.status().embedder is None


@pytest.mark.feature("EM-03")
def test_the_embedders_are_listed_with_the_reason_why_one_cannot_be_used(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db") as memory:
        states = {state.name: state for state in memory.embedders()}
    assert states["static"].usable
    assert states["static"].signature == StaticEmbedder().signature
    assert states["synthetic"].signature == "synthetic:hash:256"
    assert not states["onnx"].usable
    assert "onnx_model" in (states["onnx"].reason or "")


@pytest.mark.feature("ST-04")
def test_a_failing_embedder_never_fails_an_add_or_a_search(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", embedder="onnx", onnx_model=str(tmp_path / "missing")) as memory:
        added = memory.add("the boiler was repaired", user="u")
        assert "must hold a .onnx model" in (added.note or "")
        hits = memory.search("boiler", user="u")
        assert hits[0].content == "the boiler was repaired"
        assert "must hold a .onnx model" in (hits.trace.fallback_reason or "")


def test_an_answer_without_end_is_a_failure_like_any_other(tmp_path: Path) -> None:
    """Lists in lists break what reads them; half an emoji in a provider's own words cannot be written down."""
    with Loopback() as server:
        deep = Reply(body=b"[" * 100_000 + b"]" * 100_000)
        refused = Reply(status=400, body=b'{"error": {"message": "no \\ud83d and \\u0000"}}')
        for reply in (deep, refused):
            server.routes.append(lambda request, reply=reply: reply)  # type: ignore[misc]
            options = {"embedder_base_url": f"{server.url}/v1", "embedder_dim": 8, "embedder_fallback": "static"}
            with Memory(tmp_path / "m.db", embedder="openai", **options) as memory:
                added = memory.add("the boiler was repaired", user="u")
                assert "openai embedder" in (added.note or "")
                assert memory.get(added.ids[0]).content == "the boiler was repaired"
                assert "openai embedder" in memory.status().embedder_log[-1][2]
            server.routes.clear()
            (tmp_path / "m.db").unlink()


@pytest.mark.feature("RS-05")
def test_the_status_names_an_embedder_that_does_not_answer(tmp_path: Path) -> None:
    with Loopback() as server:
        server.script(*[Reply(status=401, body={"error": {"message": "who are you"}})] * 5)
        options = {"embedder_base_url": f"{server.url}/v1", "embedder_dim": 8, "embedder_fallback": "static"}
        with Memory(tmp_path / "m.db", embedder="openai", tenant="one", **options) as memory:
            assert memory.status().degraded == ()
            for number in range(7):
                added = memory.add(f"the boiler was repaired {number} times", user="u")
                assert ("who are you" in (added.note or "")) is (number < 5)
            assert "HTTP 401. Check the key" in (added.note or ""), "also while it is left alone"
            (reason,) = memory.status().degraded
            assert reason.startswith("embedder: openai embedder: failed 5 times in a row")
            assert "HTTP 401. Check the key" in reason
            assert reason.endswith("static makes the vectors instead")


def test_a_failing_embedder_is_told_to_others_without_its_words_and_forgotten_when_it_answers(tmp_path: Path) -> None:
    slow = Slow()
    slow.broken = True
    embedding = service(tmp_path, [lambda: slow])
    embedding.embed(["hello there"], SCOPE)
    assert embedding.failure(SCOPE) == "the provider answers 503; words alone are searched"
    assert embedding.failure(Scope(tenant="other")) == "slow does not answer; words alone are searched"
    embedding.forget()
    assert embedding.failure(SCOPE) == "slow does not answer; words alone are searched"
    slow.broken = False
    embedding.embed(["hello there"], SCOPE)
    assert embedding.failure(SCOPE) is None


def test_the_fallback_answers_under_its_own_name_and_the_reason_is_told(tmp_path: Path) -> None:
    slow = Slow()
    slow.broken = True
    embedding = service(tmp_path, [lambda: slow, SyntheticEmbedder])
    embedded = embedding.embed(["hello there"], SCOPE)
    assert embedded.signature == "synthetic:hash:256"
    assert embedded.reason == "the provider answers 503"
    assert [entry[1:] for entry in embedding.log] == [("slow:hash", "the provider answers 503")]
    slow.broken = False
    assert embedding.embed(["hello there"], SCOPE).signature == "slow:model:32"


def test_vectors_of_two_embedders_are_never_mixed(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", embedder="synthetic") as memory:
        memory.add("Ana plays the cello", user="u")
    with Memory(tmp_path / "m.db", backfill_ms=0) as memory:
        hits = memory.search("music", user="u", channels="vector", preset="weighted")
        assert "1 of 1 items" in (hits.trace.fallback_reason or "")
        assert memory.status().facts.vectors == {"synthetic:hash:256": 1}


@pytest.mark.feature("ST-04")
@pytest.mark.parametrize("dim", [8, 0], ids=["its size is known", "its size is asked for"])
def test_an_outage_leaves_the_vectors_of_the_chosen_embedder_alone(tmp_path: Path, dim: int) -> None:
    path, down = tmp_path / "m.db", lambda request: Reply(status=401, body={"error": {"message": "who are you"}})
    with Memory(path, embedder="synthetic", worker="off") as memory:
        memory.add("the oldest box is of another embedder", user="u")
    with Loopback() as server:
        base = {"embedder_base_url": f"{server.url}/v1", "embedder_dim": dim, "embedding_disk_cache_entries": 0}
        options = {"embedder": "openai", "embedder_model": "m", "embedder_fallback": "static", "worker": "off", **base}
        with Memory(path, **options) as memory:
            memory.add_many([f"box {number} stands in the cellar" for number in range(40)], user="u")
            (chosen,) = set(memory.status().facts.vectors) - {"synthetic:hash:256"}
        server.routes.append(down)
        with Memory(path, **options) as memory:
            for number in range(4):
                memory.search(f"where is box {number}", user="u")
            if not dim:  # then nobody can say whose vectors are to be spared
                with pytest.raises(EmbeddingFailed, match=r"HTTP 401\. Check the key"):
                    memory.reindex()
            assert memory.status().facts.vectors[chosen] == 40
            stands_in = dict(memory.status().facts.vectors).keys() - {chosen}
            assert stands_in == ({StaticEmbedder().signature} if dim else {"synthetic:hash:256"})
        server.routes.clear()
        with Memory(path, **options) as memory:
            assert memory.reindex()["vectors"] == 1
    with Memory(path, worker="off") as memory:
        memory.search("where is box 3", user="u")
        memory.reindex()
        assert memory.status().facts.vectors == {StaticEmbedder().signature: 41}


@pytest.mark.feature("EM-06")
def test_a_question_asked_again_is_embedded_once(tmp_path: Path) -> None:
    slow = Slow()
    embedding = service(tmp_path, [lambda: slow], disk_cache_entries=0)
    first, second = (embedding.embed_query(["where is Ana?"], SCOPE).rows for _ in range(2))
    assert slow.asked == ["where is Ana?"]
    assert first is not None
    assert np.array_equal(first, second)  # type: ignore[arg-type]
    assert embedding.cache_counts == (1, 1)


def test_a_slow_embedder_is_asked_once_per_text_even_by_another_process(tmp_path: Path) -> None:
    first, second = Slow(), Slow()
    rows = service(tmp_path, [lambda: first]).embed(["one", "two"], SCOPE).rows
    again = service(tmp_path, [lambda: second]).embed(["two", "three", "one"], SCOPE).rows
    assert first.asked == ["one", "two"]
    assert second.asked == ["three"]
    assert rows is not None
    assert again is not None
    assert np.array_equal(rows, again[[2, 0]])


def test_the_cache_on_disk_belongs_to_one_tenant_and_has_a_limit(tmp_path: Path) -> None:
    slow = Slow()
    embedding = service(tmp_path, [lambda: slow], disk_cache_entries=2, cache_entries=0)
    embedding.embed(["one", "two", "three"], SCOPE)
    embedding.embed(["three"], Scope(tenant="other"))
    assert slow.asked == ["one", "two", "three", "three"]
    embedding.embed(["one", "two", "three"], SCOPE)
    assert len(slow.asked) == 5


@pytest.mark.feature("EM-20")
def test_a_long_text_is_embedded_in_overlapping_chunks_with_one_mean_vector(tmp_path: Path) -> None:
    slow = Slow()
    embedding = service(tmp_path, [lambda: slow], disk_cache_entries=0)
    text = "".join(f"word{number:05d} " for number in range(1000))
    embedded = embedding.embed([text, "short"], SCOPE)
    assert embedded.rows is not None
    *pieces, short = slow.asked
    assert short == "short"
    assert [len(piece) for piece in pieces[:-1]] == [512 * 4] * (len(pieces) - 1)
    assert all(after.startswith(before[-50 * 4 :]) for before, after in itertools.pairwise(pieces))
    assert "".join(piece[: (512 - 50) * 4] for piece in pieces[:-1]) + pieces[-1] == text
    assert np.linalg.norm(embedded.rows, axis=1) == pytest.approx([1.0, 1.0], abs=1e-5)
    mean = SyntheticEmbedder(32).embed(pieces).sum(axis=0)
    assert embedded.rows[0] == pytest.approx(mean / np.linalg.norm(mean), abs=1e-5)


@pytest.mark.feature("ST-14")
def test_another_way_of_cutting_long_texts_makes_their_vectors_anew(tmp_path: Path) -> None:
    long = "".join(f"word{number:05d} " for number in range(300))
    with Memory(tmp_path / "m.db", embedder="synthetic") as memory:
        usual = memory.add(long, user="u").records[0].id
        assert memory.status().embedder == "synthetic:hash:256", "the usual way has no name of its own"
    with Memory(tmp_path / "m.db", embedder="synthetic", chunk_tokens=128, chunk_overlap_tokens=20) as memory:
        assert (memory.status().embedder, memory.status().needs_reindex) == ("synthetic:hash#128/20:256", 1)
        memory.reindex()
        assert memory.status().needs_reindex == 0
        assert memory.search("word00001", user="u")[0].id == usual
    with Memory(tmp_path / "m.db", embedder="synthetic", chunk_overlap_tokens=0, vector_quantization="int8") as memory:
        assert memory.status().embedder == "synthetic:hash#512/0:256:int8"


@pytest.mark.feature("ST-14")
@pytest.mark.parametrize("chunk_tokens, asked_again", [(512, []), (128, ["long"]), (1024, ["long"])])
def test_the_cache_on_disk_knows_how_a_text_was_cut(tmp_path: Path, chunk_tokens: int, asked_again: list[str]) -> None:
    texts = ["short", "long" * 600]
    first, again = Slow(), Slow()
    service(tmp_path, [lambda: first]).embed(texts, SCOPE)
    service(tmp_path, [lambda: again], chunk_tokens=chunk_tokens).embed(texts, SCOPE)
    assert sorted({piece[:4] for piece in again.asked}) == asked_again


def test_chunks_cover_the_text() -> None:
    assert chunks("abcdefg", 4, 3) == ["abcd", "defg"]
    assert chunks("abc", 4, 3) == ["abc"]
    assert chunks("abcdefgh", 4, 3) == ["abcd", "defg", "gh"]


@pytest.mark.feature("ST-09")
def test_int8_vectors_are_another_identity_and_find_the_same(tmp_path: Path) -> None:
    texts = ["Ana plays the cello", "the boiler was repaired", "tickets for the opera"]
    with Memory(tmp_path / "a.db", vector_quantization="int8") as small, Memory(tmp_path / "b.db") as plain:
        for memory in (small, plain):
            memory.add_many(texts, user="u")
        assert (small.status().embedder or "").endswith(":256:int8")
        found = [[hit.content for hit in memory.search("music", user="u")] for memory in (small, plain)]
        assert found[0] == found[1]


def test_embedders_answer_with_unit_rows_and_zeros_for_nothing() -> None:
    for embedder in (SyntheticEmbedder(64), StaticEmbedder()):
        rows = embedder.embed(["Ana plays the cello", ""])
        assert rows.shape == (2, embedder.dim)
        assert rows.dtype == np.float32
        assert np.linalg.norm(rows[0]) == pytest.approx(1.0, abs=1e-5)
        assert not rows[1].any()


@pytest.mark.feature("OB-03")
def test_the_table_of_the_log_says_that_vectors_are_to_be_made_and_were(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", embedder="none", worker="off") as memory:
        memory.add("tea is in the kitchen", user="ana")
    with Memory(tmp_path / "m.db", embedder="synthetic", worker="off", backfill_ms=0) as memory:
        memory.search("tea", user="ana")
        for _ in range(2):
            memory.reindex()
        assert memory.status().embedder_log == ()
    with closing(sqlite3.connect(tmp_path / "m.db")) as database:
        logged = database.execute("SELECT model, status, error FROM embed_log ORDER BY id").fetchall()
    assert logged == [("synthetic:hash", "pending", None), ("synthetic:hash", "completed", None)]


@pytest.mark.feature("OB-03")
@pytest.mark.slow
def test_every_failed_attempt_is_in_the_log_with_time_embedder_and_reason(tmp_path: Path) -> None:
    limited = Reply(status=429, body={"error": {"code": "too_fast", "message": "tea"}}, headers={"Retry-After": "0"})
    refused = Reply(status=401, body={"error": {"message": "expired key of milk"}})
    with Loopback() as server:
        given = {"embedder": "openai", "embedder_model": "m", "embedder_base_url": server.url + "/v1", "worker": "off"}
        with Memory(tmp_path / "m.db", clock=Clock(), config_file=tmp_path / "none.toml", **given) as memory:
            memory.add("warm", user="ana")
            server.script(limited)
            memory.add("tea is in the kitchen", user="ana")
            server.script(refused)
            memory.add("milk is in the cellar", user="ana")
            log = memory.status().embedder_log
    assert [name for _, name, _ in log] == ["openai:m", "openai:m"]
    assert log[0][0] < log[1][0]
    limit, refusal = (reason.removeprefix("openai embedder: m: ") for _, _, reason in log)
    assert limit == "HTTP 429 (too_fast). The provider limits the rate; try again later; tried again in 1 s"
    assert refusal == "HTTP 401. Check the key: `recollect config explain api_keys`", "not what it said of the text"


class Odd(SyntheticEmbedder):
    """A real embedder whose answers are spoiled on their way."""

    def __init__(self, spoil: Callable[[NDArray[np.float32]], Any]) -> None:
        super().__init__(8)
        self.signature = "odd:model:8"
        self.spoil = spoil

    @property
    def name(self) -> str:  # type: ignore[override]
        return "odd"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.spoil(super().embed(texts))  # type: ignore[no-any-return]


def _with(number: float) -> Callable[[NDArray[np.float32]], NDArray[np.float32]]:
    def spoil(rows: NDArray[np.float32]) -> NDArray[np.float32]:
        rows[0, 3] = number
        return rows

    return spoil


def _raise(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    raise IndexError("row 7 of 5")


@pytest.mark.parametrize(
    "spoil, reason",
    [
        (_with(float("nan")), r"a number that is none \(NaN or infinite\) for 1 of 2 texts; .*reindex"),
        (_with(float("inf")), "a number that is none"),
        (_with(1e30), "a number that is none"),
        (lambda rows: rows[:1], r"rows of shape \(1, 8\) for 2 texts, not of \(2, 8\)"),
        (lambda rows: rows[:, :5], r"rows of shape \(2, 5\)"),
        (lambda rows: rows[0], r"rows of shape \(8,\)"),
        (lambda rows: None, "odd:hash"),
        (lambda rows: [["a"] * 8] * 2, "ValueError: could not convert"),
        (lambda rows: [[0.1] * 8, [0.1]], "ValueError"),
        (_raise, "the embedder odd:hash failed with IndexError: row 7 of 5"),
    ],
)
@pytest.mark.feature("ST-04")
def test_whatever_an_embedder_does_words_are_searched_alone_and_the_reason_is_told(
    tmp_path: Path, spoil: Callable[[NDArray[np.float32]], Any], reason: str
) -> None:
    embedding = service(tmp_path, [lambda: Odd(spoil)])
    for ask in (embedding.embed, embedding.embed_query):
        embedded = ask(["tea", "boat"], SCOPE)
        assert (embedded.rows, embedded.signature) == (None, None)
        assert re.search(reason, str(embedded.reason))
    assert str(embedding.failure(SCOPE)).endswith("words alone are searched")
    assert "row 7" not in str(embedding.failure(SCOPE)), "an error of a package may quote a text"


def test_rows_of_another_type_are_taken_when_they_are_numbers(tmp_path: Path) -> None:
    embedding = service(tmp_path, [lambda: Odd(lambda rows: rows.astype(np.float64).tolist())])
    rows = embedding.embed(["tea", "boat"], SCOPE).rows
    assert rows is not None
    assert (rows.dtype, rows.shape) == (np.float32, (2, 8))
    assert service(tmp_path, [lambda: Odd(lambda rows: [])]).embed([], SCOPE).reason is None


def test_an_embedder_that_cannot_be_made_or_named_is_one_that_does_not_answer(tmp_path: Path) -> None:
    class Nameless(Odd):
        @property
        def signature(self) -> str:  # type: ignore[override]
            raise OSError("no such disk")

        @signature.setter
        def signature(self, name: str) -> None:
            pass

    def make() -> Odd:
        raise KeyError("weights")

    for maker, reason in ((make, "failed with KeyError"), (lambda: Nameless(lambda rows: rows), "failed with OSError")):
        embedding = service(tmp_path, [maker])
        assert embedding.signature() is None
        assert embedding.chosen() is None
        embedded = embedding.embed(["tea"], SCOPE)
        assert embedded.rows is None
        assert reason in str(embedded.reason)


def test_a_vector_that_came_into_the_cache_on_disk_with_no_number_in_it_is_made_anew(tmp_path: Path) -> None:
    embedding = service(tmp_path, [lambda: Odd(lambda rows: rows)])
    made = embedding.embed(["tea"], SCOPE).rows
    database = apsw.Connection(str(tmp_path / "e.db"))
    database.execute("UPDATE embedding_cache SET data = ?", (np.full(8, np.nan, np.float32).tobytes(),))
    for _ in range(2):
        again = embedding.embed(["tea"], SCOPE).rows
        assert again is not None
        assert made is not None
        assert again.tolist() == made.tolist()
    (held,) = next(database.execute("SELECT data FROM embedding_cache"))
    database.close()
    assert np.isfinite(np.frombuffer(held, np.float32)).all()
