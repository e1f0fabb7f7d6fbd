"""What a server needs of its machine, looked at before its packages are loaded: a taken port is told at once."""

from __future__ import annotations

import socket
import ssl

from recollect.config import Settings
from recollect.errors import ConfigError

BACKLOG = 2048


def require_certificate(settings: Settings) -> None:
    """The certificate and its key can be read, and belong together."""
    if settings.tls_cert is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(settings.tls_cert, settings.tls_key, lambda: "")
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"the certificate {settings.tls_cert} with the key {settings.tls_key} cannot be used ({error}); tls_cert "
            "and tls_key must be PEM files that this user can read, the key without a passphrase"
        ) from error


def listen(settings: Settings) -> socket.socket:
    """The socket. Nothing else is started yet."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    opened = socket.socket(family)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((settings.host, settings.port))
    except OSError as error:
        opened.close()
        raise ConfigError(
            f"the server cannot listen on {settings.host}:{settings.port} ({error.strerror}); "
            "choose another --port, or another --host"
        ) from error
    opened.listen(BACKLOG)
    opened.set_inheritable(True)
    return opened
