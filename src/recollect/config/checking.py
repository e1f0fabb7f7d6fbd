"""Values of settings: read from text, compared with the rules of the table, shown without secrets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import Field, fields
from functools import cache
from typing import Any

from recollect.config.settings import Settings
from recollect.errors import ConfigError
from recollect.rules.addresses import shown_address, shown_addresses

HIDDEN = "(set, not shown)"

Row = Field[Any]
"""One setting: a field of the table."""


@cache
def table() -> Mapping[str, Row]:
    """Every setting by name; those of the server last."""
    rows = {row.name: row for row in fields(Settings)}
    return {name: rows[name] for name in (*Settings.__annotations__, *rows)}


def row_of(name: str) -> Row:
    if name not in table():
        raise unknown(name)
    return table()[name]


def unknown(name: str) -> ConfigError:
    """The error for a name nobody knows."""
    hint = f"did you mean {' or '.join(found)}? " if (found := near(name.replace(".", "_"))) else ""
    return ConfigError(f"unknown setting {name!r}; {hint}`recollect config show` lists the settings")


def near(name: str, alike: float = 0.6) -> list[str]:
    """Settings whose names are nearly this one, the nearest first."""
    from difflib import get_close_matches  # cold start: nobody misspells in every process

    return get_close_matches(name, table(), n=3, cutoff=alike)


def pairs(text: str) -> dict[str, str]:
    """`a=b, c=d`, or a JSON object, as a dictionary."""
    if text.startswith("{"):
        return {str(name): str(value) for name, value in json.loads(text).items()}
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all("=" in part for part in parts):
        raise ValueError
    return {name.strip(): value.strip() for name, _, value in (part.partition("=") for part in parts)}


def headers(text: str) -> dict[str, str]:
    """`Name: value; Name: value`, or a JSON object, as a dictionary."""
    if text.startswith("{"):
        return {str(name): str(value) for name, value in json.loads(text).items()}
    parts = (part.partition(":") for part in text.split(";") if part.strip())
    return {name.strip(): value.strip() for name, _, value in parts}


def names(text: str) -> tuple[str, ...]:
    """`a, b` as names, each once."""
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def type_of(row: Row) -> type:
    """What a setting's value is; one without a default is text unless it says otherwise."""
    if row.default is not None:
        return type(row.default)
    given: type = row.metadata.get("type", str)
    return given


def from_text(row: Row, text: str) -> Any:
    """Text from the environment, the database or the command line as the setting's type."""
    if type_of(row) not in (int, float):
        return text
    try:
        value = float(text)
    except ValueError as error:
        raise ConfigError(f"{row.name} must be a number, not {shown(row.name, text)!r}") from error
    return int(value) if type_of(row) is int and value.is_integer() else value


def checked(row: Row, value: Any) -> Any:
    """The value as the setting keeps it; what breaks its rules is refused."""
    rules, expected = row.metadata, type_of(row)
    if "pairs" in rules:
        return _checked_pairs(row, value)
    if "names" in rules and isinstance(value, list | tuple):
        value = ",".join(map(str, value))
    if rules.get("json") and isinstance(value, list | tuple | Mapping):
        value = json.dumps(value)
    if isinstance(value, bool) and {"on", "off"} <= set(rules.get("choices", ())):
        value = "on" if value else "off"
    if expected is float and type(value) is int:
        value = float(value)
    said = HIDDEN if rules.get("secret") else repr(shown(row.name, value))
    if type(value) is not expected:
        raise ConfigError(f"{row.name} must be {expected.__name__}, not {said}")
    if rules.get("filled") and not str(value).strip():
        raise ConfigError(f"{row.name} must not be empty; leave it out for {row.default!r}")
    if "choices" in rules and value not in rules["choices"]:
        raise ConfigError(f"{row.name} must be one of {', '.join(rules['choices'])}, not {said}")
    if "names" in rules and (unknown := [name for name in names(str(value)) if name not in rules["names"]]):
        raise ConfigError(f"{row.name} knows {', '.join(rules['names'])}, not {shown_addresses(', '.join(unknown))}")
    if "low" in rules and not rules["low"] <= value <= rules["high"]:
        raise ConfigError(f"{row.name} must be between {rules['low']} and {rules['high']}, not {value}")
    return value


def shown(name: str, value: Any) -> Any:
    """A value as it may be shown to people: a secret only says that it is there, an address has no password."""
    if value and row_of(name).metadata.get("secret"):
        return HIDDEN
    return _shown_pairs(value) if "pairs" in row_of(name).metadata else _without_passwords(value)


def _shown_pairs(value: Any) -> Any:
    """Pairs as they were given, each value by itself: an address may hold what parts pairs from one another."""
    if not isinstance(value, str) or "://" not in value:
        return _without_passwords(value)
    try:
        given = pairs(value)
    except (ValueError, AttributeError):
        return shown_addresses(value)
    bare = {name: shown_address(item) for name, item in given.items()}
    if bare == given:
        return shown_addresses(value)
    return json.dumps(bare) if value.startswith("{") else ", ".join(f"{name}={item}" for name, item in bare.items())


def _without_passwords(value: Any) -> Any:
    """A value of any shape that a file or a call can give."""
    if isinstance(value, Mapping):
        return {name: _without_passwords(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_passwords(item) for item in value]
    return shown_addresses(value) if isinstance(value, str) else value


def accepts(row: Row) -> str:
    """What a setting can be, in words."""
    rules = row.metadata
    known = rules.get("pairs")
    span = f"{rules['low']} to {rules['high']}" if "low" in rules else ""
    if "choices" in rules:
        return ", ".join(rules["choices"])
    if known is True:
        return "name=value, …"
    if known:
        return f"name=value, … with {', '.join(known)}" + (f"; values {span}" if span else "")
    if rules.get("json"):
        return "JSON"
    if "names" in rules:
        return f"some of {', '.join(rules['names'])}"
    return span or "text"


def _checked_pairs(row: Row, value: Any) -> str:
    """Pairs may be given as text, or as a table in the file or a mapping in a call; kept as text either way."""
    text = value
    if isinstance(value, Mapping):
        flat = {str(name): json.dumps(item) if isinstance(item, Mapping) else str(item) for name, item in value.items()}
        text = json.dumps(flat)
    try:
        found = pairs(text)
    except (ValueError, AttributeError) as error:
        raise ConfigError(f"{row.name} must be written as name=value, name=value") from error
    if "low" in row.metadata:
        _require_numbers(row, found)
    known = row.metadata["pairs"]
    if known is not True and (unknown := [name for name in found if name not in known]):
        raise ConfigError(f"{row.name} knows {', '.join(known)}, not {shown_addresses(', '.join(unknown))}")
    return str(text)


def _require_numbers(row: Row, found: Mapping[str, str]) -> None:
    """Pairs whose values are numbers within the setting's range."""
    low, high = row.metadata["low"], row.metadata["high"]
    for name, value in found.items():
        try:
            inside = low <= float(value) <= high
        except ValueError:
            inside = False
        if not inside:
            raise ConfigError(f"{row.name}: {name} must be a number between {low} and {high}, not {value!r}")
