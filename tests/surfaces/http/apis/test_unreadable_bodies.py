"""What every interface says of a body that it cannot read: what is wrong with it, not what that looks like inside."""

from __future__ import annotations

import pytest

from tests.clients import Serving

pytestmark = pytest.mark.feature("API-01", "API-02", "API-06", "IG-07")
PATHS = [
    "/memory/add", "/memory/ingest", "/lgm/store", "/osaurus/memory/ingest", "/api/memory", "/v1/memories/add",
    "/v3/memories/add/", "/v1/memories",
]  # fmt: skip
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("path", PATHS)
def test_a_body_of_another_type_is_told_which_header_to_send(serving: Serving, path: str) -> None:
    """As curl sends it with -d alone."""
    answer = serving.client().post(path, content=b'{"content": "I ski"}', headers=FORM)
    assert answer.status_code in (400, 422)
    assert "Content-Type: application/json" in answer.text


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("body", [b"{no json", b'{"content": NaN}', b'{"content": "\\ud800"}', b'{"content": "\xff"}'])
def test_a_body_that_is_no_json_is_told_what_is_wrong_and_where(serving: Serving, path: str, body: bytes) -> None:
    answer = serving.client().post(path, content=body, headers=JSON)
    assert answer.status_code in (400, 422)
    assert "JSON" in answer.text
    assert "at character" in answer.text
