"""What ends, undoes or carries out what is known is not dropped as its repetition; what only looks like it still is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from recollect import Memory
from recollect.write.verify.judge import Verdict

BACK = """Grandma is in rehab | Grandma is back from rehab
Grandma is back from rehab | Grandma is in rehab
Mum is on a cruise | Mum got back from her cruise
my bike is at Joe's | got my bike back from Joe
I lent my drill to Paul | Paul gave the drill back
My laptop is at Apple for repair | Apple sent my laptop back
I borrowed Anna's tent | returned the tent to Anna
The dog is at the groomer's | got the dog from the groomer's""".splitlines()

OVER = """I'm on call this week | my on call is over
I'm on sick leave | my sick leave is over
i have braces | got my braces off today""".splitlines()

DONE_TO_IT = """my suit is at the dry cleaner | picked up my suit from the dry cleaner
the cat is at the vet | brought the cat home from the vet
my parcel is at customs | customs released my parcel
my keys are at Mia's | Mia brought my keys
my license expired | I renewed my license
my passport expired | I got a new passport
my wallet was stolen | the police found my wallet
I lost my keys | I found my keys under the sofa
the invoice to Miller is unpaid | Miller paid the invoice
my bags are unpacked | I packed my bags""".splitlines()

REPEATED = """my keys are in the drawer | put my keys in the drawer
the car is in the garage | parked the car in the garage
the cat is at the vet | brought the cat to the vet
my back hurts | I have back pain
I got my bike back from Joe | Joe gave my bike back
we studied together in Leeds | we studied together back in Leeds
I have to give Tom 50 euros | I have to pay Tom back 50 euros
the meeting is over at noon | the meeting ends at noon
I have Fridays off | I'm off on Fridays
my phone was stolen in Rome | someone stole my phone in Rome
Granny's ring was stolen during the burglary in Porto | Burglars took my grandmother's ring when we were in Porto
My package is on its way | my package is in transit
Ana lives in Oslo | Ana is living in Oslo
Tom works for Acme | Tom is employed at Acme
Mia loves jazz | Mia is fond of jazz""".splitlines()


def _pair(line: str) -> tuple[str, str]:
    old, new = line.split(" | ")
    return old, new


@pytest.mark.parametrize("line", BACK + OVER + DONE_TO_IT)
def test_what_became_of_it_is_kept(memory: Memory, line: str) -> None:
    old, new = _pair(line)
    memory.add(old, user="u")
    memory.add(new, user="u")
    assert new in [record.content for record in memory.list(user="u")]


@pytest.mark.parametrize("line", REPEATED)
def test_the_same_in_other_words_is_a_repetition(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*_pair(line)).label == "duplicate"


def test_it_is_kept_when_told_in_a_conversation(memory: Memory) -> None:
    for turn in ("i have braces", "got my braces off today"):
        memory.add([{"role": "user", "content": turn}], user="u", wait=True)
    told = [record.content for record in memory.list(user="u", layers=["memory"])]
    assert any("off" in text for text in told), told
