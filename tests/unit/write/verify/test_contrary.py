"""What of one person cannot both be so, and what can."""

from __future__ import annotations

import pytest

from recollect.contracts.embedder import Embedder
from recollect.write.verify.contrary import contrary
from recollect.write.verify.one_more import known_otherwise
from recollect.write.verify.statement import read
from tests.unit.write.verify.conftest import Judge
from tests.unit.write.verify.test_evidence import outcome

PAIRS = [
    ("Dina Moss is a software engineer who specializes in compilers.", "Dina Moss is a professional chef."),
    ("Dina Moss is a marine biologist.", "Dina Moss is a renowned concert pianist who plays worldwide."),
    ("Dina Moss is an accomplished graphic designer.", "Dina Moss is a lawyer specializing in tax law."),
    ("Dina Moss and Karl Ode met at a fair in Bonn.", "Dina Moss and Karl Ode first met while attending a workshop."),
    ("Dina Moss enjoys hiking.", "Dina Moss dislikes outdoor activities and stays at home."),
    ("User enjoys hiking", "User hates being outdoors"),
    ("Theo is scared of dogs", "Theo adores dogs"),
    ("Dina Moss is afraid of flying and travels by train.", "Dina Moss loves flying and has a pilot's license."),
    ("User loves spiders", "User is terrified of spiders"),
    ("Dina Moss and Karl Moss are siblings.", "Dina Moss is an only child and has no siblings."),
    ("Dina Moss has a twin sister who is a pilot.", "Dina Moss is an only child."),
    ("Dina Moss and Karl Ode are cousins.", "Dina Moss and Karl Ode are not related; they met at school."),
    (
        "Dina Moss and Karl Ode were engaged for two years.",
        "Dina Moss and Karl Ode have never been romantically involved.",
    ),
]
BOTH = [
    ("Dina Moss is a mother.", "Dina Moss is a full-time nurse."),
    ("Dina Moss is a doctor.", "Dina Moss is a renowned cardiologist."),
    ("Dina Moss is an artist.", "Dina Moss is a renowned sculptor."),
    ("Dina Moss is a vegetarian.", "Dina Moss is a professional pianist."),
    ("Dina Moss has two brothers.", "Dina Moss's son has no siblings."),
    ("User enjoys watching football on TV", "User hates exercise"),
    ("User loves swimming", "User doesn't like water"),
    ("User enjoys gardening", "User hates outdoor sports"),
    ("Dina Moss is dating Tom Hale.", "Dina Moss has never been married."),
    ("Dina Moss has two sisters.", "Dina Moss is not related to the painter Pablo Moss."),
    ("Dina Moss and Karl Ode met at university.", "Dina Moss and Karl Ode met through a mutual friend."),
    ("Dina Moss and Karl Ode met at a fair.", "Dina Moss and Karl Ode met in 1998."),
    ("User loves the sea", "User is scared of the sea in storms"),
    ("User says her husband is afraid of flying", "User loves flying"),
    ("User speaks English and Spanish", "User only speaks Spanish with her grandmother"),
    ("Dina Moss is a physicist.", "Dina Moss is a renowned chemist."),
    ("Dina Moss is a lawyer.", "Dina Moss is a singer."),
    ("Dina Moss is a lawyer.", "Dina Moss is also a professional chef."),
    ("Dina Moss is a lawyer.", "Dina Moss is an amateur pianist specializing in Bach."),
    ("Dina Moss is a lawyer.", "Karl Ode is a professional chef."),
    ("Dina Moss was a lawyer.", "Dina Moss is a professional chef."),
    ("Dina Moss is a lawyer.", "Dina Moss wants to be a professional chef."),
    ("User is a teacher", "User is a professional nurse"),
    ("Dina Moss and Karl Ode met at the library on Monday.", "Dina Moss and Karl Ode met at the café on Friday."),
    ("Dina Moss and Karl Ode met in Bonn.", "Dina Moss and Karl Ode met again in Rome."),
    ("Dina Moss and Karl Ode met in Bonn.", "Dina Moss and Eva Lund met in Rome."),
    ("Dina Moss enjoys hiking.", "Karl Ode dislikes outdoor activities."),
    ("Theo is scared of dogs", "Theo adores cats"),
    ("Theo is not afraid of dogs", "Theo adores dogs"),
    ("User is afraid of flying", "User's brother loves flying"),
    ("Dina Moss is fluent in English.", "Dina Moss only speaks English."),
    ("Dina Moss enjoys chess.", "Dina Moss dislikes outdoor activities."),
    ("Dina Moss does not enjoy hiking.", "Dina Moss dislikes outdoor activities."),
    ("Dina Moss enjoys hiking.", "Dina Moss dislikes nature documentaries."),
    ("Dina Moss is an advocate for forests.", "Dina Moss took the train rather than the car."),
    ("Dina Moss is active on social media.", "Dina Moss avoids all forms of sugar."),
    ("Dina Moss and Karl Moss are siblings.", "Eva Lund is an only child."),
    ("Dina Moss received a degree from Kiel.", "Dina Moss did not attend university in Bonn."),
]


@pytest.mark.parametrize("known, told", PAIRS)
def test_what_cannot_be_so_beside_it_is_replaced(decide: Judge, embedder: Embedder, known: str, told: str) -> None:
    assert contrary(read(known), read(told))
    assert decide(known, told).label == "supersede"
    assert outcome(embedder, known, told, speaker=None) == "supersede", "among two hundred others too"


@pytest.mark.parametrize("known, told", BOTH)
def test_what_can_be_so_beside_it_excludes_nothing(known: str, told: str) -> None:
    assert not contrary(read(known), read(told))


def test_what_somebody_is_known_for_stays_beside_what_is_like_it() -> None:
    known = read("Dina Moss is known for her work in choral music education.")
    assert known_otherwise(known, read("Dina Moss has been involved in music education for over two decades."))
    assert not known_otherwise(known, read("Dina Moss is known for her work in film."))
    assert not known_otherwise(known, read("Dina Moss has never worked in music education."))


@pytest.mark.parametrize(
    "known, told",
    [
        ("Dina Moss speaks Spanish.", "Dina Moss speaks French."),
        ("Ana speaks Spanish.", "Ana is fluent in French."),
        ("Dina Moss won the Turner Prize in 2010.", "Dina Moss won the Booker Prize in 2012."),
        ("Ana won the Turner Prize in 2010.", "Ana won the Booker Prize in 2012."),
    ],
)
def test_one_more_language_or_prize_replaces_none(decide: Judge, embedder: Embedder, known: str, told: str) -> None:
    assert decide(known, told).label == "keep_both"
    assert outcome(embedder, known, told, speaker=None) in {"keep_both", None}


@pytest.mark.parametrize(
    "known, told",
    [
        ("lives in Bristol", "moved to Norwich"),
        ("lives on a houseboat in Bristol", "lives in a basement flat in Norwich"),
        ("works at Bosch", "left Bosch"),
        ("is 34 years old", "is 35 years old"),
        ("is single", "is engaged to Tom Hale"),
        ("is divorced", "is married to Tom Hale"),
        ("smokes", "quit smoking"),
    ],
)
def test_who_is_called_by_his_full_name_changes_like_anybody(
    decide: Judge, embedder: Embedder, known: str, told: str
) -> None:
    for name in ("Ana", "Dina Moss"):
        assert decide(f"{name} {known}.", f"{name} {told}.").label == "supersede"
        assert outcome(embedder, f"{name} {known}.", f"{name} {told}.", speaker=None) == "supersede"
