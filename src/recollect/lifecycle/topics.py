"""What a conversation is about: its telling words and phrases, in any script.

A candidate is a run of content words (two or three of them, or one), or in scripts without spaces a string that is
said again and again. It counts as often as turns say it, weighed by how rarely the rest of the space does. Pure.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from recollect.rules.expressions import HINTS
from recollect.rules.late import late
from recollect.rules.lexicon import generic
from recollect.rules.lexicon.persons import MARKS
from recollect.rules.lexicon.smalltalk import FILLERS
from recollect.rules.text import SIGNS_IN_WORDS, STOP_WORDS, default_analyser, fold

TOPICS_MAX: Final = 6
WORDS_A_PHRASE_MAX: Final = 3
CANDIDATES_MAX: Final = 5_000
GENERIC_WORTH: Final = 0.15
NAME_WORTH: Final = 1.5
SHARE_MIN: Final = 0.4
"""Of the best topic's score; what comes after that is chance."""
PHRASE_WORTH: Final = 1.4
UNSPACED_CHARS: Final = (2, 6)
"""Shortest and longest string of a script without spaces."""

_TALK: Final = frozenset(
    """
    thanks thank hey hi hello wow yeah yes yep no nope okay ok sure really totally absolutely definitely awesome amazing
    great cool nice glad happy love lovely sounds sound lot lots bit thing things stuff way ways something anything
    everything someone everyone guess hope think know want need feel feeling feels felt gotta gonna wanna kinda today
    pic picture pictures photo photos image shares sharing congrats congratulations bye haha lol btw pretty super maybe
    made done back self fave comp one two three four five six seven eight nine ten mon tue tues wed thu
    thurs fri sat sun
    unfortunately fortunately woah yup got went took came gave said told noted understood agreed right alright fine
    perfect perfekt perfecto gut klar alles genau passt verstanden vale bueno claro entendido entendu parfait certo
    combinado perfetto capito bene
    """.split()
)
_LETTERS: Final = rf"(?:[^\W_]|[{SIGNS_IN_WORDS}])+"
_WORD: Final = late(rf"{_LETTERS}(?:['’\-.&+#]{_LETTERS})*[+#]*")
_SIGN: Final = late(f"[{SIGNS_IN_WORDS}]")
_BREAK: Final = late(r"[.!?…,;:()\[\]{}\"“”«»。！？、，；：\n]|\s[-–—]\s")
_UNSPACED: Final = late(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]{2,}")
_GRAMMAR: Final = frozenset(
    "的了是我你他她它们們在有和就都也不很会會要吗嗎吧呢这這那个個とがはをにでもので すましたない"
)
"""Signs that hold sentences together and name nothing."""


def topics(turns: Sequence[str], *, names: Sequence[str], worth: Callable[[str], float]) -> tuple[str, ...]:
    """The telling phrases of a conversation, best first. `names`: who speaks; `worth`: how rare a term is otherwise."""
    said: Counter[str] = Counter()
    shown: dict[str, Counter[str]] = {}
    capital: Counter[str] = Counter()
    speakers = {word for name in names for word in fold(name).split()}
    for turn in turns:
        here: set[str] = set()
        for phrase, inner in _phrases(turn, speakers):
            key = _key(phrase)
            here.add(key)
            if len(shown) < CANDIDATES_MAX or key in shown:
                shown.setdefault(key, Counter())[phrase] += 1
            capital[key] += inner
        said.update(here & shown.keys())
    scored = sorted(((_score(key, said[key], capital[key], worth), key) for key in shown), reverse=True)
    least = SHARE_MIN * scored[0][0] if scored else 0.0
    return _chosen([key for score, key in scored if score > 0 and score >= least], shown)


def inverse_frequency(count: int, holding: Mapping[str, int]) -> Callable[[str], float]:
    """How much a term tells in a space of `count` texts. Worked: held by 1 of 100 it is worth 3.9, by 50 of 100 1.1."""

    def worth(term: str) -> float:
        rare = math.log(1 + (1 + count) / (1 + holding.get(term, 0)))
        return rare * (GENERIC_WORTH if is_generic(term) else 1.0)

    return worth


@cache
def _generic_stems() -> frozenset[str]:
    words = f"{generic.VERBS} {generic.NOUNS} {generic.QUALITIES}".split()
    analyser = default_analyser()
    return frozenset(analyser.term(word) for word in [*words, *_TALK])


