"""Conflicts by two numbers alone, as Osaurus decides them: no guards, no reading of the words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from recollect.write.verify.judge import Verdict

DEDUP: Final = 0.6
SEMANTIC: Final = 0.85
BAND_LOW: Final = 0.3


def osaurus(
    jaccard: float,
    cosine: float | None,
    same_kind: bool,
    *,
    dedup: float = DEDUP,
    semantic: float = SEMANTIC,
    band_low: float = BAND_LOW,
) -> str:
    """The label for one known statement; every threshold is a strict "greater than".

    Above `dedup` (words) or `semantic` (vectors) it repeats; in the band between, with the same kind, the newer one
    supersedes. Worked: Jaccard 0.45 and the same kind give supersede; 0.30 exactly gives unrelated.
    """
    if jaccard > dedup or (cosine is not None and cosine > semantic):
        return "duplicate"
    if same_kind and band_low < jaccard < dedup:
        return "supersede"
    return "unrelated"


def literally(
    candidates: Sequence[tuple[float, float | None, bool]], *, dedup: float, semantic: float
) -> tuple[int | None, Verdict]:
    """Which of the known statements is meant, the one that shares most words first. Each is given by its word overlap,
    its similarity and whether it is of the same kind."""
    for place in sorted(range(len(candidates)), key=lambda at: -candidates[at][0]):
        label = osaurus(*candidates[place], dedup=dedup, semantic=semantic)
        if label != "unrelated":
            overlap, cosine, _ = candidates[place]
            by_vectors = label == "duplicate" and overlap <= dedup and cosine is not None
            reason = f"similarity {cosine:.2f}" if by_vectors else f"word overlap {overlap:.2f}"
            return place, Verdict(label=label, reason=reason, certainty=1.0, guard="overlap")
    return None, Verdict(label="unrelated", reason="nothing known is alike", certainty=1.0, guard="overlap")
