"""The trace in words. Numbers are kept while ranking; sentences are made when somebody reads them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Container, Mapping
from datetime import datetime

from recollect.model.query import Hit
from recollect.rules.late import late
from recollect.rules.text import NO_SPACE_SCRIPTS, SIGNS_IN_WORDS, default_analyser, fold

SIGNALS_SHOWN = 4
WORDS_SHOWN = 8
QUESTION_CHARS_MAX = 4_000
QUOTED_CHARS_MAX = 60

TOLD = "told"
_TIERS = {
    "hybrid": "found by words and meaning",
    "keyword": "found by words",
    "vector": "found by meaning",
    "recent": "among the newest",
    TOLD: "a model was told it",
}
_WRITTEN = late(rf"[{NO_SPACE_SCRIPTS}]+|[^\s{NO_SPACE_SCRIPTS}]+")
_NO_SPACES = late(rf"[{NO_SPACE_SCRIPTS}]")
_EDGES = late(rf"^\W+|(?:['’]s)?[^\w+#{SIGNS_IN_WORDS}]*$")
_PART = late(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^\W\d_A-Z]+|[A-Z]+|\d+")
"""Of an identifier, as the analyser cuts it."""


def explainer(
    question: str, terms: Container[str], names: Mapping[str, str], moved: Mapping[str, str], now: datetime
) -> Callable[[Hit], str]:
    """A function that puts a hit's reasons into words. `terms` are those of the question that were looked for, `names`
    says what a signal means to a person, `moved` gives for the id of a hit that was moved up the reason."""

    def explain(hit: Hit) -> str:
        matched = words_shared(question, terms, hit.content)
        found, *signals = reasons(hit.tier, hit.components, names, shared=bool(matched))
        parts = [found]
        if hit.id in moved:
            parts.append(moved[hit.id])
        if hit.record.valid_from is not None and hit.record.begins_after(now):
            parts.append(f"not so before {hit.record.valid_from.date()}")
        if matched:
            parts.append("words: " + ", ".join(matched[:WORDS_SHOWN]))
        return f"score {hit.score:.2f}: " + "; ".join(parts + signals)

    return explain


def newer_than(older: str) -> str:
    """Why a hit stands above an older statement."""
    return f"newer than {shortened(older)!r}: says another value for the same thing"


def moved_up(reason: str) -> str:
    return f"moved up: {reason}"


def words_shared(question: str, terms: Container[str], text: str) -> list[str]:
    """The words of a question that a text has too, in whatever form, as the question writes them: of a name that is put
    together the parts that are there, of a script without spaces the longest pieces. Worked: of "Which offices use
    node.js?" and "Our office has no node" it is offices and node."""
    analyse = default_analyser().terms
    there = {term for term in analyse(text) if term in terms}
    found: dict[str, str] = {}
    for written in _WRITTEN.findall(unicodedata.normalize("NFKC", question[:QUESTION_CHARS_MAX])):
        word = _EDGES.sub("", written) or written
        if _NO_SPACES.match(word):
            words = _pieces_shared(word, there)
        elif analyse(word)[:1] and analyse(word)[0] in there:
            words = [word]
        else:
            words = [part for part in _PART.findall(word) if not there.isdisjoint(analyse(part))]
        for one in words:
            found.setdefault(fold(one), one)
    return list(found.values())


def _pieces_shared(run: str, there: Container[str]) -> list[str]:
    """The longest pieces of it whose characters, and pairs of characters, are all there."""
    pieces = [""]
    for before, character in zip(" " + run, run, strict=False):
        if character not in there:
            pieces.append("")
        elif pieces[-1] and before + character not in there:
            pieces.append(character)
        else:
            pieces[-1] += character
    return [piece for piece in pieces if piece]


def reasons(tier: str, components: Mapping[str, float], names: Mapping[str, str], *, shared: bool) -> list[str]:
    """Why something was found, without the words of it. Where none is `shared`, both channels were asked and only the
    meaning answered; what the better of the two added is the meaning's. A channel that weighs nothing has no part in
    the score, and none in the reasons."""
    if tier == "hybrid" and not shared:
        tier, components = "vector", _of_meaning(components)
    elif tier == "hybrid" and ("keyword" in components) != ("vector" in components):
        tier = "keyword" if "keyword" in components else "vector"
    return [_TIERS.get(tier, tier), *_in_words(components, names)]


def _of_meaning(components: Mapping[str, float]) -> Mapping[str, float]:
    """What having no word costs stays as it is."""
    words = components.get("words", 0.0)
    if words <= 0:
        return components
    rest = {name: value for name, value in components.items() if name != "words"}
    return rest | {"meaning": rest.get("meaning", 0.0) + words}


def strongest(components: Mapping[str, float]) -> dict[str, float]:
    """The signals that count most, those first."""
    most = sorted(components.items(), key=lambda item: -abs(item[1]))[:SIGNALS_SHOWN]
    return {name: float(value) for name, value in most if value}


def _in_words(components: Mapping[str, float], names: Mapping[str, str]) -> list[str]:
    return [f"{names.get(name, name)} {value:+.2f}" for name, value in strongest(components).items()]


def shortened(text: str) -> str:
    """The beginning of a text, on one line."""
    text = " ".join(text.split())
    return text if len(text) <= QUOTED_CHARS_MAX else f"{text[:QUOTED_CHARS_MAX].rstrip()}…"
