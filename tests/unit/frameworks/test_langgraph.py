"""RecollectStore beyond what LangGraph's own store does: it stays, it expires, it refuses, and a graph uses it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any, TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore, GetOp, InvalidNamespaceError, PutOp, SearchOp

from recollect import InvalidInput, Memory, UnknownName
from recollect.errors import TooLarge
from recollect.frameworks.langgraph import RecollectStore
from tests.clock import Clock

ANA, BEN = ("users", "ana"), ("users", "ben")
KEY = "sk-proj-" + "a1B2c3D4e5F6g7H8" * 3


@pytest.fixture
def store(memory: Memory, clock: Clock) -> RecollectStore:
    return RecollectStore(memory, clock=clock)


class State(TypedDict):
    user: str
    said: str
    recalled: list[str]


def remember(state: State, *, store: BaseStore) -> dict[str, Any]:
    store.put(("users", state["user"]), state["said"][:12], {"text": state["said"]})
    return {}


def recall(state: State, *, store: BaseStore) -> dict[str, Any]:
    found = store.search(("users", state["user"]), query="where does she live?", limit=1)
    return {"recalled": [item.value["text"] for item in found]}


async def remember_later(state: State, *, store: BaseStore) -> dict[str, Any]:
    await store.aput(("users", state["user"]), state["said"][:12], {"text": state["said"]})
    return {}


async def recall_later(state: State, *, store: BaseStore) -> dict[str, Any]:
    found = await store.asearch(("users", state["user"]), query="where does she live?", limit=1)
    return {"recalled": [item.value["text"] for item in found]}


def graph(store: BaseStore, *, later: bool = False) -> Any:
    made = StateGraph(State)
    made.add_node("remember", remember_later if later else remember)
    made.add_node("recall", recall_later if later else recall)
    made.add_edge(START, "remember")
    made.add_edge("remember", "recall")
    made.add_edge("recall", END)
    return made.compile(store=store)


SAID = ["She plays the cello on Sundays", "She lives in Lisbon near the river", "She is allergic to peanuts"]


def test_a_graph_remembers_and_recalls_across_runs_and_users(store: RecollectStore) -> None:
    run = graph(store)
    for said in SAID:
        last = run.invoke({"user": "ana", "said": said, "recalled": []})
    assert last["recalled"] == [SAID[1]]
    assert run.invoke({"user": "ben", "said": "She lives in Oslo", "recalled": []})["recalled"] == ["She lives in Oslo"]


def test_an_asynchronous_graph_does_the_same(store: RecollectStore) -> None:
    async def talk() -> Any:
        run = graph(store, later=True)
        for said in SAID:
            last = await run.ainvoke({"user": "ana", "said": said, "recalled": []})
        return last

    assert asyncio.run(talk())["recalled"] == [SAID[1]]


def test_many_asynchronous_writes_at_once_all_arrive(store: RecollectStore) -> None:
    async def write() -> None:
        await asyncio.gather(*(store.aput(ANA, f"k{n}", {"n": n}) for n in range(25)))

    asyncio.run(write())
    assert sorted(item.value["n"] for item in store.search(ANA, limit=100)) == list(range(25))


def test_items_are_there_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with RecollectStore(path, embedder="none") as first:
        first.put(ANA, "home", {"text": "Lisbon", "since": 2024})
    with RecollectStore(path, embedder="none") as again:
        found = again.get(ANA, "home")
        assert found is not None
        assert found.value == {"text": "Lisbon", "since": 2024}
        assert again.list_namespaces() == [ANA]


def test_a_put_makes_the_item_anew_and_the_memory_keeps_its_history(store: RecollectStore, clock: Clock) -> None:
    store.put(ANA, "home", {"city": "Porto"})
    first = store.get(ANA, "home")
    clock.forward(hours=1)
    store.put(ANA, "home", {"city": "Lisbon"})
    second = store.get(ANA, "home")
    assert first is not None
    assert second is not None
    assert second.value == {"city": "Lisbon"}
    assert first.created_at == first.updated_at < second.created_at == second.updated_at
    [record] = store.memory.list(user="langgraph")
    versions = [one.metadata["langgraph"]["value"] for one in store.memory.history(record.id)]
    assert versions == [{"city": "Porto"}, {"city": "Lisbon"}]


def test_what_is_deleted_is_gone_for_good(store: RecollectStore) -> None:
    store.put(ANA, "home", {"city": "Porto"})
    store.delete(ANA, "home")
    store.delete(ANA, "home")
    assert store.get(ANA, "home") is None
    assert store.memory.count(user="langgraph", status=[]) == 0


def test_items_lie_where_no_users_search_finds_them_unless_a_user_is_named(memory: Memory, clock: Clock) -> None:
    RecollectStore(memory, clock=clock).put(ANA, "home", {"text": "Ana lives in Lisbon"})
    assert memory.search("Lisbon", user="ben") == []
    assert memory.search("Lisbon") == []
    named = RecollectStore(memory, user="ana", clock=clock)
    assert named.get(ANA, "home") is None
    named.put(ANA, "home", {"text": "Ana lives in Lisbon"})
    assert [hit.metadata["langgraph"]["key"] for hit in memory.search("Lisbon", user="ana")] == ["home"]


def test_what_everybody_shares_is_not_an_item_of_a_user(memory: Memory, clock: Clock) -> None:
    shared, own = RecollectStore(memory, user=None, clock=clock), RecollectStore(memory, user="ana", clock=clock)
    shared.put(("news",), "today", {"text": "rain in Lisbon"})
    assert own.get(("news",), "today") is None
    assert own.search(("news",), query="rain") == own.search(("news",)) == []
    assert [item.key for item in shared.search(("news",), query="rain")] == ["today"]


# --- time to live -------------------------------------------------------------------------------------------------


def test_an_item_expires_after_its_minutes_and_its_name_is_free(store: RecollectStore, clock: Clock) -> None:
    store.put(ANA, "code", {"n": 1}, ttl=10)
    store.put(ANA, "home", {"n": 2})
    clock.forward(minutes=11)
    assert store.get(ANA, "code") is None
    assert [item.key for item in store.search(ANA)] == ["home"]
    store.put(ANA, "code", {"n": 3})
    assert [(item.key, item.value["n"]) for item in store.search(ANA)] == [("home", 2), ("code", 3)]


@pytest.mark.parametrize("read", ["get", "search", "question"])
@pytest.mark.parametrize("refresh", [True, False, None])
def test_a_read_makes_an_item_live_on_unless_it_is_told_not_to(
    store: RecollectStore, clock: Clock, read: str, refresh: bool | None
) -> None:
    store.put(ANA, "code", {"text": "door code"}, ttl=10)
    clock.forward(minutes=9)
    if read == "get":
        assert store.get(ANA, "code", refresh_ttl=refresh) is not None
    else:
        assert store.search(ANA, query="door" if read == "question" else None, refresh_ttl=refresh)
    clock.forward(minutes=9)
    assert (store.get(ANA, "code") is None) == (refresh is False)


def test_the_stores_own_time_to_live_holds_where_a_put_says_nothing(memory: Memory, clock: Clock) -> None:
    store = RecollectStore(memory, ttl={"default_ttl": 5, "refresh_on_read": False}, clock=clock)
    store.put(ANA, "short", {"n": 1})
    store.put(ANA, "long", {"n": 2}, ttl=60)
    store.put(ANA, "ever", {"n": 3}, ttl=None)
    clock.forward(minutes=4)
    assert len(store.search(ANA)) == 3
    clock.forward(minutes=2)
    assert [item.key for item in store.search(ANA)] == ["long", "ever"]
    clock.forward(days=365)
    assert [item.key for item in store.search(ANA)] == ["ever"]
    assert store.sweep_ttl() == 2
    assert memory.count(user="langgraph", include_expired=True, status=[]) == 1


def test_what_is_put_again_without_an_end_has_none(store: RecollectStore, clock: Clock) -> None:
    store.put(ANA, "code", {"n": 1}, ttl=60)
    store.put(ANA, "code", {"n": 2}, ttl=None)
    assert store.memory.list(user="langgraph")[0].expires_at is None
    clock.forward(days=9)
    found = store.get(ANA, "code")
    assert found is not None
    assert found.value == {"n": 2}


def test_reading_often_does_not_write_often(store: RecollectStore, clock: Clock) -> None:
    store.put(ANA, "code", {"n": 1}, ttl=60)
    for _ in range(50):
        store.get(ANA, "code")
    [record] = store.memory.list(user="langgraph")
    assert record.version == 1
    put_at = store.get(ANA, "code")
    clock.forward(minutes=30)
    read_at = store.get(ANA, "code")
    assert put_at is not None
    assert read_at is not None
    assert read_at.updated_at == put_at.updated_at, "a read changes how long it lives, not when it was written"


# --- what can be found --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields, index, found",
    [
        (None, None, {"fado", "tram", "river"}),
        (["title"], None, {"fado"}),
        (["title", "parts[*].text"], None, {"fado", "tram"}),
        (["title"], ["note"], {"river"}),
        (["title"], ["missing"], set()),
        (None, False, set()),
    ],
)
def test_only_what_is_indexed_can_be_found_by_a_question(
    tmp_path: Path, fields: list[str] | None, index: Any, found: set[str]
) -> None:
    with RecollectStore(tmp_path / "m.db", embedder="none", index={"fields": fields} if fields else None) as store:
        store.put(ANA, "doc", {"title": "fado", "parts": [{"text": "tram"}], "note": "river"}, index=index)
        [record] = store.memory.list(user="langgraph")
        assert {word for word in ("fado", "tram", "river") if word in record.content} == found
        [item] = store.search(ANA, query="fado")
        assert (item.score is not None) == bool(found)


def test_an_index_made_for_another_store_is_taken_with_our_own_embedder(memory: Memory, clock: Clock) -> None:
    store = RecollectStore(memory, index={"dims": 3, "embed": "openai:whatever", "fields": ["text"]}, clock=clock)
    store.put(ANA, "home", {"text": "Ana lives in Lisbon"})
    assert store.search(ANA, query="Lisbon")[0].score


# --- what is refused ----------------------------------------------------------------------------------------------


def test_a_value_with_a_secret_is_refused_whole_and_nothing_changes(store: RecollectStore) -> None:
    store.put(ANA, "login", {"text": "asks for a token"})
    batch = [PutOp(ANA, "login", {"token": KEY}), PutOp(ANA, "other", {"n": 1})]
    with pytest.raises(InvalidInput, match="nothing of this batch was stored"):
        store.batch(batch)
    assert store.batch([GetOp(ANA, "other")]) == [None]
    held = store.get(ANA, "login")
    assert held is not None
    assert held.value == {"text": "asks for a token"}
    assert KEY not in "".join(store.memory.export())


@pytest.mark.parametrize(
    "key, value", [("ana@example.com", {"text": "x"}), ("mail", {"text": "ana@example.com"})], ids=["key", "value"]
)
def test_what_is_refused_as_personal_data_is_told_as_that(tmp_path: Path, key: str, value: dict[str, str]) -> None:
    with RecollectStore(tmp_path / "a.db", embedder="none", pii="email") as store:
        with pytest.raises(InvalidInput, match=r"personal data .*pii"):
            store.put(ANA, key, value)
        assert store.search(ANA) == []
    with RecollectStore(tmp_path / "b.db", embedder="none", pii="email", secrets="mask") as masking:
        masking.put(ANA, key, value)
        assert "[pii: email]" in str(masking.search(ANA))


def test_a_value_with_a_secret_is_read_back_masked_or_whole_where_a_person_says_so(tmp_path: Path) -> None:
    with RecollectStore(tmp_path / "a.db", embedder="none", secrets="mask") as masking:
        masking.put(ANA, "login", {"token": KEY})
        held = masking.get(ANA, "login")
        assert held is not None
        assert held.value == {"token": "[secret: api key]"}
    with Memory(tmp_path / "b.db", embedder="none", secrets="off") as memory:
        keeping = RecollectStore(memory)
        keeping.put(ANA, "login", {"token": KEY})
        held = keeping.get(ANA, "login")
        assert held is not None
        assert held.value == {"token": KEY}


@pytest.mark.parametrize(
    "value, error",
    [
        ({"at": object()}, InvalidInput),
        ({1: 2}, InvalidInput),
        ({"x": [{1: "a", "1": "b"}]}, InvalidInput),
        ({"x": float("nan")}, InvalidInput),
        ({"x": "a\x00b"}, InvalidInput),
        ({"x": "y" * 200_000}, TooLarge),
    ],
)
def test_what_no_database_can_hold_is_refused(store: RecollectStore, value: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        store.put(ANA, "odd", value)
    assert store.search(ANA) == []


@pytest.mark.parametrize("ttl", [0, -1, float("inf"), float("nan"), True])
def test_a_time_to_live_is_a_number_of_minutes(store: RecollectStore, ttl: Any) -> None:
    with pytest.raises(InvalidInput, match="minutes"):
        store.put(ANA, "k", {"n": 1}, ttl=ttl)


def test_other_wrong_input_says_what_is_wrong(memory: Memory, store: RecollectStore, tmp_path: Path) -> None:
    store.put(ANA, "k", {"n": 1})
    with pytest.raises(UnknownName, match="operators are"):
        store.search(ANA, filter={"n": {"$near": 1}})
    with pytest.raises(InvalidInput, match="compares numbers"):
        store.search(ANA, filter={"missing": {"$gt": 1}})
    with pytest.raises(InvalidInput, match="at most 60 labels"):
        store.put(("x",) * 61, "k", {"n": 1})
    with pytest.raises(InvalidNamespaceError):
        store.put((), "k", {"n": 1})
    with pytest.raises(InvalidInput, match="not an operation"):
        store.batch(["get"])
    with pytest.raises(InvalidInput, match="index takes no 'dim'"):
        RecollectStore(memory, index={"dim": 3})
    with pytest.raises(InvalidInput, match="ttl takes no 'minutes'"):
        RecollectStore(memory, ttl={"minutes": 3})
    with pytest.raises(InvalidInput, match="refuse, mask"):
        RecollectStore(memory, secrets="off")
    with pytest.raises(InvalidInput, match="takes no 'embedder'"):
        RecollectStore(memory, embedder="none")


def test_long_and_odd_names_are_kept_apart(store: RecollectStore) -> None:
    names = [("a" * 600,), ("a" * 601,), ("a/b",), ("a", "b"), ("日本",), (" ",)]
    for place, namespace in enumerate(names):
        store.batch([PutOp(namespace, "k" * 700, {"n": place})])
    found = store.batch([GetOp(namespace, "k" * 700) for namespace in names])
    assert [item.value["n"] for item in found] == list(range(len(names)))
    assert [len(store.search(namespace)) for namespace in names] == [1] * len(names)


def test_more_items_than_a_page_holds_are_all_found(monkeypatch: pytest.MonkeyPatch, store: RecollectStore) -> None:
    monkeypatch.setattr("recollect.frameworks.langgraph.PAGE", 7)
    store.batch([PutOp(ANA, str(n), {"n": n}) for n in range(30)])
    [found] = store.batch([SearchOp(ANA, limit=100)])
    assert [item.value["n"] for item in found] == list(range(30))
    assert [item.value["n"] for item in store.search(ANA, limit=3, offset=28)] == [28, 29]


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.put("users", "k", {"a": 1}),
        lambda store: store.get("users", "k"),
        lambda store: store.delete("users", "k"),
        lambda store: store.search("users"),
        lambda store: store.list_namespaces(prefix="users"),
    ],
    ids=["put", "get", "delete", "search", "list_namespaces"],
)
def test_a_text_is_no_namespace(store: RecollectStore, ask: Any) -> None:
    with pytest.raises(InvalidInput, match=r"write \('users',\)"):
        ask(store)
    assert store.list_namespaces() == []


def test_without_langgraph_the_import_says_what_to_install() -> None:
    script = "import sys; sys.modules['langgraph'] = None; import recollect.frameworks.langgraph"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == (
        "ModuleNotFoundError: RecollectStore needs LangGraph: pip install 'recollect[langgraph]'"
    )


def test_a_search_that_looks_at_more_than_it_shows_counts_no_recall(store: RecollectStore, memory: Memory) -> None:
    for number in range(5):
        store.put(ANA, f"k{number}", {"text": f"note {number} about the garden", "n": number})

    def counts() -> list[int]:
        memory._running.recall.flush()
        return sorted(one.access_count for one in memory.list(user="langgraph"))

    assert len(store.search(ANA, query="garden notes", filter={"n": 3})) == 1
    assert len(store.search(ANA, query="garden notes", limit=2, offset=2)) == 2
    assert store.search(ANA, query="garden notes", limit=0) == []
    assert counts() == [0, 0, 0, 0, 0]
    assert len(store.search(ANA, query="garden notes", limit=2)) == 2
    assert counts() == [0, 0, 0, 1, 1]
