"""A denial of another value says nothing against the one that is known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from recollect import Memory
from recollect.write.verify.judge import Verdict

ANOTHER = """I live in Berlin. | I don't live in Hamburg.
I don't live in Hamburg. | I live in Berlin.
I work at Siemens. | I don't work at BMW.
Ich wohne in Berlin. | Ich wohne nicht in Hamburg.
Ich arbeite bei Siemens. | Ich arbeite nicht bei BMW.
Vivo en Madrid. | No vivo en Sevilla.
Moro em Lisboa. | Não moro em Porto.
Vivo a Roma. | Non vivo a Milano.
我住在北京。 | 我不住在上海。
My favorite color is blue. | My favorite color is not red.
I'm 30 years old. | I'm not 31 years old.""".splitlines()

THE_SAME = """User lives in Berlin | User doesn't live in Berlin
User lives in Berlin | User no longer lives there
User lives in Berlin | User doesn't live in Hamburg, but in Bremen
User lives in Berlin | User doesn't live in Berlin but in Bremen
User drives a Honda | User doesn't drive a car any more
User works at Siemens | User doesn't work at Siemens anymore""".splitlines()


@pytest.mark.parametrize("line", ANOTHER)
def test_what_is_known_stays_beside_it(memory: Memory, line: str) -> None:
    for text in line.split(" | "):
        memory.add([{"role": "user", "content": text}], user="u", wait=True)
    assert len(memory.list(user="u", layers=["memory"])) == 2


@pytest.mark.parametrize("line", THE_SAME)
def test_a_denial_of_the_known_value_and_another_one_end_it(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*line.split(" | ")).label == "supersede"


ANOTHER_END = """Ida is lactose intolerant. | Ida's rash is gone.
Ana is a vegetarian. | Ana's headache is gone.
Theo is allergic to nuts. | Theo's milk problem is gone.
Theo is allergic to nuts. | Theo's milk allergy is gone.
Theo is shy. | Theo's fever is gone.
Theo is shy. | Theo no longer has a fever.
Our dog is deaf. | Our dog's fleas are gone.
My son is autistic. | My son's fever is gone.
Ana is a nurse. | Ana no longer has a fever.
Ida is gluten intolerant. | Ida's stomach ache has gone away.""".splitlines()

THE_SAME_END = """Ida has a rash. | Ida's rash is gone.
Theo is allergic to nuts. | Theo's nut allergy is gone.
Theo has a bad cough. | Theo's cough is gone.
My son has a fever. | My son's fever is gone.
Jo has an ear infection. | Jo no longer has an ear infection.
Ana has a Golf | Ana no longer has a car
Ana has asthma | Ana no longer has breathing problems
Training for the Leeds half marathon | knee's wrecked so I dropped out of the Leeds half
The intern, Caspian, sits with the data team | Caspian's internship ended in August and he's gone back to Delft
""".splitlines()


@pytest.mark.parametrize("line", ANOTHER_END)
def test_the_end_of_something_else_ends_nothing(memory: Memory, line: str) -> None:
    old, new = line.split(" | ")
    for text in (old, new):
        memory.add(text, user="u")
    assert {record.content for record in memory.list(user="u")} == {old, new}


@pytest.mark.parametrize("line", THE_SAME_END)
def test_the_end_of_what_is_known_ends_it(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*line.split(" | ")).label == "supersede"
