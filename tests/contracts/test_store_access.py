"""What a store promises about keys, the audit log, settings of tenants, answers given once and the feed of changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.contracts.store import Store
from recollect.errors import Conflict
from recollect.model.batch import Batch, Ending
from recollect.model.ids import new_id
from recollect.model.job import Job
from recollect.model.kept import Kept
from recollect.model.principal import About, Answer, ApiKey, AuditEntry
from recollect.model.record import Edge
from recollect.model.scope import Scope
from tests.contracts.building import ANA, START, add, at, entries, record

ONE, TWO = Scope(tenant="one"), Scope(tenant="two")


def key(id: str, tenant: str = "one", **fields: object) -> ApiKey:
    return ApiKey(id=id, tenant=tenant, hint="rk_abcde", created_at=START, **fields)  # type: ignore[arg-type]


def test_a_key_is_found_by_its_hash_and_listed_for_its_tenant_alone(store: Store) -> None:
    made = key("k1", name="app", role="read", user="ana", requests_per_minute=5, expires_at=at(60))
    store.put_api_key(ONE, made, "hash-1")
    store.put_api_key(TWO, key("k2", "two"), "hash-2")
    assert store.find_api_key("hash-1") == made
    assert store.find_api_key("hash-3") is None
    assert store.api_keys(ONE) == [made]
    assert [found.id for found in store.api_keys(TWO)] == ["k2"]


def test_using_a_key_does_not_undo_its_revocation(store: Store) -> None:
    store.put_api_key(ONE, key("k1"), "hash-1")
    assert store.change_api_key(ONE, key("k1", revoked_at=at(5)))
    store.touch_api_key(ONE, "k1", at(6))
    found = store.find_api_key("hash-1")
    assert found is not None
    assert (found.revoked_at, found.last_used_at) == (at(5), at(6))
    assert not store.change_api_key(TWO, key("k1", "two")), "another tenant has no such key"


def test_a_rotated_key_is_known_by_its_new_hash_only(store: Store) -> None:
    store.put_api_key(ONE, key("k1"), "hash-1")
    store.change_api_key(ONE, replace(key("k1"), hint="rk_other"), "hash-2")
    assert store.find_api_key("hash-1") is None
    found = store.find_api_key("hash-2")
    assert found is not None
    assert found.hint == "rk_other"


def test_tenants_are_those_with_a_memory_or_a_key(store: Store) -> None:
    assert store.tenants() == []
    add(store, record("something", Scope(tenant="memory", user="ana")))
    store.put_api_key(ONE, key("k1"), "hash-1")
    assert store.tenants() == ["memory", "one"]
    store.erase(Scope(tenant="memory", user="ana"), at(1))
    assert store.tenants() == ["one"]


@pytest.mark.parametrize("has_space", [True, False])
def test_the_keys_of_an_erased_user_go_and_no_others(store: Store, has_space: bool) -> None:
    for number, user in enumerate(("ana", "ana", "bob", None)):
        store.put_api_key(ANA, key(f"k{number}", ANA.tenant, user=user), f"hash-{number}")
    if has_space:
        add(store, record("something"))
    assert store.erase(ANA, at(1))["keys"] == 2
    assert [store.find_api_key(f"hash-{number}") is None for number in range(4)] == [True, True, False, False]
    assert [one.user for one in store.api_keys(ANA)] == ["bob", None]
    assert store.erase(Scope(tenant=ANA.tenant), at(1)).get("keys", 0) == 0, "a key bound to nobody is the tenant's"


def test_tenants_with_jobs_that_can_be_done_now_come_in_turn(store: Store) -> None:
    for tenant, seconds in (("late", 20), ("early", 10), ("later", 500)):
        scope = Scope(tenant=tenant)
        job = Job(id=f"job of {tenant}", kind="extract", scope=scope, run_at=at(seconds), created_at=START)
        store.write(scope, Batch(jobs=(job,)))
    assert store.tenants_due(at(5), limit=9) == []
    assert store.tenants_due(at(100), limit=9) == [("early", at(10)), ("late", at(20))]
    assert store.tenants_due(at(100), limit=1) == [("early", at(10))]
    assert store.tenants_due(at(100), limit=1, after="early") == [("late", at(20))]
    assert store.tenants_due(at(100), limit=9, after="early") == [("late", at(20)), ("early", at(10))]
    assert store.tenants_due(at(100), limit=9, after="zzz") == [("early", at(10)), ("late", at(20))]
    claimed = store.claim_job(Scope(tenant="early"), now=at(100), lease_until=at(200), claim="c", everyone=True)
    assert claimed is not None
    assert store.tenants_due(at(150), limit=9) == [("late", at(20))]
    assert ("early", at(10)) in store.tenants_due(at(250), limit=9), "its worker died"


def test_a_tenant_keeps_its_own_settings(store: Store) -> None:
    store.put_tenant_settings(ONE, {"preset": "omniroute", "entries_max": 5})
    store.put_tenant_settings(ONE, {"preset": "osaurus", "entries_max": None})
    assert store.tenant_settings(ONE) == {"preset": "osaurus"}
    assert store.tenant_settings(TWO) == {}


def test_the_audit_log_is_read_newest_first_and_by_tenant(store: Store) -> None:
    made = [
        AuditEntry(
            id=f"a{n}", at=at(n), key_id="k1", user="ana" if n % 2 else None, verb="add", ids=(f"m{n}",), count=1
        )
        for n in range(5)
    ]
    store.note_audit(ONE, made)
    store.note_audit(TWO, made[:1])
    assert store.audit(ONE, limit=2) == [made[4], made[3]]
    assert store.audit(ONE, before="a3", limit=9) == [made[2], made[1], made[0]]
    assert store.audit(ONE, user="ana", limit=9) == [made[3], made[1]]
    assert store.trim_audit(ONE, at(3)) == 3
    assert len(store.audit(TWO, limit=9)) == 1


TOLD = AuditEntry(id="a1", at=START, key_id="k1", user="ana", verb="add")


def test_an_entry_of_the_audit_log_comes_with_the_write_it_tells_of(open_store: Callable[[], Store]) -> None:
    store, other = open_store(), open_store()
    with store.telling(ANA, TOLD):
        add(store, record("1", id="m1"), record("2", id="m2"))
        assert other.audit(ANA, limit=9) == [TOLD.about(("m1", "m2"))], "before anybody has said that it is done"
        add(store, record("3", id="m3"))
    add(store, record("4"))
    assert store.audit(ANA, limit=9) == [TOLD.about(("m1", "m2", "m3"))], "one entry, of all that was written inside"


def test_what_was_not_written_is_not_told_of(store: Store) -> None:
    add(store, record("1", id="m1"))
    with pytest.raises(Conflict), store.telling(ANA, TOLD):
        store.write(ANA, Batch(seen=0))
    with store.telling(ANA, TOLD):
        store.write(TWO, Batch(entries=entries(record("elsewhere", TWO))))
    assert (store.audit(ANA, limit=9), store.audit(TWO, limit=9)) == ([], []), "nor of another tenant's"
    deleted = replace(TOLD, verb="delete")
    with store.telling(ANA, deleted) as told:
        store.delete(ANA, ["m1"], at(1))
        told(deleted.about(("m1", "and", "more")))
    assert store.audit(ANA, limit=9) == [deleted.about(("m1", "and", "more"))]


def test_a_removal_is_told_of_by_what_removes_and_counted_as_it_goes_on(store: Store) -> None:
    add(store, *(record(f"{n}", id=f"m{n:02}") for n in range(60)))
    ids = [f"m{n:02}" for n in range(60)]
    cleared = replace(TOLD, verb="clear")
    with store.telling(ANA, cleared):
        add(store, record("a summary made anew", id="s"))
        assert store.audit(ANA, limit=9) == [], "nothing is cleared yet"
        store.delete(ANA, ids[:30], at(1))
        assert store.audit(ANA, limit=9) == [cleared.about(tuple(ids[:30]))]
        store.delete(ANA, ids[30:], at(2))
    assert store.audit(ANA, limit=9) == [cleared.about(tuple(ids))], "names a few, counts all"


def test_erasing_is_told_of_in_its_own_transaction_and_for_all_users(store: Store) -> None:
    bob = Scope(user="bob")
    add(store, record("1"), record("2"))
    add(store, record("3", bob))
    erased = replace(TOLD, verb="erase")
    with store.telling(ANA, erased):
        store.erase(ANA, at(1))
        assert store.audit(ANA, limit=9) == [erased.about((), 2)]
        store.erase(bob, at(1))
    assert store.audit(ANA, limit=9) == [erased.about((), 3)]


def test_a_merge_of_what_is_not_there_is_not_told_of(store: Store) -> None:
    add(store, record("1"))
    with store.telling(ANA, replace(TOLD, verb="merge_entities")):
        assert not store.merge_entities(ANA, "nobody", "nothing", at(1))
    assert store.audit(ANA, limit=9) == []


def test_what_is_put_back_beside_records_is_told_of_where_it_was_not_there(store: Store) -> None:
    add(store, record("1", id="m1"), record("2", id="m2"))
    edge = Edge(source_type="record", source="m1", target_type="record", target="m2", kind="about", created_at=START)
    kept = [Kept(user="ana", what=edge)]
    for id in ("a1", "a2"):
        with store.telling(ANA, replace(TOLD, id=id, verb="import_")):
            store.keep(ANA, kept)
    assert [one.id for one in store.audit(ANA, limit=9)] == ["a1"]


def test_what_is_told_without_a_write_is_told_too(store: Store) -> None:
    with store.telling(ANA, TOLD) as told:
        told(TOLD.about((), 7))
    assert store.audit(ANA, limit=9) == [TOLD.about((), 7)]


def test_an_answer_is_claimed_once_kept_and_given_again(store: Store) -> None:
    asked = Answer(request_hash="r", status=None, body=None, created_at=START)
    stale, expired = START - timedelta(minutes=2), START - timedelta(days=1)
    assert store.begin_answer(ONE, "n", asked, stale=stale) is None
    assert store.begin_answer(TWO, "n", asked, stale=stale) is None, "names are a tenant's own"
    held = store.begin_answer(ONE, "n", asked, stale=stale)
    assert held is not None
    assert held.status is None
    store.end_answer(ONE, "n", 201, b'{"id": 1}', expired=expired)
    held = store.begin_answer(ONE, "n", asked, stale=stale)
    assert held is not None
    assert (held.status, held.body) == (201, b'{"id": 1}')
    store.end_answer(TWO, "n", None, None, expired=expired)
    assert store.begin_answer(TWO, "n", asked, stale=stale) is None, "what failed may be tried again"


def test_an_answer_that_never_came_is_let_go_after_a_while(store: Store) -> None:
    asked = Answer(request_hash="r", status=None, body=None, created_at=START)
    assert store.begin_answer(ONE, "n", asked, stale=START) is None
    assert store.begin_answer(ONE, "n", replace(asked, created_at=at(300)), stale=at(180)) is None


def test_an_answer_that_takes_long_is_held_while_it_is_renewed(store: Store) -> None:
    asked = Answer(request_hash="r", status=None, body=None, created_at=START)
    for scope in (ONE, TWO):
        assert store.begin_answer(scope, "n", asked, stale=START) is None
    store.renew_answer(ONE, "n", at(250))
    again = replace(asked, created_at=at(300))
    assert store.begin_answer(ONE, "n", again, stale=at(180)) is not None
    assert store.begin_answer(TWO, "n", again, stale=at(180)) is None, "another tenant's was not renewed"
    store.end_answer(ONE, "n", 201, b"{}", expired=START)
    store.renew_answer(ONE, "n", at(900))
    held = store.begin_answer(ONE, "n", again, stale=at(600))
    assert held is not None
    assert (held.status, held.created_at) == (201, at(250)), "what is answered is not renewed"


@pytest.mark.parametrize("erase", [False, True])
def test_what_an_answer_said_goes_with_what_is_deleted(store: Store, erase: bool) -> None:
    add(store, record("a secret of Ana", ANA, id="m1"))
    asked = Answer(request_hash="r", status=None, body=None, created_at=START)
    store.begin_answer(ANA, "n", asked, stale=START)
    store.end_answer(ANA, "n", 201, b"a secret of Ana", expired=START - timedelta(days=1))
    if erase:
        store.erase(ANA, at(1))
    else:
        store.delete(ANA, ["m1"], at(1))
    held = store.begin_answer(ANA, "n", asked, stale=START)
    assert held is not None
    assert (held.status, held.body) == (201, None)


def test_who_follows_somebody_is_told_that_he_was_erased_and_nobody_else_is(store: Store) -> None:
    bob, shared = Scope(user="bob"), Scope()
    for scope, id in ((ANA, "a1"), (bob, "b1"), (shared, "s1")):
        add(store, record("something", scope, id=id))
    marks = {
        one: store.changes(scope, None, everyone=one == "all").marks
        for one, scope in (("ana", ANA), ("bob", bob), ("all", shared), ("shared", shared))
    }

    def told(one: str, scope: Scope) -> bool:
        found = store.changes(scope, marks[one], everyone=one == "all")
        assert not store.changes(scope, found.marks, everyone=one == "all").erased, "once"
        return found.erased

    assert not any(told(one, scope) for one, scope in (("ana", ANA), ("all", shared)))
    store.erase(ANA, at(1))
    assert told("ana", ANA)
    assert told("all", shared)
    assert not told("bob", bob)
    assert not told("shared", shared)
    assert not store.changes(bob, marks["all"], everyone=False).erased, "he has all his spaces: it was not his"
    assert not store.changes(bob, {**marks["bob"], 10**9: 1}, everyone=False).erased, "a mark may be made up"
    add(store, record("written again", ANA, id="a2"))
    again = store.changes(ANA, marks["ana"], everyone=False)
    assert (again.erased, [one.id for one in again.changes]) == (True, ["a2"])


def kept_of(store: Store, name: str) -> bytes | None:
    held = store.begin_answer(
        ANA, name, Answer(request_hash="r", status=None, body=None, created_at=START), stale=START
    )
    assert held is not None
    return held.body


def keep_answer(store: Store, name: str, body: bytes, about: About | None) -> None:
    asked = Answer(request_hash="r", status=None, body=None, created_at=START)
    store.begin_answer(ANA, name, asked, stale=START)
    store.end_answer(ANA, name, 201, body, about=about)


@pytest.mark.parametrize("how", ["delete", "many", "version", "removed", "erase", "erase shared"])
def test_an_answer_about_something_else_stays_as_it_is(store: Store, how: str) -> None:
    add(store, record("for everybody", Scope(), id="s1"))
    (old,) = add(store, record("a secret of Ana", ANA, id="m1"))
    told = {
        "her own": About(ids=frozenset({"m1", "m2"}), users=frozenset({"ana"})),
        "another": About(ids=frozenset({"m10", "ana"}), users=frozenset({"m1", "ben"})),
        "anything": None,
        "nothing": About(),
    }
    for name, about in told.items():
        keep_answer(store, name, name.encode(), about)
    if how == "version":
        new = replace(old, content="another", version=2, previous_version_id="v1", item=0)
        ending = Ending(id="m1", item=old.item, status="superseded", ended_at=at(1), moved_to="v1")
        store.write(ANA, Batch(entries=entries(new), endings=(ending,)))
        store.delete(ANA, [], at(2), versions=["v1"])
    elif how == "removed":
        store.write(ANA, Batch(removed=("m1",), at=at(1)))
    elif how.startswith("erase"):
        store.erase(ANA if how == "erase" else Scope(), at(1))
    else:
        store.delete(ANA, ["m1", *(f"n{number}" for number in range(200 if how == "many" else 0))], at(1))
    assert kept_of(store, "her own") is None
    assert kept_of(store, "anything") is None
    everything = how == "erase shared"
    assert kept_of(store, "another") == (None if everything else b"another")
    assert kept_of(store, "nothing") == (None if everything else b"nothing")


def test_an_answer_that_is_kept_again_is_found_again(store: Store) -> None:
    about = About(ids=frozenset({"m1"}), users=frozenset({"ana"}))
    for number in range(2):
        add(store, record("a secret of Ana", ANA, id="m1"))
        keep_answer(store, "n", b"a secret", about)
        store.delete(ANA, ["m1"], at(number))
        assert kept_of(store, "n") is None


def test_answers_are_dropped_when_that_is_asked_for(store: Store) -> None:
    keep_answer(store, "n", b"a secret", About(ids=frozenset({"m1"})))
    keep_answer(store, "later", b"other", About())
    assert kept_of(store, "n") == b"a secret"
    store.end_answer(ANA, "later", 201, b"other", about=About(), expired=START + timedelta(days=1))
    asked = Answer(request_hash="r", status=None, body=None, created_at=START)
    assert store.begin_answer(ANA, "n", asked, stale=START) is None


def test_changes_are_told_once_in_order_and_only_to_who_may_see_them(store: Store) -> None:
    shared, bob = Scope(), Scope(user="bob")
    marks = store.changes(ANA, None, everyone=False).marks
    assert store.changes(ANA, marks, everyone=False).changes == ()
    add(store, record("of Ana", ANA, id="a1"))
    add(store, record("of all", shared, id="s1"))
    add(store, record("of Bob", bob, id="b1"))
    told = store.changes(ANA, marks, everyone=False)
    assert [(one.kind, one.id, one.user) for one in told.changes] == [("added", "a1", "ana"), ("added", "s1", None)]
    store.delete(ANA, ["a1"], at(9))
    later = store.changes(ANA, told.marks, everyone=False)
    assert [(one.kind, one.id) for one in later.changes] == [("deleted", "a1")]
    assert {one.id for one in store.changes(shared, {}, everyone=True).changes} == {"a1", "s1", "b1"}


def test_a_version_that_an_edit_filed_away_is_no_record_that_changed(store: Store) -> None:
    (old,) = add(store, record("Ana lives in Lisbon", ANA, id="a1"))
    marks = store.changes(ANA, None, everyone=False).marks
    id = new_id(at(5))
    new = replace(old, content="Ana lives in Porto", version=2, previous_version_id=id, item=0)
    ending = Ending(id="a1", item=old.item, status="superseded", ended_at=at(5), moved_to=id)
    store.write(ANA, Batch(entries=entries(new), endings=(ending,)))
    told = store.changes(ANA, marks, everyone=False).changes
    assert [(one.kind, one.id, one.version) for one in told] == [("changed", "a1", 2)]


def test_a_memory_that_took_the_place_of_another_was_added_and_the_other_changed(store: Store) -> None:
    (old,) = add(store, record("Ana lives in Lisbon", ANA, id="a1"))
    marks = store.changes(ANA, None, everyone=False).marks
    for id, made_at in (("a2", at(5)), ("a3", at(5))):
        made = {"id": id, "content": id, "created_at": made_at, "version": old.version + 1, "item": 0}
        new = replace(old, previous_version_id=old.id, **made)
        ending = Ending(id=old.id, item=old.item, status="superseded", ended_at=at(5))
        store.write(ANA, Batch(entries=entries(new), endings=(ending,)))
        told = store.changes(ANA, marks, everyone=False)
        # what was made in the same moment is told as before: it is not known to be new, and the other one changed
        kind = "added" if id == "a2" else "changed"
        assert sorted((one.kind, one.id) for one in told.changes) == sorted([(kind, id), ("changed", old.id)])
        marks = told.marks
        (old,) = store.get(ANA, [id])


def test_the_changes_of_everybody_go_on_after_a_look_that_found_none(store: Store) -> None:
    shared, bob = Scope(), Scope(user="bob")
    add(store, record("of Ana", ANA, id="a1"))
    add(store, record("of Bob", bob, id="b1"))
    first = store.changes(shared, {}, everyone=True)
    none = store.changes(shared, first.marks, everyone=True)
    assert (none.changes, none.marks) == ((), first.marks)
    add(store, record("of Chloe", Scope(user="chloe"), id="c1"))
    store.delete(bob, ["b1"], at(9))
    told = store.changes(shared, none.marks, everyone=True)
    assert sorted((one.kind, one.id, one.user) for one in told.changes) == [
        ("added", "c1", "chloe"),
        ("deleted", "b1", "bob"),
    ]
    assert store.changes(shared, told.marks, everyone=True).changes == ()


def test_the_changes_of_everybody_tell_of_who_takes_the_place_of_somebody_erased(store: Store) -> None:
    shared, bob = Scope(), Scope(user="bob")
    add(store, record("of Bob", bob, id="b1"))
    marks = store.changes(shared, None, everyone=True).marks
    store.erase(bob, at(1))
    add(store, record("of Ana", ANA, id="a1"))
    told = store.changes(shared, marks, everyone=True)
    assert [(one.kind, one.id, one.user) for one in told.changes] == [("added", "a1", "ana")]
    assert store.changes(shared, told.marks, everyone=True).changes == ()


def test_many_changes_come_in_parts_without_loss(store: Store) -> None:
    for number in range(30):
        add(store, *(record(f"{number} {part}", ANA, id=f"m{number}-{part}") for part in range(40)))
    seen: list[str] = []
    marks = {}
    for _ in range(20):
        told = store.changes(ANA, marks, everyone=False)
        if not told.changes:
            break
        seen += [one.id for one in told.changes]
        marks = dict(told.marks)
    assert len(seen) == 1200
    assert len(set(seen)) == 1200


@pytest.mark.feature("OB-03")
def test_what_embedders_could_not_do_is_kept_by_tenant_and_says_nothing_of_what_is_deleted(store: Store) -> None:
    for number in range(3):
        store.note_embedding(ONE, at(number), "openai", f"rate limit {number}")
    assert store.embedding_log(ONE, limit=2) == [(at(1), "openai", "rate limit 1"), (at(2), "openai", "rate limit 2")]
    assert store.embedding_log(TWO, limit=9) == []
    store.note_embedding(ONE, at(3), "openai", "", "completed")
    assert len(store.embedding_log(ONE, limit=9)) == 3, "what succeeded is no failure"
    add(store, record("a text", Scope(tenant="one"), id="m1"))
    store.delete(ONE, ["m1"], at(9))
    assert store.embedding_log(ONE, limit=1) == [(at(2), "openai", "")]


def test_notes_are_a_tenants_own_and_no_settings(store: Store) -> None:
    mine, other = Scope(tenant="t"), Scope(tenant="other")
    store.put_tenant_settings(mine, {"rrf_k": 10})
    store.put_note(mine, "batch/1", {"id": None, "items": [1, 2]})
    store.put_note(mine, "batch/1", {"id": "b", "items": [1, 2]})
    store.put_note(mine, "elsewhere", {})
    assert store.notes(mine, "batch/") == {"batch/1": {"id": "b", "items": [1, 2]}}
    assert store.notes(other, "") == {}
    assert store.tenant_settings(mine) == {"rrf_k": 10}
    store.put_note(mine, "batch/1", None)
    assert store.notes(mine, "") == {"elsewhere": {}}
    assert store.tenant_settings(mine) == {"rrf_k": 10}


BEN = Scope(tenant=ANA.tenant, user="ben")
NO_ONE = Scope(tenant=ANA.tenant)
ELSEWHERE = Scope(tenant="elsewhere", user=ANA.user)


@pytest.mark.feature("SC-06")
def test_what_an_upstream_gave_is_known_to_every_process_and_is_his_alone_who_was_given_it(
    open_store: Callable[[], Store],
) -> None:
    store, other = open_store(), open_store()
    store.note_given(ANA, ["h1", "h2", "h1"], at(1), expired=START)
    store.note_given(ANA, ["h2"], at(2), expired=START)
    assert other.given(ANA, ["h1", "h2", "h3"], since=START) == {"h1", "h2"}
    for stranger in (BEN, NO_ONE, ELSEWHERE):
        assert other.given(stranger, ["h1", "h2"], since=START) == set()
    many = [f"h{n}" for n in range(2000)]
    assert other.given(ANA, many, since=START) == {"h1", "h2"}
    assert other.given(ANA, many, since=at(2)) == {"h2"}, "given again is given later"
    assert other.given(ANA, [], since=START) == set()


@pytest.mark.feature("SC-06")
def test_the_last_of_what_was_given_under_one_beginning(open_store: Callable[[], Store]) -> None:
    store, other = open_store(), open_store()
    store.note_given(ANA, ["aa:1", "ab:9", "a", "aa;7"], at(3), expired=START)
    store.note_given(ANA, ["aa:5", "aa:3"], at(2), expired=START)
    assert other.given_last(ANA, "aa:", since=START) == "aa:1", "the last that was given"
    store.note_given(ANA, ["aa:0", "aa:2"], at(4), expired=START)
    assert other.given_last(ANA, "aa:", since=START) == "aa:2"
    assert other.given_last(ANA, "ab:", since=at(3)) == "ab:9"
    assert other.given_last(ANA, "ab:", since=at(4)) is None, "too long ago"
    assert other.given_last(ANA, "ac:", since=START) is None
    for stranger in (BEN, NO_ONE, ELSEWHERE):
        assert other.given_last(stranger, "aa:", since=START) is None


@pytest.mark.feature("SC-06")
def test_each_tenant_sees_and_trims_its_own_of_what_was_given(store: Store) -> None:
    for scope in (ANA, BEN, NO_ONE, ELSEWHERE):
        store.note_given(scope, ["old"], at(1), expired=START)
    store.note_given(ANA, ["new"], at(9), expired=at(5))
    for scope in (ANA, BEN, NO_ONE):
        assert "old" not in store.given(scope, ["old"], since=START), "a write drops what is too old"
    assert store.given(ELSEWHERE, ["old"], since=START) == {"old"}, "of its own tenant"
    assert store.trim_given(ANA, at(9)) == 0
    assert store.trim_given(ANA, at(10)) == 1
    assert store.trim_given(ELSEWHERE, None) == 1
    assert store.given(ELSEWHERE, ["old"], since=START) == set()


@pytest.mark.feature("SE-03")
def test_what_was_given_goes_with_the_user(store: Store) -> None:
    add(store, record("Ana has a space"))
    for scope in (ANA, BEN, NO_ONE, ELSEWHERE):
        store.note_given(scope, ["h"], at(1), expired=START)
    assert store.erase(ANA, at(2))["given"] == 1
    assert store.erase(BEN, at(2)) == {"given": 1}, "who has no space has nothing else"
    assert store.erase(BEN, at(2)) == {}
    assert [store.given(scope, ["h"], since=START) for scope in (ANA, BEN)] == [set(), set()]
    assert [store.given(scope, ["h"], since=START) for scope in (NO_ONE, ELSEWHERE)] == [{"h"}, {"h"}]
    assert store.erase(NO_ONE, at(2)) == {"given": 1}
