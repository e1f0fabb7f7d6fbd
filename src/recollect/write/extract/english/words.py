"""English words: tokens with their places, forms of verbs, and the turn from the first to the third person.

Pure and small: there is no tagger. A form is recognised by a table of irregular verbs and by its ending; what a word is
in its clause is decided by the callers, who know where it stands.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from recollect.rules.lexicon import verbs
from recollect.rules.lexicon.calendar_names import MAY
from recollect.rules.lexicon.contractions import (
    AFTER_ING,
    AFTER_IS,
    CALLED_WHAT,
    ENDS,
    IS_SO,
    MEASURED,
    MEASURES,
    OBJECTS,
    PASSIVE,
    STATES,
    THITHER,
    WENT,
)
from recollect.rules.lexicon.kinship import KIN
from recollect.rules.peoples import is_people
from recollect.rules.text import STOP_WORDS
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

SIGN_AT_END: Final = r"(?<=\d)(?:\s?°(?:[CF]\b)?|[€£$¥](?!\w))|(?:(?<=\b[A-Z])|(?<=\b[A-Z]{2}))[-−](?![\w-])"
"""A sign that belongs to the word before it: 5€, 20°, the blood type A-."""
_TOKEN: Final = Lazy(
    r"(?:(?<![\w$£€@)])[-−](?=\d))?[$£€@]?\w+(?:['./:&+\-@]\w+|,\d{3}\b)*"
    rf"(?:\+\+|[#%+'](?!\w)|{SIGN_AT_END})?|\.\w+|[,;:()!?…—–\-]|[\ufffc\ufffd]+"
)
_HOUR: Final = Lazy(
    r"(?:(?:\d{1,2}(?:[:.]\d\d)?[-/])?(?:0?\d|1[0-2])(?:[:.]\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|eleven|twelve|fifteen|thirty|forty-five)$"
)
"""What "am" tells the half of the day of: "6 am", "5-6 am", "six am", "six thirty am"; nobody's age, "I'm 38 am"."""
_RUNNING: Final = {
    "im": "i'm", "ive": "i've", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "cant": "can't",
    "wont": "won't", "isnt": "isn't", "wasnt": "wasn't", "arent": "aren't", "werent": "weren't", "havent": "haven't",
    "hasnt": "hasn't", "hadnt": "hadn't", "couldnt": "couldn't", "wouldnt": "wouldn't", "shouldnt": "shouldn't",
    "thats": "that's", "whats": "what's", "hows": "how's", "wheres": "where's", "whos": "who's", "theyre": "they're",
    "youre": "you're", "cannot": "can't", "hes": "he's", "shes": "she's", "theres": "there's", "heres": "here's",
    "gonna": "going-to", "wanna": "want-to", "gotta": "got-to", "weve": "we've", "whens": "when's", "aint": "ain't",
    "iam": "i'm",
}  # fmt: skip
"""Written without the apostrophe, or run together."""

