"""Keys that OpenClaw keeps for an agent serve the embedder that was chosen, and are never shown."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory, config
from recollect.assemble.embedders import first_name
from recollect.errors import ConfigError
from tests.loopback import Loopback

SECRET = "sk-kept-by-openclaw"


def profile(provider: Any, **rest: Any) -> dict[str, Any]:
    return {"type": "api_key", "provider": provider, "key": SECRET, **rest}


def keep(state: Path, profiles: Any, *, agent: str = "main", **rest: Any) -> Path:
    file = state / "agents" / agent / "agent" / "auth-profiles.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"version": 1, "profiles": profiles, **rest}), encoding="utf-8")
    return file


def keys(state: Path, environment: dict[str, str] | None = None, **arguments: Any) -> dict[str, str]:
    given = {"embedder": "openai", "openclaw_state_dir": str(state), **arguments}
    return config.pairs(config.load(given, environment or {}).api_keys)


@pytest.mark.feature("EM-08")
@pytest.mark.parametrize(
    "profiles, expected",
    [
        ({"openai:default": profile("openai")}, {"openai": SECRET}),
        ({"google:default": profile("google")}, {}),  # not chosen
        ({"openai-codex:default": profile("openai-codex", type="oauth", access=SECRET)}, {}),
        ({"openai:login": profile("openai", type="oauth", access=SECRET)}, {}),
        ({"openai:session": profile("openai", type="token", token=SECRET)}, {}),
        ({"openai:empty": profile("openai", key=" ")}, {}),
        ({"openai:elsewhere": profile("openai", key=None, keyRef={"source": "env", "id": "WORK"})}, {"openai": "w"}),
        ({"openai:elsewhere": profile("openai", key=None, keyRef={"source": "exec", "id": "WORK"})}, {}),
        ({"openai:broken": "text", "openai:default": profile("openai")}, {"openai": SECRET}),
        ({"openai:broken": profile(["openai"]), "o": profile("openai")}, {"openai": SECRET}),
        ({"openai:named": profile("openai", key="${WORK}")}, {}),
        ({"openai:named": profile("openai", key=" $WORK"), "o": profile("openai")}, {"openai": SECRET}),
    ],
)
def test_a_kept_key_counts_and_a_login_does_not(
    profiles: dict[str, Any], expected: dict[str, str], tmp_path: Path
) -> None:
    keep(tmp_path, profiles)
    assert keys(tmp_path, {"WORK": "w"}) == expected


@pytest.mark.feature("EM-08")
def test_the_order_of_the_file_decides_and_an_agents_own_go_first(tmp_path: Path) -> None:
    both = {"openai:a": profile("openai", key="a"), "openai:b": profile("openai", key="b")}
    keep(tmp_path, both)
    assert keys(tmp_path) == {"openai": "a"}
    keep(tmp_path, both, order={"openai": ["openai:b", "openai:gone"]})
    assert keys(tmp_path) == {"openai": "b"}
    keep(tmp_path, {"openai:own": profile("openai", key="own")}, agent="work")
    assert keys(tmp_path, agent="work") == {"openai": "own"}
    assert keys(tmp_path, agent="other") == {"openai": "b"}, "without profiles of its own it has those of main"
    file = keep(tmp_path, {"openai:own": profile("openai", key="own")}, agent="..")
    assert file.resolve().parent == tmp_path / "agent"
    for path in ("../agents/work", "..", "."):
        assert keys(tmp_path, agent=path) == {"openai": "b"}, "a name is no path"


@pytest.mark.feature("EM-08")
def test_settings_and_the_environment_go_before_what_openclaw_keeps(tmp_path: Path) -> None:
    keep(tmp_path, {"openai:default": profile("openai"), "google:default": profile("google")})
    assert keys(tmp_path, {"OPENAI_API_KEY": "env"}) == {"openai": "env"}
    assert keys(tmp_path, api_keys={"openai": "mine"}) == {"openai": "mine"}
    assert keys(tmp_path, embedder="gemini") == {"gemini": SECRET}
    assert keys(tmp_path, embedder="static", llm="openai") == {}, "for embedders alone"
    assert keys(tmp_path, openclaw_keys="off") == {}


@pytest.mark.feature("EM-08")
def test_nobodys_file_is_read_unless_openclaw_was_spoken_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    keep(tmp_path / ".openclaw", {"voyage:default": profile("voyage")})

    def found(**arguments: Any) -> str:
        return first_name(config.load(arguments, {}))

    assert config.load({"embedder": "voyage"}, {}).api_keys == ""
    assert config.pairs(config.load({"embedder": "voyage", "openclaw_keys": "on"}, {}).api_keys) == {"voyage": SECRET}
    assert found(embedder="auto-openclaw") == "voyage"
    assert found(embedder="auto-openclaw", openclaw_keys="off") == "none"
    assert found(embedder="auto-omniroute") == "none"


@pytest.mark.feature("EM-08")
@pytest.mark.slow
def test_the_key_reaches_the_provider_and_nothing_else(tmp_path: Path) -> None:
    keep(tmp_path, {"openai:default": profile("openai")})
    with Loopback() as server:
        given: dict[str, Any] = {
            "embedder": "openai",
            "embedder_base_url": server.url + "/v1",
            "openclaw_state_dir": str(tmp_path),
        }
        with Memory(tmp_path / "m.db", config_file=tmp_path / "none.toml", **given) as memory:
            memory.add("I'm allergic to walnuts", user="ana")
        assert server.requests[-1].headers["authorization"] == f"Bearer {SECRET}"
    told = config.explain("api_keys", given, {})
    assert told.source == "OpenClaw's auth profiles, for openai"
    assert SECRET not in repr((told, config.load(given, {}), config.explain_all(given, {})))
    both = config.explain("api_keys", given | {"llm": "gemini", "api_keys": "mistral=m"}, {"GEMINI_API_KEY": "g"})
    assert both.source == "call; environment, the usual variables of gemini; OpenClaw's auth profiles, for openai"


@pytest.mark.feature("EM-08")
@pytest.mark.parametrize(
    "text",
    ["{", f'{{"profiles": "{SECRET}"}}', f'["{SECRET}"]', f'{{"key": {SECRET}}}', "\udcff", "[" * 200_000 + SECRET],
    ids=["open", "profiles", "list", "key", "bytes", "deep"],
)
def test_a_broken_file_is_named_and_not_quoted(text: str, tmp_path: Path) -> None:
    file = keep(tmp_path, {})
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigError, match=r"auth-profiles\.json cannot be read: .* set openclaw_keys = off") as caught:
        keys(tmp_path)
    assert SECRET not in f"{caught.value}{caught.value.__cause__}"
    assert keys(tmp_path, {"OPENAI_API_KEY": "env"}) == {"openai": "env"}, "it is read only where a key is lacking"


@pytest.mark.feature("EM-08")
def test_a_pipe_is_not_waited_for_and_a_link_is_followed(tmp_path: Path) -> None:
    file = keep(tmp_path, {"openai:default": profile("openai")})
    file.rename(tmp_path / "elsewhere.json")
    os.mkfifo(file)
    with pytest.raises(ConfigError, match="it is no plain file; mend the file"):
        keys(tmp_path)
    file.unlink()
    file.symlink_to(tmp_path / "elsewhere.json")
    assert keys(tmp_path) == {"openai": SECRET}


@pytest.mark.feature("EM-08")
def test_importing_openclaws_file_takes_its_providers_and_its_workspace(tmp_path: Path) -> None:
    file = tmp_path / "openclaw.json"
    tree = {
        "agents": {"defaults": {"workspace": "~/notes", "memorySearch": {"provider": "openai"}, "model": "x"}},
        "models": {
            "mode": "merge",
            "providers": {
                "openai": {"apiKey": SECRET, "baseUrl": "https://openai.example/v1", "models": []},
                "google": {"apiKey": "${GEMINI_API_KEY}"},
                "mistral": {"apiKey": {"source": "env", "id": "X"}},
                "anthropic": {"apiKey": "other"},
            },
        },
    }
    file.write_text(json.dumps(tree), encoding="utf-8")
    found = config.read_foreign("openclaw", file)
    assert [note.partition(":")[0] for note in found.notes] == [
        "models.providers.google.apiKey",
        "models.providers.mistral.apiKey",
    ]
    assert found.values["workspace"] == "~/notes"
    assert config.pairs(found.values["api_keys"]) == {"openai": SECRET}
    assert found.values["embedder_base_url"] == "https://openai.example/v1"
