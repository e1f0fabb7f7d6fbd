"""Recollect as LangGraph's long-term store: `RecollectStore` is a `BaseStore` over a `Memory`.

What `InMemoryStore` answers, this answers, from a memory that stays: docs/howto/langgraph.md says where they differ,
docs/decisions/0015-langgraph-store.md why. Only the verbs of `Memory` are used, so that any memory will do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Self

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        PutOp,
        SearchItem,
        SearchOp,
        get_text_at_path,
        tokenize_path,
    )
except ModuleNotFoundError as missing:
    wanted = "RecollectStore needs LangGraph: pip install 'recollect[langgraph]'"
    raise ModuleNotFoundError(wanted, name=missing.name) from missing

from recollect.errors import InvalidInput, NotFound
from recollect.frameworks.items import (
    INDEXED,
    MARK,
    Namespace,
    Stored,
    beginning,
    exactly,
    in_order,
    record_id,
    stored,
)
from recollect.frameworks.matching import holds, matches
from recollect.memory import Memory
from recollect.model.record import ACTIVE, Record

USER = "langgraph"
"""Whose memory items are unless it is said: a space of their own, that no user's search reads."""
PAGE = 10_000
HITS_MAX = 1_000
TTL_MAX = 52_560_000
"""A hundred years in minutes."""
SINCE_MAX = 10_000
"""Namespaces whose place in the order is kept at hand."""
INDEX_FIELDS = ("dims", "embed", "fields")
TTL_FIELDS = ("refresh_on_read", "omit_expired", "default_ttl", "sweep_interval_minutes")
SECRETS = ("refuse", "mask")


def utc_now() -> datetime:
    return datetime.now(UTC)


