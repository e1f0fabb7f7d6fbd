"""The environment is read in one place, and importing the package costs next to nothing."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

from tests.house.source import name_of, source_files, tree_of

READS_THE_ENVIRONMENT = {"src/recollect/config/loading.py"}
HEAVY = [
    "numpy",
    "typer",
    "rich",
    "apsw",
    "tokenizers",
    "safetensors",
    "Stemmer",
    "wordllama",
    "psycopg",
    "onnxruntime",
    "pydantic",
    "pydantic_ai",
    "openai",
    "xllamacpp",
    "asyncio",
]


def test_only_config_reads_the_environment() -> None:
    readers = {
        name_of(path)
        for path in source_files()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("os.environ", "os.getenv")
    }
    assert readers - READS_THE_ENVIRONMENT == set()


def test_importing_the_package_loads_no_heavy_module() -> None:
    script = f"import json, sys; import recollect; print(json.dumps([m for m in {HEAVY} if m in sys.modules]))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []
