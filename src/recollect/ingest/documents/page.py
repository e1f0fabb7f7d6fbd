"""The tree of a page, with the ends that HTML lets a writer leave out.

Python's parser puts an element that was not ended around all that follows it, so a long list would be a deep one. It is
imported where a page comes, for it needs an optional package.
"""

from __future__ import annotations

from typing import Any

from bs4 import BeautifulSoup

from recollect.ingest.documents.markup import DEEP

_HOLDERS = frozenset(
    "html body table caption td th ul ol menu dir dl blockquote section article aside main nav header footer"
    " figure figcaption details summary dialog fieldset form center pre select optgroup datalist button object"
    " template".split()
)
_PARTS = frozenset(("thead", "tbody", "tfoot"))
_TERMS = frozenset(("dt", "dd"))
_CELLS = frozenset(("td", "th"))
_TABLE = frozenset(("table",))
_ITEM = (frozenset(("li",)), _HOLDERS)
_ENDS = {
    "li": _ITEM,
    **dict.fromkeys(_TERMS, (_TERMS, _HOLDERS)),
    "p": (frozenset(("p",)), _HOLDERS | _TERMS | {"li", "div", "address"}),
    "option": (frozenset(("option",)), _HOLDERS),
    **dict.fromkeys(_PARTS, (_PARTS, _TABLE)),
    "tr": (frozenset(("tr",)), _TABLE),
    **dict.fromkeys(_CELLS, (_CELLS, _TABLE | {"tr"})),
}
"""What ends where this one begins, unless it stands around one of those that come second."""


class Page(BeautifulSoup):
    """No entities, no network, no error on rubbish."""

    def __init__(self, html: str | bytes) -> None:
        super().__init__(html, "html.parser")

    def handle_starttag(self, name: str, *rest: Any, **more: Any) -> Any:
        if name in _ENDS and (ended := self._open(*_ENDS[name])):
            super().handle_endtag(ended)
        return super().handle_starttag(name, *rest, **more)

    def handle_endtag(self, name: str, nsprefix: str | None = None) -> None:
        # A second end of one item is not the end of the item around its list.
        if name != "li" or self._open(*_ITEM):
            super().handle_endtag(name, nsprefix)

    def _open(self, names: frozenset[str], holders: frozenset[str]) -> str | None:
        """Which of these has begun and not ended, as seen from here. Deeper than a page is read nobody looks: that
        would be looked through anew at every tag."""
        element: Any = self.currentTag
        for _ in range(DEEP):
            if element is None or element.name in holders:
                break
            if element.name in names:
                return str(element.name)
            element = element.parent
        return None
