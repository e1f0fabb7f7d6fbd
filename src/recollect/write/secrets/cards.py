"""Payment cards: numbers with a brand's prefix, its length and a right check digit (Luhn), and the code beside them.

Longer numbers (order numbers, ids, phone numbers, ISBN) fail one of the three; lengths that cards hardly use any more
need the word "card" nearby.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from recollect.rules.late import late
from recollect.write.secrets.values import Source, Span, anchored, has_any

CUE_REACH = 60
_LONG_NUMBER = late(r"\d[\d .-]{11}")
_CODE_STARTS = (
    "cvv",
    "cvc",
    "csc",
    "card sec",
    "card ver",
    "código de seguridad",
    "prüfnummer",
    "cryptogramme",
    "安全码",
)
_NUMBER = late(
    r"(?<![\w.+/#-])(?:\d{4}(?P<a>[ \-.]|\s-\s)\d{4}(?P=a)\d{4}(?P=a)\d{4}(?:(?P=a)\d{3}(?!\d))?|"
    r"\d{4}(?P<b>[ -])\d{6}(?P=b)\d{4,5}|"
    r"\d{13,19})(?![\w/]|[.-]\d)"
)
_LOOSE = late(r"(?<!\d)(?:\d[ -]{0,2}){12,18}\d(?!\d)")
_CUE = late(
    r"card|visa|mastercard|amex|american express|credit|debit|discover|tarjeta|karte|carte|cartão|卡|カード|कार्ड"
)
_CODE = late(
    r"(?<![\w])(?:cvv2?|cvc2?|csc|card (?:security|verification) code|código de seguridad de la tarjeta|"
    r"prüfnummer|cryptogramme|安全码)"
    r"(?:\s?(?:code|number|nummer|码))?\W{0,4}(?:is|was|ist|es|est|é|是|は)?\W{0,3}(?P<s>\d{3,4})(?!\d)"
)
_AFTER_CARD = late(
    r"[\s,;|/-]{0,4}(?:(?:exp(?:iry|ires|\.)?|valid|gültig bis)?\W{0,3}\d{1,2}\s?/\s?\d{2,4})[\s,;|/-]{1,4}"
    r"(?:and |security code |code )?(?P<s>\d{3,4})(?!\d)"
)
_LENGTHS = (
    (late(r"4"), (16,)),
    (late(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),
    (late(r"3[47]"), (15,)),
    (late(r"6011|64[4-9]|65|35(?:2[89]|[3-8])|62|220[0-4]|60|508|81|82"), (16,)),
    (late(r"30[0-5]|3[689]"), (14,)),
)
_LENGTHS_WITH_CUE = late(r"4(?:\d{12}|\d{18})\Z|(?:62|65|35|5[0678]|6)\d{11,17}\Z")


def luhn(digits: str) -> bool:
    """The check digit of ISO/IEC 7812. Worked: 79927398713 gives 70, a multiple of ten."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        number = int(digit)
        if place % 2:
            number = number * 2 - 9 if number > 4 else number * 2
        total += number
    return total % 10 == 0


def find(source: Source) -> Iterator[Span]:
    """Card numbers and the codes beside them."""
    if _LONG_NUMBER.search(source.raw):
        yield from _cards(source)
    if has_any(source.low, _CODE_STARTS):
        yield from (Span(*found.span("s"), "card code") for found in anchored(_CODE, source.low, _CODE_STARTS))


def _cards(source: Source) -> Iterator[Span]:
    for found in _NUMBER.finditer(source.raw):
        end = _card_end(source, found)
        if end:
            yield Span(found.start(), end, "card number")
            if after := _AFTER_CARD.match(source.low, end):
                yield Span(*after.span("s"), "card code")
    if _CUE.search(source.low):
        yield from _loosely_written(source)


def _card_end(source: Source, found: re.Match[str]) -> int | None:
    """Where the card number ends; three digits that follow may belong to it or be its code."""
    groups = found[0]
    digits = re.sub(r"\D", "", groups)
    if not luhn(digits):
        if len(digits) == 19 and found["a"] and luhn(digits[:16]) and _is_card(source, found, digits[:16]):
            return found.start() + len(groups) - 3 - len(found["a"])
        return None
    return found.end() if _is_card(source, found, digits) else None


def _is_card(source: Source, found: re.Match[str], digits: str) -> bool:
    if any(len(digits) in lengths and prefix.match(digits) for prefix, lengths in _LENGTHS):
        return True
    if not _LENGTHS_WITH_CUE.match(digits):
        return False
    return _CUE.search(source.low, max(0, found.start() - CUE_REACH), found.end() + CUE_REACH) is not None


def _loosely_written(source: Source) -> Iterator[Span]:
    """After the word "card", digits in any grouping."""
    for found in _LOOSE.finditer(source.raw):
        digits = re.sub(r"\D", "", found[0])
        if not _CUE.search(source.low, max(0, found.start() - CUE_REACH), found.start()):
            continue
        if luhn(digits) and any(len(digits) in lengths and prefix.match(digits) for prefix, lengths in _LENGTHS):
            yield Span(*found.span(), "card number")
