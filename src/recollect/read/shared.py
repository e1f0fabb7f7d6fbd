"""Do two people tell of one thing that is nobody's own? "The release is on 15 May", "new release date is 29 May".

What one says of himself or of what is his ("I run 10 km", "my flight") nobody else changes. What has an article or no
owner at all belongs to those who talk: the standup, the budget. There a later statement of another person counts as
newer where it tells a change or an end. Used by `replaces` alone. Pure text work.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from recollect.read.meant import CHANGE_WORDS
from recollect.read.said import Said, Sentence, share_of
from recollect.rules.text import default_analyser
from recollect.rules.values import Piece

SHARED_MIN: Final = 0.5
"""Share of the question that stands in both sentences: two people rarely mean one thing by less."""
OWNED_WITHIN: Final = 3
"""Words after an owner in which what he owns is named: "my first swimming lesson"."""
_OWNERS: Final = frozenset("my mine our ours your yours his her hers their theirs".split())
SELF: Final = frozenset("i i'm i've i'd i'll me myself".split())
SELVES: Final = frozenset("we we're we've we'd we'll us ourselves".split())
_AUXILIARIES: Final = frozenset("have has had just will are am".split())


def tell_of_one_thing(new: Said, old: Said) -> bool:
    """Whether the newer statement tells a change of something that the older one tells of and that is nobody's own."""
    ours, theirs = new.best[0], old.best[0]
    if new.wanted.of_asker or not (ours.tells_change or ours.ends):
        return False
    both = ours.terms & theirs.terms
    if share_of(both, new.weights) < SHARED_MIN:
        return False
    return not (_is_own(ours, new, SELF | SELVES) or _is_own(theirs, old, SELF))


def _is_own(sentence: Sentence, said: Said, pronouns: Set[str]) -> bool:
    """It is told of the one who speaks, or of something that somebody owns."""
    speaker = said.record.speaker
    if speaker and not sentence.terms.isdisjoint(default_analyser().terms(speaker)):
        return True
    words = sentence.words
    return any(
        (word.low in pronouns and not changes_something(words[at + 1 :]))
        or (_is_owner(word, said) and _names_asked(words[at + 1 : at + 1 + OWNED_WITHIN], said))
        for at, word in enumerate(words)
    )


def changes_something(after: Sequence[Piece]) -> bool:
    """What stands after "we" tells a change of a thing: "we have moved the standup"; not "we moved to Bern"."""
    at = next((at for at, word in enumerate(after) if word.low not in _AUXILIARIES), 0)
    verb, thing = after[at : at + 1], after[at + 1 : at + 2]
    return bool(verb and thing) and verb[0].low in CHANGE_WORDS and (thing[0].low == "the" or not thing[0].stop)


def _is_owner(word: Piece, said: Said) -> bool:
    """Somebody to whom it belongs, other than one whom the question names."""
    return word.low in _OWNERS or (word.owns and said.wanted.terms.isdisjoint(word.terms))


def _names_asked(words: Sequence[Piece], said: Said) -> bool:
    return any(not said.wanted.terms.isdisjoint(word.terms) for word in words)
