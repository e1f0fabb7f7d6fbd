"""How many memories long talks between friends end: `python benchmarks/long_talks.py locomo=PATH realtalk=PATH`.

Each conversation of a published data set is learned from in a store of its own, session by session. Printed is how many
memories it gave and what ended, to be read one by one: in such talks hardly anything really ends. No language model.
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import track

from recollect import Memory
from recollect.evals.datasets import load
from recollect.evals.datasets.common import Space

LISTED_MAX = 10_000


def learned(space: Space, folder: Path) -> tuple[int, list[str]]:
    """How many memories the conversation gave, and the texts of those that ended."""
    with Memory(folder / "talk.db", config_file=folder / "none.toml", profile="off", synchronous="normal") as memory:
        for session, messages in groupby(space.messages, key=lambda message: message.session):
            turns = [
                {"role": said.role, "content": said.content, "occurred_at": said.occurred_at}
                | ({"name": said.name} if said.name else {})
                for said in messages
            ]
            memory.add(turns, user="u", session=session)
            memory.flush()
        active, ended = (
            memory.list(user="u", status=status, layers=["memory"], limit=LISTED_MAX)
            for status in ("active", "superseded")
        )
    return len(active) + len(ended), [record.content for record in ended]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("sets", nargs="+", metavar="NAME=PATH", help="locomo, realtalk, beam or longmemeval, and where")
    console, total, over = Console(), 0, 0
    for given in parser.parse_args().sets:
        name, _, path = given.partition("=")
        for space in track(load(name, Path(path)).spaces, name, console=Console(stderr=True), transient=True):
            with tempfile.TemporaryDirectory() as folder:
                count, ended = learned(space, Path(folder))
            total, over = total + count, over + len(ended)
            for content in ended:
                console.print(f"[dim]{escape(space.name)}[/dim] {escape(content)}")
    console.print(f"{total:,} memories, {over} ended")


if __name__ == "__main__":
    main()
