"""What stands in a context whatever is asked: kept from one question to the next, and told as if it were read anew."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from recollect import Memory
from recollect.model.context import Context
from tests.clock import Clock

SECTIONS = ("overrides", "domain", "profile", "relationships")
QUESTION = "who teaches the cello?"
DAY = timedelta(days=1)


def asked(memory: Memory, clock: Clock, *, tokens_max: int = 2000) -> Context:
    return memory.context(
        QUESTION, user="ana", tokens_max=tokens_max, base=SECTIONS, base_when_asked=SECTIONS, now=clock.now
    )


def anew(tmp_path: Path, clock: Clock) -> Context:
    """By somebody who has kept nothing."""
    with Memory(tmp_path / "memory.db", clock=clock, config_file=tmp_path / "none.toml", worker="off") as other:
        return asked(other, clock)


def told(context: Context) -> tuple[object, ...]:
    return context.text, context.sections, context.question, context.trace


@pytest.fixture
def filled(memory: Memory, clock: Clock) -> Memory:
    plays = memory.add("Ana plays the cello", user="ana", kind="skill", key="plays")
    lives = memory.add("Ana lives in Lisbon", user="ana", key="lives", valid_until=clock.now + 3 * DAY)
    guest = memory.add("Ana has a guest", user="ana", key="guest", expires_at=clock.now + 5 * DAY)
    lines = ["plays the cello", "lives in Lisbon", "has a guest"]
    sources = [plays.id, lives.id, guest.id]
    profile = "Ana\n" + "\n".join(f"{line.split()[0].title()}: {line}." for line in lines)
    memory.add(profile, user="ana", layer="profile", metadata={"sources": sources, "lines": lines})
    memory.add("Answer in English", user="ana", layer="override")
    return memory


def says(memory: Memory) -> None:
    memory.add([{"role": "user", "content": "My cello teacher is Bruno."}], user="ana", session="s1")


def learns(memory: Memory) -> None:
    memory.add("Ana drinks tea", user="ana")


def sets(memory: Memory) -> None:
    memory.add("Answer in one sentence", user="ana", layer="override")


def shares(memory: Memory) -> None:
    memory.add("Always be kind", layer="override")


def forgets(memory: Memory) -> None:
    memory.delete(memory.list(user="ana", key="plays")[0].id)


def corrects(memory: Memory) -> None:
    memory.update(memory.list(user="ana", key="plays")[0].id, content="Ana plays the viola")


@pytest.mark.feature("CX-01")
@pytest.mark.parametrize("change", [says, learns, sets, shares, forgets, corrects])
@pytest.mark.parametrize("days", [0, 4, 6])
def test_what_was_kept_is_told_as_if_it_were_read_anew(
    filled: Memory, clock: Clock, tmp_path: Path, change: Callable[[Memory], None], days: int
) -> None:
    asked(filled, clock)
    change(filled)
    clock.forward(days=days)
    assert told(asked(filled, clock)) == told(anew(tmp_path, clock))


def test_a_moment_that_ends_a_memory_ends_what_the_profile_says_of_it(filled: Memory, clock: Clock) -> None:
    lines = []
    for _ in range(3):
        profile = asked(filled, clock).section("profile")
        lines.append([line.text for line in profile.lines] if profile else [])
        clock.forward(days=4)
    assert [[text.split(":")[0] for text in shown] for shown in lines] == [
        ["Plays", "Lives", "Has"],
        ["Plays", "Has"],
        ["Plays"],
    ]


def test_who_asks_about_an_earlier_moment_is_told_what_held_then(filled: Memory, clock: Clock) -> None:
    now = asked(filled, clock)
    clock.forward(days=4)
    later = asked(filled, clock)
    clock.now -= 4 * DAY
    assert told(asked(filled, clock))[:3] == told(now)[:3] != told(later)[:3]


def test_what_fits_follows_the_budget(filled: Memory, clock: Clock) -> None:
    sizes = [2000, 400, 2000, 400]
    shown = [asked(filled, clock, tokens_max=size).section("profile") for size in sizes]
    assert shown[0] == shown[2] != shown[1] == shown[3]


@pytest.fixture
def labelled(memory: Memory) -> Memory:
    memory.add("Ana works at Acme", user="ana", project="work", agent="clerk")
    memory.add("Ana is married to Carl", user="ana", project="private", agent="friend")
    memory.add("Ana's sister is Dora", user="ana")
    memory.entities(user="ana")
    memory.rebuild_profile(user="ana")
    return memory


@pytest.mark.parametrize("labels", [{"project": "work"}, {"agent": "clerk"}, {"project": "work", "agent": "clerk"}])
@pytest.mark.parametrize("query", [None, "what about Ana?"])
def test_what_has_another_label_is_neither_in_the_profile_nor_among_the_relations(
    labelled: Memory, labels: dict[str, str], query: str | None
) -> None:
    whole = labelled.context(query, user="ana", tokens_max=0).text
    assert "Acme" in whole
    assert whole.count("Carl") == 2
    narrow = labelled.context(query, user="ana", tokens_max=0, **labels).text
    assert narrow.count("Acme") == 2
    assert narrow.count("Dora") == 2
    assert "Carl" not in narrow


def test_a_profile_that_a_model_wrote_gives_way_to_the_rules_where_a_label_hides_some_of_it(labelled: Memory) -> None:
    made = labelled.profile(user="ana").record
    assert made is not None
    metadata = {**made.metadata, "lines": []}
    labelled.update(made.id, content="Ana works at Acme, and Carl is her husband.", metadata=metadata)
    assert "Carl is her husband" in labelled.context(user="ana").text
    narrow = labelled.context(user="ana", project="work").text
    assert "Work: works at Acme." in narrow
    assert "Carl" not in narrow


def test_nobody_is_asked_about_what_has_another_label(memory: Memory) -> None:
    memory.add("Ana works at Acme", user="ana", project="private")
    memory.add("Ana works at Northstar", user="ana", confidence=0.5, project="private")
    assert memory.context("work?", user="ana", project="private").question is not None
    assert memory.search("work?", user="ana", project="private").questions
    for labels in ({"project": "work"}, {"project": "work", "agent": "clerk"}):
        assert memory.context("work?", user="ana", **labels).question is None
        assert not memory.search("work?", user="ana", **labels).questions
    assert memory.context("work?", user="ana", agent="clerk").question is not None, "it has no agent"


def test_relations_are_those_of_the_time_that_is_asked_for(memory: Memory, clock: Clock) -> None:
    memory.add("Ana's sister is Dora", user="ana", expires_at=clock.now + 5 * DAY)
    memory.add("Ana works at Acme", user="ana", valid_from=clock.now + 3 * DAY)
    memory.entities(user="ana")
    told = [
        [line.text for line in section.lines] if section is not None else []
        for days in (0, 4, 6)
        for section in [memory.context(user="ana", now=clock.now + days * DAY).section("relationships")]
    ]
    assert told == [["Ana sister Dora"], ["Ana works at Acme", "Ana sister Dora"], ["Ana works at Acme"]]


def test_relations_of_less_trusted_records_are_not_told(memory: Memory) -> None:
    memory.add("Ana works at Acme", user="ana", layer="document", source="document")
    memory.add("Ana's sister is Dora", user="ana")
    memory.entities(user="ana")
    assert "works at" in memory.context(user="ana").text
    text = memory.context(user="ana", trust_min=0.9).text
    assert "sister Dora" in text
    assert "works at" not in text
