"""English clauses that say what somebody does, did, likes or is busy with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.attitudes import DISLIKING, LIKING
from recollect.rules.lexicon.numbers import SMALL, TENS
from recollect.rules.lexicon.occasions import FREQUENCY
from recollect.rules.lexicon.things import WAYS_TO_WORK
from recollect.rules.lexicon.verbs import ABILITY, ABOUT_THE_TASK, CHAT, DECIDING, GIVEN_UP, HAPPENED, LIFE, PROMISING
from recollect.write.extract.english import lately
from recollect.write.extract.english.verdicts import (
    ASSISTANT,
    FLEETING,
    OF_THE_TURN,
    OPEN,
    THIS,
    TROUBLE,
    Verdict,
    is_of_the_turn,
)
from recollect.write.extract.english.words import HAVE, form_of
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from recollect.write.extract.english.grammar import Group

_TASK_PROGRESSIVE: Final = frozenset(
    """
    wonder ask hope kid joke say talk wait look guess mean refer see hear freak lose die cry sit stand debug fix
    implement deal encounter face assume tell suggest
    """.split()
)
_KNOWING: Final = frozenset(
    """
    that how what if why when where who nothing it this you about the what's whether i i'm they we he she it's that's
    there i'll i've i'd
    """.split()
)
_LASTING_PHRASES: Final = frozenset(
    (base, word)
    for base, words in (
        ("look", "after"), ("care", "for"), ("share", "a an my custody with our"), ("follow", "a an the my"),
        ("expect", "a twins our"),
        ("see", "dr mr mrs ms"),
        ("owe", "my a about"), ("answer", "to"), ("type", "in with on"), ("add", "salt"), ("check", "my"),
    )
    for word in words.split()
)  # fmt: skip
"""Verbs of the conversation that mean something lasting with these words after them."""
_AIMING: Final = frozenset("try look hop hope plan think aim".split())
_LEAVING: Final = frozenset("switch migrate ditch leave quit resign sell".split())
_HOW_ARE_YOU: Final = frozenset("well good great fine okay ok alright pretty better".split())
_BIG_DAY: Final = frozenset("start marry fly move defend graduate leave have".split())
_DATED_CHAT: Final = frozenset("add share check follow miss expect answer".split())
_ALONE: Final = frozenset(
    "drink smoke drive cook vape fast commute freelance bake homeschool meditate journal ski surf knit sew".split()
)
_PASTIMES: Final = frozenset("swim run jog hike cycle row climb dance sing paint travel garden fish camp".split())
"""Done for their own sake: with a word of habit they need nothing after them."""
_EVERY_DAY: Final = frozenset("door phone car bus train".split())
"""What is of the moment once, and of every day with a word of habit: "I always lock the door"."""
_FEEL_LIKE: Final = frozenset("like that free i it this the".split())
_FOUND: Final = frozenset("a an another our my".split())
_FOUND_OUT: Final = frozenset("the that it out this myself a".split())
_COME_BY: Final = frozenset("one two three another an some several my our".split())
"""After "have found": what was looked for, and no opinion of it."""
_PLAYED: Final = frozenset(
    """
    the piano guitar bass keyboard keys violin viola fiddle cello drums flute clarinet oboe bassoon sax saxophone
    trumpet trombone horn tuba harp ukulele banjo mandolin accordion vibraphone harmonica organ synth recorder
    percussion chess
    """.split()
)
_TIMETABLE: Final = frozenset(
    """
    fly leave start travel move arrive finish graduate return present sit run land close sign exchange complete meet
    launch submit host perform defend exhibit
    """.split()
)
_WELLBEING: Final = frozenset("pregnant fit fitter healthy healthier better back into in off out a more".split())
_NICE: Final = frozenset("good great day blast fun on out up nice lovely".split())
_STRIVING: Final = frozenset(
    """
    lose gain save quit cut eat sleep conceive become learn move sell buy stop adopt join drink spend reduce stay give
    """.split()
)


def progressive(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    base = group.base
    if _is_of_today(group, rest):
        return None
    if base == "think" and group.past and not group.has("have", "'ve"):
        return None
    if base == "try" and rest[:1] == ["to"] and not _strives(rest[1:]):
        return None
    if lately.sees_somebody(group, rest):
        return Verdict("fact")
    if base in _AIMING:
        if rest[:1] == ["to"] and len(rest) > 1:
            wanted = rest[1]
            if base == "look" or (
                wanted in ABOUT_THE_TASK and not (wanted == "get" and len(rest) > 2 and rest[2] not in THIS | OPEN)
            ):
                return Verdict("fact", tags=("goal",)) if base == "look" and wanted in LIFE and len(rest) > 2 else None
            return (
                Verdict("commitment" if dated and base == "plan" else "fact", tags=("goal",))
                if not group.past
                else None
            )
        if (
            base in {"think", "look"}
            and rest[:1] in (["of"], ["about"], ["at"])
            and len(rest) > 2
            and not is_of_the_turn(rest[1:])
        ):
            return (
                Verdict("fact", 0.5 if base == "think" else 0.8, ("goal",))
                if dated or rest[1] not in OPEN or base == "look" or form_of(rest[1])
                else None
            )
        return Verdict("fact") if base == "plan" and len(rest) > 1 and rest[0] in {"a", "on", "our", "my"} else None
    if base in {"go", "stick"} and rest[:1] == ["with"]:
        return Verdict("decision", denied=group.denied)
    if any(word.rstrip("s") in TROUBLE for word in rest[:4]) and not dated:
        return None
    if base in _TASK_PROGRESSIVE or (rest[:1] and rest[0] in THIS and not dated):
        return None
    if base in {"have", "get"} and any(
        word in FLEETING or word.rstrip("s") in FLEETING or word in {"trouble", "difficulty", "confused", "tired"}
        for word in rest[:4]
    ):
        return None
    over = rest[-1:] == ["instead"] or _AFTER_ALL.search(" ".join(rest)) is not None
    if over and not group.has("have", "'ve", "been") and "day" not in rest:
        return Verdict("decision", denied=group.denied)
    if base == "take" and rest[:1] != ["on"] and not _OFFERS.isdisjoint(rest[:5]):
        return Verdict("decision")
    if base == "move" and rest[:1] and rest[0] not in _MOVES and "to" in rest[1:4]:
        return Verdict("decision")  # "we're moving CI to another host"
    if base in _LEAVING and not dated and not group.past and not group.has("have", "'ve"):
        return Verdict("decision")
    if group.has("have", "'ve", "been") and base in ABILITY and _FOR_YEARS.search(" ".join(rest)):
        return Verdict("skill")
    if base in {"learn", "relearn", "practise", "practice"} and not group.past:
        return Verdict("skill") if rest and rest[0] not in {"about", "how", "that", "this"} else None
    if base == "feel":
        return Verdict("feeling", 0.9) if len(rest) > 1 else None
    if base in LIKING["en"] or base in DISLIKING["en"]:
        said = len(rest) > 1 and not is_of_the_turn(rest) and not (rest[0] == "the" and len(rest) < 4)
        return Verdict("preference", denied=base in DISLIKING["en"]) if said else None
    if group.denied and base in (LIFE | {"use", "come"}) - _UNDECIDED and not group.has("have", "'ve"):
        return Verdict("decision")
    if group.past:
        return None if base in CHAT | {"think", "plan"} else (Verdict("event") if dated else None)
    if dated:
        return Verdict("commitment")
    return Verdict("fact") if rest or base in {"work", "study", "train", "retire", "freelance"} else None


_AFTER_ALL: Final = Lazy(r"\bafter all\b")
_OFFERS: Final = frozenset("offer job position role".split())
_MOVES: Final = frozenset("to in out on into back from house home away towards up over".split())
_UNDECIDED: Final = frozenset("get have give change learn gain lose run".split())
"""Changes that happen to one: "not getting it" is no decision."""
_REMARKED: Final = frozenset("how what the these those".split())
_PROPOSALS: Final = frozenset(
    "idea ideas suggestion suggestions sound list variety plan option options approach".split()
)
"""What an assistant puts forward: liking these is a remark on its answer."""


def _strives(words: list[str]) -> bool:
    """ "trying to get fit" is a goal, "trying to get this to work" is the task."""
    if words[:1] == ["get"]:
        return len(words) > 1 and words[1] in _WELLBEING
    return len(words) > 1 and words[0] in _STRIVING and words[1] not in THIS


def _is_of_today(group: Group, rest: list[str]) -> bool:
    """Small talk about the day: "I'm doing well", "having a good day", "going out today"."""
    if group.base == "do" and rest[:1] and rest[0] in _HOW_ARE_YOU:
        return True
    if group.base in {"have", "push", "hang", "chill", "relax", "gear"} and any(word in _NICE for word in rest[:3]):
        return True
    now = any(word in {"today", "tonight", "rn"} for word in rest) or rest[-2:] == ["right", "now"]
    return now and group.base not in _BIG_DAY


def _is_parted_with(base: str, rest: list[str]) -> bool:
    """ "sold the car": what somebody owned, and nothing of the moment."""
    return base in {"sell", "scrap", "donate"} and rest[:2] in (["the", "car"], ["the", "phone"])


def _is_habit(group: Group) -> bool:
    """ "I always pick", "I never choose": done again and again, and no single decision."""
    return not group.past and not group.auxiliaries and not FREQUENCY["en"].isdisjoint(group.adverbs)


def _is_here(group: Group, rest: list[str]) -> bool:
    """Whether the object is nothing, "this", or a thing of the moment."""
    if not rest or rest[0] in THIS or rest[0] in ASSISTANT:
        return True
    passing = rest[0] in {"the", "how"} and len(rest) > 1 and rest[1] in FLEETING
    every_day = rest[0] == "the" and not _EVERY_DAY.isdisjoint(rest[1:2]) and _is_habit(group)
    return passing and not every_day and not _is_parted_with(group.base, rest)


def _to_somebody(rest: list[str]) -> bool:
    """ "to emails the same day", and not "to you" or "to the user"."""
    return (
        rest[:1] == ["to"] and len(rest) > 2 and rest[1] not in OPEN | THIS | ASSISTANT and OF_THE_TURN.isdisjoint(rest)
    )


def _when_somebody(rest: list[str]) -> bool:
    """ "I hate it when people are late": what others do, and nothing of the turn."""
    return rest[:2] == ["it", "when"] and len(rest) > 3 and rest[2] in _OTHERS and OF_THE_TURN.isdisjoint(rest)


_OTHERS: Final = frozenset(
    """
    people someone somebody others strangers everyone everybody men women guys drivers neighbours neighbors my kids
    friends colleagues
    """.split()
)


def plain(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    base = group.base
    if base in _READING and not group.past and rest[:1] and rest[0] in {"these", "this"} and len(rest) > 1:
        return Verdict("fact") if _ON_MY.search(" ".join(rest)) or rest[1] == "messages" else None
    if base == "end" and group.past and rest[:1] == ["up"] and len(rest) > 2:
        done, form = form_of(rest[1]) or ("", "")
        other = TROUBLE | FLEETING | OF_THE_TURN | THIS
        return Verdict("fact", tags=("past",)) if form == "ing" and done in LIFE and other.isdisjoint(rest) else None
    if base == "live" and rest[:1] == ["for"] and rest[-1] in THIS:
        return None  # "I live for this" is said of a nuisance
    found = lately.read(group, rest)
    if found is not None:
        return found
    habit = _is_habit(group)
    object_is_here = _is_here(group, rest)
    if base in LIKING["en"] or base in DISLIKING["en"]:
        if _when_somebody(rest):
            return Verdict("preference", denied=base in DISLIKING["en"])
        if object_is_here or (rest[0] in {"how", "what", "to", "when", "if"} and base != "prefer" and len(rest) < 3):
            return None
        if base in {"mind", "appreciate"} or (
            rest[0] in _REMARKED
            and (any(word in ASSISTANT for word in rest) or any(word in _PROPOSALS for word in rest[:5]))
        ):
            return None
        return Verdict("preference", denied=base in DISLIKING["en"])
    if base in {"want", "need", "require"}:
        if base == "want" and group.denied and (not object_is_here or len(rest) > 2):
            return Verdict("preference", denied=True)
        return Verdict("commitment") if dated and rest[:1] == ["to"] else None
    if base == "mean" and group.past and "not" in rest:
        return Verdict("correction")
    if base in {"tell", "say", "let"} and any(word in {"i'd", "i'll", "we'd", "we'll"} for word in rest):
        return Verdict("commitment")
    if base == "agree" and rest[:1] and rest[0] in {"to", "on"} and len(rest) > 2 and group.past:
        return Verdict("decision")
    lasting = (
        (rest[:1] and (base, rest[0]) in _LASTING_PHRASES)
        or (base == "owe" and _names_a_sum(rest))
        or (base in _RIDING and not group.past and _to_work(rest))
        or (habit and base in {"reply", "respond"} and _to_somebody(rest))
    )
    if dated and group.past and base in _DATED_CHAT:
        return Verdict("event", tags=("past",))
    if base == "find" and group.past and rest[0] in _FOUND and not any(word in FLEETING | TROUBLE for word in rest):
        return Verdict("fact", tags=("past",))
    if base == "forget" and not {"always", "often", "constantly"}.isdisjoint(group.adverbs) and len(rest) > 1:
        return Verdict("fact")
    if base == "do" and group.past and not group.denied and not _STUDIES.isdisjoint(rest[:5]):
        return Verdict("fact", tags=("past",))
    if not lasting and (
        base in {"think", "believe", "feel", "find", "wish"} or base in CHAT or base in {"say", "tell"}
    ):
        return _opinion(group, rest)
    went_for = base == "go" and rest[:1] == ["for"] and rest[-1:] == ["end"]  # "I went for Astro in the end"
    if (base in DECIDING and rest[:1] != ["up"]) or (base == "go" and rest[:1] == ["with"]) or went_for:
        return None if object_is_here and base != "settle" else Verdict("fact" if habit else "decision")
    if base in PROMISING:
        return Verdict("commitment")
    if base == "know":
        known = rest and rest[0] not in _KNOWING and not group.denied
        return Verdict("skill") if known else None
    if base in {"speak", "code", "program"} and not group.past:
        return Verdict("skill")
    often = lasting or any(word in FREQUENCY["en"] for word in rest)
    alone = base in _ALONE or (habit and not rest and base in _PASTIMES)
    if object_is_here and not dated and not alone and not often:
        return None
    return _told(group, rest, dated=dated)


def _to_work(rest: list[str]) -> bool:
    """ "the bus to work", "the train to the office"."""
    to = rest.index("to") if "to" in rest else len(rest)
    there = not _DAILY_PLACES.isdisjoint(rest[to : to + 3])
    return there and not WAYS_TO_WORK.isdisjoint(rest[:to])


_STUDIES: Final = frozenset("degree masters phd apprenticeship bootcamp diploma a-levels".split())
_READING: Final = frozenset("read dictate type listen view".split())
_ON_MY: Final = Lazy(r"\b(?:on|from|with|through) (?:my|a|an)\b")
_FOR_YEARS: Final = Lazy(r"\byears\b|\bsince (?:i was|(?:19|20)\d\d|school|childhood)\b")
_RIDING: Final = frozenset("take catch ride".split())
_DAILY_PLACES: Final = frozenset("work school office uni university college".split())


def _names_a_sum(rest: list[str]) -> bool:
    """ "owe Ben 20 euros", and not "owe you one"."""
    return not ASSISTANT.intersection(rest) and any(word.lstrip("$£€")[:1].isdigit() for word in rest)


def _opinion(group: Group, rest: list[str]) -> Verdict | None:
    if group.base == "feel" and rest and rest[0] not in _FEEL_LIKE and len(rest) > 2:
        return Verdict("feeling", 0.9)
    if group.base == "find" and group.has("have", "'ve", "has") and rest[:1] and rest[0] in _COME_BY:
        told = rest[0] in {"one", "two", "three", "another"} and len(rest) > 2  # "one in Rome, three rooms"
        return Verdict("fact") if told and not any(word in FLEETING | TROUBLE for word in rest) else None
    if group.base == "find" and len(rest) > 1 and not group.past and rest[0] not in _FOUND_OUT:
        return Verdict("preference", denied=True)
    if group.base == "miss" and rest and rest[0] not in THIS | {"the"} and not group.past:
        return Verdict("feeling")
    return None


def _tells_when(group: Group) -> bool:
    """A single day or so of the recent past: "yesterday", "two days ago", "last week"."""
    lows = [token.low for token in group.words]
    return any(
        low in {"yesterday", "ago", "recently"}
        or (low == "last" and lows[at + 1 : at + 2] and lows[at + 1] not in {"year", "time"})
        for at, low in enumerate(lows)
    )


def _gave_up(group: Group, rest: list[str]) -> bool:
    """ "pulled out of the race", "handed the club over to Ed"."""
    at = next((at for at, low in enumerate(rest[:4]) if (group.base, low) in GIVEN_UP), -1)
    return at >= 0 and (rest[at] != "out" or rest[at + 1 : at + 2] in ([], ["of"]))  # not "pulled out a chair"


_YEAR: Final = Lazy(r"(?:19|20)\d\d$")
_OF_A_BIRTHDAY: Final = frozenset("today yesterday last this on in years tomorrow next and".split())


def _of_his_own(group: Group, rest: list[str]) -> bool:
    """ "handed in my notice", "deferred our spot": something done with what is one's own, and no piece of the turn."""
    at = next((at for at, word in enumerate(rest[:3]) if word in {"my", "our"}), -1)
    if at < 0 or group.base in CHAT | ABOUT_THE_TASK | {"think", "feel", "believe"} or group.denied:
        return False
    what = rest[at + 1 : at + 4]
    return bool(what) and not any(word in FLEETING or word in OF_THE_TURN or word in _PIECES for word in what)


