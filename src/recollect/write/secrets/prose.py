"""Passwords told in words, in nine languages: "the wifi password is …", "mein Passwort lautet …", "密码是…".

A name for a password, perhaps what it is for, a linking word, and a value that looks like one (`values.is_password`).
Compounds ("the password manager", "password reset") are something else. A login told beside a password goes with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from recollect.rules.late import late
from recollect.write.secrets import changes
from recollect.write.secrets.values import (
    Source,
    Span,
    Value,
    anchored,
    closed,
    has_strength,
    is_mixed,
    is_password,
    stands_out,
    value_at,
)
from recollect.write.secrets.words import COMPOUNDS, PROSE_WORDS, STATE_WORDS

STARTS = ("pass", "pw", "kennwort", "zugangscode", "contrase", "clave", "mot de passe", "mdp", "senha", "palavra-passe")
CUES = ("pass", "pw", "kennwort", "contrase", "clave", "mdp", "senha", "login", "cred", "zugangs")
LOGIN_CUES = ("login", "log-in", "user", "usu", "nutzer", "identif", "账号", "用户", "ユーザー")
LOGIN_REACH = 80
BEFORE_CHARS_MAX = 120
CHANGING_CHARS = 50
PLACED_CHARS = 12

_NOUN = late(
    r"(?<![\w-])(?:passwords?|passwd|pass[ -]?(?:code|phrase|word)|pwd?|(?<=wifi )pass|(?<=wi-fi )pass|"
    r"(?<=wlan )pass|(?<=my )pass|"
    r"passwort|kennwort|zugangscode|contraseñas?|contrasena|(?<=mi )clave|clave (?:del? )?(?:wi-?fi|acceso|"
    r"secreta|red|banco|correo)|"
    r"mot de passe|mdp|senhas?|palavra-passe)(?![\w-])" + rf"(?!(?:[ -]|'s ){COMPOUNDS}(?!\w))"
)
_FOR_WHAT = (
    r"(?:[ \t]+(?:for|to|of|on|at|in|de|del|di|della|per|da|do|das|dos|para|pour|du|des|für|fürs|von|vom|zum|zur|im|am)"
    r"(?:[ \t]+(?!(?:and|but|or|is|was|that|which|because|es|ist|est|é|è)\b)[\w.@'’-]{1,30}){1,5}?)?"
)
_ADVERBS = (
    r"(?:[ \t]+(?:now|still|actually|currently|just|literally|simply|probably|also|again|always|ahora|jetzt|noch|"
    r"maintenant|agora|adesso|sempre|siempre|toujours|immer|like|basically|und zwar|either|previously|formerly|"
    r"originally|früher|vorher|antes|avant|prima)){0,3}"
)
_LINK = late(
    _FOR_WHAT
    + r"(?:[ \t]+(?:nuev[ao]|actual|nov[ao]|atual|actuel|nouveau|temporal|provisoire|provisional|antigu?[ao]))?"
    + r"(?:[ \t]+(?:you|i|we|they|he|she|that)(?:[ \t]+[\w'’]{1,20}){1,4}?(?=[ \t]?[:=]))?"
    + rf"(?:[ \t]+(?!{COMPOUNDS}(?!\w))[\w-]{{2,20}}(?=[ \t]?[:=]))?"
    + _ADVERBS
    + r"(?:[ \t]+[(][^()\n]{1,40}[)])?(?:[ \t]*(?:->|→|—|–|=|[:：](?!//))|['’]s(?!\w)|"
    r"[ \t]+(?:is|was|are|used to be|"
    r"(?:will|would|should|has to|must) be|ist|lautet|heißt|war|wird|es|era|est|était|c['’](?:est|était)|é|è|eh|fue|"
    r"foi|será|sera)(?!\w))" + _ADVERBS + r"[ \t]*[:,]?[ \t]*\n?"
)
_CHANGED = late(
    r"(?:[ \t]+[\w.'’-]{1,20}){0,4}?(?:[ \t]+(?:from|von|de|da|du)[ \t]+\S{1,64})?"
    r"[ \t]+(?:to|into|as|a|por|auf|zu|in|en|à|para)[ \t]+(?:be[ \t]+)?"
)
_LOOSELY = late(
    _FOR_WHAT + r"(?:[ \t]?,[ \t][^,.!?\n]{1,30},)?(?:[ \t]-{1,2}|[ \t]+(?:"
    r"(?:(?:is|was|got|has been|had been) )?(?:now )?(?:changed|set|reset|switched|updated) (?:from \S{1,64} )?to|"
    r"were|(?:has|had) been|is going to be|should (?:now |just )?be|(?:to use|you need) is|"
    r"(?:is|was)(?:n['’]t| not| no longer)|(?:ist|war) (?:nicht mehr|nicht)|ya no es|n['’]est plus)(?!\w))"
    r"[ \t]*:?[ \t]+"
)
"""Links that other sentences about a password have, too: what follows has to look like nothing else."""
_CHANGING = late(
    r"(?:chang|set|reset|updat|mak|switch|cambi|modific|änder|geänd|setz|stell|chang|mis|modifi|mud|alter|"
    r"troqu)\w{0,8}(?:[ \t]+[\w'’]{1,20}){0,4}[ \t]*\Z"
)
_CHANGED_AFTER = late(r"[!?\"'”]{0,2}[ \t]+(?:um)?(?:geändert|gesetzt|gestellt)")
_MANY = frozenset(("passwords", "contraseñas", "senhas"))
_YEAR = late(r"(?:19|20)\d\d(?!\w)")
_TOLD_BEFORE = late(
    r"(?<!\S)[\"'“‘]?(?P<s>[^\s\"'“”‘’]{4,64})[\"'”’]?[ \t]+(?:is|as|was|ist|als|es|como|est|comme|é|è|come|"
    r"(?P<for>for|für))[ \t]+(?:my|the|our|your|her|his|a|an|mi|la|tu|mein|das|als|mon|le|minha|meu|sua)[ \t]+"
    r"(?:[\w'’-]{1,20}[ \t]+){0,3}\Z"
)
_PRODUCT = late(r"[A-Za-z]*[a-z][A-Z][A-Za-z]*\d{1,3}\Z")
""" "KeePass2", "iPhone15", "Notebook7": what one uses for passwords, or writes them in."""
_PLACED = late(r"(?<!\w)(?:in|on|an?|into|onto|auf|im|am|eine?n?)[ \t]+[\"'“‘]?\Z")
_TELLS = late(r"expires?\d")
""" "was set to expire2024"."""
_BESIDE = late(r"[ \t]{1,3}(?=\S)")
_HAN = late(
    r"(?:密码|密碼|口令|パスワード|パスコード|パスフレーズ|暗証番号|合言葉)[^\n，。,.;；!！?？、\x21-\x7e]{0,10}?"
    r"(?:(?P<old>从|從)|是|为|為|改成|改为|改為|设为|设成|設成|は|が|を|[:：=＝])(?:以前は?|前は|昔は?|今は|現在は?|曾经是?)?"
    r"[ \t　]{0,3}[\"'“‘「『]?(?P<s>[\x21-\x7e]{3,64})"
)
_HAN_AFTER = late(r"[ \t　]{0,2}(?:位|个字|個|文字|桁|年|字符|字元|つ|回|次|件|天|月)")
_HAN_CHANGED = late(r"[\"'”’」』]?[ \t　]*[改换換变變更]")
_HAN_CLOSED = late(r"[\"'”’」』]?[ \t　]*(?:\Z|\n|[，。,.;；!！?？、]|です|だ|で、|に変|に設|です|吧|哦|呢|了|的|，)")
_HINDI = late(
    r"(?:पासवर्ड|पास्वर्ड|कूटशब्द)(?:[ \t]+(?:है|हैं|था|अब|यह|वह|का|के|"
    r"लिए)){0,4}[ \t]*[:=-]?[ \t]*[\"'“‘]?(?P<s>[\x21-\x7e]{4,64})"
)
_HINDI_AFTER = late(r"[\"'”’]?[ \t]*(?:है|हैं|रख|\Z|।|[.\n])")
_LOGIN = late(
    r"(?<![\w-])(?:log-?in|user ?name|user ?id|user(?=[ \t]+\S{2,64}[ \t]+(?:and[ \t]+)?(?:password|pass|pw)\b)|"
    r"usuario|benutzername|nutzername|identifiant|usuário|账号|用户名|"
    r"ユーザー名|यूज़रनेम)(?:[ \t]name)?"
    r"(?:[ \t]*[:=：][ \t]*|[ \t]+(?:is|es|ist|lautet|est|é)[ \t]+|是|は|"
    r"(?P<beside>[ \t]+))(?P<s>\w[\w.@+-]{1,63})(?![\[(\w])"
)
_PAIR = late(
    r"(?<![\w-])(?:creds?|credentials?|log-?ins?|user/pass(?:word)?|zugangsdaten|credenciales|identifiants|"
    r"credenciais)(?!\w)"
    r"(?:[ \t]+(?:for|to|für|pour|para|de)(?:[ \t]+[\w.'-]{1,30}){1,3}?)?[ \t]*(?:is|are|:|=|sind|son|sont|"
    r"são)?[ \t]*"
    r"(?P<s>(?P<user>[\w.@+-]{2,64})(?:[ \t]?[/|][ \t]?|:|[ \t]:[ \t])(?P<pass>[^\s/][^\s]{2,63}))"
)


def find(source: Source) -> list[Span]:
    """Passwords that a sentence tells, and logins beside them."""
    spans = [*_latin(source), *_pairs(source)]
    if not source.raw.isascii():
        spans += [*_han(source), *_hindi(source)]
    return spans


def _latin(source: Source) -> Iterator[Span]:
    last = Span(0, 0, "")
    for noun in anchored(_NOUN, source.low, STARTS):
        if last.start <= noun.start() < last.end:
            continue
        if value := _told(source, noun):
            last = Span(value.start, value.end, "password")
            yield last


def _told(source: Source, noun: re.Match[str]) -> Value | None:
    link = _LINK.match(source.low, noun.end())
    value = value_at(source, link.end()) if link else None
    if value and is_password(source, value):
        return value
    if "phrase" in noun[0] and link and (phrase := _words(source, link.end())):
        return phrase
    changing = _CHANGING.search(source.low, max(0, noun.start() - CHANGING_CHARS), noun.start()) is not None
    if value := _changed(source, noun, changing=changing):
        return value
    loosely = _LOOSELY.match(source.low, noun.end())
    value = value_at(source, loosely.end()) if loosely else None
    if value and _TELLS.match(source.low, value.start):
        return None
    if value and stands_out(source, value) and is_password(source, value):
        return value
    if value := _told_before(source, noun):
        return value
    beside = _BESIDE.match(source.low, noun.end())
    value = value_at(source, beside.end()) if beside else None
    if value and is_password(source, value) and (value.quoted or stands_out(source, value)):
        return value
    return changes.referred(source, noun.end(), changing=changing)


def _changed(source: Source, noun: re.Match[str], *, changing: bool) -> Value | None:
    """ "I changed my password to …". One moves "passwords" to another program."""
    changed = _CHANGED.match(source.low, noun.end())
    value = value_at(source, changed.end()) if changed else None
    if value is None or not is_password(source, value) or _YEAR.match(source.low, value.start):
        return None
    if _TELLS.match(source.low, value.start):
        return None
    if noun[0] in _MANY and not is_mixed(source.raw[value.start : value.end]):
        return None
    return value if changing or _CHANGED_AFTER.match(source.low, value.end) else None


def _told_before(source: Source, noun: re.Match[str]) -> Value | None:
    """ "hunter2 is my password", "I use hunter2 as the password", "… for my password"."""
    found = _TOLD_BEFORE.search(source.low, max(0, noun.start() - BEFORE_CHARS_MAX), noun.start())
    value = Value(*found.span("s"), False) if found else None
    if not found or not value or (found["for"] and (noun[0] in _MANY or not closed(source, noun.end()))):
        return None
    if found["for"] and (
        _PRODUCT.match(source.raw, value.start, value.end)
        or _PLACED.search(source.low, max(0, value.start - PLACED_CHARS), value.start)
    ):
        return None
    return value if stands_out(source, value) and is_password(source, value) else None


_PHRASE = late(r"[a-z]{3,12}(?:[ -][a-z]{3,12}){3,9}(?=\s*(?:\Z|[.,;!?\n]))")


def _words(source: Source, position: int) -> Value | None:
    """Four or more plain words up to the end of the clause, none of which a sentence about it would use."""
    found = _PHRASE.match(source.low, position)
    if not found or PROSE_WORDS & set(re.split(r"[ -]", found[0])):
        return None
    return Value(found.start(), found.end(), False)


def _han(source: Source) -> Iterator[Span]:
    for found in anchored(_HAN, source.low, ("密", "口令", "パス", "暗証", "合言葉")):
        start, end = found.span("s")
        end = start + len(source.raw[start:end].rstrip(".,;:)\"'!?"))
        word = source.low[start:end]
        if len(word) < 3 or _HAN_AFTER.match(source.low, end) or word.startswith("[secret:"):
            continue
        if found["old"] and not _HAN_CHANGED.match(source.low, end):
            continue
        strong = any(char.isdigit() for char in word) and len(word) >= 4
        if strong or (word not in STATE_WORDS and _HAN_CLOSED.match(source.low, end)):
            yield Span(start, end, "password")


def _hindi(source: Source) -> Iterator[Span]:
    for found in anchored(_HINDI, source.low, ("पास", "कूट")):
        start, end = found.span("s")
        end = start + len(source.raw[start:end].rstrip(".,;:)\"'?"))
        word = source.low[start:end]
        if word.startswith("[secret:") or word in STATE_WORDS or len(word) < 4:
            continue
        if any(char.isdigit() for char in word) or _HINDI_AFTER.match(source.low, end):
            yield Span(start, end, "password")


def _pairs(source: Source) -> Iterator[Span]:
    """ "creds: admin / hunter2"."""
    if (
        "login" not in source.low
        and "cred" not in source.low
        and "user/" not in source.low
        and "ident" not in source.low
    ):
        return
    for found in anchored(_PAIR, source.low, ("cred", "log", "user/", "zugangsdaten", "identifiants")):
        start, end = found.span("pass")
        word = source.raw[start:end].rstrip(".,;:)")
        if (
            found["user"] not in STATE_WORDS
            and not found["user"].isdigit()
            and (has_strength(word) or found["user"] == word.lower())
        ):
            yield Span(found.start("s"), start + len(word), "login")


def logins(source: Source, passwords: Iterable[Span]) -> Iterator[Span]:
    """The login that stands in the same breath as a password: alone it is a name, with it a way in."""
    for password in passwords:
        start, end = max(0, password.start - LOGIN_REACH), min(len(source.low), password.end + LOGIN_REACH)
        for found in _LOGIN.finditer(source.low, start, end):
            word = found["s"].rstrip(".-")
            if word in STATE_WORDS or (found["beside"] and found[0].startswith("log") and word.isalpha()):
                continue
            if "\n\n" in source.low[min(found.end(), password.end) : max(found.start(), password.start)]:
                continue
            yield Span(found.start("s"), found.start("s") + len(word), "login")
