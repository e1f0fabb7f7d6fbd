"""Rerankers that are asked over HTTP: Cohere, Jina and Voyage speak almost the same wire, and so do many local servers.

`POST {base}/rerank` with model, query and documents; the answer is a list of `index` and `relevance_score`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from recollect.errors import ConfigError, ModelFailed
from recollect.providers.http import post_json
from recollect.rules.addresses import shown_address

ROUNDING: Final = 0.001
"""A share may be so far outside of 0..1 and is one still."""
LOGIT_MAX: Final = 15.0
"""Beyond it the logistic function is as good as 0 or 1, and no cross-encoder's logit."""
FINITE: Final = 1e300


@dataclass(frozen=True, kw_only=True)
class Wire:
    """What differs between providers."""

    name: str
    base_url: str
    model: str
    """The one that is asked when nobody names another."""
    count_field: str = "top_n"
    answer_field: str = "results"


COHERE: Final = Wire(name="cohere", base_url="https://api.cohere.com/v2", model="rerank-v3.5")
JINA: Final = Wire(name="jina", base_url="https://api.jina.ai/v1", model="jina-reranker-v2-base-multilingual")
VOYAGE: Final = Wire(
    name="voyage",
    base_url="https://api.voyageai.com/v1",
    model="rerank-2.5",
    count_field="top_k",
    answer_field="data",
)


@dataclass(frozen=True, kw_only=True)
class HttpReranker:
    """Safe for several threads: it keeps nothing."""

    wire: Wire
    model: str
    base_url: str
    api_key: str | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        return self.wire.name

    def rerank(self, question: str, texts: Sequence[str], *, timeout_s: float) -> list[float]:
        body = {
            "model": self.model,
            "query": question,
            "documents": list(texts),
            self.wire.count_field: len(texts),
        }
        headers = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        label = f"{self.name} reranker {self.model}"
        answer = post_json(f"{self.base_url}/rerank", body, label=label, headers=headers, timeout_s=timeout_s)
        return _scores(answer, self.wire.answer_field, len(texts), label)


def _scores(answer: Any, name: str, count: int, label: str) -> list[float]:
    """One number a text. What is missing, doubled or no number is refused: a wrong order is worse than none."""
    found = answer.get(name) if isinstance(answer, dict) else None
    if not isinstance(found, list):
        raise ModelFailed(f"{label} answered without a list of {name}")
    scores: dict[int, float] = {}
    for one in found:
        index = one.get("index") if isinstance(one, dict) else None
        score = one.get("relevance_score") if isinstance(one, dict) else None
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < count or index in scores:
            raise ModelFailed(f"{label} answered with an index that is none of the {count} texts' own")
        if isinstance(score, bool) or not isinstance(score, int | float) or not -math.inf < score < math.inf:
            raise ModelFailed(f"{label} answered with a score that is no number")
        scores[index] = float(min(FINITE, max(-FINITE, score)))
    if len(scores) != count:
        raise ModelFailed(f"{label} answered {len(scores)} scores for {count} texts")
    return shares([scores[index] for index in range(count)])


def shares(scores: Sequence[float]) -> list[float]:
    """Numbers in 0..1 in the order of the scores. Some servers answer with logits: then all go through the logistic
    function, where it can tell them apart, and else are shared out between the least and the greatest.

    Worked: 0.2, 0.9 stay; -1, 2 become 0.27, 0.88; 100, 200, 300 become 0, 0.5, 1.
    """
    least, most = min(scores, default=0.0), max(scores, default=0.0)
    if least >= -ROUNDING and most <= 1.0 + ROUNDING:
        return [min(1.0, max(0.0, score)) for score in scores]
    if max(-least, most) <= LOGIT_MAX:
        return [1.0 / (1.0 + math.exp(-score)) for score in scores]
    return [(score - least) / (most - least) if most > least else 0.5 for score in scores]


def _create(wire: Wire, options: Mapping[str, Any]) -> HttpReranker:
    if not options.get("api_key") and not options.get("base_url"):
        raise ConfigError(
            f"rerank = {wire.name} needs a key: set rerank_api_key or api_keys, or the provider's usual variable"
        )
    base_url = str(options.get("base_url") or wire.base_url).rstrip("/")
    if not base_url.startswith(("http://", "https://")):
        raise ConfigError(f"rerank_base_url must begin with http:// or https://, not {shown_address(base_url)!r}")
    return HttpReranker(
        wire=wire,
        model=str(options.get("model") or wire.model),
        base_url=base_url,
        api_key=options.get("api_key"),
    )


def create_cohere(options: Mapping[str, Any]) -> HttpReranker:
    return _create(COHERE, options)


def create_jina(options: Mapping[str, Any]) -> HttpReranker:
    return _create(JINA, options)


def create_voyage(options: Mapping[str, Any]) -> HttpReranker:
    return _create(VOYAGE, options)
