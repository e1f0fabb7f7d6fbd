"""The signals of the default ranking: for the best few hundred candidates, one row of numbers each.

`candidates` chooses the rows; `measure` computes the signals of those. Everything is numpy over columns, postings
and similarities; no text is read, and nothing about windows is stored: what the neighbours of a turn say is looked up
through `before` and `after`. What a signal is worth is not known here (`learned`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.model.columns import NOTHING
from recollect.model.record import ROLES
from recollect.read.candidates import Candidates, candidates
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
    parts = [_signals(part, asked, word_vectors) for part in pool if len(part.rows)]
    if not parts:
        return Measured(
            places=np.zeros(0, np.int64), matrix=np.zeros((len(NAMES), 0), np.float32), rest=_rest(pool, wanted)
        )
    signals = parts[0]
    if len(parts) > 1:
        signals = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    _add_ranks(signals, asked)
    matrix = np.empty((len(NAMES), len(signals["sum"])), dtype=np.float32)
    for place, name in enumerate(NAMES):
        matrix[place] = signals[name]
    places = np.concatenate([part.rows + part.plot.offset for part in pool if len(part.rows)])
    return Measured(places=places, matrix=matrix, rest=_rest(pool, wanted))


def _rest(pool: Sequence[Candidates], wanted: int) -> Rows:
    """Places beyond the pool, best first, until `wanted` are there."""
    missing = wanted - sum(len(part.rows) for part in pool)
    if missing <= 0:
        return np.zeros(0, dtype=np.int64)
    places = np.concatenate([part.rest + part.plot.offset for part in pool])
    order = np.argsort(-np.concatenate([part.rest_sums for part in pool]), kind="stable")
    return places[order[:missing]]


def _signals(pool: Candidates, asked: Asked, word_vectors: Floats | None) -> dict[str, Floats]:
    """The signals that one space can say by itself; ranks over all candidates come later."""
    around = _around(pool)
    signals: dict[str, Floats] = {}
    _add_channels(signals, pool, around)
    terms = [term for term in asked.weights if term in pool.plot.postings.rows]
    tf = _counts(pool, terms, around)
    together = tf.sum(axis=1)
    _add_coverage(signals, pool, terms, together, around)
    _add_softly(signals, pool, asked, terms, tf, word_vectors)
    _add_sessions(signals, pool, terms, together)
    _add_time(signals, pool, asked)
    _add_authors(signals, pool, asked)
    _add_form(signals, pool, asked, around)
    return signals


def _around(pool: Candidates) -> Rows:
    """(5, candidates): the rows themselves, before, after, and one further; (1, candidates) where nobody converses."""
    columns, rows = pool.plot.columns, pool.rows
    if not columns.sessions:
        return rows[None, :]
    around = np.empty((5, len(rows)), dtype=np.int64)
    around[0] = rows
    around[1], around[2] = columns.before[rows], columns.after[rows]
    around[3] = np.where(around[1] == NOTHING, NOTHING, columns.before[around[1]])
    around[4] = np.where(around[2] == NOTHING, NOTHING, columns.after[around[2]])
    return around


def _add_channels(signals: dict[str, Floats], pool: Candidates, around: Rows) -> None:
    scores = pool.words.scores[around[:2]]  # NOTHING (-1) points at the last row: what it brings is undone below
    scores /= np.float32(pool.scale.words_max)
    signals["words"] = scores[0]
    signals["words_before"] = np.zeros(len(pool.rows), np.float32)
    if len(around) > 1:
        np.copyto(signals["words_before"], scores[1], where=around[1] != NOTHING)
    signals["sum"] = pool.sums
    cosine = pool.plot.cosine
    if cosine is None or not pool.scale.has_meaning:
        signals["meaning"] = np.zeros(len(pool.rows), dtype=np.float32)
    else:
        signals["meaning"] = cosine[pool.rows]
        signals["meaning"] -= np.float32(pool.scale.meaning_low)
        signals["meaning"] /= np.float32(pool.scale.meaning_span)
    signals["either"] = np.maximum(signals["words"], signals["meaning"])


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
    signals: dict[str, Floats], pool: Candidates, terms: Sequence[str], together: Floats, around: Rows
) -> None:
    """`together`: how often each term stands in the five turns around a candidate, itself included."""
    share = _shares(pool, terms)
    signals["covered_window"] = share @ (together > 0)
    lengths = np.zeros(len(pool.plot.columns) + 1, dtype=np.float32)
    lengths[:-1] = pool.plot.columns.length
    length = lengths[around].sum(axis=0)
    window = share @ saturate(together, length, max(float(np.add.reduce(length)) / len(length), 1.0))
    signals["window"] = window / np.float32(float(window.max()) or 1.0)


def _add_softly(
    signals: dict[str, Floats],
    pool: Candidates,
    asked: Asked,
    terms: Sequence[str],
    tf: Floats,
    word_vectors: Floats | None,
) -> None:
    """Coverage in which a missing word counts by its nearness to the text, relative to the other candidates."""
    vectors = pool.plot.columns.vectors
    held = {term: tf[place, 0] > 0 for place, term in enumerate(terms)}
    if word_vectors is None or not len(asked.words) or vectors.shape[1] != word_vectors.shape[1]:
        signals["covered_softly"] = _shares(pool, terms) @ (tf[:, 0] > 0)
        return
    near = word_vectors @ vectors[pool.rows].T
    middle = np.add.reduce(near, axis=1, keepdims=True) / np.float32(near.shape[1])
    span = near.max(axis=1, keepdims=True)
    span -= middle
    span += np.float32(1e-6)
    near -= middle
    near /= span
    np.maximum(near, 0, out=near)
    for place, term in enumerate(asked.words):
        if term in held:
            np.maximum(near[place], held[term], out=near[place])
    weights = np.array([pool.words.weights[term] for term in asked.words], dtype=np.float32)
    signals["covered_softly"] = (weights / np.float32(float(weights.sum()) or 1.0)) @ near


def _add_sessions(signals: dict[str, Floats], pool: Candidates, terms: Sequence[str], together: Floats) -> None:
    """Best of the session among the candidates; an item without a session is its own."""
    if not pool.plot.columns.sessions:
        signals["session_meaning"], signals["session_both"] = signals["meaning"], signals["sum"]
        signals["session_covered"] = signals["covered_window"]
        return
    session = pool.plot.columns.session[pool.rows]
    order = np.argsort(session, kind="stable")
    ordered = session[order]
    begins = np.empty(len(order), dtype=np.bool_)
    begins[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])
    begins |= ordered == NOTHING
    starts = np.flatnonzero(begins)
    group = np.empty(len(order), dtype=np.int64)
    group[order] = np.cumsum(begins) - 1
    signals["session_meaning"] = np.maximum.reduceat(signals["meaning"][order], starts)[group]
    signals["session_both"] = np.maximum.reduceat(signals["sum"][order], starts)[group]
    share = _shares(pool, terms)
    held = np.logical_or.reduceat((together > 0)[:, order], starts, axis=1)
    signals["session_covered"] = (share @ held)[group]


def _shares(pool: Candidates, terms: Sequence[str]) -> Floats:
    """Each term's share of the question's idf mass."""
    mass = sum(pool.words.weights.values()) or 1.0
    return np.array([pool.words.weights[term] / mass for term in terms], dtype=np.float32)


def _add_time(signals: dict[str, Floats], pool: Candidates, asked: Asked) -> None:
    columns = pool.plot.columns
    nothing = np.zeros(len(pool.rows), dtype=np.float32)
    signals["date"] = signals["age_past"] = nothing
    if asked.intervals:
        signals["date"] = temporal.fit(columns.time[pool.rows], asked.intervals)
    if asked.about_past:
        oldest, newest = float(columns.time.min()), float(columns.time.max())
        signals["age_past"] = ((columns.time[pool.rows] - oldest) / (newest - oldest + 1.0)).astype(np.float32)


def _add_authors(signals: dict[str, Floats], pool: Candidates, asked: Asked) -> None:
    columns, rows = pool.plot.columns, pool.rows
    role, speaker = columns.role[rows], columns.speaker[rows]
    unspoken = (role == 0) & (speaker == NOTHING)
    nothing = np.zeros(len(rows), dtype=np.float32)
    # What nobody said, a stored memory, is about its owner as much as a sentence in the first person.
    signals["first_person"] = np.maximum(_flag(columns.flags[rows], cues.FIRST_PERSON), unspoken)
    signals["speaker"] = signals["other_speaker"] = nothing
    if len(asked.names) == 1:
        code = columns.speakers.index(asked.names[0]) if asked.names[0] in columns.speakers else NOTHING - 1
        by_name = speaker == code
        if unspoken.any():
            by_name |= unspoken & _holds(pool, asked.name_terms)
        signals["speaker"] = by_name.astype(np.float32)
        signals["other_speaker"] = (~by_name & (speaker != NOTHING)).astype(np.float32)
    # Somebody with a name is a person, whichever role a caller had to give him.
    signals["assistant"] = ((role == _ASSISTANT) & (speaker == NOTHING)).astype(np.float32)
    signals["assistant_asked"] = signals["assistant"] if asked.about_assistant else nothing


def _holds(pool: Candidates, terms: frozenset[str]) -> NDArray[np.bool_]:
    """Which candidates hold one of the terms."""
    found = np.zeros(len(pool.rows), dtype=np.bool_)
    for term in terms:
        rows = pool.plot.postings.rows.get(term)
        if rows is not None:
            found |= np.isin(pool.rows, rows)
    return found


def _add_form(signals: dict[str, Floats], pool: Candidates, asked: Asked, around: Rows) -> None:
    columns, rows = pool.plot.columns, pool.rows
    nothing = np.zeros(len(rows), dtype=np.float32)
    length = columns.length[rows]
    log = np.log1p(length)
    signals["length"] = log
    signals["short"] = np.minimum(length * np.float32(1 / _SHORT_TERMS), np.float32(1))
    signals["long"] = np.maximum(log - np.float32(_LONG_LOG), np.float32(0))
    flags = columns.flags[around[:2]]
    own = flags[0]
    signals["second_person"] = _flag(own, cues.SECOND_PERSON)
    signals["question"] = _flag(own, cues.IS_QUESTION)
    signals["number"] = _flag(own, cues.HAS_NUMBER) if asked.wants_number else nothing
    signals["when"] = _flag(own, cues.HAS_DATE) if asked.wants_time else nothing
    signals["name"] = _flag(own, cues.HAS_NAME) if asked.wants_name else nothing
    signals["instruction"] = _flag(own, cues.INSTRUCTION_CUE)
    # Where there is no turn before, its words are 0, and so is the product.
    signals["answers"] = _flag(flags[1], cues.IS_QUESTION) * signals["words_before"] if len(flags) > 1 else nothing
    signals["position"] = np.log1p(columns.position[rows].astype(np.float32))


def _flag(flags: NDArray[np.int32], bit: int) -> Floats:
    found: Floats = ((flags & bit) != 0).astype(np.float32)
    return found


def _add_ranks(signals: dict[str, Floats], asked: Asked) -> None:
    """Places among all candidates; for questions about the asker they count apart."""
    nothing = np.zeros(len(signals["sum"]), dtype=np.float32)
    rank = _ranks(signals["words"])
    signals["words_rank"] = np.float32(3) / (rank + np.float32(3))
    for name, source in (("meaning_rank", "meaning"), ("both_rank", "sum")):
        signals[name] = np.log1p(_ranks(signals[source])) * np.float32(-1 / 8)
        signals[f"{name}_me"] = signals[name] if asked.about_me else nothing


def _ranks(values: Floats) -> Floats:
    """0 for the best."""
    rank = np.empty(len(values), dtype=np.float32)
    rank[np.argsort(-values, kind="stable")] = np.arange(len(values), dtype=np.float32)
    return rank
