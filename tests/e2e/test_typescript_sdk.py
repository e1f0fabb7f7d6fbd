"""The TypeScript SDK: compiled, run against a real server, and compared with the server's own description of itself."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect.version import VERSION
from tests.running_server import running
from tests.services import ServiceMissing, services_required
from tests.typescript import SDK, built, node

NODE_S = 120
INTERFACE = re.compile(r"^export interface (\w+)(?: extends ([\w, ]+))? \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (\w+)(\??):", re.MULTILINE)
CALL = re.compile(r'"(GET|POST|PATCH|PUT|DELETE)", \[(.*?)\]')
STREAM = re.compile(r'#http\.stream\(\["(\w+)"\]')

ANSWERS = {
    "MemoryRecord": "RecordOut",
    "Provenance": "ProvenanceOut",
    "Records": "RecordsOut",
    "Decision": "DecisionOut",
    "Recalled": "RecalledOut",
    "Added": "AddedOut",
    "Conflict": "ConflictOut",
    "Hit": "HitOut",
    "Miss": "MissOut",
    "Trace": "TraceOut",
    "Hits": "HitsOut",
    "Line": "LineOut",
    "Section": "SectionOut",
    "Context": "ContextOut",
    "Profile": "ProfileOut",
    "Entity": "EntityOut",
    "Relation": "RelationOut",
    "Walk": "WalkOut",
    "Waypoint": "WaypointOut",
    "Neighbour": "NeighbourOut",
    "FileHit": "FileHitOut",
    "FileHits": "FileHitsOut",
    "FileText": "FileTextOut",
    "FileProblem": "FileProblemOut",
    "SyncReport": "SyncReportOut",
    "FilesStatus": "FilesStatusOut",
    "Document": "DocumentOut",
    "Ingested": "IngestedOut",
    "DocumentSection": "DocumentSectionOut",
    "Reading": "ReadingOut",
    "Job": "JobOut",
    "Retried": "RetriedOut",
    "Deleted": "DeletedOut",
    "Swept": "SweptOut",
    "Compaction": "CompactionOut",
    "Cleared": "ClearedOut",
    "Receipt": "ReceiptOut",
    "Imported": "ImportedOut",
    "Change": "ChangeOut",
    "ChangeList": "ChangesOut",
    "Pong": "Pong",
    "Stats": "StatsOut",
    "Agent": "AgentOut",
    "SectorState": "SectorOut",
    "Key": "KeyOut",
    "NewKey": "NewKeyOut",
    "Setting": "SettingOut",
    "Settings": "SettingsOut",
    "AuditEntry": "AuditOut",
}
"""A type of the SDK -> the schema of the server that it must have the fields of."""
QUESTIONS = {
    "Item": ("Item", ()),
    "Filters": ("Search", ("query", "k", "users", "preset", "options", "now", "explain", "trace", "dry_run")),
    "ListFilters": ("Listed", ()),
    "SearchOptions": ("Search", ("query",)),
    "ContextOptions": ("ContextAsked", ("query",)),
    "OverrideFields": ("AddOverride", ("content", "user")),
    "NewKeyFields": ("NewKey", ()),
    "DocumentSource": ("Source", ()),
    "DocumentFields": ("AddDocument", ()),
}
"""A type of the SDK -> the schema it becomes, and the fields of that which methods take beside it."""
NOT_OFFERED = {
    "/v1/documents/upload": "the same as POST /v1/documents, for whoever has no JSON",
    "/v1/parts": "for whoever runs the server",
    "/v1/status": "for whoever runs the server",
    "/v1/embedders": "for whoever runs the server",
    "/v1/probe": "for whoever runs the server",
    "/v1/doctor": "for whoever runs the server",
    "/v1/reindex": "for whoever runs the server",
    "/v1/backup": "for whoever runs the server",
}


@pytest.fixture(scope="module")
def built_sdk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled SDK. Where Node or npm is missing: a skip, or a failure where services are required."""
    try:
        return built(tmp_path_factory.mktemp("typescript"))
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(f"Node is required here (RECOLLECT_REQUIRE_SERVICES): {missing}", pytrace=False)
        pytest.skip(f"no TypeScript: {missing}")


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """The server's OpenAPI document."""
    import httpx2

    with running(tmp_path_factory.mktemp("described") / "memory.db") as server:
        yield httpx2.get(f"{server.url}/openapi.json", timeout=NODE_S).json()


