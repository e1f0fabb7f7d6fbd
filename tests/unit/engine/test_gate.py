"""The gate at the engine's door: each level refuses for its own reason, and nothing is lost or half-written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.errors import InvalidState, OverBudget, RateLimited
from recollect.rules.markers import block, line
from tests.clock import Clock

Opener = Callable[..., Memory]


@pytest.fixture
def opened(tmp_path: Path, clock: Clock) -> Iterator[Opener]:
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(
            Memory(tmp_path / "m.db", clock=clock, config_file=tmp_path / "none.toml", worker="off", **settings)
        )


def said(text: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": text}]


@pytest.mark.feature("VG-01")
def test_too_many_adds_are_refused_until_there_is_room_again(opened: Opener, clock: Clock) -> None:
    memory = opened(adds_per_minute=2)
    memory.add("one fact about gardens", user="ana")
    memory.add(said("I live in Oslo."), user="ana")
    with pytest.raises(RateLimited, match="adds_per_minute") as refused:
        memory.add("another fact", user="ana")
    assert 0 < refused.value.retry_after_s <= 60
    assert memory.count(user="ana") == 2
    memory.add("bob has room of his own", user="bob")
    clock.forward(minutes=1)
    memory.add("another fact", user="ana")


@pytest.mark.feature("VG-01")
def test_a_days_budget_of_characters_is_kept(opened: Opener, clock: Clock) -> None:
    memory = opened(chars_per_day=100)
    memory.add("x" * 60, user="ana")
    with pytest.raises(OverBudget, match="characters"):
        memory.add("y" * 60, user="ana")
    clock.forward(days=1)
    memory.add("y" * 60, user="ana")


@pytest.mark.feature("VG-01")
@pytest.mark.parametrize(
    "text, what",
    [
        ("ok", "short"),
        ("Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    x = 1\nValueError: no", "code"),
        (block([line("Ana lives in Lisbon", id="m1", source="user")]), "empty"),
    ],
)  # fmt: skip
def test_a_turn_that_teaches_nothing_is_kept_and_counted(opened: Opener, text: str, what: str) -> None:
    memory = opened()
    added = memory.add(said(text), user="ana", wait=True)
    assert added.memories == ()
    assert memory.get(added.id).content == text
    assert sum(memory.job(str(added.job_id)).result["refused"].values()) == 1


def test_memory_does_not_learn_from_what_it_injected_itself(opened: Opener) -> None:
    memory = opened()
    injected = block([line("I live in Lisbon and I love opera.", id="m1", source="user")])
    added = memory.add(said(f"{injected}\nI work as a nurse."), user="ana", wait=True)
    learned = " ".join(record.content for record in added.memories)
    assert "nurse" in learned
    assert "Lisbon" not in learned


@pytest.mark.feature("VG-17")
def test_a_cap_archives_the_weakest_and_erases_nothing(opened: Opener) -> None:
    memory = opened(entries_max=2)
    weak = memory.add("The kettle is blue", user="ana", strength=0.1)
    for text in ("Rita plays the cello", "The train leaves from platform nine"):
        memory.add(text, user="ana")
    assert memory.get(weak.id).status == "archived"
    assert memory.count(user="ana") == 2
    with pytest.raises(InvalidState, match="archive another first"):  # the next sweep would hide it again
        memory.unarchive(weak.id)
    memory.archive(memory.list(user="ana")[0].id)
    assert memory.unarchive(weak.id).current


@pytest.mark.feature("VG-17")
def test_osauruss_preset_archives_what_an_agent_has_above_five_hundred(opened: Opener) -> None:
    memory = opened(preset="osaurus")
    weak = memory.add("The kettle is blue", user="ana", agent="cook", strength=0.1)
    memory.add_many([f"Recipe number {number}" for number in range(499)], user="ana", agent="cook")
    memory.add("The fence is green", user="ana", agent="gardener")
    assert memory.get(weak.id).current, "each agent has a limit of its own"
    memory.add("One recipe more", user="ana", agent="cook")
    assert memory.get(weak.id).status == "archived"


@pytest.mark.feature("VG-14", "TY-07")
def test_a_domain_adds_what_it_wants_to_know(opened: Opener) -> None:
    memory = opened(domain_schema="edtech")
    added = memory.add(said("I'm in grade 9 and I struggle with fractions."), user="ana", wait=True)
    tags = {tag for record in added.memories for tag in record.tags}
    assert "domain:edtech" in tags


@pytest.mark.feature("VG-02")
def test_searches_have_a_quota_and_say_which_service_they_got(opened: Opener, clock: Clock) -> None:
    memory = opened(searches_per_minute=2)
    memory.add("the fence is green", user="ana")
    assert [memory.search("fence", user="ana").trace.mode for _ in range(2)] == ["full", "full"]
    with pytest.raises(RateLimited, match="searches_per_minute"):
        memory.search("fence", user="ana")
    memory.search("fence", user="bob")
    clock.forward(minutes=1)
    memory.search("fence", user="ana")


@pytest.mark.feature("VG-02")
def test_without_an_embedder_a_search_says_that_words_alone_answered(opened: Opener) -> None:
    memory = opened(embedder="none")
    memory.add("the fence is green", user="ana")
    trace = memory.search("fence", user="ana").trace
    assert trace.mode == "keyword-only"
    assert trace.fallback_reason is not None
