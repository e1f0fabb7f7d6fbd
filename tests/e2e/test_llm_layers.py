"""One summary and one profile with a real, small model: whatever it writes, what is kept must be in the sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import Memory
from tests.clock import START, Clock

pytestmark = pytest.mark.slow

SAID = [
    "I work at Acme as a welder and I have two cats.",
    "My sister Rita lives in Oslo and we decided to visit her in July.",
    "I need to book the flight to Oslo before Friday.",
    "I'm allergic to peanuts and I don't like flying.",
]


def test_a_real_model_s_summary_and_profile_are_borne_out_or_made_by_rules(llm_url: str, tmp_path: Path) -> None:
    settings = {
        "llm": "openai",
        "llm_base_urls": {"openai": llm_url},
        "llm_models": {"openai": "smollm2"},
        "llm_timeout_s": 300.0,
        "llm_retries": 0,
        "extraction": "rules",
        "worker": "off",
        "llm_output_tokens_max": 300,
    }
    with Memory(tmp_path / "m.db", clock=Clock(), config_file=tmp_path / "n", **settings) as memory:
        turns = [{"role": "user", "name": "Ana", "content": text, "occurred_at": START} for text in SAID]
        memory.add(turns, user="ana", session="s1")
        assert memory.sync(timeout_s=600) == 0
        made = memory.rebuild_profile(user="ana")
        (summary,) = memory.list(user="ana", layers=["summary"])
        assert made.record is not None
        source = " ".join(SAID).lower()
        for record in (summary, made.record):
            by = record.metadata["built_by"]
            assert by == "llm" or record.metadata["fallback"]
            assert record.content
        for text in ("rita", "oslo", "acme", "peanuts"):
            assert (text in summary.content.lower()) <= (text in source)
        jobs = [job for job in memory.jobs() if job.kind in ("summarize", "profile")]
        assert {job.state for job in jobs} == {"done"}
