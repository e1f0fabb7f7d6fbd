"""What `recollect bench conflicts`, `extraction` and `updates` run: the labelled sets, through the public face alone.

Every case has a user of its own in one temporary store, so that nothing one case teaches is known to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from recollect.evals import conflicts, extraction, newer, updates
from recollect.evals.recall import load
from recollect.memory import Memory
from recollect.model.record import Record

Progress = Callable[[int, int], None]


@contextmanager
def store() -> Iterator[Memory]:
    """A memory that is gone afterwards, with the default settings and no background worker."""
    with TemporaryDirectory(prefix="recollect-bench-") as folder:
        path = Path(folder)
        with Memory(path / "memory.db", config_file=path / "none.toml", synchronous="normal", worker="off") as memory:
            yield memory


def run_conflicts(path: Path, progress: Progress) -> conflicts.Score:
    """Store the old memory, then the new one; what was decided about the new one is the answer."""
    pairs = conflicts.load(path)
    done = 0

    def decide(pair: conflicts.Pair) -> str:
        nonlocal done
        memory.add(pair.old, user=pair.id)
        added = memory.add(pair.new, user=pair.id, kind=pair.kind)
        done += 1
        progress(done, len(pairs))
        return added.decisions[0].action

    with store() as memory:
        return conflicts.score(pairs, decide)


def run_extraction(path: Path, progress: Progress) -> extraction.Report:
    """Add the turns of each case and look at the memories that come of them."""
    cases = extraction.load(path)
    done = 0

    def learn(case: extraction.Turn) -> list[extraction.Stored]:
        nonlocal done
        added = memory.add([dict(message) for message in case.messages], user=case.id, wait=True)
        done += 1
        progress(done, len(cases))
        return [
            extraction.Stored(content=record.content, kind=record.kind, polarity=_polarity(record))
            for record in added.memories
        ]

    with store() as memory:
        return extraction.run(cases, learn)


def _polarity(record: Record) -> int:
    return -1 if record.metadata.get("polarity") == "negative" else 1


def run_updates(path: Path, progress: Progress) -> updates.UpdateScore:
    """Store the known facts one by one, then the new one; what became of each known fact is the answer."""
    rows = updates.load(path)
    done = 0

    def decide(update: updates.Update) -> Mapping[int, str]:
        nonlocal done
        places: dict[str, int] = {}
        outcome: dict[int, str] = {}
        for place, fact in enumerate((*update.facts, update.new)):
            for decision in memory.add(fact, user=f"row {done}").decisions:
                if decision.previous_id in places:
                    outcome[places[decision.previous_id]] = decision.action
                if decision.memory_id is not None:
                    places.setdefault(decision.memory_id, place)
        done += 1
        progress(done, len(rows))
        return outcome

    with store() as memory:
        return updates.score(rows, decide)


def run_newer(path: Path, progress: Progress) -> newer.Score:
    """Does a search for a value that has changed show the new statement above the old one?"""
    return newer.run(load("beam", path), progress=lambda _, done, total: progress(done, total))
