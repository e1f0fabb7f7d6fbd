"""Whom a statement is about: the user, somebody tied to the user, a named person, or a thing.

The subject is what stands before the first verb, read from the left: "my wife's brother" is (wife, brother), "User" and
an omitted subject are the user, "the staging server" is a thing with the words that tell it from other servers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.rules.text import fold
from recollect.write.verify.words import Word

USER: Final = "user"
_FIRST: Final = frozenset(
    """i me my we our us user myself yo nosotros ich wir je j' j nous eu nos mi mis mein meine mon ma mes meu minha
    notre unser unsere 我 我们 私 僕 मैं मुझे""".split()
)
_POSSESSIVES: Final = frozenset(
    """my our mi mis nuestro nuestra mein meine meinen meinem meiner unser unsere mon ma mes notre nos meu minha meus
    minhas nosso nossa 我的 मेरा मेरी मेरे हमारा user""".split()
)
_VERBS: Final = frozenset(
    """is are was were am be been has have had does do did will would can could should must may might
    lives live works work goes go went loves likes love like hates hate prefers prefer enjoys plays play runs run uses use
    wants want needs need speaks knows starts starts ends opens closes meets takes costs gets got came come moved left
    joined died serves served studied studies teaches drives rides wears owns eats drinks makes made says said told broke
    attended collaborated co-founded received performed participated volunteered won created organized published
    renews ships carries closes turned passed graduated joined enrolled sold bought decided chose picked presents
    sits leads handles opens needs happen happens deploys
    es son está esta vive trabaja tiene tengo vivo trabajo soy estoy gusta encanta ist sind wohnt wohne arbeitet arbeite
    hat habe bin mag est sont habite travaille a ai suis aime mora moro trabalha trabalho tem tenho sou é gosto
    fecha abre 是 在 有 住在 喜欢 は が है हैं हूँ रहता रहती""".split()
)
_SUBORDINATE: Final = frozenset("since when after because if while as once until before being".split())
"""A sentence that begins with one of these tells its circumstances first; whom it is about is left open."""
SUBJECT_WORDS_MAX: Final = 8


@dataclass(frozen=True, slots=True)
class Subject:
    """`key` starts with user, person, name or thing; `words` are the content words it was read from."""

    key: tuple[str, ...]
    words: tuple[str, ...]
    label: str
    end: int
    """Index of the first word after it."""


def subject_of(words: Sequence[Word], speaker: str | None = None) -> Subject:
    """The subject of the statement made of `words`."""
    end = 0 if words and words[0].form in _SUBORDINATE else _verb_at(words)
    before = words[:end]
    own = frozenset(fold(speaker).split()) if speaker else frozenset()
    chain = [word.concept[4:] for word in before if word.concept.startswith("kin:")]
    names = [word.form for word in before if _is_name(word, words) and word.form not in own]
    content = tuple(word.concept for word in before if not word.filler)
    label = " ".join(word.text for word in before) or "the user"
    if not before or (before[0].form in _FIRST and before[0].form not in _POSSESSIVES and not chain):
        return Subject((USER,), (), "the user", end)
    if chain and not _thing_of(before):
        return Subject(("person", *chain), content, label, end)
    if before[0].form in own or (before[0].form == USER and not content):
        return Subject((USER,), (), "the user", end)
    if names and len(content) <= len(names) + 1:
        return Subject(("name", *names), content, label, end)
    if content:
        return Subject(("thing", *content), content, label, end)
    return Subject((USER,), (), "the user", end)


def _verb_at(words: Sequence[Word]) -> int:
    """Where the first verb stands; 0 when the statement begins with it or has none near its beginning."""
    for place, word in enumerate(words[:SUBJECT_WORDS_MAX]):
        if word.form in _VERBS and not (place and words[place - 1].form in {"the", "a", "my", "to"}):
            return place
        if place and words[place - 1].possessive and word.form in _AFTER_IS:
            return place  # "my sister's called", "Maja's a marine biologist"
    return 0


_AFTER_IS: Final = frozenset("a an the called not at in on from named going mostly allergic off".split())


def _is_name(word: Word, words: Sequence[Word]) -> bool:
    return word.name or (
        word is words[0] and word.text[:1].isupper() and not word.filler and not word.concept.startswith("kin:")
        and word.concept == word.stem and len(words) > 1 and (words[1].form in _VERBS or words[1].name or word.possessive)
    )  # fmt: skip


def _thing_of(before: Sequence[Word]) -> bool:
    """ "Mum's hip surgery": a person owns what the statement is about."""
    last = max((place for place, word in enumerate(before) if word.concept.startswith("kin:")), default=-1)
    if last < 0 or not before[last].possessive:
        return False
    return any(not word.filler and not word.name for word in before[last + 1 :])


_SPEAKING: Final = frozenset("i me my mine we us our ours user myself".split())
FULL_NAME_WITHIN: Final = 12
"""Words at the beginning among which a full name must stand."""


def full_names(words: Sequence[Word]) -> frozenset[str]:
    """The names in a statement that calls people by their full names and speaks of nobody else; else empty."""
    found = {word.form for word in words if word.name}
    if not found or any(word.form in _SPEAKING for word in words):
        return frozenset()
    full = False
    for word, following in zip(words[:FULL_NAME_WITHIN], words[1:], strict=False):
        if following.name and not word.filler and word.text[:1].isupper() and following.place == word.place + 1:
            full = full or word.form.isalpha()
            found.add(word.form)
    return frozenset(found) if full else frozenset()
