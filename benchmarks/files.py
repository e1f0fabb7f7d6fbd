"""What a Markdown workspace costs, in one run: `python benchmarks/files.py`.

Measured on generated notes: reading and indexing all of them; a sync after one edit, with and without being told which
file it was, at several sizes of the workspace; a search when nothing else happens and while files are being indexed.

Beside it, in the same run and on the same files: ripgrep, which reads every file for every question, and chromadb with
the same passages and the same vectors. Who is not installed is skipped, and the table says so.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from recollect import Memory
from recollect.ingest.chunk import passages
from recollect.model.document import Section

WORDS_MAX = 4000
SECTIONS, SECTION_WORDS = 4, 110
QUESTIONS = 30
ADDED_AT_ONCE = 1000
NEEDLE = "zeppelin"
OLD = 1_700_000_000
console = Console()


@dataclass
class Measured:
    """Seconds by what was done."""

    seconds: dict[str, float] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    def time(self, name: str, work: Callable[[], Any]) -> Any:
        began = time.perf_counter()
        done = work()
        self.seconds[name] = time.perf_counter() - began
        return done


# --- notes ----------------------------------------------------------------------------------------------------------


def vocabulary() -> list[str]:
    """Made-up words, as common as words are: the first very, the last hardly."""
    chosen = random.Random(1)
    syllables = [a + b for a in "bdfgklmnprstv" for b in ("a", "e", "i", "o", "u", "an", "er")]
    return ["".join(chosen.choices(syllables, k=chosen.randint(1, 3))) for _ in range(WORDS_MAX)]


def fill(folder: Path, count: int) -> None:
    words = vocabulary()
    weights = [1 / (place + 2) for place in range(len(words))]
    chosen = random.Random(2)
    for number in range(count):
        path = folder / "memory" / f"{number % 100:02}" / f"note-{number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        parts = (" ".join(chosen.choices(words, weights, k=SECTION_WORDS)) for _ in range(SECTIONS))
        text = "\n".join(f"## Section {place} of note {number}\n\n{part}.\n" for place, part in enumerate(parts))
        path.write_text(text, encoding="utf-8")
        os.utime(path, (OLD, OLD))


def questions() -> list[str]:
    words, chosen = vocabulary(), random.Random(3)
    return [" ".join(chosen.choices(words[50:1500], k=3)) for _ in range(QUESTIONS)]


# --- Recollect ------------------------------------------------------------------------------------------------------


def opened(folder: Path, store: Path) -> Memory:
    return Memory(
        store, config_file=folder / "none.toml", workspace=str(folder), worker="off", workspace_sync_on_search="off"
    )


def each(search: Callable[[str], Any]) -> float:
    """The median of a search, in seconds."""
    taken = []
    for question in questions():
        began = time.perf_counter()
        search(question)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def index(folder: Path, store: Path, measured: Measured) -> None:
    """All files, with somebody who searches meanwhile."""
    with opened(folder, store) as memory:
        memory.embed(["load the embedder before the clock starts"])
        during: list[float] = []
        stop = threading.Event()

        def ask() -> None:
            while not stop.is_set():
                for question in questions():
                    began = time.perf_counter()
                    memory.search_files(question)
                    during.append(time.perf_counter() - began)
                    if stop.wait(0.2):
                        return

        asking = threading.Thread(target=ask)
        asking.start()
        report = measured.time("full index", memory.sync_files)
        stop.set()
        asking.join()
        console.print(
            f"indexed {report.added:,} files, {report.passages_added:,} passages in "
            f"{measured.seconds['full index']:.1f} s ({report.added / measured.seconds['full index']:,.0f} files/s); "
            f"{len(during)} searches meanwhile"
        )
        if during:
            measured.seconds["search while indexing, median"] = statistics.median(during)
            measured.seconds["search while indexing, slowest"] = max(during)
        measured.seconds["search"] = each(memory.search_files)


def edit(folder: Path, store: Path, measured: Measured, size: int) -> None:
    """One more section in one file."""
    path = folder / "memory" / "07" / "note-7.md"
    with opened(folder, store) as memory:
        memory.embed(["load the embedder before the clock starts"])
        memory.sync_files()
        measured.time(f"sync, nothing changed, {size:,} files", memory.sync_files)
        path.write_text(path.read_text() + f"\n## Later\n\nThe {NEEDLE} has landed.\n")
        report = measured.time(f"sync after one edit, {size:,} files", memory.sync_files)
        assert (report.changed, report.unchanged) == (1, size - 1), report
        path.write_text(path.read_text() + f"\nThe {NEEDLE} has left.\n")
        workspace = memory._running.files._workspace
        assert workspace is not None
        report = measured.time(f"… told which file, {size:,} files", lambda: workspace.sync(paths=[str(path)]))
        assert report.changed == 1, report
        assert memory.search_files(NEEDLE).hits[0].path.endswith("note-7.md")


# --- others ---------------------------------------------------------------------------------------------------------


def ripgrep(folder: Path, measured: Measured) -> None:
    program = shutil.which("rg")
    if program is None:
        measured.skipped["ripgrep"] = "rg is not installed"
        return

    def scan(question: str) -> None:
        pattern = "|".join(question.split())
        command = [program, "--ignore-case", "--count-matches", "--glob", "*.md", "--regexp", pattern, str(folder)]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)

    measured.seconds["ripgrep: search"] = each(scan)


def chroma(folder: Path, store: Path, measured: Measured) -> None:
    try:
        import chromadb
        from chromadb.config import Settings
    except ImportError:
        measured.skipped["chromadb"] = "chromadb is not installed here (make bench-files has it in .venv-bench)"
        return
    client = chromadb.PersistentClient(str(store), settings=Settings(anonymized_telemetry=False))
    held = client.create_collection("notes", metadata={"hnsw:space": "cosine"})
    with Memory(":memory:", worker="off") as embedder:

        def add(paths: list[Path]) -> None:
            ids, texts = [], []
            for path in paths:
                cut = passages([Section(text=path.read_text(encoding="utf-8"))])
                ids += [f"{path}#{place}" for place in range(len(cut))]
                texts += [one.text for one in cut]
            for start in range(0, len(ids), ADDED_AT_ONCE):
                part = slice(start, start + ADDED_AT_ONCE)
                held.upsert(ids=ids[part], documents=texts[part], embeddings=embedder.embed(texts[part]))

        embedder.embed(["load the embedder before the clock starts"])
        measured.time("chromadb: full index", lambda: add(sorted(folder.rglob("*.md"))))
        measured.seconds["chromadb: search"] = each(
            lambda question: held.query(query_embeddings=embedder.embed([question]), n_results=6)
        )
        edited = folder / "memory" / "07" / "note-7.md"
        measured.time("chromadb: one file anew", lambda: add([edited]))


# --- the table ------------------------------------------------------------------------------------------------------


def show(measured: Measured, files: int) -> None:
    seconds = measured.seconds
    table = Table(title=f"{files:,} Markdown files", header_style="dim")
    for column in ("what", "ms", "beside it"):
        table.add_column(column, justify="left" if column == "what" else "right")
    beside = {
        "full index": [("chromadb", "chromadb: full index")],
        "search": [("ripgrep", "ripgrep: search"), ("chromadb", "chromadb: search")],
        "search while indexing, median": [("search", "search")],
        f"sync after one edit, {files:,} files": [("full index", "full index")],
        f"… told which file, {files:,} files": [("full index", "full index"), ("chromadb", "chromadb: one file anew")],
    }
    for name, taken in seconds.items():
        told = [f"{other} takes {seconds[key] / taken:.2f} x" for other, key in beside.get(name, []) if key in seconds]
        table.add_row(name, f"{taken * 1000:,.1f}", "; ".join(told))
    console.print(table)
    for name, reason in measured.skipped.items():
        console.print(f"[yellow]{name} skipped: {reason}[/yellow]")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000, help="notes in the largest workspace")
    parser.add_argument("--sizes", default="100,1000", help="further sizes for the sync after one edit")
    asked = parser.parse_args()
    sizes = sorted({int(size) for size in asked.sizes.split(",") if size} | {asked.files})
    measured = Measured()
    with tempfile.TemporaryDirectory() as name:
        for size in sizes:
            folder, store = Path(name) / f"notes-{size}", Path(name) / f"{size}.db"
            fill(folder, size)
            if size == asked.files:
                index(folder, store, measured)
            else:
                with opened(folder, store) as memory:
                    memory.sync_files()
            edit(folder, store, measured, size)
        ripgrep(folder, measured)
        chroma(folder, Path(name) / "chroma", measured)
    show(measured, asked.files)


if __name__ == "__main__":
    main()
