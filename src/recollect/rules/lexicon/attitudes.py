"""Words of liking and disliking, by language."""

from __future__ import annotations

from typing import Final

LIKING: Final[dict[str, frozenset[str]]] = {
    "en": frozenset("like love enjoy prefer adore dig fancy favour favor cherish relish appreciate".split()),
    "es": frozenset("gusta gustan encanta encantan prefiero adoro amo fascina fascinan".split()),
    "de": frozenset("mag liebe bevorzuge gern gerne lieber am_liebsten gefällt".split()),
    "fr": frozenset("aime adore préfère apprécie kiffe".split()),
    "pt": frozenset("gosto adoro amo prefiro curto".split()),
    "it": frozenset("piace piacciono adoro amo preferisco".split()),
}
DISLIKING: Final[dict[str, frozenset[str]]] = {
    "en": frozenset("hate dislike detest loathe despise resent dread mind".split()),
    "es": frozenset("odio detesto aborrezco".split()),
    "de": frozenset("hasse verabscheue".split()),
    "fr": frozenset("déteste hais".split()),
    "pt": frozenset("odeio detesto".split()),
    "it": frozenset("odio detesto".split()),
}
MOST: Final = LIKING["en"] | DISLIKING["en"] | {"fear", "miss"}
"""In "what I ... most is hiking"."""
FEELINGS: Final = frozenset(
    """
    sad anxious depressed lonely stressed overwhelmed worried nervous scared afraid terrified ashamed guilty angry
    furious upset heartbroken devastated burnt-out burned-out exhausted grieving miserable homesick hopeless jealous
    frustrated insecure proud grateful thrilled excited happy relieved
    """.split()
)
"""English adjectives of a mood that may last; worth keeping only with what it is about."""
PASSING: Final = frozenset(
    """
    tired hungry bored back here done ready sure sorry fine good ok okay late stuck confused curious lost glad sleepy
    thirsty busy free around online offline alright right wrong serious certain aware unsure positive well hot cold
    kidding joking impressed surprised amazed welcome all torn unclear close finished cool down game set next happy
    grateful excited thankful interested keen ill sick drunk wet awake blown speechless new able afraid concerned open
    hesitant inclined eager unfamiliar familiar conscious
    """.split()
)
"""English states that are over when the conversation is; kept only with what says more ("new to Rust")."""
