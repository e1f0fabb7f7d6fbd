"""What a first-person English clause is worth: its kind, or nothing.

Each reader looks at one construction (copula, progressive, obligation, modal, wish, plain verb) and answers with a
`Verdict` or None for "not worth keeping". Kinds follow the labels of the memory model: habits are facts, wishes about
form are preferences, dated plans are commitments, choices are decisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.attitudes import DISLIKING, FEELINGS, LIKING, PASSING
from recollect.rules.lexicon.occasions import FREQUENCY
from recollect.rules.lexicon.verbs import ABILITY, ABOUT_THE_TASK, CHAT, DECIDING, HAPPENED, LIFE, PROMISING
from recollect.write.extract.words import HAVE, form_of

if TYPE_CHECKING:
    from recollect.write.extract.grammar import Group

_THIS: Final = frozenset("it this that these those them one ones".split())
_OPEN: Final = frozenset("a an the my our your some any no this that those these its their his her".split())
_FLEETING: Final = frozenset(
    """door phone bus train middle mood hurry rush meeting car way process loop point side page same call line fence
    moment minute second seconds minutes hours hour verge edge right wrong luck trouble question questions problem issue
    error idea doubt doubts thought thoughts feeling clue choice guess suggestion suggestions concern concerns favor
    favour request code file list document table dataset look chat sense order case fact kidding joking deal time
    chance look trouble hand reason opinion point draft version paragraph sentence text bug""".split()
)
"""Nouns of the moment: "I have a question", "I'm on the phone"."""
_TASK_PROGRESSIVE: Final = frozenset(
    """wonder ask hope kid joke say talk wait get_ look have guess mean refer struggle_ see hear freak lose die cry
    sit stand write_ read_ debug fix implement deal encounter face run_ assume tell suggest follow do""".split()
)
_KNOWING: Final = frozenset("that how what if why when where who nothing it this you about the what's whether".split())
_REASONS: Final = frozenset("about with because since for from lately over by at of these after".split())
_NEVER_ME: Final = frozenset("you your you're".split())
_CANNOT: Final = frozenset(
    """eat drink have stand tolerate swim drive use work afford read speak stomach digest bear cook walk run lift hear see
    smell take wear touch sleep do handle attend travel fly ride sing dance whistle draw type write code process
    consume go live""".split()
)
_CANNOT_NOW: Final = frozenset("find figure get remember believe wait seem decide connect open install log think tell help".split())


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to keep a clause as."""

    kind: str = "fact"
    factor: float = 1.0
    tags: tuple[str, ...] = ()
    denied: bool = False
    """Disliked or refused, beyond the verb's own negation."""


def judge(group: Group, *, dated: bool, offered: bool = False, decided: bool = False) -> Verdict | None:
    """What a clause with "I" or "we" as its subject is worth. `offered`: the assistant had just put options;
    `decided`: the turn says that it is settled; `dated`: the clause names a day or a time to come."""
    rest = group.rest
    if rest[:1] and rest[0] in _NEVER_ME and group.base not in {"like", "love", "live"}:
        return None
    verdict = _judged(group, rest, dated=dated, offered=offered)
    if verdict is None:
        return None
    if decided and verdict.kind in {"fact", "commitment", "event"} and not group.past:
        return Verdict("decision", verdict.factor, verdict.tags, verdict.denied)
    if verdict.kind == "fact":
        return _with_tags(group, rest, verdict)
    return verdict


