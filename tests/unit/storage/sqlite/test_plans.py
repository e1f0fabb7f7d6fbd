"""How SQLite goes about the statements it is sent: along an index, planned once, and no more of them than needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw
import pytest

from recollect import Memory
from recollect.storage.sql import walking
from recollect.storage.sqlite.connect import Connections
from recollect.storage.sqlite.session import SqliteSession

GROWS = re.compile(r"SCAN (item|job|posting|vector|edge|statement|decision|audit|recall|given|tombstone)\b")
"""Tables whose rows are of all that was ever said and done."""
Sent = dict[str, tuple[Any, ...]]


@pytest.fixture
def sent() -> Iterator[Sent]:
    """The statements that are sent, each with the values of its last time."""
    noted: Sent = {}

    def note(cursor: apsw.Cursor, sql: str, values: Any) -> bool:
        noted[sql] = tuple(values or ())
        return True

    def watch(connection: apsw.Connection) -> None:
        connection.exec_trace = note

    apsw.connection_hooks.append(watch)
    yield noted
    apsw.connection_hooks.remove(watch)


@pytest.fixture
def memory(tmp_path: Path, sent: Sent) -> Iterator[Memory]:
    with Memory(tmp_path / "m.db", worker="off", config_file=tmp_path / "none.toml") as opened:
        yield opened


WALKS = re.compile(
    r"SEARCH (job USING INDEX job_of_space \(space=\?\)|"
    r"earlier USING INDEX (job_of_space|job_of_session \(space=\? AND kind=\?\)))"
)
"""Through all that wait for one user."""


def scans(path: Path, sent: Sent, steps: re.Pattern[str] = GROWS) -> list[str]:
    connection = apsw.Connection(str(path))
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)  # as the store plans
    told = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
    return [
        f"{step[3]}: {sql}"
        for sql, values in list(sent.items())  # which the plans are noted in too
        if told.match(sql)
        for step in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)
        if steps.match(step[3])
    ]


def test_a_turn_costs_the_same_however_many_jobs_were_ever_done(memory: Memory, sent: Sent, tmp_path: Path) -> None:
    said = [{"role": "user", "content": "I moved to Lisbon"}, {"role": "assistant", "content": "How nice"}]
    memory.add(said, user="ana", session="one")
    memory.sync()
    sent.clear()
    memory.add(said, user="ana", session="two")
    memory.context("Where do I live?", user="ana", session="two", used=True)
    memory.sync()
    assert any(sql.startswith("UPDATE job SET run_at") for sql in sent), "nothing was noted"
    assert scans(tmp_path / "m.db", sent) == []


def test_a_turn_and_a_job_cost_the_same_however_many_jobs_wait(memory: Memory, sent: Sent, tmp_path: Path) -> None:
    said = [{"role": "user", "content": "I moved to Lisbon"}]
    for session in ("one", "two", "three"):
        memory.add(said, user="ana", session=session)
    assert any(sql.startswith("UPDATE job SET run_at") for sql in sent), "nothing was put off"
    assert memory._running.jobs.run_next()
    assert any(sql.startswith("UPDATE job SET state") for sql in sent), "no job was taken"
    assert scans(tmp_path / "m.db", sent, WALKS) == []


def test_a_user_is_erased_without_a_look_at_what_other_tenants_did(memory: Memory, sent: Sent, tmp_path: Path) -> None:
    memory.add([{"role": "user", "content": "I moved to Lisbon"}], user="ana")
    memory.sync()
    sent.clear()
    assert memory.erase(user="ana").counts["jobs"] > 0
    assert any(sql.startswith("DELETE FROM job") for sql in sent), "nothing was noted"
    assert scans(tmp_path / "m.db", sent) == []


def test_a_record_is_deleted_without_a_look_at_what_others_were_answered(
    memory: Memory, sent: Sent, tmp_path: Path
) -> None:
    id = memory.add("Ana lives in Lisbon", user="ana").id
    sent.clear()
    memory.delete(id)
    assert any(re.search("(FROM|UPDATE) answer", sql) for sql in sent), "nothing was noted"
    assert scans(tmp_path / "m.db", sent, re.compile(r"SCAN answer\b|SEARCH answer USING [\w ]+ \(tenant=\?\)")) == []


def test_what_a_model_was_told_is_counted_without_being_read_again(memory: Memory, sent: Sent) -> None:
    id = memory.add("Ana lives in Lisbon", user="ana").id
    context = memory.context("Where does Ana live?", user="ana", used=True)
    assert id in context.ids
    sent.clear()
    memory._running.recall.flush()
    assert any(sql.startswith("UPDATE item SET access_count") for sql in sent), "nothing was counted"
    assert [sql for sql in sent if "content" in sql] == []
    assert memory.get(id).access_count == 1


def test_a_statement_is_not_planned_anew_for_every_value(memory: Memory, tmp_path: Path) -> None:
    connection = Connections(tmp_path / "m.db", synchronous="full").open(writer=False)
    planned: list[int] = []

    def asked(*what: object) -> int:
        planned[-1] += 1
        return apsw.SQLITE_OK  # who may do what is asked while a statement is planned

    connection.authorizer = asked
    for second in range(3):
        planned.append(0)
        which = walking.Seen(now=datetime(2026, 1, 1, 12, 0, second, tzinfo=UTC))
        walking.relations(SqliteSession(connection), [1], nodes=None, relation=None, which=which, limit=40)
    assert planned[0] > 0
    assert planned[1:] == [0, 0]