def is_generic(term: str) -> bool:
    """A stem that fits every conversation."""
    return term in _generic_stems()


@cache
def _weak() -> frozenset[str]:
    """Words that no topic begins or ends with, in any language we know the small words of."""
    small = frozenset().union(*MARKS.values())
    return STOP_WORDS | FILLERS | HINTS | _TALK | frozenset(word for word in small if len(word) <= 6)


def _phrases(turn: str, speakers: set[str]) -> list[tuple[str, int]]:
    """Candidates of one turn, each with 1 where a capital letter inside a sentence makes it a name."""
    found: list[tuple[str, int]] = []
    for part in _BREAK.split(turn):
        for run in _UNSPACED.findall(part):
            found += [(piece, 0) for piece in _strings(run)]
        words = [word for word in _WORD.findall(part) if not _UNSPACED.search(word)]
        run_words: list[tuple[str, bool]] = []
        for place, word in enumerate([*words, ""]):
            low = fold(word)
            bare = re.sub(r"['’]s$", "", low)
            weak = not word or bare in _weak() or "'" in bare or "’" in bare or len(bare) < 3 or _named(bare, speakers)
            if weak and not (word[:1].isupper() and word.isupper() and len(word) > 1 and bare not in _weak()):
                found += _runs(run_words)
                run_words = []
            else:
                run_words.append((re.sub(r"['’]s$", "", word), place > 0 and word[:1].isupper()))
    return found


def _named(word: str, speakers: set[str]) -> bool:
    """A speaker's name or the short form of it."""
    return any(word == name or (len(word) >= 3 and name.startswith(word)) for name in speakers)


def _runs(words: list[tuple[str, bool]]) -> list[tuple[str, int]]:
    found = []
    for size in range(1, WORDS_A_PHRASE_MAX + 1):
        for start in range(len(words) - size + 1):
            part = words[start : start + size]
            found.append((" ".join(word for word, _ in part), int(all(capital for _, capital in part))))
    return found


def _strings(run: str) -> list[str]:
    """Its strings, cut before no vowel sign."""
    low, high = UNSPACED_CHARS
    run = run[:400]
    cuts = [not _SIGN.match(sign) for sign in run] + [True]
    return [
        run[start : start + size]
        for size in range(low, high + 1)
        for start in range(len(run) - size + 1)
        if cuts[start] and cuts[start + size] and not set(run[start : start + size]) & _GRAMMAR
    ]


def _key(phrase: str) -> str:
    if _UNSPACED.search(phrase):
        return phrase
    analyser = default_analyser()
    return " ".join(analyser.term(word) for word in phrase.split())


def _score(key: str, turns: int, capital: int, worth: Callable[[str], float]) -> float:
    """Once is chance, unless it is a name."""
    name = capital * 2 >= turns and capital > 0
    if turns < 2 and not name:
        return 0.0
    stems = key.split()
    if all(is_generic(stem) for stem in stems) or any(stem.isdigit() for stem in stems):
        return 0.0
    if len(stems) > 1 and (is_generic(stems[-1]) or (is_generic(stems[0]) and not name)):
        return 0.0
    value = math.sqrt(sum(worth(stem) for stem in stems) / len(stems)) * math.log2(1 + turns)
    if len(stems) > 1 or (_UNSPACED.search(key) and len(key) > 2):
        value *= PHRASE_WORTH
    return value * (NAME_WORTH if name else 1.0)


def _chosen(keys: Sequence[str], shown: Mapping[str, Counter[str]]) -> tuple[str, ...]:
    """The best, none inside or around another that says the same."""
    taken: list[str] = []
    for key in keys:
        stems = set(key.split()) if " " in key or not _UNSPACED.search(key) else None
        if any(_overlaps(key, stems, other) for other in taken):
            continue
        taken.append(key)
        if len(taken) == TOPICS_MAX:
            break
    return tuple(_as_shown(shown[key]) for key in taken)


def _overlaps(key: str, stems: set[str] | None, other: str) -> bool:
    if stems is None:
        return key in other or other in key
    return bool(stems & set(other.split()))


def _as_shown(forms: Counter[str]) -> str:
    """The form most often said; among equals the one in small letters."""
    return min(forms, key=lambda form: (-forms[form], form != form.lower(), form))
