"""Settings: every knob with its default, and the only reader of the environment.

Precedence: call argument > environment > file > default. Names of other systems (`MEMORY_…`) are accepted as aliases
and lose to our own. Unknown names in the file and values out of range are refused with an error that says which.
A provider's usual key variable (`OPENAI_API_KEY`, …) is read for the providers a person chose and for no other. Secrets
are left out of `repr`, of messages and of what the command line shows.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from recollect.config.settings import (
    EMBEDDER_ORDERS,
    EMBEDDERS,
    KEY_VARIABLES,
    LLM_PROVIDERS,
    REMOTE_EMBEDDERS,
    Settings,
)
from recollect.errors import ConfigError

__all__ = [
    "EMBEDDER_ORDERS",
    "HIDDEN",
    "LLM_PROVIDERS",
    "REMOTE_EMBEDDERS",
    "Settings",
    "chosen_llms",
    "chosen_providers",
    "editor",
    "headers",
    "load",
    "names",
    "origin",
    "pairs",
    "sector_embedders",
    "shown",
    "with_overrides",
]

ENVIRONMENT_PREFIX = "RECOLLECT_"
HIDDEN = "(set, not shown)"


def load(
    arguments: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """Settings from everything that can say something about them."""
    environment = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    if file is not None and file.is_file():
        values.update(_from_file(file))
    values.update(_from_environment(environment))
    values.update({name: value for name, value in (arguments or {}).items() if value is not None})
    known = {setting.name: setting for setting in fields(Settings)}
    for name in values:
        if name not in known:
            raise ConfigError(f"unknown setting {name!r}; the settings are: {', '.join(sorted(known))}")
    settings = replace(Settings(), **{name: _checked(known[name], value) for name, value in values.items()})
    return replace(settings, api_keys=_with_usual_keys(settings, environment))


def with_overrides(settings: Settings, overrides: Mapping[str, Any]) -> Settings:
    """The settings of a tenant that has set some itself."""
    known = {setting.name: setting for setting in fields(Settings)}
    for name in overrides:
        if name not in known or not known[name].metadata.get("tenant"):
            own = ", ".join(sorted(name for name, one in known.items() if one.metadata.get("tenant")))
            raise ConfigError(f"{name!r} is not a setting of a tenant; those are: {own}")
    return replace(settings, **{name: _checked(known[name], value) for name, value in overrides.items()})


def origin(name: str, environment: Mapping[str, str] | None = None, file: Path | None = None) -> str:
    """Which source a setting's value comes from, when no call argument says otherwise."""
    environment = os.environ if environment is None else environment
    known = {setting.name: setting for setting in fields(Settings)}
    if name not in known:
        raise ConfigError(f"unknown setting {name!r}; the settings are: {', '.join(sorted(known))}")
    if environment.get(ENVIRONMENT_PREFIX + name.upper()):
        return f"environment {ENVIRONMENT_PREFIX}{name.upper()}"
    alias = known[name].metadata.get("alias")
    if alias and environment.get(alias):
        return f"environment {alias}"
    if file is not None and file.is_file() and name in _from_file(file):
        return f"file {file}"
    return "default"


def shown(name: str, value: Any) -> Any:
    """A value as it may be shown to people: a secret only says that it is there."""
    setting = next(setting for setting in fields(Settings) if setting.name == name)
    return HIDDEN if value and setting.metadata.get("secret") else value


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


def chosen_llms(settings: Settings) -> tuple[str, ...]:
    """The providers that extraction may ask, in order; none when it is off."""
    if settings.llm == "off":
        return ()
    order = names(settings.llm_order)
    if settings.llm != "on":
        return (settings.llm, *(name for name in order if name != settings.llm))
    if not order:
        raise ConfigError("llm = on needs llm_order, such as gemini,openai,anthropic")
    return order


def chosen_providers(settings: Settings) -> frozenset[str]:
    """Every remote provider a person chose by name, or by an order they chose by name."""
    of_sectors = {name for name, _ in sector_embedders(settings).values()}
    embedders = {settings.embedder, settings.embedder_fallback, *of_sectors}
    ordered = {name for order, row in EMBEDDER_ORDERS.items() if order in embedders for name in row}
    return frozenset(chosen_llms(settings)) | ordered | (embedders & set(REMOTE_EMBEDDERS))


