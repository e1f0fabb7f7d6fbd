"""What one process was told of responses that the upstream keeps is known to all that serve one store."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory, registry
from recollect.contracts.store import Store
from recollect.model.scope import Scope
from tests.clock import Clock
from tests.contracts.building import execute
from tests.surfaces.gateway.serving import Process, Upstream, answer, stream
from tests.surfaces.gateway.test_owned import COMPLETED, CREATED, DANA, OFF, PATH, RESPONSE, STRANGERS

ITEM = {"id": "msg_1", "type": "message", "role": "assistant", "content": []}
WHOLE = {**RESPONSE, "output": [ITEM]}
TOLD = b'event: response.output_item.done\ndata: {"type":"response.output_item.done","item":{"id":"msg_1"}}\n\n'
TOKEN = b'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"Hel"}\n\n'
ASKED = {"model": "m", "input": "Hi"}
MORE = {"model": "m", "input": "And?", "previous_response_id": "resp_1"}
REFERRED = {"model": "m", "input": [{"type": "item_reference", "id": "msg_1"}]}


def nameless(event: bytes) -> bytes:
    return event.split(b"\n", 1)[1]


@pytest.fixture
def store(memory: Memory, tmp_path: Path) -> Iterator[Store]:
    """The store that all processes serve, as another one has it open."""
    with closing(registry.store(str(tmp_path / "memory.db"), {})) as opened:
        yield opened


def rows(store: Store) -> list[Any]:
    with store._database.reading(Scope(tenant="acme")) as session:  # type: ignore[attr-defined]
        return list(session.all("SELECT tenant, owner, hash, at FROM given", ()))


@pytest.mark.feature("IN-01")
@pytest.mark.parametrize("off", [{}, OFF], ids=["remembered", "memory off"])
@pytest.mark.parametrize(
    "given",
    [
        answer(WHOLE),
        stream(CREATED, TOLD, TOKEN, COMPLETED),
        stream(CREATED + TOLD, TOKEN[:20], TOKEN[20:] + COMPLETED[:50], COMPLETED[50:]),
        stream(*map(nameless, (CREATED, TOLD, TOKEN, COMPLETED))),
        stream(CREATED, TOLD, cut=True),
    ],
    ids=["whole", "streamed", "in pieces", "without names", "cut off"],
)
def test_a_response_of_one_process_goes_on_in_another(
    upstream: Upstream, process: Process, given: Any, off: dict[str, str]
) -> None:
    first, second = process(), process()
    upstream.script.append(given)
    told = first.post(PATH, json=ASKED, headers={**DANA, **off})
    assert "resp_1" in told.text
    if not given.cut:
        assert told.content == b"".join(given.pieces), "as it came"
    before = len(upstream.requests)
    for stranger in STRANGERS:
        assert second.get(f"{PATH}/resp_1", headers=stranger).status_code == 404
        assert second.post(PATH, json=MORE, headers={**stranger, **off}).status_code == 404
        assert second.post(PATH, json=REFERRED, headers={**stranger, **off}).status_code == 404
    assert len(upstream.requests) == before
    assert second.post(PATH, json=MORE, headers={**DANA, **off}).status_code == 200
    assert upstream.last.body["previous_response_id"] == "resp_1"
    assert process().post(PATH, json=REFERRED, headers={**DANA, **off}).status_code == 200
    assert process().get(f"{PATH}/resp_1/input_items", headers=DANA).status_code == 200
    swapped = {**MORE, "previous_response_id": "msg_1"}
    assert second.post(PATH, json=swapped, headers=DANA).status_code == 404, "an item is no response"


@pytest.mark.parametrize("off", [{}, OFF], ids=["remembered", "memory off"])
def test_the_store_holds_one_hash_for_each_id_and_which_turns_belong_to_it(
    memory: Memory, upstream: Upstream, process: Process, store: Store, clock: Clock, off: dict[str, str]
) -> None:
    first = process()
    upstream.script.extend([stream(CREATED, TOLD, TOKEN, COMPLETED), answer(WHOLE)])
    first.post(PATH, json=ASKED, headers={**DANA, **off})
    noted = rows(store)
    turns = [turn.id for turn in reversed(memory.list(user="dana", layers=["turn"]))]
    links = [f":{turns[0]},{turns[1]}"] if turns else []
    assert [row[:2] for row in noted] == [("acme", "dana")] * (2 + len(links))
    assert [row[2].partition(":")[2] for row in noted if ":" in row[2]] == links
    assert len({row[3] for row in noted}) == 1 + len(links), "one write, and one for the turns"
    assert not any(word in str(noted) for word in ("resp_1", "msg_1", "Hel"))
    clock.forward(minutes=5)
    first.get(f"{PATH}/resp_1", headers=DANA)
    assert rows(store) == noted, "who asks for it again and again writes nothing"


@pytest.mark.parametrize(
    "given",
    [
        answer({**WHOLE, "store": False}),
        stream(CREATED, TOLD, COMPLETED.replace(b'"resp_1"', b'"resp_1","store":false')),
    ],
    ids=["whole", "streamed"],
)
def test_what_the_upstream_does_not_keep_is_not_kept_here(
    upstream: Upstream, process: Process, store: Store, given: Any
) -> None:
    upstream.script.append(given)
    process().post(PATH, json=ASKED, headers=DANA)
    assert rows(store) == []


@pytest.mark.parametrize("asked, headers", [(ASKED, {**DANA, **OFF}), ({**ASKED, "store": False}, DANA)])
def test_what_the_gateway_translated_is_kept_only_where_it_is_recorded_and_may_be(
    upstream: Upstream, process: Process, store: Store, asked: dict[str, Any], headers: dict[str, str]
) -> None:
    upstream.missing.add(PATH)
    assert process().post(PATH, json=asked, headers=headers).status_code == 200
    assert rows(store) == []


def test_no_token_waits_for_the_store_and_the_end_does(upstream: Upstream, process: Process, store: Store) -> None:
    """Somebody else writes to the store meanwhile, and the upstream does not hang up after its last event."""
    first, second = process(), process()
    ended = threading.Event()
    upstream.script.append(stream(CREATED, TOLD, TOKEN + COMPLETED, ended))
    with ExitStack() as busy:
        busy.enter_context(store._database.writing(Scope(tenant="acme")))  # type: ignore[attr-defined]
        with first.stream("POST", PATH, json=ASKED, headers={**DANA, **OFF}) as coming:
            pieces, got = coming.iter_raw(), b""
            while TOKEN not in got:
                got += next(pieces)
            assert got == CREATED + TOLD + TOKEN
            assert first.get(f"{PATH}/resp_1/input_items", headers=DANA).status_code == 200, "known here at once"
            busy.close()
            while COMPLETED not in got:
                got += next(pieces)
            assert second.post(PATH, json=MORE, headers={**DANA, **OFF}).status_code == 200
            ended.set()
            assert b"".join(pieces) == b""


def test_a_response_in_the_background_can_be_named_elsewhere_while_it_is_made(
    upstream: Upstream, process: Process
) -> None:
    first, second = process(), process()
    goes_on = threading.Event()
    begun = CREATED.replace(b'"resp_1"', b'"resp_1","background":true')
    upstream.script.append(stream(begun, goes_on, COMPLETED))
    with first.stream("POST", PATH, json=ASKED, headers={**DANA, **OFF}) as coming:
        pieces, got = coming.iter_raw(), b""
        while begun not in got:
            got += next(pieces)
        assert second.post(f"{PATH}/resp_1/cancel", headers=DANA).status_code == 200
        goes_on.set()
        assert b"".join(pieces) == COMPLETED


@pytest.mark.parametrize("named", ["header", "body"])
def test_who_has_a_name_that_nothing_is_kept_under_is_warned_of_once_a_chat(
    upstream: Upstream, process: Process, store: Store, caplog: pytest.LogCaptureFixture, named: str
) -> None:
    long = "x" * 600
    headers, body = ({"x-recollect-user": long}, ASKED) if named == "header" else ({}, {**ASKED, "user": long})
    client = process()
    background = CREATED.replace(b'"resp_1"', b'"resp_1","background":true')
    for given in (answer(WHOLE), stream(background, TOLD, background, TOKEN, COMPLETED)):
        caplog.clear()
        upstream.script.append(given)
        told = client.post(PATH, json=body, headers=headers)
        assert told.content == b"".join(given.pieces)  # type: ignore[arg-type]
        assert "at most 512" in told.headers["x-recollect-memory-error"]
        assert [one.message for one in caplog.records if one.levelname == "WARNING"] == ["memory.injection.failed"]
    assert rows(store) == []


def test_a_store_that_fails_fails_no_chat(
    upstream: Upstream, process: Process, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = process(), process()
    execute(store, "DROP TABLE given")
    for given in (answer(WHOLE), stream(CREATED, TOLD, TOKEN, COMPLETED)):
        upstream.script.append(given)
        assert first.post(PATH, json=ASKED, headers={**DANA, **OFF}).content == b"".join(given.pieces)  # type: ignore[arg-type]
    assert "memory.keeping.failed" in caplog.text
    assert first.post(PATH, json=MORE, headers={**DANA, **OFF}).status_code == 200, "this process knows"
    assert second.post(PATH, json=ASKED, headers={**DANA, **OFF}).status_code == 200
    before = len(upstream.requests)
    for refused in (second.post(PATH, json=MORE, headers=DANA), second.get(f"{PATH}/resp_1", headers=DANA)):
        assert refused.status_code == 503, "nobody knows whose it is"
        assert "try again" in refused.json()["error"]["message"]
    assert len(upstream.requests) == before


@pytest.mark.feature("SE-03")
@pytest.mark.parametrize("everyone", [False, True])
def test_whoever_is_erased_has_been_given_nothing(
    upstream: Upstream, process: Process, store: Store, tmp_path: Path, everyone: bool
) -> None:
    upstream.script.append(answer(WHOLE))
    process().post(PATH, json=ASKED, headers={**DANA, **OFF})
    with Memory(tmp_path / "memory.db", tenant="acme", worker="off", config_file=tmp_path / "none.toml") as memory:
        erased = memory.erase(everyone=True) if everyone else memory.erase(user="dana")
    assert erased.counts["given"] == 2
    assert rows(store) == []
    assert process().post(PATH, json=MORE, headers=DANA).status_code == 404


def test_after_a_month_it_is_not_known_any_more(upstream: Upstream, process: Process, clock: Clock) -> None:
    upstream.script.append(answer(WHOLE))
    process().post(PATH, json=ASKED, headers={**DANA, **OFF})
    clock.forward(days=29)
    assert process().post(PATH, json=MORE, headers={**DANA, **OFF}).status_code == 200
    clock.forward(days=2)
    assert process().post(PATH, json=MORE, headers={**DANA, **OFF}).status_code == 404
