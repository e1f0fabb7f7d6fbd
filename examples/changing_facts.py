"""A fact that changes: the old version stays, and the past can still be asked."""

from datetime import UTC, datetime, timedelta
from tempfile import TemporaryDirectory

from recollect import Memory

now = datetime(2024, 1, 10, tzinfo=UTC)

with TemporaryDirectory() as folder, Memory(f"{folder}/memory.db", clock=lambda: now) as memory:
    home = memory.add("Ana lives in Lisbon", user="ana", kind="fact", key="home").id
    now += timedelta(days=200)
    memory.add("Ana lives in Porto", user="ana", kind="fact", key="home")  # the same key: a new version

    for version in memory.history(home):
        print(f"v{version.version}  {version.status:<10}  {version.content}")
    print("today:      ", memory.search("where does Ana live?", user="ana")[0].content)
    print("in February:", memory.search("where does Ana live?", user="ana", as_of="2024-02-01")[0].content)
