"""Second values: "sorry, I meant …", "it used to be …", "the old one was …", "from … to …".

Who tells a password, PIN or code often tells another with it: the one before, the one after, the one that was meant.
The mask of the first is the cue for the second. Where no value stands beside the name, `referred` looks for one that
is told of "it" or "the old one" further on. Only what no sentence would go on with counts as a value, unless the
words before it leave no doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from recollect.rules.late import late
from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.text import fold
from recollect.write.secrets.values import (
    Source,
    Span,
    Value,
    closed,
    has_strength,
    is_password,
    stands_out,
    unit_follows,
    value_at,
)
from recollect.write.secrets.words import REMARKS, STATE_WORDS

REACH = 100
"""How far behind a name or a mask its other value is looked for."""
BEFORE_CHARS = 80
REFERRED_CHARS_MIN = 6
_MASK = late(r"\[secret: (?P<kind>password|pin|code)\]")
_IS = r"(?:is|was|used to be|should be|ist|war|lautete?|es|era|fue|est|était|é|è|foi)"
_NOUN = r"[ \t](?:one|password|passcode|passphrase|pw|pass|pin|code)"
_OLD = rf"(?:old|new|previous|former|prior|earlier|current|original|latest|correct|right){_NOUN}"
_OLD_ELSEWHERE = (
    r"(?:antigu[ao]|nuev[ao]|anterior|viej[ao]|alte[rs]?|neue[rs]?|vorige[rs]?|vorherige[rs]?|ancien(?:ne)?|"
    rf"nouve(?:au|lle)|précédente?|antig[ao]|nov[ao]|velh[ao]|vecchi[ao]|nuov[ao])(?:{_NOUN})?"
)
_OLD_IS = rf"(?:[ \t](?:now|still|just|before))?(?:[ \t]{_IS}(?!\w)|[ \t]?[:=])"
_OLD_ONE = rf"(?<![\w-])(?:{_OLD}|{_OLD_ELSEWHERE}){_OLD_IS}"
_ONCE_ENGLISH = r"(?:it used to be|(?:before(?: that)?|previously|formerly|earlier|originally|once),? it was)(?!\w)"
_ONCE_ELSEWHERE = r"(?:antes era|(?:früher|vorher|davor) war es|avant,? (?:c['’]était|il était)|prima era)(?!\w)"
_ONCE = rf"(?:{_ONCE_ENGLISH}|{_ONCE_ELSEWHERE})"
_NOW = (
    r"(?<![\w-])(?:now,? (?:it['’]?s|it is|is)|(?:it['’]?s|it is|is) now|"
    r"(?:nowadays|today|currently),? it(?:['’]s| is)|"
    r"ahora es|jetzt (?:ist es|ist|lautet es)|(?:es )?ist (?:es )?jetzt|(?:maintenant|désormais),? c['’]est|agora é|"
    r"adesso è|ora è)(?!\w)"
)
_OTHER_ONE = rf"(?<![\w-])(?:other|second|next){_NOUN} {_IS}(?!\w)"
_LATER = late(rf"(?:{_OLD_ONE}|{_OTHER_ONE})(?:[ \t](?:now|still|just|actually)){{0,2}}:?[ \t]{{0,2}}")
_GAP = r"[\"'”’)]{0,2}(?:[ \t]?[,;:.!?–—|-]{1,3})?\s{0,3}"
_SLIP = (
    r"(?:(?:sorry|oops|no|wait|nope|hmm?|er|actually|correction|typo|rather|perdón|nein|entschuldigung|pardon|non|"
    r"désolé|desculpa|não|scusa)(?:[,.!:; \t]{1,4}|(?=-))){1,3}"
)
_AND = r"(?:(?:but|and|so|then|pero|y|aber|und|mais|et|mas|e|ma)[ \t,]{1,3})?"
_MEANT = late(
    rf"{_GAP}(?:{_SLIP})?{_AND}(?:(?P<said>i meant(?: to (?:say|type|write))?|make that|it should (?:be|say))|"
    r"(?P<said_elsewhere>quise decir|ich meinte|je voulais dire|quis dizer|volevo dire)|"
    rf"(?:the |la |el |das |die |l['’]|le |a |o |il )?(?<![\w-])(?:{_OLD}|(?P<old_elsewhere>{_OLD_ELSEWHERE}))"
    rf"{_OLD_IS}|{_ONCE_ENGLISH}|(?P<once_elsewhere>{_ONCE_ELSEWHERE}))[ \t:]{{1,3}}"
)
"""Leaves no doubt that a value follows, a plain word among them, save what `_is_remark` knows."""
_OTHER = late(
    rf"{_GAP}(?:{_SLIP}(?:it['’]?s |it is |is )?|(?:{_SLIP})?{_AND}(?:it['’]?s|it is|it was|i mean|es ist|es war|es|"
    r"era|c['’]est|c['’]était|é|è)[ \t]+|(?:or|or else|oder|o|ou)[ \t]+(?:maybe |perhaps |possibly |else |try )?)"
)
_CLAUSE = r"(?:(?!(?<!\w)(?:is|was|used|ist|war|es|era|est|était|é|è)(?!\w))[^.!?;\n]){0,60}?"
_IT = late(rf"(?:{_GAP}|{_CLAUSE}[ \t,]){_AND}(?:{_ONCE}|{_NOW})[ \t:]{{1,3}}")
"""Behind another verb, "it" is something else."""
_LISTED = late(r"[\"'”’]?(?:[ \t]?[,;/&]|[ \t](?:and|or|und|y|et|e))[ \t]+(?:(?:and|or)[ \t]+)?")
_MANY = late(r"passwords|passcodes|passwörter|contraseñas|senhas|mots de passe")
_ELSEWHERE = late(
    r"[，。、,]?(?:但是?|不过|不過|而)?(?:现在|現在|目前|如今|后来|後來|之前|以前)?(?:的)?(?:是|[改换換变變](?:成|为|為))|"
    r"から|(?:でしたが|だったが|だったけど|ですが)?[、。，]?(?:今は|現在は|新しいのは|前は|以前は)"
)
_FROM = late(
    r"(?<!\w)(?:(?P<plain>from|von)|de|da|du)[ \t]+[\"'“]?(?P<s>[^\s\"'“”‘’\[\]]{3,64})[\"'”]?[ \t]+"
    r"(?:to|into|auf|zu|in|a|à|en|para|por)[ \t]+[\"'“]?\Z"
)
_PLACES = frozenset("home office school scratch phone laptop desktop tablet mobile computer hause".split())
_DIGITS = late(r"[\"'“]?(?P<s>\d{4,8})(?![\w%/]|[.,:-]\d)")
_ENDED = late(
    r"[\"'”’]{0,2}(?:\s*(?:\Z|[.,;:!?\n)(…–—。，、；！？])|[ \t]+(?:-|(?:when|before|until|till|and|but|now|then|or|"
    r"not|instead|sorry|actually|originally|anymore|at first|wenn|bevor|bis|und|aber|jetzt|oder|cuando|antes|y|pero|"
    r"ahora|again|o|quand|avant|et|mais|maintenant|ou|quando|prima|e|ma|mas|agora|adesso)(?![\w'’]))|です|でし|だ|で|に|から|了|的)"
)
"""Behind digits: "it's 1200 a month" goes on."""
_NEW_THING = late(
    r"(?<![\w-])(?:an?[ \t](?:new|old|second|different)|another|eine?n?[ \t](?:neue[ns]?|andere[ns]?)|"
    r"une?[ \t](?:nouve(?:au|lle|l)|autre)|una?[ \t](?:nuev[ao]|nuov[ao])|uma?[ \t]nov[ao])[ \t]"
    r"(?!pass|pw|pin|code|one|kennwort|contrase|clave|mot|mdp|senha)[^\W\d_]{2}"
)
""" "a new phone": "the old one" may be the phone before."""
_NAMES_IT = late(r"pass|pw|pin|code")
_PRODUCT = late(r"(?i:wpa|wep)\d?[-_]?(?i:psk|sae|enterprise|personal)?\Z|[A-Za-z]*[A-Z][A-Za-z]+\d{1,4}[A-Za-z]?\Z")
_TIME = late(r"\d{1,2}(?:[:.]\d\d)?(?:am|pm|h|uhr)?\Z|(?:19|20)\d\ds?\Z")
_PRONOUN = late(
    r"(?<![\w'’-])(?:it['’]?s|it is|es ist|c['’]est|ahora es|agora é|adesso è)(?:[ \t](?:now|still|currently))?"
    r"[ \t]*:?[ \t]+"
)
_NOW_AFTER = late(r"[ \t]+(?:now|jetzt|ahora|maintenant|agora|adesso)(?!\w)")
_SCRAMBLED = late(r"[!@#$%^&*+=~]|[a-z]\d{1,9}[a-z]")
_ASCII = late(r"[\x21-\x7e]{3,64}(?=[\u3040-\u30ff\u4e00-\u9fff])")


def find(source: Source) -> Iterator[Span]:
    """What stands beside a mask and is another value of the same, up to the next mask."""
    masks = list(_MASK.finditer(source.low))
    limits = [*(mask.start() for mask in masks[1:]), len(source.low)]
    for mask, limit in zip(masks, limits, strict=False):
        kind, end = mask["kind"], mask.end()
        if kind == "password" and (value := _before(source, mask.start())):
            yield Span(value.start, value.end, kind)
        many = kind == "password" and _MANY.search(source.low, max(0, mask.start() - BEFORE_CHARS), mask.start())
        while value := _behind(source, end, kind) or (_listed(source, end) if many else None):
            if value.start >= limit:
                break
            yield Span(value.start, value.end, kind)
            end = value.end


def referred(source: Source, end: int, *, changing: bool) -> Value | None:
    """Behind a name that has no value beside it: "the old one was …", "it's … now". `changing`: somebody changes it."""
    low, limit = source.low, min(len(source.low), end + REACH)
    paragraph = low.find("\n\n", end, limit)
    limit = paragraph if paragraph >= 0 else limit
    told = _IT.match(low, end, limit)
    for found in (*([told] if told else ()), *_LATER.finditer(low, end, limit)):
        if found is not told and _is_other_thing(source, end, found):
            continue
        value = _valued(source, found.end(), "password", sure=False)
        if value and (changing or _more_than_a_word(source, value)):
            return value
    for found in _PRONOUN.finditer(low, end, limit):
        value = _valued(source, found.end(), "password", sure=False)
        if (
            value
            and _more_than_a_word(source, value)
            and (closed(source, value.end) or _NOW_AFTER.match(low, value.end))
        ):
            return value
    return None


def _behind(source: Source, end: int, kind: str) -> Value | None:
    for link, sure in ((_MEANT, True), (_OTHER, False), (_IT, False)):
        found = link.match(source.low, end)
        value = _valued(source, found.end(), kind, sure=sure) if found else None
        if found and value and not (sure and kind == "password" and _is_remark(source, found, value)):
            return value
    if not source.raw.isascii() and (found := _ELSEWHERE.match(source.low, end)):
        return _valued(source, found.end(), kind, sure=False)
    found = _LATER.search(source.low, end, min(len(source.low), end + REACH))
    if not found or _is_other_thing(source, end, found):
        return None
    return _valued(source, found.end(), kind, sure=False)


def _is_remark(source: Source, link: re.Match[str], value: Value) -> bool:
    """A plain word behind `_MEANT` that tells of a day, a person or how it was: "it used to be free", "I meant Sarah".

    In other languages than English only what no word looks like counts, or behind "the old one" a capital.
    """
    word = source.raw[value.start : value.end].rstrip("!?")
    if word.isdigit():
        return _ENDED.match(source.low, value.end) is None
    plain = fold(word)
    if word.lower() in REMARKS or word.lower() in STATE_WORDS or plain in WEEKDAYS or plain in MONTHS:
        return True
    if value.quoted or has_strength(word):
        return False
    if link["said"]:
        return word[:1].isupper() and plain in GIVEN_NAMES
    if link["old_elsewhere"]:
        return word.islower()
    return bool(link["said_elsewhere"] or link["once_elsewhere"])


def _is_other_thing(source: Source, end: int, found: re.Match[str]) -> bool:
    """Another thing is told of between the password and "the old one", which names nothing itself."""
    named = _NAMES_IT.search(found[0]) is not None
    return not named and _NEW_THING.search(source.low, end, found.start()) is not None


def _listed(source: Source, end: int) -> Value | None:
    """ "my passwords are [secret: password] and hunter2"."""
    found = _LISTED.match(source.low, end)
    return _valued(source, found.end(), "password", sure=False) if found else None


def _before(source: Source, start: int) -> Value | None:
    """ "from hunter2 to [secret: password]"."""
    found = _FROM.search(source.low, max(0, start - BEFORE_CHARS), start)
    if not found:
        return None
    value = Value(*found.span("s"), False)
    if stands_out(source, value):
        return value if is_password(source, value) else None
    plain = found["plain"] is not None and found["s"] not in _PLACES and found["s"] not in STATE_WORDS
    return value if plain and not found["s"].isdigit() else None


def _valued(source: Source, position: int, kind: str, *, sure: bool) -> Value | None:
    """The value at `position`. `sure`: a plain word will do."""
    if kind != "password":
        found = _DIGITS.match(source.low, position)
        if not found or unit_follows(source, found.end("s")) or (not sure and _TIME.match(found["s"])):
            return None
        if not _ENDED.match(source.low, found.end("s")):
            return None
        return Value(*found.span("s"), True)
    value = _without_foreign(source, value_at(source, position))
    if value is None or not is_password(source, value):
        return None
    if not sure and (
        value.end - value.start < 4 or not stands_out(source, value) or _TIME.match(source.low[value.start : value.end])
    ):
        return None
    return value


def _without_foreign(source: Source, value: Value | None) -> Value | None:
    """Chinese and Japanese go on without a space."""
    if value is None or value.quoted or source.raw.isascii():
        return value
    found = _ASCII.match(source.raw, value.start, value.end)
    return Value(value.start, found.end(), False) if found else value


def _more_than_a_word(source: Source, value: Value) -> bool:
    """More than a word with a number behind it: "iPhone15" and "Windows11b" are things, too."""
    return (
        value.end - value.start >= REFERRED_CHARS_MIN
        and _SCRAMBLED.search(source.low, value.start, value.end) is not None
        and _PRODUCT.match(source.raw, value.start, value.end) is None
    )
