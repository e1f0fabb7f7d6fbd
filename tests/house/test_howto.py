"""Python on the first pages and on how-to pages runs as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.source import ROOT

PAGES = [
    "README.md",
    "docs/start.md",
    "ageing.md",
    "client.md",
    "context.md",
    "documents.md",
    "secrets.md",
    "gate.md",
    "graph.md",
    "langgraph.md",
    "markdown.md",
    "mcp.md",
    "media.md",
    "mirror.md",
    "profile-and-summaries.md",
    "protect-data.md",
    "qmd.md",
    "scale.md",
    "sectors.md",
    "settings.md",
    "transcripts.md",
]


@pytest.mark.parametrize("name", PAGES)
def test_the_examples_of_a_page_run(name: str, tmp_path: Path) -> None:
    folder = ROOT if name in ("README.md", "docs/start.md") else ROOT / "docs" / "howto"
    page = (folder / name).read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert examples
    for example in examples:
        command = [sys.executable, "-c", example]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
