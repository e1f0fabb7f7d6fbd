"""Any bytes become text, and a line has one number."""

from __future__ import annotations

import pytest

from recollect.rules import file_text


@pytest.mark.parametrize(
    "content, text",
    [
        (b"caf\xc3\xa9\n", "café\n"),
        (b"caf\xe9\n", "caf\ufffd\n"),
        (b"\xef\xbb\xbfa\r\nb\rc\n", "a\nb\nc\n"),
        (b"a\x00b", "a\ufffdb"),
        (b"\xff\xfeh\x00i\x00", "\ufffd\ufffdh\ufffdi\ufffd"),
        (b"", ""),
    ],
)
def test_bytes_that_are_no_text_become_the_replacement_character(content: bytes, text: str) -> None:
    assert file_text.text_of(content) == text


@pytest.mark.feature("FI-06")
@pytest.mark.parametrize(
    "start, lines, text", [(1, None, "a\nb\n\nd"), (2, 2, "b\n"), (4, 9, "d"), (5, None, ""), (99, 1, "")]
)
def test_lines_are_counted_from_one(start: int, lines: int | None, text: str) -> None:
    assert file_text.lines_of("a\nb\n\nd\n", start=start, lines=lines) == text
