"""What others have done with the speaker: "they fired me last week" tells of him, not of them.

Who did it is told as well, "was fired by the band", unless it is nobody in particular ("they") or the one whose doing
it mostly is: one's boss, one's company. Whether a job is over by it is not decided here. What others have changed of
his to another value is told of the thing: "the doc upped my topiramate to 50 mg".
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import generic
from recollect.rules.lexicon.employment import EMPLOYERS
from recollect.rules.lexicon.everyday import FILLER
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.naming import CALENDAR, NO_NAMES
from recollect.rules.lexicon.people import PROFESSIONS, ROLES
from recollect.rules.naming import TITLES
from recollect.rules.text import STOP_WORDS, fold
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import Draft, Turn, denies
from recollect.write.extract.english.changes import as_said, is_taken_back
from recollect.write.extract.english.verdicts import OF_THE_TURN
from recollect.write.extract.english.words import AUXILIARIES, Token, expanded, is_adverb, render
from recollect.write.extract.voices import HEALERS_NAMED

if TYPE_CHECKING:
    from collections.abc import Sequence

_DONE: Final = frozenset(
    """
    fired hired rehired sacked dismissed promoted demoted transferred relocated suspended expelled evicted elected
    appointed nominated accepted admitted rejected diagnosed discharged hospitalised hospitalized deported
    """.split()
)
"""Past tenses that are participles as well: "fired me" is "was fired"."""
_INTO_OFFICE: Final = frozenset("elected appointed nominated made".split())
"""After these a bare noun says as what: "elected me chair"."""
_PARTED: Final = {("laid", "off"): "laid off", ("let", "go"): "let go", ("made", "redundant"): "made redundant"}
_CHANGED: Final = frozenset(
    {("switched", "to"), ("moved", "to"), ("put", "on"), ("took", "off"), ("taken", "off"), ("raised", "to")}
)
"""Another medicine, dose, pay or shift: "switched me to candesartan", "moved me to nights"."""
_NOT_CHANGED: Final = frozenset(
    "hold speaker speakerphone mute edge notice be believe think another my the tears laughter a an do act".split()
)
"""After these two: "put me on hold", "raised me to be honest", "moved me to tears"."""
_ALTERED: Final = frozenset(
    """
    upped raised increased lowered decreased reduced cut bumped dropped changed updated moved pushed postponed delayed
    rescheduled shifted extended renamed upgraded downgraded
    """.split()
)
"""Past tenses that are participles as well, of what others do with a value of his."""
_WHICH_WAY: Final = frozenset("up down back forward".split())
_ON: Final = frozenset("but then and or if unless instead".split())
"""Words after which another thing is told."""
_THING_MAX: Final = 3
_OWN_SIDE: Final = frozenset("my the our".split())
_WHOSE: Final = _OWN_SIDE | frozenset("his her their a an".split())
_EMPLOYING: Final = frozenset("they hr management".split())
_SOMEONE: Final = frozenset("somebody someone".split())
_RELATIVE: Final = frozenset("that who which whom whose i you he she they we".split())
"""A clause of its own within the subject: "the company that fired me went bankrupt"."""
_BETWEEN: Final = frozenset("just finally recently also then actually have has had suddenly eventually".split())
_SUBJECT_MAX: Final = 4
_WHEN: Final = frozenset("yesterday today last this again in on after before during since ago when while".split())
_GOES_ON: Final = _WHEN | frozenset(
    """to from as with for by because due over without at until right straight early twice full full-time part
    part-time""".split()
)
"""After "me": when, where, why or as what. Anything else is something that was done for him: "hired me a tutor"."""
_AT_THE_END: Final = frozenset("as to with".split())
"""With one of these after it, who did it is named last: "hired as a designer by Acme"."""


def undergone(text: str, words: Sequence[Token], turn: Turn, *, tied: bool) -> Draft | None:
    """The draft of a clause in which others did something to the speaker; None for any other clause. `tied`: also where
    it is "my band", which may be told as it stands: "User's dad hired them"."""
    at = next((place for place, token in enumerate(words[: _SUBJECT_MAX + 4]) if token.low in {"me", "us"}), 0)
    subject = _without_adverbs(words[: max(0, at - 1)])
    changed = (
        _changed(text, words, subject, at, turn)
        or (_altered(text, words, turn) if tied else None)
        or _taken(text, words, turn)
    )
    if changed is not None:
        return changed
    if not _is_somebody(subject) or (not tied and subject[0].low in {"my", "our"} and not _is_employer(subject)):
        return None
    verb, after = words[at - 1].low, words[at + 1].low if at + 1 < len(words) else ""
    done = verb if verb in _DONE else _PARTED.get((verb, after), "")
    rest = words[at + 1 if verb in _DONE else at + 2 :]
    if verb == "made" and _is_post(words[at + 1 :]):
        done, rest = verb, _up_to_and(words[at + 1 :])
    if not done or not _goes_on(rest, done) or (done == "let go" and not _may_let_go(subject, rest)):
        return None
    by = "" if _is_employer(subject) or _is_healer(subject) else f"by {_agent(text, subject)}"
    told, lows = render(text, rest), [token.low for token in rest]
    last = not _is_time(lows) and (lows[0] in _AT_THE_END or lows[0] not in _GOES_ON)
    parts = (turn.name, "was", done, told, by) if last else (turn.name, "was", done, by, told)
    return Draft(" ".join(part for part in parts if part), "fact", words[0].start, words[-1].end, tags=("past",))


def befell(words: Sequence[Token]) -> bool:
    """Whether others did something to the speaker that leaves him with another life: "my landlord evicted me", "she
    left me", "my brother got me into climbing"; or told him what to do."""
    verbs = {token.low for token in words}
    if not _ADVISED.isdisjoint(verbs) or (any(map(_is_medic, words[:2])) and not _FOUND_OUT.isdisjoint(verbs)):
        return True  # "a friend recommended it", "the doctor said it's asthma"
    at = next((place for place, token in enumerate(words) if place and token.low in {"me", "us"}), 0)
    pair = (words[at - 1].low, words[at + 1].low if at + 1 < len(words) else "")
    return at > 0 and (pair[0] in _DONE | _BEFELL or pair in _PARTED or pair in _CHANGED)


