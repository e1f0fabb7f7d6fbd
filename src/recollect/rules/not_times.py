"""What looks like an English time and is none: an amount of four figures, somebody called like a month. Pure."""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.late import late

_UNITS: Final = (
    r"(?:eur(?:os?)?|dollars?|usd|gbp|chf|pounds?|quid|bucks|francs?|franken|pesos?|reais|yen|yuan|rupees?|crowns?"
    r"|kronen|kronor|kcal|cal(?:ories)?|kalorien|steps|schritte|pasos|passi|passos|words|wörter|palabras|miles|meilen"
    r"|km|kilomet\w+|m|met(?:er|re)s?|metros|feet|ft|kg|kilos?|lbs|grams?|gramm|mg|ml|lit(?:er|re)s?|litros|watts?|kwh"
    r"|pages|seiten|páginas|followers|hours|stunden|horas|points|punkte|mhz|rpm)"
)
NO_AMOUNT: Final = (
    rf"(?!(?:(?: ?[-–] ?| (?:and|to|or|bis|und|oder|a|y|o|et|à|ou|e) )\d{{3,5}})? ?(?:[€$£¥₹]|{_UNITS}\b))"
)
"""After four figures: they count something ("2000 dollars", "1900 to 2000 steps") and are no year."""
NO_CURRENCY: Final = r"(?<![$€£¥₹])(?<![$€£¥₹] )"
"""The same, before them."""
_WITH: Final = late(
    r"(?:(?<!compared )(?<!starting )(?<!beginning )(?<!start )(?<!begin )\bwith|\b(?:me|i) and"
    r"|\b(?:my|our|his|her|their) (?:[a-z]+ )?(?:friend|boyfriend|girlfriend|husband|wife|partner|fianc[eé]e?|sister"
    r"|brother|daughter|son|mother|mum|mom|cousin|aunt|niece|baby|cat|dog|boss|colleague|roommate)) $",
    re.IGNORECASE,
)
_AND_I: Final = late(r" and (?:I\b|(?:me|my) (?-i:[a-z]))")
_BEFORE_CHARS: Final = 40


def is_somebody(text: str, start: int, end: int) -> bool:
    """Whether what looks like a month is somebody's name: "Jun and I", "with April", "my sister June"."""
    if not text[start].isupper() or text[end - 1] == ".":
        return False
    return _AND_I.match(text, end) is not None or _WITH.search(text[max(0, start - _BEFORE_CHARS) : start]) is not None
