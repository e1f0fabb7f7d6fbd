"""What becomes of a known statement when a new one arrives: unrelated, duplicate, supersede, merge or keep both.

Deterministic and without a language model. Sure signs decide alone (the same text, two different people); everything
else is weighed together (`learned`), and the signals that spoke loudest give the reason. The new statement is the
later one. Which of many known statements is meant is decided by `choose`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from recollect.write.verify.compare import Comparison, compare
from recollect.write.verify.guards import sure
from recollect.write.verify.learned import LABELS, Weights, replaces, shipped, weigh
from recollect.write.verify.named import is_named
from recollect.write.verify.named import signals_of as named_signals
from recollect.write.verify.reasons import explain
from recollect.write.verify.statement import Statement

UNRELATED: Final = "unrelated"
SUPERSEDE, DUPLICATE, MERGE, KEEP_BOTH = LABELS
SAME_TOLD: Final = 0.97
"""Share of the words that must have partners on both sides for a repetition about named people."""
SURE: Final = 0.97
"""Certainty of a guard: what they reach on labelled pairs."""
RELATED_COSINE: Final = 0.35
"""Below this, with no word in common and no line of states, two statements have nothing to do with each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A label with the reason for people, how sure it is (0..1), and the guard or signal that decided."""

    label: str
    reason: str
    certainty: float
    guard: str
    touches: float = 0.0
    """Probability that the known statement does not stay as it is (superseded, repeated or extended)."""


def judge(
    old: Statement, new: Statement, *, cosine: float | None, jaccard: float, weights: Weights | None = None
) -> Verdict:
    """Weigh `new` against `old`. `cosine` is that of the bundled embedder for both texts, None without one."""
    if [word.form for word in old.words] == [word.form for word in new.words]:
        return Verdict(
            label=DUPLICATE, reason="it repeats what is known, word for word", certainty=1.0, guard="same text", touches=1.0
        )
    found = compare(old, new, cosine=cosine, jaccard=jaccard)
    if _nothing_in_common(found):
        return Verdict(
            label=UNRELATED, reason="the two have no subject in common", certainty=0.95, guard="nothing shared"
        )
    if is_named(old) and is_named(new):
        return _named_verdict(old, new, found, weights or shipped())
    decided = sure(found.signals)
    if decided:
        label, name = decided
        touches = float(label != KEEP_BOTH)
        return Verdict(
            label=label, reason=explain(label, old, new, found)[1], certainty=SURE, guard=name, touches=SURE * touches
        )
    chances = weigh(found.signals, weights or shipped())
    place = max(range(len(LABELS)), key=chances.__getitem__)
    guard, reason = explain(LABELS[place], old, new, found)
    return Verdict(
        label=LABELS[place], reason=reason, certainty=chances[place], guard=guard, touches=1.0 - chances[3]
    )


def _nothing_in_common(found: Comparison) -> bool:
    signals = found.signals
    return bool(
        signals["nothing_shared"]
        and signals["cosine"] < RELATED_COSINE
        and signals["cover_both"] < 0.3
        and not signals.get("state_same")
        and not signals.get("state_differs")
        and not signals["amount_equal"]
    )


def _named_verdict(old: Statement, new: Statement, found: Comparison, weights: Weights) -> Verdict:
    """Two statements about people by their full names; see `named`."""
    signals = named_signals(old, new, found.alignment, found.signals["cosine"], found.signals["jaccard"])
    chance = replaces(signals, weights)
    if chance <= 0.5:
        return Verdict(
            label=KEEP_BOTH,
            reason="two different things are told of these people",
            certainty=1.0 - chance,
            guard="named: another deed",
            touches=chance,
        )
    if signals["told_both"] >= SAME_TOLD and signals["names_same"] and not signals["amount_differs"]:
        if not (old.negated ^ new.negated):
            return Verdict(
                label=DUPLICATE, reason="the same is told of the same people", certainty=chance, guard="named: same deed", touches=chance
            )
    guard, reason = explain(SUPERSEDE, old, new, found)
    return Verdict(label=SUPERSEDE, reason=reason, certainty=chance, guard=guard, touches=chance)
