"""What a Qdrant server is told: how to build a collection and how far to search, on which its recall depends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from recollect import registry
from recollect.errors import TierFailed
from recollect.model.tier import Points, TierSpace
from tests.loopback import Loopback, Reply, Request

SPACE = TierSpace(tenant="acme", space=7, signature="test:8")


def _answer(request: Request) -> Reply | None:
    result: Any = True
    if request.method == "GET":
        result = {"collections": []}
    elif request.path.endswith(("/points", "/index")):
        result = {"operation_id": 1, "status": "completed"}
    elif request.path.endswith("/query/batch"):
        result = [{"points": []}, {"points": []}]
    return Reply(body={"result": result, "status": "ok", "time": 0.0})


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as made:
        made.routes.append(_answer)
        yield made


def _asked(server: Loopback, quantization: str) -> dict[str, Any]:
    """The last body of each kind of request, after a first point and a search; indexes by their field."""
    options = {"url": server.url, "store": "one", "quantization": quantization, "timeout_s": 20.0}
    with closing(registry.vector_index("qdrant", options)) as index:
        vector = np.eye(1, 8, dtype=np.float32)
        index.put(SPACE, Points(items=[1], vectors=vector, payloads=[{"layer": "memory"}]))
        index.search(SPACE, vector[0], 300)
    sent = {"/".join(request.path.split("/")[3:]): request.body for request in server.requests}
    fields = [request.body for request in server.requests if request.path.endswith("/index")]
    return sent | {"index": {one["field_name"]: one["field_schema"] for one in fields}}


@pytest.mark.feature("ST-04")
def test_graphs_are_built_of_spaces_and_of_nothing_else(server: Loopback) -> None:
    asked = _asked(server, "none")
    assert {key: asked[""]["hnsw_config"][key] for key in ("m", "payload_m")} == {"m": 0, "payload_m": 16}
    assert [field for field, index in asked["index"].items() if index.get("enable_hnsw") is not False] == ["space"]
    assert asked["index"]["tenant"]["is_tenant"] is True


@pytest.mark.feature("ST-09")
@pytest.mark.parametrize(
    "quantization, oversampling, built",
    [
        ("none", None, None),
        ("int8", 2.0, {"scalar": {"type": "int8", "quantile": 0.99, "always_ram": True}}),
        ("binary", 16.0, {"binary": {"always_ram": True, "query_encoding": "scalar8bits"}}),
    ],
)
def test_a_search_goes_as_far_as_its_recall_was_measured_with(
    server: Loopback, quantization: str, oversampling: float | None, built: dict[str, Any] | None
) -> None:
    asked = _asked(server, quantization)
    assert _set(asked[""].get("quantization_config")) == built
    parameters = asked["points/query/batch"]["searches"][0]["params"]
    assert parameters["hnsw_ef"] == 1500
    again = None if oversampling is None else {"rescore": True, "oversampling": oversampling}
    found = parameters.get("quantization")
    assert (None if found is None else {key: found[key] for key in ("rescore", "oversampling")}) == again


def _set(given: Any) -> Any:
    """Without what is null: newer clients name more settings."""
    if not isinstance(given, dict):
        return given
    return {key: _set(value) for key, value in given.items() if value is not None}


@pytest.mark.feature("OB-04")
def test_an_answer_that_quotes_a_memory_goes_back_with_the_request_alone(server: Loopback) -> None:
    refused = Reply(status=400, body={"status": {"error": "Format error: Ana has a cat"}})
    server.routes.insert(0, lambda request: refused if request.path.endswith("/points") else None)
    with closing(registry.vector_index("qdrant", {"url": server.url, "store": "one", "timeout_s": 20.0})) as index:
        with pytest.raises(TierFailed, match="Ana has a cat") as caught:
            index.put(SPACE, Points(items=[1], vectors=np.eye(1, 8, dtype=np.float32), payloads=[{"layer": "memory"}]))
        assert caught.value.bare.endswith("answered 400 Bad Request")


def test_what_the_system_says_of_a_server_that_is_away_is_kept() -> None:
    with Loopback() as gone:
        url = gone.url
    with closing(registry.vector_index("qdrant", {"url": url, "store": "one", "timeout_s": 5.0})) as index:
        with pytest.raises(TierFailed) as caught:
            index.search(SPACE, np.ones(8, dtype=np.float32), 3)
        assert "refused" in caught.value.bare
