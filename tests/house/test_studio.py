"""Tests of the Studio look at a page until it is as expected: one look finds it half drawn on a busy machine."""

from __future__ import annotations

import re
from pathlib import Path

STUDIO = Path(__file__).resolve().parents[1] / "e2e" / "studio"
ONE_LOOK = re.compile(
    r"\.(inner_text|all_inner_texts|inner_html)\(\)"  # also empty for rows that the browser has yet to lay out
    r"|assert .*\.(text_content|count|is_visible|is_hidden|is_disabled|is_enabled|is_checked|input_value)\(\)"
)


def test_no_test_of_the_studio_looks_only_once() -> None:
    found = [
        f"{path.name}:{at}: {line.strip()}"
        for path in sorted(STUDIO.glob("test_*.py"))
        for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if ONE_LOOK.search(line)
    ]
    assert found == [], "use `expect` of tests/browser.py"
