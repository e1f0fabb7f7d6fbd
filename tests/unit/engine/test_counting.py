"""Agents and sectors, through the public face."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.engine.counting import as_new
from tests.clock import Clock


@pytest.mark.feature("TY-03", "TY-04")
@pytest.mark.parametrize(
    "text, metadata, sectors, strength",
    [
        ("Paris is the capital of France", None, ("semantic",), 0.4),
        ("I felt so happy yesterday", {}, ("emotional", "episodic"), 0.5),
        ("I felt so happy yesterday", {"sector": "reflective"}, ("reflective",), 0.4),
        ("I felt so happy yesterday", {"sector": "dreams"}, ("emotional", "episodic"), 0.5),
    ],
)
def test_a_new_text_has_its_sectors_and_their_strength(
    text: str, metadata: dict[str, str] | None, sectors: tuple[str, ...], strength: float
) -> None:
    assert as_new(text, metadata) == (sectors, pytest.approx(strength))


@pytest.mark.feature("OB-01")
def test_sectors_say_what_lies_in_them_and_how_it_ages(memory: Memory, clock: Clock) -> None:
    memory.add("I felt so happy yesterday", user="ana", strength=0.8)
    memory.add("Bob felt so happy", user="bob")
    memory.add([{"role": "user", "content": "I felt so sad"}], user="ana")
    clock.forward(days=10)
    states = {state.sector: state for state in memory.sectors(user="ana")}
    assert list(states) == ["episodic", "semantic", "procedural", "emotional", "reflective"]
    emotional = states["emotional"]
    assert (emotional.count, emotional.weight, emotional.decay_rate) == (1, 1.3, 0.02)
    assert emotional.strength == pytest.approx(memory.list(user="ana", sector="emotional")[0].strength_now(clock()))
    assert "happy" in emotional.patterns
    assert emotional.embedder is not None
    assert [state.count for state in memory.sectors() if state.sector == "emotional"] == [0]
    everyone = {state.sector: state.count for state in memory.sectors(everyone=True)}
    assert everyone["emotional"] == 2


@pytest.mark.feature("SC-04")
def test_agents_are_known_by_what_was_written_with_their_name(memory: Memory) -> None:
    memory.add("Ana likes tea", user="ana", agent="helper")
    memory.add([{"role": "user", "content": "Hello there"}], user="ana", agent="helper", session="s1")
    memory.add("Bob likes tea", user="bob", agent="other")
    (found,) = memory.agents(user="ana")
    assert (found.agent, found.memories, found.turns, found.sessions) == ("helper", 1, 1, 1)
    assert memory.agents() == []
    assert [one.agent for one in memory.agents(everyone=True)] == ["helper", "other"]
