"""Other protocols over an upstream that speaks chat completions alone: what the translators share."""

from __future__ import annotations

import json
import math
import uuid
from collections.abc import Mapping
from typing import Any, Protocol

from recollect.surfaces.gateway.upstream import UpstreamFailed
from recollect.surfaces.gateway.wires.base import Body, mapping_at


class Stream(Protocol):
    """A streamed answer in the making."""

    @property
    def result(self) -> Body:
        """The whole answer, once it is closed."""

    @property
    def count(self) -> int:
        """How many events were told, where the protocol counts them."""

    def feed(self, chunk: Body) -> bytes:
        """What one chunk of the upstream becomes."""

    def close(self) -> bytes:
        """The last events."""


class Translator(Protocol):
    def request(self, body: Body, before: list[Body]) -> Body:
        """The request as chat completions; `before`: earlier messages of the conversation."""

    def answer(self, answer: Body, body: Body) -> Body:
        """The upstream's whole answer, as the caller's protocol has it."""

    def stream(self, body: Body) -> Stream: ...


def unsupported(what: str, instead: str = "leave it out") -> UpstreamFailed:
    """`instead`: what to do."""
    return UpstreamFailed(
        400,
        "unsupported_by_upstream",
        f"{what} is not available: this upstream speaks chat completions alone; {instead}",
    )


def refuse(body: Mapping[str, Any], instead: Mapping[str, str]) -> None:
    """Refuse fields that a chat has no counterpart for. `instead`: name -> what to do."""
    for name, advice in instead.items():
        if body.get(name):
            raise unsupported(f"`{name}`", advice)


def picture(address: str | None, detail: Any = None) -> Body:
    if address is None:
        raise unsupported("a picture by the id of a file", "send it as base64 or by its URL")
    return {"type": "image_url", "image_url": {"url": address, **({"detail": detail} if detail else {})}}


def shown(pictures: Mapping[Any, list[Body]]) -> list[Body]:
    """Pictures that tools gave, id of the call -> pictures, as parts of a user's message: a chat's tool results are
    text."""
    return [
        part
        for id, those in pictures.items()
        if those
        for part in ({"type": "text", "text": f"Pictures in the result of the call {id}:"}, *those)
    ]


def schema_form(form: Mapping[str, Any], **fixed: Any) -> Body | None:
    """The form that an answer must have, as a chat is told; None: any."""
    kind = form.get("type")
    if kind == "json_schema":
        told = {**fixed, **taken(form, "name", "schema", "strict", "description")}
        return {"type": "json_schema", "json_schema": told}
    if kind == "json_object":
        return {"type": "json_object"}
    if kind not in (None, "text"):
        raise unsupported(f"an answer of the form {kind!r}", "ask for `json_schema`")
    return None


def choice_of(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """The first choice of an answer or a chunk; empty when there is none."""
    choices = answer.get("choices")
    if isinstance(choices, list):
        for choice in choices:
            if isinstance(choice, Mapping) and choice.get("index", 0) == 0:
                return choice
    return {}


def as_chunk(answer: Mapping[str, Any]) -> Body:
    """A whole answer as the one chunk of a stream."""
    choice = choice_of(answer)
    told = {"index": 0, "delta": choice.get("message"), "finish_reason": choice.get("finish_reason")}
    return {**answer, "choices": [told]}


def id_of(call: Mapping[str, Any]) -> str:
    """The id of a call; one that has none gets one, for its result has to name it."""
    id = call.get("id")
    return id if isinstance(id, str) and id else f"call_{uuid.uuid4().hex}"


def arguments_of(function: Mapping[str, Any]) -> str:
    """The arguments of a call, or a piece of them, as text; some upstreams give them as an object."""
    given = function.get("arguments")
    return given if isinstance(given, str) else "" if given is None else json.dumps(given)


def parsed(arguments: str) -> Body:
    """The arguments of a call as an object; models do write broken ones."""
    try:
        found = json.loads(arguments) if arguments.strip() else {}
    except (ValueError, RecursionError):
        found = arguments
    return found if isinstance(found, dict) else {"arguments": found}


def taken(body: Mapping[str, Any], *names: str, **renamed: str) -> Body:
    """Fields that both protocols have, under the upstream's names."""
    pairs = [*((name, name) for name in names), *renamed.items()]
    return {new: body[old] for old, new in pairs if body.get(old) is not None}


def usage_of(answer: Mapping[str, Any]) -> tuple[int, int, int]:
    """Tokens in, tokens out, tokens in that came from the provider's cache."""
    usage = answer.get("usage")
    if not isinstance(usage, Mapping):
        return 0, 0, 0
    cached = mapping_at(usage, "prompt_tokens_details").get("cached_tokens")
    return whole_number(usage.get("prompt_tokens")), whole_number(usage.get("completion_tokens")), whole_number(cached)


def whole_number(given: Any) -> int:
    """0 for what is none."""
    return int(given) if isinstance(given, int | float) and math.isfinite(given) else 0
