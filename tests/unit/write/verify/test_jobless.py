"""Whether a job is over: by whom somebody was put out matters."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.jobless import out_of_work
from recollect.write.verify.statement import read


@pytest.mark.parametrize(
    "old, new, over",
    [
        ("User works at Acme", "User was fired", True),
        ("User works at Acme", "User was fired by their boss yesterday", True),
        ("User works at Acme", "User was let go by the company in May", True),
        ("User works at Acme", "User was laid off by Acme in May", True),
        ("User works at Deutsche Bank", "User was sacked by Deutsche Bank", True),
        ("User works at Acme", "User was sacked by Deutsche Bank", False),
        ("User works at Acme", "User was fired by Acme in 2010", False),
        ("User works at Acme", "User was fired by the Acme football club", False),
        ("User works at Acme", "User was fired by the band", False),
        ("User works at Acme", "User was fired by their old boss", False),
        ("User works as a nurse", "User was fired by someone", False),
        ("User works as a nurse", "User was fired by Acme", False),
    ],
)
def test_only_the_employer_ends_the_job(old: str, new: str, over: bool) -> None:
    assert out_of_work(read(old), read(new)) is over


@pytest.mark.parametrize(
    "said",
    [
        "Nobody fired me.",
        "The police let me go.",
        "He let me go.",
        "My girlfriend dumped me. She let me go.",
        "My football club fired me.",
        "The band fired me.",
    ],
)
def test_what_others_do_leaves_the_job(said: str) -> None:
    with Memory(":memory:") as memory:
        for text in ("I work at Acme.", said):
            memory.add([{"role": "user", "content": text}], user="u", wait=True)
        assert "User works at Acme" in [record.content for record in memory.list(user="u", layers=["memory"])]
