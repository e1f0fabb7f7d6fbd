"""Learning with a language model: its claims where it answers, the rules where it does not, its cost with the job."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.write import prompts
from tests.clock import Clock
from tests.loopback import Loopback, Reply

SAID = [{"role": "user", "name": "Ana", "content": "I work at Acme and I live in Lisbon."}]
ANSWER = {
    "entries": [
        {"type": "fact", "content": "Ana works at Acme", "confidence": 0.9, "tags": [], "valid_from": None},
        {"type": "fact", "content": "Ana owns a boat", "confidence": 1, "tags": [], "valid_from": None},
    ],
    "profile_facts": [],
    "entities": [],
    "relationships": [],
}


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        running.answer = lambda text: ANSWER
        yield running


def opened(path: Path, server: Loopback, clock: Clock, **settings: Any) -> Memory:
    given: dict[str, Any] = {
        "llm": "openai",
        "llm_base_urls": {"openai": f"{server.url}/v1"},
        "llm_retries": 0,
        "worker": "off",
    }
    return Memory(path / "m.db", clock=clock, config_file=path / "none.toml", **(given | settings))


@pytest.mark.feature("EX-12", "EX-15")
def test_what_a_model_says_is_stored_as_far_as_the_turn_supports_it(
    tmp_path: Path, server: Loopback, clock: Clock
) -> None:
    with opened(tmp_path, server, clock) as memory:
        added = memory.add(SAID, user="ana", wait=True)
        assert [record.content for record in added.memories] == ["Ana works at Acme"]
        result = memory.job(str(added.job_id)).result
        assert result["extractor"] == "llm"
        assert sum(result["dropped"].values()) == 1
        assert result["llm"]["provider"] == "openai"


@pytest.mark.feature("EX-15")
def test_the_rules_take_over_when_no_model_answers(tmp_path: Path, server: Loopback, clock: Clock) -> None:
    server.script(*[Reply(status=500)] * 10)
    with opened(tmp_path, server, clock) as memory:
        added = memory.add(SAID, user="ana", wait=True)
        assert "Lisbon" in " ".join(record.content for record in added.memories)
        result = memory.job(str(added.job_id)).result
        assert result["extractor"] == "rules"
        assert "openai" in result["fallback"]


@pytest.mark.parametrize(
    "content",
    ["Ana works at \ud83d Acme", "Ana works at\x00 Acme", "deep"],
    ids=["half an emoji", "NUL", "lists without end"],
)
def test_the_rules_take_over_when_an_answer_cannot_be_read(
    tmp_path: Path, server: Loopback, clock: Clock, content: str
) -> None:
    deep: Any = []
    for _ in range(100):
        deep = [deep]
    server.answer = lambda text: {"entries": [deep] if content == "deep" else [{"content": content}]}
    with opened(tmp_path, server, clock) as memory:
        added = memory.add(SAID, user="ana", wait=True)
        assert "Lisbon" in " ".join(record.content for record in added.memories)
        job = memory.job(str(added.job_id))
        assert (job.state, job.result["extractor"]) == ("done", "rules")
        assert "openai" in job.result["fallback"]
    assert len(server.requests) == 1, "what cannot be read is paid for once"


@pytest.mark.feature("EX-15")
@pytest.mark.parametrize("answer", [{}, {"error": "overloaded"}, {"memories": ["x"]}, {"entries": "none"}])
def test_an_answer_without_entries_cannot_be_read_and_the_next_one_is_asked(
    answer: Any, tmp_path: Path, server: Loopback, clock: Clock
) -> None:
    server.answer = lambda text: answer if len(server.requests) == 1 else ANSWER
    second = {
        "llm": "on",
        "llm_order": ["openai", "ollama"],
        "llm_models": {"ollama": "qwen3"},
        "llm_base_urls": {"openai": f"{server.url}/v1", "ollama": f"{server.url}/v1"},
    }
    with opened(tmp_path, server, clock, **second) as memory:
        added = memory.add(SAID, user="ana", wait=True)
        assert [record.content for record in added.memories] == ["Ana works at Acme"]
        assert memory.job(str(added.job_id)).result["llm"]["provider"] == "ollama"
    server.answer = lambda text: answer
    with opened(tmp_path, server, clock) as memory:
        added = memory.add(SAID, user="ben", wait=True)
        assert "Lisbon" in " ".join(record.content for record in added.memories)
        result = memory.job(str(added.job_id)).result
        assert (result["extractor"], result["turns_by_rules"]) == ("rules", 1)
        assert "'entries'" in result["fallback"]


@pytest.mark.feature("EX-15")
def test_the_rules_read_what_a_model_only_invented_about(tmp_path: Path, server: Loopback, clock: Clock) -> None:
    server.answer = lambda text: {"entries": ANSWER["entries"][1:]}
    with opened(tmp_path, server, clock) as memory:
        added = memory.add(SAID, user="ana", wait=True)
        assert "Lisbon" in " ".join(record.content for record in added.memories)
        result = memory.job(str(added.job_id)).result
        assert (result["extractor"], result["dropped"]) == ("rules", {"words": 1})
        assert "borne out" in result["fallback"]


@pytest.mark.feature("EX-15")
def test_a_model_may_find_nothing_worth_remembering(tmp_path: Path, server: Loopback, clock: Clock) -> None:
    server.answer = lambda text: {"entries": []}
    with opened(tmp_path, server, clock) as memory:
        added = memory.add(SAID, user="ana", wait=True)
        assert added.memories == ()
        result = memory.job(str(added.job_id)).result
        assert result["extractor"] == "llm"
        assert "fallback" not in result


@pytest.mark.feature("EX-12")
def test_the_beginning_of_a_long_conversation_is_asked_about_too(
    tmp_path: Path, server: Loopback, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompts, "TURNS_CHARS_MAX", 2_400)
    monkeypatch.setattr(prompts, "CUT_CHARS_MAX", 200)
    allergy = {"type": "fact", "content": "Ana is allergic to walnuts", "confidence": 0.9, "tags": []}
    server.answer = lambda text: {"entries": [allergy] if "walnuts" in text else []}
    said = [SAID[0] | {"content": text} for text in ("I'm allergic to walnuts.", "The weather was grey. " * 150)]
    with opened(tmp_path, server, clock) as memory:
        added = memory.add(said, user="ana", wait=True)
        assert [record.content for record in added.memories] == ["Ana is allergic to walnuts"]
        assert memory.job(str(added.job_id)).result["llm"]["requests"] == 2
        server.script(*[Reply(status=500)] * 10)
        other = memory.add(said, user="ben", wait=True)
        assert "walnuts" in " ".join(record.content for record in other.memories)
        assert memory.job(str(other.job_id)).result["turns_by_rules"] == 2


@pytest.mark.feature("EX-12")
def test_what_was_said_of_another_ends_nothing_of_the_user_s(tmp_path: Path, server: Loopback, clock: Clock) -> None:
    def proposed(content: str) -> Any:
        return lambda text: {"entries": [{"type": "fact", "content": content, "confidence": 0.9, "tags": []}]}

    with opened(tmp_path, server, clock) as memory:
        server.answer = proposed("Ana lives in Lisbon")
        memory.add([SAID[0] | {"content": "I live in Lisbon."}], user="ana", wait=True)
        server.answer = proposed("Ana lives in Porto")
        memory.add([SAID[0] | {"content": "My sister lives in Porto."}], user="ana", wait=True)
        kept = [record.content for record in memory.list(user="ana", layers=["memory"])]
        assert sorted(kept) == ["Ana lives in Lisbon", "Ana's sister lives in Porto"]


@pytest.mark.feature("EX-12")
def test_each_turn_s_tomorrow_is_its_own(tmp_path: Path, server: Loopback, clock: Clock) -> None:
    surgery = {"type": "event", "content": "Ana has surgery", "confidence": 0.9, "tags": [], "valid_from": "2024-03-02"}
    server.answer = lambda text: {"entries": [surgery]}
    said = [
        SAID[0] | {"content": "I have surgery tomorrow.", "occurred_at": "2024-03-01T10:00:00Z"},
        SAID[0] | {"content": "Bye.", "occurred_at": "2024-06-01T10:00:00Z"},
    ]
    with opened(tmp_path, server, clock) as memory:
        added = memory.add(said, user="ana", wait=True)
        assert [str(record.valid_from)[:10] for record in added.memories] == ["2024-03-02"]
    asked = server.requests[0].body["messages"][-1]["content"]
    assert "2024-03-01 (Friday)" in str(asked)


def test_the_day_s_spending_is_remembered_after_a_restart(tmp_path: Path, server: Loopback, clock: Clock) -> None:
    with opened(tmp_path, server, clock) as memory:
        first = memory.add(SAID, user="ana", wait=True)
        told = memory.job(str(first.job_id)).result["llm"]
        spent = told["input_tokens"] + told["output_tokens"]
    assert spent > 0
    with opened(tmp_path, server, clock, llm_daily_tokens_max=spent + 1) as memory:
        second = memory.add(SAID, user="ana", wait=True)
        assert "llm_daily_tokens_max" in memory.job(str(second.job_id)).result["fallback"]
    clock.forward(days=1)
    with opened(tmp_path, server, clock, llm_daily_tokens_max=1_000_000) as memory:
        third = memory.add(SAID, user="ana", wait=True)
        assert memory.job(str(third.job_id)).result["extractor"] == "llm"


def counters(memory: Memory) -> list[tuple[int, int, int, int]]:
    return [(row.requests, row.failures, row.input_tokens, row.output_tokens) for row in memory.status().spent]


def test_a_restart_counts_on_what_was_counted_before(tmp_path: Path, server: Loopback, clock: Clock) -> None:
    """A provider that says nothing of its cost is counted by the text, and a failure that was charged is not lost."""
    usual = server._usual

    def silent(path: str, body: Any, headers: Any) -> Reply:
        reply = usual(path, body, headers)
        reply.body.pop("usage", None)
        return reply

    server._usual = silent  # type: ignore[method-assign]
    seen: list[tuple[int, int, int, int]] = []
    unreadable = {"usage": {"prompt_tokens": 900, "completion_tokens": 90, "total_tokens": 990}}
    message = {"role": "assistant", "content": "no JSON"}
    unreadable |= {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}  # type: ignore[dict-item]
    unreadable["choices"] = [{"index": 0, "finish_reason": "stop", "message": message}]  # type: ignore[assignment]
    for turn in range(3):
        with opened(tmp_path, server, clock, llm_daily_tokens_max=1_000_000) as memory:
            before = [
                (row.requests, row.failures, row.input_tokens, row.output_tokens) for row in memory.status().spent
            ]
            assert before == seen
            if turn == 1:
                server.script(Reply(body=unreadable))
            memory.add(SAID, user="ana", wait=True)
            seen = counters(memory)
    assert seen[0][:2] == (3, 1)
    assert seen[0][2] > 900


def test_the_job_says_why_the_first_provider_did_not_answer(tmp_path: Path, server: Loopback, clock: Clock) -> None:
    with Loopback() as other:
        other.script(Reply(status=401, body={"error": {"message": "who are you"}}))
        settings = {"llm": "on", "llm_order": "groq,openai", "api_keys": {"groq": "x", "openai": "y"}}
        settings["llm_base_urls"] = {"groq": other.url, "openai": f"{server.url}/v1"}
        with opened(tmp_path, server, clock, **settings) as memory:
            added = memory.add(SAID, user="ana", wait=True)
            told = memory.job(str(added.job_id)).result["llm"]
            assert told["provider"] == "openai"
            assert "who are you" in told["failures"]["groq"]


@pytest.mark.feature("RS-05")
def test_the_status_names_a_language_model_that_does_not_answer(tmp_path: Path, server: Loopback, clock: Clock) -> None:
    with opened(tmp_path, server, clock) as memory:
        assert memory.status().degraded == ()
        server.script(Reply(status=401, body={"error": {"message": "who are you"}}))
        memory.add(SAID, user="ana", wait=True)
        (reason,) = memory.status().degraded
        assert reason.startswith("llm: openai: ")
        assert "HTTP 401. Check the key" in reason
        assert "who are you" not in reason, "its words may quote what was said"
        assert "the rules do the work instead" in reason
        memory.add([{"role": "user", "name": "Ana", "content": "I own a boat."}], user="ana", wait=True)
        assert memory.status().degraded == ()


def test_rules_alone_can_be_asked_for(tmp_path: Path, server: Loopback, clock: Clock) -> None:
    with opened(tmp_path, server, clock, extraction="rules") as memory:
        added = memory.add(SAID, user="ana", wait=True)
        assert memory.job(str(added.job_id)).result["extractor"] == "rules"
    assert server.requests == []


def test_the_status_tells_what_models_cost_and_what_the_gate_let_pass(
    tmp_path: Path, server: Loopback, clock: Clock
) -> None:
    with opened(tmp_path, server, clock) as memory:
        memory.add(SAID, user="ana", wait=True)
        status = memory.status()
        assert status.jobs == {"done": 1, "queued": 1}, "the graph follows later"
        assert status.gate["quality"] == {"passed": 1}
        assert [(state.provider, state.breaker) for state in status.models] == [("openai", "closed")]
        assert (status.spent[0].provider, status.spent[0].requests) == ("openai", 1)


def test_what_shall_not_be_remembered_is_shown_to_no_model(tmp_path: Path, server: Loopback, clock: Clock) -> None:
    said = "I live in Lisbon. I work at Acme, but don't save that."
    with opened(tmp_path, server, clock) as memory:
        added = memory.add([{"role": "user", "name": "Ana", "content": said}], user="ana", wait=True)
        assert [record.content for record in added.memories] == ["Ana lives in Lisbon"], "the model made the job up"
        assert server.requests
        assert not any("Acme" in str(request.body) for request in server.requests)
        assert [turn.content for turn in memory.list(user="ana", layers=["turn"])] == [said]
