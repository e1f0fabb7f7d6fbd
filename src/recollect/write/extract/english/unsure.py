"""What English speakers take back or are not sure of: "scratch what I said about ...", "I think I'm ..."."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.write.extract.drafts import Draft, Turn, capitalised, hedged
from recollect.write.extract.english.openings import skip_fillers, starts_clause, trimmed
from recollect.write.extract.english.words import Token, expanded, render, third_person
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.voices import HEALERS_NAMED

if TYPE_CHECKING:
    from collections.abc import Sequence

_OPINIONS: Final = tuple(
    tuple(opinion.split())
    for opinion in (
        "i'm pretty sure", "i'm fairly sure", "i'm quite sure", "i am pretty sure", "i'm sure", "pretty sure",
        "fairly sure", "almost certain", "i think", "i believe", "i guess", "i suppose", "i reckon", "i suspect",
        "i assume", "i feel like", "i'm guessing", "as far as i know", "i'm afraid", "i realised", "i realized",
        "i should mention", "i might add", "i'm not sure but",
    )
)  # fmt: skip
_TAKING_BACK: Final = frozenset("scratch scrap forget ignore disregard strike".split())
_REGRETS: Final = frozenset("sorry oops ups no wait oh well actually , - – — :".split())
_SAID: Final = frozenset("said told wrote mentioned".split())
_IN_EARNEST: Final = frozenset("joking kidding serious".split())
_THINKING: Final = frozenset("think believe guess suppose reckon suspect assume".split())


def said_before(text: str, words: list[Token], turn: Turn) -> bool:
    """ "I said we have 40 guests but it's actually 55": a correction of the speaker's own words."""
    lows = [token.low for token in words]
    joint = "but" if "but" in lows else ","
    if joint not in lows or not any(
        lows[at] in {"i", "we"} and lows[at + 1 : at + 2] and lows[at + 1] in {"said", "wrote", "mentioned", "told"}
        for at in range(min(3, len(lows)))
    ):
        return False
    at = lows.index(joint)
    said, new = render(text, trimmed(words[:at])), render(text, words[at + 1 :])
    if not said or lows[0] in {"as", "like"} or not _IN_EARNEST.isdisjoint(lows[at:]):
        return False  # "As I said, I'm allergic" says it again
    if (
        expanded(lows[at + 1] if at + 1 < len(lows) else "")[0] not in {"it", "that", "they", "i", "we"}
        or len(lows) - at < 3
        or (joint == "," and not expanded(lows[at + 1])[1])
    ):
        return False
    turn.told.append(
        Draft(f"{turn.name} corrects: {new} ({said})", "correction", words[0].start, words[-1].end, confidence=0.9)
    )
    return True


def taken_back(words: list[Token]) -> tuple[list[Token], list[Token]]:
    """ "scratch what I said about the budget, it's 4,500": (what is said now, what it was about); all and nothing where
    nothing is taken back."""
    start = skip_fillers(words)
    lows = [token.low for token in words]
    if start >= len(lows) or lows[start] not in _TAKING_BACK:
        return words, []
    end = next((at for at in range(start + 2, len(lows)) if lows[at] in {",", ":", "-", "–", "—"}), 0)
    told = not _SAID.isdisjoint(lows[start:end]) or lows[start + 1] in {"that", "it"}
    if not end or not told:
        return words, []
    about = lows.index("about") + 1 if "about" in lows[start:end] else end
    return words[end + 1 :], words[about:end]


def meant(words: list[Token]) -> tuple[list[Token], bool]:
    """ "Sorry, I meant I paid $70", "Actually I ran 7 km": what is said now, and whether it puts right what was said
    before. "Actually" alone is as often a filler; before a number it hardly is."""
    lows = [token.low for token in words]
    start = next((at for at, low in enumerate(lows) if low not in _REGRETS), len(lows))
    if lows[start : start + 2] == ["i", "meant"] and lows[start + 2 : start + 3] not in ([], ["to"]):
        return words[start + 2 :], True
    named = "actually" in lows[:start] and any(char.isdigit() for low in lows[start:] for char in low)
    return words, named and lows[start : start + 1] in (["i"], ["we"])


