"""What a search leaves behind: recalls are counted, make stronger and are remembered with their question.

Collected while searches run and written together within a second, so that no search waits for a write.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from recollect.engine.parts import Parts
from recollect.errors import NotFound, RecollectError, ScrubFailed
from recollect.model.ageing import REINFORCEMENT
from recollect.model.context import Context
from recollect.model.ids import new_ids
from recollect.model.query import Hit
from recollect.model.recalled import Asked, Recalled, Shown
from recollect.model.scope import Scope
from recollect.read.explain import TOLD, reasons, strongest, words_shared
from recollect.read.learned import SIGNAL_WORDS
from recollect.rules.text import terms
from recollect.write import accept

WRITE_DELAY_S = 1.0
TRAVEL_GAIN = 0.05
"""What a waypoint gains each time it leads to a hit."""
QUESTIONS_A_WRITE = 20
"""Of one user's questions within a second, so many are remembered, the last ones."""
QUESTION_CHARS_MAX = 2000
SHOWN_MAX = 50
"""Of what one question found, so much is remembered with it."""
LIMIT_MAX = 1000


_Found = tuple[str, float, str, Callable[[], Mapping[str, float]]]
"""Of what was found: its id, score, tier and what gives its components. The hit itself is kept by nobody, so that the
next search finds its memory free, and in the processor's cache."""


@dataclass(kw_only=True)
class _Left:
    """What searches within one tenant left."""

    hits: list[str] = field(default_factory=list)
    """The id of each recall; an edit meanwhile leaves it to the new version."""
    travelled: list[tuple[int, str, str]] = field(default_factory=list)
    """Waypoints that led to a hit."""
    asked: dict[Scope, deque[tuple[datetime, str, Sequence[_Found]]]] = field(default_factory=dict)
    """When and what was asked, and what was found, or of a context what answers it."""


@dataclass(kw_only=True)
class _Question:
    """What the searches for one question have found so far."""

    hits: list[Hit] = field(default_factory=list)
    travelled: list[tuple[int, str, str]] = field(default_factory=list)
    first: tuple[RecallLog, Scope, str] | None = None
    """Where, of whom and with which words the first of them is noted."""


_QUESTION: ContextVar[_Question | None] = ContextVar("recollect_question", default=None)


@contextmanager
def one_question(
    log: RecallLog | None = None, scope: Scope | None = None, question: str | None = None
) -> Iterator[list[Hit]]:
    """All searches meanwhile are for one question: for whoever looks at more than he shows. The list has what they
    found; only what is left in it in the end was recalled, each once, with the waypoints that led to it.

    Question and user are those of the first search, unless others are named."""
    asked = _Question()
    token = _QUESTION.set(asked)
    try:
        yield asked.hits
    finally:
        _QUESTION.reset(token)
    if asked.first is None:
        return
    shown = {hit.id: hit for hit in sorted(asked.hits, key=lambda hit: hit.score)}
    best = sorted(shown.values(), key=lambda hit: -hit.score)
    ways = [way for way in dict.fromkeys(asked.travelled) if way[2] in shown]
    noted, whose, text = asked.first
    (log or noted).note(scope or whose, text if question is None else question, best, ways)


