"""Files over HTTP: the workspace of the tenant whom the server's settings name, and nobody else's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from recollect.client import RemoteMemory
from recollect.errors import Forbidden, NotConfigured
from tests.server import RunningServer


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("files")
    notes = folder / "notes"
    (notes / "memory").mkdir(parents=True)
    (notes / "MEMORY.md").write_text("# Facts\n\nAna prefers tea over coffee.\n")
    (notes / "memory" / "cat.md").write_text("The cat is called Mia.\n")
    (folder / "secret.md").write_text("SECRET")
    with RunningServer(
        folder, tenant="acme", workspace=str(notes), workspace_user="ana", workspace_debounce_s=0.05
    ) as running:
        yield running


def ok(answer: Any) -> Any:
    assert answer.status_code < 300, answer.text
    return answer.json()


@pytest.mark.feature("FI-05", "FI-06")
def test_files_are_searched_read_and_synced(served: RunningServer) -> None:
    client = served.client()
    report = ok(client.post("/v1/files/sync"))
    assert report["added"] + report["unchanged"] == 2
    assert report["failed"] == []
    [hit] = ok(client.post("/v1/files/search", json={"query": "does Ana prefer tea?", "k": 1}))["hits"]
    assert (hit["path"], hit["start_line"], hit["end_line"]) == ("MEMORY.md", 1, 3)
    assert hit["citation"] == "MEMORY.md#L1-L3"
    text = ok(client.get("/v1/files/text", params={"path": "MEMORY.md", "start": 3, "lines": 1}))
    assert text == {"path": "MEMORY.md", "text": "Ana prefers tea over coffee."}
    status = ok(client.get("/v1/files"))
    assert (status["files"], status["watching"], status["user"]) == (2, True, "ana")


@pytest.mark.feature("SE-05")
@pytest.mark.parametrize(
    "path", ["../secret.md", "%2e%2e/secret.md", "/etc/passwd", "memory/../../secret.md", "..\\secret.md", "README.md"]
)
def test_a_path_that_leads_out_is_refused(served: RunningServer, path: str) -> None:
    answer = served.client().get("/v1/files/text", params={"path": path})
    assert answer.status_code == 403
    assert answer.json()["code"] == "forbidden"
    assert "SECRET" not in answer.text


def test_a_path_with_a_nul_is_no_address(served: RunningServer) -> None:
    assert served.client().get("/v1/files/text?path=MEMORY.md%00").status_code == 400


def test_other_tenants_and_other_users_have_no_such_files(served: RunningServer) -> None:
    other = served.client("globex")
    assert other.post("/v1/files/search", json={"query": "tea"}).json()["code"] == "not_configured"
    assert other.get("/v1/files").status_code == 404
    ana, bob = served.client(user="ana", role="read"), served.client(user="bob", role="read")
    assert ok(ana.post("/v1/files/search", json={"query": "tea"}))["hits"]
    assert bob.post("/v1/files/search", json={"query": "tea"}).status_code == 403
    assert bob.get("/v1/files/text", params={"path": "MEMORY.md"}).status_code == 403
    assert ana.post("/v1/files/sync").status_code == 403, "a key that only reads"
    assert ana.post("/v1/files/search", json={"query": "tea", "user": "bob"}).status_code == 403


@pytest.mark.feature("SE-05")
def test_where_the_files_lie_on_the_server_is_told_to_admins_alone(served: RunningServer) -> None:
    folder = str(served.tenants.engine("acme").files.folder)
    assert ok(served.client().get("/v1/files"))["workspace"] == folder
    for client in (served.client(user="ana", role="write"), served.client(role="write")):
        status = client.get("/v1/files", params={"user": "ana"})
        assert ok(status)["workspace"] is None
        assert ok(status)["files"] == 2
        report = client.post("/v1/files/sync", json={"user": "ana"})
        assert report.status_code == 200
        assert folder not in status.text + report.text


def test_a_sync_that_somebody_asked_for_is_in_the_audit_log(served: RunningServer) -> None:
    client = served.client()
    ok(client.post("/v1/files/sync", json={"user": "ana"}))
    noted = [one for one in ok(client.get("/v1/audit"))["entries"] if one["verb"] == "sync_files"]
    assert noted
    assert noted[0]["user"] == "ana"


@pytest.mark.parametrize(
    "body", [{}, {"query": ""}, {"query": "x", "k": 0}, {"query": "x", "min_score": 2}, {"q": "x"}]
)
def test_a_question_that_is_none_is_refused(served: RunningServer, body: dict[str, Any]) -> None:
    assert served.client().post("/v1/files/search", json=body).status_code == 422


def test_the_client_speaks_as_a_memory_does(served: RunningServer) -> None:
    with RemoteMemory(served.url, api_key=served.key()) as memory:
        report = memory.sync_files()
        assert report.files == 2
        assert memory.search_files("Mia the cat").hits[0].path == "memory/cat.md"
        assert memory.read_file("memory/cat.md").text == "The cat is called Mia."
        status = memory.files_status()
        assert (status.files, status.last is not None) == (2, True)
        with pytest.raises(Forbidden):
            memory.read_file("../secret.md")
    with RemoteMemory(served.url, api_key=served.key("globex")) as memory, pytest.raises(NotConfigured):
        memory.search_files("tea")


@pytest.mark.feature("FI-05", "FI-06")
def test_records_beside_files_are_the_same_over_http_and_for_a_client(served: RunningServer) -> None:
    client = served.client(user="ana", role="write")
    ok(client.post("/v1/memories", json={"content": "Ana drinks her tea from the blue cup"}))
    asked = {"query": "which cup does Ana drink tea from?", "min_score": 0, "records": True}
    found = ok(client.post("/v1/files/search", json=asked))["hits"]
    assert {"MEMORY.md"} < {hit["path"] for hit in found}
    record = next(hit for hit in found if "blue cup" in hit["snippet"])
    read = {"path": record["path"], "agent": "main"}
    assert ok(client.get("/v1/files/text", params=read))["text"] == record["snippet"]
    with RemoteMemory(served.url, api_key=served.key(user="ana", role="read")) as memory:
        same = memory.search_files(asked["query"], min_score=0.0, records=True).hits
        assert [hit.path for hit in same] == [hit["path"] for hit in found]
        assert memory.read_file(record["path"], agent="main").text == record["snippet"]
        assert "blue cup" not in str(memory.search_files(asked["query"], min_score=0.0))
    bob = served.client(user="bob", role="read")
    assert bob.get("/v1/files/text", params={"path": record["path"]}).status_code == 403
    assert ok(bob.post("/v1/files/search", json=asked))["hits"] == []


@pytest.mark.slow
@pytest.mark.feature("FI-03")
def test_the_server_follows_its_files(served: RunningServer) -> None:
    kept = served.tenants.engine("acme").files
    assert kept.wait_until_watching(60)
    folder = kept.folder
    assert folder is not None
    heard: Queue[Any] = Queue()
    kept._heard = heard.put
    Path(folder / "memory" / "dog.md").write_text("The dog is called Rex.\n")
    client = served.client()
    while not ok(client.post("/v1/files/search", json={"query": "dog Rex"}))["hits"]:
        heard.get(timeout=60)
