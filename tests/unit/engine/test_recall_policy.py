"""The recall policy before searches and contexts of memory, by the session that asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from recollect import Memory

pytestmark = pytest.mark.feature("SC-09")

DIRECT, GROUP = "agent:main:main", "agent:main:telegram:group:9"


def opened(folder: Path, **settings: Any) -> Memory:
    return Memory(folder / "memory.db", config_file=folder / "none.toml", worker="off", embedder="none", **settings)


def test_with_all_a_group_gets_neither_hits_nor_a_context(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with opened(tmp_path, recall_policy_on="all") as memory:
        memory.add("The router is an Omada ER605")
        for session in (DIRECT, None):
            assert [hit.content for hit in memory.search("router", session=session)] == ["The router is an Omada ER605"]
            assert "Omada" in memory.context("router", session=session).text
        assert caplog.records == []
        hits, context = memory.search("router", session=GROUP), memory.context("router", session=GROUP)
        assert (list(hits), context.text, context.tokens) == ([], "", 0)
        said = "the recall policy denies it: default (deny); channel telegram, chat type group"
        assert (hits.trace.stages, context.trace) == ((said,), (said,))
        assert [record.getMessage() for record in caplog.records] == [
            "recall denied by policy: channel=telegram chat_type=group rule=default (deny)"
        ] * 2


def test_a_policy_of_ones_own_is_asked(tmp_path: Path) -> None:
    policy = {"default": "allow", "rules": [{"action": "deny", "match": {"keyPrefix": "telegram:"}}]}
    with opened(tmp_path, recall_policy_on="all", recall_policy=policy) as memory:
        memory.add("The router is an Omada ER605")
        assert list(memory.search("router", session=GROUP)) == []
        assert memory.search("router", session="agent:main:slack:group:9")


def test_by_default_only_files_are_behind_the_policy(tmp_path: Path) -> None:
    with opened(tmp_path, recall_policy={"default": "deny"}) as memory:
        memory.add("The router is an Omada ER605")
        assert memory.search("router", session=GROUP)
        assert "Omada" in memory.context("router", session=GROUP).text
