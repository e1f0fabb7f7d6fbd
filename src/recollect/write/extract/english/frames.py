"""What a first-person English clause is worth: its kind, or nothing.

Each reader looks at one construction (obligation, modal, wish, future) and answers with a `Verdict` or None for "not
worth keeping"; states and doings have files of their own. Kinds follow the labels of the memory model: habits are
facts, wishes about form are preferences, dated plans are commitments, choices are decisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.occasions import FREQUENCY
from recollect.rules.lexicon.verbs import ABILITY, CHAT, LIFE
from recollect.write.extract.english.doings import plain, progressive
from recollect.write.extract.english.states import copula, possession
from recollect.write.extract.english.verdicts import ASSISTANT, DREAMS, THIS, Verdict

if TYPE_CHECKING:
    from recollect.write.extract.english.grammar import Group

_CANNOT: Final = frozenset(
    """
    eat drink have stand tolerate swim drive use work afford read speak stomach digest bear cook walk run lift hear
    see smell take wear touch sleep do handle attend travel fly ride sing dance whistle draw type write code process
    consume go live sit lie kneel bend climb jump squat concentrate focus
    """.split()
)
_CANNOT_NOW: Final = frozenset(
    "find figure get remember believe wait seem decide connect open install log think tell help".split()
)
_CHOSEN: Final = frozenset("use take pick choose switch move keep adopt sell quit leave buy".split())
_CAN_AGAIN: Final = frozenset(
    "eat drink tolerate digest stomach drive swim walk run travel fly work sleep lift hear smell taste ride".split()
)
_PUT_OFF: Final = frozenset("think see let check look try consider pass be get need make".split())
_NEXT_STEP: Final = frozenset("try need ask say use do be have".split())
_TASKS: Final = frozenset("follow tell manage handle hold count understand fix build run edit operate teach".split())
"""Not being able to do these is mostly the trouble of the moment."""
_NOT_A_SKILL: Final = frozenset("the you your that how why what".split())


def judge(group: Group, *, dated: bool, offered: bool = False, decided: bool = False) -> Verdict | None:
    """What a clause with "I" or "we" as its subject is worth. `offered`: the assistant had just put options;
    `decided`: the turn says that it is settled; `dated`: the clause names a day or a time to come."""
    rest = group.rest
    if rest[:1] and rest[0] in ASSISTANT and group.base not in {"like", "love", "live"}:
        return None
    verdict = _judged(group, rest, dated=dated, offered=offered)
    if verdict is None:
        return None
    if (
        decided
        and (group.base != "be" or group.denied)
        and verdict.kind in {"fact", "commitment", "event"}
        and not group.past
    ):
        return Verdict("decision", verdict.factor, verdict.tags, verdict.denied)
    if verdict.kind == "fact":
        return _with_tags(group, rest, verdict)
    return verdict


def _judged(group: Group, rest: list[str], *, dated: bool, offered: bool) -> Verdict | None:
    if group.has("'d", "would", "wouldn't", "could", "couldn't", "should", "shouldn't", "might", "may") and not (
        group.has("'d") and not group.has("have") and group.form in {"past", "part"} and group.base != "rather"
    ):
        return _conditional(group, rest, dated=dated)
    if group.has("used to"):
        return Verdict("fact", tags=("past",))
    if group.has("will", "won't", "'ll", "shall"):
        return _future(group, rest, dated=dated, offered=offered)
    if group.has("have to", "has to", "had to", "got to", "need to", "needed to", "must", "supposed to", "ought to"):
        return _obligation(group, rest, dated=dated)
    if group.has("going to", "about to", "plan to"):
        return _intention(group, rest, dated=dated)
    if group.has("want to"):
        return _wish(group, group.base, dated=dated)
    if group.has("can", "can't", "able to"):
        return _ability(group, rest, dated=dated)
    if group.base == "be" and group.form != "ing":
        return copula(group, rest, dated=dated)
    if group.progressive:
        return progressive(group, rest, dated=dated)
    if group.base == "have" or (group.base == "get" and group.has("have", "'ve")):
        return possession(group, rest, dated=dated)
    return plain(group, rest, dated=dated)


def _with_tags(group: Group, rest: list[str], verdict: Verdict) -> Verdict:
    tags = verdict.tags
    if "past" not in tags and group.past:
        tags = (*tags, "past")
    habitual = FREQUENCY["en"]
    if not group.past and (any(word in habitual for word in rest) or any(word in habitual for word in group.adverbs)):
        tags = (*tags, "habit")
    return Verdict("fact", verdict.factor, tags, verdict.denied)


def _conditional(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    if group.base in {"rather", "prefer", "sooner"} or "rather" in group.adverbs or "sooner" in group.adverbs:
        return Verdict("preference")
    if rest[-2:] == ["any", "day"] or ("any", "day", "of") in zip(rest, rest[1:], rest[2:], strict=False):
        return Verdict("preference")  # "I'd cross Europe by train any day"
    if (
        "never" in group.adverbs
        and group.has("'d", "would")
        and rest
        and group.base not in CHAT | {"think", "know", "do"}
    ):
        return Verdict("preference", denied=True) if rest[0] not in THIS | {"have"} else None
    if group.has("might", "may") and group.base == "be" and not dated:
        state = copula(group, rest, dated=dated)
        return Verdict("fact", 0.5) if state is not None and state.kind == "fact" else None
    if group.has("might", "may"):
        return Verdict("fact", 0.5) if dated or (group.base in DREAMS and len(rest) > 1) else None
    if group.base in {"like", "love"} and rest[:1] == ["to"] and len(rest) > 2 and _dreams(rest[1:]):
        return Verdict("fact", 0.9, ("goal",))
    if group.has("wouldn't") and group.base in {"eat", "touch", "use", "trust", "recommend"}:
        return Verdict("preference", denied=True)
    return None


def _future(group: Group, rest: list[str], *, dated: bool, offered: bool) -> Verdict | None:
    if group.base in {"go", "stick"} and rest[:1] == ["with"]:
        return Verdict("decision")
    if offered and group.base not in _PUT_OFF:
        return Verdict("decision")
    if dated and group.base not in {"need", "try", "see"}:
        return Verdict("commitment")
    if group.base in _CHOSEN:
        return None if not rest or rest[0] in THIS | {"you"} or group.base in {"keep", "take"} else Verdict("decision")
    if group.has("won't") and (group.base in LIFE or group.base in {"eat", "use", "touch", "do", "work"}) and rest:
        return Verdict("decision")
    if group.base == "be" and rest and rest[0].isdigit():
        return Verdict("fact")
    if group.base == "earn" and any(word.lstrip("$£€")[:1].isdigit() for word in rest[:2]):
        return Verdict("fact")
    return None


def _obligation(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    every = any(word in {"every", "each", "daily"} for word in rest)
    if group.base in {"say", "admit", "ask", "know", "be"} and not dated and not every:
        return None
    told = any(token.low in {"last", "yesterday", "ago"} for token in group.words)
    if dated and (told or group.has("had to", "needed to")):
        return Verdict("event", tags=("past",))
    if dated:
        return Verdict("commitment")
    regular = any(word in FREQUENCY["en"] for word in (*rest, *group.adverbs))
    if group.base in {"avoid", "limit", "eat", "wear", "inject", "watch"} or (regular and not group.has("need to")):
        return Verdict("fact", tags=("habit",) if regular else ())
    if group.base == "take" and rest and rest[0] not in {"a", "the", "care", "into"}:
        return Verdict("fact")
    return Verdict("fact", tags=("past",)) if group.has("had to") and group.base in LIFE and rest else None


def _intention(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    if group.base == "be" and rest[:1] and rest[0].isdigit():
        return Verdict("fact")
    if group.denied and rest[-2:] == ["after", "all"]:
        return Verdict("decision")
    if group.base in _NEXT_STEP and not dated:
        return Verdict("decision") if group.base == "use" and rest and rest[0] not in THIS else None
    if group.has("plan to"):
        return Verdict("commitment" if dated else "fact")
    return Verdict("commitment" if dated and group.base not in {"sell", "switch", "quit", "stop"} else "decision")


def _wish(group: Group, wanted: str, *, dated: bool) -> Verdict | None:
    if group.denied:
        return Verdict("preference", denied=True) if wanted not in CHAT else None
    if _dreams([wanted, *group.rest]) or dated:
        return Verdict("fact", 0.9, ("goal",))
    return None


def _ability(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    if group.has("can't") or group.denied:
        if group.base in {"stand", "bear", "tolerate", "stomach"}:
            return Verdict("preference", denied=True) if rest and rest[0] not in THIS else None
        if group.base in _CANNOT_NOW or (
            not rest and group.base not in {"swim", "drive", "cook", "read", "sing", "dance"}
        ):
            return None
        if group.base in _CANNOT:
            return Verdict("skill" if group.base in ABILITY and not dated else "fact")
        return Verdict("skill") if group.base in ABILITY - _TASKS and rest[0] not in THIS | {"the"} else None
    if group.base in ABILITY and not (rest[:1] and rest[0] in THIS | _NOT_A_SKILL):
        return Verdict("skill")
    if any(word in {"only", "just"} for word in group.adverbs) and group.base in _CANNOT:
        return Verdict("fact")
    if rest[-1:] in (["again"], ["now"]) and group.base in _CAN_AGAIN and rest[0] not in THIS | _NOT_A_SKILL:
        return Verdict("fact")  # "I can eat gluten again" ends what somebody could not
    return None


def _dreams(words: list[str]) -> bool:
    """ "learn Welsh" is a goal, "learn more about this" the business of the turn."""
    return len(words) > 1 and words[0] in DREAMS and words[1] not in {"more", "about", "how"}
