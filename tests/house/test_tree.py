"""Nothing in the project points at one particular machine, and it carries what an open project carries."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house.source import ROOT, name_of, project_files, text_of

PERSONAL = [re.compile(pattern) for pattern in (r"/home/[a-z]\w+/", r"/Users/[A-Za-z]\w+/", r"(?<![\w.~])/root[/]")]
REGISTRY = [
    re.compile(pattern)
    for pattern in (
        r"https?://\S+/simple(/|\b)",
        r"(extra-)?index[-_]url\s*=",
        r"--(extra-)?index[-]url",
        r"find[-]links",
        r'"resolved"\s*:\s*"http',
        r"files\.pythonhosted[.]org",
        r"registry\.npmjs[.]org",
    )
]


def machine_paths() -> list[re.Pattern[str]]:
    """This checkout, the user's home and the folders next to the checkout, as absolute paths."""
    folders = {ROOT.resolve(), Path.home()}
    if ROOT.resolve().parent not in (Path("/"), Path("/tmp"), Path("/var/tmp")):
        folders |= {path for path in ROOT.resolve().parent.iterdir() if path.is_dir()}
    return [re.compile(re.escape(str(path)) + r"(?![\w-])") for path in sorted(folders) if len(path.parts) > 2]


def mentions(patterns: list[re.Pattern[str]]) -> list[str]:
    found: list[str] = []
    for path in project_files():
        text = text_of(path)
        if text is None:
            continue
        found += [f"{name_of(path)}: {match.group()}" for pattern in patterns for match in pattern.finditer(text)]
    return found


def test_no_file_names_a_path_of_this_machine() -> None:
    assert mentions([*machine_paths(), *PERSONAL]) == []


def test_no_file_names_a_package_registry() -> None:
    assert mentions(REGISTRY) == []


def test_constraints_are_versions_and_nothing_else() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    odd = [line for line in lines if not re.fullmatch(r"[a-z0-9.\-]+==[\w.+!]+( ; .+)?", line)]
    assert odd == []
    assert len(lines) > 20


@pytest.mark.parametrize(
    "name", ["README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", ".ci/run", "docs/index.md"]
)
def test_the_project_has_its_standard_files(name: str) -> None:
    assert (ROOT / name).stat().st_size > 0


def test_the_licence_is_the_whole_apache_2() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in text
    assert "END OF TERMS AND CONDITIONS" in text