class RecollectStore(BaseStore):  # type: ignore[misc]
    """LangGraph's store in a memory.

    >>> store = RecollectStore("memory.db")
    >>> store.put(("users", "ana"), "home", {"text": "Ana lives in Lisbon"})
    >>> store.search(("users", "ana"), query="where does Ana live?")[0].key
    'home'
    """

    supports_ttl = True

    def __init__(
        self,
        memory: Memory | str | Path | None = None,
        *,
        user: str | None = USER,
        index: dict[str, Any] | None = None,
        ttl: dict[str, Any] | None = None,
        secrets: str = "refuse",
        clock: Callable[[], datetime] = utc_now,
        **settings: Any,
    ) -> None:
        """`memory`: an open `Memory`, or what it is opened with (and closed by `close`, then `settings` are its own).

        `index["fields"]`: which paths of a value can be found by a question (all of it); vectors are made by the
        memory's own embedder, so `dims` and `embed` change nothing. `ttl`: `default_ttl` in minutes and
        `refresh_on_read`. `secrets`: what to do with a value that holds a password or key, or personal data where
        `pii` or `scrub` take it out, which a memory never writes: `refuse` it, or `mask` it and read it back masked.
        """
        opened = memory is None or isinstance(memory, str | Path)
        if settings and not opened:
            raise InvalidInput(f"an open memory takes no {sorted(settings)[0]!r}; give it when the memory is opened")
        _require_known(index, INDEX_FIELDS, "index")
        _require_known(ttl, TTL_FIELDS, "ttl")
        if secrets not in SECRETS:
            raise InvalidInput(f"secrets is one of {', '.join(SECRETS)}, not {secrets!r}")
        self._opened = opened
        self.memory = Memory(memory, **settings) if memory is None or isinstance(memory, str | Path) else memory
        self.ttl_config = ttl
        self.index_config = index
        self._fields = [_path(name) for name in (index or {}).get("fields") or ["$"]]
        self._user = user
        self._secrets = secrets
        self._clock = clock
        self._since: dict[Namespace, str] = {}

    def close(self) -> None:
        """Let go of the memory where this store opened it."""
        if self._opened:
            self.memory.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- LangGraph's two verbs ------------------------------------------------------------------------------------

    def batch(self, ops: Iterable[Any]) -> list[Any]:
        """All of them, results in order. Reads see what was there before; of two writes to a place the last holds."""
        results: list[Any] = []
        puts: dict[tuple[Namespace, str], Any] = {}
        for op in ops:
            if isinstance(op, PutOp):
                puts[_labels(op.namespace), str(op.key)] = op
                results.append(None)
            else:
                results.append(self._answer(op))
        self._write(puts)
        return results

    async def abatch(self, ops: Iterable[Any]) -> list[Any]:
        """The same on a thread: the memory is blocking."""
        return await asyncio.to_thread(self.batch, list(ops))

    def sweep_ttl(self) -> int:
        """Delete for good what has expired; it is not shown before either. Returns how many."""
        now = self._clock()
        gone = [one for one in self._below((), include_expired=True) if _is_over(one, now)]
        return self._delete(gone)

    def _answer(self, op: Any) -> Any:
        if isinstance(op, GetOp):
            found = self._held(_labels(op.namespace), str(op.key))
            if found is None:
                return None
            self._refresh([found], wanted=op.refresh_ttl)
            return Item(**_item(found))
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        raise InvalidInput(f"{type(op).__name__} is not an operation of a store; it is a get, put, search or list")

    # --- reading --------------------------------------------------------------------------------------------------

    def _held(self, namespace: Namespace, key: str, *, include_expired: bool = False) -> Stored | None:
        try:
            record = self.memory.get(record_id(self._user, namespace, key))
        except NotFound:
            return None
        found = self._own([record]) if record.status == ACTIVE else []
        if not found or (not include_expired and _is_over(found[0], self._clock())):
            return None
        return found[0]

    def _below(self, namespace: Namespace, *, include_expired: bool = False) -> list[Stored]:
        """Every item whose namespace begins so; page by page, so that one answer is never everything at once."""
        found: list[Stored] = []
        for offset in count(0, PAGE):  # ends with the first page that is not full
            page = self._listed(beginning(namespace), limit=PAGE, offset=offset, include_expired=include_expired)
            found += self._own(page)
            if len(page) < PAGE:
                break
        return found

    def _listed(self, tag: str, **narrowed: Any) -> list[Record]:
        return self.memory.list(user=self._user, tags=[tag], layers=["document"], **narrowed)

    def _own(self, records: Sequence[Record]) -> list[Stored]:
        """Of this user, not of everybody: a search also reads the shared space."""
        mine = [one for one in records if self._user is None or one.user == self._user]
        return [stored(one) for one in mine if MARK in one.metadata]

    def _search(self, op: Any) -> list[Any]:
        """Without a question in the order in which they came; with one the best first, then those it cannot find."""
        prefix, until = _labels(op.namespace_prefix), op.offset + op.limit
        found = self._ranked(op, prefix, until) if op.query else []
        if not op.query or len(found) < until:
            known = {one.id for one, _ in found}
            rest = in_order([one for one in self._below(prefix) if one.id not in known and holds(one.value, op.filter)])
            if op.query:
                rest.sort(key=lambda one: not one.indexed)
            found += [(one, 0.0 if op.query and one.indexed else None) for one in rest]
        chosen = found[op.offset : until]
        self._refresh([one for one, _ in chosen], wanted=op.refresh_ttl)
        return [SearchItem(**_item(one), score=score) for one, score in chosen]

    def _ranked(self, op: Any, prefix: Namespace, until: int) -> list[tuple[Stored, float | None]]:
        """What the question finds, best first; more than is wanted where a filter takes some away. Then, and where what
        comes first is not shown, no recall is counted: most of what is looked at is not recalled."""
        wanted = HITS_MAX if op.filter else max(1, min(HITS_MAX, until))
        tags, more = [beginning(prefix), INDEXED], bool(op.filter or op.offset or not op.limit)
        hits = self.memory.search(op.query, user=self._user, tags=tags, layers=["document"], k=wanted, dry_run=more)
        scores = {hit.id: hit.score for hit in hits}
        found = self._own([hit.record for hit in hits])
        return [(one, scores[one.id]) for one in found if holds(one.value, op.filter)]

    def _namespaces(self, op: Any) -> list[Namespace]:
        conditions = [(one.match_type, _labels(one.path)) for one in op.match_conditions or ()]
        prefixes = [path for kind, path in conditions if kind == "prefix" and "*" not in path]
        found = {one.namespace for one in self._below(max(prefixes, key=len, default=()))}
        found = {one for one in found if all(matches(one, kind, path) for kind, path in conditions)}
        if op.max_depth is not None:
            found = {one[: op.max_depth] for one in found}
        return sorted(found)[op.offset : op.offset + op.limit]

    def _refresh(self, items: Sequence[Stored], *, wanted: bool) -> None:
        """What was read lives on for its whole time."""
        if not wanted:
            return
        now = self._clock()
        for item in items:
            if (until := item.refreshed(now)) is not None:
                self.memory.update(item.id, expires_at=until)

    # --- writing --------------------------------------------------------------------------------------------------

    def _write(self, puts: dict[tuple[Namespace, str], Any]) -> None:
        """New and changed items in one transaction, then what is to go."""
        now = self._clock()
        held = {place: self._held(*place, include_expired=True) for place in puts}
        there = {place: one for place, one in held.items() if one is not None}
        gone = [one for place, one in there.items() if puts[place].value is None]
        expired = [one for place, one in there.items() if puts[place].value is not None and _is_over(one, now)]
        over = {one.place for one in (*gone, *expired)}
        kept = {place: one for place, one in there.items() if place not in over}
        made = [
            self._made(op, kept.get(place), f"{now.isoformat(timespec='microseconds')}#{turn:06}", now)
            for turn, (place, op) in enumerate(puts.items())
            if op.value is not None
        ]
        self._delete(expired)  # its time is over: what comes now is another item
        if made:
            self._keep(made, kept)
        self._delete(gone)

    def _made(self, op: Any, old: Stored | None, turn: str, now: datetime) -> tuple[Stored, str | None]:
        """What is to be stored, and the text that questions may find it by."""
        namespace, value = tuple(op.namespace), dict(op.value)
        if op.ttl is not None and (isinstance(op.ttl, bool) or not 0 < op.ttl <= TTL_MAX):
            raise InvalidInput(f"ttl is minutes, more than 0 and at most {TTL_MAX:,}, not {op.ttl!r}")
        text = self._text(value, op.index)
        item = Stored(
            namespace=namespace,
            key=str(op.key),
            value=value,
            indexed=text is not None,
            put_at=now,
            first=turn if old is None else old.first,
            since=self._since_of(namespace, turn) if old is None else old.since,
            ttl=op.ttl,
        )
        return item, text

    def _text(self, value: dict[str, Any], index: Any) -> str | None:
        """What of a value can be found; None: nothing."""
        if index is False:
            return None
        paths = self._fields if index is None else [_path(name) for name in index]
        try:
            texts = [text for path in paths for text in get_text_at_path(value, path)]
        except (TypeError, ValueError) as error:
            message = "a value is plain JSON (text, numbers, true/false, null, lists, objects)"
            raise InvalidInput(f"{message}: {error}") from error
        return "\n".join(texts) if any(text.strip() for text in texts) else None

    def _since_of(self, namespace: Namespace, turn: str) -> str:
        """When the namespace got its first item; looked up once, and again after something of it was deleted."""
        if namespace not in self._since:
            others = self._own(self._listed(exactly(namespace), limit=1))
            if len(self._since) >= SINCE_MAX:
                self._since.clear()
            self._since[namespace] = others[0].since if others else turn
        return self._since[namespace]

    def _keep(self, made: list[tuple[Stored, str | None]], kept: dict[tuple[Namespace, str], Stored]) -> None:
        fields = [item.fields(text, self._user) for item, text in made]
        added = self.memory.add_many(fields, user=self._user)
        for (item, _), record in zip(made, added.records, strict=True):
            if item.ttl is None and record.expires_at is not None:  # what is not named stays, and this one has no end
                self.memory.update(record.id, expires_at=None)
        if self._secrets == "mask":
            return
        altered = [
            item
            for (item, _), record in zip(made, added.records, strict=True)
            if not _same(record.metadata[MARK], item)
        ]
        if not altered:
            return
        for (item, _), record in zip(made, added.records, strict=True):
            old = kept.get(item.place)
            if old is None:
                self.memory.delete(record.id)
            else:
                self.memory.revert(record.id, version=old.version)
        raise InvalidInput(
            f"the item {altered[0].key!r} in {altered[0].namespace} holds a password, key or card number, or personal "
            "data that is taken out (pii, scrub), which a memory does not write; nothing of this batch was stored. "
            "Leave it out, or open the store with secrets='mask' to read it back masked, or the memory with "
            "secrets='off' (for personal data without pii and scrub) to keep it"
        )

    def _delete(self, items: Sequence[Stored]) -> int:
        for item in items:
            self._since.pop(item.namespace, None)
        return self.memory.delete(*(item.id for item in items)) if items else 0


