"""HTML -> Markdown, for web pages, and for the formats that are made of HTML or turned into it."""

from __future__ import annotations

import re
from typing import Any

SILENT = (
    "script", "style", "noscript", "template", "svg", "iframe", "object", "embed", "canvas", "audio", "video", "nav",
    "button", "input", "select", "datalist", "textarea", "head",
)  # fmt: skip
"""What nobody reads, or reads on every page."""
SHOWN_AS = {
    **dict.fromkeys(
        "address aside body center details dialog fieldset figcaption figure footer form header hgroup legend main"
        " optgroup option search summary".split(),
        "div",
    ),
    "menu": "ul",
    "dir": "ul",
}
"""What stands on lines of its own and means no more than that, and other names of a list."""
DEEP = 150
"""Elements inside one another, beyond which a page is read as plain text: no person nests so deep."""


def parsed(html: str | bytes) -> Any:
    """The tree of a page."""
    from recollect.ingest.documents.page import Page

    return Page(html)


def to_markdown(soup: Any) -> tuple[str, tuple[str, ...]]:
    """Markdown of a parsed page, and a note where it could only be read as plain text."""
    from bs4.element import Declaration, ProcessingInstruction

    from recollect.ingest.documents.converter import Converter, unfold

    for sign in soup.find_all(string=lambda text: isinstance(text, Declaration | ProcessingInstruction)):
        sign.extract()  # `<?xml … ?>` is no text
    for element in soup.find_all(SILENT):
        if not element.decomposed:
            element.decompose()
    for element in soup.find_all("title"):  # outside of a head, in a page that has none
        if element.find(True) is None:  # one that was never closed has the whole page in it
            element.decompose()
    for element in soup.find_all(attrs={"hidden": True}):
        if not element.decomposed:
            element.decompose()
    for image in soup.find_all("img"):
        image.replace_with(image.get("alt") or "")
    if _depth(soup) > DEEP:
        return tidy(soup.get_text("\n")), ("nested too deep: read as plain text",)
    for element in soup.descendants:
        if element.name in SHOWN_AS:
            element.name = SHOWN_AS[element.name]
    unfold(soup)
    return tidy(Converter().convert_soup(soup)), ()


def tidy(text: str) -> str:
    """No trailing blanks, at most one empty line."""
    text = "\n".join(line.rstrip(" \t\u00a0") for line in text.replace("\r\n", "\n").split("\n"))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def _depth(soup: Any) -> int:
    """How deep elements stand inside one another, without recursion."""
    deepest = 0
    level = [(soup, 0)]
    while level:
        element, depth = level.pop()
        deepest = max(deepest, depth)
        if deepest > DEEP:
            break
        level.extend((child, depth + 1) for child in element.children if getattr(child, "name", None))
    return deepest
