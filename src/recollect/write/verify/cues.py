"""Words and phrases by which a statement tells itself that something changed, ended, is only wished, or is past."""

from __future__ import annotations

import itertools
from typing import Final

from recollect.rules.lexicon import change
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.holders import TOGETHER
from recollect.rules.lexicon.numbers import SCALES, SMALL, TENS
from recollect.rules.lexicon.slots import MOVED, VERB_LAST
from recollect.rules.tense import happened
from recollect.write.verify.words import Word

_CUE_TABLE: Final = {
    "update": change.UPDATE,
    "end": change.END,
    "done": change.DONE,
    "correction": change.CORRECTION,
    "also": change.ALSO,
    "past": change.PAST,
    "wish": change.WISH,
    "one_off": change.ONE_OFF,
    "habit": change.HABIT,
    "hedge": frozenset("maybe probably perhaps possibly might guess suppose vielleicht peut-etre talvez quiza".split()),
}


def cues_of(words: list[Word], found: frozenset[str]) -> frozenset[str]:
    """Which kinds of cue stand in the statement; `found`: its phrases."""
    present = {word.form for place, word in enumerate(words) if not _called(words, place)} | found
    if _left_is_a_side(words):
        present.discard("left")
    if not found.isdisjoint(("every_other", "every_second")):
        present -= {"other", "second"}
    if " now and then " in f" {' '.join(word.form for word in words)} ":
        present.discard("now")
    if any(one.form == "dropped" and other.form in {"off", "by"} for one, other in itertools.pairwise(words)):
        present.discard("dropped")
    if words and words[-1].form == "off":
        present.add("got_off")
    if _no_more(words):
        present.add("no_longer")
    present |= _parted_verb(words)
    if any(word.text.lower() in change.PAST_WRITTEN for word in words):
        present.add("formerly")
    if _nearly(words):
        present.add("wish")
    if "since" in present and not present.isdisjoint(("has", "have", "i've", "been")):
        present -= change.PAST  # "has lived in Leipzig since January": still does
    told = present - _only_beside(words)
    return frozenset(
        name for name, forms in _CUE_TABLE.items() if not (told if name in _UNREAL else present).isdisjoint(forms)
    )


_UNREAL: Final = frozenset(("past", "wish"))


def _only_beside(words: list[Word]) -> frozenset[str]:
    """Forms that stand in a clause after the one that tells where somebody lives or works, and nowhere else: what was
    or was dreamed there is not that ("works at Globex, it had an opening"). What tells when is, and so is another
    home or work, unless it tells more of the place ("lives in Oslo, where he worked")."""
    at = next((place for place, word in enumerate(words) if _stays(word)), None)
    if at is None:
        return frozenset()
    clause, opened = words[at].clause, ""
    told: set[str] = {word.form for word in words[: at + 1]}
    left: set[str] = set()
    for word in words[at + 1 :]:
        if word.clause != clause or word.form in _OPENING:
            opened = "," if word.form not in _OPENING else word.form
        clause = word.clause
        (left if _is_beside(word, opened) else told).add(word.form)
    return frozenset(left - told)


_OPENING: Final = change.REASONS | change.RELATIVE | change.TIME_CLAUSES


def _is_beside(word: Word, opened: str) -> bool:
    """Whether a word of the clause that `opened` began is not told of the home or work before it."""
    if not opened or opened in change.TIME_CLAUSES or (opened == "," and word.form in change.WISH):
        return False  # "I live in Oslo, I wish"
    return opened in change.RELATIVE or not _stays(word)


def _stays(word: Word) -> bool:
    return word.concept in {"live", "work"} or word.form in MOVED


def _called(words: list[Word], place: int) -> bool:
    """Whether the word is somebody's name, which reads like a cue without its accents: "lives with Vivian"."""
    word = words[place]
    if not word.text[:1].isupper() or word.text.isupper():
        return False
    before = words[place - 1] if place else word
    inside = word.name and before.clause == word.clause and before.text[:1].islower()
    return inside or word.form in GIVEN_NAMES


