"""What all tests share: PostgreSQL and a small language model on request, and the record of which feature rows work."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.features import FeatureReport
from tests.llm_service import LlmRun
from tests.programs import program
from tests.redis_service import RedisRun
from tests.services import PostgresRun, ServiceMissing, fresh_database, services_required

RUN = pytest.StashKey[PostgresRun]()
LLM_RUN = pytest.StashKey[LlmRun]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--features-report", metavar="FILE", help="write which feature rows passed, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    worker = getattr(config, "workerinput", None)
    run = PostgresRun(worker["recollect_run"] if worker else uuid.uuid4().hex[:12])
    config.stash[RUN] = run
    config.stash[LLM_RUN] = LlmRun(run.run_id)
    if worker is None:
        with suppress(ServiceMissing):  # told to the tests that ask for the server
            run.hold()
            config.stash[LLM_RUN].hold()
        if path := config.getoption("--features-report"):
            config.pluginmanager.register(FeatureReport(path), "recollect-features")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: object) -> None:
    """Tell an xdist worker which run it belongs to."""
    node.workerinput["recollect_run"] = node.config.stash[RUN].run_id  # type: ignore[attr-defined]


def pytest_unconfigure(config: pytest.Config) -> None:
    if RUN in config.stash:
        config.stash[LLM_RUN].release()
        config.stash[RUN].release()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a service before `-m` chooses; carry feature marks along with the results."""
    for item in items:
        if "llm_url" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.llm)
        if {"postgres_url", "postgres_server"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.postgres)
        for mark in item.iter_markers("feature"):
            item.user_properties.extend(("feature", feature) for feature in mark.args)


@pytest.fixture(scope="session")
def postgres_server(pytestconfig: pytest.Config) -> str:
    """URL of the run's PostgreSQL server. Where there is none: a skip, or a failure where services are required."""
    try:
        return pytestconfig.stash[RUN].url()
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(f"PostgreSQL is required here (RECOLLECT_REQUIRE_SERVICES): {missing}", pytrace=False)
        pytest.skip(f"no PostgreSQL: {missing}")


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """URL of an empty database of this test's own."""
    with fresh_database(postgres_server) as url:
        yield url


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisRun]:
    """A Redis of this worker's own. Where there is none: a skip, or a failure where services are required."""
    try:
        run = RedisRun()
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(f"Redis is required here (RECOLLECT_REQUIRE_SERVICES): {missing}", pytrace=False)
        pytest.skip(f"no Redis: {missing}")
    with run:
        yield run


@pytest.fixture
def redis_url(redis_server: RedisRun) -> str:
    """URL of an empty Redis."""
    return redis_server.emptied()


@pytest.fixture(scope="session")
def llm_url(pytestconfig: pytest.Config) -> str:
    """Base URL of the run's language model, OpenAI's wire. Where there is none: a skip, or a failure where services
    are required."""
    try:
        return pytestconfig.stash[LLM_RUN].url()
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(f"a language model is required here (RECOLLECT_REQUIRE_SERVICES): {missing}", pytrace=False)
        pytest.skip(f"no language model: {missing}")


@pytest.fixture(scope="session")
def speaking() -> None:
    """flite and ffmpeg are there. Where they are not: a skip, or a failure where services are required."""
    try:
        for name in ("flite", "ffmpeg"):
            program(name)
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(f"{missing} (RECOLLECT_REQUIRE_SERVICES)", pytrace=False)
        pytest.skip(str(missing))
