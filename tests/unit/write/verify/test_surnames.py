"""A first name and a full name are one person, unless something speaks against it; two of a family are two."""

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


FAMILY = """Mr. Smith lives in Rome | Mrs. Smith lives in Bonn
Mrs. Smith lives in Rome | Mr. Smith moved to Bonn
Mr Smith lives in Rome | Mrs Smith lives in Bonn now
Mr. Smith is 40 | Mrs. Smith is 38
Mr. Smith is vegan | Mrs. Smith is not vegan
User's neighbour Mr. Smith is vegan | User's neighbour Mrs. Smith is not vegan
Mr. T. Smith lives in Rome | Mr. B. Smith lives in Bonn
User met Mr. Smith in Rome | User met Mrs. Smith in Rome""".splitlines()

SAME_ONE = """Mr. Smith lives in Rome | Mr. Smith lives in Bonn now
Mrs. Smith lives in Rome | Mrs. Smith moved to Bonn
Dr. Smith lives in Rome | Mrs. Smith lives in Bonn
Ms. Smith lives in Rome | Mrs. Smith lives in Bonn
Mr. Smith lives in Rome | Smith lives in Bonn now
J. K. Rowling lives in Edinburgh | J.K. Rowling lives in London now""".splitlines()


@pytest.mark.feature("VG-07")
@pytest.mark.parametrize("line", FAMILY)
def test_two_of_one_surname_stay_beside_each_other(decide: Judge, line: str) -> None:
    assert decide(*line.split(" | ")).label == KEEP_BOTH


@pytest.mark.parametrize("line", SAME_ONE)
def test_a_title_that_may_be_the_same_ones_tells_nobody_apart(decide: Judge, line: str) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE
