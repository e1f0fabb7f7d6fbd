"""What OmniRoute's faces have in common."""

from __future__ import annotations

import pytest

from recollect.surfaces.omniroute import embedder_parts


@pytest.mark.feature("EM-01", "EM-03")
@pytest.mark.parametrize(
    "signature, parts",
    [
        (None, (None, None, None)),
        ("openai:text-embedding-3-small@5ed0b3a0:1536", ("remote", "openai/text-embedding-3-small", 1536)),
        ("voyage:voyage-3.5:1024:int8", ("remote", "voyage/voyage-3.5", 1024)),
        ("ollama:nomic-embed-text:latest:768", ("remote", "ollama/nomic-embed-text:latest", 768)),
        ("onnx:all-MiniLM-L6-v2:384", ("transformers", "all-MiniLM-L6-v2", 384)),
        ("gguf:embeddinggemma-300m:768", ("transformers", "embeddinggemma-300m", 768)),
        ("static:wordllama-l2-supercat-256:256", ("static", "wordllama-l2-supercat-256", 256)),
        ("synthetic:hashed:256", ("static", "hashed", 256)),
    ],
)
def test_an_embedder_is_told_in_the_words_of_that_system(
    signature: str | None, parts: tuple[str | None, str | None, int | None]
) -> None:
    assert embedder_parts(signature) == parts
