"""What a store finds when its tables were damaged, what it repairs, and how an index is built anew."""

from __future__ import annotations

import pytest

from recollect.contracts.store import Store
from recollect.errors import StoreCorrupt
from recollect.model.query import Filter
from recollect.model.scope import Scope
from recollect.rules.text import ANALYSER_VERSION
from tests.contracts.building import ANA, SIGNATURE, add, at, columns_of, entries, execute, postings_of, record

TERMS = ("appl", "pear", "plum")
WHOLE = {
    "appl": [("apple pear", 1), ("apple apple", 2)],
    "pear": [("apple pear", 1)],
    "plum": [("plum", 1)],
}


OWN = "(SELECT id FROM space WHERE tenant = 'default' AND owner = 'ana')"


@pytest.fixture
def filled(store: Store) -> Store:
    add(store, record("apple pear"), record("apple apple"), record("plum"), vectors=True)
    add(store, record("bob's apple", Scope(user="bob")), vectors=True)
    assert store.check(ANA, repair=False) == []
    return store


@pytest.mark.parametrize(
    "damage, code, count",
    [
        ("DELETE FROM posting WHERE term = 'pear'", "postings", 1),
        (f"DELETE FROM posting WHERE number = 0 AND space = {OWN}", "postings", 1),
        ("UPDATE posting SET count = 9 WHERE term = 'plum'", "postings", 1),
        ("UPDATE posting SET term = 'wrong' WHERE term = 'plum'", "postings", 1),
        (f"INSERT INTO posting (space, term, number, count) VALUES ({OWN}, 'ghost', 77, 1)", "postings", 1),
        (f"INSERT INTO posting (space, term, number, count) VALUES ({OWN}, 'appl', 2, 1)", "postings", 1),
        (f"INSERT INTO posting (space, term, number, count) VALUES ({OWN}, 'appl', 1, 2)", "postings", 2),
        ("UPDATE posting SET rest = NULL WHERE rest IS NOT NULL", "postings", 1),
        ("UPDATE posting SET rest = substr(rest, 1, 2) WHERE rest IS NOT NULL", "postings", 2),
        (f"UPDATE vector SET item = item + 1000 WHERE item = {OWN} * 4294967296", "vectors", 1),
        ("UPDATE embedder SET signature = 'test:a:9'", "vector_size", 3),
        ("UPDATE vector SET embedder = 77", "vector_size", 3),
        (f"UPDATE space SET next_number = 1 WHERE id = {OWN}", "counter", 1),
    ],
)
def test_damage_is_found_and_repaired(filled: Store, damage: str, code: str, count: int) -> None:
    assert postings_of(filled, *TERMS) == WHOLE, "the cache is warm, so that a repair must reach it"
    columns_of(filled)
    execute(filled, damage)
    found = {problem.code: problem for problem in filled.check(ANA, repair=False)}
    assert code in found
    assert not found[code].repaired
    assert sum(problem.count for problem in filled.check(ANA, repair=False) if problem.code == code) >= count
    repaired = [problem for problem in filled.check(ANA, repair=True) if problem.code == code]
    assert all(problem.repaired for problem in repaired)
    assert filled.check(ANA, repair=False) == []
    assert postings_of(filled, *TERMS) == WHOLE
    columns = columns_of(filled)
    assert (columns.vectors.any(axis=1) == columns.has_vector).all()
    add(filled, record("still writable"))
    assert [found.content for found in filled.list(ANA, Filter(), now=at(9), limit=9, offset=0)] == [
        "still writable", "plum", "apple apple", "apple pear",
    ]  # fmt: skip


BROKEN = [("metadata", "{broken"), ("metadata", "[1]"), ("tags", "5"), ("sectors", "[")]


@pytest.mark.parametrize("column, text", BROKEN)
def test_a_record_that_cannot_be_read_is_named_and_mended_and_keeps_its_text(
    filled: Store, column: str, text: str
) -> None:
    execute(filled, f"UPDATE item SET {column} = '{text}', changed = changed + 1 WHERE content = 'plum'")
    if text != "[1]":  # JSON, though not what metadata is
        with pytest.raises(StoreCorrupt, match=r"record default-ana-plum cannot be read.*doctor --repair"):
            filled.list(ANA, Filter(), now=at(9), limit=9, offset=0)
    (found,) = filled.check(ANA, repair=False)
    assert (found.code, found.count, found.repaired) == ("row", 1, False)
    assert "default-ana-plum" in found.message
    assert [problem.repaired for problem in filled.check(ANA, repair=True)] == [True]
    assert filled.check(ANA, repair=False) == []
    mended = filled.list(ANA, Filter(), now=at(9), limit=9, offset=0)[0]
    assert (mended.content, dict(mended.metadata)) == ("plum", {"unreadable": {column: text}})


