"""Why a setting has the value it has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recollect.config import foreign
from recollect.config.checking import HIDDEN, accepts, row_of, shown, table
from recollect.config.foreign import SYSTEMS, WITHOUT_EFFECT, Foreign
from recollect.config.settings import PRESET_DEFAULTS, Settings
from recollect.config.sources import ARGUMENT, ENVIRONMENT, ENVIRONMENT_PREFIX, FILE, TENANT, Heard, Said


@dataclass(frozen=True, kw_only=True)
class Word:
    """What one source said, as it may be shown."""

    source: str
    value: Any


@dataclass(frozen=True, kw_only=True)
class Explained:
    """A setting, told."""

    name: str
    help: str
    value: Any
    source: str
    default: Any = None
    accepts: str = ""
    said: tuple[Word, ...] = ()
    """Everybody who spoke, the winner first."""
    variables: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    """Names of other systems that mean this one; of such a name: the settings it speaks of."""
    tenant: bool = False
    system: str | None = None
    """Whose name it is, when it is not ours."""


def explained(name: str, found: Heard, settings: Settings, file: Path | None, keys_from: str) -> Explained:
    """`keys_from`: where keys come from that nobody said, in words."""
    row = foreign.find(name)
    if name in table() or row is None:
        return _of_ours(name, found, settings, file, keys_from)
    return _of_theirs(name, row, found, file)


def explained_all(found: Heard, settings: Settings, file: Path | None, keys_from: str) -> list[Explained]:
    return [_of_ours(name, found, settings, file, keys_from) for name in table()]


def unused(found: Heard) -> list[str]:
    """A line for each name of another system that was given and has no effect."""
    return [f"{one.name} ({one.source}): {WITHOUT_EFFECT}; {one.foreign.note}" for one in found.unused]


def _of_ours(name: str, found: Heard, settings: Settings, file: Path | None, keys_from: str) -> Explained:
    row, rows = row_of(name), foreign.of_setting(name)
    said = tuple(Word(source=_source(one, file), value=_shown(one)) for one in found.about(name))
    value = getattr(settings, name)
    source = said[0].source if said else "default"
    if not said and value != row.default and name in PRESET_DEFAULTS.get(settings.preset, {}):
        source = f"default of the preset {settings.preset}"
    if name == "api_keys" and keys_from:
        source = f"{source}; {keys_from}" if said else keys_from
    return Explained(
        name=name,
        help=row.metadata["help"],
        value=shown(name, value),
        source=source,
        default=row.default,
        accepts=accepts(row),
        said=said,
        variables=(ENVIRONMENT_PREFIX + name.upper(), *(row.name for row in rows if row.variable)),
        aliases=tuple(row.name for row in rows),
        tenant=bool(row.metadata.get("tenant")),
    )


def _of_theirs(name: str, row: Foreign, found: Heard, file: Path | None) -> Explained:
    """A name of another system: what it means here, and whether its word counted."""
    own = [one for one in found.said if not one.own and foreign.find(one.name) == row]
    idle = [one for one in found.unused if one.foreign == row]
    winners = found.winners()
    lost = [one for one in own if winners[one.setting] is not one and winners[one.setting].own]
    said = tuple(Word(source=_source(one, file), value=HIDDEN if row.secret else _shown(one)) for one in own)
    if row.sets:
        help = f"{SYSTEMS[row.system]}'s name for {', '.join(row.sets)}" + (f"; {row.note}" if row.note else "")
    else:
        help = f"{SYSTEMS[row.system]}'s; {row.note if row.elsewhere else f'{WITHOUT_EFFECT}; {row.note}'}"
    source = "not said"
    if own:
        source = f"{said[0].source}, and loses to {winners[lost[0].setting].name}" if lost else said[0].source
    elif idle:
        source = f"{idle[0].source} {idle[0].name}, without effect"
    elif row.name in found.present:
        source = f"{found.present[row.name]} {row.name}"
    return Explained(
        name=name if row.name.endswith("*") else row.name,
        help=help,
        value=said[0].value if said else HIDDEN if row.secret and row.name in found.present else None,
        source=source,
        accepts=_accepts(row),
        said=said,
        variables=row.variables,
        aliases=tuple(dict.fromkeys(target.partition("[")[0] for target in row.sets)),
        system=row.system,
    )


def _accepts(row: Foreign) -> str:
    if row.low is not None:
        return f"{row.low:g} to {row.high:g}, clamped"
    if row.values:
        return ", ".join(f"{theirs} ({ours})" if ours else theirs for theirs, ours in row.values.items())
    return "what that system documents"


def _shown(one: Said) -> Any:
    return shown(one.setting, one.value)


def _source(one: Said, file: Path | None) -> str:
    if one.source == ARGUMENT:
        return "call"
    if one.source == FILE:
        return f"file {file}" if one.own else f"file {file}, {one.name}"
    if one.source == TENANT:
        return f"tenant, {one.name}"
    return f"{ENVIRONMENT} {one.name}"
