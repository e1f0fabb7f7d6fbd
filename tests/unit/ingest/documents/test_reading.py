"""Each format as people's programs write it: text, places, what the document says about itself."""

from __future__ import annotations

import io
import itertools
import shutil
from collections.abc import Callable

import pytest

from recollect.errors import InvalidInput, NotConfigured
from recollect.ingest.chunk import passages
from recollect.ingest.documents import Limits, read
from recollect.ingest.documents.text import decode
from recollect.model.document import Reading
from tests import documents
from tests.programs import program
from tests.services import ServiceMissing, services_required


def places(reading: Reading) -> list[str]:
    return [section.place for section in reading.sections]


@pytest.mark.slow
@pytest.mark.feature("IG-01")
def test_a_pdf_that_chromium_printed_has_its_pages(printed_pdf: bytes) -> None:
    found = read(printed_pdf, name="harbour.pdf")
    assert (found.media_type, found.method, found.title) == ("application/pdf", "pypdf", "Harbour report")
    assert places(found) == ["page=1", "page=2", "page=3"]
    assert "serviced in March" in found.sections[0].text
    assert "5.8 metres" in found.sections[1].text
    assert found.metadata["pages"] == 3
    assert "Chromium" in found.metadata["creator"] or "Skia" in found.metadata["producer"]
    assert str(found.metadata["created"]).startswith("20")


@pytest.mark.feature("IG-01")
def test_a_word_document_becomes_markdown() -> None:
    found = read(documents.docx(), name="handbook.docx")
    assert (found.title, found.method) == ("Handbook", "mammoth")
    assert found.metadata["author"] == "Ana Lima"
    assert "# Leave" in found.text
    assert "- Ask two weeks before." in found.text
    assert "| Night | 30 |" in found.text


def test_slides_have_their_places_tables_and_notes() -> None:
    found = read(documents.pptx(), name="deck.pptx")
    assert places(found) == ["slide=1", "slide=2"]
    assert found.sections[0].text == "## Roadmap\n\nShip the gateway in June\n\nNotes: Mention the budget"
    assert "| Delay | Cara |" in found.sections[1].text
    assert (found.title, found.metadata["author"], found.metadata["slides"]) == ("Roadmap", "Ben Ito", 2)


def test_lines_that_are_broken_inside_a_slide_keep_their_words_apart() -> None:
    from pptx import Presentation
    from pptx.util import Inches

    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "The first\vheron"
    slide.placeholders[1].text = "The grey\vegret\nAnother"
    table = slide.shapes.add_table(1, 2, Inches(1), Inches(3), Inches(4), Inches(1)).table
    table.cell(0, 0).text = "the\vwren"
    slide.notes_slide.notes_text_frame.text = "said\vaside"
    out = io.BytesIO()
    deck.save(out)
    found = read(out.getvalue(), name="deck.pptx")
    assert found.title == "The first heron"
    assert found.sections[0].text.startswith("## The first heron\n\n- The grey egret\n- Another\n\n| the wren |")
    assert found.sections[0].text.endswith("Notes: said\naside")


def test_what_the_program_fills_in_on_a_slide_is_no_text_of_it() -> None:
    from lxml import etree
    from pptx import Presentation
    from pptx.util import Inches

    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Costs"
    number = slide.shapes.add_textbox(Inches(1), Inches(5), Inches(1), Inches(1))
    table = slide.shapes.add_table(1, 1, Inches(1), Inches(3), Inches(4), Inches(1)).table
    table.cell(0, 0).text = "Rent"
    notes = slide.notes_slide.notes_text_frame
    notes.text = "Say more"
    for frame in (slide.shapes.title.text_frame, number.text_frame, table.cell(0, 0).text_frame, notes):
        name = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
        field = etree.SubElement(frame.paragraphs[0]._p, f"{name}fld", id="{B6F15528}", type="slidenum")
        etree.SubElement(field, f"{name}t").text = "‹#›"
    out = io.BytesIO()
    deck.save(out)
    found = read(out.getvalue(), name="deck.pptx")
    assert (found.title, "‹#›" in found.text) == ("Costs", False)
    assert found.text.startswith("## Costs\n\n| Rent |")
    assert found.text.endswith("Notes: Say more")


