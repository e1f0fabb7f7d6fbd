"""mem0's interfaces over a real server: its own client, unchanged, and the routes of its server."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.clients import Client, Serving

Make = Callable[..., "Talk"]
ANA: dict[str, Any] = {"filters": {"user_id": "ana"}}


class Talk:
    """mem0's client; the asynchronous one is waited for, so that both are asked alike."""

    def __init__(self, client: Any, runner: asyncio.Runner | None) -> None:
        self.client = client
        self._runner = runner

    def __call__(self, method: str, *args: Any, **given: Any) -> Any:
        answer = getattr(self.client, method)(*args, **given)
        return answer if self._runner is None else self._runner.run(answer)

    def texts(self, **given: Any) -> list[str]:
        return [one["memory"] for one in self("get_all", **given)["results"]]


@pytest.fixture(scope="module")
def mem0(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Its package, which writes a file in the home folder and speaks to others unless it is told not to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEM0_TELEMETRY", "False")
        patch.setenv("MEM0_DIR", str(tmp_path_factory.mktemp("mem0")))
        yield importlib.import_module("mem0")


@pytest.fixture(params=["MemoryClient", "AsyncMemoryClient"])
def talk(request: pytest.FixtureRequest, mem0: Any, serving: Serving) -> Iterator[Make]:
    with asyncio.Runner() as runner:
        made: list[Any] = []

        def make(tenant: str = "acme", **key: Any) -> Talk:
            text = serving.client(tenant, **key).text
            is_async = request.param == "AsyncMemoryClient"
            client = getattr(mem0, request.param)(host=f"{serving.url}/mem0", api_key=text)
            made.append(client)
            return Talk(client, runner if is_async else None)

        yield make
        for client in made:
            if request.param == "AsyncMemoryClient":
                runner.run(client.async_client.aclose())
            else:
                client.client.close()


# --- its own client -------------------------------------------------------------------------------------------------


def test_the_client_learns_for_whom_its_key_is(talk: Make, serving: Serving) -> None:
    client = talk().client
    assert (client.org_id, client.project_id) == (serving.tenant(), serving.tenant())
    assert client.user_email is None


def test_a_wrong_key_is_refused_by_name(mem0: Any, serving: Serving) -> None:
    with pytest.raises(ValueError, match="not known"):
        mem0.MemoryClient(host=f"{serving.url}/mem0", api_key="wrong")


def test_add_learns_at_once_and_says_what_became_of_it(talk: Make) -> None:
    ask = talk()
    first = ask("add", "I love pizza", user_id="ana", metadata={"topic": "food"})
    assert [(one["memory"], one["event"]) for one in first["results"]] == [("User loves pizza", "ADD")]
    assert first["status"] == "SUCCEEDED"
    assert first["event_id"]
    again = ask("add", "I love pizza", user_id="ana")
    assert [one["event"] for one in again["results"]] == ["NOOP"]
    other = ask("add", [{"role": "user", "content": "I don't love pizza any more"}], user_id="ana")
    assert [one["event"] for one in other["results"]] == ["UPDATE"]
    assert len(ask.texts(**ANA)) == 1


def test_what_was_added_reads_back_in_every_field(talk: Make) -> None:
    ask = talk()
    ids = {"user_id": "ana", "agent_id": "helper", "run_id": "r1", "app_id": "shop"}
    made = ask("add", "My favorite color is blue", **ids, metadata={"topic": "taste", "n": 1})["results"][0]
    found = ask("get", made["id"])
    assert {name: found[name] for name in ids} == ids
    assert found["memory"] == made["memory"] == "User's favorite color is blue"
    assert found["metadata"] == {"topic": "taste", "n": 1}
    assert set(found) >= {"id", "categories", "created_at", "updated_at", "hash", "expiration_date"}
    assert ask("get_all", **ANA)["results"] == [found]


def test_without_infer_every_message_is_kept_as_it_is(talk: Make) -> None:
    ask = talk()
    messages = [
        {"role": "system", "content": "Be kind"},
        {"role": "user", "content": "The parcel comes at noon"},
        {"role": "assistant", "content": [{"type": "text", "text": "Noted"}]},
    ]
    made = ask("add", messages, user_id="ana", infer=False, metadata={"a": 1})
    assert [(one["memory"], one["event"]) for one in made["results"]] == [
        ("The parcel comes at noon", "ADD"),
        ("Noted", "ADD"),
    ]
    assert sorted(ask.texts(**ANA)) == ["Noted", "The parcel comes at noon"]
    assert ask("get", made["results"][0]["id"])["metadata"] == {"a": 1}
    assert ask("get", made["results"][0]["id"])["run_id"] is None


@pytest.mark.parametrize("infer, learned", [(None, ["User lives in Rome"]), (False, ["I live in Rome", "It is warm"])])
def test_a_conversation_with_tools_is_taken_as_chat_clients_have_it(
    talk: Make, mem0: Any, infer: bool | None, learned: list[str]
) -> None:
    ask = talk()
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    messages = [
        {"role": "developer", "content": "Be brief"},
        {"role": "user", "content": "I live in Rome"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "assistant", "content": "It is warm", "tool_calls": None},
        {"role": "assistant", "content": None},
        {"role": "assistant", "content": " "},
    ]
    made = ask("add", messages, user_id="ana", infer=infer)
    assert [one["memory"] for one in made["results"]] == learned
    for silent in (messages[2:3], messages[4:], ""):
        with pytest.raises(mem0.exceptions.ValidationError, match="none of them has text"):
            ask("add", silent, user_id="ana")


@pytest.mark.parametrize("text", ["User likes hiking", "The user's dog is called Max", "Prefers tea"])
def test_a_finished_memory_is_kept_as_it_is(talk: Make, text: str) -> None:
    ask = talk()
    assert [one["memory"] for one in ask("add", text, user_id="ana", metadata={"a": 1})["results"]] == [text]
    assert ask("get_all", **ANA)["results"][0]["metadata"] == {"a": 1}
    assert ask("add", "Hello there, how are you?", user_id="ana")["results"] == []


def test_options_of_the_client_say_whose_memory_it_is(talk: Make) -> None:
    ask = talk()
    made = ask("add", "I live in Lisbon", filters={"user_id": "ana"}, expiration_date="2030-01-31")
    found = ask("get", made["results"][0]["id"])
    assert (found["user_id"], found["expiration_date"]) == ("ana", "2030-01-31")
    assert found["run_id"] is None  # a conversation without a name has none


def test_an_add_in_the_background_has_an_event_to_ask_for(talk: Make, serving: Serving) -> None:
    ask = talk()
    made = ask("add", "I love pizza", user_id="ana", async_mode=True)
    assert (made["status"], made["results"]) == ("PENDING", [])
    serving.memory().flush(timeout_s=30)
    event = serving.client().ok("GET", f"/mem0/v1/event/{made['event_id']}/")
    assert event["status"] == "SUCCEEDED"
    assert [one["memory"] for one in event["results"]] == ["User loves pizza"]
    assert ask.texts(**ANA) == ["User loves pizza"]
    assert serving.client("other").get(f"/mem0/v1/event/{made['event_id']}/").status_code == 404


def test_an_add_for_nobody_is_refused(talk: Make, mem0: Any) -> None:
    exceptions = importlib.import_module("mem0.exceptions")
    with pytest.raises(exceptions.ValidationError, match="user_id"):
        talk()("add", "I love pizza")


def test_a_list_has_pages(talk: Make) -> None:
    ask = talk()
    for number in range(5):
        ask("add", f"Number {number}", user_id="ana", infer=False)
    page = ask("get_all", **ANA, page=2, page_size=2)
    assert (page["count"], [one["memory"] for one in page["results"]]) == (5, ["Number 2", "Number 1"])
    assert "page=3" in page["next"]
    assert "page=1" in page["previous"]
    assert ask("get_all", **ANA, page=3, page_size=2)["next"] is None
    assert len(ask("get_all", **ANA)["results"]) == 5


@pytest.mark.parametrize("shared", [False, True])
def test_a_list_of_a_user_has_his_memories_alone_whether_others_are_shared_or_not(
    serving: Serving, shared: bool
) -> None:
    client = serving.client()
    if shared:
        keep(client, "Closed on Mondays", agent_id="shop")
    keep(client, "Likes rain", user_id="ana", run_id="r1")
    keep(client, "Likes snow", user_id="ana")
    keep(client, "Likes fog", user_id="bob")

    def found(**filters: str) -> list[str]:
        answer = client.ok("POST", "/mem0/v3/memories/", json={"filters": filters, "page_size": 2})
        assert answer["count"] == len(answer["results"])
        return [one["memory"] for one in answer["results"]]

    assert found(user_id="ana") == ["Likes snow", "Likes rain"]
    assert found(user_id="ana", run_id="r1") == ["Likes rain"]
    assert found(user_id="nobody") == []


def test_a_list_is_narrowed_by_date_category_and_expiry(talk: Make, serving: Serving) -> None:
    ask = talk()
    memory = serving.memory()
    memory.add("Likes rain", user="ana", tags=["weather"])
    memory.add("Door code is blue", user="ana", key="k", expires_at=serving.in_days(1))
    assert ask.texts(**ANA, categories=["weather"]) == ["Likes rain"]
    serving.clock.forward(days=2)
    assert ask.texts(**ANA) == ["Likes rain"]
    assert len(ask.texts(**ANA, show_expired=True)) == 2
    assert ask.texts(**ANA, start_date=serving.in_days(-1)[:10]) == []
    assert ask.texts(**ANA, end_date=serving.in_days(0)[:10]) == ["Likes rain"]
    assert ask.texts(**ANA, end_date=serving.in_days(-9)[:10]) == []


@pytest.mark.parametrize(
    "filters, found",
    [
        ({"user_id": "ana"}, "abc"),
        ({"AND": [{"user_id": "ana"}, {"agent_id": "x"}]}, "a"),
        ({"user_id": "ana", "OR": [{"run_id": "r1"}, {"app_id": "shop"}]}, "ab"),
        ({"AND": [{"user_id": "ana"}, {"NOT": [{"agent_id": "x"}]}]}, "bc"),
        ({"user_id": "ana", "metadata": {"n": 2}}, "b"),
        ({"user_id": "ana", "n": {"gte": 2}}, "bc"),
        ({"user_id": "ana", "n": {"gt": 1, "lt": 3}}, "b"),
        ({"user_id": "ana", "n": {"in": [1, 3]}}, "ac"),
        ({"user_id": "ana", "n": {"nin": [1, 3]}}, "b"),
        ({"user_id": "ana", "n": {"ne": 1}}, "bc"),
        ({"user_id": "ana", "name": {"icontains": "OAT"}}, "c"),
        ({"user_id": "ana", "name": {"contains": "oat"}}, "c"),
        ({"user_id": "ana", "agent_id": "*"}, "a"),
        ({"user_id": "ana", "run_id": None}, "bc"),
        ({"user_id": "ana", "created_at": {"gte": "2000-01-01", "lte": "2100-01-01"}}, "abc"),
        ({"user_id": "ana", "created_at": {"lt": "2000-01-01"}}, ""),
        ({"user_id": "ana", "n": {"gte": "two"}}, ""),
        ({"AND": [{"user_id": "ana"}, {"user_id": "bob"}]}, ""),
        ({"OR": [{"user_id": "ana"}, {"user_id": "bob"}]}, "abcd"),
        ({"user_id": {"in": ["ana", "bob"]}}, "abcd"),
        ({"user_id": "*"}, "abcd"),
        ({"agent_id": "x"}, "e"),
        ({"OR": [{"user_id": "bob"}, {"agent_id": "x"}]}, "de"),
        ({"NOT": [{"user_id": "bob"}]}, "abce"),
        ({"user_id": {"ne": "bob"}}, "abce"),
        ({"user_id": {"contains": "an"}}, "abc"),
    ],
)
def test_filters_mean_what_they_say(serving: Serving, filters: dict[str, Any], found: str) -> None:
    admin = serving.client(role="admin", path="/mem0")
    items: list[dict[str, Any]] = [
        {"text": "a", "user_id": "ana", "agent_id": "x", "run_id": "r1", "metadata": {"n": 1}},
        {"text": "b", "user_id": "ana", "app_id": "shop", "metadata": {"n": 2}},
        {"text": "c", "user_id": "ana", "metadata": {"n": 3, "name": "Oat oat"}},
        {"text": "d", "user_id": "bob"},
        {"text": "e", "agent_id": "x"},
    ]
    for item in items:
        admin.ok("POST", "/memories", json={**item, "infer": False})
    answer = admin.ok("POST", "/v3/memories/", json={"filters": filters})
    assert "".join(sorted(one["memory"] for one in answer["results"])) == found
    assert answer["count"] == len(found)
    searched = admin.ok("POST", "/v3/memories/search/", json={"query": "a b c d e", "filters": filters})
    assert {one["memory"] for one in searched["results"]} <= set(found)


@pytest.mark.parametrize(
    "filters",
    [
        {"AND": "x"},
        {"AND": ["x"]},
        {"user_id": {"like": "a"}},
        {"user_id": "a", "created_at": {"gte": "soon"}},
        {"user_id": {"in": [f"u{number}" for number in range(101)]}},
        {"OR": [{"a": number} for number in range(501)]},
        {"user_id": "ana", "n": {"$gte": 1}},
    ],
)
def test_filters_that_say_nothing_are_refused(serving: Serving, filters: dict[str, Any]) -> None:
    refused = serving.client(role="admin", path="/mem0").post("/v3/memories/", json={"filters": filters})
    assert refused.status_code == 400
    assert refused.json()["detail"]


@pytest.mark.parametrize(
    "path", ["/v3/memories/", "/v2/memories/", "/v3/memories/search/", "/v1/memories/search/", "/search"]
)
@pytest.mark.parametrize(
    "filters",
    [{}, {"userid": "ana"}, {"bogus": "x"}, {"AND": [{"n": 1}, {"NOT": [{"n": 2}]}]}, {"metadata": {"user_id": "ana"}}],
)
def test_filters_that_name_nobody_are_refused_unless_the_key_does(
    serving: Serving, path: str, filters: dict[str, Any]
) -> None:
    body = {"query": "rain", "filters": filters}
    refused = serving.client(role="admin", path="/mem0").post(path, json=body)
    assert refused.status_code == 400
    assert refused.json()["detail"].startswith("at least one of user_id, agent_id, app_id and run_id is required")
    assert serving.client(user="ana", path="/mem0").post(path, json=body).status_code == 200


@pytest.mark.parametrize("path", ["/v3/memories/", "/v3/memories/search/"])
@pytest.mark.parametrize(
    "word, value",
    [("XOR", [{"user_id": "ana"}, {"n": 1}]), ("NAND", {"user_id": "ana"}), ("$or", [{"user_id": "ana"}]), ("$not", 1)],
)
def test_words_that_join_nothing_are_refused_with_those_that_do(
    serving: Serving, path: str, word: str, value: Any
) -> None:
    client = serving.client(role="admin", path="/mem0")
    for filters in ({"user_id": "ana", word: value}, {"AND": [{"user_id": "ana"}, {word: value}]}):
        refused = client.post(path, json={"query": "rain", "filters": filters})
        assert refused.status_code == 400
        told = f"filters: there is no {word}; conditions are joined by AND, OR, NOT"
        assert refused.json()["detail"] == told


def test_a_field_may_have_capitals(serving: Serving) -> None:
    client = serving.client(path="/mem0")
    for sku in ("a", "b"):
        body = {"text": sku, "user_id": "ana", "infer": False, "metadata": {"SKU": sku}}
        client.ok("POST", "/memories", json=body)
    for wanted in ("a", {"in": ["a"]}, {"ne": "b"}):
        found = client.ok("POST", "/v3/memories/", json={"filters": {"user_id": "ana", "SKU": wanted}})
        assert [one["memory"] for one in found["results"]] == ["a"]


def test_filters_that_never_end_are_refused(serving: Serving) -> None:
    deep: dict[str, Any] = {"user_id": "a"}
    for _ in range(30):
        deep = {"AND": [deep]}
    refused = serving.client(path="/mem0").post("/v3/memories/", json={"filters": deep})
    assert (refused.status_code, "levels" in refused.json()["detail"]) == (400, True)


def test_search_finds_the_best_of_whom_it_is_asked_for(talk: Make) -> None:
    ask = talk()
    ask("add", "I love pizza", user_id="ana")
    ask("add", "I live in Lisbon", user_id="ana", run_id="r1")
    ask("add", "I love sushi", user_id="bob")
    ask("add", "Pizza is served on Fridays", agent_id="cook", infer=False)
    found = ask("search", "which food?", **ANA, top_k=1)["results"]
    assert [one["memory"] for one in found] == ["User loves pizza"]
    assert 0 < found[0]["score"] <= 1
    assert found[0]["user_id"] == "ana"
    both = ask("search", "pizza or Lisbon", **ANA, rerank=True)["results"]
    assert {one["memory"] for one in both} == {"User loves pizza", "User lives in Lisbon"}
    in_run = ask("search", "pizza or Lisbon", filters={"AND": [{"user_id": "ana"}, {"run_id": "r1"}]})["results"]
    assert [one["memory"] for one in in_run] == ["User lives in Lisbon"]
    assert ask("search", "pizza", **ANA, threshold=1.0)["results"] == []
    assert set(ask("search", "pizza", **ANA, top_k=1, fields=["score"])["results"][0]) == {"id", "memory", "score"}
    of_agent = ask("search", "pizza", filters={"agent_id": "cook"})["results"]
    assert [one["memory"] for one in of_agent] == ["Pizza is served on Fridays"]


def test_update_history_and_delete(talk: Make) -> None:
    ask = talk()
    exceptions = importlib.import_module("mem0.exceptions")
    id = ask("add", "I live in Lisbon", user_id="ana")["results"][0]["id"]
    changed = ask("update", id, text="User lives in Porto", metadata={"a": 2})
    assert (changed["memory"], changed["metadata"]) == ("User lives in Porto", {"a": 2})
    assert ask("update", id, expiration_date="2030-05-31")["expiration_date"] == "2030-05-31"
    assert ask("update", id, expiration_date=None)["expiration_date"] is None
    assert ask("update", id, timestamp=1_700_000_000)["id"] == id
    steps = ask("history", id)
    assert [(step["event"], step["old_memory"], step["new_memory"]) for step in steps[:2]] == [
        ("ADD", None, "User lives in Lisbon"),
        ("UPDATE", "User lives in Lisbon", "User lives in Porto"),
    ]
    assert {step["memory_id"] for step in steps} == {id}
    assert "deleted" in ask("delete", id)["message"]
    for method in ("get", "delete", "history"):
        with pytest.raises(exceptions.MemoryNotFoundError):
            ask(method, id)
    with pytest.raises(exceptions.MemoryNotFoundError):
        ask("update", id, text="x")
    assert ask("search", "Porto", **ANA)["results"] == []


@pytest.mark.parametrize("by", [{"user_id": "ana"}, {"filters": {"user_id": "ana"}}])
def test_delete_all_takes_everything_of_one_and_nothing_of_others(
    talk: Make, serving: Serving, by: dict[str, Any]
) -> None:
    ask = talk()
    ask("add", "I love pizza", user_id="ana")
    ask("add", "I love sushi", user_id="bob")
    ask("delete_all", **by)
    assert ask.texts(**ANA) == []
    assert serving.memory().count(user="ana") == 0  # the turns too
    assert ask.texts(filters={"user_id": "bob"}) == ["User loves sushi"]


def test_delete_all_of_a_run_leaves_the_rest(talk: Make) -> None:
    ask = talk()
    ask("add", "I love pizza", user_id="ana", run_id="r1")
    ask("add", "I live in Lisbon", user_id="ana")
    ask("delete_all", user_id="ana", run_id="r1")
    assert ask.texts(**ANA) == ["User lives in Lisbon"]


@pytest.mark.parametrize(
    "by, left",
    [
        ({"filters": {"user_id": "ana", "topic": "food"}}, "bd"),
        ({"user_id": "ana", "filters": {"topic": "food"}}, "bd"),
        ({"filters": {"AND": [{"user_id": "ana"}, {"NOT": [{"topic": "food"}]}]}}, "ad"),
        ({"filters": {"user_id": "ana", "OR": [{"run_id": "r1"}, {"run_id": "r2"}]}}, "ad"),
        ({"filters": {"AND": [{"user_id": "ana"}, {"run_id": "*"}]}}, "ad"),
        ({"user_id": "ana", "run_id": "*"}, "ad"),
        ({"filters": {"AND": [{"user_id": "ana"}, {"user_id": "bob"}]}}, "abd"),
        ({"filters": {"AND": [{"user_id": "ana"}, {"run_id": "r1"}, {"run_id": "r2"}]}}, "abd"),
        ({"filters": {"AND": [{"user_id": "ana"}]}}, "d"),
        ({"user_id": "*"}, ""),
        ({"user_id": "*", "run_id": "*"}, "ad"),
        ({"user_id": "*", "agent_id": "*", "app_id": "*", "run_id": "*"}, ""),
    ],
)
def test_delete_all_takes_what_matches_and_nothing_else(
    talk: Make, serving: Serving, by: dict[str, Any], left: str
) -> None:
    ask = talk(role="admin")
    ask("add", "I love pizza", user_id="ana", metadata={"topic": "food"})
    ask("add", "I live in Lisbon", user_id="ana", run_id="r1")
    ask("add", "I love sushi", user_id="bob", metadata={"topic": "food"})
    ask("delete_all", **by)
    texts = {"a": "User loves pizza", "b": "User lives in Lisbon", "d": "User loves sushi"}
    assert set(ask.texts(filters={"user_id": {"in": ["ana", "bob"]}})) == {texts[name] for name in left}
    turns = serving.memory().list(everyone=True, layers=("turn",))
    assert len(turns) == len(left)


def test_delete_all_of_somebody_leaves_what_is_shared(serving: Serving) -> None:
    owner, bound = serving.client(role="admin", path="/mem0"), serving.client(user="ana", path="/mem0")
    said = {"infer": False, "agent_id": "helper", "metadata": {"topic": "food"}}
    owner.ok("POST", "/memories", json={"text": "The kitchen opens at nine", **said})
    bound.ok("POST", "/memories", json={"text": "I love pizza", **said})
    bound.ok("DELETE", "/v1/memories/", params={"filters": '{"agent_id": "helper", "topic": "food"}'})
    assert [one.content for one in serving.memory().list(everyone=True)] == ["The kitchen opens at nine"]


def test_who_deletes_nothing_is_told_so(serving: Serving) -> None:
    client = serving.client(role="admin", path="/mem0")
    client.ok("POST", "/memories", json={"text": "x", "user_id": "ana", "agent_id": "helper", "infer": False})
    assert client.ok("DELETE", "/v1/memories/", params={"agent_id": "helper"}) == {
        "message": "No memory matched; nothing was deleted.", "deleted": 0,
    }  # fmt: skip
    whose = {"user_id": "ana", "agent_id": "helper"}
    assert client.ok("DELETE", "/v1/memories/", params=whose)["message"] == "Memories deleted successfully!"


NOT_BOB = """?filters={"NOT": [{"user_id": "bob"}]}"""


@pytest.mark.parametrize("query", ["", "?filters={'n': 1}", "?filters=[1]", "?filters={nonsense", NOT_BOB])
def test_delete_all_of_nobody_is_refused(serving: Serving, query: str) -> None:
    client = serving.client(role="admin", path="/mem0")
    client.ok("POST", "/memories", json={"text": "x", "user_id": "ana", "infer": False})
    assert client.delete(f"/v1/memories/{query}").status_code == 400
    assert client.ok("GET", "/memories", params={"user_id": "ana"})["results"]


def test_users_and_other_entities_are_listed_and_deleted(talk: Make, serving: Serving) -> None:
    ask = talk(role="admin")
    ask("add", "I love pizza", user_id="ana", agent_id="helper", run_id="r1", app_id="shop")
    ask("add", "I love sushi", user_id="a/b c")
    listed = ask("users")
    assert [(one["type"], one["name"]) for one in listed["results"]] == [
        ("agent", "helper"),
        ("app", "shop"),
        ("run", "r1"),
        ("user", "a/b c"),
        ("user", "ana"),
    ]
    assert [one["total_memories"] for one in listed["results"]] == [1, 1, 1, 1, 1]
    ask("delete_users", user_id="a/b c")
    assert ask.texts(filters={"user_id": "a/b c"}) == []
    ask("delete_users", agent_id="helper")
    assert ask.texts(**ANA) == []
    ask("add", "I love rain", user_id="ana", agent_id="helper")
    ask("reset")
    assert serving.memory().count(everyone=True) == 0


def test_a_batch_changes_all_or_nothing(talk: Make) -> None:
    ask = talk()
    exceptions = importlib.import_module("mem0.exceptions")
    ids = [ask("add", text, user_id="ana", infer=False)["results"][0]["id"] for text in ("one", "two")]
    ask("batch_update", [{"memory_id": ids[0], "text": "ONE"}, {"memory_id": ids[1], "metadata": {"a": 1}}])
    assert sorted(ask.texts(**ANA)) == ["ONE", "two"]
    with pytest.raises(exceptions.MemoryNotFoundError):
        ask("batch_update", [{"memory_id": ids[0], "text": "lost"}, {"memory_id": "nothing", "text": "x"}])
    with pytest.raises(exceptions.MemoryNotFoundError):
        ask("batch_delete", [{"memory_id": ids[0]}, {"memory_id": "nothing"}])
    assert sorted(ask.texts(**ANA)) == ["ONE", "two"]
    ask("batch_delete", [{"memory_id": id} for id in ids])
    assert ask.texts(**ANA) == []


@pytest.mark.parametrize(
    "method, args, given",
    [
        ("feedback", ("id",), {"feedback": "POSITIVE"}),
        ("create_memory_export", ("{}",), {}),
        ("get_memory_export", (), {"user_id": "ana"}),
        ("get_summary", (), {}),
        ("get_profile", ("ana",), {}),
        ("generate_profile", ("ana",), {}),
        ("get_profile_settings", (), {}),
        ("get_project", (), {}),
        ("get_webhooks", ("p",), {}),
        ("create_webhook", ("http://x", "n", "p", ["memory_add"]), {}),
        ("update_webhook", (1,), {"name": "n"}),
        ("delete_webhook", (1,), {}),
    ],
)
def test_what_recollect_does_not_have_says_so(talk: Make, method: str, args: Any, given: dict[str, Any]) -> None:
    exceptions = importlib.import_module("mem0.exceptions")
    with pytest.raises(exceptions.MemoryError, match="Recollect has no") as caught:
        talk()(method, *args, **given)
    assert caught.value.error_code == "HTTP_501"


# --- its own server -------------------------------------------------------------------------------------------------


def keep(client: Client, text: str, **ids: str) -> str:
    made = client.ok("POST", "/mem0/memories", json={"messages": text, "infer": False, **ids})
    return str(made["results"][0]["id"])


def test_the_routes_of_its_server(serving: Serving) -> None:
    client = serving.client()
    said = [{"role": "user", "content": "I live in Lisbon"}, {"role": "assistant", "content": "Lovely"}]
    made = client.ok("POST", "/mem0/memories", json={"messages": said, "user_id": "ana", "metadata": {"a": 1}})
    id = made["results"][0]["id"]
    assert (made["results"][0]["event"], made["results"][0]["memory"]) == ("ADD", "User lives in Lisbon")
    listed = client.ok("GET", "/mem0/memories", params={"user_id": "ana"})["results"]
    assert [one["id"] for one in listed] == [id]
    assert client.ok("GET", f"/mem0/memories/{id}") == listed[0]
    found = client.ok("POST", "/mem0/search", json={"query": "Lisbon", "user_id": "ana"})["results"]
    assert (found[0]["id"], found[0]["metadata"]) == (id, {"a": 1})
    assert client.ok("PUT", f"/mem0/memories/{id}", json={"text": "User lives in Porto"})["message"]
    assert [step["event"] for step in client.ok("GET", f"/mem0/memories/{id}/history")] == ["ADD", "UPDATE"]
    assert client.ok("DELETE", f"/mem0/memories/{id}")["message"]
    assert client.get(f"/mem0/memories/{id}").status_code == 404
    keep(client, "Likes rain", user_id="ana")
    assert client.ok("DELETE", "/mem0/memories", params={"user_id": "ana"})["message"]
    assert client.ok("GET", "/mem0/memories", params={"user_id": "ana"})["results"] == []


def test_a_reset_is_an_admins_and_takes_only_his_tenant(serving: Serving) -> None:
    writer, admin, other = serving.client(), serving.client(role="admin"), serving.client("other")
    keep(writer, "Likes rain", user_id="ana")
    keep(other, "Likes snow", user_id="ana")
    assert writer.post("/mem0/reset").status_code == 403
    assert admin.ok("POST", "/mem0/reset")["message"] == "All memories reset"
    assert serving.memory().count(everyone=True) == 0
    assert serving.memory("other").count(everyone=True) == 1


def test_deleting_users_and_a_reset_leave_the_keys(serving: Serving) -> None:
    admin, bound = serving.client(role="admin"), serving.client(user="ana", path="/mem0")
    for method, path in (("DELETE", "/mem0/v1/entities/user/ana/"), ("POST", "/mem0/reset")):
        keep(admin, "Likes rain", user_id="ana")
        assert admin.ok(method, path)
        assert serving.memory().count(everyone=True) == 0
        assert bound.ok("GET", "/memories", params={"user_id": "ana"})["results"] == []


def test_a_configuration_is_neither_used_nor_kept_and_the_answer_says_so(serving: Serving) -> None:
    sent = {"llm": {"provider": "openai", "config": {"api_key": "sk-secret"}}, "version": "v1.1"}
    assert serving.client().post("/mem0/configure", json=sent).status_code == 403
    answer = serving.client(role="admin").post("/mem0/configure", json=sent)
    assert answer.json()["ignored"] == ["llm", "version"]
    assert "sk-secret" not in answer.text


@pytest.mark.parametrize(
    "headers",
    [{"Authorization": "Token {key}"}, {"Authorization": "Bearer {key}"}, {"Authorization": "", "X-API-Key": "{key}"}],
)
def test_a_key_is_taken_as_each_client_sends_it(serving: Serving, headers: dict[str, str]) -> None:
    client = serving.client()
    sent = {name: value.format(key=client.text) for name, value in headers.items()}
    assert client.ok("GET", "/mem0/v1/ping/", headers=sent)["status"] == "ok"


@pytest.mark.parametrize("path", ["/mem0/v1/ping/", "/mem0/memories", "/mem0/v1/feedback/"])
def test_nobody_comes_in_without_a_key(serving: Serving, path: str) -> None:
    refused = serving.client().get(path, headers={"Authorization": "Token nobody"})
    assert refused.status_code == 401
    assert refused.json()["detail"]


@pytest.mark.parametrize("version", ["v1", "v2", "v3"])
def test_older_addresses_answer_in_the_form_they_ask_for(serving: Serving, version: str) -> None:
    client = serving.client(path="/mem0")
    add = {"v1": "/v1/memories/", "v2": "/v2/memories/add/", "v3": "/v3/memories/add/"}[version]
    body = {"messages": [{"role": "user", "content": "I love pizza"}], "user_id": "ana"}
    assert client.ok("POST", add, json=body)["results"][0]["event"] == "ADD"
    plain = client.ok(
        "POST", f"/{version}/memories/search/", json={"query": "pizza", "user_id": "ana", "output_format": "v1.0"}
    )
    assert [one["memory"] for one in plain] == ["User loves pizza"]
    listed = (
        client.ok("GET", "/v1/memories/", params={"user_id": "ana"})
        if version == "v1"
        else client.ok("POST", f"/{version}/memories/", json={"filters": {"user_id": "ana"}})
    )
    assert [one["memory"] for one in listed["results"]] == ["User loves pizza"]


@pytest.mark.parametrize(
    "path, body",
    [
        ("/v3/memories/add/", {"user_id": "ana"}),
        ("/v3/memories/add/", {"user_id": "ana", "messages": []}),
        ("/v3/memories/add/", {"user_id": "ana", "messages": ["x"]}),
        ("/v3/memories/add/", {"user_id": "ana", "messages": [{"role": "king", "content": "x"}]}),
        ("/v3/memories/add/", {"user_id": "ana", "messages": [{"role": "user", "content": [{"type": "image_url"}]}]}),
        ("/v3/memories/add/", {"user_id": "", "messages": "x"}),
        ("/v3/memories/add/", {"user_id": "ana", "messages": "x", "expiration_date": "soon"}),
        ("/v3/memories/", {}),
        ("/v3/memories/", {"filters": {"user_id": "ana"}, "page_size": 0}),
        ("/v3/memories/search/", {"filters": {"user_id": "ana"}}),
        ("/v3/memories/search/", {"query": "x"}),
        ("/v3/memories/search/", {"query": "x", "filters": {"user_id": "ana"}, "top_k": 0}),
        ("/v3/memories/search/", {"query": "x", "filters": {"user_id": "ana"}, "threshold": 2}),
        ("/search", {"query": "x"}),
        ("/memories", {"messages": "x"}),
    ],
)
def test_a_request_that_cannot_be_is_refused_with_the_reason(serving: Serving, path: str, body: dict[str, Any]) -> None:
    refused = serving.client(path="/mem0").post(path, json=body)
    assert refused.status_code == 400
    assert refused.json()["detail"]


@pytest.mark.parametrize("path", ["/mem0/memories", "/api/memory"])
def test_of_a_body_that_is_no_json_no_field_is_named(serving: Serving, path: str) -> None:
    refused = serving.client(path="").post(path, content=b"{", headers={"Content-Type": "application/json"})
    said = refused.json()
    assert refused.status_code == 400
    assert (said.get("detail") or said["error"]).startswith("the body is not JSON: ")


def test_a_change_of_nothing_is_refused(serving: Serving) -> None:
    client = serving.client(path="/mem0")
    id = client.ok("POST", "/memories", json={"text": "x", "user_id": "ana", "infer": False})["results"][0]["id"]
    assert client.put(f"/v1/memories/{id}/", json={}).status_code == 400
    assert client.put("/v1/batch/", json={"memories": []}).status_code == 400


def test_a_path_that_is_not_there_is_not_found(serving: Serving) -> None:
    client = serving.client(path="/mem0")
    nowhere = client.get("/v9/memories/")
    assert nowhere.status_code == 404
    assert nowhere.json()["detail"].startswith("Not Found: this server has no GET /mem0/v9/memories; docs/")
    assert client.get("/v1/memories/%ff/").status_code == 400


# --- whose ----------------------------------------------------------------------------------------------------------

BY_ID: list[tuple[str, str, Any]] = [
    ("GET", "/v1/memories/{id}/", None),
    ("PUT", "/v1/memories/{id}/", {"text": "stolen"}),
    ("DELETE", "/v1/memories/{id}/", None),
    ("GET", "/v1/memories/{id}/history/", None),
    ("PUT", "/v1/batch/", {"memories": [{"memory_id": "{id}", "text": "stolen"}]}),
    ("DELETE", "/v1/batch/", {"memories": [{"memory_id": "{id}"}]}),
    ("GET", "/memories/{id}", None),
    ("PUT", "/memories/{id}", {"text": "stolen"}),
    ("DELETE", "/memories/{id}", None),
    ("GET", "/memories/{id}/history", None),
]


@pytest.mark.parametrize("method, path, body", BY_ID)
@pytest.mark.parametrize("stranger", [{"tenant": "other", "role": "admin"}, {"user": "bob"}])
def test_a_stranger_does_not_know_that_a_memory_exists(
    serving: Serving, method: str, path: str, body: Any, stranger: dict[str, Any]
) -> None:
    owner, other = serving.client(), serving.client(**stranger, path="/mem0")
    id = keep(owner, "A secret plan", user_id="ana")
    if body and "memories" in body:
        body = {"memories": [{**body["memories"][0], "memory_id": id}]}
    refused = other.request(method, path.format(id=id), json=body)
    assert refused.status_code == 404
    assert "secret plan" not in refused.text
    assert [one.content for one in serving.memory().list(user="ana")] == ["A secret plan"]


BY_USER: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/v3/memories/add/", {"json": {"messages": "I love spying", "user_id": "ana"}}),
    ("POST", "/v3/memories/", {"json": {"filters": {"user_id": "ana"}}}),
    ("POST", "/v3/memories/", {"json": {"filters": {"user_id": "*"}}}),
    ("POST", "/v3/memories/search/", {"json": {"query": "secret plan", "filters": {"user_id": "ana"}}}),
    (
        "POST",
        "/v3/memories/search/",
        {"json": {"query": "secret plan", "filters": {"user_id": {"in": ["ana", "bob"]}}}},
    ),
    ("GET", "/v1/memories/", {"params": {"user_id": "ana"}}),
    ("DELETE", "/v1/memories/", {"params": {"user_id": "ana"}}),
    ("DELETE", "/v2/entities/user/ana/", {}),
    ("GET", "/memories", {"params": {"user_id": "ana"}}),
    ("DELETE", "/memories", {"params": {"user_id": "ana"}}),
    ("POST", "/search", {"json": {"query": "secret plan", "user_id": "ana"}}),
    ("POST", "/reset", {}),
]


