"""What in a turn is not the speaker's own statement: code, logs, configuration, quotations, pasted texts, secrets,
emoticons.

`mask` keeps the length of the text, so that every later position is a position in the turn: a hidden character becomes
a space, and a quotation becomes a run of `QUOTED`, so that a clause can see that something was quoted there.
Everything is scanned once, line by line or sign by sign; no pattern here can look at a character more than a few times.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.write.extract import announced, letters, pasted, voices
from recollect.write.extract.code import CODE_SIGNS, code_from, hidden_lines, is_code
from recollect.write.extract.emoticons import without_emoticons
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Iterable

QUOTED: Final = "\ufffc"
"""Stands for each character of a quotation."""
SECRET: Final = "\ufffd"
"""Stands for each character of something secret."""
QUOTE_CHARS_MAX: Final = 2_000
"""A quotation mark that is not closed within this many characters opens nothing."""
_TITLE_WORDS_MAX: Final = 8

_SAME: Final = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "＇": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "＂": '"',
        "‚": "'",
        "\t": " ",
        "\u00a0": " ",
    }
)
_PAIRS: Final = {'"': '"', "'": "'", "«": "»", "「": "」", "『": "』", "‹": "›", "《": "》", "»": "«", "›": "‹"}
_BRACKETS: Final = {"[": "]", "<": ">", "{": "}"}
_MUST_OPEN: Final = "\"'»›"
"""Signs that also close a quotation, or stand in a word."""

_FENCE: Final = Lazy(r"```|~~~")
_INLINE: Final = Lazy(r"`([^`\n]{1,200})`")
_RAISED: Final = Lazy(r"\b[A-Z]\w*(?:Error|Exception): [^\n]*", hints="error: exception:")
"""An error as a program prints it, in the middle of a line."""
_MATERIAL: Final = (
    r"(?:text|email|e-mail|mail|message|letter|article|passage|paragraph|sentence|review|ticket|transcript|lyrics?"
    r"|poem|"
    r"song|verse|tweet|post|comment|abstract|essay|story|excerpt|snippet|quote|dialogue|conversation|chat|log|output|"
    r"description|bio|listing|ad|advert|prompt|caption|draft|statement|script|speech|memo|note|notes|minutes|complaint|"
    r"feedback|testimonial|blurb|headline|scene|monologue|letter|reply|response|input|example|dialog|system prompt|"
    r"résumé|resume|cv|cover letter|joke|proverb|saying|line|lines|stanza|chorus)s?"
)
_HANDLED: Final = (
    r"(?:translate|summari[sz]e|proofread|rewrite|rephrase|paraphrase|edit|correct|fix|improve|polish|shorten|expand|"
    r"simplify|analy[sz]e|classify|explain|review|check|critique|parse|convert|format|annotate|caption|transcribe|"
    r"extract|tag|label|rate|score|grade|evaluate|reply to|respond to|answer|comment on|read|condense|tl;?dr|"
    r"traduce|resume|corrige|traduis|résume|corrige|übersetze?|fasse|korrigiere|traduz(?:a|ir)?|resuma|翻译|总结|翻訳|要約"
    r"|अनुवाद)"
)
_START: Final = r"(?:^|(?<=[.!?\n]\s))[ ]{0,8}"
_PASTED: Final = Lazy(
    rf"(?:(?:{_START}|(?<=please\s)|(?<=you\s)|(?<=to\s)|(?<=and\s)|(?<=,\s))(?:{_HANDLED})\b[^:\n.!?]{{0,80}}"
    rf"|\b(?:here's|here is|here are|this is|below is|see)\s(?:\w+\s){{1,3}}?{_MATERIAL}(?:\s\w+){{0,4}}"
    rf"|{_START}(?:customer|client|user|support|original|email|message|the|this|that|a|an|her|his|their)"
    rf"\s(?:[\w']+\s){{0,2}}?{_MATERIAL}(?:\s\w+){{0,4}}"
    rf"|{_START}(?:email|e-mail|lyrics?|review|ticket|transcript|quote|tweet|poem|message|text|prompt|system prompt"
    rf"|abstract|article)"
    r"(?:\s(?:from|by|of|i got)\s[\w' ]{1,30})?"
    rf"|{_START}Q(?=\s?:[^\n]{{1,400}}\sA\s?:)"  # a dialogue: "Q: … A: …"
    r"|(?<![\w'])(?:says?|said|wrote|writes|reads|goes|texted|emailed|posted|tweeted|replied)"
    r"(?:\s(?:me|this|that|to me|like this))?)\s?[:：]",
    re.IGNORECASE | re.MULTILINE,
    hints=": ：",
)
_SECRET_WORD: Final = (
    r"(?:pass(?:word|code|phrase|wd)?|pwd?|pin(?: code| number)?|api[ _-]?key|secret(?: key)?|access[ _-]?key|token"
    r"|bearer|"
    r"credentials?|cvv|cvc|ssn|social security(?: number)?|private key|login|username|contraseña|clave|passwort"
    r"|kennwort|mot de passe|"
    r"senha|密码|口令|パスワード|暗証番号|पासवर्ड|otp|2fa code|card number|credit card|debit card|account number|"
    r"iban|sort code|"
    r"routing number|recovery code|seed phrase|licen[cs]e key|connection string)"
)
_SECRET_SAID: Final = Lazy(
    rf"(?<![\w-]){_SECRET_WORD}(?:\s(?:for|to|of|on)\s[^:=\n,.]{{1,40}}?)?(?:\s?(?:=|:|：|是|は|का|#)"
    rf"|\s(?:is|are|es|ist|est|é|è|है|was)(?!\w))\s?[^\s,;]+",
    re.IGNORECASE,
    hints="""pass pw pin api key secret token bearer credential cvv cvc ssn social_security login username
    contraseña clave kennwort     mot_de senha 密码 口令 パスワード 暗証番号 पासवर्ड otp 2fa
    card account iban sort_code routing recovery
    seed connection""",
)
_SECRET_CHANGED: Final = Lazy(
    rf"(?<![\w-])(?!username){_SECRET_WORD}[,.;:]?\s(?:and\s)?(?:now\s)?it(?:'?s|\sis)\s(?:now\s[^\s,;]+|[^\s,;]+\snow(?!\w))",
    re.IGNORECASE,
    hints="it's its it_is",
)
""" "I changed my PIN, it's now 4821"."""
_OTHER_SECRET: Final = Lazy(rf"(?<![\w-])(?!username){_SECRET_WORD}s?(?!\w)", re.IGNORECASE)
_A_NAME: Final = Lazy(
    r"username(?:\s(?:for|on)\s[\w' ]{1,40})?\s(?:is|was)\s[\w.-]{1,40}$", re.IGNORECASE, hints="username"
)
_ENDS: Final = Lazy(r"[.!?,]?(?:\s*$|\n|\s+(?:and|but|so)\b)")
_SECRET_SHAPE: Final = Lazy(
    r"\[(?:secret|pii):[^\]\n]{0,40}\]"
    r"|(?<!\w)(?:sk|pk|rk|ghp|gho|ghs|ghk|glpat|xox[abp]|shpat|hf|whsec|npm|pat|key|tok|live|test)[-_][\w-]{10,}"
    r"|\b(?:AKIA|ASIA|AIza)[\w-]{12,}|\beyJ[\w-]{10,}(?:\.[\w-]*)*"
    r"|\b\w+_(?:live|test|prod|secret|key)_\w{6,}|-----BEGIN[^\n]{0,60}"
    r"|\b[a-z][a-z0-9+]{2,12}://[^\s:/@]{1,80}:[^\s@]{1,80}@\S+"
    r"|\b(?:\d[ -]?){12,18}\d\b",
    hints="0 1 2 3 4 5 6 7 8 9 secret: begin :// _ -",
)
_REDACTED: Final = Lazy(
    r"(?<=[\w,] )(?:[\[<{]{1,2}(?:[A-Z]{5,30}|NAME|CITY|DATE|ORG|LOC|GPE|PER|AGE|PII)(?:[ _-][A-Z\d_]{1,20})?"
    r"[\]>}]{1,2}(?![\w(])|(?:\*{3,}|[█▇■]{2,})(?![\w*█▇■]))",
    hints="[ < { *** █ ▇ ■",
)
"""What somebody left in the place of something he took out: "[REDACTED]", "<PERSON_1>", "***". At the beginning of a
line such brackets hold who speaks, before a round one the words of a link, and short words are mostly abbreviations:
"[ICU]"."""
_MIXED_TOKEN: Final = Lazy(r"(?<![\w./-])(?=[A-Za-z0-9+/_=-]{20,})[A-Za-z0-9+/_=-]{20,400}(?![\w./])")

_OWN_WORDS: Final = Lazy(
    r"(?<!\w)(?:i|i'm|i've|i'd|i'll|my|me|we|we're|our|us|eu|je|j'|ich|yo|mi|minha|meu|moi|mon)(?!\w)"
    r"|[我私僕俺]|मैं|मेर[ाीे]|मुझे",
    re.IGNORECASE,
)


def tail(text: str, bytes_max: int) -> str:
    """The last `bytes_max` bytes of a text, cut at a whole character."""
    if len(text) * 4 <= bytes_max:
        return text
    raw = text.encode("utf-8", "surrogatepass")
    return text if len(raw) <= bytes_max else raw[-bytes_max:].decode("utf-8", "ignore")


def mask(text: str, speaker: str = "") -> str:
    """`text` with everything hidden that is not a statement of the speaker; same length. `speaker`: his name, where it
    is known, by which his lines of a conversation are told from the others'."""
    text = text.translate(_SAME).replace("\r", " ")
    text = without_code(text)
    text = without_emoticons(_without_secrets(text))
    text = _without_pasted(_without_quotations(text))
    return _without_voices(text, speaker)


