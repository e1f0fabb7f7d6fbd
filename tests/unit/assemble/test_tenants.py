"""Many tenants over one store: engines, their settings, and one worker for all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from recollect import config, registry
from recollect.assemble import tenants as module
from recollect.assemble.tenants import Tenants
from recollect.engine.ageing import DECAY
from recollect.errors import ConfigError, NotConfigured
from recollect.memory import Memory
from recollect.model.scope import Scope
from tests.clock import Clock


class Ticks:
    """A monotonic clock that tests move."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture
def tenants(tmp_path: Path, ticks: Ticks) -> Iterator[Tenants]:
    settings = config.load({"worker": "off"}, {}, None)
    with closing(Tenants(settings, url=str(tmp_path / "memory.db"), clock=Clock(), monotonic=ticks)) as made:
        yield made


@pytest.mark.feature("SC-06")
def test_tenants_do_not_see_each_other(tenants: Tenants) -> None:
    one, two = Memory.over(tenants.engine("one")), Memory.over(tenants.engine("two"))
    id = one.add("The code is blue", user="ana").id
    assert [hit.content for hit in one.search("code", user="ana")] == ["The code is blue"]
    assert list(two.search("code", user="ana")) == []
    assert two.list(everyone=True) == []
    with pytest.raises(LookupError):
        two.get(id)


def test_a_tenant_has_one_engine_and_all_share_the_embedder(tenants: Tenants) -> None:
    assert tenants.engine("one") is tenants.engine("one")
    one, two = tenants.engine("one"), tenants.engine("two")
    Memory.over(one).add("something", user="ana")
    Memory.over(two).add("something", user="ana")
    assert one.care._parts.embedding is two.care._parts.embedding


@pytest.mark.feature("CF-01")
def test_a_tenants_own_settings_hold_for_it_alone_and_at_once(tenants: Tenants) -> None:
    before = tenants.engine("one")
    tenants.set("one", {"gateway_tokens_max": 500})
    assert tenants.engine("one").settings.gateway_tokens_max == 500
    assert tenants.engine("one") is not before
    assert tenants.engine("two").settings.gateway_tokens_max == 2000
    tenants.set("one", {"gateway_tokens_max": None})
    assert tenants.engine("one").settings.gateway_tokens_max == 2000


def test_a_change_by_another_process_is_followed_within_a_second(tenants: Tenants, ticks: Ticks) -> None:
    tenants.engine("one")
    tenants.store.put_tenant_settings(Scope(tenant="one"), {"gateway_tokens_max": 7})
    ticks.now = 0.5
    assert tenants.engine("one").settings.gateway_tokens_max == 2000
    ticks.now = 1.5
    assert tenants.engine("one").settings.gateway_tokens_max == 7


