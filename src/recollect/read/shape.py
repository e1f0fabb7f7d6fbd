"""From candidates to an answer: ageing, diversity, minimum score, window, token budget. Each says what it dropped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from recollect.model.columns import EVERGREEN, NOTHING
from recollect.model.record import LAYERS, Record
from recollect.read.field import Plot, Ranked, joined, locate
from recollect.rules import tokens
from recollect.rules.decay import DAY_S, half_life
from recollect.rules.relevance import relevance
from recollect.rules.similarity import maximal_marginal_relevance, word_set

if TYPE_CHECKING:
    from numpy.typing import NDArray

SESSION_BONUS = 0.1
"""The share of the score that says whether the record is of the session asked for."""
UNMATCHED_SCORE_MAX = 0.01
"""Of what matches nothing that was asked, and is shown because it is new."""
ROUNDING = 1e-6
"""Scores were four-byte numbers on their way here."""
MISSED_MAX = 10
"""Near misses that are told, of each kind."""
EVERGREEN_LAYERS = (LAYERS.index("override"), LAYERS.index("profile"))


@dataclass(kw_only=True)
class Dropped:
    """Places that almost came back, with what dropped them and the score they had."""

    wanted: bool
    """Nobody asks for near misses unless the recall is to be explained."""
    by_place: dict[int, tuple[str, float | None]] = field(default_factory=dict)

    def add(self, places: NDArray[np.int64], scores: NDArray[np.float64], reason: str) -> None:
        if not self.wanted:
            return
        for place, score in zip(places.tolist(), scores.tolist(), strict=True):
            self.by_place.setdefault(place, (reason, score))


def _sorted(ranked: Ranked, scores: NDArray[np.float64]) -> Ranked:
    ranked = replace(ranked, scores=scores)
    if (scores[1:] < scores[:-1]).all():  # they fall already
        return ranked
    return taken(ranked, np.lexsort((-ranked.places, -scores)))


def taken(ranked: Ranked, order: NDArray[np.int64] | slice | list[int]) -> Ranked:
    """The candidates at these positions."""
    return Ranked(
        places=ranked.places[order],
        scores=ranked.scores[order],
        keys=ranked.keys[order],
        components=ranked.components,
        tier=ranked.tier,
        pool=ranked.pool,
    )


def raised(before: Ranked, after: Ranked) -> list[int]:
    """The places that stand further up than they did."""
    stood = {place: at for at, place in enumerate(before.places.tolist())}
    return [place for at, place in enumerate(after.places.tolist()) if at < stood[place]]


def unmatched(ranked: Ranked, *, asked: bool) -> Ranked:
    """Where there was a question and the newest stand in for an answer, their scores say that nothing matched. Worked:
    ranks that score 1, 0.5 and 0.33 become 0.01, 0.005 and 0.0033."""
    if not asked or ranked.tier != "recent":
        return ranked
    return replace(ranked, scores=ranked.scores * UNMATCHED_SCORE_MAX)


def prefer_session(plots: Sequence[Plot], ranked: Ranked, session: str) -> Ranked:
    """Records of the session asked for move up a little."""
    here = np.zeros(len(ranked.places), dtype=np.bool_)
    for plot in plots:
        code = plot.columns.session_codes.get(session)
        if code is not None:
            rows = ranked.places - plot.offset
            inside = (rows >= 0) & (rows < len(plot.columns))
            here[inside] = plot.columns.session[rows[inside]] == code
    return _sorted(ranked, (1.0 - SESSION_BONUS) * ranked.scores + SESSION_BONUS * here)


def age(plots: Sequence[Plot], ranked: Ranked, *, half_life_days: float, now_s: float) -> Ranked:
    """Scores halve every `half_life_days`; evergreen records do not age."""
    age_days = (now_s - joined(plots, "time")[ranked.places]) / DAY_S
    factor = half_life(age_days, half_life_days)
    evergreen = np.isin(joined(plots, "layer")[ranked.places], EVERGREEN_LAYERS)
    evergreen |= (joined(plots, "flags")[ranked.places].astype(np.int64) & EVERGREEN) != 0
    return _sorted(ranked, np.where(evergreen, ranked.scores, ranked.scores * factor))


def require_score(ranked: Ranked, min_score: float, dropped: Dropped, *, words_alone: float | None = None) -> Ranked:
    """Drop what scores less. Where that is everything, a match of words may stay from `words_alone` on."""
    keep = ranked.scores >= min_score
    if words_alone is not None and not keep.any():
        words = ranked.components(ranked.keys)().get("keyword")
        if words is not None:
            keep = (words > 0) & (ranked.scores >= min(words_alone, min_score) - ROUNDING)
    dropped.add(ranked.places[~keep][:20], ranked.scores[~keep][:20], f"score below {min_score:g}")
    return taken(ranked, np.flatnonzero(keep))


def diversify(ranked: Ranked, records: dict[int, Record], *, k: int, balance: float, dropped: Dropped) -> Ranked:
    """Pick k by maximal marginal relevance; shown in score order. Only what is among the best k by its score lost its
    place by being similar; the others would not have had one."""
    texts = [word_set(records[int(place)].content) for place in ranked.places]
    picked = maximal_marginal_relevance(ranked.scores.tolist(), texts, count=k, balance=balance)
    if dropped.wanted:
        left_out = sorted(set(range(len(ranked.places))) - set(picked))
        alike = [at for at in left_out if at < k][:MISSED_MAX]
        dropped.add(ranked.places[alike], ranked.scores[alike], "too similar to a better hit (MMR)")
        rest = [at for at in left_out if at >= k][:MISSED_MAX]
        dropped.add(ranked.places[rest], ranked.scores[rest], not_among(k))
    return taken(ranked, np.array(sorted(picked), dtype=np.int64))


def not_among(k: int) -> str:
    """Why what has a score is not shown."""
    return f"not among the best {k}"


def spend(contents: Sequence[str], tokens_max: int | None) -> tuple[int, list[int]]:
    """How many texts fit into the budget, and the tokens of each. The first always fits, unless the budget is 0."""
    sizes = [tokens.estimate(content) for content in contents]
    if tokens_max is None:
        return len(sizes), sizes
    if tokens_max <= 0:
        return 0, sizes
    total = 0
    for place, size in enumerate(sizes):
        total += size
        if total > tokens_max and place > 0:
            return place, sizes
    return len(sizes), sizes


def require_words(ranked: Ranked, records: dict[int, Record], query: str, dropped: Dropped) -> Ranked:
    """Newest-first candidates scored by the query's words in text, key and metadata; those without any are dropped."""
    order = [at for at, place in enumerate(ranked.places) if int(place) in records]
    found = [records[int(ranked.places[at])] for at in order]
    scores = np.array([relevance(query, record.content, record.key, record.metadata) for record in found])
    ranked = replace(taken(ranked, np.array(order, dtype=np.int64)), scores=scores)
    keep = scores > 0
    dropped.add(ranked.places[~keep], ranked.scores[~keep], "none of the words asked for")
    kept = np.flatnonzero(keep)
    return taken(ranked, kept[np.argsort(-scores[kept], kind="stable")])


def window_rows(plots: Sequence[Plot], place: int, width: int) -> list[tuple[Plot, int]]:
    """The turns around a place, `width` on either side, in order; only turns the query may see."""
    plot, row = locate(plots, place)
    found: list[tuple[Plot, int]] = []
    for column, at_front in ((plot.columns.before, True), (plot.columns.after, False)):
        at = row
        for _ in range(width):
            at = int(column[at])
            if at == NOTHING or not plot.allowed[at]:
                break
            found.insert(0, (plot, at)) if at_front else found.append((plot, at))
    return found


def windows(
    plots: Sequence[Plot],
    places: Sequence[int],
    width: int,
    records: Mapping[int, Record],
    read: Callable[[Sequence[int]], None],
) -> dict[int, tuple[Record, ...]]:
    """The turns around each place; none where no width is asked for."""
    if not width:
        return {}
    around = {place: [plot.offset + row for plot, row in window_rows(plots, place, width)] for place in places}
    read([near for found in around.values() for near in found])
    return {place: tuple(records[near] for near in found if near in records) for place, found in around.items()}