@pytest.mark.parametrize("method, path, given", BY_USER)
def test_a_key_bound_to_a_user_cannot_name_another(
    serving: Serving, method: str, path: str, given: dict[str, Any]
) -> None:
    owner, bound = serving.client(), serving.client(user="bob", role="admin", path="/mem0")
    keep(owner, "A secret plan", user_id="ana")
    refused = bound.request(method, path, **given)
    assert refused.status_code == 403
    assert "secret plan" not in refused.text
    assert [one.content for one in serving.memory().list(user="ana")] == ["A secret plan"]


@pytest.mark.parametrize("method, path, given", BY_USER)
def test_another_tenant_has_other_users_of_the_same_name(
    serving: Serving, method: str, path: str, given: dict[str, Any]
) -> None:
    owner, other = serving.client(), serving.client("other", role="admin", path="/mem0")
    keep(owner, "A secret plan", user_id="ana")
    answer = other.request(method, path, **given)
    assert answer.status_code == 200
    assert "A secret plan" not in answer.text
    assert [one.content for one in serving.memory().list(user="ana")] == ["A secret plan"]


def test_a_key_bound_to_a_user_needs_to_name_nobody(serving: Serving) -> None:
    bound = serving.client(user="ana", path="/mem0")
    bound.ok("POST", "/v3/memories/add/", json={"messages": "I love pizza"})
    keep(serving.client(), "Likes snow", user_id="bob")
    assert [one["user_id"] for one in bound.ok("POST", "/v3/memories/", json={})["results"]] == ["ana"]
    found = bound.ok("POST", "/search", json={"query": "pizza"})["results"]
    assert [one["memory"] for one in found] == ["User loves pizza"]
    entities = bound.ok("GET", "/v1/entities/")["results"]
    assert [(one["type"], one["name"]) for one in entities] == [("user", "ana")]


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("GET", "/v1/entities/", None),
        ("DELETE", "/v2/entities/agent/helper/", None),
        ("POST", "/v3/memories/", {"filters": {"user_id": "*"}}),
        ("POST", "/v3/memories/", {"filters": {"NOT": [{"user_id": "ana"}]}}),
        ("POST", "/v3/memories/", {"filters": {"user_id": {"ne": "ana"}}}),
        ("POST", "/v3/memories/search/", {"query": "x", "filters": {"user_id": {"in": ["a", "b"]}}}),
    ],
)
def test_what_is_about_several_users_takes_an_admin(serving: Serving, method: str, path: str, body: Any) -> None:
    refused = serving.client(path="/mem0").request(method, path, json=body)
    assert refused.status_code == 403
    assert "admin" in refused.json()["detail"]


def test_a_key_that_only_reads_changes_nothing(serving: Serving) -> None:
    id = keep(serving.client(), "Likes rain", user_id="ana")
    reader = serving.client(role="read", path="/mem0")
    assert reader.ok("GET", f"/v1/memories/{id}/")["memory"] == "Likes rain"
    for method, path, given in (
        ("POST", "/v3/memories/add/", {"json": {"messages": "x", "user_id": "ana"}}),
        ("PUT", f"/v1/memories/{id}/", {"json": {"text": "x"}}),
        ("DELETE", f"/v1/memories/{id}/", {}),
        ("DELETE", "/v1/memories/", {"params": {"user_id": "ana"}}),
        ("DELETE", "/v2/entities/user/ana/", {}),
    ):
        assert reader.request(method, path, **given).status_code == 403
