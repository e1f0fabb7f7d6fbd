"""Numbers that open accounts in somebody's name: social security and national insurance numbers, told by name.

Passport, identity card and tax numbers are personal data, not secrets: `recollect.write.pii` takes them out for those
who ask for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from recollect.rules.late import late
from recollect.write.secrets.values import Source, Span, anchored, closed, has_any

CUES = ("ssn", "social", "insurance", "versicherungsnummer")
CUES_ELSEWHERE = ("マイナンバー", "社会保障号", "社会保障番号")
KIND = "social security number"
_OWNED = r"(?:(?<=my )|(?<=his )|(?<=her )|(?<=your ))"
_LINK = (
    r"(?:[ \t](?:for|of|de|von)(?:[ \t][\w'’.-]{1,20}){1,3}?)?"
    r"(?:[ \t]?[:=#：]|[ \t](?:is|was|ist|lautet|es|era|est|était|é|è)(?!\w))?[ \t]{0,2}[\"'“]?"
)
_END = r"(?![\w%]|[.,:-]\d)"
_ENGLISH = late(
    r"(?<![\w-])(?:ssn|social (?:security|insurance)(?: number| no\.?| #)?|national insurance(?: number| no\.?)?|"
    rf"{_OWNED}social)(?![\w-]){_LINK}"
    rf"(?P<s>\d{{3}}([- ]?)\d\d\2\d{{4}}|\d{{3}}[- ]\d{{3}}[- ]\d{{3}}|[a-z]{{2}} ?\d\d ?\d\d ?\d\d ?[a-d]){_END}"
)
_BARE = late(r"social(?! (?:security|insurance))")
""" "my social" may be another thing: digits alone end the clause, or they count followers."""
_ENGLISH_STARTS = ("ssn", "social", "national insurance")
_EUROPEAN = late(
    r"(?<![\w-])(?:(?:sozialversicherungs|rentenversicherungs)nummer|n(?:úmero|umero|uméro|º|°) "
    rf"(?:de (?:la )?seguridad social|d[ae] segurança social|de (?:la )?sécurité sociale)){_LINK}"
    r"(?P<s>\d\d ?\d{6} ?[a-z] ?\d{3}|\d{4} ?\d{6}|756\.\d{4}\.\d{4}\.\d\d|\d{11}|\d\d[ /-]?\d{8}[ /-]?\d\d|"
    rf"[12] ?\d\d ?\d\d ?\d[\dab] ?\d{{3}} ?\d{{3}}(?: ?\d\d)?){_END}"
)
_EUROPEAN_STARTS = ("sozialvers", "rentenvers", "número", "numero", "numéro", "nº de", "n° de")
_ELSEWHERE = late(
    r"(?:マイナンバー|社会保障番号)[^\n\d。，、]{0,4}(?P<m>\d{4}([ -]?)\d{4}\2\d{4})(?![\d-])|"
    r"社会保障号码?[^\n\d。，、]{0,3}(?P<s>\d{17}[\dx])(?!\w)"
)


def find(source: Source) -> Iterator[Span]:
    """Numbers of social security told with their name."""
    if has_any(source.low, CUES):
        for pattern, starts in ((_ENGLISH, _ENGLISH_STARTS), (_EUROPEAN, _EUROPEAN_STARTS)):
            for found in anchored(pattern, source.low, starts):
                if not (_BARE.match(found[0]) and found["s"].isdigit()) or closed(source, found.end("s")):
                    yield Span(*found.span("s"), KIND)
    if not source.raw.isascii():
        for found in anchored(_ELSEWHERE, source.low, CUES_ELSEWHERE):
            yield Span(*found.span("m" if found["m"] else "s"), KIND)
