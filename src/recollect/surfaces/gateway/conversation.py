"""What of a conversation is recorded already. Clients send the whole history again with every request.

Turns are compared in order with those that are stored under the session: what is found there, in the same order, is
known; everything else is new. So a history that was edited, cut short or told again from the middle leaves both
versions behind and nothing twice. What was deleted or hidden since does not come back by being told again with the
history; who says it anew says it anew.
"""

from __future__ import annotations

import hashlib
import re
import threading
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from recollect.engine.cache import Cache
from recollect.memory import Memory
from recollect.model.record import ACTIVE, ARCHIVED
from recollect.surfaces.gateway.said import without_thoughts
from recollect.surfaces.gateway.whose import Whose
from recollect.surfaces.gateway.wires.base import BETWEEN, Turn

STORED_MAX = 5000
"""Of a longer conversation only the newest turns are looked at."""
TURNS_MAX = 2000
"""Of a longer request only the last turns are compared and recorded; fewer than of what is stored, so that a longer
history is not recorded again and again."""
UNLIKE_MAX = 50
"""How many stored turns that were cut or masked are held against one turn that is not found as it is."""
JOINED_MAX = 16
"""How many of a request's turns are held against one stored answer that had several parts."""
SESSIONS_KEPT = 2000
KEPT_S = 3600.0
_MASK = re.compile(r"\[(?!(?:image|audio|file|document)[\]:])[A-Za-z][\w -]{0,40}(?:: [^\]\n]{0,60})?\]")
"""What stands in a stored turn where a secret was, unlike the marks of what is no text: these are told alike again."""


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A turn as it was recorded. `cut`: the client may know more or less of it. `gone`: it is hidden by now."""

    role: str
    text: str
    cut: bool = False
    id: str | None = None
    gone: bool = False

    @property
    def recorded_as(self) -> str | None:
        return self.id


def bare(text: str) -> str:
    """Without white space: clients join the parts of an answer, and trim them, each in their own way."""
    return "".join(text.split())


class Unlike:
    """A stored turn that may stand for one with another text: it was cut, or something in it was blacked out."""

    def __init__(self, stored: Stored) -> None:
        self._text = bare(stored.text)
        self._cut = stored.cut
        self._pieces = [bare(piece) for piece in _MASK.split(stored.text)] if "[" in stored.text else []

    @property
    def possible(self) -> bool:
        return self._cut or len(self._pieces) > 1

    def is_(self, text: str) -> bool:
        """`text`: without white space."""
        if self._cut and (text.startswith(self._text) or self._text.startswith(text)):
            return True
        return len(self._pieces) > 1 and self._unmasked(text)

    def _unmasked(self, text: str) -> bool:
        """Whether this is the text with something blacked out. Pieces are looked for in order, each once."""
        pieces = self._pieces
        if not text.startswith(pieces[0]) or not text.endswith(pieces[-1]):
            return False
        place = len(pieces[0])
        for piece in pieces[1:-1]:
            place = text.find(piece, place + 1)
            if place < 0:
                return False
            place += len(piece)
        return place < len(text) - len(pieces[-1])


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A request's turns beside the stored ones."""

    new: tuple[Turn, ...]
    read: tuple[str, ...]
    """Ids of the stored turns that a model reads in the request itself, and of what was answered to its question
    before: who asks again wants another answer."""
    found: Mapping[int, Turn]
    """Place of a stored turn -> the turn of the request that it is."""
    known: Mapping[int, str | None]
    """Place of a turn that is not new, among those compared -> the id of the stored one that says the same; None: the
    stored one was cut, or something in it is blacked out, so that it may have said something else."""


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """What came of recording a request's turns."""

    added: tuple[str, ...]
    """Ids of those that were new."""
    told: tuple[str | None, ...]
    """The id of each, new or known, in the order of the request; None: no stored turn says just this. Those that are
    one stored turn together have one."""


