"""English sentences cut into clauses, and what each clause is: a statement, a question, a request, a supposition.

A cut is made at a comma, a dash or a conjunction only when what follows stands on its own: a subject and a verb, a
question, a request. So "I speak Tagalog, English and enough Hokkien" is one clause, and "I'm 19, what support is there"
is two. A clause that shares the subject of the one before it ("and don't want them") is marked `shared`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.requests import QUESTION_WORDS, REQUEST_VERBS
from recollect.rules.lexicon.smalltalk import FILLERS, PHRASES
from recollect.write.extract.masking import QUOTED
from recollect.write.extract.words import AUXILIARIES, BE, Token, expanded, form_of, is_adverb

if TYPE_CHECKING:
    from collections.abc import Sequence

STATEMENT: Final = "statement"
QUESTION: Final = "question"
REQUEST: Final = "request"
SUPPOSED: Final = "supposed"
ASIDE: Final = "aside"

_JOINTS: Final = frozenset("and but so plus because bc cos cuz though although while whereas which then or yet".split())
_PERSONS: Final = frozenset("i we he she they you".split())
_OTHERS: Final = frozenset(
    """it this that there these those nobody everyone everybody everything someone somebody anyone nothing something
    both neither""".split()
)
_DETERMINERS: Final = frozenset("my our his her their the a an this that these those its your some most all".split())
_INVERTED: Final = _PERSONS | _OTHERS | _DETERMINERS | frozenset("any anyone anything someone".split())
_PLAIN_QUESTIONS: Final = frozenset(
    "what what's how how's why why's where's when's who's whose what're how'd which's whatever".split()
)
_REQUEST_FOLLOWS: Final = frozenset(
    "me us a an the some this that these those it them my our your one two three any all more for up out how what".split()
)
_SURE_REQUESTS: Final = frozenset(
    """help suggest recommend tell show give explain remind summarise summarize translate let draft rewrite quiz advise
    walk list find generate compare let's""".split()
)
_SUPPOSING: Final = frozenset("if suppose supposing imagine assuming hypothetically pretend unless".split())
_ASKING: Final = frozenset("any anything anyone thoughts ideas advice tips suggestions recommendations".split())
_PHRASES_BY_FIRST: Final[dict[str, list[tuple[str, ...]]]] = {}
for _phrase in PHRASES:
    _PHRASES_BY_FIRST.setdefault(_phrase.split()[0], []).append(tuple(_phrase.split()))


@dataclass(slots=True)
class Clause:
    """One clause of one sentence."""

    words: list[Token]
    role: str = STATEMENT
    lead: str = ""
    """The comma or conjunction it was cut at."""
    shared: bool = False
    """It has no subject of its own and shares that of the clause before."""


def skip_fillers(words: Sequence[Token], place: int = 0) -> int:
    """The place of the first word that says something."""
    size = len(words)
    while place < size:
        low = words[place].low
        if low in ",;:-—–!…?)":
            place += 1
            continue
        phrase = _phrase_at(words, place)
        if phrase:
            place += phrase
            continue
        if low in FILLERS and not (low in {"just", "like", "please", "now"} and False):
            place += 1
            continue
        break
    return place


def _phrase_at(words: Sequence[Token], place: int) -> int:
    for phrase in _PHRASES_BY_FIRST.get(words[place].low, ()):
        if tuple(token.low for token in words[place : place + len(phrase)]) == phrase:
            return len(phrase)
    return 0


def split(words: list[Token], *, asked: bool) -> list[Clause]:
    """The clauses of one sentence; `asked`: it ends with a question mark."""
    cuts: list[tuple[int, int, str, bool]] = [(0, 0, _role_at(words, 0, ""), False)]
    depth = 0
    for place, token in enumerate(words):
        depth += (token.low == "(") - (token.low == ")" and depth > 0)
        if depth or place <= cuts[-1][1] or not (token.low in _JOINTS or token.low in {",", ":", "-", "–", "—"}):
            continue
        after = place + 1
        while after < len(words) and words[after].low in {",", "and", "but", "so", "then", "also", "now", "yes", "-", "or"}:
            after += 1
        if after >= len(words):
            break
        if token.low in {"which", "while", "whereas"} or (token.low in {"because", "bc", "cos", "cuz", "or"}):
            role, shared = (ASIDE, False) if token.low == "which" and _is_comma(words, place - 1) else ("", False)
        else:
            role, shared = _after_joint(words, place, after)
        if role:
            cuts.append((place, after, role, shared))
    clauses: list[Clause] = []
    for number, (place, after, role, shared) in enumerate(cuts):
        end = cuts[number + 1][0] if number + 1 < len(cuts) else len(words)
        if after < end:
            lead = words[after - 1].low if number else ""
            if lead == "," or not lead:
                lead = words[place].low if number else ""
            clauses.append(Clause(words[after:end], role, lead, shared))
    _settle(clauses, asked=asked)
    return clauses


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


def _after_joint(words: list[Token], place: int, after: int) -> tuple[str, bool]:
    """What begins after a comma or conjunction: ("", False) when it only goes on."""
    joint = words[place].low
    role = _role_at(words, after, joint)
    if role in {QUESTION, REQUEST, SUPPOSED}:
        return role, False
    if starts_clause(words, after):
        return STATEMENT, False
    if shares_subject(words, after, joint, before=words[:place]):
        return STATEMENT, True
    return "", False


