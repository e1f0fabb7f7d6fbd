"""A first name and a full name are one person, unless something speaks against it."""

from __future__ import annotations

import pytest

from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE
from tests.unit.write.verify.conftest import Judge

TWO = """Ben is 4 | User's colleague Ben Carter is 52
User's colleague Ben Carter is 52 | Ben is 4
Ben Carter is 52 | Ben turned 5 yesterday
Ben is 52 | Ben Carter is 4
Ben works at Acme | User's colleague Ben Carter works at Globex now""".splitlines()

ONE = """Ana Silva moved to Rome | Ana moved to Oslo
User's friend Ana Silva is 30 | Ana is 31
User's friend Ana is 30 | User's friend Ana Silva turned 31
Ben is 4 | Ben is 52""".splitlines()


@pytest.mark.feature("VG-07")
@pytest.mark.parametrize("line", TWO)
def test_two_of_one_first_name_stay_beside_each_other(decide: Judge, line: str) -> None:
    assert decide(*line.split(" | ")).label == KEEP_BOTH


@pytest.mark.parametrize("line", ONE)
def test_one_person_called_in_two_ways_is_one(decide: Judge, line: str) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE
