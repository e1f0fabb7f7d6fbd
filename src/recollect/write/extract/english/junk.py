"""English sentences and turns that are not meant: irony, jokes, role-play, fiction, restated system prompts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_IRONIC_START: Final = Lazy(
    r"\W{0,10}(?:yeah,? right|oh,? (?:great|brilliant|wonderful|fantastic|lovely|joy|perfect|super|fabulous|goodie"
    r"|marvell?ous|yay|sure)"
    r"|ah,? yes|wow,? thanks|(?:sure|yeah|right|of course),? (?:because|bc|cos|like)"
    r"|(?:well,? |oh,? )?that's just (?:great|perfect|brilliant|wonderful|lovely)|just (?:what i (?:needed|wanted)"
    r"|great|brilliant|perfect|wonderful)"
    r"|how (?:lovely|wonderful|nice|delightful|original)|as if\b|gee,? thanks|great,? (?:just great|another|now)"
    r"|fantastic,? (?:another|now)|because (?:obviously|clearly|who doesn't)"
    r"|thanks a (?:lot|bunch|million),? \w+|lucky me|what a (?:joy|treat|surprise|delight)|well done me"
    r"|perfect,? (?:another|just)|brilliant,? (?:another|now)|(?:fantastic|great|brilliant|wonderful|perfect|lovely"
    r"|super|excellent),? (?:the|my|our|it|now)\b.{0,60}\b(?:again|died|dies|broke|broken|crashed|failed|cancelled"
    r"|canceled|down|dead|late)\b|love(?:ly)? (?:when|how|that|it when) )",
    re.IGNORECASE,
)
_IRONY: Final = Lazy(
    r"\b(?:nothing|no one|nobody) (?:i|we) (?:enjoy|love|like)s? more\b|nothing (?:quite )?like\b"
    r"|\bwhat could possibly go wrong|\bobviously (?:i'm|i am|the)\b|\bi'm obviously\b"
    r"|/s\s*$|\bnot!\s*$|🙄|🙃|\byeah,? right\b|\bsaid no one ever\b|\b(?:my|just my) (?:favou?rite|luck)\s*$"
    r"|\bliving the dream\b|\blove (?:that|this) for (?:me|us)\b|\b(?:my|just my) idea of fun\b"
    r"|\bi just (?:love|adore) (?:it )?(?:when|how|being|having to|getting)\b"
    r"|\bbecause (?:that's|that is) (?:exactly|totally|just|clearly)\b|\bbest (?:day|thing) ever\b.*\bnot\b",
    re.IGNORECASE,
    hints="""nothing no_one nobody possibly obviously /s not! 🙄 🙃 right favourite favorite my_luck i_just_
    living_the for_me for_us of_fun because_that best_""",
)
_JOKE: Final = Lazy(
    r"^\W{0,10}(?:(?:i'?m )?(?:just |only |totally )?(?:kidding|joking)|just messing|not really"
    r"|obviously not)\b.{0,12}$"
    r"|^\W{0,10}(?:(?:lol|haha|well|but|ok|just|only|it's|that's|it was|that was|was|a|an|my|bad|silly) ){0,5}joke\W*$"
    r"|^\W{0,10}(?:(?:well|yeah|oh|lol|haha),? )?(?:(?:yeah )?i wish|not|psych)\W*$",
    re.IGNORECASE,
)
_PLAY: Final = Lazy(
    r"\b(?:pretend|role[- ]?play(?:ing)?(?! games?)|(?:let's|do an?|start an?|run an?|time for an?) mock \w+"
    r"|mock \w+ (?:time|mode)"
    r"|mock \w+:"
    r"|act (?:as|like)|you are now|you're now"
    r"|let's (?:do|act out|improvise) (?:a|an|the|another|this) (?:scene|skit|bit|improv|sketch|dialogue)"
    r"|imagine (?:you|i|that you|that i|we)(?:'re|'m|\b)|in character|made-up|make-believe|let's (?:play|pretend"
    r"|imagine)|play the (?:role|part) of|i'll (?:play|be) the|you(?:'ll)? (?:play|be) (?:the|a|my)"
    r"|for the sake of argument|dummy data|sample (?:data|profile|persona|bio)|fake (?:persona|profile|bio|customer"
    r"|review)|fictional (?:character|persona|narrator)|my character|as my character|dungeon master"
    r"|from the (?:perspective|point of view) of|in the voice of|speaking as)\b",
    re.IGNORECASE,
    hints="""pretend role mock act_ are_now you're_now imagine character made-up make-believe let's play_the i'll_
    you_play you_be you'll_ argument dummy sample fake fictional dungeon perspective point_of voice_of speaking_as""",
)
_FICTION: Final = Lazy(
    r"\b(?:write|draft|compose|create|generate|invent|finish|continue)\b[^.!?\n]{0,30}\b(?:story|poem|song|scene"
    r"|dialogue|monologue|novel|screenplay|limerick|haiku|lyrics|fairy ?tale|backstory|diary entry|skit|sketch)\b",
    re.IGNORECASE,
    hints="""story poem song scene dialogue monologue novel screenplay limerick haiku lyrics fairy backstory diary skit
    sketch""",
)
_SYSTEM: Final = Lazy(
    r"\A[^\w\n]{0,10}you are (?:[A-Z]\w+,|an? (?!bit |little |lot |great |star|genius|legend|lifesaver"
    r"|good |gem|angel|saint"
    r"|hero))|^[^\w\n]{0,10}(?:system(?: prompt| message)?\s*:|you are (?:a|an"
    r"|the) [^.\n]{0,60}\b(?:assistant|model|chatbot"
    r"|bot|ai|agent|expert|system|tutor)\b|<\|?system|\[?inst\]?|### ?(?:system|instruction)"
    r"|ignore (?:all )?(?:previous|prior) instructions|your (?:instructions|role) (?:are|is))",
    re.IGNORECASE | re.MULTILINE,
)
_YOU_ARE: Final = r"\byou(?:'re|'ll be| are| will be| be| play) (?:a|an|the|my)\b"
_I_AM: Final = r"\bi(?:'m|'ll be| am| will be| play) (?:a|an|the)\b"
_ROLES: Final = Lazy(f"{_YOU_ARE}.{{0,80}}{_I_AM}|{_I_AM}.{{0,80}}{_YOU_ARE}", re.IGNORECASE | re.DOTALL)
"""Who is who in a game of two."""
_OVER: Final = Lazy(
    r"\b(?:game over|for real|out of character|jokes aside|back to (?:reality|normal|work)"
    r"|(?:end of|stop|end|quit|enough of) (?:the |this |our )?(?:game|scene|role-?play(?:ing)?|story))\b",
    re.IGNORECASE,
)
_SETTLED: Final = Lazy(
    r"^\W{0,10}(?:(?:ok|okay|right|so|well|alright),? )?"
    r"(?:(?:that's |it's |all )?(?:settled|decided|final|done deal|sorted)|decision made|i've decided"
    r"|we've decided|end of story|no going back|that's that|mind made up|it's a deal)\W{0,10}$",
    re.IGNORECASE,
)
_PASSING: Final = Lazy(
    r"^\W{0,10}(?:brb|ttyl|gtg|goodnight|good night|night night|see you|talk soon|what a day|let me think"
    r"|hold on|one sec"
    r"|hang on|never ?mind|nvm|i'm (?:sold|in|game|down|all ears|on it|all in|hooked)\W*$)\b",
    re.IGNORECASE,
)


