"""Words in a turn that somebody else says, without quotation marks: reported speech after a colon, a text written for
another person, a conversation copied in with the names of its speakers.

Read as the speaker's own, "My friend told me: I am pregnant" made him pregnant. Whatever he says himself stays his: "as
I told you: I'm allergic", the lines of a conversation that carry his own name or "Me".
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.given_names import ALSO_WORDS, GIVEN_NAMES
from recollect.rules.lexicon.holders import MINE, THEIRS, WITH_NOUNS
from recollect.rules.lexicon.kinship import KIN
from recollect.rules.lexicon.naming import CALENDAR, NO_NAMES, PLACES, TOOLS
from recollect.rules.lexicon.speech import (
    ANOTHER_S,
    AS_SAID,
    HAD,
    HEALERS,
    HEALERS_END,
    IN_THE,
    ONE_S_OWN,
    REPORTING,
    SAID,
    SAYS_OR_SAID,
    STANDS,
    THAT,
)
from recollect.rules.text import fold
from recollect.write.extract import labelled
from recollect.write.extract.conjugation import third
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import line_end, paragraph_end, sentence_end

if TYPE_CHECKING:
    from collections.abc import Iterator

_FIRST: Final = r"(?:i|i'm|i've|i'd|i'll|im|my|we|we're|we've|our)\b"
_SPEAKING: Final = (
    r"(?:told|tells|asked|asks|shouted|yelled|whispered|announced|announces|answered|answers|added|explained|explains"
    r"|messaged|messages|dm'd|confessed|admitted|admits|claimed|claims|responded|responds|commented|comments|declared"
    r"|stated|exclaimed|cried|joked|bragged|insisted|sang|sings|wrote|texted|emailed|posted|replied|said|says)"
)
_TO_WHOM: Final = (
    r"(?:\s(?:to\s)?(?:me|us|him|her|them|you|every(?:one|body)|people|(?:the|my|our|his|her)\s\w+|[A-Z]\w+))?"
)
_WHEN: Final = (
    r"(?:\s(?:today|yesterday|once|again|this|that|just now|like this|last \w+|this (?:morning|afternoon|evening|week)"
    r"|the other day|on \w+|in (?:an?|the|her|his|their) \w+))?"
)
_REPORTED: Final = Lazy(
    rf"(?<![\w'])(?P<verb>{_SPEAKING}){_TO_WHOM}{_WHEN}"
    rf"(?P<mark>\s?[:：]|\s[-–—](?=\s{_FIRST})|,(?=\s{_FIRST}))",
    re.IGNORECASE,
    hints=": ： , - – —",
)
_COLON: Final = Lazy(r"\s?[:：]", hints=": ：")
_WORDS: Final = Lazy(r"[^\W\d_]+")
_FIRST_WORDS: Final = 4
"""Of a line: within these somebody says that he speaks of himself."""
_ANNOUNCED_MAX: Final = 4
"""Words between a verb of saying and its colon: to whom, and when."""
_EASTERN: Final = Lazy(
    r"(?:说|告诉|写|回答|回复|表示|宣布|喊|问)(?:道|了|过|着|我|他|她|你|们|大家|说)*\s?[:：]"
    r"|(?:言った|言いました|言って(?:い)?(?:た|ました)|書いた|書きました|話した|話しました)\s?[:：]"
    r"|(?:कहा|बोला|बोली|बोले|बताया|लिखा|पूछा|कहता|कहती|कहते)(?:\s(?:है|हैं|था|थी))?\s?(?:[:：]|(?:,|\sकि),?(?=\s(?:मैं|मेर|मुझ|हम)))"
    r"|\b(?:kaha|bola|boli|bataya|likha)(?:\s(?:hai|tha|thi))?\s?(?:[:：]|(?:,|\ski),?(?=\s(?:main|mer|mujh)))",
    re.IGNORECASE,
    hints=": ： , कि ki_",
)
_EASTERN_OWN: Final = Lazy(
    r"^\W*(?:我们?|俺|本人)(?:[跟对和向给][^我]{1,6}|已经|刚才?|昨天|今天|之前|也|都|就|曾|再|早就?)*$"
    r"|^\W*(?:私|僕|俺)(?:は|が)|(?:^|\s)(?:मैंने|हमने|maine|humne)\s|^\W*(?:就像|正如|如|像)",
    re.IGNORECASE,
)
_CLAUSE_ENDS: Final = ".!?:;\n"
_PART_ENDS: Final = ".!?:;,\n"
_EASTERN_ENDS: Final = ".!?:;,\n。！？：；，、।"
_CLAUSE_CHARS: Final = 200
_OWN: Final = re.compile(r"(?:^|[\s,])(?:i|we|i've|we've|i'd|i'll|you|you've)\s(?:[\w']+\s){0,2}$", re.IGNORECASE)
_AS: Final = re.compile(r"^\W*(?:(?:and|but|so|well|oh)\W+)?(?:as|like)\b", re.IGNORECASE)
_SOMEBODY: Final = re.compile(
    r"(?<!\w)(?:(?i:he|she|they|who|someone|somebody|everyone|my|our|his|her|their|the|an?|one|this|that)(?!\w)|[A-Z]\w)"
)
_TELLER: Final = re.compile(
    r"^\W*(?:(?:and|but|so|then|yesterday|today)\W+)?(?:he|she|they|(?:my|our|his|her|their|the)(?:\s\w+){1,2}"
    r"|(?-i:[A-Z])\w+)\s(?:(?:just|also|once|always|then|even|has|had)\s)?$",
    re.IGNORECASE,
)
"""A person and nothing else before the verb; without a colon less may be read as speech: "that being said, I …"."""
HEALERS_NAMED: Final = re.compile(
    r"\b(?:doctor|dr|gp|physician|dentist|nurse|therapist|psychiatrist|psychologist|surgeon|midwife|dermatologist"
    r"|cardiologist|allergist|optician|optometrist|specialist|consultant)\b",
    re.IGNORECASE,
)
"""What a doctor tells somebody is about him, even after a colon."""
_TEXTS: Final = (
    r"(?:bio|biography|about page|profile|letter|cover letter|speech|toast|eulogy|post|blog post|e-?mail|message|text"
    r"|essay|statement|application|cv|résumé|resume|review|testimonial|tweet|caption|ad|listing|reply|response|answer"
    r"|comment|note|memo|script|monologue|voicemail|whatsapp|dm|words|quote|story|status|diary|vows|intro|introduction)"
)
_WRITTEN: Final = (
    r"(?:bio|biography|about page|profile|letter|speech|toast|eulogy|post|e-?mail|essay|statement|application|cv|résumé"
    r"|resume|review|testimonial|tweet|caption|ad|listing|script|monologue|story|diary|vows|intro|introduction)"
)
"""What is written in another's name; a note or a message for somebody is to him, and of the one who writes it."""
_PEOPLE: Final = "|".join(
    sorted(
        {re.escape(word) for word in KIN["en"]}
        | set(
            "client customer friend colleague coworker co-worker mate buddy neighbour neighbor boss manager ceo student"
            " pupil patient teacher roommate flatmate housemate teammate intern employee candidate guest actor".split()
        )
    )
)
_PERSON: Final = (
    rf"(?:(?:an?|the|my|our|another|one of (?:my|our)|some|his|her|their)\s(?:[\w-]+\s)??(?:{_PEOPLE})s?"
    r"|some(?:one|body)(?:\selse)?|(?-i:(?P<name>[A-Z]\w+)))"
)
_OCCASION: Final = r"(?!'?s?'?\s(?:wedding|birthday|party|funeral|retirement|leaving|graduation|anniversary|baby))"
_ACCORDING: Final = Lazy(
    r"(?<![^\W_])(?:según|segun|selon|d'après|secondo|segundo|de acordo com|laut)\s"
    r"(?:mi|mis|mon|ma|mes|il|la|mio|mia|meu|minha|o|a|el|le|meine[mrn]?|de[rmn]|unsere[mr]?)\s"
    r"[\w-]+(?:\s[A-Z]\w+)?,?\s",
    re.IGNORECASE,
    hints="según segun selon après secondo segundo acordo laut",
)
"""What somebody else holds to be so: "según mi ex, soy adicta al trabajo"."""
_FOR_ANOTHER: Final = Lazy(
    rf"\b(?:{_WRITTEN}s?(?:\s(?:[\w-]+\s){{0,2}}?|\s)(?:for|on behalf of)"
    rf"|(?:^|(?<=[.!?\n]\s))for(?=\s\w+\s(?:client|customer))"
    rf"|on behalf of|quoting|according to)\s{_PERSON}(?![\w-]){_OCCASION}[^:.!?\n]{{0,40}}[:：]",
    re.IGNORECASE | re.MULTILINE,
    hints="for_ behalf quoting according",
)
_OF_ANOTHER: Final = Lazy(
    rf"(?<!\w)(?:{_PERSON}'s?|her|his|their)\s(?:own\s|latest\s|last\s|new\s|whole\s)?{_TEXTS}s?"
    rf"(?:\s(?:to\s\w+|today|yesterday|this morning|last night|was|is|starts?|began))?\s?[:：]",
    re.IGNORECASE,
    hints="' her_ his_ their_",
)
_LABEL: Final = Lazy(
    r"(?:^|(?<=[.!?]\s))[ ]{0,8}(?:\[?\d[\d/.,:\s-]{2,20}(?:[AaPp]\.?[Mm]\.?)?\]?\s?(?:[-–]\s)?)?"
    r"(?P<who>[^\W\d_][\w'-]{0,20}(?: [A-Z][\w'.-]{0,20})?)(?:,?\s?[\[(]?\d{1,2}:\d\d(?::\d\d)?[\])]?)?\s?:\s",
    re.MULTILINE,
    hints=":",
)
_STAMP: Final = r"(?:\d[\d/.-]{3,10},?[ ])?\d{1,2}:\d\d(?::\d\d)?(?:[ ]?[AaPp]\.?[Mm]\.?)?"
_NICKNAME: Final = r"@?[^\W\d_][\w.'-]{0,24}(?:[ ][^\W\d_][\w.'-]{0,24})?"
_STAMPED: Final = Lazy(
    rf"^[ ]{{0,8}}(?:(?:\[{_STAMP}\]|\({_STAMP}\)|\d[\d/.-]{{3,10}},?[ ]\d{{1,2}}:\d\d[^\n:]{{0,6}}[ ]-)[ ]?"
    rf"(?P<after>{_NICKNAME})"
    rf"|(?P<before>{_NICKNAME})[ ][\[(]{_STAMP}[\])])[ ]?:[ ]"
    rf"|^[ ]{{0,8}}(?:\[?{_STAMP}\]?[ ])<[ @+]?(?P<within>[\w.'-]{{1,24}})>[ ]"
    rf"|^[ ]{{0,8}}(?P<above>{_NICKNAME})[ ]{{1,4}}(?:\[{_STAMP}\]|\d{{1,2}}:\d\d[ ]?[AaPp][Mm])[ ]*\n(?=\S)",
    re.MULTILINE,
    hints=":",
)
"""A line of a chat as programs save it, with the time and who writes, whatever he calls himself."""
_ROLES: Final = frozenset(
    """
    therapist patient customer agent interviewer interviewee candidate host guest speaker doctor client teacher student
    buyer seller caller support manager narrator nurse counsellor counselor recruiter landlord tenant reporter moderator
    him her mum mom dad mother father wife husband brother sister friend boss a b
    """.split()
)
_ME: Final = frozenset("me i myself".split())
_OF_HIM: Final = Lazy(r"(?<![\w'])(?:he|him|his|she|her|hers|they|them)(?![\w])", re.IGNORECASE)
_SPEAKS: Final = re.compile(rf"(?:^|[.!?,]\s)\W*(?:(?:yes|no|yeah|well|oh|hi|hey|hello)\W+)*{_FIRST}", re.IGNORECASE)


