"""What a store finds when its tables were damaged, what it repairs, and how an index is built anew."""

from __future__ import annotations

import numpy as np
import pytest

from recollect.contracts.store import Store
from recollect.errors import StoreCorrupt
from recollect.model.columns import Columns
from recollect.model.ids import content_hash
from recollect.model.query import Filter
from recollect.model.record import Provenance
from recollect.model.scope import Scope
from recollect.rules.text import ANALYSER_VERSION
from tests.contracts.building import (
    ANA,
    DIM,
    INT8_SIGNATURE,
    SIGNATURE,
    add,
    at,
    columns_of,
    edit,
    entries,
    execute,
    postings_of,
    record,
)

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


FAR = 9_000_000_000_000_000_000


@pytest.mark.parametrize("column", ["created_at", "updated_at", "strength_at", "occurred_at", "ended_at", "expires_at"])
def test_a_time_that_makes_no_sense_is_mended_from_its_row_and_kept(filled: Store, column: str) -> None:
    execute(filled, f"UPDATE item SET {column} = {FAR}, changed = changed + 1 WHERE content = 'plum'")
    (found,) = filled.check(ANA, repair=False)
    assert (found.code, found.count, found.repaired) == ("row", 1, False)
    assert "default-ana-plum" in found.message
    assert [problem.repaired for problem in filled.check(ANA, repair=True)] == [True]
    assert filled.check(ANA, repair=False) == []
    (mended,) = filled.get(ANA, ["default-ana-plum"])
    assert getattr(mended, column) == (at(0) if column in ("created_at", "updated_at", "strength_at") else None)
    assert dict(mended.metadata) == {"unreadable": {column: FAR}}


def test_a_record_whose_times_all_make_no_sense_is_named_and_left_alone(filled: Store) -> None:
    execute(
        filled, f"UPDATE item SET created_at = {FAR}, updated_at = {FAR}, strength_at = {FAR} WHERE content = 'plum'"
    )
    execute(filled, "DELETE FROM posting WHERE term = 'pear'")
    problems = filled.check(ANA, repair=True)
    assert [(problem.code, problem.repaired) for problem in problems] == [("row", False), ("postings", True)]
    assert "default-ana-plum" in problems[0].message
    assert [problem.code for problem in filled.check(ANA, repair=False)] == ["row"], "the others are mended"


@pytest.fixture
def lenient(filled: Store) -> Store:
    """A store whose database takes anything for a text or a number."""
    if not filled.url.startswith("sqlite"):
        pytest.skip("PostgreSQL refuses what is not of the type of its column")
    return filled


BYTES = [
    ("content", "CAST(x'706cff6d' AS TEXT)", "pl\ufffdm", "706cff6d"),
    ("content", "x'706cff6d'", "pl\ufffdm", "706cff6d"),
    ("content", "x'706c756d'", "plum", "706c756d"),
    ("content", "x'706c00756d'", "pl?um", "706c00756d"),
    ("session", "CAST(x'ff' AS TEXT)", "\ufffd", "ff"),
    ("key", "CAST(x'ff' AS TEXT)", None, "ff"),
    ("speaker", "x'ff'", None, "ff"),
    ("created_at", "'abc'", at(0), "abc"),
    ("valid_from", "'abc'", None, "abc"),
    ("strength", "'abc'", 0.5, "abc"),
    ("version", "'abc'", 1, "abc"),
]


@pytest.mark.parametrize("column, sql, becomes, kept", BYTES)
def test_what_is_not_of_the_type_of_its_column_is_mended_and_kept(
    lenient: Store, column: str, sql: str, becomes: object, kept: str
) -> None:
    execute(lenient, f"UPDATE item SET {column} = {sql}, changed = changed + 1 WHERE id = 'default-ana-plum'")
    found = lenient.check(ANA, repair=False)
    assert [(problem.code, problem.count, problem.repaired) for problem in found] == [("row", 1, False)]
    assert "default-ana-plum" in found[0].message
    assert all(problem.repaired for problem in lenient.check(ANA, repair=True))
    assert lenient.check(ANA, repair=False) == []
    (mended,) = lenient.get(ANA, ["default-ana-plum"])
    assert getattr(mended, column) == becomes
    assert dict(mended.metadata) == {"unreadable": {column: kept}}
    assert len(columns_of(lenient)) == 3
    assert lenient.delete(ANA, ["default-ana-plum"], at(5)) == 1


