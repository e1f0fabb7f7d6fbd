"""One text out of two statements that are both true: what the newer repeats is said once, what either adds is kept."""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.late import late
from recollect.rules.text import fold, terms
from recollect.write.extract.sentences import as_written

_ENDS: Final = ".!?…。！？"
_NO_SPACE: Final = late(r"[\u3040-\u30ff\u3400-\u9fff]")
_LEAD: Final = late(r"^(?:and|also|oh|well|so|btw|by the way|heads up|fyi)[,:]?\s+", re.IGNORECASE)


def merged(old_text: str, new_text: str) -> str:
    """Both details in one paragraph, the older first.

    When all that matters in one is said by the other, the fuller one stands alone. Worked: "Has a cat from
    a shelter" and "my cat is a Maine Coon" give "Has a cat from a shelter; my cat is a Maine Coon".
    """
    old, new = old_text.strip(), _LEAD.sub("", new_text.strip())
    if not old or not new:
        return old or new
    old_terms, new_terms = set(terms(old)), set(terms(new))
    if fold(old) in fold(new) or (old_terms and old_terms <= new_terms):
        return new
    if fold(new) in fold(old) or (new_terms and new_terms <= old_terms):
        return old
    parts = [part for part in as_written(new) if not _said(part, old_terms)]
    if not parts:
        return old
    rest = " ".join(parts)
    if _NO_SPACE.search(old):
        return f"{old.rstrip(_ENDS)}。{rest}"
    if old[-1] in _ENDS:
        return f"{old} {rest[0].upper()}{rest[1:]}{'' if rest[-1] in _ENDS else '.'}"
    return f"{old}; {rest}"


def _said(part: str, known: set[str]) -> bool:
    found = set(terms(part))
    return bool(found) and found <= known
