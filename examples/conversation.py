"""A conversation, kept turn by turn, and a question that needs to know when things were said."""

from datetime import UTC, datetime
from tempfile import TemporaryDirectory

from recollect import Memory

MAY = datetime(2024, 5, 20, 10, 0, tzinfo=UTC)
AUGUST = datetime(2024, 8, 3, 18, 30, tzinfo=UTC)

with TemporaryDirectory() as folder, Memory(f"{folder}/memory.db") as memory:
    memory.add(
        [
            {"role": "user", "name": "Ana", "content": "My sister Rita visits me next month.", "occurred_at": MAY},
            {"role": "assistant", "content": "How lovely! Will she stay long?", "occurred_at": MAY},
            {"role": "user", "name": "Ana", "content": "Two weeks. We will hike in Sintra.", "occurred_at": MAY},
        ],
        user="ana",
        session="may",
    )
    memory.add(
        [{"role": "user", "name": "Ana", "content": "I bought a kayak!", "occurred_at": AUGUST}],
        user="ana",
        session="august",
    )

    hits = memory.search("What did Ana buy in August?", user="ana", now="2024-12-01", k=2, explain=True)
    for hit in hits:
        print(f"{hit.score:.2f}  {hit.occurred_at:%Y-%m-%d}  {hit.speaker}: {hit.content}")
    print("\nwhy:", hits[0].why)
    print("steps:", *hits.trace.stages, sep="\n  ")
