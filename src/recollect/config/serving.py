"""The settings of the server: where it listens, whom it lets in, the gateway, logs. `Settings` is made of these too."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.config.table import setting

ON_OFF = ("on", "off")


@dataclass(frozen=True, kw_only=True)
class ServerSettings:
    """What `recollect serve` reads, besides everything the engine reads."""

    host: str = setting("127.0.0.1", "address the server listens on; 0.0.0.0: every interface")
    port: int = setting(8080, "port the server listens on; 0: any free one", low=0, high=65_535)
    auth: str = setting(
        "on", "ask for a credential: on, or off (only while the server listens on loopback)", choices=ON_OFF
    )
    api_key: str | None = setting(
        None,
        "a fixed admin key for the tenant `default`, beside those in the database; of a client: the key it sends",
        secret=True,
    )
    studio_secret: str | None = setting(
        None,
        "32 characters or more that nobody can guess: who signed in to the Studio stays so after a restart and on "
        "every server with the same; unset: until the server ends",
        secret=True,
    )
    cors_origins: str = setting(
        "", "origins whose pages may call the server, with commas; *: every origin; empty: none"
    )
    request_bytes_max: int = setting(33_554_432, "longest body of a request", low=1024, high=10_737_418_240)
    requests_per_minute: int = setting(0, "requests a key may make in a minute; 0: no limit", low=0, high=100_000_000)
    trusted_proxies: str = setting(
        "", "addresses or networks whose X-Forwarded-For and -Proto are believed, with commas; *: everyone's"
    )
    tls_cert: str | None = setting(None, "certificate file (PEM) with which the server speaks HTTPS itself")
    tls_key: str | None = setting(None, "key file (PEM) of tls_cert")
    jwt_issuer: str | None = setting(None, "accept tokens (JWT) of this issuer beside API keys; unset: none")
    jwt_audience: str | None = setting(None, "audience a token must name; unset: any")
    jwt_jwks_url: str | None = setting(None, "where the issuer publishes its public keys (JWKS)")
    jwt_key: str | None = setting(
        None, "key that signs tokens: a shared secret or a public key (PEM); instead of jwt_jwks_url", secret=True
    )
    jwt_tenant_claim: str = setting("tenant", "claim of a token that names the tenant")
    jwt_user_claim: str = setting("sub", "claim of a token that names the user")
    jwt_role_claim: str = setting("role", "claim of a token that names the role: read, write or admin")
    gateway_upstream: str | None = setting(
        None, "where the gateway sends chats: a base URL that ends in /v1; unset: there is no gateway"
    )
    gateway_upstream_key: str | None = setting(
        None, "key for the upstream; the key of Recollect a caller sends never reaches it", secret=True
    )
    gateway_inject: str = setting(
        "on", "put memory into chats that pass the gateway: on or off", choices=ON_OFF, tenant=True
    )
    gateway_extract: str = setting(
        "on", "learn from chats that pass the gateway: on or off", choices=ON_OFF, tenant=True
    )
    gateway_tokens_max: int = setting(
        2000, "tokens of memory the gateway puts into one chat; 0: none", low=0, high=16_000, tenant=True
    )
    gateway_placement: str = setting(
        "auto",
        "where memory stands: split (profile after the system prompt, the rest before the question) or system-first; "
        "auto: system-first for OmniRoute's chats, else split",
        choices=("auto", "split", "system-first"),
        tenant=True,
    )
    gateway_timeout_s: float = setting(600.0, "longest wait for the upstream", low=0.1, high=86_400)
    skills: str = setting(
        "off", "offer a key's skills (tool definitions) to models beside memory: on or off", choices=ON_OFF, tenant=True
    )
    skills_file: str | None = setting(None, "JSON file of skills: whom they are for -> tool definitions")
    lg_mode: str = setting(
        "standard",
        "defaults of OpenMemory's /lgm routes, which are always served: standard or langgraph",
        choices=("standard", "langgraph"),
    )
    lg_namespace: str = setting("default", "namespace of /lgm requests that name none", tenant=True)
    lg_max_context: int = setting(50, "memories a sector gives to /lgm/context", low=1, high=1000, tenant=True)
    lg_reflective: str = setting(
        "on",
        "what /lgm/store keeps also makes a reflection: on or off",
        choices=ON_OFF,
        tenant=True,
    )
    log_format: str = setting("text", "lines of the log: text or json", choices=("text", "json"))
    log_level: str = setting(
        "info", "the least that is logged", choices=("debug", "info", "warning", "error", "critical")
    )
    otel_endpoint: str | None = setting(
        None, "where traces and metrics are sent (OpenTelemetry over HTTP); unset: nowhere"
    )
