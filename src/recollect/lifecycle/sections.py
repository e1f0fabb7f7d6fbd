"""Under which title of a profile a memory stands, by its kind and its words. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from recollect.lifecycle.reached import BY_WORDS, is_for_good, reached
from recollect.lifecycle.titles import (
    ABOUT,
    ALSO,
    EARLIER,
    FAMILY,
    HABITS,
    HEALTH,
    HOME,
    LATELY,
    LIKES,
    PLANS,
    SKILLS,
    WISHES,
    WORK,
)
from recollect.model.record import Record
from recollect.rules.late import late
from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.kinship import KIN, PETS, TIES
from recollect.rules.lexicon.occupations import OCCUPATIONS
from recollect.rules.lexicon.slots import SLOT_WORDS
from recollect.rules.tense import clauses, happened, will_be
from recollect.rules.text import fold

NAME: Final = late(
    r"^(?:(?:full |real |first )?name is|is (?:called|named)|goes by|se llama|se chama|si chiama|s'appelle|heißt) "
    r"|^is [A-Z][^\W\d_]+$"
)

_IDENTITY: Final = late(
    r"^(?:'s)? ?(?:(?:full |real )?name is|is (?:called|named)|goes by|is \d{1,3}\b|was born|birthday|"
    r"comes from|is from|"
    r"is originally from|pronouns|identif|is (?:a )?(?:trans|gay|lesbian|bisexual|christian|muslim|jewish|"
    r"hindu|buddhist))",
    re.IGNORECASE,
)
_HEALTH: Final = late(
    r"allerg|intoleran|vegan|vegetarian|gluten|celiac|coeliac|diabet|asthma|medicat|diagnos|insulin|"
    r"pregnan|disab|surgery"
    r"|injur|blood pressure|depress|anxiety|adhd|autis|does not drink|doesn't drink|doesn't eat|does not eat|smok|过敏|"
    r"アレルギー|एलर्जी",
    re.IGNORECASE,
)
_WORK: Final = late(
    r"\b(?:works?(?<!after work)(?<!before work)(?<!home from work)(?<!back from work)"
    r"|working|job|career|company|employer|business|startup|founded|runs? (?:a|an|his|her|"
    r"their)|stud(?:y(?! groups?\b)|ies|ying)|"
    r"degree|university|college|freelanc\w*|retired|promoted|client|team lead|manages?)\b|trabaj|arbeit|"
    r"travaill|trabalh|\blavor[aoi]|\bestudia\b|\bstudiert\b|\bétudie\b|\bestuda\b|\bstudia\b|"
    r"工作|上班|仕事|勤め|काम",
    re.IGNORECASE,
)
_POST: Final = late(
    r"^(?:(?:now|still|currently|also) )*(?:works (?:as|at|for|in|with) "
    r"|(?:is|has been) (?:(?:now|still|currently|also) )*an? "
    r"(?P<post>(?:(?!(?:of|for|to|at|in|with|and|or|on|from|who|whose|by)\b)[\w-]+ ){0,3}?[\w-]+)"
    r"(?= (?:of|for|to|at|in|with|and|or|on|from|who|by|now|here|again)\b|[,;:.(]|\W*$))",
    re.IGNORECASE,
)
"""What somebody does for a living, told of him before anything else: "is a family doctor", "works with children"."""
_HOME: Final = late(
    r"\b(?:lives? (?:in|at|with|near|on|alone|by)|living in|resides?|based in|hometown|apartment|"
    r"flat|rents?|owns a house|bought a house)\b|vive|wohnt|"
    r"\blebt (?:in|seit|mit|allein)\b|habite|\bvit (?:à|en|au|avec|seul)|\bmora\b|\babita\b"
    r"|\b(?:mudó|mudado|mudou|mudou-se) (?:a|al|en|para)\b"
    r"|gezogen\b|déménagé|\btrasferit[oa] (?:a|in)\b|住|रहत",
    re.IGNORECASE,
)
_SKILL: Final = late(
    r"\b(?:speaks?|fluent|plays? (?:the )?\w+|experienced|certified|knows how|can code|programs? in)\b", re.I
)
_HABIT: Final = late(
    r"\b(?:usually|every (?:day|morning|evening|night|week|weekend|month|year|\w+day)|daily|weekly|always|"
    r"regularly|often|"
    r"each (?:day|week|morning))\b",
    re.IGNORECASE,
)
_PLAN: Final = late(
    r"\b(?:wants? to|plans?|planning|hopes? to|goal|dream|dreams? of|going to|looking (?:for|into)|saving|"
    r"considering|intends?|"
    r"aims? to|applying|preparing)\b",
    re.IGNORECASE,
)
AGE: Final = late(
    r"\b(?:is|turned) (?:(?:now|just|already) )?\d{1,3}"
    r"(?= (?:now|already|today|yesterday|last|this|in|on|by)\b|\W*$)"
    r"|\b\d{1,3} years? old\b|\baños\b|Jahre alt",
    re.IGNORECASE,
)
"""How old somebody is, or the birthday that says it."""
_TURNED: Final = late(r"^(?:(?:just|recently) )?turned \d{1,3}\b", re.IGNORECASE)
_LIKING: Final = late(
    r"^(?:[A-Z][^\W\d_]* )?(?:(?:really|also|still|only) )?"
    r"(?:likes?|loves?|enjoys?|adores?|hates?|dislikes?|detests?|prefers?|is (?:fond of|into|a fan of)|mag|liebt|hasst|"
    r"aime|adore|déteste|ama|odia|gosta de|adora|detesta|(?:(?:le|les|me) )?(?:gusta|gustan|encanta|encantan))\b"
    r"|\bfavou?rite\b",
)
"""Told of somebody in so many words, whatever its kind."""
_POSSIBLE: Final = late(
    r"\b(?:might|may(?= [a-z])|maybe|perhaps|possibly|probably|vielleicht|tal vez|quizás?|peut-être|talvez|forse)\b"
    r"|\bMaybe\b|\bPerhaps\b"
)
_MOVED: Final = late(
    r"(?P<before>(?:^|(?<![^\W\d_])[^\W\d_]+ |[:;,.] ))"
    r"(?:(?:has|have|had|just|recently|finally|also|then|already|now) )*"
    r"(?:moved|relocated) (?:back )?(?:(?:in|out)\b(?! of (?!the |his |her |their ))|to (?P<town>[A-Z][^\W\d_]+)"
    r"|abroad\b|from [A-Z]|(?:in)?to (?:[a-z-]+ ){0,3}?(?:apartment|house|home|room|studio|place|city|town|village"
    r"|country|countryside|suburbs?|coast|farm|dorm|cent(?:re|er)|neighbou?rhood|street|area)\b)"
)
"""To another home, where whoever moved is a person: an exam is moved too, and not to a town. Where it is one, that is
told as past and so ever since."""
_MOVERS: Final = frozenset("i we he she they user and who".split())
_ACTING: Final = late(
    r"^(?:[A-Z][^\W_]*: )?(?:(?:the|an?|my|our|his|her|their|new|old) )*(?P<who>[^\W\d_]+)"
    r" (?!(?:at|in|of|for|and|or|with|by|from|since|on|to|bei|en|chez|em|de)\b)[a-z]",
    re.IGNORECASE,
)
"""Who does something in a line that begins with him: "Doctor stopped ramipril", and not "nurse at the clinic"."""
_MEDICS: Final = frozenset("doctor gp physician dentist physio physiotherapist therapist surgeon psychiatrist".split())
_NOT_DONE: Final = late(r"^(?:did not|didn['’]t|(?:(?:has|have|had) )?(?:never|not) (?P<verb>[a-z]+))\b", re.IGNORECASE)
_THEIRS: Final = late(r"\b[^\W\d_]+['’]s\b")
_CARRIED_OUT: Final = late(
    r"^(?:has |have )?(?:switched|moved|changed|gone|went|stopped|quit|dropped|replaced|given up|gave up|started"
    r"|migrated|left|joined|bought|sold|cancelled|canceled|ordered|signed)\b",
    re.IGNORECASE,
)
"""A decision that is no plan any more."""
_IN_BUSINESS: Final = frozenset("client clients customer customers supplier suppliers employer".split())
"""Neither family nor friends."""
_AS_A: Final = late(r"\bas an? [\w-]+(?: [\w-]+)?", re.IGNORECASE)
"""A post, and no relative: "a job as a ward sister"."""
_SEEN: Final = late(r"\b(?:to|sees?|saw|visit(?:s|ed)?) (?:(?:the|an?|his|her|their) )?[\w-]+", re.IGNORECASE)
"""Whom or what somebody goes to, and is not: "goes to physio"."""
_CLOSE: Final = frozenset(
    "friend friends bestie buddy flatmate roommate housemate neighbour neighbor boss colleague mentor teammate "
    "married engaged divorced widowed dating".split()
)


def title_of(record: Record, line: str, *, old: bool = False) -> str | None:
    """The section a memory belongs to; None: to none. `old`: of what happened, that it is no news."""
    kind, move = record.kind, _move(line)
    if "instruction" in record.tags:
        return WISHES
    if kind == "preference":
        return HEALTH if _HEALTH.search(line) else LIKES
    if kind in ("fact", "event") and move and move["town"]:
        return HOME
    if kind in ("fact", "event") and _TURNED.match(line) and AGE.search(line):
        return ABOUT
    if kind == "event" or (kind == "fact" and "past" in record.tags):
        return _of_past(record, line, old=old)
    if kind == "commitment" and _left_undone(line):
        return None
    if kind == "commitment" or (kind == "decision" and not _CARRIED_OUT.search(line)):
        return PLANS
    if kind in ("procedure", "skill"):
        return HABITS if kind == "procedure" else SKILLS
    return _by_words(record, line)


def _of_past(record: Record, line: str, *, old: bool) -> str | None:
    """Where what was or happened stands: as a state of now, if it is one that was reached and not years ago, else with
    its day."""
    dated = "date" in record.metadata
    state = reached(line) if "past" in record.tags else None
    if state is not None and not (old and dated and not is_for_good(line)):
        title = _of_tie(line) or (_by_words(record, line) if state == BY_WORDS else state)
        if state != BY_WORDS or title != ALSO:
            return title
    if record.kind == "event" or dated:
        return EARLIER if old else LATELY
    return None


def _by_words(record: Record, line: str) -> str:
    """The section of what is so, by the words that tell it."""
    kind, words, move = record.kind, _words(line), _move(line)
    if _IDENTITY.search(line) or NAME.search(line):
        return ABOUT
    acting = _ACTING.match(line)
    who = fold(acting["who"]) if acting else ""
    if _HEALTH.search(line) or who in _MEDICS:
        return FAMILY if _is_kin(line) else HEALTH
    tied = _words(_AS_A.sub(" ", line)) & _people()
    if kind == "fact" and tied and _is_posted(line):
        return WORK
    if tied or (kind == "relationship" and not _WORK.search(line)):
        return FAMILY
    if only_ahead(line):
        return PLANS
    if move or _HOME.search(line) or words & _slot("home"):
        return HOME
    posts = _words(_THEIRS.sub(" ", _SEEN.sub(" ", line))) & _trades() - {who}
    if _WORK.search(line) or posts or words & _slot("work"):
        return WORK
    if _LIKING.search(line):
        return LIKES
    if _SKILL.search(line):
        return SKILLS
    if "habit" in record.tags or _HABIT.search(line):
        return HABITS
    return PLANS if _PLAN.search(line) else ALSO


def _move(line: str) -> re.Match[str] | None:
    """Where it tells that a person moved to another home."""
    for found in _MOVED.finditer(line):
        mover = found["before"].strip()
        if mover[-1:].isalpha() and fold(mover) not in _MOVERS:
            called = [fold(word) for word in line[: found.end("before")].split()[-2:]]
            if not mover[0].isupper() or GIVEN_NAMES.isdisjoint(called):
                continue
        if not found["town"] or fold(found["town"]) not in WEEKDAYS.keys() | MONTHS.keys():
            return found
    return None


def _is_posted(line: str) -> bool:
    post = _POST.match(line)
    return post is not None and (not post["post"] or fold(post["post"]).split()[-1] in _trades())


def _left_undone(line: str) -> bool:
    """Whether it tells what was not done, which is no plan: "never signed up"."""
    found = _NOT_DONE.match(line)
    return found is not None and (not found["verb"] or happened([found["verb"]]))


def _is_kin(line: str) -> bool:
    """Whether a line begins with a relative: "son Theo is allergic to cats"."""
    return not (_people() - {"family"}).isdisjoint(fold(line).split()[:1])


def _of_tie(line: str) -> str:
    """The title of what begins with somebody that the speaker has to do with ("dentist retired"), "" else."""
    if _is_kin(line):
        return FAMILY
    return ALSO if not TIES["en"].isdisjoint(fold(line).split()[:1]) else ""


def _words(line: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", fold(line)))


def only_ahead(line: str) -> bool:
    """Whether what it tells first will or may be, and is not so yet."""
    first = clauses(line)[0]
    return will_be(first) or _POSSIBLE.search(first) is not None


@cache
def _people() -> frozenset[str]:
    others = [words for language, words in TIES.items() if language != "en"]
    return frozenset().union(*KIN.values(), *others, PETS, _CLOSE) - _trades() - _IN_BUSINESS


@cache
def _trades() -> frozenset[str]:
    """What people are for a living; who is a mother stands in that list too."""
    return OCCUPATIONS.difference(*KIN.values())


@cache
def _slot(name: str) -> frozenset[str]:
    """Words of a slot in other languages than English; those of English are read with what stands around them."""
    return frozenset(word for word in SLOT_WORDS[name].split() if not word.isascii())