def closed(content: str, text: str) -> str:
    """A statement with what closes its last quotation and brackets as in the text: a clause ends with its last word."""
    return _quotation_closed(_brackets_closed(content, text))


def _brackets_closed(content: str, text: str) -> str:
    if not any(sign in content for sign in _BRACKETS):
        return content
    unclosed: list[int] = []
    for at, sign in enumerate(content):
        if sign in _BRACKETS:
            unclosed.append(at)
        elif unclosed and sign == _BRACKETS[content[unclosed[-1]]]:
            unclosed.pop()
    for at in reversed(unclosed):
        told = content[at:] + _BRACKETS[content[at]]
        if told in text:
            content = content[:at] + told
    return content


def _quotation_closed(content: str) -> str:
    at, sign = max((content.rfind(sign), sign) for sign in _PAIRS if sign != "'")
    is_open = at >= 0 and _opens(content, at) and _PAIRS[sign] not in content[at + 1 :]
    return content + _PAIRS[sign] if is_open else content


def _without_voices(text: str, speaker: str) -> str:
    return _hiding(text, (*letters.others(text, speaker), *voices.others(text, speaker), *announced.others(text)))


def _hiding(text: str, places: Iterable[tuple[int, int]]) -> str:
    kept: list[str] = []
    at = 0
    for start, end in sorted(places):
        if end > at:
            kept += (text[at:start], QUOTED * (end - max(at, start)))
            at = end
    return "".join((*kept, text[at:]))


