"""One row of the table of settings: a dataclass field that carries its help and its rules."""

from __future__ import annotations

from dataclasses import field
from typing import Any


def setting(
    default: Any,
    help: str,
    *,
    choices: tuple[str, ...] | None = None,
    low: float | None = None,
    high: float | None = None,
    names: tuple[str, ...] | None = None,
    pairs: tuple[str, ...] | bool | None = None,
    type: type | None = None,
    json: bool | None = None,
    secret: bool | None = None,
    filled: bool | None = None,
    tenant: tuple[str, ...] | bool | None = None,
) -> Any:
    """A field of a table of settings.

    `names`: a list of these. `pairs`: `name=value` with these names, or True for any. `type`: where the default is None
    and the value is no text. `json`: JSON as text; in the file a table or a list. `secret`: never shown. `filled`: a
    text that cannot be empty. `tenant`: a tenant may have a value of its own; True, or the values it may have. What
    other systems call it stands in `recollect.config.foreign`.
    """
    rules = {
        "choices": choices,
        "low": low,
        "high": high,
        "names": names,
        "pairs": pairs,
        "type": type,
        "json": json,
        "secret": secret,
        "filled": filled,
        "tenant": tenant,
    }
    given = {name: rule for name, rule in rules.items() if rule is not None}
    return field(default=default, repr=not secret, metadata={"help": help, **given})