class RecallLog:
    """Collects, and writes in a batch. What was collected is lost if the process dies first."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._emptied: set[str] = set()
        """Tenants who want no log and have none."""
        self.failure: str | None = None
        """Why recalls were last not counted."""
        self._begin()

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        """Held while what was collected is written: whoever flushes finds it written, by whomever."""
        self._left: dict[str, _Left] = {}
        self._timer: threading.Timer | None = None
        self._pid = os.getpid()

    def _locked(self) -> threading.Lock:
        """A forked child begins anew: what was collected is its parent's to write, and so are threads and locks."""
        if self._pid != os.getpid():
            self._begin()
        return self._lock

    def note(
        self, scope: Scope, question: str, hits: Sequence[Hit], travelled: Sequence[tuple[int, str, str]] = ()
    ) -> None:
        """These were recalled. Without a question that is counted and nothing else."""
        if not hits:
            return
        asked = _QUESTION.get()
        if asked is not None:
            asked.hits.extend(hits)
            asked.travelled.extend(travelled)
            asked.first = asked.first or (self, scope, question)
            return
        with self._locked():
            left = self._left.setdefault(scope.tenant, _Left())
            left.travelled.extend(travelled)
            self._write_soon()
            left.hits.extend([hit.record.id for hit in hits])
            found = ((hit.record.id, hit.score, hit.tier, hit.giving) for hit in hits)
            self._asked_for(left, scope, question, found)

    def told(self, scope: Scope, question: str, context: Context) -> None:
        """A model was given this context: what answers the question in it was recalled."""
        lines = [
            line
            for told in (*(section.lines for section in context.sections), context.retold)
            for line in told
            if line.score is not None and line.id is not None
        ]
        if not lines:
            return
        with self._locked():
            left = self._left.setdefault(scope.tenant, _Left())
            left.hits.extend(dict.fromkeys([str(line.id) for line in lines]))
            self._write_soon()
            best = sorted(lines, key=lambda line: -(line.score or 0.0))
            self._asked_for(left, scope, question, ((str(line.id), line.score or 0.0, TOLD, dict) for line in best))

    def _asked_for(self, left: _Left, scope: Scope, question: str, found: Iterable[_Found]) -> None:
        if self._parts.options.recalls_kept and question:
            own = scope.own
            lately = left.asked.get(own) or left.asked.setdefault(own, deque(maxlen=QUESTIONS_A_WRITE))
            lately.append((self._parts.clock(), question, list(islice(found, SHOWN_MAX))))

    def _write_soon(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(WRITE_DELAY_S, self.flush)
            self._timer.daemon = True
            self._timer.start()

    def flush(self) -> None:
        """Write what was collected. Counting recalls is best effort: a busy or read-only store skips it, for nobody who
        comes next, or closes, has anything to do with it."""
        lock = self._locked()
        with self._writing:
            with lock:
                everything, self._left = self._left, {}
                timer, self._timer = self._timer, None
            if timer is not None:
                timer.cancel()
            for tenant, left in everything.items():
                try:
                    self._write(Scope(tenant=tenant), left)
                except RecollectError as error:
                    self.failure = str(error)

    def forget(self, scope: Scope, *, everyone: bool = False) -> None:
        """What this user, or everybody of the tenant, asked and is not written yet is dropped; what is being written
        has been when this returns."""
        lock = self._locked()
        with self._writing, lock:
            left = self._left.get(scope.tenant)
            if left is not None:
                left.asked = {} if everyone else {one: q for one, q in left.asked.items() if one != scope.own}

    def _write(self, scope: Scope, left: _Left) -> None:
        store, now = self._parts.store, self._parts.clock()
        store.touch(scope, left.hits, now, boost=REINFORCEMENT)
        if left.travelled:
            store.travel(scope, left.travelled, TRAVEL_GAIN)
        for id in set(left.hits):
            self._parts.records.drop(f"{scope.tenant}:{id}")
        kept = self._parts.options.recalls_kept
        if left.asked:
            store.log_recalls(scope, self._asked(left, now), kept=kept)
        elif not kept and scope.tenant not in self._emptied:
            store.log_recalls(scope, (), kept=0)
            self._emptied.add(scope.tenant)

    def _asked(self, left: _Left, now: datetime) -> list[Asked]:
        everything = [
            (scope, at, masked, found)
            for scope, lately in left.asked.items()
            for at, question, found in lately
            if (masked := self._masked(question)) is not None
        ]
        return [
            Asked(id=id, scope=scope, at=at, question=masked[:QUESTION_CHARS_MAX], shown=_shown(found))
            for id, (scope, at, masked, found) in zip(new_ids(now, len(everything)), everything, strict=True)
        ]

    def _masked(self, question: str) -> str | None:
        """None where it cannot be masked: then it is not kept, and those that others asked are."""
        try:
            return self._parts.secrets.mask(question)
        except ScrubFailed as error:
            self.failure = f"a question is not kept with what it recalled: {str(error).partition(';')[0]}"
            return None

    def of(self, scope: Scope, id: str, *, limit: int = 20) -> list[Recalled]:
        """When a record was recalled, newest first: by the user who is named, else by the one it belongs to."""
        limit = accept.whole(limit, "limit", 1, LIMIT_MAX)
        kept = self._parts.options.recalls_kept
        versions = self._parts.store.versions(scope, accept.identifier(id))
        if not versions or (scope.user is not None and versions[-1].user not in (None, scope.user)):
            raise NotFound(f"there is no record {id!r}")
        self.flush()
        if not kept:
            return []
        texts: dict[str, str] = {}
        for record in versions:
            texts[record.id] = f"{texts.get(record.id, '')}\n{record.content}"
        own = Scope(tenant=scope.tenant, user=scope.user or versions[-1].user)
        found = [
            Recalled(
                at=one.at,
                question=one.question,
                rank=rank,
                score=shown.score,
                why=_why(shown, one.question, texts[shown.id]),
            )
            for one in self._parts.store.recalls(own, limit=kept)
            for rank, shown in enumerate(one.shown, start=1)
            if shown.id in texts
        ]
        return found[:limit]


def _why(shown: Shown, question: str, text: str) -> str:
    """`text`: of all versions, for the one that was shown may have been edited since."""
    shared = bool(words_shared(question, set(terms(question)), text))
    return f"score {shown.score:.2f}: " + "; ".join(reasons(shown.tier, shown.signals, SIGNAL_WORDS, shared=shared))


def _shown(found: Sequence[_Found]) -> tuple[Shown, ...]:
    """Best first. Put together when it is written, not while somebody waits for the answer."""
    return tuple(Shown(id=id, score=score, tier=tier, signals=strongest(given())) for id, score, tier, given in found)
