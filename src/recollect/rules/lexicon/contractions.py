"""Contractions written out, and what tells what a 's stands for. Plain data."""

from __future__ import annotations

from typing import Final

CONTRACTIONS: Final = {
    "can't": "can not", "cannot": "can not", "cant": "can not", "won't": "will not", "wont": "will not",
    "i'm": "i am", "im": "i am", "i've": "i have", "ive": "i have", "i'd": "i would", "i'll": "i will",
    "we're": "we are", "we've": "we have", "we'll": "we will", "we'd": "we would", "they're": "they are",
    "they've": "they have", "you're": "you are", "you've": "you have", "it's": "it is", "that's": "that is",
    "thats": "that is", "he's": "he is", "she's": "she is", "there's": "there is", "what's": "what is",
    "who's": "who is", "let's": "let us", "dont": "do not", "doesnt": "does not", "didnt": "did not",
    "isnt": "is not", "arent": "are not", "wasnt": "was not", "havent": "have not", "hasnt": "has not",
    "gonna": "going to", "wanna": "want to", "anymore": "any more", "n't": "not", "j'ai": "j' ai",
    "j'aime": "j' aime", "j'habite": "j' habite", "n'ai": "ne ai", "n'est": "ne est", "qu'il": "que il",
}  # fmt: skip

# What stands behind a noun with a 's that is or may be a verb.
_ADVERBS: Final = frozenset("always never also just really still now both".split())
_HOW_IT_IS: Final = frozenset("a an the in on at not from my our called named allergic into off due very".split())
AFTER_IS: Final = _HOW_IT_IS | _ADVERBS
"""With one of these behind it the 's is a verb."""
IS_SO: Final = _HOW_IT_IS | {"so"}
"""And "is": behind the adverbs it may be "has" as well."""
STATES: Final = frozenset(
    """
    vegan vegetarian pescatarian pregnant allergic diabetic coeliac celiac asthmatic autistic dyslexic deaf blind
    retired single married divorced disabled terrible high low bad awful good great dead broken gone tiny small big huge
    cold old ok okay weak strong knackered rubbish limited tight fine wrecked
    """.split()
)
MEASURED: Final = frozenset("budget rent salary commute deadline height weight".split())
MEASURES: Final = frozenset("around about under over roughly up down max tight".split())
ENDS: Final = frozenset(", and but so now too to who since : ; !".split())
AFTER_ING: Final = frozenset("to at in on with from for divorced married better".split())
CALLED_WHAT: Final = frozenset("off me us him them it in out up back for".split())
PASSIVE: Final = frozenset("called named pregnant".split())
WENT: Final = frozenset("gone moved come".split())
THITHER: Final = frozenset("to back away home out in abroad".split())
OBJECTS: Final = frozenset("a an the my our his her their".split())
