"""A memory and the turns it comes from, as one answer."""

from __future__ import annotations

from recollect import Memory


def said(memory: Memory, text: str, day: str) -> None:
    turn = {"role": "user", "name": "Mira", "content": text, "occurred_at": day}
    memory.add([turn], user="mira", session=day, wait=True)


def test_what_moved_above_the_turn_it_replaced_says_so_and_has_no_lower_score(memory: Memory) -> None:
    said(memory, "I decided on spirit varnish instead of oil: it dries in two days.", "2024-09-01")
    said(memory, "I switched from spirit varnish to oil varnish. It smells of the sea.", "2025-01-02")
    hits = memory.search("why did she choose that varnish?", user="mira", k=2)
    assert ["switched" in hit.content for hit in hits] == [True, False]
    assert hits[0].score >= hits[1].score
    assert "newer than 'I decided on spirit varnish" in hits[0].why
    assert any(stage.endswith("moved above the turn that told what they replaced") for stage in hits.trace.stages)
