"""Two servers that share a Redis: one limit for both, and what is missing is named in every answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.redis_service import RedisRun
from tests.serving import problem, serving


@pytest.mark.feature("ST-15")
@pytest.mark.feature("RS-05")
def test_two_servers_count_a_keys_requests_together_and_alone_when_redis_is_gone(
    tmp_path: Path, redis_server: RedisRun, redis_url: str
) -> None:
    settings = {"redis_url": redis_url, "redis_timeout_ms": 5000, "requests_per_minute": 6, "worker": "off"}
    store = tmp_path / "m.db"
    with serving(store, **settings) as one, serving(store, **settings) as other:
        key = one.key()
        with one.with_key(key) as here, other.with_key(key) as there:
            answers = [client.get("/v1/ping") for client in (here, there, here, there, here, there)]
            assert {answer.status_code for answer in answers} == {200}
            assert [answer.headers["x-ratelimit-remaining"] for answer in answers] == ["5", "4", "3", "2", "1", "0"]
            assert "x-recollect-degraded" not in answers[0].headers
            refused = here.get("/v1/ping")
            assert problem(refused)["code"] == "rate_limited"
            assert 0 < int(refused.headers["retry-after"]) <= 10
            assert here.get("/ready").json() == {"ready": True}

            redis_server.stop()
            alone = here.get("/v1/ping")
            assert alone.status_code == 200, "its own limit has not been touched"
            assert alone.headers["x-recollect-degraded"] == "redis"
            assert here.get("/ready").json() == {"ready": True, "degraded": ["redis"]}
            assert here.get("/v1/status").json()["degraded"][0].startswith("redis: Redis failed")
            for _ in range(5):
                here.get("/v1/ping")
            assert problem(here.get("/v1/ping"))["code"] == "rate_limited"


def test_searches_are_shared_between_servers_and_never_between_tenants(tmp_path: Path, redis_url: str) -> None:
    settings = {"redis_url": redis_url, "redis_timeout_ms": 5000, "worker": "off"}
    store = tmp_path / "m.db"
    with (
        serving(store, **settings) as one,
        serving(store, **settings) as other,
        one.client("acme") as here,
        other.client("acme") as there,
        other.client("zenith") as stranger,
    ):
        here.post("/v1/memories", json={"content": "Ana lives in Lisbon by the sea", "user": "ana"}).raise_for_status()
        asked = {"query": "Where does Ana live?", "user": "ana"}
        first, again = (client.post("/v1/search", json=asked).json() for client in (here, there))
        assert [hit["id"] for hit in first["hits"]] == [hit["id"] for hit in again["hits"]] != []
        assert stranger.post("/v1/search", json=asked).json()["hits"] == []
        engine = other.tenants.engine("acme")
        assert engine.recall._parts.hot is not None
        assert engine.recall._parts.hot.hits == 1
