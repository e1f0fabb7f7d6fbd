"""What the processes of the many-writers tests run: `python -m tests.e2e.writer write|read URL …`.

A writer appends the id of each record to its own file as soon as the write has returned, and says it on its output. A
reader looks at the space again and again until its input is closed.
"""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path

from recollect import Memory, registry
from recollect.contracts.store import Store
from recollect.model.scope import Scope
from tests.contracts.building import SIGNATURE, add, record

SCOPE = Scope(user="ana")


def text_of(name: str, n: int) -> str:
    return f"{name} writes number {n} about apples and pears"


def write(url: str, name: str, count: int, acknowledged: Path) -> None:
    """Every second record goes to the space all writers share, the others to a space of the writer's own."""
    with closing(registry.store(url, {})) as store:
        write_into(store, name, count, acknowledged)


def write_into(store: Store, name: str, count: int, acknowledged: Path) -> None:
    with acknowledged.open("ab", buffering=0) as file:
        for n in range(count):
            scope = SCOPE if n % 2 else Scope(user=name)
            (written,) = add(store, record(text_of(name, n), scope, id=f"{name}-{n}"), vectors=True)
            _acknowledge(file.fileno(), written.id)


def remember(url: str, name: str, count: int, acknowledged: Path) -> None:
    """The same through the public face."""
    with Memory(url, embedder="synthetic", config_file=acknowledged) as memory, acknowledged.open("ab", 0) as file:
        for n in range(count):
            added = memory.add(text_of(name, n), user="ana" if n % 2 else name, id=f"{name}-{n}")
            _acknowledge(file.fileno(), added.id)


def _acknowledge(file: int, id: str) -> None:
    os.write(file, f"{id}\n".encode())
    sys.stdout.write(f"{id}\n")
    sys.stdout.flush()


def read(url: str) -> None:
    """Numbers without gaps, each with its postings and vector, never fewer than before."""
    size = looks = 0
    closed = False
    with closing(registry.store(url, {})) as store:
        os.set_blocking(sys.stdin.fileno(), False)
        while not closed:
            closed = looks > 0 and sys.stdin.buffer.read() is not None  # and then one last look
            with store.reading(SCOPE, signature=SIGNATURE) as reader:
                if not reader.spaces:
                    continue
                columns, postings = reader.spaces[0].columns, reader.spaces[0].postings(["appl"])
            assert columns.numbers.tolist() == list(range(len(columns)))
            assert columns.has_vector.all()
            assert columns.vectors.any(axis=1).all()
            assert postings.rows["appl"].tolist() == list(range(len(columns)))
            assert len(columns) >= size
            size, looks = len(columns), looks + 1
    sys.stdout.write(f"{looks} looks, {size} items\n")


def main(action: str, url: str, *rest: str) -> None:
    if action == "read":
        read(url)
    else:
        name, count, acknowledged = rest
        {"write": write, "remember": remember}[action](url, name, int(count), Path(acknowledged))


if __name__ == "__main__":
    main(*sys.argv[1:])
