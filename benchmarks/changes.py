"""What becomes of something told when a later conversation tells otherwise: `python benchmarks/changes.py FILE…`.

Each case is a store of its own: one turn, weeks later another, then a question about how it is now. Counted is whether
what was said first is remembered, whether it ends where it is over and stays where it is not, and whether the first hit
of the search is the current answer. No language model. Without files: those of `benchmarks/labelled/changes`.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from recollect import Memory

FIRST = datetime(2026, 1, 5, 10, tzinfo=UTC)
LATER = FIRST + timedelta(days=40)
CASES = Path(__file__).resolve().parent / "labelled" / "changes"
OVER = "supersede"
Case = dict[str, Any]


def outcome(case: Case, folder: Path) -> Counter[str]:
    """What is true of one case, by name."""
    with Memory(folder / f"{case['id']}.db", config_file=folder / "none.toml", synchronous="normal") as memory:
        before = _told(memory, case["first"], FIRST)
        after = _told(memory, case["later"], LATER)
        hits = memory.search(case["query"], user="u", k=1, now=LATER + timedelta(days=1))
    told = _holding(before, case["old_must"])
    stays = any(old in memory for old in told for memory in after)  # as it was, or with something added to it
    return Counter(
        cases=1,
        first_remembered=bool(told),
        later_remembered=bool(_holding(after, case["new_must"])),
        ended=bool(told) and not stays,
        answered=bool(hits) and any(word in hits[0].content.lower() for word in case["answer"]),
    )


def _told(memory: Memory, text: str, at: datetime) -> set[str]:
    """The memories after a turn was told."""
    memory.add([{"role": "user", "content": text, "occurred_at": at}], user="u", session=at.date().isoformat())
    memory.flush()
    return {record.content for record in memory.list(user="u") if record.layer == "memory"}


def _holding(memories: set[str], words: Sequence[str]) -> list[str]:
    """Those that have all these words; "don't" is "doesn't" in the third person."""
    wanted = [word.replace("don't", "n't") for word in words]
    return [memory for memory in memories if all(word in memory.lower() for word in wanted)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for path in options.files or sorted(CASES.glob("*.jsonl")):
            cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            for case in track(cases, path.stem, console=Console(stderr=True), transient=True):
                kind = "is over" if case["expect"] == OVER else "stays"
                name = f"{path.stem}, {kind}"
                found[name] = found.get(name, Counter()) + outcome(case, Path(folder))
    if options.json:
        print(json.dumps(found))
        return
    table = Table("what was said first", "cases", "it remembered", "the later", "it ended", "answered right")
    for name, count in sorted(found.items()):
        columns = ("cases", "first_remembered", "later_remembered", "ended", "answered")
        table.add_row(name, *(str(count[column]) for column in columns))
    Console().print(table)


if __name__ == "__main__":
    main()
