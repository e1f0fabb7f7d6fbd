"""Reading another system's settings file, and saying in our names what it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recollect.config import foreign, relaxed
from recollect.config.checking import checked, pairs, row_of
from recollect.config.foreign import WITHOUT_EFFECT, Effect, Foreign, memoryos, omniroute
from recollect.config.foreign.openclaw import NAMED, is_reference
from recollect.config.sources import FILE_BYTES_MAX, pair_text
from recollect.errors import ConfigError

FORMATS = {
    "omniroute": "JSON of /api/settings/memory or of its database, or a .env file",
    "osaurus": "memory.json",
    "openclaw": "openclaw.json",
    "openmemory": "a .env file",
    "memoryos": "a .env file",
}


@dataclass(frozen=True, kw_only=True)
class Imported:
    """What a file of another system comes to here."""

    values: Mapping[str, Any]
    """Our settings."""
    lines: tuple[tuple[str, str], ...] = field(default=())
    """Each name that was understood, and the setting it speaks of."""
    notes: tuple[str, ...] = ()
    """What was left out, and why."""


def read_foreign(
    system: str, file: Path, *, agent: str | None = None, present: Mapping[str, Any] | None = None
) -> Imported:
    """A settings file in our names. `present`: what our own file says now; of pairs the other parts are kept."""
    if system not in FORMATS:
        raise ConfigError(f"unknown system {system!r}; there are {', '.join(FORMATS)}")
    try:
        if file.stat().st_size > FILE_BYTES_MAX:
            raise ConfigError(f"{file} is larger than {FILE_BYTES_MAX:,} bytes; that is no settings file")
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} cannot be read: {error}") from error
    try:
        said = _said(system, text, file, agent)
        found = translated(system, said, present=present)
    except RecursionError as error:
        raise ConfigError(f"{file} is nested too deeply for a settings file") from error
    if found.values or found.notes:
        return found
    below = "; what OpenClaw reads stands below agents.defaults, as agents.defaults.memorySearch"
    hint = f"{file}: nothing in it changes a setting here; expected {FORMATS[system]}"
    return Imported(values={}, notes=(hint + (below if system == "openclaw" else ""),))


def translated(system: str, said: Mapping[str, Any], *, present: Mapping[str, Any] | None = None) -> Imported:
    """Names of another system, dotted, in ours. One that is not understood is left out and noted."""
    known, notes, values = dict[str, Any](), list[str](), dict[str, Any]()
    lines: list[tuple[str, str]] = []
    for name, value in said.items():
        row = foreign.find(name)
        if system == memoryos.SYSTEM and name.lower() in memoryos.SAME_NAMES:
            values[name.lower()] = checked(row_of(name.lower()), value)
            lines.append((name, name.lower()))
        elif row is None or row.system != system:
            notes.append(f"{name}: not a name of {system} that Recollect knows; left out")
        elif row.elsewhere or row.key_of is not None:
            notes.append(f"{name}: a key; it is left in the environment, where it is found")
        elif not row.sets and foreign.switches(row, said):
            known[name] = value  # it sets nothing itself, and others count while it is on
        elif not row.sets:
            notes.append(f"{name}: {WITHOUT_EFFECT}; {row.note}")
        elif row.secret and row.whole and isinstance(value, Mapping):  # headers: of several, some are plain
            plain = {one: part for one, part in value.items() if not _is_kept_elsewhere(part)}
            notes += [_left_out(f"{name}.{one}", row) for one in value if one not in plain]
            known |= {name: plain} if plain else {}
        elif is_reference(value) or (row.secret and _is_kept_elsewhere(value)):
            notes.append(_left_out(name, row))
        else:
            known[name] = value
    for name in sorted(known, key=foreign.place):
        try:
            for effect in foreign.effects_of(name, known):
                _take(values, effect, present or {})
                lines.append((name, effect.target + (f"[{effect.pair}]" if effect.pair else "")))
        except ConfigError as error:
            notes.append(f"{name}: {error}; left out")
    return Imported(values=values, lines=tuple(lines), notes=tuple(notes))


def _is_kept_elsewhere(secret: Any) -> bool:
    """A secret is a plain text; a table says where OpenClaw finds it."""
    return isinstance(secret, Mapping | list) or is_reference(secret)


def _left_out(name: str, row: Foreign) -> str:
    """Without the value: beside the reference there may be a part of a secret."""
    return (
        f"{name}: refers to a value that is kept elsewhere and is not looked up; left out: set {row.sets[0]} yourself"
    )


def _take(values: dict[str, Any], effect: Effect, present: Mapping[str, Any]) -> None:
    row = row_of(effect.target)
    value = effect.value
    if effect.pair is not None:
        so_far = values.get(effect.target, present.get(effect.target, ""))
        parts = {**(so_far if isinstance(so_far, Mapping) else pairs(so_far)), effect.pair: pair_text(value)}
        value = ", ".join(f"{name}={part}" for name, part in parts.items())
    values[effect.target] = checked(row, value)


def _said(system: str, text: str, file: Path, agent: str | None) -> dict[str, Any]:
    """The file's names, dotted as in the table of that system, with their values."""
    if system in ("openmemory", "memoryos") or (system == "omniroute" and not text.lstrip().startswith(("{", "/"))):
        return dict(_variables(text))
    try:
        tree = relaxed.loads(text)
    except ValueError as error:
        raise ConfigError(f"{file} is not JSON: {error}") from error
    if not isinstance(tree, Mapping):
        raise ConfigError(f"{file} must hold one JSON object with settings")
    if system == "omniroute":
        return {omniroute.API_NAMES.get(name, name): value for name, value in tree.items()}
    if system == "osaurus":
        return {f"osaurus.{name}": value for name, value in tree.items()}
    chosen = foreign.with_agent(tree, agent)
    agents = chosen.get("agents")
    found: dict[str, Any] = {"memory": chosen["memory"]} if isinstance(chosen.get("memory"), Mapping) else {}
    # OpenClaw's file holds much that is not about memory
    if isinstance(agents, Mapping) and isinstance(agents.get("defaults"), Mapping):
        wanted = ("memorySearch", "workspace")
        found["agents"] = {
            "defaults": {name: agents["defaults"][name] for name in wanted if name in agents["defaults"]}
        }
    return {**dict(_dotted(found, "")), **dict(_providers(chosen.get("models")))}


def _providers(models: Any) -> Iterator[tuple[str, Any]]:
    """What OpenClaw says of the providers of embedders, as far as it is used here."""
    providers = models.get("providers") if isinstance(models, Mapping) else None
    for name, said in providers.items() if isinstance(providers, Mapping) else ():
        for one in ("apiKey", "baseUrl", "headers") if name in NAMED and isinstance(said, Mapping) else ():
            if one in said:
                yield f"models.providers.{name}.{one}", said[one]


def _dotted(tree: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        path = f"{above}{name}"
        row = foreign.find(path)
        if isinstance(value, Mapping) and not (row is not None and (row.whole or row.secret)):
            yield from _dotted(value, f"{path}.")
        else:
            yield path, value


def _variables(text: str) -> Iterator[tuple[str, str]]:
    """`NAME=value` lines as shells and containers read them."""
    for line in text.splitlines():
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if not equals or name.startswith("#"):
            continue
        value = value.strip()
        if value[:1] in ("'", '"') and value[-1:] == value[:1] and len(value) > 1:
            value = value[1:-1]
        else:
            value = value.split(" #", 1)[0].strip()
        yield name.strip(), value
