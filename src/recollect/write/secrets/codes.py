"""Short codes and phrases that open something: PINs, one-time codes, seed phrases of wallets.

Their values are plain digits or plain words, so the words around them decide. A postal PIN code stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from recollect.rules.late import late
from recollect.write.secrets.values import Source, Span, anchored
from recollect.write.secrets.words import PROSE_WORDS, UNIT_WORDS

CUES = ("pin", "nip", "otp", "2fa", "mfa", "code", "ódigo", "codigo", " tan", "zahl", "-time")
SEED_CUES = ("phrase", "mnemonic", "seed", "frase", "words")
NEAR_CHARS = 80

_IS = r"(?:is|was|are|ist|lautet|war|es|era|est|é|eh|foi)"
_FOR_WHAT = (
    r"(?:[ \t]+(?:for|to|of|on|de|del|da|do|para|pour|du|für|von|zum|zur)"
    r"(?:[ \t]+(?!is\b|es\b|ist\b|est\b)[\w'’-]{1,20}){1,4}?)?"
)
_PIN = late(
    r"(?<![\w-])(?:pin|nip|geheimzahl)(?P<postal>[ -]?code)?(?:[ -]?(?:number|nummer|no\.?|码))?"
    + _FOR_WHAT
    + rf"(?:[ \t]*[:=：#]|[ \t]+{_IS}(?!\w)|是|は)?(?:[ \t]+(?:now|still|jetzt|ahora|"
    rf"just))?[ \t]*[\"'“]?(?P<s>\d{{4,8}})(?![\w%]|[.,-]\d|/)"
)
_POSTAL = late(
    r"address|postal|city|street|area|delivery|deliver|zip|district|state|road|nagar|bengaluru|mumbai|delhi|"
    r"pune|chennai|india"
)
_PIN_ELSEWHERE = late(
    r"(?:पिन|暗証番号|pin码)[^\n\d。，]{0,8}?[\"'“「]?(?P<s>\d{4,8})(?!\d|[ \t]?(?:位|桁|文字|年|个))"
)
_ONE_TIME = late(
    r"(?<![\w-])(?:otp|2fa|mfa|tan|(?:two[- ]factor|one[- ]time|verification|verify|authenticat(?:ion|or)|auth|"
    r"security|log-?in|sign-?in|sms|"
    r"access)[ -](?:pass)?(?:code|pin|password)|código de (?:verificación|seguridad|acceso|verificação|"
    r"segurança|acesso)|"
    r"(?:bestätigungs|verifizierungs|sicherheits|anmelde|einmal)(?:code|passwort|kennwort)|"
    r"code (?:de (?:vérification|sécurité|connexion|confirmation)|sms))"
    r"(?:[ -](?:code|token|pin))?(?:[ \t]+(?:for|from|de|del|von|für|pour|para)(?:[ \t]+[\w'’.-]{1,20}){1,3}?)?"
    rf"(?:[ \t]*[:=：-]|[ \t]+(?:{_IS}|i got is|"
    rf"they sent(?: me)? is)(?!\w))?[ \t]*[\"'“]?(?P<s>(?:[a-z]-)?(?:\d{{3}}[ -]\d{{3}}|\d{{4,8}}))(?![\w%]|[.-]\d|/)"
)
_ONE_TIME_STARTS = (
    "otp",
    "2fa",
    "mfa",
    "tan",
    "two",
    "one",
    "veri",
    "authenticat",
    "auth",
    "security",
    "log",
    "sign",
    "sms",
    "access",
    "código",
    "bestätig",
    "sicherheits",
    "anmelde",
    "einmal",
    "code de",
    "code sms",
)
_ONE_TIME_FIRST = late(
    rf"(?<![\w.-])(?P<s>(?:[a-z]-)?(?:\d{{3}}[ -]\d{{3}}|\d{{4,8}}))[ \t]+(?:{_IS}|as)[ \t]+(?:your|my|the|our|tu|ihr|"
    rf"dein|mein|votre|mon|seu|meu|su|mi)[ \t]+"
    r"(?:[\w-]{1,20}[ \t]+){0,3}?(?:otp|2fa|one-time|verification|security|login|authentication|auth|sms|"
    r"código de (?:verif|seg|acces)|bestätigungscode|code de (?:vérif|séc))"
)
_PLAIN_CODE = late(
    rf"(?<![\w-])(?:code|código|codigo)(?:[ \t]*[:=：]|[ \t]+{_IS}|[ \t]+(?:they|it|google|"
    rf"apple) sent(?: me)?(?: (?:is|was))?)[ \t]*[\"'“]?(?P<s>\d{{3}}[ -]\d{{3}}|\d{{4,8}})(?![\w%]|[.-]\d)"
)
_NEAR = late(
    r"otp|2fa|mfa|verif|authentic|two[- ]factor|one[- ]time|vérif|bestätig|sms|text(?:ed)? me|log(?:ged|"
    r"ging)? ?in|sign in|einmal"
)
_ELSEWHERE = late(
    r"(?:验证码|驗證碼|認証コード|確認コード|ワンタイムパスワード|ओटीपी|सत्यापन कोड|"
    r"动态码)[^\n\d。]{0,8}?(?P<s>\d{4,8})(?!\d)"
)
_SEED = late(
    r"(?:seed|recovery|mnemonic|backup|wallet|secret)[ -](?:phrase|words?)|mnemonic|frase (?:semilla|"
    r"de recuperación|semente)|"
    r"phrase (?:de récupération|secrète)|wiederherstellungs(?:phrase|wörter)|助记词|シードフレーズ"
)
_SEED_STARTS = (
    "seed",
    "recovery",
    "mnemonic",
    "backup",
    "wallet",
    "secret",
    "frase",
    "phrase",
    "wiederher",
    "助记词",
    "シード",
)
_SEED_WORDS = late(
    r"(?:(?:\d{1,2}[.):]?[ \t]?)?[a-z]{3,8}(?:[ \t,;\n]{1,3}|\Z|"
    r"(?=[.])))(?:(?:\d{1,2}[.):]?[ \t]?)?[a-z]{3,8}(?:[ \t,;\n]{1,3}|\Z|(?=[.!?\"']))){10,23}"
)
_SEED_LINK = late(r"[^:\n.]{0,60}?(?:(?<!\w)(?:is|are|es|ist|est|é|son)(?!\w)[ \t]*:?|[:=：是は—-])\s{0,3}[\"'“]?")
_NOT_IN_SEEDS = PROSE_WORDS - {"that", "this", "have", "they", "you", "your", "then", "them"}
_UNIT = late(r"[ \t]{0,2}([a-zà-ÿ]+)")


def find(source: Source) -> Iterator[Span]:
    """PINs, one-time codes, seed phrases."""
    low = source.low
    if "pin" in low or "nip" in low or "zahl" in low:
        yield from _pins(source)
    for found in anchored(_ONE_TIME, low, _ONE_TIME_STARTS):
        if not _unit_follows(low, found.end("s")):
            yield Span(*found.span("s"), "code")
    if "code" in low or "código" in low or "otp" in low or "2fa" in low:
        yield from (Span(*found.span("s"), "code") for found in _ONE_TIME_FIRST.finditer(low))
    if "code" in low or "código" in low or "codigo" in low:
        for found in anchored(_PLAIN_CODE, low, ("code", "código", "codigo")):
            if _NEAR.search(low, max(0, found.start() - NEAR_CHARS), found.end() + NEAR_CHARS):
                yield Span(*found.span("s"), "code")
    if not source.raw.isascii():
        yield from (Span(*found.span("s"), "pin") for found in _PIN_ELSEWHERE.finditer(low))
        yield from (Span(*found.span("s"), "code") for found in _ELSEWHERE.finditer(low))


def _pins(source: Source) -> Iterator[Span]:
    low = source.low
    for found in anchored(_PIN, low, ("pin", "nip", "geheimzahl")):
        near = low[max(0, found.start() - NEAR_CHARS) : found.end() + NEAR_CHARS]
        if len(found["s"]) == 6 and (found["postal"] or "pincode" in near) and _POSTAL.search(near):
            continue
        if not _unit_follows(low, found.end("s")):
            yield Span(*found.span("s"), "pin")


def _unit_follows(low: str, end: int) -> bool:
    unit = _UNIT.match(low, end)
    return unit is not None and unit[1] in UNIT_WORDS


def find_phrases(source: Source) -> Iterator[Span]:
    """Twelve to twenty-four short words after "seed phrase"; prose about one has words that no word list holds."""
    for cue in anchored(_SEED, source.low, _SEED_STARTS):
        link = _SEED_LINK.match(source.low, cue.end())
        start = link.end() if link else cue.end() + 1
        found = _SEED_WORDS.match(source.low, start) or _SEED_WORDS.match(source.low, cue.end() + 1)
        if found and not _NOT_IN_SEEDS & set(re.findall(r"[a-z]+", found[0])):
            yield Span(found.start(), found.start() + len(found[0].rstrip()), "seed phrase")
