"""What a store promises when it is asked for texts that contain something: the same as Python finds, in any case."""

from __future__ import annotations

import pytest

from recollect.contracts.store import Store
from recollect.model.query import Filter
from recollect.model.scope import Scope
from tests.contracts.building import ANA, add, at, record

TEXTS = (
    "Ana drinks tea",
    "TEA is what Ana drinks",
    "Kelvin",
    "\u212aelvin, with the sign of the unit for its k",
    "\ufb01lm and \ufb02at",
    "film and flat",
    "Stra\u00dfe",
    "STRASSE",
    "\u017ftrasse with a long s",
    "ISTANBUL",
    "\u0130stanbul with a dot",
    "\u0131stanbul without",
    "100 % of it",
    "100 of it",
    "snake_case",
    "snakeXcase",
    "wow! really",
    "back\\slash",
    "Zo\u00eb",
    "ZO\u00cb",
    "\u4eca\u65e5\u306f tea",
)
ASKED = (
    "tea", "TEA", "kelvin", "\u212a", "fi", "film", "ss", "strasse", "stra\u00dfe", "istanbul", "i", "%", "0 %", "_",
    "e_c", "!", "w!", "\\", "zo\u00eb", "o", "\u65e5", "nowhere", "ana drinks tea", " ", "  ",
)  # fmt: skip


@pytest.mark.parametrize("asked", ASKED)
def test_texts_are_found_by_what_they_contain_in_any_case(store: Store, asked: str) -> None:
    bob, shared = Scope(user="bob"), Scope()
    for number, scope in enumerate((ANA, bob, shared)):
        add(store, *(record(text, scope, seconds=10 * at_ + number) for at_, text in enumerate(TEXTS)))
    wanted = [text for text in reversed(TEXTS) if asked.casefold() in text.casefold()]
    filter = Filter(contains=asked)
    for whose, times in (({"everyone": True}, 3), ({"own": True}, 1), ({}, 2)):
        found = store.list(ANA, filter, now=at(1000), limit=100, offset=0, **whose)
        assert [one.content for one in found] == [text for text in wanted for _ in range(times)]
        assert store.count(ANA, filter, now=at(1000), **whose) == times * len(wanted)
        page = store.list(ANA, filter, now=at(1000), limit=2, offset=1, **whose)
        assert page == found[1:3]


def test_longer_terms_are_found_by_how_they_begin_in_one_space_alone(store: Store) -> None:
    add(
        store, record("0d46413aa98d5 and 0d46413bb and 0d46413 and 0d4641300 and 0d46413xy and 0d46412aa and 0d46414aa")
    )
    add(store, record("0d46413cc", Scope(user="bob")))
    with store.reading(ANA, signature=None) as reader:
        (own,) = [space for space in reader.spaces if len(space.columns)]
        assert own.longer("0d46413") == ["0d4641300", "0d46413aa98d5", "0d46413bb"]
        assert own.longer("1111111") == []
