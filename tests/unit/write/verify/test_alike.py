"""What is told of one of a kind leaves what is told of another one, whatever the verb."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.contracts.embedder import Embedder
from recollect.write.verify.alike import another_of_kind
from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE
from recollect.write.verify.statement import read
from tests.unit.write.verify.conftest import Judge

TWO_OF_A_KIND = """Our auth service listens on port 8080. | Our billing service listens on port 8081.
Our auth service listens on port 8080. | And our new billing service now listens on 8081.
The main API limits clients to 100 requests | The partner API limits clients to 1000 requests
The Osprey API returns XML | The Falcon API returns JSON
Our payments repo requires 2 reviewers. | Our docs repo requires 1 reviewer.
We use Python 3.11 in the api repo. | In the web repo we use Python 3.12.
For service foo User decided to use Redis 7 | For service bar User decided to use Redis 6
We decided to use Postgres 16 for orders | We decided to use Postgres 15 for billing
Line length is 88 in api | Line length is 120 in web
GET /users returns 200 | POST /users returns 201
index idx_a covers 2 columns | index idx_b covers 3 columns
kubectl scale --replicas=3 deploy/web | kubectl scale --replicas=5 deploy/worker
git rebase -i HEAD~3 | git rebase -i HEAD~5
The orders table stores 2 million rows. | The invoices table stores 1 million rows.
Plant A produces 400 units. | Plant B produces 600 units.
Room blue fits 8 people. | Room green fits 14 people.
Our downtown store employs 12 people. | Our airport store employs 30 people.
For the junior team we book 2 courts. | For the senior team we book 4 courts.
We give the auth service 2 replicas. | We give the billing service 3 replicas.
The blue pill contains 5 mg. | The white pill contains 20 mg.
The city library lends books for 4 weeks. | The school library lends books for 2 weeks.
The parsley pot stands 20 cm apart. | The mint pot stands 40 cm apart.
My elder son needs size 38 shoes. | My younger son needs size 33 shoes.
My maths tutor charges 30 euros an hour. | My French tutor charges 25 euros an hour.
Max upload size is 10 MB for avatars | Max upload size is 50 MB for attachments
The backup starts at 2am on staging | The backup starts at 4am on production""".splitlines()

THE_SAME_ONE = """Our auth service listens on port 8080. | Our auth service now listens on 8081.
The auth service listens on port 8080 | The authentication service listens on port 8085
In the api repo we use Python 3.11. | In the api repo we now use Python 3.12.
I use Redis 6 for caching | I use Redis 7 for caching
GET /users returns 200 | GET /users returns 204
index idx_a covers 2 columns | index idx_a covers 3 columns
the rent is 900 | the rent is 950
My tennis racket weighs 300 grams. | My new tennis racket weighs 280 grams.
My phone plan costs 20 euros | My mobile plan costs 15 euros
We pay 40 euros for internet | We pay 45 euros for broadband
The meeting starts at 9:00. | The call now starts at 10:00.
My commute takes 40 minutes by bus | My commute takes 25 minutes by bike
My flight leaves at 9 from gate B | My flight leaves at 10 from gate C
The party is at 5 in the garden | The party is at 6 in the hall
The prod cluster has 5 nodes | The production cluster has 8 nodes""".splitlines()

NOT_SURE = """The sofa weighs 40 kg. | The couch weighs 45 kg.
The sofa bed weighs 40 kg. | The couch bed weighs 45 kg.
The estimated delivery takes 5 days | The revised delivery takes 7 days
Ana goes to the art school 2 days a week | Ana goes to the music school 3 days a week
I lead the payments team of 5 people | I lead the platform team of 8 people
The annual budget is 50k | The yearly budget is 60k
The parcel is parked on level 2 in the blue zone | The parcel is parked on level 4 in the red zone
I live on floor 3 in the centre | I live on floor 5 in the suburbs
My old laptop has 8 GB | My new laptop has 16 GB
My BMW car costs 300 euros | My VW car costs 250 euros
The Monday meeting takes 30 minutes | The Friday meeting takes 45 minutes
Our auth service listens on port 8080 | The billing service listens on port 8081, not the auth service
Our auth service listens on port 8080 | Our billing service is written in Go 1.22
always run pytest -n 4 | always run pytest -n 8""".splitlines()


@pytest.mark.parametrize("line", TWO_OF_A_KIND)
def test_what_is_told_of_another_one_of_the_kind_leaves_both(line: str) -> None:
    old, new = line.split(" | ")
    with Memory(":memory:", worker="off") as memory:
        for text in (old, new):
            memory.add(text, user="u")
        assert {record.content for record in memory.list(user="u")} == {old, new}


@pytest.mark.parametrize("line", THE_SAME_ONE)
def test_another_value_of_the_same_one_takes_the_place_of_the_older(line: str, decide: Judge) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE


@pytest.mark.parametrize("line", NOT_SURE)
def test_where_it_is_not_plain_which_one_is_meant_nothing_is_concluded(line: str, embedder: Embedder) -> None:
    old, new = (read(text, embedder=embedder) for text in line.split(" | "))
    assert not another_of_kind(old, new)


def test_of_several_only_the_one_that_is_named_changes() -> None:
    with Memory(":memory:", worker="off") as memory:
        for name, port in (("auth", 8080), ("billing", 8081), ("search", 9200)):
            memory.add(f"Our {name} service listens on port {port}.", user="u")
        memory.add("Our billing service now listens on port 8090.", user="u")
        assert {record.content for record in memory.list(user="u")} == {
            "Our auth service listens on port 8080.",
            "Our billing service now listens on port 8090.",
            "Our search service listens on port 9200.",
        }


def test_the_reason_says_that_it_is_another_one(decide: Judge) -> None:
    verdict = decide("Our auth service listens on port 8080.", "Our billing service listens on port 8081.")
    assert (verdict.label, verdict.guard) == (KEEP_BOTH, "subject")
    assert verdict.reason == "the same is told of another one of the kind"


def test_without_vectors_no_two_words_are_known_to_mean_two_of_a_kind() -> None:
    assert not another_of_kind(read("The auth service listens on 8080"), read("The billing service listens on 8081"))
