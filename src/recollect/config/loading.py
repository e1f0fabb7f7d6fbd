"""Settings from everything that can say something about them. The only reader of the environment."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from recollect.config.checking import checked, near, pairs, row_of, table
from recollect.config.choices import (
    chosen_embedders,
    chosen_providers,
    qmd_paths,
    recall_options,
    recall_policy,
    require_extractor,
    state_folder,
    takes_openclaws_keys,
)
from recollect.config.explaining import Explained, explained, explained_all, unused
from recollect.config.openclaw_keys import kept_keys
from recollect.config.settings import PRESET_DEFAULTS, Settings
from recollect.config.sources import ENVIRONMENT_PREFIX, TENANT, Heard, hear, read_tree, usual_keys


def load(
    arguments: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """Settings from everything that can say something about them."""
    environment = os.environ if environment is None else environment
    return settled(heard(arguments, environment, file), environment)


def load_tree(tree: Mapping[str, Any]) -> Settings:
    """What a file says by itself; for whoever is about to write it."""
    return settled(hear(tree=tree), {})


def heard(
    arguments: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
    overrides: Mapping[str, str] | None = None,
) -> Heard:
    """Everything that was said about settings, and by whom."""
    environment = os.environ if environment is None else environment
    return hear(arguments, environment, read_tree(file) if file is not None else {}, overrides)


def settled(found: Heard, environment: Mapping[str, str]) -> Settings:
    """The settings that come out of what was said."""
    settings = _said(found)
    said = found.winners().get("extraction")
    if said is not None and said.source != TENANT:  # a tenant's own may have been right when it was set
        require_extractor(settings)
    recall_options(settings)
    recall_policy(settings)
    qmd_paths(settings)
    keys = pairs(settings.api_keys)
    for found_there in _further_keys(settings, environment).values():
        keys |= found_there
    return replace(settings, api_keys=json.dumps(keys) if keys else "")


def _said(found: Heard) -> Settings:
    winners = found.winners()
    values = {name: checked(row_of(name), said.value) for name, said in winners.items()}
    preset = winners.get("preset")
    usual = {} if preset is None or preset.source == TENANT else PRESET_DEFAULTS.get(values["preset"], {})
    return replace(Settings(), **{**usual, **values})


def _further_keys(settings: Settings, environment: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Where keys were found that no setting names -> these, by provider; for chosen providers alone."""
    given = pairs(settings.api_keys).keys()
    usual = usual_keys(chosen_providers(settings) - given, environment)
    lacking = chosen_embedders(settings) - given - usual.keys()
    kept: dict[str, str] = {}
    if lacking and takes_openclaws_keys(settings):
        everything = kept_keys(state_folder(settings), settings.agent, environment)
        kept = {provider: key for provider, key in everything.items() if provider in lacking}
    return {"environment, the usual variables of": usual, "OpenClaw's auth profiles, for": kept}


def explain(
    name: str,
    arguments: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
    overrides: Mapping[str, str] | None = None,
) -> Explained:
    """One setting, ours or another system's: its value, who spoke of it and who won."""
    environment = os.environ if environment is None else environment
    found = heard(arguments, environment, file, overrides)
    return explained(name, found, settled(found, environment), file, _keys_from(found, environment))


def explain_all(
    arguments: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> tuple[list[Explained], list[str]]:
    """Every setting of ours, and what was said in names that have no effect here."""
    environment = os.environ if environment is None else environment
    found = heard(arguments, environment, file)
    return explained_all(found, settled(found, environment), file, _keys_from(found, environment)), unused(found)


def _keys_from(found: Heard, environment: Mapping[str, str]) -> str:
    """Where keys come from that no setting names, in words."""
    there = _further_keys(_said(found), environment)
    return "; ".join(f"{place} {', '.join(sorted(keys))}" for place, keys in there.items() if keys)


def origin(name: str, environment: Mapping[str, str] | None = None, file: Path | None = None) -> str:
    """Which source a setting's value comes from, when no call argument says otherwise."""
    row_of(name)
    return explain(name, None, environment, file).source


def misspelt(environment: Mapping[str, str] | None = None) -> list[str]:
    """A line for each variable that is nearly one of ours and changes nothing. Others may use names that begin so."""
    environment = os.environ if environment is None else environment
    names = (name for name in environment if name.startswith(ENVIRONMENT_PREFIX))
    strange = {name: name.removeprefix(ENVIRONMENT_PREFIX).lower() for name in sorted(names)}
    meant = {name: near(setting, 0.8) for name, setting in strange.items() if setting not in table()}
    return [
        f"{name} is no setting and changes nothing; did you mean {ENVIRONMENT_PREFIX}{found[0].upper()}?"
        for name, found in meant.items()
        if found
    ]


def environment() -> dict[str, str]:
    """The environment, for a program that is started."""
    return dict(os.environ)


def tell_processes(name: str, value: str) -> None:
    """What processes that this one starts from now on find in their environment."""
    os.environ[name] = value


def editor(environment: Mapping[str, str] | None = None) -> str:
    """The command of the person's text editor."""
    environment = os.environ if environment is None else environment
    return environment.get("VISUAL") or environment.get("EDITOR") or "vi"
