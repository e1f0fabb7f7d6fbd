"""Files of a collection: patterns, names the program made simpler, and what a home passes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from recollect.providers.file_search.answers import rows
from recollect.providers.file_search.collections import Collection, Names
from recollect.providers.file_search.homes import home_of


@pytest.mark.parametrize(
    "pattern, fits, does_not",
    [
        ("**/*.md", ["a.md", "b/c/a.md"], ["a.txt", "b/a.mdx", ".md/a"]),
        ("*.md", ["a.md"], ["b/a.md"]),
        ("MEMORY.md", ["MEMORY.md"], ["memory.md", "a/MEMORY.md", "MEMORYxmd"]),
        ("notes/**", ["notes/a", "notes/b/c.md"], ["note/a"]),
        ("**/*.{md,txt}", ["a.md", "b/a.txt"], ["a.pdf"]),
        ("day-?.md", ["day-1.md"], ["day-10.md", "day-/.md"]),
        ("a+(b).md", ["a+(b).md"], ["aab.md"]),
        ("{open.md", ["{open.md"], ["open.md"]),
    ],
)
def test_a_pattern_is_a_glob(pattern: str, fits: list[str], does_not: list[str]) -> None:
    collection = Collection(name="c", folder=Path("x"), pattern=pattern)
    assert [name for name in (*fits, *does_not) if collection.fits(name)] == fits


@pytest.mark.feature("FI-15")
@pytest.mark.parametrize(
    "name, called",
    [
        ("MEMORY.md", "memory.md"),
        ("2026-02-10 Day Log.md", "2026-02-10-day-log.md"),
        ("v1.2 notes.md", "v1-2-notes.md"),
        ("My_Router (Notes).md", "my-router-notes.md"),
        ("Ünter wegs/Straße.md", "ünter-wegs/straße.md"),
        ("a - b/_c_.md", "a-b/c.md"),
        ("exact.md", "exact.md"),
    ],
)
def test_a_simpler_name_leads_to_the_file(name: str, called: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("x")
    (tmp_path / "another.md").write_text("x")
    collection = Collection(name="c", folder=tmp_path)
    names = Names()
    assert names.file(collection, called) == file.resolve()
    assert names.file(collection, "nothing.md") is None
    file.unlink()
    assert names.file(collection, called) is None, "a file that is gone is not shown"


def test_a_file_that_came_is_found_after_the_next_update(tmp_path: Path) -> None:
    collection, names = Collection(name="c", folder=tmp_path), Names()
    assert names.file(collection, "new-file.md") is None
    (tmp_path / "New File.md").write_text("x")
    names.forget()
    assert names.file(collection, "new-file.md") == (tmp_path / "New File.md").resolve()


@pytest.mark.feature("FI-10")
def test_what_is_secret_stays_here(tmp_path: Path) -> None:
    secret = (
        "OPENAI_API_KEY", "HF_TOKEN", "PGPASSWORD", "MY_SECRET", "RECOLLECT_STORE", "AWS_SESSION_TOKEN",
        "AWS_ACCESS_KEY_ID", "GOOGLE_APPLICATION_CREDENTIALS", "INDEX_PATH",
    )  # fmt: skip
    plain = ("PATH", "HOME", "LANG", "HTTPS_PROXY", "CUDA_VISIBLE_DEVICES")
    seen = home_of(tmp_path, None).environment(dict.fromkeys((*secret, *plain), "x"))
    assert sorted(seen) == sorted((*plain, "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "QMD_CONFIG_DIR", "NO_COLOR"))


@pytest.mark.parametrize(
    "snippet, line, expected",
    [
        ("@@ -2,3 @@ (1 before, 0 after)\n\nThe router\n", 3, (3, 3, "The router")),
        ("@@ -5,2 @@\none\ntwo", None, (5, 6, "one\ntwo")),
        ("one\ntwo\n\n", 7, (7, 8, "one\ntwo")),
        ("one", None, (1, 1, "one")),
        ("", -4, (1, 1, "")),
        ("@@ -99999999999999,1 @@\nx", None, (1, 2, "@@ -99999999999999,1 @@\nx")),
    ],
)
def test_the_lines_of_a_snippet_are_those_it_shows(
    snippet: str, line: int | None, expected: tuple[int, int, str]
) -> None:
    (row,) = rows(json.dumps([{"file": "a.md", "score": 1, "snippet": snippet, "line": line}]), "")
    assert (row.start_line, row.end_line, row.snippet) == expected