BE: Final = frozenset("am is are was were be been being 'm 're 's".split())
MODALS: Final = frozenset(
    """
    will would can could should must might may shall won't wouldn't can't couldn't shouldn't mustn't mightn't shan't
    'll 'd
    """.split()
)
HAVE: Final = frozenset("have has had haven't hasn't hadn't 've".split())
DO: Final = frozenset("do does did don't doesn't didn't".split())
AUXILIARIES: Final = BE | MODALS | HAVE | DO | frozenset("isn't aren't wasn't weren't ain't".split())
_NOT_ADVERBS: Final = frozenset(
    "fly apply reply rely supply bully ally comply multiply family only early daily italy july belly jelly".split()
)
_ADVERBS: Final = frozenset(
    """
    also just still now currently usually often always never sometimes only already even both then ever quite rather
    much kinda sorta not n't almost mainly mostly no longer actually probably definitely maybe perhaps pretty too so
    well once soon again all each long-term
    """.split()
)
_ME: Final = {
    "i": "they", "me": "them", "my": "their", "mine": "theirs", "myself": "themself", "we": "they", "us": "them",
    "our": "their", "ours": "theirs", "ourselves": "themselves", "i'm": "they're", "i've": "they've", "i'd": "they'd",
    "i'll": "they'll", "we're": "they're", "we've": "they've", "we'd": "they'd", "we'll": "they'll",
}  # fmt: skip
LISTENER: Final = "\ue000"
"""Stands for whoever is spoken to until it is known how content names him: `named`."""
_YOU: Final = {
    "you": LISTENER, "your": f"{LISTENER}'s", "yours": f"{LISTENER}'s", "you're": f"{LISTENER} is",
    "you've": f"{LISTENER} has", "you'll": f"{LISTENER} will", "you'd": f"{LISTENER} would",
    "yourself": f"{LISTENER}self",
}  # fmt: skip
_LETTING: Final = frozenset(
    """
    let lets letting help helps helped helping make makes made making see saw seeing hear heard watch watching have had
    having
    """.split()
)
"""After these no verb is finite: "let you know"."""
_AFTER_THEY: Final = {"am": "are", "was": "were", "wasn't": "weren't", "ain't": "aren't"}
_FINITE: Final = {
    "am": "is", "are": "is", "were": "was", "have": "has", "do": "does", "don't": "doesn't", "haven't": "hasn't",
    "aren't": "isn't", "weren't": "wasn't", "ain't": "isn't", "go": "goes",
}  # fmt: skip


class Token(NamedTuple):
    """A word or a sign, as written and as compared, with its place in the turn."""

    text: str
    low: str
    start: int
    end: int