def ran(script: Path, **environment: str) -> None:
    done = subprocess.run(
        [node(), "--test", "--test-timeout=60000", script],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=NODE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^# pass [1-9]", done.stdout, re.MULTILINE), done.stdout
    assert "# skipped 0" in done.stdout


def test_it_sends_again_what_may_be_and_tells_errors_apart(built_sdk: Path) -> None:
    ran(built_sdk / "test" / "offline.test.js")


@pytest.mark.feature("SD-01")
def test_everything_it_offers_works_against_the_server(built_sdk: Path, tmp_path: Path) -> None:
    with running(tmp_path / "memory.db", schedule="off") as server:
        ran(built_sdk / "test" / "server.test.js", RECOLLECT_URL=server.url, RECOLLECT_API_KEY=server.key)


def test_what_is_too_long_for_one_request_goes_in_several(built_sdk: Path, tmp_path: Path) -> None:
    with running(tmp_path / "memory.db", worker="off", schedule="off", request_bytes_max=2000) as server:
        ran(built_sdk / "test" / "sending.test.js", RECOLLECT_URL=server.url, RECOLLECT_API_KEY=server.key)


# --- it cannot rot --------------------------------------------------------------------------------------------------


def interfaces() -> dict[str, set[str]]:
    """Every interface of the SDK with all its fields, inherited ones too."""
    text = (SDK / "src" / "types.ts").read_text(encoding="utf-8")
    own = {found[1]: (found[2], {name for name, _ in FIELD.findall(found[3])}) for found in INTERFACE.finditer(text)}

    def fields(name: str) -> set[str]:
        above, found = own[name]
        return found.union(*(fields(one.strip()) for one in above.split(",")) if above else ())

    return {name: fields(name) for name in own}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_has_the_fields_the_server_sends(name: str, document: dict[str, Any]) -> None:
    schema = document["components"]["schemas"][ANSWERS[name]]
    assert interfaces()[name] == set(schema["properties"])


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_has_the_fields_the_server_takes(name: str, document: dict[str, Any]) -> None:
    schema, beside = QUESTIONS[name]
    assert interfaces()[name] | set(beside) == set(document["components"]["schemas"][schema]["properties"])


def test_every_answer_of_the_server_has_a_type_in_the_sdk(document: dict[str, Any]) -> None:
    lists = {name for name in document["components"]["schemas"] if name.endswith("Out")}
    one_of_each = {"EntitiesOut", "RelationsOut", "ConflictsOut", "DecisionsOut", "JobsOut", "KeysOut", "UsersOut"}
    one_of_each |= {"RecallsOut"}
    one_of_each |= {"AgentsOut", "SectorsOut", "VectorsOut", "DocumentsOut", "WaypointsOut", "NeighboursOut"}
    for_the_operator = {"StatusOut", "FactsOut", "ModelStateOut", "SpentOut", "EmbedderOut", "EmbeddersOut", "ProbeOut"}
    for_the_operator |= {"ReindexedOut", "DoctorOut", "TierStateOut", "PartOut", "PartsOut", "PartSettingOut"}
    assert lists - set(ANSWERS.values()) - one_of_each - for_the_operator - {"AuditListOut"} == set()


def calls() -> set[tuple[str, str]]:
    """Every method and path that the SDK asks for; what is filled in is written as {}."""
    text = (SDK / "src" / "index.ts").read_text(encoding="utf-8")
    found = {
        (method, "/v1/" + "/".join(part.strip().strip('"') if '"' in part else "{}" for part in path.split(",")))
        for method, path in CALL.findall(text)
    }
    waits = {("POST", f"/v1/{verb}") for verb in re.findall(r'#left\("(\w+)"', text)}
    return (found - {("POST", "/v1/{}")}) | waits | {("GET", f"/v1/{path}") for path in STREAM.findall(text)}


def test_it_asks_for_every_route_the_server_has_and_no_other(document: dict[str, Any]) -> None:
    routes = {
        (method.upper(), re.sub(r"\{\w+\}", "{}", path))
        for path, methods in document["paths"].items()
        if path.startswith("/v1/") and path not in NOT_OFFERED
        for method in methods
    }
    same_by_other_means = {
        ("GET", "/v1/memories"),  # a part of POST /v1/memories/list
        ("DELETE", "/v1/memories/{}"),  # one of POST /v1/memories/delete
        ("GET", "/v1/memories/{}/decisions"),  # GET /v1/decisions?memory_id=
    }
    assert calls() - routes == {("GET", "/v1/events")}  # it does not end, so no description has it
    assert routes - calls() == same_by_other_means


def test_its_version_is_the_project_s_and_it_depends_on_nothing() -> None:
    package = json.loads((SDK / "package.json").read_text(encoding="utf-8"))
    assert package["version"] == VERSION
    assert "dependencies" not in package
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in package["devDependencies"].values())
