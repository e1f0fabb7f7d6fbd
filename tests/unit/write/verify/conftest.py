"""The judge as it runs by default: with the bundled embedder."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from recollect import registry
from recollect.contracts.embedder import Embedder
from recollect.rules.similarity import jaccard, word_set
from recollect.write.verify.judge import Verdict, judge
from recollect.write.verify.statement import read

Judge = Callable[..., Verdict]


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return registry.embedder("static", {})


@pytest.fixture
def decide(embedder: Embedder) -> Judge:
    def decide(old: str, new: str, kind: str = "fact") -> Verdict:
        vectors = embedder.embed([old, new])
        return judge(
            read(old, embedder=embedder),
            read(new, kind, embedder=embedder),
            cosine=float(vectors[0] @ vectors[1]),
            jaccard=jaccard(word_set(old), word_set(new)),
        )

    return decide
