"""Extraction by a language model: the turns in, claims out that the turns support. Raises `LlmUnavailable`."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from recollect.engine.llms.answers import reading
from recollect.engine.llms.models import Models, told_of
from recollect.errors import LlmUnavailable
from recollect.write.prompts import OUTPUT_TOKENS_MAX, USER_ROLE, Turn, extraction_prompt
from recollect.write.reply import UNSTORABLE, Extraction, read_reply


class LlmExtractor:
    """Asks the chain of models and believes nothing that the turns do not say. Safe for several threads."""

    def __init__(self, models: Models, *, output_tokens_max: int = OUTPUT_TOKENS_MAX) -> None:
        self.models = models
        self._output_tokens_max = output_tokens_max
        self._lock = threading.Lock()
        self._dropped: Counter[str] = Counter()

    def extract(self, turns: Sequence[Turn], *, at: datetime, tenant: str) -> Extraction:
        """What users say in `turns`, spoken at `at`. Turns of other roles are context; without a user's turn nothing
        is asked. Whoever catches `LlmUnavailable` goes on with the rules."""
        if not any(turn.role == USER_ROLE and turn.text.strip() for turn in turns):
            return Extraction(claims=())
        prompt = extraction_prompt(turns, at=at, output_tokens_max=self._output_tokens_max)
        asked = self.models.ask(prompt, tenant=tenant)
        extraction = reading(asked, lambda: read_reply(asked.answer.value, turns, at=at))
        with self._lock:
            self._dropped.update(extraction.dropped_counts)
        if not extraction.claims and UNSTORABLE in extraction.dropped_counts:
            reason = f"{asked.provider} answered with characters that no database can hold"
            reasons = (*asked.failures, (asked.provider, reason))
            raise LlmUnavailable(f"no language model answered: {reason}", reasons, told=told_of(reasons, asked.bill))
        return replace(extraction, provider=asked.provider, usage=asked.answer.usage, told=asked.told())

    @property
    def dropped_counts(self) -> dict[str, int]:
        """What was dropped since the start, by reason; for the status page."""
        with self._lock:
            return dict(self._dropped)
