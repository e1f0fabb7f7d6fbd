"""How the names of a sentence are tied: by verbs, by "is", by possessives and by what two people are together.

Reads tokens left to right and is silent about anything it does not understand: a wrong relation costs more than a
missed one. What is denied, hedged with a condition, wished for or over is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from recollect.model.claim import Relation
from recollect.rules.lexicon import ties as lexicon
from recollect.rules.lexicon.generic import VERBS as COMMON_VERBS
from recollect.rules.lexicon.hedges import HEDGES
from recollect.rules.lexicon.kinship import KIN, PETS
from recollect.rules.lexicon.naming import CALENDAR, HEADS
from recollect.rules.lexicon.negation import NEGATIONS
from recollect.rules.lexicon.occupations import ENDINGS, OCCUPATIONS
from recollect.rules.lexicon.people import ROLES
from recollect.rules.lexicon.verbs import IRREGULAR
from recollect.rules.text import STOP_WORDS
from recollect.write.ties.names import PEOPLE, Token, is_ordinary
from recollect.write.ties.stays import STAYS, is_condition, is_for_now

BETWEEN_MAX: Final = 8
"""Words between two names that can still tie them."""
SUBJECTS_MAX: Final = 8
"""Names of one list of subjects."""
CERTAIN: Final = 0.9
LIKELY: Final = 0.7
_BE: Final = frozenset("is are am was were 's".split())
_WAS: Final = frozenset("was were".split())
_POSTS: Final = (
    OCCUPATIONS | ROLES | frozenset("member owner sponsor fan co-founder cofounder contributor author".split())
)
_AND: Final = frozenset(("and", "&", ","))
_HEDGES: Final = tuple((f" {phrase} ", left) for phrase, left in HEDGES["en"].items())
_DAYS: Final = CALENDAR | frozenset("week month year night morning evening weekend ago later earlier".split())
_WHERE: Final = frozenset("there here now again".split())
"""After what somebody has: "my boss there is", "Olu is my boss again"."""
_FAMILY: Final = KIN["en"] | PETS
Found = tuple[str, float, str, str]
"""Relation, certainty, type of the source, type of the target."""


def relations(tokens: list[Token]) -> Iterator[Relation]:
    """The relations a sentence states. Names that take part in one are names, and get the type it asks for."""
    certainty = _hedge([token.text if token.low == "may" else token.low for token in tokens])
    parted = any(token.low in lexicon.PARTED for token in tokens)
    for at, token in enumerate(tokens):
        if not token.name or _denied(tokens, at):
            continue
        owned = tuple(_of_owner(tokens, at))
        for place, (source, found, target) in enumerate((*owned, *_of_subject(tokens, at))):
            relation, sure, source_type, target_type = found
            if not _is_named(source, sure):
                continue
            if (parted and relation.split()[0] in lexicon.COUPLE) or is_condition(relation, target):
                continue
            _settle(source, source_type)
            _settle(target, target_type)
            if place < len(owned) and target_type == "person":  # "my wife Julia" is nobody's software
                target.type = "person"
            if source.name != target.name:
                yield Relation(
                    source=source.name,
                    relation=relation,
                    target=target.name,
                    confidence=round(sure * certainty, 2),
                )


def _is_named(source: Token, sure: float) -> bool:
    return not source.weak or (sure >= CERTAIN and not is_ordinary(source.name))


def _meet(source: Token, found: Found, target: Token) -> None:
    """What is for now ties nobody; who is named is known by it all the same."""
    relation, sure, source_type, target_type = found
    if _is_named(source, sure) and not is_condition(relation, target):
        _settle(source, source_type)
        _settle(target, target_type)


def _settle(token: Token, type: str) -> None:
    token.weak = False
    if type and token.type == "concept":
        token.type = type


def _denied(tokens: list[Token], at: int) -> bool:
    """Whether words before the clause that begins here deny or doubt it: "it is false that", "I don't think"."""
    for token in reversed(tokens[max(0, at - BETWEEN_MAX) : at]):
        if token.low in {",", ";", "but", ":"}:
            return False
        if token.low in lexicon.DOUBTS or token.low in NEGATIONS["en"]:
            return True
    return False


def _hedge(lows: Sequence[str]) -> float:
    text = f" {' '.join(lows)} "
    return min((left for phrase, left in _HEDGES if phrase in text), default=1.0)


# --- Ana's sister is Maria ------------------------------------------------------------------------------------------


def _of_owner(tokens: list[Token], at: int) -> Iterator[tuple[Token, Found, Token]]:
    """ "Ana's sister Maria", "Ana's sister is Maria", "Acme's CEO is called Tom", "Maria is Ana's sister"."""
    owner = tokens[at]
    if not owner.owns:
        return
    words: list[str] = []
    place = at + 1
    while place < len(tokens) and not tokens[place].name and len(words) < 5 and tokens[place].low.isascii():
        word = tokens[place].low
        if word in _BE | {",", "(", "named", "called"} or not word.replace("-", "").isalpha():
            break
        words.append(word)
        place += 1
    while words and words[-1] in _WHERE:
        words.pop()
    if not words or NEGATIONS["en"] & set(words):
        return
    favourite = bool({"favourite", "favorite"} & set(words))
    tie, person = _noun(words), not favourite and (words[-1] in PEOPLE or words[-1] in _POSTS)
    whose = "person" if words[-1] in _FAMILY else ""
    apposed = place >= len(tokens) or tokens[place].low in {",", ")"}
    if at >= 2 and person and apposed and tokens[at - 1].low in {",", "("} and tokens[at - 2].name:
        if not tokens[at - 2].owns:
            yield owner, (tie, CERTAIN, whose, "person"), tokens[at - 2]
        return
    if at >= 2 and person and tokens[at - 1].low in _BE - _WAS and tokens[at - 2].name and not tokens[at - 2].owns:
        yield owner, (tie, CERTAIN, whose, "person"), tokens[at - 2]
        return
    linked = False
    while place < len(tokens) and not tokens[place].name and tokens[place].low in _BE | {",", "(", "named", "called"}:
        if tokens[place].low in _WAS:
            return
        linked = linked or tokens[place].low in _BE | {"named", "called"}
        place += 1
    if place >= len(tokens) or not tokens[place].name or tokens[place].owns or tokens[place].name == owner.name:
        return
    target = tokens[place]
    if target.weak and is_ordinary(target.name):
        return
    if person and (linked or place == at + 1 + len(words) or tokens[place - 1].low in {",", "("}):
        yield owner, (tie, CERTAIN, whose, "" if words[-1] in PETS else "person"), target
    elif linked and not person and len(words) <= 3 and not target.weak:
        yield owner, (tie, LIKELY, "", ""), target


def _noun(words: Sequence[str]) -> str:
    return " ".join(word for word in words if word not in {"own", "dear", "new", "old"})


# --- Ana works at Acme ----------------------------------------------------------------------------------------------


def _of_subject(tokens: list[Token], at: int) -> Iterator[tuple[Token, Found, Token]]:
    """Everything said of one subject, with the objects that are listed: "uses Python, Rust and Go"."""
    subject = tokens[at]
    if subject.owns or not _begins(tokens, at):
        return
    subjects, place = _together(tokens, at)
    for _ in range(4):  # "works at Acme and lives in Lisbon"
        end = place
        while end < len(tokens) and not tokens[end].name and end - place <= BETWEEN_MAX:
            end += 1
        between = [token.low for token in tokens[place:end]]
        both = _both(subjects, between)
        if both is not None:
            yield both
            return
        if end >= len(tokens) or not tokens[end].name:
            return
        if tokens[end].owns:
            return
        found = _tie(between)
        objects, place = _objects(tokens, end)
        if _goes_on(tokens, place):
            objects = objects[:-1]
        if found is None and not (between and _verb(between[0])[0] in lexicon.LEAVING):
            return
        for one in subjects if found is not None else ():
            assert found is not None
            for target in objects:
                if found[0] in STAYS and is_for_now(tokens, at, between, place):
                    _meet(one, found, target)
                    continue
                turned = found[2].startswith("<")
                yield (target, (*found[:2], found[2][1:], found[3]), one) if turned else (one, found, target)
        if place + 1 >= len(tokens) or tokens[place].low not in _AND or not _is_verb(tokens[place + 1].low):
            return
        place += 1


def _goes_on(tokens: list[Token], place: int) -> bool:
    """Whether the name before this place is only the beginning of what is meant: "Apple pie", "Game of Thrones"."""
    if place >= len(tokens) or tokens[place].name:
        return False
    word = tokens[place].low
    if word == "of":
        return True
    if not word.replace("-", "").isalpha() or word in STOP_WORDS or word in NEGATIONS["en"] or word.endswith("ly"):
        return False
    known = lexicon.ADVERBS | lexicon.PREPOSITIONS | lexicon.OPENERS | lexicon.HINDRANCES | lexicon.AFTER_OBJECT | _DAYS
    return word not in known and not _is_verb(word) and word.isascii()


def _begins(tokens: list[Token], at: int) -> bool:
    """Whether a clause begins with this name: what was said of another is not said of it."""
    if at == 0:
        return True
    before = tokens[at - 1]
    if before.name:
        return before.owns
    if before.low in lexicon.OPENERS or before.low in PEOPLE:
        return not (before.low in {"and", ","} and at >= 2 and tokens[at - 2].name and _begins(tokens, at - 2))
    if before.low in _DAYS or before.low.endswith("ly"):
        return not any(token.name for token in tokens[: at - 1])
    return before.low == "the" and at == 1


def _together(tokens: list[Token], at: int) -> tuple[list[Token], int]:
    """ "Ana and Tom ...": the subjects, and where what is said of them begins."""
    subjects, place = [tokens[at]], at + 1
    listed, ahead = [tokens[at]], at + 1
    while ahead < len(tokens) and tokens[ahead].low in _AND and len(listed) < SUBJECTS_MAX:
        joined = tokens[ahead].low in {"and", "&"}
        ahead += 1
        if not joined and ahead < len(tokens) and tokens[ahead].low in {"and", "&"}:  # ", and"
            joined = True
            ahead += 1
        if ahead >= len(tokens) or not tokens[ahead].name or tokens[ahead].owns:
            break
        listed.append(tokens[ahead])
        ahead += 1
        if joined:  # a list without "and" is none: "Ana, Tom works at Acme"
            subjects, place = list(listed), ahead
    return subjects, place


def _objects(tokens: list[Token], at: int) -> tuple[list[Token], int]:
    """The names of a list that begins here, and the place after it."""
    found, place = [tokens[at]], at + 1
    while place < len(tokens) and tokens[place].low in _AND and len(found) < 8:
        ahead = place + 1 if place + 1 < len(tokens) and tokens[place + 1].low not in _AND else place + 2
        if ahead >= len(tokens) or not tokens[ahead].name or tokens[ahead].owns:
            break
        following = tokens[ahead + 1].low if ahead + 1 < len(tokens) else ""
        if following and _is_verb(following):  # "..., and Tom lives in": a clause of his own
            break
        found.append(tokens[ahead])
        place = ahead + 1
    return found, place


def _both(subjects: list[Token], between: Sequence[str]) -> tuple[Token, Found, Token] | None:
    """ "Ana and Tom are married"."""
    if len(subjects) != 2 or len(between) < 2 or between[0] != "are":
        return None
    said = [word for word in between[1:] if word not in lexicon.ADVERBS | {"old", "good", "best", "close"}]
    relation = lexicon.TOGETHER.get(said[0]) if said else None
    return None if relation is None else (subjects[0], (relation, CERTAIN, "person", "person"), subjects[1])


def _tie(between: Sequence[str]) -> Found | None:
    """What the words between a subject and a name say of both."""
    words = [word for word in between if word not in lexicon.ADVERBS]
    if not words or any(word in NEGATIONS["en"] or word in lexicon.HINDRANCES for word in words):
        return None
    if any(word in {",", ";", ":", "(", "and", '"', "“"} for word in words):
        return None
    if len(words) > 1 and words[0] in HEADS:
        words = words[1:]
    if words[0] in {"has", "have"} and len(words) > 2 and words[-1] in {"named", "called"} and words[-2] in PEOPLE:
        return words[-2], CERTAIN, "person", "" if words[-2] in PETS else "person"
    if words[0] in {"has", "have", "'ve"} and len(words) > 1:
        words = ["been" if words[1] == "been" else words[1], *words[2:]]
        if words[0] == "been":
            words[0] = "is"
    if words[0] in _BE and len(words) == 3 and words[2] == "by" and " ".join(words[1:]) not in lexicon.STATES:
        return _done_by(words[1], over=words[0] in _WAS)
    if words[0] in _WAS and words[1:2] not in (["born"], ["founded"], ["built"], ["raised"]):
        return None
    if words[0] in _BE:
        return _being(words[1:])
    return _doing(words)


def _done_by(word: str, *, over: bool) -> Found | None:
    """ "was acquired by": turned round."""
    base, past = _verb(word)
    known = lexicon.VERBS.get(base, {}).get("")
    if known is None or not past or (over and base not in lexicon.LASTING):
        return None
    return known[0], CERTAIN, f"<{known[1]}", known[2]


def _being(words: list[str]) -> Found | None:
    """After "is": a state ("married to"), a post ("the tech lead on"), or something being done ("working at")."""
    while words and words[0] in lexicon.ARTICLES | {"one"}:
        words = words[1:]
    trimmed = [word for word in words if word not in lexicon.ARTICLES]
    text = " ".join(trimmed)
    if text in lexicon.STATES:
        relation, source, target = lexicon.STATES[text]
        return relation, CERTAIN, source, target
    if not trimmed:
        return None
    if trimmed[0].endswith("ing"):
        return _doing(trimmed)
    if trimmed[-1] not in lexicon.PREPOSITIONS or not 2 <= len(trimmed) <= 6:
        return None
    head, prep = trimmed[-2], trimmed[-1]
    if prep == "of" and head in PEOPLE and head not in _POSTS:
        return " ".join(trimmed[:-1]), CERTAIN, "<person", "person"  # turned round: (Ana, sister, Maria)
    if head in _POSTS or head in PEOPLE or head.endswith(ENDINGS):
        kind = {"at": "company", "on": "project"}.get(prep, "")
        return text, CERTAIN, "person", kind
    return None


def _doing(words: Sequence[str]) -> Found | None:
    """A verb, perhaps some words, perhaps a preposition."""
    base, past = _verb(words[0])
    if base in {"grow"} and words[1:2] == ["up"]:
        base, words = "grow_up", [words[0], *words[2:]]
    if base == "start" and words[-1] == "at" and (len(words) == 2 or words[1] in {"as", "working"}):
        return "works at", CERTAIN, "person", "company"
    if base in lexicon.LEAVING or (past and base not in lexicon.LASTING):
        return None
    if words[0].endswith("ing") and base in lexicon.LASTING - lexicon.MAKING:  # it is still to come
        return None
    known = lexicon.VERBS.get(base)
    rest = [word for word in words[1:] if word not in lexicon.ARTICLES]
    prep = rest[-1] if rest and rest[-1] in lexicon.PREPOSITIONS else ""
    if known is not None:
        if prep in known and len(rest) <= 6 and not any(_is_verb(word) and word.endswith("s") for word in rest[:-1]):
            relation, source, target = known[prep]
            return relation, CERTAIN, source, target
        return (known[""][0], CERTAIN, *known[""][1:]) if not rest and "" in known else None
    if len(rest) > 1 or (rest and not prep) or not _is_verb(words[0]) or words[0].endswith("ing"):
        return None
    return f"{words[0]} {prep}".strip(), LIKELY, "", ""


@lru_cache(maxsize=1)
def _forms() -> dict[str, tuple[str, bool]]:
    """Form of a verb -> its base, and whether it is the past."""
    forms: dict[str, tuple[str, bool]] = {}
    irregular = {line.split()[0]: line.split()[1:] for line in IRREGULAR.split(";") if len(line.split()) == 3}
    for base in (*COMMON_VERBS.split(), *lexicon.VERBS):
        stem = base.removesuffix("e")
        soft = base.endswith("y") and base[-2] not in "aeiou"
        forms[base] = (base, False)
        forms[f"{base[:-1]}ies" if soft else f"{base}{'es' if base.endswith(('s', 'sh', 'ch', 'x', 'o')) else 's'}"] = (
            base,
            False,
        )
        forms[f"{stem}ing"] = (base, False)
        for past in irregular.get(base, (f"{base[:-1]}ied" if soft else f"{stem}ed",)):
            forms.setdefault(past, (base, True))
        for doubled in (f"{base}{base[-1]}ing", f"{base}{base[-1]}ed"):
            forms.setdefault(doubled, (base, doubled.endswith("ed")))
    forms["dating"], forms["met"] = ("date", False), ("meet", True)
    return forms


def _verb(word: str) -> tuple[str, bool]:
    return _forms().get(word, (word, False))


def _is_verb(word: str) -> bool:
    return word in _forms() or word in _BE


def names_somebody(tokens: list[Token], at: int) -> bool:
    """Whether what follows a weak name at the start of a clause says that it is one: "Ana likes", "Ana's"."""
    token = tokens[at]
    if is_ordinary(token.name):
        return False
    if token.owns:
        return True
    after = [other for other in tokens[at + 1 : at + 10] if other.low not in lexicon.ADVERBS]
    following = after[0].low if after else ""
    base, _ = _verb(following)
    known = lexicon.VERBS.get(base, {})
    if following != base and (base in lexicon.PERSONAL or any(kind == "person" for _, kind, _ in known.values())):
        return True
    rest = [other.low for other in after[1:]]
    while rest and rest[0] in lexicon.ARTICLES:
        rest = rest[1:]
    said = set(rest[:4])
    return following in {"is", "was"} and bool(said & (PEOPLE | _POSTS | {"married", "engaged", "divorced", "born"}))
