"""What a server refuses to start with: values that could never work, and settings that contradict each other.

A value alone is refused when it is set, too. What settings say together only when a server starts: they are set one
after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from recollect.config.checking import names
from recollect.config.settings import Settings
from recollect.errors import ConfigError

STUDIO_SECRET_MIN = 32
_OWN_PORTS = {"http": 80, "https": 443}
"""What browsers leave out."""


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    from ipaddress import ip_address  # cold start: only a server asks

    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def require_safe_server(settings: Settings) -> None:
    """Refuse to serve with settings that contradict each other or let everybody in."""
    if settings.auth == "off" and not is_loopback(settings.host):
        raise ConfigError(
            f"auth = off is for loopback only, and host is {settings.host}; set host = 127.0.0.1, or auth = on"
        )
    if (settings.tls_cert is None) != (settings.tls_key is None):
        raise ConfigError("tls_cert and tls_key belong together; set both or neither")
    if settings.jwt_issuer and not (settings.jwt_jwks_url or settings.jwt_key):
        raise ConfigError("jwt_issuer needs jwt_jwks_url or jwt_key, with which its tokens are checked")
    if (settings.jwt_jwks_url or settings.jwt_key) and not settings.jwt_issuer:
        raise ConfigError("jwt_jwks_url and jwt_key need jwt_issuer: whose tokens are accepted")
    require_servable(settings, _RULES)


def require_safe_change(started: Settings, changed: Settings) -> None:
    """The same for settings that change while a server runs. It goes on listening where it began, whatever they say."""
    require_safe_server(replace(changed, host=started.host))


def require_servable(settings: Settings, which: Iterable[str]) -> None:
    """Refuse values of these settings that no server could work with, whatever the others say."""
    for name in which:
        value = getattr(settings, name)
        if value is not None and name in _RULES:
            _RULES[name](name, value)


def _secret(name: str, secret: str) -> None:
    if len(secret) < STUDIO_SECRET_MIN:
        raise ConfigError(
            f"{name} must have {STUDIO_SECRET_MIN} characters or more; make one with `openssl rand -hex 32`"
        )


def _address(name: str, address: str) -> None:
    """The address is not shown: a password may stand in it anywhere, the more so where something is wrong with it."""
    wrong = _wrong_with(address) if address else None
    if wrong is not None:
        raise ConfigError(f"{name} must be an address such as https://host/…: {wrong}")


def _wrong_with(address: str) -> str | None:
    from urllib.parse import urlsplit  # cold start: only a server asks

    if " " in address or not address.isprintable():
        return "it has spaces, or characters that cannot be seen"
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return "its host cannot be read"
    if parts.scheme not in ("http", "https") or not address[len(parts.scheme) :].startswith("://"):
        return "it does not begin with http:// or https://"
    if not host:
        return "it names no host"
    try:
        port = parts.port
    except ValueError:
        port = 0
    return "its port is not a number from 1 to 65535" if port == 0 else None


def _origins(name: str, origins: str) -> None:
    for origin in names(origins):
        meant = _origin(origin)
        if origin not in ("*", "null") and meant != origin:
            raise ConfigError(
                f"{name} must be origins as browsers write them, such as https://app.example or "
                f"http://localhost:3000: in lower case, without the scheme's own port, a path or a slash at the end; "
                f"or *; not {origin!r}" + (f": write {meant}" if meant else "")
            )


def _proxies(name: str, proxies: str) -> None:
    for proxy in names(proxies) if proxies.strip() != "*" else ():
        if proxy != (meant := _network(proxy)):
            raise ConfigError(
                f"{name} must be IP addresses or networks such as 10.0.0.0/8, or * alone; not {proxy!r}"
                + (f": write {meant} for the network, {proxy.partition('/')[0]} for the one address" if meant else "")
            )


_RULES: dict[str, Callable[[str, Any], None]] = {
    "studio_secret": _secret,
    "gateway_upstream": _address,
    "jwt_jwks_url": _address,
    "otel_endpoint": _address,
    "cors_origins": _origins,
    "trusted_proxies": _proxies,
}
"""Setting -> what refuses a value of it."""


def _origin(text: str) -> str | None:
    """The origin of an address as browsers write it, which is how it is compared; None: it has none."""
    from ipaddress import IPv6Address  # cold start: only a server asks
    from urllib.parse import urlsplit  # cold start: only a server asks

    try:
        parts = urlsplit(text)
        port = "" if parts.port in (None, _OWN_PORTS.get(parts.scheme)) else f":{parts.port}"
        host = parts.hostname or ""
        if ":" in host:
            host = f"[{IPv6Address(host).compressed}]"
        elif not host.isascii():
            host = host.encode("idna").decode("ascii")
    except ValueError:
        return None
    known = not set(host) & set(" *?%")
    return f"{parts.scheme}://{host}{port}" if parts.scheme and host and known else None


def _network(text: str) -> str | None:
    """An address or network as it stands; one that names an address within it as the whole of it, because the server
    takes such a text for a name that nobody has; None: it is neither."""
    from ipaddress import ip_interface, ip_network  # cold start: only a server asks

    try:
        meant = ip_network(text, strict=False)
    except ValueError:
        return None
    return text if meant.network_address == ip_interface(text).ip else str(meant)