def others(text: str, speaker: str = "") -> Iterator[tuple[int, int]]:
    """Where somebody else's words stand in a text, in no order. `speaker`: whose text it is, where that is known."""
    yield from _reported(text)
    yield from _announced(text)
    for pattern in (_FOR_ANOTHER, _OF_ANOTHER):
        for found in pattern.finditer(text) if pattern.may(text) else ():
            name = found["name"]
            if name is None or fold(name) in GIVEN_NAMES:
                yield found.end(), paragraph_end(text, found.end())
    for found in _ACCORDING.finditer(text) if _ACCORDING.may(text) else ():
        if not any(is_healer(low) for low in _WORDS.findall(found.group().lower())):
            yield found.start(), sentence_end(text, found.end())
    yield from labelled.others(text)
    yield from _chat(text, speaker)
    yield from _conversation(text, speaker)


def _reported(text: str) -> Iterator[tuple[int, int]]:
    done = 0
    for found in _REPORTED.finditer(text) if _REPORTED.may(text) else ():
        if found.start() < done:
            continue
        before = text[_clause_start(text, found.start(), _CLAUSE_ENDS) : found.start()]
        mark = found["mark"].strip()
        if _OWN.search(before) or _SOMEBODY.search(before) is None or _AS.match(before):
            continue
        if HEALERS_NAMED.search(before):
            continue
        if mark in ":：":
            if _is_quoted(text, found.end()):
                continue
            done = paragraph_end(text, found.end())
            yield found.end(), done
        elif _TELLER.match(before):  # "My friend said, I am pregnant": to the end of the sentence
            yield found.end(), sentence_end(text, found.end())


