"""Transcripts and mirrored folders over PostgreSQL: the same as over SQLite."""

from __future__ import annotations

import json
from pathlib import Path

from recollect import Memory


def test_a_transcript_is_read_on_and_a_folder_mirrored(postgres_url: str, tmp_path: Path) -> None:
    session = tmp_path / "agents" / "main" / "sessions" / "s1.jsonl"
    session.parent.mkdir(parents=True)
    session.write_text('{"type": "session", "id": "s1"}\n')
    paths = f"{tmp_path}/agents/*/sessions/*.jsonl"
    with Memory(postgres_url, worker="off", embedder="none", transcripts="on", transcripts_paths=paths) as memory:
        for number, text in enumerate(["I moved to Porto", "I keep bees"]):
            line = {"type": "message", "id": f"m{number}", "message": {"role": "user", "content": text}}
            with session.open("a") as file:
                file.write(json.dumps(line) + "\n")
            assert memory.sync_transcripts(user="ana").added == 1
        lines = session.read_text().splitlines()
        session.write_text("\n".join([lines[0], lines[2]]) + "\n")
        assert memory.sync_transcripts(user="ana").known == 1
        found = {one.content: one.provenance.reference for one in memory.list(user="ana", layers=["turn"])}
        assert found == {"I moved to Porto": "sessions/s1.jsonl#L2", "I keep bees": "sessions/s1.jsonl#L2"}

        id = memory.add("Ana lives in Lisbon", user="ana").id
        (made,) = memory.mirror(tmp_path / "notes", user="ana").done
        path = tmp_path / "notes" / made.path
        memory.update(id, content="Ana lives in Faro")
        path.write_text(path.read_text().replace("Lisbon", "Porto"))
        assert memory.mirror(tmp_path / "notes", user="ana").conflicts == 1
        (conflict,) = memory.conflicts(user="ana")
        memory.resolve(conflict.id, "new")
        report = memory.mirror(tmp_path / "notes", user="ana")
        assert (report.removed, report.written) == (1, 1)
        assert [one.content for one in memory.list(user="ana", layers=["memory"])] == ["Ana lives in Porto"]
