"""Changing one setting in a person's file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from recollect import ConfigError, config


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "config.toml"


def written(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    return file


@pytest.mark.parametrize(
    "before, name, value, after",
    [
        ("", "port", "9000", "port = 9000\n"),
        ("port = 1", "port", "9000", "port = 9000\n"),
        ("# mine\nport = 1  # why\n", "port", "9000", "# mine\nport = 9000  # why\n"),
        ('host = "a#b"  # why\n', "host", "c", 'host = "c"  # why\n'),
        ("port = 1", "host", "::1", 'port = 1\nhost = "::1"\n'),
        ("port = 1\n\n[llm_models]\nopenai = 'x'\n", "rrf_k", "5",
         "port = 1\n\nrrf_k = 5\n\n[llm_models]\nopenai = 'x'\n"),
        ("[gateway]\ninject = 'on' # here\n", "gateway_inject", "off", "[gateway]\ninject = \"off\" # here\n"),
        ("gateway.inject = 'on'\n", "gateway_inject", "off", 'gateway.inject = "off"\n'),
        ('"port" = 1\n', "port", "2", '"port" = 2\n'),
        ("port = 1\r\nrrf_k = 3\r\n", "port", "2", "port = 2\r\nrrf_k = 3\r\n"),
        ("memoryMaxTokens = 3\n", "gateway_tokens_max", "4", "memoryMaxTokens = 3\ngateway_tokens_max = 4\n"),
        ("", "summary_debounce_s", "30", "summary_debounce_s = 30.0\n"),
        ("", "host", 'a "b" \\ ünï \t', 'host = "a \\"b\\" \\\\ ünï \\t"\n'),
        ("", "retention_days", "memory=30", 'retention_days = "memory=30"\n'),
        ("port = 1\n[[agents.list]]\nid = 'ana'\n", "port", "2", "port = 2\n[[agents.list]]\nid = 'ana'\n"),
    ],
)  # fmt: skip
def test_one_line_changes_and_the_rest_stays(file: Path, before: str, name: str, value: str, after: str) -> None:
    written(file, before)
    config.set_in_file(file, {name: value})
    assert file.read_bytes().decode() == after
    assert str(getattr(config.load({}, {}, file), name)) == str(tomllib.loads(f"x = {after_value(after, name)}")["x"])


def after_value(text: str, name: str) -> str:
    keys = (name, f'"{name}"', name.replace("gateway_", "gateway."), name.replace("gateway_", ""))
    line = next(line for line in text.splitlines() if line.startswith(tuple(f"{key} = " for key in keys)))
    return line.partition(" = ")[2]


@pytest.mark.parametrize(
    "before, name, after",
    [
        ("port = 1\n# mine\nrrf_k = 3\n", "port", "# mine\nrrf_k = 3\n"),
        ("[gateway]\ninject = 'on'\nextract = 'on'\n", "gateway_inject", "[gateway]\nextract = 'on'\n"),
        ("rrf_k = 3\n", "port", "rrf_k = 3\n"),
    ],
)
def test_a_setting_is_taken_out(file: Path, before: str, name: str, after: str) -> None:
    written(file, before)
    assert config.unset_in_file(file, name) == (before != after)
    assert file.read_text() == after


@pytest.mark.parametrize(
    "before, name, value",
    [
        ('host = """\na\n"""\n', "host", "b"),
        ("[llm_models]\nopenai = 'x'\n", "llm_models", "openai=y"),
        ("llm_order = [\n 'openai',\n]\n", "llm_order", "gemini"),
        ('host = """\nport = 1\n"""\n', "port", "2"),
    ],
)
def test_what_cannot_be_changed_safely_is_left_alone(file: Path, before: str, name: str, value: str) -> None:
    written(file, before)
    with pytest.raises(ConfigError, match="cannot be changed safely; edit the file by hand"):
        config.set_in_file(file, {name: value})
    assert file.read_text() == before


@pytest.mark.parametrize(
    "before, name, value, message",
    [
        ("", "colour", "red", "unknown setting 'colour'"),
        ("", "port", "many", "port must be a number"),
        ("", "port", "70000", "port must be between 0 and 65535"),
        ("", "auth", "maybe", "auth must be one of on, off"),
        ("", "recall_options", "k=0", "recall_options: k must be a number from 1 to 1000"),
        ("= nonsense", "port", "1", "cannot be read"),
        ("colour = 1", "port", "1", "unknown setting 'colour'"),
        ("rrf_k = 99999", "port", "1", "rrf_k must be between"),
    ],
)
def test_nothing_wrong_is_written(file: Path, before: str, name: str, value: str, message: str) -> None:
    written(file, before)
    with pytest.raises(ConfigError, match=message):
        config.set_in_file(file, {name: value})
    assert file.read_text() == before
    assert [path.name for path in file.parent.iterdir()] == ["config.toml"]


def test_a_new_file_is_its_owners_and_an_old_one_keeps_its_rights_and_its_link(file: Path, tmp_path: Path) -> None:
    config.set_in_file(file, {"api_key": "secret"})
    assert file.stat().st_mode & 0o777 == 0o600
    real = tmp_path / "real.toml"
    real.write_text("port = 1\n")
    real.chmod(0o640)
    link = tmp_path / "link.toml"
    link.symlink_to(real)
    config.set_in_file(link, {"port": 2})
    assert link.is_symlink()
    assert (real.read_text(), real.stat().st_mode & 0o777) == ("port = 2\n", 0o640)


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(ConfigError, match="cannot be written"):
        config.set_in_file(tmp_path / "taken" / "config.toml", {"port": 1})


def test_tables_are_another_way_to_write_our_names(file: Path) -> None:
    values: dict[str, Any] = {"inject": False, "tokens_max": 5}
    text = "[gateway]\n" + "".join(f"{name} = {str(value).lower()}\n" for name, value in values.items())
    settings = config.load({}, {}, written(file, text))
    assert (settings.gateway_inject, settings.gateway_tokens_max) == ("off", 5)
    with pytest.raises(ConfigError, match="gateway_inject is said twice"):
        config.load({}, {}, written(file, "gateway_inject = 'on'\n" + text))


def test_an_empty_table_says_nothing_and_an_unknown_one_is_refused(file: Path) -> None:
    assert config.load({}, {}, written(file, "[gateway]\n[agents]\n")) == config.load({}, {})
    for text, name in (
        ("[colours]\n", "colours"),
        ("[gateway]\ncolour = 1\n", r"gateway\.colour"),
    ):
        with pytest.raises(ConfigError, match=f"unknown setting '{name}'"):
            config.load({}, {}, written(file, text))
    with pytest.raises(ConfigError, match=r"port must be int, not \{\}"):
        config.load({}, {}, written(file, "[port]\n"))


def test_a_misspelt_name_is_told_what_it_might_be() -> None:
    with pytest.raises(ConfigError, match="unknown setting 'gateway_injekt'; did you mean gateway_inject"):
        config.load({"gateway_injekt": "on"}, {})


@pytest.mark.parametrize(
    "name, value, message",
    [
        ("cors_origins", "app.example", "cors_origins must be origins"),
        ("trusted_proxies", "nginx", "trusted_proxies must be IP addresses"),
        ("gateway_upstream", "llm/v1", "gateway_upstream must be an address"),
        ("gateway_upstream", "http://[::1/v1", "gateway_upstream must be an address"),
        ("studio_secret", "short", "studio_secret must have 32 characters"),
    ],
)
def test_what_no_server_could_work_with_is_not_written(file: Path, name: str, value: str, message: str) -> None:
    written(file, "port = 1\n")
    with pytest.raises(ConfigError, match=message):
        config.set_in_file(file, {name: value})
    assert file.read_text() == "port = 1\n"


def test_another_setting_can_be_changed_beside_one_that_no_server_works_with(file: Path) -> None:
    """Whoever mends a file setting by setting must not be stopped by the next fault."""
    written(file, 'cors_origins = "app.example"\ntls_cert = "a"\n')
    config.set_in_file(file, {"port": "9000"})
    config.set_in_file(file, {"cors_origins": "https://app.example"})
    assert config.load({}, {}, file).cors_origins == "https://app.example"
