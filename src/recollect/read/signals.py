"""The signals of the default ranking: for the best few hundred candidates, one row of numbers each.

`candidates` chooses the rows; `measure` computes the signals of those. Everything is numpy over columns, postings
and similarities; no text is read, and nothing about windows is stored: what the neighbours of a turn say is looked up
through `before` and `after`. What a signal is worth is not known here (`learned`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.model.columns import NOTHING
from recollect.model.record import ROLES
from recollect.read.candidates import Candidates, candidates
from recollect.read.field import products
from recollect.rules import cues, temporal
from recollect.rules.bm25 import saturate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from recollect.read.field import Plot
    from recollect.read.plan import Asked

    Floats = NDArray[np.float32]
    Rows = NDArray[np.int64]

_SHORT_TERMS: Final = 6.0
_LONG_LOG: Final = 3.5
_ASSISTANT: Final = ROLES.index("assistant")
_CUES: Final = {
    "first_person": cues.FIRST_PERSON,
    "second_person": cues.SECOND_PERSON,
    "question": cues.IS_QUESTION,
    "number": cues.HAS_NUMBER,
    "when": cues.HAS_DATE,
    "name": cues.HAS_NAME,
    "instruction": cues.INSTRUCTION_CUE,
}
"""Signals that are a bit of the text's flags; they follow one another in `SIGNALS`, so that one operation finds all."""

