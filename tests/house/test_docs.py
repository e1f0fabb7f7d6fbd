"""Documents that match the program: what exists is written down, and links lead somewhere."""

from __future__ import annotations

import dataclasses
import re
import tomllib
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main

from recollect import errors
from tests.house.source import ROOT, name_of, project_files

REFERENCE = ROOT / "docs" / "reference"
LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?P<target>[^)\s]+)\)|!\[[^\]]*\]\((?P<image>[^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def reference_text() -> str:
    pages = sorted(REFERENCE.rglob("*.md"))
    assert pages, "docs/reference has no page"
    return "\n".join(page.read_text(encoding="utf-8") for page in pages)


def commands(command: object, prefix: str) -> Iterator[str]:
    """`recollect add`, `recollect bench recall`, …: every command that does something."""
    children = getattr(command, "commands", None)
    if children is None:
        yield prefix
        return
    for name, child in children.items():
        if not child.hidden:
            yield from commands(child, f"{prefix} {name}")


def settings(kind: type, prefix: str = "") -> Iterator[str]:
    """The dotted name of every setting; a dataclass inside a dataclass is a group."""
    hints = typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        inner = hints[field.name]
        if isinstance(inner, type) and dataclasses.is_dataclass(inner):
            yield from settings(inner, f"{prefix}{field.name}.")
        else:
            yield prefix + field.name


def error_kinds(kind: type[errors.RecollectError] = errors.RecollectError) -> Iterator[type[errors.RecollectError]]:
    yield kind
    for child in kind.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from error_kinds(child)


def test_every_command_is_in_the_reference() -> None:
    from recollect.surfaces.cli.app import app

    text = reference_text()
    names = list(commands(typer.main.get_command(app), "recollect"))
    assert len(names) > 5
    assert [name for name in names if not re.search(re.escape(name) + r"(?![\w-])", text)] == []


def test_every_setting_is_in_the_reference() -> None:
    from recollect.config import Settings

    text = reference_text()
    names = list(settings(Settings))
    assert names
    assert [name for name in names if f"`{name}`" not in text] == []


def test_every_name_of_another_system_is_in_the_reference_beside_the_setting_it_sets() -> None:
    from recollect.config import foreign

    page = (REFERENCE / "settings.md").read_text(encoding="utf-8").partition("## Names of other systems")[2]
    rows = {row.name: " ".join(f"`{target}`" for target in row.sets) for row in foreign.ROWS}
    lines = {match[1]: match[0] for match in re.finditer(r"^\| `([^`]+)` \|.*$", page, re.MULTILINE)}
    assert set(lines) == set(rows), "names that are not written down, or are no more"
    assert [name for name, targets in rows.items() if not all(one in lines[name] for one in targets.split())] == []


def test_the_reference_says_of_each_setting_what_the_setting_says_of_itself() -> None:
    from recollect.config import Settings

    page = (REFERENCE / "settings.md").read_text(encoding="utf-8").replace("`", "")
    lines = {match[1]: match[0] for match in re.finditer(r"^\| (\w+) \|.*$", page, re.MULTILINE)}
    told = {field.name: str(field.metadata["help"]).replace("`", "") for field in dataclasses.fields(Settings)}
    assert [name for name, help in told.items() if name in lines and help not in lines[name]] == []


def test_every_code_of_the_native_surface_is_in_the_reference() -> None:
    from recollect.surfaces.http.native.app import HTTP_CODES

    page = (REFERENCE / "errors.md").read_text(encoding="utf-8")
    assert [code for code in HTTP_CODES.values() if f"`{code}`" not in page] == []


def test_the_reference_says_which_settings_a_tenant_may_change() -> None:
    from recollect.config import tenant_settings

    page = (REFERENCE / "settings.md").read_text(encoding="utf-8")
    section = page.partition("## Values of a tenant's own")[2].partition("\n## ")[0]
    listed = set(re.findall(r"`([a-z_]+)`", section.partition("They are:")[2].partition("\n\n")[0]))
    assert listed == set(tenant_settings())


def test_every_error_code_is_in_the_reference() -> None:
    text = reference_text()
    codes = [kind.code for kind in error_kinds()]
    assert len(codes) == len(set(codes)), "two errors share a code"
    assert [code for code in codes if f"`{code}`" not in text] == []


def test_every_error_is_in_the_tree_that_the_module_draws() -> None:
    drawn = errors.__doc__ or ""
    assert [kind.__name__ for kind in error_kinds() if not re.search(rf"\b{kind.__name__}\b", drawn)] == []


def pages() -> list[Path]:
    return [path for path in project_files() if path.suffix == ".md"]


def slugs(page: Path) -> set[str]:
    """The anchors that headings of a page get."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#{1,6} +(.+?) *#*$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_links_inside_the_project_lead_somewhere(page: Path) -> None:
    dead: list[str] = []
    for match in LINK.finditer(FENCE.sub("", page.read_text(encoding="utf-8"))):
        target = match["target"] or match["image"]
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        goal = (page.parent / path).resolve() if path else page
        if not goal.exists() or (anchor and goal.suffix == ".md" and anchor not in slugs(goal)):
            dead.append(target)
    assert dead == []


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    notes = [path.name for path in sorted(folder.glob("[0-9]*.md"))]
    assert notes
    assert [name for name in notes if f"({name})" not in index] == []


def test_every_extra_is_on_the_first_page() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"].keys()
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "docs" / "start.md").read_text("utf-8"), re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)}
    assert told == extras - {"test", "dev"}


def test_every_make_target_is_in_its_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert phony is not None
    assert [name for name in phony[1].split() if not re.search(rf"^{name}:.*## ", makefile, re.MULTILINE)] == []
