"""The files of the Studio: a closed table, strict headers, kept by browsers for good, and nothing inline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import httpx2
import pytest

from recollect.surfaces import dashboard
from tests.server import RunningServer

STATIC = Path(str(resources.files("recollect.surfaces.dashboard") / "static"))
OWN = sorted(path for path in STATIC.rglob("*") if path.is_file() and "vendor" not in path.parts)
SCRIPTS = [path for path in OWN if path.suffix == ".js"]
LINES_MAX = 400


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    with (
        RunningServer(tmp_path_factory.mktemp("files")) as server,
        httpx2.Client(base_url=server.url) as made,
    ):
        yield made


def named(path: Path) -> str:
    return str(path.relative_to(STATIC))


def test_every_file_is_served_with_strict_headers_and_without_a_key(client: httpx2.Client) -> None:
    files = dashboard.read()
    assert len(files) == len([path for path in STATIC.rglob("*") if path.is_file()])
    for path, file in files.items():
        answer = client.get(path)
        assert (answer.status_code, answer.content) == (200, file.body), path
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_the_page_is_asked_for_anew_and_what_it_loads_is_kept_for_good(client: httpx2.Client) -> None:
    page = client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    assert client.get("/", headers={"If-None-Match": page.headers["etag"]}).status_code == 304
    loaded = re.findall(r'(?:src|href)="(studio/[^"]+)"', page.text)
    assert len(loaded) > 5
    loaded.remove("studio/session")  # who one is, asked for with the scripts
    for path in loaded:
        answer = client.get(f"/{path}")
        assert answer.status_code == 200, path
        assert "immutable" in answer.headers["cache-control"]


def test_files_travel_small_where_the_browser_can_unpack_them(client: httpx2.Client) -> None:
    (script,) = (path for path in dashboard.read() if path.endswith("vendor/uplot.js"))
    packed = client.get(script, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(packed.content) / 2
    assert "content-encoding" not in client.get(script, headers={"Accept-Encoding": "identity"}).headers


@pytest.mark.parametrize("path", ["/studio/", "/studio/app.js", "/studio/../index.html", "/studio/%2e%2e/__init__.py"])
def test_what_is_not_in_the_table_is_not_served(client: httpx2.Client, path: str) -> None:
    assert client.get(path).status_code in (401, 404)


def test_the_page_holds_no_script_and_no_style_of_its_own() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert "<style" not in page
    assert re.findall(r"\son\w+=|style=|javascript:", page) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_no_script_makes_markup_or_programs_of_texts(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\bsrcdoc", text)
    assert found == []


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_what_a_script_imports_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for wanted in re.findall(r'(?:from|import)\s*"(\./[^"]+|\.\./[^"]+)"', text):
        assert (path.parent / wanted).resolve().is_file(), wanted


def imported(path: Path) -> set[Path]:
    """The script and all that it imports at once."""
    found, waiting = set[Path](), [path]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            named_there = re.findall(
                r'^(?:import|export)\b.*?from "([^"]+)"', one.read_text(encoding="utf-8"), re.MULTILINE
            )
            waiting += [(one.parent / name).resolve() for name in named_there]
    return found


def test_the_page_names_every_script_the_list_needs_so_that_none_waits_for_another() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    named_there = set(re.findall(r'rel="modulepreload" href="studio/{{fingerprint}}/([^"]+)"', page)) | {"app.js"}
    needed = imported(STATIC / "app.js") | imported(STATIC / "pages" / "memories.js")
    assert named_there == {named(path) for path in needed}


@pytest.mark.parametrize("path", OWN, ids=named)
def test_a_file_can_be_read_in_one_go(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LINES_MAX


def test_every_page_of_the_table_is_there() -> None:
    table = (STATIC / "pages.js").read_text(encoding="utf-8")
    names = re.findall(r'\{ name: "(\w+)", path:', table)
    assert len(names) > 10
    assert [name for name in names if not (STATIC / "pages" / f"{name}.js").is_file()] == []
    keys = re.findall(r'key: "(\w)"', table)
    assert len(keys) == len(set(keys)), "a shortcut means one page"


def test_what_others_wrote_comes_with_its_licence() -> None:
    told = (STATIC / "vendor" / "licences.txt").read_text(encoding="utf-8")
    for path in (STATIC / "vendor").iterdir():
        assert path.name == "licences.txt" or path.name in told, path.name
