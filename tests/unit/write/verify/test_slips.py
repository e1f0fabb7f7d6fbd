"""What was done once ends no diet, no habit and no abstinence; what begins anew does."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE
from recollect.write.verify.slips import slipped
from recollect.write.verify.statement import read
from tests.unit.write.verify.conftest import Judge

SLIPS = """I don't smoke | I smoked a cigarette at the party yesterday
I don't drive | yesterday I drove my dad's car once
I'm vegetarian | yesterday I ate a burger by accident
I'm vegan | I had a steak last night
Tom is a non-smoker | Tom smoked a cigar at the wedding
User doesn't eat gluten | Yesterday User ate bread by mistake
I don't drink | I drank last night
I never drink coffee | I drank a coffee this morning""".splitlines()

BEGINNINGS = """I don't smoke | I started smoking again
I don't smoke | I smoked again yesterday
I don't smoke | I have smoked since yesterday
I don't smoke | I smoke now
I'm vegetarian | I eat meat again
I'm vegetarian | yesterday I decided to eat meat
I'm vegan | I stopped being vegan yesterday
Tom is a non-smoker | Tom smokes a pack a day
I don't drink coffee | I drink coffee every morning
I don't drive | I drive to work now
I don't drive | I passed my driving test yesterday
I don't have a car | I bought a car yesterday
I haven't been to Rome | I went to Rome yesterday
I don't live in Rome | I moved to Rome yesterday
I'm single | I got married yesterday
I can't swim | I learned to swim last week""".splitlines()


@pytest.mark.parametrize("line", SLIPS)
def test_a_slip_leaves_the_habit(line: str, decide: Judge) -> None:
    verdict = decide(*line.split(" | "))
    assert (verdict.label, verdict.guard) == (KEEP_BOTH, "slip")


@pytest.mark.parametrize("line", BEGINNINGS)
def test_what_begins_or_is_so_now_takes_its_place(line: str, decide: Judge) -> None:
    old, new = line.split(" | ")
    assert not slipped(read(old), read(new))
    assert decide(old, new).label == SUPERSEDE


def test_what_was_done_by_mistake_corrects_nothing_and_a_correction_does() -> None:
    old = read("User doesn't eat gluten")
    assert slipped(old, read("Yesterday User ate bread by mistake"))
    assert not slipped(old, read("Actually yesterday User ate bread by mistake"))
    assert not slipped(old, read("Yesterday User ate bread by mistake", "correction"))


def test_a_slip_told_in_a_conversation_leaves_the_habit() -> None:
    with Memory(":memory:") as memory:
        for text in ("i don't smoke", "i smoked a cigarette at the party yesterday"):
            memory.add([{"role": "user", "content": text}], user="u", wait=True)
        assert len(memory.list(user="u", layers=["memory"])) == 2
