"""Offers: which of the hits may stand in a context at all."""

from __future__ import annotations

import pytest

from recollect.model.query import Hit
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.read.context.offers import LOOKED_AT, Offers
from recollect.rules.tokens import CHARS_PER_TOKEN
from tests.clock import START

BUDGET = 100
LONG = "x" * round(BUDGET * CHARS_PER_TOKEN * LOOKED_AT)


def hit(content: str, place: int, layer: str) -> Hit:
    record = Record(
        id=f"{layer}{place}",
        content=content,
        scope=Scope(user="ana", session="s"),
        layer=layer,
        role="user",
        position=place,
        strength_at=START,
        created_at=START,
        updated_at=START,
    )
    return Hit(record=record, score=1 / (place + 1), tier="hybrid")


def offered(layer: str, *, long: int) -> list[str]:
    texts = [*(f"{LONG} {place}" for place in range(long)), "short"]
    offers = Offers(("excerpts", "memories"), query="short?", group=True, trust_min=0.3, now=START)
    return [one.text for one in offers.of([hit(text, at, layer) for at, text in enumerate(texts)], BUDGET)]


@pytest.mark.parametrize("long", [1, 5, 20])
def test_long_turns_do_not_hide_a_short_one_behind_them(long: int) -> None:
    assert offered("turn", long=long)[-1] == "short"


def test_of_memories_only_the_best_are_looked_at() -> None:
    assert "short" not in offered("memory", long=5)
