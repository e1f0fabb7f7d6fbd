"""The verbs that write and that age: add, change, forget, settle, fix, sweep, compact, erase."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from recollect.client import batches, wire
from recollect.client.http import encoded
from recollect.client.opening import Opened, as_sent, flags, identifier, whole, whose, without_defaults
from recollect.client.wire import understood
from recollect.errors import InvalidInput
from recollect.model.added import Added
from recollect.model.ageing import REINFORCEMENT, Cleared, Compaction, Receipt, Swept
from recollect.model.decision import Decision
from recollect.model.graph import Entity
from recollect.model.layers import Profile
from recollect.model.record import Record

Done = TypeVar("Done")
Progress = Callable[[int, int], None]
"""Told how much is done, and of how much; over a network once, at the end."""


class Writing(Opened):
    """Putting into a memory on a server and changing what is there."""

    def add(
        self,
        content: str | Sequence[Mapping[str, Any]],
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        wait: bool = False,
        learn: bool = True,
        **fields: Any,
    ) -> Added:
        """See `Memory.add`."""
        flags(wait=wait, learn=learn)
        labels = self._labels(user, agent, session, project)
        if isinstance(content, str):
            return understood(wire.added, self._http.write("memories", body=_text(content, fields, labels)))
        if not isinstance(content, list | tuple):
            raise InvalidInput(f"content must be text or a list of messages, not {type(content).__name__}")
        if fields:
            raise InvalidInput(
                f"a conversation takes no {sorted(fields)[0]!r}; put it into the messages, or store text on its own"
            )
        messages = [as_sent(message) if isinstance(message, Mapping) else message for message in content]
        body = {"messages": messages, "wait": wait, **({} if learn else {"learn": False}), **labels}
        return understood(wire.added, self._http.write("turns", body=body))

    def add_many(
        self,
        items: Sequence[str | Mapping[str, Any]],
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
    ) -> Added:
        """See `Memory.add_many`. More than one request carries are sent in several, each a transaction of its own."""
        if not isinstance(items, list | tuple):
            raise InvalidInput(f"add_many takes a list of texts or mappings, not {type(items).__name__}")
        labels = self._labels(user, agent, session, project)
        return batches.sent(
            [_item(item, place) for place, item in enumerate(items)],
            lambda part: encoded({"items": part, **labels}),
            lambda content: understood(wire.added, self._http.write("memories", "batch", content=content)),
        )

    def update(self, id: str, *, if_version: int | None = None, **changes: Any) -> Record:
        """See `Memory.update`."""
        if not changes:
            raise InvalidInput("nothing to change was given; name at least one field, for example content=…")
        headers = {} if if_version is None else {"If-Match": f'"{whole(if_version=if_version)["if_version"]}"'}
        answer = self._http.write("memories", identifier(id), body=as_sent(changes), method="PATCH", headers=headers)
        return understood(wire.record, answer)

    def archive(self, id: str) -> Record:
        """See `Memory.archive`."""
        return understood(wire.record, self._http.write("memories", identifier(id), "archive"))

    def unarchive(self, id: str, *, key: str | None = None) -> Record:
        """See `Memory.unarchive`."""
        body = None if key is None else {"key": key}
        return understood(wire.record, self._http.write("memories", identifier(id), "unarchive", body=body))

    def delete(self, *ids: str) -> int:
        """See `Memory.delete`."""
        if not ids:
            return 0
        body = {"ids": [identifier(id) for id in ids]}
        return understood(_number("removed"), self._http.write("memories", "delete", body=body))

    def revert(self, id: str, *, version: int) -> Record:
        """See `Memory.revert`."""
        return understood(
            wire.record, self._http.write("memories", identifier(id), "revert", body=whole(version=version))
        )

    def reinforce(self, id: str, boost: float = REINFORCEMENT) -> Record:
        """See `Memory.reinforce`."""
        return understood(wire.record, self._http.write("memories", identifier(id), "reinforce", body={"boost": boost}))

    def resolve(self, conflict_id: str, choice: str) -> Decision:
        """See `Memory.resolve`."""
        answer = self._http.write("conflicts", identifier(conflict_id, "conflict"), "resolve", body={"choice": choice})
        return understood(wire.decision, answer)

    def override(self, text: str, *, user: str | None = None, **fields: Any) -> Added:
        """See `Memory.override`."""
        given = {name: value for name, value in fields.items() if name != "layer"}
        return understood(wire.added, self._http.write("overrides", body=_text(text, given, whose(user=user))))

    def rebuild_profile(self, *, user: str | None = None) -> Profile:
        """See `Memory.rebuild_profile`."""
        return understood(wire.profile, self._http.write("profile", "rebuild", body=whose(user=user)))

    # --- jobs ---------------------------------------------------------------------------------------------------

    def flush(self, *, user: str | None = None, timeout_s: float | None = None) -> int:
        """See `Memory.flush`."""
        return self._waited("flush", user, timeout_s)

    def sync(self, *, user: str | None = None, timeout_s: float | None = None) -> int:
        """See `Memory.sync`."""
        return self._waited("sync", user, timeout_s)

    def _waited(self, verb: str, user: str | None, timeout_s: float | None) -> int:
        def step(slice_s: float) -> int:
            answer = self._http.ask(verb, body=whose(user=user), query={"timeout_s": slice_s}, takes_s=slice_s)
            return understood(_number("left"), answer)

        return self._until(timeout_s, step)

    def retry(self, job_id: str) -> bool:
        """See `Memory.retry`."""
        answer = self._http.write("jobs", identifier(job_id, "job"), "retry")
        return understood(lambda plain: bool(plain["retried"]), answer)

    # --- ageing -------------------------------------------------------------------------------------------------

    def sweep(self, *, user: str | None = None, dry_run: bool = False, progress: Progress | None = None) -> Swept:
        """See `Memory.sweep`."""
        body = {**whose(user=user), **flags(dry_run=dry_run)}
        done = understood(wire.swept, self._http.write("sweep", body=body))
        return _told(progress, done, done.archived)

    def compact(
        self,
        *,
        user: str | None = None,
        session: str | None = None,
        older_than_days: float | None = None,
        tokens_max: int | None = None,
        retention_days: float | None = None,
        keyed: bool = False,
        typed: bool = False,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> Compaction:
        """See `Memory.compact`."""
        given = {"older_than_days": older_than_days, "tokens_max": tokens_max, "retention_days": retention_days}
        told = flags(keyed=keyed, typed=typed, dry_run=dry_run)
        body = {**whose(user=user, session=session), **without_defaults(given), **told}
        done = understood(wire.compaction, self._http.write("compact", body=body))
        return _told(progress, done, done.candidates)

    def undo_compaction(self, summary_id: str) -> int:
        """See `Memory.undo_compaction`."""
        return understood(_number("restored"), self._http.write("compact", identifier(summary_id), "undo"))

    def clear(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        everyone: bool = False,
        dry_run: bool = False,
        progress: Progress | None = None,
        **filters: Any,
    ) -> Cleared:
        """See `Memory.clear`."""
        body = {
            **self._labels(user, agent, session, project),
            **as_sent(filters),
            **flags(everyone=everyone, dry_run=dry_run),
        }
        done = understood(wire.cleared, self._http.write("memories", "clear", body=body))
        return _told(progress, done, done.matching)

    def erase(self, *, user: str | None = None, everyone: bool = False, keys: bool = True) -> Receipt:
        """See `Memory.erase`. Keys go only where this client's own key may manage them."""
        body = {**whose(user=user), **flags(everyone=everyone)} | ({} if keys else flags(keys=keys))
        return understood(wire.receipt, self._http.write("erase", body=body))

    def merge_entities(self, keep: str, other: str, *, user: str | None = None) -> Entity:
        """See `Memory.merge_entities`."""
        return understood(
            wire.entity, self._http.write("entities", "merge", body=whose(user=user, keep=keep, other=other))
        )


def _text(content: Any, given: Mapping[str, Any], labels: Mapping[str, Any]) -> dict[str, Any]:
    return {"content": content, **as_sent(given), **labels}


def _item(item: Any, place: int) -> dict[str, Any]:
    if isinstance(item, str):
        return {"content": item}
    if not isinstance(item, Mapping):
        raise InvalidInput(f"item {place} is {type(item).__name__}; it must be text or a mapping with content")
    return as_sent(item)


def _number(name: str) -> Callable[[Any], int]:
    return lambda plain: int(plain[name])


def _told(progress: Progress | None, done: Done, count: int) -> Done:
    if progress is not None:
        progress(count, count)
    return done
