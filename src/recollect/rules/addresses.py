"""Addresses as people may see them. Pure."""

from __future__ import annotations

import re

from recollect.rules.late import late

_SECRETS = frozenset(("password", "sslpassword", "passfile", "sslkey", "api_key", "apikey", "token"))
"""What an address may say after its `?` and nobody else should read."""
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_WITHIN = late(r"""(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*://[^\s,;"']+""", re.IGNORECASE)


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


def shown_addresses(text: str) -> str:
    """As `shown_address`, with every address that stands somewhere in a text. Worked: `a, http://ana:pw@b` is
    `a, http://ana@b`."""
    return _WITHIN.sub(lambda found: shown_address(found.group()), shown_address(text)) if "://" in text else text


def password_of(address: str | None) -> str | None:
    """The password in an address as it stands there; None: it has none."""
    if not address or "@" not in address:
        return None
    from urllib.parse import urlsplit

    try:
        return urlsplit(address).password
    except ValueError:
        return None
