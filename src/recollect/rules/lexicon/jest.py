"""Words with which somebody takes back what he has just said, because it was a joke. Plain data."""

from __future__ import annotations

from typing import Final

LAUGHS: Final = "lol lmao rofl ha+h[ah]* he+h[eh]* ja+j[aj]* hihi 😂 🤣 😜 😅".split()
"""Patterns; laughter alone takes nothing back."""
LEADING: Final = frozenset(
    """
    no nah nope ok okay well but and that that's it it's was is just only i'm i am totally a an my bad little
    nein ne nee war ist das nur bloß ein kleiner natürlich doch
    era es fue una un solo qué estoy c'est c'était je une non nan foi é uma só não estou tô uno per sto
    """.split()
)
"""May stand before them."""
IN_ENGLISH: Final = (
    "kidding", "joking", "jk", "j/k", "messing with you", "pulling your leg",
    r"(?<!april,\s)(?<!april 1,\s)(?<!april 1st,\s)april fools?",
    r"in my dreams(?=\W*$)",
)  # fmt: skip
"""Patterns of what says so."""
ELSEWHERE: Final = (
    "scherz", "aprilscherz", r"(?:(?<=nur\s)|(?<=bloß\s)|(?<=nur\sein\s)|(?<=war\s))spaß",
    r"(?:(?<=nur\sein\s)|(?<=war\sein\s)|(?<=kleiner\s)|(?<=bloß\sein\s))witz",
    r"(?:ich\s)?mache?\s(?:(?:doch|nur|bloß)\s){0,2}spaß", "reingelegt", "april,? april", "broma", "bromeo",
    "bromeando", "coña", "plaisante", "rigole", "déconne", "blague", "poisson d'avril", "brincadeira", "brincando",
    "zoeira", "zoando", "scherzo", "scherzando", "scherzavo", "pesce d'aprile", "quatsch",
    r"(?:ach\s)?nein,?\swarte(?:\smal)?", "digo", r"no,?\sespera", r"non,?\sattends", r"ou\splutôt", r"ou\smelhor",
    r"quero\sdizer", "anzi", r"no,?\saspetta",
)  # fmt: skip
"""In the other languages with spaces, together: of so short a turn the language is often mistaken. With the words of
who puts himself right ("digo", "anzi"): what stands before them is not meant either."""
NO_JOKE: Final = r"(?:no|não|non)\s(?:kidding|joking|es|era|fue|é|foi|sto|era|scherzo)\b"
"""Says that it is meant."""
GOES_ON: Final = r",\s(?:and|or)\s(?!(?:i|we|my|our|he|she|it|they|you|the)\b)"
"""After a word of a list: "I teach improv, joking, and timing"."""
DENIED: Final = (
    r"(?:no|nah|nope|nein|nee|non|não)(?:\W{0,2}$|\s?[,.!;:–—]\W{0,2}|\s-\s"
    r"|\s(?=\d|(?:(?:just|only|really|actually|nur|solo)\s)?(?:i|i'm|i've|we|one|two|three|four|five|six|ich|wir|ein|eine"
    r"|einen|zwei|drei|vier|fünf|yo|dos|tres|je|deux|trois|eu|dois|io|due|tre)\b))"
)
"""A laugh and this deny what was said; "lol no dogs" says more of the same."""
WEDDED: Final = "job work career business startup company craft studies phd laptop phone bed couch gym".split()
"""What people say they are married to."""
CREATURES: Final = (
    "vampire zombie goblin gremlin ghost werewolf mermaid unicorn dragon wizard robot cyborg alien potato dinosaur"
    " hobbit troll vegetable".split()
)
"""What nobody is who laughs about it."""
THRONES: Final = "queen king emperor empress ruler god goddess".split()
COUNTLESS: Final = "million billion trillion zillion gazillion bazillion bajillion".split()
SELF_MOCKING: Final = frozenset(
    """
    crazy mad stupid dumb weird strange odd silly nuts insane old-fashioned oldfashioned picky paranoid cynical biased
    boring naive naïve basic lazy sentimental romantic cheesy selfish ignorant skeptical sceptical spoiled spoilt petty
    pedantic traditional childish dramatic cruel heartless greedy vain shallow snobbish jealous oversensitive
    superstitious optimistic pessimistic ungrateful ridiculous delusional
    """.split()
)
"""Nobody wants to be called that; "call me crazy, but" says that what follows may seem so."""
