"""Documents for tests, made by the programs and libraries that people make them with; and ones made to do harm."""

from __future__ import annotations

import io
import subprocess
import zipfile
from email.message import EmailMessage
from pathlib import Path

from tests.programs import program

PRINT_TIMEOUT_S = 120

PAGE = """<!doctype html><html lang="en"><head><title>Harbour report</title>
<style>section { break-after: page } </style></head><body>
<section><h1>Harbour report</h1><p>The crane at pier four was serviced in March.</p></section>
<section><h2>Tides</h2><p>The highest tide of the year reached 5.8 metres.</p></section>
<section><h2>Staff</h2><p>Ines Duarte leads the night shift.</p></section></body></html>"""


def printed(html: str, folder: Path) -> bytes:
    """A PDF that Chromium prints of a page."""
    page, made = folder / "page.html", folder / "page.pdf"
    page.write_text(html, encoding="utf-8")
    command = [
        program("chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
        f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={made}", page.as_uri(),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=PRINT_TIMEOUT_S)
    return made.read_bytes()


def docx() -> bytes:
    from docx import Document

    document = Document()
    document.core_properties.author = "Ana Lima"
    document.core_properties.title = "Handbook"
    document.add_heading("Handbook", 0)
    document.add_heading("Leave", 1)
    document.add_paragraph("Everyone has 25 days of leave.")
    document.add_paragraph("Ask two weeks before.", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for place, text in enumerate(("Team", "Days", "Night", "30")):
        table.cell(place // 2, place % 2).text = text
    return _saved(document)


def docx_power() -> bytes:
    from docx import Document

    document = Document()
    paragraph = document.add_paragraph("Mass is 10")
    for text, raised in (("6", True), (" kg on the 1", False), ("st", True), (" day", False)):
        paragraph.add_run(text).font.superscript = raised
    return _saved(document)


def pptx() -> bytes:
    from pptx import Presentation
    from pptx.util import Inches

    deck = Presentation()
    deck.core_properties.author = "Ben Ito"
    for title, text, notes in (
        ("Roadmap", "Ship the gateway in June", "Mention the budget"),
        ("Risks", "The supplier may be late", ""),
    ):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = text
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
    table = deck.slides[1].shapes.add_table(2, 2, Inches(1), Inches(3), Inches(4), Inches(1)).table
    for place, text in enumerate(("Risk", "Owner", "Delay", "Cara")):
        table.cell(place // 2, place % 2).text = text
    return _saved(deck)


def xlsx(rows: int = 200) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    book.properties.creator = "Dina"
    sheet = book.active
    assert sheet is not None
    sheet.title = "Q1 Costs"
    sheet.append(["Item", "Price", "Day"])
    for number in range(rows):
        sheet.append([f"item {number}", number * 1.5, None])
    book.create_sheet("Notes").append(["Budget approved by Eva"])
    return _saved(book)


def epub(chapters: tuple[str, ...] = ("The sea was calm.", "The storm came at night."), opf_head: str = "") -> bytes:
    items = "".join(
        f'<item id="c{n}" href="text/c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(len(chapters))
    )
    # The reading order is not the order of the parts.
    spine = "".join(f'<itemref idref="c{n}"/>' for n in reversed(range(len(chapters))))
    opf = f"""<?xml version="1.0"?>{opf_head}<package xmlns="http://www.idpf.org/2007/opf" version="3.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Sea stories</dc:title><dc:creator>F. Gomes</dc:creator>
<dc:language>en</dc:language></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>"""
    container = """<?xml version="1.0"?>
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
    parts = {"mimetype": "application/epub+zip", "META-INF/container.xml": container, "OEBPS/book.opf": opf}
    doctype = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'
    for number, text in enumerate(chapters):
        page = f"<?xml version='1.0'?>{doctype}<html><body><h1>Chapter</h1><p>{text}</p></body></html>"
        parts[f"OEBPS/text/c{number}.xhtml"] = page
    return zipped(parts)


def eml(*attachments: tuple[str, str, bytes], html: bool = False, subject: str = "Quarterly numbers") -> bytes:
    message = EmailMessage()
    message["From"] = "Gil <gil@example.org>"
    message["To"] = "hana@example.org"
    message["Subject"] = subject
    message["Date"] = "Mon, 06 Jul 2026 10:00:00 +0000"
    message["Message-ID"] = "<1@example.org>"
    if html:
        message.set_content("<h1>Hello</h1><p>The numbers are <b>up</b>.</p><script>bad()</script>", subtype="html")
    else:
        message.set_content("The numbers are up.\nÜber alles.")
    for name, kind, data in attachments:
        main, _, sub = kind.partition("/")
        message.add_attachment(data, maintype=main, subtype=sub, filename=name)
    return bytes(message)


def zipped(parts: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def with_part(data: bytes, name: str, content: str | bytes | None) -> bytes:
    """An archive with one part put in or changed; None: as it is, for `name` that must exist."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts: dict[str, str | bytes] = {one: archive.read(one) for one in archive.namelist()}
    assert content is not None or name in parts
    return zipped(parts if content is None else {**parts, name: content})


def part(data: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name)


def pdf(
    pages: int = 1, *, text: str = "Hello from page", kids: str | None = None, password: str | None = None
) -> bytes:
    """A PDF written by pypdf, or with `kids` one whose page tree is what the test wants it to be."""
    if kids is not None:
        tree = f"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count {pages}/Kids[{kids}]>>endobj\n"
        return b"%PDF-1.4\n" + tree.encode() + b"trailer<</Root 1 0 R/Size 3>>\n%%EOF\n"
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    shared = writer._add_object(font)
    for number in range(1, pages + 1):
        page = writer.add_blank_page(width=300, height=300)
        if not text:
            continue
        content = DecodedStreamObject()
        content.set_data(f"BT /F1 12 Tf 20 200 Td ({text} {number}) Tj ET".encode())
        page[NameObject("/Resources")] = DictionaryObject(
            {NameObject("/Font"): DictionaryObject({NameObject("/F1"): shared})}
        )
        page[NameObject("/Contents")] = writer._add_object(content)
    if password is not None:
        writer.encrypt(password, algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def bomb(size: int = 600_000_000) -> bytes:
    """A DOCX whose text unfolds to `size` bytes of blanks."""
    out = io.BytesIO(docx())
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("word/media/x.bin", "w") as filler:
        blank = b" " * 10_000_000
        for _ in range(size // len(blank)):
            filler.write(blank)
    return out.getvalue()


def _saved(document: object) -> bytes:
    out = io.BytesIO()
    document.save(out)  # type: ignore[attr-defined]
    return out.getvalue()
