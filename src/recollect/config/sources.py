"""Who said what about a setting: the file, the environment, a tenant, a call; ours and other systems' names.

Later in `ORDER` wins. Among file and environment a name of another system loses to our own wherever that stands; a
tenant's own values go above both, and there too our names win.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recollect.config import foreign
from recollect.config.checking import checked, from_text, row_of, table, unknown
from recollect.config.foreign import Effect, Foreign
from recollect.config.settings import KEY_VARIABLES
from recollect.errors import ConfigError

ENVIRONMENT_PREFIX = "RECOLLECT_"
FILE_BYTES_MAX = 10_000_000
DEFAULT, FILE, ENVIRONMENT, TENANT, ARGUMENT = "default", "file", "environment", "tenant", "argument"
ORDER = (
    (FILE, False),
    (ENVIRONMENT, False),
    (FILE, True),
    (ENVIRONMENT, True),
    (TENANT, False),
    (TENANT, True),
    (ARGUMENT, True),
)
"""Source, and whether it used our own name; weakest first. What nobody spoke of has its default."""


@dataclass(frozen=True, kw_only=True)
class Said:
    """One source's word on one setting."""

    setting: str
    value: Any
    source: str
    name: str
    """As it was written there."""
    own: bool = True

    @property
    def rank(self) -> int:
        return ORDER.index((self.source, self.own))


@dataclass(frozen=True, kw_only=True)
class Unused:
    """A name of another system that was given and changes nothing here."""

    name: str
    source: str
    foreign: Foreign


@dataclass(frozen=True, kw_only=True)
class Heard:
    """Everything that was said."""

    said: tuple[Said, ...]
    unused: tuple[Unused, ...]
    present: Mapping[str, str]
    """Names of other systems that were given, and the source: also keys and what others than Recollect read."""

    def winners(self) -> dict[str, Said]:
        return {one.setting: one for one in sorted(self.said, key=lambda one: one.rank)}

    def about(self, setting: str) -> tuple[Said, ...]:
        """What was said about one setting, strongest first."""
        return tuple(sorted((one for one in self.said if one.setting == setting), key=lambda one: -one.rank))


def hear(
    arguments: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    tree: Mapping[str, Any] | None = None,
    overrides: Mapping[str, str] | None = None,
) -> Heard:
    """What each source says. `tree` is the file's content, `overrides` a tenant's own values as text."""
    environment = environment or {}
    own_file, foreign_file = split(foreign.with_agent(tree or {}, _agent(arguments, environment, tree)))
    own_environment = {
        name: environment[variable]
        for name in table()
        if environment.get(variable := ENVIRONMENT_PREFIX + name.upper())
    }
    foreign_environment = {
        row.name: environment[row.name] for row in foreign.ROWS if row.variable and environment.get(row.name)
    }
    own_tenant, foreign_tenant = split(overrides or {})
    given = {name: value for name, value in (arguments or {}).items() if value is not None}
    said = [
        *_translated({FILE: foreign_file, ENVIRONMENT: foreign_environment, TENANT: foreign_tenant}),
        *(Said(setting=name, value=value, source=FILE, name=name) for name, value in own_file.items()),
        *_own_texts(ENVIRONMENT, own_environment),
        *_own_texts(TENANT, own_tenant),
        *(Said(setting=row_of(name).name, value=value, source=ARGUMENT, name=name) for name, value in given.items()),
    ]
    found = ((FILE, foreign_file), (ENVIRONMENT, foreign_environment), (TENANT, foreign_tenant))
    present = {name: source for source, names in found for name in names}
    return Heard(said=tuple(said), unused=tuple(_unused(found)), present=present)


def read_tree(file: Path) -> dict[str, Any]:
    """The content of a settings file; nothing when there is none."""
    try:
        if file.is_dir():
            raise ConfigError(f"the settings file {file} is a folder; put the file in its place, or remove it")
        if not file.is_file():
            return {}
        if file.stat().st_size > FILE_BYTES_MAX:
            raise ConfigError(f"the settings file {file} is larger than {FILE_BYTES_MAX:,} bytes")
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"the settings file {file} cannot be read: {error}") from error


def split(tree: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Our own settings of a tree, flat, and the names of other systems, dotted. An unknown name is refused."""
    own: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for path, value in _leaves(tree, ()):
        name = "_".join(path)
        if name in table():
            if name in own:
                raise ConfigError(f"{name} is said twice, once flat and once in a table; keep one")
            own[name] = value
        else:
            others[".".join(path)] = value
    return own, others


def _leaves(tree: Mapping[str, Any], above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in tree.items():
        path = (*above, *str(key).split("."))
        own = table().get("_".join(path))
        row = foreign.find(".".join(path))
        below = isinstance(value, Mapping) and _leads_on(path)
        if own is None and row is None and not below:
            raise unknown(".".join(path))
        is_table = own is not None and ("pairs" in own.metadata or "json" in own.metadata)
        whole = is_table or (row is not None and row.whole)
        if below and not whole:
            yield from _leaves(value, path)
        else:
            yield path, value


def _leads_on(path: tuple[str, ...]) -> bool:
    """Whether names are known below this table."""
    ours, theirs = "_".join(path) + "_", ".".join(path) + "."
    return any(name.startswith(ours) for name in table()) or foreign.knows_below(theirs)


def _agent(
    arguments: Mapping[str, Any] | None, environment: Mapping[str, str], tree: Mapping[str, Any] | None
) -> str | None:
    """The agent this process speaks for, who may have values of its own in OpenClaw's tree."""
    said = (arguments or {}).get("agent") or environment.get(ENVIRONMENT_PREFIX + "AGENT") or (tree or {}).get("agent")
    return said if isinstance(said, str) else None


def _own_texts(source: str, found: Mapping[str, Any]) -> Iterator[Said]:
    for name, text in found.items():
        written = ENVIRONMENT_PREFIX + name.upper() if source == ENVIRONMENT else name
        value = from_text(row_of(name), text) if isinstance(text, str) else text
        yield Said(setting=name, value=value, source=source, name=written)


def _translated(found: Mapping[str, Mapping[str, Any]]) -> Iterator[Said]:
    """What other systems' names say. Inside pairs each speaks of its own part, so that they add up."""
    gathered: dict[str, dict[str, str]] = {}
    for source, said in found.items():
        for effect in foreign.effects(said):
            value = effect.value
            if effect.pair is not None:
                parts = gathered.setdefault(effect.target, {})
                parts[effect.pair] = pair_text(value)
                value = json.dumps(parts)
            _require_valid(effect, value)
            yield Said(setting=effect.target, value=value, source=source, name=effect.name, own=False)


def _require_valid(effect: Effect, value: Any) -> None:
    try:
        checked(row_of(effect.target), value)
    except ConfigError as error:
        raise ConfigError(f"{effect.name} (of {effect.foreign.system}): {error}") from error


def pair_text(value: Any) -> str:
    """A value inside pairs; pairs are text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _unused(found: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[Unused]:
    for source, said in found:
        for name in said:
            row = foreign.find(name)
            if row is not None and not row.sets and not row.elsewhere:
                yield Unused(name=name, source=source, foreign=row)


def usual_keys(providers: Iterable[str], environment: Mapping[str, str]) -> dict[str, str]:
    """Keys of these providers in their usual variables."""
    found: dict[str, str] = {}
    for provider in sorted(providers):
        for variable in KEY_VARIABLES.get(provider, ()):
            if environment.get(variable):
                found[provider] = environment[variable]
                break
    return found