def _role_at(words: Sequence[Token], place: int, joint: str) -> str:
    """Question, request or supposition by its first words; a statement otherwise (at the start of a sentence)."""
    start = skip_fillers(words, place)
    polite = any(token.low in {"please", "pls", "plz", "kindly"} for token in words[place:start])
    if start >= len(words):
        return "" if joint else STATEMENT
    low = words[start].low
    following = words[start + 1].low if start + 1 < len(words) else ""
    third = words[start + 2].low if start + 2 < len(words) else ""
    if low in _SUPPOSING and not (low == "if" and following == "you" and joint):
        return SUPPOSED
    if low == "say" and following == "i" and form_of(third) and (form_of(third) or ("", ""))[1] == "past":
        return SUPPOSED
    if low == "let's" and following in {"say", "pretend", "imagine", "assume"}:
        return SUPPOSED
    if _asks(low, following, third):
        return QUESTION
    if low in {"let", "let's"} or (low in _ASKING and (joint or following in {"for", "on", "about", "to"})):
        return REQUEST
    request = low in REQUEST_VERBS["en"]
    if polite and (request or form_of(low)) and following not in {"is", "are", "was"}:
        return REQUEST
    if not joint:
        return REQUEST if request and _commands(low, following) else STATEMENT
    sure = low in _SURE_REQUESTS and following in _REQUEST_FOLLOWS
    if sure or (request and joint != "and" and _commands(low, following)):
        return REQUEST
    return ""


def _commands(low: str, following: str) -> bool:
    """A base verb with nothing before it commands, unless what follows shows that it was a noun or a subject."""
    if low in {"don't", "never", "always", "be", "do"}:
        known = form_of(following)
        return low == "be" or (known is not None and known[1] == "base" and following not in {"like", "love", "have", "want", "know"})
    return following not in {"is", "are", "was", "were", "has", "'s", ":", "of"}


def _asks(low: str, following: str, third: str) -> bool:
    if low in _PLAIN_QUESTIONS:
        return not (low == "what" and following in {"a", "an"}) or third in {"?"}
    if low in QUESTION_WORDS["en"]:
        return following in AUXILIARIES or following in {"one", "kind", "type", "of", "to"} or third in AUXILIARIES and low == "which"
    if low in AUXILIARIES or low in {"isn't", "aren't"}:
        return following in _INVERTED and not (low in {"have", "had", "do", "did"} and following not in _PERSONS | {"it"})
    return False


def starts_clause(words: Sequence[Token], place: int) -> bool:
    """Whether a subject with its own verb begins at `place`."""
    size = len(words)
    while place < size and (is_adverb(words[place].low) or words[place].low in FILLERS):
        place += 1
    if place >= size:
        return False
    head, glued = expanded(words[place].low)
    if head in _PERSONS:
        return bool(glued) or place + 1 < size
    if head in _OTHERS and glued:
        return True
    return verb_place(words, place) > 0


def verb_place(words: Sequence[Token], place: int, reach: int = 7) -> int:
    """The place of the finite verb of a noun phrase that begins at `place`, or 0."""
    size = len(words)
    first = words[place]
    determined = first.low in _DETERMINERS or first.low in _OTHERS
    named = first.text[:1].isupper()
    if not (determined or named or first.low.isalpha()) or QUOTED in first.low:
        return 0
    depth = 0
    for at in range(place + 1, min(size, place + reach + 1)):
        low = words[at].low
        depth += (low == "(") - (low == ")")
        if depth or low == ")":
            continue
        if low in {",", ";", ":", "and", "but", "so", "which", "who"}:
            return 0
        if low in BE or low in AUXILIARIES or low in {"'s", "keeps"}:
            return at
        known = form_of(low)
        if known is None or is_adverb(low):
            continue
        if known[1] in {"s", "past"} and (determined or (named and at <= place + 2)) and not _is_noun_like(words, at):
            return at
        if known[1] == "base" and determined and words[at - 1].low.endswith("s") and at > place + 1:
            return at
    return 0


def _is_noun_like(words: Sequence[Token], at: int) -> bool:
    """A word that could be a verb but stands where a noun does: before a verb, or last."""
    before = words[at - 1].low
    if before in {"my", "our", "the", "a", "an", "his", "her", "their", "of", "in", "on", "for", "with", "to"}:
        return True
    following = words[at + 1].low if at + 1 < len(words) else ""
    return following in BE or following in AUXILIARIES or following in {"of"}


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
    if low in {"don't", "can't", "won't", "haven't", "didn't", "am", "was", "have", "had", "isn't", "doesn't", "hasn't", "has", "is"}:
        return True
    known = form_of(low)
    if known is None:
        return False
    if known[1] == "past":
        return not low.endswith("ed") or joint != ","
    following = words[plain + 1].low if plain + 1 < size else ""
    if known[1] == "s":
        return joint in {"and", "but"} and following in {"a", "the", "in", "on", "at", "to", "my", "his", "her", "for", "with", "out"}
    infinitive = any(token.low in {"to", "can", "can't", "will", "won't", "could", "would"} for token in before[-10:])
    return (
        known[1] == "base"
        and joint in {"and", "but"}
        and not infinitive
        and before[-1].low != low
        and following in {"a", "an", "the", "my", "our", "in", "on", "at", "to", "for", "it", "them", "with", "as", "every"}
        and any(expanded(token.low)[0] in _PERSONS for token in before)
    )
