"""The OpenAPI document: true to the program, and good enough to generate clients from."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from recollect.read.context.layouts import BUDGET_RANGES, LAYOUTS, TITLES, Layout
from recollect.read.presets import _RANGES, PRESETS, STRATEGIES, Preset
from recollect.surfaces.http.native import options
from recollect.surfaces.http.native.paths import BELOW
from tests.house.source import ROOT
from tests.serving import Served, serving

KEY = "a key that cannot be revoked"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("openapi") / "memory.db", worker="off", api_key=KEY) as running:
        yield running


@pytest.fixture(scope="module")
def document(served: Served) -> dict[str, Any]:
    with served.with_key(None) as client:
        found: dict[str, Any] = client.get("/openapi.json").json()
        return found


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def test_every_operation_has_a_name_of_its_own_a_summary_and_problems(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(names) == len(set(names)) > 40
    for method, path, operation in operations(document):
        assert operation.get("summary"), (method, path)
        assert {"401", "422"} <= set(operation["responses"]), (method, path)


def test_every_operation_is_in_the_reference(document: dict[str, Any]) -> None:
    text = (ROOT / "docs" / "reference" / "http.md").read_text(encoding="utf-8")
    missing = [f"{method} {path}" for method, path, _ in operations(document) if f"`{method} {path}`" not in text]
    assert missing == []


def test_the_options_of_a_search_and_a_context_are_those_of_the_engine() -> None:
    own = set(options.SearchOptions.model_fields)
    assert own == {field.name for field in fields(Preset)} - {"name", "k"} | {"strategy"}
    assert set(options.PRESET_NAMES) == set(PRESETS)
    layout = set(options.ContextOptions.model_fields)
    assert layout == {field.name for field in fields(Layout)} - {"name", "tokens_max"}
    assert set(options.LAYOUT_NAMES) == set(LAYOUTS)
    assert set(options.SECTION_NAMES) == set(TITLES)
    schema = options.SearchOptions.model_json_schema()["properties"]
    assert set(schema["strategy"]["anyOf"][0]["enum"]) == set(STRATEGIES)
    for name, (low, high) in _RANGES.items():
        if name in ("k", "half_life_days"):
            continue
        assert (schema[name]["anyOf"][0]["minimum"], schema[name]["anyOf"][0]["maximum"]) == (low, high), name
    layouts = options.ContextOptions.model_json_schema()["properties"]
    for name, (low, high) in BUDGET_RANGES.items():
        assert (layouts[name]["anyOf"][0]["minimum"], layouts[name]["anyOf"][0]["maximum"]) == (low, high), name


@pytest.mark.parametrize(
    "path, body",
    [
        ("/v1/search", {"query": "x", "dry_run": 0}),
        ("/v1/search", {"query": "x", "options": {"newer": 1}}),
        ("/v1/context", {"options": {"skip_session": "true"}}),
        ("/v1/memories/list", {"only_session": "yes"}),
        ("/v1/search", {"query": "x", "k": True}),
        ("/v1/search", {"query": "x", "k": "3"}),
    ],
)
def test_what_is_no_truth_or_no_number_is_refused(served: Served, path: str, body: dict[str, Any]) -> None:
    with served.with_key(KEY) as client:
        told = client.post(path, json=body)
    assert told.status_code == 422, told.text
    assert "give " in told.json()["detail"]


@pytest.mark.parametrize("below", BELOW)
def test_what_stands_below_a_record_takes_no_other_method(served: Served, document: dict[str, Any], below: str) -> None:
    methods = {method.upper() for method in document["paths"][f"/v1/memories/{{id}}/{below}"]}
    with served.with_key(KEY) as client:
        for method in {"GET", "POST", "PATCH", "DELETE"} - methods:
            told = client.request(method, f"/v1/memories/some/one/{below}", json={"content": "x"})
            assert (told.status_code, set(told.headers["allow"].split(", "))) == (405, methods), method


def test_a_path_of_its_own_allows_what_the_document_says(served: Served) -> None:
    with served.with_key(KEY) as client:
        told = client.put("/v1/memories/list", json={})
    assert (told.status_code, told.headers["allow"]) == (405, "POST")


def test_all_that_stands_below_a_record_is_known(document: dict[str, Any]) -> None:
    start = "/v1/memories/{id}/"
    assert {path.removeprefix(start) for path in document["paths"] if path.startswith(start)} == set(BELOW)


def test_an_id_with_slashes_names_its_record(served: Served) -> None:
    with served.with_key(KEY) as client:
        id = client.post("/v1/memories", json={"content": "Under a long name", "id": "notes/2026/may"}).json()["ids"][0]
        assert client.patch(f"/v1/memories/{id}", json={"content": "Under its name"}).json()["version"] == 2
        assert len(client.get(f"/v1/memories/{id}/history").json()["records"]) == 2
        assert client.get(f"/v1/memories/{id}").json()["content"] == "Under its name"
        assert client.delete(f"/v1/memories/{id}").status_code == 204


STATUSES = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", "401", "403", "404", "409", "412", "429", "5xx"]
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "412", "413", "415", "422", "428", "429", "5xx"]
"""
"""Beside its own: a version that a record has not (412), and what is too large (413)."""
UNREAD = """
[[operations]]
include-path = {path!r}
checks.positive_data_acceptance.enabled = false
checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "501"]
"""
"""Bytes that are no document may be refused, which no schema can say; and pictures, where the program for them is not
installed."""


def schemathesis(served: Served, examples: int, folder: Path, *phases: str) -> str:
    """Run it over the document of a running server; what it says when it finds something."""
    told = STATUSES + "".join(UNREAD.format(path=f"/v1/documents{end}") for end in ("", "/upload", "/read"))
    (folder / "schemathesis.toml").write_text(told, encoding="utf-8")
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            "run",
            f"{served.url}/openapi.json",
            "--header",
            f"Authorization: Bearer {KEY}",
            "--max-examples",
            str(examples),
            "--generation-deterministic",
            "--continue-on-failure",
            "--request-timeout",
            "60",
            *(["--phases", ",".join(phases)] if phases else []),
        ],
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    return "" if done.returncode == 0 else done.stdout[-20_000:] + done.stderr[-2000:]


@pytest.mark.slow
def test_schemathesis_finds_nothing(served: Served, tmp_path: Path) -> None:
    found = schemathesis(served, 5, tmp_path, "fuzzing", "stateful")
    assert not found, found


@pytest.mark.long
def test_schemathesis_finds_nothing_in_many_examples(served: Served, tmp_path: Path) -> None:
    found = schemathesis(served, 100, tmp_path)
    assert not found, found