def sector_embedders(settings: Settings) -> dict[str, tuple[str, str | None]]:
    """Sector -> its embedder and that one's model, in the advanced mode; none in the simple one."""
    if settings.embed_mode == "simple":
        return {}
    found = {}
    for sector, said in pairs(settings.sector_embedders).items():
        name, _, model = said.partition(":")
        if name not in EMBEDDERS or name in ("auto", "none"):
            known = ", ".join(known for known in EMBEDDERS if known not in ("auto", "none"))
            raise ConfigError(f"sector_embedders: {sector} names the embedder {name!r}; the embedders are {known}")
        found[sector] = (name, model or None)
    return found


def _with_usual_keys(settings: Settings, environment: Mapping[str, str]) -> str:
    """`api_keys`, completed from the usual variables of the chosen providers."""
    keys = pairs(settings.api_keys)
    for provider in sorted(chosen_providers(settings) - keys.keys()):
        for variable in KEY_VARIABLES.get(provider, ()):
            if environment.get(variable):
                keys[provider] = environment[variable]
                break
    return json.dumps(keys) if keys else ""


def editor(environment: Mapping[str, str] | None = None) -> str:
    """The command of the person's text editor."""
    environment = os.environ if environment is None else environment
    return environment.get("VISUAL") or environment.get("EDITOR") or "vi"


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"the settings file {file} cannot be read: {error}") from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for setting in fields(Settings):
        alias = setting.metadata.get("alias")
        if alias and environment.get(alias):
            text = setting.metadata.get("alias_values", {}).get(environment[alias], environment[alias])
            values[setting.name] = _number(setting, text, scale=setting.metadata.get("scale", 1))
        own = environment.get(ENVIRONMENT_PREFIX + setting.name.upper())
        if own:
            values[setting.name] = _number(setting, own)
    return values


def _type(setting: Any) -> type:
    """What a setting's value is; one without a default is text unless it says otherwise."""
    if setting.default is not None:
        return type(setting.default)
    given: type = setting.metadata.get("type", str)
    return given


def _number(setting: Any, text: str, scale: float = 1) -> Any:
    """Text from the environment as the setting's type."""
    if _type(setting) not in (int, float):
        return text
    try:
        value = float(text) * scale
    except ValueError as error:
        raise ConfigError(f"{setting.name} must be a number, not {text!r}") from error
    return int(value) if _type(setting) is int and value.is_integer() else value


def _checked(setting: Any, value: Any) -> Any:
    rules, expected = setting.metadata, _type(setting)
    if "pairs" in rules:
        return _checked_pairs(setting, value)
    if "names" in rules and isinstance(value, list | tuple):
        value = ",".join(map(str, value))
    if expected is float and type(value) is int:
        value = float(value)
    said = HIDDEN if rules.get("secret") else repr(value)
    if type(value) is not expected:
        raise ConfigError(f"{setting.name} must be {expected.__name__}, not {said}")
    if "choices" in rules and value not in rules["choices"]:
        raise ConfigError(f"{setting.name} must be one of {', '.join(rules['choices'])}, not {said}")
    if "names" in rules and (unknown := [name for name in names(str(value)) if name not in rules["names"]]):
        raise ConfigError(f"{setting.name} knows {', '.join(rules['names'])}, not {', '.join(unknown)}")
    if "low" in rules and not rules["low"] <= value <= rules["high"]:
        raise ConfigError(f"{setting.name} must be between {rules['low']} and {rules['high']}, not {value}")
    return value


def _checked_pairs(setting: Any, value: Any) -> str:
    """Pairs may be given as text, or as a table in the file or a mapping in a call; kept as text either way."""
    text = value
    if isinstance(value, Mapping):
        flat = {str(name): json.dumps(item) if isinstance(item, Mapping) else str(item) for name, item in value.items()}
        text = json.dumps(flat)
    try:
        found = pairs(text)
    except (ValueError, AttributeError) as error:
        raise ConfigError(f"{setting.name} must be written as name=value, name=value") from error
    if "low" in setting.metadata:
        _require_numbers(setting, found)
    known = setting.metadata["pairs"]
    if known is not True and (unknown := [name for name in found if name not in known]):
        raise ConfigError(f"{setting.name} knows {', '.join(known)}, not {', '.join(unknown)}")
    return str(text)


def _require_numbers(setting: Any, found: Mapping[str, str]) -> None:
    """Pairs whose values are numbers within the setting's range."""
    low, high = setting.metadata["low"], setting.metadata["high"]
    for name, value in found.items():
        try:
            inside = low <= float(value) <= high
        except ValueError:
            inside = False
        if not inside:
            raise ConfigError(f"{setting.name}: {name} must be a number between {low} and {high}, not {value!r}")
