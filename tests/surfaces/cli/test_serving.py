"""Keys on the command line, and a server that cannot start: it says why before it loads anything."""

from __future__ import annotations

import json
import socket
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recollect import config, registry
from recollect.model.principal import ApiKey
from recollect.model.scope import Scope
from recollect.surfaces.cli import serving
from recollect.surfaces.cli.session import Given, Session
from tests.surfaces.cli.conftest import Cli


@pytest.mark.feature("SE-01")
def test_keys_are_made_listed_rotated_and_revoked(cli: Cli) -> None:
    made = cli.json("keys", "create", "--name", "app", "--role", "write", "--tenant", "acme", "--user", "ana")
    assert (made["role"], made["tenant"], made["user"]) == ("write", "acme", "ana")
    assert made["key"] not in cli.ok("keys", "list", "--tenant", "acme")
    assert cli.json("keys", "list") == [], "another tenant's"
    turned = cli.json("keys", "rotate", "app", "--tenant", "acme")
    assert turned["id"] == made["id"]
    assert turned["key"] != made["key"]
    assert "works" in cli.ok("keys", "list", "--tenant", "acme")
    cli.ok("keys", "revoke", "app", "--tenant", "acme")
    assert "revoked" in cli.ok("keys", "list", "--tenant", "acme")
    assert "was revoked" in cli.fails("keys", "rotate", "app", "--tenant", "acme", code="invalid_state")
    assert "has no key 'app'" in cli.fails("keys", "revoke", "app", code="not_found")
    assert "unknown role 'king'" in cli.fails("keys", "create", "--role", "king", code="unknown_name")
    assert "has passed" in cli.fails("keys", "create", "--expires", "2020-01-01", code="invalid_input")


@pytest.mark.parametrize("verb", [("create",), ("list",), ("rotate", "app"), ("revoke", "app")])
def test_an_empty_tenant_is_a_mistake_and_not_the_default_one(cli: Cli, verb: tuple[str, ...]) -> None:
    cli.ok("keys", "create", "--name", "app")
    assert "tenant is empty" in cli.fails("keys", *verb, "--tenant", "", code="invalid_input")
    assert [(one["name"], one["revoked_at"]) for one in cli.json("keys", "list")] == [("app", None)]


def test_a_key_whose_time_is_over_does_not_count_as_working(cli: Cli) -> None:
    then = datetime(2020, 1, 1, tzinfo=UTC)
    with closing(registry.store(str(cli.store), {})) as store:
        store.put_api_key(
            Scope(), ApiKey(id="k1", tenant="default", hint="rk_old", created_at=then, expires_at=then), "hash"
        )
    listed = cli.ok("keys", "list")
    assert "expired" in listed
    assert "works" not in listed


def test_a_port_that_is_taken_is_told_before_a_store_is_made(cli: Cli) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        told = cli.fails("serve", "--port", str(taken.getsockname()[1]), code="config")
    assert "Address already in use" in told
    assert not cli.store.exists()


def test_a_certificate_that_cannot_be_used_is_told_before_a_store_is_made(cli: Cli, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pem"
    broken.write_text("no certificate", encoding="utf-8")
    for path in (tmp_path / "missing.pem", broken):
        given = {"RECOLLECT_TLS_CERT": str(path), "RECOLLECT_TLS_KEY": str(path)}
        done = cli.run("serve", "--port", "0", "--json", **given)
        assert done.code == 1
        assert done.error["code"] == "config"
        assert str(path) in done.error["message"]
    assert not cli.store.exists()


@pytest.mark.parametrize("verb", [("serve", "--port", "0"), ("serve", "--port", "0", "--workers", "2"), ("worker",)])
def test_settings_no_engine_can_be_made_with_are_told_in_one_line(cli: Cli, verb: tuple[str, ...]) -> None:
    done = cli.run(*verb, "--json", RECOLLECT_PII_HOOK="no.mod:fn")
    assert (done.code, done.error["code"], done.out) == (1, "config", "")
    assert "'no.mod:fn' cannot be imported" in done.error["message"]


def test_without_keys_only_this_machine_is_served(cli: Cli) -> None:
    told = cli.fails("serve", "--no-auth", "--host", "0.0.0.0", code="config")
    assert "for loopback only" in told


def test_what_a_server_says_of_its_store_and_upstream_has_no_password(capsys: pytest.CaptureFixture[str]) -> None:
    """The greeting goes into logs."""
    session = Session(given=Given())
    settings = config.load({"gateway_upstream": "https://ben:s3cret@llm/v1"}, {}, None)
    serving._welcome(session, settings, "postgresql://ana:s3cret@db/memory", None)
    said = capsys.readouterr().out
    assert "postgresql://ana@db/memory" in said
    assert "https://ben@llm/v1" in said
    assert "s3cret" not in said


@pytest.mark.parametrize(
    "host, place",
    [
        ("127.0.0.1", "http://127.0.0.1:8080"),
        ("0.0.0.0", "http://127.0.0.1:8080"),
        ("::", "http://127.0.0.1:8080"),
        ("localhost", "http://localhost:8080"),
        ("127.0.0.2", "http://127.0.0.2:8080"),
        ("::1", "http://[::1]:8080"),
        ("2001:db8::1", "http://[2001:db8::1]:8080"),
    ],
)
def test_the_address_a_server_tells_is_one_it_answers_at(
    host: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session = Session(given=Given(as_json=True))
    serving._welcome(session, config.load({"host": host}, {}, None), "memory.db", None)
    assert json.loads(capsys.readouterr().out)["url"] == place
