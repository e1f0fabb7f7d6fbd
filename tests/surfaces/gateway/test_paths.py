"""What passes through to the upstream with the operator's key goes where it says, for those who may."""

from __future__ import annotations

import http.client
import json
from typing import Any

import httpx2
import pytest

from recollect import Memory
from tests.surfaces.gateway.serving import WAIT_S, Principal, Upstream, gateway


def asked(url: str, method: str, path: str) -> tuple[int, Any]:
    """Status and body. The path is sent as it stands: other clients tidy it up."""
    connection = http.client.HTTPConnection(httpx2.URL(url).netloc.decode(), timeout=WAIT_S)
    try:
        connection.request(method, path)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


@pytest.mark.parametrize("base", ["/v1/responses", "/v1/models"])
def test_no_path_leads_out_of_its_own(memory: Memory, upstream: Upstream, base: str) -> None:
    outside = [
        "../files/f1", "..%2ffiles/f1", "..%2F..%2fadmin/keys", "%2e%2e/files", ".%2e/files", "x/../../files", "x/.",
        "x//y", "//evil.example/x", "..%5cfiles", "x%5c..%5cy", "%252e%252e%252ffiles", "x%00", "x%0d%0aHost:%20y",
        "x%3fy=1", "x%23y", "x;y", "x%20y", "x/", "%C3%A9", "..;/files", "/".join("x" * 9), "x" * 201,
    ]  # fmt: skip
    with gateway(memory, upstream.url) as url:
        for path in outside:
            status, body = asked(url, "GET", f"{base}/{path}")
            assert (path, status, body["error"]["code"]) == (path, 404, "not_found")
            if base == "/v1/responses":
                assert asked(url, "DELETE", f"{base}/{path}")[0] == 404
    assert upstream.requests == []


@pytest.mark.parametrize("id", ["m", "meta/llama-3.1:free", "a@b_c", "..x", "ft:gpt:org::1"])
def test_models_keep_their_names(memory: Memory, upstream: Upstream, id: str) -> None:
    with gateway(memory, upstream.url) as url:
        assert asked(url, "GET", f"/v1/models/{id}")[0] == 200
        assert asked(url, "GET", "/v1/models/" + id.replace("/", "%2f").replace(":", "%3A"))[0] == 200
    assert [request.path for request in upstream.requests] == [f"/v1/models/{id}"] * 2


def test_a_key_that_only_reads_changes_nothing_upstream(memory: Memory, upstream: Upstream) -> None:
    with gateway(memory, upstream.url, principal=Principal(role="read")) as url:
        for method, path in [("DELETE", "resp_1"), ("POST", "resp_1/cancel"), ("POST", "compact")]:
            status, body = asked(url, method, f"/v1/responses/{path}")
            assert (status, body["error"]["code"]) == (403, "forbidden")
        counted = httpx2.post(f"{url}/v1/messages/count_tokens", json={"model": "m", "messages": []})
    assert counted.status_code == 200  # it changes nothing
    assert [request.path for request in upstream.requests] == ["/v1/messages/count_tokens"]
