"""Conversations that the upstream keeps, as OpenAI's own client makes, names and changes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import openai
import pytest

from recollect import Memory
from recollect.surfaces.gateway import conversations
from recollect.surfaces.gateway.app import create
from recollect.surfaces.gateway.conversations import MARK
from recollect.surfaces.gateway.options import GatewayOptions
from tests.surfaces.gateway.serving import Principal, Reply, Request, Upstream, answer, serving, stream
from tests.surfaces.gateway.test_owned import Door

ASKED: list[Callable[[openai.OpenAI, str], object]] = [
    lambda stranger, id: stranger.responses.create(model="m", input="What was said?", conversation=id),
    lambda stranger, id: stranger.conversations.retrieve(id),
    lambda stranger, id: stranger.conversations.items.list(id),
    lambda stranger, id: stranger.conversations.update(id, metadata={}),
    lambda stranger, id: stranger.conversations.delete(id),
]


class Keeping:
    """An upstream that keeps conversations as OpenAI does: one caller, whoever asks."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {}
        self.items: dict[str, list[Any]] = {}
        self.responses = 0

    def __call__(self, request: Request) -> Reply | None:
        parts = request.path.split("?")[0].removeprefix("/v1/").split("/")
        if parts == ["responses"]:
            return self.respond(request.body)
        if parts == ["conversations"]:
            id = f"conv_{len(self.kept) + 1}"
            self.items[id] = list(request.body.get("items") or ())
            self.kept[id] = {
                "id": id, "object": "conversation", "created_at": 1, "metadata": request.body.get("metadata"),
            }  # fmt: skip
            return answer(self.kept[id])
        found = self.kept.get(parts[1]) if parts[0] == "conversations" else None
        if found is None:
            return answer({"error": {"message": "no such thing", "type": "invalid_request_error"}}, 404)
        if parts[2:] == ["items"]:
            return answer({"object": "list", "data": self.items[parts[1]], "has_more": False})
        if request.method == "POST":
            found["metadata"] = request.body["metadata"]
        if request.method == "DELETE":
            return answer({"id": self.kept.pop(parts[1])["id"], "object": "conversation.deleted", "deleted": True})
        return answer(found)

    def respond(self, body: Any) -> Reply:
        named = body["conversation"]
        self.items[named if isinstance(named, str) else named["id"]].append(body["input"])
        self.responses += 1
        said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Noted."}]}
        return answer({"id": f"resp_{self.responses}", "object": "response", "output": [said]})


@pytest.fixture
def kept(upstream: Upstream) -> Keeping:
    upstream.respond = keeping = Keeping()
    return keeping


@pytest.fixture
def url(memory: Memory, upstream: Upstream) -> Iterator[str]:
    with serving(door(memory, upstream)) as url:
        yield url


@pytest.fixture
def http(url: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=url, timeout=60) as made:
        yield made


def door(memory: Memory, upstream: Upstream) -> Door:
    return Door(create(GatewayOptions(upstream=upstream.url, upstream_key="sk")), memory, Principal())


def client(url: str, user: str, tenant: str = "acme") -> openai.OpenAI:
    return openai.OpenAI(
        base_url=f"{url}/v1", api_key="rk", default_headers={"user": user, "tenant": tenant}, max_retries=0
    )


@pytest.mark.parametrize("named", ["id", "object"])
def test_a_response_goes_on_in_its_conversation(
    memory: Memory, upstream: Upstream, url: str, kept: Keeping, named: str
) -> None:
    dana = client(url, "dana")
    made = dana.conversations.create(metadata={"topic": "food"})
    assert made.metadata == {"topic": "food"}, "the mark is not told"
    given: Any = made.id if named == "id" else {"id": made.id}
    for text in ("I only eat vegan food", "What should I cook?"):
        assert dana.responses.create(model="m", input=text, conversation=given).output_text == "Noted."
        assert upstream.last.body["conversation"] == given, "as it was sent"
    turns = memory.list(user="dana", session=made.id, layers=["turn"], limit=10)
    assert sorted(turn.content for turn in turns) == sorted(
        ["I only eat vegan food", "Noted.", "What should I cook?", "Noted."]
    )
    assert len(dana.conversations.items.list(made.id).data) == 2
    assert dana.conversations.update(made.id, metadata={"topic": "cooking"}).metadata == {"topic": "cooking"}
    assert dana.conversations.delete(made.id).deleted


