"""Extraction by rules: what one user turn says that is worth remembering, without a model.

The steps in reading order: bound the text, hide what is not the speaker's own statement, find the language, read the
sentences, look up days and names. What the assistant said before only completes a short answer. Pure, linear in the
length of the turn, and silent on anything it does not understand: a missed fact costs less than an invented one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING, Final

from recollect.model.claim import Claim
from recollect.rules.expressions import names_days
from recollect.write.extract import languages
from recollect.write.extract.arrangements import arranged_for
from recollect.write.extract.dates import resolve
from recollect.write.extract.drafts import DRAFTS_MAX, Draft, Turn, nobody_met
from recollect.write.extract.english import answers, junk, meant, reading, requested, ties
from recollect.write.extract.english.beginning import as_begun
from recollect.write.extract.english.words import LISTENER, named
from recollect.write.extract.entities import mentions_of, relations_of
from recollect.write.extract.entrusted import as_said, entrusted
from recollect.write.extract.introducing import introduced
from recollect.write.extract.masking import closed, mask, tail
from recollect.write.extract.over import as_over
from recollect.write.extract.sentences import sentences, unnumbered
from recollect.write.extract.yearly import as_lasting

if TYPE_CHECKING:
    from datetime import datetime

    from recollect.write.extract.drafts import Met

TEXT_BYTES_MAX: Final = 64 * 1024
"""Of a longer turn only the tail is read."""
SPEAKER: Final = "User"
"""How content names a speaker without a name."""
CONTENT_CHARS_MAX: Final = 500
AFTER_CHARS: Final = 160
"""How far on it may be told that what was arranged is over."""
_FENCED: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
"""A block of code: who introduces himself after it begins there."""
_POINTING: Final = frozenset(
    """
    it her him them this that those these one there none neither both
    ça cela es das eso esto isso isto questo quello ciò
    """.split()
)


def extract(
    text: str,
    *,
    speaker: str | None,
    at: datetime,
    before: str | None = None,
    listener: str | None = None,
    people: int = 1,
    labelled: bool = False,
    met: Met = nobody_met,
) -> tuple[Claim, ...]:
    """The claims of one user turn; `before` is the assistant's turn it answers. `listener`: another person, where it is
    one who is spoken to and not an assistant. `people`: how many talk, by their names. `labelled`: the message itself
    says who speaks, so that he need not. `met`: see `Turn.met`."""
    text = meant.within(tail(text, TEXT_BYTES_MAX).replace(LISTENER, " "))
    masked = unnumbered(mask(text, (speaker or "").strip()))
    language = languages.detect(masked)
    if language == "en" and junk.is_play(masked):
        return ()
    name, told = (speaker or "").strip(), list[Draft]()
    own = introduced(masked)
    if own is not None and set(own.name.split()) <= set((name or own.name).split()):
        name, masked = name or own.name, own.others
        told += [] if labelled else [Draft(own.told, "fact", own.start, own.end)]
    turn = Turn(
        text=masked,
        name=name or SPEAKER,
        language=language,
        listener=(listener or "").strip(),
        people=people,
        before=tail(before or "", 4_096),
        met=met,
    )
    drafts = _distinct(told + _read(masked, turn, language), turn.name)
    return tuple(_claim(draft, text, turn, at) for draft in drafts[:DRAFTS_MAX])


def given_name(text: str) -> str | None:
    """The name that the speaker of a turn gives as his own. Hiding what is not his own words takes long, and is done
    only where a name may be given."""
    text = meant.within(tail(text, TEXT_BYTES_MAX))
    if introduced(_FENCED.sub(" ", text).replace("’", "'")) is None:
        return None
    masked = mask(text)
    found = introduced(masked)
    return None if found is None or junk.is_play(masked) else found.name


def _read(masked: str, turn: Turn, language: str) -> list[Draft]:
    found = sentences(masked)
    if not found:
        return []
    if language != "en":
        kept = entrusted(masked, found, language)
        drafts = languages.read(masked, kept, turn, language)
        drafts += as_said(masked, found, kept, drafts, language)
    else:
        answers.prepare(turn)
        answered, left = answers.read(masked, found, turn)
        told = reading.read(masked, entrusted(masked, left, language), turn)
        drafts = answered + answers.objecting(told, masked, turn)
        drafts = ties.outlasting(ties.parted(drafts, turn), turn)
        drafts += requested.read(masked, left, turn, drafts)
    for draft in drafts:
        draft.content = closed(named(draft.content, turn.listener), masked)
    return drafts


def _distinct(drafts: list[Draft], name: str) -> list[Draft]:
    """Each content once; nothing too long to be one statement, nor what points at something untold: "got it"."""
    seen: set[str] = set()
    kept: list[Draft] = []
    for draft in drafts:
        key = draft.content.casefold().strip(" .")
        said = draft.content.removeprefix(name).split()
        if len(said) == 2 and said[1].strip(".!") in _POINTING:
            continue
        if key not in seen and len(draft.content) <= CONTENT_CHARS_MAX:
            seen.add(key)
            kept.append(draft)
    return kept


def _claim(draft: Draft, text: str, turn: Turn, at: datetime) -> Claim:
    quote, name = text[draft.start : draft.end], turn.name
    ahead = (draft.ahead and "past" not in draft.tags) or draft.kind == "commitment"
    after = text[draft.end : draft.end + AFTER_CHARS]
    span = resolve(quote, at, ahead=ahead, after=after)
    said = at if at.tzinfo else at.replace(tzinfo=UTC)
    if (
        span is not None
        and span.end > said
        and draft.kind in {"fact", "event", "decision"}
        and arranged_for(quote, after)
    ):
        draft = replace(draft, kind="commitment", tags=tuple(tag for tag in draft.tags if tag != "past"))
        ahead = True
    begun = None if names_days(quote) else as_begun(draft, name, span, at)  # "from 3 to 5 May" ends again
    lasting = as_lasting(draft, quote, span, said) if begun is None and span is not None else None
    if (found := begun or lasting) is not None:
        draft, ahead = found, False
    elif draft.kind == "commitment":
        draft, span = as_over(draft, quote, span, at, turn.language)
        ahead = draft.kind == "commitment"
    since = begun is not None or (not ahead and "since" in quote.lower())
    return Claim(
        content=draft.content,
        kind=draft.kind,
        confidence=round(draft.confidence, 2),
        polarity=draft.polarity,
        tags=draft.tags,
        occurred_at=span.start
        if span is not None
        and (ahead or "past" in draft.tags or draft.kind == "event" or (lasting is not None and span.end <= said))
        else None,
        valid_from=span.start if span is not None and since else None,
        valid_until=span.end if span is not None and draft.kind == "commitment" else None,
        quote=quote,
        mentions=mentions_of(draft, name),
        relations=relations_of(draft, name),
    )
