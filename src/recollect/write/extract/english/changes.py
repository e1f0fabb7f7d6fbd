"""What something was changed to: "I changed my bank, it's now Santander", "I switched gyms, I'm with McFit now".

The change alone leaves the old value standing, and the value alone does not say of what it is one: told is what the
thing is now, as if it had been said so ("User's bank is now Santander"). How something is after a change ("it's now
much better") is no value of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from recollect.rules.lexicon.things import MEMBER_OF, ONE_VALUED
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn, denies
from recollect.write.extract.english.ties import OWN, draft_of, tie_in
from recollect.write.extract.english.words import Token, expanded, form_of, is_adverb, render, tokens
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

_CHANGING: Final = frozenset("change switch swap replace update".split())
_WHO: Final = frozenset("i we have had".split())
_ARTICLES: Final = frozenset("a an the".split())
_WITHIN_NAMES: Final = frozenset("of de la von der the and & . , - ' /".split())
_WITH_WHOM: Final = frozenset("with at on".split())
"""Of whom somebody is a customer or a member: "I'm with Santander"."""
_TAIL: Final = frozenset("to from in on at for because since last this again after when a with two three".split())
"""What the changed thing ends before: when and why it was changed."""
_WHEN: Final = frozenset("last this yesterday today recently because since".split())
_JOBS: Final = frozenset("job role position career company employer".split())
"""Who has changed one of these and is "at Bosch now" works there."""
_WITH_SETTINGS: Final = frozenset("phone car laptop computer browser".split())
"""Who switches one of these "to German" still has it; "to a Skoda" is another one."""
_NUMBERED: Final = frozenset("number address email e-mail mail".split())
"""Things whose value may begin with a number: "it's 200 now" tells the price of a phone."""
_NAMES: Final = frozenset("username handle nickname alias nick".split())
"""Things whose value may be any word."""
_SIGNS: Final = "@_+#."
_LEADING: Final = tuple("+@#$€£")
_PHONE_DIGITS: Final = 7
_TAKEN_BACK: Final = Lazy(
    r"^[.,]\s*\d|^[^.!?\n]*\bbut\b|\b(?:back|for a while|for now|temporar(?:y|ily)|only until|in the end)\b",
    re.IGNORECASE,
)
"""After a change: it holds no longer, or not for long; or its value goes on ("Hauptstr. 5")."""
_AFTER_CHARS: Final = 120
_BETWEEN: Final = " \n.!,;:-–—"


class _Change(NamedTuple):
    """ "changed | my | bank | last week"."""

    thing: str
    verb: Token
    tail: list[Token]

    @property
    def head(self) -> str:
        """The noun itself: the provider of "internet provider"."""
        return self.thing.lower().split()[-1]


def whole(text: str, words: Sequence[Token], turn: Turn) -> Draft | None:
    """A change told with its value: "I've changed my number: +49 341 12", "I changed my bank to Santander"."""
    change = _read(words)
    if change is None or not change.tail or change.tail[0].low not in {":", "to"} or denies(words):
        return None
    if change.head in _JOBS or is_taken_back(text, words):
        return None
    end = next((at for at, token in enumerate(change.tail) if token.low in _WHEN), len(change.tail))
    value = change.tail[1:end]
    if not _is_value(value, change.head) or (change.head in _WITH_SETTINGS and value[0].low not in _ARTICLES):
        return None
    return _told(text, words, change._replace(tail=change.tail[end:]), value, turn)


def joined_value(text: str, words: Sequence[Token], turn: Turn, joined: Draft | None, lead: str) -> bool:
    """Whether the clause gives the value of the change told right before it, which is now told instead. `lead`: the
    word it was cut at, which may be its "now"."""
    before = joined or _right_before(text, words, turn)
    lows = [token.low for token in words]
    if before is None or before is not turn.told[-1] or not ("now" in lows or lead == "now") or denies(words):
        return False
    change = _read(tokens(text, before.start, before.end))
    start = int(lows[0] == "now" and len(lows) > 1)
    subject, glued = expanded(lows[start])
    is_so = glued in {"'s", "am", "are"} or lows[start + 1 : start + 2] in (["is"], ["am"], ["are"])
    value = _without_now(words[start + (1 if glued else 2) :])
    if change is None or not is_so or not value or is_taken_back(text, words):
        return False
    placed = subject in {"i", "we"} and value[0].low in _WITH_WHOM and change.head in MEMBER_OF
    if not _is_value(value[1:] if placed else value, change.head):
        return False
    if placed and change.head in _JOBS:
        draft = draft_of(words, f"{turn.name} now works {as_said(text, value)}", "fact")
    elif placed:
        draft = _told(text, words, change, value[1:], turn)
    elif subject in {"it", "that"} and change.head not in _JOBS:
        draft = _told(text, words, change, value, turn)
    else:
        return False
    draft.start = before.start
    turn.told[-1] = draft
    return True


def as_phone(words: list[Token], at: int) -> list[Token]:
    """ "my new number is +49 341 12": with "phone number" for a bare number that is one. `at`: its verb's place."""
    lows = [token.low for token in words]
    bare = lows[1:at] in (["number"], ["new", "number"])
    if not bare or not _is_phone(words[at + 1 :]):
        return words
    return [*words[: at - 1], words[at - 1]._replace(text="phone number"), *words[at:]]


