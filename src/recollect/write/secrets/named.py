"""Values with a telling name: `DB_PASSWORD=…`, `"apiKey": "…"`, `Authorization: Bearer …`, `--token …`, "the key is …".

A name for a password may have almost any value; a name for a key or token needs one that looks random, because
"key" and "token" have so many other meanings (primary key, max_tokens, "the key is patience"). Values that do not
stand beside their name are found by `apart`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from recollect.rules.late import late
from recollect.write.secrets import apart
from recollect.write.secrets.values import (
    LOOK_CHARS_MAX,
    Source,
    Span,
    Value,
    anchored,
    is_identifier,
    is_mixed,
    is_password,
    is_random,
    is_scrambled,
    value_at,
)

_PASSWORD = (
    r"passw(?:or)?d|passwort|passphrase|passcode|kennwort|contrase[ñn]a|senha|pwd|(?<![a-z])(?:pass|pw|mdp)(?![a-z])"
)
_ROOT = late(rf"(?P<password>{_PASSWORD})|(?P<other>secret|token|key|credential|密钥|令牌|密鑰|キー|トークン)")
_NAME_REST = r"(?P<rest>[\w-]{0,40})\\{0,7}[\"'\]]{0,2}"
_SIGN = late(rf"{_NAME_REST}(?P<sign>[ \t]{{0,4}}(?::=|=>|={{1,3}}|->|→|＝|[:：](?!//))[ \t]{{0,4}})")
_VERB = late(
    rf"{_NAME_REST}(?:[ \t](?:for|to|of|on|from|de|del|für|pour|para)(?:[ \t][\w.'-]{{1,30}}){{1,4}}?)?"
    r"(?:[ \t]{1,2}(?:is|was|ist|lautet|es|est|é)[ \t]{1,2}(?:now |still )?:?|是|为|は)"
)
_BESIDE = late(r"(?P<rest>)[ \t]{1,3}")
_FLAG = late(r"(?P<rest>[\w-]{0,30})[ \t]{1,3}(?!-)")
_BEFORE = late(r"[\w .-]{0,24}\Z")
_QUALIFIED = late(
    r"(?:api|access|private|secret|auth|authentication|encryption|signing|master|service|admin|account|client|app|"
    r"session|webhook|shared|ssh|deploy|bearer|bot|refresh|csrf|id|user|oauth|personal|license|licence|product|"
    r"activation|recovery|storage|aws|openai|stripe|github|x|wallet|连接)[ _.-]?\Z"
)
_OTHER_KEYS = late(
    r"(?:cache|sort|primary|foreign|partition|public|host|row|lookup|dict|object|bucket|index|unique|group|hot|short|"
    r"arrow|shift|function|fn|idempotency|composite|natural|surrogate|major|minor|i18n|translation|map|item|field|"
    r"config|registry|turn|low|hoc|don|mon|jockey|tur|whis|whiskey)[ _.-]?\Z"
)
_LONGER_WORD = late(r"s[a-z]")
_ENVIRONMENT_NAME = late(r"[A-Z][A-Z0-9_]*\Z")
_SCHEME = r"(?:bearer|basic|token|apikey|digest|negotiate)\s{1,3}"
_HEADER = late(
    rf"(?:proxy-)?authorization\\{{0,7}}[\"']?(?:\s{{0,3}}[:=]|\s{{0,3}},(?=\s{{0,3}}[\"'`])|"
    rf"(?=\s{{1,3}}[\"']{_SCHEME}))\s{{0,3}}\\{{0,7}}[\"'`]?(?:{_SCHEME})?"
)
_BEARER = late(r"(?<!\w)bearer\s{1,3}(?=[\w.~+/=-]{12})")
_COOKIE = late(r"(?:session_?id|phpsessid|jsessionid|connect\.sid|sessid|csrftoken|xsrf-token)=(?=[\w%.-]{12})")
UNTIED_CHARS_MIN = 20
"""Apart from its value a mere "token" or "secret" tells little: words of a text, steps and shortcuts have one, too."""
_ABOUT_PASSWORDS = ("-manager", "_hash", "_reset", "_policy", "_field", "_length", "_min", "_max", "less")
_TICKET = late(
    r"(?<![a-z])(?:ski|boarding|bus|train|rail|day|week|season|lift|mountain|hall|parking|press|backstage|visitor|travel|"
    r"metro|transit|annual|monthly|museum|city|summer|winter)[ -]pass\Z"
)
_NUMBERED = late(r"[_-]?\d{0,4}\Z")
_NAME_REST_ONLY = late(r"[\w-]{0,40}")
_QUERY_END = late(r"&[\w.-]{1,40}=")
STARTS = (
    "pass",
    "kennwort",
    "contrase",
    "senha",
    "pw",
    "mdp",
    "secret",
    "token",
    "key",
    "credential",
    "密钥",
    "令牌",
    "密鑰",
    "キー",
    "トークン",
)
CUES = ("pass", "kennwort", "contrase", "senha", "pw", "mdp", "secret", "credential", "auth", "bearer", "identified")
CUES_WITH_DIGITS = ("token", "key", "sess", "sid=")


def find(source: Source) -> Iterator[Span]:
    """Every value whose name says that it is a secret."""
    yield from _headers(source)
    last = Span(0, 0, "")
    names: list[int] = []
    for root in anchored(_ROOT, source.low, STARTS):
        names.append(root.start())
        if last.start <= root.start() < last.end:
            continue
        span = _password(source, root.end()) if root["password"] else _keyed(source, root)
        span = span or _flag(source, root) or _apart(source, root)
        if span:
            yield span
            last = span
    for value in apart.statements(source):
        if is_password(source, value, sure=True):
            yield Span(value.start, value.end, "password")
    for root, value in apart.columns(source, sorted(names), _ROOT):
        if _is_told_apart(source, root, value):
            yield Span(value.start, value.end, _kind_of(source, root))


def _headers(source: Source) -> Iterator[Span]:
    if "auth" in source.low:
        for found in anchored(_HEADER, source.low, ("authorization", "proxy-authorization")):
            value = value_at(source, found.end())
            if value and _is_credential(source.raw[value.start : value.end]):
                yield Span(value.start, value.end, "token")
    if "bearer" in source.low:
        for found in anchored(_BEARER, source.low, ("bearer",)):
            value = value_at(source, found.end())
            if value and is_random(source.raw[value.start : value.end], least=12):
                yield Span(value.start, value.end, "token")
    if "sess" in source.low or "sid=" in source.low or "token=" in source.low:
        for found in anchored(
            _COOKIE, source.low, ("sess", "phpsess", "jsess", "connect.sid", "csrftoken", "xsrf-token")
        ):
            value = value_at(source, found.end())
            if value:
                yield Span(value.start, value.end, "token")


def _is_credential(word: str) -> bool:
    """What a header carries: random, or long letters in both cases (Base64)."""
    if is_random(word, least=8):
        return True
    return len(word) >= 16 and word.rstrip("=").isalnum() and not word.islower() and not word[1:].islower()


def _password(source: Source, end: int) -> Span | None:
    sign = _SIGN.match(source.low, end)
    if not sign or sign["rest"].startswith(_ABOUT_PASSWORDS):
        return None
    value = value_at(source, sign.end())
    if value is None:
        return None
    if _TICKET.search(source.low, max(0, end - 24), end):
        return None
    tight = sign["sign"].strip() not in (":", "：", "->", "→") or sign["rest"] != ""
    if not is_password(source, value, sure=tight):
        return None
    return _span(source, value, "password")


def _keyed(source: Source, root: re.Match[str]) -> Span | None:
    """A key, token or secret: by name and sign, by name and verb, or right beside a name that leaves no doubt."""
    before = _BEFORE.search(source.low, max(0, root.start() - 24), root.start())
    left = before[0] if before else ""
    if root["other"] == "key" and _OTHER_KEYS.search(left):
        return None
    qualified = _QUALIFIED.search(left) is not None
    for link, least in ((_SIGN, 8), (_VERB, 10), (_BESIDE, 12)):
        found = link.match(source.low, root.end())
        if not found or _LONGER_WORD.match(found["rest"]) or (link is _BESIDE and not qualified):
            continue
        value = value_at(source, found.end())
        if value and _is_key(source, root, value, qualified=qualified, least=least):
            return _span(source, value, _kind(root["other"], left))
    return None


def _apart(source: Source, root: re.Match[str]) -> Span | None:
    """The value of a name that stands apart from it: in markup, in an entry of its own, in a call."""
    value = apart.value_of(source, root.start(), root.end())
    if value is None or not _is_told_apart(source, root, value):
        return None
    return Span(value.start, value.end, _kind_of(source, root))


def _is_told_apart(source: Source, root: re.Match[str], value: Value) -> bool:
    """As beside its name, and no plain word either: a table of translations has a password, too."""
    word = source.raw[value.start : value.end].split("\n", 1)[0].rstrip()
    if any(map(str.isspace, word[:LOOK_CHARS_MAX])):
        return False
    value = Value(value.start, value.start + len(word), value.quoted)
    if not root["password"]:
        left = source.low[max(0, root.start() - 24) : root.start()]
        if root["other"] == "key" and _OTHER_KEYS.search(left):
            return False
        qualified = _QUALIFIED.search(left) is not None
        if "_" not in _name(source, root) and not qualified and not _is_shouted(source, root):
            return root["other"] != "key" and is_random(word, least=UNTIED_CHARS_MIN)
        return is_mixed(word) and _is_key(source, root, value, qualified=qualified, least=8)
    following = _NAME_REST_ONLY.match(source.low, root.end())
    rest = following[0] if following else ""
    shouted = _is_shouted(source, root)
    if not _NUMBERED.match(rest) and (not shouted or rest.startswith(_ABOUT_PASSWORDS)):
        return False
    return is_password(source, value, sure=True) and (shouted or is_mixed(word) or word.isdigit())


def _is_key(source: Source, root: re.Match[str], value: Value, *, qualified: bool, least: int) -> bool:
    word = source.raw[value.start : value.end]
    tied = "_" in _name(source, root) or qualified or _is_shouted(source, root)
    if root["other"] in ("secret", "credential") and tied and least == 8:
        return len(word) >= 6 and is_password(source, value, sure=True)
    if root["other"] == "key" and not tied and is_identifier(word):
        return False
    return is_random(word, least=least if tied else max(least, 10)) or (tied and is_scrambled(word))


def _name(source: Source, root: re.Match[str]) -> str:
    """The name up to the end of what tells that it is a secret's."""
    start = root.start()
    while start > 0 and root.start() - start < 40 and source.raw[start - 1] in _NAME_CHARS:
        start -= 1
    return source.raw[start : root.end()]


