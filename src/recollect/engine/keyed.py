"""A key that is used again: the next version of what holds it. What the caller names changes, everything else stays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from recollect.engine.comparing import OVERRIDE
from recollect.engine.written import next_version
from recollect.errors import InvalidInput, InvalidState
from recollect.model.batch import Ending
from recollect.model.record import Record
from recollect.rules.sectors import placed

STAYING: Final = ("layer", "kind", "tags", "sectors", "confidence", "valid_from", "valid_until", "expires_at")
"""Not what belongs to the new text: who told it, when, and how strong it is to begin with."""
_VALIDITY: Final = frozenset(("valid_from", "valid_until"))


Changing = Callable[[Record, Mapping[str, Any]], Record]
"""A record with other values of its fields, which are checked."""


@dataclass(frozen=True, kw_only=True)
class Given:
    """How records were given that may have keys."""

    named: tuple[Collection[str], ...] = ()
    """What was named of each; nothing of all."""
    relabelled: bool = False
    many: bool = False
    """One that is refused is named by its place."""


def versions(
    records: Sequence[Record], held: Callable[[str], Record | None], with_changes: Changing, now: datetime, given: Given
) -> tuple[list[Record], tuple[Ending, ...]]:
    """Records whose key is taken become the next version of what holds it."""
    made, endings = list[Record](), list[Ending]()
    for place, record in enumerate(records):
        old = held(record.key) if record.key is not None else None
        if old is None:
            made.append(record)
            continue
        named = given.named[place] if given.named else ()
        with _refusing(f"item {place}" if given.many else None):
            changed = _changed(old, record, named, now, with_changes)
        version, ending = again(old, record, changed, now, relabelled=given.relabelled)
        made.append(version)
        endings.append(ending)
    return made, tuple(endings)


def require_replaceable(old: Record, new: Record) -> None:
    if old.layer == OVERRIDE and new.layer != OVERRIDE:
        raise InvalidState(
            f"the key {new.key!r} belongs to the override {old.id}, which only update and delete change; "
            "give this one another key"
        )


def named_in(fields: Mapping[str, Any]) -> frozenset[str]:
    """None is as good as leaving it out."""
    return frozenset(name for name, value in fields.items() if value is not None)


@contextmanager
def _refusing(which: str | None) -> Iterator[None]:
    """What is refused is said to be that one of many."""
    try:
        yield
    except (InvalidInput, InvalidState) as error:
        if which is None:
            raise
        raise type(error)(f"{which}: {error}") from error


def _changed(old: Record, new: Record, named: Collection[str], now: datetime, with_changes: Changing) -> Record:
    """`old` with what `new` changes of it. What was given was checked before: what does not go together now does not
    go with what stays."""
    require_replaceable(old, new)
    try:
        return with_changes(old, changes_to(old, new, named, now))
    except InvalidInput as error:
        stays = f"what is not given stays as record {old.id} has it, which holds the key {old.key!r}: give both"
        raise type(error)(f"{error}; {stays}") from error


def changes_to(old: Record, new: Record, named: Collection[str], now: datetime) -> dict[str, Any]:
    """What `new` changes of `old`; metadata is merged. What has expired leaves nothing but that, and what was so until
    a day that has passed not when it was."""
    over = old.expires_at is not None and old.expires_at <= now
    fresh = frozenset(STAYING) if over else _VALIDITY if old.over_by(now) else frozenset()
    changed = {name: getattr(new, name) for name in STAYING if name in named or name in fresh}
    if old.sectors != placed(old.kind, old.content, layer=old.layer, metadata=old.metadata):
        changed.setdefault("sectors", old.sectors)  # somebody chose them: another kind does not change that
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
