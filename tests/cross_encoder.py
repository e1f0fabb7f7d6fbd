"""A tiny cross-encoder as a real ONNX model: relevant is a text that has the question's rare words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

WORDS = ["[PAD]", "[UNK]", "excellent", "poor"]
LOGITS = [0.0, 0.0, 4.0, -4.0]


def cross_encoder(folder: Path, *, classes: int = 1) -> Path:
    """A folder with a model that adds up what its words are worth: `excellent` 4, `poor` -4, anything else 0."""
    rows = [[value] if classes == 1 else [0.0] * (classes - 1) + [value] for value in LOGITS]
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["table", "input_ids"], ["worth"]),
            helper.make_node("ReduceSum", ["worth", "axes"], ["logits"], keepdims=0),
        ],
        "lookup",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "sequence"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", classes])],
        [
            numpy_helper.from_array(np.array(rows, dtype=np.float32), "table"),
            numpy_helper.from_array(np.array([1], dtype=np.int64), "axes"),
        ],
    )
    folder.mkdir(parents=True)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.save(model, folder / "model.onnx")
    tokenizer = Tokenizer(WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder
