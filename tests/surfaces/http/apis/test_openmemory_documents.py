"""Documents by OpenMemory's `/memory/ingest`."""

from __future__ import annotations

import base64
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2
import pytest

from recollect.errors import TooLarge
from recollect.surfaces.http.apis.openmemory_documents import cut
from recollect.surfaces.http.apis.openmemory_types import IngestConfig
from tests import documents
from tests.loopback import Loopback, Reply
from tests.server import RunningServer
from tests.speech import converted, spoken

PARAGRAPHS = [f"Paragraph {number} tells about subject {number}. " * 10 for number in range(40)]
LONG = "\n\n".join(PARAGRAPHS)


def ingest(client: httpx2.Client, **body: Any) -> dict[str, Any]:
    answer = client.post("/memory/ingest", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.feature("IG-05", "API-01")
@pytest.mark.parametrize("prefix", ["", "/openmemory"])
def test_a_short_document_is_one_memory(server: RunningServer, prefix: str) -> None:
    client = server.client(prefix=prefix)
    text = "# Notes\n\nThe office is in Lisbon."
    made = ingest(client, content_type="markdown", data=text, metadata={"by": "ana"})
    assert made == {
        "root_memory_id": made["root_memory_id"],
        "child_count": 0,
        "total_tokens": 9,
        "strategy": "single",
        "extraction": {
            "content_type": "md", "char_count": 33, "estimated_tokens": 9, "extraction_method": "passthrough",
        },
        "memories": [{"id": made["root_memory_id"], "sector": "semantic"}],
        "chunks": 1,
    }  # fmt: skip
    shown = client.get(f"/memory/{made['root_memory_id']}").json()
    assert shown["content"] == text
    assert (shown["metadata"]["by"], shown["metadata"]["ingestion_strategy"]) == ("ana", "single")
    question = {"query": "where is the office?"}
    matches = client.post("/memory/query", json=question).json()["matches"]
    assert [match["id"] for match in matches] == [made["root_memory_id"]]
    assert server.client("umbrella").post("/memory/query", json=question).json()["matches"] == []


def test_with_the_root_of_a_document_go_its_sections(server: RunningServer) -> None:
    client = server.client()
    kept = ingest(client, content_type="text", data=f"Another. {LONG}", user_id="ana", config={"force_root": True})
    made = ingest(client, content_type="text", data=LONG, user_id="ana", config={"force_root": True})
    assert made["child_count"] > 1
    for child in kept["memories"][:1]:  # a section by itself takes nothing along
        assert client.delete(f"/memory/{child['id']}").status_code == 200
    assert client.delete(f"/memory/{made['root_memory_id']}").json() == {"ok": True}
    assert {client.get(f"/memory/{one['id']}").status_code for one in made["memories"]} == {404}
    assert {client.get(f"/memory/{one['id']}").status_code for one in kept["memories"][1:]} == {200}


@pytest.mark.feature("IG-05")
def test_a_long_document_is_a_root_and_its_sections(server: RunningServer) -> None:
    client = server.client()
    made = ingest(client, content_type="text/plain; charset=utf-8", data=LONG, config={"lg_thresh": 1000})
    assert made["strategy"] == "root-child"
    assert made["child_count"] == made["chunks"] == len(made["memories"]) > 4
    root = client.get(f"/memory/{made['root_memory_id']}").json()
    assert root["metadata"]["is_root"] is True
    assert root["primary_sector"] == "reflective"
    assert root["content"].startswith("[Document: TXT]\n\nParagraph 0")
    assert root["content"].endswith(f"[Full content split across {made['child_count']} sections]")
    children = [client.get(f"/memory/{one['id']}").json() for one in made["memories"]]
    assert [child["metadata"]["section_index"] for child in children] == list(range(made["child_count"]))
    assert {child["metadata"]["parent_id"] for child in children} == {made["root_memory_id"]}
    assert all(len(child["content"]) <= 3000 for child in children)
    assert "\n\n".join(child["content"] for child in children) == "\n\n".join(part.strip() for part in PARAGRAPHS)


def test_the_same_document_again_is_not_stored_twice(server: RunningServer) -> None:
    client = server.client()
    first = ingest(client, content_type="txt", data=LONG, config={"force_root": True}, metadata={"n": 1})
    again = ingest(client, content_type="txt", data=LONG, config={"force_root": True}, metadata={"n": 2})
    assert again == first
    items = client.get("/memory/all?l=1000").json()["items"]
    assert len(items) == 1 + first["child_count"]
    assert {(item["metadata"]["n"], item["version"]) for item in items} == {(2, 2)}


def test_a_document_with_too_many_sections_is_refused_at_once() -> None:
    with pytest.raises(TooLarge, match="larger sec_sz"):
        cut("x" * 2_000_000, IngestConfig(sec_sz=100))
    assert len(cut("x" * 900_000, IngestConfig(sec_sz=100))) == 9000


def test_a_short_document_gets_a_root_where_that_is_wished(server: RunningServer) -> None:
    made = ingest(server.client(), content_type="text", data="One two three.", config={"force_root": True})
    assert (made["strategy"], made["child_count"]) == ("root-child", 1)


@pytest.mark.feature("IG-05")
def test_chunks_are_cut_by_tokens_as_documented(server: RunningServer) -> None:
    client = server.client()
    config = {"chunk_size": 512, "chunk_overlap": 64, "preserve_metadata": False}
    made = ingest(client, content_type="txt", data=LONG, config=config, metadata={"by": "ana"})
    assert made["strategy"] == "root-child"
    children = [client.get(f"/memory/{one['id']}").json() for one in made["memories"]]
    assert all(len(child["content"]) <= 512 * 4 for child in children)
    assert all("by" not in child["metadata"] for child in children)
    assert children[1]["content"][:30] in children[0]["content"], "neighbours overlap"
    assert client.get(f"/memory/{made['root_memory_id']}").json()["metadata"]["by"] == "ana"


@pytest.mark.feature("IG-05")
def test_without_a_config_sections_have_2048_tokens_and_share_256() -> None:
    text = "\n\n".join(f"Line {number} of a long document about gardens." for number in range(2000))
    assert len(text) > 8000 * 4
    sections = cut(text, IngestConfig())
    assert all(2048 * 4 // 2 < len(section) <= 2048 * 4 for section in sections[:-1])
    shared = [next(n for n in range(len(one), 0, -1) if before.endswith(one[:n])) for before, one in pairwise(sections)]
    assert all(256 * 4 - 100 < count <= 256 * 4 for count in shared)
    assert cut(text[: 8000 * 4], IngestConfig()) == [text[: 8000 * 4]], "up to 8000 tokens it is one memory"


@pytest.mark.feature("IG-05")
@pytest.mark.parametrize("config", [{}, {"chunk_size": 100, "chunk_overlap": 10}])
def test_sections_of_one_long_paragraph_share_whole_words(config: dict[str, int]) -> None:
    words = [f"w{number}" for number in range(9000)]
    wished = config.get("chunk_overlap", 256) * 4
    for before, section in pairwise(cut(" ".join(words), IngestConfig(**config))):
        shared = next(n for n in range(wished, 0, -1) if before.endswith(section[:n]))
        assert wished - len(" w9999 w") <= shared <= wished
        assert section.split()[0] in words
        assert "\n" not in section, "it is one paragraph"


def test_a_word_that_is_longer_than_the_overlap_is_not_shared_in_part() -> None:
    config = IngestConfig(chunk_size=32, chunk_overlap=2)
    assert cut("x" * 110 + " " + "y" * 100, config)[-1] == "y" * 100
    assert cut("花" * 200, config)[1].startswith("花" * 8 + " "), "a script without spaces has no words to cut"


@pytest.mark.parametrize(
    "config, size",
    [
        ({"sec_sz": 500, "lg_thresh": 1}, 500),
        ({"chunk_size": 100, "chunk_overlap": 90}, 400),
        ({"chunk_overlap": 90}, 2048 * 4),
        ({"sec_sz": 100, "lg_thresh": 1}, 100),
    ],
)
def test_no_section_is_longer_than_asked_and_no_word_is_lost(config: dict[str, Any], size: int) -> None:
    text = "\n\n".join([LONG, "x" * 1234, "one two " * 300])
    sections = cut(text, IngestConfig(**config))
    assert len(sections) > 1
    assert max(map(len, sections)) <= size
    assert set(text.split()) - {"x" * 1234} <= set(" ".join(sections).split())
    assert sum(section.count("x") for section in sections) >= 1234


@pytest.mark.feature("IG-01")
@pytest.mark.parametrize(
    "kind, data, text, method",
    [
        (
            "html",
            "<h1>Tea</h1><p>Green &amp; <b>white</b><script>x()</script></p>",
            "# Tea\n\nGreen & **white**",
            "markdownify",
        ),
        ("text/html", "<ul><li>größe</li><li>two</li></ul>", "- größe\n- two", "markdownify"),
        ("pdf", documents.pdf(2), "Hello from page 1\n\nHello from page 2", "pypdf"),
        ("application/pdf", documents.pdf(1), "Hello from page 1", "pypdf"),
        ("docx", documents.docx(), "Everyone has 25 days of leave.", "mammoth"),
    ],
    ids=["html", "text/html", "pdf", "application/pdf", "docx"],
)
def test_files_are_read_into_markdown(
    server: RunningServer, kind: str, data: str | bytes, text: str, method: str
) -> None:
    client = server.client()
    sent = data if isinstance(data, str) else base64.b64encode(data).decode()
    made = ingest(client, content_type=kind, data=sent)
    assert made["extraction"]["extraction_method"] == method
    content = client.get(f"/memory/{made['root_memory_id']}").json()["content"]
    assert text in content
    assert made["extraction"]["char_count"] == len(content)
    assert made["extraction"].get("page_count") == (content.count("Hello") or None)
    assert made["chunks"] == len(made["memories"]) == 1


WAVE = base64.b64encode(b"RIFF\x00\x00\x00\x00WAVE").decode()


@pytest.mark.parametrize(
    "kind, data, says",
    [
        ("audio", WAVE, "transcriber = whisper"),
        ("mp3", WAVE, "transcriber = whisper"),
        ("video/mp4", WAVE, "transcriber = whisper"),
        ("nonsense", "JVBERi0=", "send one of text, txt"),
    ],
)
def test_what_nothing_reads_here_is_told_to_be_not_set_up(
    server: RunningServer, kind: str, data: str, says: str
) -> None:
    answer = server.client().post("/memory/ingest", json={"content_type": kind, "data": data})
    assert answer.status_code == 500
    assert answer.json()["err"] == "ingest_fail"
    assert says in answer.json()["msg"]
    assert answer.json()["message"] == answer.json()["msg"], "the name of the first release"


@pytest.mark.slow
@pytest.mark.feature("IG-03")
@pytest.mark.parametrize("kind, name", [("audio", "talk.mp3"), ("mp4", "talk.mp4")])
def test_a_recording_is_heard_and_stored(tmp_path: Path, speaking: None, kind: str, name: str) -> None:
    said = "please remember to water the garden"
    data = converted(spoken(said, tmp_path), name, tmp_path)
    with RunningServer(tmp_path, transcriber="pocketsphinx") as server:
        made = ingest(server.client(), content_type=kind, data=base64.b64encode(data).decode())
        assert made["extraction"]["extraction_method"] == "pocketsphinx:en-us"
        assert server.client().get(f"/memory/{made['root_memory_id']}").json()["content"] == said


@pytest.mark.feature("IG-03")
@pytest.mark.parametrize("kind", ["audio", "mp3", "video", "mp4"])
@pytest.mark.parametrize("data", [b"i\xa6\x9a", b"these are words"])
def test_a_recording_that_is_none_is_not_kept_as_words(server: RunningServer, kind: str, data: bytes) -> None:
    body = {"content_type": kind, "data": base64.b64encode(data).decode(), "user_id": "deaf"}
    answer = server.client().post("/memory/ingest", json=body)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_input")
    assert "of a known format" in answer.json()["details"][0]["message"]
    assert server.client().get("/memory/all", params={"user_id": "deaf"}).json() == {"items": []}


@pytest.mark.parametrize("kind, data", [("pdf", "no base64!"), ("pdf", "JVBERi0="), ("docx", "AAAA")])
def test_a_file_that_is_none_is_refused(server: RunningServer, kind: str, data: str) -> None:
    answer = server.client().post("/memory/ingest", json={"content_type": kind, "data": data})
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_input")
    assert answer.json()["err"] == "ingest_fail", "its clients look at err"
    assert answer.json()["msg"] == answer.json()["details"][0]["message"]


@pytest.mark.feature("IG-02")
@pytest.mark.parametrize("prefix", ["", "/openmemory"])
def test_a_page_is_fetched_and_stored(tmp_path: Path, prefix: str) -> None:
    page = b"<html><head><title>Harbour</title></head><body><h1>Tides</h1><p>High at noon.</p></body></html>"
    with Loopback() as web, RunningServer(tmp_path, fetch_allow="127.0.0.0/8") as server:
        web.script(Reply(body=page, headers={"Content-Type": "text/html"}))
        client = server.client(prefix=prefix)
        url = f"{web.url}/harbour"
        answer = client.post("/memory/ingest/url", json={"url": url, "metadata": {"by": "ana"}, "config": None})
        assert answer.status_code == 200, answer.text
        made = answer.json()
        extraction = made["extraction"]
        assert (extraction["content_type"], extraction["source_url"], extraction["title"]) == ("url", url, "Harbour")
        assert extraction["fetched_at"] > 0
        shown = client.get(f"/memory/{made['root_memory_id']}").json()
        assert shown["content"] == "# Tides\n\nHigh at noon."
        assert (shown["metadata"]["by"], shown["metadata"]["source_url"]) == ("ana", url)
        gone = client.post("/memory/ingest/url", json={"url": f"{web.url}/missing"})
        assert (gone.status_code, gone.json()["err"]) == (500, "url_fail")
        reader = server.client(prefix=prefix, role="read").post("/memory/ingest/url", json={"url": url})
        assert reader.status_code == 403


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:9/", "http://169.254.169.254/latest/", "http://[::1]/", "file:///etc/passwd", "/etc/passwd"],
)
def test_addresses_of_the_servers_own_network_and_files_are_refused(server: RunningServer, url: str) -> None:
    answer = server.client().post("/memory/ingest/url", json={"url": url})
    assert answer.status_code == 500
    assert answer.json()["err"] == "url_fail"
    assert "root:" not in answer.text
    assert server.client().post("/memory/ingest/url", json={}).json()["error"] == "invalid_input"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"data": "a b"},
        {"content_type": "text"},
        {"content_type": "text", "data": "  "},
        {"content_type": "html", "data": "<p> </p>"},
        {"content_type": "text", "data": "a b", "config": {"sec_sz": 1}},
        {"content_type": "text", "data": "a b", "turns": [], "config": 5},
    ],
    ids=str,
)
def test_a_document_that_is_none_is_refused(server: RunningServer, body: dict[str, Any]) -> None:
    answer = server.client().post("/memory/ingest", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_input"


@pytest.mark.parametrize("sent", [b"{", b"[1]", b'"turns"', b"", b'{"turns": NaN}'])
def test_what_is_no_object_is_refused_by_the_shared_route(server: RunningServer, sent: bytes) -> None:
    answer = server.client().post("/memory/ingest", content=sent)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_input")
