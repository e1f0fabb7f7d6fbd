"""Reading files: nobody is led elsewhere between looking and reading."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from recollect.errors import Forbidden, TooLarge
from recollect.ingest.files import reading


def test_a_file_that_is_gone_is_none_and_one_that_grew_is_refused(tmp_path: Path) -> None:
    path = os.path.realpath(tmp_path / "x.md")
    assert reading.bytes_of(path, bytes_max=4, name="memory/x.md") is None
    Path(path).write_bytes(b"12345")
    with pytest.raises(TooLarge):
        reading.bytes_of(path, bytes_max=4, name="memory/x.md")
    assert reading.bytes_of(path, bytes_max=5, name="memory/x.md") == b"12345"


@pytest.mark.feature("SE-05")
def test_a_link_that_was_put_in_place_after_the_look_is_not_followed(tmp_path: Path) -> None:
    root = Path(os.path.realpath(tmp_path))
    (root / "secret.md").write_text("secret")
    (root / "a").mkdir()
    (root / "a" / "file.md").symlink_to(root / "secret.md")
    with pytest.raises(Forbidden, match="symbolic link"):
        reading.bytes_of(str(root / "a" / "file.md"), bytes_max=100, name="memory/x.md")
    (root / "real").mkdir()
    (root / "real" / "x.md").write_text("secret")
    (root / "b").symlink_to(root / "real")
    with pytest.raises(Forbidden, match="leads elsewhere"):
        reading.bytes_of(str(root / "b" / "x.md"), bytes_max=100, name="memory/x.md")
    os.mkfifo(root / "pipe.md")
    with pytest.raises(Forbidden, match="regular"):
        reading.bytes_of(str(root / "pipe.md"), bytes_max=100, name="memory/x.md")


def test_the_title_is_the_first_heading_else_the_name() -> None:
    assert reading.title_of("text\n\n## The house\n# Later\n", "memory/x.md") == "The house"
    assert reading.title_of("#\n#tag is one too\n", "memory/x.md") == "tag is one too"
    assert reading.title_of("nothing\n", "memory/x.md") == "memory/x.md"
