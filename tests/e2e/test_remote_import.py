"""What is imported behind a server is the same in one part and in many."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import Memory
from tests.running_server import running

SETTINGS = {"worker": "off", "schedule": "off"}


@pytest.mark.parametrize("bytes_max", [4_000_000, 2_000])
@pytest.mark.parametrize("where", ["client", "server"])
def test_merged_names_and_versions_come_in_many_parts_as_in_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bytes_max: int, where: str
) -> None:
    with Memory(tmp_path / "from.db", **SETTINGS) as memory:
        memory.add("Robert Miller works at Acme.", user="ana")
        id = memory.add("The project is called Zeppelin", user="ana", key="project").id
        before = list(memory.export())
        for number in range(20):
            memory.add(f"filler {number} about the weather in place {number}", user="ana", key=f"k{number}")
        memory.add("Bob Stone likes tennis with Rita.", user="ana")
        memory.update(id, content="The project is called Airship")
        memory.sync()
        memory.merge_entities("Robert Miller", "Bob Stone", user="ana")
        after = list(memory.export())
    limits = {"request_bytes_max": bytes_max} if where == "server" else {}
    if where == "client":
        monkeypatch.setattr("recollect.client.caring.PART_BYTES", bytes_max)
    with running(tmp_path / "to.db", **SETTINGS, **limits) as server, Memory(server.url, api_key=server.key) as remote:
        remote.import_(before)
        remote.update(id, content="The project is called Balloon")
        assert remote.import_(after) == {"added": 22, "known": 3}
        assert remote.entity("Bob Stone", user="ana").name == "Robert Miller"
        said = [record.content for record in remote.history(id)]
        assert said == ["The project is called Zeppelin", "The project is called Balloon"]
        remote.delete(id)
        assert [line for line in remote.export() if "Zeppelin" in line] == []
