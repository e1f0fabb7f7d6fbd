"""One of several things told together is over: the others stay known. What is over as a whole is superseded."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.judge import SUPERSEDE
from recollect.write.verify.listed import one_of_several
from recollect.write.verify.statement import read
from tests.unit.write.verify.conftest import Judge


@pytest.mark.parametrize(
    "old, new",
    [
        ("I'm allergic to peanuts and shellfish", "I'm not allergic to shellfish"),
        ("I'm allergic to penicillin, latex and bees", "I'm no longer allergic to bees"),
        ("I'm vegetarian and allergic to nuts", "I'm not allergic to nuts"),
        ("I take aspirin and warfarin daily", "I no longer take aspirin"),
        ("I take aspirin and warfarin daily", "I no longer take warfarin"),
        ("I take metformin, lisinopril and a statin", "I stopped the statin"),
        ("I can't eat gluten or dairy", "I can eat dairy again"),
        ("I have two cats, Milo and Luna.", "Milo died last month."),
        ("I have a dog named Rex and a cat named Tom", "We had to put Rex to sleep"),
        ("I own a house in Austin and a cabin in Maine", "I sold the cabin in Maine"),
        ("I drive a Honda and a BMW", "I sold the BMW"),
        ("I speak French, German and Dutch", "I no longer speak Dutch"),
        ("I speak French, German and Dutch", "I don't speak Dutch"),
        ("I play tennis and golf", "I don't play golf"),
        ("I play chess as well as poker", "I quit poker"),
        ("I like jazz and techno", "I don't like techno"),
        ("I collect stamps & coins", "I no longer collect coins"),
        ("I smoke and drink", "I quit smoking"),
        ("I live in Rome and work at Acme", "I left Acme"),
        ("I live with Ana and Bo", "Bo moved out"),
        ("I have three kids: Ann, Ben and Cat", "Ben moved to Texas"),
        ("My brother Tom and sister Ana live in Rome", "My brother Tom lives in Oslo now"),
        ("We use Postgres, Redis and Kafka", "We no longer use Kafka"),
        ("We use Jira and Confluence", "We replaced Jira with Linear"),
        ("I go running on Monday and Friday", "I don't go running on Friday any more"),
        ("Ich spreche Deutsch und Englisch", "Ich spreche kein Englisch"),
        ("User subscribes to Netflix and Spotify", "User cancelled Netflix"),
    ],
)
def test_the_others_stay(old: str, new: str, decide: Judge) -> None:
    assert decide(old, new).label != SUPERSEDE
    with Memory(":memory:", worker="off") as memory:
        for text in (old, new):
            memory.add(text, user="u")
        assert {record.content for record in memory.list(user="u")} == {old, new}


@pytest.mark.parametrize(
    "old, new",
    [
        ("I take aspirin", "I no longer take aspirin"),
        ("I take aspirin and warfarin daily", "I no longer take aspirin and warfarin"),
        ("I'm allergic to peanuts and shellfish", "I'm not allergic to peanuts or shellfish"),
        ("I have a cat named Milo", "Milo died last month"),
        ("My wife and I have a dog named Rex", "Rex died"),
        ("My wife and I live in Rome", "We no longer live in Rome"),
        ("I live in Austin and love it", "I no longer live in Austin"),
        ("I own a cabin in Maine", "I sold the cabin in Maine"),
        ("I like rock and roll", "I don't like rock and roll"),
        ("I like coffee with milk and sugar", "I don't like coffee any more"),
        ("I'm on the planning and zoning board", "I left the planning and zoning board"),
        ("I work for Procter and Gamble", "I no longer work for Procter and Gamble"),
        ("I live in Austin with my dog and cat", "I moved to Boston"),
    ],
)
def test_what_is_over_as_a_whole_is_superseded(old: str, new: str, decide: Judge) -> None:
    assert not one_of_several(read(old), read(new))
    assert decide(old, new).label == SUPERSEDE