@dataclass(frozen=True, kw_only=True)
class Known:
    """A turn of which only the hash is kept, and the id of the stored one that says the same."""

    role: str
    hash: bytes
    id: str | None = field(default=None, compare=False)
    recorded_as: str | None = field(default=None, compare=False)
    """The id of the stored one, though it may say something else."""
    gone: bool = field(default=False, compare=False)
    """It is deleted or hidden by now."""

    @classmethod
    def of(cls, role: str, text: str, id: str | None = None) -> Known:
        return cls(role=role, hash=hashlib.sha256(bare(text).encode()).digest(), id=id, recorded_as=id)


class Places:
    """Where a turn stands among the stored ones. Each is read once, however often is asked: a long history must not
    keep the threads that all requests share."""

    def __init__(self, stored: Sequence[Stored | Known], *, gone: bool | None = None) -> None:
        """`gone`: only those that are, or only those that are not."""
        self._exact: dict[Known, list[int]] = {}
        self._unlike: dict[str, tuple[list[int], list[Unlike]]] = {}
        """Role -> places, and what stands there."""
        for at, one in enumerate(stored):
            if gone is not None and one.gone != gone:
                continue
            known = one if isinstance(one, Known) else Known.of(one.role, one.text)
            self._exact.setdefault(known, []).append(at)
            if isinstance(one, Stored) and (unlike := Unlike(one)).possible:
                places, those = self._unlike.setdefault(one.role, ([], []))
                places.append(at)
                those.append(unlike)

    def next(self, turn: Turn, place: int) -> tuple[int, bool] | None:
        """The first place from `place` on, and whether just this is said there."""
        exact = self._exact.get(Known.of(turn.role, turn.text), [])
        first = bisect_left(exact, place)
        if first < len(exact):
            return exact[first], True
        places, those = self._unlike.get(turn.role, ([], []))
        first = bisect_left(places, place)
        if first == len(places):
            return None
        text = bare(turn.text)
        near = range(first, min(first + UNLIKE_MAX, len(places)))
        return next(((places[at], False) for at in near if those[at].is_(text)), None)


def answered(stored: Sequence[Stored | Known]) -> int:
    """How many of them are answered. Who sends only what is new repeats none of these: the same words are said anew,
    unless it is a retry."""
    return next((at for at in range(len(stored), 0, -1) if stored[at - 1].role == "assistant"), 0)


def last_said(stored: Sequence[Stored | Known]) -> int:
    """Where what the user last said begins. Who sends no history and names the conversation repeats at most this: what
    was said before it is said anew."""
    end = next((at for at in range(len(stored), 0, -1) if stored[at - 1].role == "user"), 0)
    return next((at for at in range(end, 0, -1) if stored[at - 1].role != "user"), 0)


def not_told(stored: Sequence[Stored | Known], whose: Whose, turns: Sequence[Turn], *, again: bool) -> int:
    """How many of the stored turns a request does not tell again; `again`: a retry."""
    if whose.known_upstream:
        return 0 if again else answered(stored)
    alone = whose.named and len(turns) == 1 and turns[0].role == "user"
    return last_said(stored) if alone else 0


def compare(
    stored: Sequence[Stored | Known], turns: Sequence[Turn], *, after: int = 0, replied: bool = False
) -> Compared:
    """`after`: so many of the stored turns are known not to be told again. What the user says now is compared with
    what is there; what stands before it is history, and may have been deleted. `replied`: the last of the turns is
    the answer that came just now, which is known only where the same was answered to what it answers."""
    new: list[Turn] = []
    found: dict[int, Turn] = {}
    known: dict[int, str | None] = {}
    there, gone, place = Places(stored, gone=False), Places(stored, gone=True), after
    whole = turns[-TURNS_MAX:]
    said_now = max((at for at, turn in enumerate(whole) if turn.role == "user"), default=0)
    history = len(whole) - replied
    for told, turn in enumerate(whole):
        if told in known:
            continue  # with the one before it
        here = (there, gone) if told < said_now else (there,)
        first, says, several = _next(here, turn, place), turn, 1
        if first is None and turn.role == "assistant" and told < history:
            first, says, several = _next_joined(here, whole[told : min(told + JOINED_MAX, history)], place)
        if replied and told == len(whole) - 1 and first is not None:
            answers_new = told > 0 and told - 1 not in known
            if answers_new or any(one.role == "user" for one in stored[place : first[0]]):
                first = None  # the same words, said to something else
        if first is None:
            new.append(turn)
        else:
            at, same = first
            found[at] = says
            known |= dict.fromkeys(range(told, told + several), stored[at].id if same and not stored[at].gone else None)
            place = at + 1
    read = [stored[at].recorded_as for at in (*found, *_answers(stored, found, whole[said_now : said_now + 1]))]
    return Compared(new=tuple(new), read=tuple(dict.fromkeys(id for id in read if id)), found=found, known=known)


