"""Openers, closers and fillers of English talk, stripped from the ends of a clause."""

from __future__ import annotations

from typing import Final

FILLERS: Final = frozenset(
    """
    hi hiya hello hey heya yo ok okay okey alright right so well oh ah uh um umm hmm hm ugh wow yeah yep yes yup nope
    nah btw fyi also and but anyway anyways honestly basically actually sorry thanks thx ty cheers cool great nice
    awesome perfect lol haha hahaha lmao omg please pls plz then plus tbh imo imho ngl just look listen brb morning
    evening goodnight night bye cya ooh aha yay damn gosh god man dude mate guys folks welp sure fine indeed exactly
    true agreed absolutely definitely though although whereas while because bc cos cuz luckily unfortunately sadly
    fortunately clearly importantly additionally moreover furthermore however therefore thus hence now
    """.split()
)
PHRASES: Final = (
    "quick thing", "quick question", "quick one", "good morning", "good evening", "good afternoon", "by the way",
    "just so you know", "so you know", "for context", "for reference", "for the record", "for what it's worth",
    "to be honest", "to be fair", "to be clear", "in case it helps", "in case it matters", "if it helps",
    "if it matters", "as you know", "as i said", "as i mentioned", "like i said", "you know", "i mean", "in fact",
    "of course", "one more thing", "another thing", "first of all", "first off", "long story short", "thank you",
    "thanks a lot", "thanks so much", "for your information", "good news", "bad news", "update", "heads up",
    "note to self", "fun fact", "funny enough", "believe it or not", "the thing is", "turns out", "it turns out",
    "turns out that", "it turns out that", "turned out", "it turned out", "it turned out that",
    "truth is", "let me add", "i should mention", "i should add", "i should say", "worth mentioning", "just to add",
    "a bit about me", "some background", "a little background", "i forgot to mention", "i forgot to say",
    "i have to say", "i must say", "i'd say", "mind you", "needless to say", "on top of that", "apart from that",
    "besides that", "other than that", "after all", "at least", "as it happens", "not gonna lie", "guess what",
    "remember", "you see", "same here", "speaking of which", "that said", "having said that", "in other words",
    "i want you to remember that", "i'd like you to remember that", "i would like you to remember that",
    "i need you to remember that",
    "reminder", "small correction", "keep in mind that", "keep in mind", "bear in mind", "remember that",
    "don't forget that", "don't forget", "note that", "small update", "quick update", "correction", "just a heads up",
    "just to clarify", "to clarify", "for info",
)  # fmt: skip
"""Two words and more, lower case; an entry may stand before a comma, a colon or the clause itself."""

TAILS: Final = frozenset(
    """
    please pls plz lol haha tbh btw though mate thanks thx cheers tho imo ngl xd lmao anyway obviously ok okay yeah
    man dude sorry
    """.split()
)
