"""Documents that are read in: known again, versioned, cited by page, deleted with what rested on them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from recollect import AsyncMemory, Memory
from recollect.client import RemoteMemory
from recollect.engine import ingesting
from recollect.errors import Forbidden, InvalidInput, NotConfigured, NotFound, RateLimited, TooLarge
from tests import documents
from tests.clock import Clock
from tests.loopback import Loopback, Reply

KEY = "sk-proj-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZg"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory(tmp_path / "memory.db", clock=Clock(), worker="off", fetch_allow="127.0.0.0/8") as made:
        yield made


@pytest.mark.feature("IG-01", "IG-05")
def test_a_pdf_is_found_and_cited_by_its_page(memory: Memory) -> None:
    made = memory.ingest(documents.pdf(3, text="The tide table of month"), user="ana", name="report.pdf")
    assert (made.action, made.added, made.document.passages) == ("added", 3, 3)
    assert made.document.metadata["pages"] == 3
    hit = memory.search("tide table of month 2", user="ana", k=1)[0]
    assert hit.record.provenance.reference == "report.pdf#page=2"
    assert hit.record.layer == "document"
    assert [one.provenance.reference for one in memory.passages(made.id)] == [
        f"report.pdf#page={number}" for number in (1, 2, 3)
    ]
    assert memory.documents(user="bob") == []


def test_the_same_document_again_is_left_alone_and_a_changed_one_is_a_new_version(memory: Memory) -> None:
    text = "\n\n".join(f"# Part {n}\n\n{f'Words of part {n} go on. ' * 40}" for n in range(4))
    first = memory.ingest(text.encode(), name="plan.md", user="ana")
    again = memory.ingest(text.encode(), name="plan.md", user="ana")
    assert (again.action, again.added, again.document) == ("unchanged", 0, first.document)
    changed = memory.ingest(text.replace("part 2 go", "chapter two go").encode(), name="plan.md", user="ana")
    assert (changed.action, changed.id, changed.document.version) == ("changed", first.id, 2)
    assert 0 < changed.added < first.added
    assert changed.kept + changed.added == changed.document.passages
    assert [hit for hit in memory.search("chapter two", user="ana") if "chapter two" in hit.content]
    once = [record for record in memory.passages(first.id, ended=True) if record.ended_at is not None]
    assert len(once) == changed.ended > 0


PAY = b"# Pay\n\nThe salary of Tom is 100.\n"


@pytest.mark.parametrize("gone", ["clear", "clear layer", "clear everyone", "archive", "delete"])
def test_a_document_whose_passages_are_gone_is_read_in_again(memory: Memory, gone: str) -> None:
    first = memory.ingest(PAY, name="pay.md", user="ana")
    [held] = memory.passages(first.id)
    if gone.startswith("clear"):
        whose: dict[str, Any] = {"everyone": True} if gone.endswith("everyone") else {"user": "ana"}
        memory.clear(**whose, layers=["document"] if gone.endswith("layer") else [])
        assert memory.documents(user="ana") == []
    else:
        getattr(memory, gone)(held.id)
        assert [one.passages for one in memory.documents(user="ana")] == [0] == [memory.document(first.id).passages]
    again = memory.ingest(PAY, name="pay.md", user="ana")
    assert (again.added, again.document.passages) == (1, 1)
    assert again.action == ("added" if gone.startswith("clear") else "changed")
    assert [hit.content for hit in memory.search("salary", user="ana")] == [held.content]
    assert memory.ingest(PAY, name="pay.md", user="ana").action == "unchanged"


def test_clearing_takes_documents_that_have_no_passage_left_and_no_others(memory: Memory) -> None:
    old = memory.ingest(PAY, name="pay.md", user="ana")
    memory.ingest(PAY.replace(b"100", b"200"), name="pay.md", user="ana")
    kept = memory.ingest(b"# Leave\n\nEveryone has 25 days.\n", name="leave.md", user="ana", project="harbour")
    other = memory.ingest(PAY, name="pay.md", user="bob")
    once = [one.id for one in memory.passages(old.id, ended=True)]
    hidden = memory.ingest(PAY, name="hidden.md", user="ana", metadata={"team": "quay"})
    memory.archive(memory.passages(hidden.id)[0].id)
    memory.clear(user="ana", contains="salary", dry_run=True)
    assert len(memory.documents(user="ana")) == 3
    memory.clear(user="ana", contains="200")
    assert [one.source for one in memory.documents(user="ana")] == ["hidden.md", "leave.md"]
    for id in once:
        with pytest.raises(NotFound):
            memory.get(id)
    memory.clear(user="ana", project="quay")
    assert memory.document(kept.id).passages == 1
    memory.clear(user="ana")
    assert [one.id for one in memory.documents(everyone=True)] == [other.id]


def test_what_is_said_of_a_document_does_not_pass_for_a_heading_of_its_own(memory: Memory) -> None:
    about = {"heading": "Mine", "document": "other", "team": "quay"}
    made = memory.ingest(b"No heading here.", name="plain.txt", metadata=about)
    [passage] = memory.passages(made.id)
    assert dict(passage.metadata) == {"team": "quay", "document": made.id}
    assert {name: memory.document(made.id).metadata[name] for name in about} == about
    again = memory.ingest(b"No heading here.", name="plain.txt", metadata={**about, "team": "pier"})
    assert (again.added, again.kept) == (0, 1)
    assert memory.passages(made.id)[0].metadata["team"] == "pier"


def test_a_folder_whose_passages_are_gone_is_read_in_again(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "pay.md").write_bytes(PAY)
    assert memory.ingest_folder(tmp_path, user="ana").added == 1
    memory.delete(memory.search("salary", user="ana")[0].id)
    assert memory.ingest_folder(tmp_path, user="ana").passages == 1
    assert memory.ingest_folder(tmp_path, user="ana").unchanged == 1


def test_the_same_name_in_another_project_or_for_another_agent_is_another_document(memory: Memory) -> None:
    labels: list[dict[str, str]] = [{}, {"project": "alpha"}, {"project": "beta"}, {"agent": "alpha"}]
    made = [
        memory.ingest(f"The mole of {n} is grey.".encode(), name="README.md", user="ana", **label)
        for n, label in enumerate(labels)
    ]
    assert [one.action for one in made] == ["added"] * 4
    assert len({one.id for one in made}) == 4
    for n, label in enumerate(labels):
        same = memory.ingest(f"The mole of {n} is grey.".encode(), name="README.md", user="ana", **label)
        assert (same.action, same.id) == ("unchanged", made[n].id)
        newer = memory.ingest(f"The mole of {n} is brown.".encode(), name="README.md", user="ana", **label)
        assert (newer.action, newer.id, newer.document.version) == ("changed", made[n].id, 2)
    found = memory.search("mole", user="ana", project="alpha", agent="helper")
    assert {hit.content for hit in found} == {"The mole of 0 is brown.", "The mole of 1 is brown."}
    assert len(memory.documents(user="ana", collection="")) == 4


def test_a_labelled_document_of_an_earlier_release_is_known_again_and_leaves_its_name_to_others(tmp_path: Path) -> None:
    place = tmp_path / "memory.db"
    with Memory(place, worker="off") as memory:
        plain = memory.ingest(PAY, name="pay.md", user="ana").id  # the id that every label had
        memory.delete_document(plain)
        made = memory.ingest(PAY, name="pay.md", user="ana", project="alpha").id
    with closing(sqlite3.connect(place)) as raw, raw:
        raw.execute("UPDATE document SET id = ?, collection = '' WHERE id = ?", (plain, made))
        raw.execute("UPDATE edge SET target = ? WHERE target = ?", (plain, made))
    with Memory(place, worker="off") as memory:
        again = memory.ingest(PAY, name="pay.md", user="ana", project="alpha")
        assert (again.action, again.id) == ("unchanged", plain)
        other = memory.ingest(PAY, name="pay.md", user="ana")
        assert (other.action, other.id != plain) == ("added", True)
        for label in ({}, {"project": "alpha"}):
            assert memory.ingest(PAY, name="pay.md", user="ana", **label).action == "unchanged"
        newer = memory.ingest(PAY + b"And more.", name="pay.md", user="ana", project="alpha")
        assert (newer.action, newer.id) == ("changed", plain)
        assert {one.scope.project for one in memory.documents(user="ana", collection="")} == {None, "alpha"}


@pytest.mark.feature("IG-05")
def test_what_is_said_of_a_document_is_said_of_its_passages(memory: Memory) -> None:
    text = b"# Leave\n\nEveryone has 25 days of leave.\n"
    made = memory.ingest(text, name="leave.md", user="ana", metadata={"team": "harbour", "heading": "mine"})
    [hit] = memory.search("days of leave", user="ana", metadata={"team": "harbour"})
    assert hit.record.metadata == {"team": "harbour", "document": made.id, "heading": "Leave"}
    memory.update(hit.id, metadata={**hit.record.metadata, "seen": True})
    changed = memory.ingest(text, name="leave.md", user="ana", metadata={"year": 2024})
    assert (changed.action, changed.added, changed.kept, changed.ended) == ("changed", 0, 1, 0)
    assert memory.search("days of leave", user="ana", metadata={"team": "harbour"}) == []
    [hit] = memory.search("days of leave", user="ana", metadata={"year": 2024})
    assert hit.record.metadata == {"year": 2024, "seen": True, "document": made.id, "heading": "Leave"}


@pytest.mark.feature("IG-05")
def test_passages_are_as_long_as_asked_and_another_cut_is_another_version(memory: Memory) -> None:
    text = " ".join(f"Sentence number {n} tells a little." for n in range(400)).encode()
    usual = memory.ingest(text, name="a.txt")
    assert max(len(one.content) for one in memory.passages(usual.id)) <= 1600
    larger = memory.ingest(text, name="a.txt", chunk_tokens=2048, chunk_overlap=256)
    assert (larger.action, larger.document.version) == ("changed", 2)
    assert larger.document.passages < usual.document.passages
    assert memory.ingest(text, name="a.txt", chunk_tokens=2048, chunk_overlap=256).action == "unchanged"
    for wrong in ({"chunk_tokens": 1}, {"chunk_tokens": 100, "chunk_overlap": 51}, {"chunk_tokens": "x"}):
        with pytest.raises(InvalidInput):
            memory.ingest(text, name="a.txt", **wrong)  # type: ignore[arg-type]


def test_a_document_that_is_read_in_another_way_is_a_new_version_only_if_it_says_something_else(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = b"The tide table of May."
    first = memory.ingest(text, name="a.txt", user="ana")
    monkeypatch.setattr(ingesting, "READ_AS", "documents of another day")
    again = memory.ingest(text, name="a.txt", user="ana")
    assert (again.action, again.added, again.kept) == ("unchanged", 0, 1)
    assert again.document == replace(first.document, fingerprint=again.document.fingerprint)
    assert again.document.fingerprint.startswith("documents of another day"), "it is not read a third time"
    assert memory.documents(user="ana") == [again.document]
    assert memory.ingest(text, name="a.txt", user="ana", metadata={"team": "night"}).document.version == 2


@pytest.mark.parametrize("name", ["m.txt", "m.eml"])
def test_the_signature_of_a_mail_and_rules_of_a_log_make_no_headings(memory: Memory, name: str) -> None:
    head = "From: ana@example.org\nTo: ben@example.org\nSubject: Contract\nContent-Type: text/plain\n\n"
    said = "Hello\n\nRegards\n-- \nBen\n\n2026-01-01 start\n-----\n" + "The contract runs until 2030.\n" * 120
    made = memory.ingest(((head if name == "m.eml" else "") + said).encode(), name=name)
    assert made.document.passages > 2
    assert not [one for one in memory.passages(made.id) if "heading" in one.metadata]


def test_metadata_of_the_document_and_of_the_caller_are_kept(memory: Memory) -> None:
    made = memory.ingest(documents.docx(), name="h.docx", metadata={"team": "night", "author": "HR"})
    about = made.document.metadata
    assert (about["team"], about["author"], about["method"]) == ("night", "HR", "mammoth")
    assert made.document.title == "Handbook"
    assert memory.ingest(documents.docx(), name="h.docx", metadata={"team": "day"}).action == "changed"


def test_secrets_and_personal_data_are_masked_before_they_are_written(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", worker="off", scrub=lambda text: text.replace("Ana", "[person]")) as memory:
        made = memory.ingest(
            f"# Ana's notes\n\nAna's key is {KEY}.".encode(), name="n.md", metadata={"by": "Ana", "key": KEY}
        )
        [passage] = memory.passages(made.id)
        told = f"{passage.content} {made.document.title} {made.document.metadata}"
        assert KEY not in told
        assert "Ana" not in told
        assert "[person]" in passage.content
    assert KEY.encode() not in (tmp_path / "m.db").read_bytes()


def test_a_file_is_known_by_its_path_or_the_name_it_is_given(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.write_text("# Tea\n\nGreen.", encoding="utf-8")
    assert memory.ingest(str(file)).document.source == file.resolve().as_posix()
    named = memory.ingest(file, name="tea")
    assert [one.provenance.reference for one in memory.passages(named.id)] == ["tea#L1-L3"]
    assert len(memory.documents()) == 2


def test_an_address_that_nobody_fetches_is_no_path(memory: Memory) -> None:
    with RemoteMemory("http://127.0.0.1:9") as remote:
        for one in (memory, remote):
            with pytest.raises(InvalidInput, match=r"^ftp:// is not fetched, only http and https") as refused:
                one.ingest("ftp://ana:secret@example.org/report.pdf")
            assert "secret" not in str(refused.value)


@pytest.mark.parametrize("what", ["missing", "folder", "pipe", "large"])
def test_what_is_no_readable_file_is_refused(tmp_path: Path, what: str) -> None:
    path = tmp_path / what
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no named pipes here")
        os.mkfifo(path)
    elif what == "large":
        path.write_bytes(b"x" * 2000)
    with Memory(tmp_path / "m.db", worker="off", document_bytes_max=1000) as memory, pytest.raises(InvalidInput):
        memory.ingest(path)


def test_a_document_that_became_unreadable_keeps_what_was_read_and_says_why(memory: Memory) -> None:
    made = memory.ingest(documents.pdf(1), name="a.pdf")
    with pytest.raises(InvalidInput):
        memory.ingest(b"%PDF-1.7 broken", name="a.pdf")
    kept = memory.document(made.id)
    assert "PDF" in (kept.error or "")
    assert kept.version == 1
    assert len(memory.passages(made.id)) == 1
    assert memory.ingest(documents.pdf(1), name="a.pdf").document.error is None


def test_why_a_document_cannot_be_read_is_told_without_the_secret_in_its_name(memory: Memory) -> None:
    made = memory.ingest(documents.pdf(1), name=f"{KEY}.pdf")
    with pytest.raises(InvalidInput):
        memory.ingest(b"%PDF-1.7 broken", name=f"{KEY}.pdf")
    kept = memory.document(made.id)
    assert "PDF" in (kept.error or "")
    assert KEY not in (kept.error or "")


def test_deleting_a_document_takes_its_passages_old_and_new(memory: Memory) -> None:
    made = memory.ingest(b"The crane is red.", name="a.txt", user="ana")
    memory.ingest(b"The crane is blue.", name="a.txt", user="ana")
    other = memory.ingest(b"The ship is white.", name="b.txt", user="ana")
    assert memory.delete_document(made.id) == 2
    assert [one.id for one in memory.documents(user="ana")] == [other.id]
    assert not [hit for hit in memory.search("crane", user="ana") if "crane" in hit.content]
    for verb in (memory.document, memory.passages, memory.delete_document):
        with pytest.raises(NotFound):
            verb(made.id)
    assert memory.doctor() == []


def test_the_gate_counts_documents_too(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", clock=Clock(), worker="off", adds_per_minute=2) as memory:
        for number in range(2):
            memory.ingest(b"text", name=f"{number}.txt")
        with pytest.raises(RateLimited):
            memory.ingest(b"text", name="3.txt")


async def _read(store: Path, data: bytes) -> Any:
    async with AsyncMemory(store, worker="off") as memory:
        return await memory.ingest(data, name="a.txt")


def test_documents_can_be_read_by_asynchronous_programs(tmp_path: Path) -> None:
    import asyncio

    assert asyncio.run(_read(tmp_path / "m.db", b"text")).action == "added"


# --- addresses ------------------------------------------------------------------------------------------------------


@pytest.mark.feature("IG-02")
def test_a_page_is_read_from_its_address_and_asked_for_again_by_its_mark(memory: Memory) -> None:
    page = {"Content-Type": "text/html", "ETag": '"v1"'}
    with Loopback() as web:
        web.script(
            Reply(body=b"<title>Tea</title><h1>Green</h1><p>80 degrees</p>", headers=page),
            Reply(status=304, body=b"", headers=page),
            Reply(body=b"<title>Tea</title><h1>Green</h1><p>75 degrees</p>", headers={**page, "ETag": '"v2"'}),
        )
        url = f"{web.url}/tea?x=1"
        first, again, changed = (memory.ingest(one) for one in (f"{url}#part", url, url))
        assert (first.action, first.document.source, first.document.title) == ("added", url, "Tea")
        assert [again.action, changed.action, changed.document.version] == ["unchanged", "changed", 2]
        assert [one.headers.get("if-none-match") for one in web.requests] == [None, '"v1"', '"v1"']
        web.script(Reply(status=404))
        with pytest.raises(NotFound):
            memory.ingest(url)
        assert len(memory.passages(first.id)) == 1


def test_a_file_behind_an_address_is_read_as_what_it_is(memory: Memory) -> None:
    with Loopback() as web:
        web.script(Reply(body=documents.pdf(2), headers={"Content-Type": "text/html"}))
        made = memory.ingest(f"{web.url}/report.pdf")
    assert made.document.media_type == "application/pdf"
    assert made.notes == ("declared as text/html, but the bytes are application/pdf",)
    assert memory.passages(made.id)[1].provenance.reference == f"{made.document.source}#page=2"


def test_addresses_are_refused_where_they_are_switched_off_or_private(tmp_path: Path) -> None:
    with Memory(tmp_path / "a.db", worker="off", fetch_urls="off") as memory, pytest.raises(NotConfigured):
        memory.ingest("https://example.org/")
    with Memory(tmp_path / "b.db", worker="off") as memory:
        for url in ("http://127.0.0.1:9/", "http://169.254.169.254/", "http://[::1]/"):
            with pytest.raises(Forbidden, match="not a public address"):
                memory.ingest(url)


def test_an_address_over_the_limit_is_refused(tmp_path: Path) -> None:
    with (
        Loopback() as web,
        Memory(tmp_path / "m.db", worker="off", fetch_allow="127.0.0.1/32", document_bytes_max=1000) as memory,
    ):
        web.script(Reply(body=b"x" * 5000, headers={"Content-Type": "text/plain"}))
        with pytest.raises(TooLarge, match="larger than 1000 bytes"):
            memory.ingest(web.url)


# --- folders --------------------------------------------------------------------------------------------------------


def folder(place: Path) -> Path:
    (place / "sub").mkdir(parents=True)
    (place / ".git").mkdir()
    (place / "a.md").write_text("# A\n\nApples.", encoding="utf-8")
    (place / "sub" / "b.txt").write_text("Bananas.", encoding="utf-8")
    (place / "sub" / "c.docx").write_bytes(documents.docx())
    (place / "x.bin").write_bytes(bytes(range(256)) * 9)
    (place / ".git" / "config").write_text("hidden", encoding="utf-8")
    (place / "out.txt").symlink_to("/etc/passwd")
    (place / "loop").symlink_to(place, target_is_directory=True)
    return place


def test_a_folder_is_read_file_by_file_and_only_what_changed_is_read_again(memory: Memory, tmp_path: Path) -> None:
    files = folder(tmp_path / "files")
    told: list[tuple[int, int, str]] = []
    first = memory.ingest_folder(files, user="ana", progress=lambda *at: told.append(at))
    assert (first.files, first.added, first.unchanged, first.passages) == (4, 3, 0, 3)
    assert [(Path(file).name, "binary data" in reason) for file, reason in first.failed] == [("x.bin", True)]
    assert (told[0], told[-1]) == ((0, 4, str(files / "a.md")), (4, 4, ""))
    assert {Path(one.source).name for one in memory.documents(user="ana")} == {"a.md", "b.txt", "c.docx"}
    again = memory.ingest_folder(files, user="ana")
    assert (again.added, again.changed, again.unchanged, len(again.failed)) == (0, 0, 3, 1)
    (files / "a.md").write_text("# A\n\nApricots and more.", encoding="utf-8")
    os.utime(files / "sub" / "b.txt", (1, 1))  # touched, and the same
    third = memory.ingest_folder(files, user="ana")
    assert (third.changed, third.unchanged, third.passages) == (1, 2, 1)
    assert memory.ingest_folder(files, user="bob", name="shelf").added == 3
    assert sorted(one.source for one in memory.documents(user="bob")) == [
        "shelf/a.md",
        "shelf/sub/b.txt",
        "shelf/sub/c.docx",
    ]
    with pytest.raises(InvalidInput, match="is no folder"):
        memory.ingest_folder(files / "a.md")


@pytest.mark.parametrize("name", [None, "shelf"])
def test_files_of_a_folder_that_are_gone_are_named_and_deleted_on_request(
    memory: Memory, tmp_path: Path, name: str | None
) -> None:
    files, other = tmp_path / "files", tmp_path / "files-2"
    for place in (files, other):
        (place / "sub").mkdir(parents=True)
        (place / "kept.md").write_text("Kept.", encoding="utf-8")
        (place / "sub" / "old.md").write_text("Old words.", encoding="utf-8")
    root = name or files.resolve().as_posix()
    given: dict[str, Any] = {"user": "ana", "name": name}
    assert memory.ingest_folder(files, **given).gone == ()
    memory.ingest_folder(files, **given, project="alpha")
    memory.ingest_folder(other, user="ana")
    memory.ingest(b"No file.", user="ana", name=f"{root}/bytes.md")
    hidden = files / ".hidden.md"
    hidden.write_text("Hidden.", encoding="utf-8")
    memory.ingest(hidden, user="ana", name=f"{root}/.hidden.md")
    (files / "sub" / "old.md").rename(files / "new.md")
    (other / "sub" / "old.md").unlink()
    report = memory.ingest_folder(files, **given)
    assert (report.added, report.gone, report.pruned) == (1, (f"{root}/sub/old.md",), 0)
    report = memory.ingest_folder(files, **given, prune=True)
    assert (report.gone, report.pruned) == ((f"{root}/sub/old.md",), 1)
    assert memory.ingest_folder(files, **given).gone == ()
    left = [(one.source.removeprefix(root), one.scope.project) for one in memory.documents(user="ana")]
    assert {("/bytes.md", None), ("/.hidden.md", None), ("/sub/old.md", "alpha"), ("/kept.md", None)} <= set(left)
    assert len(left) == 8
    (files / "new.md").write_bytes(bytes(range(256)) * 9)
    assert memory.ingest_folder(files, **given, prune=True).gone == (), "it is there, and cannot be read"


def test_a_file_with_a_secret_in_its_name_is_still_there_when_it_cannot_be_read(memory: Memory, tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    file = files / "api_key=sk-proj-Zx81kPq0Lm73Rt65Yw29Bn40.md"
    file.write_text("The parrot is green.", encoding="utf-8")
    assert memory.ingest_folder(files).added == 1
    [document] = memory.documents()
    assert "Zx81kPq0" not in document.source
    assert memory.ingest_folder(files).unchanged == 1
    file.write_bytes(bytes(range(256)) * 9)
    report = memory.ingest_folder(files, prune=True)
    assert (len(report.failed), report.gone) == (1, ())
    assert memory.documents()


def test_a_folder_that_was_stopped_goes_on_where_it_was(memory: Memory, tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.txt").write_text(f"text {number}", encoding="utf-8")

    def stop(done: int, of: int, file: str) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        memory.ingest_folder(tmp_path, progress=stop)
    assert len([one for one in memory.documents() if one.source.endswith(".txt")]) == 3
    report = memory.ingest_folder(tmp_path)
    assert (report.added, report.unchanged) == (3, 3)


def test_a_folder_without_files_prunes_nothing(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("The parrot is green.", encoding="utf-8")
    memory.ingest_folder(tmp_path / "notes")
    (tmp_path / "notes" / "a.md").unlink()
    with pytest.raises(InvalidInput, match="nothing was deleted"):
        memory.ingest_folder(tmp_path / "notes", prune=True)
    assert len(memory.documents()) == 1


def test_a_file_that_is_written_while_it_is_read_is_read_again(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "log.txt"
    file.write_text("first line\n", encoding="utf-8")
    stat_of, times = os.fstat, list[int]()

    def written_meanwhile(number: int) -> os.stat_result:
        facts = stat_of(number)
        if facts.st_ino == file.stat().st_ino:
            times.append(number)
            if len(times) == 1:
                with file.open("a", encoding="utf-8") as more:
                    more.write("second line\n")
        return facts

    monkeypatch.setattr(os, "fstat", written_meanwhile)
    assert memory.ingest_folder(tmp_path).added == 1
    monkeypatch.undo()
    [document] = memory.documents()
    assert document.stamp == "", "nobody can say which state it has"
    assert memory.ingest_folder(tmp_path).unchanged == 1
    assert memory.documents()[0].stamp != ""


@pytest.mark.parametrize("bytes_max", [1024, 4096])
def test_a_file_that_grows_without_end_is_refused(bytes_max: int, tmp_path: Path) -> None:
    endless = Path("/proc/self/maps")  # says it is empty, and is not
    if not endless.exists():
        pytest.skip("no /proc here")
    with (
        Memory(":memory:", config_file=tmp_path / "none.toml", worker="off", document_bytes_max=bytes_max) as memory,
        pytest.raises(TooLarge, match="grows while it is read"),
    ):
        memory.ingest(endless)
