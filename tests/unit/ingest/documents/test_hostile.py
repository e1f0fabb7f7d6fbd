"""Documents made to do harm, and broken ones: each ends in a clear error, soon."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
import zipfile

import pytest

from recollect.errors import InvalidInput, MissingExtra, RecollectError, TooLarge
from recollect.ingest.documents import Limits, Source, isolated, read
from recollect.ingest.documents.table import DOCX
from tests import documents

XXE = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
LAUGHS = (
    '<!DOCTYPE l [<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)) + "]>"
)


def spoiled(data: bytes, name: str, doctype: str, old: bytes, entity: str) -> bytes:
    """An archive whose part `name` has a document type and uses its entity in place of `old`."""
    text = documents.part(data, name)
    assert old in text
    start = text.find(b"?>") + 2 if text.startswith(b"<?xml") else 0
    rest = text[start:].replace(old, entity.encode(), 1)
    return documents.with_part(data, name, text[:start] + doctype.encode() + rest)


@pytest.mark.parametrize("doctype, entity", [(XXE, "&e;"), (LAUGHS, "&a11;")], ids=["xxe", "laughs"])
@pytest.mark.parametrize(
    "kind, name, old",
    [
        ("docx", "word/document.xml", b"Everyone"),
        ("docx", "docProps/core.xml", b"Ana Lima"),
        ("pptx", "ppt/slides/slide1.xml", b"Roadmap"),
        ("xlsx", "xl/worksheets/sheet1.xml", b"<v>0</v>"),
        ("epub", "OEBPS/book.opf", b"Sea stories"),
    ],
)
def test_entities_in_a_document_are_refused(kind: str, name: str, old: bytes, doctype: str, entity: str) -> None:
    data = spoiled(getattr(documents, kind)(), name, doctype, old, entity)
    with pytest.raises(InvalidInput, match="entities"):
        read(data, name=f"a.{kind}")


def test_entities_of_a_page_or_chapter_expand_to_nothing() -> None:
    chapter = f"<?xml version='1.0'?>{XXE}<html><body><p>calm &e; sea</p></body></html>"
    found = read(documents.with_part(documents.epub(), "OEBPS/text/c0.xhtml", chapter), name="a.epub")
    assert "root:" not in found.text
    assert "calm" in found.text
    page = read(f"{LAUGHS}<html><body>&a11; fun</body></html>".encode(), name="a.html")
    assert len(page.text) < 2_000


@pytest.mark.slow
def test_an_archive_that_unfolds_to_far_more_than_its_size_is_refused() -> None:
    data = documents.bomb()
    assert len(data) < 2_000_000
    with pytest.raises(TooLarge, match="unfolds"):
        read(data, name="bomb.docx")
    with pytest.raises(TooLarge, match="unfolds to more than 1000000 bytes"):
        read(documents.bomb(50_000_000), name="b.docx", limits=Limits(expanded_bytes_max=1_000_000))


def test_sizes_that_an_archive_states_are_not_believed() -> None:
    data = bytearray(documents.with_part(documents.docx(), "word/media/x.bin", b" " * 30_000_000))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        size = archive.getinfo("word/media/x.bin").file_size.to_bytes(4, "little")
    place = data.find(size)
    while place >= 0:
        data[place : place + 4] = (10).to_bytes(4, "little")
        place = data.find(size)
    with pytest.raises(InvalidInput):
        read(bytes(data), name="liar.docx", limits=Limits(expanded_bytes_max=20_000_000))


def test_an_archive_in_an_archive_is_not_unfolded() -> None:
    inner = documents.zipped({"x": b" " * 1_000_000})
    found = read(documents.with_part(documents.docx(), "word/embeddings/inner.zip", inner), name="a.docx")
    assert "25 days" in found.text
    with pytest.raises(InvalidInput, match="unpack it"):
        read(documents.zipped({"a.zip": inner}), name="a.zip")


def test_an_archive_of_very_many_parts_is_refused() -> None:
    many = {f"word/{n}.xml": b"<a/>" for n in range(500)} | {"[Content_Types].xml": b"<a/>"}
    with pytest.raises(TooLarge, match="501 parts"):
        read(documents.zipped(many), name="a.docx", limits=Limits(entries_max=400))


@pytest.mark.parametrize(
    "data, message",
    [
        (b"%PDF-1.4\n", "PDF"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 40, "PDF"),
        (documents.pdf(3)[:400], "PDF"),
        (documents.pdf(pages=1, kids="2 0 R"), "PDF|no text|nested|pages"),
        (documents.pdf(pages=5, kids="9 0 R 8 0 R"), "PDF|no text|pages"),
        (documents.pdf(2, text=""), "no text: they are pictures"),
        (documents.pdf(password="geheim"), "protected by a password"),
    ],
    ids=["head only", "garbage", "cut off", "tree of itself", "kids that are not there", "no text", "password"],
)
def test_a_pdf_that_cannot_be_read_says_why(data: bytes, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        read(data, name="a.pdf", limits=Limits(seconds_max=20))


def test_a_pdf_without_a_password_to_open_is_read() -> None:
    assert read(documents.pdf(password=""), name="a.pdf").text == "Hello from page 1"


def test_a_pdf_cut_in_the_middle_gives_what_is_left_or_an_error() -> None:
    whole = documents.pdf(20)
    for share in (0.3, 0.6, 0.9, 0.99):
        try:
            found = read(whole[: int(len(whole) * share)], name="a.pdf")
        except InvalidInput:
            continue
        assert "Hello from page" in found.text


@pytest.mark.slow
def test_more_pages_than_are_allowed_are_refused_with_the_number() -> None:
    data = documents.pdf(10_000)
    with pytest.raises(TooLarge, match=r"has 10000 pages; at most 5000 are read \(document_pages_max\)"):
        read(data, name="a.pdf")


def test_pages_without_text_are_noted() -> None:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    for data in (documents.pdf(1), documents.pdf(1, text=""), documents.pdf(1)):
        writer.add_page(PdfReader(io.BytesIO(data)).pages[0])
    out = io.BytesIO()
    writer.write(out)
    found = read(out.getvalue(), name="a.pdf")
    assert [section.place for section in found.sections] == ["page=1", "page=3"]
    assert found.notes == ("1 of 3 pages have no text: 2",)


@pytest.mark.parametrize("kind", ["docx", "pptx", "xlsx", "epub"])
def test_an_archive_with_broken_parts_is_told_to_be_broken(kind: str) -> None:
    whole = getattr(documents, kind)()
    parts = {
        "docx": "word/document.xml",
        "pptx": "ppt/presentation.xml",
        "xlsx": "xl/workbook.xml",
        "epub": "OEBPS/book.opf",
    }
    for spoilt in (documents.with_part(whole, parts[kind], b"<a><b>"), whole[: len(whole) // 2], whole[:-30]):
        with pytest.raises(InvalidInput, match=r"a\.doc"):
            read(spoilt, name="a.doc")


def test_a_sheet_that_claims_a_million_rows_is_read_for_what_it_has() -> None:
    whole = documents.xlsx(3)
    sheet = documents.part(whole, "xl/worksheets/sheet1.xml")
    lying = sheet.replace(b'<dimension ref="A1:C4"', b'<dimension ref="A1:XFD1048576"')
    assert lying != sheet
    assert "| item 2 |" in read(documents.with_part(whole, "xl/worksheets/sheet1.xml", lying), name="a.xlsx").text


@pytest.mark.slow
def test_a_page_nested_without_end_is_read_as_text() -> None:
    found = read(b"<html>" + b"<div>" * 20_000 + b"deep words", name="a.html", limits=Limits(seconds_max=60))
    assert found.text == "deep words"
    assert found.notes == ("nested too deep: read as plain text",)


def test_a_mail_of_parts_in_parts_without_end_is_refused() -> None:
    head = b"From: a@example.org\nSubject: x\n"
    mail = (
        head
        + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3_000))
        + b"Content-Type: text/plain\n\nbottom"
    )
    with pytest.raises(InvalidInput, match=r"a\.eml"):
        read(mail, name="a.eml", limits=Limits(seconds_max=30))


def test_too_many_bytes_are_refused_before_they_are_looked_at() -> None:
    with pytest.raises(TooLarge, match=r"has 11 bytes; at most 10 are read \(document_bytes_max\)"):
        read(b"hello world", limits=Limits(bytes_max=10))


# --- the process that reads -----------------------------------------------------------------------------------------


def test_a_reader_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for a library that hangs: the child runs it in place of the readers."""
    hangs = "import sys; sys.stdin.buffer.read(); print(end='', flush=True)\nwhile True: pass"
    monkeypatch.setattr(isolated, "_STARTS", hangs)
    monkeypatch.setattr(isolated, "START_S", 0.5)
    began = time.perf_counter()
    with pytest.raises(TooLarge, match=r"took longer than 0\.5 s"):
        isolated.read_apart(Source(data=b"x", media_type=DOCX), Limits(seconds_max=0.5))
    assert time.perf_counter() - began < 60


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="Windows has no limit on memory")
@pytest.mark.parametrize(
    "script, status",
    [
        ("hold(Limits(seconds_max=0.2)); [None for _ in iter(int, 1)]", isolated.TIMED_OUT),
        ("hold(Limits(memory_bytes_max=300_000_000)); bytearray(400_000_000)", 1),
    ],
    ids=["time", "memory"],
)
def test_the_child_holds_itself_to_its_limits(script: str, status: int) -> None:
    code = f"from recollect.ingest.documents.child import hold, Limits; {script}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert done.returncode == status, done.stderr