_BEFELL: Final = frozenset(
    "dumped left ditched ghosted divorced replaced raised taught gave offered got put started".split()
)
_ADVISED: Final = frozenset("prescribed recommended suggested advised".split())
_FOUND_OUT: Final = frozenset("said says thinks found confirmed diagnosed wants".split())


def _changed(text: str, words: Sequence[Token], subject: Sequence[Token], at: int, turn: Turn) -> Draft | None:
    """ "Dr. Weber switched me to candesartan 8 mg": what he has now, by whom where that is known."""
    pronoun = expanded(subject[0].low)[0] if len(subject) == 1 else ""
    rest = words[at + 1 :]
    pair = (words[at - 1].low, rest[0].low) if len(rest) > 1 else ("", "")
    if pair not in _CHANGED or rest[1].low in _NOT_CHANGED or not (pronoun in {"he", "she"} or _is_somebody(subject)):
        return None
    if pair[0] == "moved" and not _is_employer(subject):
        return None  # "my therapist moved me to Tuesdays"
    verb = {"took": "taken"}.get(pair[0], pair[0])
    nobody = pronoun == "they" or _is_healer(subject)
    agent = turn.meant_by(pronoun) if pronoun in {"he", "she"} else "" if nobody else _agent(text, subject)
    content = f"{turn.name} was {verb} {render(text, rest)}{f' by {agent}' if agent else ''}"
    return Draft(content, "fact", words[0].start, words[-1].end, tags=("past",))


def _altered(text: str, words: Sequence[Token], turn: Turn) -> Draft | None:
    """ "They moved my appointment to Friday": what something of his was changed to: a day, a number, a name."""
    near = range(2, min(len(words), _SUBJECT_MAX + 4))
    mine = next((at for at in near if words[at].low == "my" and words[at - 1].low in _ALTERED), 0)
    to = next((at for at in range(mine + 2, min(len(words) - 1, mine + _THING_MAX + 3)) if words[at].low == "to"), 0)
    subject = _without_adverbs(words[: max(0, mine - 1)])
    if not mine or not to or not _is_other(subject):
        return None
    thing, value = words[mine + 1 : to], words[to + 1 :]
    way = f" {thing[-1].low}" if thing[-1].low in _WHICH_WAY else ""
    thing = thing[:-1] if way else thing
    plain = 1 <= len(thing) <= _THING_MAX and all(
        token.low.isalpha() and token.low not in STOP_WORDS for token in thing
    )
    if not plain or not _is_value(value) or denies(words) or is_taken_back(text, words):
        return None
    verb = "were" if thing[-1].low.endswith("s") and not thing[-1].low.endswith("ss") else "was"
    content = f"{turn.owner} {render(text, thing)} {verb} {words[mine - 1].low}{way} to {as_said(text, value)}"
    return Draft(content, "fact", words[0].start, words[-1].end)


def _taken(text: str, words: Sequence[Token], turn: Turn) -> Draft | None:
    """ "Someone stole my bike yesterday": what he no longer has."""
    if len(words) < 4 or words[0].low not in {"someone", "somebody", "they", "thieves"} or words[2].low != "my":
        return None
    done = _STOLEN.get(words[1].low)
    ends = (at for at in range(3, len(words)) if words[at].low in STOP_WORDS | _WHERE or _is_time([words[at].low]))
    end = next(ends, len(words))
    thing = words[3:end]
    if done is None or not 1 <= len(thing) <= _THING_MAX or not all(token.low.isalnum() for token in thing):
        return None
    if thing[-1].low in _NOT_STOLEN or not _PLAYED.isdisjoint(token.low for token in words):
        return None
    verb = "were" if thing[-1].low.endswith("s") and not thing[-1].low.endswith("ss") else "was"
    content = " ".join(filter(None, (f"{turn.owner} {render(text, thing)} {verb} {done}", render(text, words[end:]))))
    return Draft(content, "fact", words[0].start, words[-1].end, tags=("past",))


