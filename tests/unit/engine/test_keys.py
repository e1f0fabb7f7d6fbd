"""API keys: shown once, kept as a hash, bound to a tenant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from recollect import registry
from recollect.engine.keys import ApiKeys, hashed
from recollect.errors import InvalidInput, NotFound, Unauthorized
from tests.clock import START, Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(tmp_path: Path, clock: Clock) -> Iterator[ApiKeys]:
    with closing(registry.store(str(tmp_path / "memory.db"), {})) as store:
        yield ApiKeys(store, clock)


def test_who_comes_with_a_key_is_whom_it_was_made_for(keys: ApiKeys) -> None:
    made, text = keys.create("acme", name="app", role="read", user="ana", requests_per_minute=60)
    who = keys.principal(text)
    assert (who.tenant, who.user, who.role, who.key_id) == ("acme", "ana", "read", made.id)
    assert who.requests_per_minute == 60


def test_the_text_of_a_key_is_kept_nowhere(keys: ApiKeys, tmp_path: Path) -> None:
    _, text = keys.create("acme")
    assert len(text) > 40
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert text.encode() not in held
    assert hashed(text).encode() in held


def test_a_revoked_an_expired_and_an_unknown_key_are_refused_alike(keys: ApiKeys, clock: Clock) -> None:
    revoked, first = keys.create("acme")
    keys.revoke("acme", revoked.id)
    _, second = keys.create("acme", expires_at=START + timedelta(hours=1))
    assert keys.principal(second).tenant == "acme"
    clock.forward(hours=2)
    told = set()
    for text in (first, second, "rk_nobody", ""):
        with pytest.raises(Unauthorized) as caught:
            keys.principal(text)
        told.add(str(caught.value))
    assert len(told) == 1


def test_rotating_makes_the_old_text_useless_at_once(keys: ApiKeys) -> None:
    made, old = keys.create("acme", role="admin", name="ops")
    _, new = keys.rotate("acme", "ops")
    assert keys.principal(new).key_id == made.id
    with pytest.raises(Unauthorized):
        keys.principal(old)


def test_a_key_is_found_by_id_name_or_beginning_inside_its_tenant(keys: ApiKeys) -> None:
    made, text = keys.create("acme", name="app")
    assert keys.get("acme", made.id) == keys.get("acme", "app") == keys.get("acme", text[:8])
    with pytest.raises(NotFound):
        keys.get("other", made.id)
    keys.create("acme", name="app")
    with pytest.raises(InvalidInput, match="2 keys"):
        keys.get("acme", "app")


def test_the_last_use_is_written_down_once_a_minute(keys: ApiKeys, clock: Clock) -> None:
    made, text = keys.create("acme")
    keys.principal(text)
    first = keys.get("acme", made.id).last_used_at
    keys.principal(text)
    assert keys.get("acme", made.id).last_used_at == first
    clock.forward(minutes=2)
    keys.principal(text)
    later = keys.get("acme", made.id).last_used_at
    assert first is not None
    assert later is not None
    assert later > first


@pytest.mark.parametrize(
    "given", [{"role": "owner"}, {"user": ""}, {"expires_at": "2001-01-01"}, {"requests_per_minute": -1}, {"name": ""}]
)
def test_a_key_that_makes_no_sense_is_refused(keys: ApiKeys, given: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        keys.create("acme", **given)  # type: ignore[arg-type]
    assert keys.list("acme") == []
