"""Summaries of conversations: one record per session, made when it rests, a new version when it goes on.

A signal is written with the turns and put off by every further turn (`summary_debounce_s`); turns of another session
let it begin at once. The job reads the whole conversation, so it does not matter how many signals became one, nor who
does it: what a process did not live to do is done by the next one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from recollect.engine.again import until_unopposed
from recollect.engine.llms.layers import LlmLayers
from recollect.engine.parts import EngineOptions, Parts
from recollect.engine.written import NOT_ASKED, layer_record, next_version, write_layer
from recollect.errors import LlmUnavailable
from recollect.lifecycle.cues import to_do
from recollect.lifecycle.summarize import TURNS_MIN, Line, Named, Summary, bounded, heading, render, summarize
from recollect.lifecycle.topics import inverse_frequency
from recollect.model.batch import Ending
from recollect.model.ids import new_id
from recollect.model.job import Job
from recollect.model.layers import SUMMARY_JOB, summary_key
from recollect.model.record import ARCHIVED, LAYERS, Record
from recollect.model.scope import Scope
from recollect.rules.lexicon.calendar_names import MONTHS
from recollect.rules.not_times import is_somebody
from recollect.rules.tense import lies_ahead
from recollect.rules.text import terms
from recollect.write.extract import languages
from recollect.write.extract.arrangements import arranged_for
from recollect.write.extract.dates import Span, resolve
from recollect.write.extract.masking import without_code
from recollect.write.extract.sentences import sentences

TURNS_MAX = 2_000
"""Of a longer conversation the last ones are read."""
TERMS_MAX = 3_000
UNQUOTED = ("tool", "system")
"""Who takes no part in a conversation: what tools return and what set it up is no summary's business."""
RULES, LLM = "rules", "llm"
Made = dict[tuple[str, ...], tuple[Summary | None, dict[str, Any]]]
"""Ids of the turns that were read -> the summary of them, and what the job will tell of it."""
_TURN = LAYERS.index("turn")
CLAUSES_MAX = 20
"""Clauses of a sentence that are read for times."""
_CLAUSES = re.compile(
    r"[,;] | (?:and|but|so|because|when|while|before|after|und|aber|weil|et|mais|y|pero|porque|e|mas|ma) ",
    re.IGNORECASE,
)
_APART = re.compile(rf"(?<!day)[,;] (?!\d{{4}}\b)|{_CLAUSES.pattern.partition('|')[2]}", re.IGNORECASE)
"""Between two times; a comma may also stand inside of one: "Friday, June 12, 2026"."""
_JOINT = re.compile(r"^\s*(?:and|but|so|then) ", re.IGNORECASE)
_VERBS = frozenset("is are was were am will has have had must should can could would".split())
_UNTIL = re.compile(r"(?<=\d)(?: (?:to|until|till|through|bis) | ?– ?| - )")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


class Summaries:
    """Makes and keeps summaries."""

    def __init__(self, parts: Parts, llm: LlmLayers | None = None) -> None:
        self._parts = parts
        self._llm = llm

    @property
    def asks_model(self) -> bool:
        return self._llm is not None

    def signals(self, scope: Scope, now: datetime) -> tuple[Job, ...]:
        """What is written with the turns of a session."""
        return summary_signals(self._parts.options, scope, now)

    def handle(self, job: Job) -> Record | None:
        """The job: the summary as it is now, together with the end of the job."""
        made: Made = {}
        return until_unopposed(lambda _: self._make(job.scope, job, made))

    def remake(self, scope: Scope, without: frozenset[str]) -> Record | None:
        """By rules and at once, as if these turns had never been said; None: too little is left for a summary."""
        return until_unopposed(lambda _: self._make(scope, None, {}, without))

    def current(self, scope: Scope) -> Record | None:
        return self._parts.store.find_key(scope, summary_key(scope)) if scope.session is not None else None

    def _make(
        self, scope: Scope, job: Job | None, before: Made, without: frozenset[str] = frozenset()
    ) -> Record | None:
        """`before`: what was made in tries that somebody else was faster than; a model is not asked twice."""
        now, store = self._parts.clock(), self._parts.store
        stamp = store.stamp(scope)
        session = scope.session or ""
        said = store.turns(scope, session, limit=TURNS_MAX)
        turns = [turn for turn in said if turn.id not in without and turn.role not in UNQUOTED]
        read = tuple(turn.id for turn in turns)
        if read not in before:
            told: dict[str, Any] = {"turns": len(turns)}
            before[read] = self._summary(turns, scope, told, asking=job is not None), told
        made, counts = before[read][0], dict(before[read][1])
        old = self.current(scope)
        record = None if made is None else self._record(scope, turns, made, counts, now)
        if record is not None and old is not None and (old.content, old.metadata) == (record.content, record.metadata):
            record, counts["unchanged"] = None, True
        endings: tuple[Ending, ...] = ()
        if made is None and old is not None:
            endings = (Ending(id=old.id, item=old.item, status=ARCHIVED, ended_at=now),)
        elif record is not None and old is not None:
            record, ending = next_version(old, record, now)
            newest = max(turn.created_at for turn in turns)
            record = replace(record, created_at=max(old.created_at, newest))  # what it tells last is not that old
            endings = (ending,)
        finished = None if job is None else job.done(now, counts)
        return write_layer(self._parts, scope, record, endings, finished, seen=stamp.generation if stamp else 0)

    def _summary(
        self, turns: Sequence[Record], scope: Scope, counts: dict[str, Any], *, asking: bool
    ) -> Summary | None:
        if len(turns) < TURNS_MIN:
            counts["built_by"] = RULES
            return None
        by_rules = summarize(_lines(turns), worth=inverse_frequency(*self._background(turns, scope)))
        counts["built_by"] = RULES
        if by_rules is None or self._llm is None:
            return by_rules
        if not asking:
            counts["fallback"] = NOT_ASKED
            return by_rules
        try:
            found, told = self._llm.summary([(_who(turn), _said_at(turn), turn.content) for turn in turns], scope)
        except LlmUnavailable as error:
            counts |= {"fallback": str(error), "llm": error.told}
            return by_rules
        counts |= told
        if not found.recap:
            counts["fallback"] = "nothing the model wrote is borne out by the turns"
            return by_rules
        counts["built_by"] = LLM
        return found

    def _background(self, turns: Sequence[Record], scope: Scope) -> tuple[int, dict[str, int]]:
        """How many turns the space has, and how many hold each term of these."""
        wanted = list(dict.fromkeys(term for turn in turns for term in terms(turn.content)))[:TERMS_MAX]
        signature, matrix = self._parts.embedding.signature(), self._parts.tier is None
        with self._parts.store.reading(scope.own, signature=signature, matrix=matrix) as reader:
            if not reader.spaces:
                return 0, {}
            space = reader.spaces[0]
            is_turn = space.columns.layer == _TURN
            rows = space.postings(wanted).rows
            return int(is_turn.sum()), {term: int(is_turn[found].sum()) for term, found in rows.items()}

    def _record(
        self, scope: Scope, turns: Sequence[Record], made: Summary, counts: dict[str, Any], now: datetime
    ) -> Record:
        begun, ended = _said_at(turns[0]), _said_at(turns[-1])
        head = heading(list(dict.fromkeys(_who(turn) for turn in turns)), begun.date(), ended.date())
        made = bounded(made, head=head, tokens_max=self._parts.options.summary_tokens_max)
        metadata = made.to_plain() | {
            "turns": len(turns),
            "from": begun.isoformat(),
            "to": ended.isoformat(),
            "built_by": counts["built_by"],
        }
        metadata |= {name: counts[name] for name in ("fallback", "turns_read") if name in counts}
        return layer_record(
            self._parts.secrets.mask(render(made, head=head)),
            scope=turns[-1].scope,
            layer="summary",
            key=summary_key(scope),
            metadata=self._parts.secrets.masked(metadata),
            now=now,
            sources=turns,
            occurred_at=ended,
        )