@pytest.mark.parametrize(
    "damage, read",
    [
        ("content = CAST(x'706cff6d' AS TEXT)", "record"),
        ("content = x'706cff6d'", "record"),
        ("created_at = 'abc'", "record"),
        ("created_at = 'abc'", "columns"),
        ("ended_at = 'abc'", "columns"),
        ("strength = 'abc'", "columns"),
        ("position = 'abc'", "columns"),
        ("session = CAST(x'ff' AS TEXT)", "columns"),
    ],
)
def test_whoever_reads_what_is_not_of_the_type_of_its_column_is_sent_to_the_doctor(
    lenient: Store, damage: str, read: str
) -> None:
    execute(lenient, f"UPDATE item SET {damage}, changed = changed + 1 WHERE id = 'default-ana-plum'")
    with pytest.raises(StoreCorrupt, match="recollect doctor"):
        lenient.get(ANA, ["default-ana-plum"]) if read == "record" else columns_of(lenient)


@pytest.mark.parametrize("column", ["metadata", "tags", "id", "layer", "owner"])
def test_bytes_that_are_no_text_keep_nothing_else_from_being_checked(lenient: Store, column: str) -> None:
    execute(lenient, f"UPDATE item SET {column} = CAST(x'ff' AS TEXT), changed = changed + 1 WHERE content = 'plum'")
    execute(lenient, "DELETE FROM posting WHERE term = 'pear'")
    execute(
        lenient, "UPDATE vector SET data = x'00' WHERE item IN (SELECT item FROM item WHERE content = 'apple pear')"
    )
    execute(lenient, f"UPDATE space SET next_number = 1 WHERE id = {OWN}")
    codes = {"row", "postings", "vector_size", "counter"}
    assert {problem.code for problem in lenient.check(ANA, repair=False)} == codes
    repaired = {problem.code: problem.repaired for problem in lenient.check(ANA, repair=True)}
    mendable = column in ("metadata", "tags")
    assert repaired == {code: code != "row" or mendable for code in codes}
    left = lenient.check(ANA, repair=False)
    assert [problem.code for problem in left] == ([] if mendable else ["row"])
    assert all(("number" if column == "id" else "default-ana-plum") in problem.message for problem in left)


def test_a_term_that_is_no_text_means_a_new_keyword_index(lenient: Store) -> None:
    execute(lenient, "UPDATE posting SET term = CAST(x'ff' AS TEXT) WHERE term = 'plum'")
    assert [problem.code for problem in lenient.check(ANA, repair=False)] == ["postings"]
    assert [problem.repaired for problem in lenient.check(ANA, repair=True)] == [True]
    assert lenient.check(ANA, repair=False) == []
    assert postings_of(lenient, *TERMS) == WHOLE


@pytest.mark.parametrize(
    "damage, column, right",
    [
        ("length = 99", None, None),
        ("content_hash = 'deadbeef'", "provenance", Provenance(content_hash=content_hash("plum"))),
        ("strength = 7.5", "strength", 1.0),
        ("strength = -1", "strength", 0.0),
        ("confidence = -3", "confidence", 0.0),
        ("decay_rate = -1", "decay_rate", 0.0),
        ("access_count = -1", "access_count", 0),
        ("version = 0", "version", 1),
        ("ended_at = 1", "ended_at", None),
        ("status = 'pending_review', ended_at = 1", "ended_at", None),
        ("status = 'archived'", "ended_at", at(0)),
        ("status = 'superseded'", "ended_at", at(0)),
    ],
)
def test_what_follows_from_a_record_agrees_with_it(
    filled: Store, damage: str, column: str | None, right: object
) -> None:
    before = columns_of(filled).length.tolist()
    execute(filled, f"UPDATE item SET {damage}, changed = changed + 1 WHERE content = 'plum'")
    assert [(one.code, one.count, one.repaired) for one in filled.check(ANA, repair=False)] == [("derived", 1, False)]
    assert [problem.repaired for problem in filled.check(ANA, repair=True)] == [True]
    assert filled.check(ANA, repair=False) == []
    if column is None:
        assert columns_of(filled).length.tolist() == before
    else:
        assert getattr(filled.get(ANA, ["default-ana-plum"])[0], column) == right


