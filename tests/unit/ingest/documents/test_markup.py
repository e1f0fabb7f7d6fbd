"""What a page says stays what it says when it becomes Markdown: its words, its numbers, its items."""

from __future__ import annotations

import re

import pytest

from recollect.ingest.documents import read
from recollect.ingest.documents.markup import DEEP, parsed, to_markdown
from recollect.ingest.documents.page import Page
from tests import documents

BLOCKS = (
    "address article aside blockquote body center dd details dialog div dt fieldset figcaption figure footer form h1 h6"
    " header hgroup legend li main option p pre search section summary"
).split()
HOLDERS = (
    "{}", "<div>{}</div>", "<ul><li>{}</ul>", "<dl><dd>{}</dl>", "<blockquote>{}</blockquote>", "<a>{}</a>",
    "<a href=x>{}</a>", "<b>{}</b>", "x <span>{}</span>", "<details>{}</details>", "<h2>{}</h2>", "<pre>{}</pre>",
    "<table><tr><th>h<th>i<tr><td>{}<td>z</table>",
)  # fmt: skip


def markdown(page: str) -> str:
    text, notes = to_markdown(parsed(page))
    assert not notes
    return text


@pytest.mark.feature("IG-01")
def test_blocks_without_a_space_between_them_stand_on_lines_of_their_own() -> None:
    page = "<body><main>the ferry leaves at noon</main><aside>tickets cost 5</aside><footer>12 places</footer></body>"
    assert markdown(page) == "the ferry leaves at noon\n\ntickets cost 5\n\n12 places"


@pytest.mark.parametrize("holder", HOLDERS)
def test_no_block_runs_into_the_text_beside_it(holder: str) -> None:
    inside = {name: f"<{name}>two</{name}>" for name in BLOCKS} | {
        **{name: f"<{name}><li>two</li></{name}>" for name in ("ul", "ol", "menu", "dir")},
        "dl": "<dl><dt>two</dt></dl>",
        "table": "<table><tr><td>two</table>",
    }
    for name, block in inside.items():
        words = re.findall(r"\w+", markdown(holder.format(f"one{block}three")))
        assert {"one", "two", "three"} <= set(words), name


def test_what_stands_in_a_line_stays_in_it() -> None:
    page = "<p>un<b></b>believ<span>able</span> <label>a</label><u>b</u> <x-name>c</x-name>d</p>"
    assert markdown(page) == "unbelievable ab cd"


@pytest.mark.feature("IG-01")
@pytest.mark.parametrize(
    "page, text",
    [
        ("10<sup>6</sup> t, 3 x 10<sup>-9</sup> m, 10<sup>&minus;3</sup> l", "10^6 t, 3 x 10^-9 m, 10^−3 l"),
        ("5 m<sup>2</sup>, <i>x</i><sup>2</sup>, x<sup>n</sup>", "5 m^2, *x*^2, x^n"),
        ("2<sup>n+1</sup>, 2<sup>(n+1)</sup>, 9<sup>1/2</sup>", "2^(n+1), 2^(n+1), 9^(1/2)"),
        ("<b>10<sup>6</sup></b> <code>2<sup>8</sup></code>", "**10^6** `2^8`"),
        ("3<sup>2 </sup>4, 2<sup>3</sup>5, 2<sup> 3</sup>", "3^2 4, 2^3 5, 2 3"),
        ("grew by 5.<sup>3</sup> Later", "grew by 5.^3 Later"),
        ("a note<!-- x --><sup>1</sup>", "a note^1"),
        ("Ca<sup>2+</sup>, Na<sup>+</sup>", "Ca^2+, Na+"),
        ("3<sup>1</sup>/<sub>2</sub> cups, <sup>1</sup>&frasl;<sub>3</sub>", "3 1/2 cups, 1⁄3"),
        ("CO<sub>2</sub>, 1010<sub>2</sub>, log<sub>2</sub>8, x<sub>1</sub><sup>2</sup>", "CO2, 1010_2, log2 8, x1^2"),
        # What is no power:
        ("1<sup>st</sup> 2<sup>nd</sup> 2<sup>e</sup> M<sup>lle</sup>", "1st 2nd 2e Mlle"),
        ("Acme<sup>TM</sup> Acme<sup>(R)</sup> Acme<sup>®</sup>", "AcmeTM Acme(R) Acme®"),
        ("of <sup>14</sup>C (<sup>14</sup>C)", "of 14C (14C)"),
        ("a note<sup><a href='#f'>1</a></sup> and<sup>[2]</sup>", "a note[1](#f) and[2]"),
        ("<p>tea</p><p><sup>1</sup> green", "tea\n\n1 green"),
        ("<h2>Notes</h2><sup>1</sup> green<br><sup>2</sup> black", "## Notes\n\n1 green\n2 black"),
    ],
)
def test_raised_and_lowered_digits_are_none_of_the_number_before_them(page: str, text: str) -> None:
    assert markdown(page) == text


