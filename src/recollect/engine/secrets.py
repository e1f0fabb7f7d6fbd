"""What must not be kept is masked at the door of the engine: what it hands on, to any store, cache or job, holds none.

Secrets always, unless a person decided otherwise; personal data when they asked for it (`recollect.write.pii`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from recollect.model.claim import Claim
from recollect.rules.texts import Texts, forget_words
from recollect.write.pii import Scrub
from recollect.write.secrets import mask, mask_all, mask_answer, mask_answers, mask_values

NAME_DIGITS = 8


class Secrets:
    """Masks, or keeps when a person decided so."""

    def __init__(self, *, on: bool, scrub: Scrub | None = None) -> None:
        self._on = on
        self._scrub = scrub if scrub is not None and scrub.on else None

    def mask(self, text: str) -> str:
        return self._scrubbed(mask(text).text if self._on else text)

    def mask_all(self, texts: Texts) -> Texts:
        return self._all_scrubbed(mask_all(texts) if self._on else texts)

    def mask_answers(self, texts: Texts, asked: Sequence[str]) -> Texts:
        """What was said, each right after something: a bare word after "what is your password?" is one."""
        return self._all_scrubbed(mask_answers(texts, asked) if self._on else texts)

    def _all_scrubbed(self, found: Texts) -> Texts:
        if self._scrub is None:
            return found
        scrubbed = Texts(map(self._scrub.text, found))
        if scrubbed != found:
            forget_words()
        return scrubbed

    def mask_answer(self, text: str, asked: str) -> str:
        """As `mask_answers`, of one."""
        return self._scrubbed(mask_answer(text, asked).text if self._on else text)

    def mask_labels(self, labels: tuple[str, ...]) -> tuple[str, ...]:
        if not labels or not (self._on or self._scrub):
            return labels
        return tuple(dict.fromkeys(map(self.mask, labels)))

    def mask_key(self, key: str) -> str:
        """Personal data in a key is refused: two keys that became the same mask would be one record."""
        masked = mask(key).text if self._on else key
        return masked if self._scrub is None else self._scrub.key(masked)

    def mask_name(self, name: str) -> str:
        """What a document is known by. Some digits of a hash stand for personal data: two names that became the same
        mask would be one document, and the later one would take the place of the earlier."""
        masked = mask(name).text if self._on else name
        scrubbed = self._scrubbed(masked)
        digits = hashlib.sha256(masked.encode()).hexdigest()[:NAME_DIGITS]
        return masked if scrubbed == masked else f"{scrubbed} ({digits})"

    def masked(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """A JSON object with every text in it masked."""
        found: Mapping[str, Any] = mask_values(values)[0] if self._on and values else values
        if self._scrub is None or not found:
            return found
        scrubbed: Mapping[str, Any] = self._scrub.values(found)
        return scrubbed

    def mask_claim(self, claim: Claim) -> Claim:
        """A claim puts words together that stood apart in the turn; all it says is looked at once more."""
        if self._scrub is None:
            return replace(claim, content=self.mask(claim.content))
        return replace(
            claim,
            content=self.mask(claim.content),
            tags=self.mask_labels(claim.tags),
            mentions=tuple(replace(one, name=self.mask(one.name)) for one in claim.mentions),
            relations=tuple(
                replace(
                    one, source=self.mask(one.source), relation=self.mask(one.relation), target=self.mask(one.target)
                )
                for one in claim.relations
            ),
        )

    def _scrubbed(self, text: str) -> str:
        return text if self._scrub is None else self._scrub.text(text)
