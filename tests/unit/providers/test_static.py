"""The bundled embedder works offline, from two files, for any text."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import save_file

from recollect import ConfigError, EmbeddingFailed, Memory
from recollect.providers.embedders import words
from recollect.providers.embedders.static import BATCH_TEXTS, StaticEmbedder, bundled_files, create
from recollect.providers.embedders.words import Words
from recollect.rules.texts import Texts


@pytest.fixture(scope="module")
def embedder() -> StaticEmbedder:
    return StaticEmbedder()


def nearest(embedder: StaticEmbedder, question: str, texts: list[str]) -> str:
    rows = embedder.embed([question, *texts])
    return texts[int(np.argmax(rows[1:] @ rows[0]))]


@pytest.mark.feature("EM-03")
def test_the_bundled_model_gives_unit_rows_and_names_itself(embedder: StaticEmbedder) -> None:
    rows = embedder.embed(["The boat leaks", "Ana repaired the fence"])
    assert rows.shape == (2, embedder.dim) == (2, 256)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1], abs=1e-5)
    assert embedder.signature == f"static:{embedder.model}:256"
    assert embedder.tokens("The boat leaks") >= 3


@pytest.mark.feature("EM-03")
def test_meaning_is_nearer_than_chance(embedder: StaticEmbedder) -> None:
    texts = ["We bought a sedan from the dealer", "The soup needs more salt", "The concert starts at eight"]
    assert nearest(embedder, "new car", texts) == texts[0]
    assert nearest(embedder, "cooking dinner", texts) == texts[1]
    assert nearest(embedder, "live music tonight", texts) == texts[2]


def test_letter_case_and_repetition_do_not_matter(embedder: StaticEmbedder) -> None:
    rows = embedder.embed(["green tea", "GREEN TEA", "green tea green tea green tea"])
    assert rows[0] @ rows[1] == pytest.approx(1, abs=1e-5)
    assert rows[0] @ rows[2] > 0.95


def test_no_text_gives_a_row_of_zeros_and_no_texts_no_rows(embedder: StaticEmbedder) -> None:
    assert not embedder.embed([""]).any()
    assert embedder.embed([]).shape == (0, 256)


def test_one_by_one_and_in_bulk_are_the_same(embedder: StaticEmbedder) -> None:
    texts = [f"note {number} about the garden and the {number % 7} cats" for number in range(BATCH_TEXTS + 100)]
    bulk = embedder.embed(texts)
    assert np.array_equal(bulk, embedder.embed(Texts(texts)))
    assert np.array_equal(bulk[::100], [embedder.embed([text])[0] for text in texts[::100]])


@pytest.mark.parametrize("count", [1, 7, 8, 18, 31, 32, 40])
def test_the_texts_of_a_question_have_the_same_rows_whichever_way_they_are_pooled(
    embedder: StaticEmbedder, count: int
) -> None:
    words = [f"word{number}" for number in range(count)]
    texts = [" ".join(words), *words[1:]]
    assert np.array_equal(embedder.embed(texts), embedder.embed(Texts(texts)))


@given(st.lists(st.text("ab1é日🎉'<s>.,! \n▁", max_size=30), min_size=8, max_size=12))
@settings(max_examples=50, deadline=None)
def test_words_learned_together_have_the_tokens_of_words_learned_one_by_one(texts: list[str]) -> None:
    loaded = shared()._model()
    tokenizer = loaded.tokenizer
    assert loaded.words is not None
    tokens, sizes = Words(tokenizer).of_texts(Texts(texts))
    one_by_one = Words(tokenizer)
    each = [one_by_one.of_text(text) for text in texts]
    assert (tokens.tolist(), sizes.tolist()) == ([token for held in each for token in held], list(map(len, each)))
    for text, held in zip(texts, each, strict=True):
        assert set(held) == {
            token
            for word in text.lower().split()
            for part in ((word[:-1], word[-1]) if word[-1] in ".,!?;:" and word[-2:-1].isalnum() else (word,))
            for token in ([tokenizer.token_to_id(part)] if part in set(".,!?;:") and part != word else encoded(part))
        }


def encoded(word: str) -> list[int]:
    return list(shared()._model().tokenizer.encode(word, add_special_tokens=False).ids)


def test_too_many_words_make_it_start_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "WORDS_MAX", 20)
    embedder = StaticEmbedder()
    texts = [f"word{number} and other{number}" for number in range(40)]
    one_by_one = [embedder.embed([text])[0] for text in texts]
    held = embedder._model().words
    assert held is not None
    assert len(held._known) <= 20
    assert np.array_equal(embedder.embed(texts), one_by_one)


@given(st.text(max_size=200))
@settings(max_examples=50, deadline=None)
def test_any_text_embeds(text: str) -> None:
    row = StaticEmbedder.embed(shared(), [text])[0]
    assert np.isfinite(row).all()


def shared(_held: list[StaticEmbedder] = []) -> StaticEmbedder:  # noqa: B006 - one model for all examples
    if not _held:
        _held.append(StaticEmbedder())
    return _held[0]


def test_lone_surrogates_embed(embedder: StaticEmbedder) -> None:
    assert np.isfinite(embedder.embed(["bad \ud800 text"])).all()


def test_the_files_are_found_without_importing_the_package() -> None:
    import sys

    files = bundled_files()
    assert files.weights.is_file()
    assert files.tokenizer.is_file()
    assert "wordllama" not in sys.modules


def model(folder: Path) -> Path:
    """A model of three words and two dimensions."""
    vocabulary = {"[UNK]": 0, "tea": 1, "boat": 2}
    tokenizer = {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "Whitespace"},
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    save_file({"embeddings": np.array([[0, 0], [3, 0], [0, 2]], np.float32)}, str(folder / "model.safetensors"))
    return folder


@pytest.mark.feature("EM-03")
@pytest.mark.parametrize("name", ["", "model.safetensors"])
def test_any_pair_of_table_and_tokenizer_works(tmp_path: Path, name: str) -> None:
    embedder = create({"path": model(tmp_path) / name})
    assert embedder.dim == 2
    assert embedder.embed(["tea", "boat boat", "unheard"]).tolist() == [[1, 0], [0, 1], [0, 0]]


def test_a_folder_without_a_model_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"tokenizer\.json"):
        create({"path": tmp_path})


def test_the_bundled_model_is_read_once_however_many_embedders_there_are() -> None:
    first, second = StaticEmbedder(), StaticEmbedder()
    first.embed(["tea"])
    second.embed(["tea"])
    assert first._model() is second._model()


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-4])


def _short(file: Path) -> None:
    save_file({"embeddings": np.ones((2, 2), np.float32)}, str(file))


@pytest.mark.parametrize(
    "name, damage",
    [
        ("tokenizer.json", lambda file: file.write_text("not json", encoding="utf-8")),
        ("tokenizer.json", lambda file: file.write_bytes(b"\xff\xfe")),
        ("model.safetensors", _cut),
        ("model.safetensors", lambda file: file.write_bytes(b"")),
        ("model.safetensors", _short),
        ("model.safetensors", lambda file: save_file({"flat": np.ones(3, np.float32)}, str(file))),
    ],
)
@pytest.mark.feature("ST-04")
def test_a_damaged_model_is_named_and_words_answer_alone(
    tmp_path: Path, name: str, damage: Callable[[Path], object]
) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    damage(model(folder) / name)
    with pytest.raises(ConfigError, match=re.escape(str(folder / name))):
        create({"path": folder}).embed(["tea boat"])
    with Memory(tmp_path / "m.db", embedder="static", static_model=str(folder)) as memory:
        assert name in str(memory.add("a boat", user="u").note)
        hits = memory.search("boat", user="u")
        assert name in memory.status().degraded[0]
        assert memory.embedders()
    assert hits[0].content == "a boat"
    assert name in str(hits.trace.fallback_reason)


def test_a_row_of_a_table_without_numbers_spoils_no_other_text(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    table = np.array([[0, 0], [3, 0], [np.nan, 2]], np.float32)
    save_file({"embeddings": table}, str(model(folder) / "model.safetensors"))
    with Memory(tmp_path / "m.db", embedder="static", static_model=str(folder)) as memory:
        assert memory.add("green tea", user="u").note is None
        assert "number that is none" in str(memory.add("a boat", user="u").note)
        found = memory.search("tea", user="u")
        assert [hit.content for hit in found][:1] == ["green tea"]
        assert all(math.isfinite(hit.score) for hit in found)
        assert found.trace.embedder is not None
        with pytest.raises(EmbeddingFailed, match=r"reindex stopped: .* failed|number that is none"):
            memory.reindex()
        assert memory.doctor() == []
