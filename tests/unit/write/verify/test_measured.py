"""A number takes the place of another one of the same thing, and of no other."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.judge import SUPERSEDE
from tests.unit.write.verify.conftest import Judge

TWO_THINGS = """Leo is 4 years old. | Leo's shoe size is 27.
Leo's shoe size is 27. | Leo is 4 years old.
Mila is 9 years old. | Mila's bus is number 14.
Rex is 7 years old. | Rex's weight is 31.
Rex's weight is 31. | Rex is 7 years old.
Mila is 9. | Mila's grade is 4.
My daughter is 9 years old. | My daughter's class has 24 kids.
Zoe is 5 years old. | Zoe wears size 29.
Max is 3 years old. | Max has 2 sisters.
The Berlin office has 12 desks. | We now have 30 desks in Paris.
The Berlin office has 12 desks. | The Paris office now has 30 desks.
We have 12 desks in Berlin. | We now have 30 desks in Paris.
Server alpha has 64 GB of memory. | We now have 128 GB of memory in server beta.
The Leeds branch has 5 printers. | There are now 9 printers in York.
Ben has 3 dogs | Ben has 5 chickens
Ben has two dogs | Ben has five chickens
Acme has 3 offices | Acme has 5 warehouses
the house has 3 bedrooms | the house has 2 bathrooms
My sister has 2 cats | My sister has 4 rabbits
Leo has swimming on Mondays | Leo has piano on Wednesdays
Mia has ballet at 4pm | Mia has judo at 6pm
Tom has a meeting on May 3 | Tom has a check-up on May 9""".splitlines()

ONE_THING = """Leo is 4 years old. | Leo's age is 5.
Leo is 4. | Leo turned 5.
Nephew Otis is 4 | Otis is 5 and obsessed with diggers
Rex weighs 31 kg. | Rex's weight is 33 kg.
Rex's weight is 31. | Rex's weight is 33.
Mila takes bus 14. | Mila's bus is number 15 now.
User's phone is a Pixel 6 with a cracked screen | User replaced the Pixel with a Fairphone 5
The Berlin office has 12 desks. | We now have 30 desks in the Berlin office.
Server alpha has 64 GB of memory. | We now have 128 GB of memory in server alpha.
There will be 14 guests at the yoga retreat in Asturias | Two people dropped out, so we're a dozen for the retreat
The meeting in Room A is at 9:00. | The meeting is at 10:00 in Room B now.
Ben has 3 dogs | Ben has 2 dogs now
Ben has 3 dogs | Ben has 5 puppies
Ben has 3 children | Ben has 4 kids
Acme has 40 people | Acme has 60 employees
Acme has 3 offices | Acme has 4 locations
The flat has 3 rooms | The flat has 4 rooms
Tom has 40 vacation days | Tom has 25 leave days
Tom has a meeting on May 3 | Tom has a meeting on May 9
Leo has practice on Mondays | Leo has training on Tuesdays
Leo has swimming on Mondays | Leo has swimming on Wednesdays now""".splitlines()


@pytest.mark.parametrize("line", TWO_THINGS)
def test_numbers_of_two_things_both_stay(line: str) -> None:
    old, new = line.split(" | ")
    with Memory(":memory:") as memory:
        for text in (old, new):
            memory.add(text, user="u")
        assert {record.content for record in memory.list(user="u")} == {old, new}


@pytest.mark.parametrize("line", ONE_THING)
def test_another_number_of_the_same_thing_takes_its_place(line: str, decide: Judge) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE
