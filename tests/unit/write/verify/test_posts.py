"""Of whom somebody has one at a time, the later one holds, in whatever order it is told."""

from __future__ import annotations

import pytest

from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE
from tests.unit.write.verify.conftest import Judge

REPLACED = """Dr. Smith is User's dentist | Dr. Jones is User's dentist now
Dr. Smith is User's dentist | Dr. Jones is User's dentist
Dr. Smith is User's dentist | User's dentist is Dr. Jones now
Dr. Smith is User's doctor | Dr. Jones is User's new doctor
Mr. Smith is User's landlord | Mrs. Jones is User's landlord now
Mr. Smith is User's landlord | User's new landlord is Mrs. Jones
Ms. Lee is User's manager | Mr. Park is User's manager now
Ms. Lee is User's accountant | Mr. Park is User's accountant now
Tim is User's boss | Tom is User's boss
Tim is User's manager | Tom is User's boss now
Tim is my lawyer | Tom is my lawyer
User's dentist is Mr. Smith | User's dentist is Mrs. Smith
User's accountant is H. Müller | User's accountant is K. Müller
User's vet is Dr. Smith | Dr. Jones is User's vet now
Mr. Smith is User's piano teacher | Mr. Jones is User's piano teacher now""".splitlines()

BESIDE = """Dr. Smith is User's dentist | Dr. Jones is User's cardiologist
Dr. Smith is User's dentist | Dr. Jones is User's wife's dentist now
Dr. Smith is User's dentist | Dr. Jones is Ben's dentist now
Dr. Smith is User's dentist | Dr. Jones is also User's dentist
Dr. Smith is User's dentist | Dr. Jones was User's dentist
Dr. Smith is User's dentist | Dr. Jones is not User's dentist
Dr. Smith is User's dentist | User's old dentist is Dr. Jones
Dr. Smith is User's family doctor | Dr. Jones is User's eye doctor
Dr. Smith is User's vet | Dr. Jones is User's vet
Mr. Smith is User's teacher | Mr. Jones is User's teacher now
Mr. Smith is User's piano teacher | Mr. Jones is User's maths teacher now
Mr. Smith is User's neighbour | Mr. Jones is User's neighbour now
Anna is User's sister | Eva is User's sister
Tim is User's boss | Tom is User's other boss
Tim is User's boss | Tom is User's friend now""".splitlines()

ELSEWHERE = """Maria is the CEO of Acme | John is the CEO of Globex
John is the CEO of Globex | Maria is the CEO of Acme
The lawyer for the house sale is Ms Tran | The lawyer for the will is Mr Eklund""".splitlines()


@pytest.mark.feature("VG-07")
@pytest.mark.parametrize("line", REPLACED)
def test_somebody_else_in_the_post_takes_the_place_of_the_one_before(decide: Judge, line: str) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE


@pytest.mark.parametrize("line", BESIDE)
def test_another_post_and_one_of_several_leave_him_as_he_is(decide: Judge, line: str) -> None:
    assert decide(*line.split(" | ")).label not in {SUPERSEDE, "merge", "duplicate"}
    assert decide(*line.split(" | ")).label in {KEEP_BOTH, "unrelated"}


@pytest.mark.parametrize("line", ELSEWHERE)
def test_the_same_post_elsewhere_is_another_one(decide: Judge, line: str) -> None:
    assert decide(*line.split(" | ")).label == KEEP_BOTH


@pytest.mark.parametrize("new", ["John is the CEO of Acme", "John is the CEO"])
def test_the_same_post_at_the_same_place_is_the_one_before(decide: Judge, new: str) -> None:
    assert decide("Maria is the CEO of Acme", new).label == SUPERSEDE
