"""A file search that looks through the Markdown files of a folder, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from recollect.errors import Forbidden
from recollect.model.files import FileHit, FileHits, FileText


class Scanning:
    """The plainest thing that keeps the contract of file search."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.closed = False

    def search(
        self, query: str, *, k: int | None, min_score: float | None, agent: str | None, session_key: str | None
    ) -> FileHits:
        hits = [
            FileHit(path=self._shown(file), start_line=at, end_line=at, score=0.5, snippet=line)
            for file in sorted(self.folder.rglob("*.md"))
            for at, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
            if query.lower() in line.lower()
        ]
        return FileHits(hits=tuple(hits[:k]), provider="scan")

    def read(self, path: str, *, start: int | None, lines: int | None, agent: str | None) -> FileText:
        file = self.folder / path
        if not file.resolve().is_relative_to(self.folder.resolve()):
            raise Forbidden(f"{path!r} is outside the workspace")
        return FileText(path=path, text=file.read_text(encoding="utf-8") if file.exists() else "")

    def status(self) -> Mapping[str, Any]:
        return {"backend": "builtin", "files": len(list(self.folder.rglob("*.md")))}

    def close(self) -> None:
        self.closed = True

    def _shown(self, file: Path) -> str:
        return file.relative_to(self.folder).as_posix()