SIGNALS: Final[dict[str, tuple[str, str]]] = {
    # name: (group, what it is)
    "words": ("words", "BM25 of the text, best = 1"),
    "words_rank": ("words", "3 / (3 + rank by BM25)"),
    "covered_window": ("neighbours", "the same, in five turns around"),
    "covered_softly": ("meaning", "the same, where a word also counts by how near the text is to it"),
    "window": ("neighbours", "BM25 of five turns as one text, best = 1"),
    "words_before": ("neighbours", "BM25 of the turn before"),
    "answers": ("neighbours", "BM25 of the turn before, when that asks something"),
    "meaning_rank": ("meaning", "log rank by cosine"),
    "meaning_rank_me": ("meaning", "the same, for questions about the asker"),
    "either": ("words", "the better of words and meaning"),
    "both_rank": ("words", "log rank by the first sum"),
    "both_rank_me": ("words", "the same, for questions about the asker"),
    "session_covered": ("session", "share of the idf mass found anywhere in the session"),
    "session_meaning": ("session", "best cosine in the session"),
    "session_both": ("session", "best first sum in the session"),
    "date": ("time", "how well the time fits the date asked for"),
    "age_past": ("time", "place between oldest and newest, for questions about the past"),
    "speaker": ("author", "said by the one person the question names"),
    "other_speaker": ("author", "said by somebody else"),
    "assistant": ("author", "said by an assistant without a name"),
    "assistant_asked": ("author", "said by the assistant, and that is what is asked"),
    "length": ("form", "log of the number of terms"),
    "short": ("form", "number of terms up to six, as a share"),
    "long": ("form", "log length beyond 32 terms"),
    "first_person": ("form", "speaks in the first person"),
    "second_person": ("form", "speaks to somebody"),
    "question": ("form", "is a question"),
    "number": ("form", "names a number, and one is asked for"),
    "when": ("form", "names a date, and one is asked for"),
    "name": ("form", "names somebody or something, and that is asked for"),
    "instruction": ("form", "sounds like a standing order"),
    "position": ("form", "log of its place in the session"),
}
"""Every signal, in the order of the rows of `Measured.matrix`."""
NAMES: Final = tuple(SIGNALS)
_ROWS: Final = (*NAMES, "meaning", "sum")
"""What is computed: the signals, and two numbers that they are made of."""
_AT: Final = {name: row for row, name in enumerate(_ROWS)}
_CUE_ROWS: Final = slice(_AT["first_person"], _AT["first_person"] + len(_CUES))
_CUES_MASK: Final = 1023
_ASKED_CUES: Final = ("number", "when", "name")
"""Those that count only where the question wants them."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Measured:
    """Signals of all candidates of all spaces."""

    places: Rows
    """Place of each candidate in the field."""
    matrix: Floats
    """(signals, candidates), signals in the order of `NAMES`."""
    rest: Rows
    """Places beyond the pool, best first."""


def measure(plots: Sequence[Plot], asked: Asked, *, word_vectors: Floats | None = None, wanted: int = 0) -> Measured:
    """The signals of the best candidates. `word_vectors`: embeddings of `asked.words`. `wanted`: how many places are
    needed in all; what goes beyond the pool comes back in the order of the first sum."""
    pool = candidates(plots, asked, wanted=wanted)
    filled = [part for part in pool if len(part.rows)]
    rest = _rest(pool, wanted)
    if not filled:
        return Measured(places=np.zeros(0, np.int64), matrix=np.zeros((len(NAMES), 0), np.float32), rest=rest)
    parts = [_signals(part, asked, word_vectors) for part in filled]
    places = [part.rows + part.plot.offset if part.plot.offset else part.rows for part in filled]
    matrix = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)
    _add_ranks(matrix, asked, sorted_by_sum=len(parts) == 1)
    return Measured(
        places=places[0] if len(places) == 1 else np.concatenate(places), matrix=matrix[: len(NAMES)], rest=rest
    )


def _rest(pool: Sequence[Candidates], wanted: int) -> Rows:
    """Places beyond the pool, best first, until `wanted` are there."""
    missing = wanted - sum(len(part.rows) for part in pool)
    if missing <= 0:
        return np.zeros(0, dtype=np.int64)
    places = np.concatenate([part.rest + part.plot.offset for part in pool])
    order = np.argsort(-np.concatenate([part.rest_sums for part in pool]), kind="stable")
    return places[order[:missing]]


def _signals(pool: Candidates, asked: Asked, word_vectors: Floats | None) -> Floats:
    """(_ROWS, candidates): what one space can say by itself; ranks over all candidates come later. What is not written
    is 0."""
    matrix = np.zeros((len(_ROWS), len(pool.rows)), dtype=np.float32)
    around = _around(pool)
    meaning, near = _compared(pool, asked, word_vectors)
    _add_channels(matrix, pool, around, meaning)
    terms = [term for term in asked.weights if term in pool.plot.postings.rows]
    shares = _shares(pool, terms)
    tf = _counts(pool, terms, around)
    together = tf[:, 0] if len(around) == 1 else np.add.reduce(tf, axis=1)
    held = np.minimum(together, 1.0)  # counts are whole: there, or not
    length = pool.plot.columns.length.take(pool.rows)
    _add_coverage(matrix, pool, shares, together, held, around, length)
    _add_softly(matrix, pool, asked, shares, terms, tf[:, 0], near)
    _add_sessions(matrix, pool, shares, held)
    _add_time(matrix, pool, asked)
    _add_form(matrix, pool, asked, around, length)
    _add_authors(matrix, pool, asked)
    return matrix


def _compared(pool: Candidates, asked: Asked, word_vectors: Floats | None) -> tuple[Floats | None, Floats | None]:
    """How near the candidates are to the question, and to each of its words: (words, candidates)."""
    plot = pool.plot
    matrix, read = plot.columns.vectors, plot.vectors_of
    comparable = read is not None or (word_vectors is not None and matrix.shape[1] == word_vectors.shape[1])
    words = word_vectors if comparable and len(asked.words) else None
    if plot.vector is None:
        meaning = None if plot.cosine is None else plot.cosine.take(pool.rows)
        return meaning, None if words is None else _near(plot, words, pool.rows)
    # Read once for both.
    near = _near(plot, plot.vector[None, :] if words is None else np.vstack((plot.vector, words)), pool.rows)
    return near[0], None if words is None else near[1:]


def _near(plot: Plot, vectors: Floats, rows: Rows) -> Floats:
    if plot.vectors_of is not None:
        return vectors @ plot.vectors_of(rows).T
    return products(vectors, plot.columns.vectors, rows)


def _around(pool: Candidates) -> Rows:
    """(5, candidates): the rows themselves, before, after, and one further; (1, candidates) where nobody converses."""
    columns, rows = pool.plot.columns, pool.rows
    if not columns.sessions:
        return rows[None, :]
    before, after = columns.before.take(rows), columns.after.take(rows)
    if int(np.maximum.reduce(before)) == NOTHING == int(np.maximum.reduce(after)):
        return rows[None, :]  # memories among turns
    around = np.empty((5, len(rows)), dtype=np.int64)
    around[0], around[1], around[2] = rows, before, after
    around[3] = np.where(around[1] == NOTHING, NOTHING, columns.before[around[1]])
    around[4] = np.where(around[2] == NOTHING, NOTHING, columns.after[around[2]])
    return around


def _add_channels(matrix: Floats, pool: Candidates, around: Rows, cosine: Floats | None) -> None:
    words, meaning = matrix[_AT["words"]], matrix[_AT["meaning"]]
    np.divide(pool.words.scores.take(pool.rows), pool.scale.words_max, out=words)
    if len(around) > 1:
        # NOTHING (-1) points at the last row: what it brings does not count.
        before = pool.words.scores[around[1]]
        before /= pool.scale.words_max
        np.copyto(matrix[_AT["words_before"]], before, where=around[1] != NOTHING)
    matrix[_AT["sum"]] = pool.sums
    if cosine is not None and pool.scale.has_meaning:
        np.subtract(cosine, pool.scale.meaning_low, out=meaning)
        meaning /= pool.scale.meaning_span
    np.maximum(words, meaning, out=matrix[_AT["either"]])


def _counts(pool: Candidates, terms: Sequence[str], around: Rows) -> Floats:
    """(terms, 5, candidates): how often each term stands in a candidate, the turns before and after, and beyond."""
    postings = pool.plot.postings
    held = np.zeros(len(pool.plot.columns) + 1, dtype=np.float32)
    tf = np.empty((len(terms), *around.shape), dtype=np.float32)
    for place, term in enumerate(terms):
        rows = postings.rows[term]
        held[rows] = postings.counts[term]
        held.take(around, out=tf[place], mode="wrap")
        held[rows] = 0
    return tf


def _add_coverage(
    matrix: Floats, pool: Candidates, shares: Floats, together: Floats, held: Floats, around: Rows, length: Floats
) -> None:
    """`together`: how often each term stands in the five turns around a candidate, itself included; `length`: of the
    candidates themselves."""
    np.matmul(shares, held, out=matrix[_AT["covered_window"]])
    if len(around) > 1:
        lengths = np.zeros(len(pool.plot.columns) + 1, dtype=np.float32)
        lengths[:-1] = pool.plot.columns.length
        length = np.add.reduce(lengths[around], axis=0)
    window = matrix[_AT["window"]]
    mean = max(float(np.add.reduce(length)) / len(length), 1.0)
    np.matmul(shares, saturate(together, length, mean), out=window)
    window /= float(np.maximum.reduce(window)) or 1.0


def _add_softly(
    matrix: Floats,
    pool: Candidates,
    asked: Asked,
    shares: Floats,
    terms: Sequence[str],
    tf: Floats,
    near: Floats | None,
) -> None:
    """Coverage in which a missing word counts by its nearness to the text, relative to the other candidates.

    `tf`: (terms, candidates), how often each term stands in the candidate itself. `near`: as `_compared` gives it.
    """
    held = np.minimum(tf, 1.0)
    if near is None:
        np.matmul(shares, held, out=matrix[_AT["covered_softly"]])
        return
    middle = np.add.reduce(near, axis=1, keepdims=True)
    middle /= near.shape[1]
    span = np.maximum.reduce(near, axis=1, keepdims=True)
    span -= middle
    span += 1e-6
    near -= middle
    near /= span
    np.maximum(near, 0.0, out=near)
    for place, term in enumerate(asked.words):
        if term in pool.plot.postings.rows:
            np.maximum(near[place], held[terms.index(term)], out=near[place])
    weights = [pool.words.weights[term] for term in asked.words]
    mass = sum(weights) or 1.0
    shares = np.array([weight / mass for weight in weights], dtype=np.float32)
    np.matmul(shares, near, out=matrix[_AT["covered_softly"]])


def _add_sessions(matrix: Floats, pool: Candidates, shares: Floats, held: Floats) -> None:
    """Best of the session among the candidates; an item without a session is its own."""
    session = pool.plot.columns.session.take(pool.rows) if pool.plot.columns.sessions else None
    if session is None or int(np.maximum.reduce(session)) == NOTHING:
        matrix[_AT["session_meaning"]] = matrix[_AT["meaning"]]
        matrix[_AT["session_both"]] = matrix[_AT["sum"]]
        matrix[_AT["session_covered"]] = matrix[_AT["covered_window"]]
        return
    order = np.argsort(session, kind="stable")
    ordered = session[order]
    begins = np.empty(len(order), dtype=np.bool_)
    begins[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])
    begins |= ordered == NOTHING
    starts = np.flatnonzero(begins)
    group = np.empty(len(order), dtype=np.int64)
    group[order] = np.cumsum(begins) - 1
    matrix[_AT["session_meaning"]] = np.maximum.reduceat(matrix[_AT["meaning"]][order], starts)[group]
    matrix[_AT["session_both"]] = np.maximum.reduceat(matrix[_AT["sum"]][order], starts)[group]
    matrix[_AT["session_covered"]] = (shares @ np.maximum.reduceat(held[:, order], starts, axis=1))[group]


def _shares(pool: Candidates, terms: Sequence[str]) -> Floats:
    """Each term's share of the question's idf mass."""
    mass = sum(pool.words.weights.values()) or 1.0
    return np.array([pool.words.weights[term] / mass for term in terms], dtype=np.float32)


def _add_time(matrix: Floats, pool: Candidates, asked: Asked) -> None:
    columns = pool.plot.columns
    if asked.intervals:
        matrix[_AT["date"]] = temporal.fit(columns.time[pool.rows], asked.intervals)
    if asked.about_past:
        oldest, newest = columns.time_range
        past = columns.time[pool.rows]
        past -= oldest
        past /= newest - oldest + 1.0
        matrix[_AT["age_past"]] = past


def _add_form(matrix: Floats, pool: Candidates, asked: Asked, around: Rows, length: Floats) -> None:
    """`length`: of the candidates; it is not needed after this."""
    columns, rows = pool.plot.columns, pool.rows
    log = np.log1p(length, out=matrix[_AT["length"]])
    length *= 1 / _SHORT_TERMS
    np.minimum(length, 1.0, out=matrix[_AT["short"]])
    long = np.subtract(log, _LONG_LOG, out=matrix[_AT["long"]])
    np.maximum(long, 0.0, out=long)
    wanted = (asked.wants_number, asked.wants_time, asked.wants_name)
    _cue_table(wanted).take(columns.flags.take(rows) & _CUES_MASK, axis=1, out=matrix[_CUE_ROWS], mode="clip")
    if len(around) > 1:
        # Where there is no turn before, its words are 0, and so is the product.
        asks = (columns.flags[around[1]] & cues.IS_QUESTION) != 0
        np.multiply(asks, matrix[_AT["words_before"]], out=matrix[_AT["answers"]])
    if columns.sessions:
        np.log1p(columns.position.take(rows), out=matrix[_AT["position"]], dtype=np.float32, casting="same_kind")


@lru_cache(maxsize=8)
def _cue_table(wanted: tuple[bool, bool, bool]) -> Floats:
    """(cues, flags): looking the flags up is quicker than taking them apart. `wanted`: which of `_ASKED_CUES` count."""
    counts = dict.fromkeys(_CUES, True) | dict(zip(_ASKED_CUES, wanted, strict=True))
    rows = [[counts[name] and bool(flags & bit) for flags in range(_CUES_MASK + 1)] for name, bit in _CUES.items()]
    return np.array(rows, np.float32)


def _add_authors(matrix: Floats, pool: Candidates, asked: Asked) -> None:
    columns, rows = pool.plot.columns, pool.rows
    if columns.unspoken and not asked.names:
        matrix[_AT["first_person"]].fill(1)
        return
    role, speaker = columns.role.take(rows), columns.speaker.take(rows)
    nameless = speaker == NOTHING
    unspoken = (role == 0) & nameless
    # What nobody said, a stored memory, is about its owner as much as a sentence in the first person.
    first_person = matrix[_AT["first_person"]]
    np.maximum(first_person, unspoken, out=first_person)
    if len(asked.names) == 1:
        code = columns.speakers.index(asked.names[0]) if asked.names[0] in columns.speakers else NOTHING - 1
        by_name = speaker == code
        if unspoken.any():
            by_name |= unspoken & _holds(pool, asked.name_terms)
        matrix[_AT["speaker"]] = by_name
        matrix[_AT["other_speaker"]] = ~(by_name | nameless)
    # Somebody with a name is a person, whichever role a caller had to give him.
    matrix[_AT["assistant"]] = (role == _ASSISTANT) & nameless
    if asked.about_assistant:
        matrix[_AT["assistant_asked"]] = matrix[_AT["assistant"]]


def _holds(pool: Candidates, terms: frozenset[str]) -> NDArray[np.bool_]:
    """Which candidates hold one of the terms."""
    found = np.zeros(len(pool.rows), dtype=np.bool_)
    for term in terms:
        rows = pool.plot.postings.rows.get(term)
        if rows is not None:
            found |= np.isin(pool.rows, rows)
    return found


def _add_ranks(matrix: Floats, asked: Asked, *, sorted_by_sum: bool) -> None:
    """Places among all candidates; for questions about the asker they count apart."""
    share, log = _rank_values(matrix.shape[1])
    matrix[_AT["words_rank"]][_best_first(matrix[_AT["words"]])] = share
    matrix[_AT["meaning_rank"]][_best_first(matrix[_AT["meaning"]])] = log
    if sorted_by_sum:
        matrix[_AT["both_rank"]] = log
    else:
        matrix[_AT["both_rank"]][_best_first(matrix[_AT["sum"]])] = log
    if asked.about_me:
        matrix[_AT["meaning_rank_me"]] = matrix[_AT["meaning_rank"]]
        matrix[_AT["both_rank_me"]] = matrix[_AT["both_rank"]]


@lru_cache(maxsize=8)
def _rank_values(count: int) -> tuple[Floats, Floats]:
    """What each rank is worth, best first: as a share and as a logarithm. Kept, because most pools are equally full."""
    ranks = np.arange(count, dtype=np.float32)
    return 3.0 / (ranks + 3.0), np.log1p(ranks) * np.float32(-1 / 8)


def _best_first(values: Floats) -> Rows:
    return (-values).argsort(kind="stable")