def test_every_group_of_rows_has_the_heads_of_its_columns() -> None:
    found = read(documents.xlsx(), name="costs.xlsx")
    assert set(places(found)) == {"sheet=Q1%20Costs", "sheet=Notes"}
    groups = [section for section in found.sections if section.place == "sheet=Q1%20Costs"]
    assert len(groups) > 2
    assert all(group.text.startswith("## Q1 Costs\n\n| Item | Price | Day |\n| --- |") for group in groups)
    assert sum(group.text.count("| item ") for group in groups) == 200
    assert "| item 2 | 3 |" in groups[0].text
    assert found.sections[-1].text == "## Notes\n\nBudget approved by Eva"
    assert found.metadata["sheets"] == ["Q1 Costs", "Notes"]


PAID = [["City", "Person", "Salary"], ["Oslo", "Bo", "10"], ["", "Ann | Bea", "20"], ["Rome", "Cy", "30"]]
"""The second cell below Oslo is one with it."""


def paid_docx() -> bytes:
    from docx import Document

    document = Document()
    table = document.add_table(rows=4, cols=3)
    for row, texts in enumerate(PAID):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def paid_pptx() -> bytes:
    from pptx import Presentation
    from pptx.util import Inches

    deck = Presentation()
    table = deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_table(4, 3, 0, 0, Inches(4), Inches(4)).table
    for row, texts in enumerate(PAID):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


def paid_html() -> bytes:
    rows = ("<td rowspan=2>Oslo<td>Bo<td>10", "<td>Ann | Bea<td>20", "<td>Rome<td>Cy<td>30")
    return f"<table><tr><td>City<td>Person<td>Salary{''.join(f'<tr>{row}' for row in rows)}</table>".encode()


@pytest.mark.feature("IG-01")
@pytest.mark.parametrize("made, name", [(paid_docx, "a.docx"), (paid_pptx, "a.pptx"), (paid_html, "a.html")])
def test_the_first_row_is_the_heads_and_every_cell_stands_in_its_column(made: Callable[[], bytes], name: str) -> None:
    assert read(made(), name=name).text.split("\n") == [
        "| City | Person | Salary |",
        "| --- | --- | --- |",
        "| Oslo | Bo | 10 |",
        "| Oslo | Ann \\| Bea | 20 |",
        "| Rome | Cy | 30 |",
    ]


@pytest.mark.parametrize(
    "page, text",
    [
        (
            "<table><thead><tr><td></td><th colspan=2>2024</th></tr>"
            "<tr><th>Item</th><th>Q1</th><th>Q2</th></tr></thead>"
            "<tr><td>Rent</td><td colspan=2>free</td></tr><tr><td colspan=3>Boats</td></tr></table>",
            "| Item | 2024 Q1 | 2024 Q2 |\n| --- | --- | --- |\n| Rent | free | free |\n| Boats |  |  |",
        ),
        (
            "<table><tr><th colspan=2>Crew<tr><th>Name<th>Port<tr><td>Bo<td>Oslo</table>",
            "Crew\n\n| Name | Port |\n| --- | --- |\n| Bo | Oslo |",
        ),
        (
            "<table><tr><th>Name</th><td>Bo</td></tr><tr><th>Port</th><td>Oslo</td></tr></table>",
            "|  |  |\n| --- | --- |\n| Name | Bo |\n| Port | Oslo |",
        ),
        (
            "<table><tr><td><p>Hello</p><p>Bo</p><table><tr><td>Item<td>Cost<tr><td>Tea<td>3</table></table>",
            "Hello\n\nBo\n\n| Item | Cost |\n| --- | --- |\n| Tea | 3 |",
        ),
        (
            "<table><tr><th>A<th>B<tr><td>1<td><table><tr><td>x<td>y<tr><td>p<td>q</table></table>",
            "| A | B |\n| --- | --- |\n| 1 | x, y; p, q |",
        ),
        (
            "<table><tr><td rowspan=0>a<td colspan=x>b<tr><td>c</table><table></table>",
            "| a | b |\n| --- | --- |\n| a | c |",
        ),
        ("<table><tr><td>a<td>b</table><table><td>c</table><tr><td>d", "| a | b |\n| --- | --- |\n\nc\n\nd"),
    ],
    ids=[
        "heads of two rows",
        "a title",
        "heads at the side",
        "a page laid out",
        "a table in a cell",
        "odd spans",
        "cells of no row",
    ],
)
def test_a_table_of_a_page_is_laid_out_as_it_is_seen(page: str, text: str) -> None:
    assert read(page.encode(), media_type="text/html").text == text


def book(*rows: list[object]) -> bytes:
    from openpyxl import Workbook

    made = Workbook()
    assert made.active is not None
    for row in rows:
        made.active.append(row)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


