"""What bytes are, whatever they are called."""

from __future__ import annotations

import pytest

from recollect.errors import InvalidInput
from recollect.ingest.documents import detect, read
from recollect.ingest.documents.table import DOCX, PPTX, READERS, XLSX
from tests import documents

TEXT = "text/plain"


@pytest.mark.parametrize(
    "data, name, declared, found",
    [
        (b"%PDF-1.4 ...", "a.txt", None, "application/pdf"),
        (b"\n\n%PDF-1.4 ...", "", None, "application/pdf"),
        (b"About the header %PDF-1.4 of files", "", None, TEXT),
        (b"hello", "", None, TEXT),
        (b"hello", "a.md", None, "text/markdown"),
        (b"hello", "a.md", "text/plain", "text/markdown"),
        (b"hello", "a.md", "text/html", "text/html"),
        (b"hello", "a.MD", "application/octet-stream", "text/markdown"),
        (b"hello", "a", "text/x-markdown; charset=utf-8", "text/markdown"),
        (b"<!-- x --> <!DOCTYPE html><p>", "", None, "text/html"),
        (b"<!DOCTYPE html><p>", "page.php", "text/html", "text/html"),
        (b"<html>", "", "text/plain", "text/html"),
        (b"From: a@example.org\nSubject: x\n\nhi", "", None, "message/rfc822"),
        (b"From: here\nto there", "", None, TEXT),
        (b"a,b\n1,2", "x.csv", None, "text/csv"),
        (b'{"a": 1}', "x.json", None, "application/json"),
        (b"<a/>", "x.xml", "application/xml", "text/x-source"),
        (b"GIF89a....", "x.txt", None, "image/gif"),
        (b"RIFF....WAVEfmt ", "", None, "audio/wav"),
        ("größe".encode("utf-16"), "", None, TEXT),
        (b"BMW is a car", "", None, TEXT),
    ],
    ids=str,
)
def test_the_type_is_what_the_bytes_say_then_what_was_declared(
    data: bytes, name: str, declared: str | None, found: str
) -> None:
    assert detect(data, name=name, declared=declared).media_type == found


def test_archives_are_told_apart_by_what_is_in_them() -> None:
    made = {
        DOCX: documents.docx(),
        PPTX: documents.pptx(),
        XLSX: documents.xlsx(1),
        "application/epub+zip": documents.epub(),
    }
    assert {kind: detect(data, name="x.zip").media_type for kind, data in made.items()} == {kind: kind for kind in made}


@pytest.mark.parametrize("declared", ["application/pdf", "image/png", DOCX])
def test_a_wrong_declaration_loses_to_the_bytes_and_is_noted(declared: str) -> None:
    found = read(b"# really Markdown\n", name="a.md", media_type=declared)
    assert found.media_type == "text/markdown"
    assert found.notes == (f"declared as {declared}, but the bytes are text",)
    page = read(documents.docx(), name="a.html", media_type="text/html")
    assert page.media_type == DOCX
    assert page.notes == (f"declared as text/html, but the bytes are {DOCX}",)


@pytest.mark.parametrize(
    "data, name, declared, notes",
    [
        (b"%PDF-1.4 ...", "notes.txt", None, ("called .txt, but the bytes are application/pdf",)),
        (
            b"%PDF-1.4 ...",
            "https://example.org/a/notes.HTML",
            "text/plain",
            ("called .html, but the bytes are application/pdf",),
        ),
        (b"%PDF-1.4 ...", "notes.png", "application/pdf", ("called .png, but the bytes are application/pdf",)),
        (b"%PDF-1.4 ...", "get.php", None, ()),
        (b"%PDF-1.4 ...", "notes.pdf", None, ()),
        (b"%PDF-1.4 ...", "", None, ()),
        (b"\xff\xd8\xff...", "a.JPG", None, ()),
        (b"hello", "notes.pdf", None, ("called .pdf, but the bytes are text",)),
        (b"<p>log in", "report.pdf", "text/html", ("called .pdf, but the bytes are text",)),
        (b"hello", "notes.md", None, ()),
        (b"hello", "notes.md", "application/x-www-form-urlencoded", ()),
        (b"%PDF-1.4 ...", "notes.pdf", "application/x-www-form-urlencoded", ()),
        (b"hello", "", "application/octet-stream", ()),
    ],
    ids=str,
)
def test_a_name_that_says_otherwise_is_noted_and_what_says_nothing_is_not(
    data: bytes, name: str, declared: str | None, notes: tuple[str, ...]
) -> None:
    assert detect(data, name=name, declared=declared).notes == notes


@pytest.mark.parametrize(
    "data, name, message",
    [
        (b"", "a.txt", "is empty"),
        (b" \n\x00", "a.txt", "is empty"),
        (bytes(range(256)) * 20, "a.pdf", "binary data of no known format"),
        (b"\x7fELF" + bytes(100), "a.txt", "binary data"),
        (documents.zipped({"a.txt": "x"}), "a.docx", "unpack it"),
        (b"PK\x03\x04 broken", "a.docx", "broken or protected archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "a.doc", "old Office format"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "a.docx", "password"),
        (b"{\\rtf1 hello}", "a.rtf", "save it as DOCX"),
        (b"\x1f\x8b\x08\x00 gzip", "a.gz", "unpack it"),
        (b"RIFF....WAVEfmt ", "a.wav", "audio/wav, which no reader reads"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_what_is_no_document_is_refused_with_what_to_do(data: bytes, name: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        read(data, name=name)


def test_every_row_of_the_table_has_a_reader() -> None:
    from importlib import import_module

    for module in set(READERS.values()):
        assert callable(import_module(f"recollect.ingest.documents.{module}").read)
