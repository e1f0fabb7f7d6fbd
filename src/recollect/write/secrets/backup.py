"""What stands in for a second factor: backup and recovery codes, and the seed that an authenticator app is set up with.

Backup codes come in lists, with letters or without. Codes that open a door (a gate, a safe, a locker) are none of
these: people want them remembered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from recollect.rules.late import late
from recollect.write.secrets.values import Source, Span, anchored, has_any, unit_follows
from recollect.write.secrets.words import PROSE_WORDS, STATE_WORDS

CUES_ELSEWHERE = ("恢复码", "恢復碼", "备用码", "備用碼", "リカバリーコード", "バックアップコード", "復旧コード")
ITEMS_MAX = 20
_STARTS = (
    "backup", "recovery", "wiederherstellungscode", "notfallcode", "ersatzcode", "código", "codigo",
    "codes de", "code de", "codici", "codice", *CUES_ELSEWHERE,
)  # fmt: skip
_ROOTS = ("backup", "recover", "wiederherst", "notfallc", "ersatzc", "recup", "récup", "respald", "secours")
_NAME = late(
    r"(?<![a-z])(?:(?:backup|recovery)(?:[ -](?:verification|login|access))?[ -]?codes?|"
    r"(?:wiederherstellungs|notfall|ersatz)codes?|c[óo]digos? de (?:recuperación|respaldo|recuperação|backup)|"
    r"codes? de (?:secours|récupération)|codic[ie] di (?:recupero|backup)|"
    rf"{'|'.join(CUES_ELSEWHERE)})(?![a-z-])"
)
_LINK = late(
    r"(?:[ \t](?:for|of|from|to|für|para|pour|de|del|per)(?:[ \t][\w'’.-]{1,20}){1,3}?)?"
    r"(?:[ \t]?[:=：]|[ \t](?:is|are|was|were|ist|sind|lauten|es|son|est|sont|é|são|è|sono)(?!\w):?|是|は)\s{0,6}"
)
_ITEM = late(
    r"(?:(?:\d{1,2}[.)]|[-*•])[ \t]{1,3})?[\"'`“]?(?P<s>(?=[a-z-]{0,15}\d)(?:[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){1,7}|"
    r"\d{4}[ ]\d{4}|\d{3}[ ]\d{3}|[a-z0-9]{6,16}))(?![a-z0-9-]|[.,:/]\d)[\"'`”]?"
)
_VERSION = late(r"(?:v|rc|rev?|ver)-?\d{1,4}[a-z]?\Z")
WORDS_MAX = 1
"""A seed in groups of four may hold a word by chance, but not many."""
_NEXT = late(r"[ \t]{0,2}[,;|/&，、][ \t]{0,3}(?:and[ \t])?\n?|[ \t]+(?:and|und|y|et|e|or)[ \t]+|\s{1,6}")
_SEED = late(
    r"(?<!\w)(?:totp|2fa|otp|mfa|authenticator)[ -](?:app[ -])?(?:seed|secret|setup key|key)(?:[ -]key)?"
    r"(?:[ \t](?:for|of|from)(?:[ \t][\w'’.-]{1,20}){1,3}?)?(?:[ \t]?[:=]|[ \t]is(?!\w))[ \t]?[\"'“]?"
    r"(?P<s>(?=[a-z -]{0,40}[2-7])[a-z2-7]{4}(?:[ -]?[a-z2-7]{4}){3,12})(?!\w)"
)
_SEED_STARTS = ("totp", "2fa", "otp", "mfa", "authenticator")


def find(source: Source) -> Iterator[Span]:
    """Backup codes and seeds of authenticator apps."""
    if has_any(source.low, _SEED_STARTS):
        for found in anchored(_SEED, source.low, _SEED_STARTS):
            words = [word for word in re.split(r"[ -]", found["s"]) if word in PROSE_WORDS or word in STATE_WORDS]
            if len(words) <= WORDS_MAX:
                yield Span(*found.span("s"), "secret")
    if not source.raw.isascii() or has_any(source.low, _ROOTS):
        for name in anchored(_NAME, source.low, _STARTS):
            yield from _listed(source, name.end())


def _listed(source: Source, end: int) -> Iterator[Span]:
    """The codes in the list behind a name; the first may need no sign."""
    link = _LINK.match(source.low, end)
    position = link.end() if link else end + 1
    for _ in range(ITEMS_MAX):
        item = _ITEM.match(source.low, position)
        if not item or unit_follows(source, item.end("s")) or _VERSION.match(item["s"]):
            return
        yield Span(*item.span("s"), "code")
        following = _NEXT.match(source.low, item.end())
        if not following:
            return
        position = following.end()