_INVENTED: Final = Lazy(
    r"\bin (?:my|our|this|the) (?:(?:dnd|d&d|fantasy|new|first|next|short) )?(?:novel|story|screenplay|script"
    r"|fan ?fic(?:tion)?|campaign|comic|(?:dnd|d&d|role-?playing) game|play|rpg|larp|role[- ]?play)\b"
    r"|\bin (?:my|an?|the|this) (?:\w+ )?(?:dreams?|nightmare)(?= (?:i|we|my|last|where|that|the)\b|[,.!]|$)",
    re.IGNORECASE,
    hints="novel story screenplay script fic campaign comic game play rpg larp fantasy dream nightmare",
)
_GAME: Final = (
    r"in (?:the|my|this|our|an?) (?:[\w-]+ )?(?:game|movie|film|musical|sitcom|simulation)"
    r"|in this (?:exercise|example|role[- ]?play|scenario)|in the hypothetical case that"
    r"|in (?:minecraft|skyrim|(?:world of )?warcraft|wow|the sims|roblox|fortnite|zelda|stardew valley|animal crossing"
    r"|d&d|dnd|dungeons (?:and|&) dragons|elden ring|fallout|final fantasy|baldur's gate)"
)
_BEING: Final = (
    r"(?:i'm(?! \w+ing)|i am(?! \w+ing)|i was(?! \w+ing)|i play an? |i play as |i(?: \w+ly)? (?:live|lived|own|owned"
    r"|rule|ruled|have(?! to|n't)|had(?! to)|work as|married)\b|my (?:name|wife|husband|house|job|home|castle)\b)"
)
_IN_A_GAME: Final = Lazy(
    rf"\b(?:{_GAME}),? {_BEING}|\bmy (?:name|character|avatar)(?:'s name)? {_GAME}\b"
    rf"|\b(?P<all>{_BEING}[^.!?]{{1,60}} (?:{_GAME}))\W*$",
    re.IGNORECASE,
    hints="game movie film musical sitcom simulation in_",
)
_REAL: Final = Lazy(r"\b(?:real life|irl|in reality|for real|actually)\b", re.IGNORECASE)
_MINE: Final = Lazy(r"\W{0,3}(?:and |but |so )?(?:i|i'm|i've|my)\b", re.IGNORECASE)
_AFTER_JOINT: Final = Lazy(r"(?:,|;|\band|\bbut|\bso|\bwhile|\bwhereas)\s*$", re.IGNORECASE)


