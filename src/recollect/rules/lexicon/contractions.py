"""Contractions written out. Plain data."""

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