@pytest.mark.feature("IG-01")
def test_a_title_above_a_sheet_is_no_head_of_its_columns() -> None:
    rows: list[list[object]] = [[f"pier {number}", number] for number in range(200)]
    found = read(book(["Budget of the harbour"], [], ["Item", "Cost"], *rows), name="a.xlsx")
    assert len(found.sections) > 2
    above = "## Sheet\n\nBudget of the harbour\n\n| Item | Cost |\n| --- | --- |\n| pier "
    assert all(section.text.startswith(above) for section in found.sections)
    crossed = read(book([None, "Cost"], ["Pier", 5], ["Crane", 7]), name="a.xlsx")
    assert "|  | Cost |\n" in crossed.text, "one head above several columns is no title"


def test_columns_that_have_a_head_alone_leave_no_passage_without_heads() -> None:
    rows: list[list[object]] = [[f"Item{number}", number, f"P{number}"] for number in range(300)]
    found = read(book(["Item", "Cost", "Owner", None, "Total"], *rows), name="a.xlsx")
    made = passages(found.sections)
    assert len(made) == len(found.sections)
    assert all("| Item | Cost | Owner |  | Total |" in one.text for one in made)


def test_a_formula_that_nobody_has_reckoned_is_shown_and_noted() -> None:
    found = read(book(["Item", "Cost"], ["Pier", 100], ["Total", "=SUM(B2:B2)"]), name="a.xlsx")
    assert "| Total | =SUM(B2:B2) |" in found.text
    assert "formulas" in found.notes[0]
    assert read(book(["Item", "Cost"], ["Pier", 100]), name="a.xlsx").notes == ()


def test_passages_of_a_csv_cite_the_rows_they_hold() -> None:
    lines = [
        "exported in May,",
        "Item,Owner",
        '"two\nlines",Bo',
        *(f"item {number},P{number}" for number in range(200)),
    ]
    found = read("\n".join(lines).encode(), name="a.csv")
    mail = read(documents.eml(("a.csv", "text/csv", "\n".join(lines).encode())))
    made = passages(found.sections, tokens_max=100, overlap_tokens=20)
    assert all("| Item | Owner |" in one.text for one in made)
    assert made[0].text.startswith("exported in May\n\n| Item | Owner |\n| --- | --- |\n| two lines | Bo |")
    assert made[0].place.startswith("L1-L")
    for one in made[1:]:
        rows = [int(line.split()[2]) for line in one.text.split("\n") if line.startswith("| item")]
        assert one.place == f"L{rows[0] + 5}-L{rows[-1] + 5}"
    attached = passages(mail.sections, tokens_max=100, overlap_tokens=20)
    assert attached[-1].place == f"attachment=a.csv&{made[-1].place}"


@pytest.mark.parametrize(
    "name, sign", [("people.csv", ","), ("people.csv", ";"), ("people.tsv", "\t")], ids=["comma", "semicolon", "tab"]
)
def test_rows_of_a_csv_keep_their_lines(name: str, sign: str) -> None:
    lines = [
        sign.join(("Name", "City")),
        *(sign.join((f"person {n}", '"Lis\nbon"' if n == 0 else "Porto")) for n in range(90)),
    ]
    found = read("\r\n".join(lines).encode(), name=name)
    assert found.sections[0].text.startswith("| Name | City |\n| --- | --- |\n| person 0 | Lis bon |")
    assert all(section.text.startswith("| Name | City |") for section in found.sections)
    assert found.sections[0].place.startswith("L1-L")
    assert found.sections[-1].place.endswith("L92"), "a cell of two lines counts as two"
    ends = [tuple(int(part[1:]) for part in section.place.split("-")) for section in found.sections]
    assert all(later[0] == earlier[1] + 1 for earlier, later in itertools.pairwise(ends))


def test_the_signs_of_xml_are_no_text() -> None:
    page = """<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"
    "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><!ENTITY x "y"><html><body><h1>X</h1><?php echo?><p>gull</p>"""
    found = read(page.encode(), name="a.xhtml")
    assert found.text == "# X\n\ngull"
    assert [one.heading for one in passages(found.sections)] == ["X"]


def test_a_book_is_read_in_its_reading_order() -> None:
    found = read(documents.epub(), name="sea.epub")
    assert places(found) == ["chapter=1", "chapter=2"]
    assert found.sections[1].text == "# Chapter\n\nThe sea was calm."
    assert "storm" in found.sections[0].text
    assert "calm" in found.sections[1].text
    assert (found.title, found.metadata["author"], found.metadata["language"]) == ("Sea stories", "F. Gomes", "en")


