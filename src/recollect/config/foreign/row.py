"""One setting of another system, and what it says about ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

SWITCH: Mapping[str, str | None] = {"true": "on", "1": "on", "yes": "on", "false": "off", "0": "off", "no": "off"}
"""How other systems write on and off."""
WITHOUT_EFFECT = "known, and without effect"


@dataclass(frozen=True, kw_only=True)
class Foreign:
    """A documented name of another system."""

    system: str
    name: str
    """A variable, or the dotted path in that system's file; with `.*` at its end everything below."""
    sets: tuple[str, ...] = ()
    """Ours: `rrf_k`, or one name inside pairs: `retention_days[memory]`. Empty: it changes nothing, see `note`."""
    variable: bool = False
    """It is read from the environment too."""
    values: Mapping[str, str | None] = field(default_factory=dict)
    """Their word -> ours; None: it says nothing. Words that are not here stay as they are."""
    scale: float = 1
    low: float | None = None
    high: float | None = None
    """Clamped to this, as that system does."""
    when: str | None = None
    """A switch of the same system that must be on for this to count."""
    convert: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]] | None = None
    """For what a table cannot say: their value and all that system said -> ours and their values."""
    key_of: str | None = None
    """The provider whose key this is; read only when a person chose that provider."""
    whole: bool = False
    """Its value is a table and is taken as such."""
    elsewhere: bool = False
    """It has its effect without Recollect's doing: `note` says where."""
    secret: bool = False
    note: str | None = None
    """What a person should know; for a name that sets nothing: what it will take effect with."""

    @property
    def variables(self) -> tuple[str, ...]:
        return (self.name,) if self.variable else ()
