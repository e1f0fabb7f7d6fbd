"""Numbers that stand for a person: IBANs, national ids, dates of birth. Pure.

Most of them carry check digits, which is what makes them safe to look for in ordinary text; those that do not are
looked for beside their name only. A date of birth is a date that is called one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from recollect.rules.late import late

_IBAN_START = late(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9])")
_IBAN_CHARS = {
    text[:2]: int(text[2:])
    for text in (
        "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 "
        "FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IS26 IT27 JO30 KW30 KZ20 LB28 LI21 LT20 LU20 LV21 "
        "MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SE24 SI19 SK24 SM27 TN24 "
        "TR26 UA29 VA22 XK20"
    ).split()
}
"""Country -> how long its IBANs are."""

_SSN = late(r"(?<![\w-])(?!000|666|9\d\d)\d{3}([- ])(?!00)\d\d\1(?!0000)\d{4}(?![\w-])")
_NINO = late(r"\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]\b")
_CODICE_FISCALE = late(r"\b[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]\b")
_CPF = late(r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d\d(?![\w-])")
_CHINESE = late(
    r"(?<![\dA-Za-z])[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\dA-Za-z])"
)
_SPANISH = late(r"\b(?:[XYZ]-?\d{7}|\d{8})-?[A-HJ-NP-TV-Z]\b")
_FRENCH = late(r"(?<![\w-])[12] ?\d\d ?(?:0[1-9]|1[0-2]) ?(?:\d\d|2[AB]) ?\d{3} ?\d{3} ?\d\d(?![\w-])")
_SPANISH_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_CHINESE_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_LABELLED = late(
    r"(?:\b(?:ssn|social security(?: number| no)?|national id(?:entity)?(?: card)?(?: number| no)?|"
    r"id card(?: number| no)|"
    r"national insurance(?: number| no)?|passport(?: number| no)?|driver'?s licen[cs]e(?: number| no)?|"
    r"tax id(?: number)?|tin|aadhaar(?: number)?|pan(?: card)?(?: number)|bsn|pesel|curp|cpf|dni|nie|"
    r"personalausweis(?:nummer)?|reisepass(?:nummer)?|steuer-?id|sozialversicherungsnummer|"
    r"num[eé]ro de s[eé]curit[eé] sociale|passeport|pasaporte|passaporto|codice fiscale)\b"
    r"|身份证号?码?|护照号?码?|マイナンバー|パスポート番号|주민등록번호|आधार(?: नंबर)?|паспорт|снилс)"
    r"[\s:#=.：]{0,3}(?:(?:(?:number|no|nr|is|ist|es|est|è|é)\b|[是は])[\s:.#=]{0,2}){0,2}"
    r"(?P<value>[A-Za-z]{0,3}[ -]?\d[\w]{1,17}(?:[ .-][A-Za-z0-9]{1,12}){0,4})",
    re.IGNORECASE,
)
_DIGIT = late(r"\d")
_LABELLED_DIGITS_MIN = 6

_MONTH = r"[^\W\d_]{3,12}\.?"
_DATE = (
    r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}(?:st|nd|rd|th|er|\.)?\s+(?:de\s+|of\s+)?"
    rf"{_MONTH},?\s+(?:de\s+)?\d{{4}}|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|"
    r"\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]?)"
)
_BIRTH_DATE = late(
    r"(?:\b(?:date of birth|birth ?date|d\.?o\.?b\.?|born(?: on(?: the)?)?|geboren(?: am)?|geburtsdatum|geb\.|"
    r"n[eé]e? le|date de naissance|fecha de nacimiento|nac[ií](?: el)?|nacid[oa] el|data di nascita|nat[oa] il|"
    r"data de nascimento|nasci(?:do|da)? (?:em|a)|geboortedatum|data urodzenia|дата рождения)"
    r"|出生日期|生日期|生年月日|생년월일|जन्म ?तिथि)"
    rf"[\s:=：-]{{0,4}}(?:(?:(?:is|was|ist|es|est|è|é)\b|[是は])\s{{0,2}})?(?P<date>{_DATE})",
    re.IGNORECASE,
)


def ibans(text: str) -> Iterator[tuple[int, int]]:
    """By country, length and check digits: what passes all three by chance is one text in millions."""
    end = 0
    for found in _IBAN_START.finditer(text):
        chars = _IBAN_CHARS.get(found.group()[:2].upper())
        if chars is None or found.start() < end:
            continue
        code, place = "", found.start()
        while place < len(text) and len(code) < chars:
            if text[place].isascii() and text[place].isalnum():
                code += text[place].upper()
            elif text[place] not in " -" or text[place - 1] in " -":
                break
            place += 1
        whole = len(code) == chars and not text[place : place + 1].isalnum()
        if whole and int("".join(str(int(char, 36)) for char in code[4:] + code[:4])) % 97 == 1:
            end = place
            yield found.start(), end


def national_ids(text: str) -> Iterator[tuple[int, int]]:
    if not _DIGIT.search(text):
        return
    spans = [match.span() for pattern in (_SSN, _NINO, _CODICE_FISCALE) for match in pattern.finditer(text)]
    spans += [match.span() for match in _CPF.finditer(text) if _is_cpf(match.group())]
    spans += [match.span() for match in _CHINESE.finditer(text) if _is_chinese(match.group())]
    spans += [match.span() for match in _SPANISH.finditer(text) if _is_spanish(match.group())]
    spans += [match.span() for match in _FRENCH.finditer(text) if _is_french(match.group())]
    for match in _LABELLED.finditer(text):
        if len(_DIGIT.findall(match["value"])) >= _LABELLED_DIGITS_MIN:
            spans.append(_numeric(match))
    end = 0
    for start, stop in sorted(spans):
        if start >= end:
            yield start, stop
            end = stop


def _numeric(match: re.Match[str]) -> tuple[int, int]:
    """The labelled value up to its last part that has a digit: what follows are words."""
    start, value = match.start("value"), match["value"]
    last = max(place for place, char in enumerate(value) if char.isdigit()) + 1
    while last < len(value) and value[last].isalnum():
        last += 1
    return start, start + last


def birth_dates(text: str) -> Iterator[tuple[int, int]]:
    if _DIGIT.search(text):
        for found in _BIRTH_DATE.finditer(text):
            yield found.span("date")


def _is_cpf(text: str) -> bool:
    """Two check digits: weights 10..2 and 11..2, modulo 11."""
    digits = [int(char) for char in text if char.isdigit()]
    if len(set(digits)) == 1:
        return False
    for count in (9, 10):
        total = sum(digit * weight for digit, weight in zip(digits[:count], range(count + 1, 1, -1), strict=True))
        if total * 10 % 11 % 10 != digits[count]:
            return False
    return True


def _is_chinese(text: str) -> bool:
    """ISO 7064 MOD 11-2 over the first 17 digits."""
    total = sum(int(digit) * weight for digit, weight in zip(text[:17], _CHINESE_WEIGHTS, strict=True))
    return "10X98765432"[total % 11] == text[17].upper()


def _is_spanish(text: str) -> bool:
    """The letter is the number modulo 23."""
    code = text.replace("-", "")
    number = int(code[:-1].translate(str.maketrans("XYZ", "012")))
    return _SPANISH_LETTERS[number % 23] == code[-1]


def _is_french(text: str) -> bool:
    """The last two digits are 97 less the rest of the others; Corsica's 2A and 2B count as 19 and 18."""
    code = text.replace(" ", "").replace("2A", "19").replace("2B", "18")
    return len(code) == 15 and 97 - int(code[:13]) % 97 == int(code[13:])
