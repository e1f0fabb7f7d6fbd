"""Who has none of a kind has none of what is of it; and what is had is no repetition of what is not."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE
from tests.unit.write.verify.conftest import Judge

NONE_LEFT = """I have a dog | I don't have any pets
I have a dog named Rex | I don't have any pets now
I have a big dog | I no longer have any pets
I've got a beagle | We don't have pets
We have a cat named Tom | We don't have pets anymore
I have a son | I don't have children
I have a brother | I don't have any siblings
I own a car | I don't own any vehicles
Ana has a dog | Ana doesn't have any pets
Tengo un gato | Ya no tengo mascotas
I have no pets | I have a dog
I don't have any pets | I have a cat now""".splitlines()

BOTH_STAY = """I have a dog bed | I don't have any pets
I have a dog | I don't have any pets at work
I have a dog | I don't have any children
Ana has a dog | I don't have any pets
I had a dog as a child | I don't have any pets
I want to have a dog | I don't have any pets
I have a dog | In hotels I have no pets
I have a dog | I have no pets, except my dog
I have a toy car | I don't have a vehicle
I have a dog, a son and a house in Bonn | I have no pets
My friend Tom has a dog | My friend Ben has no pets
My brother has a car | My other brother has no vehicle
I have 20 boys in my class | I don't have children
I have no pets | I have a rat in my kitchen
I have no pets | I have a dog to walk on Sundays
I want to buy a car | I don't own any vehicles""".splitlines()


@pytest.mark.parametrize("line", NONE_LEFT)
def test_all_of_a_kind_and_one_of_it_exclude_each_other(line: str, decide: Judge) -> None:
    old, new = line.split(" | ")
    assert decide(old, new).label == SUPERSEDE


@pytest.mark.parametrize("line", BOTH_STAY)
def test_what_is_told_of_another_one_or_narrower_leaves_it(line: str, decide: Judge) -> None:
    old, new = line.split(" | ")
    assert decide(old, new).label in (KEEP_BOTH, "unrelated")


def test_it_is_found_among_much_else(memory: Memory) -> None:
    for text in (
        "My favourite colour is teal",
        "I collect old stamps",
        "My landlord is Mr Okafor",
        "I hate fennel",
    ) * 4:
        memory.add(text, user="ana")
    memory.add("I've got a beagle", user="ana")
    memory.add("We don't have pets", user="ana")
    known = {record.content for record in memory.list(user="ana")}
    assert "We don't have pets" in known
    assert "I've got a beagle" not in known
