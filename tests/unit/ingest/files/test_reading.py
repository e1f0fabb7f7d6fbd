"""Reading files: any bytes become text, and nobody is led elsewhere between looking and reading."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from recollect.errors import Forbidden, TooLarge
from recollect.ingest.files import reading


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
    assert reading.text_of(content) == text


@pytest.mark.feature("FI-06")
@pytest.mark.parametrize(
    "start, lines, text", [(1, None, "a\nb\n\nd"), (2, 2, "b\n"), (4, 9, "d"), (5, None, ""), (99, 1, "")]
)
def test_lines_are_counted_from_one(start: int, lines: int | None, text: str) -> None:
    assert reading.lines_of("a\nb\n\nd\n", start=start, lines=lines) == text


def test_a_file_that_is_gone_is_none_and_one_that_grew_is_refused(tmp_path: Path) -> None:
    path = os.path.realpath(tmp_path / "x.md")
    assert reading.bytes_of(path, bytes_max=4) is None
    Path(path).write_bytes(b"12345")
    with pytest.raises(TooLarge):
        reading.bytes_of(path, bytes_max=4)
    assert reading.bytes_of(path, bytes_max=5) == b"12345"


@pytest.mark.feature("SE-05")
def test_a_link_that_was_put_in_place_after_the_look_is_not_followed(tmp_path: Path) -> None:
    root = Path(os.path.realpath(tmp_path))
    (root / "secret.md").write_text("secret")
    (root / "a").mkdir()
    (root / "a" / "file.md").symlink_to(root / "secret.md")
    with pytest.raises(Forbidden, match="symbolic link"):
        reading.bytes_of(str(root / "a" / "file.md"), bytes_max=100)
    (root / "real").mkdir()
    (root / "real" / "x.md").write_text("secret")
    (root / "b").symlink_to(root / "real")
    with pytest.raises(Forbidden, match="leads elsewhere"):
        reading.bytes_of(str(root / "b" / "x.md"), bytes_max=100)
    os.mkfifo(root / "pipe.md")
    with pytest.raises(Forbidden, match="regular"):
        reading.bytes_of(str(root / "pipe.md"), bytes_max=100)


def test_the_title_is_the_first_heading_else_the_name() -> None:
    assert reading.title_of("text\n\n## The house\n# Later\n", "memory/x.md") == "The house"
    assert reading.title_of("#\n#tag is one too\n", "memory/x.md") == "tag is one too"
    assert reading.title_of("nothing\n", "memory/x.md") == "memory/x.md"
