"""One row of the table of settings: a dataclass field that carries its help and its rules."""

from __future__ import annotations

from dataclasses import field
from typing import Any


def setting(default: Any, help: str, **rules: Any) -> Any:
    """A field of a table of settings.

    Rules: `choices`, `low` and `high`, `names` (a list of known names), `pairs` (known names, or True for any),
    `type` (where the default is None and the value is no text), `secret` (never shown), `tenant` (a tenant may have a
    value of its own; True, or the values it may have).
    """
    return field(default=default, repr=not rules.get("secret"), metadata={"help": help, **rules})
