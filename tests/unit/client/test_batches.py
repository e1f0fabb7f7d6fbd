"""A batch is sent in as few requests as carry it, and a refusal says which item it is and what is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from recollect.client import batches
from recollect.errors import InvalidInput, RateLimited, RecollectError, TooLarge
from recollect.model.added import Added
from recollect.model.batch import Written
from tests.contracts.building import record


class Server:
    """Takes bodies up to so many bytes, and refuses what holds a word with an error of its own."""

    def __init__(self, bytes_max: int = 1_000_000, word: str = "", error: RecollectError | None = None) -> None:
        self.bytes_max = bytes_max
        self.word = word
        self.error = error
        self.taken: list[list[str]] = []

    def send(self, content: bytes) -> Added:
        if len(content) > self.bytes_max:
            raise TooLarge("the body is longer than it may be; send less at once")
        texts = [one["content"] for one in json.loads(content)]
        if self.error is not None and self.word in texts:
            raise self.error
        self.taken.append(texts)
        made = [record(text) for text in texts]
        return Added(written=Written(given=made, items=[1] * len(made), positions=[1] * len(made), generation=0))


def items(count: int, **more: Any) -> list[Mapping[str, Any]]:
    return [{"content": f"note {number}", **more} for number in range(count)]


def encoded(part: Sequence[Mapping[str, Any]]) -> bytes:
    return json.dumps(list(part)).encode()


def contents(server: Server) -> list[str]:
    return [text for part in server.taken for text in part]


def test_what_one_request_carries_is_one_request() -> None:
    server = Server()
    batches.sent(items(50), encoded, server.send)
    assert len(server.taken) == 1


@pytest.mark.parametrize("limit", ["bytes", "items", "server"])
def test_what_is_longer_goes_in_several_and_in_its_order(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    server = Server(bytes_max=300 if limit == "server" else 1_000_000)
    if limit == "bytes":
        monkeypatch.setattr(batches, "BYTES_MAX", 300)
    if limit == "items":
        monkeypatch.setattr(batches, "ITEMS_MAX", 20)
    added = batches.sent(items(50), encoded, server.send)
    wanted = [one["content"] for one in items(50)]
    assert len(server.taken) > 2
    assert contents(server) == wanted
    assert [one.content for one in added.records] == wanted


def test_one_item_that_is_too_large_is_refused_and_not_sent_in_halves() -> None:
    server = Server(word="note 3", error=TooLarge("item 3: content has too many characters"))
    with pytest.raises(TooLarge, match=r"^item 3: content has too many characters$"):
        batches.sent(items(9), encoded, server.send)
    assert server.taken == []


@pytest.mark.parametrize(
    "said, told",
    [
        ("item 1: content is empty", r"^item 6: content is empty \(the 5 items before "),
        ("body.items.1.kind: wrong", r"^body\.items\.6\.kind: wrong \(the 5 items before "),
        ("nobody knows", r"^nobody knows \(the 5 items before .* are stored\)$"),
    ],
)
def test_a_refusal_in_a_later_request_has_the_place_among_all(
    monkeypatch: pytest.MonkeyPatch, said: str, told: str
) -> None:
    monkeypatch.setattr(batches, "ITEMS_MAX", 5)
    server = Server(word="note 6", error=InvalidInput(said))
    with pytest.raises(InvalidInput, match=told):
        batches.sent(items(10), encoded, server.send)
    assert len(contents(server)) == 5


def test_what_else_an_error_tells_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "ITEMS_MAX", 5)
    server = Server(word="note 6", error=RateLimited("too many", retry_after_s=7.0))
    with pytest.raises(RateLimited, match="are stored") as error:
        batches.sent(items(10), encoded, server.send)
    assert error.value.retry_after_s == 7.0


def test_a_key_that_comes_twice_is_refused_before_anything_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "ITEMS_MAX", 5)
    server = Server()
    with pytest.raises(InvalidInput, match=r"^items 0 and 1 have the same key 'k'"):
        batches.sent(items(10, key="k"), encoded, server.send)
    assert server.taken == []
