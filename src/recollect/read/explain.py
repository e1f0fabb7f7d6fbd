"""The trace in words. Numbers are kept while ranking; sentences are made when somebody reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from recollect.model.query import Hit

SIGNALS_SHOWN = 4
QUOTED_CHARS_MAX = 60

_TIERS = {
    "hybrid": "found by words and meaning",
    "keyword": "found by words",
    "vector": "found by meaning",
    "recent": "among the newest",
}


def explainer(terms: Mapping[str, int], names: Mapping[str, str], older: Mapping[str, str]) -> Callable[[Hit], str]:
    """A function that puts a hit's reasons into words. `names` says what a signal means to a person, `older` gives
    for the id of a hit that was moved up the text of the older statement now below it."""

    def explain(hit: Hit) -> str:
        parts = [_TIERS.get(hit.tier, hit.tier)]
        if hit.id in older:
            parts.append(f"newer than {shortened(older[hit.id])!r}: says another value for the same thing")
        matched = [term for term in terms if term in _folded(hit.content)]
        if matched:
            parts.append("words: " + ", ".join(matched[:8]))
        strongest = sorted(hit.components.items(), key=lambda item: -abs(item[1]))[:SIGNALS_SHOWN]
        parts += [f"{names.get(name, name)} {value:+.2f}" for name, value in strongest if value]
        return f"score {hit.score:.2f}: " + "; ".join(parts)

    return explain


def _folded(text: str) -> str:
    return text.casefold()


def shortened(text: str) -> str:
    """The beginning of a text, on one line."""
    text = " ".join(text.split())
    return text if len(text) <= QUOTED_CHARS_MAX else f"{text[:QUOTED_CHARS_MAX].rstrip()}…"
