"""Short codes and phrases that open something: PINs, one-time codes, seed phrases of wallets.

Their values are plain digits or plain words, so the words around them decide. A postal PIN code stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from recollect.rules.late import late
from recollect.write.secrets.values import Source, Span, anchored, has_any
from recollect.write.secrets.words import AT_LEAST, PROSE_WORDS, UNIT_WORDS

CUES = ("pin", "nip", "otp", "2fa", "mfa", "code", "ódigo", "codigo", " tan", "zahl", "-time", "puk", "codic")
SEED_CUES = ("phrase", "mnemonic", "seed", "frase", "words")
NEAR_CHARS = 80

_IS = r"(?:is|was|are|used to be|(?:got |was |is )?(?:changed|set) to|ist|lautet|war|es|era|est|était|é|è|eh|foi)"
_FOR_WHAT = (
    r"(?:[ \t]+(?:for|to|of|on|de|del|di|della|da|do|per|para|pour|du|für|von|zum|zur)"
    r"(?:[ \t]+(?!is\b|es\b|ist\b|est\b|è\b|changed\b)[\w'’-]{1,20}){1,4}?)?"
)
_PIN = late(
    r"(?<![\w-])(?:pin|puk|nip|geheimzahl)(?P<postal>[ -]?code)?(?:[ -]?(?:number|nummer|no\.?|码))?"
    + _FOR_WHAT
    + rf"(?P<link>[ \t]*[:=：#]|[ \t]+{_IS}(?!\w)|是|は)?(?:[ \t]+(?:now|still|jetzt|ahora|"
    rf"adesso|just))?[ \t]*[\"'“]?(?P<s>\d{{4,8}})(?![\w%]|[.,-]\d|/)"
)
_PIN_NOUN = late(r"(?<![\w-])(?:pin|puk|nip|geheimzahl)")
_PIN_FIRST = late(
    r"(?<![\w.,:/-])(?P<s>\d{4,8})[ \t]+(?:is|as|was|ist|als|es|como|est|comme|é|è)[ \t]+(?:my|the|our|her|his|meine|"
    r"mi|mon|meu|il mio)[ \t]+(?:(?:new|old|card|bank|sim|atm|debit|credit|phone|iphone|voicemail)[ \t]+){0,2}\Z"
)
_PIN_LAST = late(r"(?:[ \t]number)?(?=\s*(?:\Z|[.,;!?\n)]|(?:for|on|and|now|but)\b))")
_PIN_CHANGED = late(
    rf"(?:[ -](?:code|number))?{_FOR_WHAT}"
    r"(?:[ \t]+(?:(?:has been|was|got|is)[ \t]+)?(?:now[ \t]+)?(?P<changed>changed|reset|updated|switched))?"
    r"(?:[ \t]+(?:now|today|yesterday|recently|again|heute|gestern|hoy|ayer|hier|ieri|ontem))?"
    r"(?:[ \t]+(?:from|von|de|da|du)[ \t]+(?P<old>\d{4,8}))?"
    r"[ \t]+(?:to|auf|a|à|para)[ \t]+(?P<s>\d{4,8})(?![\w%]|[.,:/-]\d)"
)
_CHANGING = late(
    r"(?:chang|reset|switch|updat|cambi|änder|modifi|mud|alter|troqu)\w{0,8}(?:[ \t]+[\w'’]{1,20}){0,4}[ \t]*\Z"
)
_CHANGED_AFTER = late(r"[ \t]+(?:um)?(?:geändert|gesetzt|gestellt)")
CHANGING_CHARS = 50
_POSTAL = late(
    r"address|postal|city|street|area|delivery|deliver|zip|district|state|road|nagar|bengaluru|mumbai|delhi|"
    r"pune|chennai|india"
)
_LIVED = late(
    r"(?<!\w)(?:liv(?:e|es|ed|ing)|resid(?:e|es|ed|ing)|located|settled)(?:[ \t](?:at|in|near|under))?[ \t]+\Z"
)
_POSTAL_PLACE = late(
    r"(?<!\w)(?:house|home|flat|apartment|area|city|town|village|office|colony)[ \t]+in[ \t]+(?:india|bengaluru|"
    r"bangalore|mumbai|delhi|pune|chennai|hyderabad|kolkata)"
)
_TO_ANOTHER = late(r"[ \t]to[ \t]\d")
_OWNED = late(r"(?<!\w)(?:my|our|your|her|his|card|bank|sim|debit|credit|voicemail)[ \t]+\Z")
""" "Switch pin 1200 to 1300": wires, unless somebody has it."""
OWNED_CHARS = 16
_PIN_ELSEWHERE = late(
    r"(?:पिन|暗証番号|pin码)[^\n\d。，]{0,8}?[\"'“「]?(?P<s>\d{4,8})(?!\d|[ \t]?(?:位|桁|文字|年|个))"
)
_ONE_TIME = late(
    r"(?<![\w-])(?:(?<!erlang[ /])otp|2fa|mfa|tan|(?:two[- ]factor|one[- ]time|verification|verify|"
    r"authenticat(?:ion|or)|auth|security|log-?in|sign-?in|sms|"
    r"access)[ -](?:pass)?(?:code|pin|password)|código de (?:verificación|seguridad|acceso|verificação|"
    r"segurança|acesso)|codice di (?:verifica|sicurezza|accesso)|"
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
    "codice di",
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
_YEAR = late(r"(?:19|20)\d\d\Z")
_UNIT = late(rf"[ \t]{{0,2}}({AT_LEAST}|[a-zà-ÿ]+)")


def find(source: Source) -> Iterator[Span]:
    """PINs, one-time codes, seed phrases."""
    low = source.low
    if has_any(low, ("pin", "puk", "nip", "zahl")):
        yield from _pins(source)
    for found in anchored(_ONE_TIME, low, _ONE_TIME_STARTS):
        if not _unit_follows(low, found.end("s")):
            yield Span(*found.span("s"), "code")
    if "code" in low or "código" in low or "otp" in low or "2fa" in low:
        yield from (Span(*found.span("s"), "code") for found in _ONE_TIME_FIRST.finditer(low))
    if "code" in low or "código" in low or "codigo" in low:
        for found in anchored(_PLAIN_CODE, low, ("code", "código", "codigo")):
            near = _NEAR.search(low, max(0, found.start() - NEAR_CHARS), found.end() + NEAR_CHARS)
            if near and not _unit_follows(low, found.end("s")):
                yield Span(*found.span("s"), "code")
    if not source.raw.isascii():
        yield from (Span(*found.span("s"), "pin") for found in _PIN_ELSEWHERE.finditer(low))
        yield from (Span(*found.span("s"), "code") for found in _ELSEWHERE.finditer(low))


def _pins(source: Source) -> Iterator[Span]:
    low = source.low
    for noun in anchored(_PIN_NOUN, low, ("pin", "puk", "nip", "geheimzahl")):
        start, end = noun.span()
        if found := _PIN.match(low, start):
            near = low[max(0, start - NEAR_CHARS) : found.end() + NEAR_CHARS]
            postal = len(found["s"]) == 6 and _is_postal(low, found, near)
            dated = found["link"] is None and (_YEAR.match(found["s"]) or _is_wire(low, found))
            if not postal and not dated and not _unit_follows(low, found.end("s")):
                yield Span(*found.span("s"), "pin")
        elif (found := _PIN_CHANGED.match(low, end)) and (
            found["changed"]
            or _CHANGING.search(low, max(0, start - CHANGING_CHARS), start)
            or _CHANGED_AFTER.match(low, found.end())
        ):
            yield from (Span(*found.span(part), "pin") for part in ("old", "s") if found[part])
        if _PIN_LAST.match(low, end) and (found := _PIN_FIRST.search(low, max(0, start - NEAR_CHARS), start)):
            yield Span(*found.span("s"), "pin")


def _is_postal(low: str, found: re.Match[str], near: str) -> bool:
    """Of six digits: told of a place rather than of a card."""
    if (found["postal"] or "pincode" in near) and _POSTAL.search(near):
        return True
    lived = found["postal"] and _LIVED.search(low, max(0, found.start() - NEAR_CHARS), found.start())
    return bool(lived or _POSTAL_PLACE.search(found[0]))


def _is_wire(low: str, found: re.Match[str]) -> bool:
    owned = _OWNED.search(low, max(0, found.start() - OWNED_CHARS), found.start())
    return owned is None and _TO_ANOTHER.match(low, found.end("s")) is not None


def _unit_follows(low: str, end: int) -> bool:
    unit = _UNIT.match(low, end)
    return unit is not None and (unit[1] in UNIT_WORDS or unit[1].startswith("or "))


def find_phrases(source: Source) -> Iterator[Span]:
    """Twelve to twenty-four short words after "seed phrase"; prose about one has words that no word list holds."""
    for cue in anchored(_SEED, source.low, _SEED_STARTS):
        link = _SEED_LINK.match(source.low, cue.end())
        start = link.end() if link else cue.end() + 1
        found = _SEED_WORDS.match(source.low, start) or _SEED_WORDS.match(source.low, cue.end() + 1)
        if found and not _NOT_IN_SEEDS & set(re.findall(r"[a-z]+", found[0])):
            yield Span(found.start(), found.start() + len(found[0].rstrip()), "seed phrase")