def summary_signals(options: EngineOptions, scope: Scope, now: datetime) -> tuple[Job, ...]:
    """What is written with turns, new or changed, so that their summary follows."""
    if not options.summaries or scope.session is None:
        return ()
    rest = timedelta(seconds=options.summary_debounce_s)
    return (Job(id=new_id(now), kind=SUMMARY_JOB, scope=scope, run_at=now + rest, created_at=now),)


def _lines(turns: Sequence[Record]) -> list[Line]:
    lines = []
    for number, turn in enumerate(turns):
        language = languages.detect(turn.content)
        meant = without_code(turn.content)
        for place in sentences(turn.content):
            text = turn.content[place.start : place.end]
            code = not meant[place.start : place.end].strip()
            lines.append(
                Line(
                    text=text,
                    speaker=_who(turn),
                    turn=number,
                    asks=place.mark == "?",
                    assistant=turn.role != "user",
                    days=() if code else _named_days(text, _said_at(turn), language=language),
                    code=code,
                )
            )
    return lines


def _named_days(text: str, at: datetime, *, language: str) -> tuple[Named, ...]:
    """The times a sentence names: the next one unless it speaks of what happened. A clause that says something by
    itself stands for its time, else the whole sentence does."""
    name = _CLAUSES.split(text, 1)[0]
    if name.lower() in MONTHS and is_somebody(
        text, 0, len(name)
    ):  # "April and I": cut off there, the name would be a month
        text = text[len(name) :]
    first = next((part for part in _CLAUSES.split(text) if resolve(part, at, ahead=False) is not None), text)
    coming = to_do(text)

    def read(part: str, clause: str) -> Span | None:
        return resolve(part, at, ahead=coming or lies_ahead(text, clause, language))

    whole = read(text, first)
    if whole is None:
        return ()
    found: dict[Span, str] = {}
    for clause in () if arranged_for(text) else _APART.split(text, CLAUSES_MAX):
        ends = [span for part in _ends(clause) if (span := read(part, clause)) is not None]
        words = _JOINT.sub("", clause).strip() if len(ends) == 1 else ""
        for span in ends:
            found.setdefault(span, words)
    precise = [span for span in found if not any(_within(other, span) for other in found)]  # "in May, on 3 May"
    if len(precise) < 2:
        return (Named(start=whole.start, end=whole.end),)
    alone = all(_says_something(found[span]) for span in precise)
    return tuple(Named(start=span.start, end=span.end, words=found[span] if alone else "") for span in precise)


def _within(span: Span, other: Span) -> bool:
    return span != other and other.start <= span.start and span.end <= other.end


def _ends(clause: str) -> list[str]:
    """First and last day of a period, where each has its year: "1 March 2025", "28 February 2027"."""
    parts = _UNTIL.split(clause)
    return parts if len(parts) == 2 and all(_YEAR.search(part) for part in parts) else [clause]


def _says_something(clause: str) -> bool:
    """Somebody or something, and what of it."""
    return not _VERBS.isdisjoint(clause.lower().split()[1:-1])


def _who(turn: Record) -> str:
    return turn.speaker or ("User" if turn.role == "user" else turn.role.capitalize() or "User")


def _said_at(turn: Record) -> datetime:
    return turn.occurred_at or turn.created_at
