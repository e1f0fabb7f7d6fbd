"""How many documents are read at once, and what becomes of the others."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from recollect.errors import RateLimited
from recollect.ingest.documents import Limits, Source, isolated, read
from recollect.ingest.documents.isolated import Running
from tests import documents

PAGE = Source(data=b"", name="a.html")


def test_no_more_are_at_work_than_allowed_and_every_one_has_its_turn() -> None:
    running, limits = Running(), Limits(processes_max=3, seconds_max=60)
    seen: list[int] = []
    together = threading.Barrier(3, timeout=60)

    def work(number: int) -> None:
        with running.one_more(PAGE, limits):
            seen.append(running.count)
            together.wait()  # three at a time, or nobody gets past it

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(work, range(12)))
    assert len(seen) == 12
    assert max(seen) == 3
    assert running.count == 0


def test_who_waits_too_long_is_told_so_and_the_place_is_free_again() -> None:
    running, limits = Running(), Limits(processes_max=1, seconds_max=0.05)
    with (
        running.one_more(PAGE, limits),
        pytest.raises(RateLimited, match=r"'a.html' was not read.*document_processes_max") as raised,
        running.one_more(PAGE, limits),
    ):
        pass
    assert raised.value.retry_after_s == 0.05
    with running.one_more(PAGE, limits), running.one_more(PAGE, Limits(processes_max=2)):
        assert running.count == 2, "whoever may have more is not held up by who may not"


@pytest.mark.slow
def test_many_documents_at_once_are_all_read_by_a_few_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    most: list[int] = []
    ask = isolated._ask

    def counted(*args: object) -> object:
        most.append(isolated.RUNNING.count)
        return ask(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(isolated, "_ask", counted)
    data = documents.docx()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: read(data, name="a.docx", limits=Limits(processes_max=2)), range(8)))
    assert len({one.text for one in found}) == 1
    assert max(most) <= 2


def test_unless_told_there_is_one_a_core() -> None:
    assert Limits().processes >= 1
    assert Limits(processes_max=7).processes == 7
