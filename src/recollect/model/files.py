"""Files as memory: what a search in them found, and a stretch of one. The nouns of `contracts.file_search`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Source = Literal["memory", "sessions"]
Backend = Literal["builtin", "qmd"]


@dataclass(frozen=True, kw_only=True)
class FileHit:
    """A passage of a file. Lines count from 1 and include the last."""

    path: str
    """Relative to the workspace; of a collection outside it `qmd/<collection>/<relative path>`. `read` knows both."""
    start_line: int
    end_line: int
    score: float
    """0 to 1."""
    snippet: str
    source: Source = "memory"
    citation: str | None = None
    """`path#L3-L9`; None where citations are off."""


@dataclass(frozen=True, kw_only=True)
class FileHits:
    """What a search answers with, best first."""

    hits: tuple[FileHit, ...] = ()
    backend: Backend = "builtin"
    """Who answered."""
    provider: str | None = None
    """Of the vectors: `static`, `openai`, …; of QMD its own name."""
    model: str | None = None
    fallback: str | None = None
    """Why not the one answered who was asked first; None when he did."""
    denied: str | None = None
    """Why the recall policy let nothing be searched; None when it did."""


@dataclass(frozen=True, kw_only=True)
class FileText:
    """Lines of a file. A file that is not there has no text."""

    path: str
    text: str = ""