def test_it_is_its_makers_alone_after_a_restart_and_in_every_process(
    memory: Memory, upstream: Upstream, url: str, kept: Keeping
) -> None:
    made = client(url, "dana").conversations.create()
    client(url, "dana").conversations.update(made.id, metadata={MARK: "somebody else's"})
    with serving(door(memory, upstream)) as other:
        for stranger in (client(other, "bob"), client(url, "bob"), client(other, "dana", "globex")):
            for ask in ASKED:
                with pytest.raises(openai.NotFoundError, match="there is no conversation"):
                    ask(stranger, made.id)
        assert client(other, "dana").conversations.retrieve(made.id).metadata == {}
        client(other, "dana").responses.create(model="m", input="Go on", conversation=made.id)
    assert kept.responses == 1
    assert kept.kept[made.id]["metadata"].keys() == {MARK}


def test_one_that_the_operator_made_elsewhere_is_nobodys(url: str, kept: Keeping) -> None:
    kept.kept["conv_9"] = {"id": "conv_9", "object": "conversation", "created_at": 1, "metadata": {}}
    with pytest.raises(openai.NotFoundError, match="there is no conversation"):
        client(url, "dana").conversations.retrieve("conv_9")


def test_an_upstream_that_keeps_none_says_what_to_do_instead(upstream: Upstream, url: str) -> None:
    upstream.missing |= {"/v1/conversations", "/v1/conversations/conv_1"}
    with pytest.raises(openai.NotFoundError, match="the upstream keeps no conversations"):
        client(url, "dana").conversations.create()
    with pytest.raises(openai.NotFoundError, match="there is no conversation"):
        client(url, "dana").responses.create(model="m", input="Hi", conversation="conv_1")


def test_a_key_that_only_reads_makes_and_changes_none(memory: Memory, upstream: Upstream, kept: Keeping) -> None:
    class Reading(Door):
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            scope["state"] = {"principal": Principal(role="read"), "memory": self.memory}
            await self.app(scope, receive, send)

    app = create(GatewayOptions(upstream=upstream.url, upstream_key="sk"))
    with serving(Reading(app, memory, Principal())) as url, pytest.raises(openai.PermissionDeniedError):
        client(url, "dana").conversations.create()
    assert json.dumps(kept.kept) == "{}"


@pytest.mark.parametrize("path", ["chat/completions", "messages"])
@pytest.mark.parametrize("named", ["conversation", "previous_response_id"])
def test_where_the_upstream_keeps_nothing_the_name_of_a_conversation_means_nothing(
    memory: Memory, upstream: Upstream, http: httpx2.Client, path: str, named: str
) -> None:
    upstream.missing.add("/v1/messages")
    headers = {"user": "dana", "x-recollect-session": "s1"}
    told: list[dict[str, str]] = []
    for text in ("Yes", "Yes", "Go on"):
        told.append({"role": "user", "content": text})
        body = {"model": "m", "max_tokens": 9, "messages": told, named: "abc"}
        assert http.post(f"/v1/{path}", json=body, headers=headers).status_code == 200
        told.append({"role": "assistant", "content": "Noted."})
    assert len(memory.list(user="dana", session="s1", layers=["turn"], limit=20)) == len(told)