def _is_phone(value: Sequence[Token]) -> bool:
    return sum(sign.isdigit() for token in value for sign in token.text) >= _PHONE_DIGITS


def _told(text: str, words: Sequence[Token], change: _Change, value: Sequence[Token], turn: Turn) -> Draft:
    when = f", {change.verb.low} {render(text, change.tail)}" if change.tail else ""
    tie, _ = tie_in(tokens(f"my {change.thing}"))
    thing = "phone number" if change.thing == "number" and _is_phone(value) else change.thing
    content = f"{turn.owner} {thing} is now {as_said(text, value)}{when}"
    return draft_of(words, content, "relationship" if tie else "fact", tie=tie)


def as_said(text: str, value: Sequence[Token]) -> str:
    """With a sign that stands right before it: "+49"."""
    sign = text[max(0, value[0].start - 1) : value[0].start]
    return f"{sign if sign in _LEADING else ''}{render(text, value)}"


def is_taken_back(text: str, words: Sequence[Token]) -> bool:
    """Whether what follows a change says that it holds no longer, or not for long."""
    end = words[-1].end
    return _TAKEN_BACK.search(text[end : end + _AFTER_CHARS]) is not None


def _right_before(text: str, words: Sequence[Token], turn: Turn) -> Draft | None:
    """What the sentence before told, where nothing stands between."""
    last = turn.told[-1] if turn.told else None
    return last if last is not None and not text[last.end : words[0].start].strip(_BETWEEN) else None


def _read(words: Sequence[Token]) -> _Change | None:
    """What somebody says to have changed: the bank of "I changed my bank" and of "I switched banks"."""
    lows = [token.low for token in words]
    at = next((place for place, low in enumerate(lows) if (form_of(low) or ("",))[0] in _CHANGING), -1)
    if at < 0 or not all(expanded(low)[0] in _WHO or is_adverb(low) for low in lows[:at]):
        return None
    own = lows[at + 1 : at + 2] and lows[at + 1] in OWN
    first = at + 2 if own else at + 1
    end = next(
        (place for place in range(first, len(lows)) if lows[place] in _TAIL or not lows[place][:1].isalpha()), len(lows)
    )
    while end > first and is_adverb(lows[end - 1]):
        end -= 1
    thing = [token.text for token in words[first:end]]
    if not thing or len(thing) > 3 or (form_of(lows[at]) or ("", ""))[1] == "s" or lows[first] in _ARTICLES:
        return None
    if not own:
        if not thing[-1].endswith("s") or thing[-1].endswith("ss"):
            return None
        thing[-1] = f"{thing[-1][:-3]}y" if thing[-1].endswith("ies") else thing[-1][:-1]
    change = _Change(" ".join(thing), words[at], list(words[end:]))
    return change if change.head in ONE_VALUED and "'" not in change.thing else None


def _without_now(words: Sequence[Token]) -> list[Token]:
    """Without "now", and without what stands before the value: "just", "actually"."""
    value = [token for token in words if token.low != "now"]
    while len(value) > 1 and is_adverb(value[0].low):
        value = value[1:]
    return value


def _is_value(words: Sequence[Token], head: str) -> bool:
    """Whether these words are the name, the number or the address of such a thing, and nothing else."""
    rest = words[1:] if words and words[0].low in _ARTICLES else words
    if not rest or names_day([token.low for token in rest]):
        return False  # an appointment that was moved
    if len(rest) == 1 and head in _NAMES:
        return True
    if rest[0].text.isdigit() and head not in _NUMBERED:
        return False
    return _is_named(rest[0]) and all(_is_named(token) or token.low in _WITHIN_NAMES for token in rest)


def _is_named(token: Token) -> bool:
    inside = token.text.strip(_SIGNS.replace("+", ""))
    return any(sign.isupper() or sign.isdigit() or sign in _SIGNS for sign in inside)
