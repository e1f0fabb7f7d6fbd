"""Settings from everything that can say something about them. The only reader of the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from recollect.config.checking import checked, row_of
from recollect.config.choices import chosen_providers, qmd_paths, recall_options, recall_policy
from recollect.config.explaining import Explained, explained, explained_all, unused
from recollect.config.settings import Settings
from recollect.config.sources import Heard, hear, read_tree, usual_keys


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
    values = {name: checked(row_of(name), said.value) for name, said in found.winners().items()}
    settings = replace(Settings(), **values)
    recall_options(settings)
    recall_policy(settings)
    qmd_paths(settings)
    return replace(settings, api_keys=usual_keys(chosen_providers(settings), settings.api_keys, environment))


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
    return explained(name, found, settled(found, environment), file)


def explain_all(
    arguments: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> tuple[list[Explained], list[str]]:
    """Every setting of ours, and what was said in names that have no effect here."""
    environment = os.environ if environment is None else environment
    found = heard(arguments, environment, file)
    return explained_all(found, settled(found, environment), file), unused(found)


def origin(name: str, environment: Mapping[str, str] | None = None, file: Path | None = None) -> str:
    """Which source a setting's value comes from, when no call argument says otherwise."""
    row_of(name)
    return explain(name, None, environment, file).source


def environment() -> dict[str, str]:
    """The environment, for a program that is started."""
    return dict(os.environ)


def editor(environment: Mapping[str, str] | None = None) -> str:
    """The command of the person's text editor."""
    environment = os.environ if environment is None else environment
    return environment.get("VISUAL") or environment.get("EDITOR") or "vi"
