"""What of one person cannot both be so, and what can."""

from __future__ import annotations

import pytest

from recollect.contracts.embedder import Embedder
from recollect.write.verify.contrary import contrary, known_otherwise
from recollect.write.verify.statement import read
from tests.unit.write.verify.conftest import Judge
from tests.unit.write.verify.test_evidence import outcome

PAIRS = [
    ("Dina Moss is a software engineer who specializes in compilers.", "Dina Moss is a professional chef."),
    ("Dina Moss is a marine biologist.", "Dina Moss is a renowned concert pianist who plays worldwide."),
    ("Dina Moss is an accomplished graphic designer.", "Dina Moss is a lawyer specializing in tax law."),
    ("Dina Moss and Karl Ode met at a fair in Bonn.", "Dina Moss and Karl Ode first met while attending a workshop."),
    ("Dina Moss enjoys hiking.", "Dina Moss dislikes outdoor activities and stays at home."),
    ("Dina Moss loves birdwatching and camping.", "Dina Moss has a strong aversion to nature."),
    ("User enjoys hiking", "User hates being outdoors"),
    ("User loves football", "User can't stand sports"),
    ("Dina Moss is an advocate for forests.", "Dina Moss is an advocate for better trains rather than forests."),
    ("Dina Moss is active on social media.", "Dina Moss avoids all forms of social media."),
    ("Dina Moss and Karl Moss are siblings.", "Dina Moss is an only child and has no siblings."),
    ("Dina Moss received a master's degree from Kiel.", "Dina Moss did not attend university and is self-taught."),
]
BOTH = [
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