def mended(text: str, words: list[Token], turn: Turn) -> list[Draft]:
    """ "actually it's my left knee not my right"."""
    words = trimmed(words)
    head, glued = expanded(words[0].low) if words else ("", "")
    if head not in {"it", "that", "they"} or not glued or len(words) > _MENDED_WORDS:
        return []
    return [Draft(f"{turn.name} corrects: {render(text, words)}", "correction", words[0].start, words[-1].end)]


_MENDED_WORDS: Final = 14


def put_right(text: str, words: list[Token], about: list[Token], turn: Turn) -> Draft | None:
    """ "it's 4,500 all in": the new value of what was taken back."""
    head, glued = expanded(words[0].low)
    if not about or not (words[0].low[:1].isdigit() or (head in {"it", "they", "that"} and (glued or len(words) > 2))):
        return None
    while len(about) > 1 and about[0].low in {"the", "my", "our", "a"}:
        about = about[1:]
    content = f"{turn.owner} {render(text, about)}: {render(text, words)}"
    return Draft(content, "correction", words[0].start, words[-1].end, confidence=0.95)


def without_opinion(words: list[Token]) -> tuple[float, list[Token]]:
    """ "I think our boiler is a Vaillant" says the rest, less surely."""
    lows = tuple(token.low for token in words)
    for opinion in _OPINIONS:
        size = len(opinion)
        if lows[:size] == opinion:
            after = size + (lows[size : size + 1] == ("that",))
            if after < len(words) and starts_clause(words, after):
                return hedged(words[:after]), words[after:]
    told = words[healer_says(words) or _found_out(words) :]
    return 1.0, words if [token.low for token in told[:2]] == ["i", "need"] else told


def healer_says(words: Sequence[Token]) -> int:
    """How many words of the front say that a doctor tells the speaker what follows, of how he is now: "my doctor told
    me that", before "I have gout"; 0 where it is not so."""
    lows = [token.low for token in words[:_HEALER_WORDS]]
    own = bool(lows) and lows[0] in {"my", "the", "our"}
    at = next((at for at in range(own, min(own + 2, len(lows))) if HEALERS_NAMED.fullmatch(lows[at])), -1)
    if at < 0 or lows[at] in _OF_OTHER_THINGS or (at > own and not lows[own].isalpha()):
        return 0
    found = _HEALER_SAYS.match(" ".join(lows[at + 1 :]))
    return at + 1 + len(found.group().split()) if found is not None else 0


def _found_out(words: Sequence[Token]) -> int:
    """How many words of "I just found out that" stand before what the speaker tells of himself."""
    found = _FOUND_OUT.match(" ".join(token.low for token in words[:_FINDING_WORDS]))
    return len(found.group().split()) if found is not None else 0


_FINDING_WORDS: Final = 12
_FOUND_OUT: Final = Lazy(
    r"(?:i|we|i've|we've)(?: have)?(?: just| recently| finally| only just)?"
    r" (?:found out|learn(?:ed|t)|discovered|realised|realized)"
    r"(?: (?:today|yesterday|recently|last (?:night|week|month|year)|this (?:morning|week|month|year)))?(?: that)?"
    r"(?= (?:i'm|im|i've|i|we're|we've|we|my|our)(?: |$))"
)
_HEALER_WORDS: Final = 9
_OF_OTHER_THINGS: Final = frozenset("specialist consultant".split())
"""There are such for taxes and law as well."""
_HEALER_SAYS: Final = Lazy(
    r"(?:just )?(?:(?:told|tells|informed) me|says|said|confirmed)(?: that)?"
    r"(?= (?:i'm|im|i've|i (?:am|have|need))(?: |$))"
)


def still_unsure(text: str, all_words: Sequence[Token], words: list[Token], draft: Draft, turn: Turn) -> None:
    """ "I think I'm allergic" is told as what somebody thinks: what is unsure must not be read as certain."""
    verb = all_words[1].low if len(all_words) > 1 and all_words[0].low == "i" else ""
    if verb in _THINKING and draft.kind in {"fact", "skill"} and draft.content.startswith(turn.name):
        draft.content = capitalised(f"{turn.name} {third_person(verb)} {render(text, words)}")


def wonders(words: Sequence[Token]) -> bool:
    """ "i think i might be allergic??": no question, however it is marked."""
    lows = [token.low for token in words[skip_fillers(words) :]][:3]
    return lows[:2] in (["i", "think"], ["i", "might"], ["i", "suspect"]) and expanded((*lows, "", "")[2])[0] in _MINE


_MINE: Final = frozenset("i my we our be have".split())
