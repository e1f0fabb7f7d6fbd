"""Words that only lead up to a clause: "because I …", "since we last talked I …"."""

from __future__ import annotations

from typing import Final

from recollect.write.extract.english.openings import trimmed
from recollect.write.extract.english.words import Token, expanded

_MEETING: Final = frozenset("talked spoke chatted chat met spoken talk".split())


def without_link(words: list[Token]) -> list[Token]:
    """ "because I ...", "especially when I ...": without the word that links it to what stands before."""
    if len(words) < 3:
        return words
    first, head = words[0].low, expanded(words[1].low)[0]
    if first in {"especially", "particularly"} or (first == "like" and words[1].low in {"when", "i", "my"}):
        words, first, head = words[1:], words[1].low, expanded(words[2].low)[0]
    reason = first in {"since", "because", "although", "though", "seeing"} and head in {"i", "we", "my", "our"}
    return words[1:] if reason and len(words) > 2 else words


def without_last_time(words: list[Token]) -> list[Token]:
    """ "Since we last talked I changed jobs" says the rest."""
    lows = [token.low for token in words]
    for at in range(len(lows) - 3):
        if lows[at] == "since" and lows[at + 1] in {"i", "we"} and lows[at + 2] == "last" and lows[at + 3] in _MEETING:
            return trimmed([*words[:at], *words[at + 4 :]])
    return words
