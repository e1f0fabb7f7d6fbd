"""The trace in words. Numbers are kept while ranking; sentences are made when somebody reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from recollect.model.query import Hit

SIGNALS_SHOWN = 4
QUOTED_CHARS_MAX = 60

TOLD = "told"
_TIERS = {
    "hybrid": "found by words and meaning",
    "keyword": "found by words",
    "vector": "found by meaning",
    "recent": "among the newest",
    TOLD: "a model was told it",
}


def explainer(
    terms: Mapping[str, int], names: Mapping[str, str], older: Mapping[str, str], now: datetime
) -> Callable[[Hit], str]:
    """A function that puts a hit's reasons into words. `names` says what a signal means to a person, `older` gives
    for the id of a hit that was moved up the text of the older statement now below it."""

    def explain(hit: Hit) -> str:
        parts = [found_by(hit.tier)]
        if hit.id in older:
            parts.append(f"newer than {shortened(older[hit.id])!r}: says another value for the same thing")
        if hit.record.valid_from is not None and hit.record.begins_after(now):
            parts.append(f"not so before {hit.record.valid_from.date()}")
        matched = [term for term in terms if term in _folded(hit.content)]
        if matched:
            parts.append("words: " + ", ".join(matched[:8]))
        return f"score {hit.score:.2f}: " + "; ".join(parts + _in_words(hit.components, names))

    return explain


def reasons(tier: str, components: Mapping[str, float], names: Mapping[str, str]) -> list[str]:
    """Why something was found, without the words of it."""
    return [found_by(tier), *_in_words(components, names)]


def found_by(tier: str) -> str:
    return _TIERS.get(tier, tier)


def strongest(components: Mapping[str, float]) -> dict[str, float]:
    """The signals that count most, those first."""
    most = sorted(components.items(), key=lambda item: -abs(item[1]))[:SIGNALS_SHOWN]
    return {name: float(value) for name, value in most if value}


def _in_words(components: Mapping[str, float], names: Mapping[str, str]) -> list[str]:
    return [f"{names.get(name, name)} {value:+.2f}" for name, value in strongest(components).items()]


def _folded(text: str) -> str:
    return text.casefold()


def shortened(text: str) -> str:
    """The beginning of a text, on one line."""
    text = " ".join(text.split())
    return text if len(text) <= QUOTED_CHARS_MAX else f"{text[:QUOTED_CHARS_MAX].rstrip()}…"
