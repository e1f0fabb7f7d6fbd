"""Conversations that the gateway keeps for an upstream that does not: what was deleted is not told again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import openai
import pytest

from recollect import Memory
from tests.surfaces.gateway.serving import Upstream, answer, gateway, said

pytestmark = pytest.mark.feature("IN-01")
FACT = "Dana's locker opens with purple llama"
ASK = "What opens Dana's locker?"
CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
RESULT: list[Any] = [{"type": "function_call_output", "call_id": "call_1", "output": "nothing there"}]


@pytest.fixture
def client(memory: Memory, upstream: Upstream) -> Iterator[openai.OpenAI]:
    upstream.missing |= {"/v1/responses"}
    with (
        gateway(memory, upstream.url) as url,
        openai.OpenAI(
            base_url=f"{url}/v1", api_key="rk", default_headers={"x-recollect-user": "dana"}, max_retries=0
        ) as made,
    ):
        yield made


def calling() -> dict[str, Any]:
    message = {"role": "assistant", "content": None, "tool_calls": [CALL]}
    return {**said(""), "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}


def sent(upstream: Upstream) -> str:
    return json.dumps(upstream.last.body["messages"])


def test_memory_goes_in_once_for_each_question(memory: Memory, upstream: Upstream, client: openai.OpenAI) -> None:
    memory.add(FACT, user="dana")
    last = client.responses.create(model="m", input=ASK)
    for question in ("And who opens it?", "And who closes it?"):
        last = client.responses.create(model="m", input=question, previous_response_id=last.id)
    assert sent(upstream).count("purple llama") == 1
    told = [message["content"] for message in upstream.last.body["messages"] if message["role"] != "system"]
    assert told == [ASK, "Noted.", "And who opens it?", "Noted.", "And who closes it?"]


def test_a_deleted_memory_is_not_told_again(memory: Memory, upstream: Upstream, client: openai.OpenAI) -> None:
    fact = memory.add(FACT, user="dana").ids[0]
    first = client.responses.create(model="m", input=ASK)
    assert "purple llama" in sent(upstream)
    memory.delete(fact)
    client.responses.create(model="m", input="And who opens it?", previous_response_id=first.id)
    assert "purple llama" not in sent(upstream)


def test_a_memory_deleted_while_tools_run_is_not_told_again(
    memory: Memory, upstream: Upstream, client: openai.OpenAI
) -> None:
    fact = memory.add(FACT, user="dana").ids[0]
    upstream.script += [answer(calling()), answer(calling())]
    first = client.responses.create(model="m", input=ASK)
    second = client.responses.create(model="m", input=RESULT, previous_response_id=first.id)
    assert "purple llama" in sent(upstream), "the tool loop reads the same memory again"
    memory.delete(fact)
    client.responses.create(model="m", input=RESULT, previous_response_id=second.id)
    assert "purple llama" not in sent(upstream)
    roles = [message["role"] for message in upstream.last.body["messages"] if message["role"] != "system"]
    assert roles == ["user", "assistant", "tool", "assistant", "tool"]


@pytest.mark.parametrize("how", ["erase", "delete", "archive"])
def test_what_somebody_said_is_not_told_again_once_it_is_gone(
    memory: Memory, upstream: Upstream, client: openai.OpenAI, how: str
) -> None:
    first = client.responses.create(model="m", input="My locker opens with green otter")
    second = client.responses.create(model="m", input="Is that safe?", previous_response_id=first.id)
    assert "green otter" in sent(upstream)
    turn = next(one for one in memory.list(user="dana", layers=("turn",)) if "otter" in one.content)
    if how == "erase":
        memory.erase(user="dana")
    elif how == "delete":
        memory.delete(turn.id)
    else:
        memory.archive(turn.id)
    asked = len(upstream.requests)
    with pytest.raises(openai.NotFoundError, match="send the conversation in `input`"):
        client.responses.create(model="m", input="And?", previous_response_id=second.id)
    assert len(upstream.requests) == asked
