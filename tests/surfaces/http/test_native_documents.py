"""`/v1/documents`: read in over HTTP, by tenant and user."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from tests import documents
from tests.server import RunningServer


def added(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.feature("IG-01")
def test_a_document_comes_as_text_bytes_or_a_body(server: RunningServer) -> None:
    client = server.client()
    text = added(client.post("/v1/documents", json={"text": "# Tea\n\nGreen.", "name": "tea.md", "user": "ana"}))
    assert (text["action"], text["document"]["title"], text["document"]["user"]) == ("added", "Tea", "ana")
    data = base64.b64encode(documents.pdf(2)).decode()
    file = added(client.post("/v1/documents", json={"data": data, "name": "a.pdf", "metadata": {"team": 1}}))
    assert (file["document"]["passages"], file["document"]["metadata"]["team"]) == (2, 1)
    body = {"content": documents.docx(), "headers": {"Content-Type": "application/octet-stream"}}
    sent = added(client.post("/v1/documents/upload?name=h.docx&user=ana", **body))
    assert sent["document"]["metadata"]["method"] == "mammoth"
    again = added(client.post("/v1/documents/upload?name=h.docx&user=ana", **body))
    assert again["action"] == "unchanged"
    listed = client.get("/v1/documents?user=ana").json()["documents"]
    assert [one["source"] for one in listed] == ["a.pdf", "h.docx", "tea.md"]
    passages = client.get(f"/v1/documents/{file['document']['id']}/passages").json()
    assert [one["provenance"]["reference"] for one in passages["records"]] == ["a.pdf#page=1", "a.pdf#page=2"]
    hits = client.post("/v1/search", json={"query": "days of leave", "user": "ana"}).json()["hits"]
    assert hits[0]["provenance"]["reference"].startswith("h.docx#L")


def test_documents_of_another_tenant_are_not_there(server: RunningServer) -> None:
    id = added(server.client().post("/v1/documents", json={"text": "ours", "name": "a"}))["document"]["id"]
    other = server.client("umbrella")
    for path in (f"/v1/documents/{id}", f"/v1/documents/{id}/passages"):
        assert other.get(path).status_code == 404
    assert other.delete(f"/v1/documents/{id}").status_code == 404
    assert other.get("/v1/documents").json() == {"documents": []}
    mine = server.client()
    assert mine.delete(f"/v1/documents/{id}").json() == {"removed": 1}
    assert mine.get(f"/v1/documents/{id}").status_code == 404


def test_a_document_is_read_without_being_remembered(server: RunningServer) -> None:
    client = server.client()
    found = client.post("/v1/documents/read", json={"text": "<h1>Tea</h1>", "media_type": "text/html"}).json()
    assert (found["sections"], found["method"]) == ([{"text": "# Tea", "place": ""}], "markdownify")
    assert client.get("/v1/documents").json() == {"documents": []}


@pytest.mark.parametrize(
    "body, status",
    [
        ({}, 422),
        ({"text": "a", "data": "YQ=="}, 422),
        ({"data": "no base64"}, 422),
        ({"data": base64.b64encode(bytes(range(256)) * 9).decode()}, 422),
        ({"url": "/etc/passwd"}, 422),
        ({"url": "file:///etc/passwd"}, 422),
        ({"url": "http://127.0.0.1:9/"}, 403),
        ({"url": "http://169.254.169.254/latest/meta-data"}, 403),
        ({"text": "a", "colour": "red"}, 422),
        ({"text": "a", "chunk_tokens": 1}, 422),
    ],
    ids=str,
)
def test_what_is_no_document_is_refused(server: RunningServer, body: dict[str, Any], status: int) -> None:
    for path in ("/v1/documents", "/v1/documents/read"):
        if path.endswith("read") and "chunk_tokens" in body:
            continue
        answer = server.client().post(path, json=body)
        assert answer.status_code == status, answer.text
        assert "root:" not in answer.text


def test_a_key_that_may_only_read_reads_nothing_in(server: RunningServer) -> None:
    client = server.client(role="read")
    assert client.post("/v1/documents", json={"text": "a"}).status_code == 403
    assert client.post("/v1/documents/upload", content=b"a").status_code == 403
    assert client.get("/v1/documents").status_code == 200


def test_a_form_is_told_to_come_as_the_document_itself(server: RunningServer) -> None:
    answer = server.client().post("/v1/documents/upload", files={"file": ("h.docx", documents.docx())})
    assert answer.status_code == 422
    assert "send the document itself as the body" in answer.json()["detail"]
