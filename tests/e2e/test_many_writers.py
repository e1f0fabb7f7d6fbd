"""Several processes write one database at once, and one of them may die: nothing that was acknowledged is lost."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from recollect import registry
from recollect.contracts.store import Store
from recollect.model.scope import Scope
from tests.contracts.building import add, columns_of, record
from tests.e2e import writer

ROOT = Path(__file__).parents[2]
WRITERS = 8
SIZES = [pytest.param(50, id="short"), pytest.param(500, id="full", marks=pytest.mark.long)]
TIMEOUT_S = 300

pytestmark = pytest.mark.slow


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return str(tmp_path / "memory.db")


def start(*arguments: str) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.writer", *arguments],
        env=environment,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    said, complaints = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 0, complaints
    return said


def acknowledged(folder: Path) -> set[str]:
    return {id for path in folder.glob("*.ids") for id in path.read_text().split()}


def require_whole(store: Store, expected: set[str]) -> None:
    found = list(store.scan(Scope(), everyone=True))
    assert expected <= {record.id for record in found}
    assert store.check(Scope(), repair=False) == []
    for user in store.users(Scope()):
        columns = columns_of(store, Scope(user=user), signature=None)
        assert columns.numbers.tolist() == list(range(len(columns)))
    assert len(found) == len({record.id for record in found})


@pytest.mark.feature("ST-01", "ST-18")
@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("way", ["write", "remember"])
def test_eight_processes_write_and_one_reads(url: str, tmp_path: Path, count: int, way: str) -> None:
    """All of them begin with a database that is not there yet."""
    writers = [start(way, url, f"w{n}", str(count), str(tmp_path / f"{n}.ids")) for n in range(WRITERS)]
    reader = start("read", url) if way == "write" else None
    for process in writers:
        assert len(finish(process).split()) == count
    if reader is not None:
        assert f"{WRITERS * count // 2} items" in finish(reader)
    assert len(acknowledged(tmp_path)) == WRITERS * count
    with closing(registry.store(url, {})) as store:
        require_whole(store, acknowledged(tmp_path))
        assert len(list(store.scan(Scope(), everyone=True))) == WRITERS * count


@pytest.mark.feature("ST-18")
@pytest.mark.parametrize("count", SIZES)
def test_a_killed_writer_loses_nothing_that_was_acknowledged(url: str, tmp_path: Path, count: int) -> None:
    endless = str(10**9)
    victims = [start("write", url, f"w{n}", endless, str(tmp_path / f"{n}.ids")) for n in range(2)]
    others = [start("write", url, f"w{n}", str(count), str(tmp_path / f"{n}.ids")) for n in range(2, 4)]
    try:
        for n, victim in enumerate(victims):
            assert victim.stdout is not None
            for _ in range(count // (n + 3)):
                line = victim.stdout.readline()
                assert line.startswith(f"w{n}-"), victim.communicate()[1]
            victim.kill()
        for process in others:
            finish(process)
    finally:
        for process in (*victims, *others):
            process.kill()
    for victim in victims:
        victim.communicate(timeout=TIMEOUT_S)
        assert victim.returncode == -9
    ids = acknowledged(tmp_path)
    assert len(ids) >= 2 * count + count // 3 + count // 4
    with closing(registry.store(url, {})) as store:
        require_whole(store, ids)
        add(store, record("life goes on", Scope(user="ana")))
        assert store.check(Scope(), repair=False) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
@pytest.mark.parametrize("count", SIZES)
def test_forked_children_may_go_on_with_the_parents_store(url: str, tmp_path: Path, count: int) -> None:
    """The store is open and warm in the parent; children open their own connections and leave the parent's alone."""
    fork = multiprocessing.get_context("fork")
    with closing(registry.store(url, {})) as store:
        add(store, record("the parent's", Scope(user="ana")), vectors=True)
        columns_of(store)
        children = [
            fork.Process(target=writer.write_into, args=(store, f"w{n}", count // 2, tmp_path / f"{n}.ids"))
            for n in range(4)
        ]
        for child in children:
            child.start()
        for n in range(count // 2):
            add(store, record(f"parent {n}", Scope(user="ana")), vectors=True)
        for child in children:
            child.join(TIMEOUT_S)
            assert child.exitcode == 0
        require_whole(store, acknowledged(tmp_path))
        assert len(list(store.scan(Scope(), everyone=True))) == 1 + count // 2 + 4 * (count // 2)
        assert columns_of(store, Scope(user="ana")).has_vector.all()
