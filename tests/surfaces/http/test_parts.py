"""What a server tells its tenants of how it was set up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.serving import serving

SAID = {
    "workspace_paths": '["nirgendwo"]',
    "qmd_command": "qmd --token nirgendwo",
    "qmd_paths": '[{"path": "nirgendwo"}]',
    "transcripts_paths": "nirgendwo",
    "redis_url": "redis://somebody:nirgendwo@127.0.0.1:1",
}
"""Settings that say where something lies, or how it is got."""


@pytest.mark.feature("SC-06")
def test_no_tenant_is_told_where_files_of_the_server_lie(tmp_path: Path) -> None:
    with serving(tmp_path / "memory.db", worker="off", **SAID) as served, served.client("guest") as guest:
        answer = guest.get("/v1/parts")
        told = {row["name"]: row["value"] for part in answer.json()["parts"] for row in part["settings"]}
    assert {name: told[name] for name in SAID} == dict.fromkeys(SAID, "set")
    assert "nirgendwo" not in answer.text