def test_a_record_whose_time_makes_no_sense_is_named_and_left_alone(filled: Store) -> None:
    execute(filled, "UPDATE item SET created_at = 9000000000000000000 WHERE content = 'plum'")
    (found,) = filled.check(ANA, repair=True)
    assert (found.code, found.count, found.repaired) == ("row", 1, False)
    assert "default-ana-plum" in found.message


@pytest.mark.parametrize("owner", ["ana", ""])
def test_a_space_that_is_missing_is_made_again_from_its_records(filled: Store, owner: str) -> None:
    whose = ANA if owner else Scope()
    add(filled, record("for all", Scope()))
    before = [one.content for one in filled.list(whose, Filter(), now=at(9), limit=9, offset=0)]
    execute(filled, f"DELETE FROM space WHERE tenant = 'default' AND owner = '{owner}'")
    (found,) = filled.check(ANA, repair=False)
    assert (found.code, found.count, found.repaired) == ("space", 3 if owner else 1, False)
    assert all(problem.repaired for problem in filled.check(ANA, repair=True))
    assert filled.check(ANA, repair=False) == []
    assert [one.content for one in filled.list(whose, Filter(), now=at(9), limit=9, offset=0)] == before
    add(filled, record("still writable", whose))
    assert filled.check(ANA, repair=False) == []


def test_a_space_whose_user_has_another_by_now_is_told_and_left_alone(filled: Store) -> None:
    execute(filled, "DELETE FROM space WHERE tenant = 'default' AND owner = 'ana'")
    add(filled, record("cherry"))
    (found,) = filled.check(ANA, repair=True)
    assert (found.code, found.count, found.repaired) == ("space", 3, False)
    assert "restore a backup" in found.message


@pytest.mark.parametrize("column", ["layer", "kind", "status"])
def test_a_value_that_no_record_may_have_is_reported_and_never_guessed_at(filled: Store, column: str) -> None:
    execute(filled, f"UPDATE item SET {column} = 'strange', changed = changed + 1 WHERE content = 'plum'")
    problems = filled.check(ANA, repair=True)
    assert [(problem.code, problem.count, problem.repaired) for problem in problems] == [("row", 1, False)]
    assert column in problems[0].message
    with pytest.raises(StoreCorrupt, match="strange"):
        columns_of(filled)


def test_a_vector_of_another_size_is_no_vector(filled: Store) -> None:
    execute(filled, "UPDATE embedder SET signature = 'test:a:9'")
    assert not columns_of(filled, signature="test:a:9").has_vector.any()


def test_a_check_looks_at_its_own_tenant_only(filled: Store) -> None:
    execute(filled, "DELETE FROM posting WHERE term = 'pear'")
    assert filled.check(Scope(tenant="other"), repair=True) == []
    assert len(filled.check(Scope(), repair=False)) == 1


def test_a_check_that_does_not_repair_changes_nothing(filled: Store) -> None:
    execute(filled, "DELETE FROM posting WHERE term = 'pear'")
    for _ in range(2):
        assert [problem.repaired for problem in filled.check(ANA, repair=False)] == [False]


@pytest.mark.feature("RM-06")
def test_an_index_of_another_analyser_is_told_and_can_be_replaced(filled: Store) -> None:
    execute(filled, f"UPDATE space SET analyser = 0 WHERE id = {OWN}")
    execute(filled, f"UPDATE posting SET term = 'old_' || term WHERE space = {OWN}")
    assert [problem.code for problem in filled.check(ANA, repair=True)] == ["analyser"]
    assert filled.analyser_version(ANA) == 0
    filled.replace_index(ANA, entries(*filled.scan(ANA)), analyser_version=ANALYSER_VERSION)
    assert filled.analyser_version(ANA) == ANALYSER_VERSION
    assert filled.check(ANA, repair=False) == []
    assert postings_of(filled, *TERMS, "old_appl") == WHOLE
    assert postings_of(filled, "appl", scope=Scope(user="bob")) == {"appl": [("bob's apple", 1)]}
    assert columns_of(filled).has_vector.all(), "vectors are not touched"


def test_a_record_can_be_deleted_whose_index_another_analyser_built(filled: Store) -> None:
    execute(filled, f"UPDATE posting SET term = 'old_' || term WHERE space = {OWN}")
    execute(filled, f"UPDATE space SET analyser = 0 WHERE id = {OWN}")
    assert filled.delete(ANA, ["default-ana-apple pear"], at(1)) == 1
    assert postings_of(filled, "old_appl", "old_pear") == {"old_appl": [("apple apple", 2)]}


def test_facts_tell_the_oldest_analyser(filled: Store) -> None:
    execute(filled, f"UPDATE space SET analyser = 0 WHERE id = {OWN}")
    assert filled.facts(ANA).analyser_version == 0
    assert filled.facts(ANA).vectors == {SIGNATURE: 4}
