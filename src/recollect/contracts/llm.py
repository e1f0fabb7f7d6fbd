"""A question in, structured output out: what a language model must do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, kw_only=True)
class Usage:
    """What one request cost, in tokens; 0 where the provider does not say."""

    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """One question. `system` is ours; `user` holds other people's words and is only ever data."""

    system: str
    user: str
    schema: Mapping[str, Any]
    """JSON schema of the object to answer with."""
    name: str
    """What the object is called; providers show it to the model."""
    output_tokens_max: int
    """Longest answer: asked for, and reserved against limits on spending."""
    lists: tuple[str, ...] = ()
    """Lists without which an answer cannot be read, whatever else stands in it. Empty ones are an answer."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The object a model answered with. The lists the prompt asks for stand in it; whether the rest fits the schema is
    for its reader to check."""

    value: Mapping[str, Any]
    usage: Usage
    model: str


class LanguageModel(Protocol):
    """One model of one provider.

    `ask` blocks for at most `timeout_s` and raises `ModelFailed` when there is no usable answer. It neither retries nor
    waits, and has no memory of what it was asked: retries, the order of providers and limits are the engine's.
    """

    @property
    def name(self) -> str:
        """The provider's name, such as "openai"."""

    @property
    def model(self) -> str: ...

    def ask(self, prompt: Prompt, *, timeout_s: float) -> Answer: ...