def completed(id: str, text: str, *, streamed: bool) -> Reply:
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}
    whole = {"id": id, "object": "response", "output": [said]}
    if not streamed:
        return answer(whole)
    events = [
        {"type": "response.created", "response": {"id": id}},
        {"type": "response.output_text.delta", "delta": text},
        {"type": "response.completed", "response": whole},
    ]
    return stream(*map(_event, events))


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("by", ["conversation", "previous_response_id"])
def test_a_retry_is_recorded_once_and_the_same_words_said_anew_each_time(
    memory: Memory, upstream: Upstream, url: str, http: httpx2.Client, kept: Keeping, by: str, streamed: bool
) -> None:
    dana = {"user": "dana", "x-recollect-session": "s1"}
    made = client(url, "dana").conversations.create()
    answers: list[Reply] = []
    upstream.respond = lambda request: answers.pop() if request.path.endswith("/responses") else kept(request)
    previous = None
    for at, retries in enumerate((1, 3, 2)):
        body: dict[str, Any] = {"model": "m", "input": "Yes", "stream": streamed}
        if by == "conversation":
            body["conversation"] = made.id
        elif previous is not None:
            body["previous_response_id"] = previous
        previous = f"resp_{at}"
        for _ in range(retries):
            answers.append(completed(previous, "Noted.", streamed=streamed))
            headers = {**dana, "idempotency-key": f"k{at}"}
            assert http.post("/v1/responses", json=body, headers=headers).status_code == 200
        assert len(memory.list(user="dana", session="s1", layers=["turn"], limit=20)) == 2 * (at + 1)


@pytest.mark.parametrize(
    "status, told, code",
    [
        (404, 404, "conversation_not_found"),
        (410, 404, "conversation_not_found"),
        (429, 429, "rate_limited"),
        *((status, 502, "upstream_failed") for status in (302, 401, 403, 408, 409, 500)),
    ],
)
def test_only_what_is_not_there_is_called_so(
    upstream: Upstream, http: httpx2.Client, status: int, told: int, code: str
) -> None:
    upstream.respond = lambda request: answer({}, status, Retry_After="7")
    asked = [
        http.get("/v1/conversations/conv_1"),
        http.post("/v1/responses", json={"model": "m", "input": "Hi", "conversation": "conv_1"}),
    ]
    for refused in asked:
        assert (refused.status_code, refused.json()["error"]["code"]) == (told, code)
        assert refused.headers.get("retry-after") == ("7" if told == 429 else None)


@pytest.mark.parametrize("id", ["", "жж", "a b", "..", "conv_1/items"])
def test_a_name_that_none_can_have_is_no_conversation(upstream: Upstream, http: httpx2.Client, id: str) -> None:
    for named in (id, {"id": id}):
        body = {"model": "m", "input": "Hi", "conversation": named}
        refused = http.post("/v1/responses", json=body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "conversation_not_found")
    assert upstream.requests == []


def test_an_answer_that_is_too_large_is_not_kept_in_memory(
    upstream: Upstream, http: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversations, "READ_MAX", 1000)
    upstream.respond = lambda request: stream(*[b"x" * 400] * 3)
    refused = http.post("/v1/conversations", json={})
    assert (refused.status_code, refused.json()["error"]["code"]) == (502, "upstream_failed")