def _blank(text: str, start: int, end: int, fill: str = " ") -> str:
    return text[:start] + fill * (end - start) + text[end:]


def without_code(text: str) -> str:
    """`text` with code, logs and settings hidden; same length."""
    raw = text
    if "```" in text or "~~~" in text:
        text = _without_fences(text)
    text = _hiding(text, pasted.others(text, raw))
    if "`" in text:
        text = _INLINE.sub(_inline, text)
    text = _RAISED.sub(lambda match: QUOTED * len(match.group()), text)
    if "\n" not in text:
        return _blank(text, code_from(text), len(text)) if is_code(text) else text
    lines = text.split("\n")
    hidden = hidden_lines(lines)
    return "\n".join(" " * len(line) if hide else line for line, hide in zip(lines, hidden, strict=True))


def _inline(match: re.Match[str]) -> str:
    inner = match[1]
    plain = len(inner.split()) <= 2 and not CODE_SIGNS.search(inner) and not re.search(r"[()=<>$\\]", inner)
    return f" {inner} " if plain else QUOTED * len(match[0])


def _without_fences(text: str) -> str:
    kept: list[str] = []
    at = 0
    marks = [match.start() for match in _FENCE.finditer(text)]
    for opening, closing in zip(marks[::2], [*marks[1::2], len(text)][: len(marks[::2])], strict=True):
        end = min(closing + 3, len(text))
        kept.append(text[at:opening])
        kept.append("".join("\n" if sign == "\n" else " " for sign in text[opening:end]))
        at = end
    kept.append(text[at:])
    return "".join(kept)


