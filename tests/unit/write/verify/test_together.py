"""What is told of several stays when one of them changes; what is told of all of them anew takes its place."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.judge import SUPERSEDE
from recollect.write.verify.statement import read
from recollect.write.verify.together import one_of_them
from tests.unit.write.verify.conftest import Judge

ONE_OF_THEM = """Theo and Mila are allergic to nuts. | Mila is no longer allergic to nuts.
Tom and Ana work at Acme | Ana works at Globex now
Tom & Ana work at Acme | Ana works at Globex now
Ben and Lucy live in Leeds | Lucy moved to York
Priya and Marcus are vegetarian | Marcus is not vegetarian anymore
Theo and Ida have piano on Monday at 15:00 | Ida has piano on Friday at 16:00 now
Ana and her brother Rui work at Acme | Rui works at Globex now
Luis y Marta viven en Madrid | Marta vive ahora en Sevilla
Tom und Ana wohnen in Köln | Ana wohnt jetzt in Bonn
Lena and Paul are 7 years old | Paul is 8 years old now
Tom and I live in Porto | Tom lives in Faro now
Tom and Ana are single | Ana is married now
Theo and I are allergic to nuts | I'm no longer allergic to nuts
Both twins take vitamin D | Ida doesn't take vitamin D anymore
The twins are lactose intolerant | One of the twins is no longer lactose intolerant
My parents live in Leeds | My mother lives in York now
My kids are allergic to nuts | My son is no longer allergic to nuts
Both my dogs take heart pills | Rex doesn't take heart pills anymore
The staging and production databases run on Postgres 14 | The staging database runs on Postgres 16 now
Office hours in Berlin and Paris start at 9:00 | Office hours in Paris start at 10:00 now
All offices open at 9:00 | The Paris office opens at 10:00 now
The servers run on Ubuntu 20 | Server alpha runs on Ubuntu 24 now
I have three brothers | One of my brothers died last year
User has 2 cats | User: one of their cats died on Sunday
User's two kids go to Lincoln Elementary | User: one of their kids left Lincoln Elementary
User's 3 kids live with them | User: one of their kids moved out
I have 2 dogs | One of the dogs died
I have three bikes | I sold one of my bikes
I have two jobs | I quit one of my two jobs""".splitlines()

ALL_OF_THEM = """Tom and Ana work at Acme | Tom and Ana work at Globex now
Tom and Ana work at Acme | They work at Globex now
Ana and her brother Rui work at Acme | Ana and Rui work at Globex now
Theo and Mila are allergic to nuts | Neither Theo nor Mila is allergic to nuts anymore
Tom and I live in Porto | We live in Faro now
My wife and I live in Rome | We no longer live in Rome
My wife and I have a dog named Rex | Rex died
My parents live in Leeds | My parents live in York now
My parents live in Leeds | My mum and dad live in York now
Both twins take vitamin D | Both twins stopped taking vitamin D
The staging and production databases run on Postgres 14 | The staging and production databases run on Postgres 16 now
James lives in Leeds | James moved to York
Tom and Ana are married | Ana is divorced now
Tom and Ana are engaged | Ana is single now
Tom and Ana live together | Ana lives alone now
Ana lives in Rome | Tom and Ana live in Oslo now
User and Tom live in Porto | User and Tom live in Faro now
Tom and I live in Porto | User and Tom live in Faro now
Job: nurse in Leeds | Job: teacher in Leeds
I have 2 cats | My cats died
I have 2 cats | Both of my cats died
I have 2 cats | I have only one cat now
I have 2 cats | One of my cats died so I have 1 cat
I have 2 cats | One of my cats died, I have only one cat now
I have three bikes | I sold one of my bikes and now have two bikes
I have three bikes | I sold all of my bikes
I have a cat | One of my cats died
I have three brothers | I have two brothers""".splitlines()


@pytest.mark.parametrize("line", ONE_OF_THEM)
def test_what_is_told_of_the_others_stays(line: str) -> None:
    old, new = line.split(" | ")
    with Memory(":memory:", worker="off") as memory:
        for text in (old, new):
            memory.add(text, user="u")
        assert {record.content for record in memory.list(user="u")} == {old, new}


@pytest.mark.parametrize("line", ALL_OF_THEM)
def test_what_is_told_of_all_of_them_takes_its_place(line: str, decide: Judge) -> None:
    old, new = line.split(" | ")
    assert not one_of_them(read(old), read(new))
    assert decide(old, new).label == SUPERSEDE


@pytest.mark.parametrize(
    "old, new",
    [("Ana and Tom live in Porto", "Tom lives in Faro now"), ("Tom and Ana live in Porto", "I moved to Faro")],
)
def test_the_user_may_be_one_of_them_by_name(old: str, new: str) -> None:
    assert one_of_them(read(old, speaker="Ana"), read(new, speaker="Ana"))


@pytest.mark.parametrize(
    "first, then",
    [
        ("i have three brothers", "one of my brothers died last year"),
        ("my two kids go to lincoln elementary", "one of my kids left lincoln elementary"),
        ("i have 2 cats", "one of my cats died on sunday"),
        ("my 3 kids live with me", "one of my kids moved out"),
    ],
)
def test_what_happens_to_one_of_them_leaves_their_number_in_a_conversation(first: str, then: str) -> None:
    with Memory(":memory:", worker="off") as memory:
        for text in (first, then):
            memory.add([{"role": "user", "content": text}], user="u", wait=True)
        assert len(memory.list(user="u", layers=["memory"])) == 2