def test_metadata_goes_on_in_one_spelling(upstream: Upstream, url: str, http: httpx2.Client, kept: Keeping) -> None:
    made = client(url, "dana").conversations.create()
    upstream.requests.clear()
    for path in ("", f"/{made.id}"):
        body = {"Metadata": {MARK: "bob"}}
        refused = http.post(f"/v1/conversations{path}", json=body, headers={"user": "dana"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid_json")
    assert upstream.requests == []


@pytest.mark.parametrize("given", ["whole", "streamed", "item by item", "asked for later"])
def test_only_whoever_was_given_an_item_may_refer_to_it(
    upstream: Upstream, url: str, http: httpx2.Client, kept: Keeping, given: str
) -> None:
    makers = {user: client(url, user).conversations.create().id for user in ("dana", "bob")}
    whole = {"id": "resp_1", "object": "response", "output": [{"type": "message", "id": "msg_1", "content": []}]}
    done = [{"type": "response.output_item.done", "item": {"id": "msg_1"}}, {"type": "response.completed"}]
    answers = {
        "whole": [answer(whole)],
        "streamed": [stream(_event({"type": "response.completed", "response": whole}))],
        "item by item": [stream(*map(_event, done))],
        "asked for later": [answer({**whole, "output": []}), answer(whole)],
    }[given]
    upstream.respond = lambda request: answers.pop(0)
    for method, path in [("POST", ""), ("GET", "/resp_1")][: len(answers)]:
        body = {"model": "m", "input": "Hi"} if method == "POST" else None
        http.request(method, f"/v1/responses{path}", json=body, headers={"user": "dana"})
    upstream.respond = lambda request: answer({})

    def refer(user: str, item: Any) -> Iterator[tuple[int, Any]]:
        for path, name in [
            ("responses", "input"), ("responses", "Input"), ("responses/compact", "input"), ("conversations", "items"),
            ("conversations", "Items"), (f"conversations/{makers[user]}/items", "items"),
        ]:  # fmt: skip
            told = http.post(f"/v1/{path}", json={name: [item]}, headers={"user": user})
            yield told.status_code, told.json().get("error", {}).get("code")

    upstream.requests.clear()
    for item in [
        {"type": "item_reference", "id": "msg_1"}, {"Type": "item_reference", "ID": "msg_1"}, {"id": "msg_1"},
        {"type": None, "id": "msg_1", "role": "user"}, {"type": "item_reference", "id": ["msg_1"]},
    ]:  # fmt: skip
        assert set(refer("bob", item)) == {(404, "item_not_found")}
    assert set(refer("bob", {"type": "message", "Type": "item_reference", "id": "msg_1"})) == {(400, "invalid_json")}
    assert upstream.requests == []
    assert set(refer("dana", {"type": "item_reference", "id": "msg_1"})) == {(200, None)}
    assert set(refer("bob", {"type": "message", "role": "user", "content": "Hi"})) == {(200, None)}


def _event(data: dict[str, Any]) -> bytes:
    return f"event: {data['type']}\ndata: {json.dumps(data)}\n\n".encode()


def test_a_conversation_belongs_to_the_user_that_a_request_names(upstream: Upstream, http: httpx2.Client) -> None:
    upstream.respond = Keeping()
    dana, eve = {"x-recollect-user": "dana"}, {"x-recollect-user": "eve"}
    id = http.post("/v1/conversations", json={}, headers=dana).json()["id"]
    assert [http.get(f"/v1/conversations/{id}", headers=one).status_code for one in (dana, eve, {})] == [200, 404, 404]
    asked = {"model": "m", "input": "Hi", "conversation": id}
    assert http.post("/v1/responses", json=asked, headers=eve).status_code == 404
    assert http.post("/v1/responses", json={**asked, "user": "dana"}).status_code == 200


def test_whoever_names_himself_may_take_a_conversation_that_was_made_without_a_name(
    memory: Memory, upstream: Upstream, kept: Keeping, http: httpx2.Client
) -> None:
    id = http.post("/v1/conversations", json={}).json()["id"]
    asked = {"model": "m", "input": "Hi", "conversation": id}
    with serving(door(memory, upstream)) as other, httpx2.Client(base_url=other, timeout=60) as anew:
        for process in (http, anew):
            assert process.post("/v1/responses", json={**asked, "user": "dana"}).status_code == 200
            bound, elsewhere = {"user": "eve"}, {"tenant": "other", "x-recollect-user": "dana"}
            assert process.post("/v1/responses", json=asked, headers=bound).status_code == 404
            assert process.post("/v1/responses", json=asked, headers=elsewhere).status_code == 404