def tokens(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The words and signs of `text[start:end]`; "I'm" is one word."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        low = match.group().lower()
        if match.group() == "US":  # the country
            low = "usa"
        if match.group() == MAY and (found or text[match.end() : match.end() + 2].strip().isdigit()):
            low = MAY  # no verb: it does not open the sentence, or a day follows
        if low == "am" and found and _HOUR.match(found[-1].low):
            low = "a.m"  # no verb either
        found.append(Token(match.group(), _RUNNING.get(low, low), match.start(), match.end()))
    return found


def unglued(words: list[Token]) -> list[Token]:
    """ "my name's Tomasz" as "my name 's Tomasz": a noun's 's that is a verb becomes a word; possessives stay."""
    if not any(token.low.endswith("'s") for token in words):
        return words
    found: list[Token] = []
    verbless = words[0].low in {"my", "our"} and not any(
        token.low in AUXILIARIES or (forms().get(token.low) or ("", ""))[1] == "s" for token in words
    )
    for place, token in enumerate(words):
        head = token.low[:-2]
        if not token.low.endswith("'s") or head in _PRONOUN_HEADS or place + 1 >= len(words):
            found.append(token)
            continue
        following = words[place + 1].low
        known = forms().get(following)
        is_verb = (
            following in AFTER_IS
            or following[:1].isdigit()
            or head == "name"
            or (verbless and place <= 3 < len(words) - place + 1 and not following.endswith("'s"))
            or ((head in MEASURED or (place == 1 and words[0].low == "the")) and following in MEASURES)
            or (head in KIN["en"] and words[place + 1].text[:1].isupper() and is_people(following))
            or (following in STATES and (place + 2 >= len(words) or words[place + 2].low in ENDS))
            or (known is not None and known[1] in {"ing", "past", "part"} and not _is_named_so(words, place + 1))
        )
        if is_verb:
            cut = token.end - 2
            found += [Token(token.text[:-2], head, token.start, cut), Token("'s", "'s", cut, token.end)]
        else:
            found.append(token)
    return found


def is_or_has(words: Sequence[Token], place: int) -> str:
    """What a 's before `place` stands for, where that is plain: "has" before "been", "got" and what somebody did to
    something or where he went, "is" before what he is; else empty: "my app's written in Rust", "my dad's left knee"."""
    low = words[place].low if place < len(words) else ""
    following = words[place + 1].low if place + 1 < len(words) else ""
    if low in {"been", "got"} or (low in WENT and following in THITHER):
        return "has"
    last = not following or following in ENDS
    named = place > 1 and words[place - 2].low == "name"
    if named or (low in STATES and last) or (low in {"married", "engaged"} and following == "to"):
        return "is"
    known = forms().get(low)
    if known is not None and known[1] in {"past", "part"} and low not in PASSIVE:
        return "has" if following in OBJECTS else ""
    if known is not None and known[1] == "ing":
        return "is" if following in OBJECTS or following in AFTER_ING else ""
    if low in PASSIVE:
        return "" if following in OBJECTS | CALLED_WHAT else "is"
    if low in {"in", "very"} or low[:1].isdigit():
        # "my mum's in tray", "my dad's very old car", "my dad's 2 brothers"
        return "is" if last or following in OBJECTS or following[:1].isdigit() else ""
    return "is" if low in IS_SO else ""


def _is_verb(words: Sequence[Token], place: int) -> bool:
    """Whether the 's at `place` is the verb of a clause: none stands before it, and none behind ("my wife's due date is
    June 3", "my son's reading glasses broke", "went to Trader Joe's the week before")."""
    if any(_is_told(words, at) for at in range(place)):
        return False
    following = words[place + 1].low if place + 1 < len(words) else ""
    if following in {"been", "got"}:
        return True
    behind = (token.low for token in words[place + 2 :])
    return not any(low in AUXILIARIES or (form_of(low) or ("", ""))[1] in {"s", "past"} for low in behind)


def _is_told(words: Sequence[Token], at: int) -> bool:
    """Whether a verb stands there; what may be a name or a noun as well ("Mark", "name") only behind a subject."""
    form = (form_of(words[at].low) or ("", ""))[1]
    subject = at > 0 and words[at - 1].low in {"i", "we", "you", "they", "to"}
    glued = words[at].low.partition("'")[0] in {"i", "we", "you", "they"} and "'" in words[at].low  # "I'll go with"
    return glued or words[at].low in AUXILIARIES or form in {"s", "past", "ing"} or (bool(form) and subject)


def _is_named_so(words: list[Token], place: int) -> bool:
    """ "Falcon's staging server is", "Tom's broken leg has": the word belongs to a noun that has a verb of its own."""
    for at in range(place + 1, min(place + 4, len(words))):
        low = words[at].low
        if at > place + 1 and low in AUXILIARIES:
            return True
        if not low.isalpha() or low in STOP_WORDS:
            return False
    return False


_PRONOUN_HEADS: Final = frozenset(
    "it that this he she there here what who where how when let why everyone someone nobody everything".split()
)


@cache
def forms() -> dict[str, tuple[str, str]]:
    """Every known form to (base, form): form is one of base, s, past, part, ing. Made once, on first use."""
    table: dict[str, tuple[str, str]] = {}
    irregular = [row.split() for row in verbs.IRREGULAR.split(";") if row.strip()]
    known = {row[0] for row in irregular}
    for base in [*known, *verbs.REGULAR.split()]:
        table.setdefault(third_person(base), (base, "s"))
        table.setdefault(_ing(base), (base, "ing"))
        if base not in known:
            table.setdefault(_ed(base), (base, "past"))
        table[base] = (base, "base")
    for base, past, part in irregular:
        if past != base:
            table[past] = (base, "past")
        if part not in (base, past):
            table[part] = (base, "part")
    table["lied"] = ("lie", "past")  # "lay" is another lie
    for base in _ALSO_REGULAR:
        table.setdefault(_ed(base), (base, "past"))
    for be in ("am", "is", "are"):
        table[be] = ("be", "s")
    table["has"], table["does"] = ("have", "s"), ("do", "s")
    return table


_ALSO_REGULAR: Final = ("burn", "dream", "kneel", "learn", "smell", "spill")
"""Verbs with two past forms: "burnt" and "burned"."""


@cache
def unchanging() -> frozenset[str]:
    """Verbs whose past is their base: cut, put, quit."""
    rows = (row.split() for row in verbs.IRREGULAR.split(";") if row.strip())
    return frozenset(base for base, past, _ in rows if base == past)


def form_of(word: str) -> tuple[str, str] | None:
    """(base, form) of a known verb form, else None."""
    return forms().get(word)


def verb_after_subject(word: str) -> tuple[str, str]:
    """(base, form) of whatever stands where a verb must be, known or not."""
    known = forms().get(word)
    if known is not None:
        return known
    if word.endswith("ing") and len(word) > 5:
        return word[:-3], "ing"
    if word.endswith("ed") and (len(word) > 4 or (len(word) == 4 and word[1] != "e")):  # "dyed", not "feed"
        return word[:-2], "past"
    return word, "base"


def third_person(base: str) -> str:
    """work -> works, watch -> watches, study -> studies."""
    if base in _FINITE:
        return _FINITE[base]
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ies"
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    return base + "s"


def _ing(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be":
        return base[:-1] + "ing"
    return base + base[-1] + "ing" if _doubles(base) else base + "ing"


def _ed(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ied"
    return base + base[-1] + "ed" if _doubles(base) else base + "ed"


def _doubles(base: str) -> bool:
    """A short word that ends consonant, vowel, consonant: stop, plan, jog."""
    vowels = "aeiou"
    if len(base) < 3 or base[-1] in "wxyaeiou" or base[-2] not in vowels or base[-3] in vowels:
        return False
    return sum(sign in vowels for sign in base) == 1 or base in {
        "prefer",
        "commit",
        "refer",
        "defer",
        "transfer",
        "admit",
        "permit",
        "submit",
        "occur",
        "forget",
        "begin",
    }


def is_adverb(word: str) -> bool:
    """A word that may stand between a subject and its verb."""
    return word in _ADVERBS or (word.endswith("ly") and len(word) > 4 and word not in _NOT_ADVERBS)


def finite(word: str, *, third: str | None = None) -> str:
    """The verb or auxiliary after "I" as it stands after a name: am -> is, don't -> doesn't, work -> works."""
    low = word.lower()
    if low in _FINITE:
        return _FINITE[low]
    if "'" in low or low in AUXILIARIES or (known := verb_after_subject(low))[1] in {"past", "part", "s", "ing"}:
        return word
    if known[0] == low and third is None:
        return third_person(word)
    return word


def expanded(word: str) -> tuple[str, str]:
    """ "i'm" -> ("i", "am"); a plain word -> (word, "")."""
    if "'" not in word:
        return word, ""
    head, _, tail = word.partition("'")
    full = {"m": "am", "re": "are", "ve": "have", "ll": "will", "d": "'d", "s": "'s"}.get(tail)
    return (head, full) if full and head else (word, "")


_LEFT_OUT: Final = Lazy(r"\w")
"""Between two words: others that were taken out."""


def render(text: str, words: Sequence[Token], replaced: dict[int, str] | None = None) -> str:
    """The words as they stand in the turn, in the third person; `replaced` gives the new text of some of them."""
    parts: list[str] = []
    last: Token | None = None
    third = False
    for place, token in enumerate(words):
        gap = text[last.end : token.start] if last is not None else ""
        if last is not None and token.start < last.start:  # words were put in another order
            gap = " "
        new = (replaced or {}).get(place)
        if new is None:
            new = _ME.get(token.low) or _YOU.get(token.low) or token.text
            if token.low in _AFTER_THEY and last is not None and last.low == "i":
                new = _AFTER_THEY[token.low]
            elif token.low == "am":  # "I like it and am good at it"
                new = "is"
            elif new == "'s" and _is_verb(words, place) and (full := is_or_has(words, place + 1)):
                new = f" {full}"
            if third and token.low not in _ME:
                known = form_of(token.low)
                if token.low in _FINITE or (known is not None and known[1] == "base"):
                    new = finite(token.low)
            third = token.low == "you" and (last is None or last.low not in _LETTING)
        else:
            third = False
        if new or not gap.isspace():
            parts.append(" " if "\n" in gap or _LEFT_OUT.search(gap) else gap)
        parts.append(new)
        last = token
    return " ".join("".join(parts).split())


def named(content: str, listener: str) -> str:
    """Content with the name of the person spoken to; without one it was the assistant."""
    if LISTENER not in content:
        return content
    self = "themself" if listener else "itself"
    return content.replace(f"{LISTENER}self", self).replace(LISTENER, listener or "the assistant")
