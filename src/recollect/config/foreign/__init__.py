"""Settings of other systems: every name they document, and what it says about ours.

A name that Recollect has no use for yet is known all the same, and `Foreign.note` says what it takes effect with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from recollect.config.checking import HIDDEN, row_of, type_of
from recollect.config.foreign import memoryos, omniroute, openclaw, openmemory, osaurus
from recollect.config.foreign.row import SWITCH, WITHOUT_EFFECT, Foreign
from recollect.errors import ConfigError

__all__ = [
    "ROWS",
    "SYSTEMS",
    "WITHOUT_EFFECT",
    "Effect",
    "Foreign",
    "effects",
    "effects_of",
    "find",
    "knows_below",
    "of_setting",
    "place",
    "with_agent",
]

SYSTEMS = {
    "omniroute": "OmniRoute",
    "osaurus": "Osaurus",
    "openclaw": "OpenClaw",
    "openmemory": "OpenMemory",
    "memoryos": "MemoryOS",
    "huggingface": "Hugging Face",
}
"""As the table names them -> as they are called."""
HUB = Foreign(system="huggingface", name="HF_ENDPOINT", sets=("hub_url",), variable=True)
ROWS = (*omniroute.ROWS, *osaurus.ROWS, *openclaw.ROWS, *openmemory.ROWS, *memoryos.ROWS, HUB)


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What one name of another system said about one setting of ours."""

    foreign: Foreign
    name: str
    """As it was found: below a `.*` the whole path."""
    target: str
    pair: str | None
    """The name inside pairs, when the setting holds pairs."""
    value: Any


@cache
def _by_name() -> Mapping[str, Foreign]:
    return {row.name: row for row in ROWS}


def find(name: str) -> Foreign | None:
    """The row of a name; Osaurus's are found with and without their table."""
    known = _by_name()
    row = known.get(name) or known.get(osaurus.PREFIX + name)
    if row is not None:
        return row
    parts = name.split(".")
    above = (".".join(parts[:length]) + ".*" for length in range(len(parts) - 1, 0, -1))
    return next((known[path] for path in above if path in known), None)


def knows_below(path: str) -> bool:
    """Whether names begin with a path, or stand below one of which everything is known."""
    return any(row.name.startswith(path) or _is_below(path, row) for row in ROWS)


def _is_below(path: str, row: Foreign) -> bool:
    return row.name.endswith(".*") and path.startswith(row.name[:-1])


def _row(name: str) -> Foreign:
    row = find(name)
    if row is None:
        raise ConfigError(f"{name!r} is no name of {', '.join(SYSTEMS)}")
    return row


def place(name: str) -> int:
    """Where a name stands in the table, which is the order in which names are heard."""
    return _places()[_row(name).name]


@cache
def _places() -> Mapping[str, int]:
    return {row.name: at for at, row in enumerate(ROWS)}


def of_setting(name: str) -> tuple[Foreign, ...]:
    """Every name of another system that can say something about a setting."""
    return tuple(row for row in ROWS if any(target.partition("[")[0] == name for target in row.sets))


def effects(said: Mapping[str, Any]) -> Iterator[Effect]:
    """What names of other systems (as they were found, with their values) say about our settings, in the order of the
    table: where two speak of the same, the later one counts."""
    for name in sorted((name for name in said if find(name) is not None), key=place):
        yield from effects_of(name, said)


def switches(row: Foreign, said: Mapping[str, Any]) -> bool:
    """Whether it is a switch that decides if others of these names count."""
    return any((other := find(name)) is not None and other.when == row.name for name in said)


def effects_of(name: str, said: Mapping[str, Any]) -> Iterator[Effect]:
    """What one of the names says, with the others beside it."""
    row, value = _row(name), said[name]
    canonical = {known.name: value for name, value in said.items() if (known := find(name)) is not None}
    if row.key_of is not None or (row.when is not None and not _is_on(canonical.get(row.when))):
        return
    for target, ours in _ours(row, name, value, canonical).items():
        if ours is not None:
            setting, _, pair = target.partition("[")
            yield Effect(foreign=row, name=name, target=setting, pair=pair.rstrip("]") or None, value=ours)


def with_agent(tree: Mapping[str, Any], agent: str | None) -> dict[str, Any]:
    """OpenClaw's tree with an agent's own values laid over the defaults; its list of agents is gone after that."""
    agents = tree.get("agents")
    if not isinstance(agents, Mapping) or "list" not in agents:
        return dict(tree)
    found = agents["list"]
    if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
        raise ConfigError(f"{openclaw.LIST} must be a list of agents, each with an id")
    own = next((one.get("memorySearch") for one in found if agent is not None and one.get("id") == agent), None)
    rest = {name: value for name, value in agents.items() if name != "list"}
    if isinstance(own, Mapping):
        rest = _over(rest, {"defaults": {"memorySearch": own}})
    return {**tree, "agents": rest}


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for name, value in above.items():
        under = merged.get(name)
        merged[name] = _over(under, value) if isinstance(value, Mapping) and isinstance(under, Mapping) else value
    return merged


def _ours(row: Foreign, name: str, value: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
    if value is None or value == "":
        return {}
    if row.convert is not None:
        ours = row.convert(value, said)
        return {
            target: _number(row, name, target, part) if isinstance(part, str) else part for target, part in ours.items()
        }
    word = _word(value)
    if word is not None and (row.values is SWITCH or word in row.values):
        if word not in row.values:
            raise ConfigError(f"{name} must be true or false, not {value!r}")
        switched: Any = row.values[word]
        return dict.fromkeys(row.sets, _typed(row.sets[0], switched) if row.sets and switched is not None else switched)
    return {target: _number(row, name, target, value) for target in row.sets}


def _word(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).lower() if isinstance(value, str | int) else None


def _is_on(value: Any) -> bool:
    return SWITCH.get(_word(value) or "") == "on"


def _is_number(target: str) -> bool:
    return "[" not in target and type_of(row_of(target)) in (int, float)


def _typed(target: str, text: str) -> Any:
    return type_of(row_of(target))(text) if _is_number(target) else text


def _number(row: Foreign, name: str, target: str, value: Any) -> Any:
    """A number in our unit, within the range of the system it comes from; anything else as it is."""
    if row.low is None and not _is_number(target):
        return value
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise ConfigError(f"{name} must be a number, not {HIDDEN if row.secret else repr(value)}") from error
    if isinstance(value, bool) or number != number:
        raise ConfigError(f"{name} must be a number, not {value!r}")
    number *= row.scale
    if row.low is not None and row.high is not None:
        number = float(min(max(number, row.low), row.high))
    whole = number.is_integer() and not (_is_number(target) and type_of(row_of(target)) is float)
    return int(number) if whole else number