@pytest.mark.parametrize(
    "values", [{"store": "/elsewhere"}, {"port": 1}, {"nonsense": 1}, {"gateway_tokens_max": -1}, {"api_keys": "a=b"}]
)
def test_what_a_tenant_may_not_set_is_refused_and_changes_nothing(tenants: Tenants, values: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        tenants.set("one", {"gateway_inject": "off", **values})
    assert tenants.engine("one").settings.gateway_inject == "on"


def test_settings_of_another_version_are_left_out_and_reported(tenants: Tenants) -> None:
    tenants.store.put_tenant_settings(Scope(tenant="one"), {"from_the_future": 1})
    assert tenants.engine("one").settings.tenant == "one"
    assert "from_the_future" in (tenants.problem("one") or "")


def test_new_settings_of_the_server_reach_every_tenant(tenants: Tenants) -> None:
    tenants.set("one", {"gateway_inject": "off"})
    assert tenants.engine("one").settings.min_score == 0.3
    tenants.use(config.load({"min_score": 0.5}, {}, None))
    assert tenants.engine("one").settings.min_score == 0.5
    assert tenants.engine("one").settings.gateway_inject == "off"


def test_what_another_process_has_set_and_the_settings_that_makes_are_of_one_look(
    tenants: Tenants, tmp_path: Path, ticks: Ticks
) -> None:
    with closing(Tenants(tenants.settings, url=str(tmp_path / "memory.db"), monotonic=ticks)) as other:
        assert other.engine("one").settings.gateway_inject == "on"
        tenants.set("one", {"gateway_inject": "off", "omniroute.retention_days": 7})
        assert other.engine("one").settings.gateway_inject == "on", "it looks again after a second"
        own, settings = other.in_force("one")
        assert (own, settings.gateway_inject) == ({"gateway_inject": "off", "omniroute.retention_days": 7}, "off")
        assert other.engine("one").settings is settings


@pytest.mark.feature("JB-01")
def test_one_worker_does_a_job_of_each_tenant_in_turn(tenants: Tenants) -> None:
    for tenant in ("one", "two"):
        memory = Memory.over(tenants.engine(tenant))
        for number in range(3):
            memory.add([{"role": "user", "content": f"I have {number + 2} dogs"}], user=f"u{number}")
    tenants.work()
    left = {tenant: tenants.engine(tenant).jobs.counts()["done"] for tenant in ("one", "two")}
    assert left == {"one": 1, "two": 1}
    for _ in range(50):
        if not tenants.work():
            break
    assert {tenant: tenants.engine(tenant).jobs.pressing() for tenant in ("one", "two")} == {"one": 0, "two": 0}


@pytest.mark.feature("SC-06")
def test_of_more_tenants_than_a_round_holds_everybody_has_a_turn(
    tenants: Tenants, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when those with old work have ever more of it."""
    monkeypatch.setattr(module, "TENANTS_A_ROUND", 2)
    names = ("a", "b", "c", "d", "e")
    for tenant in names:
        memory = Memory.over(tenants.engine(tenant))
        for number in range(1 if tenant == "e" else 9):
            memory.add([{"role": "user", "content": f"I have {number + 2} dogs"}], user=f"u{number}")
    for _ in range(5):
        tenants.work()
    assert min(tenants.engine(tenant).jobs.counts()["done"] for tenant in names) >= 1


@pytest.mark.feature("SC-06")
def test_a_tenant_whose_space_somebody_holds_makes_no_other_wait(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A transaction that was left open, or a frozen worker: told once, and done when it is over."""
    settings = config.load({"worker": "off"}, {}, None)
    with closing(Tenants(settings, url=postgres_url)) as tenants:
        for tenant in ("stuck", "free"):
            for _ in range(2):
                Memory.over(tenants.engine(tenant)).add([{"role": "user", "content": "I have two dogs"}], user="ana")

        def done() -> dict[str, int]:
            return {tenant: tenants.engine(tenant).jobs.counts()["done"] for tenant in ("stuck", "free")}

        database = tenants.store.database
        with database.writing(Scope(tenant="stuck")) as session:
            session.run("UPDATE space SET generation = generation WHERE tenant = ?", ("stuck",))
            assert tenants.work()
            assert tenants.work()
            assert done() == {"stuck": 0, "free": 2}
        told = [record for record in caplog.records if record.message == "tenant.passed_over"]
        assert [(record.levelname, record.__dict__["tenant"]) for record in told] == [("WARNING", "stuck")]
        assert tenants.work()
        assert done()["stuck"] == 1


def test_engines_nobody_asks_for_are_let_go(tenants: Tenants, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENGINES_MAX", 3)
    first = tenants.engine("t0")
    Memory.over(first).add("kept", user="ana")
    for number in range(1, 5):
        tenants.engine(f"t{number}")
    assert tenants.engine("t0") is not first
    assert Memory.over(tenants.engine("t0")).count(user="ana") == 1


def test_what_comes_periodically_begins_when_a_change_of_settings_turns_it_on(tmp_path: Path) -> None:
    settings = config.load({"worker": "off", "schedule": "off"}, {}, None)
    with closing(Tenants(settings, url=str(tmp_path / "memory.db"), clock=Clock(), poll_s=0.01)) as tenants:
        memory = Memory.over(tenants.engine("one"))
        memory.add("something", user="ana")
        tenants.worker.wake()
        tenants.use(replace(settings, schedule="on"))
        while not any(job.kind == DECAY for job in memory.jobs()):
            assert tenants.worker.running


@pytest.mark.feature("CF-01")
@pytest.mark.parametrize(
    "unusable", [{"pii_hook": "no.mod:fn"}, {"domain_schema": "/no/such/schema.toml"}, {"tenant": " "}], ids=str
)
def test_settings_no_engine_can_be_made_with_are_refused_before_they_are_used(
    tenants: Tenants, unusable: dict[str, str]
) -> None:
    tenants.require_usable(replace(tenants.settings, rrf_k=30))
    with pytest.raises(ConfigError):
        tenants.require_usable(replace(tenants.settings, **unusable))


def test_a_server_whose_settings_cannot_be_used_blames_itself_and_its_worker_goes_on(
    tenants: Tenants, caplog: pytest.LogCaptureFixture
) -> None:
    Memory.over(tenants.engine("one")).add([{"role": "user", "content": "I live in Lisbon."}], user="ana")
    tenants.use(replace(tenants.settings, pii_hook="no.mod:fn"))
    with pytest.raises(NotConfigured, match="settings of this server"):
        tenants.engine("one")
    assert tenants.work() is False
    assert [record.message for record in caplog.records] == ["tenant.passed_over"]
    tenants.use(replace(tenants.settings, pii_hook=None))
    assert tenants.work()


def test_who_erases_everybody_erases_the_keys_of_those_who_have_no_memory_too(tenants: Tenants) -> None:
    for user in ("ana", None):
        tenants.keys.create("one", user=user)
    assert Memory.over(tenants.engine("one")).erase(everyone=True).counts["keys"] == 1
    assert [key.user for key in tenants.keys.list("one")] == [None]


def test_a_tenant_who_wants_a_model_is_refused_where_there_is_none_and_learns_by_rules_where_it_is_gone(
    tenants: Tenants,
) -> None:
    with pytest.raises(ConfigError, match="extraction = llm needs a language model"):
        tenants.set("one", {"extraction": "llm"})
    own = {"extraction": "llm", "rrf_k": "30"}  # set while the server had a model
    tenants.store.put_tenant_settings(Scope(tenant="one"), own)
    assert tenants.problem("one") is None, "the rest of what it set stays in use"
    one = Memory.over(tenants.engine("one"))
    added = one.add([{"role": "user", "name": "Ana", "content": "I live in Lisbon."}], user="ana", wait=True)
    assert [record.content for record in added.memories] == ["Ana lives in Lisbon"]
    assert "no language model is set up" in one.job(str(added.job_id)).result["fallback"]
    assert config.explain("extraction", {}, {}, None, {"extraction": "llm"}).value == "llm"
    assert tenants.set("one", {"rrf_k": 31}).rrf_k == 31


@pytest.mark.feature("ST-04")
def test_what_was_erased_is_out_of_the_vector_tier_when_a_server_has_ended(tmp_path: Path) -> None:
    settings = config.load({"worker": "off", "vector_store": "sqlite-vec"}, {}, None)
    url = str(tmp_path / "memory.db")
    with closing(Tenants(settings, url=url)) as made:
        for name in ("one", "two"):
            memory = Memory.over(made.engine(name))
            memory.add("Gisela is ill", user="gisela")
            memory.add("Ana rides a horse", user="ana")
            assert memory.doctor() == []
            memory.erase(user="gisela")
    with closing(registry.store(url, {})) as store, closing(registry.vector_index("sqlite-vec", {"path": url})) as tier:
        for name in ("one", "two"):
            assert {one.space for one in tier.spaces(name)} == {one.space for one in store.stamps(Scope(tenant=name))}
