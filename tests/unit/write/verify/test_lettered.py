"""A letter is a value where it is all that is told of a thing."""

from __future__ import annotations

import pytest

from recollect.write.verify.judge import DUPLICATE, MERGE, SUPERSEDE
from recollect.write.verify.lettered import letter_for_letter, other_letters
from recollect.write.verify.statement import read
from tests.unit.write.verify.conftest import Judge

ANOTHER = """My blood type is A positive | My blood type is B negative
My blood group is O | My blood group is AB
My blood type is A | My blood type is B
User's blood type is O+ | User's blood type is A-
My shirt size is M | My shirt size is L.
My wife's shirt size is L | My wife's shirt size is XL
My grade in maths is A | My grade in maths is B""".splitlines()

OTHERWISE = """My blood type is A | My blood type is A
My blood type is A | My sister's blood type is B
My grade in maths is A | My grade in physics is B
My maths grade is A | My physics grade is B
In maths my grade is A | In physics my grade is B
At Zara my size is M | At Uniqlo my size is L
The answer is A | The answer is B
My friend is J | My friend is K
My airline is BA | My airline is LH
My size was M | My size is L
My size is L | My size is also M
My blood type may be A | My blood type may be B
My blood type is not A | My blood type is B
My phone is an S | My phone is a Z
My blood type is A | My blood type is a secret""".splitlines()


@pytest.mark.feature("VG-07")
@pytest.mark.parametrize("line", ANOTHER)
def test_another_letter_takes_the_place_of_the_known_one(decide: Judge, line: str) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE


@pytest.mark.parametrize("line", OTHERWISE)
def test_what_only_looks_like_it_is_left_to_the_others(line: str) -> None:
    old, new = line.split(" | ")
    assert not other_letters(read(old), read(new))


@pytest.mark.feature("VG-07")
def test_another_letter_in_the_same_place_is_no_detail(decide: Judge) -> None:
    old, new = "I take vitamin C daily", "I take vitamin D daily in winter"
    assert decide(old, new).label not in (DUPLICATE, MERGE)


@pytest.mark.parametrize("old, new", [("I am tall", "A tall one"), ("I own a cat", "I own B"), ("A dog", "B dog")])
def test_an_article_and_the_first_word_are_no_letters(old: str, new: str) -> None:
    assert not letter_for_letter(read(old), read(new))
