"""What was put right reads as if it had been said so: the article and the number of what is counted."""

from __future__ import annotations

import pytest

from recollect.write.extract.english.agreement import one_of, put_in, several_of


def put(text: str, old: str, new: str) -> str:
    start = text.index(old)
    return put_in(text, start, start + len(old), new)


@pytest.mark.parametrize(
    "text, old, new, read",
    [
        ("I drive a BMW", "BMW", "Audi", "I drive an Audi"),
        ("I drive an Audi", "Audi", "BMW", "I drive a BMW"),
        ("I had a CT", "CT", "MRI", "I had an MRI"),
        ("I'm a Virgo", "Virgo", "Aries", "I'm an Aries"),
        ("I have an Asus", "Asus", "Ubuntu", "I have a Ubuntu"),
        ("It is an 8 minute walk", "8", "9", "It is a 9 minute walk"),
        ("I have one sister", "one", "two", "I have two sisters"),
        ("I have two sisters", "two", "one", "I have one sister"),
        ("I have one younger sister", "one", "three", "I have three younger sisters"),
        ("I have one sister called Eva", "one", "two", "I have two sisters called Eva"),
        ("I have 1 child", "1", "2", "I have 2 children"),
        ("I have three babies and a dog", "three", "one", "I have one baby and a dog"),
        ("I own four boxes", "four", "one", "I own one box"),
        ("I have one exam tomorrow", "one", "two", "I have two exams tomorrow"),
        ("I have one appointment next week", "one", "two", "I have two appointments next week"),
        ("I take one pill daily", "one", "two", "I take two pills daily"),
        ("I own one house abroad", "one", "two", "I own two houses abroad"),
        ("I watch two series", "two", "one", "I watch one series"),
        ("I take two buses", "two", "one", "I take one bus"),
    ],
)
def test_what_goes_with_the_value_follows_it(text: str, old: str, new: str, read: str) -> None:
    assert put(text, old, new) == read


@pytest.mark.parametrize(
    "text, old, new",
    [
        ("I have two sisters", "two", "three"),
        ("I live on floor 1 now", "1", "2"),
        ("My meeting is in room 1", "1", "2"),
        ("I run 1 km every day", "1", "5"),
        ("I get up at 1 every day", "1", "2"),
        ("I drive the BMW", "BMW", "Audi"),
        ("I have two cats and one dog", "two", "three"),
    ],
)
def test_all_else_stays(text: str, old: str, new: str) -> None:
    assert put(text, old, new) == text.replace(old, new, 1)


@pytest.mark.parametrize("one, several", [("sister", "sisters"), ("baby", "babies"), ("box", "boxes"), ("man", "men")])
def test_one_and_several(one: str, several: str) -> None:
    assert several_of(one) == several
    assert one_of(several) == one
    assert several_of(several) == several
