"""The ONNX reranker, with a real model made here and run by the real runtime."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect.errors import ConfigError, ModelFailed
from recollect.providers.rerankers.onnx import OnnxReranker, create
from tests.cross_encoder import cross_encoder

TEXTS = ["a poor answer", "an excellent answer", "an answer", "excellent " * 2000]


@pytest.mark.feature("RT-07")
@pytest.mark.parametrize("classes", [1, 2, 3])
def test_a_cross_encoder_reads_question_and_text_as_a_pair(tmp_path: Path, classes: int) -> None:
    reranker = OnnxReranker(cross_encoder(tmp_path / "tiny", classes=classes))
    scores = reranker.rerank("which one?", TEXTS, timeout_s=10)
    middle = {1: 0.5, 2: 0.5, 3: 1 / 3}[classes]
    assert scores[2] == pytest.approx(middle, abs=1e-5)
    assert scores[0] < 0.1
    assert 0.9 < scores[1] < scores[3] <= 1
    (doubled,) = reranker.rerank("excellent excellent", ["an answer"], timeout_s=10)
    assert doubled > scores[2], "the question is read too"


def test_more_texts_than_a_batch_come_back_in_order(tmp_path: Path) -> None:
    reranker = OnnxReranker(cross_encoder(tmp_path / "tiny"))
    scores = reranker.rerank("which?", ["poor", "excellent"] * 40, timeout_s=10)
    assert [score > 0.5 for score in scores] == [False, True] * 40
    assert reranker.rerank("which?", [], timeout_s=10) == []


def test_a_model_that_is_no_cross_encoder_is_refused(tmp_path: Path) -> None:
    folder = cross_encoder(tmp_path / "tiny")
    import onnx

    model = onnx.load(folder / "model.onnx")
    del model.graph.node[1]
    model.graph.output[0].name = "worth"
    model.graph.output[0].type.tensor_type.shape.dim.add().dim_value = 1
    onnx.save(model, folder / "model.onnx")
    with pytest.raises(ModelFailed, match="is it a cross-encoder"):
        OnnxReranker(folder).rerank("which?", ["one", "two"], timeout_s=10)


@pytest.mark.parametrize("options", [{}, {"onnx_model": "nowhere"}])
def test_a_reranker_without_a_model_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="rerank_onnx_model"):
        create(options)
