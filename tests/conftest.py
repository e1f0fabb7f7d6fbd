"""What all tests share: PostgreSQL and a small language model on request, and the record of which feature rows work."""

from __future__ import annotations

import os
import signal
import uuid
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, settings

from recollect import registry
from tests.features import FeatureReport
from tests.llm_service import LlmRun
from tests.programs import program
from tests.redis_service import RedisRun
from tests.services import (
    PostgresRun,
    ServiceMissing,
    databases_in_memory,
    fresh_database,
    quick_root,
    services_required,
)

if TYPE_CHECKING:
    from tests.databases import Databases

SLOW_FILES = frozenset(
    """
    contracts/test_erasing contracts/test_store_columns
    house/test_environment house/test_examples house/test_howto
    unit/assemble/test_file_search unit/client/test_http
    unit/engine/files/test_search unit/engine/files/test_workspace unit/engine/files/test_workspace_media
    unit/engine/files/test_workspace_search unit/engine/llms/test_extraction unit/engine/llms/test_layers
    unit/engine/llms/test_models unit/engine/test_changes_told unit/engine/test_endings_told unit/engine/test_hot
    unit/engine/test_ingesting unit/engine/test_llm_learning unit/engine/vectors/test_backfill
    unit/engine/vectors/test_embedding unit/engine/vectors/test_tier
    unit/evals/speed/test_contest unit/evals/speed/test_running unit/frameworks/test_langgraph_same
    unit/ingest/documents/test_detect unit/ingest/documents/test_hostile unit/ingest/documents/test_reading
    unit/ingest/test_sound unit/providers/embedders/test_remote unit/providers/file_search/test_qmd
    unit/providers/file_search/test_rhythm unit/providers/file_search/test_transcripts
    unit/providers/llms/test_structured unit/providers/test_tokenizers
    unit/storage/sql/test_blocks unit/storage/sqlite/test_encryption
    unit/write/extract/test_turns unit/write/verify/test_repeating unit/write/verify/test_second_memory
    """.split()
)
"""Whose tests take seconds together, because they start processes or servers, or learn from hundreds of statements:
left out by `make test-fast`."""
TOGETHER = {
    "unit/engine/llms/test_layers": "openai",
    "unit/engine/test_llm_learning": "openai",
    "unit/engine/test_personal_data": "openai",
    "unit/engine/vectors/test_embedding": "openai",
    "unit/engine/vectors/test_tier": "qdrant",
    "unit/read/test_newer": "newer",
}
"""Whose tests load or tell the same for seconds before the first of them: one process does that, not each."""
RUN = pytest.StashKey[PostgresRun]()
LLM_RUN = pytest.StashKey[LlmRun]()

# No test goes beyond this machine, and every client of HTTP reads all authorities the system trusts when it is made:
# fifty times as long as one, thousands of times a run. The key to this one was thrown away.
AUTHORITY = Path(__file__).with_name("authority.pem")

# How long an example takes says something about the machine and nothing about the property.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--features-report", metavar="FILE", help="write which feature rows passed, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell starts what runs behind it, and all it starts
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["SSL_CERT_FILE"] = str(AUTHORITY)
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(quick_root()))
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
    """Mark what needs a service before `-m` chooses, and what one process runs; carry feature marks to the results."""
    tests = Path(__file__).parent
    for item in items:
        file = item.path.relative_to(tests).with_suffix("").as_posix()
        if file in SLOW_FILES:
            item.add_marker(pytest.mark.slow)
        if file in TOGETHER:
            item.add_marker(pytest.mark.xdist_group(TOGETHER[file]))
        if "llm_url" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.llm)
        if {"postgres_url", "postgres_stores", "postgres_store_url", "undivided_store_url", "postgres_server"} & set(
            getattr(item, "fixturenames", ())
        ):
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
def postgres_stores(postgres_server: str) -> Iterator[Databases]:
    """Databases with our tables and nothing in them."""
    from tests.databases import Databases  # tests that need no PostgreSQL run without the driver

    with fresh_database(postgres_server) as url:
        with closing(registry.store(url, {})):
            pass
        template = urlsplit(url).path.lstrip("/")
        with closing(Databases(postgres_server, template, again=not databases_in_memory())) as databases:
            yield databases


@pytest.fixture
def postgres_store_url(postgres_stores: Databases) -> Iterator[str]:
    """URL of an empty store of this test's own."""
    with postgres_stores.one() as url:
        yield url


@pytest.fixture(scope="session")
def undivided_tables(postgres_server: str) -> Iterator[str]:
    """Name of a database with our tables as they are where memory was kept before they were divided by tenant."""
    with fresh_database(postgres_server) as url:
        with closing(registry.store(f"{url}?options=-csearch_path%3Drecollect%20-crecollect.divided%3Doff", {})):
            pass
        yield urlsplit(url).path.lstrip("/")


@pytest.fixture
def undivided_store_url(postgres_server: str, undivided_tables: str) -> Iterator[str]:
    """URL of an empty store of this test's own whose tables are not divided."""
    with fresh_database(postgres_server, undivided_tables) as url:
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