def test_a_mail_is_read_with_what_is_attached() -> None:
    inner = documents.eml(("inner.txt", "application/octet-stream", b"deepest text"), subject="Fwd")
    sent = documents.eml(
        ("plan.docx", "application/octet-stream", documents.docx()),
        ("two.pdf", "application/pdf", documents.pdf(2)),
        ("inner.eml", "application/octet-stream", inner),
        ("x.bin", "application/octet-stream", bytes(range(256)) * 10),
    )
    found = read(sent, name="mail.eml")
    assert found.title == "Quarterly numbers"
    assert found.sections[0].text.startswith("From: Gil <gil@example.org>\nTo: hana@example.org\nDate: ")
    assert "Über alles." in found.sections[0].text
    assert places(found)[1:] == [
        "attachment=plan.docx",
        "attachment=two.pdf&page=1",
        "attachment=two.pdf&page=2",
        "attachment=inner.eml",
        "attachment=inner.eml&attachment=inner.txt",
    ]
    assert found.metadata["attachments"] == ["plan.docx", "two.pdf", "inner.eml"]
    assert [note for note in found.notes if note.startswith("x.bin is not read: 'x.bin' is binary")]


def test_documents_inside_documents_end_somewhere() -> None:
    mail = b"From: a@example.org\nSubject: deepest\n\nbottom"
    for number in range(6):
        mail = documents.eml((f"m{number}.eml", "application/octet-stream", mail), subject=f"level {number}")
    found = read(mail, name="mail.eml", limits=Limits(depth=2))
    assert len(found.sections) == 3
    assert any("too many documents inside one another" in note for note in found.notes)


def test_a_mail_in_html_is_read_as_markdown() -> None:
    assert read(documents.eml(html=True)).sections[0].text.endswith("# Hello\n\nThe numbers are **up**.")


@pytest.mark.feature("IG-01")
def test_a_page_loses_what_nobody_reads() -> None:
    page = """<html lang=pt><head><title>Chá  verde</title><meta name=author content=Ines><style>p{}</style></head>
    <body><nav><a href=/>Home</a></nav><h1>Chá</h1><p>Bebe-se <b>quente</b>.<script>steal()</script></p>
    <div hidden>unseen</div><table><tr><th>a</th></tr><tr><td>1</td></tr></table><ul><li>um</ul></body>"""
    found = read(page.encode(), media_type="text/html; charset=utf-8")
    assert (found.title, found.method) == ("Chá  verde", "markdownify") or found.title == "Chá verde"
    assert found.metadata["author"] == "Ines"
    assert found.metadata["language"] == "pt"
    assert "# Chá\n\nBebe-se **quente**." in found.text
    assert "| a |" in found.text
    assert "- um" in found.text
    assert not [word for word in ("steal", "unseen", "Home", "p{}") if word in found.text]


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252"])
def test_a_page_is_decoded_as_it_declares(charset: str) -> None:
    page = f'<html><head><meta charset="{charset}"></head><body>Größe</body></html>'.encode(charset)
    assert read(page, name="p.html").text == "Größe"


@pytest.mark.parametrize(
    "page, title, text",
    [
        ("<title>Zoo</title><p>An okapi.</p>", "Zoo", "An okapi."),
        ("<html><body><title>Zoo</title><p>An okapi.</p>", "Zoo", "An okapi."),
        ("<head><title>Zoo</title></head><p>An okapi.</p>", "Zoo", "An okapi."),
    ],
)
def test_the_title_of_a_page_without_a_head_is_no_text_of_it(page: str, title: str, text: str) -> None:
    found = read(page.encode(), media_type="text/html")
    assert (found.title, found.text) == (title, text)


@pytest.mark.feature("IG-01")
def test_markdown_and_text_pass_as_they_are() -> None:
    text = "---\ntitle: 'Plan B'\nauthor: Ana\n---\n# Head\n\ntext\n"
    found = read(text.encode(), name="plan.md")
    assert (found.text, found.title, found.media_type) == (text, "Plan B", "text/markdown")
    assert found.metadata["author"] == "Ana"
    assert places(found) == [""], "lines of the text are its places"
    assert read(b"# Tea\n", name="a.md").title == "Tea"
    assert read(b"one\r\ntwo\rthree", name="a.txt").text == "one\ntwo\nthree"


@pytest.mark.parametrize(
    "name, language",
    [("a.py", "python"), ("x/Dockerfile", "dockerfile"), ("c.YAML", "yaml"), ("k.toml", "toml"), ("q.rs", "rust")],
)
def test_source_code_is_text_with_its_language(name: str, language: str) -> None:
    found = read(b"x = 1\n", name=name)
    assert (found.media_type, found.metadata["language"], found.text) == ("text/x-source", language, "x = 1\n")


