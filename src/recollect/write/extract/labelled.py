"""English after a label that says whose words follow: "my brother: I work at Aldi", "headline: I quit my job".

Only a label that is nobody but one other person, or nothing but a text somebody else has written, and only before "I".
A label that says what the speaker goes on to tell of ("my sister: I have one", "my boss: I like him") is a heading, and
what stands after it is his own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.kinship import KIN
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEVERAL: Final = frozenset(
    """
    parent parents sibling siblings children kids twins twin grandparents grandkid grandkids grandchild grandchildren
    cousins nieces nephews in-laws folks family brothers sisters sons daughters aunts uncles baby toddler
    """.split()
)
"""More than one, or too young to speak."""
_ONE: Final = "|".join(
    sorted(
        {re.escape(word) for word in KIN["en"] - _SEVERAL}
        | set(
            """
            friend colleague coworker co-worker mate buddy neighbour neighbor boss manager roommate flatmate housemate
            teammate guy girl boy lady woman
            """.split()
        ),
        key=len,
        reverse=True,
    )
)
_ALONE: Final = (
    "him|her|he|she|mum|mom|mam|mama|mummy|mommy|dad|daddy|papa|mother|father|grandma|grandpa|granny|gran|nan|nana"
    "|wife|husband|hubby|brother|sister"
)
"""Who speaks, without "my" before it."""
_JUST: Final = r"(?: (?:just now|today|yesterday|again|this morning|last night|(?:on|over) the phone|to me|rn))?"
_ONESELF: Final = r"(?:i|i'm|i've|i'd|i'll|im|ive)(?![\w'])"
_SPEAKS: Final = rf"(?:(?:yes|no|yeah|well|oh|hi|hey|hello|ugh|lol|ok|okay|but|so)\W{{1,3}}){{0,3}}{_ONESELF}"
_START: Final = r"(?:^|(?<=[.!?]\s))[ ]{0,8}"
_SOMEBODY: Final = Lazy(
    rf"{_START}(?:(?:(?:and|then|so) )?(?:my|the|our|his|her|their|an?|some|that) (?:[\w-]{{1,20}} )?(?P<who>{_ONE})"
    rf"|(?P<alone>{_ALONE})){_JUST}\s?[:：]\s{{1,3}}(?={_SPEAKS})",
    re.IGNORECASE | re.MULTILINE,
    hints=": ：",
)
_PRINTED: Final = (
    "headline|lyrics?|song lyrics?|chorus|slogan|bumper sticker|meme|graffiti|fortune cookie|epitaph|billboard"
)
"""Nobody writes of himself in these: a sign may be that of the stars, a title one's own."""
_FOUND: Final = (
    rf"{_PRINTED}|song|line|sign|sticker|t-?shirt|mug|poster|quote|post|tweet|comment|ad|profile|bio|caption|status"
    "|tattoo|review|message|text|story|poem|joke|article|note"
)
_BOOK: Final = (
    "novel|book|story|short story|poem|song|film|movie|play|musical|script|screenplay|chapter|thriller|fan ?fic"
)
_TEXT: Final = Lazy(
    rf"{_START}(?:"
    rf"(?:(?:the|an?|this|that|today's|best|worst|new|great|fake|funny) ){{0,2}}(?:{_PRINTED})"
    r"(?: (?:of the day|today|idea|on|in|from|by|for)(?: [\w'-]{1,20}){0,4})?"
    rf"|(?:the |my )?(?:very )?(?:first|opening|last|closing|final) (?:lines?|sentence|words|paragraph)"
    rf" (?:of|in|from) (?:my|our|the|an?|this|that|his|her|their) (?:[\w'-]{{1,20}} ){{0,2}}(?:{_BOOK})"
    rf"|(?:[\w'-]{{1,20}} ){{0,3}}?(?:{_FOUND}) (?:that )?(?:(?:i|we) (?:just |once )?(?:saw|read|heard|found|spotted"
    r"|overheard|passed|came across)(?: [\w'-]{1,20}){0,4}|(?:that's )?(?:stuck )?in my head)"
    r"|(?:roast|judge|mock|react to|make fun of|laugh at) (?:this|that|the|his|her|their|an?) (?:[\w'-]{1,20} ){0,3}"
    r"(?:profile|bio|post|tweet|status|caption|cv|resume|ad|message|text)"
    rf")\s?[:：]\s{{1,3}}(?={_SPEAKS})",
    re.IGNORECASE | re.MULTILINE,
    hints=": ：",
)
_OWN_LINE: Final = Lazy(r"\n|[.!?,;]\s+(?:and |then )?(?:me|myself|i)\s?[:：]", re.IGNORECASE)
"""Where what the other says is over: at the end of the line, or where the speaker's own begins."""
_ABOUT_HIM: Final = re.compile(
    r"(?<![\w'])(?:he|him|his|she|her|hers|they|them|their|he's|she's|they're)(?![\w])"
    r"|^\W*(?:i|i've|ive)(?: \w+n't| do not)?(?: only| also| just)? (?:have|has|got|had) "
    r"(?:no\b|one\b|none\b|two\b|three\b|an?\b(?=\W*$))"
    r"|^\W*i(?:'m| am)? (?:married|engaged|divorced|adopted|met|call)\b",
    re.IGNORECASE,
)
_SENTENCE: Final = Lazy(r"[.!?\n]")
_SENTENCE_CHARS: Final = 200


def others(text: str) -> Iterator[tuple[int, int]]:
    """Where the words of another stand after such a label."""
    done = 0
    for found in _SOMEBODY.finditer(text) if _SOMEBODY.may(text) else ():
        if found.start() >= done and not _is_heading(text, found):
            done = _end(text, found.end())
            yield found.end(), done
    done = 0
    for found in _TEXT.finditer(text) if _TEXT.may(text) else ():
        if found.start() >= done:
            end = text.find("\n\n", found.end())
            done = len(text) if end < 0 else end
            yield found.end(), done


def _end(text: str, start: int) -> int:
    found = _OWN_LINE.search(text, start)
    return len(text) if found is None else found.start() + (text[found.start()] != "\n")


def _is_heading(text: str, label: re.Match[str]) -> bool:
    """Whether the first sentence after it speaks of whom the label names."""
    said = text[label.end() : label.end() + _SENTENCE_CHARS]
    end = _SENTENCE.search(said)
    said = said[: end.start()] if end else said
    who = (label["who"] or label["alone"]).lower()
    return _ABOUT_HIM.search(said) is not None or who in said.lower().split()
