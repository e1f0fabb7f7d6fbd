"""Several processes over one PostgreSQL: what one of them changes holds in the others when they have heard of it.

Clocks stand still and polls are an hour apart, so that nobody finds out by looking.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import anyio
import pytest

from recollect import Memory, config
from recollect.assemble.tenants import Tenants
from recollect.errors import Unauthorized
from recollect.model.notice import ITEMS, KEYS, SETTINGS
from recollect.surfaces.http.front import Front
from tests.hearing import Ear

HOUR_S = 3600.0
SCRIPT = Path(__file__).with_name("working_process.py")
SAID = [{"role": "user", "content": "I live in Lisbon and have two cats."}]


class Hearing(Tenants):
    """One process, and what it has heard, after it has acted on it."""

    def __init__(self, url: str, **settings: Any) -> None:
        given = config.load({"worker": "off", "schedule": "off", "embedder": "synthetic", **settings}, {}, None)
        super().__init__(given, url=url, monotonic=lambda: 0.0, poll_s=HOUR_S)
        self.ear = Ear(super()._hear)
        self.follow()
        self.ear.wait_for_everything()

    def _hear(self, notice: Any) -> None:
        self.ear(notice)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def two(postgres_url: str, stack: ExitStack) -> tuple[Hearing, Hearing]:
    one, other = (stack.enter_context(closing(Hearing(postgres_url))) for _ in range(2))
    return one, other


@pytest.mark.feature("SC-06")
def test_a_tenants_settings_that_one_process_changes_hold_in_the_others(two: tuple[Hearing, Hearing]) -> None:
    one, other = two
    before = other.engine("acme")
    untouched = other.engine("beside")
    one.set("acme", {"gateway_tokens_max": 7})
    other.ear.wait(SETTINGS, "acme")
    assert other.engine("acme").settings.gateway_tokens_max == 7
    assert other.engine("acme") is not before
    assert other.engine("beside") is untouched


@pytest.mark.feature("SE-01")
@pytest.mark.parametrize("end", ["revoke", "rotate"])
def test_a_key_that_one_process_ends_is_refused_by_the_others(two: tuple[Hearing, Hearing], end: str) -> None:
    one, other = two
    front = Front(other, (), monotonic=lambda: 0.0)
    key, text = one.keys.create("acme")
    assert anyio.run(front.principal, text).tenant == "acme"
    getattr(one.keys, end)("acme", key.id)
    other.ear.wait(KEYS, "acme")
    with pytest.raises(Unauthorized):
        anyio.run(front.principal, text)


@pytest.mark.feature("SE-01")
def test_a_key_revoked_at_the_command_line_is_refused_by_a_running_server(
    postgres_url: str, stack: ExitStack, tmp_path: Path
) -> None:
    """A process that lives for one call, and does not listen itself."""
    server = stack.enter_context(closing(Hearing(postgres_url)))
    front = Front(server, (), monotonic=lambda: 0.0)
    key, text = server.keys.create("acme")
    assert anyio.run(front.principal, text).tenant == "acme"
    command = [sys.executable, "-m", "recollect", "keys", "revoke", key.id, "--tenant", "acme", "--store", postgres_url]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "HOME": str(tmp_path)}, timeout=120)
    server.ear.wait(KEYS, "acme")
    with pytest.raises(Unauthorized):
        anyio.run(front.principal, text)


@pytest.mark.feature("SC-06")
def test_a_worker_in_another_process_begins_a_job_without_waiting_for_its_next_look(
    postgres_url: str, stack: ExitStack, tmp_path: Path
) -> None:
    tenants = stack.enter_context(closing(Hearing(postgres_url)))
    memory = Memory.over(tenants.engine("acme"))
    command = [sys.executable, str(SCRIPT), postgres_url, str(HOUR_S)]
    environment = {**os.environ, "RECOLLECT_WORKER": "off"}  # said to servers; a worker that was started works
    working = stack.enter_context(
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment
        )
    )
    assert working.stdin is not None
    assert working.stdout is not None
    stack.callback(working.stdin.close)
    assert "heard\n" in working.stdout  # reads up to there
    assert next(working.stdout) == "looked\n"
    for number in range(3):  # the first might meet a look that was under way
        memory.add(SAID, user=f"u{number}", session="s")
        while tenants.engine("acme").jobs.counts()["done"] <= number:
            tenants.ear.wait(ITEMS, "acme")
    assert tenants.engine("acme").jobs.counts()["dead"] == 0


def test_a_worker_that_is_turned_off_stays_off(two: tuple[Hearing, Hearing]) -> None:
    one, other = two
    Memory.over(one.engine("acme")).add(SAID, user="ana", session="s")
    other.ear.wait(ITEMS, "acme")
    assert other.worker._thread is None
    assert one.engine("acme").jobs.pressing() > 0


def test_settings_that_were_read_before_the_notice_are_not_believed_after_it(two: tuple[Hearing, Hearing]) -> None:
    one, other = two
    other.engine("acme")
    read = other.store.tenant_settings

    def overtaken(scope: Any) -> dict[str, object]:
        found = read(scope)
        one.set("acme", {"gateway_tokens_max": 7})
        other.ear.wait(SETTINGS, "acme")
        return found

    one.set("acme", {"gateway_tokens_max": 5})
    other.ear.wait(SETTINGS, "acme")
    other.store.tenant_settings = overtaken  # type: ignore[method-assign]
    assert other.engine("acme").settings.gateway_tokens_max == 5
    other.store.tenant_settings = read  # type: ignore[method-assign]
    assert other.engine("acme").settings.gateway_tokens_max == 7


def test_on_sqlite_there_is_nothing_to_follow(tmp_path: Path) -> None:
    with closing(Tenants(config.load({"worker": "off"}, {}, None), url=str(tmp_path / "memory.db"))) as tenants:
        tenants.follow()
        assert tenants.store.notices is None
        assert tenants.degraded() == ()