def _announced(text: str) -> Iterator[tuple[int, int]]:
    """Reported speech after a colon in the other languages, with the words that announce it: "mein Vater hat gesagt:
    ich bin Arzt". Told in the third person it would be his, but who "I" is then cannot be told for sure."""
    done = 0
    spoken = _COLON.may(text) and not _SAYING.isdisjoint(_WORDS.compiled.findall(text.lower()))
    for found in _COLON.finditer(text) if spoken else ():
        if found.start() < done:
            continue
        start = max(done, _clause_start(text, found.start(), _PART_ENDS))
        if _announces([word.lower() for word in _WORDS.findall(text[start : found.start()])]):
            done = found.end() if _is_quoted(text, found.end()) else paragraph_end(text, found.end())
            yield start, done
    for found in _EASTERN.finditer(text) if _EASTERN.may(text) else ():
        start = _clause_start(text, found.start(), _EASTERN_ENDS)
        clause = text[start : found.start()]
        if clause.strip() and not _EASTERN_OWN.search(clause):
            quoted = _is_quoted(text, found.end())
            yield start, found.end() if quoted else paragraph_end(text, found.end())


def _clause_start(text: str, end: int, signs: str) -> int:
    """Where the clause begins that ends at `end`, without the space before it: that belongs to the mark it stands
    after, by which the sentence before is told to be over."""
    lowest = max(0, end - _CLAUSE_CHARS)
    start = max(lowest, *(text.rfind(sign, lowest, end) + 1 for sign in signs))
    return end - len(text[start:end].lstrip())