def _labels(given: Sequence[str]) -> Namespace:
    """A text is a sequence too, of its letters, which nobody means."""
    if isinstance(given, str):
        raise InvalidInput(f"a namespace is a tuple of labels, not the text {given!r}; write ({given!r},)")
    return tuple(given)


def _item(one: Stored) -> dict[str, Any]:
    """As in `InMemoryStore`, a put makes the item anew: both times are those of the last one."""
    return {
        "value": one.value,
        "key": one.key,
        "namespace": one.namespace,
        "created_at": one.put_at,
        "updated_at": one.put_at,
    }


def _is_over(one: Stored, now: datetime) -> bool:
    return one.expires_at is not None and one.expires_at <= now


def _same(held: Any, item: Stored) -> bool:
    """Whether names and value were written as they were given; lists and tuples are one to JSON."""
    return bool(
        held["value"] == _plain(item.value) and held["key"] == item.key and held["namespace"] == list(item.namespace)
    )


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name if isinstance(name, str) else str(name): _plain(inner) for name, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def _path(name: str) -> Any:
    return name if name == "$" else tokenize_path(name)


def _require_known(given: dict[str, Any] | None, known: Sequence[str], what: str) -> None:
    if given is not None and (unknown := set(given) - set(known)):
        raise InvalidInput(f"{what} takes no {sorted(unknown)[0]!r}; it takes {', '.join(known)}")
