"""What "it", "them" and "that" point to in English: the noun phrase before, or the clause before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.write.extract.drafts import Draft, Turn, denies
from recollect.write.extract.english.ties import OWN, draft_of, is_name
from recollect.write.extract.english.words import Token, form_of, is_adverb, render

if TYPE_CHECKING:
    from collections.abc import Sequence

_POINTING: Final = frozenset("it them that this both these those there".split())
_HERE: Final = frozenset("a an another the my this these those our some".split())
_AFTER_POINTING: Final = frozenset("in on for at with from all to now every and".split())


def noun_phrase(words: Sequence[Token]) -> str:
    """The first noun phrase with a determiner; what "it" in the next sentence most likely means."""
    for place, token in enumerate(words):
        if token.low in _HERE and place + 1 < len(words):
            phrase: list[str] = []
            for word in words[place + 1 : place + 5]:
                known = form_of(word.low)
                if (
                    not word.low[:1].isalnum()
                    or (known is not None and known[1] in {"s", "base", "past"} and phrase)
                    or word.low in _STOPS
                ):
                    break
                phrase.append(word.text)
            if phrase and phrase[0].lower() not in _STOPS:
                return " ".join(phrase)
    return ""


_STOPS: Final = frozenset(
    """
    is are was were has have in on at of for to from with and but or that who which so by i we my he she they it not
    as few lot
    """.split()
)


def points_back(words: Sequence[Token], place: int) -> bool:
    """An object pronoun with nothing in the clause it could mean: the clause only makes sense with the one before."""
    after = [token.low for token in words[place + 1 :]]
    if after and after[0] in {"stopped", "quit"} and (len(after) == 1 or after[1] in _SINCE_WHEN):
        return True  # "I used to smoke but I stopped in 2021"
    for at, low in enumerate(after):
        if low in _POINTING and at > 0:
            following = after[at + 1] if at + 1 < len(after) else ""
            if low in {"it", "them"} and at == 1:
                return True
            return low in {"it", "them", "both", "this", "that"} and (not following or following in _AFTER_POINTING)
        if low in _HERE or low[:1].isdigit():
            return False
    return False


def pointed_at(words: Sequence[Token], place: int, turn: Turn) -> tuple[int, str]:
    """Where after the verb at `place` "him" or "her" stands, and whom it plainly means; (-1, "") where it does not.
    Not "her flat", and not where the clause names somebody itself."""
    for at in range(place + 1, len(words)):
        low = words[at].low
        if low in OWN or low in {"his", "their"} or is_name(words[at]):
            break
        after = words[at + 1].low if at + 1 < len(words) else ""
        if low == "him" or (low == "her" and (not after or after in _AFTER_HER or after[0].isdigit())):
            return at, turn.meant_by("he" if low == "him" else "she").removeprefix(f"{turn.owner} ")
    return -1, ""


_AFTER_HER: Final = (
    _AFTER_POINTING
    | _HERE
    | frozenset(
        ", on by up out off back after before when because so but since once twice each daily weekly too".split()
    )
) - {"all"}
_SINCE_WHEN: Final = frozenset("in when after last years about at a two ages".split())


def set_right(text: str, words: Sequence[Token], glued: str, turn: Turn, before: Sequence[Token]) -> Draft | None:
    """ "My name is not Tom, it's Tim": the value that what is denied before has instead. Both are names or numbers, or
    neither is: not "my name is not Tom, it's complicated"."""
    at = next((place for place, token in enumerate(before) if token.low in _IS_NOT), 0)
    old = before[at + 2 if [token.low for token in before[at + 1 : at + 2]] == ["not"] else at + 1 :]
    new = words[1:] if glued == "'s" else words[2:] if [token.low for token in words[1:2]] == ["is"] else ()
    denied = at > 0 and (before[at].low == "isn't" or len(old) == len(before) - at - 2)
    if not denied or before[0].low not in OWN or not old or not 1 <= len(new) <= len(old) + 1 or is_adverb(new[0].low):
        return None
    if old[0].text[:1].islower() != new[0].text[:1].islower():
        return None
    return draft_of(words, f"{render(text, before[:at], {0: turn.owner})} is {render(text, new)}", "fact")


_IS_NOT: Final = frozenset("is isn't".split())


def says_more(words: Sequence[Token], place: int, lead: str) -> bool:
    """ "we use Jira and I hate it", "I have a desk but I never use it": worth telling with what it is said of."""
    after = [token.low for token in words[place + 1 :]]
    if lead in {"and", "but"} and after[1:2] in (["it"], ["them"]) and after[0] in _ATTITUDES:
        return True
    return lead == "but" and "use" in after and denies(words) and points_back(words, place)


_ATTITUDES: Final = frozenset("hate love like adore despise loathe".split())