@pytest.mark.feature("IG-01")
def test_a_raised_number_of_a_word_document_is_a_power() -> None:
    assert read(documents.docx_power(), name="a.docx").text == "Mass is 10^6 kg on the 1st day"


@pytest.mark.feature("IG-01")
@pytest.mark.parametrize(
    "page, text",
    [
        ("<ul><li>alpha<li>beta<li>gamma</ul>", "- alpha\n- beta\n- gamma"),
        ("<ol start=5><li>five<li>six</ol>end", "5. five\n6. six\n\nend"),
        ("<menu><li>a<li>b</menu>", "- a\n- b"),
        ("<li>a<li>b", "- a\n- b"),
        ("<ul><li><p>a<li><div>b<li><b>c</ul>", "- a\n- b\n- **c**"),
        ("<ul><li>a<ul><li>b<li>c</ul>more<li>d</ul>", "- a\n  - b\n  - c\n\n  more\n- d"),
        ("<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>", "- a\n- b\n  - c\n- d"),
        ("<ul><li>x<ul><li>a<li>b</li></li><li>c</ul><li>y</ul>", "- x\n  - a\n  - b\n  - c\n- y"),
        ("<ul><li>a<blockquote><li>b</blockquote><li>c</ul>", "- a\n  > - b\n- c"),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\n:   b\n\nc\n:   d"),
        ("<dl><div><dt>a<dd>b</div><dt>c<dd>d<dl><dt>e<dd>f</dl></dl>", "a\n:   b\n\nc\n:   d\n\n    e\n    :   f"),
        ("<p>a<p>b<div><p>c<p>d</div>e", "a\n\nb\n\nc\n\nd\n\ne"),
        (
            "<table><thead><tr><th>a<th>b<tbody><tr><td>1<td>2<tr><td><ul><li>3<li>4</ul><td>5</table>end",
            "| a | b |\n| --- | --- |\n| 1 | 2 |\n| - 3 - 4 | 5 |\n\nend",
        ),
    ],
)
def test_ends_that_may_be_left_out_are_read_as_if_they_were_there(page: str, text: str) -> None:
    assert markdown(page) == text


@pytest.mark.parametrize("begun", ["<li>one", "<dt>one<dd>two", "<p>one", "<tr><td>one<td>two"])
def test_many_elements_without_an_end_are_not_deep(begun: str) -> None:
    around = {"<li": "ul", "<dt": "dl", "<tr": "table"}.get(begun[:3], "div")
    assert markdown(f"<{around}>{begun * (DEEP * 2)}</{around}>").count("one") == DEEP * 2


def test_where_elements_lie_deep_not_all_of_them_are_looked_at_for_every_end() -> None:
    """64 kB of `<b>` and then `</li>` took half a minute, and twice as much four times as long."""
    looked = 0

    class Bold:
        name = "b"

        @property
        def parent(self) -> Bold:
            nonlocal looked
            looked += 1
            assert looked <= 10 * DEEP
            return self

    page = Page("")
    page.currentTag = Bold()  # type: ignore[assignment]
    for _ in range(5):
        page.handle_endtag("li")
    assert looked == 5 * DEEP
