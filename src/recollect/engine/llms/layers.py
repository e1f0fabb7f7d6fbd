"""Summaries and profiles by a language model: what it was shown in, what is borne out of its answer out.

Raises `LlmUnavailable`; whoever catches it goes on with the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from recollect.engine.llms.answers import reading
from recollect.engine.llms.models import Asked, Models
from recollect.lifecycle.profile import Section
from recollect.lifecycle.prompts import OUTPUT_TOKENS_MAX, memories_asked, profile_prompt, summary_prompt, turns_asked
from recollect.lifecycle.summarize import Dated, Summary
from recollect.lifecycle.titles import known_title
from recollect.model.scope import Scope, is_storable
from recollect.write.extract.sentences import sentences
from recollect.write.reply import UNSTORABLE
from recollect.write.support.grounding import Ground, called
from recollect.write.verify.fixed import contradicts

ITEMS_MAX = 8
TOPICS_MAX = 6
TOPIC_CHARS_MAX = 60
SECTIONS_MAX = 16
SENTENCES_MAX = 24
OVERRIDDEN = "overridden"
"""Why a sentence of a profile is dropped that says otherwise than an override."""

STATED_OTHERWISE = frozenset((None, "polarity", "question", "hypothesis", "tense"))
"""What a topic may be: it states nothing."""
WRONG_ONE = frozenset(("name", "subject", UNSTORABLE, "too_long", "too_many"))
"""Why a sentence is dropped of which nobody knows whom it is about."""


class LlmLayers:
    """Asks the chain of models and keeps nothing that it was not shown."""

    def __init__(self, models: Models, *, output_tokens_max: int = OUTPUT_TOKENS_MAX) -> None:
        self._models = models
        self._output_tokens_max = output_tokens_max

    def summary(self, turns: Sequence[tuple[str, datetime, str]], scope: Scope) -> tuple[Summary, dict[str, Any]]:
        """`turns`: speaker, time and text. With it what the job tells: who answered, the cost, what was dropped."""
        shown = [(speaker, f"{at:%Y-%m-%d (%A)}", text) for speaker, at, text in turns]
        prompt = summary_prompt(shown, output_tokens_max=self._output_tokens_max)
        asked = self._models.ask(prompt, tenant=scope.tenant)
        return reading(asked, lambda: self._summary(asked, turns))

    def _summary(self, asked: Asked, turns: Sequence[tuple[str, datetime, str]]) -> tuple[Summary, dict[str, Any]]:
        read = turns_asked([text for _, _, text in turns])
        ground = Ground([(speaker, text, at) for speaker, at, text in turns[-read:]])
        value, dropped = asked.answer.value, Counter[str]()
        recap = value.get("recap")
        made = Summary(
            recap=_kept(_sentences(recap) if isinstance(recap, str) else _texts(recap), ground, dropped, joined=True),
            topics=tuple(
                topic for topic in _texts(value.get("topics"))[:TOPICS_MAX]
                if len(topic) <= TOPIC_CHARS_MAX and is_storable(topic)
                and ground.unsupported(topic) in STATED_OTHERWISE
            ),
            decisions=_kept(_texts(value.get("decisions")), ground, dropped),
            key_dates=_dates(value.get("key_dates"), ground, dropped),
            action_items=_kept(_texts(value.get("action_items")), ground, dropped),
        )  # fmt: skip
        return made, _told(asked, dropped) | ({"turns_read": read} if read < len(turns) else {})

    def profile(
        self, memories: Sequence[tuple[datetime, str]], fixed: Sequence[str], scope: Scope, *, tokens_max: int
    ) -> tuple[tuple[Section, ...], dict[str, Any]]:
        """`memories`: when each was said, and its text."""
        shown = memories[: memories_asked([text for _, text in memories])]
        prompt = profile_prompt(
            [(f"{at:%Y-%m-%d}", text) for at, text in shown],
            fixed,
            tokens_max=tokens_max,
            output_tokens_max=self._output_tokens_max,
        )
        asked = self._models.ask(prompt, tenant=scope.tenant)
        name = called([text for _, text in memories], scope.user)
        return reading(asked, lambda: self._profile(asked, shown, fixed, name))

    def _profile(
        self, asked: Asked, memories: Sequence[tuple[datetime, str]], fixed: Sequence[str], name: str
    ) -> tuple[tuple[Section, ...], dict[str, Any]]:
        ground = Ground([(name, text, at) for at, text in memories])
        dropped = Counter[str]()
        sections: dict[str, tuple[str, ...]] = {}
        given = asked.answer.value.get("sections")
        for item in given[:SECTIONS_MAX] if isinstance(given, list) else ():
            title = item.get("title") if isinstance(item, Mapping) else None
            if not isinstance(item, Mapping) or not isinstance(title, str):
                dropped["shape"] += 1
                continue
            kept = _kept(_texts(item.get("sentences")), ground, dropped, most=SENTENCES_MAX, joined=True)
            against = [text for text in kept if any(contradicts(one, text, name) for one in fixed)]
            dropped.update({OVERRIDDEN: len(against)} if against else {})
            kept = tuple(text for text in kept if text not in against)
            if kept:
                # A title stands in every prompt that the profile stands in, and no memory bears it out: it is ours.
                own = known_title(title)
                sections[own] = tuple(dict.fromkeys((*sections.get(own, ()), *kept)))
        made = tuple(Section(title=title, lines=lines) for title, lines in sections.items())
        return made, _told(asked, dropped)


def _told(asked: Asked, dropped: Counter[str]) -> dict[str, Any]:
    return {"dropped": dict(dropped), "llm": asked.told()}


def _texts(value: object) -> list[str]:
    if not isinstance(value, list):
        return []
    return [" ".join(text.split()) for text in value[: 4 * SENTENCES_MAX] if isinstance(text, str) and text.strip()]


def _sentences(text: str) -> list[str]:
    return [text[place.start : place.end] for place in sentences(text)]


def _kept(
    texts: Sequence[str], ground: Ground, dropped: Counter[str], *, most: int = ITEMS_MAX, joined: bool = False
) -> tuple[str, ...]:
    """`joined`: each sentence may go on from those before it. The last that does not itself say "she" tells who that
    is; if it fell because it told something of the wrong one, nobody knows."""
    kept: dict[str, None] = {}
    before, fell = "", False
    for text in texts:
        reason: str | None
        leans = joined and ground.leans(text)
        if not is_storable(text):
            reason = UNSTORABLE
        elif len(kept) >= most:
            reason = "too_many"
        elif leans and fell:
            reason = "subject"
        else:
            reason = ground.unsupported(text, before if joined else "")
        if not leans:
            before, fell = text, reason in WRONG_ONE
        if reason is None:
            kept[text] = None
        else:
            dropped[reason] += 1
    return tuple(kept)


def _dates(value: object, ground: Ground, dropped: Counter[str]) -> tuple[Dated, ...]:
    """Only days that follow from what was said."""
    found: dict[str, Dated] = {}
    for item in value[: 4 * ITEMS_MAX] if isinstance(value, list) else ():
        day = str(item.get("date", "")).strip() if isinstance(item, Mapping) else ""
        text = item.get("text") if isinstance(item, Mapping) else None
        span = _span(day)
        if span is None or not isinstance(text, str):
            dropped["shape"] += 1
        elif not ground.says_day(*span, text):
            dropped["date"] += 1
        elif _kept([" ".join(text.split())], ground, dropped) and len(found) < ITEMS_MAX:
            found.setdefault(f"{day} {text}", Dated(day=day, text=" ".join(text.split())))
    return tuple(sorted(found.values(), key=lambda one: one.day))


def _span(day: str) -> tuple[datetime, datetime] | None:
    """2023-05-07 or 2023-05 as a stretch of time."""
    try:
        if len(day) == len("2023-05"):
            first = date.fromisoformat(f"{day}-01")
            last = (first + timedelta(days=32)).replace(day=1)
        else:
            first = date.fromisoformat(day)
            last = first + timedelta(days=1)
    except (ValueError, OverflowError):  # "no end" is written 9999-12-31, and no day follows it
        return None
    return (
        datetime(first.year, first.month, first.day, tzinfo=UTC),
        datetime(last.year, last.month, last.day, tzinfo=UTC),
    )
