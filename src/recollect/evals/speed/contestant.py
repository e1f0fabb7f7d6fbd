"""Recollect as a contestant, and how its process is started: `python -m recollect.evals.speed.contestant …`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from recollect import registry
from recollect.evals.speed.contest import Embed, Plan, Result, measure
from recollect.memory import Memory
from recollect.version import VERSION

FILE = "recollect.db"
NAME = "recollect"


STORED_ALONE = {"verification": "off", "profile": "off"}
"""No peer weighs what it is given, nor sums it up while it is asked; `learning` measures what that costs."""


class Recollect:
    """The public face."""

    def __init__(self, folder: Path, *, embedder: str = "static") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._memory = Memory(str(folder / FILE), embedder=embedder, **STORED_ALONE)

    def add(self, text: str, user: str) -> None:
        self._memory.add(text, user=user)

    def add_batch(self, texts: Sequence[str], user: str) -> None:
        self._memory.add_many(list(texts), user=user)

    def load(self, texts: Sequence[str], user: str) -> None:
        self.add_batch(texts, user)

    def settle(self) -> None:
        pass

    def search(self, query: str, user: str, k: int) -> list[str]:
        return [hit.content for hit in self._memory.search(query, user=user, k=k)]

    def close(self) -> None:
        self._memory.close()


def open_system(folder: Path, embed: Embed) -> Recollect:
    """Recollect brings the embedder that the others are given."""
    return Recollect(folder)


def embed_of(name: str = "static") -> Embed:
    return registry.embedder(name, {}).embed


def main(arguments: Sequence[str]) -> None:
    folder, plan, out = arguments
    result = Result(system=NAME, version=f"recollect {VERSION}", hybrid=True, note="synchronous=full, nothing weighed")
    measure(result, open_system, Path(folder), Plan.from_json(plan), embed_of(), Path(out))


if __name__ == "__main__":
    main(sys.argv[1:])