_PIECES: Final = frozenset("changes branch commit room homework".split())


def _told(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    """Plain present and past: a present says how things are, a past needs a weighty verb or a date."""
    if group.base == "turn" and rest and rest[0].isdigit() and (len(rest) == 1 or rest[1] in _OF_A_BIRTHDAY):
        return Verdict("fact")  # an age
    perfect = any(name in HAVE or name == "have" for name in group.auxiliaries)
    if perfect:
        never = "never" in group.adverbs
        if group.base in {"be"} or never:
            return Verdict("skill" if never and group.base in ABILITY | {"design", "build", "use"} else "fact")
        if group.denied and "since" in rest:
            return Verdict("fact")  # "haven't smoked since 2019"
        if dated and group.base in {"book", "schedule", "arrange"}:
            return Verdict("commitment")
        number = rest[:1] and (rest[0].isdigit() or rest[0] in SMALL or rest[0] in TENS)
        if group.form == "ing" or group.base in HAPPENED | LIFE or dated or group.base in {"use", "know", "own", "do"}:
            return Verdict("fact")
        if _of_his_own(group, rest):
            return Verdict("fact")
        return Verdict("fact") if number and rest[-1].rstrip("s") not in FLEETING else None
    if group.base == "get" and rest[:1] in (["my"], ["our"]) and "next" in rest and dated:
        return Verdict("commitment")  # "got my driving test next Thursday"
    if group.past:
        told = dated or _tells_when(group) or any(_YEAR.match(token.low) for token in group.words)
        if group.base not in HAPPENED and not told and not _of_his_own(group, rest) and not _gave_up(group, rest):
            return None
        return Verdict("event" if _tells_when(group) else "fact", tags=("past",))
    if group.base in {"come", "go"} and rest[:1] in (["across"], ["back"], ["through"], ["ahead"], ["over"]):
        return None
    if group.base in {"play", "sing", "teach"} and not _PLAYED.isdisjoint(rest[:4]) and rest[0] != "with":
        return Verdict("skill" if group.base == "play" else "fact")
    soon = group.base == "start" and rest[:1] in (["after"], ["next"])
    if (dated and group.base in _TIMETABLE) or soon:
        return Verdict("commitment")
    return Verdict("fact")