def _without_secrets(text: str) -> str:
    if not _A_NAME.may(text) or _OTHER_SECRET.search(text):
        text = _SECRET_SAID.sub(lambda match: SECRET * len(match.group()), text)
    else:
        text = _SECRET_SAID.sub(_unless_a_name, text)
    for pattern in (_SECRET_CHANGED, _SECRET_SHAPE, _REDACTED):
        text = pattern.sub(lambda match: SECRET * len(match.group()), text)
    return _MIXED_TOKEN.sub(_secret_when_mixed, text)


def _unless_a_name(match: re.Match[str]) -> str:
    """A user name alone is a name, as a handle is; beside a password, or joined to something else, it is a way in."""
    named = _A_NAME.match(match.group()) and _ENDS.match(match.string[match.end() : match.end() + 6])
    return match.group() if named else SECRET * len(match.group())


def _secret_when_mixed(match: re.Match[str]) -> str:
    word = match.group()
    mixed = any(sign.isdigit() for sign in word) and any(sign.isalpha() for sign in word)
    return SECRET * len(word) if mixed and "-" not in word.strip("-") else word


def _without_quotations(text: str) -> str:
    """Hides what stands in quotation marks, except single words and titles."""
    if not any(sign in text for sign in _PAIRS):
        return text
    kept: list[str] = []
    at = 0
    place = 0
    size = len(text)
    unclosed: dict[str, int] = {}
    while place < size:
        sign = text[place]
        closing = _PAIRS.get(sign)
        if closing is None or (sign in _MUST_OPEN and not _opens(text, place)) or unclosed.get(sign, 0) > place:
            place += 1
            continue
        end = _closing(text, place, closing)
        if end < 0:
            unclosed[sign] = place + QUOTE_CHARS_MAX if size - place > QUOTE_CHARS_MAX else size
            place += 1
            continue
        inner = text[place + 1 : end]
        if not _is_name(inner) or _is_speech(
            inner, after_colon=text[max(0, place - 3) : place].rstrip()[-1:] in {":", "："}
        ):
            kept.append(text[at:place])
            kept.append(QUOTED * (end + 1 - place))
            at = end + 1
        place = end + 1
    kept.append(text[at:])
    return "".join(kept)


def _opens(text: str, place: int) -> bool:
    before = text[place - 1] if place else " "
    after = text[place + 1] if place + 1 < len(text) else " "
    return not before.isalnum() and not after.isspace()


def _closing(text: str, place: int, closing: str) -> int:
    limit = min(len(text), place + QUOTE_CHARS_MAX)
    end = text.find(closing, place + 1, limit)
    while end > 0 and closing == "'":
        after = text[end + 1] if end + 1 < len(text) else " "
        if not after.isalnum() and not text[end - 1].isspace():
            return end
        end = text.find(closing, end + 1, limit)
    return end


def _is_name(inner: str) -> bool:
    """A word, or a title: no speech. "Dune", "The Left Hand of Darkness"."""
    words = inner.split()
    if not words or _OWN_WORDS.search(inner):
        return False
    if len(words) <= 2 and len(inner) <= 30:
        return not inner.rstrip().endswith((".", "!", "?", "。", "！"))
    big = sum(word[:1].isupper() or word[:1].isdigit() for word in words)
    return len(words) <= _TITLE_WORDS_MAX and big * 2 > len(words) and words[-1][:1].isupper() and inner[-1].isalnum()


def _is_speech(inner: str, *, after_colon: bool) -> bool:
    """Two words that somebody says of himself: "Sono medico". After a colon, or begun by a verb of the first person."""
    words = inner.split()
    if len(words) != 2 or not words[1][:1].islower():
        return False
    return after_colon or any(words[0].lower() in table for table in persons.IRREGULAR.values())


def _without_pasted(text: str) -> str:
    """After "Translate this:", "customer ticket:", "she wrote:" stands somebody else's text, up to the quotation's end
    or, when it is not in quotation marks, up to the end of the turn."""
    found = _PASTED.search(text)
    while found is not None:
        rest = text[found.end() :].lstrip()
        start = len(text) - len(rest)
        if rest.startswith(QUOTED):
            found = _PASTED.search(text, start)
            continue
        end = text.find("\n\n", start)
        handled = re.match(rf"\W*{_HANDLED}", found.group(), re.IGNORECASE) is not None
        if handled or end < 0:
            return _blank(text, found.end(), len(text), QUOTED)
        text = _blank(text, found.end(), end, QUOTED)
        found = _PASTED.search(text, end)
    return text