def _nearly(words: list[Word]) -> bool:
    """What almost happened: "casi se mudó", "ist fast nach Wien gezogen". "Moved almost a year ago" did happen, and so
    did what somebody almost forgot to tell: it is the next verb that was not done."""
    for place, word in enumerate(words):
        following = [other for other in words[place + 1 :] if other.clause == word.clause]
        if word.form not in change.NEARLY or not following or _counts(following[0].form):
            continue
        if word.form == "fast":  # English "fast" is quick
            if any(other.form in VERB_LAST for other in following):
                return True
        elif _next_deed([other.form for other in following]):
            return True
    return False


def _next_deed(forms: list[str]) -> bool:
    """Whether the next verb is one of moving or taking up, or is joined to it: "nearly sold up and moved"."""
    at = next((place for place, form in enumerate(forms) if form in MOVED | change.TAKEN_UP), None)
    if at is None:
        return False
    return (at > 0 and forms[at - 1] in TOGETHER) or (at < NEARLY_REACH and not happened(forms[:at]))


NEARLY_REACH: Final = 3
"""Words after "almost" among which the deed stands: "quasi mi sono trasferito"."""


def _counts(form: str) -> bool:
    return form[0].isdigit() or form in change.SPANS or form in SMALL or form in TENS or form in SCALES


_NO_MORE: Final = {
    "kein": "mehr", "keine": "mehr", "keinen": "mehr", "keiner": "mehr", "nicht": "mehr", "ne": "plus", "nao": "mais",
    "ya": "no", "ja": "nao", "non": "piu",
}  # fmt: skip
"""Two words that say together that something is over, with others between them: "keinen Kaffee mehr"."""


def _no_more(words: list[Word]) -> bool:
    for place, word in enumerate(words):
        second = _NO_MORE.get(word.form)
        if second and any(other.form == second for other in words[place + 1 : place + 1 + NO_MORE_REACH]):
            return True
    return False


NO_MORE_REACH: Final = 6


def _parted_verb(words: list[Word]) -> set[str]:
    """A verb and its particle with others between them: "put the rent up", "had to put Tilly down"."""
    found: set[str] = set()
    for place, word in enumerate(words):
        if word.form not in {"put", "putting"}:
            continue
        following = [other for other in words[place + 1 : place + 1 + NO_MORE_REACH] if other.clause == word.clause]
        at = next((n for n, other in enumerate(following) if other.form in {"up", "down"}), 0)
        between = following[:at]
        if following and at and following[at].form == "up" and any(other.concept in _RAISED for other in between):
            found.add("raised")
        elif following and at and any(other.name or other.concept in _PETS for other in between):
            found.add("died")
    return found


_RAISED: Final = frozenset("rent price salary fee rate bill tax".split())
_PETS: Final = frozenset(("cat", "dog", "pet", "horse", "rabbit"))


def _left_is_a_side(words: list[Word]) -> bool:
    """ "on the left", "my left knee": not the verb."""
    for before, word in itertools.pairwise(words):
        if word.form == "left" and before.form in {"the", "on", "my", "his", "her", "your", "is"}:
            return True
        if before.form == "left" and word.form in {"over", "hand", "handed"}:
            return True
        if before.form == "left" and word.form in _WHOM and not _left_for_good(words, word):
            return True  # "it left me with …"
    return bool(words) and words[0].form == "left" and words[0].text == "left"


_WHOM: Final = frozenset("me us him her".split())


def _left_for_good(words: list[Word], whom: Word) -> bool:
    """ "My wife left me", "… left him for somebody": nothing follows that somebody was left with."""
    following = [word.form for word in words if word.place > whom.place and word.clause == whom.clause]
    return not following or following[0] in _WHY_AND_WHEN


_WHY_AND_WHEN: Final = frozenset("for after because when last this in ago yesterday".split())