def _announces(lows: list[str]) -> bool:
    """Whether the words before a colon say that another speaks. Worked: "ich habe ihm gesagt" does not, "ich war bei
    ihm und er sagte" does, "kurz gesagt" does not."""
    near = range(max(0, len(lows) - 1 - _ANNOUNCED_MAX), len(lows))
    at = next((place for place in reversed(near) if lows[place] in _SAYING), -1)
    if at < 0 or AS_SAID & set(lows[:2]) or THAT & set(lows[at:]) or any(is_healer(low) for low in lows):
        return False
    verb, before = lows[at], lows[:at]
    if verb in STANDS:
        return MINE.isdisjoint(before) and any(low in IN_THE or low in WITH_NOUNS or low in THEIRS for low in before)
    told = [*before, *lows[at + 1 : at + 2]] if lows[at + 1 : at + 2] == ["hat"] else before
    nearest = next((low for low in reversed(told) if low in ONE_S_OWN or low in ANOTHER_S), "")
    if nearest or verb in REPORTING:
        return nearest not in ONE_S_OWN
    return (verb in SAYS_OR_SAID or not HAD.isdisjoint(lows)) and any(_begins_somebody(low) for low in before)


_SAYING: Final = REPORTING | SAID | SAYS_OR_SAID | STANDS
_RELATIVES: Final = frozenset().union(*KIN.values())


def _begins_somebody(low: str) -> bool:
    """Whether a word names a person, or stands before one: "mon", "le", "papa", "Anna"."""
    return low in MINE or low in THEIRS or low in WITH_NOUNS or low in _RELATIVES or fold(low) in GIVEN_NAMES