_PLAYED: Final = frozenset("game chess minecraft match dream film movie book".split())
_WHERE: Final = frozenset("outside inside near behind opposite last while right".split())
_STOLEN: Final = {"stole": "stolen", "nicked": "nicked", "pinched": "pinched"}
_NOT_STOLEN: Final = frozenset("heart show idea ideas thunder breath time attention joke line code".split())


def _is_other(subject: Sequence[Token]) -> bool:
    return (len(subject) == 1 and expanded(subject[0].low)[0] in {"he", "she"}) or _is_somebody(subject)


def _is_value(value: Sequence[Token]) -> bool:
    """A day, a number or a name, and nothing after it that takes it back: "to Friday but then to Monday"."""
    first, lows = value[0].text[0], [token.low for token in value]
    plain = first.isdigit() or first in "$€£" or first.isupper() or names_day(lows)
    return plain and _ON.isdisjoint(lows)


def _is_employer(words: Sequence[Token]) -> bool:
    """Whether these are those who employ the speaker, and no others: "they", "my boss", "the company"."""
    lows = [expanded(token.low)[0] for token in words]
    if len(lows) == 1:
        return lows[0] in _EMPLOYING
    return len(lows) == 2 and lows[0] in _OWN_SIDE and lows[1] in EMPLOYERS


def _is_healer(words: Sequence[Token]) -> bool:
    """ "dr diagnosed me": nobody else than the speaker's own doctor."""
    return len(words) == 1 and _is_medic(words[0])


def _is_medic(token: Token) -> bool:
    return HEALERS_NAMED.fullmatch(token.low) is not None


def _without_adverbs(words: Sequence[Token]) -> Sequence[Token]:
    while words and words[-1].low in _BETWEEN:
        words = words[:-1]
    return words


def _is_somebody(words: Sequence[Token]) -> bool:
    """Whether these words are a subject and nothing that makes doubtful what follows: no "didn't", no "almost"."""
    lows = [expanded(token.low)[0] for token in words]
    if len(lows) == 1 and (lows[0] in _EMPLOYING | _SOMEONE or _is_healer(words)):
        return True
    if not 1 <= len(lows) <= _SUBJECT_MAX or not all(low.isalpha() for low in lows):
        return False
    if any(low in _RELATIVE or low in AUXILIARIES or is_adverb(low) for low in lows):
        return False
    if lows[0] in _WHOSE:
        return len(lows) > 1
    titled = lows[0] in TITLES and len(lows) > 1
    return (titled or lows[0] not in _no_names()) and all(token.text[:1].isupper() for token in words)


@cache
def _no_names() -> frozenset[str]:
    """Words that begin a sentence with a capital and name nobody: "nobody", "everyone", "sometimes"."""
    common = f"{generic.VERBS} {generic.NOUNS} {generic.QUALITIES}".split()
    return frozenset(common) | FILLER | CALENDAR | NO_NAMES


def _agent(text: str, subject: Sequence[Token]) -> str:
    told = render(text, subject)
    return told if subject[0].low not in _WHOSE | _SOMEONE else told[:1].lower() + told[1:]


def _goes_on(rest: Sequence[Token], done: str) -> bool:
    """Whether what stands after "me" is no object of its own: "last week", "two days ago", not "a tutor"."""
    lows = [token.low for token in rest]
    return not lows or lows[0] in _GOES_ON or lows[-1] == "ago" or is_adverb(lows[0]) or done in _INTO_OFFICE


def _is_post(words: Sequence[Token]) -> bool:
    """ "head of marketing", "a partner"."""
    lows = [token.low for token in words[:_POST_WORDS]]
    lows = lows[1:] if lows[:1] in (["a"], ["an"], ["the"], ["their"]) else lows
    place = next((at for at, low in enumerate(lows) if low in _WHEN or low in {"of", "at", "for"}), len(lows))
    of_a_thing = not OF_THE_TURN.isdisjoint(token.low for token in words) or not _NO_OFFICE.isdisjoint(lows)
    return place > 0 and lows[place - 1] in PROFESSIONS | ROLES | _OFFICES and not of_a_thing


def _up_to_and(words: Sequence[Token]) -> Sequence[Token]:
    """Without what was done besides: "made me manager and gave me a raise"."""
    return words[: next((at for at, token in enumerate(words) if token.low in _ON | {","}), len(words))]


_POST_WORDS: Final = 4
_NO_OFFICE: Final = frozenset("admin maintainer owner repo repository".split())
_OFFICES: Final = frozenset("partner deputy dean vp foreman prefect coordinator associate".split())


def _may_let_go(subject: Sequence[Token], rest: Sequence[Token]) -> bool:
    """ "let go" is put out of work where those who employ say it, or a name that is no person's, and when: the police
    let somebody go, and parents let him go to Italy."""
    employed = _is_employer(subject) or (subject[0].low not in _WHOSE and fold(subject[0].text) not in GIVEN_NAMES)
    return employed and subject[0].low not in _SOMEONE and _is_time([token.low for token in rest])


def _is_time(lows: list[str]) -> bool:
    return not lows or lows[0] in _WHEN or lows[-1] == "ago"
