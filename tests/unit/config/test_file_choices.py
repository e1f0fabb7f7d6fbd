"""The settings that are JSON: the recall policy and the paths of QMD, as text, as a table, and when they are wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from recollect import ConfigError, config
from recollect.rules.policy import DIRECT_ONLY, judge

POLICY = {"default": "deny", "rules": [{"action": "allow", "match": {"channel": "telegram", "chatType": "group"}}]}
FILE = """
files_backend = "qmd"

[recall_policy]
default = "deny"

[[recall_policy.rules]]
action = "allow"
match = { channel = "telegram", chatType = "group" }

[[qmd_paths]]
path = "~/notes"
name = "notes"
"""


@pytest.mark.feature("SC-09")
def test_a_policy_is_the_same_from_a_call_the_environment_and_the_file(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(FILE, encoding="utf-8")
    text = json.dumps(POLICY)
    found = [
        config.load({"recall_policy": POLICY}, {}),
        config.load({"recall_policy": text}, {}),
        config.load({}, {"RECOLLECT_RECALL_POLICY": text}),
        config.load({}, {}, file),
    ]
    for settings in found:
        policy = config.recall_policy(settings)
        assert judge(policy, "agent:main:telegram:group:1").allowed
        assert not judge(policy, "agent:main:main").allowed


@pytest.mark.feature("SC-09")
def test_without_a_policy_direct_chats_may_recall() -> None:
    assert config.recall_policy(config.load({}, {})) == DIRECT_ONLY


@pytest.mark.feature("FI-15")
def test_paths_are_the_same_from_a_call_the_environment_and_the_file(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(FILE, encoding="utf-8")
    rows = [{"path": "~/notes", "name": "notes"}]
    for settings in (
        config.load({"qmd_paths": rows}, {}),
        config.load({}, {"RECOLLECT_QMD_PATHS": json.dumps(rows)}),
        config.load({}, {}, file),
    ):
        assert config.qmd_paths(settings) == tuple(rows)
    assert config.qmd_paths(config.load({"qmd_paths": ["a", "b"]}, {})) == ({"path": "a"}, {"path": "b"})
    assert config.qmd_paths(config.load({}, {})) == ()


@pytest.mark.parametrize(
    "name, value, message",
    [
        ("recall_policy", "deny", "recall_policy: Expecting value"),
        ("recall_policy", "[]", "recall_policy: a recall policy must be a table"),
        ("recall_policy", {"rules": []}, "recall_policy: a recall policy needs a default"),
        ("recall_policy", 3, "recall_policy must be str, not 3"),
        ("qmd_paths", "~/notes", "qmd_paths must be a JSON list of paths"),
        ("qmd_paths", "{}", "qmd_paths must be a list"),
        ("qmd_paths", [3], "qmd_paths must be a list"),
        ("qmd_paths", [{"name": "x"}], "every row needs a path"),
        ("qmd_paths", [{"path": " "}], "every row needs a path"),
        ("qmd_paths", [{"path": "a", "mask": "*"}], "qmd_paths knows path, pattern and name, not mask"),
        ("qmd_paths", ["a"] * 101, "qmd_paths may name 100 paths, not 101"),
        ("qmd_search_mode", "deep", "qmd_search_mode must be one of search, vsearch, query"),
        ("qmd_max_results", 0, "qmd_max_results must be between 1 and 100"),
        ("qmd_timeout_ms", 0, "qmd_timeout_ms must be between 1 and"),
    ],
)
def test_what_cannot_be_meant_is_refused(name: str, value: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        config.load({name: value}, {})


@pytest.mark.feature("CF-05")
def test_openclaws_file_with_qmd_is_taken_over(tmp_path: Path) -> None:
    file = tmp_path / "openclaw.json"
    tree = {
        "memory": {"backend": "qmd", "qmd": {"paths": [{"path": "n"}], "scope": POLICY, "update": {"interval": "1m"}}}
    }
    file.write_text(json.dumps(tree), encoding="utf-8")
    found = config.read_foreign("openclaw", file)
    assert found.notes == ()
    settings = config.load(found.values, {})
    assert (settings.files_backend, settings.qmd_update_interval_s) == ("qmd", 60.0)
    assert config.qmd_paths(settings) == ({"path": "n"},)
    assert not judge(config.recall_policy(settings), "agent:main:main").allowed
