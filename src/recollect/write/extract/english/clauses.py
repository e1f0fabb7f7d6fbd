"""English sentences cut into clauses, and what each clause is: a statement, a question, a request, a supposition.

A cut is made at a comma, a dash or a conjunction only when what follows stands on its own: a subject and a verb, a
question, a request. So "I speak Farsi, Dutch and some Arabic" is one clause, and "I'm 23, what grants are there"
is two. A clause that shares the subject of the one before it ("and don't want them") is marked `shared`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from recollect.write.extract.english import ages, times
from recollect.write.extract.english.openings import (
    ASIDE,
    PERSONS,
    QUESTION,
    REQUEST,
    STATEMENT,
    SUPPOSED,
    lasting_prefix,
    name_end,
    ordered_after,
    role_at,
    skip_fillers,
    starts_clause,
)
from recollect.write.extract.english.pairs import pair_from
from recollect.write.extract.english.words import AUXILIARIES, Token, expanded, form_of, is_adverb
from recollect.write.extract.masking import SECRET

if TYPE_CHECKING:
    from collections.abc import Sequence

_JOINTS: Final = frozenset(
    "and but so plus because bc cos cuz cause coz though although while whereas which then or yet".split()
)
_GOING_ON: Final = frozenset("move switch start leave work study live look train save build run teach".split())
_CLEARLY_VERBS: Final = frozenset(
    """
    hate love prefer enjoy dislike live own speak teach eat keep intend want know bartend write study avoid wear earn
    use drive
    sing
    """.split()
)
_SHARED_VERBS: Final = frozenset("don't can't won't haven't didn't am was have had isn't doesn't hasn't has is".split())
_AFTER_GOING: Final = frozenset("to from at in as for on a my our".split())
_AFTER_BASE: Final = frozenset("a an the my our in on at to for from it them with as every".split())
_LINKING: Final = frozenset(", and but so then also now yes - or".split())
_AFTER_S: Final = frozenset("a the in on at to my his her for with out alone as from".split())
_SIDES: Final = frozenset("eye hand side leg foot knee ear arm shoulder hip wrist ankle".split())
_ATTITUDES: Final = frozenset("hate love".split())
_STATIONS: Final = frozenset("work live study teach own".split())
_AFTER_STATION: Final = frozenset("in at for as with from near a an my two three".split())
_INFINITIVE: Final = frozenset("to can can't will won't could would".split())


@dataclass(slots=True)
class Clause:
    """One clause of one sentence."""

    words: list[Token]
    role: str = STATEMENT
    lead: str = ""
    """The comma or conjunction it was cut at."""
    shared: bool = False
    """It has no subject of its own and shares that of the clause before."""
    taken: int = 0
    """How many words it has from the clause before, where that tells an age."""


def split(words: list[Token], *, asked: bool) -> list[Clause]:
    """The clauses of one sentence; `asked`: it ends with a question mark."""
    cuts: list[tuple[int, int, str, bool]] = [(0, 0, role_at(words, 0, ""), False)]
    depth = 0
    opening = skip_fillers(words)
    lasting = opening + lasting_prefix(words, opening)
    lasting += times.lead_of_one(words, lasting)
    ordered = ordered_after(words, lasting) if lasting < len(words) else 0
    if ordered:
        lasting = ordered
        cuts[0] = (0, 0, REQUEST, False)
    for place, token in enumerate(words):
        depth += (token.low == "(") - (token.low == ")" and depth > 0)
        if (
            depth
            or place <= cuts[-1][1]
            or place < lasting
            or not (token.low in _JOINTS or token.low in {",", ":", "-", "–", "—"})
        ):
            continue
        if token.low == "and" and (
            [word.low for word in words[place - 1 : place + 2 : 2]] == ["born", "raised"]
            or pair_from(words, cuts[-1][1], place) >= 0
            or _pair_of_mine(words, cuts[-1][1], place)
        ):
            continue
        if token.low == "," and any(
            _names_between(words, at)
            for at in range(max(0, place - 3), place + 1)
            if at in {place, place - 2, place - 3}
        ):
            continue
        after = place + 1
        while after < len(words) and words[after].low in _LINKING:
            after += 1
        if after >= len(words):
            break
        if token.low == "," and any(SECRET in word.low for word in words[after : after + 4]):
            cuts.append((place, after, STATEMENT, False))  # "..., the root password is": the rest stays
            continue
        if ordered and (form_of(words[after].low) or ("", ""))[1] == "base" and not starts_clause(words, after):
            continue  # the order goes on: "scale it for two and leave out the salt"
        if token.low in {"which", "while", "whereas"} or (
            token.low in {"because", "bc", "cos", "cuz", "cause", "coz", "or"}
        ):
            role, shared = (ASIDE, False) if token.low == "which" and _is_comma(words, place - 1) else ("", False)
        else:
            role, shared = _after_joint(words, place, after, asked=asked)
        if role:
            cuts.append((place, after, role, shared))
    if words[opening : opening + 1] and words[opening].low == "as" and len(cuts) == 1:
        reach = range(opening + 3, min(opening + 10, len(words)))
        asks = next((at for at in reach if role_at(words, at, ",") in {QUESTION, REQUEST}), 0)
        if asks and words[opening + 1].low in {"a", "an", "someone"}:  # "as a diabetic what fruit is ok?"
            cuts = [(0, 0, STATEMENT, False), (asks, asks, QUESTION, False)]
    if asked and len(cuts) == 1 and cuts[0][2] == STATEMENT:
        comma = _last_comma(words, opening)
        if comma:
            cuts.append((comma, comma + 1, QUESTION, False))
    clauses: list[Clause] = []
    for number, (place, after, role, shared) in enumerate(cuts):
        end = cuts[number + 1][0] if number + 1 < len(cuts) else len(words)
        if after < end:
            lead = words[after - 1].low if number else ""
            if lead == "," or not lead:
                lead = words[place].low if number else ""
            clauses.append(Clause(words[after:end], role, lead, shared))
    _settle(clauses, asked=asked)
    return _with_ages_apart(clauses)


def _with_ages_apart(clauses: list[Clause]) -> list[Clause]:
    """An age and what is told with it are two clauses; see `ages`."""
    found: list[Clause] = []
    for clause in clauses:
        halves = ages.apart(clause.words) if clause.role == STATEMENT and not clause.shared else None
        being = ages.being(found[-1].words, found[-1].taken, clause.words) if found and clause.shared else []
        if being:
            found.append(Clause(being, lead=clause.lead, taken=len(being) - len(clause.words)))
        elif halves is not None:
            first, second, taken = halves
            found += (replace(clause, words=first), Clause(second, lead="and", taken=taken))
        else:
            found.append(clause)
    return found


def _last_comma(words: Sequence[Token], opening: int) -> int:
    """ "I drive a 2014 Civic, worth a new belt?": before the last comma it is told, after it asked; else 0."""
    head = expanded(words[opening].low)[0] if opening < len(words) else ""
    commas = [at for at in range(opening + 3, len(words) - 1) if words[at].low == ","]
    return commas[-1] if commas and head in {"i", "we", "my", "our"} else 0


def _pair_of_mine(words: Sequence[Token], start: int, place: int) -> bool:
    """ "my mum and my aunt are": one subject, no verb before the "and"."""
    own = {"my", "our", "his", "her", "their"}
    if words[start].low not in {"my", "our", "me"} or place + 1 >= len(words):
        return False
    if words[start].low == "me":
        return place == start + 1  # "me and my wife are"
    if words[place + 1].low not in own:
        return False
    return place - start <= 3 and not any(
        token.low in AUXILIARIES or form_of(token.low) for token in words[start:place]
    )


def _names_between(words: Sequence[Token], place: int) -> bool:
    """A name between two commas after a noun is no new clause."""
    noun = place > 0 and words[place - 1].low.isalpha() and not words[place - 1].text[:1].isupper()
    return noun and words[place].low == "," and name_end(words, place) > 0


def _settle(clauses: list[Clause], *, asked: bool) -> None:
    """A question mark belongs to the last clause; a supposition covers what follows until a "but"."""
    if asked and clauses:
        clauses[-1].role = QUESTION
    supposed = False
    for clause in clauses:
        if clause.role == SUPPOSED:
            supposed = True
        elif supposed and clause.lead in {"but", "so"} and clause.role == STATEMENT:
            supposed = False
        elif supposed and clause.role == STATEMENT:
            clause.role = SUPPOSED


def _is_comma(words: Sequence[Token], place: int) -> bool:
    return 0 <= place < len(words) and words[place].low in {",", "-", "–", "—"}


def _after_joint(words: list[Token], place: int, after: int, *, asked: bool) -> tuple[str, bool]:
    """What begins after a comma or conjunction: ("", False) when it only goes on."""
    joint = words[place].low
    if joint in {"and", "but"} and not asked and _is_also(words, place, after):
        return STATEMENT, True
    role = role_at(words, after, joint)
    if words[after].low == "don't" and [token.low for token in words[after + 2 : after + 3]] in (["me"], ["us"]):
        role = REQUEST  # "don't judge me"
    if role in {QUESTION, REQUEST, SUPPOSED}:
        return role, False
    if starts_clause(words, after):
        return STATEMENT, False
    linked = words[after - 1].low if joint == "," and words[after - 1].low in {"and", "but"} else joint
    if shares_subject(words, after, linked, before=words[:place]):
        return STATEMENT, True
    known = form_of(words[after].low)
    following = words[after + 1].low if after + 1 < len(words) else ""
    if joint == "," and known is not None and known[1] == "ing" and known[0] in _GOING_ON and following in _AFTER_GOING:
        return STATEMENT, False
    return "", False


def _is_also(words: Sequence[Token], place: int, after: int) -> bool:
    """ "I live in Rome and am a nurse", "Tom lives in Rome and is a vet"; after "I", "and is a visa needed" asks."""
    if after + 1 >= len(words) or words[after + 1].low not in {"a", "an"}:
        return False
    mine = any(expanded(token.low)[0] in {"i", "we"} for token in words[:place])
    return words[after].low == ("am" if mine else "is")


def shares_subject(words: Sequence[Token], place: int, joint: str, *, before: Sequence[Token]) -> bool:
    """ "and don't want them", ", got rid of both": a verb without a subject of its own."""
    if joint not in {"and", "but", ",", "then", "plus"}:
        return False
    size = len(words)
    plain = place
    while plain < size and is_adverb(words[plain].low) and words[plain].low not in {"no", "both", "all"}:
        plain += 1
    if plain >= size:
        return False
    low = words[plain].low
    if low == "do" and plain + 1 < size and words[plain + 1].low not in PERSONS | {"it", "not", "n't"}:
        return True
    if low in _SHARED_VERBS or (low in {"like", "need"} and joint == "but"):
        return True
    known = form_of(low)
    if known is None:
        return False
    if low == "left" and plain + 1 < size and words[plain + 1].low in _SIDES:
        return False
    if known[1] == "past":
        return not low.endswith("ed") or joint != ","
    following = words[plain + 1].low if plain + 1 < size else ""
    if joint == "," and known[1] == "base" and any(expanded(token.low)[0] in {"i", "we"} for token in before):
        return known[0] in _ATTITUDES or (known[0] in _STATIONS and following in _AFTER_STATION)
    if known[1] == "s":
        return joint in {"and", "but"} and following in _AFTER_S
    if (
        known[1] == "base"
        and joint in {"and", "but"}
        and known[0] in _CLEARLY_VERBS
        and any(expanded(token.low)[0] in {"i", "we"} for token in before)
    ):
        return not any(token.low in {"to", "can", "can't", "will", "won't"} for token in before[-6:])
    infinitive = any(token.low in _INFINITIVE for token in before[-10:])
    return (
        known[1] == "base"
        and joint in {"and", "but"}
        and not infinitive
        and before[-1].low != low
        and following in _AFTER_BASE
        and any(expanded(token.low)[0] in PERSONS for token in before)
    )