def _next(here: Sequence[Places], turn: Turn, place: int) -> tuple[int, bool] | None:
    return min((found for places in here if (found := places.next(turn, place)) is not None), default=None)


def _next_joined(
    here: Sequence[Places], turns: Sequence[Turn], place: int
) -> tuple[tuple[int, bool] | None, Turn, int]:
    """Where several of the first turns stand that are told one by one and were recorded as one answer, what they say
    together, and how many they are; else the first of them alone."""
    text = turns[0].text
    for several, turn in enumerate(turns[1:], 2):
        if turn.role != "assistant":
            break
        text = f"{text}{BETWEEN}{turn.text}"
        joined = Turn(role=turn.role, text=text)
        if (found := _next(here, joined, place)) is not None and found[1]:
            return found, joined, several
    return None, turns[0], 1


def _answers(stored: Sequence[Stored | Known], found: Mapping[int, Turn], asked: Sequence[Turn]) -> Iterator[int]:
    """Where the stored answers stand to what is asked."""
    place = next((at for at, turn in found.items() if turn is asked[0]), None) if asked else None
    if place is not None:
        for at in range(place + 1, len(stored)):
            if stored[at].role == "user":
                break
            yield at


class Conversations:
    """Which turns are stored, session by session. Of what was read only hashes and ids are kept, so that nothing
    outlives its deletion here; they are believed where they explain a request, for another process may have recorded
    more."""

    def __init__(self) -> None:
        self._kept: Cache[tuple[Known, ...]] = Cache(SESSIONS_KEPT, KEPT_S)
        self._locks = [threading.Lock() for _ in range(64)]

    def read(
        self,
        memory: Memory,
        tenant: str,
        whose: Whose,
        turns: Sequence[Turn],
        *,
        reply: Turn | None = None,
        again: bool = False,
    ) -> Compared:
        """As it is stored now. `again`: a retry, which tells what may be stored already."""
        stored = self._stored(memory, tenant, whose)
        whole = [*turns, reply] if reply is not None else turns
        after = not_told(stored, whose, turns, again=again)
        compared = compare(stored, whole, after=after, replied=reply is not None)
        told = tuple(_as_told(one, compared.found.get(at)) for at, one in enumerate(stored))
        self._kept.put((tenant, whose), told[-STORED_MAX:])
        return compared

    def hold(self, memory: Memory, tenant: str, whose: Whose, turn: Turn) -> bool:
        """Whether just this was said before."""
        found = Places(self._stored(memory, tenant, whose)).next(turn, 0)
        return found is not None and found[1]

    def _stored(self, memory: Memory, tenant: str, whose: Whose) -> list[Stored | Known]:
        """With what was deleted since it was read."""
        found = memory.list(
            user=whose.user, session=whose.session, layers=("turn",), status=(ACTIVE, ARCHIVED), limit=STORED_MAX
        )
        own = sorted((record for record in found if record.user == whose.user), key=lambda record: record.item)
        return with_deleted(
            [
                Stored(
                    role=record.role,
                    text=_said(record.role, record.content),
                    cut=_is_cut(record.metadata),
                    id=record.id,
                    gone=record.status != ACTIVE,
                )
                for record in own
            ],
            self._kept.get((tenant, whose)) or (),
        )

    def record(
        self,
        memory: Memory,
        tenant: str,
        whose: Whose,
        turns: Sequence[Turn],
        *,
        reply: Turn | None = None,
        partial: bool = False,
        shortened: bool = False,
        fresh: bool = False,
        again: bool = False,
    ) -> Recorded:
        """Add the turns that are new, and the reply to them. `partial`: only its beginning came. `shortened`: only its
        beginning is given. `fresh`: `read` was just called for this request. `again`: as for `read`."""
        whole = [*turns, reply] if reply is not None else list(turns)
        with self._locks[hash((tenant, whose)) % len(self._locks)]:  # two requests with one history: one records it
            kept = self._kept.get((tenant, whose))
            after = not_told(kept or (), whose, turns, again=again)
            compared = None if kept is None else compare(kept, whole, after=after, replied=reply is not None)
            if compared is None or not (fresh or compared.new in ((), (reply,))):
                compared = self.read(memory, tenant, whose, turns, reply=reply, again=again)
            if not compared.new:
                return Recorded(added=(), told=_each_once(compared.known.values()))
            chars_max = memory.settings.content_chars_max
            cut = {id(turn) for turn in whole if len(turn.text) > chars_max or (shortened and turn is reply)}
            messages = [
                _message(turn, chars_max, partial=partial and turn is reply, shortened=id(turn) in cut)
                for turn in compared.new
            ]
            stored = memory.add(messages, **whose.labels)
            kept = self._kept.get((tenant, whose)) or ()
            added = tuple(
                replace(Known.of(turn.role, turn.text, made), id=None if id(turn) in cut else made)
                for turn, made in zip(compared.new, stored.ids, strict=True)
            )
            self._kept.put((tenant, whose), (*kept, *added)[-STORED_MAX:])
        ids = iter(added)
        told = (compared.known[at] if at in compared.known else next(ids).id for at in range(len(whole[-TURNS_MAX:])))
        return Recorded(added=tuple(stored.ids), told=_each_once(told))