@pytest.mark.parametrize(
    "script, message",
    [
        ("import os; os.abort()", "process that read it failed"),
        ("raise SystemExit('no such thing')", "no such thing"),
        ("print('rubbish')", "process that read it failed"),
    ],
)
def test_a_child_that_fails_is_an_error_and_nothing_more(
    monkeypatch: pytest.MonkeyPatch, script: str, message: str
) -> None:
    monkeypatch.setattr(isolated, "_STARTS", script)
    with pytest.raises(InvalidInput, match=message):
        isolated.read_apart(Source(data=b"x" * 1_000_000, name="a.docx", media_type=DOCX), Limits())


def test_a_module_in_the_current_folder_is_not_run(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pypdf.py").write_text("raise SystemExit('owned')")  # type: ignore[operator]
    monkeypatch.chdir(str(tmp_path))
    assert read(documents.pdf(1), name="a.pdf").text == "Hello from page 1"


def test_a_missing_package_is_named_with_the_extra_to_install() -> None:
    code = (
        "import sys; sys.modules['pypdf'] = None\n"
        "from recollect.ingest.documents import table, Source, Limits\n"
        "table.read_here(Source(data=b'%PDF-', media_type='application/pdf'), Limits())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert MissingExtra.__name__ in done.stderr
    assert "pip install 'recollect[documents]'" in done.stderr


def test_errors_of_the_child_are_the_errors_of_its_kind() -> None:
    assert all(issubclass(kind, RecollectError) for kind in (TooLarge, MissingExtra))
    with pytest.raises(TooLarge):
        read(documents.pptx(), name="a.pptx", limits=Limits(pages_max=1))


SLOW = {
    "comments": (b"<!---->" * 500 + b"x", "page"),
    "a heading with blanks": (b"# x" + b" " * 100_000 + b"y", "a.md"),
    "a heading with blanks and marks": (b"# x" + b" #" * 50_000 + b"y", "a.md"),
    "front matter with blanks": (b"---\na: b" + b" " * 100_000 + b"c\n---\nx", "a.md"),
    "empty lines": (b"x" + b"\n" * 300_000 + b"y", "a.txt"),
    "short lines": (b"x\n" * 150_000, "a.txt"),
    "blanks in a cell": (b"a,b\nc,d" + b" " * 100_000 + b"e\n", "a.csv"),
    "breaks": (b"., " * 100_000, "a.txt"),
}
"""Small texts that patterns can be made to look at again and again."""
SECONDS_MAX = 20.0
"""On a busy machine; the worst of them took hours."""


@pytest.mark.parametrize("tokens", [400, 32_768])
@pytest.mark.parametrize("what", SLOW)
def test_no_text_takes_longer_than_its_length_explains(what: str, tokens: int) -> None:
    data, name = SLOW[what]
    script = (
        "import sys; from recollect.ingest.chunk import passages; from recollect.ingest.documents import read\n"
        f"cut = passages(read(sys.stdin.buffer.read(), name={name!r}).sections, tokens_max={tokens}, "
        f"overlap_tokens={tokens // 2})\nprint(len(cut))"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS_MAX, check=True)
    assert int(done.stdout) > 0