def is_healer(low: str) -> bool:
    return low in HEALERS or low.endswith(HEALERS_END)


def _is_quoted(text: str, start: int) -> bool:
    """Whether a quotation follows: it is hidden already, and what comes after it is the speaker's own again."""
    return text[start : start + 3].lstrip()[:1] == "\ufffc"


def _conversation(text: str, speaker: str) -> Iterator[tuple[int, int]]:
    """The lines of a conversation between people of whom one at least speaks of himself; "Tom: allergic to nuts" in a
    list of people is told about them."""
    own = _ME | {fold(word) for word in speaker.split()[:1]}
    found = [label for label in _LABEL.finditer(text) if _is_speaker(label["who"], own)] if _LABEL.may(text) else []
    if len({fold(label["who"]) for label in found}) < 2:
        yield from _alone(text, [label for label in found if label["who"][0].isupper()], own)
        return
    ends = [label.start() for label in found[1:]] + [len(text)]
    lines = [(label, min(end, line_end(text, label.end()))) for label, end in zip(found, ends, strict=True)]
    theirs = [(label, end) for label, end in lines if fold(label["who"].split(maxsplit=1)[0]) not in own]
    small = [text[label.end() : end] for label, end in theirs if label["who"][0].islower()]
    if any(_OF_HIM.search(line) for line in small):  # "lisa: i met her in oslo" is told of her
        return
    if any(_SPEAKS.search(text[label.end() : end]) for label, end in theirs):
        yield from ((label.end(), end) for label, end in theirs)


def _chat(text: str, speaker: str) -> Iterator[tuple[int, int]]:
    """The lines of others in a chat that was saved with its times. The hours of one's own day look alike ("[10:00]
    dentist: I need my card"): somebody must be known for a person, by his name or because he writes again."""
    own = _ME | {fold(word) for word in speaker.split()[:1]}
    found = list(_STAMPED.finditer(text)) if _STAMPED.may(text) else []
    who = [fold(line[line.lastgroup or 0]) for line in found]
    known = any(_is_nickname(one) or one in own for one in who) or len(set(who)) < len(who)
    if not known or [line.lastgroup for line in found] == ["above"]:
        return
    ends = [line.start() for line in found[1:]] + [paragraph_end(text, found[-1].end())]
    for line, one, end in zip(found, who, ends, strict=True):
        if one.split(maxsplit=1)[0] not in own:
            yield line.end(), end


def _is_nickname(who: str) -> bool:
    return who.startswith("@") or who.split(maxsplit=1)[0] in GIVEN_NAMES or any(not sign.isalpha() for sign in who)


def _alone(text: str, found: list[re.Match[str]], own: frozenset[str]) -> Iterator[tuple[int, int]]:
    """One line, or several, of somebody called by his given name who speaks of himself: "Tom: I live in Rome". A name
    that is a word or a town as well may be a heading, and then it is the speaker's own line."""
    lines = [(label.end(), line_end(text, label.end())) for label in found]
    first = fold(found[0]["who"].split(maxsplit=1)[0]) if found else ""
    if first in _only_names() - own and any(_of_himself(text[at:end]) for at, end in lines):
        yield from lines


@cache
def _only_names() -> frozenset[str]:
    return GIVEN_NAMES - ALSO_WORDS - CALENDAR - NO_NAMES - PLACES - TOOLS


def _of_himself(line: str) -> bool:
    words = {word.lower() for word in _WORDS.findall(line)[:_FIRST_WORDS]}
    return _SPEAKS.search(line) is not None or not words.isdisjoint(_elsewhere())


@cache
def _elsewhere() -> frozenset[str]:
    """Words of other languages than English by which somebody speaks of himself."""
    verbs = (word for code in ("es", "pt", "it") for word in third(code))
    return frozenset().union(*persons.SUBJECTS.values(), verbs) - persons.MARKS["en"] - persons.ENGLISH_TOO


def _is_speaker(who: str, own: frozenset[str] | set[str]) -> bool:
    first = fold(who.split(maxsplit=1)[0])
    if who[0].islower():
        return first in own or first in _only_names()
    return first in GIVEN_NAMES or first in own or fold(who) in _ROLES
