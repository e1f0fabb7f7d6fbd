"""What a store promises when it is asked how much there is: by agent and by sector."""

from __future__ import annotations

import math

import pytest

from recollect.contracts.store import Store
from recollect.model.query import Filter
from recollect.model.record import DAY_S
from recollect.model.scope import Scope
from tests.contracts.building import ANA, add, archive, at, record

EVERYTHING = Filter()
SPACES = (ANA, Scope(user="bob"), Scope(), Scope(tenant="other", user="ana"))


@pytest.mark.feature("SC-04")
def test_agents_are_counted_with_what_is_remembered_of_each(store: Store) -> None:
    one, two = Scope(user="ana", agent="one", session="s1"), Scope(user="ana", agent="one", session="s2")
    add(store, record("a", one), record("b", one), record("said", one, layer="turn", role="user"))
    add(store, record("c", two, seconds=60))
    add(store, record("d", Scope(user="ana", agent="two"), layer="turn"))
    add(store, record("of no agent", ANA))
    add(store, record("shared", Scope(agent="one", session="s3"), seconds=30))
    add(store, record("bob's", Scope(user="bob", agent="three")))
    add(store, record("another tenant's", Scope(tenant="other", user="ana", agent="four")))
    (gone,) = add(store, record("archived", Scope(user="ana", agent="five")))
    archive(store, gone, seconds=1)
    found = store.agents(ANA, EVERYTHING, now=at(100), limit=10)
    assert [(one.agent, one.memories, one.turns, one.sessions) for one in found] == [("one", 4, 1, 3), ("two", 0, 1, 0)]
    assert found[0].last_at == at(60)
    assert [one.agent for one in store.agents(ANA, EVERYTHING, now=at(100), limit=1)] == ["one"]
    assert [one.agent for one in store.agents(Scope(), EVERYTHING, now=at(100), limit=9)] == ["one"]
    assert store.agents(Scope(tenant="nobody"), EVERYTHING, now=at(100), limit=9) == []
    add(store, record("bob's too", Scope(user="bob", agent="one", session="s1")))
    whole = store.agents(Scope(), EVERYTHING, now=at(100), limit=9, everyone=True)
    assert [(one.agent, one.memories, one.sessions) for one in whole] == [("one", 5, 4), ("three", 1, 0), ("two", 0, 0)]


@pytest.mark.feature("OB-01", "LC-01")
def test_sectors_are_counted_with_what_is_left_of_their_strength(store: Store) -> None:
    fields = {"decay_rate": 0.02, "strength": 0.8}
    add(
        store,
        record("new", sectors=("emotional", "episodic"), seconds=30 * DAY_S, **fields),
        record("old", sectors=("emotional",), **fields),
        record("unplaced", sectors=(), strength=0.5),
    )
    (gone,) = add(store, record("archived", sectors=("reflective",)))
    archive(store, gone, seconds=1)
    add(store, record("over", sectors=("reflective",), expires_at=at(5)))
    found = store.sector_counts(ANA, EVERYTHING, now=at(30 * DAY_S))
    assert [(one.sector, one.count) for one in found] == [("semantic", 1), ("emotional", 2)], "in the order of sectors"
    assert found[0].strength == pytest.approx(0.5)
    assert found[1].strength == pytest.approx((0.8 + 0.8 * math.exp(-0.02 * 30)) / 2)


@pytest.mark.feature("OB-01")
def test_the_strength_of_a_day_is_right_to_a_ten_thousandth(store: Store) -> None:
    made = [record(f"n{hour}", sectors=("emotional",), strength=1 - hour / 100, decay_rate=0.02, seconds=hour * 3600)
            for hour in range(24)]  # fmt: skip
    add(store, *made)
    now = at(40 * DAY_S)
    (found,) = store.sector_counts(ANA, EVERYTHING, now=now)
    assert found.count == 24
    assert found.strength == pytest.approx(sum(one.strength_now(now) for one in made) / 24, abs=1e-4)


@pytest.mark.feature("SC-06")
def test_counts_stay_inside_what_a_scope_sees(store: Store) -> None:
    for place, scope in enumerate(SPACES):
        add(store, *(record(f"{place} {number}", scope, sectors=("semantic",)) for number in range(place + 1)))

    def count(scope: Scope, **asked: bool) -> list[int]:
        return [one.count for one in store.sector_counts(scope, EVERYTHING, now=at(9), **asked)]

    assert count(ANA) == [1 + 3]
    assert count(Scope()) == [3]
    assert count(ANA, everyone=True) == [1 + 2 + 3]
    assert count(Scope(tenant="other", user="ana")) == [4]
    assert count(Scope(tenant="nobody"), everyone=True) == []
    only = Filter(layers=("document",))
    assert store.sector_counts(ANA, only, now=at(9)) == []


@pytest.mark.feature("DB-01")
def test_totals_are_of_what_is_active_by_layer_and_kind_with_their_tokens(store: Store) -> None:
    add(store, record("nine char", kind="fact"), record("said", layer="turn", role="user"), record("x", kind="note"))
    (gone,) = add(store, record("archived"))
    archive(store, gone, seconds=1)
    add(store, record("over", expires_at=at(5)))
    for other in (Scope(), Scope(user="bob"), Scope(tenant="other", user="ana")):
        add(store, record("shared", other))
    found = store.totals(ANA, EVERYTHING, now=at(9))
    assert (found.records, found.by_layer["memory"], found.by_layer["turn"], found.by_layer["document"]) == (4, 3, 1, 0)
    assert (found.by_kind["fact"], sum(found.by_kind.values())) == (1, 3), "kinds are those of memories"
    assert found.tokens == 3 + 1 + 1 + 2, "a quarter of the characters, each record rounded up"
    assert store.totals(ANA, EVERYTHING, now=at(9), everyone=True).records == 5
    nothing = store.totals(Scope(tenant="nobody"), EVERYTHING, now=at(9), everyone=True)
    assert (nothing.records, nothing.tokens) == (0, 0)
