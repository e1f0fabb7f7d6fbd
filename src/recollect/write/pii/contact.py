"""Where somebody can be reached: e-mail, phone, IP and street addresses. Pure; every pattern is bounded.

Phone numbers are written in too many ways for one pattern: with a plus sign they give themselves away, in the common
groupings nearly so, and any other row of digits has to stand beside a word such as "phone" or "电话".
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from recollect.rules.late import late

_LETTER = r"A-Za-z\u00c0-\u024f\u0370-\u052f"
"""Of scripts that put a space between words: in the others a number or an address follows the word before it."""
RUN_CHARS_MAX = 40
PARTS_MAX = 12
_EMAIL = late(
    rf"(?<![{_LETTER}\d_.+'-])(?P<local>[{_LETTER}\d_+][{_LETTER}\d_.+'-]{{0,63}})@"
    rf"(?:[{_LETTER}\d][{_LETTER}\d-]{{0,62}}\.){{1,8}}[{_LETTER}]{{2,24}}(?![{_LETTER}\d_-]|\.[{_LETTER}\d])"
)
_MACHINE_LOCALS = frozenset({"git", "hg", "svn"})
"""`git@host:project` is an address of a repository."""

_DIGITS = late(
    rf"(?<![{_LETTER}\d_.,/#:=&?%$€£+-])[+＋]?[ ]?\(?\d[\d()./ \u00a0-]{{5,{RUN_CHARS_MAX}}}"
    rf"(?<=[\d)])(?![{_LETTER}\d_%°€$£]|[.,:/-]\d|-[{_LETTER}])"
)
"""A row of digits and what may stand between them; which part of it is a number is told by its parts."""
_PART = late(r"[^ \u00a0]+")
_NUMBER = late(r"\(?\d+(?:\)?[ \u00a0./-]{1,2}\(?\d+|\)\d+|\(\d+\)\d+)*\)?\Z")
_DIGIT = late(r"\d")
_NANP = late(
    r"(?:1[ .-])?(?:\([2-9]\d\d\)[ .-]?[2-9]\d\d[ .-]?\d{4}|[2-9]\d\d([.-])[2-9]\d\d\1\d{4}|"
    r"[2-9]\d\d [2-9]\d\d[ -]\d{4})\Z"
)
_TRUNK = late(r"\(?0[1-9]\d{0,3}\)?(?:[ \u00a0./-]{1,2}\d{2,8}){1,5}\Z")
_INTERNATIONAL = late(r"00[1-9]\d{0,2}(?:[ ./-]\d{2,8}){2,5}\Z")
_DATE = late(r"\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}")
_PHONE_CUE = late(
    r"(?:\b(?:phone|tel|telephone|mobile|cell|cellphone|whatsapp|sms|fax|landline|hotline|"
    r"(?:call|dial)(?: me| us| him| her| them)?(?: (?:at|on|under|back at))?|"
    r"(?:ring|text|reach)(?: me| us| him| her| them)(?: (?:at|on|under))?|"
    r"tel[eé]fono|m[oó]vil|celular|ll[aá]m[ae]me al?|telefon(?:nummer|o|e)?|handy(?:nummer)?|rufnummer|mobil|"
    r"t[eé]l[eé]phone|portable|appele[rz]?(?:-moi)?(?: au)?|telem[oó]vel|cellulare|telefoon|puhelin|numer telefonu)"
    r"|телефон|тел|номер|电话|电话号码|手机|手机号|電話番号?|携帯(?:番号)?|전화(?:번호)?|휴대폰|"
    r"(?:फ़ोन|फोन|मोबाइल)(?: नंबर)?|هاتف|جوال)"
    r"[\s.:#=（(*-]{0,3}(?:(?:number|no|nr|num[eé]ro|n[uú]mero|nummer|phone|is|are|es|ist|est|è|é|是|号码|は|को|है|to|at|"
    r"on|:|：)[\s.:=]{0,2}){0,3}\Z",
    re.IGNORECASE,
)
_CUE_CHARS = 48
_DIGITS_WITH_PLUS = range(9, 16)
_DIGITS_WITH_TRUNK = range(9, 12)
_DIGITS_WITH_CUE = range(7, 16)

_IP4 = late(r"(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)")
_IP6 = late(r"(?<![\w:.])[0-9A-Fa-f:]{6,39}(?![\w:.]\w)")
_IP6_GROUPS_MIN = 3
_VERSION = late(r"(?:\bv|version|release|build|firmware|driver|ver\.?|chrome|section|§)\s{0,2}\Z", re.IGNORECASE)
_NOBODYS = tuple(map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")))
"""Addresses inside a house or a company: they lead to nobody."""

_NAME = r"[A-ZÀ-ÖØ-Þ][\w'’.-]{0,30}"
_LINK = r"(?:(?:d[eoai]|del|della|delle|dei|degli|la|las|los|le|les|du|des|das|dos|of|the|y|e)\s+|[dl]['’]){0,3}"
_ADDRESSES = tuple(
    late(pattern)
    for pattern in (
        rf"\b\d{{1,5}}(?:-\d{{1,4}})?[A-Za-z]?\s+(?:[NSEW]\.?\s+)?(?:{_NAME}\s+|\d{{1,3}}(?:st|nd|rd|th)\s+){{1,4}}"
        r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Court|Ct|Place|Square|Terrace|Crescent|Close|"
        r"Highway|Hwy|Parkway|Pkwy)\b\.?(?:,?\s{0,2}(?:Apt|Apartment|Suite|Ste|Unit|Flat|#)\.?\s{0,2}\w{1,6}\b)?",
        r"\b[A-ZÄÖÜ][\w-]{2,40}(?:straße|strasse|str\.|allee|gasse|[ -](?:Straße|Strasse|Str\.|Allee|Gasse))\s+"
        r"\d{1,4}(?:\s?[a-z])?\b",
        r"\b[A-ZÄÖÜ][\w-]{2,30}weg\s+\d{1,4}(?:\s?[a-z])?(?=,\s*\d{5}\b)",
        r"\b\d{1,4}(?:\s?(?:bis|ter))?,?\s+(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Cc]hemin|[Ii]mpasse|[Qq]uai|[Aa]llée)\s+"
        rf"{_LINK}{_NAME}(?:[ -]{_LINK}{_NAME}){{0,3}}",
        r"\b(?:[Cc]alle|[Aa]venida|Avda\.?|[Pp]aseo|[Vv]ia|[Vv]iale|[Pp]iazza|[Cc]orso|[Rr]ua|[Tt]ravessa)\s+"
        rf"{_LINK}{_NAME}(?:\s+{_LINK}{_NAME}){{0,3}},?\s+(?:n\.?\s?[º°o]?\.?\s?)?\d{{1,4}}\b",
    )
)


def emails(text: str) -> Iterator[tuple[int, int]]:
    if "@" in text:
        for found in _EMAIL.finditer(text):
            if not (found["local"].lower() in _MACHINE_LOCALS and text[found.end() : found.end() + 1] in (":", "/")):
                yield found.span()


def phones(text: str) -> Iterator[tuple[int, int]]:
    if not _DIGIT.search(text):
        return
    for found in _DIGITS.finditer(text):
        parts = [part.span() for part in _PART.finditer(text, *found.span())][:PARTS_MAX]
        first, free = 0, True
        while first < len(parts):
            told = _PHONE_CUE.search(text[max(0, parts[first][0] - _CUE_CHARS) : parts[first][0]]) is not None
            for last in range(len(parts) - 1, first - 1, -1):
                start, end = parts[first][0], parts[last][1]
                if _is_phone(text[start:end], told=told, free=free):
                    yield start, end
                    first = last
                    break
            else:
                free = False
            first += 1


def _is_phone(number: str, *, told: bool, free: bool) -> bool:
    """`told`: what stands before says that it is one. `free`: no digits stand before it that it may belong to."""
    if len(number) < _DIGITS_WITH_CUE.start:
        return False
    plus = number[0] in "+＋"
    number = number[1:].lstrip() if plus else number
    digits = len(_DIGIT.findall(number))
    if digits < _DIGITS_WITH_CUE.start or not _NUMBER.match(number) or _DATE.search(number):
        return False
    if plus:
        return digits in _DIGITS_WITH_PLUS and number.lstrip("(")[0] != "0"
    if _NANP.match(number) is not None or not free:
        return _NANP.match(number) is not None
    if _INTERNATIONAL.match(number):
        return digits - len("00") in _DIGITS_WITH_PLUS
    if digits in _DIGITS_WITH_TRUNK and _TRUNK.match(number):
        return True
    return told and digits in _DIGITS_WITH_CUE


def ips(text: str) -> Iterator[tuple[int, int]]:
    if "." in text:
        for found in _IP4.finditer(text):
            version = _VERSION.search(text[max(0, found.start() - 12) : found.start()])
            if not version and _is_somebodys(found.group()):
                yield found.span()
    if text.count(":") > 1:
        for found in _IP6.finditer(text):
            address = found.group().rstrip(":") if not found.group().endswith("::") else found.group()
            groups = [group for group in address.split(":") if group]
            if len(groups) >= _IP6_GROUPS_MIN and _DIGIT.search(address) and _is_somebodys(address):
                yield found.start(), found.start() + len(address)


def _is_somebodys(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if ip.is_loopback or ip.is_unspecified or ip.is_link_local or ip.is_multicast or str(ip) == "255.255.255.255":
        return False
    return not any(ip in network for network in _NOBODYS if network.version == ip.version)


def addresses(text: str) -> Iterator[tuple[int, int]]:
    """Street and house number together: a street alone, or a town, is no address."""
    if not _DIGIT.search(text):
        return
    found = sorted(match.span() for pattern in _ADDRESSES for match in pattern.finditer(text))
    end = 0
    for start, stop in found:
        if start >= end:
            yield start, stop
            end = stop
