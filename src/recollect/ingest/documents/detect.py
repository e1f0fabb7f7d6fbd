"""What some bytes are: told by themselves first, then by a declared media type, then by the name.

A file that says it is one thing and is another is read as what it is, and a note says so. Bytes of no known format are
refused here, before any reader sees them.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from email.message import Message
from pathlib import PurePath

from recollect.errors import InvalidInput
from recollect.ingest.documents.languages import LANGUAGES
from recollect.ingest.documents.table import DOCX, PPTX, SHOWN, XLSX

HEAD = 4096
ZIP_NAMES_MAX = 20_000
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"II*\x00", "image/tiff"),
    (0, b"MM\x00*", "image/tiff"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypheix", "image/heic"),
    (4, b"ftypmif1", "image/heif"),
    (4, b"ftypavif", "image/avif"),
    (4, b"ftypM4A", "audio/mp4"),
    (4, b"ftypqt", "video/quicktime"),
    (4, b"ftyp", "video/mp4"),
    (8, b"WAVE", "audio/wav"),
    (8, b"AVI ", "video/x-msvideo"),
    (0, b"OggS", "audio/ogg"),
    (0, b"fLaC", "audio/flac"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"\xff\xf3", "audio/mpeg"),
    (0, b"\xff\xf2", "audio/mpeg"),
    (0, b"\xff\xf1", "audio/aac"),
    (0, b"\xff\xf9", "audio/aac"),
    (0, b"\x00\x00\x01\xba", "video/mpeg"),
    (0, b"\x1aE\xdf\xa3", "video/webm"),
    (0, b"{\\rtf", "application/rtf"),
    (0, b"\x1f\x8b", "application/gzip"),
    (0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (0, b"Rar!\x1a\x07", "application/vnd.rar"),
    (0, b"SQLite format 3\x00", "application/vnd.sqlite3"),
)
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")

_ADVICE = {
    "application/rtf": "save it as DOCX",
    "application/zip": "unpack it and give the files in it",
    "application/gzip": "unpack it and give the file in it",
    "application/x-7z-compressed": "unpack it and give the files in it",
    "application/vnd.rar": "unpack it and give the files in it",
    "application/vnd.sqlite3": "import a database of another system with `recollect import`",
    "application/vnd.oasis.opendocument.text": "save it as DOCX",
    "application/vnd.oasis.opendocument.spreadsheet": "save it as XLSX",
    "application/vnd.oasis.opendocument.presentation": "save it as PPTX",
    "image/heic": "save it as PNG or JPEG",
    "image/heif": "save it as PNG or JPEG",
    "image/avif": "save it as PNG or JPEG",
}
"""Formats that are known and not read, and what to do instead."""

_EXTENSIONS = {
    "md": "text/markdown", "markdown": "text/markdown", "mdx": "text/markdown",
    "html": "text/html", "htm": "text/html", "xhtml": "text/html",
    "csv": "text/csv", "tsv": "text/tab-separated-values", "tab": "text/tab-separated-values",
    "eml": "message/rfc822", "json": "application/json", "txt": "text/plain", "text": "text/plain",
    "log": "text/plain", "rst": "text/plain",
}  # fmt: skip
_FORMATS = {
    "pdf": "application/pdf", "docx": DOCX, "pptx": PPTX, "xlsx": XLSX, "epub": "application/epub+zip",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "tif": "image/tiff", "tiff": "image/tiff", "bmp": "image/bmp",
}  # fmt: skip
"""What names of files with a mark of their own end in."""
_SAME = {
    "application/xhtml+xml": "text/html",
    "text/x-markdown": "text/markdown",
    "application/csv": "text/csv",
    "text/json": "application/json",
    "application/x-pdf": "application/pdf",
    "image/jpg": "image/jpeg",
    "image/x-ms-bmp": "image/bmp",
}
_UNSPECIFIC = frozenset(
    (
        "", "text/plain", "application/octet-stream", "binary/octet-stream", "application/unknown",
        "application/x-www-form-urlencoded",
    )
)  # fmt: skip
"""What is declared when nobody has said anything; the last by curl."""
_DECLARED = frozenset(
    ("text/html", "text/markdown", "text/csv", "text/tab-separated-values", "message/rfc822", "application/json")
)
"""Kinds of text that a declaration is believed of."""
_ZIPPED = frozenset((DOCX, PPTX, XLSX, "application/epub+zip", "application/zip"))
_MAIL = re.compile(
    rb"(?:from|received|return-path|message-id|date|subject|mime-version|delivered-to|to|x-[a-z-]+):[ \t]",
    re.IGNORECASE,
)
_PAGE = re.compile(
    rb"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True, kw_only=True)
class Detected:
    media_type: str
    charset: str | None = None
    notes: tuple[str, ...] = ()


def detect(data: bytes, *, name: str = "", declared: str | None = None) -> Detected:
    """The media type of a document; `InvalidInput` where the bytes are none that can be read."""
    shown = repr(name) if name else "the document"
    if not data.strip(b"\x00 \t\r\n"):
        raise InvalidInput(f"{shown} is empty")
    said, charset = parse_type(declared)
    found = _by_bytes(data, shown)
    if found is not None:
        if found in _ADVICE:
            raise InvalidInput(f"{shown} is {found}, which is not read; {_ADVICE[found]}")
        vague = said in _UNSPECIFIC or said == found or (said in ("application/zip",) and found in _ZIPPED)
        notes = _called(name, found) if vague else (f"declared as {said}, but the bytes are {found}",)
        return Detected(media_type=found, notes=notes)
    if not looks_like_text(data):
        raise InvalidInput(f"{shown} is binary data of no known format; give one of: {SHOWN}")
    kind, notes = _text_kind(data, name, said)
    return Detected(media_type=kind, charset=charset, notes=notes)


def _called(name: str, found: str | None) -> tuple[str, ...]:
    """A note where the name ends as those of another format do. `found`: what the bytes are; None: text."""
    extension = _extension(name)
    named = _FORMATS.get(extension) or (found and _EXTENSIONS.get(extension))
    return () if named in (None, found) else (f"called .{extension}, but the bytes are {found or 'text'}",)


def _extension(name: str) -> str:
    return PurePath(name).suffix.lower().lstrip(".")


def parse_type(declared: str | None) -> tuple[str, str | None]:
    """`Text/HTML; charset="utf-8"` -> `text/html` and `utf-8`."""
    if not declared:
        return "", None
    message = Message()
    message["Content-Type"] = declared.replace("\r", " ").replace("\n", " ")
    charset = message.get_content_charset()
    said = declared.partition(";")[0].strip().lower()
    return _SAME.get(said, said), charset


def looks_like_text(data: bytes) -> bool:
    """No text holds zero bytes (but UTF-16 and UTF-32 do) or many control characters."""
    if data.startswith(_BOMS):
        return True
    head = data[: 16 * HEAD]
    if b"\x00" in head:
        return wide_without_mark(head) is not None
    controls = sum(head.count(bytes((code,))) for code in (*range(1, 9), *range(14, 27), *range(28, 32), 127))
    return controls * 50 <= len(head)


def wide_without_mark(data: bytes) -> str | None:
    """UTF-16 of Western text has a zero in every other byte."""
    head = data[:HEAD]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if odd * 10 > len(head) * 4 and even * 20 < len(head):
        return "utf-16-le"
    if even * 10 > len(head) * 4 and odd * 20 < len(head):
        return "utf-16-be"
    return None


def _by_bytes(data: bytes, shown: str) -> str | None:
    """What the first bytes say, for formats that have a mark of their own."""
    head = data[:HEAD]
    if b"%PDF-" in head[:1024] and (head.lstrip().startswith(b"%PDF-") or not looks_like_text(data)):
        return "application/pdf"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zipped(data, shown)
    if head.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise InvalidInput(f"{shown} is protected by a password; save it without one")
        raise InvalidInput(
            f"{shown} is in an old Office format (.doc, .xls, .ppt, .msg); save it as DOCX, XLSX or PPTX"
        )
    for place, mark, kind in _MAGIC:
        if head.startswith(mark, place) and (place != 8 or head.startswith(b"RIFF")):
            return kind
    if head.startswith(b"BM") and not looks_like_text(data):
        return "image/bmp"
    return None


def _zipped(data: bytes, shown: str) -> str:
    """Office files and books are archives; what is in them says which."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            if len(infos) > ZIP_NAMES_MAX:
                raise InvalidInput(f"{shown} is an archive of {len(infos)} files; no document has so many")
            names = {info.filename for info in infos}
            said = ""
            if "mimetype" in names and archive.getinfo("mimetype").file_size <= 200:
                said = archive.read("mimetype")[:200].decode("ascii", "replace").strip()
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise InvalidInput(f"{shown} is a broken or protected archive ({error}); give it whole") from error
    if said == "application/epub+zip" or "META-INF/container.xml" in names:
        return "application/epub+zip"
    if said in _ADVICE:
        return said
    for part, kind in (("word/", DOCX), ("ppt/", PPTX), ("xl/", XLSX)):
        if "[Content_Types].xml" in names and any(name.startswith(part) for name in names):
            return kind
    return "application/zip"


def _text_kind(data: bytes, name: str, said: str) -> tuple[str, tuple[str, ...]]:
    """Which kind of text: what was declared, what the name ends in, how it begins."""
    if said in _DECLARED:
        return said, _called(name, None)
    textual = said in _UNSPECIFIC or said.startswith("text/") or said.endswith(("+xml", "+json", "/xml", "script"))
    notes = _called(name, None) if textual else (f"declared as {said}, but the bytes are text",)
    extension = _extension(name)
    if extension in _EXTENSIONS:
        return _EXTENSIONS[extension], notes
    if extension in LANGUAGES or PurePath(name).name.lower() in LANGUAGES:
        return "text/x-source", notes
    if _PAGE.match(data[:HEAD]):
        return "text/html", notes
    lines = data[:HEAD].split(b"\n")[:4]
    if len([line for line in lines if _MAIL.match(line)]) >= 2 and _MAIL.match(lines[0]):
        return "message/rfc822", notes
    return "text/plain", notes
