"""A key that is used again: the next version of what holds it. What the caller names changes, everything else stays."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from recollect.engine.weighing import OVERRIDE
from recollect.engine.written import next_version
from recollect.errors import InvalidState
from recollect.model.batch import Ending
from recollect.model.record import Record

STAYING: Final = ("layer", "kind", "tags", "sectors", "confidence", "valid_from", "valid_until", "expires_at")
"""Not what belongs to the new text: who told it, when, and how strong it is to begin with."""
_VALIDITY: Final = frozenset(("valid_from", "valid_until"))


def require_replaceable(old: Record, new: Record) -> None:
    if old.layer == OVERRIDE and new.layer != OVERRIDE:
        raise InvalidState(
            f"the key {new.key!r} belongs to the override {old.id}, which only update and delete change; "
            "give this one another key"
        )


def named_in(fields: Mapping[str, Any]) -> frozenset[str]:
    """None is as good as leaving it out."""
    return frozenset(name for name, value in fields.items() if value is not None)


def changes_to(old: Record, new: Record, named: Collection[str], now: datetime) -> dict[str, Any]:
    """What `new` changes of `old`; metadata is merged. What has expired leaves nothing but that, and what was so until
    a day that has passed not when it was."""
    over = old.expires_at is not None and old.expires_at <= now
    fresh = frozenset(STAYING) if over else _VALIDITY if old.over_by(now) else frozenset()
    changed = {name: getattr(new, name) for name in STAYING if name in named or name in fresh}
    return changed | {"content": new.content, "metadata": {**old.metadata, **new.metadata}}


def again(old: Record, new: Record, changed: Record, now: datetime, *, relabelled: bool) -> tuple[Record, Ending]:
    """`new` as the next version of `old`, with all that stays as `changed` has it. `relabelled`: its labels are as they
    are given, those that are none as well."""
    labels = {} if relabelled else {name: getattr(old.scope, name) for name in ("agent", "session", "project")}
    missing = {name: value for name, value in labels.items() if getattr(new.scope, name) is None}
    whole = replace(
        new,
        scope=replace(new.scope, **missing),
        metadata=changed.metadata,
        decay_rate=changed.decay_rate,
        **{name: getattr(changed, name) for name in STAYING},
    )
    return next_version(old, whole, now)