def _judged(group: Group, rest: list[str], *, dated: bool, offered: bool) -> Verdict | None:
    if group.has("'d", "would", "wouldn't", "could", "couldn't", "should", "shouldn't", "might", "may") and not (
        group.has("'d") and group.form in {"past", "part"} and group.base != "rather"
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
        return _ability(group, rest)
    if group.base == "be" and group.form != "ing":
        return _copula(group, rest, dated=dated)
    if group.progressive:
        return _progressive(group, rest, dated=dated)
    if group.base == "have" or (group.base == "get" and group.has("have", "'ve")):
        return _possession(group, rest)
    return _plain(group, rest, dated=dated)


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
    if group.has("might", "may"):
        return Verdict("fact", 0.5) if dated or (group.base in LIFE and len(rest) > 1) else None
    if group.base in {"like", "love"} and rest[:1] == ["to"] and len(rest) > 2 and rest[1] in _DREAMS:
        return Verdict("fact", 0.9, ("goal",))
    if group.has("wouldn't") and group.base in {"eat", "touch", "use", "trust", "recommend"}:
        return Verdict("preference", denied=True)
    return None


_DREAMS: Final = frozenset("become move learn visit live travel run retire open publish own start adopt climb sail study".split())


def _future(group: Group, rest: list[str], *, dated: bool, offered: bool) -> Verdict | None:
    if group.base in {"go", "stick"} and rest[:1] == ["with"]:
        return Verdict("decision")
    if offered and group.base not in {"think", "see", "let", "check", "look", "try", "consider", "pass", "be", "get"}:
        return Verdict("decision")
    if dated:
        return Verdict("commitment")
    if group.base in {"use", "take", "pick", "choose", "switch", "move", "keep", "adopt", "sell", "quit", "leave", "buy"}:
        return None if not rest or rest[0] in _THIS | {"you"} or group.base in {"keep", "take"} else Verdict("decision")
    if group.has("won't") and (group.base in LIFE or group.base in {"eat", "use", "touch", "do", "work"}) and rest:
        return Verdict("decision")
    if group.base == "be" and rest and rest[0].isdigit():
        return Verdict("fact")
    return None


def _obligation(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    if group.base in {"say", "admit", "ask", "know", "be"} and not dated:
        return None
    if dated:
        return Verdict("commitment")
    regular = any(word in FREQUENCY["en"] for word in (*rest, *group.adverbs))
    if group.base in {"avoid", "limit", "eat", "wear", "inject", "watch"} or (regular and not group.has("need to")):
        return Verdict("fact", tags=("habit",) if regular else ())
    if group.base == "take" and rest and not rest[0] in {"a", "the", "care", "into"}:
        return Verdict("fact")
    return Verdict("fact", tags=("past",)) if group.has("had to") and group.base in LIFE and rest else None


def _intention(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    if group.base in {"try", "need", "ask", "say", "use", "do", "be", "have"} and not dated:
        return Verdict("decision") if group.base == "use" and rest and rest[0] not in _THIS else None
    if group.has("plan to"):
        return Verdict("commitment" if dated else "fact")
    return Verdict("commitment" if dated and group.base not in {"sell", "switch", "quit", "stop"} else "decision")


def _wish(group: Group, wanted: str, *, dated: bool) -> Verdict | None:
    if group.denied:
        return Verdict("preference", denied=True) if wanted not in CHAT else None
    if wanted in _DREAMS or dated:
        return Verdict("fact", 0.9, ("goal",))
    return None


def _ability(group: Group, rest: list[str]) -> Verdict | None:
    if group.has("can't") or group.denied:
        if group.base in {"stand", "bear", "tolerate", "stomach"}:
            return Verdict("preference", denied=True) if rest and rest[0] not in _THIS else None
        if group.base in _CANNOT_NOW or not rest and group.base not in {"swim", "drive", "cook", "read", "sing", "dance"}:
            return None
        return Verdict("skill" if group.base in ABILITY else "fact") if group.base in _CANNOT else None
    if group.base in ABILITY and not (rest[:1] and rest[0] in _THIS | {"the", "you", "your", "that", "how", "why", "what"}):
        return Verdict("skill")
    if any(word in {"only", "just"} for word in group.adverbs) and group.base in _CANNOT:
        return Verdict("fact")
    return None


def _copula(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    words = [word for word in rest if word not in {"a", "an", "really", "very", "so", "quite", "pretty", "just", "currently", "also", "now", "still", "both", "always", "not", "all", "only", "too", "more", "bit", "little", "rather", "super", "extremely", "totally", "already", "actually", "kind", "sort", "of", "absolutely", "usually"}]
    if not words:
        return None
    head = words[0]
    if head in _NEVER_ME or head in {"like", "what", "how", "why", "if", "that", "to"}:
        return None
    if head in FEELINGS and len(words) > 2 and words[1] in _REASONS and not dated:
        return Verdict("feeling", 0.9) if not _is_of_the_turn(words[2:]) else None
    if head in {"new", "allergic", "interested", "able", "used", "married", "engaged", "keen", "good", "bad", "great", "terrible", "better", "afraid", "scared", "fluent", "proficient", "hopeless", "rubbish"} and len(words) > 2 and words[1] in {"to", "in", "at", "of", "with", "on"}:
        if _is_of_the_turn(words[2:]):
            return None
        if head in {"good", "great", "bad", "terrible", "better", "fluent", "proficient", "hopeless", "rubbish"}:
            return Verdict("skill")
        return Verdict("preference" if head in {"interested", "keen"} else "fact")
    if head in PASSING or head in FEELINGS or any(word in {"fan", "fond", "obsessed", "crazy", "into"} for word in words[:3]):
        fond = any(word in {"fan", "fond", "obsessed", "into"} for word in words[:3]) and not any(word in _THIS for word in words[1:3])
        return Verdict("preference", denied=group.denied) if fond and len(words) > 1 else None
    if head in {"in", "on", "at", "out", "with", "under", "off", "over", "up", "near", "about", "for", "by"}:
        fleeting = any(word in _FLEETING for word in words[1:4]) or len(words) < 2 or words[1] in _THIS
        return None if fleeting else Verdict("commitment" if dated and head in {"in", "at", "off"} and not group.past else "fact")
    if head in {"the", "my", "our", "one", "no"} and any(word in _FLEETING for word in words[1:3]):
        return None
    if head in {"fluent", "proficient", "certified", "bilingual", "self-taught", "qualified", "native"}:
        return Verdict("skill")
    if head in {"due", "booked", "scheduled", "flying", "getting"} and dated:
        return Verdict("commitment")
    return Verdict("fact")


def _is_of_the_turn(words: list[str]) -> bool:
    """Whether a complement speaks of the conversation: "this", "your answer", "the code"."""
    first = words[0] if words else "it"
    return first in _THIS or first in _NEVER_ME or any(word in {"help", "you", "this", "your"} for word in words[:3]) or words[-1] in _FLEETING


def _progressive(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    base = group.base
    if base in {"try", "look", "hop", "hope", "plan", "think", "aim"}:
        if rest[:1] == ["to"] and len(rest) > 1:
            wanted = rest[1]
            if base == "look" or wanted in ABOUT_THE_TASK and not (wanted == "get" and len(rest) > 2 and rest[2] not in _THIS | _OPEN):
                return Verdict("fact", tags=("goal",)) if base == "look" and wanted in LIFE and len(rest) > 2 else None
            return Verdict("commitment" if dated and base == "plan" else "fact", tags=("goal",)) if not group.past else None
        if base in {"think", "look"} and rest[:1] in (["of"], ["about"], ["at"]) and len(rest) > 2 and not _is_of_the_turn(rest[1:]):
            return Verdict("fact", 0.5 if base == "think" else 0.8, ("goal",)) if dated or rest[1] not in _OPEN or base == "look" or form_of(rest[1]) else None
        return Verdict("fact") if base == "plan" and len(rest) > 1 and rest[0] in {"a", "on", "our", "my"} else None
    if base in {"go", "stick"} and rest[:1] == ["with"]:
        return Verdict("decision", denied=group.denied)
    if base in _TASK_PROGRESSIVE or (rest[:1] and rest[0] in _THIS and not dated):
        return None
    if base in {"have", "get"} and any(word in _FLEETING or word in {"trouble", "difficulty", "confused", "tired"} for word in rest[:4]):
        return None
    if base in {"learn", "relearn", "practise", "practice"} and not group.past:
        return Verdict("skill") if rest and rest[0] not in {"about", "how", "that", "this"} else None
    if base == "feel":
        return Verdict("feeling", 0.9) if len(rest) > 1 else None
    if group.denied and base in LIFE | {"do", "use", "go", "come"} and not group.has("have", "'ve"):
        return Verdict("decision")
    if group.past:
        return None if base in CHAT | {"think", "plan"} else (Verdict("event") if dated else None)
    if dated:
        return Verdict("commitment")
    return Verdict("fact") if rest or base in {"work", "study", "train", "retire", "freelance"} else None


def _possession(group: Group, rest: list[str]) -> Verdict | None:
    words = [word for word in rest if word not in {"a", "an", "the", "some", "any", "no", "got", "only", "just", "also", "two", "few", "couple", "of", "quick", "more", "really", "one", "another", "my", "this"} and not word.isdigit()]
    if not words or words[0] in _FLEETING or words[0] in _THIS or words[0] in {"you", "been", "never"}:
        return None
    if len(words) > 1 and (words[1] in _FLEETING and words[0] not in {"hearing"}) and len(words) < 4:
        return None
    if "experience" in words or ("years" in words and "of" in rest):
        return Verdict("skill")
    return Verdict("fact")


def _plain(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    base = group.base
    object_is_here = not rest or rest[0] in _THIS or rest[0] in _NEVER_ME or (rest[0] in {"the", "how"} and len(rest) > 1 and rest[1] in _FLEETING)
    if base in LIKING["en"] or base in DISLIKING["en"]:
        if object_is_here or rest[0] in {"how", "what", "to", "when", "if"} and base != "prefer" and rest[:2] not in (["to", "cook"],) and len(rest) < 3:
            return None
        if base in {"mind", "appreciate"} or (rest[0] in {"how", "what", "the"} and any(word in _NEVER_ME for word in rest[:4])):
            return None
        return Verdict("preference", denied=base in DISLIKING["en"])
    if base in {"want", "need", "require"}:
        if base == "want" and group.denied and not object_is_here:
            return Verdict("preference", denied=True)
        return Verdict("commitment") if dated and rest[:1] == ["to"] else None
    if base in {"think", "believe", "feel", "find", "wish"} or base in CHAT or base in {"say", "tell"}:
        return _opinion(group, rest)
    if base in DECIDING or (base == "go" and rest[:1] == ["with"]):
        return None if object_is_here and base != "settle" else Verdict("decision")
    if base in PROMISING:
        return Verdict("commitment")
    if base == "know":
        known = rest and rest[0] not in _KNOWING and not group.denied
        return Verdict("skill") if known else None
    if base in {"speak", "code", "program"} and not group.past:
        return Verdict("skill")
    if object_is_here and not dated and base not in {"drink", "smoke", "drive", "cook", "vape", "fast", "commute", "freelance", "bake"} and not any(word in FREQUENCY["en"] for word in rest):
        return None
    return _told(group, rest, dated=dated)


def _opinion(group: Group, rest: list[str]) -> Verdict | None:
    if group.base == "feel" and rest and rest[0] not in {"like", "that", "free", "i", "it", "this", "the"} and len(rest) > 2:
        return Verdict("feeling", 0.9)
    if group.base == "find" and len(rest) > 1 and not group.past and rest[0] not in {"the", "that", "it", "out", "this", "myself", "a"}:
        return Verdict("preference", denied=True)
    if group.base == "miss" and rest and rest[0] not in _THIS | {"the"} and not group.past:
        return Verdict("feeling")
    return None


def _told(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    """Plain present and past: a present says how things are, a past needs a weighty verb or a date."""
    perfect = any(name in HAVE or name == "have" for name in group.auxiliaries)
    if perfect:
        never = "never" in group.adverbs
        if group.base in {"be"} or never:
            return Verdict("skill" if never and group.base in ABILITY | {"design", "build", "use"} else "fact")
        if group.form == "ing" or group.base in HAPPENED | LIFE or dated or group.base in {"use", "know", "own", "do"}:
            return Verdict("fact")
        return None
    if group.past:
        if group.base in HAPPENED or dated:
            return Verdict("event" if dated and group.base not in LIFE else "fact", tags=("past",))
        return None
    if group.base in {"come", "go"} and rest[:1] in (["across"], ["back"], ["through"], ["ahead"], ["over"]):
        return None
    if group.base in {"play", "sing", "teach"} and rest and rest[0] in {"the", "piano", "guitar", "violin", "drums", "cello", "chess"}:
        return Verdict("skill" if group.base == "play" else "fact")
    if dated and group.base in {"fly", "leave", "start", "travel", "move", "arrive", "finish", "graduate", "return", "present", "sit", "run", "land"}:
        return Verdict("commitment")
    return Verdict("fact")
