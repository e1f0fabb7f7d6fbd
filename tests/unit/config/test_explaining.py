"""Who said what, and which settings a server may start with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from recollect import ConfigError, config


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    text = "rrf_k = 30\nMEMORY_RRF_K = 31\nqdrantEmbeddingModel = 'openai/text-embedding-3-small'\n"
    path.write_text(text, encoding="utf-8")
    return path


def test_everybody_who_spoke_is_named_the_winner_first(file: Path) -> None:
    environment = {"RECOLLECT_RRF_K": "40", "MEMORY_RRF_K": "41"}
    told = config.explain("rrf_k", {"rrf_k": 50}, environment, file, {"rrf_k": "45"})
    assert [(word.source, word.value) for word in told.said] == [
        ("call", 50),
        ("tenant, rrf_k", 45),
        ("environment RECOLLECT_RRF_K", 40),
        (f"file {file}", 30),
        ("environment MEMORY_RRF_K", 41),
        (f"file {file}, MEMORY_RRF_K", 31),
    ]
    assert (told.value, told.source, told.default, told.accepts) == (50, "call", 60, "0 to 10000")
    assert (told.aliases, told.tenant, told.system) == (("MEMORY_RRF_K",), True, None)


def test_another_systems_name_says_whether_it_counts(file: Path) -> None:
    counts = config.explain("MEMORY_RRF_K", {}, {"MEMORY_RRF_K": "41"})
    assert (counts.value, counts.source, counts.system) == (41, "environment MEMORY_RRF_K", "omniroute")
    assert counts.aliases == ("rrf_k",)
    loses = config.explain("MEMORY_RRF_K", {}, {}, file)
    assert loses.source.endswith("and loses to rrf_k")
    assert config.explain("mmrLambda", {}, {}).name == "osaurus.mmrLambda"
    assert config.explain("mmrLambda", {}, {}).source == "not said"
    idle = config.explain("qdrantEmbeddingModel", {}, {}, file)
    assert idle.source == "file qdrantEmbeddingModel, without effect"
    assert "one embedder makes all vectors" in idle.help
    with pytest.raises(ConfigError, match="unknown setting 'colour'"):
        config.explain("colour", {}, {})


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY"])
def test_a_key_in_the_environment_is_seen_and_not_shown(name: str) -> None:
    told = config.explain(name, {}, {name: "s3cret"})
    assert (told.value, told.source) == (config.HIDDEN, f"environment {name}")
    assert (config.explain(name, {}, {}).value, config.explain(name, {}, {}).source) == (None, "not said")


def test_no_explanation_holds_a_secret() -> None:
    environment = {"OM_API_KEY": "s3cret", "RECOLLECT_JWT_KEY": "s3cret", "RECOLLECT_GATEWAY_UPSTREAM_KEY": "s3cret"}
    rows, unused = config.explain_all({}, environment | {"AWS_SECRET_ACCESS_KEY": "s3cret"})
    assert "s3cret" not in str((rows, unused, config.explain("OM_API_KEY", {}, environment)))
    assert sum(row.value == config.HIDDEN for row in rows) == 3
    assert "s3cret" not in repr(config.load({}, environment))


def test_the_gateway_is_set_by_the_environment() -> None:
    environment = {"RECOLLECT_GATEWAY_UPSTREAM": "http://llm/v1", "RECOLLECT_GATEWAY_UPSTREAM_KEY": "sk-1"}
    settings = config.load({}, environment)
    assert (settings.gateway_upstream, settings.gateway_upstream_key) == ("http://llm/v1", "sk-1")
    assert (settings.host, settings.port, settings.auth, settings.cors_origins) == ("127.0.0.1", 8080, "on", "")


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"host": "0.0.0.0"},
        {"auth": "off"},
        {"auth": "off", "host": "::1"},
        {"auth": "off", "host": "localhost"},
        {"tls_cert": "a", "tls_key": "b"},
        {"jwt_issuer": "https://id", "jwt_key": "k"},
        {"gateway_upstream": "https://llm/v1"},
        {"gateway_upstream": "HTTP://ana:s3cret@[::1]:8080/v1?a=b"},
        {"gateway_upstream": ""},
        {"trusted_proxies": " * "},
        {"cors_origins": "https://app.example:80, http://localhost:3000,http://[::1]:8080"},
        {"cors_origins": "chrome-extension://abc, null"},
        {"cors_origins": "*", "trusted_proxies": "*"},
        {"trusted_proxies": "127.0.0.1, 10.0.0.0/8, fd00::/8, 10.1.2.3/32, ::1, FD00:0::/32"},
    ],
)
def test_a_safe_server_may_start(given: dict[str, Any]) -> None:
    config.require_safe_server(config.load(given, {}))


@pytest.mark.parametrize(
    "given, message",
    [
        ({"auth": "off", "host": "0.0.0.0"}, "auth = off is for loopback only"),
        ({"auth": "off", "host": "example.org"}, "auth = off is for loopback only"),
        ({"tls_cert": "a"}, "tls_cert and tls_key belong together"),
        ({"tls_key": "a"}, "tls_cert and tls_key belong together"),
        ({"jwt_issuer": "https://id"}, "jwt_issuer needs jwt_jwks_url or jwt_key"),
        ({"jwt_key": "k"}, "need jwt_issuer"),
        ({"gateway_upstream": "llm/v1"}, "gateway_upstream must be an address .* not begin with http"),
        ({"gateway_upstream": "http:llm/v1"}, "does not begin with http://"),
        ({"gateway_upstream": "http://:80"}, "it names no host"),
        ({"gateway_upstream": "https://ana@"}, "it names no host"),
        ({"gateway_upstream": "https:///v1"}, "it names no host"),
        ({"gateway_upstream": "http://[::1/v1"}, "its host cannot be read"),
        ({"gateway_upstream": "http://host:99999/v1"}, "its port is not a number from 1 to 65535"),
        ({"gateway_upstream": "http://host:0/v1"}, "its port is not a number"),
        ({"gateway_upstream": "http://host name/v1"}, "it has spaces"),
        ({"gateway_upstream": "https://llm/v1 "}, "it has spaces"),
        ({"gateway_upstream": "https://llm\n/v1"}, "it has spaces, or characters that cannot be seen"),
        ({"otel_endpoint": "ftp://x"}, "otel_endpoint must be an address"),
        ({"cors_origins": "app.example"}, "cors_origins must be origins .* not 'app.example'"),
        ({"cors_origins": "*, https://app.example/"}, "cors_origins must be origins"),
        ({"cors_origins": "https://app.example:http"}, "cors_origins must be origins"),
        ({"cors_origins": "https://*.example, https://a b"}, "cors_origins must be origins"),
        ({"cors_origins": "HTTPS://App.Example"}, "in lower case, .*: write https://app.example$"),
        ({"cors_origins": "https://app.example:443"}, "without the scheme's own port, .*: write https://app.example$"),
        ({"cors_origins": "http://app.example:80"}, "write http://app.example$"),
        ({"cors_origins": "https://app.example:0443/x"}, "write https://app.example$"),
        ({"cors_origins": "http://[0:0::1]:3000"}, r"write http://\[::1\]:3000$"),
        ({"cors_origins": "https://bücher.example"}, r"write https://xn--bcher-kva\.example$"),
        ({"trusted_proxies": "10.0.0.5/8"}, "write 10.0.0.0/8 for the network, 10.0.0.5 for the one address"),
        ({"trusted_proxies": "127.0.0.1, fd00::5/8"}, "write fd00::/8 for the network, fd00::5 for the one address"),
        ({"trusted_proxies": "*, 10.0.0.5"}, "or [*] alone; not '[*]'"),
        ({"trusted_proxies": "*,"}, "or [*] alone; not '[*]'"),
        ({"trusted_proxies": "nginx"}, "trusted_proxies must be IP addresses or networks .* not 'nginx'"),
        ({"trusted_proxies": "10.0.0.0/33"}, "trusted_proxies must be IP addresses"),
    ],
)
def test_a_server_that_lets_everybody_in_does_not_start(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        config.require_safe_server(config.load(given, {}))


@pytest.mark.parametrize(
    "address",
    [
        "ana:s3cret@llm/v1",
        "ftp://ana:s3cret@llm/v1",
        "http://ana:s3cret@",
        "http://ana:s3cret/@llm",
        "http://a:s3cret @b",
    ],
)
def test_a_refused_address_is_not_shown_with_its_password(address: str) -> None:
    with pytest.raises(ConfigError) as refused:
        config.require_safe_server(config.load({"gateway_upstream": address}, {}))
    assert "s3cret" not in str(refused.value)


PAIRS = [
    "openai=http://ana:s3cret@llm/v1, ollama=http://local",
    '{"openai": "http://ana:s3,cret@llm/v1"}',
    {"openai": "http://ana:s3,cret@llm/v1"},
    "openai=http://one/v1?api_key=s3cret",
]


@pytest.mark.parametrize("given", PAIRS, ids=str)
def test_no_password_of_an_address_among_several_is_shown(given: Any, file: Path) -> None:
    said = {"llm_base_urls": given}
    text = given if isinstance(given, str) else json.dumps(given)
    if isinstance(given, dict):
        file.write_text(f'[llm_base_urls]\nopenai = "{given["openai"]}"\n')
    for call, environment in ((said, {}), ({}, {"RECOLLECT_LLM_BASE_URLS": text})):
        rows, unused = config.explain_all(call, environment, file)
        seen = str((rows, unused, config.explain("llm_base_urls", call, environment, file)))
        assert "cret" not in seen.replace("secret", "")
    assert "cret" in config.load(said, {}).llm_base_urls, "what is used is what was said"


@pytest.mark.parametrize(
    "name, value",
    [
        ("llm_base_urls", "http://ana:s3cret@llm/v1?a=b"),
        ("llm", "http://ana:s3cret@llm/v1"),
        ("llm_order", "openai,http://ana:s3cret@llm/v1"),
        ("llm_timeout_s", "http://ana:s3cret@llm/v1"),
    ],
)
def test_a_refused_setting_does_not_repeat_a_password(name: str, value: str) -> None:
    with pytest.raises(ConfigError) as refused:
        config.load({}, {f"RECOLLECT_{name.upper()}": value})
    assert name in str(refused.value)
    assert "s3cret" not in str(refused.value)


def test_passwords_in_addresses_are_never_shown() -> None:
    """A store's address holds one more often than any key setting does."""
    environment = {
        "RECOLLECT_STORE": "postgresql://ana:s3cret@db/x?sslpassword=s3cret",
        "RECOLLECT_QDRANT_URL": "http://ana:s3cret@vectors:6333",
        "RECOLLECT_GATEWAY_UPSTREAM": "http://ana:s3cret@llm/v1",
    }
    rows, unused = config.explain_all({}, environment)
    assert "s3cret" not in str((rows, unused, config.explain("store", {}, environment)))
    assert config.explain("store", {}, environment).value == "postgresql://ana@db/x"
    assert config.load({}, environment).store == environment["RECOLLECT_STORE"]
