"""Clients send their history again with every request: what somebody deleted or hid does not come back that way."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import httpx2
import pytest

from recollect import Memory
from tests.surfaces.gateway.serving import DONE, Upstream, chunk, gateway, stream

pytestmark = pytest.mark.feature("IN-01")
SECRET = "My locker opens with green otter"
HEADERS = {"x-recollect-user": "dana", "x-recollect-session": "s1"}
Say = Callable[..., None]


@pytest.fixture
def say(memory: Memory, upstream: Upstream) -> Iterator[Say]:
    """One more request of a client that sends all it said, each answered with "Noted."."""
    with gateway(memory, upstream.url) as url, httpx2.Client(base_url=url, headers=HEADERS, timeout=60) as client:

        def asked(*texts: str) -> None:
            history = [
                message
                for text in texts[:-1]
                for message in ({"role": "user", "content": text}, {"role": "assistant", "content": "Noted."})
            ]
            messages = [*history, {"role": "user", "content": texts[-1]}]
            client.post("/v1/chat/completions", json={"model": "m", "messages": messages}).raise_for_status()

        yield asked


def told(memory: Memory) -> list[str]:
    """What the user said, oldest first, as far as it is there."""
    turns = memory.list(user="dana", layers=("turn",))
    return [turn.content for turn in sorted(turns, key=lambda turn: turn.item) if turn.role == "user"]


def one(memory: Memory, text: str) -> str:
    return next(turn.id for turn in memory.list(user="dana", layers=("turn",)) if text in turn.content)


def test_a_deleted_turn_stays_deleted(memory: Memory, say: Say) -> None:
    say(SECRET)
    say(SECRET, "Is that safe?")
    memory.delete(one(memory, "otter"))
    say(SECRET, "Is that safe?", "And why?")
    say(SECRET, "Is that safe?", "And why?", "Thanks")
    assert told(memory) == ["Is that safe?", "And why?", "Thanks"]


def test_a_deleted_turn_that_was_masked_stays_deleted(memory: Memory, say: Say) -> None:
    secret = "My key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"
    say(secret)
    say(secret, "Is that safe?")
    memory.delete(one(memory, "My key is"))
    say(secret, "Is that safe?", "And why?")
    assert told(memory) == ["Is that safe?", "And why?"]


def test_a_hidden_turn_is_not_recorded_again_by_any_process(memory: Memory, upstream: Upstream, say: Say) -> None:
    say(SECRET)
    memory.archive(one(memory, "otter"))
    say(SECRET, "Is that safe?")
    assert told(memory) == ["Is that safe?"]
    with gateway(memory, upstream.url) as url, httpx2.Client(base_url=url, headers=HEADERS, timeout=60) as client:
        messages = [{"role": "user", "content": SECRET}, {"role": "assistant", "content": "Noted."}]
        messages += [{"role": "user", "content": "Is that safe?"}]
        client.post("/v1/chat/completions", json={"model": "m", "messages": messages}).raise_for_status()
    assert told(memory) == ["Is that safe?"]


def test_what_was_erased_does_not_come_back_with_the_history(memory: Memory, say: Say) -> None:
    say(SECRET)
    memory.erase(user="dana")
    say(SECRET, "Is that safe?")
    assert told(memory) == ["Is that safe?"]


def test_what_was_erased_can_be_said_anew(memory: Memory, say: Say) -> None:
    say(SECRET)
    memory.erase(user="dana")
    say(SECRET)
    say(SECRET, "Is that safe?")
    assert told(memory) == [SECRET, "Is that safe?"]


@pytest.mark.parametrize("gone", ["erased", "deleted", "neither"])
def test_the_answer_to_what_was_deleted_meanwhile_is_not_recorded(
    memory: Memory, upstream: Upstream, gone: str
) -> None:
    goes_on = threading.Event()
    upstream.script.append(stream(chunk("A green "), goes_on, chunk("otter, noted."), chunk(finish="stop"), DONE))
    body = {"model": "m", "messages": [{"role": "user", "content": SECRET}], "stream": True}
    with gateway(memory, upstream.url) as url, httpx2.Client(base_url=url, headers=HEADERS, timeout=60) as client:
        with client.stream("POST", "/v1/chat/completions", json=body) as coming:
            pieces = coming.iter_raw()
            next(pieces)
            for _ in range(10_000):  # recorded while the answer is coming
                if told(memory):
                    break
            if gone == "erased":
                memory.erase(user="dana")
            elif gone == "deleted":
                memory.delete(one(memory, "otter"))
            goes_on.set()
            assert b"".join(pieces).endswith(DONE)
        stored = [turn.content for turn in memory.list(user="dana", layers=("turn",))]
        assert stored == (["A green otter, noted.", SECRET] if gone == "neither" else [])
