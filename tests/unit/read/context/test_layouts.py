"""What the user set stands in every layout, before all that was learned, and the date with it."""

from __future__ import annotations

from itertools import product

import pytest

from recollect import Memory
from recollect.model.context import FORMATS
from recollect.read.context.layouts import LAYOUTS

SET = "Ana lives in Lisbon"
QUESTIONS = (None, "where does Ana live?", "zebra")
MEMORYOS = """\
What you know about this user:
Set by the user, to be followed:
- Ana lives in Lisbon
Preferences:
- Ana likes tea"""


@pytest.fixture
def fixed(memory: Memory) -> Memory:
    """What it contradicts is archived, and told nowhere any more."""
    memory.add("Ana lives in Berlin", user="ana", kind="fact")
    memory.add("Ana likes tea", user="ana", kind="preference")
    memory.override(SET, user="ana")
    return memory


@pytest.mark.feature("PL-03")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("format", FORMATS)
def test_what_the_user_set_is_in_every_layout_before_what_was_learned(fixed: Memory, layout: str, format: str) -> None:
    for query, tokens_max in product(QUESTIONS, (None, 1, 30, 0)):
        made = fixed.context(query, user="ana", layout=layout, format=format, tokens_max=tokens_max)
        names = [section.name for section in made.sections if section.name != "date"]
        assert names[0] == "overrides"
        assert made.text.count(SET) == 1
        assert SET in made.messages[0]["content"]
        assert "Berlin" not in made.text


@pytest.mark.feature("PL-03", "CX-07")
def test_in_the_bullets_of_memoryos_it_is_the_first_group(fixed: Memory) -> None:
    assert [fixed.context(query, user="ana", layout="memoryos").text for query in QUESTIONS] == [MEMORYOS] * 3


@pytest.mark.feature("PL-03", "CX-10")
def test_in_the_one_string_of_omniroute_it_is_the_first_line(fixed: Memory) -> None:
    told = "Memory context: Ana lives in Lisbon\nAna likes tea"
    assert fixed.context(user="ana", layout="omniroute").text == told
    assert fixed.context("Ana likes tea", user="ana", layout="omniroute").text == told


@pytest.mark.feature("PL-03")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_for_everybody_counts_too_and_another_users_does_not(memory: Memory, layout: str) -> None:
    memory.override("Answer in English")
    memory.override("Answer Ben in Welsh", user="ben")
    text = memory.context("hello", user="ana", layout=layout).text
    assert "English" in text
    assert "Welsh" not in text


@pytest.mark.feature("CX-01", "CX-05")
@pytest.mark.parametrize("layout", ["recollect", "osaurus"])
@pytest.mark.parametrize("format", FORMATS)
def test_the_date_stays_with_what_the_user_set(memory: Memory, layout: str, format: str) -> None:
    memory.override("Rule: " + "be kind tomorrow " * 100, user="ana")
    memory.add("Ana likes tea", user="ana")
    whole = memory.context("tea", user="ana", layout=layout, format=format, tokens_max=4000).tokens
    for tokens_max in (1, 100, whole - 40, whole - 25, whole - 1):
        made = memory.context("tea", user="ana", layout=layout, format=format, tokens_max=tokens_max)
        assert [section.name for section in made.sections] == ["date", "overrides"]
        assert "1 June 2026" in made.text


@pytest.mark.feature("CX-05")
def test_without_that_the_date_gives_way_to_the_limit(memory: Memory) -> None:
    memory.add("Ana likes tea", user="ana")
    made = memory.context("tea", user="ana", tokens_max=20)
    assert made.sections == ()
    assert made.tokens <= 20
