"""A tenant's own values over the server's settings. They lie in the database as text, by name.

A tenant may change what concerns its own memory and nothing of the process: no addresses, keys, paths or limits that
protect the server. Names of other systems may be stored too, so that a client of theirs reads back what it wrote; they
lose to our own, and what they say about the process changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from recollect.config import foreign
from recollect.config.checking import HIDDEN, Row, checked, from_text, pairs, row_of, shown, table
from recollect.config.choices import recall_options
from recollect.config.settings import Settings
from recollect.config.sources import hear
from recollect.errors import ConfigError

NAMES_MAX = 200
VALUE_CHARS_MAX = 10_000


def tenant_settings() -> tuple[str, ...]:
    """The settings of which a tenant may have its own value."""
    return tuple(name for name, row in table().items() if row.metadata.get("tenant"))


def with_overrides(settings: Settings, overrides: Mapping[str, str], *, keep: Collection[str] = ()) -> Settings:
    """The settings as one tenant has them. `keep`: names that were given in the call and win over a tenant's."""
    for name in overrides:
        _require_known(name)
    values: dict[str, Any] = {}
    for name, said in hear(overrides=overrides).winners().items():
        row = row_of(name)
        if said.own:
            _require_allowed(row, str(said.value))
        elif not row.metadata.get("tenant"):
            continue
        if name not in keep:
            values[name] = checked(row, said.value if said.own else _over(settings, row, said.value))
    overridden = replace(settings, **values)
    recall_options(overridden)
    return overridden


def merged_overrides(overrides: Mapping[str, str], changes: Mapping[str, Any]) -> dict[str, str]:
    """A tenant's values after a change. None takes one back, and so does an empty text where a secret stood."""
    after = dict(overrides)
    for name, value in changes.items():
        _require_known(name)
        if value is None or (value == "" and _is_secret(name)):
            after.pop(name, None)
        else:
            after[name] = _text(name, value)
    if len(after) > NAMES_MAX:
        raise ConfigError(f"a tenant may have {NAMES_MAX} settings of its own, not {len(after)}")
    with_overrides(Settings(), after)
    return after


def shown_overrides(overrides: Mapping[str, str]) -> dict[str, Any]:
    """A tenant's values as they may be shown: typed, and secrets only say that they are there."""
    return {name: _shown(name, text) for name, text in overrides.items()}


def _over(settings: Settings, row: Row, value: Any) -> Any:
    """What another system's name says; inside pairs it speaks of one part and leaves the others."""
    if "pairs" not in row.metadata:
        return value
    return {**pairs(getattr(settings, row.name)), **pairs(value)}


def _shown(name: str, text: str) -> Any:
    if name in table():
        return shown(name, from_text(row_of(name), text))
    return HIDDEN if text and _is_secret(name) else text


def _require_known(name: str) -> None:
    if name not in table() and foreign.find(name) is None:
        raise ConfigError(f"unknown setting {name!r}; a tenant can set: {', '.join(sorted(tenant_settings()))}")


def _require_allowed(row: Row, text: str) -> None:
    allowed = row.metadata.get("tenant")
    if not allowed:
        raise ConfigError(
            f"{row.name} concerns the whole server; a tenant can set: {', '.join(sorted(tenant_settings()))}"
        )
    if allowed is not True and text not in allowed:
        raise ConfigError(f"{row.name} of a tenant must be one of {', '.join(allowed)}, not {text!r}")


def _is_secret(name: str) -> bool:
    if name in table():
        return bool(table()[name].metadata.get("secret"))
    row = foreign.find(name)
    return row is not None and row.secret


def _text(name: str, value: Any) -> str:
    """A value as the database keeps it."""
    if isinstance(value, bool):
        text = ("on" if value else "off") if name in table() else str(value).lower()
    elif isinstance(value, str | int | float):
        text = str(value)
    elif name in table():
        text = str(checked(row_of(name), value))
    else:
        raise ConfigError(f"{name} must be text, a number, true or false, not {type(value).__name__}")
    if len(text) > VALUE_CHARS_MAX:
        raise ConfigError(f"{name} may have {VALUE_CHARS_MAX:,} characters, not {len(text):,}")
    return text
