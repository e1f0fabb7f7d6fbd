"""Addresses as people may see them. Pure."""

from __future__ import annotations

import re

_SECRETS = frozenset(("password", "sslpassword", "passfile", "sslkey", "api_key", "apikey", "token"))
"""What an address may say after its `?` and nobody else should read."""
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def shown_address(text: str) -> str:
    """Without what must not be shown. Worked: `postgresql://ana:pw@db/x` is `postgresql://ana@db/x`; what is no address
    stays as it is."""
    found = _ADDRESS.match(text)
    if found is None or not ({"@", "?"} & set(text)):
        return text
    from urllib.parse import parse_qsl, quote, urlencode, urlsplit  # cold start: most addresses are paths

    try:
        parts = urlsplit(text)
        user, _, host = parts.netloc.rpartition("@")
        name, _, password = user.partition(":")
        given = parse_qsl(parts.query)
        kept = [(key, value) for key, value in given if key not in _SECRETS]
    except ValueError:
        return found.group()
    if not password and kept == given:
        return text
    query = urlencode(kept, quote_via=quote)
    return parts._replace(netloc=f"{name}@{host}" if name else host, query=query, fragment="").geturl()
