"""Two facts that share a name or a noun are two facts; a repetition and a new value are still recognised."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from recollect import Memory
from recollect.write.verify.judge import Verdict

TWO_FACTS = """Acme is based in Lisbon | Ana works at Acme
Ana works at Acme | Acme is based in Lisbon
Rex is a dog | Ana owns Rex
Ana owns Rex | Rex is a dog
Ana is sad about the harbour | The harbour has a lighthouse
The garden has a pond | Ana is proud of the garden
User likes hiking | User went hiking on Sunday
Acme is based in Lisbon | Acme was founded by Ana
Ana moved to Lisbon | Ana bought a cello
Ana lives in Berlin | Ana works at Acme as a nurse
The library has a reading room | Tom is afraid of the library
Whiskers is a cat | Tom adopted Whiskers
User loves sailing | User bought a sailing boat
User plays chess | User won a chess tournament
User has a garden | User grows tomatoes in the garden
User bought a guitar | User plays guitar in a band
Tom drives a van | The van needs new tyres
Mia plays the cello | The cello was made in 1890
Lena wrote a book about bees | Bees make honey
Omar married Dina | Dina is a dentist
The office has a kitchen | The office moved to Hamburg
Kai moved to Oslo | Kai bought a boat
Lena teaches maths | Lena coaches the football team
Ana is afraid of dogs | Ana has two dogs
Tom likes Mia | Mia likes Tom""".splitlines()

ONE_FACT = [
    ("User likes hiking", "User enjoys hiking", "duplicate"),
    ("Tom is Mia's teacher", "Mia's teacher is Tom", "duplicate"),
    ("My sister is a lawyer", "my sister works as an attorney", "duplicate"),
    ("Keeps a cat called Minka", "Minka is my cat", "duplicate"),
    ("Ana works at Acme", "Ana works at Globex now", "supersede"),
    ("My daughter is at college", "my daughter studies physics in Leeds", "merge"),
    ("Restoring an old sailing boat", "the sailing boat is nine metres long and was built in Denmark", "merge"),
]


@pytest.mark.parametrize("pair", TWO_FACTS)
def test_a_name_or_a_noun_in_common_makes_no_repetition(decide: Callable[..., Verdict], pair: str) -> None:
    old, new = pair.split(" | ")
    assert decide(old, new).label in {"keep_both", "unrelated"}


@pytest.mark.parametrize("old, new, label", ONE_FACT)
def test_what_is_one_fact_is_still_found(decide: Callable[..., Verdict], old: str, new: str, label: str) -> None:
    assert decide(old, new).label == label


@pytest.mark.parametrize("pair", TWO_FACTS)
def test_the_second_fact_is_stored_beside_the_first(memory: Memory, pair: str) -> None:
    texts = pair.split(" | ")
    for text in texts:
        memory.add(text, user="u")
    assert sorted(record.content for record in memory.list(user="u")) == sorted(texts)


@pytest.mark.parametrize(
    "old, new",
    [
        ("Lives in Oslo", "I live in Oslo in a small flat by the harbour"),
        ("Works for Siemens", "I work at Siemens as a test engineer"),
        ("My brother Tom lives in Oslo", "Tom, my brother, lives in Oslo near the opera house"),
    ],
)
def test_what_goes_on_with_more_is_no_repetition(memory: Memory, old: str, new: str) -> None:
    memory.add(old, user="ana")
    assert memory.add(new, user="ana").decisions[0].action == "merged"


@pytest.mark.parametrize(
    "old, new",
    [
        ("Lives in Oslo", "I live in Oslo, lovely place"),
        ("41 years old", "I'm forty-one"),
        ("Me llamo Jorge", "Mi nombre es Jorge"),
    ],
)
def test_a_remark_beside_it_and_another_way_to_say_it_leave_it_a_repetition(memory: Memory, old: str, new: str) -> None:
    memory.add(old, user="ana")
    assert memory.add(new, user="ana").decisions[0].action == "reinforced"


@pytest.mark.parametrize(
    "old, new",
    [
        ("Staging runs on port 8080", "Production runs on port 80"),
        ("Frontend listens on port 3000", "Backend listens on port 4000"),
        ("Married to Helen", "Need to set a date for the review"),
    ],
)
def test_a_value_of_something_else_replaces_nothing(memory: Memory, old: str, new: str) -> None:
    memory.add(old, user="ana")
    assert memory.add(new, user="ana").decisions[0].action in ("added", "kept_both")