@pytest.mark.parametrize(
    "data, encoding",
    [
        ("naïve café".encode(), "utf-8"),
        ("\ufeffnaïve café".encode(), "utf-8"),
        ("naïve café".encode("utf-16"), "utf-16"),
        ("naïve café".encode("utf-16-le"), "utf-16-le"),
        ("naïve café".encode("utf-16-be"), "utf-16-be"),
        ("naïve café".encode("utf-32"), "utf-32"),
    ],
)
def test_text_is_decoded_by_its_marks(data: bytes, encoding: str) -> None:
    found = read(data, name="a.txt")
    assert (found.text, found.metadata["encoding"], found.notes) == ("naïve café", encoding, ())


@pytest.mark.feature("IG-01")
@pytest.mark.parametrize(
    "text, encoding",
    [
        ("Le café est très agréable. Les élèves étaient déjà là, où le garçon a mangé une crêpe.", "cp1252"),
        ("Hola señor, mañana vamos a la playa con los niños y el pingüino.", "cp1252"),
        ("São João é um lugar muito bonito, não é? As crianças brincam.", "cp1252"),
        ("Det är en båt på sjön och en öl på bordet, så är det.", "cp1252"),
        ("Die Straße ist für Fußgänger geöffnet.", "cp1252"),
        ("café zebra", "cp1252"),
        ("It costs £4 today at the shop", "cp1252"),
        ("He said “hello” — and it cost 5€… that’s fine.", "cp1252"),
        ("Zażółć gęślą jaźń. Książki są drogie, a śnieg pada w Łodzi.", "cp1250"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy. Děti běží do školy.", "cp1250"),
        ("Árvíztűrő tükörfúrógép. A gyerekek az iskolába mennek, és őszi eső esik.", "cp1250"),
        ("Bugün okula gidiyoruz, yarın güneşli bir gün olacak. Çocuklar şarkı söylüyor.", "cp1254"),
        ("Привет, как дела? Сегодня мы идём в школу, а завтра в театр с друзьями.", "cp1251"),
        ("Привет, как дела? Сегодня мы идём в школу, а завтра в театр с друзьями.", "koi8-r"),
        ("Καλημέρα, πώς είσαι; Σήμερα πάμε στο σχολείο και αύριο στη θάλασσα.", "cp1253"),
        ("今日は学校に行きます。明日は友達と海に行く予定です。", "shift_jis"),
        ("今日は学校に行きます。明日は友達と海に行く予定です。", "euc_jp"),
        ("今天我们去学校，明天和朋友们去海边。天气很好。", "gb18030"),
        ("今天我們去學校，明天和朋友們去海邊。天氣很好。", "big5"),
        ("오늘 우리는 학교에 갑니다. 내일은 친구들과 바다에 갈 예정입니다.", "cp949"),
    ],
)
def test_an_encoding_that_nobody_names_is_found_by_the_letters_of_a_language(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding))[0] == text


def test_text_in_an_unknown_encoding_is_guessed_and_says_so() -> None:
    text = "Die Straße führt über die Brücke nach Köln, wo die Bäume blühen und Vögel singen."
    found = read(text.encode("cp1252"), name="a.txt")
    assert "Straße" in found.text
    assert "guessed" in found.notes[0]
    declared = read("мир".encode("koi8-r"), name="a.txt", media_type="text/plain; charset=koi8-r")
    assert (declared.text, declared.notes) == ("мир", ())


@pytest.mark.slow
def test_words_on_a_picture_are_read_where_tesseract_is_installed() -> None:
    from io import BytesIO

    from PIL import Image, ImageDraw, ImageFont

    try:
        program("tesseract")
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(str(missing))
    picture = Image.new("RGB", (900, 200), "white")
    ImageDraw.Draw(picture).text((30, 60), "Meeting at pier seven", fill="black", font=ImageFont.load_default(64))
    out = BytesIO()
    picture.save(out, "PNG")
    found = read(out.getvalue(), name="board.png")
    assert (found.text, found.method) == ("Meeting at pier seven", "tesseract")
    with pytest.raises(InvalidInput, match="no picture that can be read"):
        read(out.getvalue()[:100], name="cut.png")


def test_without_tesseract_a_picture_is_told_to_be_not_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert shutil.which("tesseract") is None
    with pytest.raises(NotConfigured, match="tesseract"):
        read(b"\x89PNG\r\n\x1a\n" + bytes(50), name="a.png")