_SUPPOSING: Final = Lazy(
    r"\W{0,3}(?:(?:so|ok|okay|now|please|let's|lets|just)\W{1,2}){0,3}(?:assume|suppose|imagine|pretend)"
    r" (?:that )?(?:i'm|i am|i have|i've|i live|i work|i own|we're|we are|we have|my)\b",
    re.IGNORECASE,
)
"""What follows in the sentence is supposed as well: "assume I'm a resident of Texas and I own an LLC"."""


def is_irony(sentence: str) -> bool:
    """Says the opposite of what it means, with a marker that shows it."""
    return _IRONIC_START.match(sentence) is not None or _IRONY.search(sentence) is not None


def is_joke(sentence: str) -> bool:
    """Takes back the sentence before it: "kidding"."""
    return _JOKE.match(sentence) is not None


def is_settled(sentence: str) -> bool:
    """Says that what stands beside it is decided."""
    return len(sentence) < 40 and _SETTLED.match(sentence) is not None


def is_passing(sentence: str) -> bool:
    """Small talk that looks like a statement."""
    return _PASSING.match(sentence) is not None


def invented_from(sentence: str) -> int:
    """Where a sentence begins to tell what is so in a story, a game or a dream; its length where it does not. What is
    said before that in a clause of its own is true: "I live in Oslo and in my novel they live in Rome"."""
    if _SUPPOSING.match(sentence) is not None:
        return 0
    found = _INVENTED.search(sentence) or _IN_A_GAME.search(sentence)
    if found is None:
        return len(sentence)
    joint = _AFTER_JOINT.search(sentence[: found.start()])
    return joint.start() if joint else 0


def stays_invented(sentence: str) -> bool:
    """Goes on about somebody the speaker is in a game: in the first person, and without a word of what is real."""
    return _MINE.match(sentence) is not None and _REAL.search(sentence) is None


def is_somebody_else(sentence: str) -> bool:
    """Says who the speaker himself is in a story, a game or a dream."""
    return _IN_A_GAME.search(sentence) is not None


def is_play(text: str) -> bool:
    """The turn sets up a game, an invented person or a restated system prompt: nothing in it is about the speaker."""
    return _PLAY.search(text) is not None or _SYSTEM.search(text) is not None


def in_play(said: Iterable[str]) -> Iterator[bool]:
    """For each turn of a speaker, in order, whether it is part of a game in which he and the assistant are somebody
    else: from the turn that says who is who to the one that says it is over."""
    playing = False
    for text in said:
        if playing:
            playing = _OVER.search(text) is None
        else:
            playing = _ROLES.search(text) is not None and is_play(text)
        yield playing


def fiction_from(text: str) -> int:
    """Where a request for a story begins; what follows belongs to it. The length of the text when there is none."""
    found = _FICTION.search(text)
    return found.start() if found else len(text)
