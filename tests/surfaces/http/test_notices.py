"""Feeds of two servers over one PostgreSQL, whose polls are an hour apart: they hear of each other's changes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import httpx2
import pytest

from recollect.surfaces.http.native import moving
from tests.serving import Served, serving

SETTINGS = {"schedule": "off", "worker": "off", "embedder": "synthetic"}


@pytest.fixture
def two(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Served, Served]]:
    monkeypatch.setattr(moving, "LOOK_EVERY_S", 3600.0)
    with serving(postgres_url, **SETTINGS) as one, serving(postgres_url, **SETTINGS) as other:
        yield one, other


def names(lines: Iterator[str]) -> Iterator[str]:
    return (line.partition(": ")[2] for line in lines if line.startswith("event"))


@pytest.mark.parametrize("here", [False, True])
def test_a_feed_tells_at_once_what_was_written(two: tuple[Served, Served], here: bool) -> None:
    one, other = two
    writer = one if here else other
    with (
        one.client() as reading,
        writer.client() as writing,
        reading.stream("GET", "/v1/events", params={"user": "ana"}) as feed,
    ):
        told = names(feed.iter_lines())
        assert next(told) == "ready"
        for number in range(3):
            body = {"content": f"The code is {number}", "user": "ana", "key": "code"}
            assert writing.post("/v1/memories", json=body).status_code < 300
            assert next(told) in ("added", "changed")


def test_a_key_that_another_server_revoked_loses_its_feed(two: tuple[Served, Served]) -> None:
    one, other = two
    with other.client("acme") as admin:
        made = admin.post("/v1/keys", json={"role": "read"}).json()
        with one.with_key(made["key"]) as reader, reader.stream("GET", "/v1/events") as feed:
            lines = feed.iter_lines()
            assert next(names(lines)) == "ready"
            admin.delete(f"/v1/keys/{made['id']}")
            with contextlib.suppress(httpx2.RemoteProtocolError):  # it is cut off
                assert len(list(lines)) < 100