def with_deleted(stored: Sequence[Stored], kept: Sequence[Known]) -> list[Stored | Known]:
    """The stored turns, and between them those that were kept and are stored no more, in the order they had."""
    merged: list[Stored | Known] = []
    ids, taken = {one.id: at for at, one in enumerate(stored)}, 0
    for known in kept:
        at = ids.get(known.recorded_as)
        if at is None:
            merged.append(replace(known, gone=True))
        elif at >= taken:
            merged += stored[taken : at + 1]
            taken = at + 1
    return [*merged, *stored[taken:]]


def _each_once(ids: Iterable[str | None]) -> tuple[str | None, ...]:
    given = list(ids)
    return tuple(id for before, id in zip([None, *given], given, strict=False) if id is None or id != before)


def _as_told(stored: Stored | Known, turn: Turn | None) -> Known:
    """As the caller tells it, unmasked and whole; what says something else than is stored goes without its id."""
    if isinstance(stored, Known):
        return stored
    known = replace(Known.of(stored.role, stored.text, stored.id), gone=stored.gone)
    told = known if turn is None else Known.of(turn.role, turn.text)
    return known if told == known else replace(told, recorded_as=stored.id, gone=stored.gone)


def _message(turn: Turn, chars_max: int, *, partial: bool, shortened: bool) -> dict[str, Any]:
    """A turn as it is added: no longer than one record can be."""
    metadata = {
        **({"partial": True} if partial else {}),
        **({"shortened": True} if shortened else {}),
    }
    return {"role": turn.role, "content": turn.text[:chars_max], "name": turn.name, "metadata": metadata}


def _said(role: str, content: str) -> str:
    """What was recorded, without the thoughts that an earlier version recorded too."""
    return (without_thoughts(content) if role == "assistant" else "") or content


def _is_cut(metadata: Mapping[str, Any]) -> bool:
    return bool(metadata.get("partial") or metadata.get("shortened"))
