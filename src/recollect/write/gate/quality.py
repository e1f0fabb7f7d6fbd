"""L2, is there anything to learn: what a turn says in a person's own words, or why it says nothing. Pure.

Decides about extraction only; a refused turn is stored word for word all the same. Taken out before judging: what
Recollect injected itself, sentences that repeat recalled memories, fenced code, pasted logs. What is left is judged:
too short, only signs, the same again and again, a blob, code, a system prompt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from recollect.rules.late import late
from recollect.rules.markers import without_blocks
from recollect.rules.text import STOP_WORDS
from recollect.write.extract.sentences import as_written
from recollect.write.gate.duplicates import normalised
from recollect.write.gate.pasted import is_pasted, without_fences
from recollect.write.gate.refusal import Refusal

LETTERS_MIN = 3
BLOB_CHARS = 80
REPEATED_WORDS_MIN = 8
SAME_CHARS_MIN = 6
ECHO_WORDS_MIN = 3
ECHO_PARTS_MAX = 2_000
RECALLED_MAX = 200
JUDGED_CHARS_MAX = 64 * 1024
"""Of a longer text the tail counts, as everywhere in extraction."""

_NO_SPACES = late(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_LONG_RUN = late(rf"(?<![\w:/])(?!https?:)[A-Za-z0-9+/=_\-%.:;,]{{{BLOB_CHARS},}}")
_DENIES = frozenset(
    "not no never none nothing cannot without nicht kein keine nie no nunca pas jamais não 不 没".split()
)
_PROMPT = late(
    r"\s*(?:\W{0,6}system(?:\s+(?:prompt|message|instructions?))?\W{0,4}\s*[:\n]|<\|?(?:im_start\|?>\s*)?system|"
    r"\[inst\]|<<sys>>|"
    r"#+\s*(?:system|instructions?)\b|"
    r"you are (?:an?|the) [^.\n]{0,80}?\b(?:assistant|ai|agent|model|bot|chatbot|expert)\b|"
    r"you are (?:chatgpt|claude|gemini|copilot|an ai)\b|"
    r"(?:du bist|eres|tu es|você é) (?:ein|eine|un|una|um|uma) [^.\n]{0,60}?"
    r"(?:assistent|asistente|assistant|assistente|ki|ia)\b)",
    re.IGNORECASE,
)
PROMPT_CHARS_MIN = 60
_MESSAGES = {
    "role": "only what the user says is learned from, not a turn of the {detail}",
    "empty": "nothing of the turn is the user's own: it holds recalled memory only",
    "echo": "the turn repeats recalled memories word for word",
    "too_short": "the turn is too short to say anything lasting",
    "symbols": "the turn holds signs only",
    "repeated": "the turn repeats the same again and again",
    "blob": "the turn is encoded data",
    "code": "the turn is code, a log or a stack trace",
    "system_prompt": "the turn restates a system prompt",
}


class Judged(NamedTuple):
    """What may be learned from (empty when refused), and why not."""

    text: str
    refusal: Refusal | None


def judge(text: str, *, role: str = "user", recalled: Sequence[str] = (), system_prompt: str | None = None) -> Judged:
    """The part of a turn that is worth extracting from.

    `recalled`: texts of memories that were put into the prompt of this turn; `system_prompt`: the application's own.
    """
    if role not in ("", "user"):
        return _refused("role", limit="user", detail=role)
    own = without_blocks(text[-JUDGED_CHARS_MAX:])
    if not own.strip():
        return _refused("empty", limit="the user's own words")
    if recalled:
        own = without_echo(own, recalled)
        if not own.strip():
            return _refused("echo", limit="something new")
    if _is_prompt(own, system_prompt):
        return _refused("system_prompt", limit="the user's own words")
    if sum(len(run) for run in _LONG_RUN.findall(own)) > 0.5 * len(own):
        return _refused("blob", limit=f"runs under {BLOB_CHARS} characters")
    prose = without_fences(own)
    if is_pasted(prose) or (not prose.strip() and own.strip()):
        return _refused("code", limit="prose")
    for what, limit in _worthless(prose):
        return _refused(what, limit=limit)
    return Judged(prose, None)


def without_echo(text: str, recalled: Sequence[str]) -> str:
    """The text without sentences that say a recalled memory over again, nearly word for word.

    A sentence goes when all its words that carry meaning, at least three, stand in one memory that denies as it does.
    "Dana lives in Porto" is no echo of "Dana lives in Lisbon"; "I live in Lisbon" is none either: own words.
    """
    known = [(_meaning(memory), _denials(memory)) for memory in recalled[:RECALLED_MAX]]
    parts = as_written(text)
    if len(parts) > ECHO_PARTS_MAX:
        return text
    kept = [part for part in parts if not _is_echo(part, known)]
    return text if len(kept) == len(parts) else "\n".join(kept)


def _is_echo(part: str, known: list[tuple[frozenset[str], frozenset[str]]]) -> bool:
    words = _meaning(part)
    if len(words) < ECHO_WORDS_MIN:
        return False
    denials = _denials(part)
    return any(words <= memory and denials == denied for memory, denied in known)


def _meaning(text: str) -> frozenset[str]:
    """Words without stop words; in scripts without spaces, pairs of characters. "I" counts: it says whose words."""
    plain = normalised(text)
    words = {word for word in plain.split() if word not in STOP_WORDS or word in ("i", "my", "me")}
    runs = [word for word in words if _NO_SPACES.search(word)]
    for run in runs:
        words.discard(run)
        words.update(run[place : place + 2] for place in range(max(1, len(run) - 1)))
    return frozenset(words)


def _denials(text: str) -> frozenset[str]:
    low = text.lower().replace("’", "'")
    found = {word for word in re.findall(r"[\w']+", low) if word in _DENIES or word.endswith("n't")}
    return frozenset("not" if word.endswith("n't") else word for word in found)


def _is_prompt(text: str, system_prompt: str | None) -> bool:
    if system_prompt:
        given = {sentence for part in as_written(system_prompt) if (sentence := normalised(part))}
        said = [sentence for part in as_written(text)[:ECHO_PARTS_MAX] if (sentence := normalised(part))]
        if said and sum(sentence in given for sentence in said) >= 0.7 * len(said):
            return True
    return len(text) >= PROMPT_CHARS_MIN and _PROMPT.match(text) is not None


def _worthless(text: str) -> Iterator[tuple[str, str]]:
    """Reasons not to look any further, with the limit that was missed."""
    letters = [char for char in text if char.isalpha()]
    if not letters:
        yield ("symbols", "words") if text.strip() else ("too_short", f"{LETTERS_MIN} letters")
        return
    weight = sum(char.isalnum() for char in text) + sum(1 for char in letters if char > "\u2e80")
    if weight < LETTERS_MIN:
        yield "too_short", f"{LETTERS_MIN} letters"
    if len(letters) >= SAME_CHARS_MIN and len({char.lower() for char in letters}) <= 2:
        yield "repeated", "more than two different letters"
    words = text.lower().split()
    if len(words) >= REPEATED_WORDS_MIN and Counter(words).most_common(1)[0][1] > 0.6 * len(words):
        yield "repeated", "no word more than 60 % of the time"


def _refused(what: str, *, limit: str, detail: str = "") -> Judged:
    message = _MESSAGES[what].format(detail=detail)
    return Judged(
        "", Refusal(level="quality", what=what, limit=limit, message=f"{message}; nothing was learned from it")
    )
