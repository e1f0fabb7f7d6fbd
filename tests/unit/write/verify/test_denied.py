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
