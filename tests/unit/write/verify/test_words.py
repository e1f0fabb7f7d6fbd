"""Where a sentence begins: not behind the full stop of a title or of initials."""

from __future__ import annotations

import pytest

from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE
from recollect.write.verify.statement import read
from recollect.write.verify.words import cut
from tests.unit.write.verify.conftest import Judge

TWO = """I live in Porto | J. K. Rowling lives in Edinburgh
I work at Acme | J. R. Miller works at Beta
I live in Porto | A. Lee lives in Rome
Mrs. Smith lives in Minsk | Dr. Jones lives in Kyiv
Prof. Kim lives in Seoul | Prof. Lee lives in Busan
Mr. Cook lives in Rome | Mr. Baker lives in Oslo
J. Jones lives in Kyiv | T. Adams lives in Bern
Sra. López vive en Lima | Sr. Gómez vive en Cuzco
John F. Kennedy works at Acme | Ann B. Lee works at Beta""".splitlines()

ONE = """Mrs. Smith lives in Minsk | Mrs Smith lives in Kyiv now
J. K. Rowling lives in Edinburgh | J.K. Rowling lives in London now
My doctor is Dr. Smith | My doctor is Dr. Jones now""".splitlines()


@pytest.mark.feature("VG-07")
@pytest.mark.parametrize("line", TWO)
def test_a_title_or_initials_with_a_full_stop_make_no_two_people_one(decide: Judge, line: str) -> None:
    assert decide(*line.split(" | ")).label == KEEP_BOTH


@pytest.mark.parametrize("line", ONE)
def test_a_name_is_one_with_its_full_stop_and_without(decide: Judge, line: str) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE


@pytest.mark.parametrize(
    "text, subject",
    [
        ("J. K. Rowling lives in Edinburgh", ("name", "j.k.", "rowling")),
        ("J.K. Rowling lives in Edinburgh", ("name", "j.k.", "rowling")),
        ("I. Newton lives in London", ("name", "i.", "newton")),
        ("Dr. de la Cruz lives in Lima", ("name", "cruz")),
        ("My brother J. Smith lives in Rome", ("person", "brother")),
    ],
)
def test_whom_it_is_about_is_read_behind_the_full_stop(text: str, subject: tuple[str, ...]) -> None:
    assert read(text).subject.key == subject


@pytest.mark.parametrize(
    "text",
    [
        "My plan is B. I live in Rome",
        "I live in block C. Bob lives in Rome",
        "I take vitamin D. Works well",
        "I moved to the U.S. Bob stayed in Rome",
        "I saw the Dr. Then I left",
    ],
)
def test_any_other_full_stop_ends_a_sentence(text: str) -> None:
    assert {word.clause for word in cut(text)} == {0, 1}