def test_what_ended_and_says_that_it_is_active_stays_ended_where_another_has_its_key(filled: Store) -> None:
    add(filled, record("old home", key="home", id="old", status="superseded", ended_at=at(3)))
    add(filled, record("new home", key="home", id="new"))
    execute(filled, "UPDATE item SET status = 'active' WHERE id = 'old'")
    assert [(one.code, one.repaired) for one in filled.check(ANA, repair=True)] == [("derived", True)]
    assert filled.check(ANA, repair=False) == []
    old, new = filled.get(ANA, ["old", "new"])
    assert (old.status, old.ended_at, new.status, new.ended_at) == ("superseded", at(3), "active", None)


LAMPS = ["lamp 1", "lamp 2", "lamp 3", "lamp 4"]


@pytest.mark.parametrize("key", [None, "lamp"])
@pytest.mark.parametrize(
    "damage, left",
    [
        ("DELETE FROM item WHERE content = 'lamp 2'", ["lamp 1", "lamp 3", "lamp 4"]),
        ("DELETE FROM item WHERE content = 'lamp 1'", ["lamp 2", "lamp 3", "lamp 4"]),
        ("UPDATE item SET previous_version_id = 'nope' WHERE content = 'lamp 4'", LAMPS),
        ("UPDATE item SET previous_version_id = 'default-bob-bob''s apple' WHERE content = 'lamp 2'", LAMPS),
    ],
)
def test_a_chain_of_versions_that_is_cut_is_joined_again(
    filled: Store, key: str | None, damage: str, left: list[str]
) -> None:
    (first,) = add(filled, record("lamp 1", id="lamp", key=key))
    lamp = edit(filled, first, "lamp 2", seconds=1)
    lamp = edit(filled, lamp, "lamp 3", seconds=2)
    edit(filled, lamp, "lamp 4", seconds=3)
    (other,) = add(filled, record("chair 1", id="chair", seconds=9))
    edit(filled, other, "chair 2", seconds=10)
    add(filled, record("was said elsewhere", id="loose", status="superseded", ended_at=at(8), seconds=7))
    assert filled.check(ANA, repair=False) == []
    execute(filled, damage)
    found = [problem for problem in filled.check(ANA, repair=False) if problem.code == "versions"]
    assert [(problem.count, problem.repaired) for problem in found] == [(1, False)]
    assert all(problem.repaired for problem in filled.check(ANA, repair=True))
    assert filled.check(ANA, repair=False) == []
    assert [one.content for one in filled.versions(ANA, "lamp")] == left
    filled.delete(ANA, ["lamp"], at(20))
    kept = {one.content for one in filled.scan(ANA)}
    assert kept == {"apple pear", "apple apple", "plum", "chair 1", "chair 2", "was said elsewhere"}


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


@pytest.mark.parametrize("column", ["layer", "kind", "status", "role"])
def test_a_value_that_no_record_may_have_is_reported_and_never_guessed_at(filled: Store, column: str) -> None:
    execute(filled, f"UPDATE item SET {column} = 'strange', changed = changed + 1 WHERE content = 'plum'")
    problems = filled.check(ANA, repair=True)
    assert [(problem.code, problem.count, problem.repaired) for problem in problems] == [("row", 1, False)]
    assert column in problems[0].message
    assert "default-ana-plum" in problems[0].message
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


