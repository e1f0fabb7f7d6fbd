"""The ONNX embedder, with a real model made here and run by the real runtime."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from recollect import ConfigError, Memory
from recollect.providers.embedders.onnx import OnnxEmbedder

WORDS = ["[PAD]", "[UNK]", "cat", "dog", "car", "truck"]
DIM = 4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model that looks words up in a table: animals point one way, vehicles another."""
    table = np.array(
        [[0, 0, 0, 0], [0, 0, 0, 1], [1, 0.1, 0, 0], [1, -0.1, 0, 0], [0, 0.1, 1, 0], [0, -0.1, 1, 0]], dtype=np.float32
    )
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
        "lookup",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "sequence"])],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "sequence", DIM])],
        [numpy_helper.from_array(table, "table")],
    )
    target = tmp_path / "tiny-model"
    target.mkdir()
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.save(model, target / "model.onnx")
    tokenizer = Tokenizer(WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(target / "tokenizer.json"))
    return target


@pytest.mark.feature("EM-03")
def test_a_local_model_embeds_by_mean_pooling_over_real_tokens(folder: Path) -> None:
    embedder = OnnxEmbedder(folder)
    assert embedder.signature == "onnx:tiny-model:4"
    rows = embedder.embed(["cat", "cat dog", "car truck car"])
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert rows[1] == pytest.approx([1, 0, 0, 0], abs=1e-5)
    assert rows[0] @ rows[1] > 0.9
    assert rows[0] @ rows[2] < 0.1


@pytest.mark.feature("EM-03")
def test_a_memory_with_a_local_model_finds_by_meaning(folder: Path, tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", onnx_model=str(folder)) as memory:
        assert memory.status().embedder == "onnx:tiny-model:4"
        memory.add_many(["truck", "dog"], user="u")
        hits = memory.search("cat", user="u", preset="weighted")
        assert hits[0].content == "dog"
        assert hits.trace.embedder == "onnx:tiny-model:4"


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_damaged_model_is_named_and_words_answer_alone(folder: Path, tmp_path: Path, name: str) -> None:
    (folder / name).write_text("{}", encoding="utf-8")
    with Memory(tmp_path / "m.db", embedder="onnx", onnx_model=str(folder)) as memory:
        assert name in str(memory.add("a dog", user="u").note)
        hits = memory.search("dog", user="u")
    assert hits[0].content == "a dog"
    assert name in str(hits.trace.fallback_reason)


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"must hold a \.onnx model"):
        OnnxEmbedder(tmp_path)


def test_a_tokenizer_of_another_model_is_told_of_and_words_answer_alone(folder: Path, tmp_path: Path) -> None:
    tokenizer = Tokenizer(WordLevel({"[UNK]": 0, "dog": 77}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    with Memory(tmp_path / "m.db", embedder="onnx", embedder_fallback="none", onnx_model=str(folder)) as memory:
        assert "the ONNX model tiny-model failed" in str(memory.add("a dog", user="u").note)
        hits = memory.search("dog", user="u")
        assert "its tokenizer.json belong together" in memory.status().degraded[0]
    assert hits[0].content == "a dog"
    assert "the ONNX model tiny-model failed" in str(hits.trace.fallback_reason)


def test_a_model_that_does_not_say_how_wide_its_vectors_are_is_refused(folder: Path) -> None:
    model = onnx.load(folder / "model.onnx")
    table, kept = model.graph.node[0], numpy_helper.from_array(np.array([True] * DIM), "kept")
    table.output[0] = "found"
    model.graph.initializer.append(kept)
    model.graph.node.append(helper.make_node("Compress", ["found", "kept"], ["last_hidden_state"], axis=2))
    model.graph.output[0].type.tensor_type.shape.dim[2].dim_param = "width"
    onnx.save(model, folder / "model.onnx")
    with pytest.raises(ConfigError, match=r"model\.onnx does not say how many numbers"):
        OnnxEmbedder(folder)
