"""Which files a workspace is made of, and which path may be read. Real files, real links."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from recollect.errors import Forbidden, InvalidInput
from recollect.ingest.files.scan import Places, Scan

LIMIT = 10_000


def put(path: Path, text: str = "something\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    put(tmp_path / "outside" / "secret.md", "outside")
    put(tmp_path / "outside" / "deep" / "more.md", "outside")
    put(tmp_path / "outside" / "secret.txt", "outside")
    return tmp_path / "outside"


@pytest.fixture
def root(tmp_path: Path, outside: Path) -> Path:
    folder = tmp_path / "workspace"
    for name in ("MEMORY.md", "memory/2026-02-10.md", "memory/a/b/c.md", "memory/big.md", "README.md", "src/x.md"):
        put(folder / name)
    put(folder / "memory" / "notes.txt")
    put(folder / "memory" / ".obsidian" / "hidden.md")
    put(folder / "memory" / "big.md", "x" * (LIMIT + 1))
    return folder


def reasons(places: Places) -> dict[str, str]:
    return {problem.path: problem.reason for problem in places.scan().skipped}


@pytest.mark.feature("FI-01")
def test_memory_is_what_the_names_say_and_nothing_else(root: Path) -> None:
    places = Places(root, bytes_max=LIMIT)
    assert sorted(places.scan().files) == ["MEMORY.md", "memory/2026-02-10.md", "memory/a/b/c.md"]
    assert set(reasons(places)) == {"memory/.obsidian", "memory/big.md"}
    assert "hidden" in reasons(places)["memory/.obsidian"]
    assert "10,001 bytes" in reasons(places)["memory/big.md"]


def test_the_small_memory_file_counts_beside_the_large_one(root: Path) -> None:
    put(root / "memory.md")
    found = Places(root, bytes_max=LIMIT).scan().files
    sensitive = not (root / "MEMORY.MD").exists()
    assert ("memory.md" in found) is sensitive
    assert "MEMORY.md" in found


@pytest.mark.feature("FI-04")
def test_extra_paths_are_files_or_folders_here_or_elsewhere(root: Path, outside: Path) -> None:
    given = ["README.md", "src", str(outside), "src", str(outside / "secret.txt"), "missing"]
    places = Places(root, given, bytes_max=LIMIT)
    found = places.scan().files
    assert {name for name, file in found.items() if file.extra} == {
        "README.md",
        "src/x.md",
        "extra/outside/secret.md",
        "extra/outside/deep/more.md",
    }
    assert reasons(places)["extra/secret.txt"] == "not a .md file"
    assert "not there" in reasons(places)["missing"]


def test_an_extra_path_that_holds_the_memory_counts_nothing_twice(root: Path) -> None:
    found = Places(root, ["memory", "."], bytes_max=LIMIT).scan().files
    assert len({file.path for file in found.values()}) == len(found)
    assert not found["MEMORY.md"].extra


@pytest.mark.feature("SE-05", "FI-04")
def test_symbolic_links_are_passed_over_wherever_they_are(root: Path, outside: Path) -> None:
    (root / "memory" / "file.md").symlink_to(outside / "secret.md")
    (root / "memory" / "folder").symlink_to(outside)
    (root / "memory" / "loop").symlink_to(root / "memory")
    (root / "memory.md").symlink_to(outside / "secret.md")
    (root / "extra").symlink_to(outside)
    (root / "src" / "link.md").symlink_to(outside / "secret.md")
    places = Places(root, ["extra", "src"], bytes_max=LIMIT)
    assert all("outside" not in file.path for file in places.scan().files.values())
    assert sorted(places.scan().files) == ["MEMORY.md", "memory/2026-02-10.md", "memory/a/b/c.md", "src/x.md"]
    linked = {path for path, reason in reasons(places).items() if "symbolic link" in reason}
    assert linked == {"memory/file.md", "memory/folder", "memory/loop", "memory.md", "extra", "src/link.md"}


def test_the_folder_of_memory_may_not_be_a_link_and_the_workspace_may(root: Path, outside: Path) -> None:
    link = root.parent / "link"
    link.symlink_to(root)
    assert "MEMORY.md" in Places(link, bytes_max=LIMIT).scan().files
    other = root.parent / "other"
    put(other / "MEMORY.md")
    (other / "memory").symlink_to(outside)
    assert list(Places(other, bytes_max=LIMIT).scan().files) == ["MEMORY.md"]


def test_pipes_and_names_that_are_no_text_are_passed_over(root: Path) -> None:
    os.mkfifo(root / "memory" / "pipe.md")
    strange = os.path.join(os.fsencode(root), b"memory", b"\xff.md")
    with open(strange, "wb") as file:
        file.write(b"x")
    found = reasons(Places(root, bytes_max=LIMIT))
    assert found["memory/pipe.md"] == "not a regular file"
    assert found["memory/?.md"] == "its name is not UTF-8"


def test_a_workspace_that_is_not_there_is_told_and_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be read"):
        Places(tmp_path / "gone", bytes_max=LIMIT).scan()


@pytest.mark.parametrize(
    "unreadable, name, unknown",
    [
        (["memory/a"], "memory/a/b/c.md", True),
        (["memory/a"], "memory/a.md", False),
        (["memory/a.md"], "memory/a.md", True),
        (["memory"], "MEMORY.md", False),
        ([], "memory/a.md", False),
    ],
)
def test_what_lies_in_a_folder_that_cannot_be_read_is_not_taken_for_gone(
    unreadable: list[str], name: str, unknown: bool
) -> None:
    assert Scan(unreadable=unreadable).unknown(name) is unknown


# --- what may be read -----------------------------------------------------------------------------------------------


@pytest.mark.feature("FI-06")
@pytest.mark.parametrize("name", ["MEMORY.md", "./MEMORY.md", "memory.md", "memory/new.md", "memory/a/b/c.md"])
def test_files_of_the_workspace_may_be_read_there_or_not(root: Path, name: str) -> None:
    path, extra = Places(root, bytes_max=LIMIT).locate(name)
    assert path == os.path.join(os.path.realpath(root), name.removeprefix("./"))
    assert not extra


@pytest.mark.feature("SE-05", "FI-06")
@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "/",
        "memory",
        "memory/",
        "README.md",
        "src/x.md",
        "memory/notes.txt",
        "memory/.obsidian/hidden.md",
        "../outside/secret.md",
        "memory/../../outside/secret.md",
        "memory/../README.md",
        "memory/../MEMORY.md",
        "memory/..",
        "memory\\..\\..\\outside\\secret.md",
        "/etc/passwd",
        "/etc/passwd.md",
        "~/secret.md",
        "%2e%2e/outside/secret.md",
        "..%2foutside%2fsecret.md",
        "file:///etc/passwd.md",
        "memory/x.md\x00.txt",
        "MEMORY.md\x00",
        "memory/\udcff.md",
        "Memory/x.md",
        "memoryx/x.md",
        "{outside}/secret.md",
    ],
)
def test_everything_else_is_refused_there_or_not(root: Path, outside: Path, name: str) -> None:
    with pytest.raises(Forbidden, match="no file of the workspace"):
        Places(root, bytes_max=LIMIT).locate(name.format(outside=outside) if "{" in name else name)


@pytest.mark.feature("SE-05")
@pytest.mark.parametrize("name", ["memory/file.md", "memory/folder/secret.md", "memory/folder/gone.md", "memory.md"])
def test_a_way_through_a_symbolic_link_is_refused(root: Path, outside: Path, name: str) -> None:
    (root / "memory" / "file.md").symlink_to(outside / "secret.md")
    (root / "memory" / "folder").symlink_to(outside)
    (root / "memory.md").symlink_to(root / "MEMORY.md")
    with pytest.raises(Forbidden):
        Places(root, [str(outside)], bytes_max=LIMIT).locate(name)


def test_extra_paths_may_be_read_by_the_name_that_a_search_shows(root: Path, outside: Path) -> None:
    places = Places(root, [str(outside), "src"], bytes_max=LIMIT)
    for name, file in places.scan().files.items():
        assert places.locate(name) == (file.path, file.extra)
    assert places.locate(str(outside / "secret.md"))[0] == str(outside / "secret.md"), "by the whole path, too"
    for name in ("extra/outside/secret.txt", "extra/outside/../secret.md", "extra/secret.md", "extra/outside", "extra"):
        with pytest.raises(Forbidden):
            places.locate(name)
    for name in (str(outside / "secret.txt"), f"{outside}/../workspace/README.md", str(outside) + "2/x.md"):
        with pytest.raises(Forbidden):
            places.locate(name)


@pytest.mark.feature("FI-04", "SE-05")
def test_names_tell_nobody_where_an_extra_path_lies_and_no_two_are_the_same(root: Path, tmp_path: Path) -> None:
    for folder in ("one/notes", "two/notes", "three/notes/more"):
        put(tmp_path / folder / "a.md", folder)
    put(root / "extra" / "inner" / "a.md", "inner")
    given = [str(tmp_path / one) for one in ("one/notes", "two/notes", "three/notes/more", "three", "one/notes/a.md")]
    places = Places(root, [*given, "extra", str(tmp_path)], bytes_max=LIMIT)
    found = {name: file for name, file in places.scan().files.items() if file.extra}
    assert not any(str(tmp_path) in name for name in found)
    assert {file.path for file in found.values()} >= {
        str(tmp_path / "one/notes/a.md"),
        str(tmp_path / "two/notes/a.md"),
        str(tmp_path / "three/notes/more/a.md"),
        str(root / "extra/inner/a.md"),
        str(tmp_path / "outside/secret.md"),
    }
    assert "extra/more/a.md" in found
    assert len([name for name in found if name.startswith("extra/notes-")]) == 1, "the other is named by itself"
    assert "extra/a.md" in found
    for name, file in found.items():
        assert places.locate(name) == (file.path, True)
        assert places.name(file.path) == name
    again = Places(root, [str(tmp_path), *reversed(given), "extra"], bytes_max=LIMIT)
    assert {name: file.path for name, file in again.scan().files.items() if file.extra} == {
        name: file.path for name, file in found.items()
    }, "whatever their order"
