"""What a signature says of the model."""

from __future__ import annotations

import pytest

from recollect.rules.quantize import model_of


@pytest.mark.feature("EM-03")
@pytest.mark.parametrize(
    "signature, model",
    [
        ("static:wordllama-l2-supercat-256:256", "wordllama-l2-supercat-256"),
        ("static:wordllama-l2-supercat-256:256:int8", "wordllama-l2-supercat-256"),
        ("openai:text-embedding-3-small:1536", "text-embedding-3-small"),
        ("openai:text-embedding-3-small@5ed0b3a0:1536", "text-embedding-3-small"),
        ("openai:text-embedding-3-small@5ed0b3a0#256/50:1536:int8", "text-embedding-3-small"),
        ("ollama:nomic-embed-text:latest@00c0ffee:768", "nomic-embed-text:latest"),
        ("openai:text-embedding@003:768", "text-embedding@003"),
        ("openai:text-embedding@003@5ed0b3a0:768", "text-embedding@003"),
        ("openai:embedding@20240601#256/50:768", "embedding@20240601"),
        ("openai:embedding@20240601@20ab34cd:768", "embedding@20240601"),
        ("openai:embedding@deadbeef-v2:768", "embedding@deadbeef-v2"),
    ],
)
def test_a_model_is_named_as_its_provider_does_without_our_marks(signature: str, model: str) -> None:
    assert model_of(signature) == model