def _is_shouted(source: Source, root: re.Match[str]) -> bool:
    return _ENVIRONMENT_NAME.match(_name(source, root)) is not None


_NAME_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_abcdefghijklmnopqrstuvwxyz")


def _flag(source: Source, root: re.Match[str]) -> Span | None:
    """`--password hunter2`, `--api-key …`."""
    opening = source.low.rfind(" --", max(0, root.start() - 24), root.start())
    if opening < 0 or " " in source.low[opening + 1 : root.start()]:
        return None
    found = _FLAG.match(source.low, root.end())
    value = value_at(source, found.end()) if found else None
    if value is None or not is_password(source, value, sure=True):
        return None
    return _span(source, value, "password" if root["password"] else "token")


def _kind_of(source: Source, root: re.Match[str]) -> str:
    if root["password"]:
        return "password"
    return _kind(root["other"], source.low[max(0, root.start() - 24) : root.start()])


def _kind(root: str, left: str) -> str:
    if root in ("token", "令牌", "トークン"):
        return "token"
    if root in ("secret", "credential"):
        return "secret"
    return "private key" if re.search(r"private[ _-]?\Z", left) else "api key"


def _span(source: Source, value: Value, kind: str) -> Span:
    """The value; in a web address it ends where the next parameter starts."""
    cut = _QUERY_END.search(source.raw, value.start, value.end)
    return Span(value.start, cut.start() if cut and cut.start() > value.start else value.end, kind)