@pytest.mark.feature("JB-03")
def test_what_others_write_and_delete_while_an_index_is_made_anew_keeps_its_words(filled: Store) -> None:
    execute(filled, f"UPDATE space SET analyser = 0 WHERE id = {OWN}")
    execute(filled, f"UPDATE posting SET term = 'old_' || term WHERE space = {OWN}")
    before = list(filled.scan(ANA))
    add(filled, record("cherry"), vectors=True)
    filled.delete(ANA, ["default-ana-plum"], at(1))
    filled.replace_index(ANA, entries(*before), analyser_version=ANALYSER_VERSION)
    assert filled.check(ANA, repair=False) == []
    assert postings_of(filled, "cherri", *TERMS) == {
        **{one: WHOLE[one] for one in TERMS[:2]},
        "cherri": [("cherry", 1)],
    }


def test_a_record_can_be_deleted_whose_index_another_analyser_built(filled: Store) -> None:
    execute(filled, f"UPDATE posting SET term = 'old_' || term WHERE space = {OWN}")
    execute(filled, f"UPDATE space SET analyser = 0 WHERE id = {OWN}")
    assert filled.delete(ANA, ["default-ana-apple pear"], at(1)) == 1
    assert postings_of(filled, "old_appl", "old_pear") == {"old_appl": [("apple apple", 2)]}


def test_facts_tell_the_oldest_analyser(filled: Store) -> None:
    execute(filled, f"UPDATE space SET analyser = 0 WHERE id = {OWN}")
    assert filled.facts(ANA).analyser_version == 0
    assert filled.facts(ANA).vectors == {SIGNATURE: 4}


OF_PLUM = "item IN (SELECT item FROM item WHERE content = 'plum')"
NONE_IN_FLOATS = np.array([np.nan, *[0.5] * (DIM - 1)], dtype="<f4").tobytes()
INFINITE_SCALE = np.array([np.inf], dtype="<f4").tobytes() + bytes(range(DIM))


def _without_plum(store: Store, signature: str) -> None:
    """Its vector is passed over, found, and made to be made again; the others stay as they are."""
    before = columns_of(store, signature=signature)
    columns = columns_of_another(store, signature)
    assert columns.has_vector.tolist() == [True, True, False]
    assert not columns.vectors[2].any()
    assert (columns.vectors[:2] == before.vectors[:2]).all()
    (found,) = store.check(ANA, repair=False)
    assert (found.code, found.count, found.repaired) == ("vector_numbers", 1, False)
    assert "NaN or infinite" in found.message
    assert store.pending_count(ANA, signature) == 0
    assert [problem.repaired for problem in store.check(ANA, repair=True)] == [True]
    assert store.check(ANA, repair=False) == []
    assert [record.content for _, record in store.pending_vectors(ANA, signature, limit=9)] == ["plum"]
    assert columns_of(store, signature=signature).has_vector.tolist() == [True, True, False]


def columns_of_another(store: Store, signature: str) -> Columns:
    """As a process that begins now sees them."""
    execute(store, "UPDATE space SET epoch = epoch + 1")
    return columns_of(store, signature=signature)


def test_a_vector_with_a_number_that_is_none_spoils_no_other_and_is_made_again(lenient: Store) -> None:
    columns_of(lenient)
    execute(lenient, f"UPDATE vector SET data = ? WHERE {OF_PLUM}", (NONE_IN_FLOATS,))
    _without_plum(lenient, SIGNATURE)


def test_a_vector_in_eight_bits_with_a_scale_that_is_none_spoils_no_other_and_is_made_again(store: Store) -> None:
    add(store, record("apple pear"), record("apple apple"), record("plum"), vectors=True, signature=INT8_SIGNATURE)
    columns_of(store, signature=INT8_SIGNATURE)
    column = "data" if store.url.startswith(("sqlite", ":memory:")) else "code"
    execute(store, f"UPDATE vector SET {column} = ? WHERE {OF_PLUM}", (INFINITE_SCALE,))
    _without_plum(store, INT8_SIGNATURE)
